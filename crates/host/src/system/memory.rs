//! Memory: its size, and the limits of changed pages (`Documentation/admin-guide/sysctl/vm.rst`).

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// Memory of the machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// All.
    pub total_bytes: Option<u64>,
    /// Unused.
    pub free_bytes: Option<u64>,
    /// What programs could get without swapping; the page cache counts as available.
    pub available_bytes: Option<u64>,
    /// Page cache of files.
    pub cached_bytes: Option<u64>,
    /// Page cache of block devices.
    pub buffers_bytes: Option<u64>,
    /// Changed and not yet written.
    pub dirty_bytes: Option<u64>,
    /// Being written.
    pub writeback_bytes: Option<u64>,
    /// Swap space.
    pub swap_total_bytes: Option<u64>,
    /// Unused swap space.
    pub swap_free_bytes: Option<u64>,
    /// Reserved huge pages.
    pub huge_pages: Option<u64>,
    /// Of them unused.
    pub huge_pages_free: Option<u64>,
    /// Size of a huge page.
    pub huge_page_bytes: Option<u64>,
    /// `always`, `madvise`, `never`.
    pub transparent_huge_pages: Option<String>,
    /// Limits of dirty pages.
    pub dirty: DirtyLimits,
    /// Inclination to swap.
    pub swappiness: Option<u32>,
}

/// When writing back begins, and when writers must wait for it. Of `ratio` and `bytes` one is 0: the other rules.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirtyLimits {
    /// Percent of available memory at which writers wait.
    pub ratio: Option<u64>,
    /// The same in bytes.
    pub bytes: Option<u64>,
    /// Percent at which the kernel begins to write.
    pub background_ratio: Option<u64>,
    /// The same in bytes.
    pub background_bytes: Option<u64>,
    /// Age at which a page is written whatever the limits.
    pub expire_centisecs: Option<u64>,
    /// How often the kernel looks.
    pub writeback_centisecs: Option<u64>,
}

impl Memory {
    /// Reads all.
    pub fn read(root: &Root) -> Memory {
        let info = root::text(&root.proc("meminfo")).unwrap_or_default();
        let line = |name: &str| -> Option<(u64, bool)> {
            let value = info
                .lines()
                .find_map(|l| l.strip_prefix(name)?.strip_prefix(':'))?;
            let mut words = value.split_whitespace();
            Some((words.next()?.parse().ok()?, words.next() == Some("kB")))
        };
        let bytes = |name: &str| line(name).map(|(n, kb)| if kb { n.saturating_mul(1024) } else { n });
        let vm = |name: &str| root::number(&root.proc("sys/vm").join(name));
        let thp = root::text(&root.sys("kernel/mm/transparent_hugepage/enabled"));
        Memory {
            total_bytes: bytes("MemTotal"),
            free_bytes: bytes("MemFree"),
            available_bytes: bytes("MemAvailable"),
            cached_bytes: bytes("Cached"),
            buffers_bytes: bytes("Buffers"),
            dirty_bytes: bytes("Dirty"),
            writeback_bytes: bytes("Writeback"),
            swap_total_bytes: bytes("SwapTotal"),
            swap_free_bytes: bytes("SwapFree"),
            huge_pages: bytes("HugePages_Total"),
            huge_pages_free: bytes("HugePages_Free"),
            huge_page_bytes: bytes("Hugepagesize"),
            transparent_huge_pages: thp.as_deref().and_then(root::chosen).map(str::to_owned),
            dirty: DirtyLimits {
                ratio: vm("dirty_ratio"),
                bytes: vm("dirty_bytes"),
                background_ratio: vm("dirty_background_ratio"),
                background_bytes: vm("dirty_background_bytes"),
                expire_centisecs: vm("dirty_expire_centisecs"),
                writeback_centisecs: vm("dirty_writeback_centisecs"),
            },
            swappiness: root::number(&root.proc("sys/vm/swappiness")),
        }
    }

    /// Bytes of dirty pages at which writers wait, as the kernel reckons: a share of available memory, or the bytes set.
    pub fn dirty_limit_bytes(&self) -> Option<u64> {
        match self.dirty.bytes {
            Some(bytes) if bytes > 0 => Some(bytes),
            _ => Some(self.available_bytes? / 100 * self.dirty.ratio?),
        }
    }
}
