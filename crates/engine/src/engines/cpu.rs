//! `cpuio`: each I/O is a burst of computing; the pace makes the pauses between them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::engines::engine::Engine;
use crate::io::{Queued, Request};
use fiord_workload::plan::WorkerPlan;
use fiord_workload::rng;

/// Numbers that `cpumode=qsort` sorts at a time.
const NUMBERS: usize = 4096;

/// See the module.
#[derive(Debug)]
pub(crate) struct CpuBurner {
    burst: Duration,
    /// Empty with `cpumode=noop`.
    numbers: Vec<u64>,
    random: rng::Rng,
}

impl CpuBurner {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        let other = &plan.job.engine.other;
        Self {
            burst: Duration::from_micros(other.cpu_burst_us),
            numbers: vec![0; if other.cpu_sorts { NUMBERS } else { 0 }],
            random: rng::Rng::from_seed(plan.seed),
        }
    }

    fn compute(&mut self) {
        if self.numbers.is_empty() {
            for step in 0..1_000_u32 {
                black_box(step);
            }
            return;
        }
        for number in &mut self.numbers {
            *number = self.random.next();
        }
        self.numbers.sort_unstable();
        black_box(&self.numbers);
    }
}

impl Engine for CpuBurner {
    const IN_PLACE: bool = true;

    fn queue(&mut self, request: &Request) -> Queued {
        let begun = Instant::now();
        while begun.elapsed() < self.burst {
            self.compute();
        }
        Queued::Done(request.io.len as i32)
    }
}
