//! The control plane: which workers run when, in threads of their own, and what became of them.
//!
//! It may allocate, lock and fail with words; it does no measured I/O. That is the engine's.

#![forbid(unsafe_code)]

mod epoch;
pub mod event;
mod gate;
pub mod report;
pub mod runner;
mod schedule;
pub mod setup_error;
mod start;

pub use event::{RunEvent, WorkerMoment};
pub use report::{RunOutcome, WorkerReport, WorkerStatus};
pub use runner::{RunOptions, board, run, worker_count};
pub use setup_error::SetupError;
pub use start::EnterWorker;
