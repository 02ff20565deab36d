//! What `fiord import --json` prints: the runs of texts, and the lines that were not understood.

use fiord_host::paths::Stored;
use fiord_judge::Grade;
use fiord_record::RunRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;
use super::finding::FindingJson;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Imports")]
pub struct Imports {
    pub files: Vec<ImportFile>,
}

/// One text.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ImportFile {
    /// Its path; `-` is standard input.
    pub file: Stored,
    pub lines: u64,
    pub runs: Vec<ReadRun>,
    /// Lines that have one of the runs once more, which is counted once.
    #[serde(default)]
    pub counted_once: Vec<CountedOnce>,
    pub not_understood: Vec<NotUnderstood>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReadRun {
    pub kind: String,
    pub first_line: u64,
    pub last_line: u64,
    pub name: String,
    pub labels: Vec<Label>,
    pub command: Option<String>,
    pub figures: Vec<ReadFigure>,
    #[schemars(with = "String")]
    pub grade: Grade,
    pub verdict: String,
    pub findings: Vec<FindingJson>,
    /// What is not known of it.
    pub notes: Vec<String>,
    /// The run in the store; null: it was not kept.
    pub kept: Option<i64>,
    /// The whole record, for reading it back.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub record: RunRecord,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    pub name: String,
    pub value: String,
}

/// A number of the text; its unit stands last in `what`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReadFigure {
    pub what: String,
    /// The job whose number it is, and its reporting group: a stonewall begins a new one. Null: of the whole run.
    pub job: Option<String>,
    pub group: Option<u32>,
    /// Null: of all directions, or of none.
    pub direction: Option<String>,
    pub low: f64,
    /// The same unless the text gives a range.
    pub high: f64,
    /// How many values stand behind it; null: the text does not say.
    pub samples: Option<u64>,
}

/// Lines with a run that other lines have as well.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CountedOnce {
    pub first_line: u64,
    pub last_line: u64,
    /// Where the run that counts begins.
    pub run_in_line: u64,
    /// snapshot: an earlier state of it; format: its output in another format; copy: the same output again.
    pub why: String,
}

/// Lines that are no result.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NotUnderstood {
    pub first_line: u64,
    pub last_line: u64,
    pub why: String,
    pub begins: String,
}

impl Body for Imports {
    const NAME: &'static str = "import";
    const TITLE: &'static str = "fiord import --json";
}
