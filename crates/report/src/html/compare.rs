//! The page of a comparison: what differs, ratios with their band, groups.

use fiord_compare::facts::FactDifference;
use fiord_compare::result::ComparedMetric;
use fiord_compare::verdict::{ComparedCell, PairVerdict};
use fiord_messages::Lang;
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{PageContent, differences};
use crate::documents::compare::Comparison;
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{headed, paragraph, table};

/// Rows of one chart.
const MOST_ROWS: usize = 120;

impl HasPage for Comparison {
    fn content(&self, _: &PageExtra) -> PageContent {
        PageContent {
            title: format!("Comparison of {}", self.names().join(", ")),
            answer: self.answer(),
            findings: self.what_differs(),
            findings_heading: "What differs",
            charts: vec![
                self.ratios("rates", "Rates", true),
                self.ratios("latencies", "Latencies", false),
            ],
            numbers: self.numbers(),
            runs: self.results_table(),
            ..PageContent::default()
        }
    }
}

const fn unit_of(metric: ComparedMetric) -> PageUnit {
    match metric {
        ComparedMetric::Bandwidth => PageUnit::Bandwidth,
        ComparedMetric::Iops => PageUnit::Iops,
        ComparedMetric::P50 | ComparedMetric::P99 | ComparedMetric::Mean => PageUnit::Time,
    }
}

impl Comparison {
    fn names(&self) -> Vec<&str> {
        self.results.iter().map(|result| result.name.as_str()).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (&ComparedCell, &PairVerdict)> {
        let cells = self.outcome.cells.iter();
        cells.flat_map(|cell| cell.pairs.iter().map(move |pair| (cell, pair)))
    }

    /// How many comparisons came to each verdict.
    fn answer(&self) -> Markup {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (_, pair) in self.pairs() {
            let verdict = pair.verdict.words();
            match counts.iter_mut().find(|(known, _)| *known == verdict) {
                Some((_, count)) => *count += 1,
                None => counts.push((verdict, 1)),
            }
        }
        let words: Vec<String> = counts
            .iter()
            .map(|(verdict, count)| format!("{count} {verdict}"))
            .collect();
        let words = match words.is_empty() {
            true => "No workload is in two of them: nothing can be compared.".to_owned(),
            false => format!("{}.", words.join(", ")),
        };
        let margin = self.margin * 100.0;
        html! {
            (paragraph("answer", &words))
            (paragraph("dim", &format!(
                "Ratios are the result ÷ the first one. Differences below {margin} % are none."
            )))
            @for limit in &self.limits {
                (paragraph("", &format!("--fail-if {}: {}.", limit.fail_if.text(), limit.state.name())))
            }
        }
    }

    fn what_differs(&self) -> Markup {
        let mut wrong: Vec<String> = Vec::new();
        for cell in &self.outcome.cells {
            for (name, side) in self.names().iter().zip(&cell.values) {
                for run in side.iter().flat_map(|side| &side.wrong) {
                    let line = format!(
                        "{name}, {}: {} did not measure what it seems to ({})",
                        cell.workload,
                        run.run,
                        run.traps.join(", ")
                    );
                    if !wrong.contains(&line) {
                        wrong.push(line);
                    }
                }
            }
        }
        let lines = html! {
            @if !wrong.is_empty() {
                ul { @for line in &wrong { li.f.wrong { (line) "." } } }
            }
        };
        let label = |one: &FactDifference| format!("{}: {}", one.of.name(), one.what);
        html! {
            (differences("what differs", self.names(), &self.differences, label, Lang::En))
            (headed("Not ranked", &lines))
        }
    }

    /// A chart of ratios: of rates or of latencies.
    fn ratios(&self, id: &str, name: &str, is_rate: bool) -> Chart {
        let names = self.names();
        let pairs = self.pairs().filter(|(cell, _)| cell.metric.is_rate() == is_rate);
        let rows = pairs.filter_map(|(cell, pair)| {
            let series = names.iter().position(|name| *name == pair.result).unwrap_or(1);
            Some(IntervalRow {
                label: if is_rate {
                    cell.workload.clone()
                } else {
                    format!("{} {}", cell.workload, cell.metric.name())
                },
                values: Vec::new(),
                middle: pair.ratio?,
                ends: pair.interval.map(|interval| (interval.low, interval.high)),
                series: series.saturating_sub(1),
                remark: pair.verdict.words().to_owned(),
            })
        });
        let better = if is_rate { "right" } else { "left" };
        let intervals = Intervals {
            caption: format!(
                "{name} as ratios to {}: faster is to the {better}; in the band a difference is none",
                names.first().copied().unwrap_or_default()
            ),
            unit: PageUnit::Ratio,
            is_log: true,
            margin: Some(self.margin),
            series: names.iter().skip(1).map(|name| (*name).to_owned()).collect(),
            rows: rows.take(MOST_ROWS).collect(),
        };
        Chart::intervals(id, intervals)
    }

    fn numbers(&self) -> Markup {
        let none = || "-".to_owned();
        let mut rows = Vec::new();
        for cell in &self.outcome.cells {
            for (pair, side, base) in cell.pairs_with_sides() {
                let median =
                    |median: Option<f64>| median.map_or_else(none, |value| unit_of(cell.metric).shown(value));
                let interval = pair.interval.map_or_else(none, |interval| {
                    format!(
                        "{} to {}",
                        PageUnit::Ratio.shown(interval.low),
                        PageUnit::Ratio.shown(interval.high)
                    )
                });
                rows.push(vec![
                    cell.workload.clone(),
                    cell.details.clone(),
                    cell.metric.name().to_owned(),
                    pair.result.clone(),
                    median(base.median),
                    median(side.median),
                    pair.ratio.map_or_else(none, |ratio| PageUnit::Ratio.shown(ratio)),
                    interval,
                    pair.sentence.clone(),
                ]);
            }
        }
        let heads = [
            "workload",
            "",
            "metric",
            "result",
            "base",
            "value",
            "ratio",
            "95 % interval",
            "verdict",
        ];
        let ranked = self.outcome.cells.iter().filter(|cell| !cell.groups.is_empty());
        let groups: Vec<Vec<String>> = ranked
            .map(|cell| {
                let groups: Vec<String> = cell.groups.iter().map(|group| group.join(" = ")).collect();
                vec![
                    cell.workload.clone(),
                    cell.metric.name().to_owned(),
                    groups.join("; "),
                ]
            })
            .collect();
        html! {
            (table(&heads, &[4, 5, 6, 7], &rows))
            (headed(
                "Groups that cannot be told apart, the best first",
                &table(&["workload", "metric", "groups"], &[], &groups),
            ))
        }
    }

    fn results_table(&self) -> Markup {
        let results = self.results.iter().map(|result| {
            vec![
                result.name.clone(),
                result.kind.name().to_owned(),
                result.about.clone(),
                result.runs.to_string(),
                result.first.clone().unwrap_or_default(),
                result.caveats.join("; "),
            ]
        });
        table(
            &["result", "kind", "what it is", "runs", "since", "caveats"],
            &[3],
            &results.collect::<Vec<_>>(),
        )
    }
}
