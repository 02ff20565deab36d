//! What the tests of the grammar share: a world made of a few texts, and a shell's way of cutting a line into words.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

use fiord_job::diagnostic::Level;
use fiord_job::expand::Keywords;
use fiord_job::invocation::{Parsed, parse};
use fiord_job::surroundings::Surroundings;
use fiord_messages::Lang;

/// The machine of these tests.
pub const MACHINE: Keywords = Keywords {
    ncpus: 2,
    page_size: 4096,
    memory_mb: 16_000,
};

/// Reads a command line in a world that has these files and variables.
pub fn read(line: &str, files: &[(&str, &str)], env: &[(&str, &str)]) -> Parsed {
    read_words(&words(line), files, env)
}

/// The same for words that are already cut.
pub fn read_words(args: &[String], files: &[(&str, &str)], env: &[(&str, &str)]) -> Parsed {
    let find = |list: &[(&str, &str)], name: &str| {
        list.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| (*text).to_owned())
    };
    let world = Surroundings {
        file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
        read: &|path| {
            find(files, path)
                .ok_or_else(|| fiord_messages::Sentence::from(&std::io::Error::from_raw_os_error(2)))
        },
        env: &|name| find(env, name),
        cpus: MACHINE.ncpus,
        machine: MACHINE,
    };
    parse(args, &world)
}

/// One job file as the only argument.
pub fn read_file(text: &str) -> Parsed {
    read("j.fio", &[("j.fio", text)], &[])
}

/// The messages of all errors.
pub fn errors(parsed: &Parsed) -> Vec<String> {
    of_level(parsed, Level::Error)
}

/// The messages of all warnings.
pub fn warnings(parsed: &Parsed) -> Vec<String> {
    of_level(parsed, Level::Warning)
}

fn of_level(parsed: &Parsed, level: Level) -> Vec<String> {
    let wanted = parsed
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.level == level);
    wanted
        .map(|diagnostic| diagnostic.message.text(Lang::En).to_owned())
        .collect()
}

/// Every job as `name: global=value … | own=value …`.
pub fn jobs(parsed: &Parsed) -> Vec<String> {
    let show = |options: &[fiord_job::raw::RawOption]| {
        let one = |option: &fiord_job::raw::RawOption| match &option.value {
            Some(value) => format!("{}={value}", option.spec.name),
            None => option.spec.name.to_owned(),
        };
        options
            .iter()
            .filter(|option| option.spec.name != "name")
            .map(one)
            .collect::<Vec<_>>()
            .join(" ")
    };
    parsed
        .jobs
        .iter()
        .map(|job| {
            format!(
                "{}{}: {} | {}",
                if job.begins_file { "+" } else { "" },
                job.name,
                show(&job.globals),
                show(&job.own)
            )
        })
        .collect()
}

/// A line cut into words as a shell does: blanks separate, quotes keep together.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// 230 published commands (docs/studies.md has the links), without the word `fio`.
pub fn published_commands() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    include_str!("../../data/published-commands.txt")
        .lines()
        .map(|line| {
            let (place, command) = line.split_once('\t').expect("place, tab, command");
            (
                place,
                words(command.strip_prefix("fio ").expect("a command of fio")),
            )
        })
}
