//! What ends a worker before its time, and the note that it keeps of a failed I/O. What the runner and a report make of it is a
//! [`Failure`].

use std::io;
use std::path::PathBuf;

use fiord_messages::{Lang, Sentence, run_errors as messages};
use fiord_targets::failure::Failure;
use fiord_workload::io::Op;
use fiord_workload::verify::Damage;

/// Why a worker ended early.
#[derive(Debug)]
pub enum WorkerError {
    /// The engine or its memory could not be set up.
    Setup {
        /// What was tried.
        what: Sentence,
        /// Why it failed.
        source: io::Error,
    },
    /// An I/O failed and the job does not continue on errors.
    Io(IoErrorNote),
    /// A latency exceeded `max_latency`.
    MaxLatency {
        /// The latency in nanoseconds.
        latency_ns: u64,
        /// The limit in nanoseconds.
        limit_ns: u64,
        /// Which I/O it was, as fio prints it: `FILE read OFFSET LENGTH`. `None`: one of a window.
        io: Option<String>,
    },
    /// A block that was read is not what was written.
    Verify(Box<VerifyNote>),
    /// The minimum rate (`rate_min`, `rate_iops_min`) was not reached.
    RateMin,
    /// The kernel refused a submit or reap call.
    Call {
        /// Name of the call.
        call: &'static str,
        /// Why it failed.
        source: io::Error,
    },
}

/// In the language of error messages.
impl std::fmt::Display for WorkerError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sentence().fmt(out)
    }
}

impl std::error::Error for WorkerError {}

impl WorkerError {
    /// `what` was tried and failed before the first I/O.
    pub(crate) fn setup(what: impl Into<Sentence>, source: io::Error) -> Self {
        let what = what.into();
        Self::Setup { what, source }
    }

    /// As [`WorkerError::setup`], where code alone says what was tried, such as an option with its value.
    pub(crate) fn setup_of(what: impl Into<String>, source: io::Error) -> Self {
        Self::Setup {
            what: Sentence::verbatim(what),
            source,
        }
    }

    /// What happened.
    pub fn sentence(&self) -> Sentence {
        match self {
            WorkerError::Setup { what, source } => {
                let why = Sentence::from(source);
                Sentence::new(|lang| [what.text(lang), lang.colon(), why.text(lang)].concat())
            }
            WorkerError::Io(note) => note.sentence(),
            WorkerError::MaxLatency {
                latency_ns: latency,
                limit_ns: limit,
                io,
            } => Sentence::new(|lang| match io {
                Some(io) => messages::MaxLatencyOf { latency, limit, io }.text(lang),
                None => messages::MaxLatency { latency, limit }.text(lang),
            }),
            WorkerError::Verify(note) => Sentence::new(|lang| note.text(lang)),
            WorkerError::RateMin => Sentence::new(messages::rate_below_minimum),
            WorkerError::Call { call, source } => Sentence::from(source).after(call),
        }
    }

    /// What it means for a report.
    pub fn failure(&self) -> Failure {
        let failure = Failure::new(self.func(), self.errno()).because(self.sentence());
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

impl VerifyNote {
    pub fn text(&self, lang: Lang) -> String {
        messages::VerifyFailed {
            method: &self.method,
            file: &self.path.display(),
            offset: &self.offset,
            bytes: &self.len,
            io_offset: &self.io_offset,
            io_bytes: &self.io_len,
            damage: &self.damage.text(lang),
        }
        .text(lang)
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

impl IoErrorNote {
    pub fn sentence(&self) -> Sentence {
        let error = Sentence::from(&io::Error::from_raw_os_error(self.errno));
        Sentence::new(|lang| {
            let (file, op) = (&self.path.display(), &word(self.op));
            let (error, offset, bytes) = (&error.text(lang), &self.offset, &self.len);
            if self.in_ranges {
                let said = messages::IoErrorRanges {
                    file,
                    error,
                    op,
                    offset,
                    bytes,
                };
                return said.text(lang);
            }
            let said = messages::IoError {
                file,
                error,
                op,
                offset,
                bytes,
            };
            said.text(lang)
        })
    }
}
