//! Times what one thread asks of the kernel: the time, a call that does nothing, a lock that is free.

use std::hint::black_box;
use std::sync::Mutex;
use std::time::Instant;

use crate::batches;

const SAMPLE_NS: f64 = 500_000.0;

/// Readings of the monotonic clock.
pub fn clock_reads(samples: usize) -> Vec<f64> {
    batches(samples, SAMPLE_NS, |operations| {
        for _ in 0..operations {
            black_box(Instant::now());
        }
    })
}

/// Calls that do next to nothing in the kernel: getppid.
pub fn system_calls(samples: usize) -> Vec<f64> {
    batches(samples, SAMPLE_NS, |operations| {
        for _ in 0..operations {
            black_box(rustix::process::getppid());
        }
    })
}

/// Locks and unlocks of a mutex that no other thread wants.
pub fn locks(samples: usize) -> Vec<f64> {
    let mutex = Mutex::new(0_u64);
    batches(samples, SAMPLE_NS, |operations| {
        for _ in 0..operations {
            if let Ok(mut count) = black_box(&mutex).lock() {
                *count += 1;
            }
        }
    })
}
