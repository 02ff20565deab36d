//! The fio on PATH as an oracle: its json+ bins are our buckets, and from its bins we get its percentiles.
//!
//! Its null engine reads and writes nothing, so the latencies are those of the processor and the machine's load does not
//! matter: whatever was measured, both must describe it alike.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::Histogram;
use fiord_stats::steady::{FioCriterion, FioMeasure, fio_steady};
use std::process::Command;

const PERCENTILES: [f64; 12] = [
    1.0, 5.0, 10.0, 25.0, 50.0, 55.0, 60.0, 90.0, 99.0, 99.5, 99.9, 99.99,
];

/// fio's output for a job of some I/Os, or none without fio; then the skip is printed, or fails where it is required.
fn fio(ios: u32) -> Option<String> {
    if !fiord_testbed::fio() {
        return None;
    }
    let list: Vec<String> = PERCENTILES.iter().map(f64::to_string).collect();
    let output = Command::new("fio")
        .args([
            "--name=oracle",
            "--ioengine=null",
            "--rw=randread",
            "--bs=4k",
            "--output-format=json+",
        ])
        .arg(format!("--size={}k", ios * 4))
        .arg(format!("--percentile_list={}", list.join(":")))
        .current_dir(std::env::temp_dir())
        .output()
        .unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The pairs of the object behind the first `"key" : {` in `text`.
fn pairs(text: &str, key: &str) -> Vec<(f64, u64)> {
    let (_, object) = text.split_once(&format!("\"{key}\" : {{")).unwrap();
    let (object, _) = object.split_once('}').unwrap();
    object
        .split(',')
        .map(|pair| {
            let (key, value) = pair.split_once(':').unwrap();
            (
                key.trim().trim_matches('"').parse().unwrap(),
                value.trim().parse().unwrap(),
            )
        })
        .collect()
}

#[test]
fn bins_and_percentiles_are_fios() {
    for ios in [7, 25, 1000] {
        let Some(output) = fio(ios) else { return };
        let (_, clat) = output.split_once("\"clat_ns\"").unwrap();
        let (_, max) = clat.split_once("\"max\" : ").unwrap();
        let max: u64 = max.split_once(',').unwrap().0.parse().unwrap();
        let mut histogram = Histogram::new();
        let bins: Vec<(u64, u64)> = pairs(clat, "bins")
            .into_iter()
            .map(|(value, count)| (value as u64, count))
            .collect();
        for (value, count) in &bins {
            histogram.record_many(*value, *count);
        }
        assert_eq!(histogram.total(), u64::from(ios));
        let ours: Vec<(u64, u64)> = histogram
            .occupied()
            .map(|(bucket, count)| (Histogram::value_of(bucket), count))
            .collect();
        assert_eq!(ours, bins, "fio's bin values are not ours");
        let expected: Vec<u64> = pairs(clat, "percentile")
            .into_iter()
            .map(|(_, value)| value.min(max))
            .collect();
        assert_eq!(histogram.percentiles(&PERCENTILES, max), expected, "{ios} I/Os");
    }
}

/// The numbers of the list behind the first `"key" : [` in `text`.
fn list(text: &str, key: &str) -> Vec<f64> {
    let (_, list) = text.split_once(&format!("\"{key}\" : [")).unwrap();
    let (list, _) = list.split_once(']').unwrap();
    list.split(',')
        .map(|number| number.trim().parse().unwrap())
        .collect()
}

/// The number behind the first `"key" : ` in `text`, without quotes and percent sign.
fn number(text: &str, key: &str) -> f64 {
    let (_, value) = text.split_once(&format!("\"{key}\" : ")).unwrap();
    let (value, _) = value.split_once([',', '\n']).unwrap();
    value
        .trim()
        .trim_matches('"')
        .trim_end_matches('%')
        .parse()
        .unwrap()
}

/// fio's steady state of its null engine: from the samples that it gives we get its criterion, slope, deviation and answer.
#[test]
fn steady_states_are_fios() {
    for (criterion, measure, limit) in [
        ("iops_slope:0.0001%", FioMeasure::Slope, 0.0001),
        ("iops_slope:90%", FioMeasure::Slope, 90.0),
        ("iops:0.0001%", FioMeasure::Deviation, 0.0001),
        ("iops:95%", FioMeasure::Deviation, 95.0),
    ] {
        let run = Command::new("fio")
            .args([
                "--name=s",
                "--ioengine=null",
                "--rw=randread",
                "--bs=4k",
                "--size=4g",
            ])
            .args([
                "--runtime=4",
                "--time_based",
                "--ss_dur=3",
                "--output-format=json",
            ])
            .args([
                "--rate_process=poisson".to_owned(),
                "--rate_iops=300".to_owned(),
                format!("--steadystate={criterion}"),
            ])
            .current_dir(std::env::temp_dir())
            .output();
        let Ok(output) = run else {
            // Whether that may be is judged by the other test.
            return fiord_testbed::skip("fio", "it is not installed");
        };
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, state) = text.split_once("\"steadystate\" : {").unwrap();
        let (_, data) = state.split_once("\"data\"").unwrap();
        let rule = FioCriterion {
            measure,
            limit,
            percent: true,
        };
        let iops = list(data, "iops");
        let ours = fio_steady(&iops, &rule).unwrap();
        println!("{criterion}: {iops:?} {ours:?}");
        assert!(
            (number(state, "criterion") - ours.criterion).abs() <= 1e-5 * (1.0 + ours.criterion.abs()),
            "{text}"
        );
        // fio works out only what the criterion needs.
        let (key, expected) = match measure {
            FioMeasure::Slope => ("slope", ours.slope),
            FioMeasure::Deviation => ("max_deviation", ours.max_deviation),
        };
        let found = number(state, key);
        assert!(
            (found - expected).abs() <= 1e-5 * (1.0 + expected.abs()),
            "{key} {expected}: {text}"
        );
        assert_eq!(number(state, "attained") == 1.0, ours.attained, "{text}");
    }
}
