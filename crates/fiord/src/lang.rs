//! The language of native verbs: `--lang`, else that of the environment. fio mode is English.

use std::env;
use std::ffi::{OsStr, OsString};

use fiord_messages::{Lang, command_line as messages};

/// The first that is not empty decides: ours, then those of POSIX.
const VARIABLES: [&str; 4] = ["FIORD_LANG", "LC_ALL", "LC_MESSAGES", "LANG"];

/// Splits a command line into the value of `--lang`, which may be at any place, and all other words.
pub(crate) fn split(args: &[OsString]) -> (Option<OsString>, Vec<OsString>) {
    let (mut tag, mut others) = (None, Vec::new());
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let value = word.to_str().and_then(|word| word.strip_prefix("--lang="));
        if let Some(value) = value {
            tag = Some(value.into());
        } else if word == "--lang" && !words.as_slice().is_empty() {
            tag = words.next().cloned();
        } else {
            others.push(word.clone());
        }
        if word == "--" {
            others.extend(words.by_ref().cloned());
        }
    }
    (tag, others)
}

/// Makes the user's language the current one.
///
/// # Errors
/// The tag is unknown; the text is in the language of the environment.
pub(crate) fn settle(tag: Option<&OsStr>) -> Result<(), String> {
    let locale = VARIABLES
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let usual = locale
        .and_then(|locale| Lang::from_locale(&locale))
        .unwrap_or_default();
    usual.make_current();
    let Some(tag) = tag else { return Ok(()) };
    match tag.to_str().and_then(Lang::from_tag) {
        Some(lang) => {
            lang.make_current();
            Ok(())
        }
        None => {
            let tags = Lang::ALL.map(|lang| lang.tag().to_owned());
            let unknown = messages::UnknownLanguage {
                tag: &tag.display(),
                tags: &usual.list(&tags),
            };
            Err(unknown.text(usual))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_found_anywhere_before_two_dashes() {
        let taken = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let (tag, others) = split(&words);
            (
                tag.map(|tag| tag.into_string()),
                others.join(OsStr::new(" ")).into_string(),
            )
        };
        for (line, tag, others) in [
            ("run --lang zh-CN job.fio", Some("zh-CN"), "run job.fio"),
            ("--lang=zh-CN run job.fio", Some("zh-CN"), "run job.fio"),
            ("run --lang=en --lang zh-CN", Some("zh-CN"), "run"),
            ("doctor --fix -- ls --lang=x", None, "doctor --fix -- ls --lang=x"),
            ("doctor --lang", None, "doctor --lang"),
        ] {
            assert_eq!(
                taken(line),
                (tag.map(|tag| Ok(tag.to_owned())), Ok(others.to_owned())),
                "{line}"
            );
        }
    }
}
