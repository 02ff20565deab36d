//! The control plane: which workers run when, in threads of their own, and what became of them.
//!
//! It may allocate, lock and fail with words; it does no measured I/O.

pub(crate) mod event;
pub mod gate;
pub mod placement;
pub mod runner;
pub mod schedule;
pub(crate) mod setup_error;
mod start;
