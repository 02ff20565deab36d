//! What one worker needs, resolved against the machine: made by the runner and the files module, read by everybody else.

use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;

use fiord_job::plan::JobPlan;

use crate::verify::state::WriteState;

/// What a target turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetKind {
    /// A regular file.
    File,
    /// A block device.
    Block,
    /// A character device (reads and writes without a size of their own).
    Char,
    /// Nothing: engines without I/O (`null`, `sim`).
    None,
}

/// One file or device of a worker: laid out, opened, and with its region decided.
#[derive(Debug)]
pub struct Target {
    /// Path as opened; the file name alone for diskless engines.
    pub path: PathBuf,
    /// What it is.
    pub kind: TargetKind,
    /// Open descriptor; `None` for diskless engines and for files that are opened later (`openfiles`, `create_on_open`).
    pub fd: Option<OwnedFd>,
    /// Size of the file or device in bytes.
    pub size_bytes: u64,
    /// First byte of the region this worker uses (`offset`, `offset_increment`).
    pub start_bytes: u64,
    /// Length of the region in bytes (`size`, divided over the files).
    pub region_bytes: u64,
    /// Smallest unit for direct I/O, in bytes; 1 when buffered.
    pub align_bytes: u32,
}

/// One worker: a clone of a job with everything decided.
#[derive(Debug)]
pub struct WorkerPlan {
    pub job: Arc<JobPlan>,
    /// Index of the job in the run plan.
    pub job_index: usize,
    /// Which clone of the job, from 0.
    pub clone: u32,
    /// Worker number over the whole run, from 0 (fio's `thread_number - 1`, the default in log and file names).
    pub number: u32,
    /// The targets, in order.
    pub targets: Vec<Target>,
    /// Bytes to transfer in one loop (`io_size`, else the sum of the regions); `u64::MAX` when only time or `number_ios`
    /// ends the job.
    pub io_limit_bytes: u64,
    /// Seed of this worker's random streams, from `randseed`, `randrepeat` and the worker's number.
    pub seed: u64,
    /// How far an earlier run came (`verify_state_load`).
    pub resume: Option<Arc<WriteState>>,
}
