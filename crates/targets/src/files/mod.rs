//! The files of a run: which they are, how large they become, and how they are opened.
//!
//! ```text
//! names ── probe ── size ── layout        prepare(): in the runner's thread, one worker after the other (or in the
//!   paths    what    regions   growing                worker's, with create_serialize=0)
//! open ── cache                            open_all(): in the worker's thread, just before its gate
//! ```
//!
//! Nothing in here does measured I/O, and nothing in here runs while a worker measures, except [`open_target`] for files
//! that are opened late.

mod by_name;
mod cache;
mod commands;
pub mod consent;
mod dax;
mod files_of;
mod layout;
pub mod names;
mod open;
mod prepare;
mod prepared;
pub mod probe;

use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::PathBuf;

pub use cache::drop_cache;
pub use files_of::Files;
pub use open::renew;
pub use open::{
    ask_consent, ask_consent_of_output, changes_data, check_memory_file, open_all, open_output, open_regular,
    unlink_all,
};
pub use prepare::{Preparation, prepare};
pub use prepared::Prepared;

/// The path at which the kernel opens the file of a descriptor again, even if its name leads elsewhere by now (proc_pid_fd(5)).
pub fn path_of_descriptor(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}
