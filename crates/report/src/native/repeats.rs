//! What `fiord run --repeat N --json` prints: the runs together, and the document of each.

use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::case::Case;
use fiord_stats::interval::median;
use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::MedianBounds;
use super::check::Assertion;
use super::finding::JobFinding;
use super::run::{self, Run};
use super::{Body, Document};
use crate::repeats::{Repeated, Series};

/// Several runs of one plan.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RepeatedRuns<'a> {
    /// Who measured, as fio's formats show it.
    pub version: Option<&'a str>,
    /// How many runs were asked for; fewer were made where one failed or was interrupted.
    pub asked_runs: usize,
    /// The worst of the runs' grades, and no better than C where the runs disagree.
    #[schemars(extend("enum" = ["A", "B", "C", "D"]))]
    pub grade: &'static str,
    pub reason: String,
    /// What only the runs together show.
    pub findings: Vec<JobFinding>,
    pub summary: Vec<DirectionSummary>,
    /// What was asked with --assert; absent without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    pub runs: Vec<Document<Run<'a>>>,
}

/// One direction of one job over all runs, in their order. Runs in which nothing moved count as 0.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DirectionSummary {
    pub job: Option<String>,
    #[schemars(extend("enum" = Ddir::ALL.map(Ddir::name)))]
    pub direction: &'static str,
    pub iops: Vec<f64>,
    pub bytes_per_s: Vec<f64>,
    /// Null where no latency was recorded.
    pub lat_p50_ns: Vec<Option<u64>>,
    pub lat_p99_ns: Vec<Option<u64>>,
    pub iops_median: Option<f64>,
    /// The exact interval of the median; null below six runs.
    pub iops_interval: Option<MedianBounds>,
    /// Largest minus smallest rate, of the median.
    pub spread_percent: f64,
}

impl Body for RepeatedRuns<'_> {
    const NAME: &'static str = "repeats";
    const TITLE: &'static str = "fiord run --repeat N --json and --evidence";
}

/// The document of several runs.
pub fn document<'a>(repeated: &Repeated<'a>) -> Document<RepeatedRuns<'a>> {
    let runs = repeated.runs();
    let last = runs.last().map(|run| &run.record);
    let findings = last.map(|record| {
        let findings = repeated.findings().iter();
        findings.map(|finding| JobFinding::of(finding, record)).collect()
    });
    Document::new(RepeatedRuns {
        version: last.map(|record| record.version.as_str()),
        asked_runs: repeated.asked(),
        grade: repeated.grade().name(),
        reason: repeated.reason(),
        findings: findings.unwrap_or_default(),
        summary: repeated
            .series()
            .iter()
            .map(|series| DirectionSummary::of(series, repeated.plan()))
            .collect(),
        assertions: Vec::new(),
        runs: runs
            .iter()
            .map(|run| run::document(&Case::of(&run.record), &run.verdict))
            .collect(),
    })
}

impl DirectionSummary {
    fn of(series: &Series, plan: Option<&RunPlan>) -> Self {
        let job = plan.and_then(|plan| plan.jobs.get(series.job));
        Self {
            job: job.map(|job| job.name.clone()),
            direction: series.ddir.name(),
            iops: series.iops.clone(),
            bytes_per_s: series.bytes_per_s.clone(),
            lat_p50_ns: series.p50_ns.clone(),
            lat_p99_ns: series.p99_ns.clone(),
            iops_median: median(&series.iops),
            iops_interval: series.interval().map(|interval| MedianBounds {
                low: interval.low,
                high: interval.high,
                level: interval.level,
            }),
            spread_percent: series.spread_percent(),
        }
    }
}
