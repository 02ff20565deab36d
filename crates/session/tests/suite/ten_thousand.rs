//! Ten thousand workers in one run. A test binary of its own with one test: where the machine limits threads, no other test
//! may be the one that gets none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_job::plan::{Amount, EngineKind, JobPlan};

use crate::bed::{WorkerStatus, settings, statuses, watched};

#[test]
fn ten_thousand_jobs_run_or_say_why_not() {
    let mut job = JobPlan::new("many");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4096));
    job.numjobs = 10_000;
    let (outcome, events) = watched(vec![job], &settings());
    assert_eq!(outcome.workers.len(), 10_000);
    let statuses = statuses(&outcome, &events);
    for (worker, status) in outcome.workers.iter().zip(&statuses) {
        let lacks_thread = worker.error.as_ref().is_some_and(|why| why.func == "thread");
        assert!(*status == WorkerStatus::Ran || lacks_thread, "{:?}", worker.error);
    }
    assert!(statuses.contains(&WorkerStatus::Ran));
}
