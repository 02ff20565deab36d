//! The binary as a test runs it, and the devices and file systems of its own that it runs it on.
#![allow(dead_code, unused_imports, clippy::unwrap_used)]

use std::process::{Command, Output, Stdio};

pub(crate) use fiord_testbed::{Loop, Mounted, disk_folder as folder, or_skip, run, skip};

/// The binary, with nobody at its stdin.
pub(crate) fn fiord(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command.args(args).stdin(Stdio::null());
    command
}

/// A folder with the binary in it that every user can reach.
pub(crate) fn reachable_binary() -> tempfile::TempDir {
    fiord_testbed::reachable_copy(env!("CARGO_BIN_EXE_fiord"))
}

/// Exit code, stdout, stderr.
pub(crate) fn ran(args: &[&str]) -> (i32, String, String) {
    told(fiord(args).output().unwrap())
}

pub(crate) fn told(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}
