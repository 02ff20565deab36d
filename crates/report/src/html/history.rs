//! The page of a history: how each job did from run to run, with the runs at which its level changed.

use fiord_messages::{Lang, charts as captions, history as messages, page_parts as parts};
use fiord_record::number::Rate;
use fiord_stats::changepoint;
use jiff::Timestamp;
use maud::{Markup, html};

use super::charts::{Chart, Curve, CurvePoint, Curves, PageUnit};
use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{KeyFigure, PageContent, key_figures, shown};
use crate::documents::history::{History, KeptResult, KeptRun};
use crate::html::frame::{paragraph, table};
use crate::text::run::direction_named;

/// Runs below which a trend cannot be seen, and series of one chart.
const FEWEST: usize = 3;
const MOST_CURVES: usize = 8;

/// What one direction of one job reached in one run.
struct TrendPoint<'h> {
    run: &'h KeptRun,
    seconds: f64,
    result: &'h KeptResult,
}

/// What makes runs those of one trend.
#[derive(PartialEq)]
struct TrendKey<'h> {
    name: Option<&'h str>,
    jobs: &'h [String],
    job: &'h str,
    direction: &'h str,
}

/// The same job in run after run, the oldest first.
struct Trend<'h> {
    name: String,
    points: Vec<TrendPoint<'h>>,
}

impl HasPage for History {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let trends = self.trends(lang);
        PageContent {
            title: self.title(lang),
            answer: self.answer(lang),
            figures: self.newest(lang),
            charts: vec![
                chart("iops", &trends, PageUnit::Iops, |result| Some(result.iops), lang),
                chart(
                    "p99",
                    &trends,
                    PageUnit::Time,
                    |result| result.lat_p99_ns.map(|ns| ns as f64),
                    lang,
                ),
            ],
            plan: self.plan(lang),
            numbers: self.numbers(lang),
            ..PageContent::default()
        }
    }
}

/// Seconds since 1970; none of a run without a date.
fn seconds(run: &KeptRun) -> Option<f64> {
    let moment: Timestamp = run.started.as_ref()?.parse().ok()?;
    Some(moment.as_second() as f64)
}

/// The moment of a run as a table has it.
fn started(run: &KeptRun) -> String {
    seconds(run).map_or_else(String::new, |seconds| PageUnit::Date.shown(seconds))
}

impl KeptRun {
    /// What all its jobs do.
    fn settings(&self) -> String {
        self.jobs.join(" + ")
    }
}

impl History {
    fn title(&self, lang: Lang) -> String {
        let name = self.runs.first().and_then(|run| run.name.as_ref());
        match name.filter(|name| self.runs.iter().all(|run| run.name.as_ref() == Some(*name))) {
            Some(name) => messages::PageTitleName { name }.text(lang),
            None => messages::PageTitle { store: &self.store }.text(lang),
        }
    }

    /// What the runs did, each workload once, and where.
    fn plan(&self, lang: Lang) -> Markup {
        const MOST: usize = 12;
        let mut rows: Vec<Vec<String>> = Vec::new();
        for run in &self.runs {
            let named = run.name.clone().unwrap_or_else(|| run.verb.clone());
            let row = vec![
                named,
                lang.list(&run.jobs),
                run.target.clone().unwrap_or_default(),
            ];
            if rows.len() < MOST && !rows.contains(&row) {
                rows.push(row);
            }
        }
        let heads = [
            messages::column_name(lang),
            messages::column_job(lang),
            messages::column_target(lang),
        ];
        table(&heads, &[], &rows)
    }

    fn answer(&self, lang: Lang) -> Markup {
        let dates = self.runs.iter().filter_map(seconds);
        let (first, last) = dates.fold((f64::INFINITY, 0.0_f64), |(first, last), date| {
            (first.min(date), last.max(date))
        });
        let (first, last) = (&PageUnit::Date.shown(first), &PageUnit::Date.shown(last));
        let runs = self.runs.len() as u64;
        paragraph("answer", &messages::PageRuns { runs, first, last }.text(lang))
    }

    /// The numbers of the newest run that is in the trends.
    fn newest(&self, lang: Lang) -> Markup {
        const MOST: usize = 4;
        let newest = self.sound().next();
        let figures = |result: &KeptResult| {
            let latency = |ns: Option<u64>| shown(PageUnit::Time, ns.map(|ns| ns as f64));
            let figure = |name, value| KeyFigure { name, value };
            [
                figure("IOPS", Rate(result.iops).to_string()),
                figure(
                    parts::bandwidth(lang),
                    PageUnit::Bandwidth.shown(result.bytes_per_s),
                ),
                figure("p50", latency(result.lat_p50_ns)),
                figure("p99", latency(result.lat_p99_ns)),
            ]
        };
        let head = |id: i64, result: &KeptResult| {
            let name = format!("{} {}", result.job, direction_named(&result.direction, lang));
            messages::PageNewest { id: &id, name: &name }.text(lang)
        };
        html! {
            @if let Some(run) = newest {
                @for result in run.results.iter().take(MOST) { (key_figures(&head(run.id, result), &figures(result))) }
            }
        }
    }

    /// Runs that were not cut short, did not fail, and measured what they were meant to, the newest first.
    fn sound(&self) -> impl Iterator<Item = &KeptRun> {
        let runs = self.runs.iter();
        runs.filter(|run| !run.interrupted && run.failed == 0 && run.grade != "D")
    }

    /// The jobs that ran often enough, of sound runs.
    fn trends(&self, lang: Lang) -> Vec<Trend<'_>> {
        let mut all: Vec<(TrendKey<'_>, Trend<'_>)> = Vec::new();
        for run in self.sound() {
            let Some(seconds) = seconds(run) else { continue };
            for result in &run.results {
                let key = TrendKey {
                    name: run.name.as_deref(),
                    jobs: &run.jobs,
                    job: &result.job,
                    direction: &result.direction,
                };
                let point = TrendPoint { run, seconds, result };
                match all.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, trend)) => trend.points.push(point),
                    None => {
                        let words = [run.name.as_deref(), Some(&result.job)];
                        let mut words: Vec<&str> = words.into_iter().flatten().collect();
                        words.dedup();
                        words.push(direction_named(&result.direction, lang));
                        let name = words.join(" ");
                        let points = vec![point];
                        all.push((key, Trend { name, points }));
                    }
                }
            }
        }
        let mut trends: Vec<Trend<'_>> = all.into_iter().map(|(_, trend)| trend).collect();
        trends.retain(|trend| trend.points.len() >= FEWEST);
        trends.sort_by_key(|trend| std::cmp::Reverse(trend.points.len()));
        trends.truncate(MOST_CURVES);
        let names: Vec<String> = trends.iter().map(|trend| trend.name.clone()).collect();
        for trend in &mut trends {
            // The same job with other settings is another line.
            let settings = trend.points.first().map(|point| point.run.settings());
            if let Some(settings) = settings
                && names.iter().filter(|name| **name == trend.name).count() > 1
            {
                trend.name += &lang.aside(&settings);
            }
            trend
                .points
                .sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        }
        trends
    }

    fn numbers(&self, lang: Lang) -> Markup {
        // A name that all runs have is in the title.
        let differ = self.runs.iter().any(|run| run.name != self.runs[0].name);
        let named = |name: &str| differ.then(|| name.to_owned());
        let has_settings = self.runs.iter().any(|run| run.jobs != self.runs[0].jobs);
        let settings = |run: &KeptRun| match run.settings() {
            settings if has_settings && !settings.is_empty() => lang.aside(&settings),
            _ => String::new(),
        };
        let rows = self.runs.iter().flat_map(|run| {
            run.results.iter().map(move |result| {
                let latency = |ns: Option<u64>| shown(PageUnit::Time, ns.map(|ns| ns as f64));
                let name = named(run.name.as_deref().unwrap_or_default());
                let cells = [
                    format!(
                        "{} {}{}",
                        result.job,
                        direction_named(&result.direction, lang),
                        settings(run)
                    ),
                    Rate(result.iops).to_string(),
                    PageUnit::Bandwidth.shown(result.bytes_per_s),
                    latency(result.lat_p50_ns),
                    latency(result.lat_p99_ns),
                ];
                let run = [run.id.to_string(), started(run), run.grade.clone()];
                run.into_iter().chain(name).chain(cells).collect::<Vec<_>>()
            })
        });
        let run = [
            messages::column_id(lang),
            messages::column_started(lang),
            messages::column_grade(lang),
        ];
        let name = differ.then(|| messages::column_name(lang));
        let cells = [
            messages::column_job(lang),
            "IOPS",
            parts::bandwidth(lang),
            "p50",
            "p99",
        ];
        let heads: Vec<&str> = run.into_iter().chain(name).chain(cells).collect();
        let rates = heads.len() - 4;
        // Numbers, and the moment, are not broken over lines.
        let whole: Vec<usize> = std::iter::once(1).chain(rates..heads.len()).collect();
        table(&heads, &whole, &rows.collect::<Vec<_>>())
    }
}

/// A number of all trends over time, with its levels where they changed.
fn chart(
    id: &str,
    trends: &[Trend<'_>],
    unit: PageUnit,
    of: fn(&KeptResult) -> Option<f64>,
    lang: Lang,
) -> Chart {
    let mut events = Vec::new();
    let curves = trends.iter().filter_map(|trend| {
        let known = trend
            .points
            .iter()
            .filter_map(|point| Some((point, of(point.result)?)));
        let known: Vec<(&TrendPoint<'_>, f64)> = known.filter(|(_, value)| *value > 0.0).collect();
        if known.len() < FEWEST {
            return None;
        }
        let values: Vec<f64> = known.iter().map(|(_, value)| *value).collect();
        let segments = changepoint::segments(&values);
        let place = |at: usize| known.get(at).map_or(0.0, |(point, _)| point.seconds);
        let name = |point: &TrendPoint<'_>| {
            let (run, date) = (&point.run.id, &started(point.run));
            captions::TrendRun { run, date }.text(lang)
        };
        for pair in segments.windows(2) {
            let ([before, after], Some((point, _))) =
                (pair, pair.get(1).and_then(|after| known.get(after.start)))
            else {
                continue;
            };
            let change = captions::TrendChanged {
                series: &trend.name,
                run: &point.run.id,
                date: &started(point.run),
                before: &unit.shown(before.level),
                after: &unit.shown(after.level),
            };
            events.push((point.seconds, change.text(lang)));
        }
        let points = known.iter().map(|(point, value)| CurvePoint {
            x: point.seconds,
            y: *value,
            ends: None,
            name: name(point),
        });
        let mut curve = Curve::new(trend.name.clone(), points.collect());
        if segments.len() > 1 {
            let level = |segment: &changepoint::Segment| {
                (place(segment.start), place(segment.end - 1), segment.level)
            };
            curve.levels = segments.iter().map(level).collect();
        }
        Some(curve)
    });
    let curves: Vec<Curve> = curves.collect();
    let series = match curves.as_slice() {
        [only] => only.name.clone(),
        _ => messages::column_result(lang).to_owned(),
    };
    let caption = match unit {
        PageUnit::Time => captions::TrendLatency { series: &series }.text(lang),
        _ => captions::TrendRate {
            series: &series,
            axis: &unit.metric(lang),
        }
        .text(lang),
    };
    let curves = Curves {
        caption,
        x: PageUnit::Date,
        y: unit,
        curves,
        events,
        ..Curves::default()
    };
    Chart::curves(id, curves)
}
