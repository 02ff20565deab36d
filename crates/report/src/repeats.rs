//! Several runs of one plan: their headlines, the median with its exact interval, and the findings.
//!
//! The sample is the run: nothing here looks at the seconds inside one. Pure functions over records that were judged one by
//! one; as a page by [`Repeated::page`], as a document by [`crate::native::repeats`].

use fiord_job::plan::{Ddir, RunPlan};
use fiord_stats::Latency;
use fiord_stats::interval::{Interval, median, median_interval};

use crate::answer::style_of;
use crate::findings::{self, Detail, Shown};
use crate::page::{Cell, Column, Page, Styled, Table};
use fiord_judge::case::Case;
use fiord_judge::verdict::{Grade, Verdict};
use fiord_judge::{Finding, TrapId, When, judge_one};
use fiord_record::number::{Figures, Nanos, Rounded, plural};
use fiord_record::run::Repeats;
use fiord_record::run::RunRecord;

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
    runs: &'a [JudgedRun],
    asked: usize,
    series: Vec<Series>,
    findings: Vec<Finding>,
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

    fn ends(&self) -> (f64, f64) {
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

    /// The median with the figures that the spread of the runs leaves.
    fn sentence(&self) -> String {
        let (least, most) = self.ends();
        let number = |value: f64| Rounded::by(value, most - least);
        let middle = number(median(&self.iops).unwrap_or(0.0));
        let runs = plural(self.iops.len() as u64, "run");
        let range = match self.interval() {
            Some(interval) => format!(
                "95 % interval [{}, {}] of {runs}",
                number(interval.low),
                number(interval.high)
            ),
            None => format!(
                "from {} to {} in {runs}; a 95 % interval takes {LEAST_RUNS}",
                number(least),
                number(most)
            ),
        };
        let spread = Rounded {
            value: self.spread_percent(),
            figures: 2,
        };
        format!("median {middle} IOPS, {range}; spread {spread} %")
    }
}

fn key(finding: &Finding) -> (TrapId, Option<usize>) {
    (finding.trap(), finding.jobs().next())
}

/// A finding and the runs in which it came.
struct Shared<'a> {
    finding: &'a Finding,
    runs: usize,
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

    /// The runs in their order.
    pub fn runs(&self) -> &'a [JudgedRun] {
        self.runs
    }

    /// How many were asked for.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// The numbers of every run.
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// What only the runs together show.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
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
        let of_runs = worst.map(|run| run.verdict.reason.words()).next();
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

    /// Findings of single runs, the worst of each rule and job, and in how many runs it came.
    fn shared(&self) -> Vec<Shared<'a>> {
        let mut all: Vec<Shared<'a>> = Vec::new();
        for run in self.runs {
            let mut seen: Vec<(TrapId, Option<usize>)> = Vec::new();
            for finding in &run.verdict.findings {
                let key = key(finding);
                let again = seen.contains(&key);
                seen.push(key);
                match all.iter_mut().find(|shared| self::key(shared.finding) == key) {
                    Some(shared) => {
                        shared.runs += usize::from(!again);
                        if finding.severity > shared.finding.severity {
                            shared.finding = finding;
                        }
                    }
                    None => all.push(Shared { finding, runs: 1 }),
                }
            }
        }
        all.sort_by_key(|shared| std::cmp::Reverse(shared.finding.severity));
        all
    }

    /// What a person reads: what was measured, the medians, the grade, the runs one by one, the findings.
    pub fn page(&self, detail: Detail) -> Page {
        let mut page = Page::new();
        let runs = plural(self.runs.len() as u64, "run");
        if self.runs.len() < self.asked {
            page.line(format!("{} of {} runs were made.", self.runs.len(), self.asked));
        }
        for (line, count) in self.lines() {
            page.line(Styled::new().strong(line).plain(format!(" ({count} of {runs}).")));
        }
        for series in &self.series {
            let of = format!("{}, {}: ", self.name(series.job), series.ddir.name());
            page.item(Styled::from(of), "  ", format!("{}.", series.sentence()));
        }
        let grade = self.grade();
        let letter = Styled::new().styled(style_of(grade), format!("Grade {}", grade.name()));
        page.line(letter.plain(format!(": {}.", self.reason())));
        page.blank();
        page.table(self.table());
        let shown = self.shown();
        if !shown.is_empty() {
            page.blank();
            findings::put(&mut page, &shown, detail);
        }
        page
    }

    /// What the runs measured, without its numbers, and in how many of them.
    fn lines(&self) -> Vec<(String, usize)> {
        let mut all: Vec<(String, usize)> = Vec::new();
        for run in self.runs {
            let headline = run.verdict.headline();
            match all.iter_mut().find(|(known, _)| *known == headline) {
                Some((_, runs)) => *runs += 1,
                None => all.push((headline, 1)),
            }
        }
        all
    }

    fn name(&self, job: usize) -> &str {
        self.plan()
            .and_then(|plan| plan.jobs.get(job))
            .map_or("", |job| job.name.as_str())
    }

    /// Each run, by job and direction.
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            Column::right("run", "run"),
            Column::left("job", "job"),
            Column::left("", "direction"),
            Column::right("IOPS", "iops"),
            Column::right("MB/s", "").rank(2),
            Column::hidden("bytes_per_s"),
            Column::right("p50", "lat_p50_ns").rank(1),
            Column::right("p99", "lat_p99_ns"),
            Column::left("grade", "grade"),
        ]);
        let latency = |ns: Option<u64>| match ns {
            Some(ns) => Cell::new(Nanos(ns as f64).to_string()).value(ns),
            None => Cell::new("?").value(serde_json::Value::Null),
        };
        for series in &self.series {
            for (at, run) in self.runs.iter().enumerate() {
                let number = |values: &[f64]| values.get(at).copied().unwrap_or_default();
                let (iops, bytes) = (number(&series.iops), number(&series.bytes_per_s));
                let shown = Rounded {
                    value: iops,
                    figures: 4,
                };
                table.row([
                    Cell::new((at + 1).to_string()),
                    Cell::from(self.name(series.job)),
                    Cell::from(series.ddir.name()),
                    Cell::new(shown.to_string()).value(iops),
                    Cell::new(Figures(bytes / 1e6).to_string()),
                    Cell::raw(bytes),
                    latency(series.p50_ns.get(at).copied().flatten()),
                    latency(series.p99_ns.get(at).copied().flatten()),
                    Cell::from(run.verdict.grade.name()),
                ]);
            }
        }
        table
    }

    /// What the runs together show, then what single ones do, with how many of them.
    fn shown(&self) -> Vec<Shown> {
        let Some(plan) = self.plan() else {
            return Vec::new();
        };
        let of_all = self.findings.iter().map(|finding| Shown::of(finding, plan));
        let of_runs = self.shared().into_iter().map(|shared| {
            let mut shown = Shown::of(shared.finding, plan);
            let gap = if shown.context.is_empty() { "" } else { ", " };
            let runs = plural(self.runs.len() as u64, "run");
            shown.context = format!("{}{gap}{} of {runs}", shown.context, shared.runs);
            shown
        });
        let mut all: Vec<Shown> = of_all.chain(of_runs).collect();
        all.sort_by_key(|shown| std::cmp::Reverse(shown.state));
        all
    }
}
