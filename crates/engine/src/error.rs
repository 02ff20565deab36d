//! What ends a worker before its time, and the note that it keeps of a failed I/O. What the runner and a report make of it is a
//! [`Failure`].

use std::io;
use std::path::PathBuf;

use fiord_targets::failure::{Failure, describe_errno};
use fiord_workload::io::Op;
use fiord_workload::verify::Damage;

/// Why a worker ended early.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// The engine or its memory could not be set up.
    #[error("{what}: {source}")]
    Setup {
        /// What was tried, in words for the user.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
    /// An I/O failed and the job does not continue on errors.
    #[error("{0}")]
    Io(IoErrorNote),
    /// A latency exceeded `max_latency`.
    #[error("latency of {latency_ns} nsec exceeds specified max ({limit_ns} nsec){of}")]
    MaxLatency {
        /// The latency in nanoseconds.
        latency_ns: u64,
        /// The limit in nanoseconds.
        limit_ns: u64,
        /// Which I/O it was, as fio says it: `: FILE read OFFSET LENGTH`; nothing where it was one of a window.
        of: String,
    },
    /// A block that was read is not what was written.
    #[error("{0}")]
    Verify(Box<VerifyNote>),
    /// The minimum rate (`rate_min`, `rate_iops_min`) was not reached.
    #[error("rate below the minimum asked for")]
    RateMin,
    /// The kernel refused a submit or reap call.
    #[error("{call}: {source}")]
    Call {
        /// Name of the call.
        call: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}

impl WorkerError {
    /// `what` was tried and failed before the first I/O.
    pub(crate) fn setup(what: impl Into<String>, source: io::Error) -> Self {
        let what = what.into();
        Self::Setup { what, source }
    }

    /// What it means for a report.
    pub fn failure(&self) -> Failure {
        let failure = Failure::new(self.func(), self.errno()).because(self.to_string());
        match self {
            WorkerError::Verify(note) => failure.on(&note.path).at(note.offset, note.len),
            WorkerError::Io(note) => failure.on(&note.path).at(note.offset, u64::from(note.len)),
            _ => failure,
        }
    }

    /// The errno that fio's `err=` shows.
    pub fn errno(&self) -> i32 {
        match self {
            WorkerError::Setup { source, .. } | WorkerError::Call { source, .. } => {
                source.raw_os_error().unwrap_or(libc::EINVAL)
            }
            WorkerError::Io(note) => note.errno,
            WorkerError::MaxLatency { .. } => libc::ETIMEDOUT,
            WorkerError::RateMin => libc::EIO,
            WorkerError::Verify(_) => libc::EILSEQ,
        }
    }

    /// fio's `func=` for this error.
    pub fn func(&self) -> &'static str {
        match self {
            WorkerError::Setup { .. } => "setup",
            WorkerError::Io(note) if note.full_resid => "full resid",
            WorkerError::Io(note) if note.op.ddir().is_none() => "sync",
            WorkerError::Io(_) => "io_u error",
            WorkerError::MaxLatency { .. } => "max latency exceeded",
            WorkerError::RateMin => "rate_min",
            WorkerError::Verify(_) => "verify",
            WorkerError::Call { call, .. } => call,
        }
    }
}

/// One block that is not what was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyNote {
    /// fio's name of the checksum.
    pub method: &'static str,
    /// In which file.
    pub path: PathBuf,
    /// Offset of the chunk in bytes.
    pub offset: u64,
    /// Length of the chunk in bytes.
    pub len: u64,
    /// Offset of the I/O that read it.
    pub io_offset: u64,
    /// Length of that I/O.
    pub io_len: u32,
    /// What is wrong.
    pub damage: Damage,
}

impl std::fmt::Display for VerifyNote {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{}: verify failed at file {} offset {}, length {} (requested block: offset={}, length={}): {}",
            self.method,
            self.path.display(),
            self.offset,
            self.len,
            self.io_offset,
            self.io_len,
            self.damage
        )
    }
}

/// One failed I/O, with all that fio's message about it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IoErrorNote {
    /// What was tried.
    pub op: Op,
    /// On which file.
    pub path: PathBuf,
    /// Offset in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub len: u32,
    /// Why it failed.
    pub errno: i32,
    /// A transfer of no bytes at all (end of file), which is an error as in fio.
    pub full_resid: bool,
    /// A trim of several ranges: the offset is that of the first, the length that of all.
    pub in_ranges: bool,
}

impl IoErrorNote {
    /// At most this many notes are kept per worker.
    pub const MAX: usize = 16;
}

/// fio's word for an operation.
pub(crate) fn word(op: Op) -> &'static str {
    match op {
        Op::Read => "read",
        Op::Write => "write",
        Op::Trim => "trim",
        Op::Fsync => "sync",
        Op::Fdatasync => "datasync",
        Op::SyncFileRange => "sync_file_range",
    }
}

impl std::fmt::Display for IoErrorNote {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let op = word(self.op);
        write!(
            out,
            "io_u error on file {}: {}: {op} offset={}, buflen={}{}",
            self.path.display(),
            describe_errno(self.errno),
            self.offset,
            self.len,
            if self.in_ranges {
                ", in several ranges, of which this is the offset of the first"
            } else {
                ""
            }
        )
    }
}
