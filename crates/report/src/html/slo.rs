//! The page of the rates at which limits of latencies hold: the answers, and latency against rate for each combination.

use fiord_messages::{Lang, slo as messages, study};
use fiord_study::builtin;
use maud::html;

use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{PageContent, machine};
use super::plan;
use super::study_runs as runs;
use crate::documents::slo::{SloCell, SloDocument};
use crate::html::charts::{Chart, Curve, CurvePoint, Curves, PageUnit};
use crate::html::frame::{details, paragraph, pre, table};
use crate::text::run::direction_named;

impl HasPage for SloDocument {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let label = |cell: u32| {
            let mut cells = self.cells.iter().filter(|one| one.cell == cell);
            cells.next().map_or_else(String::new, |cell| cell.label.clone())
        };
        let command = |cell: &SloCell| format!("# {}\nfio {}\n", cell.label, cell.command.join(" "));
        let commands: String = self.cells.iter().map(command).collect();
        PageContent {
            title: match self.title.as_str() {
                "" => self.name.clone(),
                title => study::Titled {
                    name: &self.name,
                    title: &builtin::title(&self.name, title, lang),
                }
                .text(lang),
            },
            answer: html! {
                @for need in &self.needs { (paragraph("answer", &need.sentence)) }
                @for cell in &self.cells { (paragraph("answer", &cell.sentence)) }
                (paragraph("", &self.limits(lang)))
                (paragraph("dim", &self.subject(lang)))
            },
            findings: html! {
                ul {
                    @for cell in &self.cells {
                        @for sentence in cell.background(lang) { li { (named(cell, &sentence, lang)) } }
                        @for caveat in &cell.caveats { li.f.care { (named(cell, caveat, lang)) } }
                    }
                }
            },
            findings_heading: study::findings(lang),
            plan: plan::of_commands(self.cells.iter().map(|cell| cell.command.as_slice()), lang),
            charts: self.cells.iter().map(|cell| chart(self, cell, lang)).collect(),
            numbers: self.numbers(lang),
            machine: machine(extra.machine.as_ref(), lang),
            evidence: runs::findings(&extra.runs, lang),
            runs: html! {
                p { (study::begun_by(lang)) " " code { (self.command) } }
                (details(study::commands(lang), &pre(&commands)))
                (runs::lines(&extra.runs, label, lang))
            },
            ..PageContent::default()
        }
    }
}

/// A sentence with the combination that it is about.
fn named(cell: &SloCell, sentence: &str, lang: Lang) -> String {
    format!("{}{}{sentence}", cell.label, lang.colon())
}

impl SloDocument {
    /// What is limited: `p99`, `sync.p99.9`.
    fn metrics(&self, lang: Lang) -> String {
        let limits = self.limits.iter();
        let names = limits.map(|limit| limit.limit.split(' ').next().unwrap_or_default().to_owned());
        let mut names: Vec<String> = names.collect();
        names.dedup();
        lang.list(&names)
    }

    fn numbers(&self, lang: Lang) -> maud::Markup {
        let shown = |ns: Option<u64>| ns.map_or_else(|| "-".to_owned(), |ns| PageUnit::Time.shown(ns as f64));
        let mut rows = Vec::new();
        for cell in &self.cells {
            for share in &cell.shares {
                for latency in &share.latencies {
                    let mut row = vec![
                        cell.label.clone(),
                        PageUnit::Share.shown(share.share),
                        PageUnit::Iops.shown(share.iops),
                        direction_named(&latency.direction, lang).to_owned(),
                    ];
                    row.extend(latency.all().map(shown));
                    rows.push(row);
                }
            }
        }
        let heads = [
            messages::head_cell(lang),
            messages::head_share(lang),
            "IOPS",
            "",
            "p50",
            "p95",
            "p99",
            "p99.9",
        ];
        table(&heads, &[1, 2, 4, 5, 6, 7], &rows)
    }
}

/// Latency against arrival rate: flat, then a wall. Runs whose backlog grew have no latency of their own.
pub(crate) fn chart(document: &SloDocument, cell: &SloCell, lang: Lang) -> Chart {
    let mut points: Vec<CurvePoint> = cell
        .runs
        .iter()
        .filter(|run| !run.saturated)
        .filter_map(|run| {
            let x = run.iops?;
            Some(CurvePoint {
                x,
                y: run.latency_ns?,
                ends: None,
                name: PageUnit::Iops.shown(x),
            })
        })
        .collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    let ends = points.first().zip(points.last());
    let (from, to) = ends.map_or((0.0, 0.0), |(first, last)| (first.x, last.x));
    let levels = document.limits.iter();
    let name = match document.limits.as_slice() {
        [_] => document.metrics(lang),
        _ => messages::chart_latency(lang).to_owned(),
    };
    let mut curve = Curve::new(name, points);
    curve.levels = levels.map(|limit| (from, to, limit.threshold_ns)).collect();
    let curves = Curves {
        caption: messages::Chart { cell: &cell.label }.text(lang),
        x: PageUnit::Iops,
        y: PageUnit::Time,
        y_name: document.metrics(lang),
        is_y_log: true,
        events: cell
            .iops
            .map(|iops| (iops, messages::chart_rate(lang).to_owned()))
            .into_iter()
            .collect(),
        curves: if curve.points.is_empty() {
            Vec::new()
        } else {
            vec![curve]
        },
        ..Curves::default()
    };
    let name = match document.cells.len() {
        1 => "load".to_owned(),
        _ => format!("load-{}", cell.cell + 1),
    };
    Chart::curves(name, curves)
}
