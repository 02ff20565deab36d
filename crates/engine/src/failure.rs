//! What can go wrong: a worker's failure (it ends, the run goes on) and a set-up error (nothing starts).

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::consent::Refusal;
use crate::error::{WorkerError, describe_errno};

/// Why a worker ended early. Everything a report needs; the errno decides the exit status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The errno.
    pub errno: i32,
    /// What happened, in words, without the name of the job: "open: Permission denied".
    pub message: String,
    /// The operation: `read`, `write`, `trim`, `fsync`, `open`, `layout`, …
    pub op: &'static str,
    /// The file concerned.
    pub file: Option<PathBuf>,
    /// Offset of the failed I/O in bytes.
    pub offset: Option<u64>,
    /// Length of the failed I/O in bytes.
    pub len: Option<u64>,
}

impl Failure {
    /// A failure of `op` with the system's words for `errno`.
    pub fn new(op: &'static str, errno: i32) -> Self {
        Self {
            errno,
            message: describe_errno(errno),
            op,
            file: None,
            offset: None,
            len: None,
        }
    }

    /// A failure from an I/O error of the standard library. One without an errno counts as `EIO`.
    pub fn from_io(op: &'static str, error: &io::Error) -> Self {
        Self::new(op, error.raw_os_error().unwrap_or(libc::EIO))
    }

    /// What a worker's own error means here.
    pub fn from_worker(error: &WorkerError) -> Self {
        let failure = Self::new(error.func(), error.errno()).because(error.to_string());
        match error {
            WorkerError::Io(note) => failure.on(&note.path).at(note.offset, u64::from(note.len)),
            _ => failure,
        }
    }

    /// The same on `file`.
    #[must_use]
    pub fn on(mut self, file: &Path) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// The same at a place in the file, both in bytes.
    #[must_use]
    pub fn at(mut self, offset: u64, len: u64) -> Self {
        self.offset = Some(offset);
        self.len = Some(len);
        self
    }

    /// The same with words of our own instead of the system's.
    #[must_use]
    pub fn because(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.op)?;
        if let Some(file) = &self.file {
            write!(f, " {}", file.display())?;
        }
        if let (Some(offset), Some(len)) = (self.offset, self.len) {
            write!(f, " at offset {offset}, length {len}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Failure {}

/// Why a run did not start. Nothing was written when this is returned, except files laid out for earlier jobs.
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
    /// `wait_for` names a job that is not before it.
    #[error("job `{job}`: wait_for={waits_for} does not name an earlier job")]
    UnknownWaitFor {
        /// Name of the job.
        job: String,
        /// The name it waits for.
        waits_for: String,
    },
    /// The system gave no further thread.
    #[error(
        "worker {number} of {workers} (job `{job}`) could not be started: {source}; fewer jobs, or a larger limit on threads (ulimit -u) and memory, would help"
    )]
    Thread {
        /// Name of the job.
        job: String,
        /// Which worker, from 1.
        number: u32,
        /// How many were wanted.
        workers: u32,
        /// What the system said.
        source: io::Error,
    },
    /// There are more workers than can be numbered.
    #[error("{workers} workers are more than a run can have")]
    TooMany {
        /// How many were wanted.
        workers: u64,
    },
}
