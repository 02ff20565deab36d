//! Reads a run back from its document.
//!
//! The record in it is complete, so it is judged as it was when it was written.

use std::fmt;

use fiord_record::{RunRecord, json};
use serde::Deserialize;
use serde::de::Error;
use serde_json::Value;

use super::{Body, repeats, run};

/// Why a document of fiord is not read.
#[derive(Debug)]
pub enum ReadError {
    /// It is another document than the one of a run.
    Other(String),
    /// Its schema is newer than this program.
    Newer(u64),
    /// It lacks what its schema has.
    Broken(serde_json::Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Other(name) if name == repeats::RepeatedRuns::NAME => {
                f.write_str("the document of several runs; expected one of the documents under its `runs`")
            }
            ReadError::Other(name) => {
                write!(
                    f,
                    "fiord's document `{name}`; expected the document of a run (`fiord run --json`)"
                )
            }
            ReadError::Newer(version) => write!(
                f,
                "version {version} of the document of a run, written by a newer fiord; this one reads version {}",
                run::Run::VERSION
            ),
            ReadError::Broken(error) => write!(f, "not a whole document of a run: {error}"),
        }
    }
}

impl std::error::Error for ReadError {}

#[derive(Deserialize)]
struct Envelope {
    document: String,
    version: u64,
}

/// The run in a document of fiord; `None`: the text is not a document of fiord.
///
/// # Errors
/// It is a document of fiord, but not one of a run that this version can read.
pub fn run(text: &str) -> Option<Result<RunRecord, ReadError>> {
    document(serde_json::from_str(text).ok()?)
}

/// As [`run`], of a document that was parsed.
///
/// # Errors
/// As [`run`].
pub fn document(mut whole: Value) -> Option<Result<RunRecord, ReadError>> {
    let fiord = whole.get_mut("fiord").map(Value::take)?;
    let fiord: Envelope = json::from_value(fiord).ok()?;
    Some(match fiord {
        Envelope { document, .. } if document != run::Run::NAME => Err(ReadError::Other(document)),
        Envelope { version, .. } if version != u64::from(run::Run::VERSION) => Err(ReadError::Newer(version)),
        _ => match whole.get_mut("record").map(Value::take) {
            Some(record) => RunRecord::from_json(record).map_err(ReadError::Broken),
            None => Err(ReadError::Broken(serde_json::Error::missing_field("record"))),
        },
    })
}
