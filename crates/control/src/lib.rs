//! The control plane: which workers run when, in threads of their own, and what became of them.
//!
//! It may allocate, lock and fail with words; it does no measured I/O. That is the engine's.

#![forbid(unsafe_code)]

pub mod event;
mod gate;
pub mod runner;
mod schedule;
pub mod setup_error;
mod start;

pub use event::{RunEvent, WorkerMoment};
pub use runner::{RunOptions, RunOutcome, WorkerReport, WorkerStatus, board, run, worker_count};
pub use setup_error::SetupError;
pub use start::EnterWorker;
