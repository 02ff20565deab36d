//! The page of one run.

use fiord_messages::{Lang, layers as layer_messages, page_parts as messages, run as words};
use fiord_record::number::Rate;
use fiord_record::run::RunRecord;
use maud::{Markup, html};

use super::document::HasPage;
use super::evidence;
use super::extra::PageExtra;
use super::latencies;
use super::of_text::of_page;
use super::parts::{KeyFigure, PageContent, findings, grade, key_figures, machine, shown};
use super::plan;
use super::simulated;
use crate::documents::layers::{LayerDirection, RunLayers};
use crate::documents::run::result::{Direction, JobResult, LatencyResult};
use crate::documents::run::{Run, RunJob};
use crate::html::charts::{
    Chart, Heat, HeatRow, PageUnit, StackPiece, StackRow, Stacked, ecdf, percentiles, timeline,
};
use crate::html::frame::{paragraph, pre, table};
use crate::text::Page;
use crate::text::layers::put_untraced;
use crate::text::run::turns;

/// A direction of a job that moved data.
pub(super) struct MovedDirection<'a> {
    name: String,
    stats: &'a Direction,
}

impl HasPage for Run {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let moved = moved(self.jobs.iter().map(|job| (job.name.as_str(), &job.result)), lang);
        let found = self.findings.iter();
        let found = found.map(|one| (one.job.clone().unwrap_or_default(), &one.finding));
        PageContent {
            title: messages::RunTitle {
                jobs: &self.names(lang),
            }
            .text(lang),
            answer: html! {
                (paragraph("answer", &self.verdict.line))
                @if let Some(turns) = turns(&self.record, lang) { (paragraph("", &turns)) }
                (grade(self.verdict.grade, &self.verdict.reason, lang))
                (paragraph("dim", &self.origin(lang)))
            },
            figures: html! {
                (self.untraced(lang))
                (key_numbers(&moved, lang))
                @for job in &self.jobs { (sync_numbers(job, self.jobs.len() == 1, lang)) }
            },
            plan: self.plan(lang),
            findings: findings(found, lang),
            findings_heading: messages::findings(lang),
            charts: {
                let mut all = charts(&moved, Some(&self.record), self.layers.as_ref(), lang);
                all.extend(simulated::of_run(&self.record, lang));
                all
            },
            numbers: numbers(&moved, lang),
            machine: machine(self.record.before.machine.as_ref(), lang),
            evidence: evidence::evidence(self.evidence.as_ref(), lang),
            runs: commands("fiord run", &self.jobs),
        }
    }
}

impl Run {
    /// What its jobs do, on the files and devices that it found.
    pub(super) fn plan(&self, lang: Lang) -> Markup {
        let targets = self.record.before.targets.iter();
        let seen: Vec<String> = targets.map(|target| target.path.display().to_string()).collect();
        plan::of_run(&self.record.plan, &seen, lang)
    }

    /// The numbers of the slices in which nothing was traced, and a note before those of the whole run.
    fn untraced(&self, lang: Lang) -> Markup {
        let evidence = self.record.evidence.as_deref();
        let mut untraced = Page::new();
        put_untraced(
            &mut untraced,
            evidence.and_then(|evidence| evidence.layers.as_deref()),
            lang,
        );
        of_page(&untraced)
    }

    /// When it was measured, where that is known, and by which program.
    fn origin(&self, lang: Lang) -> String {
        match &self.started {
            Some(started) => format!("{started}{}{}", lang.comma(), self.version),
            None => self.version.clone(),
        }
    }

    /// The names of its jobs.
    pub(super) fn names(&self, lang: Lang) -> String {
        let names: Vec<String> = self.jobs.iter().map(|job| job.name.clone()).collect();
        lang.list(&names)
    }
}

/// The directions of these jobs that moved data.
pub(super) fn moved<'a>(
    jobs: impl ExactSizeIterator<Item = (&'a str, &'a JobResult)>,
    lang: Lang,
) -> Vec<MovedDirection<'a>> {
    let is_only = jobs.len() == 1;
    let directions = jobs.flat_map(|(job, result)| {
        let all = [
            (words::read(lang), &result.read),
            (words::write(lang), &result.write),
            (words::trim(lang), &result.trim),
        ];
        all.map(|(direction, stats)| MovedDirection {
            name: if is_only {
                direction.to_owned()
            } else {
                format!("{job} {direction}")
            },
            stats,
        })
    });
    directions.filter(|one| one.stats.ios > 0).collect()
}

impl MovedDirection<'_> {
    /// The latency that the page shows: whole, or of completion where that is all there is.
    fn latency(&self) -> Option<&LatencyResult> {
        self.stats.lat.as_ref().or(self.stats.clat.as_ref())
    }

    fn percentile(&self, percent: f64, lang: Lang) -> String {
        percentile(self.latency(), percent, lang)
    }

    /// What was counted in each whole second: what the last one lacks is not a fall.
    fn seconds(&self, of: fn(&(u64, u64)) -> u64) -> Vec<f64> {
        let whole = (self.stats.runtime_ns / 1_000_000_000) as usize;
        let pairs = self.stats.per_second.iter().take(whole);
        pairs.map(|pair| of(pair) as f64).collect()
    }
}

const fn ios((ios, _): &(u64, u64)) -> u64 {
    *ios
}

const fn bytes((_, bytes): &(u64, u64)) -> u64 {
    *bytes
}

/// Directions whose numbers stand in large letters; of more there is the table.
const KEY_DIRECTIONS: usize = 4;

/// The rate, the throughput and the usual percentiles of each direction.
pub(super) fn key_numbers(moved: &[MovedDirection<'_>], lang: Lang) -> Markup {
    if moved.len() > KEY_DIRECTIONS {
        return numbers(moved, lang);
    }
    let figures = |one: &MovedDirection<'_>| {
        let figure = |name, value| KeyFigure { name, value };
        [
            figure("IOPS", Rate(one.stats.iops).to_string()),
            figure(
                messages::bandwidth(lang),
                PageUnit::Bandwidth.shown(one.stats.bytes_per_s),
            ),
            figure("p50", one.percentile(50.0, lang)),
            figure("p99", one.percentile(99.0, lang)),
        ]
    };
    html! { @for one in moved { (key_figures(&one.name, &figures(one))) } }
}

/// The rate and the usual percentiles of the syncs of a job.
fn sync_numbers(job: &RunJob, is_only: bool, lang: Lang) -> Markup {
    let syncs = &job.result.sync;
    if syncs.ios.is_none_or(|count| count == 0) && syncs.lat.is_none() {
        return html! {};
    }
    let seconds = job.result.runtime_ns.max(1) as f64 / 1e9;
    let figure = |name, value| KeyFigure { name, value };
    let figures = [
        figure(
            messages::syncs_per_second(lang),
            shown(PageUnit::Iops, syncs.ios.map(|count| count as f64 / seconds)),
        ),
        figure("p50", percentile(syncs.lat.as_ref(), 50.0, lang)),
        figure("p99", percentile(syncs.lat.as_ref(), 99.0, lang)),
    ];
    let name = if is_only {
        words::sync(lang).to_owned()
    } else {
        format!("{} {}", job.name, words::sync(lang))
    };
    key_figures(&name, &figures)
}

/// A percentile of these latencies, or why there is none.
fn percentile(latency: Option<&LatencyResult>, percent: f64, lang: Lang) -> String {
    let too_few = || messages::too_few(lang).to_owned();
    let percentiles = latency.map_or(&[][..], |latency| &latency.percentiles);
    match percentiles.iter().find(|one| one.percent == percent) {
        Some(one) => one.ns.map_or_else(too_few, |ns| PageUnit::Time.shown(ns as f64)),
        None => "?".to_owned(),
    }
}

pub(super) fn numbers(moved: &[MovedDirection<'_>], lang: Lang) -> Markup {
    let row = |one: &MovedDirection<'_>| {
        let latency = one.latency();
        vec![
            one.name.clone(),
            PageUnit::Iops.shown(one.stats.iops),
            PageUnit::Bandwidth.shown(one.stats.bytes_per_s),
            shown(PageUnit::Time, latency.map(|latency| latency.mean_ns)),
            one.percentile(50.0, lang),
            one.percentile(99.0, lang),
            one.percentile(99.9, lang),
            shown(PageUnit::Time, latency.map(|latency| latency.max_ns as f64)),
        ]
    };
    let heads = [
        "",
        "IOPS",
        messages::bandwidth(lang),
        messages::mean(lang),
        "p50",
        "p99",
        "p99.9",
        messages::max(lang),
    ];
    table(
        &heads,
        &[1, 2, 3, 4, 5, 6, 7],
        &moved.iter().map(row).collect::<Vec<_>>(),
    )
}

pub(super) fn charts(
    moved: &[MovedDirection<'_>],
    record: Option<&RunRecord>,
    split: Option<&RunLayers>,
    lang: Lang,
) -> Vec<Chart> {
    let seconds = |of: fn(&(u64, u64)) -> u64| {
        moved
            .iter()
            .map(|one| (one.name.clone(), one.seconds(of)))
            .collect()
    };
    let percents = moved.iter().map(|one| {
        let all = one.latency().into_iter().flat_map(|latency| &latency.percentiles);
        let known = all.filter_map(|one| Some((one.percent, one.ns? as f64)));
        (one.name.clone(), known.collect())
    });
    let shares = moved.iter().map(|one| {
        let steps = one.stats.lat_cumulative.iter();
        (
            one.name.clone(),
            steps.map(|(ns, ios)| (*ns as f64, *ios as f64)).collect(),
        )
    });
    let longest_ns = moved.iter().map(|one| one.stats.runtime_ns).max().unwrap_or(0);
    let mut charts = vec![
        Chart::curves(
            "bandwidth",
            timeline(
                messages::chart_bandwidth(lang),
                PageUnit::Bandwidth,
                seconds(bytes),
                lang,
            ),
        ),
        Chart::curves(
            "iops",
            timeline(messages::chart_iops(lang), PageUnit::Iops, seconds(ios), lang),
        ),
        Chart::heat("heat", heat(moved, lang)),
    ];
    charts.extend(record.map_or_else(Vec::new, |record| latencies::heats(record, longest_ns, lang)));
    charts.extend([
        Chart::curves("ecdf", ecdf(shares.collect(), lang)),
        Chart::curves("percentiles", percentiles(percents.collect(), lang)),
        Chart::stacked("layers", layers(split, lang)),
    ]);
    charts
}

/// A bar of means for each direction; none where the split was refused.
fn layers(split: Option<&RunLayers>, lang: Lang) -> Stacked {
    let row = |direction: &LayerDirection| {
        let stages = direction.stages.iter();
        StackRow {
            label: direction.label(lang).to_owned(),
            pieces: stages
                .map(|stage| StackPiece {
                    name: stage.stage.clone(),
                    what: stage.what.clone(),
                    mean: stage.mean_ns,
                    p50: stage.p50_ns.map(|ns| ns as f64),
                    p99: stage.p99_ns.map(|ns| ns as f64),
                })
                .collect(),
        }
    };
    let directions = split.map_or(&[][..], |split| &split.directions);
    Stacked {
        caption: layer_messages::page_chart(lang).to_owned(),
        unit: PageUnit::Time,
        rows: directions.iter().map(row).collect(),
    }
}

/// Bandwidth over time of many jobs: their curves would hide each other.
fn heat(moved: &[MovedDirection<'_>], lang: Lang) -> Heat {
    const FEWEST_ROWS: usize = 3;
    const MOST_ROWS: usize = 60;
    const MOST_COLUMNS: usize = 60;
    let rows: Vec<(String, Vec<f64>)> = moved
        .iter()
        .take(MOST_ROWS)
        .map(|one| (one.name.clone(), one.seconds(bytes)))
        .collect();
    let longest = rows.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    if rows.len() < FEWEST_ROWS || longest < 3 {
        return Heat::default();
    }
    let each = longest.div_ceil(MOST_COLUMNS);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    Heat {
        caption: match each {
            1 => messages::chart_heat(lang).to_owned(),
            _ => messages::ChartHeatMeans { seconds: &each }.text(lang),
        },
        unit: PageUnit::Bandwidth,
        x_name: messages::second(lang).to_owned(),
        columns: (0..longest.div_ceil(each))
            .map(|column| (column * each).to_string())
            .collect(),
        rows: rows
            .into_iter()
            .map(|(label, values)| HeatRow {
                label,
                values: values.chunks(each).map(|part| Some(mean(part))).collect(),
            })
            .collect(),
        ..Heat::default()
    }
}

/// The command behind `program`.
pub(super) fn commands(program: &str, jobs: &[RunJob]) -> Markup {
    let words = |job: &RunJob| {
        let options = job.options.0.iter().map(|(name, value)| match value.as_str() {
            "" => format!("--{name}"),
            value => format!("--{name}={value}"),
        });
        let options = options.filter(|word| !word.starts_with("--name="));
        let words = std::iter::once(format!("--name={}", job.name)).chain(options);
        words.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = jobs.iter().map(words).collect();
    html! {
        @if !lines.is_empty() { (pre(&format!("{program} {}\n", lines.join(" \\\n  ")))) }
    }
}
