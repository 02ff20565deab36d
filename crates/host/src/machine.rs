//! All facts about a machine and one path on it at one moment; a result carries them.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::block::disk_stats::{self, DeviceStats};
use crate::block::health::Health;
use crate::block::stack::{self, Stack};
use crate::file::cache::CacheState;
use crate::file::swaps::{self, Swap};
use crate::root::{self, Root};
use crate::system::cgroup::Cgroups;
use crate::system::clock::Clock;
use crate::system::cpu::{self, Cpu, CpuTimes};
use crate::system::kernel::System;
use crate::system::limits::Limits;
use crate::system::memory::Memory;
use crate::system::pressure::Pressures;

/// Where facts come from. Without one of them most facts are unknown, and nothing that is wrong could be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineSources {
    /// `procfs` is mounted and this process may read it.
    pub proc: bool,
    /// The same of `sysfs`.
    pub sys: bool,
}

impl Default for MachineSources {
    /// As records say that were written before this was noted.
    fn default() -> MachineSources {
        MachineSources {
            proc: true,
            sys: true,
        }
    }
}

impl MachineSources {
    fn read(root: &Root) -> MachineSources {
        let has_names = |dir: std::path::PathBuf| !root::names(&dir).is_empty();
        MachineSources {
            proc: has_names(root.proc("")),
            sys: has_names(root.sys("")),
        }
    }

    pub fn are_complete(self) -> bool {
        self.proc && self.sys
    }
}

/// A machine under a measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    #[serde(default)]
    pub sources: MachineSources,
    /// From the path down to the disks.
    pub stack: Stack,
    /// What of the file behind each loop device of the stack is in the page cache.
    #[serde(default)]
    pub loop_caches: Vec<(String, CacheState)>,
    /// Health of each leaf disk.
    pub health: Vec<(String, Health)>,
    /// Counters of every device in the stack.
    pub counters: Vec<DeviceStats>,
    /// Kernel, hypervisor, container, cloud.
    pub system: System,
    /// Processors.
    pub cpu: Cpu,
    /// Their time since boot.
    pub cpu_times: Option<CpuTimes>,
    /// Memory.
    pub memory: Memory,
    /// Swap areas in use.
    pub swaps: Vec<Swap>,
    /// Clock.
    pub clock: Clock,
    /// Control groups of this process.
    pub cgroups: Cgroups,
    /// Pressure.
    pub pressure: Pressures,
    /// Limits of this process.
    pub limits: Limits,
}

impl Machine {
    /// Gathers all that is known without waiting. What other processes do takes a look over time: [`crate::look`].
    pub fn look(root: &Root, path: &Path) -> Machine {
        Machine::over(root, Stack::under(root, path))
    }

    /// As [`Machine::look`], over layers that are known already.
    pub fn over(root: &Root, stack: Stack) -> Machine {
        let devices = stack.devices();
        let mut counters = disk_stats::read_all(root);
        counters.retain(|d| devices.contains(&d.name.as_str()));
        let health = stack
            .leaves()
            .iter()
            .map(|leaf| (leaf.name.clone(), Health::read(root, &leaf.name)))
            .collect();
        Machine {
            sources: MachineSources::read(root),
            loop_caches: stack::loop_caches(root, &stack),
            health,
            counters,
            stack,
            system: System::read(root),
            cpu: Cpu::read(root),
            cpu_times: cpu::times(root),
            memory: Memory::read(root),
            swaps: swaps::read(root),
            clock: Clock::read(root),
            cgroups: Cgroups::own(root),
            pressure: Pressures::read(root),
            limits: Limits::read(root),
        }
    }
}
