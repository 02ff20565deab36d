//! The integration tests of `fiord-session` in one binary, so that they link once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod bed;
mod by_name;
mod consent;
mod file_rules;
mod files;
mod locks;
mod memory;
mod recorded;
mod runs;
mod shared_device;
mod ten_thousand;
mod turns;
mod wear_out;
