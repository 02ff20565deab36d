//! `lockfile`: workers that share files all come to their end, with all their I/Os; and `comm`, the name of a worker's thread.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Mutex;

use fiord_job::plan::{AccessMode, Amount, EngineKind, FileLocking, JobPlan, RunPlan};
use fiord_session::control::{RunOptions, run};
use fiord_workload::plan::WorkerPlan;

const KIB: u64 = 1024;

fn plan(jobs: Vec<JobPlan>) -> RunPlan {
    RunPlan {
        jobs,
        ..RunPlan::default()
    }
}

#[test]
fn jobs_that_lock_the_same_files_do_all_their_ios() {
    let dir = tempfile::tempdir().unwrap();
    for lock in [FileLocking::Exclusive, FileLocking::ReadWrite] {
        let job = |name: &str, kind: EngineKind, mode: AccessMode, depth: u32| {
            let mut job = JobPlan::new(name);
            job.engine.kind = kind;
            job.access.mode = mode;
            job.depth.iodepth = depth;
            job.depth.lock = lock;
            job.numjobs = 2;
            // Two files each, in another order.
            job.files.filenames = ["first", "second"]
                .map(|file| dir.path().join(file).display().to_string())
                .to_vec();
            if depth > 1 {
                job.files.filenames.reverse();
            }
            job.access.size = Some(Amount::Bytes(256 * KIB));
            job.durability.fsync_every = 16;
            job
        };
        let jobs = vec![
            job("reads", EngineKind::Psync, AccessMode::RandRead, 1),
            job("writes", EngineKind::Psync, AccessMode::Write, 1),
            job("queued", EngineKind::IoUring, AccessMode::RandRw, 8),
            job("threads", EngineKind::Posixaio, AccessMode::RandWrite, 4),
        ];
        let outcome = run(&plan(jobs), &RunOptions::default()).unwrap();
        for worker in &outcome.workers {
            assert_eq!(worker.failure, None);
            let ios: u64 = worker.outcome.stats.ddirs.iter().map(|ddir| ddir.ios).sum();
            assert_eq!(ios, 64, "{lock:?}, worker {}", worker.number);
        }
    }
}

#[test]
fn one_exclusive_io_at_a_time_is_what_a_deep_queue_comes_to() {
    let dir = tempfile::tempdir().unwrap();
    let mut job = JobPlan::new("queued");
    job.engine.kind = EngineKind::Posixaio;
    job.access.mode = AccessMode::RandRead;
    job.access.size = Some(Amount::Bytes(256 * KIB));
    job.depth.iodepth = 8;
    job.depth.lock = FileLocking::Exclusive;
    job.files.filenames = vec![dir.path().join("file").display().to_string()];
    let outcome = run(&plan(vec![job]), &RunOptions::default()).unwrap();
    let stats = &outcome.workers[0].outcome.stats;
    assert_eq!(stats.ddirs[0].ios, 64);
    assert_eq!(stats.depth, [64, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_thread_has_the_name_that_the_job_gives_it() {
    let mut job = JobPlan::new("job");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4 * KIB));
    job.placement.comm = Some("my-worker".to_owned());
    let seen = Mutex::new(Vec::new());
    let enter = |worker: &WorkerPlan| {
        let name = std::thread::current().name().map(str::to_owned);
        seen.lock().unwrap().push((worker.number, name));
        Ok(())
    };
    let options = RunOptions {
        enter: Some(&enter),
        ..RunOptions::default()
    };
    run(&plan(vec![job]), &options).unwrap();
    assert_eq!(*seen.lock().unwrap(), [(0, Some("my-worker".to_owned()))]);
}

#[test]
fn a_worker_that_may_not_enter_fails() {
    let mut job = JobPlan::new("job");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4 * KIB));
    let enter = |_: &WorkerPlan| Err(fiord_targets::failure::Failure::new("cgroup", libc::EPERM));
    let options = RunOptions {
        enter: Some(&enter),
        ..RunOptions::default()
    };
    let outcome = run(&plan(vec![job]), &options).unwrap();
    assert_eq!(
        outcome.workers[0].failure.as_ref().map(|failure| failure.op),
        Some("cgroup")
    );
}
