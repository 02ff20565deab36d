//! Metrics of a made-up run: what is known stands there in base units, what is not known does not, and the page lists them all.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_job::plan::{JobPlan, RunPlan};
use fiord_messages::Lang;
use fiord_record::Before;
use fiord_record::run::{DiskCounts, DiskUse, RunRecord, WorkerRecord};
use fiord_report::documents;
use fiord_report::openmetrics::{self, METRICS};
use fiord_stats::{JobStats, READ};

use crate::openmetrics::{find, read, value};

/// Two jobs of one name; the second did nothing.
fn record() -> RunRecord {
    let mut plan = RunPlan::default();
    let name = "a \"b\"\\c\nd";
    plan.jobs = vec![JobPlan::new(name), JobPlan::new(name)];
    let mut record = RunRecord::planned(plan, Before::default());
    let mut stats = JobStats {
        runtime_ns: 2_000_000_000,
        ..JobStats::default()
    };
    stats.cpu.user_us = 1_500_000;
    let reads = &mut stats.ddirs[READ];
    for index in 0..1000 {
        reads.lat.record(1_000_000 + index);
    }
    reads.ios = 1000;
    reads.bytes = 4_096_000;
    reads.runtime_ns = 2_000_000_000;
    for (job_index, stats) in [stats, JobStats::default()].into_iter().enumerate() {
        record.workers.push(WorkerRecord {
            job_index,
            number: job_index as u32,
            stats,
            ..WorkerRecord::default()
        });
    }
    record.disks.push(DiskUse {
        name: "sda".to_owned(),
        counts: DiskCounts {
            read_bytes: 4_096_000,
            util_percent: 25.0,
            ..DiskCounts::default()
        },
        below: None,
    });
    record
}

#[test]
fn a_run_has_its_numbers_in_base_units() {
    let record = record();
    let lines = read(&openmetrics::run(&documents::run::of(&record, Lang::En).body));
    let job = [("jobname", "a \"b\"\\c\nd"), ("job_number", "0")];
    let of = |name: &str, more: &[(&str, &str)]| value(&lines, name, &[&job[..], more].concat());
    let reads = ("direction", "read");
    assert_eq!(of("fiord_run_job_operations", &[reads]), 1000.0);
    assert_eq!(of("fiord_run_job_operations_per_second", &[reads]), 500.0);
    assert_eq!(of("fiord_run_job_bytes_per_second", &[reads]), 2_048_000.0);
    assert_eq!(of("fiord_run_job_duration_seconds", &[]), 2.0);
    assert_eq!(of("fiord_run_job_processor_seconds", &[("mode", "user")]), 1.5);
    let kind = [reads, ("kind", "lat")];
    assert_eq!(of("fiord_run_job_latency_min_seconds", &kind), 0.001);
    let median = of(
        "fiord_run_job_latency_seconds",
        &[&kind[..], &[("percentile", "50")]].concat(),
    );
    assert!((median / 0.001 - 1.0).abs() < 0.02, "{median}");
    assert_eq!(
        value(&lines, "fiord_run_disk_busy_ratio", &[("disk", "sda")]),
        0.25
    );
    let grades = find(&lines, "fiord_run_grade", &[]);
    assert_eq!(grades.len(), 4);
    assert_eq!(grades.iter().map(|line| line.value).sum::<f64>(), 1.0);
}

#[test]
fn what_is_not_known_is_left_out() {
    let record = record();
    let lines = read(&openmetrics::run(&documents::run::of(&record, Lang::En).body));
    // A thousand samples say nothing of the 99.99th percentile; nothing was written, and clat was not recorded.
    for (name, labels) in [
        ("fiord_run_job_latency_seconds", [("percentile", "99.99")]),
        ("fiord_run_job_latency_seconds", [("direction", "write")]),
        ("fiord_run_job_latency_mean_seconds", [("kind", "clat")]),
        ("fiord_run_job_operations_per_second", [("direction", "write")]),
        ("fiord_run_job_operations_per_second", [("job_number", "1")]),
        ("fiord_run_job_depth", [("job_number", "1")]),
    ] {
        assert_eq!(find(&lines, name, &labels).len(), 0, "{name} {labels:?}");
    }
    // What was counted as none is 0.
    let writes = [("job_number", "0"), ("direction", "write")];
    assert_eq!(value(&lines, "fiord_run_job_operations", &writes), 0.0);
}

#[test]
fn names_end_with_their_units_and_are_listed() {
    let page = include_str!("../../../../docs/metrics.md");
    assert!(
        page.contains(&openmetrics::markdown()),
        "docs/metrics.md has another table than:\n{}",
        openmetrics::markdown()
    );
    for metric in METRICS {
        assert!(
            metric.name.starts_with("fiord_") && metric.name.ends_with(metric.unit),
            "{}",
            metric.name
        );
        // What Prometheus puts on every metric of a target would be renamed.
        assert!(
            metric
                .labels
                .iter()
                .all(|label| !["job", "instance"].contains(label)),
            "{}",
            metric.name
        );
        // Suffixes of other types.
        for suffix in ["_total", "_count", "_sum", "_bucket", "_created", "_info"] {
            assert!(!metric.name.ends_with(suffix), "{}", metric.name);
        }
    }
}
