//! Differences of random jobs that are known, each with its reason: `xtask/parity/known.txt`.

use std::cmp::Ordering;

use anyhow::{Context, Result, bail};

use super::generate::RandomJob;
use crate::parity::case::data;
use crate::shell;

/// One line `id | options | text | reason`.
pub(super) struct KnownDifference {
    pub(super) id: String,
    /// All of these stand in the job: `name`, `name=beginning of the value`, `name~part of it` or `name==all of it`; what
    /// follows `!` must not.
    /// `@tail`: some size or offset of the job, or a file's share in it, is not a multiple of some block size.
    /// `@mixed-map`: an issued direction has larger blocks than the smallest of all three directions.
    /// `@abs-beyond`: `zoned_abs` reaches beyond a file or a strided zone.
    /// `@refused-zones`: some job has one of `zonemode=strided` and `zonesize` without the other.
    options: Vec<String>,
    /// What the printed difference contains: all that stand between `&`, of each one that stands between `/`. `*` is
    /// anything; `<` or `>` at the end asks that fio's number be the smaller or the larger one, `~4` that neither be more than four
    /// times the other.
    texts: Vec<Vec<String>>,
}

pub(super) fn read() -> Result<Vec<KnownDifference>> {
    let path = shell::workspace().join(data("known.txt"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    parse(&text)
}

fn parse(text: &str) -> Result<Vec<KnownDifference>> {
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
            Ok(KnownDifference {
                id: id.to_owned(),
                options: options.split_whitespace().map(str::to_owned).collect(),
                texts: texts
                    .split('&')
                    .map(|text| text.split('/').map(|one| one.trim().to_owned()).collect())
                    .collect(),
            })
        })
        .collect()
}

impl KnownDifference {
    /// Whether this explains one difference of this job.
    pub(super) fn explains(&self, draw: &RandomJob, difference: &str) -> bool {
        self.is_about(draw)
            && self
                .texts
                .iter()
                .all(|any| any.iter().any(|text| says(difference, text)))
    }

    /// Whether the job has the options that this is about.
    pub(super) fn is_about(&self, draw: &RandomJob) -> bool {
        let stands = |option: &str| {
            if option == "@tail" {
                has_tail(draw)
            } else if option == "@mixed-map" {
                has_mixed_map(draw)
            } else if option == "@refused-zones" {
                is_refused_for_zones(draw)
            } else if option == "@abs-beyond" {
                reaches_beyond(draw)
            } else if let Some((name, whole)) = option.split_once("==") {
                draw.has(name, |value| value == whole)
            } else if let Some((name, part)) = option.split_once('~') {
                draw.has(name, |value| value.contains(part))
            } else if let Some((name, begin)) = option.split_once('=') {
                draw.has(name, |value| value.starts_with(begin))
            } else {
                draw.has(option, |_| true)
            }
        };
        self.options.iter().all(|option| match option.strip_prefix('!') {
            Some(option) => !stands(option),
            None => stands(option),
        })
    }
}

/// Whether a difference contains this text, with anything for its `*`, and lies in the direction or the bounds that it asks for.
fn says(difference: &str, text: &str) -> bool {
    if let Some((text, factor)) = text.rsplit_once('~')
        && let Ok(factor) = factor.parse::<f64>()
    {
        let within = |(theirs, mine): (f64, f64)| theirs.max(mine) <= factor * theirs.min(mine);
        return says(difference, text) && numbers(difference).is_some_and(within);
    }
    let (text, asked) = match (text.strip_suffix('<'), text.strip_suffix('>')) {
        (Some(text), _) => (text, Some(Ordering::Less)),
        (_, Some(text)) => (text, Some(Ordering::Greater)),
        _ => (text, None),
    };
    let mut rest = Some(difference);
    for part in text.split('*') {
        rest = rest
            .and_then(|rest| rest.split_once(part))
            .map(|(_, behind)| behind);
    }
    rest.is_some() && asked.is_none_or(|asked| direction(difference) == Some(asked))
}

/// How fio's number compares with ours.
fn direction(difference: &str) -> Option<Ordering> {
    let (theirs, mine) = numbers(difference)?;
    theirs.partial_cmp(&mine)
}

/// fio's number and ours.
fn numbers(difference: &str) -> Option<(f64, f64)> {
    let (_, numbers) = difference.rsplit_once(": fio ")?;
    let (theirs, mine) = numbers.split_once(", fiord ")?;
    Some((theirs.parse().ok()?, mine.parse().ok()?))
}

fn values<'a>(draw: &'a RandomJob, names: &'static [&'static str]) -> impl Iterator<Item = &'a str> {
    draw.options
        .iter()
        .filter(|(name, _)| names.contains(&name.as_str()))
        .map(|(_, value)| value.as_str())
}

/// Whether some direction that is issued has larger blocks than the smallest of all three. `bs=4k-8k` is read as `bs=4k,8k`.
fn has_mixed_map(draw: &RandomJob) -> bool {
    let modes: Vec<&str> = values(draw, &["rw", "readwrite"]).collect();
    let issues = |at: usize| {
        modes.iter().any(|mode| match at {
            0 => mode.contains("read") || mode.contains("rw"),
            1 => mode.contains("write") || mode.contains("rw"),
            _ => mode.contains("trim"),
        })
    };
    values(draw, &["bs", "blocksize"]).any(|text| {
        // What is not given stays, and what is left out at the end is as the one before.
        let mut sizes = [4096; 3];
        let parts: Vec<&str> = text.split([',', '-']).collect();
        for (at, size) in sizes.iter_mut().enumerate() {
            let part = parts.get(at).or(parts.last()).copied().unwrap_or_default();
            *size = bytes(part).unwrap_or(*size);
        }
        let least = sizes.iter().min().copied().unwrap_or(0);
        (0..3).any(|at| issues(at) && sizes[at] > least)
    })
}

/// Whether some job has one of `zonemode=strided` and `zonesize` without the other.
fn is_refused_for_zones(draw: &RandomJob) -> bool {
    let mut jobs: Vec<(bool, bool)> = vec![(false, false)];
    for (name, value) in &draw.options {
        let global = jobs[0];
        if name == "name" {
            jobs.push(global);
        }
        if let Some((strided, sized)) = jobs.last_mut() {
            match name.as_str() {
                "zonemode" => *strided = value == "strided",
                "zonesize" => *sized = true,
                _ => {}
            }
        }
    }
    jobs.iter().skip(1).any(|(strided, sized)| strided != sized)
}

/// Whether the zones of `zoned_abs` end behind the region that is drawn from.
fn reaches_beyond(draw: &RandomJob) -> bool {
    const REGIONS: [&str; 4] = ["size", "filesize", "zonesize", "zonerange"];
    let files = values(draw, &["nrfiles", "nr_files"])
        .filter_map(|value| value.parse::<u64>().ok())
        .max();
    let least = values(draw, &REGIONS)
        .flat_map(|value| value.split('-'))
        .filter_map(bytes)
        .min();
    let least = least.unwrap_or(u64::MAX) / files.unwrap_or(1).max(1);
    values(draw, &["random_distribution"])
        .filter_map(|value| value.strip_prefix("zoned_abs:"))
        .any(|zones| {
            let reach: u64 = zones
                .split(':')
                .filter_map(|zone| bytes(zone.split_once('/')?.1))
                .sum();
            reach > least
        })
}

/// Whether some size or offset of the job is not a multiple of some block size, or may not be one (percentages).
fn has_tail(draw: &RandomJob) -> bool {
    const AMOUNTS: [&str; 7] = [
        "size",
        "filesize",
        "offset",
        "fileoffset",
        "offset_increment",
        "zonesize",
        "zonerange",
    ];
    const BLOCKS: [&str; 6] = ["bs", "blocksize", "bsrange", "blocksize_range", "bssplit", "ba"];
    let blocks: Vec<u64> = values(draw, &BLOCKS)
        .flat_map(|value| value.split([',', '-', ':']))
        .filter_map(|part| bytes(part.split('/').next().unwrap_or_default()))
        .chain([4096])
        .filter(|bytes| *bytes > 0)
        .collect();
    if draw.has("kb_base", |base| base == "1000") {
        return true;
    }
    // An amount is divided among the files.
    let files = values(draw, &["nrfiles", "nr_files"])
        .filter_map(|value| value.parse().ok())
        .chain(values(draw, &["filename"]).map(|names| names.split(':').count() as u64))
        .max()
        .unwrap_or(1)
        .max(1);
    values(draw, &AMOUNTS)
        .flat_map(|value| value.split('-'))
        .any(|part| {
            bytes(part).is_none_or(|amount| {
                blocks
                    .iter()
                    .any(|block| amount % block != 0 || amount % files != 0 || amount / files % block != 0)
            })
        })
}

/// A number of the lists in `values`: digits, and `k` or `m`.
pub(super) fn bytes(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1024),
        b'm' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    Some(digits.parse::<u64>().ok()? * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_difference_needs_its_options_and_its_text() {
        let known = parse("# c\nx | ioengine=mmap fsync !direct | sync & fio | because\n").unwrap();
        let draw = |words: &[(&str, &str)]| RandomJob {
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
        let known = parse("x | bs~, rw=rand | io_bytes / total_ios & fio | because\n").unwrap();
        let job = draw(&[("bs", "4k,8k"), ("rw", "randwrite")]);
        assert!(known[0].explains(&job, "jobs[0].write.total_ios: fio 8, fiord 12"));
        assert!(known[0].explains(&job, "jobs[0].write.io_bytes: fio 8, fiord 12"));
        assert!(!known[0].explains(&job, "jobs[0].error: fio 8, fiord 12"));
        assert!(!known[0].explains(&draw(&[("bs", "4k"), ("rw", "randwrite")]), "io_bytes: fio 8"));
        let known = parse("x | | total_ios< / exit code: fio 0 | because\n").unwrap();
        assert!(known[0].explains(&job, "jobs[0].write.total_ios: fio 8, fiord 12"));
        assert!(!known[0].explains(&job, "jobs[0].write.total_ios: fio 12, fiord 8"));
        assert!(!known[0].explains(&job, "jobs[0].write.total_ios: fio 8, fiord 8"));
        let known = parse("x | | total_ios~1.5 | because\n").unwrap();
        assert!(known[0].explains(&job, "jobs[0].write.total_ios: fio 8, fiord 12"));
        assert!(known[0].explains(&job, "jobs[0].write.total_ios: fio 12, fiord 8"));
        assert!(!known[0].explains(&job, "jobs[0].write.total_ios: fio 13, fiord 8"));
        assert!(!known[0].explains(&job, "jobs[0].write.io_bytes: fio 8, fiord 8"));
        assert!(!known[0].explains(&job, "jobs[0].write.total_ios: fio 0, fiord 8"));
        let known = parse("x | | files left*, fiord {} | because\n").unwrap();
        assert!(known[0].explains(&job, "files left: fio {\"a\": 1}, fiord {}"));
        assert!(!known[0].explains(&job, "files left: fio {}, fiord {\"a\": 1}"));
        let tail = |words: &[(&str, &str)]| has_tail(&draw(words));
        assert!(tail(&[("size", "66000")]) && tail(&[("size", "64k"), ("bs", "1000")]));
        assert!(tail(&[("size", "50%")]) && !tail(&[("size", "64k"), ("bs", "4k,8k")]));
        let mixed = |words: &[(&str, &str)]| has_mixed_map(&draw(words));
        assert!(
            mixed(&[("rw", "randread"), ("bs", "4k,8k,2k")])
                && !mixed(&[("rw", "randread"), ("bs", "4k,8k")])
        );
        assert!(mixed(&[("rw", "randwrite"), ("bs", ",8k")]) && mixed(&[("rw", "randrw"), ("bs", "4k-8k")]));
        assert!(!mixed(&[("rw", "randrw"), ("bs", "8k")]));
        let beyond = |size| {
            let zones = ("random_distribution", "zoned_abs:60/16k:40/64k");
            reaches_beyond(&draw(&[zones, ("size", size)]))
        };
        assert!(beyond("64k") && !beyond("256k"));
        assert!(parse("a | b | c").is_err() && parse("a | b | c |").is_err());
        assert!(read().is_ok());
    }
}
