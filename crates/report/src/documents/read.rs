//! Reads runs back from documents.
//!
//! The record of a run is complete, so it is judged as it was when it was written; nothing else of the document is read.

use std::fmt;

use fiord_messages::{Lang, report as messages};
use fiord_record::RunRecord;
use serde::Deserialize;
use serde_json::Value;

use super::Body;
use super::envelope::Kind;
use super::import::Imports;
use super::ladder::LadderDocument;
use super::repeats::RepeatedRuns;
use super::run::Run;

/// Why a document of fiord is not read.
#[derive(Debug)]
pub enum ReadError {
    /// It is another document than the one of a run.
    Other(String),
    /// Its schema is newer than this program.
    Newer(u32),
    /// It lacks what its schema has.
    Broken(serde_json::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lang = Lang::current();
        f.write_str(&match self {
            ReadError::Other(name) if name == RepeatedRuns::NAME => messages::repeated_runs(lang).to_owned(),
            ReadError::Other(document) => messages::OtherDocument { document }.text(lang),
            ReadError::Newer(version) => messages::NewerDocument {
                version,
                document: &Run::NAME,
                supported: &Run::VERSION,
            }
            .text(lang),
            ReadError::Broken(error) => messages::IncompleteDocument { error }.text(lang),
        })
    }
}

impl std::error::Error for ReadError {}

#[derive(Deserialize)]
struct Recorded {
    record: RunRecord,
}

#[derive(Deserialize)]
struct RecordedRuns {
    runs: Vec<Recorded>,
}

#[derive(Deserialize)]
struct RecordedFiles {
    files: Vec<RecordedRuns>,
}

/// The run in a document of fiord; `None`: the text is not a document of fiord.
///
/// # Errors
/// It is a document of fiord, but not one of a run that this version can read.
pub fn run(text: &str) -> Option<Result<RunRecord, ReadError>> {
    let whole: Value = serde_json::from_str(text).ok()?;
    Kind::of(&whole).map(|kind| record(kind, whole))
}

/// The runs in a document of fiord: one, several, or those of imported texts; `None`: the value is not a document of fiord.
///
/// # Errors
/// As [`run`].
pub fn runs(whole: Value) -> Option<Result<Vec<RunRecord>, ReadError>> {
    let records = |runs: Vec<Recorded>| runs.into_iter().map(|run| run.record).collect();
    let kind = Kind::of(&whole)?;
    Some(match kind.document.as_str() {
        RepeatedRuns::NAME => RecordedRuns::deserialize(whole)
            .map(|several| records(several.runs))
            .map_err(ReadError::Broken),
        Imports::NAME => RecordedFiles::deserialize(whole)
            .map(|imports| records(imports.files.into_iter().flat_map(|file| file.runs).collect()))
            .map_err(ReadError::Broken),
        _ => record(kind, whole).map(|record| vec![record]),
    })
}

fn record(kind: Kind, whole: Value) -> Result<RunRecord, ReadError> {
    match kind {
        Kind { document, .. } if document != Run::NAME && document != LadderDocument::NAME => {
            Err(ReadError::Other(document))
        }
        Kind { version, .. } if version != Run::VERSION => Err(ReadError::Newer(version)),
        _ => Recorded::deserialize(whole)
            .map(|run| run.record)
            .map_err(ReadError::Broken),
    }
}
