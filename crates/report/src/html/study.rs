//! The page of a study: curves along its numeric factor, or its cells in rows.

use std::collections::BTreeMap;

use fiord_messages::{Lang, study as messages};
use fiord_study::builtin;
use fiord_study::findings::{RatioOutcome, StudyClaim};
use fiord_study::marks::CellFlags;
use fiord_study::progress::CellState;
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::{PageExtra, PageRun};
use super::parts::{KeyFigure, PageContent, key_figures, machine};
use super::plan;
use super::simulated;
use super::study_charts::{Summed, charts, summed, unit_of};
use super::study_runs as runs;
use crate::documents::study::{SpokenFinding, StudyDocument, UnmeasuredJson};
use crate::html::frame::{details, headed, paragraph, pre, table};
use crate::text::run::direction_named;

/// Jobs and directions of which a page shows numbers before its findings.
const MOST_RESPONSES: usize = 2;
/// Findings that stand above the charts; the rest is folded.
const MOST_SHOWN: usize = 6;

impl HasPage for StudyDocument {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let (settled, open): (Vec<_>, Vec<_>) = self.findings.iter().partition(|finding| !is_open(finding));
        PageContent {
            title: match self.title.as_str() {
                "" => self.name.clone(),
                title => messages::Titled {
                    name: &self.name,
                    title: &builtin::title(&self.name, title, lang),
                }
                .text(lang),
            },
            answer: self.answer(settled.first().copied(), lang),
            figures: self.extremes(lang),
            findings: self.claims(&[settled, open].concat(), lang),
            findings_heading: messages::findings(lang),
            plan: plan::of_commands(self.cells.iter().map(|cell| cell.command.as_slice()), lang),
            charts: {
                let mut all = charts(self, &extra.runs, lang);
                if let Some((cell, counters)) = &extra.drive {
                    all.extend(simulated::charts(cell, counters, lang));
                }
                all
            },
            numbers: self.numbers(lang),
            machine: machine(extra.machine.as_ref(), lang),
            evidence: runs::findings(&extra.runs, lang),
            runs: self.commands(&extra.runs, lang),
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
    fn answer(&self, settled: Option<&SpokenFinding>, lang: Lang) -> Markup {
        let answer = match settled {
            Some(finding) => finding.sentence.clone(),
            None if self.findings.is_empty() => messages::no_finding(lang).to_owned(),
            None => messages::NotSettled {
                comparisons: self.findings.len() as u64,
            }
            .text(lang),
        };
        let target = self.target.as_ref();
        let target = target.map_or_else(
            || messages::simulated_device(lang).to_owned(),
            ToString::to_string,
        );
        let (target, seed) = (&target, &self.seed);
        let subject = match &self.study {
            Some(study) => messages::PageSubject { study, target, seed }.text(lang),
            None => messages::PageSubjectUnstored { target, seed }.text(lang),
        };
        html! {
            (paragraph("answer", &answer))
            (paragraph("dim", &subject))
        }
    }

    /// The highest and the lowest result, with its cell, where few jobs and directions were measured.
    fn extremes(&self, lang: Lang) -> Markup {
        let responses = self.responses();
        if responses.len() > MOST_RESPONSES {
            return html! {};
        }
        let unit = unit_of(self.metric);
        let by_median = |a: &&Summed<'_>, b: &&Summed<'_>| a.summary.median.total_cmp(&b.summary.median);
        let of_response = |(job, direction): &(&str, &str)| {
            let cells = summed(self, job, direction);
            if cells.len() < 2 {
                return html! {};
            }
            let ends = [cells.iter().max_by(by_median), cells.iter().min_by(by_median)];
            let ends = ends.into_iter().flatten();
            let figures: Vec<KeyFigure<'_>> = ends
                .map(|one| KeyFigure {
                    name: one.label(),
                    value: unit.shown(one.summary.median),
                })
                .collect();
            key_figures(&format!("{job} {}", direction_named(direction, lang)), &figures)
        };
        html! { @for response in &responses { (of_response(response)) } }
    }

    /// Claims, those that are settled first, and the caveats of all of them.
    fn claims(&self, claims: &[&SpokenFinding], lang: Lang) -> Markup {
        let items = |claims: &[&SpokenFinding]| {
            html! { ul { @for claim in claims { li { (claim.sentence) } } } }
        };
        // The charts below say the same of many levels at a glance.
        let (first, more) = claims.split_at(claims.len().min(MOST_SHOWN));
        let caveats = html! {
            @if !self.caveats.is_empty() {
                ul { @for caveat in &self.caveats { li.f.care { (caveat) } } }
            }
        };
        let findings = more.len() as u64;
        html! {
            @if !claims.is_empty() || !self.caveats.is_empty() { (items(first)) }
            @if !more.is_empty() {
                (details(&messages::PageMoreFindings { findings }.text(lang), &items(more)))
            }
            (headed(messages::caveats(lang), &caveats))
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

    fn numbers(&self, lang: Lang) -> Markup {
        let unit = unit_of(self.metric);
        let has_theory = self.summaries.iter().any(|summary| summary.closed_form.is_some());
        let row = |one: &Summed<'_>| {
            let summary = one.summary;
            let marks = CellFlags {
                has_wrong: !summary.wrong.is_empty(),
                has_left_out: !summary.left_out.is_empty(),
                is_drifting: summary.drift,
                has_two_states: summary.two_states.is_some(),
                is_wide: summary.wide,
                has_failed: summary.state == CellState::Failed,
            };
            let interval = summary.interval.map_or_else(
                || "-".to_owned(),
                |interval| unit.range(interval.low, interval.high, lang),
            );
            let theory = summary
                .closed_form
                .map_or_else(|| "-".to_owned(), |value| unit.shown(value));
            let cells = [
                Some(one.label().to_owned()),
                Some(unit.shown(summary.median)),
                Some(interval),
            ];
            let theory = has_theory.then_some(theory);
            let rest = [Some(summary.values.len().to_string()), Some(marks.names(lang))];
            cells
                .into_iter()
                .chain([theory])
                .chain(rest)
                .flatten()
                .collect::<Vec<_>>()
        };
        let heads: Vec<&str> = [
            Some(messages::column_cell(lang)),
            Some(messages::column_median(lang)),
            Some(messages::column_interval(lang)),
            has_theory.then(|| messages::column_closed_form(lang)),
            Some(messages::column_runs(lang)),
            Some(""),
        ]
        .into_iter()
        .flatten()
        .collect();
        let numbers: &[usize] = if has_theory { &[1, 2, 3, 4] } else { &[1, 2, 3] };
        let unmeasured = |one: &UnmeasuredJson| {
            let mut cells = self.cells.iter().filter(|cell| cell.cell == one.cell);
            let label = cells.next().map_or_else(String::new, |cell| cell.label.clone());
            vec![label, one.reason.clone()]
        };
        let unmeasured: Vec<Vec<String>> = self.unmeasured.iter().map(unmeasured).collect();
        let rest = table(&[messages::column_cell(lang), ""], &[], &unmeasured);
        html! {
            @for (job, direction) in self.responses() {
                h3 { (job) " " (direction) }
                (table(
                    &heads,
                    numbers,
                    &summed(self, job, direction).iter().map(row).collect::<Vec<_>>(),
                ))
            }
            @for law in &self.closed_forms { (paragraph("dim", law)) }
            (headed(messages::heading_not_measured(lang), &rest))
        }
    }

    /// The command of each cell, and its runs.
    fn commands(&self, runs: &[PageRun], lang: Lang) -> Markup {
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
            p { (messages::begun_by(lang)) " " code { (self.command) } }
            (details(messages::commands(lang), &pre(&lines)))
            @if runs.is_empty() {
                (details(messages::run_ids(lang), &self.ids_of_runs(label, lang)))
            } @else {
                (runs::lines(runs, label, lang))
            }
        }
    }

    fn ids_of_runs(&self, label: impl Fn(u32) -> String, lang: Lang) -> Markup {
        let mut of_cells: BTreeMap<u32, String> = BTreeMap::new();
        for summary in &self.summaries {
            of_cells.entry(summary.cell).or_insert_with(|| {
                let ids: Vec<String> = summary.runs.iter().map(ToString::to_string).collect();
                ids.join(" ")
            });
        }
        let rows = of_cells.into_iter().map(|(cell, ids)| vec![label(cell), ids]);
        let heads = [messages::column_cell(lang), messages::column_runs(lang)];
        table(&heads, &[], &rows.collect::<Vec<_>>())
    }
}
