//! Limits of this process and of the kernel that a benchmark runs into: locked memory, open files, threads, AIO requests.

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// The limits; the soft ones, `u64::MAX` for unlimited.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Bytes of memory that may be locked: registered buffers count.
    pub locked_memory_bytes: Option<u64>,
    /// Open files.
    pub open_files: Option<u64>,
    /// Processes and threads of the user.
    pub processes: Option<u64>,
    /// Largest file.
    pub file_size_bytes: Option<u64>,
    /// AIO requests of the whole machine.
    pub aio_max: Option<u64>,
    /// Of them taken.
    pub aio_taken: Option<u64>,
    /// Threads of the whole machine.
    pub threads_max: Option<u64>,
}

impl Limits {
    /// Reads all.
    pub fn read(root: &Root) -> Limits {
        let text = root::text(&root.proc("self/limits")).unwrap_or_default();
        let soft = |name: &str| {
            let value = text
                .lines()
                .find_map(|l| l.strip_prefix(name))?
                .split_whitespace()
                .next()?;
            if value == "unlimited" {
                Some(u64::MAX)
            } else {
                value.parse().ok()
            }
        };
        let system = |name: &str| root::number(&root.proc("sys").join(name));
        Limits {
            locked_memory_bytes: soft("Max locked memory"),
            open_files: soft("Max open files"),
            processes: soft("Max processes"),
            file_size_bytes: soft("Max file size"),
            aio_max: system("fs/aio-max-nr"),
            aio_taken: system("fs/aio-nr"),
            threads_max: system("kernel/threads-max"),
        }
    }
}

/// Memory maps that this process may still make (`vm.max_map_count`). `None`: the kernel does not tell.
pub fn free_maps(root: &Root) -> Option<u64> {
    let most: u64 = root::number(&root.proc("sys/vm/max_map_count"))?;
    let maps = std::fs::read(root.proc("self/maps")).ok()?;
    let used = maps.iter().filter(|byte| **byte == b'\n').count() as u64;
    Some(most.saturating_sub(used))
}
