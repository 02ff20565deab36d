//! What `fiord run --hosts --repeat N --json` prints: each window's rates over all runs, and the document of each run.
//!
//! The sample is the run. Rates are those of one window of one run, percentiles those of one run's merged histogram.

use crate::documents::check::Assertion;
use crate::documents::finding::JobFinding;
use crate::documents::many_hosts::rates::{self, DirectionRates};
use crate::documents::many_hosts::together;
use crate::documents::many_hosts::view::{HostsView, WindowCounts, merged};
use crate::documents::many_hosts::{self as hosts, ManyHosts};
use crate::documents::repeats::{self, LEVEL, Series, series};
use crate::documents::run::GRADES;
use crate::documents::{Body, Document};
use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::Grade;
use fiord_judge::When;
use fiord_judge::case::Case;
use fiord_judge::ranks::HostsFinding;
use fiord_judge::{Finding, TrapId, judge_one};
use fiord_messages::Lang;
use fiord_record::RunRecord;
use fiord_record::run::{HostsRun, Repeats};
use fiord_stats::interval::{MedianBounds, median, median_interval};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One run over many hosts, judged by itself.
#[derive(Debug)]
pub struct JudgedHosts<'a> {
    pub view: HostsView<'a>,
    pub found: Vec<HostsFinding>,
    /// All ranks as one; none where no rank reported.
    pub merged: Option<RunRecord>,
    pub grade: Grade,
}

impl<'a> JudgedHosts<'a> {
    pub fn of(run: &'a HostsRun) -> Self {
        let view = HostsView::of(run);
        let found = together::findings(&view);
        Self {
            merged: merged(run),
            grade: together::grade(&view, &found),
            view,
            found,
        }
    }
}

impl JudgedHosts<'_> {
    /// Why it is that grade.
    pub fn reason(&self, lang: Lang) -> String {
        together::reason(&self.view, &self.found, lang)
    }

    /// The document of this run.
    pub fn document(&self, lang: Lang) -> Document<ManyHosts> {
        hosts::document(&self.view, self.merged.as_ref(), &self.found, lang)
    }
}

/// All runs together.
#[derive(Debug)]
pub struct RepeatedHosts<'a> {
    pub runs: &'a [JudgedHosts<'a>],
    pub cut: Option<&'a JudgedHosts<'a>>,
    pub asked: usize,
    pub(crate) summary: Vec<DirectionOfHosts>,
    pub findings: Vec<Finding>,
}

/// The numbers of every run by job and direction; directions that never moved data are left out. With each its rates as the rule `noise` takes
/// them: those that are to be quoted ([`DirectionRates::quoted`]); 0 where nothing moved.
fn summary(runs: &[JudgedHosts<'_>]) -> Vec<(DirectionOfHosts, Repeats)> {
    let rates: Vec<Vec<DirectionRates>> = runs.iter().map(|run| rates::of(&run.view)).collect();
    let mut keys: Vec<(usize, Ddir)> = rates.iter().flatten().map(|one| (one.job, one.ddir)).collect();
    keys.sort_unstable_by_key(|(job, ddir)| (*job, *ddir as usize));
    keys.dedup();
    let latencies: Vec<Vec<Series>> = runs
        .iter()
        .map(|run| {
            let merged = run.merged.as_ref();
            merged.map(|record| series(&[record])).unwrap_or_default()
        })
        .collect();
    let plan = plan(runs);
    let direction = |(job, ddir): (usize, Ddir)| {
        let each = || {
            rates
                .iter()
                .map(move |run| run.iter().find(|one| (one.job, one.ddir) == (job, ddir)))
        };
        let number = |at: usize, count: fn(&WindowCounts) -> u64| {
            let rate = |window: WindowCounts| window.rate(count(&window));
            NumberOfRuns::new(each().map(|one| one?.windows[at].and_then(rate)).collect())
        };
        let window = |at: usize| WindowOfRuns {
            iops: number(at, |window| window.ios),
            bytes_per_s: number(at, |window| window.bytes),
        };
        let latency = |percentile: fn(&Series) -> &[Option<u64>]| {
            let each = latencies.iter().map(|run| {
                let one = run.iter().find(|one| (one.job, one.ddir) == (job, ddir))?;
                percentile(one).first().copied().flatten().map(|ns| ns as f64)
            });
            NumberOfRuns::new(each.collect())
        };
        let summary = DirectionOfHosts {
            job: plan
                .and_then(|plan| plan.jobs.get(job))
                .map(|job| job.name.clone()),
            direction: ddir.name().to_owned(),
            all_at_work: window(0),
            to_the_first_done: window(1),
            to_the_last_done: window(2),
            lat_p50_ns: latency(|series| &series.p50_ns),
            lat_p99_ns: latency(|series| &series.p99_ns),
        };
        let quoted = each().map(|one| one.and_then(DirectionRates::quoted).map_or(0.0, |(iops, _)| iops));
        let iops = quoted.collect();
        (summary, Repeats { job, ddir, iops })
    };
    keys.into_iter().map(direction).collect()
}

/// What the rule `noise` says of the runs.
fn noise(runs: &[JudgedHosts<'_>], repeats: Vec<Repeats>) -> Vec<Finding> {
    let Some(mut record) = runs.last().and_then(|run| run.merged.clone()) else {
        return Vec::new();
    };
    record.context.repeats = repeats;
    judge_one(TrapId::Noise, When::Run, &Case::of(&record))
}

/// The plan of all runs, as rank 0 had it.
fn plan<'a>(runs: &'a [JudgedHosts<'_>]) -> Option<&'a RunPlan> {
    Some(&runs.first()?.merged.as_ref()?.plan)
}

impl<'a> RepeatedHosts<'a> {
    /// The whole runs in their order, of so many that were asked for, and the one that was cut short.
    pub fn of(runs: &'a [JudgedHosts<'a>], cut: Option<&'a JudgedHosts<'a>>, asked: usize) -> Self {
        let (summary, repeats) = summary(runs).into_iter().unzip();
        Self {
            runs,
            cut,
            asked,
            findings: noise(runs, repeats),
            summary,
        }
    }

    /// The plan of all runs, as rank 0 had it.
    pub fn plan(&self) -> Option<&RunPlan> {
        plan(self.runs)
    }

    /// The last of the whole runs, merged.
    pub fn last(&self) -> Option<&RunRecord> {
        self.runs.last()?.merged.as_ref()
    }

    /// The worst of the runs' grades, and no better than C where the runs disagree. Where no run is whole, that of the one that was cut
    /// short.
    pub fn grade(&self) -> Grade {
        let worst = self.runs.iter().map(|run| run.grade).max();
        let noisy = self.findings.first().map(|_| Grade::C);
        let of_runs = worst.max(noisy);
        of_runs.or(self.cut.map(|cut| cut.grade)).unwrap_or(Grade::D)
    }

    /// Why it is that grade.
    pub fn reason(&self, lang: Lang) -> String {
        let grade = self.grade();
        let mut worst: Vec<(String, usize)> = Vec::new();
        for run in self.runs.iter().filter(|run| run.grade == grade) {
            let reason = run.reason(lang);
            match worst.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => worst.push((reason, 1)),
            }
        }
        match self.cut {
            Some(cut) if self.runs.is_empty() => cut.reason(lang),
            _ => repeats::reason(grade, worst, (!self.findings.is_empty(), self.runs.len()), lang),
        }
    }
}

/// Several runs of one plan over many hosts.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RepeatedManyHosts {
    /// Who measured, as fio's formats show it; null where no run is whole.
    pub version: Option<String>,
    /// How many runs were asked for; fewer were made where a rank was lost, one failed, or a signal came.
    pub asked_runs: usize,
    /// The worst of the runs' grades, and no better than C where the runs disagree. Where no run is whole, that of `cut_short`.
    #[schemars(with = "String", extend("enum" = GRADES))]
    pub grade: Grade,
    pub reason: String,
    /// What only the runs together show.
    pub findings: Vec<JobFinding>,
    pub summary: Vec<DirectionOfHosts>,
    /// What was asked with --assert; absent without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    /// The whole runs, in their order.
    pub runs: Vec<Document<ManyHosts>>,
    /// The run that was ended by a lost rank or a signal, which is in no number above; null: there is none.
    pub cut_short: Option<Document<ManyHosts>>,
}

/// One direction of one job over all ranks, and over all runs in their order.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DirectionOfHosts {
    pub job: Option<String>,
    #[schemars(extend("enum" = Ddir::ALL.map(Ddir::name)))]
    pub direction: String,
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
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct WindowOfRuns {
    pub iops: NumberOfRuns,
    pub bytes_per_s: NumberOfRuns,
}

/// A number that each run has once.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
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

impl Body for RepeatedManyHosts {
    const NAME: &'static str = "hosts-repeats";
    const TITLE: &'static str = "fiord run --hosts --repeat N --json";
}

/// The document of several runs.
pub fn document(repeated: &RepeatedHosts<'_>, lang: Lang) -> Document<RepeatedManyHosts> {
    let last = repeated.last();
    let findings = repeated.findings.iter();
    Document::new(RepeatedManyHosts {
        version: last.map(|record| record.version.clone()),
        asked_runs: repeated.asked,
        grade: repeated.grade(),
        reason: repeated.reason(lang),
        findings: findings
            .filter_map(|finding| Some(JobFinding::of(finding, &last?.plan, lang)))
            .collect(),
        summary: repeated.summary.clone(),
        assertions: Vec::new(),
        runs: repeated
            .runs
            .iter()
            .map(|one| JudgedHosts::document(one, lang))
            .collect(),
        cut_short: repeated.cut.map(|one| JudgedHosts::document(one, lang)),
    })
}

impl NumberOfRuns {
    fn new(of_runs: Vec<Option<f64>>) -> Self {
        let known: Vec<f64> = of_runs.iter().copied().flatten().collect();
        let middle = median(&known);
        let least = known.iter().copied().fold(f64::INFINITY, f64::min);
        let most = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let comparable = middle.filter(|middle| known.len() > 1 && *middle > 0.0);
        Self {
            of_runs,
            mean: (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64),
            median: middle,
            interval: median_interval(&known, LEVEL).map(Into::into),
            spread_percent: comparable.map(|middle| (most - least) / middle * 100.0),
        }
    }
}
