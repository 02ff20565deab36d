//! Why a run does not start at all.

use std::fmt;
use std::path::PathBuf;

use fiord_engine::iolog::RecordingError;
use fiord_messages::{Lang, refusals as messages};
use fiord_targets::files::consent::Refusal;

/// `PID_MAX_LIMIT` of linux/threads.h.
pub(crate) const MOST_WORKERS: u64 = 1 << 22;

/// Why a run did not start, in the user's language. No file was laid out and nothing was written when this is returned.
#[derive(Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// A target would be destroyed without consent.
    Refused {
        /// Name of the job.
        job: String,
        /// What was found.
        refusal: Refusal,
    },
    /// The run may not write, and this job would.
    ReadOnly {
        /// Name of the job.
        job: String,
    },
    /// The name of a job is the path of a device, and no `filename` was given.
    NamedLikeDevice {
        /// Name of the job.
        job: String,
    },
    /// `directory` or `opendir` names something else.
    NotADirectory {
        /// Name of the job.
        job: String,
        /// What it names.
        path: PathBuf,
    },
    /// `numa_cpu_nodes` names a node without processors.
    NoNode {
        /// Name of the job.
        job: String,
        /// The node.
        node: u32,
    },
    /// `cgroup*` or `ioscheduler` cannot be had on this machine.
    Arrangement {
        /// Name of the job.
        job: String,
        /// Option and reason.
        message: String,
    },
    /// `read_iolog` cannot be played as the job says.
    Recording(RecordingError),
    /// `wait_for` names a job that is not before it.
    UnknownWaitFor {
        /// Name of the job.
        job: String,
        /// The name it waits for.
        waits_for: String,
    },
    /// There are more workers than Linux can have threads.
    TooMany {
        /// How many were wanted.
        workers: u64,
    },
    /// The lists of the workers do not fit in memory.
    NoMemory {
        /// How many were wanted.
        workers: u64,
        /// What their list takes.
        bytes: u64,
    },
}

impl std::error::Error for SetupError {}

impl From<RecordingError> for SetupError {
    fn from(error: RecordingError) -> Self {
        Self::Recording(error)
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lang = Lang::current();
        let text = match self {
            Self::Refused { job, refusal } => messages::Job { job, error: refusal }.text(lang),
            Self::ReadOnly { job } => messages::ReadOnly { job }.text(lang),
            Self::NamedLikeDevice { job } => messages::NamedLikeDevice { job }.text(lang),
            Self::NotADirectory { job, path } => messages::NotADirectory {
                job,
                path: &path.display(),
            }
            .text(lang),
            Self::NoNode { job, node } => messages::NoNode { job, node }.text(lang),
            Self::Arrangement { job, message } => messages::Job { job, error: message }.text(lang),
            Self::Recording(error) => error.to_string(),
            Self::UnknownWaitFor { job, waits_for } => {
                messages::UnknownWaitFor { job, name: waits_for }.text(lang)
            }
            Self::TooMany { workers } => messages::TooManyWorkers {
                workers,
                limit: &MOST_WORKERS,
            }
            .text(lang),
            Self::NoMemory { workers, bytes } => messages::NoMemoryForWorkers { workers, bytes }.text(lang),
        };
        f.write_str(&text)
    }
}
