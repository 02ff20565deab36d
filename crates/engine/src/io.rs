//! One I/O on its way from pattern to engine and back: the words that the parts of the data plane share.

use fiord_job::plan::Ddir;

/// What an I/O does.
///
/// As wide as a word, so that an [`Io`] has no padding: a copy of padding reads together what was written in pieces, for
/// which the processor waits (measured: a quarter of the loop at iodepth 32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
pub enum Op {
    /// Read into the slot's buffer.
    Read,
    /// Write the slot's buffer.
    Write,
    /// Discard a range.
    Trim,
    /// `fsync`
    Fsync,
    /// `fdatasync`
    Fdatasync,
    /// `sync_file_range` over the given range.
    SyncFileRange,
}

impl Op {
    /// The data direction, or `None` for the syncs, which are recorded apart.
    #[inline(always)]
    pub const fn ddir(self) -> Option<Ddir> {
        match self {
            Op::Read => Some(Ddir::Read),
            Op::Write => Some(Ddir::Write),
            Op::Trim => Some(Ddir::Trim),
            _ => None,
        }
    }
}

/// What the pattern decided: direction, file, place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Io {
    /// What to do.
    pub op: Op,
    /// Index into [`crate::plan::WorkerPlan::targets`].
    pub file: u32,
    /// Offset in the file in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub len: u32,
}

/// An I/O with its slot and buffer, as an engine takes it.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// What and where.
    pub io: Io,
    /// Index of the slot; comes back in the completion.
    pub slot: u32,
    /// The slot's buffer: valid for `io.len` bytes until the slot completes.
    pub buffer: *mut u8,
}

/// What an engine did with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queued {
    /// Done in place (synchronous engines): bytes moved, or a negative errno, as in a completion entry.
    Done(i32),
    /// Waits for `submit`.
    Pending,
    /// No room: submit and reap first, then offer it again.
    Busy,
}

/// One finished I/O.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completion {
    /// The slot of the request.
    pub slot: u32,
    /// Bytes moved, or a negative errno.
    pub result: i32,
}
