//! One job of the plan with what is known of its targets.

use fiord_host::stack::{FsClass, LayerKind};
use fiord_job::plan::JobPlan;
use fiord_record::TargetFacts;

use crate::case::asked;
use crate::case::case::Case;
use crate::case::devices::is_virtual;
use crate::case::planned::Planned;

/// One job with all that a rule may ask about it.
pub struct Look<'a> {
    pub case: &'a Case<'a>,
    pub job: &'a JobPlan,
    pub targets: Vec<&'a TargetFacts>,
    pub planned: Planned,
}

impl<'a> Look<'a> {
    /// One job of the plan.
    pub fn at(case: &'a Case<'a>, index: usize) -> Option<Self> {
        let job = case.record.plan.jobs.get(index)?;
        let targets: Vec<&TargetFacts> = case.targets(index).collect();
        let planned = Planned::of(job, &targets);
        Some(Self {
            case,
            job,
            targets,
            planned,
        })
    }

    /// The last value given for an option, here or in a global section; a bare flag is empty.
    pub fn given(&self, option: &str) -> Option<&str> {
        asked::given(self.job, option)
    }

    /// Whether the runtime ends nothing, even on a slow device: thousands of seconds for one gigabyte.
    pub fn runtime_is_idle(&self) -> bool {
        let control = &self.job.control;
        let free = self
            .planned
            .unbounded_seconds(self.job)
            .filter(|_| control.runtime_us > 0 && !control.time_based);
        free.is_some_and(|(_, slow)| slow * 10.0 < control.runtime_us as f64 / 1e6)
    }

    /// Memory that the page cache can take: what is available, or the control group's limit.
    pub fn cache_room(&self) -> Option<u64> {
        let machine = self.case.machine()?;
        let available = machine.memory.available_bytes.or(machine.memory.total_bytes);
        let limit = machine.cgroups.least(fiord_host::cgroup::Limited::Memory);
        match (available, limit) {
            (Some(available), Some(limit)) => Some(available.min(limit)),
            (one, other) => one.or(other),
        }
    }

    /// Whether a correction may set direct=1: the job does not ask for the page cache, direct I/O can take its blocks, and the file
    /// system direct I/O (memory has none on many kernels).
    pub fn may_be_direct(&self) -> bool {
        let is_memory =
            |target: &&TargetFacts| target.file_system().is_some_and(|fs| fs.class == FsClass::Memory);
        let access = &self.job.access;
        let is_aligned =
            access.min_block_bytes().is_multiple_of(512) && access.max_block_bytes().is_multiple_of(512);
        !self.targets.iter().any(is_memory) && is_aligned && asked::cache_options(self.job).is_empty()
    }

    /// Whether the disk is one that a hypervisor or a network presents, with a cache of its own behind it.
    pub fn is_virtual(&self) -> bool {
        let mut leaves = self.targets.iter().flat_map(|target| target.leaves());
        leaves.any(|leaf| matches!(&leaf.kind, LayerKind::Disk(disk) if is_virtual(disk.transport)))
    }

    /// Bytes that the targets hold already, where their sizes are known.
    pub fn there_bytes(&self) -> u64 {
        self.targets.iter().filter_map(|target| target.size_bytes).sum()
    }
}
