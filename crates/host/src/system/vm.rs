//! Counters of the memory management (`/proc/vmstat`): dirty pages and their limits, swapping, reclaim.

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// States and counters, in pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VmCounters {
    /// Changed and not yet written, now.
    pub dirty: u64,
    /// Being written now.
    pub writeback: u64,
    /// Dirty pages at which writers wait.
    pub dirty_limit: u64,
    /// Dirty pages at which the kernel begins to write.
    pub background_limit: u64,
    /// Read from swap since boot.
    pub swapped_in: u64,
    /// Written to swap since boot.
    pub swapped_out: u64,
    /// Looked at by tasks that needed memory, since boot.
    pub scanned_by_tasks: u64,
    /// Read from files again soon after they were dropped, since boot.
    pub files_read_again: u64,
}

impl VmCounters {
    /// `None`: the kernel does not tell.
    pub fn read(root: &Root) -> Option<VmCounters> {
        let text = root::text(&root.proc("vmstat"))?;
        let mut out = VmCounters::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            let field = match name {
                "nr_dirty" => &mut out.dirty,
                "nr_writeback" => &mut out.writeback,
                "nr_dirty_threshold" => &mut out.dirty_limit,
                "nr_dirty_background_threshold" => &mut out.background_limit,
                "pswpin" => &mut out.swapped_in,
                "pswpout" => &mut out.swapped_out,
                "pgscan_direct" => &mut out.scanned_by_tasks,
                "workingset_refault_file" => &mut out.files_read_again,
                _ => continue,
            };
            *field = value.trim().parse().ok()?;
        }
        Some(out)
    }
}

/// Bytes of a page.
pub fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_counters_are_read() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("proc")).unwrap();
        let text = "nr_free_pages 5\nnr_dirty 7\nnr_dirty_threshold 90\npswpin 3\npgscan_direct 11\n";
        std::fs::write(dir.path().join("proc/vmstat"), text).unwrap();
        let vm = VmCounters::read(&Root::at(dir.path())).unwrap();
        assert_eq!(
            (vm.dirty, vm.dirty_limit, vm.swapped_in, vm.scanned_by_tasks),
            (7, 90, 3, 11)
        );
        assert_eq!(VmCounters::read(&Root::at("/nowhere")), None);
    }
}
