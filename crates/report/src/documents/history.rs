//! What `fiord history --json` prints.

use fiord_host::paths::Stored;
use fiord_record::run::MIXED;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// Runs in the store, the newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct History {
    /// The file.
    pub store: Stored,
    pub runs: Vec<KeptRun>,
}

/// One run, as it was judged when it was stored.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct KeptRun {
    pub id: i64,
    pub name: Option<String>,
    /// Of `--tag`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    pub verb: String,
    pub command: String,
    /// RFC 3339, UTC; `null` of an imported run whose text has no date.
    pub started: Option<String>,
    /// `null` of an imported run whose text has no times.
    pub elapsed_s: Option<u64>,
    /// The first target.
    pub target: Option<String>,
    #[schemars(extend("enum" = ["A", "B", "C", "D"]))]
    pub grade: String,
    pub verdict: String,
    /// Findings of that severity.
    pub wrong: u64,
    pub interrupted: bool,
    /// Workers that failed.
    pub failed: u64,
    /// The study that it belongs to. Without `--runs` or `--study` only its first run is listed.
    pub study: Option<i64>,
    #[serde(default)]
    pub study_name: Option<String>,
    /// How many of its runs are stored.
    #[serde(default)]
    pub study_runs: Option<u64>,
    /// Of a check how many of its runs are stored. Without `--runs` only the first of them is listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_runs: Option<u64>,
    /// Of a run of a survey.
    pub survey: Option<KeptSurvey>,
    /// The kernel that it ran on; `null` where the record does not say.
    #[serde(default)]
    pub kernel: Option<String>,
    #[serde(default)]
    pub host: Option<String>,
    /// What each job did, in fio's words: `randread 4k, iodepth 8, io_uring`.
    #[serde(default)]
    pub jobs: Vec<String>,
    pub results: Vec<KeptResult>,
}

/// A survey in the store, which is a study as well.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct KeptSurvey {
    /// The id of its first run.
    pub first: i64,
    /// How many of its runs are stored.
    pub runs: u64,
}

/// One direction of one job.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct KeptResult {
    pub job: String,
    /// `mixed`: fio counted all directions as one.
    #[schemars(extend("enum" = ["read", "write", "trim", MIXED]))]
    pub direction: String,
    pub iops: f64,
    pub bytes_per_s: f64,
    /// Null where no latency was recorded.
    pub lat_p50_ns: Option<u64>,
    pub lat_p99_ns: Option<u64>,
}

impl Body for History {
    const NAME: &'static str = "history";
    const TITLE: &'static str = "fiord history --json";
}
