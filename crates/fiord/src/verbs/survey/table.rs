//! The survey's result as a Markdown table and as JSON. Pure: numbers in, text out.

use fiord_formats::native::finding_json;
use fiord_stats::few::{Footing, footing};
use fiord_stats::interval::median;
use fiord_truth::Finding;
use serde_json::{Value, json};

/// One run of one point.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Reading {
    /// Bytes per second.
    pub(crate) bytes_per_s: f64,
    /// I/Os per second.
    pub(crate) iops: f64,
    /// Median latency in nanoseconds.
    pub(crate) p50_ns: u64,
    /// 99th percentile of the latency in nanoseconds.
    pub(crate) p99_ns: u64,
    /// The longest latency in nanoseconds.
    pub(crate) max_ns: u64,
    /// I/Os measured.
    pub(crate) ios: u64,
    /// Bytes asked for.
    pub(crate) issued_bytes: u64,
    /// Bytes that the leaf devices moved in that direction meanwhile; `None` when there are no counters.
    pub(crate) device_bytes: Option<u64>,
    /// I/Os in flight on average (Little's law).
    pub(crate) depth: f64,
}

/// All runs of one point.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// What the point is called.
    pub(crate) label: String,
    /// The fio command that was run, of the first repeat.
    pub(crate) command: String,
    /// I/Os that the job asked to have in flight.
    pub(crate) asked_depth: u32,
    /// The repeats.
    pub(crate) readings: Vec<Reading>,
    /// What the rule `noise` says of the repeats.
    pub(crate) noise: Vec<Finding>,
    /// Why there are none.
    pub(crate) error: Option<String>,
}

impl Row {
    fn median(&self, value: impl Fn(&Reading) -> f64) -> f64 {
        let values: Vec<f64> = self.readings.iter().map(value).collect();
        median(&values).unwrap_or(0.0)
    }

    /// Largest minus smallest rate, in percent of the median.
    fn spread_percent(&self) -> f64 {
        let rate = |reading: &Reading| reading.bytes_per_s;
        let top = self.readings.iter().map(rate).fold(0.0, f64::max);
        let bottom = self.readings.iter().map(rate).fold(f64::INFINITY, f64::min);
        let middle = self.median(rate);
        if middle > 0.0 {
            (top - bottom) / middle * 100.0
        } else {
            0.0
        }
    }

    /// Bytes moved by the device per byte asked, in percent over all repeats.
    fn device_percent(&self) -> Option<f64> {
        let issued: u64 = self.readings.iter().map(|reading| reading.issued_bytes).sum();
        let moved: Option<u64> = self.readings.iter().map(|reading| reading.device_bytes).sum();
        moved
            .filter(|_| issued > 0)
            .map(|moved| moved as f64 / issued as f64 * 100.0)
    }

    /// What may be done with the 99th percentile. The shown one is a run's, so the run with the fewest I/Os decides.
    fn p99(&self) -> Footing {
        footing(
            self.readings.iter().map(|reading| reading.ios).min().unwrap_or(0),
            99.0,
        )
    }

    /// The 99th percentile with its mark, or the maximum where next to nothing lies beyond.
    fn p99_text(&self) -> String {
        let p99 = time(self.median(|reading| reading.p99_ns as f64));
        match self.p99() {
            Footing::Enough => p99,
            Footing::Few => format!("{p99}*"),
            Footing::TooFew => format!("≤{}", time(self.median(|reading| reading.max_ns as f64))),
        }
    }

    /// The device never had the queue that the row's name says.
    fn shallow(&self) -> bool {
        self.asked_depth > 1 && self.median(|reading| reading.depth) < 0.9 * f64::from(self.asked_depth)
    }
}

/// The table, at most 80 columns wide, with the caveats under it and the commands behind.
pub(crate) fn markdown(rows: &[Row]) -> String {
    let mut out = String::from(
        "| what                  |   MB/s |   IOPS |    p50 |     p99 | spread | device |\n\
         |-----------------------|-------:|-------:|-------:|--------:|-------:|-------:|\n",
    );
    for row in rows.iter().filter(|row| !row.readings.is_empty()) {
        let device = row
            .device_percent()
            .map_or_else(|| "?".to_owned(), |percent| format!("{percent:.0} %"));
        out.push_str(&format!(
            "| {:<21} | {:>6} | {:>6} | {:>6} | {:>7} | {:>6} | {:>6} |\n",
            format!("{}{}", row.label, if row.shallow() { " †" } else { "" }),
            rate(row.median(|reading| reading.bytes_per_s) / 1e6),
            count(row.median(|reading| reading.iops)),
            time(row.median(|reading| reading.p50_ns as f64)),
            row.p99_text(),
            format!(
                "{:.0} %{}",
                row.spread_percent(),
                if row.noise.is_empty() { "" } else { "‡" }
            ),
            device,
        ));
    }
    out.push_str(&caveats(rows));
    out
}

fn caveats(rows: &[Row]) -> String {
    let mut out = String::from(
        "\nMedian of the repeats. spread: largest − smallest, of the median.\n\
         device: bytes that the disk moved per byte asked for. Far below 100 % a cache\n\
         answered; above it something else (the journal, read-ahead, a neighbour)\n\
         used the disk too.\n",
    );
    let any = |wanted| {
        rows.iter()
            .any(|row| !row.readings.is_empty() && row.p99() == wanted)
    };
    if any(Footing::Few) {
        out.push_str("* fewer than 100 I/Os of a run lie beyond this percentile: only a rough place.\n");
    }
    if any(Footing::TooFew) {
        out.push_str("≤ the longest latency: fewer than 10 I/Os of a run lie beyond its p99.\n");
    }
    if rows.iter().any(Row::shallow) {
        out.push_str("† less than 90 % of that depth was in flight: not the disk's speed at it.\n");
    }
    if rows.iter().any(|row| !row.noise.is_empty()) {
        out.push_str("‡ noise: a single one of these runs is not the disk's number:\n");
    }
    for row in rows {
        for finding in &row.noise {
            out.push_str(&format!("  {}: {}.\n", row.label, finding.saw()));
        }
    }
    for row in rows {
        if let Some(error) = &row.error {
            out.push_str(&format!("! {}: {error}\n", row.label));
        }
    }
    out.push_str("\nThe commands:\n\n");
    for row in rows.iter().filter(|row| !row.readings.is_empty()) {
        out.push_str(&format!("    {}\n", row.command));
    }
    out
}

/// The same as JSON, with every repeat.
pub(crate) fn to_json(rows: &[Row]) -> Value {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            let repeats: Vec<Value> = row
                .readings
                .iter()
                .map(|reading| {
                    json!({
                        "bytes_per_s": reading.bytes_per_s,
                        "iops": reading.iops,
                        "lat_p50_ns": reading.p50_ns,
                        "lat_p99_ns": (footing(reading.ios, 99.0) != Footing::TooFew).then_some(reading.p99_ns),
                        "lat_max_ns": reading.max_ns,
                        "ios": reading.ios,
                        "issued_bytes": reading.issued_bytes,
                        "device_bytes": reading.device_bytes,
                        "depth_reached": reading.depth,
                    })
                })
                .collect();
            json!({
                "label": row.label,
                "command": row.command,
                "iodepth": row.asked_depth,
                "bytes_per_s": row.median(|reading| reading.bytes_per_s),
                "iops": row.median(|reading| reading.iops),
                "lat_p50_ns": row.median(|reading| reading.p50_ns as f64),
                "lat_p99_ns": (row.p99() != Footing::TooFew).then(|| row.median(|reading| reading.p99_ns as f64)),
                "lat_max_ns": row.median(|reading| reading.max_ns as f64),
                "p99_has_few_samples": row.p99() != Footing::Enough,
                "spread_percent": row.spread_percent(),
                "findings": row.noise.iter().map(finding_json).collect::<Vec<_>>(),
                "device_percent": row.device_percent(),
                "error": row.error,
                "repeats": repeats,
            })
        })
        .collect();
    Value::Array(rows)
}

fn rate(mb_per_s: f64) -> String {
    if mb_per_s < 10.0 {
        format!("{mb_per_s:.2}")
    } else {
        format!("{mb_per_s:.0}")
    }
}

fn count(value: f64) -> String {
    if value >= 999_500.0 {
        format!("{:.2}M", value / 1e6)
    } else if value >= 9_999.5 {
        format!("{:.1}k", value / 1e3)
    } else {
        format!("{value:.0}")
    }
}

fn time(ns: f64) -> String {
    if ns >= 999_500_000.0 {
        format!("{:.2}s", ns / 1e9)
    } else if ns >= 999_500.0 {
        format!("{:.1}ms", ns / 1e6)
    } else if ns >= 9_995.0 {
        format!("{:.0}us", ns / 1e3)
    } else {
        format!("{:.1}us", ns / 1e3)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use fiord_job::plan::{Ddir, JobPlan, RunPlan};
    use fiord_record::Before;
    use fiord_record::run::{Repeats, RunRecord};
    use fiord_truth::{Case, TrapId, When, judge_one};

    fn row(rates: &[f64]) -> Row {
        let readings = rates
            .iter()
            .map(|rate| Reading {
                bytes_per_s: *rate,
                iops: rate / 4096.0,
                p50_ns: 80_000,
                p99_ns: 1_200_000,
                max_ns: 9_000_000,
                ios: 100_000,
                issued_bytes: 1000,
                device_bytes: Some(500),
                depth: 16.0,
            })
            .collect();
        Row {
            label: "rand read 4k qd32".into(),
            command: "fio …".into(),
            asked_depth: 32,
            readings,
            noise: Vec::new(),
            error: None,
        }
    }

    #[test]
    fn median_spread_and_share_are_of_all_repeats() {
        let row = row(&[90e6, 100e6, 120e6]);
        assert_eq!(row.median(|reading| reading.bytes_per_s), 100e6);
        assert!((row.spread_percent() - 30.0).abs() < 1e-9);
        assert_eq!(row.device_percent(), Some(50.0));
        assert!(row.shallow());
    }

    #[test]
    fn noise_is_marked_and_said() {
        let mut row = row(&[9.0e6, 10.0e6, 14.0e6]);
        let mut record = RunRecord::planned(RunPlan::default(), Before::default());
        record.plan.jobs.push(JobPlan::new("r"));
        record.context.repeats.push(Repeats {
            job: 0,
            ddir: Ddir::Read,
            iops: vec![9.0e6, 10.0e6, 14.0e6],
        });
        row.noise = judge_one(TrapId::Noise, When::Run, &Case::of(&record));
        let text = markdown(std::slice::from_ref(&row));
        assert!(text.contains("50 %‡"), "{text}");
        assert!(
            text.contains("  rand read 4k qd32: 3 runs of reads differ by 50 % of their median"),
            "{text}"
        );
        assert_eq!(to_json(&[row])[0]["findings"][0]["rule"], "noise");
        assert!(!markdown(&[super::tests::row(&[1.0])]).contains('‡'));
    }

    #[test]
    fn a_percentile_is_as_good_as_the_samples_of_one_run() {
        let mut row = row(&[1e6, 1e6, 1e6]);
        let with = |row: &mut Row, ios: u64| {
            row.readings.iter_mut().for_each(|reading| reading.ios = ios);
            (
                markdown(std::slice::from_ref(row)),
                to_json(std::slice::from_ref(row)),
            )
        };
        let (text, json) = with(&mut row, 10_000);
        assert!(text.contains(" 1.2ms |") && !text.contains("1.2ms*"), "{text}");
        assert_eq!(
            (&json[0]["lat_p99_ns"], &json[0]["p99_has_few_samples"]),
            (&json!(1.2e6), &json!(false))
        );
        // Three runs of 9,900 are 29,700 I/Os, but each p99 is that of one run.
        let (text, json) = with(&mut row, 9_900);
        assert!(
            text.contains("1.2ms*") && text.contains("fewer than 100"),
            "{text}"
        );
        assert_eq!(
            (&json[0]["lat_p99_ns"], &json[0]["p99_has_few_samples"]),
            (&json!(1.2e6), &json!(true))
        );
        let (text, json) = with(&mut row, 900);
        assert!(
            text.contains("≤9.0ms |") && text.contains("fewer than 10 I/Os") && !text.contains("1.2ms"),
            "{text}"
        );
        assert!(json[0]["lat_p99_ns"].is_null() && json[0]["repeats"][0]["lat_p99_ns"].is_null());
        assert_eq!(json[0]["lat_max_ns"], json!(9e6));
    }

    #[test]
    fn no_line_of_the_table_is_wider_than_a_terminal() {
        let text = markdown(&[row(&[9.5e9, 9.9e9, 9.7e9])]);
        for line in text.lines().filter(|line| line.starts_with('|')) {
            assert!(
                line.chars().count() <= 80,
                "{} columns: {line}",
                line.chars().count()
            );
        }
        assert!(text.contains("qd32 †"), "{text}");
    }
}
