//! What a word on the command line stands for.

use std::path::Path;

use anyhow::{Context, Result, bail};
use fiord_compare::catalogue;
use fiord_compare::result::ComparedResult;

use super::catalogue as entries;
use super::results::{named, of_import, of_rows, of_study};
use crate::keep::StoreArgs;
use crate::verbs::import;

/// Prefixes, for a name that is several things.
const KINDS: [&str; 4] = ["run", "study", "file", "catalogue"];

/// Reads what a word stands for. A name that is several things is refused.
pub(in crate::verbs) fn read(word: &str, store: &StoreArgs) -> Result<ComparedResult> {
    let mut result = found(word, store)?;
    word.clone_into(&mut result.label.name);
    Ok(result)
}

fn found(word: &str, store: &StoreArgs) -> Result<ComparedResult> {
    let prefixed = word
        .split_once(':')
        .filter(|(kind, rest)| KINDS.contains(kind) && !rest.is_empty());
    let (kind, name) = match prefixed {
        Some((kind, rest)) => (Some(kind), rest),
        None => (None, word),
    };
    // Catalogue and files need no store.
    let is_asked = |wanted: &str| kind.is_none_or(|kind| kind == wanted);
    let entry = catalogue::find(name).filter(|_| is_asked("catalogue"));
    let is_file = is_asked("file") && (kind.is_some() || name == "-" || Path::new(name).is_file());
    let opened = if is_asked("run") || is_asked("study") {
        Some(store.read())
    } else {
        None
    };
    let (mut runs, mut study, mut unreadable) = (Vec::new(), None, None);
    match opened {
        Some(Ok(store)) => {
            if is_asked("run") {
                runs = named(&store, name)?;
            }
            // A bare number is the id of a run.
            let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
            if is_asked("study") && (kind.is_some() || !is_number) {
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
                return of_rows(name, &store, &runs);
            }
            if let Some(study) = study {
                return of_study(name, &store, &study);
            }
        }
        Some(Err(error)) => unreadable = Some(error),
        None => {}
    }
    only_one(word, &[("file", is_file), ("catalogue", entry.is_some())])?;
    if let Some(entry) = entry {
        return entries::result(entry);
    }
    if is_file {
        let text = import::read(Path::new(name)).with_context(|| name.to_owned())?;
        let result = of_import(name, &text);
        if result.measurements.is_empty() {
            bail!("{name}: no result is in it that can be compared; `fiord import {name}` shows what is");
        }
        return Ok(result);
    }
    let no_store = unreadable.map_or_else(String::new, |error| format!(" ({error:#})"));
    bail!(
        "{word}: neither a run, a study, a file nor an entry of the catalogue{no_store}; `fiord history` and `fiord compare --list` list them"
    )
}

fn only_one(word: &str, found: &[(&str, bool)]) -> Result<()> {
    let all: Vec<String> = found
        .iter()
        .filter(|(_, is)| *is)
        .map(|(kind, _)| format!("{kind}:{word}"))
        .collect();
    if all.len() > 1 {
        bail!("{word}: there are {}; name one of them so", all.join(" and "));
    }
    Ok(())
}
