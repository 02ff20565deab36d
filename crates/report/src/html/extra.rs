//! What a page has besides its document.

use fiord_host::Machine;
use fiord_messages::Lang;
use fiord_stats::simulated::FlashCounters;

/// What is on a page and not in the document.
#[derive(Debug, Clone, Default)]
pub struct PageExtra {
    /// The language of the page's own words.
    pub lang: Lang,
    /// Tables as CSV, each with its name.
    pub csv: Vec<(String, String)>,
    /// The command that shows the result again.
    pub again: String,
    /// Of a study: the machine before its first run.
    pub machine: Option<Machine>,
    /// Of a study: its runs as the store has them.
    pub runs: Vec<PageRun>,
    /// Of a study of simulated flash: a cell, and the drive after its first run.
    pub drive: Option<(String, Box<FlashCounters>)>,
    /// Of a comparison: the latencies of the results, workload by workload.
    pub distributions: Vec<PageDistribution>,
    /// Whether `fiord serve` shows it: then it links to other pages of the store.
    pub is_served: bool,
}

/// The latencies of all results that have a workload.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageDistribution {
    pub workload: String,
    /// Each result with its histogram: upper edges of classes in nanoseconds, rising, and I/Os.
    pub results: Vec<(String, Vec<(u64, u64)>)>,
}

/// A run of a study.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageRun {
    pub id: i64,
    pub cell: u32,
    pub block: u32,
    pub grade: String,
    /// Empty: unknown.
    pub started: String,
    pub findings: Vec<PageFinding>,
    pub results: Vec<PageResult>,
}

/// A finding of a run, as it was stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageFinding {
    pub trap: String,
    pub severity: String,
}

/// One direction of one job.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageResult {
    pub job: String,
    pub direction: String,
    pub iops: f64,
    pub bytes_per_s: f64,
    pub lat_p50_ns: Option<f64>,
    pub lat_p99_ns: Option<f64>,
}
