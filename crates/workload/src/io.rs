//! One I/O as the pattern decides it.

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
