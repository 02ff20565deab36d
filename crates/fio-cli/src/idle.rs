//! `--idle-prof`: how idle the processors were while the jobs ran, by the kernel's account.

use std::time::Instant;

use fiord_host::cpu::{self, CpuTimes};
use fiord_host::root::Root;
use fiord_job::cli::IdleProf;
use fiord_record::run::Idleness;

/// The processors' times at the start.
pub(crate) struct IdleWatch {
    all: Option<CpuTimes>,
    each: Vec<CpuTimes>,
}

impl IdleWatch {
    pub(crate) fn begin() -> Self {
        let root = Root::system();
        Self {
            all: cpu::times(&root),
            each: cpu::times_each(&root),
        }
    }

    /// What passed since; `None` where the kernel does not tell.
    pub(crate) fn end(&self, kind: IdleProf) -> Option<Idleness> {
        let now = Self::begin();
        let each = self
            .each
            .iter()
            .zip(&now.each)
            .map(|(then, now)| idle_percent(then, now))
            .collect();
        Some(Idleness {
            system_percent: idle_percent(self.all.as_ref()?, now.all.as_ref()?),
            each_percent: if kind == IdleProf::PerCpu {
                each
            } else {
                Vec::new()
            },
        })
    }
}

/// Mean and deviation of the time that a unit of work takes here, in microseconds: filling 64 KiB with a sequence.
///
/// FIO-DIFF(idle-prof): fio's unit is another one, and it measures idleness by doing it in the background.
pub(crate) fn unit_of_work() -> (f64, f64) {
    const UNITS: usize = 1_000;
    let mut words = vec![0_u64; 8192];
    let mut times = Vec::with_capacity(UNITS);
    for unit in 0..UNITS as u64 {
        let start = Instant::now();
        for (place, word) in words.iter_mut().enumerate() {
            *word = word.rotate_left(7) ^ (place as u64).wrapping_mul(unit | 1);
        }
        std::hint::black_box(&words);
        times.push(start.elapsed().as_nanos() as f64 / 1e3);
    }
    let mean = times.iter().sum::<f64>() / UNITS as f64;
    let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / UNITS as f64;
    (mean, variance.sqrt())
}

fn idle_percent(then: &CpuTimes, now: &CpuTimes) -> f64 {
    let passed = now.since(then);
    let total = passed.busy + passed.idle + passed.steal;
    // A run shorter than the kernel's tick passes no time that it could account for.
    if total == 0 {
        0.0
    } else {
        passed.idle as f64 / total as f64 * 100.0
    }
}
