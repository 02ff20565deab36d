//! The page of several runs of one plan.

use maud::{Markup, html};

use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{PageContent, findings, grade, shown};
use crate::documents::repeats::{DirectionSummary, RepeatedRuns};
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{paragraph, table};

impl HasPage for RepeatedRuns {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let first = self.runs.first().map(|run| &run.body);
        let names = first.map(|run| run.names()).unwrap_or_default();
        let of_first = first.map(|run| run.content(extra)).unwrap_or_default();
        let found = self.findings.iter();
        let found = findings(found.map(|one| (one.job.clone().unwrap_or_default(), &one.finding)));
        PageContent {
            title: format!("{} runs of {names}", self.runs.len()),
            answer: html! {
                @for summary in &self.summary { (paragraph("answer", &self.answer(summary))) }
                (grade(self.grade, &self.reason))
            },
            findings: if found.0.is_empty() {
                of_first.findings
            } else {
                found
            },
            findings_heading: "Findings",
            charts: std::iter::once(chart(&self.summary))
                .chain(of_first.charts)
                .collect(),
            numbers: numbers(&self.summary),
            machine: of_first.machine,
            evidence: of_first.evidence,
            runs: of_first.runs,
        }
    }
}

impl RepeatedRuns {
    fn answer(&self, summary: &DirectionSummary) -> String {
        let interval = summary.iops_interval.map_or_else(
            || "too few runs for an interval".to_owned(),
            |interval| {
                format!(
                    "95 % interval {} to {}",
                    PageUnit::Iops.shown(interval.low),
                    PageUnit::Iops.shown(interval.high)
                )
            },
        );
        format!(
            "{}: median {}, {interval}, {} runs.",
            name(summary),
            shown(PageUnit::Iops, summary.iops_median),
            self.runs.len()
        )
    }
}

/// Job and direction.
fn name(summary: &DirectionSummary) -> String {
    format!(
        "{} {}",
        summary.job.as_deref().unwrap_or_default(),
        summary.direction
    )
}

fn chart(summaries: &[DirectionSummary]) -> Chart {
    let rows = summaries.iter().enumerate().filter_map(|(at, summary)| {
        Some(IntervalRow {
            label: name(summary),
            values: summary.iops.clone(),
            middle: summary.iops_median?,
            ends: summary
                .iops_interval
                .map(|interval| (interval.low, interval.high)),
            series: at,
            remark: String::new(),
        })
    });
    let intervals = Intervals {
        caption: "Rate of each run, median and interval".to_owned(),
        unit: PageUnit::Iops,
        is_log: false,
        margin: None,
        series: Vec::new(),
        rows: rows.collect(),
    };
    Chart::intervals("runs", intervals)
}

fn numbers(summaries: &[DirectionSummary]) -> Markup {
    let of_run = |summary: &DirectionSummary, run: usize| {
        let latency = |all: &[Option<u64>]| {
            let ns = all.get(run).copied().flatten();
            shown(PageUnit::Time, ns.map(|ns| ns as f64))
        };
        vec![
            format!("{} {}", name(summary), run + 1),
            shown(PageUnit::Iops, summary.iops.get(run).copied()),
            shown(PageUnit::Bandwidth, summary.bytes_per_s.get(run).copied()),
            latency(&summary.lat_p50_ns),
            latency(&summary.lat_p99_ns),
        ]
    };
    let rows: Vec<Vec<String>> = summaries
        .iter()
        .flat_map(|summary| (0..summary.iops.len()).map(move |run| of_run(summary, run)))
        .collect();
    table(&["run", "IOPS", "bandwidth", "p50", "p99"], &[1, 2, 3, 4], &rows)
}
