//! What a word on the command line stands for.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use fiord_compare::catalogue;
use fiord_compare::result::ComparedResult;
use fiord_messages::{Lang, compare as messages};
use fiord_record::run::RunRecord;
use fiord_store::{RunRow, Store, StudyRow};

use super::catalogue as entries;
use super::results::{named, of_import, of_rows, of_study, of_study_rows};
use crate::keep::StoreArgs;
use crate::verbs::{import, known};

/// Prefixes, for a name that is several things.
const KINDS: [&str; 4] = ["run", "study", "file", "catalogue"];

/// Reads what a word stands for. A name that is several things is refused.
pub(in crate::verbs) fn read(word: &str, store: &StoreArgs, lang: Lang) -> Result<ComparedResult> {
    let mut result = found(word, store, lang)?;
    word.clone_into(&mut result.label.name);
    Ok(result)
}

/// The kind that a prefix names, and the name.
fn split(word: &str) -> (Option<&str>, &str) {
    let prefixed = word
        .split_once(':')
        .filter(|(kind, rest)| KINDS.contains(kind) && !rest.is_empty());
    prefixed.map_or((None, word), |(kind, rest)| (Some(kind), rest))
}

/// The study that a word stands for.
pub(super) fn study(word: &str, store: &Store) -> Result<Option<StudyRow>> {
    let (kind, name) = split(word);
    let of_runs = match kind {
        Some("study") => None,
        _ => named(store, name)?.1,
    };
    match of_runs {
        Some(study) => Ok(Some(study)),
        None => Ok(store.study(name)?),
    }
}

/// The runs that a name or id stands for in the store, the oldest first.
pub(in crate::verbs) fn runs_of(word: &str, store: &Store) -> Result<Vec<RunRow>> {
    let (kind, name) = split(word);
    if kind != Some("study") {
        let (runs, _) = named(store, name)?;
        if !runs.is_empty() {
            return Ok(runs);
        }
    }
    match study(word, store)? {
        Some(study) => of_study_rows(store, &study),
        None => Ok(Vec::new()),
    }
}

fn found(word: &str, at: &StoreArgs, lang: Lang) -> Result<ComparedResult> {
    let (kind, name) = split(word);
    // Catalogue and files need no store.
    let is_asked = |wanted: &str| kind.is_none_or(|kind| kind == wanted);
    let entry = catalogue::find(name).filter(|_| is_asked("catalogue"));
    // Of a text with results of two paths to one storage, those of one: `links.md@10.88.88.16`.
    let is_there = |name: &str| name == "-" || Path::new(name).is_file();
    let (name, only) = match name.rsplit_once('@') {
        Some((file, only)) if is_asked("file") && !is_there(name) && is_there(file) => (file, Some(only)),
        _ => (name, None),
    };
    let is_file = is_asked("file") && (kind.is_some() || name == "-" || Path::new(name).is_file());
    let opened = if is_asked("run") || is_asked("study") {
        Some(at.read())
    } else {
        None
    };
    let (mut runs, mut study, mut unreadable) = (Vec::new(), None, None);
    match opened {
        Some(Ok(store)) => {
            if is_asked("run") {
                (runs, study) = named(&store, name)?;
            }
            // A bare number is the id of a run.
            let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
            if is_asked("study") && study.is_none() && (kind.is_some() || !is_number) {
                study = store.study(name)?;
            }
            let all = [
                ("run", !runs.is_empty()),
                ("study", study.is_some()),
                ("file", is_file),
                ("catalogue", entry.is_some()),
            ];
            only_one(word, &all)?;
            if !runs.is_empty() {
                return of_rows(name, &store, &runs, lang);
            }
            if let Some(study) = study {
                return of_study(name, &store, &study, lang);
            }
        }
        Some(Err(error)) => unreadable = Some(error),
        None => {}
    }
    only_one(word, &[("file", is_file), ("catalogue", entry.is_some())])?;
    if let Some(entry) = entry {
        return entries::result(entry, lang);
    }
    if is_file {
        let mut text = import::read(Path::new(name)).with_context(|| name.to_owned())?;
        if let Some(only) = only {
            text.runs.retain(|run| is_of(&run.record, only));
        }
        let result = of_import(name, &text, lang);
        if result.measurements.is_empty() {
            bail!(messages::NothingInFile { file: &name }.text(Lang::current()));
        }
        return Ok(result);
    }
    let error = || {
        anyhow!(match unreadable {
            Some(error) => messages::NoSuchResultNoStore {
                name: &word,
                problem: &format!("{error:#}"),
            }
            .text(Lang::current()),
            None => messages::NoSuchResult { name: &word }.text(Lang::current()),
        })
    };
    Err(known::instead(word, at, error))
}

/// Whether the name or the command of an imported run has a text.
fn is_of(record: &RunRecord, text: &str) -> bool {
    record.context.import.as_ref().is_some_and(|import| {
        let command = import.command.as_deref().unwrap_or_default();
        import.name.contains(text) || command.contains(text)
    })
}

fn only_one(word: &str, found: &[(&str, bool)]) -> Result<()> {
    let all: Vec<String> = found
        .iter()
        .filter(|(_, is)| *is)
        .map(|(kind, _)| format!("{kind}:{word}"))
        .collect();
    if all.len() > 1 {
        let choices = &all.join(", ");
        bail!(messages::AmbiguousName { name: &word, choices }.text(Lang::current()));
    }
    Ok(())
}
