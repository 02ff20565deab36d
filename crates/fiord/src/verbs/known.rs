//! What a word names: a verb that does not know it says which one does.

use std::path::Path;

use anyhow::{Error, Result, bail};
use fiord_compare::catalogue;
use fiord_job::options;
use fiord_judge::TrapId;
use fiord_messages::{Lang, known as messages};
use fiord_study::{builtin, check as recipes};

use super::{check, report, study};
use crate::keep::StoreArgs;

/// Shows what a name explains: a recipe, a study, a stored result; `None`: it names none of them, or a file.
///
/// # Errors
/// The store, or standard output.
pub(super) fn explain(word: &str, json: bool) -> Result<Option<u8>> {
    let is_name = !word.is_empty() && !word.starts_with('-') && !word.contains(['=', ' ']);
    if !is_name || Path::new(word).exists() {
        return Ok(None);
    }
    if is_stored(word, &StoreArgs::default()) {
        return report::explain(word, json).map(Some);
    }
    if json {
        return Ok(None);
    }
    if recipes::find(word).is_some() {
        return check::explain(word).map(Some);
    }
    if builtin::find(word).is_some() {
        return study::explain(word).map(Some);
    }
    match sentence(word, &StoreArgs::default()) {
        Some(sentence) => bail!(sentence),
        None => Ok(None),
    }
}

/// What a word is and which verb takes it, instead of an error that only says that the word is unknown.
pub(super) fn instead(word: &str, store: &StoreArgs, error: impl FnOnce() -> Error) -> Error {
    sentence(word, store).map_or_else(error, Error::msg)
}

fn sentence(word: &str, store: &StoreArgs) -> Option<String> {
    let name = &word;
    let lang = Lang::current();
    Some(if TrapId::find(word).is_some() {
        messages::Trap { name }.text(lang)
    } else if recipes::find(word).is_some() {
        messages::Recipe { name }.text(lang)
    } else if builtin::find(word).is_some() {
        messages::Study { name }.text(lang)
    } else if is_stored(word, store) {
        messages::Stored { name }.text(lang)
    } else if catalogue::find(word).is_some() {
        messages::Published { name }.text(lang)
    } else if options::find(word).is_some() {
        messages::Option { name }.text(lang)
    } else if super::is_verb(word) {
        messages::Verb { name }.text(lang)
    } else {
        return None;
    })
}

/// Whether a store that can be read has a result of this name or id.
fn is_stored(word: &str, store: &StoreArgs) -> bool {
    let Ok(store) = store.read() else { return false };
    let name = word
        .split_once(':')
        .filter(|(kind, _)| matches!(*kind, "run" | "study"));
    let has_run = |name| matches!(store.find(name), Ok(Some(_)));
    let has_study = |name| matches!(store.study(name), Ok(Some(_)));
    match name {
        Some(("run", name)) => has_run(name),
        Some((_, name)) => has_study(name),
        // A bare number is the id of a run.
        None => has_run(word) || word.parse::<i64>().is_err() && has_study(word),
    }
}
