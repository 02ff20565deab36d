//! Ten thousand workers in one run. A test binary of its own with one test: where the machine limits threads, no other test
//! may be the one that gets none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_job::plan::{Amount, EngineKind, JobPlan, RunPlan};
use fiord_session::control::{RunOptions, WorkerReport, WorkerStatus, run};

#[test]
fn ten_thousand_jobs_run_or_say_why_not() {
    let mut job = JobPlan::new("many");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4096));
    job.numjobs = 10_000;
    let plan = RunPlan {
        jobs: vec![job],
        ..RunPlan::default()
    };
    match run(&plan, &RunOptions::default()) {
        Ok(outcome) => {
            assert_eq!(outcome.workers.len(), 10_000);
            for worker in &outcome.workers {
                let lacks_thread = worker.failure.as_ref().is_some_and(|why| why.op == "thread");
                assert!(
                    worker.status == WorkerStatus::Ran || lacks_thread,
                    "{:?}",
                    worker.failure
                );
            }
            let ran = |worker: &WorkerReport| worker.status == WorkerStatus::Ran;
            assert!(outcome.workers.iter().any(ran));
        }
        Err(other) => panic!("{other}"),
    }
}
