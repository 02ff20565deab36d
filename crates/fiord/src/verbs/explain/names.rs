//! `fiord explain NAME`: topics, and the rules of findings.

use std::path::Path;

use anyhow::{Result, bail};
use fiord_fio_cli::copied::is_program;
use fiord_job::nearest::nearest;
use fiord_judge::topics::{self, Explainable, Topic, named};
use fiord_messages::{Lang, explain as messages};
use fiord_report::documents::Document;
use fiord_report::documents::topics::Topics;
use fiord_report::text::topics as page;

use super::args::Args;
use crate::ui::{self, exit};
use crate::verbs::known;

/// Lists all names; the exit code.
pub(super) fn list(args: &Args) -> Result<u8> {
    if let Some(option) = args.of_jobs_alone() {
        let option = &option;
        bail!(messages::OnlyJobs { option }.text(Lang::current()));
    }
    if args.json {
        let all: Vec<Explainable> = topics::all()
            .map(Explainable::Topic)
            .chain(topics::rules().flat_map(rule))
            .collect();
        ui::print(&Document::new(Topics::of(&all)).to_text()?)?;
    } else {
        ui::put(&page::list(args.lang()))?;
    }
    Ok(exit::OK)
}

/// The rule of a name, without the topic that has it too.
fn rule(name: &str) -> Option<Explainable> {
    named(name)
        .into_iter()
        .find(|named| !matches!(named, Explainable::Topic(_)))
}

/// Explains names; `None`: the words are a job.
///
/// # Errors
/// A word is neither a name nor a file.
pub(super) fn explained(args: &Args, words: &[String]) -> Result<Option<u8>> {
    // A stored result: `study:4`.
    if let [word] = words
        && word.contains(':')
    {
        return known::explain(word, args.json);
    }
    if words.iter().any(|word| is_of_job(word)) {
        return Ok(None);
    }
    let mut all: Vec<Explainable> = Vec::new();
    for word in words {
        match named(word) {
            found if found.is_empty() => {
                let known = match words {
                    [word] => known::explain(word, args.json)?,
                    _ => None,
                };
                return known.map_or_else(|| bail!(unknown(word)), |code| Ok(Some(code)));
            }
            found => all.extend(found),
        }
    }
    if let Some(option) = args.of_jobs_alone() {
        let option = &option;
        bail!(messages::OnlyJobs { option }.text(Lang::current()));
    }
    if args.json {
        ui::print(&Document::new(Topics::of(&all)).to_text()?)?;
    } else {
        ui::put(&page::page(&all, args.detail(), args.lang()))?;
    }
    Ok(Some(exit::OK))
}

/// An option, a command, a program, a job file: also one that does not exist, whose name has a dot or a directory as a rule.
fn is_of_job(word: &str) -> bool {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    word.starts_with('-')
        || !word.chars().all(is_name)
        || word == "sudo"
        || is_program(word)
        || Path::new(word).is_file()
}

fn unknown(name: &str) -> String {
    let known = topics::all().flat_map(Topic::names).chain(topics::rules());
    let lang = Lang::current();
    match nearest(name, known) {
        Some(near) => messages::UnknownNameNear {
            name: &name,
            near: &near,
        }
        .text(lang),
        None => messages::UnknownName { name: &name }.text(lang),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    /// What a topic tells a reader to type is a command: of a job, of a study that comes with fiord, or of another verb.
    #[test]
    fn every_command_of_a_topic_parses() {
        for topic in topics::all() {
            let words: Vec<String> = topic.words().skip(1).map(str::to_owned).collect();
            let typed: Vec<OsString> = words.iter().map(OsString::from).collect();
            let parsed = crate::verbs::parse(&typed);
            assert!(
                topic.command.starts_with("fiord ") && parsed.is_ok(),
                "{}",
                topic.command
            );
            match words[0].as_str() {
                "run" => {
                    let own = |word: &&String| ["-v", "--repeat", "6"].contains(&word.as_str());
                    let jobs: Vec<String> = words[1..].iter().filter(|word| !own(word)).cloned().collect();
                    let parsed = fiord_fio_cli::parse(&jobs);
                    assert!(
                        !parsed.failed() && parsed.diagnostics.is_empty(),
                        "{}: {:?}",
                        topic.name,
                        parsed.diagnostics
                    );
                }
                "study" => {
                    let known = fiord_study::builtin::ALL
                        .iter()
                        .any(|study| study.name == words[2]);
                    assert!(known && words[1] == "run", "{}", topic.command);
                }
                verb => assert!(["doctor", "prepare"].contains(&verb), "{}", topic.command),
            }
        }
    }

    /// A word with a dot or a directory is the name of a job file, as fio's words are those of a job.
    #[test]
    fn words_of_jobs_are_no_names() {
        for word in [
            "--name=r",
            "a.fio",
            "jobs/noise",
            "fio",
            "sudo",
            "fio --name=r",
            "-",
        ] {
            assert!(is_of_job(word), "{word}");
        }
        for word in ["noise", "page_cache", "TLC", "pagecahe"] {
            assert!(!is_of_job(word), "{word}");
        }
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest() {
        assert!(
            unknown("pagecahe").contains("`fiord explain page-cache`"),
            "{}",
            unknown("pagecahe")
        );
        assert!(
            unknown("strgaler").contains("straggler"),
            "{}",
            unknown("strgaler")
        );
        assert!(
            unknown("qqqqqqqqqq").contains("--list"),
            "{}",
            unknown("qqqqqqqqqq")
        );
    }
}
