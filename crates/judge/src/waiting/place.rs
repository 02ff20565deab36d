//! Where in the kernel a task waits, by the functions of its stack.

use serde::{Deserialize, Serialize};

/// For what a task waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WaitPlace {
    /// The server of a FUSE or network file system.
    Server,
    /// Memory that was swapped out.
    Swap,
    /// Memory, which other pages must leave first.
    Reclaim,
    /// Too many dirty pages.
    Dirty,
    /// A discard.
    Discard,
    /// A free request of a device's queue.
    Request,
    /// A commit of a file system's journal.
    Journal,
    /// A flush of a device's cache.
    Flush,
    /// A device, or a lock that another waiting task holds.
    Device,
    /// Not visible.
    Hidden,
    /// Something other than storage.
    Other,
}

/// Parts of function names, and what a task waits for that has one in its stack; the first match counts.
const FUNCTIONS: [(WaitPlace, &[&str]); 10] = [
    (
        WaitPlace::Server,
        &[
            "request_wait_answer",
            "fuse_",
            "rpc_wait_bit",
            "nfs_",
            "nfs4_",
            "cifs_",
            "smb2_",
            "ceph_",
            "p9_client",
        ],
    ),
    (
        WaitPlace::Swap,
        &["do_swap_page", "swapin_", "swap_read", "swap_cluster"],
    ),
    (
        WaitPlace::Reclaim,
        &[
            "try_to_free",
            "shrink_",
            "reclaim",
            "mem_cgroup_handle_over_high",
            "mem_cgroup_oom",
        ],
    ),
    (WaitPlace::Dirty, &["balance_dirty"]),
    (
        WaitPlace::Discard,
        &[
            "discard",
            "trim_fs",
            "ext4_try_to_trim",
            "blkdev_fallocate",
            "issue_zeroout",
        ],
    ),
    (
        WaitPlace::Request,
        &["blk_mq_get_tag", "blk_mq_alloc_request", "get_request"],
    ),
    (
        WaitPlace::Journal,
        &[
            "jbd2_",
            "wait_transaction",
            "add_transaction_credits",
            "do_get_write_access",
            "xlog_",
            "xfs_log_",
            "btrfs_sync_log",
            "btrfs_commit_transaction",
            "wait_for_commit",
        ],
    ),
    (WaitPlace::Flush, &["blkdev_issue_flush"]),
    (
        WaitPlace::Other,
        &[
            "wait_for_vfork_done",
            "kernel_clone",
            "msleep",
            "usleep_range",
            "synchronize_rcu",
            "wait_rcu_gp",
            "do_exit",
            "coredump",
        ],
    ),
    (
        WaitPlace::Device,
        &[
            "io_schedule",
            "bio",
            "blk",
            "folio",
            "filemap",
            "iomap",
            "dio_",
            "bit_wait_io",
            "wait_on_bit",
            "wait_on_buffer",
            "ext4_",
            "xfs_",
            "btrfs_",
            "f2fs_",
            "readahead",
            "writeback",
            "sync",
            "rwsem",
            "mutex",
            "io_cqring_wait",
            "read_events",
            "do_io_getevents",
            "rq_qos_wait",
            "wbt_wait",
        ],
    ),
];

impl WaitPlace {
    /// Of a task with these functions in its stack.
    pub(super) fn of(functions: &[String]) -> WaitPlace {
        if functions.is_empty() {
            return WaitPlace::Hidden;
        }
        let has = |parts: &[&str]| {
            functions
                .iter()
                .any(|name| parts.iter().any(|part| name.contains(part)))
        };
        let found = FUNCTIONS.iter().find(|(_, parts)| has(parts));
        found.map_or(WaitPlace::Other, |(place, _)| *place)
    }

    /// Whether a slow or busy device can be the reason.
    pub(super) fn is_device(self) -> bool {
        matches!(
            self,
            WaitPlace::Device
                | WaitPlace::Hidden
                | WaitPlace::Request
                | WaitPlace::Flush
                | WaitPlace::Journal
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_tells_what_a_task_waits_for() {
        for (stack, place) in [
            ("folio_wait_bit_common filemap_read vfs_read", WaitPlace::Device),
            (
                "blk_mq_get_tag __blk_mq_alloc_requests submit_bio",
                WaitPlace::Request,
            ),
            ("jbd2_log_wait_commit ext4_sync_file do_fsync", WaitPlace::Journal),
            (
                "submit_bio_wait blkdev_issue_flush ext4_sync_file",
                WaitPlace::Flush,
            ),
            (
                "submit_bio_wait blkdev_issue_discard blkdev_common_ioctl",
                WaitPlace::Discard,
            ),
            (
                "io_schedule_timeout balance_dirty_pages generic_perform_write",
                WaitPlace::Dirty,
            ),
            (
                "folio_wait_bit_common do_swap_page handle_mm_fault",
                WaitPlace::Swap,
            ),
            (
                "folio_wait_writeback shrink_folio_list try_to_free_mem_cgroup_pages",
                WaitPlace::Reclaim,
            ),
            (
                "request_wait_answer fuse_simple_request fuse_do_readfolio",
                WaitPlace::Server,
            ),
            ("kernel_clone __do_sys_vfork", WaitPlace::Other),
            ("do_nanosleep", WaitPlace::Other),
            ("", WaitPlace::Hidden),
        ] {
            let functions: Vec<String> = stack.split_whitespace().map(str::to_owned).collect();
            assert_eq!(WaitPlace::of(&functions), place, "{stack}");
        }
    }
}
