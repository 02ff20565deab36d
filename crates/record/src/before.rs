//! The facts of a run before it starts: the machine, and what lies at each target's path.
//!
//! `None` is unknown. A judgement that needs an unknown fact finds nothing.

use std::path::PathBuf;
use std::time::Duration;

use fiord_host::Machine;
use fiord_host::device::Probe;
use fiord_host::extents::Allocation;
use fiord_host::look::Activity;
use fiord_host::stack::{FileSystem, Layer, Stack};
use serde::{Deserialize, Serialize};

/// The machine and the targets of a plan before the run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Before {
    /// The machine, seen from the first target; `None`: not looked at.
    pub machine: Option<Machine>,
    /// One entry per job and file, the clones of a job taken together.
    pub targets: Vec<TargetFacts>,
    /// What the machine did over a short look; `None`: nobody looked.
    pub activity: Option<Activity>,
    /// Median of a few direct 4 KiB reads per disk; of disks that could be read.
    pub read_latency: Vec<(String, Duration)>,
}

/// What lies at a target's path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sampled {
    /// Blocks read, of 4 KiB, spread over the target.
    pub blocks: u32,
    /// Of them those that hold nothing but zeros.
    pub zero_blocks: u32,
    /// What all of them would compress to, as a share of their size: 1 for random data. An estimate.
    pub compressed_share: f64,
}

/// Why a target cannot be written, or not be made where nothing is yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unwritable {
    /// The file system is mounted read-only, or the device is.
    ReadOnly,
    /// This user may not.
    Denied,
}

/// One target of one job, before the run.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct TargetFacts {
    /// Index of the job in the plan.
    pub job: usize,
    /// Path as the job will open it.
    #[serde(with = "fiord_host::paths")]
    pub path: PathBuf,
    /// Identifies the file under any of its names: device and inode, or `u64::MAX` and the number of a device file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<(u64, u64)>,
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
    /// Holes, unwritten extents, compressed extents of a regular file: of the part that the job will touch, where that is known.
    pub allocation: Option<Allocation>,
    /// What a few blocks of it hold; unknown unless somebody read some.
    pub sampled: Option<Sampled>,
    /// The layers under it: file system, device mapper, disks with their queues.
    pub stack: Option<Stack>,
    /// Why the job cannot write or make it, where it would; `None`: nothing is known to be in the way.
    #[serde(default)]
    pub unwritable: Option<Unwritable>,
    /// For a block device: what it holds that a write would destroy.
    pub probe: Option<Probe>,
    /// The user allowed this block device to be overwritten.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
    /// fiord made and filled this file for the run: a study, a survey or a check.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_own: bool,
}

impl TargetFacts {
    /// Whether something is there already.
    pub fn exists(&self) -> bool {
        self.kind != FileKind::Missing
    }

    /// The file system that its data lies on; of a device: none.
    pub fn file_system(&self) -> Option<&FileSystem> {
        self.stack.as_ref()?.data_file_system()
    }

    /// The disks at the bottom.
    pub fn leaves(&self) -> Vec<&Layer> {
        self.stack.as_ref().map(Stack::leaves).unwrap_or_default()
    }
}
