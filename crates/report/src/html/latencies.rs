//! The latencies of a run over time: a row for each class, a column for some seconds.

use fiord_messages::{Lang, page_parts as messages};
use fiord_record::evidence::{RunEvidence, Second};
use fiord_record::number::Nanos;
use fiord_stats::Coarse;

use crate::html::charts::{Heat, HeatRow, PageUnit};

/// Seconds below which a run has no course.
const FEWEST_SECONDS: usize = 3;
const MOST_COLUMNS: usize = 60;
const MOST_ROWS: usize = 20;

/// What share of the I/Os of each second took how long, of a run whose longest direction took so long; empty where that was not measured, or
/// in seconds of a simulated clock.
pub(super) fn heat(evidence: Option<&RunEvidence>, longest_ns: u64, lang: Lang) -> Heat {
    let Some(evidence) = evidence else {
        return Heat::default();
    };
    let seconds = &evidence.seconds_series;
    if seconds.len() < FEWEST_SECONDS || longest_ns as f64 / 1e9 > evidence.seconds + 1.0 {
        return Heat::default();
    }
    let each = seconds.len().div_ceil(MOST_COLUMNS);
    let columns: Vec<Vec<(usize, f64)>> = seconds.chunks(each).map(counted).collect();
    let classes = || columns.iter().flatten().map(|(class, _)| *class);
    let (Some(first), Some(last)) = (classes().min(), classes().max()) else {
        return Heat::default();
    };
    let joined = (last - first + 1).div_ceil(MOST_ROWS);
    let rows = (0..(last - first + 1).div_ceil(joined)).rev().map(|row| {
        let from = first + row * joined;
        let least = Nanos(Coarse::least_ns(from) as f64);
        HeatRow {
            label: messages::FromLatency { latency: &least }.text(lang),
            values: columns
                .iter()
                .map(|column| share(column, from..from + joined))
                .collect(),
        }
    });
    Heat {
        caption: match each {
            1 => messages::chart_latencies(lang).to_owned(),
            _ => messages::ChartLatenciesOfParts { seconds: &each }.text(lang),
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

/// I/Os of some seconds by class.
fn counted(seconds: &[Second]) -> Vec<(usize, f64)> {
    let pairs = seconds.iter().flat_map(|second| &second.latencies);
    pairs
        .map(|(least_ns, ios)| (Coarse::class_of(*least_ns), f64::from(*ios)))
        .collect()
}

/// The share of a column in some classes; `None`: no I/O.
fn share(column: &[(usize, f64)], classes: std::ops::Range<usize>) -> Option<f64> {
    let all: f64 = column.iter().map(|(_, ios)| ios).sum();
    let within = column.iter().filter(|(class, _)| classes.contains(class));
    let ios: f64 = within.map(|(_, ios)| ios).sum();
    (ios > 0.0).then(|| ios / all)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn evidence(seconds: usize) -> RunEvidence {
        let least_ns = |ns: u64| Coarse::least_ns(Coarse::class_of(ns));
        let series = (0..seconds).map(|second| {
            let slow = if second >= seconds / 2 { 4_000_000 } else { 100_000 };
            Second {
                latencies: vec![(least_ns(90_000), 300), (least_ns(slow), 100)],
                ..Second::default()
            }
        });
        RunEvidence {
            seconds: seconds as f64,
            seconds_series: series.collect(),
            ..RunEvidence::default()
        }
    }

    #[test]
    fn a_run_that_becomes_slow_shows_it_in_its_upper_rows() {
        let heat = heat(Some(&evidence(120)), 120_000_000_000, Lang::En);
        assert_eq!((heat.columns.len(), heat.columns[1].as_str()), (60, "2"));
        assert!(heat.rows.len() <= MOST_ROWS, "{}", heat.rows.len());
        let top = &heat.rows[0];
        assert_eq!((top.values[0], top.values[59]), (None, Some(0.25)), "{top:?}");
        for column in 0..60 {
            let all: f64 = heat.rows.iter().filter_map(|row| row.values[column]).sum();
            assert!((all - 1.0).abs() < 1e-9, "{column}: {all}");
        }
    }

    #[test]
    fn simulated_seconds_and_short_runs_have_none() {
        assert!(heat(Some(&evidence(4)), 60_000_000_000, Lang::En).rows.is_empty());
        assert!(heat(Some(&evidence(2)), 2_000_000_000, Lang::En).rows.is_empty());
        assert!(heat(None, 0, Lang::En).rows.is_empty());
    }
}
