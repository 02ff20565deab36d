//! The runs of a study on its page: a line each, what was found in them, medians.

use std::collections::BTreeMap;

use fiord_judge::Severity;
use fiord_messages::{Lang, study as messages};
use maud::Markup;

use super::extra::{PageFinding, PageRun};
use crate::html::charts::PageUnit;
use crate::html::frame::{details, table};
use crate::text::findings::{state, state_name};
use crate::text::run::direction_named;

/// What was found in how many runs, the most frequent first.
pub(super) fn findings(runs: &[PageRun], lang: Lang) -> Markup {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for run in runs {
        let mut seen: Vec<&PageFinding> = run.findings.iter().collect();
        seen.dedup();
        for finding in seen {
            *counts.entry((&finding.severity, &finding.trap)).or_default() += 1;
        }
    }
    let mut all: Vec<_> = counts.into_iter().collect();
    all.sort_by_key(|((severity, trap), count)| (rank(severity), std::cmp::Reverse(*count), *trap));
    let rows: Vec<Vec<String>> = all
        .into_iter()
        .map(|((severity, trap), count)| {
            vec![
                trap.to_owned(),
                severity_named(severity, lang).to_owned(),
                messages::CountOf {
                    count: &count,
                    all: &runs.len(),
                }
                .text(lang),
            ]
        })
        .collect();
    let heads = [
        messages::column_found(lang),
        messages::column_severity(lang),
        messages::column_runs(lang),
    ];
    table(&heads, &[2], &rows)
}

/// The worst first.
const SEVERITIES: [Severity; 3] = [Severity::Wrong, Severity::Care, Severity::Note];

fn rank(severity: &str) -> usize {
    let place = SEVERITIES.iter().position(|known| known.name() == severity);
    place.unwrap_or(SEVERITIES.len())
}

fn severity_named(name: &str, lang: Lang) -> &str {
    SEVERITIES
        .get(rank(name))
        .map_or(name, |severity| state_name(state(*severity))(lang))
}

/// A line for each run; `label` names a cell.
pub(super) fn lines(runs: &[PageRun], label: impl Fn(u32) -> String, lang: Lang) -> Markup {
    let rows: Vec<Vec<String>> = runs
        .iter()
        .map(|run| {
            let rates: Vec<String> = run
                .results
                .iter()
                .map(|result| {
                    format!(
                        "{} {}{}{}",
                        direction_named(&result.direction, lang),
                        PageUnit::Iops.shown(result.iops),
                        lang.comma(),
                        PageUnit::Bandwidth.shown(result.bytes_per_s)
                    )
                })
                .collect();
            let mut traps: Vec<&str> = run
                .findings
                .iter()
                .filter(|finding| finding.severity != "note")
                .map(|finding| finding.trap.as_str())
                .collect();
            traps.dedup();
            vec![
                run.id.to_string(),
                label(run.cell),
                (run.block + 1).to_string(),
                run.grade.clone(),
                lang.clauses(&rates),
                traps.join(" "),
            ]
        })
        .collect();
    let heads = [
        messages::column_run(lang),
        messages::column_cell(lang),
        messages::column_block(lang),
        messages::column_grade(lang),
        messages::column_result(lang),
        messages::column_findings(lang),
    ];
    let all = messages::AllRuns {
        runs: rows.len() as u64,
    };
    details(&all.text(lang), &table(&heads, &[0, 2], &rows))
}

/// Medians over the runs of a cell: rate and latency of one job and direction.
pub(super) fn medians(runs: &[PageRun], job: &str, direction: &str) -> BTreeMap<u32, (f64, f64)> {
    let mut cells: BTreeMap<u32, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for run in runs {
        for result in run
            .results
            .iter()
            .filter(|result| result.job == job && result.direction == direction)
        {
            let Some(latency) = result.lat_p99_ns else {
                continue;
            };
            let cell = cells.entry(run.cell).or_default();
            cell.0.push(result.iops);
            cell.1.push(latency);
        }
    }
    let middle = fiord_stats::interval::median;
    cells
        .into_iter()
        .filter_map(|(cell, (rates, latencies))| Some((cell, (middle(&rates)?, middle(&latencies)?))))
        .collect()
}
