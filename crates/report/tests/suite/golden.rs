//! Reports of a made-up run against committed documents, so that the formats are held without a fio at hand. The documents
//! were compared by eye with fio's layout; `FIORD_UPDATE=1` writes them anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_import as import;
use fiord_job::plan::{JobPlan, OptionEcho, RunPlan, UnifiedReporting};
use fiord_record::Before;
use fiord_record::run::{Context, DiskCounts, DiskUse, ErrorRecord, RunRecord, WorkerRecord};
use fiord_report::fio::{Formats, Report, document, json, terse, text};
use fiord_stats::{JobStats, READ, TRIM, WRITE};
use jiff::{civil::date, tz::TimeZone};

fn echo(name: &str, value: &str) -> OptionEcho {
    OptionEcho {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// Counts `ios` I/Os of 4 KiB in one direction whose latencies rise by `step_ns` from `first_ns`.
fn fill(stats: &mut JobStats, ddir: usize, ios: u64, first_ns: u64, step_ns: u64) {
    let ddir = &mut stats.ddirs[ddir];
    for index in 0..ios {
        let clat = first_ns + index * step_ns;
        ddir.slat.record(700 + index % 5);
        ddir.clat.record(clat);
        ddir.lat.record(clat + 800);
    }
    ddir.ios = ios;
    ddir.bytes = ios * 4096;
    ddir.runtime_ns = 2_000_400_000;
    for second in 0..4 {
        ddir.bw.moments.record(ios * 2 + second);
        ddir.iops.moments.record(ios / 2 + second);
    }
}

fn base(ios: u64) -> JobStats {
    let mut stats = JobStats {
        depth: [ios, 0, ios / 2, 1, 0, 0, 0],
        submit: [0, ios, 0, 0, 0, 0, 0],
        complete: [2, ios, 0, 0, 0, 0, 0],
        submit_calls: ios,
        complete_calls: ios + 2,
        runtime_ns: 2_000_000_000,
        ..JobStats::default()
    };
    stats.cpu.user_us = 150_000;
    stats.cpu.system_us = 500_000;
    stats.cpu.context_switches = 321;
    stats.cpu.minor_faults = 17;
    stats
}

fn worker(job_index: usize, number: u32, group: u32, stats: JobStats) -> WorkerRecord {
    WorkerRecord {
        job_index,
        number,
        group,
        pid: 4000 + number,
        stats,
        ..WorkerRecord::default()
    }
}

fn plan() -> RunPlan {
    let mut merged = JobPlan::new("merged");
    merged.description = Some("two \"clones\"".to_owned());
    merged.numjobs = 2;
    merged.depth.iodepth = 4;
    merged.report.group_reporting = true;
    merged.report.lat_percentiles = true;
    merged.report.slat_percentiles = true;
    merged.options = Some(vec![
        echo("rw", "randrw"),
        echo("numjobs", "2"),
        echo("group_reporting", ""),
        echo("lat_percentiles", "1"),
        echo("slat_percentiles", "1"),
    ]);
    let mut slow = JobPlan::new("slow");
    slow.group = 1;
    slow.report.unified = UnifiedReporting::Both;
    slow.report.percentiles = vec![50.0, 99.9];
    slow.options = Some(vec![
        echo("percentile_list", "50:99.9"),
        echo("unified_rw_reporting", "both"),
        echo("significant_figures", "6"),
    ]);
    slow.given = slow.options.clone().unwrap_or_default();
    slow.report.significant_figures = 6;
    slow.control.continue_on_error.read = true;
    let mut silent = JobPlan::new("silent");
    silent.group = 1;
    RunPlan {
        jobs: vec![merged, slow, silent],
        global_options: Some(vec![echo("ioengine", "libaio")]),
    }
}

fn workers() -> Vec<WorkerRecord> {
    let (mut first, mut second) = (base(1500), base(2500));
    fill(&mut first, READ, 1000, 40_000, 150);
    fill(&mut first, WRITE, 500, 2_500_000, 1_000_000);
    fill(&mut second, READ, 2000, 45_000, 70);
    fill(&mut second, WRITE, 500, 2_600_000, 900_000);
    second.sync.ios = 20;
    for index in 0..20 {
        second.sync.lat.record(3_000_000 + index * 17_171);
    }
    let mut slow = base(30);
    // From 16 s to 45 s: fio's histogram ends at 17.18 s.
    fill(&mut slow, READ, 30, 16_000_000_000, 1_000_000_000);
    fill(&mut slow, TRIM, 3, 150, 10);
    slow.ddirs[READ].short_ios = 2;
    slow.ddirs[READ].dropped_ios = 1;
    slow.errors = 3;
    slow.first_error = 5;
    let mut failed = worker(1, 2, 1, slow);
    failed.error = Some(ErrorRecord {
        errno: 5,
        place: "worker.rs:1".to_owned(),
        func: "read".to_owned(),
        message: "Input/output error".to_owned(),
        detail: fiord_messages::Sentence::verbatim(""),
    });
    vec![
        worker(0, 0, 0, first),
        worker(0, 1, 0, second),
        failed,
        worker(2, 3, 1, JobStats::default()),
    ]
}

fn record() -> RunRecord {
    let moment = date(2026, 11, 1)
        .at(8, 5, 9, 123_000_000)
        .to_zoned(TimeZone::UTC)
        .unwrap();
    let counts = |scale: u64| DiskCounts {
        read_bytes: 0,
        write_bytes: 0,
        read_ios: 10 * scale,
        write_ios: 20 * scale,
        read_merges: scale,
        write_merges: 2 * scale,
        read_ticks: 30 * scale,
        write_ticks: 40 * scale,
        in_queue: 70 * scale,
        util_percent: 12.345,
    };
    RunRecord {
        before: Before::default(),
        context: Context::default(),
        plan: plan(),
        workers: workers(),
        idleness: None,
        disks: vec![
            DiskUse {
                name: "dm-0".to_owned(),
                counts: counts(3),
                below: Some(counts(2)),
            },
            DiskUse {
                name: "sda".to_owned(),
                counts: counts(1),
                below: None,
            },
        ],
        started: moment.clone(),
        finished: moment,
        elapsed_s: 3,
        version: "fio-3.33".to_owned(),
        hosts: None,
        notes: Vec::new(),
        simulated: Vec::new(),
        evidence: None,
    }
}

fn golden(name: &str, ours: &str) {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("FIORD_UPDATE").is_some() {
        std::fs::write(&path, ours).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = ours
        .lines()
        .zip(kept.lines())
        .enumerate()
        .find(|(_, (ours, kept))| ours != kept);
    assert!(
        ours == kept,
        "{name} differs, first in line (from 0, ours, kept): {differs:?}"
    );
}

#[test]
fn documents_are_as_kept() {
    let record = record();
    golden("run.txt", &text::render(&record));
    golden("run.json", &json::render(&record, false));
    golden("run-plus.json", &json::render(&record, true));
    for version in 2..=5 {
        golden(&format!("run.v{version}.terse"), &terse::render(&record, version));
    }
}

#[test]
fn what_is_written_can_be_read_and_written_again() {
    let written = json::render(&record(), true);
    let read = import::fio_json::reports(&written).unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!(json::render_report(&read[0], true), written);
    for (ours, theirs) in read[0].entries.iter().zip(&Report::of(&record()).entries) {
        assert_eq!(ours.ddirs[READ].clat.bins, theirs.ddirs[READ].clat.bins);
        assert_eq!(
            (ours.lat_us, ours.total_ios(), &ours.options),
            (theirs.lat_us, theirs.total_ios(), &theirs.options)
        );
    }
}

#[test]
fn several_documents_with_talk_between_them_are_all_read() {
    let one = json::render(&record(), false);
    let text = format!("fio: some warning {{\n{one}fio: more\n{one}");
    assert_eq!(import::fio_json::reports(&text).unwrap().len(), 2);
    assert!(import::fio_json::reports("fio: nothing\n").is_err());
    assert!(import::fio_json::reports("{\n  \"jobs\" : []\n}\n").is_err());
    assert!(import::fio_json::reports("{\n  \"fio version\" : \n").is_err());
}

#[test]
fn latencies_beyond_fios_range_are_counted() {
    let report = Report::of(&record());
    // 16 s and 17 s fit; 18 s to 45 s do not.
    assert_eq!(report.clamped, 28);
    let bins = &report.entries[1].ddirs[READ].clat.bins;
    assert_eq!(bins.last().map(|(_, count)| *count), Some(28));
    assert_eq!(bins.iter().map(|(_, count)| count).sum::<u64>(), 30);
    assert!(report.clamp_note().unwrap().starts_with("28 latencies"));
}

#[test]
fn clones_merge_into_one_entry_and_rates_add_up() {
    let report = Report::of(&record());
    assert_eq!(
        report.entries.iter().map(|entry| entry.jobs).collect::<Vec<_>>(),
        [2, 1, 1]
    );
    let read = &report.entries[0].ddirs[READ];
    assert_eq!((read.ios, read.runtime_ms, read.clat.samples), (3000, 2001, 3000));
    assert_eq!((read.iops.min, read.iops.max, read.iops.samples), (1500, 1506, 8));
    assert_eq!(report.entries[0].runtime_ms, 4000);
    assert!(
        !text::render(&record()).contains("silent"),
        "a job without I/O shows nothing"
    );
}

#[test]
fn absurd_numbers_are_read_and_written_without_a_fall() {
    let written = json::render(&record(), true);
    for absurd in [
        "18446744073709551615",
        "9223372036854775807.5",
        "-1",
        "0",
        "null",
        "\"x\"",
        "[]",
        "1e300",
    ] {
        let forged: String = written
            .lines()
            .map(|line| match line.split_once(" : ") {
                Some((key, value)) if value.starts_with(|first: char| first.is_ascii_digit()) => {
                    let comma = if value.ends_with(',') { "," } else { "" };
                    format!("{key} : {absurd}{comma}\n")
                }
                _ => format!("{line}\n"),
            })
            .collect();
        let reports = import::fio_json::reports(&forged).unwrap();
        for report in [&reports[0], &Report::of(&import::record(&reports[0]))] {
            let formats = Formats {
                terse: Some(5),
                json: false,
                json_plus: true,
                normal: true,
            };
            let document = document(report, formats);
            assert!(document.contains("\"jobname\" : \"merged\""), "{absurd}");
        }
    }
}

#[test]
fn formats_come_in_fios_order() {
    let report = Report::of(&record());
    let formats = Formats {
        terse: Some(3),
        json: true,
        json_plus: false,
        normal: true,
    };
    let expected = terse::render(&record(), 3) + &json::render(&record(), false) + &text::render(&record());
    assert_eq!(document(&report, formats), expected);
    assert_eq!(document(&report, Formats::default()), "");
}
