//! Why one worker ended early, with everything a report needs; the run goes on.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use fiord_messages::Sentence;

/// Why a worker ended early. Everything a report needs; the errno decides the exit status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub errno: i32,
    /// What happened, without the name of the job: "Permission denied".
    pub message: Sentence,
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
            message: Sentence::from(&io::Error::from_raw_os_error(errno)),
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

    /// The same with a sentence of our own instead of the system's.
    #[must_use]
    pub fn because(mut self, message: impl Into<Sentence>) -> Self {
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
