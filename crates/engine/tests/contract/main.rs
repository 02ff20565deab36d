//! The contract of the I/O engines and of the worker loop: one suite, run by every engine.
//!
//! What can be asked of an engine alone is asked in `src/engines/contract.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod allocations;
mod bed;
mod faults;
mod suite;
mod verify;
#[path = "../../../workload/tests/suite/workers/mod.rs"]
mod workers;
