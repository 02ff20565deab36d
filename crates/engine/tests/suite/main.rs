//! The integration tests of `fiord-engine` in one binary, so that they link once.

mod file_rules;
mod files;
mod fio_log;
mod memory;
mod open_loop;
mod runs;
mod sim;
mod ten_thousand;
#[path = "../../../workload/tests/suite/workers/mod.rs"]
mod workers;
