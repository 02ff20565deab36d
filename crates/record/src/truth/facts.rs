//! The facts that rules are judged by: the plan, the machine and the targets before a run, and what happened in it.
//!
//! Facts are gathered elsewhere; `None` means unknown, and a rule that needs an unknown fact finds nothing.

use std::path::PathBuf;

use fiord_host::Machine;
use fiord_host::device::Probe;
use fiord_host::extents::Allocation;
use fiord_host::stack::{FileSystem, Layer, Stack};
use fiord_job::plan::{JobPlan, RunPlan};

use super::run::After;
use crate::claims::SpecSheet;

/// What is known when rules are judged. More can be known later; less is always allowed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Evidence<'a> {
    /// What is to be done.
    pub plan: Option<&'a RunPlan>,
    /// The machine and the targets before the run.
    pub before: Option<&'a Before>,
    /// What happened.
    pub after: Option<&'a After<'a>>,
}

impl<'a> Evidence<'a> {
    /// The jobs with their indices; none without a plan.
    pub fn jobs(&self) -> impl Iterator<Item = (usize, &'a JobPlan)> + use<'a> {
        self.plan
            .map(|plan| plan.jobs.as_slice())
            .unwrap_or_default()
            .iter()
            .enumerate()
    }

    /// The targets of one job, as far as they are known.
    pub fn targets(&self, job: usize) -> impl Iterator<Item = &'a TargetFacts> + use<'a> {
        let targets = self
            .before
            .map(|before| before.targets.as_slice())
            .unwrap_or_default();
        targets.iter().filter(move |target| target.job == job)
    }

    /// The machine, where it was looked at.
    pub fn machine(&self) -> Option<&'a Machine> {
        self.before.and_then(|before| before.machine.as_ref())
    }
}

/// The machine and the targets of a plan before the run.
#[derive(Debug, Clone, Default)]
pub struct Before {
    /// The machine, seen from the first target; `None`: not looked at.
    pub machine: Option<Machine>,
    /// One entry per job and file, the clones of a job taken together.
    pub targets: Vec<TargetFacts>,
    /// What the maker of the device says of it, where somebody brought the sheet.
    pub spec_sheet: Option<SpecSheet>,
}

/// What lies at a target's path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileKind {
    /// Nothing yet.
    #[default]
    Missing,
    /// A regular file.
    Regular,
    /// A block device.
    Block,
    /// A character device.
    Char,
    /// A directory.
    Directory,
    /// A pipe, a socket.
    Other,
}

/// What sampled blocks of a target hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampled {
    /// Blocks read, of 4 KiB, spread over the target.
    pub blocks: u32,
    /// Of them those that hold nothing but zeros.
    pub zero_blocks: u32,
    /// What all of them would compress to, as a share of their size: 1 for random data. An estimate.
    pub compressed_share: f64,
}

/// One target of one job, before the run.
#[derive(Debug, Clone, Default)]
pub struct TargetFacts {
    /// Index of the job in the plan.
    pub job: usize,
    /// Path as the job will open it.
    pub path: PathBuf,
    /// Whether several clones of the job (or several jobs) open this same path.
    pub shared: bool,
    /// What is there now.
    pub kind: FileKind,
    /// Its size in bytes; `None` for what does not exist.
    pub size_bytes: Option<u64>,
    /// Bytes of it in the page cache. Unknown where the kernel does not tell this user.
    pub cached_bytes: Option<u64>,
    /// Bytes of it in the page cache that are changed and not yet written.
    pub dirty_bytes: Option<u64>,
    /// Holes, unwritten extents, compressed extents of a regular file.
    pub allocation: Option<Allocation>,
    /// What a few blocks of it hold; unknown unless somebody read some.
    pub sampled: Option<Sampled>,
    /// The layers under it: file system, device mapper, disks with their queues.
    pub stack: Option<Stack>,
    /// For a block device: what it holds that a write would destroy.
    pub probe: Option<Probe>,
}

impl TargetFacts {
    /// Whether something is there already.
    pub fn exists(&self) -> bool {
        self.kind != FileKind::Missing
    }

    /// The file system it lies on; of a device: none.
    pub fn file_system(&self) -> Option<&FileSystem> {
        self.stack.as_ref()?.file_system()
    }

    /// The disks at the bottom.
    pub fn leaves(&self) -> Vec<&Layer> {
        self.stack.as_ref().map(Stack::leaves).unwrap_or_default()
    }
}
