//! What a worker costs in memory. A test binary of its own, so that nothing else is in the measured process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use fiord_engine::{RunOptions, run};
use fiord_spec::plan::{Amount, EngineKind, JobPlan, RunPlan};

/// Counts the bytes that are allocated now, and the most that ever were.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed to the system allocator unchanged; only counters are added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn most_bytes(numjobs: u32) -> usize {
    let mut job = JobPlan::new("j");
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(4096));
    job.numjobs = numjobs;
    let plan = RunPlan {
        jobs: vec![job],
        ..RunPlan::default()
    };
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let outcome = run(&plan, &RunOptions::default()).unwrap();
    assert!(outcome.workers.iter().all(|worker| worker.failure.is_none()));
    MOST.load(Ordering::Relaxed) - before
}

/// The most that one more worker of a small job may cost on the heap, in bytes. fio takes about 250 KB per thread.
const WORKER_BYTES: usize = 200 << 10;

#[test]
fn a_worker_costs_little_and_gives_it_back() {
    most_bytes(1);
    let (few, many) = (most_bytes(100), most_bytes(600));
    let each = many.saturating_sub(few) / 500;
    println!("{each} bytes of heap per worker, {few} bytes with 100");
    assert!(each <= WORKER_BYTES, "{each} bytes per worker");
    let before = NOW.load(Ordering::Relaxed);
    most_bytes(200);
    let left = NOW.load(Ordering::Relaxed).saturating_sub(before);
    assert!(left < 64 << 10, "{left} bytes stay after a run");
}
