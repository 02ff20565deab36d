//! The page of a study: curves along its numeric factor, or its cells in rows.

use std::collections::BTreeMap;

use fiord_record::number::plural;
use fiord_study::findings::{RatioOutcome, StudyClaim};
use fiord_study::progress::CellState;
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::{PageExtra, PageRun};
use super::parts::{PageContent, machine};
use super::study_charts::{Summed, charts, summed, unit_of};
use super::study_runs as runs;
use crate::documents::study::{SpokenFinding, StudyDocument};
use crate::html::frame::{details, headed, paragraph, pre, table};

/// Findings that stand above the charts; the rest is folded.
const MOST_SHOWN: usize = 6;

impl HasPage for StudyDocument {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let (settled, open): (Vec<_>, Vec<_>) = self.findings.iter().partition(|finding| !is_open(finding));
        PageContent {
            title: match self.title.as_str() {
                "" => self.name.clone(),
                title => format!("{}: {title}", self.name),
            },
            answer: self.answer(settled.first().copied()),
            findings: self.claims(&[settled, open].concat()),
            findings_heading: "Findings",
            charts: charts(self, &extra.runs),
            numbers: self.numbers(),
            machine: machine(extra.machine.as_ref(), extra.lang),
            evidence: runs::findings(&extra.runs),
            runs: self.commands(&extra.runs),
        }
    }
}

/// Whether the interval holds both a difference and none, or there is none.
fn is_open(finding: &SpokenFinding) -> bool {
    matches!(
        finding.finding.claim,
        StudyClaim::Ratio {
            outcome: RatioOutcome::Inconclusive,
            ..
        } | StudyClaim::Matters {
            outcome: RatioOutcome::Inconclusive,
            ..
        }
    )
}

impl StudyDocument {
    fn answer(&self, settled: Option<&SpokenFinding>) -> Markup {
        let words = match settled {
            Some(finding) => format!("{}.", finding.sentence),
            None if self.findings.is_empty() => "No finding yet.".to_owned(),
            None => format!(
                "Nothing is settled yet, of {}.",
                plural(self.findings.len() as u64, "comparison")
            ),
        };
        let id = self.study.map_or_else(String::new, |id| id.to_string());
        let target = self.target.as_ref();
        let target = target.map_or_else(|| "a simulated device".to_owned(), ToString::to_string);
        html! {
            (paragraph("answer", &words))
            (paragraph("dim", &format!("Study {id}, {target}, seed {}.", self.seed)))
        }
    }

    /// Claims, those that are settled first, and the caveats of all of them.
    fn claims(&self, claims: &[&SpokenFinding]) -> Markup {
        let items = |claims: &[&SpokenFinding]| {
            html! { ul { @for claim in claims { li { (claim.sentence) "." } } } }
        };
        // The charts below say the same of many levels at a glance.
        let (first, more) = claims.split_at(claims.len().min(MOST_SHOWN));
        let caveats = html! {
            @if !self.caveats.is_empty() {
                ul { @for caveat in &self.caveats { li.f.care { (caveat) "." } } }
            }
        };
        html! {
            @if !claims.is_empty() || !self.caveats.is_empty() { (items(first)) }
            @if !more.is_empty() {
                (details(&format!("{} more", plural(more.len() as u64, "finding")), &items(more)))
            }
            (headed("Caveats", &caveats))
        }
    }

    /// Jobs and directions, each once.
    pub(super) fn responses(&self) -> Vec<(&str, &str)> {
        let all = self.summaries.iter();
        let mut all: Vec<_> = all
            .map(|summary| (summary.job.as_str(), summary.direction.as_str()))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn numbers(&self) -> Markup {
        let unit = unit_of(self.metric);
        let row = |one: &Summed<'_>| {
            let summary = one.summary;
            let marks = [
                (!summary.wrong.is_empty(), "D"),
                (summary.drift, "drift"),
                (summary.two_states.is_some(), "two states"),
                (summary.state == CellState::MostRuns, "wide"),
            ];
            let marks: Vec<&str> = marks
                .into_iter()
                .filter(|(is, _)| *is)
                .map(|(_, mark)| mark)
                .collect();
            let interval = summary.interval.map_or_else(
                || "-".to_owned(),
                |interval| format!("{} to {}", unit.shown(interval.low), unit.shown(interval.high)),
            );
            vec![
                one.label().to_owned(),
                unit.shown(summary.median),
                interval,
                summary.values.len().to_string(),
                marks.join(" "),
            ]
        };
        html! {
            @for (job, direction) in self.responses() {
                h3 { (job) " " (direction) }
                (table(
                    &["cell", "median", "95 % interval", "runs", ""],
                    &[1, 2, 3],
                    &summed(self, job, direction).iter().map(row).collect::<Vec<_>>(),
                ))
            }
        }
    }

    /// The command of each cell, and its runs.
    fn commands(&self, runs: &[PageRun]) -> Markup {
        let command = |cell: &crate::documents::study::CellJson| {
            format!("# {}\nfio {}\n", cell.label, cell.command.join(" "))
        };
        let lines: String = self.cells.iter().map(command).collect();
        let cells = self.cells.iter();
        let labels: BTreeMap<u32, &str> = cells.map(|cell| (cell.cell, cell.label.as_str())).collect();
        let label = |cell: u32| {
            labels
                .get(&cell)
                .map_or_else(String::new, |label| (*label).to_owned())
        };
        html! {
            p { "Begun by: " code { (self.command) } }
            (details("The command of each cell", &pre(&lines)))
            @if runs.is_empty() {
                (details("The runs of each cell, by id", &self.ids_of_runs(label)))
            } @else {
                (runs::lines(runs, label))
            }
        }
    }

    fn ids_of_runs(&self, label: impl Fn(u32) -> String) -> Markup {
        let mut of_cells: BTreeMap<u32, String> = BTreeMap::new();
        for summary in &self.summaries {
            of_cells.entry(summary.cell).or_insert_with(|| {
                let ids: Vec<String> = summary.runs.iter().map(ToString::to_string).collect();
                ids.join(" ")
            });
        }
        let rows = of_cells.into_iter().map(|(cell, ids)| vec![label(cell), ids]);
        table(&["cell", "runs"], &[], &rows.collect::<Vec<_>>())
    }
}
