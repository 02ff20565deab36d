//! The integration tests of `fiord-engine` in one binary, so that they link once.
//!
//! `contract` is what every engine must do; what can be asked of an engine alone is asked in `src/engines/tests.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod allocations;
mod bed;
mod contract;
mod faults;
mod fio_log;
mod sim;
mod simulated_drives;
mod tap;
mod verify;
#[path = "../../../workload/tests/suite/workers/mod.rs"]
mod workers;
