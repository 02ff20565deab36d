//! Tests with an engine that refuses: nothing taken, or every call interrupted.

use fiord_job::plan::{AccessMode, Amount, BlockSize, EngineKind, JobPlan, PerDdir};
use fiord_workload::plan::WorkerPlan;

use super::handmade::{self, Finished};
use crate::engines::engine::{CallError, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use crate::sim::{World, join};
use crate::worker::WorkerOutcome;
use fiord_targets::stop;

const BLOCK: u32 = 4096;
const BLOCKS: u64 = 8;

/// Takes requests, and refuses as often as it shall.
struct Stubborn<const IN_PLACE: bool> {
    /// Submit calls that take nothing.
    refusals: u32,
    /// Calls or completions that are interrupted.
    interruptions: u32,
    finished: Finished,
}

impl<const IN_PLACE: bool> Stubborn<IN_PLACE> {
    fn new(refusals: u32, interruptions: u32) -> Self {
        Self {
            refusals,
            interruptions,
            finished: Finished::default(),
        }
    }

    fn result(&mut self, request: &Request) -> i32 {
        if self.interruptions > 0 {
            self.interruptions -= 1;
            return -libc::EINTR;
        }
        request.io.len as i32
    }
}

impl<const IN_PLACE: bool> Engine for Stubborn<IN_PLACE> {
    const IN_PLACE: bool = IN_PLACE;

    fn queue(&mut self, request: &Request) -> Queued {
        let result = self.result(request);
        if IN_PLACE {
            return Queued::Done(result);
        }
        self.finished.queue(request, result)
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        if self.refusals > 0 {
            self.refusals -= 1;
            return Ok(0);
        }
        Ok(self.finished.submit())
    }

    fn reap(&mut self, _wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        Ok(self.finished.reap(out))
    }

    fn depth(&self) -> u32 {
        4
    }
}

/// Has no room for its second and third request.
struct Crowded {
    engine: Stubborn<false>,
    calls: u32,
}

impl Engine for Crowded {
    const IN_PLACE: bool = false;

    fn queue(&mut self, request: &Request) -> Queued {
        self.calls += 1;
        match self.calls {
            2 | 3 => Queued::Busy,
            _ => self.engine.queue(request),
        }
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        self.engine.submit()
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        self.engine.reap(wait, out)
    }

    fn depth(&self) -> u32 {
        4
    }
}

fn plan() -> WorkerPlan {
    let mut job = JobPlan::new("stubborn");
    job.engine.kind = EngineKind::Sim;
    job.access.mode = AccessMode::Read;
    job.access.block_size = PerDdir::all(BlockSize::Fixed(u64::from(BLOCK)));
    job.access.size = Some(Amount::Bytes(BLOCKS * u64::from(BLOCK)));
    job.depth.iodepth = 4;
    let bytes = BLOCKS * u64::from(BLOCK);
    handmade::plan(job, bytes, bytes, 1)
}

/// In virtual time, so that half a minute of patience is over at once.
fn run<E: Engine>(engine: E, flag: u8) -> WorkerOutcome {
    let plan = plan();
    let (_, clock) = join(&World::new(), &plan);
    handmade::run(&plan, engine, clock, flag)
}

#[test]
fn a_kernel_that_is_short_for_a_while_is_asked_again() {
    let outcome = run(Stubborn::<false>::new(100, 0), stop::RUN);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    assert_eq!(outcome.stats.ddirs[0].ios, BLOCKS);
}

#[test]
fn a_kernel_that_never_takes_anything_ends_the_job() {
    let outcome = run(Stubborn::<false>::new(u32::MAX, 0), stop::RUN);
    assert_eq!(
        outcome.error.as_ref().map(|error| error.errno()),
        Some(libc::EAGAIN),
        "{outcome:?}"
    );
    assert!(
        (30_000_000_000..31_000_000_000).contains(&outcome.total_ns),
        "{} ns",
        outcome.total_ns
    );
    assert_eq!(outcome.stats.ddirs[0].ios, 0);
}

#[test]
fn a_stop_ends_the_asking_at_once() {
    let outcome = run(Stubborn::<false>::new(u32::MAX, 0), stop::STOP);
    assert!(outcome.total_ns < 1_000_000, "{} ns", outcome.total_ns);
    assert_eq!(outcome.stats.ddirs[0].ios, 0);
}

#[test]
fn an_interrupted_transfer_is_done_again() {
    for interruptions in [1, 2, 20] {
        for outcome in [
            run(Stubborn::<false>::new(0, interruptions), stop::RUN),
            run(Stubborn::<true>::new(0, interruptions), stop::RUN),
        ] {
            assert!(outcome.error.is_none(), "{:?}", outcome.error);
            let reads = &outcome.stats.ddirs[0];
            assert_eq!((reads.ios, reads.short_ios), (BLOCKS, 0));
            assert_eq!(outcome.stats.errors, 0);
        }
    }
}

/// The first is interrupted while the second waits for room, and then finds none either: there is one place to wait in front of the pattern.
#[test]
fn an_interrupted_transfer_takes_nobodys_place() {
    let engine = Crowded {
        engine: Stubborn::new(0, 1),
        calls: 0,
    };
    let outcome = run(engine, stop::RUN);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    assert_eq!(outcome.stats.ddirs[0].ios, BLOCKS);
}

#[test]
fn a_call_that_is_always_interrupted_is_an_error() {
    let outcome = run(Stubborn::<true>::new(0, u32::MAX), stop::RUN);
    assert_eq!(outcome.error.map(|error| error.errno()), Some(libc::EINTR));
}
