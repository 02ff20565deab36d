//! Several runs of one plan as text: their headlines, the medians, the grade, the runs one by one, the findings.

use fiord_judge::{Finding, TrapId};
use fiord_record::number::{Figures, Nanos, Rounded, plural};
use fiord_stats::interval::median;

use crate::documents::repeats::{LEAST_RUNS, Repeated, Series};
use crate::text::findings::{self, Detail, Shown};
use crate::text::run::style_of;
use crate::text::{Cell, Column, Page, Styled, Table};

impl Series {
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
            let headline = fiord_judge::words::verdict::headline(&run.verdict);
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
