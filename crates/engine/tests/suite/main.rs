//! The integration tests of `fiord-engine` in one binary, so that they link once.

mod content;
mod file_rules;
mod files;
mod fio_log;
mod memory;
mod open_loop;
mod pace;
mod patterns;
mod runs;
mod sim;
mod ten_thousand;
mod workers;
