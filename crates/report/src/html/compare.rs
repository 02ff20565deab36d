//! The page of a comparison: what differs, ratios with their band, groups.

use fiord_compare::facts::FactDifference;
use fiord_compare::result::{ComparedMetric, ResultKind};
use fiord_compare::verdict::{ComparedCell, PairVerdict};
use fiord_compare::why::SuspectedCauses;
use fiord_job::showcmd::for_shell;
use fiord_messages::{Fixed, Lang, charts as captions, compare as messages, why};
use fiord_record::number::short;
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::{PageDistribution, PageExtra};
use super::parts::{PageContent, differences};
use crate::documents::compare::Comparison;
use crate::html::charts::{Chart, Curves, IntervalRow, Intervals, PageUnit, added_up, density, ecdf};
use crate::html::frame::{headed, paragraph, table};
use crate::text::compare::{self as text, limit_words};

/// Rows of one chart.
const MOST_ROWS: usize = 120;
/// Workloads whose latencies are drawn.
const MOST_DISTRIBUTIONS: usize = 6;
/// Rows of a table that may stand before the charts.
const MOST_FIRST: usize = 24;

impl HasPage for Comparison {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let names: Vec<String> = self.names().into_iter().map(str::to_owned).collect();
        let is_long = self.pairs().count() > MOST_FIRST;
        PageContent {
            title: messages::Title {
                results: &lang.list(&names),
            }
            .text(lang),
            answer: self.answer(lang),
            findings: self.what_differs(lang),
            findings_heading: messages::what_differs(lang),
            charts: [self.ratios(true, lang), self.ratios(false, lang)]
                .into_iter()
                .chain(distributions(&extra.distributions, lang))
                .collect(),
            figures: html! { @if !is_long { (self.numbers(lang)) } },
            numbers: html! { @if is_long { (self.numbers(lang)) } },
            runs: self.results_table(lang),
            ..PageContent::default()
        }
    }
}

/// The latencies of all results over each other, of the first workloads: as shares up to each latency, and as shares around it.
fn distributions(all: &[PageDistribution], lang: Lang) -> Vec<Chart> {
    let charts = |(at, one): (usize, &PageDistribution)| {
        let series = || {
            let results = one.results.iter();
            let numbers =
                |pairs: &[(u64, u64)]| pairs.iter().map(|(ns, ios)| (*ns as f64, *ios as f64)).collect();
            results.map(move |(name, histogram)| (name.clone(), numbers(histogram)))
        };
        let workload = &one.workload;
        let id = |name: &str| match all.len() {
            1 => name.to_owned(),
            _ => format!("{name}-{}", at + 1),
        };
        let summed =
            series().map(|(name, histogram): (String, Vec<(f64, f64)>)| (name, added_up(&histogram)));
        let shares = Curves {
            caption: captions::CompareDistribution { workload }.text(lang),
            ..ecdf(summed.collect(), lang)
        };
        let caption = captions::CompareDensity { workload }.text(lang);
        [
            Chart::curves(id("ecdf"), shares),
            Chart::curves(id("density"), density(caption, series().collect(), lang)),
        ]
    };
    all.iter()
        .take(MOST_DISTRIBUTIONS)
        .enumerate()
        .flat_map(charts)
        .collect()
}

const fn unit_of(metric: ComparedMetric) -> PageUnit {
    match metric {
        ComparedMetric::Bandwidth => PageUnit::Bandwidth,
        ComparedMetric::Iops => PageUnit::Iops,
        ComparedMetric::P50 | ComparedMetric::P99 | ComparedMetric::Mean => PageUnit::Time,
    }
}

/// What could explain the ratio, with a test of each.
fn causes(causes: &SuspectedCauses, lang: Lang) -> Markup {
    let heading = text::why_heading(causes)(lang);
    let command = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| for_shell(word)).collect();
        words.join(" ")
    };
    html! {
        (paragraph("", heading))
        ol {
            @for suspect in &causes.suspects {
                li {
                    b { (text::suspect_heading(suspect, lang)) }
                    @for one in &suspect.differences { br; (text::suspect_fact(one, lang)) }
                    br; span.dim { (suspect.reason) }
                    br; (why::Untested { test: &suspect.test }.text(lang))
                    @for words in &suspect.commands { br; code { (command(words)) } }
                }
            }
        }
        @if !causes.unknown.is_empty() {
            (paragraph("dim", &why::Unknown { facts: &lang.list(&causes.unknown) }.text(lang)))
        }
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
    fn answer(&self, lang: Lang) -> Markup {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (_, pair) in self.pairs() {
            let verdict = pair.verdict.words(lang);
            match counts.iter_mut().find(|(known, _)| *known == verdict) {
                Some((_, count)) => *count += 1,
                None => counts.push((verdict, 1)),
            }
        }
        let each = |(verdict, count): &(&str, usize)| messages::VerdictCount { count, verdict }.text(lang);
        let verdicts: Vec<String> = counts.iter().map(each).collect();
        let answer = match verdicts.is_empty() {
            true => messages::no_common_workload(lang).to_owned(),
            false => messages::VerdictCounts {
                verdicts: &lang.list(&verdicts),
            }
            .text(lang),
        };
        let legend = messages::LegendRatios {
            margin: &short(self.margin * 100.0),
        };
        html! {
            (paragraph("answer", &answer))
            (paragraph("dim", &legend.text(lang)))
            @for limit in &self.limits { (paragraph("", &limit_words(limit, lang))) }
        }
    }

    fn what_differs(&self, lang: Lang) -> Markup {
        let mut wrong: Vec<String> = Vec::new();
        for cell in &self.outcome.cells {
            for (name, side) in self.names().iter().zip(&cell.values) {
                let runs = side.iter().flat_map(|side| &side.wrong);
                for run in runs.filter(|run| run.is_invalid()) {
                    let line = messages::ExcludedRun {
                        result: name,
                        workload: &cell.workload,
                        run: &run.run,
                        traps: &lang.list(&run.traps),
                    };
                    let line = line.text(lang);
                    if !wrong.contains(&line) {
                        wrong.push(line);
                    }
                }
            }
        }
        let lines = html! {
            @if !wrong.is_empty() {
                ul { @for line in &wrong { li.f.wrong { (line) } } }
            }
        };
        let label = |one: &FactDifference| one.full_label(lang);
        let notes = html! {
            @for (name, note) in self.notes(lang) { (paragraph("", &format!("{name}: {note}"))) }
        };
        html! {
            (notes)
            @for line in self.alike(lang) { (paragraph("", &line)) }
            @match &self.why {
                Some(why) => (causes(why, lang)),
                None => (differences(messages::head_differs(lang), self.names(), &self.differences, label, lang)),
            }
            (headed(messages::excluded(lang), &lines))
        }
    }

    /// A chart of ratios: of rates or of latencies.
    fn ratios(&self, is_rate: bool, lang: Lang) -> Chart {
        let names = self.names();
        let pairs = self.pairs().filter(|(cell, _)| cell.metric.is_rate() == is_rate);
        let rows = pairs.filter_map(|(cell, pair)| {
            let series = names.iter().position(|name| *name == pair.result).unwrap_or(1);
            Some(IntervalRow {
                label: if is_rate {
                    cell.workload.clone()
                } else {
                    format!("{} {}", cell.workload, cell.metric.heading(lang))
                },
                values: Vec::new(),
                middle: pair.ratio?,
                ends: pair.interval.map(|interval| (interval.low, interval.high)),
                series: series.saturating_sub(1),
                remark: pair.verdict.words(lang).to_owned(),
            })
        });
        let base = &names.first().copied().unwrap_or_default();
        let (id, caption) = match is_rate {
            true => ("rates", messages::ChartRates { base }.text(lang)),
            false => ("latencies", messages::ChartLatencies { base }.text(lang)),
        };
        let intervals = Intervals {
            caption,
            unit: PageUnit::Ratio,
            is_log: true,
            margin: Some(self.margin),
            series: names.iter().skip(1).map(|name| (*name).to_owned()).collect(),
            rows: rows.take(MOST_ROWS).collect(),
        };
        Chart::intervals(id, intervals)
    }

    fn numbers(&self, lang: Lang) -> Markup {
        let none = || "-".to_owned();
        let mut rows = Vec::new();
        for cell in &self.outcome.cells {
            for (pair, side, base) in cell.pairs_with_sides() {
                let median =
                    |median: Option<f64>| median.map_or_else(none, |value| unit_of(cell.metric).shown(value));
                let interval = pair.interval.map_or_else(none, |interval| {
                    PageUnit::Ratio.range(interval.low, interval.high, lang)
                });
                rows.push(vec![
                    cell.workload.clone(),
                    cell.details.clone(),
                    metric_name(cell.metric, lang),
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
            messages::column_workload(lang),
            "",
            messages::column_metric(lang),
            messages::column_result(lang),
            messages::column_base(lang),
            messages::column_value(lang),
            messages::column_ratio(lang),
            messages::column_interval(lang),
            messages::column_verdict(lang),
        ];
        let ranked = self.outcome.cells.iter().filter(|cell| !cell.groups.is_empty());
        let groups: Vec<Vec<String>> = ranked
            .map(|cell| {
                let groups: Vec<String> = cell.groups.iter().map(|group| group.join(" = ")).collect();
                vec![
                    cell.workload.clone(),
                    metric_name(cell.metric, lang),
                    lang.clauses(&groups),
                ]
            })
            .collect();
        let group_heads = [
            messages::column_workload(lang),
            messages::column_metric(lang),
            messages::column_groups(lang),
        ];
        html! {
            (table(&heads, &[4, 5, 6, 7], &rows))
            (headed(messages::groups_heading(lang), &table(&group_heads, &[], &groups)))
        }
    }

    fn results_table(&self, lang: Lang) -> Markup {
        let results = self.results.iter().map(|result| {
            vec![
                result.name.clone(),
                kind(result.kind)(lang).to_owned(),
                result.about.clone(),
                self.outcome.samples.count(u64::from(result.runs), lang),
                result.first.clone().unwrap_or_default(),
                lang.sentences(&result.caveats),
            ]
        });
        let heads = [
            messages::column_result(lang),
            messages::column_kind(lang),
            messages::column_about(lang),
            messages::column_runs(lang),
            messages::column_since(lang),
            messages::column_caveats(lang),
        ];
        table(&heads, &[3], &results.collect::<Vec<_>>())
    }
}

/// The name of a metric.
fn metric_name(metric: ComparedMetric, lang: Lang) -> String {
    match metric {
        ComparedMetric::Bandwidth | ComparedMetric::Iops => unit_of(metric).metric(lang).to_owned(),
        _ => metric.heading(lang).to_owned(),
    }
}

const fn kind(kind: ResultKind) -> Fixed {
    match kind {
        ResultKind::Runs => messages::kind_runs,
        ResultKind::Study => messages::kind_study,
        ResultKind::Document => messages::kind_document,
        ResultKind::Import => messages::kind_import,
        ResultKind::Catalogue => messages::kind_catalogue,
        ResultKind::Sheet => messages::kind_sheet,
    }
}
