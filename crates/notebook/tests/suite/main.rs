//! The integration tests of `fiord-notebook` in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod bed;
mod mutations;
mod planted;
#[path = "../../../stats/tests/suite/random/mod.rs"]
mod random;
mod text;
