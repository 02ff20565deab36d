//! fio's front end: reads a command line, runs it, and prints what fio prints, where fio prints it.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod aggregate;
pub mod copied;
mod debug;
pub mod document;
mod front;
mod help;
mod idle;
mod progress;
mod report;
mod trigger;
mod world;

pub use front::{CalledAs, run};
pub use help::usage;
pub use world::{cpus, parse, parse_to_explain, read_beginning, with_world};
