//! What `fiord run --repeat N --json` prints: the runs together, and the document of each.
//!
//! The sample is the run: nothing here looks at the seconds inside one.

use std::cmp::Reverse;

use crate::documents::check::Assertion;
use crate::documents::finding::JobFinding;
use crate::documents::run::{self, GRADES, Run};
use crate::documents::{Body, Document};
use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::When;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Grade, Reason, Verdict};
use fiord_judge::{Finding, TrapId, judge_one};
use fiord_messages::{Lang, repeats as messages};
use fiord_record::run::Repeats;
use fiord_record::run::RunRecord;
use fiord_stats::interval::{MedianBounds, median, median_interval};
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
    /// The percentiles are those of the syncs.
    pub is_of_syncs: bool,
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
            is_of_syncs: false,
        };
        for run in &runs {
            let ran = run.jobs.iter().find(|ran| ran.index == job);
            let stats = ran.map(|ran| ran.ddir(ddir));
            let seconds = stats.map_or(0.0, |stats| stats.runtime_ns as f64 / 1e9);
            let rate = |count: u64| {
                if seconds > 0.0 {
                    count as f64 / seconds
                } else {
                    0.0
                }
            };
            let (latency, is_of_syncs) = ran.map(|ran| ran.stats.awaited(ddir as usize)).unzip();
            let percentile = |percent| latency?.printed_percentile(percent);
            one.is_of_syncs |= is_of_syncs == Some(true);
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

/// The smallest and the largest of the runs.
pub(crate) fn ends(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (least, values.iter().copied().fold(0.0, f64::max))
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
    /// The latencies are those of the syncs.
    #[serde(default)]
    pub lat_of_syncs: bool,
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

impl RepeatedRuns {
    /// The runs in their order, of so many that were asked for. None of no runs.
    pub fn new(runs: &[JudgedRun], asked: usize, lang: Lang) -> Option<Self> {
        let last = &runs.last()?.record;
        let records: Vec<&RunRecord> = runs.iter().map(|run| &run.record).collect();
        let noise = noise(&records);
        let (grade, reason) = grade(runs, !noise.is_empty(), lang);
        Some(Self {
            version: Some(last.version.clone()),
            asked_runs: asked,
            grade,
            reason,
            findings: noise
                .iter()
                .map(|finding| JobFinding::of(finding, &last.plan, lang))
                .collect(),
            summary: series(&records)
                .into_iter()
                .map(|series| DirectionSummary::of(series, &last.plan))
                .collect(),
            assertions: Vec::new(),
            runs: runs
                .iter()
                .map(|run| run::document(&Case::of(&run.record), &run.verdict, lang))
                .collect(),
        })
    }
}

/// The worst of the runs' grades, and no better than C where the runs disagree; and why.
fn grade(runs: &[JudgedRun], is_noisy: bool, lang: Lang) -> (Grade, String) {
    let worst = runs.iter().map(|run| run.verdict.grade).max();
    let grade = worst.max(is_noisy.then_some(Grade::C)).unwrap_or(Grade::D);
    let worst = runs.iter().filter(|run| run.verdict.grade == grade);
    let reasons = reasons(worst.map(|run| &run.verdict.reason));
    let words = |(reason, count): (Reason, usize)| (reason.words(lang), count);
    let worst = reasons.into_iter().map(words).collect();
    (grade, reason(grade, worst, (is_noisy, runs.len()), lang))
}

/// The reasons of runs, each with the number of its runs, the most first. Traps that came in as many runs are one reason.
fn reasons<'r>(runs: impl Iterator<Item = &'r Reason>) -> Vec<(Reason, usize)> {
    let mut single: Vec<(Reason, usize)> = Vec::new();
    for reason in runs {
        let parts = match reason {
            Reason::Traps(traps) => traps.iter().map(|trap| Reason::Traps(vec![*trap])).collect(),
            other => vec![other.clone()],
        };
        for part in parts {
            match single.iter_mut().find(|(known, _)| *known == part) {
                Some((_, count)) => *count += 1,
                None => single.push((part, 1)),
            }
        }
    }
    single.sort_by_key(|(_, count)| Reverse(*count));
    let mut all: Vec<(Reason, usize)> = Vec::new();
    for (part, count) in single {
        match (all.last_mut(), &part) {
            (Some((Reason::Traps(known), of)), Reason::Traps(traps)) if *of == count => {
                known.extend(traps.iter().copied());
            }
            _ => all.push((part, count)),
        }
    }
    all
}

/// Why several runs have a grade: the reasons of those that have it by themselves, with their numbers, and whether all differ.
pub(super) fn reason(
    grade: Grade,
    worst: Vec<(String, usize)>,
    (is_noisy, all): (bool, usize),
    lang: Lang,
) -> String {
    let runs = all as u64;
    if runs == 0 {
        return messages::nothing_measured(lang).to_owned();
    }
    if grade <= Grade::B {
        return messages::AllPassed { runs }.text(lang);
    }
    let differ = is_noisy.then(|| messages::runs_differ(lang).to_owned());
    let worst = worst.into_iter().map(|(reason, count)| {
        messages::WorstRuns {
            runs,
            count: &count,
            reason: &reason,
        }
        .text(lang)
    });
    let sentences: Vec<String> = differ.into_iter().chain(worst).collect();
    lang.sentences(&sentences)
}

impl DirectionSummary {
    fn of(series: Series, plan: &RunPlan) -> Self {
        let iops_median = median(&series.iops);
        let (least, most) = ends(&series.iops);
        let middle = iops_median.filter(|middle| *middle > 0.0);
        Self {
            job: plan.jobs.get(series.job).map(|job| job.name.clone()),
            direction: series.ddir.name().to_owned(),
            iops_median,
            iops_interval: median_interval(&series.iops, LEVEL).map(Into::into),
            spread_percent: middle.map_or(0.0, |middle| (most - least) / middle * 100.0),
            iops: series.iops,
            bytes_per_s: series.bytes_per_s,
            lat_p50_ns: series.p50_ns,
            lat_p99_ns: series.p99_ns,
            lat_of_syncs: series.is_of_syncs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_the_number_of_its_own_runs() {
        let both = Reason::Traps(vec![TrapId::ShortRun, TrapId::CpuWait, TrapId::FewSamples]);
        let one = Reason::Traps(vec![TrapId::ShortRun, TrapId::FewSamples]);
        assert_eq!(
            reasons([&both, &one, &one].into_iter()),
            [
                (Reason::Traps(vec![TrapId::ShortRun, TrapId::FewSamples]), 3),
                (Reason::Traps(vec![TrapId::CpuWait]), 1),
            ]
        );
        assert_eq!(
            reasons([&Reason::NoCounters, &one].into_iter()),
            [
                (Reason::NoCounters, 1),
                (Reason::Traps(vec![TrapId::ShortRun, TrapId::FewSamples]), 1),
            ]
        );
    }
}
