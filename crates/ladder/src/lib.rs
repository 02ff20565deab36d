//! Times what programs do below an I/O: a load from each cache, a lock, a clock, a system call, a wake-up, a copy.
//!
//! Every function returns samples: nanoseconds per operation, in the order of measuring. Nothing here judges or prints. The crate is
//! compiled with optimisation in every profile: without it the loops would time their own stack.

mod arithmetic;
mod chase;
mod echo;
mod memory;
mod plateaus;
mod system;
mod threads;
mod wire;

use std::hint::black_box;
use std::time::Instant;

pub use arithmetic::{branch_misses, dependent_adds};
pub use chase::{Arena, ChaseOrder, LINE_BYTES};
pub use echo::echoes;
pub use memory::{compressions, copies, page_faults, reads};
pub use plateaus::{Plateau, SizedLoad, plateaus};
pub use system::{clock_reads, locks, system_calls};
pub use threads::{allowed_cpus, contended_locks, context_switches, futex_wakes, loopback_trips, pipe_trips};
pub use wire::{CarriedCounts, Trips, carried, connects, interface_of, limit_unsent, window_times};

/// Times `operation` many times per sample, as often as takes about `sample_ns`.
fn batches(samples: usize, sample_ns: f64, mut operation: impl FnMut(u64)) -> Vec<f64> {
    let mut timed = |operations: u64| {
        let begun = Instant::now();
        operation(black_box(operations));
        begun.elapsed().as_nanos() as f64 / operations as f64
    };
    // The first calls warm caches and find how many operations fill a sample.
    let mut operations = 16;
    loop {
        let each = timed(operations);
        if each * operations as f64 >= sample_ns / 4.0 || operations >= 1 << 30 {
            operations = ((sample_ns / each.max(0.01)) as u64).clamp(1, 1 << 30);
            break;
        }
        operations *= 4;
    }
    (0..samples).map(|_| timed(operations)).collect()
}

/// Times each operation by itself.
fn singles<E>(samples: usize, mut operation: impl FnMut() -> Result<(), E>) -> Result<Vec<f64>, E> {
    for _ in 0..samples / 10 {
        operation()?;
    }
    (0..samples)
        .map(|_| {
            let begun = Instant::now();
            operation()?;
            Ok(begun.elapsed().as_nanos() as f64)
        })
        .collect()
}
