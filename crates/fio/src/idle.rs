//! `--idle-prof`: how idle the processors were while the jobs ran, by the kernel's account.

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
