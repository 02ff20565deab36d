//! What `fiord run --repeat N --json` prints: the runs together, and the document of each.
//!
//! The sample is the run: nothing here looks at the seconds inside one.

use crate::documents::check::Assertion;
use crate::documents::finding::JobFinding;
use crate::documents::run::{self, GRADES, Run};
use crate::documents::{Body, Document};
use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::case::{Case, When};
use fiord_judge::verdict::{Grade, Verdict};
use fiord_judge::{Finding, TrapId, judge_one};
use fiord_record::number::plural;
use fiord_record::run::Repeats;
use fiord_record::run::RunRecord;
use fiord_stats::Latency;
use fiord_stats::interval::{Interval, MedianBounds, median, median_interval};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Level of the intervals.
pub(crate) const LEVEL: f64 = 0.95;
/// Runs below which the median has no interval of that level: 1 − 2 · 0.5⁶ is 96.9 %, and with five 93.8 %.
pub(crate) const LEAST_RUNS: usize = 6;

/// One run, judged by itself.
#[derive(Debug)]
pub struct JudgedRun {
    /// What it left behind.
    pub record: RunRecord,
    /// What it measured.
    pub verdict: Verdict,
}

/// One direction of one job over all runs, in their order. Runs in which nothing moved count as 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Index of the job in the plan.
    pub job: usize,
    /// The direction.
    pub ddir: Ddir,
    /// I/Os per second.
    pub iops: Vec<f64>,
    /// Bytes per second.
    pub bytes_per_s: Vec<f64>,
    /// Median latency in nanoseconds; none where no latency was recorded.
    pub p50_ns: Vec<Option<u64>>,
    /// 99th percentile in nanoseconds, likewise.
    pub p99_ns: Vec<Option<u64>>,
}

/// All runs together.
#[derive(Debug)]
pub struct Repeated<'a> {
    pub runs: &'a [JudgedRun],
    pub asked: usize,
    pub series: Vec<Series>,
    pub findings: Vec<Finding>,
}

/// The numbers of every run by job and direction; directions that never moved data are left out.
pub fn series(records: &[&RunRecord]) -> Vec<Series> {
    let runs: Vec<Case<'_>> = records.iter().map(|record| Case::of(record)).collect();
    let jobs = runs
        .iter()
        .map(|run| run.record.plan.jobs.len())
        .max()
        .unwrap_or(0);
    let mut out = Vec::new();
    for (job, ddir) in (0..jobs).flat_map(|job| Ddir::ALL.map(|ddir| (job, ddir))) {
        let mut one = Series {
            job,
            ddir,
            iops: Vec::new(),
            bytes_per_s: Vec::new(),
            p50_ns: Vec::new(),
            p99_ns: Vec::new(),
        };
        for run in &runs {
            let stats = run
                .jobs
                .iter()
                .find(|ran| ran.index == job)
                .map(|ran| ran.ddir(ddir));
            let seconds = stats.map_or(0.0, |stats| stats.runtime_ns as f64 / 1e9);
            let rate = |count: u64| {
                if seconds > 0.0 {
                    count as f64 / seconds
                } else {
                    0.0
                }
            };
            let percentile = |percent| stats.and_then(|stats| of_latency(&stats.lat, &stats.clat, percent));
            one.iops.push(rate(stats.map_or(0, |stats| stats.ios)));
            one.bytes_per_s.push(rate(stats.map_or(0, |stats| stats.bytes)));
            one.p50_ns.push(percentile(50.0));
            one.p99_ns.push(percentile(99.0));
        }
        if one.iops.iter().any(|iops| *iops > 0.0) {
            out.push(one);
        }
    }
    out
}

/// A percentile of the whole latency, or of the completion latency where that is all there is.
fn of_latency(lat: &Latency, clat: &Latency, percent: f64) -> Option<u64> {
    let latency = if lat.moments.count > 0 { lat } else { clat };
    (latency.moments.count > 0).then(|| latency.histogram.percentile(percent, latency.moments.max))
}

/// The rates of every run as the rule `noise` takes them, in the order of the runs.
pub fn rates(records: &[&RunRecord]) -> Vec<Repeats> {
    let of = |series: Series| Repeats {
        job: series.job,
        ddir: series.ddir,
        iops: series.iops,
    };
    series(records).into_iter().map(of).collect()
}

/// What the rule `noise` says of the runs.
pub fn noise(records: &[&RunRecord]) -> Vec<Finding> {
    let Some(last) = records.last() else {
        return Vec::new();
    };
    let mut record = (*last).clone();
    record.context.repeats = rates(records);
    judge_one(TrapId::Noise, When::Run, &Case::of(&record))
}

impl Series {
    /// The median rate in I/Os per second with its 95 % interval. None below six runs.
    pub fn interval(&self) -> Option<Interval> {
        median_interval(&self.iops, LEVEL)
    }

    pub(crate) fn ends(&self) -> (f64, f64) {
        let least = self.iops.iter().copied().fold(f64::INFINITY, f64::min);
        (least, self.iops.iter().copied().fold(0.0, f64::max))
    }

    /// Largest minus smallest rate, in percent of the median.
    pub fn spread_percent(&self) -> f64 {
        let (least, most) = self.ends();
        match median(&self.iops) {
            Some(middle) if middle > 0.0 => (most - least) / middle * 100.0,
            _ => 0.0,
        }
    }
}

impl<'a> Repeated<'a> {
    /// The runs in their order, of so many that were asked for. None of no runs.
    pub fn of(runs: &'a [JudgedRun], asked: usize) -> Option<Self> {
        runs.first()?;
        let records: Vec<&RunRecord> = runs.iter().map(|run| &run.record).collect();
        Some(Self {
            runs,
            asked,
            series: series(&records),
            findings: noise(&records),
        })
    }

    /// The plan of all runs.
    pub fn plan(&self) -> Option<&'a RunPlan> {
        self.runs.first().map(|run| &run.record.plan)
    }

    /// The worst of the runs' grades, and no better than C where the runs disagree.
    pub fn grade(&self) -> Grade {
        let worst = self.runs.iter().map(|run| run.verdict.grade).max();
        let noisy = self.findings.first().map(|_| Grade::C);
        worst.max(noisy).unwrap_or(Grade::D)
    }

    /// Why it is that grade.
    pub fn reason(&self) -> String {
        let grade = self.grade();
        let noisy = self.findings.first().map(|_| TrapId::Noise.name().to_owned());
        let worst = self.runs.iter().filter(|run| run.verdict.grade == grade);
        let count = worst.clone().count();
        let of_runs = worst
            .map(|run| fiord_judge::words::verdict::reason(&run.verdict.reason))
            .next();
        match (grade, of_runs) {
            (Grade::A | Grade::B, _) => format!(
                "every check passed in {}; A takes ten on two days",
                plural(self.runs.len() as u64, "run")
            ),
            (Grade::C, None) => TrapId::Noise.name().to_owned(),
            (_, Some(reason)) => {
                let share = format!("{reason} in {count} of {}", plural(self.runs.len() as u64, "run"));
                noisy.map_or(share.clone(), |noise| format!("{noise}; {share}"))
            }
            (_, None) => "nothing was done".to_owned(),
        }
    }
}

/// Several runs of one plan.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RepeatedRuns {
    /// Who measured, as fio's formats show it.
    pub version: Option<String>,
    /// How many runs were asked for; fewer were made where one failed or was interrupted.
    pub asked_runs: usize,
    /// The worst of the runs' grades, and no better than C where the runs disagree.
    #[schemars(with = "String", extend("enum" = GRADES))]
    pub grade: Grade,
    pub reason: String,
    /// What only the runs together show.
    pub findings: Vec<JobFinding>,
    pub summary: Vec<DirectionSummary>,
    /// What was asked with --assert; absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    pub runs: Vec<Document<Run>>,
}

/// One direction of one job over all runs, in their order. Runs in which nothing moved count as 0.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DirectionSummary {
    pub job: Option<String>,
    #[schemars(extend("enum" = Ddir::ALL.map(Ddir::name)))]
    pub direction: String,
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

impl Body for RepeatedRuns {
    const NAME: &'static str = "repeats";
    const TITLE: &'static str = "fiord run --repeat N --json and --evidence";
}

/// The document of several runs.
pub fn document(repeated: &Repeated<'_>) -> Document<RepeatedRuns> {
    let runs = repeated.runs;
    let last = runs.last().map(|run| &run.record);
    let findings = last.map(|record| {
        let findings = repeated.findings.iter();
        findings.map(|finding| JobFinding::of(finding, record)).collect()
    });
    Document::new(RepeatedRuns {
        version: last.map(|record| record.version.clone()),
        asked_runs: repeated.asked,
        grade: repeated.grade(),
        reason: repeated.reason(),
        findings: findings.unwrap_or_default(),
        summary: repeated
            .series
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
            direction: series.ddir.name().to_owned(),
            iops: series.iops.clone(),
            bytes_per_s: series.bytes_per_s.clone(),
            lat_p50_ns: series.p50_ns.clone(),
            lat_p99_ns: series.p99_ns.clone(),
            iops_median: median(&series.iops),
            iops_interval: series.interval().map(Into::into),
            spread_percent: series.spread_percent(),
        }
    }
}
