//! What `fiord explain --json` prints of jobs, of typed results, and of result files.

use fiord_host::paths::Stored;
use fiord_judge::case::planned::Planned;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::finding::FindingJson;
use super::run::Run;
use super::{Body, Document};

/// What jobs will do; one entry for each command or set of job files.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Explain {
    pub explained: Vec<ExplainedJson>,
}

/// One invocation.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Explained")]
pub struct ExplainedJson {
    pub jobs: Vec<ExplainedJob>,
    /// What the machine shows, whatever the job.
    pub machine: Vec<FindingJson>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ExplainedJob {
    pub name: String,
    /// What it will do.
    pub sentences: Vec<String>,
    pub without_effect: Vec<WithoutEffect>,
    pub planned: PlannedJson,
    pub findings: Vec<FindingJson>,
    /// Null: there is nothing to correct, or no command that would run.
    pub corrected: Option<Corrected>,
    /// Rules that the corrected command still breaks: the target or the machine must change.
    pub left: Vec<String>,
}

/// An option without effect.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct WithoutEffect {
    pub option: String,
    pub because: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Corrected {
    pub command: String,
    pub changes: Vec<String>,
}

/// The forecast; null: unknown, or without limit.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Planned")]
pub struct PlannedJson {
    /// Length of one clone's region.
    pub region_bytes: Option<u64>,
    /// Distinct bytes of target that all clones can touch.
    pub footprint_bytes: Option<u64>,
    /// Those of them that the job comes to. Of a skewed distribution an estimate, on a fast device.
    #[serde(default)]
    pub touched_bytes: Option<u64>,
    /// Bytes that all clones transfer, without those that they read back.
    pub total_bytes: Option<u64>,
    /// Bytes that all clones read back to verify what they wrote.
    #[serde(default)]
    pub read_back_bytes: Option<u64>,
    /// I/Os of all clones.
    pub ios: Option<u64>,
    /// I/Os that can be in flight.
    pub depth: u32,
    pub passes: Option<f64>,
    /// On a fast device.
    pub fast_s: Option<f64>,
    /// On a slow device.
    pub slow_s: Option<f64>,
    pub time_is_certain: bool,
}

/// Typed results, held against the jobs that made them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SeenResults {
    pub seen: Vec<SeenResult>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SeenResult {
    pub job: Option<String>,
    /// What the numbers mean together.
    pub sentences: Vec<String>,
    pub findings: Vec<FindingJson>,
}

/// Result files, judged by the rules after a run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    pub results: Vec<ResultFile>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ResultFile")]
pub struct ResultFile {
    /// Its path; `-` is standard input.
    pub file: Stored,
    /// `fio` or `fiord` (JSON), or the kind of text (docs/import.md).
    pub written_by: String,
    pub run: Document<Run>,
    pub not_judged: Vec<NotJudged>,
    /// What the file does not say.
    pub notes: Vec<String>,
}

/// Rules that the file carries too little for.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NotJudged {
    pub because: String,
    pub rules: Vec<String>,
}

impl Body for Explain {
    const NAME: &'static str = "explain";
    const TITLE: &'static str = "fiord explain --json";
}

impl Body for SeenResults {
    const NAME: &'static str = "seen";
    const TITLE: &'static str = "fiord explain --seen RESULT --json";
}

impl Body for Results {
    const NAME: &'static str = "results";
    const TITLE: &'static str = "fiord explain --result FILE --json";
}

impl PlannedJson {
    pub fn of(planned: &Planned) -> Self {
        Self {
            region_bytes: planned.region_bytes,
            footprint_bytes: planned.footprint_bytes,
            touched_bytes: planned.touched_bytes,
            total_bytes: planned.total_bytes,
            read_back_bytes: planned.read_back_bytes,
            ios: planned.ios,
            depth: planned.depth,
            passes: planned.passes,
            fast_s: planned.seconds.map(|(fast, _)| fast),
            slow_s: planned.seconds.map(|(_, slow)| slow),
            time_is_certain: planned.time_is_certain,
        }
    }
}
