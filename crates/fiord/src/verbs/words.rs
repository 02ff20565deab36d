//! Reads the arguments of verbs: own options stand anywhere, bytes become text.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use anyhow::{Result, bail};

/// The words as text: fio's language has nothing else.
///
/// # Errors
/// One that is not UTF-8, by its bytes.
pub(crate) fn text(words: &[OsString]) -> Result<Vec<String>> {
    words.iter().map(|word| one(word).map(str::to_owned)).collect()
}

/// One word as text.
///
/// # Errors
/// As [`text`].
pub(crate) fn one(word: &OsStr) -> Result<&str> {
    match word.to_str() {
        Some(text) => Ok(text),
        None => bail!(
            "argument {}: expected UTF-8; options of jobs and the paths in them are text",
            word.as_bytes().escape_ascii()
        ),
    }
}

/// The value of `--name=VALUE`, which may be any bytes.
pub(crate) fn value<'w>(word: &'w OsStr, name: &str) -> Option<&'w OsStr> {
    let rest = word.as_bytes().strip_prefix(name.as_bytes())?;
    Some(OsStr::from_bytes(rest.strip_prefix(b"=")?))
}

/// Moves a verb's own options, with their values, to the front; what is not its own follows behind `--`.
pub(crate) fn own_first(verb: &clap::Command, words: &[OsString]) -> Vec<OsString> {
    let (mut own, mut rest) = (Vec::new(), Vec::new());
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if word == "--" {
            rest.extend(words.by_ref().cloned());
            break;
        }
        let Some(values) = values_of(verb, word) else {
            rest.push(word.clone());
            continue;
        };
        own.push(word.clone());
        let mut left = values;
        while left > 0
            && let Some(next) = words.next_if(|next| *next == "-" || !next.as_bytes().starts_with(b"-"))
        {
            own.push(next.clone());
            left -= 1;
        }
    }
    if !rest.is_empty() {
        own.push("--".into());
        own.extend(rest);
    }
    own
}

/// How many words may follow an own option as its values; `None`: it is not the verb's own.
fn values_of(verb: &clap::Command, word: &OsStr) -> Option<usize> {
    let text = word.to_string_lossy();
    if text == "-h" || text == "--help" {
        return Some(0);
    }
    if let [b'-', letter] = text.as_bytes() {
        let mut shorts = verb.get_arguments().filter_map(clap::Arg::get_short);
        return shorts.any(|short| short == char::from(*letter)).then_some(0);
    }
    let (name, has_value) = match text.strip_prefix("--")?.split_once('=') {
        Some((name, _)) => (name.to_owned(), true),
        None => (text.strip_prefix("--")?.to_owned(), false),
    };
    let option = verb.get_arguments().find(|arg| arg.get_long() == Some(&name))?;
    let most = option.get_num_args().map_or(1, |range| range.max_values());
    Some(if has_value || !option.get_action().takes_values() {
        0
    } else {
        most
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn own_options_are_taken_from_anywhere() {
        let verb = clap::Command::new("v")
            .arg(
                clap::Arg::new("json")
                    .long("json")
                    .action(clap::ArgAction::SetTrue),
            )
            .arg(
                clap::Arg::new("verbose")
                    .short('v')
                    .action(clap::ArgAction::SetTrue),
            )
            .arg(clap::Arg::new("seen").long("seen"))
            .arg(clap::Arg::new("result").long("result").num_args(1..));
        let moved = |line: &str| {
            let line: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            let moved = own_first(&verb, &line);
            moved.join(OsStr::new(" ")).into_string().unwrap()
        };
        for (line, expected) in [
            ("--name=a --json job.fio", "--json -- --name=a job.fio"),
            (
                "--name=a --seen iops=1 --rw=read",
                "--seen iops=1 -- --name=a --rw=read",
            ),
            ("--seen=iops=1 job.fio", "--seen=iops=1 -- job.fio"),
            ("--result a b - --json", "--result a b - --json"),
            ("--name=a -- --json", "-- --name=a --json"),
            ("--rw=read -h", "-h -- --rw=read"),
            ("-v --rw=read -m", "-v -- --rw=read -m"),
        ] {
            assert_eq!(moved(line), expected, "{line}");
        }
    }

    #[test]
    fn a_word_that_is_not_text_is_named_by_its_bytes() {
        let odd = OsString::from_vec(b"--filename=caf\xe9".to_vec());
        let said = text(std::slice::from_ref(&odd)).unwrap_err().to_string();
        assert!(
            said.starts_with(r"argument --filename=caf\xe9: expected UTF-8"),
            "{said}"
        );
        assert_eq!(value(&odd, "--filename").unwrap().as_bytes(), b"caf\xe9");
        assert_eq!(value(OsStr::new("--filenames=a"), "--filename"), None);
    }
}
