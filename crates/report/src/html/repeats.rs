//! The page of several runs of one plan.

use fiord_messages::{Lang, page_parts as parts, repeats as messages};
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{PageContent, findings, grade, shown};
use crate::documents::repeats::{DirectionSummary, RepeatedRuns};
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{paragraph, table};
use crate::text::run::direction_named;

/// Rows of a table that may stand before the charts.
const MOST_FIRST: usize = 24;

impl HasPage for RepeatedRuns {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let first = self.runs.first().map(|run| &run.body);
        let jobs = &first.map(|run| run.names(lang)).unwrap_or_default();
        let runs = self.runs.len() as u64;
        let of_first = first.map(|run| run.content(extra)).unwrap_or_default();
        let found = self.findings.iter();
        let found = found.map(|one| (one.job.clone().unwrap_or_default(), &one.finding));
        let found = findings(found, lang);
        let table_of_runs = numbers(&self.summary, lang);
        let is_long = self.runs.len() * self.summary.len() > MOST_FIRST;
        PageContent {
            title: messages::PageTitle { runs, jobs }.text(lang),
            answer: html! {
                @for summary in &self.summary { (paragraph("answer", &answer(summary, runs, lang))) }
                (grade(self.grade, &self.reason, lang))
            },
            findings: if found.0.is_empty() {
                of_first.findings
            } else {
                found
            },
            findings_heading: parts::findings(lang),
            charts: std::iter::once(chart(&self.summary, lang))
                .chain(of_first.charts)
                .collect(),
            figures: html! { @if !is_long { (table_of_runs) } },
            plan: of_first.plan,
            numbers: html! { @if is_long { (table_of_runs) } },
            machine: of_first.machine,
            evidence: of_first.evidence,
            runs: of_first.runs,
        }
    }
}

fn answer(summary: &DirectionSummary, runs: u64, lang: Lang) -> String {
    let job = &summary.job.as_deref().unwrap_or_default();
    let direction = &direction_named(&summary.direction, lang);
    let median = &shown(PageUnit::Iops, summary.iops_median);
    match summary.iops_interval {
        Some(interval) => messages::PageInterval {
            job,
            direction,
            median,
            low: &PageUnit::Iops.shown(interval.low),
            high: &PageUnit::Iops.shown(interval.high),
            runs,
        }
        .text(lang),
        None => messages::PageNoInterval {
            job,
            direction,
            median,
            runs,
        }
        .text(lang),
    }
}

/// Job and direction.
fn name(summary: &DirectionSummary, lang: Lang) -> String {
    format!(
        "{} {}",
        summary.job.as_deref().unwrap_or_default(),
        direction_named(&summary.direction, lang)
    )
}

fn chart(summaries: &[DirectionSummary], lang: Lang) -> Chart {
    let rows = summaries.iter().enumerate().filter_map(|(at, summary)| {
        Some(IntervalRow {
            label: name(summary, lang),
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
        caption: messages::page_chart(lang).to_owned(),
        unit: PageUnit::Iops,
        is_log: false,
        margin: None,
        series: Vec::new(),
        rows: rows.collect(),
    };
    Chart::intervals("runs", intervals)
}

fn numbers(summaries: &[DirectionSummary], lang: Lang) -> Markup {
    let of_run = |summary: &DirectionSummary, run: usize| {
        let latency = |all: &[Option<u64>]| {
            let ns = all.get(run).copied().flatten();
            shown(PageUnit::Time, ns.map(|ns| ns as f64))
        };
        vec![
            format!("{} {}", name(summary, lang), run + 1),
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
    let heads = [
        messages::head_run(lang),
        "IOPS",
        parts::bandwidth(lang),
        "p50",
        "p99",
    ];
    table(&heads, &[1, 2, 3, 4], &rows)
}
