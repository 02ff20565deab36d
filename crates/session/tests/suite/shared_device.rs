//! Jobs of one run on simulated devices: who names the same device shares it.

use fiord_job::plan::{AccessMode, Amount, EngineKind, JobPlan, RunPlan};

use crate::bed::{run, settings};

/// A random-read job of a second on a simulated device of 10,000 I/Os per second.
fn job(device: &str) -> JobPlan {
    let mut job = JobPlan::new("sim");
    job.engine.kind = EngineKind::Sim;
    job.engine.sim.read_ns = 100_000;
    job.engine.sim.write_ns = 100_000;
    job.access.mode = AccessMode::RandRead;
    job.access.size = Some(Amount::Bytes(1 << 30));
    job.control.runtime_us = 1_000_000;
    job.control.time_based = true;
    job.files.filenames = vec![device.to_owned()];
    job
}

#[test]
fn jobs_of_a_run_share_the_device_they_name() {
    let run_two = |second: &str| {
        let plan = RunPlan {
            jobs: ["disk", second].map(job).to_vec(),
            ..RunPlan::default()
        };
        let outcome = run(&plan, &settings()).unwrap();
        outcome
            .workers
            .iter()
            .map(|worker| worker.stats.ddirs[0].ios)
            .collect::<Vec<_>>()
    };
    for ios in run_two("disk") {
        assert!((5_000..=5_001).contains(&ios), "{ios}");
    }
    assert_eq!(run_two("other"), [10_000, 10_000]);
}
