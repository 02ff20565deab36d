//! What `fiord run --hosts --repeat N --json` prints: each window's rates over all runs, and the document of each run.
//!
//! The sample is the run. Rates are those of one window of one run, percentiles those of one run's merged histogram.

use crate::documents::check::Assertion;
use crate::documents::finding::JobFinding;
use crate::documents::many_hosts::rates::{self, DirectionRates};
use crate::documents::many_hosts::together;
use crate::documents::many_hosts::view::{HostsView, merged};
use crate::documents::many_hosts::{self as hosts, ManyHosts};
use crate::documents::repeats::{LEVEL, series};
use crate::documents::run::GRADES;
use crate::documents::{Body, Document};
use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::Grade;
use fiord_judge::case::{Case, When};
use fiord_judge::hosts::HostsFinding;
use fiord_judge::{Finding, TrapId, judge_one};
use fiord_record::RunRecord;
use fiord_record::number::plural;
use fiord_record::run::{HostsRun, Repeats};
use fiord_stats::interval::{Interval, MedianBounds, median, median_interval};
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
    pub reason: String,
}

impl<'a> JudgedHosts<'a> {
    pub fn of(run: &'a HostsRun) -> Self {
        let view = HostsView::of(run);
        let found = together::findings(&view);
        let (grade, reason) = together::grade(&view, &found);
        Self {
            merged: merged(run),
            view,
            found,
            grade,
            reason,
        }
    }
}

impl JudgedHosts<'_> {
    /// The document of this run.
    pub fn document(&self) -> Document<ManyHosts> {
        hosts::document(&self.view, self.merged.as_ref(), &self.found)
    }
}

/// A number of each run, in their order; `None`: that run does not have it.
#[derive(Debug, Clone, PartialEq)]
pub struct RunNumbers(pub Vec<Option<f64>>);

impl RunNumbers {
    fn known(&self) -> Vec<f64> {
        self.0.iter().copied().flatten().collect()
    }

    /// Of the runs that have it.
    pub fn mean(&self) -> Option<f64> {
        let known = self.known();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    }

    pub fn median(&self) -> Option<f64> {
        median(&self.known())
    }

    /// The exact 95 % interval of the median. None below six runs.
    pub fn interval(&self) -> Option<Interval> {
        median_interval(&self.known(), LEVEL)
    }

    /// Largest minus smallest, in percent of the median. None below two runs.
    pub fn spread_percent(&self) -> Option<f64> {
        let known = self.known();
        if known.len() < 2 {
            return None;
        }
        let least = known.iter().copied().fold(f64::INFINITY, f64::min);
        let most = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let middle = self.median().filter(|middle| *middle > 0.0)?;
        Some((most - least) / middle * 100.0)
    }
}

/// One direction of one job over all runs.
#[derive(Debug, Clone, PartialEq)]
pub struct HostsSeries {
    /// Index of the job in the plan.
    pub job: usize,
    pub ddir: Ddir,
    /// I/Os per second in each of [`WINDOWS`].
    pub iops: [RunNumbers; 3],
    pub bytes_per_s: [RunNumbers; 3],
    /// Of the merged histograms.
    pub p50_ns: RunNumbers,
    pub p99_ns: RunNumbers,
    /// As they are to be quoted ([`DirectionRates::quoted`]); 0 where nothing moved.
    quoted_iops: Vec<f64>,
}

/// All runs together.
#[derive(Debug)]
pub struct RepeatedHosts<'a> {
    pub runs: &'a [JudgedHosts<'a>],
    pub cut: Option<&'a JudgedHosts<'a>>,
    pub asked: usize,
    pub series: Vec<HostsSeries>,
    pub findings: Vec<Finding>,
}

/// The numbers of every run by job and direction; directions that never moved data are left out.
fn series_of(runs: &[JudgedHosts<'_>]) -> Vec<HostsSeries> {
    let rates: Vec<Vec<DirectionRates>> = runs.iter().map(|run| rates::of(&run.view)).collect();
    let mut keys: Vec<(usize, Ddir)> = rates.iter().flatten().map(|one| (one.job, one.ddir)).collect();
    keys.sort_unstable_by_key(|(job, ddir)| (*job, *ddir as usize));
    keys.dedup();
    let latencies: Vec<_> = runs
        .iter()
        .map(|run| {
            run.merged
                .as_ref()
                .map(|record| series(&[record]))
                .unwrap_or_default()
        })
        .collect();
    let of = |(job, ddir): (usize, Ddir)| {
        let each = || {
            rates
                .iter()
                .map(move |run| run.iter().find(|one| (one.job, one.ddir) == (job, ddir)))
        };
        let windows = |count: fn(&crate::documents::many_hosts::view::WindowCounts) -> u64| {
            [0, 1, 2].map(|at| {
                RunNumbers(
                    each()
                        .map(|one| one?.windows[at].and_then(|window| window.rate(count(&window))))
                        .collect(),
                )
            })
        };
        let latency = |of: fn(&crate::documents::repeats::Series) -> &[Option<u64>]| {
            let each = latencies.iter().map(|run| {
                let one = run.iter().find(|one| (one.job, one.ddir) == (job, ddir))?;
                of(one).first().copied().flatten().map(|ns| ns as f64)
            });
            RunNumbers(each.collect())
        };
        HostsSeries {
            job,
            ddir,
            iops: windows(|window| window.ios),
            bytes_per_s: windows(|window| window.bytes),
            p50_ns: latency(|series| &series.p50_ns),
            p99_ns: latency(|series| &series.p99_ns),
            quoted_iops: each()
                .map(|one| one.and_then(DirectionRates::quoted).map_or(0.0, |(iops, _)| iops))
                .collect(),
        }
    };
    keys.into_iter().map(of).collect()
}

/// What the rule `noise` says of the runs.
fn noise(runs: &[JudgedHosts<'_>], series: &[HostsSeries]) -> Vec<Finding> {
    let Some(mut record) = runs.last().and_then(|run| run.merged.clone()) else {
        return Vec::new();
    };
    let of = |series: &HostsSeries| Repeats {
        job: series.job,
        ddir: series.ddir,
        iops: series.quoted_iops.clone(),
    };
    record.context.repeats = series.iter().map(of).collect();
    judge_one(TrapId::Noise, When::Run, &Case::of(&record))
}

impl<'a> RepeatedHosts<'a> {
    /// The whole runs in their order, of so many that were asked for, and the one that was cut short.
    pub fn of(runs: &'a [JudgedHosts<'a>], cut: Option<&'a JudgedHosts<'a>>, asked: usize) -> Self {
        let series = series_of(runs);
        Self {
            runs,
            cut,
            asked,
            findings: noise(runs, &series),
            series,
        }
    }

    /// The plan of all runs, as rank 0 had it.
    pub fn plan(&self) -> Option<&RunPlan> {
        self.runs.first()?.merged.as_ref().map(|record| &record.plan)
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
    pub fn reason(&self) -> String {
        let grade = self.grade();
        let noisy = self.findings.first().map(|_| TrapId::Noise.name().to_owned());
        let mut worst = self.runs.iter().filter(|run| run.grade == grade);
        let count = worst.clone().count();
        let runs = plural(self.runs.len() as u64, "run");
        match (grade, worst.next(), noisy) {
            (_, None, None) => match self.cut {
                Some(cut) => cut.reason.clone(),
                None => "nothing was measured".to_owned(),
            },
            (Grade::A | Grade::B, ..) => {
                format!("every check passed in {runs}; A takes ten on two days")
            }
            (_, None, Some(noise)) => noise,
            (_, Some(run), noise) => {
                let share = format!("{} in {count} of {runs}", run.reason);
                noise.map_or(share.clone(), |noise| format!("{noise}; {share}"))
            }
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
pub fn document(repeated: &RepeatedHosts<'_>) -> Document<RepeatedManyHosts> {
    let last = repeated.last();
    let findings = repeated.findings.iter();
    Document::new(RepeatedManyHosts {
        version: last.map(|record| record.version.clone()),
        asked_runs: repeated.asked,
        grade: repeated.grade(),
        reason: repeated.reason(),
        findings: findings
            .filter_map(|finding| Some(JobFinding::of(finding, last?)))
            .collect(),
        summary: repeated
            .series
            .iter()
            .map(|series| DirectionOfHosts::of(series, repeated))
            .collect(),
        assertions: Vec::new(),
        runs: repeated.runs.iter().map(JudgedHosts::document).collect(),
        cut_short: repeated.cut.map(JudgedHosts::document),
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
            direction: series.ddir.name().to_owned(),
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
            interval: numbers.interval().map(Into::into),
            spread_percent: numbers.spread_percent(),
        }
    }
}
