//! The latencies of a run over time: a row for each class, a column for some seconds.

use fiord_record::number::Nanos;
use fiord_stats::Coarse;
use serde_json::Value;

use super::parts::{list, number};
use crate::html::charts::{Heat, HeatRow, PageUnit};

/// Seconds below which a run has no course.
const FEWEST_SECONDS: usize = 3;
const MOST_COLUMNS: usize = 60;
const MOST_ROWS: usize = 20;

/// What share of the I/Os of each second took how long; empty where that was not measured, or in seconds of a simulated clock.
pub(super) fn heat(document: &Value) -> Heat {
    let evidence = &document["record"]["evidence"];
    let seconds = list(&evidence["seconds_series"]);
    let length = number(&evidence["seconds"]).unwrap_or(0.0);
    if seconds.len() < FEWEST_SECONDS || longest(document) > length + 1.0 {
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
        HeatRow {
            label: format!("from {}", Nanos(Coarse::least_ns(from) as f64)),
            values: columns
                .iter()
                .map(|column| share(column, from..from + joined))
                .collect(),
        }
    });
    let part = match each {
        1 => "each second".to_owned(),
        _ => format!("every {each} s"),
    };
    Heat {
        caption: format!(
            "Latency over time: of the I/Os of {part} the share that took so long, ramp included"
        ),
        unit: PageUnit::Share,
        x_name: "second".to_owned(),
        columns: (0..columns.len())
            .map(|column| (column * each).to_string())
            .collect(),
        rows: rows.collect(),
        ..Heat::default()
    }
}

/// Seconds of the longest direction of any job.
fn longest(document: &Value) -> f64 {
    let jobs = list(&document["jobs"]).iter();
    let results =
        jobs.flat_map(|job| ["read", "write", "trim"].map(|ddir| &job["result"][ddir]["runtime_ns"]));
    results.filter_map(number).fold(0.0, f64::max) / 1e9
}

/// I/Os of some seconds by class.
fn counted(seconds: &[Value]) -> Vec<(usize, f64)> {
    let pairs = seconds.iter().flat_map(|second| list(&second["latencies"]));
    pairs
        .filter_map(|pair| Some((Coarse::class_of(pair[0].as_u64()?), number(&pair[1])?)))
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
    use serde_json::json;

    use super::*;

    fn document(seconds: usize, runtime_ns: u64) -> Value {
        let series: Vec<Value> = (0..seconds)
            .map(|second| {
                let slow = if second >= seconds / 2 { 4_000_000 } else { 100_000 };
                json!({"latencies": [[Coarse::least_ns(Coarse::class_of(90_000)), 300], [Coarse::least_ns(Coarse::class_of(slow)), 100]]})
            })
            .collect();
        json!({"record": {"evidence": {"seconds": seconds, "seconds_series": series}},
            "jobs": [{"result": {"read": {"runtime_ns": runtime_ns}}}]})
    }

    #[test]
    fn a_run_that_becomes_slow_shows_it_in_its_upper_rows() {
        let heat = heat(&document(120, 120_000_000_000));
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
        assert!(heat(&document(4, 60_000_000_000)).rows.is_empty());
        assert!(heat(&document(2, 2_000_000_000)).rows.is_empty());
        assert!(heat(&json!({})).rows.is_empty());
    }
}
