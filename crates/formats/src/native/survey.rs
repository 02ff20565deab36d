//! What `fiord survey --json` prints.

use fiord_host::paths::Stored;
use schemars::JsonSchema;
use serde::Serialize;

use super::finding::Finding;
use super::layers::CellLayers;
use super::study::SpokenFinding;
use super::{Body, Document, doctor};

/// A table of real numbers of the disk under a folder.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Survey<'a> {
    /// Id of its study in the store; null: it is not kept.
    pub study: Option<i64>,
    pub path: Stored,
    pub file_bytes: u64,
    /// Whether direct I/O was possible; without it caches take part.
    pub direct: bool,
    pub interrupted: bool,
    /// The machine before the survey.
    pub machine: Document<doctor::Doctor<'a>>,
    pub rows: Vec<SurveyRow>,
    /// Who else used the disk meanwhile; null: nobody, as far as the kernel counts it.
    pub others: Option<SurveyOthers>,
    /// What the points say about each other.
    pub findings: Vec<SpokenFinding<'a>>,
    /// Of a traced run of each point; absent without --layers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<CellLayers>,
}

/// What others moved on the disk while the survey ran.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SurveyOthers {
    /// Runs in which others used the disk, of how many.
    pub runs: usize,
    pub of_runs: usize,
    pub foreign_bytes: u64,
    /// Those that can have done it, the busiest first.
    pub processes: Vec<SurveyNeighbour>,
}

/// A process that can have used the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SurveyNeighbour {
    pub name: String,
    pub pid: u32,
    /// On whatever disk: the kernel counts no further.
    pub moved_bytes: u64,
    /// Whether it had files open on these devices; null: not known.
    pub has_files_here: Option<bool>,
}

/// One point of the survey. Rates and latencies are the medians of the repeats; null: nothing was measured.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SurveyRow {
    pub label: String,
    /// The fio command that was run, of the first repeat.
    pub command: String,
    pub iodepth: u32,
    pub bytes_per_s: Option<f64>,
    pub iops: Option<f64>,
    pub lat_p50_ns: Option<f64>,
    /// Null where too few I/Os of a run lie beyond it.
    pub lat_p99_ns: Option<f64>,
    pub lat_max_ns: Option<f64>,
    pub p99_has_few_samples: bool,
    /// Largest minus smallest rate, of the median.
    pub spread_percent: Option<f64>,
    /// What the repeats show together.
    pub findings: Vec<Finding>,
    /// Bytes that the disk moved per byte asked for; null: no counters.
    pub device_percent: Option<f64>,
    /// Why nothing was measured.
    pub error: Option<String>,
    pub repeats: Vec<Repeat>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "RepeatOfSurvey")]
pub struct Repeat {
    pub bytes_per_s: f64,
    pub iops: f64,
    pub lat_p50_ns: u64,
    /// Null where too few I/Os lie beyond it.
    pub lat_p99_ns: Option<u64>,
    pub lat_max_ns: u64,
    pub ios: u64,
    pub issued_bytes: u64,
    /// What the leaf devices moved in that direction meanwhile; null: no counters.
    pub device_bytes: Option<u64>,
    /// I/Os in flight on average (Little's law).
    pub depth_reached: f64,
}

impl Body for Survey<'_> {
    const NAME: &'static str = "survey";
    const TITLE: &'static str = "fiord survey --json";
}
