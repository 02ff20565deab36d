//! The workers of a run: their files, their threads, which of them run when, and what became of each.
//!
//! It may allocate, lock and fail with words; it does no measured I/O. That is the engine's.

mod epoch;
mod gate;
pub(crate) mod layout;
mod map_room;
pub(crate) mod report;
pub(crate) mod schedule;
pub(crate) mod shared;
mod thread;
pub(crate) mod waves;

pub(crate) use report::{WorkerReport, WorkerStatus};
