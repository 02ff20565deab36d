//! What tests with engines of their own share: a plan without files, a run, an I/O from `queue` to `reap`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

use fiord_job::plan::{BlockSize, JobPlan};
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};

use crate::data::clock::Clock;
use crate::engines::engine::Engine;
use crate::io::{Completion, Queued, Request};
use crate::live::LiveCell;
use crate::sim::World;
use crate::worker::drive::drive;
use crate::worker::{WorkerOutcome, WorkerSetup};
use fiord_targets::zones::ZonedFiles;
use fiord_workload::flow::Flows;

/// I/Os that are done already, and wait for `submit` and then for `reap`.
#[derive(Debug, Default)]
pub(super) struct Finished {
    queued: Vec<Completion>,
    pub(super) done: Vec<Completion>,
}

impl Finished {
    pub(super) fn queue(&mut self, request: &Request, result: i32) -> Queued {
        self.queued.push(Completion {
            slot: request.slot,
            result,
        });
        Queued::Pending
    }

    /// Takes all that is queued; how many that were.
    pub(super) fn submit(&mut self) -> u32 {
        let taken = self.queued.len() as u32;
        self.done.append(&mut self.queued);
        taken
    }

    /// Hands over as many as there is room for, the oldest first.
    pub(super) fn reap(&mut self, out: &mut [Completion]) -> u32 {
        let count = self.done.len().min(out.len());
        for (to, from) in out.iter_mut().zip(self.done.drain(..count)) {
            *to = from;
        }
        count as u32
    }
}

/// A single block size, or a range.
pub(super) fn block_size(least: u64, most: u64) -> BlockSize {
    if least == most {
        return BlockSize::Fixed(least);
    }
    BlockSize::Range {
        min: least,
        max: most,
    }
}

/// The plan of one worker on a device that only the engine knows.
pub(crate) fn plan(job: JobPlan, size_bytes: u64, io_bytes: u64, seed: u64) -> WorkerPlan {
    WorkerPlan {
        job: Arc::new(job),
        job_index: 0,
        clone: 0,
        number: 0,
        targets: vec![Target {
            path: PathBuf::from("handmade"),
            kind: TargetKind::None,
            fd: None,
            size_bytes,
            start_bytes: 0,
            region_bytes: size_bytes,
            align_bytes: 1,
        }],
        io_limit_bytes: io_bytes,
        seed,
        resume: None,
    }
}

/// Runs the worker to its end. `flag`: [`fiord_targets::stop::RUN`], or that it is to stop from the beginning.
pub(super) fn run<E: Engine, C: Clock>(plan: &WorkerPlan, engine: E, clock: C, flag: u8) -> WorkerOutcome {
    let zones = ZonedFiles::new(None, std::iter::once(&*plan.job));
    if plan.job.access.zbd().is_some() {
        zones.look(&plan.job, &plan.targets).unwrap();
    }
    run_in(plan, engine, clock, flag, &zones)
}

/// The same in zones that others use too.
pub(super) fn run_in<E: Engine, C: Clock>(
    plan: &WorkerPlan,
    engine: E,
    clock: C,
    flag: u8,
    zones: &ZonedFiles<'_>,
) -> WorkerOutcome {
    let flag = &AtomicU8::new(flag);
    run_paused(plan, engine, clock, flag, zones, &LiveCell::default())
}

/// Runs the worker to its end, with a live cell that others look at.
pub(super) fn run_seen<E: Engine, C: Clock>(
    plan: &WorkerPlan,
    engine: E,
    clock: C,
    live: &LiveCell,
) -> WorkerOutcome {
    let zones = ZonedFiles::new(None, std::iter::once(&*plan.job));
    let flag = &AtomicU8::new(fiord_targets::stop::RUN);
    run_paused(plan, engine, clock, flag, &zones, live)
}

/// Runs the worker to its end with the engine that its job names.
pub(super) fn run_as_asked(plan: &WorkerPlan) -> WorkerOutcome {
    let (zones, live) = (ZonedFiles::default(), LiveCell::default());
    let flag = AtomicU8::new(fiord_targets::stop::RUN);
    with_setup(plan, &flag, &zones, &live, |setup| {
        crate::worker::run(setup, &World::new())
    })
}

/// Runs the worker to its end, with a stop flag that others change.
pub(super) fn run_paused<E: Engine, C: Clock>(
    plan: &WorkerPlan,
    engine: E,
    clock: C,
    flag: &AtomicU8,
    zones: &ZonedFiles<'_>,
    live: &LiveCell,
) -> WorkerOutcome {
    with_setup(plan, flag, zones, live, |mut setup| {
        drive(engine, clock, &mut setup)
    })
}

fn with_setup(
    plan: &WorkerPlan,
    flag: &AtomicU8,
    zones: &ZonedFiles<'_>,
    live: &LiveCell,
    run: impl FnOnce(WorkerSetup<'_>) -> WorkerOutcome,
) -> WorkerOutcome {
    run(WorkerSetup {
        plan,
        start: &mut || true,
        stop: flag,
        live,
        flows: &Flows::default(),
        steady: &fiord_workload::steady::SteadyParties::default(),
        locks: &fiord_targets::locks::FileLocks::default(),
        wear_out: None,
        zones,
    })
}
