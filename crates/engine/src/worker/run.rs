//! Chooses the engine of a worker, once, and runs it.

use std::io;
use std::sync::{Arc, MutexGuard};

use fiord_job::plan::EngineKind;
use fiord_messages::run_errors as messages;

use super::drive::drive;
use super::room::{list_bytes, no_memory};
use super::setup::{WorkerOutcome, WorkerSetup};
use crate::data::buffers::SlotBuffers;
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
        let setup = WorkerSetup {
            start: &mut start,
            ..setup
        };
        start_engine(setup, world)
    });
    match outcome {
        Ok(outcome) => *outcome,
        Err(error) => WorkerOutcome {
            error: Some(error),
            ..WorkerOutcome::default()
        },
    }
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
fn start_engine(setup: WorkerSetup<'_>, world: &Arc<World>) -> Result<Box<WorkerOutcome>, WorkerError> {
    let plan = setup.plan;
    refuse_unlinking(plan)?;
    let clock = clock_of(&setup);
    let depth = plan.job.depth.iodepth.max(1);
    memory::ask(list_bytes(plan, depth)).map_err(no_memory)?;
    let single = || buffers(plan, 1);
    let many = || buffers(plan, depth);
    if plan.job.depth.offload {
        return offloaded(setup, clock, depth);
    }
    Ok(match plan.job.engine.kind {
        EngineKind::Null if depth == 1 => drive(null::Immediate, clock, single()?, setup),
        EngineKind::Null => drive(null::Batched::new(depth), clock, many()?, setup),
        EngineKind::Sync => drive(in_place(sync::Sync::new(plan)), clock, single()?, setup),
        EngineKind::Psync => drive(psync::Psync::new(plan), clock, single()?, setup),
        EngineKind::Vsync => drive(vsync::Vsync::new(plan, depth), clock, many()?, setup),
        EngineKind::Pvsync => drive(in_place(pvsync::Pvsync::new(plan)), clock, single()?, setup),
        EngineKind::Pvsync2 => drive(in_place(pvsync::Pvsync2::new(plan)), clock, single()?, setup),
        EngineKind::Mmap => {
            mmap::check_lengths(plan)?;
            drive(mmap::Mmap::new(plan), clock, single()?, setup)
        }
        EngineKind::Libaio => drive(libaio::Libaio::new(plan, depth)?, clock, many()?, setup),
        EngineKind::IoUring => {
            let buffers = many()?;
            drive(
                io_uring::Uring::new(plan, depth, &buffers)?,
                clock,
                buffers,
                setup,
            )
        }
        EngineKind::Sim => {
            let (engine, clock) = sim::join(world, plan);
            drive(engine, clock, many()?, setup)
        }
        EngineKind::Posixaio => drive(
            queued(posixaio::Posixaio::new(plan, depth)),
            clock,
            many()?,
            setup,
        ),
        EngineKind::Splice => drive(in_place(splice::Splice::new(plan)?), clock, single()?, setup),
        EngineKind::Ftruncate => drive(in_place(allocate::Ftruncate::new(plan)), clock, single()?, setup),
        EngineKind::Falloc => drive(in_place(allocate::Falloc::new(plan)), clock, single()?, setup),
        EngineKind::E4defrag => drive(in_place(e4defrag::E4defrag::new(plan)?), clock, single()?, setup),
        EngineKind::Exec => drive(in_place(exec::Exec::new(plan)?), clock, single()?, setup),
        EngineKind::UringCmd => {
            let buffers = many()?;
            let engine = uring_cmd::UringCmd::new(plan, depth, &buffers)?;
            drive(queued(engine), clock, buffers, setup)
        }
        EngineKind::Sg if depth > 1 && sg::queues(plan) => {
            drive(queued(sg::SgQueued::new(plan, depth)?), clock, many()?, setup)
        }
        EngineKind::Sg => drive(in_place(sg::SgInPlace::new(plan)?), clock, single()?, setup),
        EngineKind::Mtd => drive(in_place(mtd::Mtd::new(plan)?), clock, single()?, setup),
        EngineKind::Libpmem | EngineKind::DevDax => {
            drive(in_place(pmem::Pmem::new(plan)?), clock, single()?, setup)
        }
        EngineKind::Cpuio => drive(in_place(cpu::CpuBurner::new(plan)), clock, single()?, setup),
        EngineKind::Filecreate
        | EngineKind::Fileopen
        | EngineKind::Filestat
        | EngineKind::Filedelete
        | EngineKind::Dircreate
        | EngineKind::Dirstat
        | EngineKind::Dirdelete => drive(in_place(by_name::ByName::new(plan)), clock, single()?, setup),
    })
}

/// `io_submit_mode=offload`, for those whose calls other threads can make.
fn offloaded(
    setup: WorkerSetup<'_>,
    clock: WallClock,
    depth: u32,
) -> Result<Box<WorkerOutcome>, WorkerError> {
    let plan = setup.plan;
    let buffers = buffers(plan, depth)?;
    Ok(match plan.job.engine.kind {
        EngineKind::Pvsync => {
            let engine = offload::Offload::new(depth, || pvsync::Pvsync::new(plan)).map_err(no_thread)?;
            drive(queued(engine), clock, buffers, setup)
        }
        EngineKind::Pvsync2 => {
            let engine = offload::Offload::new(depth, || pvsync::Pvsync2::new(plan)).map_err(no_thread)?;
            drive(queued(engine), clock, buffers, setup)
        }
        EngineKind::Sync | EngineKind::Psync => {
            let engine = offload::Offload::new(depth, || psync::Psync::new(plan)).map_err(no_thread)?;
            drive(queued(engine), clock, buffers, setup)
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

fn buffers(plan: &WorkerPlan, slots: u32) -> Result<SlotBuffers, WorkerError> {
    let slot_bytes = usize::try_from(plan.job.access.max_block_bytes().max(1)).unwrap_or(usize::MAX);
    SlotBuffers::map(&plan.job.buffers, slots as usize, slot_bytes).map_err(|source| {
        let (count, bytes) = (&slots, &slot_bytes);
        WorkerError::setup(
            |lang| messages::MemoryForBuffers { count, bytes }.text(lang),
            source,
        )
    })
}
