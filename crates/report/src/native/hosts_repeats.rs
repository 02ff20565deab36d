//! What `fiord run --hosts --repeat N --json` prints: each window's rates over all runs, and the document of each run.

use fiord_job::plan::Ddir;
use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::MedianBounds;
use super::check::Assertion;
use super::finding::JobFinding;
use super::hosts::{self, ManyHosts};
use super::run::GRADES;
use super::{Body, Document};
use crate::hosts::repeats::{HostsSeries, JudgedHosts, RepeatedHosts, RunNumbers};

/// Several runs of one plan over many hosts.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RepeatedManyHosts<'a> {
    /// Who measured, as fio's formats show it; null where no run is whole.
    pub version: Option<String>,
    /// How many runs were asked for; fewer were made where a rank was lost, one failed, or a signal came.
    pub asked_runs: usize,
    /// The worst of the runs' grades, and no better than C where the runs disagree. Where no run is whole, that of `cut_short`.
    #[schemars(extend("enum" = GRADES))]
    pub grade: &'static str,
    pub reason: String,
    /// What only the runs together show.
    pub findings: Vec<JobFinding>,
    pub summary: Vec<DirectionOfHosts>,
    /// What was asked with --assert; absent without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    /// The whole runs, in their order.
    pub runs: Vec<Document<ManyHosts<'a>>>,
    /// The run that was ended by a lost rank or a signal, which is in no number above; null: there is none.
    pub cut_short: Option<Document<ManyHosts<'a>>>,
}

/// One direction of one job over all ranks, and over all runs in their order.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DirectionOfHosts {
    pub job: Option<String>,
    #[schemars(extend("enum" = Ddir::ALL.map(Ddir::name)))]
    pub direction: &'static str,
    /// From the last start to the first end.
    pub all_at_work: WindowOfRuns,
    /// From the first start to the first end.
    pub to_the_first_done: WindowOfRuns,
    /// From the first start to the last end.
    pub to_the_last_done: WindowOfRuns,
    /// Of the histograms of all ranks added up.
    pub lat_p50_ns: NumberOfRuns,
    pub lat_p99_ns: NumberOfRuns,
}

/// The rates of one window.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WindowOfRuns {
    pub iops: NumberOfRuns,
    pub bytes_per_s: NumberOfRuns,
}

/// A number that each run has once.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NumberOfRuns {
    /// Null in runs that do not have it: a rate over less than a second, a latency that was not recorded.
    pub of_runs: Vec<Option<f64>>,
    /// Of the runs that have it.
    pub mean: Option<f64>,
    pub median: Option<f64>,
    /// The exact interval of the median; null below six runs.
    pub interval: Option<MedianBounds>,
    /// Largest minus smallest, of the median; null below two runs.
    pub spread_percent: Option<f64>,
}

impl Body for RepeatedManyHosts<'_> {
    const NAME: &'static str = "hosts-repeats";
    const TITLE: &'static str = "fiord run --hosts --repeat N --json";
}

/// The document of several runs.
pub fn document<'a>(repeated: &RepeatedHosts<'a>) -> Document<RepeatedManyHosts<'a>> {
    let last = repeated.last();
    let of = |run: &'a JudgedHosts<'a>| hosts::document(&run.view, run.merged.as_ref(), &run.found);
    let findings = repeated.findings().iter();
    Document::new(RepeatedManyHosts {
        version: last.map(|record| record.version.clone()),
        asked_runs: repeated.asked(),
        grade: repeated.grade().name(),
        reason: repeated.reason(),
        findings: findings
            .filter_map(|finding| Some(JobFinding::of(finding, last?)))
            .collect(),
        summary: repeated
            .series()
            .iter()
            .map(|series| DirectionOfHosts::of(series, repeated))
            .collect(),
        assertions: Vec::new(),
        runs: repeated.runs().iter().map(of).collect(),
        cut_short: repeated.cut().map(of),
    })
}

impl DirectionOfHosts {
    fn of(series: &HostsSeries, repeated: &RepeatedHosts<'_>) -> Self {
        let job = repeated.plan().and_then(|plan| plan.jobs.get(series.job));
        let window = |at: usize| WindowOfRuns {
            iops: NumberOfRuns::of(&series.iops[at]),
            bytes_per_s: NumberOfRuns::of(&series.bytes_per_s[at]),
        };
        Self {
            job: job.map(|job| job.name.clone()),
            direction: series.ddir.name(),
            all_at_work: window(0),
            to_the_first_done: window(1),
            to_the_last_done: window(2),
            lat_p50_ns: NumberOfRuns::of(&series.p50_ns),
            lat_p99_ns: NumberOfRuns::of(&series.p99_ns),
        }
    }
}

impl NumberOfRuns {
    fn of(numbers: &RunNumbers) -> Self {
        Self {
            of_runs: numbers.0.clone(),
            mean: numbers.mean(),
            median: numbers.median(),
            interval: numbers.interval().map(|interval| MedianBounds {
                low: interval.low,
                high: interval.high,
                level: interval.level,
            }),
            spread_percent: numbers.spread_percent(),
        }
    }
}
