//! Several runs of one plan: the median and its exact interval, what is said where there is none, and the document's schema.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::schema;
use fiord_messages::Lang;

use crate::consistency::verdict;
use fiord_job::plan::{AccessMode, JobPlan, RunPlan};
use fiord_judge::Grade;
use fiord_judge::case::Case;
use fiord_record::Before;
use fiord_record::run::{Context, RunRecord, WorkerRecord};
use fiord_report::documents::Document;
use fiord_report::documents::repeats::{JudgedRun, RepeatedRuns, noise, series};
use fiord_report::documents::run::DisturbedBy;
use fiord_report::text::findings::Detail;
use fiord_stats::JobStats;
use jiff::Zoned;
use serde_json::Value;

/// Ten seconds of reads at this rate, each of 1 ms; of two workers, half each.
fn record(iops: u64) -> RunRecord {
    let mut job = JobPlan::new("job");
    job.access.mode = AccessMode::RandRead;
    job.numjobs = 2;
    let worker = |number| {
        let mut stats = JobStats {
            runtime_ns: 10_000_000_000,
            ..JobStats::default()
        };
        let read = &mut stats.ddirs[0];
        (read.ios, read.bytes, read.runtime_ns) = (iops * 5, iops * 5 * 4096, 10_000_000_000);
        (0..iops * 5).for_each(|_| read.lat.record(1_000_000));
        WorkerRecord {
            stats,
            number,
            ..WorkerRecord::default()
        }
    };
    RunRecord {
        plan: RunPlan {
            jobs: vec![job],
            global_options: None,
        },
        workers: vec![worker(0), worker(1)],
        disks: Vec::new(),
        started: Zoned::now(),
        finished: Zoned::now(),
        idleness: None,
        elapsed_s: 10,
        version: "fio-3.33".to_owned(),
        hosts: None,
        notes: Vec::new(),
        simulated: Vec::new(),
        evidence: None,
        before: Before::default(),
        context: Context::default(),
    }
}

fn runs(rates: &[u64]) -> Vec<JudgedRun> {
    let run = |rate: &u64| {
        let record = record(*rate);
        let case = Case::of(&record);
        let verdict = verdict(&case);
        JudgedRun { verdict, record }
    };
    rates.iter().map(run).collect()
}

fn document(repeated: &RepeatedRuns) -> Value {
    serde_json::to_value(Document::new(repeated.clone())).unwrap()
}

const SIX: [u64; 6] = [980, 1010, 990, 1000, 1020, 970];

#[test]
fn six_runs_have_a_median_with_an_exact_interval() {
    let runs = runs(&SIX);
    let repeated = RepeatedRuns::new(&runs, 6, Lang::En).unwrap();
    let document = document(&repeated);
    assert_eq!(schema::problems(&document), [""; 0]);
    let summary = &document["summary"][0];
    assert_eq!(summary["iops"], serde_json::json!(SIX.map(|rate| rate as f64)));
    assert_eq!(summary["bytes_per_s"][0], 980.0 * 4096.0);
    assert_eq!(summary["iops_median"], 995.0);
    let interval = &summary["iops_interval"];
    assert_eq!(
        (interval["low"].as_f64(), interval["high"].as_f64()),
        (Some(970.0), Some(1020.0))
    );
    assert!((interval["level"].as_f64().unwrap() - 0.96875).abs() < 1e-12);
    assert_eq!(document["runs"].as_array().unwrap().len(), 6);
    assert_eq!(document["findings"], serde_json::json!([]));
    let text = repeated.page(Detail::Line, Lang::En).text(None, false);
    insta::assert_snapshot!(text);
}

#[test]
fn fewer_than_six_runs_have_no_interval_and_say_so() {
    let runs = runs(&SIX[..5]);
    let repeated = RepeatedRuns::new(&runs, 8, Lang::En).unwrap();
    assert!(document(&repeated)["summary"][0]["iops_interval"].is_null());
    let text = repeated.page(Detail::Line, Lang::En).text(None, false);
    insta::assert_snapshot!(text);
    assert!(RepeatedRuns::new(&[], 8, Lang::En).is_none());
}

/// Each run was disturbed by another share: that is one line.
#[test]
fn disturbances_of_all_runs_are_said_once() {
    let runs = runs(&SIX);
    let mut repeated = RepeatedRuns::new(&runs, 6, Lang::En).unwrap();
    for (at, run) in repeated.runs.iter_mut().enumerate() {
        let (verdict, percent) = (&mut run.body.verdict, 10.0 * at as f64);
        verdict.subject = "Measured: the disk (vda).".to_owned();
        verdict.headline = format!("Measured: the disk (vda), disturbed (foreign-io {percent} %).");
        verdict.disturbed = vec![DisturbedBy {
            rule: "foreign-io".to_owned(),
            percent: Some(percent),
        }];
    }
    let text = repeated.page(Detail::Line, Lang::En).text(None, false);
    assert!(
        text.starts_with(
            "Measured: the disk (vda). This applies to 6 of 6 runs.\n\
             Disturbed runs: 6 (foreign-io in 6, at most 50 % of a run). These runs count, so the intervals include the effect of the disturbance.\n"
        ),
        "{text}"
    );
}

#[test]
fn runs_that_disagree_are_no_better_than_a_c() {
    let noisy = runs(&[1000, 1400, 990, 1000, 1020, 970]);
    let repeated = RepeatedRuns::new(&noisy, 6, Lang::En).unwrap();
    assert!(repeated.grade >= Grade::C);
    let document = document(&repeated);
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(document["findings"][0]["rule"], "noise");
    assert_eq!(document["findings"][0]["values"]["spread_percent"], 43.0);
    assert!(
        document["reason"].as_str().unwrap().contains("noise"),
        "{document:#}"
    );
    insta::assert_snapshot!(repeated.page(Detail::Line, Lang::En).text(None, false));
}

/// The workers of a job are one job, and one run is one number.
#[test]
fn the_sample_is_the_run() {
    let records: Vec<RunRecord> = SIX.iter().map(|rate| record(*rate)).collect();
    let all: Vec<&RunRecord> = records.iter().collect();
    let series = series(&all);
    assert_eq!(series.len(), 1);
    assert_eq!(series[0].iops.len(), 6);
    assert_eq!(series[0].p50_ns, [Some(1_000_000); 6]);
    assert_eq!(noise(&all), []);
    assert_eq!(noise(&[]), []);
}

/// The checker can fail.
#[test]
fn a_broken_document_does_not_fit() {
    let runs = runs(&SIX);
    let mut document = document(&RepeatedRuns::new(&runs, 6, Lang::En).unwrap());
    document["runs"][0]["verdict"]["grade"] = "E".into();
    assert_eq!(schema::problems(&document).len(), 1);
}
