//! One worker: a thread that issues the I/O of one clone of a job and counts it.
//!
//! The runner makes a [`WorkerSetup`], spawns a thread and calls [`run`]. Everything that may fail or allocate happens in
//! `run` before [`WorkerSetup::start`] is called (that call is the barrier: it returns when all workers of the phase may
//! begin) or after the loop has drained. This is not where threads, groups or files are made.

mod checkers;
mod checks;
mod chunks;
mod drive;
mod phases;
mod plain;
mod rare;
mod renew;
mod room;
mod run;
mod setup;
mod slots;
mod state;
mod steered;
mod turns;
mod verifying;
mod wearing;
mod words;
mod zoned;

pub use run::run;
pub use setup::{AtDeadline, WorkerOutcome, WorkerSetup};

#[cfg(test)]
pub(crate) mod tests;
