//! Control groups with a limit of memory (`Documentation/admin-guide/cgroup-v1/memory.rst`, `cgroup-v2.rst`).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::need::{Tier, wanted};
use crate::patiently;

/// A new control group with a limit of memory; removed when dropped, and has to be empty by then.
pub struct MemoryGroup {
    group: PathBuf,
}

impl MemoryGroup {
    /// Limits the processes of the group to `mib` MiB, the page cache of what they read included.
    ///
    /// # Errors
    ///
    /// Why that cannot be: no root, no hierarchy with limits of memory.
    pub fn new(mib: u64) -> Result<MemoryGroup, String> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        wanted(Tier::Kernel)?;
        let v1 = Path::new("/sys/fs/cgroup/memory");
        let (top, limit) = if v1.join("memory.limit_in_bytes").exists() {
            (v1, "memory.limit_in_bytes")
        } else {
            (Path::new("/sys/fs/cgroup"), "memory.max")
        };
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let group = top.join(format!("fiord-test-memory-{}-{number}", std::process::id()));
        fs::create_dir(&group).map_err(|error| format!("{}: {error}", group.display()))?;
        let made = MemoryGroup { group };
        fs::write(made.group.join(limit), (mib << 20).to_string())
            .map_err(|error| format!("{limit}: {error}"))?;
        Ok(made)
    }

    /// The file that a process's number is written to, which puts it into the group.
    pub fn procs(&self) -> PathBuf {
        self.group.join("cgroup.procs")
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // A process that has ended leaves the group a moment later.
        if !patiently(|| fs::remove_dir(&self.group).is_ok()) {
            eprintln!("{} could not be removed", self.group.display());
        }
    }
}
