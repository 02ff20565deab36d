//! Where workers run and with what priority.

/// `cpus_allowed_policy`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum CpuPolicy {
    /// All workers may use all of them.
    #[default]
    Shared,
    /// Each clone gets one of its own.
    Split,
}

/// Processors and priorities.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct PlacementPlan {
    /// `cpus_allowed` (or `cpumask`), sorted.
    pub cpus: Option<Vec<u32>>,
    /// `cpus_allowed_policy`
    pub policy: CpuPolicy,
    pub nice: i32,
    /// `prio`, 0 (highest) to 7.
    pub prio: Option<u8>,
    /// `prioclass`: 1 real time, 2 best effort, 3 idle.
    pub prioclass: Option<u8>,
    /// `lockmem` in bytes.
    pub lockmem_bytes: u64,
    /// `numa_cpu_nodes`: nodes whose processors the job may run on; empty: all.
    #[serde(default)]
    pub numa_nodes: Vec<u32>,
    /// `numa_mem_policy`
    #[serde(default)]
    pub numa_memory: NumaMemory,
    /// `uid`
    #[serde(default)]
    pub uid: Option<u32>,
    /// `gid`
    #[serde(default)]
    pub gid: Option<u32>,
    /// `priohint`: a hint for the device, next to class and level (linux/ioprio.h).
    #[serde(default)]
    pub prio_hint: u16,
    /// `comm`: the name of the worker's thread.
    #[serde(default)]
    pub comm: Option<String>,
    /// `cgroup*`
    #[serde(default)]
    pub cgroup: CgroupPlan,
    /// `ioscheduler`: what the disks below the files schedule with during the run.
    #[serde(default)]
    pub scheduler: Option<String>,
}

/// `cgroup`, `cgroup_weight`, `cgroup_nodelete`
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct CgroupPlan {
    /// Its name below the root of the hierarchy; `None`: the one that fiord was started in.
    pub name: Option<String>,
    /// Its weight, 100 to 1000.
    pub weight: Option<u32>,
    /// It stays when the run has ended.
    pub keep: bool,
}

/// `numa_mem_policy`: which nodes give memory (set_mempolicy(2)).
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum NumaMemory {
    /// As the system does.
    #[default]
    Default,
    /// This one as long as it has some.
    Prefer(u32),
    /// These and no others.
    Bind(Vec<u32>),
    /// These in turn.
    Interleave(Vec<u32>),
    /// The one of the processor that asks.
    Local,
}

impl PlacementPlan {
    /// The worker's own I/O priority as the kernel takes it: class in the top three of sixteen bits, level in the lowest three,
    /// hint between; 0 not given.
    pub fn io_priority(&self) -> u16 {
        /// The class when only a level is given: best effort.
        const BEST_EFFORT: u8 = 2;
        match (self.prioclass, self.prio, self.prio_hint) {
            (None, None, 0) => 0,
            (class, level, hint) => {
                u16::from(class.unwrap_or(BEST_EFFORT)) << 13 | hint << 3 | u16::from(level.unwrap_or(0))
            }
        }
    }
}
