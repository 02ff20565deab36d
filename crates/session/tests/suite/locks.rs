//! `lockfile`: workers that share files all come to their end, with all their I/Os; and `comm`, the name of a worker's thread.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::Cell;
use std::path::Path;

use fiord_job::plan::{AccessMode, Amount, EngineKind, FileLocking, JobPlan};
use fiord_session::{RunEvent, measure};
use fiord_testbed::skip;

use crate::bed::{plan, run, settings};

const KIB: u64 = 1024;

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
        let outcome = run(&plan(jobs), &settings()).unwrap();
        for worker in &outcome.workers {
            assert_eq!(worker.error, None);
            let ios: u64 = worker.stats.ddirs.iter().map(|ddir| ddir.ios).sum();
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
    let outcome = run(&plan(vec![job]), &settings()).unwrap();
    let stats = &outcome.workers[0].stats;
    assert_eq!(stats.ddirs[0].ios, 64);
    assert_eq!(stats.depth, [64, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_thread_has_the_name_that_the_job_gives_it() {
    let mut job = JobPlan::new("job");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4 * KIB));
    job.control.time_based = true;
    job.control.runtime_us = 600 * 1_000_000;
    job.placement.comm = Some("my-worker".to_owned());
    let settings = settings();
    let named = Cell::new(0);
    let hear = |event: &RunEvent| {
        if matches!(event, RunEvent::Started { .. }) {
            named.set(threads_named("my-worker"));
            settings.stop.request();
        }
    };
    measure(&plan(vec![job]), &settings, &hear).unwrap();
    assert_eq!(named.get(), 1);
}

/// The threads of this process that have this name.
fn threads_named(name: &str) -> usize {
    let threads = std::fs::read_dir("/proc/self/task").unwrap();
    let names = threads.filter_map(|thread| std::fs::read_to_string(thread.ok()?.path().join("comm")).ok());
    names.filter(|comm| comm.trim_end() == name).count()
}

#[test]
fn a_worker_that_may_not_enter_its_group_fails() {
    let name = format!("fiord-test-gone-{}", std::process::id());
    let group = Path::new("/sys/fs/cgroup/blkio").join(&name);
    if let Err(error) = std::fs::create_dir(&group) {
        return skip("blkio", &format!("{}: {error}", group.display()));
    }
    let mut job = JobPlan::new("job");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4 * KIB));
    job.placement.cgroup.name = Some(name);
    let hear = |event: &RunEvent| {
        if *event == RunEvent::Prepared {
            std::fs::remove_dir(&group).unwrap();
        }
    };
    let outcome = measure(&plan(vec![job]), &settings(), &hear).unwrap();
    assert_eq!(
        outcome.workers[0]
            .error
            .as_ref()
            .map(|failure| failure.func.as_str()),
        Some("cgroup")
    );
    assert_eq!(outcome.workers[0].stats.total_ios(), 0);
}
