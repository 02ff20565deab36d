//! Chooses the engine of a worker, once, and runs it.

use std::io;
use std::sync::{Arc, MutexGuard};

use fiord_job::plan::EngineKind;
use fiord_messages::run_errors as messages;

use super::drive::{buffers, drive, drive_with};
use super::room::{list_bytes, no_memory};
use super::setup::{WorkerOutcome, WorkerSetup};
use crate::data::clock::WallClock;
use crate::engines::engine::Engine;
use crate::engines::pointed::Pointed;
use crate::engines::{
    allocate, by_name, cpu, e4defrag, exec, io_uring, libaio, mmap, mtd, null, offload, pmem, posixaio,
    psync, pvsync, sg, splice, sync, uring_cmd, vsync,
};
use crate::error::WorkerError;
use crate::sim::{self, World};
use fiord_targets::memory;
use fiord_workload::plan::WorkerPlan;

/// Runs one worker to its end. Simulated jobs (`ioengine=sim`) of a run share `world`.
pub fn run(setup: WorkerSetup<'_>, world: &Arc<World>) -> WorkerOutcome {
    let start = setup.start;
    let outcome = take_turn().and_then(|mut turn| {
        // Set up: what others need is theirs to take.
        let mut start = || {
            drop(turn.take());
            start()
        };
        let mut setup = WorkerSetup {
            start: &mut start,
            ..setup
        };
        start_engine(&mut setup, world)
    });
    outcome.unwrap_or_else(WorkerOutcome::ended_by)
}

fn take_turn() -> Result<Option<MutexGuard<'static, ()>>, WorkerError> {
    memory::take_turn().map_err(no_memory)
}

/// An engine that knows its files by more than their descriptors would go on with those that were unlinked.
fn refuse_unlinking(plan: &WorkerPlan) -> Result<(), WorkerError> {
    let (files, engine) = (&plan.job.files, &plan.job.engine);
    let holds = engine.kind.maps_files() || (engine.kind == EngineKind::IoUring && engine.registerfiles);
    if !(files.unlink_each_loop && plan.job.control.loops > 1 && holds) {
        return Ok(());
    }
    Err(WorkerError::setup(
        messages::unlink_with_mapping,
        io::Error::from_raw_os_error(libc::EOPNOTSUPP),
    ))
}

/// The engine is chosen here, once.
fn start_engine(setup: &mut WorkerSetup<'_>, world: &Arc<World>) -> Result<WorkerOutcome, WorkerError> {
    let plan = setup.plan;
    refuse_unlinking(plan)?;
    let clock = clock_of(setup);
    let depth = plan.job.depth.iodepth.max(1);
    memory::ask(list_bytes(plan, depth)).map_err(no_memory)?;
    if plan.job.depth.offload {
        return offloaded(setup, clock, depth);
    }
    Ok(match plan.job.engine.kind {
        EngineKind::Null if depth == 1 => drive(null::Immediate, clock, setup),
        EngineKind::Null => drive(null::Batched::new(depth), clock, setup),
        EngineKind::Sync => drive(in_place(sync::Sync::new(plan)), clock, setup),
        EngineKind::Psync => drive(psync::Psync::new(plan), clock, setup),
        EngineKind::Vsync => drive(vsync::Vsync::new(plan, depth), clock, setup),
        EngineKind::Pvsync => drive(in_place(pvsync::Pvsync::new(plan)), clock, setup),
        EngineKind::Pvsync2 => drive(in_place(pvsync::Pvsync2::new(plan)), clock, setup),
        EngineKind::Mmap => {
            mmap::check_lengths(plan)?;
            drive(mmap::Mmap::new(plan), clock, setup)
        }
        EngineKind::Libaio => drive(libaio::Libaio::new(plan, depth)?, clock, setup),
        EngineKind::IoUring => start_io_uring(setup, clock, depth)?,
        EngineKind::Sim => {
            let (engine, clock) = sim::join(world, plan);
            drive(engine, clock, setup)
        }
        EngineKind::Posixaio => drive(queued(posixaio::Posixaio::new(plan, depth)), clock, setup),
        EngineKind::Splice => drive(in_place(splice::Splice::new(plan)?), clock, setup),
        EngineKind::Ftruncate => drive(in_place(allocate::Ftruncate::new(plan)), clock, setup),
        EngineKind::Falloc => drive(in_place(allocate::Falloc::new(plan)), clock, setup),
        EngineKind::E4defrag => drive(in_place(e4defrag::E4defrag::new(plan)?), clock, setup),
        EngineKind::Exec => drive(in_place(exec::Exec::new(plan)?), clock, setup),
        EngineKind::UringCmd => start_uring_cmd(setup, clock, depth)?,
        EngineKind::Sg if depth > 1 && sg::queues(plan) => {
            drive(queued(sg::SgQueued::new(plan, depth)?), clock, setup)
        }
        EngineKind::Sg => drive(in_place(sg::SgInPlace::new(plan)?), clock, setup),
        EngineKind::Mtd => drive(in_place(mtd::Mtd::new(plan)?), clock, setup),
        EngineKind::Libpmem | EngineKind::DevDax => drive(in_place(pmem::Pmem::new(plan)?), clock, setup),
        EngineKind::Cpuio => drive(in_place(cpu::CpuBurner::new(plan)), clock, setup),
        EngineKind::Filecreate
        | EngineKind::Fileopen
        | EngineKind::Filestat
        | EngineKind::Filedelete
        | EngineKind::Dircreate
        | EngineKind::Dirstat
        | EngineKind::Dirdelete => drive(in_place(by_name::ByName::new(plan)), clock, setup),
    })
}

/// Not inlined, as [`drive_with`] is not: the largest engine.
#[inline(never)]
fn start_io_uring(
    setup: &mut WorkerSetup<'_>,
    clock: WallClock,
    depth: u32,
) -> Result<WorkerOutcome, WorkerError> {
    let buffers = buffers(setup.plan, depth)?;
    let engine = io_uring::Uring::new(setup.plan, depth, &buffers)?;
    Ok(drive_with(engine, clock, buffers, setup))
}

/// Not inlined, as [`start_io_uring`] is not.
#[inline(never)]
fn start_uring_cmd(
    setup: &mut WorkerSetup<'_>,
    clock: WallClock,
    depth: u32,
) -> Result<WorkerOutcome, WorkerError> {
    let buffers = buffers(setup.plan, depth)?;
    let engine = uring_cmd::UringCmd::new(setup.plan, depth, &buffers)?;
    Ok(drive_with(queued(engine), clock, buffers, setup))
}

/// `io_submit_mode=offload`, for those whose calls other threads can make.
fn offloaded(
    setup: &mut WorkerSetup<'_>,
    clock: WallClock,
    depth: u32,
) -> Result<WorkerOutcome, WorkerError> {
    let plan = setup.plan;
    Ok(match plan.job.engine.kind {
        EngineKind::Pvsync => {
            let engine = offload::Offload::new(depth, || pvsync::Pvsync::new(plan)).map_err(no_thread)?;
            drive(queued(engine), clock, setup)
        }
        EngineKind::Pvsync2 => {
            let engine = offload::Offload::new(depth, || pvsync::Pvsync2::new(plan)).map_err(no_thread)?;
            drive(queued(engine), clock, setup)
        }
        EngineKind::Sync | EngineKind::Psync => {
            let engine = offload::Offload::new(depth, || psync::Psync::new(plan)).map_err(no_thread)?;
            drive(queued(engine), clock, setup)
        }
        // `depth::finish` of the job language refuses other engines.
        kind => {
            return Err(WorkerError::setup_of(
                format!("io_submit_mode=offload with ioengine={}", kind.name()),
                io::Error::from_raw_os_error(libc::EINVAL),
            ));
        }
    })
}

/// Stamps that others put together with the kernel's have to be of its clock.
fn clock_of(setup: &WorkerSetup<'_>) -> WallClock {
    match setup.live.stamps() {
        Some(_) => WallClock::kernel(),
        None => WallClock::new(),
    }
}

fn in_place<'a>(engine: impl Engine + 'a) -> Pointed<'a, true> {
    Pointed::new(engine)
}

fn queued<'a>(engine: impl Engine + 'a) -> Pointed<'a, false> {
    Pointed::new(engine)
}

fn no_thread(source: io::Error) -> WorkerError {
    WorkerError::setup(messages::offload_threads, source)
}
