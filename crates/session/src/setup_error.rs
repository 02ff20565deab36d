//! Why a run does not start at all.

use std::path::PathBuf;

use fiord_engine::iolog::RecordingError;
use fiord_targets::files::consent::Refusal;

/// `PID_MAX_LIMIT` of linux/threads.h.
pub(crate) const MOST_WORKERS: u64 = 1 << 22;

/// Why a run did not start. No file was laid out and nothing was written when this is returned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A target would be destroyed without consent.
    #[error("job `{job}`: {refusal}")]
    Refused {
        /// Name of the job.
        job: String,
        /// What was found.
        refusal: Refusal,
    },
    /// The run may not write, and this job would.
    #[error("job `{job}` writes or trims, and the run is read-only")]
    ReadOnly {
        /// Name of the job.
        job: String,
    },
    /// The name of a job is the path of a device, and no `filename` was given.
    #[error("job `{job}` is named like a device; say filename={job} if that device is meant")]
    NamedLikeDevice {
        /// Name of the job.
        job: String,
    },
    /// `directory` or `opendir` names something else.
    #[error("job `{job}`: {} is not a directory", path.display())]
    NotADirectory {
        /// Name of the job.
        job: String,
        /// What it names.
        path: PathBuf,
    },
    /// `numa_cpu_nodes` names a node without processors.
    #[error("job `{job}`: numa_cpu_nodes: this machine has no memory node {node} with processors")]
    NoNode {
        /// Name of the job.
        job: String,
        /// The node.
        node: u32,
    },
    /// `cgroup*` or `ioscheduler` cannot be had on this machine.
    #[error("job `{job}`: {message}")]
    Arrangement {
        /// Name of the job.
        job: String,
        /// Option and reason.
        message: String,
    },
    /// `read_iolog` cannot be played as the job says.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// `wait_for` names a job that is not before it.
    #[error("job `{job}`: wait_for={waits_for} does not name an earlier job")]
    UnknownWaitFor {
        /// Name of the job.
        job: String,
        /// The name it waits for.
        waits_for: String,
    },
    /// There are more workers than Linux can have threads.
    #[error("numjobs: {workers} workers in all; at most {MOST_WORKERS}, Linux has no more threads")]
    TooMany {
        /// How many were wanted.
        workers: u64,
    },
    /// The lists of the workers do not fit in memory.
    #[error(
        "numjobs: {workers} workers need {bytes} bytes before they start, and the system has not as much; use fewer"
    )]
    NoMemory {
        /// How many were wanted.
        workers: u64,
        /// What their list takes.
        bytes: u64,
    },
}
