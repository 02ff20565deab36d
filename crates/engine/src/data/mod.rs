//! What the worker loop is made of: when, where and what each I/O is, its bytes, and how it is counted.
//!
//! Nothing here opens a file or makes a system call, except to read the clock and to map the buffers' memory.

pub mod buffers;
pub mod clock;
pub mod content;
pub mod coverage;
pub mod distribution;
pub mod logger;
mod monotonic;
pub mod pace;
pub mod pattern;
pub(crate) mod recorder;
pub mod replay;
pub mod rng;
pub(crate) mod seed;
mod tsc;
pub mod verify;
