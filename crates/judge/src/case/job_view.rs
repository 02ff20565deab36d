//! A job of the plan as judgements look at it, with its targets and what it asks for by name.

use crate::case::Case;
use crate::case::devices::is_virtual;
use crate::case::planned::{Planned, issues};
use fiord_host::stack::{FsClass, LayerKind};
use fiord_job::plan::{Amount, Ddir, JobPlan};
use fiord_record::{FileKind, TargetFacts};

/// One job with all that a rule may ask about it.
pub struct JobView<'a> {
    pub case: &'a Case<'a>,
    /// Of the job in the plan.
    pub index: usize,
    pub job: &'a JobPlan,
    pub targets: Vec<&'a TargetFacts>,
    pub planned: Planned,
}

impl<'a> JobView<'a> {
    /// One job of the plan.
    pub fn at(case: &'a Case<'a>, index: usize) -> Option<Self> {
        Self::with(case, index, case.targets(index).collect())
    }

    /// Each job of the plan. Its targets are looked for once.
    pub fn all(case: &'a Case<'a>) -> Vec<Self> {
        let mut of_jobs: Vec<Vec<&TargetFacts>> = vec![Vec::new(); case.record.plan.jobs.len()];
        for target in &case.record.before.targets {
            if let Some(of_job) = of_jobs.get_mut(target.job) {
                of_job.push(target);
            }
        }
        let views = of_jobs.into_iter().enumerate();
        views
            .filter_map(|(index, targets)| Self::with(case, index, targets))
            .collect()
    }

    fn with(case: &'a Case<'a>, index: usize, targets: Vec<&'a TargetFacts>) -> Option<Self> {
        let job = case.record.plan.jobs.get(index)?;
        let planned = Planned::of(job, &targets);
        Some(Self {
            case,
            index,
            job,
            targets,
            planned,
        })
    }

    /// The last value given for an option, here or in a global section; a bare flag is empty.
    pub fn given(&self, option: &str) -> Option<&str> {
        given(self.job, option)
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

    /// Whether the I/O is that of the options: not if the job only creates its files, or plays a recording that was not read.
    pub fn does_its_io(&self) -> bool {
        let replay = &self.job.control.replay;
        !self.job.files.create_only && (replay.read.is_empty() || replay.resolved)
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
        !self.targets.iter().any(is_memory) && is_aligned && cache_options(self.job).is_empty()
    }

    /// Whether the disk is one that a hypervisor or a network presents, with its own cache below.
    pub fn is_virtual(&self) -> bool {
        let mut leaves = self.targets.iter().flat_map(|target| target.leaves());
        leaves.any(|leaf| matches!(&leaf.kind, LayerKind::Disk(disk) if is_virtual(disk.transport)))
    }

    /// Bytes that the targets hold already, where their sizes are known.
    pub fn there_bytes(&self) -> u64 {
        self.targets.iter().filter_map(|target| target.size_bytes).sum()
    }
}

/// The last value that was typed for an option, here or in a global section; a bare flag is empty.
pub fn given<'j>(job: &'j JobPlan, option: &str) -> Option<&'j str> {
    let echo = job.given.iter().rev().find(|echo| echo.name == option)?;
    Some(&echo.value)
}

/// The options, as typed, by which a job asks for the page cache.
///
/// Where `direct` and `buffered` contradict each other, neither says what was meant.
pub fn cache_options(job: &JobPlan) -> Vec<&'static str> {
    if job.durability.direct {
        return Vec::new();
    }
    let is = |option: &str, wanted: bool| given(job, option).map(|value| (value != "0") == wanted);
    let mut asked = match (is("direct", false), is("buffered", true)) {
        (Some(true), None | Some(true)) => vec!["direct=0"],
        (None, Some(true)) => vec!["buffered=1"],
        _ => Vec::new(),
    };
    asked.extend(warm_options(job));
    asked
}

/// Those of them that ask for what is in memory already, or is brought there.
pub fn warm_options(job: &JobPlan) -> impl Iterator<Item = &'static str> {
    let reads = issues(job, Ddir::Read) && !job.durability.direct;
    let left = reads && given(job, "invalidate").is_some() && !job.files.invalidate;
    let brought = reads && job.files.pre_read;
    let asked = [left.then_some("invalidate=0"), brought.then_some("pre_read=1")];
    asked.into_iter().flatten()
}

/// Whether it goes over the whole of a device once: an initialisation, a preconditioning, a check. By the clock it would be another job.
pub fn is_whole_pass(view: &JobView<'_>) -> bool {
    let job = view.job;
    let names = &job.files.filenames;
    let named = !names.is_empty() && names.iter().all(|name| name.starts_with("/dev/"));
    let found = !view.targets.is_empty() && view.targets.iter().all(|target| target.kind == FileKind::Block);
    let whole = matches!(job.access.size, None | Some(Amount::Percent(100)));
    if job.access.sprandom().is_some() {
        return true;
    }
    let limited = job.access.io_size.is_some() || job.access.number_ios > 0 || job.control.runtime_us > 0;
    (named || found) && whole && !limited && !job.control.time_based
}
