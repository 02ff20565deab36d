//! The latencies of a run over time: a row for each class, a column for some seconds.

use fiord_job::plan::{Backend, JobPlan};
use fiord_messages::{Lang, page_parts as messages};
use fiord_record::evidence::{Second, SecondLatencies};
use fiord_record::number::Nanos;
use fiord_record::run::RunRecord;
use fiord_stats::{ClassCounts, Coarse, class_range, latency_rows};

use crate::html::charts::{Chart, Heat, HeatRow, PageUnit};

/// Seconds below which a run has no course.
const FEWEST_SECONDS: usize = 3;
const MOST_COLUMNS: usize = 60;
const MOST_ROWS: usize = 20;

/// For each job, what share of the I/Os of each second took how long, of a run whose longest direction took so long; nothing where that was
/// not measured, or in seconds of a simulated clock. All jobs have the same rows.
pub(super) fn heats(record: &RunRecord, longest_ns: u64, lang: Lang) -> Vec<Chart> {
    let Some(evidence) = record.evidence.as_deref() else {
        return Vec::new();
    };
    let seconds = &evidence.seconds_series;
    // Seconds are those of the machine, and a simulated device has its own.
    let is_simulated = |job: &JobPlan| job.engine.kind.backend() == Backend::Simulated;
    if seconds.len() < FEWEST_SECONDS
        || longest_ns as f64 / 1e9 > evidence.seconds + 1.0
        || record.plan.jobs.iter().any(is_simulated)
    {
        return Vec::new();
    }
    let jobs = seconds.iter().map(|second| second.latencies.jobs().len());
    let jobs = jobs.max().unwrap_or(0);
    let each = seconds.len().div_ceil(MOST_COLUMNS);
    let columns = |job| seconds.chunks(each).map(|part| counted(part, job)).collect();
    let maps: Vec<Vec<ClassCounts>> = match jobs {
        2..=SecondLatencies::MOST_JOBS => (0..jobs).map(|job| columns(Some(job))).collect(),
        _ => vec![columns(None)],
    };
    let Some(classes) = class_range(maps.iter().flatten()) else {
        return Vec::new();
    };
    let named = |job: usize| record.plan.jobs.get(job).map(|job| job.name.as_str());
    let chart = |(job, columns): (usize, &Vec<ClassCounts>)| {
        let (name, of_job) = match maps.len() {
            1 => ("latency-over-time".to_owned(), None),
            _ => (format!("latency-over-time-{}", job + 1), named(job)),
        };
        Chart::heat(name, heat(columns, classes, each, of_job, lang))
    };
    maps.iter().enumerate().map(chart).collect()
}

/// The columns of a job, each of the same number of seconds, with rows for these classes.
fn heat(
    columns: &[ClassCounts],
    classes: (usize, usize),
    each: usize,
    job: Option<&str>,
    lang: Lang,
) -> Heat {
    let rows = latency_rows(columns, classes, MOST_ROWS).into_iter();
    let rows = rows.map(|row| HeatRow {
        label: messages::FromLatency {
            latency: &Nanos(row.least_ns as f64),
        }
        .text(lang),
        values: row.shares,
    });
    Heat {
        caption: match (each, &job) {
            (1, None) => messages::chart_latencies(lang).to_owned(),
            (1, Some(job)) => messages::ChartLatenciesOfJob { job }.text(lang),
            (_, None) => messages::ChartLatenciesOfParts { seconds: &each }.text(lang),
            (_, Some(job)) => messages::ChartLatenciesOfPartsOfJob { job, seconds: &each }.text(lang),
        },
        unit: PageUnit::Share,
        x_name: messages::second(lang).to_owned(),
        columns: (0..columns.len())
            .map(|column| (column * each).to_string())
            .collect(),
        rows: rows.collect(),
        ..Heat::default()
    }
}

/// I/Os of some seconds by class: those of one job, or of all.
fn counted(seconds: &[Second], job: Option<usize>) -> ClassCounts {
    let jobs = seconds
        .iter()
        .flat_map(|second| second.latencies.jobs().iter().enumerate());
    let wanted = jobs.filter(|(at, _)| job.is_none_or(|job| job == *at));
    wanted
        .flat_map(|(_, classes)| classes)
        .map(|(least_ns, ios)| (Coarse::class_of(*least_ns), f64::from(*ios)))
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_job::plan::{JobPlan, RunPlan};
    use fiord_record::before::Before;
    use fiord_record::evidence::RunEvidence;

    use super::*;
    use crate::html::charts::ChartBody;

    /// A job that becomes slow, and others that do not.
    fn record(seconds: usize, jobs: usize) -> RunRecord {
        let least_ns = |ns: u64| Coarse::least_ns(Coarse::class_of(ns));
        let series = (0..seconds).map(|second| {
            let slow = if second >= seconds / 2 { 4_000_000 } else { 100_000 };
            let mut latencies = vec![vec![(least_ns(90_000), 300)]; jobs];
            latencies[0].push((least_ns(slow), 100));
            Second {
                latencies: SecondLatencies::of_jobs(latencies),
                ..Second::default()
            }
        });
        let evidence = RunEvidence {
            seconds: seconds as f64,
            seconds_series: series.collect(),
            ..RunEvidence::default()
        };
        let plan = RunPlan {
            jobs: (0..jobs).map(|job| JobPlan::new(&format!("job{job}"))).collect(),
            ..RunPlan::default()
        };
        RunRecord {
            evidence: Some(Box::new(evidence)),
            ..RunRecord::planned(plan, Before::default())
        }
    }

    fn maps(record: &RunRecord, longest_ns: u64) -> Vec<(String, Heat)> {
        let charts = heats(record, longest_ns, Lang::En).into_iter();
        let maps = charts.map(|chart| match chart.body {
            ChartBody::Heat(heat) => (chart.name, heat),
            other => panic!("{other:?}"),
        });
        maps.collect()
    }

    fn assert_columns_are_whole(heat: &Heat) {
        for column in 0..heat.columns.len() {
            let all: f64 = heat.rows.iter().filter_map(|row| row.values[column]).sum();
            assert!((all - 1.0).abs() < 1e-9, "{column}: {all}");
        }
    }

    #[test]
    fn a_run_that_becomes_slow_shows_it_in_its_upper_rows() {
        let maps = maps(&record(120, 1), 120_000_000_000);
        let [(name, heat)] = maps.as_slice() else {
            panic!("{maps:?}")
        };
        assert_eq!(name, "latency-over-time");
        assert_eq!((heat.columns.len(), heat.columns[1].as_str()), (60, "2"));
        assert!(heat.rows.len() <= MOST_ROWS, "{}", heat.rows.len());
        let top = &heat.rows[0];
        assert_eq!((top.values[0], top.values[59]), (None, Some(0.25)), "{top:?}");
        assert_columns_are_whole(heat);
    }

    #[test]
    fn each_of_a_few_jobs_has_its_own_and_many_have_one() {
        let two = maps(&record(40, 2), 40_000_000_000);
        let [(first, slow), (second, steady)] = two.as_slice() else {
            panic!("{two:?}")
        };
        assert_eq!(
            (first.as_str(), second.as_str()),
            ("latency-over-time-1", "latency-over-time-2")
        );
        assert!(steady.caption.contains("of job1:"), "{}", steady.caption);
        assert_eq!(
            (slow.rows[0].values[39], steady.rows[0].values[39]),
            (Some(0.25), None)
        );
        let labels = |heat: &Heat| heat.rows.iter().map(|row| row.label.clone()).collect::<Vec<_>>();
        assert_eq!(labels(slow), labels(steady));
        assert_columns_are_whole(steady);
        let many = maps(&record(40, SecondLatencies::MOST_JOBS + 1), 40_000_000_000);
        let [(_, all)] = many.as_slice() else {
            panic!("{many:?}")
        };
        let slow = 100.0 / (100.0 + 300.0 * (SecondLatencies::MOST_JOBS + 1) as f64);
        assert!((all.rows[0].values[39].unwrap() - slow).abs() < 1e-9);
    }

    #[test]
    fn simulated_seconds_and_short_runs_have_none() {
        assert!(heats(&record(4, 1), 60_000_000_000, Lang::En).is_empty());
        assert!(heats(&record(2, 1), 2_000_000_000, Lang::En).is_empty());
        assert!(
            heats(
                &RunRecord::planned(RunPlan::default(), Before::default()),
                0,
                Lang::En
            )
            .is_empty()
        );
    }
}
