//! Between the barriers nothing is allocated: counted by an allocator that knows which worker runs on its thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use fiord_engine::live::{LiveCell, WorkerState};
use fiord_job::plan::{AccessMode, EngineKind, JobPlan, ZbdPlan, Zones};

use crate::bed::{Bed, KIB, job, nothing, plan, real, run_with};

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
        // SAFETY: set to a cell that outlives the run, and back to null after it, by `allocations_of` on this thread.
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

fn allocations_of(job: JobPlan, bed: Option<&Bed>) -> (u64, u64) {
    let target = bed.map_or_else(|| nothing(1024 * KIB), Bed::target);
    let plan = plan(job, vec![target]);
    let live = LiveCell::default();
    COUNT.set(0);
    WORKER.set(&raw const live);
    let outcome = run_with(&plan, &live);
    WORKER.set(std::ptr::null());
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    (COUNT.get(), outcome.stats.ddirs.iter().map(|ddir| ddir.ios).sum())
}

#[test]
fn nothing_is_allocated_while_a_worker_runs() {
    let bed = Bed::with_file(1024 * KIB);
    type Change = fn(&mut JobPlan);
    let changes: [(&str, Change); 9] = [
        ("reads", |_| {}),
        ("random mix", |job| job.access.mode = AccessMode::RandRw),
        ("syncs", |job| {
            job.access.mode = AccessMode::Write;
            job.durability.fsync_every = 8;
            job.durability.end_fsync = true;
        }),
        ("passes", |job| job.control.loops = 3),
        ("ramp and time", |job| {
            job.control.time_based = true;
            job.control.ramp_time_us = 60_000;
            job.control.runtime_us = 120_000;
        }),
        ("zones", |job| {
            job.access.mode = AccessMode::RandWrite;
            job.access.norandommap = true;
            job.access.zones = Some(Zones::Zbd(Box::new(ZbdPlan {
                zone_bytes: 16 * KIB,
                max_open: 3,
                ..ZbdPlan::default()
            })));
        }),
        ("rate", |job| job.pace.rate_iops.0 = [20_000; 3]),
        ("blocks that fail", |job| job.report.block_errors = true),
        ("logs", |job| {
            job.report.logs.lat = Some(String::new());
            job.report.logs.bw = Some(String::new());
        }),
    ];
    for kind in real().chain([EngineKind::Null, EngineKind::Sim]) {
        for (name, change) in changes {
            for depth in [1, 8] {
                let mut job = job(kind, AccessMode::Read, depth);
                change(&mut job);
                let (allocations, ios) = allocations_of(job, Some(&bed).filter(|_| !kind.is_diskless()));
                assert!(
                    ios >= 256 || name == "ramp and time",
                    "{kind:?} {name}: {ios} I/Os"
                );
                assert_eq!(allocations, 0, "{kind:?}, {name}, iodepth {depth}, {ios} I/Os");
            }
        }
    }
}

#[test]
fn the_allocator_counts() {
    // Without this, a broken counter would let the test above pass.
    let live = LiveCell::default();
    live.enter(WorkerState::Running);
    COUNT.set(0);
    WORKER.set(&raw const live);
    let boxed = std::hint::black_box(Box::new(7_u8));
    WORKER.set(std::ptr::null());
    drop(boxed);
    assert_eq!(COUNT.get(), 1);
}
