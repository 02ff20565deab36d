//! What the worker loop needs on the machine: the clock, buffers, and where each I/O is counted.
//!
//! Nothing here opens a file or makes a system call, except to read the clock and to map the buffers' memory.

pub(crate) mod blocks;
pub mod buffers;
pub mod clock;
pub mod logger;
pub mod monotonic;
pub(crate) mod recorder;
mod tsc;
