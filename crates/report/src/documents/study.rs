//! What `fiord study run|resume|report --json` and `fiord sweep --json` print.

use fiord_host::paths::Stored;
use fiord_messages::Lang;
use fiord_record::hosts::DataSpread;
use fiord_stats::interval::MedianBounds;
use fiord_study::definition::StudyMetric;
use fiord_study::findings::StudyFinding;
use fiord_study::progress::CellState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;
use super::layers::CellLayers;

/// A study as far as it is.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct StudyDocument {
    /// Id in the store; null: nothing is kept.
    pub study: Option<i64>,
    pub name: String,
    pub title: String,
    /// Of the order and of the offsets.
    pub seed: u64,
    /// What is compared: bytes per second, I/Os per second, nanoseconds, a ratio, or bytes.
    pub metric: StudyMetric,
    /// Null: simulated.
    pub target: Option<Stored>,
    /// What was typed.
    pub command: String,
    pub factors: Vec<String>,
    pub cells: Vec<CellJson>,
    pub summaries: Vec<SummaryJson>,
    /// Cells without a number.
    #[serde(default)]
    pub unmeasured: Vec<UnmeasuredJson>,
    pub findings: Vec<SpokenFinding>,
    /// Those of all findings, in words.
    pub caveats: Vec<String>,
    /// The formulas of the closed forms, in words; empty: no cell has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed_forms: Vec<String>,
    /// Tables of reports that the study repeats: numbers of other disks, as facts.
    pub published: Vec<PublishedTable>,
    /// Of a traced run of each cell; absent without --layers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<CellLayers>,
    /// The ranks that measured it together; absent where it is of one machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hosts: Option<HostsOfStudy>,
}

/// Ranks that measured a study together: rates are of all of them while all were at work, percentiles of all their I/Os.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HostsOfStudy {
    /// The host of each rank.
    pub hosts: Vec<String>,
    /// How they divided the data.
    #[schemars(with = "String", extend("enum" = DataSpread::ALL.map(DataSpread::name)))]
    pub spread: DataSpread,
}

/// One combination of levels.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CellOfStudy")]
pub struct CellJson {
    /// From 0.
    pub cell: u32,
    pub label: String,
    /// Of each factor.
    pub levels: Vec<String>,
    /// fio's arguments.
    pub command: Vec<String>,
}

/// One direction of one job of one cell over all blocks.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SummaryOfCell")]
pub struct SummaryJson {
    pub cell: u32,
    pub job: String,
    pub direction: String,
    pub values: Vec<BlockValue>,
    pub median: f64,
    /// Null below six runs.
    pub interval: Option<MedianBounds>,
    /// What theory says of the simulated drive, where a formula is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_form: Option<f64>,
    /// Less precise than the study asks for, as far as it ran.
    #[serde(default)]
    pub wide: bool,
    /// Changed with the order of its runs.
    pub drift: bool,
    /// The levels of a cell that came in two; null: it did not.
    pub two_states: Option<[f64; 2]>,
    #[schemars(with = "String", extend("enum" = ["open", "enough", "most-runs", "failed"]))]
    pub state: CellState,
    /// Ids of the runs that count.
    pub runs: Vec<i64>,
    /// Those of them with grade D.
    pub wrong: Vec<i64>,
    /// Those with grade D that do not count, because the others are enough.
    pub left_out: Vec<i64>,
}

/// A cell that has no summary.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "UnmeasuredCell")]
pub struct UnmeasuredJson {
    pub cell: u32,
    /// In words.
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct BlockValue {
    pub block: u32,
    pub value: f64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FindingOfStudy")]
pub struct SpokenFinding {
    /// The claim in words.
    pub sentence: String,
    #[serde(flatten)]
    pub finding: StudyFinding,
}

impl SpokenFinding {
    pub fn of(finding: &StudyFinding, lang: Lang) -> Self {
        Self {
            sentence: finding.sentence(lang),
            finding: finding.clone(),
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PublishedTable {
    pub report: String,
    /// First and last line in the report.
    pub lines: [u32; 2],
    pub rows: Vec<PublishedCell>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PublishedCell {
    pub cell: u32,
    pub line: u32,
    pub bytes_per_s: f64,
}

impl Body for StudyDocument {
    const NAME: &'static str = "study";
    const TITLE: &'static str = "fiord study run, resume, report --json and fiord sweep --json";
}
