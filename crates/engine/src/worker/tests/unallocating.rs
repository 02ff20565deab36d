//! Engines that send commands allocate nothing between the barriers, as `tests/suite/allocations.rs` holds the others to it.
//!
//! Devices are played. A generic SCSI device is a thread behind a socket, which takes headers by write and answers them by read as the kernel
//! does; everything else is `/dev/null`, which refuses SCSI commands, and takes those of a ring or refuses them.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use fiord_job::plan::{AccessMode, Amount, BlockSize, EngineKind, JobPlan, PerDdir};
use fiord_workload::plan::WorkerPlan;

use super::handmade;
use crate::data::buffers::SlotBuffers;
use crate::data::clock::WallClock;
use crate::engines::engine::Engine;
use crate::engines::{sg, uring_cmd};
use crate::live::{LiveCell, WorkerState};
use crate::worker::WorkerOutcome;

thread_local! {
    /// The cell of the worker on this thread; null when there is none.
    static WORKER: Cell<*const LiveCell> = const { Cell::new(std::ptr::null()) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

impl Counting {
    fn count() {
        let worker = WORKER.get();
        if worker.is_null() {
            return;
        }
        // SAFETY: set to a cell that outlives the run, and back to null after it, by `run` on this thread.
        let state = unsafe { &*worker }.read().state;
        if matches!(
            state,
            WorkerState::Ramp | WorkerState::Running | WorkerState::Syncing
        ) {
            COUNT.set(COUNT.get() + 1);
        }
    }
}

// SAFETY: hands everything to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        Self::count();
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, bytes) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const BLOCK: u64 = 4096;
const BLOCKS: u64 = 256;

fn plan(kind: EngineKind, mode: AccessMode, iodepth: u32) -> WorkerPlan {
    let mut job = JobPlan::new("commands");
    job.engine.kind = kind;
    job.access.mode = mode;
    job.access.block_size = PerDdir::all(BlockSize::Fixed(BLOCK));
    job.access.size = Some(Amount::Bytes(BLOCK * BLOCKS));
    job.depth.iodepth = iodepth;
    job.durability.fsync_every = 16;
    let refusals = vec![libc::ENOTTY, libc::EOPNOTSUPP];
    job.control.ignore_error = [refusals.clone(), refusals.clone(), refusals];
    handmade::plan(job, BLOCK * BLOCKS, BLOCK * BLOCKS, 7)
}

/// How many allocations a run made, and what came of it.
fn run<E: Engine>(plan: &WorkerPlan, engine: E) -> (u64, WorkerOutcome) {
    let live = LiveCell::default();
    COUNT.set(0);
    WORKER.set(&raw const live);
    let outcome = handmade::run_seen(plan, engine, WallClock::new(), &live);
    WORKER.set(std::ptr::null());
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    (COUNT.get(), outcome)
}

fn null() -> File {
    OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")
        .unwrap()
}

/// I/Os that were done, and those that the device refused.
fn ends(outcome: &WorkerOutcome) -> (u64, u64) {
    let done = outcome.stats.ddirs.iter().map(|ddir| ddir.ios).sum();
    (done, outcome.stats.errors)
}

const MODES: [AccessMode; 3] = [AccessMode::RandRead, AccessMode::Write, AccessMode::Trim];

#[test]
fn sg_allocates_nothing_on_a_block_device() {
    for mode in MODES {
        let plan = plan(EngineKind::Sg, mode, 1);
        let device = null();
        let (allocations, outcome) = run(&plan, sg::SgInPlace::on(device.as_raw_fd(), &plan));
        let (done, refused) = ends(&outcome);
        assert_eq!(done, 0, "{mode:?}");
        assert!(refused >= BLOCKS, "{mode:?}: {refused} refused");
        assert_eq!(allocations, 0, "{mode:?}");
    }
}

/// A generic device that does every command at once.
fn played() -> (OwnedFd, std::thread::JoinHandle<u64>) {
    let mut ends: [RawFd; 2] = [-1; 2];
    // SAFETY: the call fills two numbers.
    let made = unsafe { libc::socketpair(libc::AF_UNIX, libc::SOCK_SEQPACKET, 0, ends.as_mut_ptr()) };
    assert_eq!(made, 0);
    // SAFETY: both were opened just now, and nobody else has them.
    let [ours, theirs]: [OwnedFd; 2] = ends.map(|fd| unsafe { std::os::fd::FromRawFd::from_raw_fd(fd) });
    let answering = std::thread::spawn(move || {
        let mut device = File::from(theirs);
        let mut header = [0; 256];
        let mut count = 0;
        // An answer is the header with a status, which is zero already.
        while let Ok(bytes @ 1..) = device.read(&mut header) {
            device.write_all(&header[..bytes]).unwrap();
            count += 1;
        }
        count
    });
    (ours, answering)
}

#[test]
fn sg_allocates_nothing_on_a_generic_device() {
    for (mode, syncs) in MODES.into_iter().zip([0, 15, 0]) {
        let plan = plan(EngineKind::Sg, mode, 8);
        let (device, answering) = played();
        let engine = sg::SgQueued::on(device.as_raw_fd(), &plan, 8);
        let (allocations, outcome) = run(&plan, engine);
        drop(device);
        assert_eq!(ends(&outcome), (BLOCKS, 0), "{mode:?}");
        assert_eq!(answering.join().unwrap(), BLOCKS + syncs, "{mode:?}");
        assert_eq!(allocations, 0, "{mode:?}");
    }
}

/// Allocations of a run of io_uring_cmd, and how many of its commands were done and refused.
fn run_commands(plan: &WorkerPlan) -> (u64, u64, u64) {
    let device = null();
    // Those of the run have other addresses, and take part in nothing but registration.
    let buffers = SlotBuffers::map(&plan.job.buffers, 8, BLOCK as usize).unwrap();
    let engine = uring_cmd::UringCmd::on(device.as_raw_fd(), plan, 8, &buffers).unwrap();
    let (allocations, outcome) = run(plan, engine);
    let (done, refused) = ends(&outcome);
    (allocations, done, refused)
}

#[test]
fn io_uring_cmd_allocates_nothing() {
    type Change = fn(&mut JobPlan);
    let changes: [Change; 4] = [
        |_| {},
        |job| job.engine.fixedbufs = true,
        |job| job.engine.nonvectored = false,
        |job| {
            job.engine.registerfiles = true;
            job.engine.force_async = 3;
        },
    ];
    for (mode, (number, change)) in MODES
        .into_iter()
        .flat_map(|mode| changes.into_iter().enumerate().map(move |change| (mode, change)))
    {
        let mut plan = plan(EngineKind::UringCmd, mode, 8);
        let mut job = JobPlan::clone(&plan.job);
        change(&mut job);
        plan.job = job.into();
        let (allocations, done, refused) = run_commands(&plan);
        assert!(
            done + refused >= BLOCKS,
            "{mode:?} {number}: {done} done, {refused} refused"
        );
        assert_eq!(
            allocations, 0,
            "{mode:?} {number}: {done} done, {refused} refused"
        );
    }
}

#[test]
fn trims_of_several_ranges_allocate_nothing() {
    for mode in [AccessMode::Trim, AccessMode::RandTrim] {
        let mut plan = plan(EngineKind::UringCmd, mode, 8);
        let mut job = JobPlan::clone(&plan.job);
        job.engine.passthrough.trim_ranges = 32;
        plan.job = job.into();
        let (allocations, done, refused) = run_commands(&plan);
        assert_eq!(
            done + refused,
            BLOCKS / 32,
            "{mode:?}: {done} done, {refused} refused"
        );
        assert_eq!(allocations, 0, "{mode:?}");
    }
}

#[test]
fn the_allocator_counts() {
    // Without this, a broken counter would let the tests above pass.
    let live = LiveCell::default();
    live.enter(WorkerState::Running);
    COUNT.set(0);
    WORKER.set(&raw const live);
    let boxed = std::hint::black_box(Box::new(7_u8));
    WORKER.set(std::ptr::null());
    drop(boxed);
    assert_eq!(COUNT.get(), 1);
}
