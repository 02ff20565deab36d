//! Several runs of one plan over many hosts: each window's rates, the merged latencies, the findings.
//!
//! The sample is the run. Rates are those of one window of one run, percentiles those of one run's merged histogram.

use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::case::Case;
use fiord_judge::ranks::HostsFinding;
use fiord_judge::{Finding, Grade, TrapId, When, judge_one};
use fiord_record::RunRecord;
use fiord_record::number::{Figures, Nanos, Rate, Rounded, plural};
use fiord_record::run::{HostsRun, Repeats};
use fiord_stats::interval::{Interval, median, median_interval};
use serde_json::Value;

use super::rates::{self, DirectionRates, WINDOWS};
use super::view::{HostsView, merged};
use super::{page as run_page, together};
use crate::answer::{Numbers, style_of};
use crate::findings::{self, Detail, Shown};
use crate::page::{Cell, Column, Page, Styled, Table};
use crate::repeats::{LEAST_RUNS, LEVEL, series};

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

    /// The numbers of all ranks together, as those of a plain run.
    pub fn csv(&self) -> String {
        let table = |record| Numbers::all(&Case::of(record)).table().csv();
        self.merged.as_ref().map(table).unwrap_or_default()
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
    runs: &'a [JudgedHosts<'a>],
    cut: Option<&'a JudgedHosts<'a>>,
    asked: usize,
    series: Vec<HostsSeries>,
    findings: Vec<Finding>,
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
        let windows = |count: fn(&super::view::WindowCounts) -> u64| {
            [0, 1, 2].map(|at| {
                RunNumbers(
                    each()
                        .map(|one| one?.windows[at].and_then(|window| window.rate(count(&window))))
                        .collect(),
                )
            })
        };
        let latency = |of: fn(&crate::repeats::Series) -> &[Option<u64>]| {
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

    pub fn runs(&self) -> &'a [JudgedHosts<'a>] {
        self.runs
    }

    /// The run that was cut short, which is in no number.
    pub fn cut(&self) -> Option<&'a JudgedHosts<'a>> {
        self.cut
    }

    pub fn asked(&self) -> usize {
        self.asked
    }

    pub fn series(&self) -> &[HostsSeries] {
        &self.series
    }

    /// What only the runs together show.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
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

    /// What a person reads: each number over all runs, the grade, the runs one by one, the findings, and the run that was cut short.
    pub fn put(&self, page: &mut Page, detail: Detail) {
        let runs = plural(self.runs.len() as u64, "run");
        if self.runs.len() < self.asked {
            page.line(format!("{} of {} runs were made.", self.runs.len(), self.asked));
        }
        if let Some(first) = self.runs.first() {
            let run = first.view.run;
            page.line(
                Styled::new()
                    .strong(run_page::headline(&first.view))
                    .plain(format!(", {runs}; data: {}. {}.", run.spread.name(), run.library)),
            );
            page.blank();
            page.table(self.summary());
            page.line(Styled::new().dim(format!(
                "Of each run one number: rates in one window of all ranks, percentiles of all ranks' I/Os together. A 95 % interval of the median \
                 takes {LEAST_RUNS} runs."
            )));
            page.blank();
            let grade = self.grade();
            let letter = Styled::new().styled(style_of(grade), format!("Grade {}", grade.name()));
            page.line(letter.plain(format!(": {}.", self.reason())));
            page.blank();
            page.table(self.table());
            let shown = self.shown();
            if !shown.is_empty() {
                page.blank();
                findings::put(page, &shown, detail);
            }
        }
        if let Some(cut) = self.cut {
            if !self.runs.is_empty() {
                page.blank();
            }
            page.line(format!(
                "Run {} was cut short; it is in no number of other runs:",
                self.runs.len() + 1
            ));
            run_page::put(page, &cut.view, &cut.found, detail);
        }
    }

    fn name(&self, job: usize) -> &str {
        self.plan()
            .and_then(|plan| plan.jobs.get(job))
            .map_or("", |job| job.name.as_str())
    }

    /// Mean, median and interval of each number.
    fn summary(&self) -> Table {
        let mut table = Table::new([
            Column::left("job", "job"),
            Column::left("", "direction"),
            Column::left("", "number"),
            Column::right("runs", "runs"),
            Column::right("mean", "mean"),
            Column::right("median", "median"),
            Column::right("from", "low").rank(1),
            Column::right("to", "high").rank(1),
            Column::right("spread", "spread_percent").rank(2),
        ]);
        for series in &self.series {
            let mut add = |number: String, of: &RunNumbers, shown: fn(f64) -> String| {
                let runs = of.0.iter().flatten().count();
                if runs == 0 {
                    return;
                }
                let cell = |value: Option<f64>| or_unknown(value.map(|value| (shown(value), value)));
                let interval = of.interval();
                table.row([
                    Cell::from(self.name(series.job)),
                    Cell::from(series.ddir.name()),
                    Cell::new(number),
                    Cell::new(runs.to_string()).value(runs),
                    cell(of.mean()),
                    cell(of.median()),
                    cell(interval.map(|interval| interval.low)),
                    cell(interval.map(|interval| interval.high)),
                    or_unknown(of.spread_percent().map(|percent| {
                        let shown = Rounded {
                            value: percent,
                            figures: 2,
                        };
                        (format!("{shown} %"), percent)
                    })),
                ]);
            };
            for (at, window) in WINDOWS.into_iter().enumerate() {
                add(format!("IOPS, {window}"), &series.iops[at], |iops| {
                    Rate(iops).to_string()
                });
            }
            for (at, window) in WINDOWS.into_iter().enumerate() {
                add(format!("MB/s, {window}"), &series.bytes_per_s[at], |bytes| {
                    Figures(bytes / 1e6).to_string()
                });
            }
            add("p50".to_owned(), &series.p50_ns, |ns| Nanos(ns).to_string());
            add("p99".to_owned(), &series.p99_ns, |ns| Nanos(ns).to_string());
        }
        table
    }

    /// Each run, by job and direction: its rates while all were at work, and of everything.
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            Column::right("run", "run"),
            Column::left("job", "job"),
            Column::left("", "direction"),
            Column::right("IOPS", "iops_all_at_work"),
            Column::right("MB/s", ""),
            Column::hidden("bytes_per_s_all_at_work"),
            Column::hidden("iops_to_the_first_done"),
            Column::hidden("bytes_per_s_to_the_first_done"),
            Column::right("IOPS to the last done", "iops_to_the_last_done").rank(2),
            Column::hidden("bytes_per_s_to_the_last_done"),
            Column::right("p50", "lat_p50_ns").rank(1),
            Column::right("p99", "lat_p99_ns"),
            Column::left("grade", "grade"),
        ]);
        for series in &self.series {
            for (at, run) in self.runs.iter().enumerate() {
                let of = |numbers: &RunNumbers| numbers.0.get(at).copied().flatten();
                let rate = |numbers| or_unknown(of(numbers).map(|rate| (Rate(rate).to_string(), rate)));
                let hidden = |numbers| Cell::raw(of(numbers).map_or(Value::Null, Value::from));
                let latency = |numbers| or_unknown(of(numbers).map(|ns| (Nanos(ns).to_string(), ns)));
                let bytes = of(&series.bytes_per_s[0]).map(|bytes| Figures(bytes / 1e6).to_string());
                table.row([
                    Cell::new((at + 1).to_string()),
                    Cell::from(self.name(series.job)),
                    Cell::from(series.ddir.name()),
                    rate(&series.iops[0]),
                    Cell::new(bytes.unwrap_or_else(|| "?".to_owned())),
                    hidden(&series.bytes_per_s[0]),
                    hidden(&series.iops[1]),
                    hidden(&series.bytes_per_s[1]),
                    rate(&series.iops[2]),
                    hidden(&series.bytes_per_s[2]),
                    latency(&series.p50_ns),
                    latency(&series.p99_ns),
                    Cell::from(run.grade.name()),
                ]);
            }
        }
        table
    }

    /// What the runs together show, then what single ones do, with how many of them.
    fn shown(&self) -> Vec<Shown> {
        let mut all: Vec<Shown> = Vec::new();
        if let Some(plan) = self.plan() {
            all.extend(self.findings.iter().map(|finding| Shown::of(finding, plan)));
        }
        let mut of_runs: Vec<(Shown, usize)> = Vec::new();
        for run in self.runs {
            let each = run_page::together(&run.found);
            let mut seen: Vec<&str> = Vec::new();
            for shown in each.into_iter().chain(run_page::of_hosts(&run.view)) {
                let is_again = seen.contains(&shown.rule);
                seen.push(shown.rule);
                match of_runs.iter_mut().find(|(known, _)| known.rule == shown.rule) {
                    Some((known, runs)) => {
                        *runs += usize::from(!is_again);
                        if shown.state > known.state {
                            *known = shown;
                        }
                    }
                    None => of_runs.push((shown, 1)),
                }
            }
        }
        let runs = plural(self.runs.len() as u64, "run");
        all.extend(of_runs.into_iter().map(|(mut shown, count)| {
            let gap = if shown.context.is_empty() { "" } else { ", " };
            shown.context = format!("{}{gap}{count} of {runs}", shown.context);
            shown
        }));
        all.sort_by_key(|shown| std::cmp::Reverse(shown.state));
        all
    }
}

fn or_unknown(shown: Option<(String, f64)>) -> Cell {
    match shown {
        Some((shown, value)) => Cell::new(shown).value(value),
        None => Cell::new("?").value(Value::Null),
    }
}
