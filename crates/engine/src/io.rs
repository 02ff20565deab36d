//! One I/O on its way through an engine and back.

use fiord_workload::io::Io;

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
