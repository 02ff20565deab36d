//! Jobs that go on behind their runtime until each worker has done as much as was said.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fiord_job::plan::{AccessMode, Amount, EngineKind, JobPlan, RunPlan};
use fiord_record::RunRecord;
use fiord_session::RunSettings;
use fiord_targets::stop::StopFlag;
use fiord_workload::wear_out::{WearOut, WearPlan};

use crate::bed::{run, settings};

const BLOCK: u64 = 4096;

/// Bytes that a worker may have in flight.
const QUEUE: u64 = 8 * BLOCK;

/// Three workers that write a file each, over and over, for a tenth of a second.
fn writer(engine: EngineKind, folder: &Path) -> JobPlan {
    let mut job = JobPlan::new("w");
    job.engine.kind = engine;
    job.depth.iodepth = 8;
    job.access.mode = AccessMode::Write;
    job.access.size = Some(Amount::Bytes(1 << 20));
    job.files.directories = vec![folder.display().to_string()];
    job.numjobs = 3;
    job.control.loops = 1_000_000;
    job.control.runtime_us = 100_000;
    job
}

/// Runs jobs of which the first wears out. What its workers reached is given to `answer`.
fn worn(jobs: Vec<JobPlan>, stop: &Arc<StopFlag>, answer: impl Fn(&WearOut, u64) + Sync) -> RunRecord {
    let plan = RunPlan {
        jobs,
        ..RunPlan::default()
    };
    let others = plan.jobs.len() - 1;
    let wear = Arc::new(WearOut::new(
        &plan,
        WearPlan {
            wears: [vec![true], vec![false; others]].concat(),
            reads: [vec![None], vec![Some(0); others]].concat(),
        },
    ));
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Once more after the end: the last word may be spoken there.
            let mut was_over = false;
            while !was_over {
                was_over = is_over.load(Ordering::Relaxed);
                if let [(0, farthest)] = wear.reached()[..] {
                    return answer(&wear, farthest);
                }
                std::thread::yield_now();
            }
        });
        let options = RunSettings {
            wear_out: Some(Arc::clone(&wear)),
            stop: Arc::clone(stop),
            ..settings()
        };
        let outcome = run(&plan, &options);
        is_over.store(true, Ordering::Relaxed);
        outcome.unwrap()
    })
}

#[test]
fn every_worker_does_exactly_as_much_as_was_said() {
    for engine in [
        EngineKind::Null,
        EngineKind::Psync,
        EngineKind::Libaio,
        EngineKind::Posixaio,
    ] {
        let folder = tempfile::tempdir().unwrap();
        let said = std::sync::Mutex::new((0, 0));
        let outcome = worn(
            vec![writer(engine, folder.path())],
            &Arc::new(StopFlag::new()),
            |wear, farthest| {
                // No more than a batch is prepared ahead, and less is to do.
                let to_bytes = farthest + 5 * BLOCK;
                *said.lock().unwrap() = (farthest, to_bytes);
                wear.go_on(0, to_bytes);
            },
        );
        let (farthest, to_bytes) = *said.lock().unwrap();
        for worker in &outcome.workers {
            assert_eq!(worker.error, None);
            let written = &worker.stats.ddirs[1];
            assert_eq!(written.bytes, to_bytes, "{engine:?}");
            assert_eq!(written.ios * BLOCK, to_bytes);
            let by_second: u64 = written.per_second.iter().map(|(_, bytes)| bytes).sum();
            assert_eq!(by_second, to_bytes);
            let done = worker.at_deadline.unwrap();
            assert!(done.bytes <= farthest, "{done:?} of {farthest}");
            assert_eq!(done.ios * BLOCK, done.bytes);
        }
        // What the farthest had taken and not done was in flight: on a slow disk, all of it.
        let at_deadline = outcome.workers.iter().filter_map(|worker| worker.at_deadline);
        let most = at_deadline.map(|done| done.bytes).max().unwrap();
        assert!(most + QUEUE >= farthest, "{engine:?}: {most} of {farthest}");
    }
}

#[test]
fn a_job_that_reads_what_was_written_ends_where_that_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = writer(EngineKind::Libaio, folder.path());
    // So slow that most of the file is not written.
    first.control.loops = 1;
    first.access.size = Some(Amount::Bytes(4 << 20));
    first.pace.rate_iops.0 = [0, 2_000, 0];
    first.files.filename_format = "f.$jobnum".to_owned();
    let behind = |mode| {
        let mut job = first.clone();
        job.name = "r".to_owned();
        job.access.mode = mode;
        job.control.stonewall = true;
        job.control.runtime_us = 0;
        job.pace = JobPlan::new("r").pace;
        job
    };
    let jobs = vec![
        first.clone(),
        behind(AccessMode::Read),
        behind(AccessMode::RandRead),
    ];
    let outcome = worn(jobs, &Arc::new(StopFlag::new()), |wear, farthest| {
        wear.go_on(0, farthest);
    });
    let bytes = |index: usize, ddir: usize| outcome.workers[index].stats.ddirs[ddir].bytes;
    let written = bytes(0, 1);
    assert!(written > 0 && written < 4 << 20, "{written}");
    assert!((0..3).all(|index| bytes(index, 1) == written));
    let read: Vec<u64> = (3..9).map(|index| bytes(index, 0)).collect();
    assert_eq!(read, [written; 6]);
}

#[test]
fn a_worker_that_ends_before_its_deadline_is_a_measure_too_and_a_stop_ends_the_wait() {
    let folder = tempfile::tempdir().unwrap();
    let mut short = writer(EngineKind::Psync, folder.path());
    short.control.loops = 1;
    short.control.runtime_us = 600_000_000;
    let asked = std::sync::Mutex::new(0);
    let outcome = worn(vec![short], &Arc::new(StopFlag::new()), |_, farthest| {
        *asked.lock().unwrap() = farthest;
    });
    assert_eq!(*asked.lock().unwrap(), 1 << 20);
    assert!(outcome.workers.iter().all(|worker| worker.at_deadline.is_none()));
    // Nobody answers, but the run is stopped.
    let stop = Arc::new(StopFlag::new());
    let outcome = worn(vec![writer(EngineKind::Libaio, folder.path())], &stop, |_, _| {
        stop.request();
    });
    for worker in &outcome.workers {
        let written = worker.stats.ddirs[1].bytes;
        let done = worker.at_deadline.unwrap().bytes;
        // What was in flight came to its end.
        assert!(
            (done..=done + 8 * BLOCK).contains(&written),
            "{written} after {done}"
        );
    }
}
