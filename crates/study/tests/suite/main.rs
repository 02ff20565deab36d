//! The integration tests of `fiord-study` in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod builtins;
mod conclusions;
mod coverage;
mod language;
mod order;
#[path = "../../../stats/tests/suite/random/mod.rs"]
mod random;
mod simulated;
