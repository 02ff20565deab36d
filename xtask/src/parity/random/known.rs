//! Differences of random jobs that are known, each with its reason: `xtask/parity/known.txt`.

use anyhow::{Context, Result, bail};

use super::generate::Draw;
use crate::parity::case::data;
use crate::shell;

/// One line `id | options | text | reason`.
pub(super) struct Known {
    pub(super) id: String,
    /// All of these stand in the job: `name`, or `name=beginning of the value`; `!name` must not.
    options: Vec<String>,
    /// What the printed difference contains; several with `&` between them.
    texts: Vec<String>,
}

pub(super) fn read() -> Result<Vec<Known>> {
    let path = shell::workspace().join(data("known.txt"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    parse(&text)
}

fn parse(text: &str) -> Result<Vec<Known>> {
    let lines = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [id, options, texts, reason] = parts[..] else {
                bail!("known.txt: `{line}`: expected `id | options | text | reason`");
            };
            if reason.is_empty() {
                bail!("known.txt: {id}: a reason is missing");
            }
            Ok(Known {
                id: id.to_owned(),
                options: options.split_whitespace().map(str::to_owned).collect(),
                texts: texts.split('&').map(|text| text.trim().to_owned()).collect(),
            })
        })
        .collect()
}

impl Known {
    /// Whether this explains one difference of this job.
    pub(super) fn explains(&self, draw: &Draw, difference: &str) -> bool {
        let stands = |option: &str| match option.split_once('=') {
            Some((name, begin)) => draw.has(name, |value| value.starts_with(begin)),
            None => draw.has(option, |_| true),
        };
        self.options.iter().all(|option| match option.strip_prefix('!') {
            Some(option) => !stands(option),
            None => stands(option),
        }) && self.texts.iter().all(|text| difference.contains(text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_difference_needs_its_options_and_its_text() {
        let known = parse("# c\nx | ioengine=mmap fsync !direct | sync & fio | because\n").unwrap();
        let draw = |words: &[(&str, &str)]| Draw {
            options: words
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
        };
        let job = draw(&[("ioengine", "mmap"), ("fsync", "1")]);
        assert!(known[0].explains(&job, "jobs[0].sync: fio 1, fiord 2"));
        assert!(!known[0].explains(&job, "jobs[0].read: fio 1, fiord 2"));
        assert!(!known[0].explains(&draw(&[("ioengine", "mmap")]), "sync: fio 1"));
        assert!(!known[0].explains(
            &draw(&[("ioengine", "mmap"), ("fsync", "1"), ("direct", "1")]),
            "sync: fio 1"
        ));
        assert!(parse("a | b | c").is_err() && parse("a | b | c |").is_err());
        assert!(read().is_ok());
    }
}
