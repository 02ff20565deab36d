//! Splits the command line of a verb that takes a job into the verb's own options and fio's words.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use anyhow::{Result, bail};
use clap::{Arg, Command};
use fiord_job::cli::CLI_OPTIONS;
use fiord_job::nearest::nearest;
use fiord_job::options;

/// The words as text: fio's language has nothing else.
///
/// # Errors
/// One that is not UTF-8, by its bytes.
pub(crate) fn text(words: &[OsString]) -> Result<Vec<String>> {
    words.iter().map(|word| one(word).map(str::to_owned)).collect()
}

fn one(word: &OsStr) -> Result<&str> {
    match word.to_str() {
        Some(text) => Ok(text),
        None => bail!(
            "argument {}: expected UTF-8; options of jobs and the paths in them are text",
            word.as_bytes().escape_ascii()
        ),
    }
}

/// Whether a verb takes fio's words: they are the argument that ends its definition.
pub(crate) fn takes_a_job(verb: &Command) -> bool {
    verb.get_positionals().any(Arg::is_trailing_var_arg_set)
}

/// Moves a verb's own options, with their values, to the front; fio's words follow after `--`. A word that neither knows is the verb's
/// where it resembles one of the verb's options most: clap then names that option.
///
/// `verb` must be built: see [`Command::build`].
pub(crate) fn own_first(verb: &Command, words: &[OsString]) -> Vec<OsString> {
    let (mut own, mut fio) = (Vec::new(), Vec::new());
    let mut words = words.iter().peekable();
    while let Some(word) = words.next() {
        if word == "--" {
            fio.extend(words.cloned());
            break;
        }
        let option = own_option(verb, word);
        if option.is_none() && !is_misspelt(verb, word) {
            fio.push(word.clone());
            continue;
        }
        own.push(word.clone());
        let values = option.map_or(0, |option| values_behind(option, word));
        let may_begin_with_dash = option.is_some_and(Arg::is_allow_hyphen_values_set);
        let is_value =
            |next: &&OsString| may_begin_with_dash || *next == "-" || !next.as_bytes().starts_with(b"-");
        let values_after = std::iter::from_fn(|| words.next_if(is_value));
        own.extend(values_after.take(values).cloned());
    }
    if !fio.is_empty() {
        own.push("--".into());
        own.append(&mut fio);
    }
    own
}

/// The verb's option that a word names, in one dash or two.
fn own_option<'v>(verb: &'v Command, word: &OsStr) -> Option<&'v Arg> {
    let text = word.to_string_lossy();
    let mut options = verb.get_arguments();
    if let Some(name) = long_name(&text) {
        return options.find(|option| {
            let names = option.get_long_and_visible_aliases().unwrap_or_default();
            names.contains(&name)
        });
    }
    let mut letters = text.strip_prefix('-')?.chars();
    let (letter, None) = (letters.next()?, letters.next()) else {
        return None;
    };
    options.find(|option| option.get_short() == Some(letter))
}

/// `rw` of `--rw=read`.
fn long_name(word: &str) -> Option<&str> {
    word.strip_prefix("--")?.split('=').next()
}

/// How many of the following words may be values of an option.
fn values_behind(option: &Arg, word: &OsStr) -> usize {
    let is_complete = option.is_require_equals_set() || word.as_bytes().contains(&b'=');
    match option.get_num_args() {
        Some(range) if !is_complete => range.max_values(),
        _ => 0,
    }
}

/// Whether fio lacks an option of this name and the word resembles one of the verb's more than any of fio's.
fn is_misspelt(verb: &Command, word: &OsStr) -> bool {
    let text = word.to_string_lossy();
    let Some(typed) = long_name(&text) else {
        return false;
    };
    // The beginning of a name is enough for fio.
    if options_of_fio().any(|name| name.starts_with(typed)) {
        return false;
    }
    let own: Vec<&str> = verb.get_arguments().filter_map(Arg::get_long).collect();
    let near = nearest(typed, options_of_fio().chain(own.iter().copied()));
    near.is_some_and(|near| own.contains(&near))
}

fn options_of_fio<'a>() -> impl Iterator<Item = &'a str> {
    let of_jobs = options::all().flat_map(|spec| std::iter::once(spec.name).chain(spec.alias));
    CLI_OPTIONS.iter().map(|option| option.name).chain(of_jobs)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use clap::ArgAction;

    use super::*;
    use crate::verbs::built;

    #[test]
    fn own_options_are_taken_from_anywhere() {
        let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
        let mut verb = Command::new("v")
            .arg(flag("json"))
            .arg(flag("strict"))
            .arg(Arg::new("verbose").short('v').action(ArgAction::SetTrue))
            .arg(Arg::new("seen").long("seen").visible_alias("saw"))
            .arg(Arg::new("vs").long("vs").allow_hyphen_values(true))
            .arg(
                Arg::new("layers")
                    .long("layers")
                    .num_args(0..=1)
                    .require_equals(true),
            )
            .arg(Arg::new("result").long("result").num_args(1..));
        verb.build();
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
            ("--saw iops=1 job.fio", "--saw iops=1 -- job.fio"),
            ("--seen --json job.fio", "--seen --json -- job.fio"),
            ("--vs --name=b job.fio", "--vs --name=b -- job.fio"),
            ("--layers job.fio", "--layers -- job.fio"),
            ("--layers=all job.fio", "--layers=all -- job.fio"),
            ("--result a b - --json", "--result a b - --json"),
            ("--name=a -- --json", "-- --name=a --json"),
            ("--rw=read -h", "-h -- --rw=read"),
            ("-v --rw=read -m", "-v -- --rw=read -m"),
            ("sudo -E fio --json --rw=read", "--json -- sudo -E fio --rw=read"),
            // Nearer to ours, nearer to fio's, the beginning of fio's, near to none.
            ("--name=a --strcit", "--strcit -- --name=a"),
            ("--iodpeth=4 --name=a", "-- --iodpeth=4 --name=a"),
            ("--write_bw --name=a", "-- --write_bw --name=a"),
            ("--frobnicate --name=a", "-- --frobnicate --name=a"),
        ] {
            assert_eq!(moved(line), expected, "{line}");
        }
    }

    /// The words with which an option is typed.
    fn spellings(option: &Arg) -> Vec<Vec<String>> {
        let longs = option.get_long_and_visible_aliases().unwrap_or_default();
        let shorts = option.get_short_and_visible_aliases().unwrap_or_default();
        let values = option.get_num_args().unwrap();
        let mut all = Vec::new();
        for name in longs {
            let name = format!("--{name}");
            if values.takes_values() {
                all.push(vec![format!("{name}=VALUE")]);
                if !option.is_require_equals_set() {
                    all.push(vec![name.clone(), "VALUE".to_owned()]);
                }
            }
            if values.min_values() == 0 {
                all.push(vec![name]);
            }
        }
        all.extend(shorts.into_iter().map(|short| vec![format!("-{short}")]));
        all
    }

    #[test]
    fn every_own_option_is_recognised_wherever_it_stands() {
        let cli = built();
        let verbs: Vec<&Command> = cli.get_subcommands().filter(|verb| takes_a_job(verb)).collect();
        let names: Vec<&str> = verbs.iter().map(|verb| verb.get_name()).collect();
        assert_eq!(names, ["run", "explain", "sweep", "try"]);
        let words = |words: &[String]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let fio = ["--name=a", "--size=1m", "--direct=1"].map(str::to_owned);
        let mut count = 0;
        for verb in verbs {
            for typed in verb.get_arguments().flat_map(spellings) {
                for place in 0..=fio.len() {
                    let mut line = fio.to_vec();
                    line.splice(place..place, typed.clone());
                    let expected = [&typed[..], &["--".to_owned()], &fio].concat();
                    assert_eq!(
                        own_first(verb, &words(&line)),
                        words(&expected),
                        "{}: {line:?}",
                        verb.get_name()
                    );
                    count += 1;
                }
            }
        }
        assert!(count > 300, "{count}");
    }

    #[test]
    fn a_word_that_is_not_text_is_named_by_its_bytes() {
        let odd = OsString::from_vec(b"--filename=caf\xe9".to_vec());
        let said = text(std::slice::from_ref(&odd)).unwrap_err().to_string();
        assert!(
            said.starts_with(r"argument --filename=caf\xe9: expected UTF-8"),
            "{said}"
        );
    }
}
