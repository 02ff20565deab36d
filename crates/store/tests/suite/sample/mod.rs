//! Runs to be kept, made up.

use fiord_job::plan::{JobPlan, RunPlan};
use fiord_record::Before;
use fiord_record::run::{RunRecord, WorkerRecord};
use fiord_stats::JobStats;
use fiord_store::{FindingRow, NewRun, ResultRow, StoredJudgement};

/// A record with counts that depend on `seed`.
pub(crate) fn record(seed: u64) -> RunRecord {
    let mut plan = RunPlan::default();
    let mut job = JobPlan::new("reads");
    job.access.randseed = u64::MAX - seed;
    plan.jobs.push(job);
    let mut record = RunRecord::planned(plan, Before::default());
    let second = i64::try_from(seed).unwrap();
    record.started = jiff::Timestamp::from_second(1_800_000_000 + second)
        .unwrap()
        .to_zoned(jiff::tz::TimeZone::UTC);
    record.finished = record.started.clone();
    record.elapsed_s = 3;
    record
        .notes
        .push(fiord_messages::Sentence::verbatim(format!("note {seed}")));
    let mut stats = JobStats {
        runtime_ns: 1_000_000_000 + seed,
        ..JobStats::default()
    };
    let read = &mut stats.ddirs[0];
    read.ios = 1000 + seed;
    read.bytes = read.ios * 4096;
    for place in 0..1000_u64 {
        let ns = 50_000 + (place * 7919 + seed * 104_729) % 90_000;
        read.lat.histogram.record(ns);
        read.lat.moments.record(ns);
    }
    record.workers.push(WorkerRecord {
        stats,
        ..WorkerRecord::default()
    });
    record
}

/// The same as it is handed to the store.
pub(crate) fn run<'r>(record: &'r RunRecord, name: Option<&'r str>) -> NewRun<'r> {
    NewRun {
        record,
        name,
        tags: &[],
        verb: "run",
        command: "fiord run --name=reads",
        target: Some("/data/file".to_owned()),
        interrupted: false,
        judgement: StoredJudgement {
            grade: "C".to_owned(),
            verdict: "C: the disk".to_owned(),
            measured: "{}".to_owned(),
            findings: vec![FindingRow {
                trap: "short_run".to_owned(),
                severity: "care".to_owned(),
                saw: "1 s".to_owned(),
                finding: "{}".to_owned(),
            }],
        },
        results: vec![ResultRow {
            job: 0,
            name: "reads".to_owned(),
            ddir: "read".to_owned(),
            iops: 1000.0,
            bytes_per_s: 4_096_000.0,
            lat_p50_ns: Some(90_000),
            lat_p99_ns: None,
        }],
        place: None,
    }
}

/// The record as a document, for comparisons.
pub(crate) fn json(record: &RunRecord) -> serde_json::Value {
    serde_json::to_value(record).unwrap()
}
