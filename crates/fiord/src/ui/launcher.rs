//! Whose terminal it is: Open MPI gives its ranks one of their own, whatever its own standard output is.

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::PathBuf;

use anstream::ColorChoice;
use fiord_host::Root;

/// Open MPI's launcher tells each rank its number.
const RANK: &str = "OMPI_COMM_WORLD_RANK";
/// The major number of devices such as `/dev/null`, which are no terminals.
const MEMORY_DEVICES: u64 = 1;

/// Leaves out colours where Open MPI started this process and its own standard output goes elsewhere, or nobody knows where.
pub(crate) fn settle_colours() {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set(RANK) && !is_set("CLICOLOR_FORCE") && !launcher().is_some_and(shows_on_a_terminal) {
        ColorChoice::Never.write_global();
    }
}

/// The first process above this one that was not started as a rank.
fn launcher() -> Option<u32> {
    let mut process = parent("self")?;
    while is_rank(process)? {
        process = parent(&process.to_string())?;
    }
    Some(process)
}

/// What the kernel shows of a process.
fn of(process: &str, file: &str) -> PathBuf {
    Root::system().proc(process).join(file)
}

fn parent(process: &str) -> Option<u32> {
    let status = fs::read_to_string(of(process, "stat")).ok()?;
    // Behind the name, which may hold anything.
    let (_, fields) = status.rsplit_once(')')?;
    fields.split_whitespace().nth(1)?.parse().ok()
}

/// None: its environment cannot be read.
fn is_rank(process: u32) -> Option<bool> {
    let environment = fs::read(of(&process.to_string(), "environ")).ok()?;
    let mut variables = environment.split(|byte| *byte == 0);
    Some(variables.any(|variable| {
        let value = variable.strip_prefix(RANK.as_bytes());
        value.is_some_and(|value| value.starts_with(b"="))
    }))
}

fn shows_on_a_terminal(process: u32) -> bool {
    fs::metadata(of(&process.to_string(), "fd/1")).is_ok_and(|output| {
        output.file_type().is_char_device() && u64::from(rustix::fs::major(output.rdev())) != MEMORY_DEVICES
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_process_without_a_rank_is_the_launcher() {
        // Nobody started the tests as ranks.
        assert_eq!(launcher(), parent("self"));
        assert_eq!(is_rank(std::process::id()), Some(false));
        assert_eq!(parent("self"), Some(std::os::unix::process::parent_id()));
    }
}
