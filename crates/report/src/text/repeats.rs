//! Several runs of one plan as text: their headlines, the medians, the grade, the runs one by one, the findings.

use fiord_compare::disturbed::Disturbances;
use fiord_messages::{Lang, repeats as messages, run, survey};
use fiord_record::number::{Figures, Nanos, Rounded};
use serde_json::Value;

use crate::documents::finding::JobFinding;
use crate::documents::repeats::{DirectionSummary, LEAST_RUNS, LEVEL, RepeatedRuns, ends};
use crate::text::findings::{self, Detail, FindingItem};
use crate::text::run::{direction_named, graded};
use crate::text::{Cell, Column, Page, Styled, Table};

impl DirectionSummary {
    /// The median with the figures that the spread of the runs leaves.
    fn sentence(&self, lang: Lang) -> String {
        let (least, most) = ends(&self.iops);
        let number = |value: f64| Rounded::by(value, most - least);
        let (job, direction) = (&self.name(), &self.direction(lang));
        let median = &number(self.iops_median.unwrap_or(0.0));
        let runs = self.iops.len() as u64;
        let spread = &Rounded {
            value: self.spread_percent,
            figures: 2,
        };
        let level = &(LEVEL * 100.0).round();
        match &self.iops_interval {
            Some(interval) => messages::MedianInterval {
                job,
                direction,
                median,
                level,
                low: &number(interval.low),
                high: &number(interval.high),
                runs,
                spread,
            }
            .text(lang),
            None => messages::MedianRange {
                job,
                direction,
                median,
                low: &number(least),
                high: &number(most),
                runs,
                spread,
                level,
                needed: &LEAST_RUNS,
            }
            .text(lang),
        }
    }

    fn direction(&self, lang: Lang) -> &str {
        direction_named(&self.direction, lang)
    }

    fn name(&self) -> &str {
        self.job.as_deref().unwrap_or_default()
    }
}

fn key(finding: &JobFinding) -> (&str, Option<&str>) {
    (&finding.finding.rule, finding.job.as_deref())
}

impl RepeatedRuns {
    /// What a person reads: what was measured, the medians, the grade, the runs one by one, the findings.
    pub fn page(&self, detail: Detail, lang: Lang) -> Page {
        let mut page = Page::new();
        if self.runs.len() < self.asked_runs {
            let (done, runs) = (&self.runs.len(), self.asked_runs as u64);
            page.line(messages::FewerRuns { done, runs }.text(lang));
        }
        for (line, count) in self.headlines() {
            let (count, runs) = (&count, self.runs.len() as u64);
            let applies = messages::AppliesTo { count, runs }.text(lang);
            page.line(Styled::new().strong(line).sentence(applies, lang));
        }
        if let Some(disturbed) = self.disturbed(lang) {
            page.line(disturbed);
        }
        for summary in &self.summary {
            page.line(summary.sentence(lang));
        }
        page.line(graded(self.grade, &self.reason, lang));
        page.blank();
        page.table(self.table(lang));
        if self.summary.iter().any(|summary| summary.lat_of_syncs) {
            page.line(Styled::new().dim(survey::syncs(lang)));
        }
        let shown = self.shown(lang);
        if !shown.is_empty() {
            page.blank();
            findings::put(&mut page, &shown, detail, lang);
        }
        page
    }

    /// Who disturbed how many runs, and how much.
    fn disturbed(&self, lang: Lang) -> Option<String> {
        let mut all = Disturbances::default();
        for run in &self.runs {
            let by = run.body.verdict.disturbed.iter();
            all.add(by.map(|by| (by.rule.as_str(), by.percent)));
        }
        all.sentence(lang)
    }

    /// What the runs measured, without its numbers, and in how many of them.
    fn headlines(&self) -> Vec<(&str, usize)> {
        let mut all: Vec<(&str, usize)> = Vec::new();
        for run in &self.runs {
            let verdict = &run.body.verdict;
            let headline = match verdict.subject.as_str() {
                "" => verdict.headline.as_str(),
                subject => subject,
            };
            match all.iter_mut().find(|(known, _)| *known == headline) {
                Some((_, runs)) => *runs += 1,
                None => all.push((headline, 1)),
            }
        }
        all
    }

    /// Each run, by job and direction.
    pub fn table(&self, lang: Lang) -> Table {
        let mut table = Table::new([
            Column::right(messages::head_run(lang), "run"),
            Column::left(run::head_job(lang), "job"),
            Column::left("", "direction"),
            Column::right("IOPS", "iops"),
            Column::right("MB/s", "").rank(2),
            Column::hidden("bytes_per_s"),
            Column::right("p50", "lat_p50_ns").rank(1),
            Column::right("p99", "lat_p99_ns"),
            Column::left(messages::head_grade(lang), "grade"),
        ]);
        let latency = |ns: Option<u64>| match ns {
            Some(ns) => Cell::new(Nanos(ns as f64).to_string()).value(ns),
            None => Cell::new("?").value(Value::Null),
        };
        for summary in &self.summary {
            for (at, one) in self.runs.iter().enumerate() {
                let number = |values: &[f64]| values.get(at).copied().unwrap_or_default();
                let (iops, bytes) = (number(&summary.iops), number(&summary.bytes_per_s));
                let shown = Rounded {
                    value: iops,
                    figures: 4,
                };
                table.row([
                    Cell::new((at + 1).to_string()),
                    Cell::from(summary.name()),
                    Cell::from(summary.direction(lang)),
                    Cell::new(shown.to_string()).value(iops),
                    Cell::new(Figures(bytes / 1e6).to_string()),
                    Cell::raw(bytes),
                    latency(summary.lat_p50_ns.get(at).copied().flatten()),
                    latency(summary.lat_p99_ns.get(at).copied().flatten()),
                    Cell::from(one.body.verdict.grade.name()),
                ]);
            }
        }
        table
    }

    /// What the runs together show, then what single ones do, the worst of each rule and job, with how many of them.
    fn shown(&self, lang: Lang) -> Vec<FindingItem> {
        let jobs = self.runs.first().map_or(0, |run| run.body.record.plan.jobs.len());
        let of_all = self
            .findings
            .iter()
            .map(|finding| FindingItem::new(finding, jobs, lang));
        let of_runs = self.worst().into_iter().map(|(finding, count)| {
            let mut shown = FindingItem::new(finding, jobs, lang);
            shown.in_runs(count, self.runs.len(), lang);
            shown
        });
        let mut all: Vec<FindingItem> = of_all.chain(of_runs).collect();
        all.sort_by_key(|shown| std::cmp::Reverse(shown.state));
        all
    }

    /// Findings of single runs, the worst of each rule and job, and in how many runs it came.
    fn worst(&self) -> Vec<(&JobFinding, usize)> {
        let mut all: Vec<(&JobFinding, usize)> = Vec::new();
        for run in &self.runs {
            let mut seen = Vec::new();
            for finding in &run.body.findings {
                let is_again = seen.contains(&key(finding));
                seen.push(key(finding));
                match all.iter_mut().find(|(known, _)| key(known) == key(finding)) {
                    Some((known, runs)) => {
                        *runs += usize::from(!is_again);
                        if finding.finding.severity > known.finding.severity {
                            *known = finding;
                        }
                    }
                    None => all.push((finding, 1)),
                }
            }
        }
        all.sort_by_key(|(finding, _)| std::cmp::Reverse(finding.finding.severity));
        all
    }
}
