//! Rules that need only the plan and, where there are any, the facts of its targets. One file per family.
//!
//! What they say is a forecast: the same trap is judged again after the run, from what happened.

pub mod amounts;
pub(in crate::truth) mod claims;
mod depth;
pub mod describe;
mod durability;
mod duration;
pub mod fix;
mod latency;
mod layers;
mod options;
mod source;
mod target;
mod units;

use fiord_job::plan::JobPlan;

use super::facts::{Evidence, TargetFacts};
use super::rule::{Finding, Rule};
use amounts::Planned;

/// The rules, in the order of the documentation.
pub const RULES: &[&Rule] = &[
    &source::CACHE_READ,
    &source::CACHE_REPEAT,
    &source::CACHE_BELOW,
    &source::ZERO_DATA,
    &source::UNWRITTEN,
    &target::UNSAFE_TARGET,
    &target::NO_TARGET,
    &target::NO_ROOM,
    &target::SAME_FILE_WRITERS,
    &target::OVERWRITE_SAME,
    &target::SMALL_FILE,
    &target::STALE_FILE,
    &depth::SYNC_IODEPTH,
    &depth::AIO_BUFFERED,
    &depth::DEPTH_NOT_REACHED,
    &durability::WRITE_CACHED,
    &durability::FSYNC_DIRECT,
    &options::DIRECT_BUFFERED,
    &options::IGNORED_OPTION,
    &units::UNIT_MISREAD,
    &units::UNALIGNED_DIRECT,
    &duration::ENDS_EARLY,
    &duration::SHORT_RUN,
    &duration::FEW_SAMPLES,
    &latency::GTOD_REDUCE,
    &latency::LATE_GENERATOR,
    &layers::STACK,
    &layers::THROTTLE,
    &layers::CLIFF,
    &claims::SPEC_GAP,
];

/// One job with all that a rule may ask about it.
pub(crate) struct Look<'a> {
    pub(crate) evidence: &'a Evidence<'a>,
    pub(crate) job: &'a JobPlan,
    pub(crate) targets: Vec<&'a TargetFacts>,
    pub(crate) planned: Planned,
}

impl<'a> Look<'a> {
    /// One job of the plan.
    pub(crate) fn at(evidence: &'a Evidence<'a>, index: usize) -> Option<Self> {
        let job = evidence.plan?.jobs.get(index)?;
        let targets: Vec<&TargetFacts> = evidence.targets(index).collect();
        let planned = Planned::of(job, &targets);
        Some(Self {
            evidence,
            job,
            targets,
            planned,
        })
    }

    /// The last value given for an option, here or in a global section; a bare flag is empty.
    pub(crate) fn given(&self, option: &str) -> Option<&str> {
        let echo = self.job.given.iter().rev().find(|echo| echo.name == option)?;
        Some(&echo.value)
    }

    /// Whether the runtime ends nothing, even on a slow device: thousands of seconds for one gigabyte.
    pub(crate) fn runtime_is_idle(&self) -> bool {
        let control = &self.job.control;
        let free = self
            .planned
            .unbounded_seconds(self.job)
            .filter(|_| control.runtime_us > 0 && !control.time_based);
        free.is_some_and(|(_, slow)| slow * 10.0 < control.runtime_us as f64 / 1e6)
    }

    /// Memory that the page cache can take: what is available, or the control group's limit.
    pub(crate) fn cache_room(&self) -> Option<u64> {
        let machine = self.evidence.machine()?;
        let available = machine.memory.available_bytes.or(machine.memory.total_bytes);
        let limit = machine.cgroups.least(fiord_host::cgroup::Limited::Memory);
        match (available, limit) {
            (Some(available), Some(limit)) => Some(available.min(limit)),
            (one, other) => one.or(other),
        }
    }
}

/// Judges every job of the plan.
pub(crate) fn per_job(evidence: &Evidence<'_>, judge: impl Fn(&Look<'_>) -> Vec<Finding>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, _) in evidence.jobs() {
        if let Some(look) = Look::at(evidence, index) {
            found.extend(judge(&look).into_iter().map(|finding| finding.of_job(index)));
        }
    }
    found
}

/// As [`per_job`], for jobs that touch files or devices and can begin.
pub(crate) fn per_disk_job(
    evidence: &Evidence<'_>,
    judge: impl Fn(&Look<'_>) -> Vec<Finding>,
) -> Vec<Finding> {
    per_job(evidence, |look| {
        if look.job.engine.kind.is_diskless() || target::nothing_there(look).is_some() {
            Vec::new()
        } else {
            judge(look)
        }
    })
}
