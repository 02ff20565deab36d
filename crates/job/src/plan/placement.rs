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
}
