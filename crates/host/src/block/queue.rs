//! The block layer's settings of one disk: scheduler, read-ahead, queue depth, merging, write cache, limits of a request
//! (`Documentation/ABI/stable/sysfs-block`). Facts only; what they should be is not decided here.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// `queue/` of a disk. Every field is `None` where the kernel or the device does not have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queue {
    /// The I/O scheduler in use.
    pub scheduler: Option<String>,
    /// Those that could be chosen.
    pub schedulers: Vec<String>,
    /// Whether the kernel believes that the medium turns.
    pub rotational: Option<bool>,
    /// Read-ahead of buffered reads.
    pub read_ahead_kb: Option<u64>,
    /// 0: merges as it likes, 1: only simple ones, 2: none.
    pub nomerges: Option<u32>,
    /// `write back`: the device has a volatile cache and is flushed; `write through`: not.
    pub write_cache: Option<String>,
    /// The cache as the driver asked the device for it, where it tells: `write back`, `write through`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_type: Option<String>,
    /// Whether the device takes writes that bypass its cache.
    pub fua: Option<bool>,
    /// Requests that may wait in the scheduler, per direction or queue.
    pub nr_requests: Option<u64>,
    /// 0: completes anywhere, 1: on the group of the submitting CPU, 2: on that CPU.
    pub rq_affinity: Option<u32>,
    /// Target latency of write-back throttling in microseconds; 0 is off.
    pub wbt_lat_usec: Option<i64>,
    /// Whether polled I/O works.
    pub io_poll: Option<bool>,
    /// Time slept before polling, in microseconds; −1: none, 0: adaptive.
    pub io_poll_delay: Option<i64>,
    /// Smallest unit that can be discarded.
    pub discard_granularity: Option<u64>,
    /// Largest discard as configured; 0: cannot discard.
    pub discard_max_bytes: Option<u64>,
    /// Smallest unit that can be addressed.
    pub logical_block_size: Option<u64>,
    /// Smallest unit that the device writes without reading first.
    pub physical_block_size: Option<u64>,
    /// Preferred smallest unit (chunk of a stripe).
    pub minimum_io_size: Option<u64>,
    /// Preferred unit (a whole stripe); 0: none told.
    pub optimal_io_size: Option<u64>,
    /// Largest request as configured.
    pub max_sectors_kb: Option<u64>,
    /// Largest request that the device takes.
    pub max_hw_sectors_kb: Option<u64>,
    /// Whether statistics are kept: without, device counters stay at zero.
    pub iostats: Option<bool>,
    /// `none`, `host-aware`, `host-managed`.
    pub zoned: Option<String>,
    /// Largest write that is atomic; 0: none.
    pub atomic_write_max_bytes: Option<u64>,
    /// Whether direct access to memory-like media is possible.
    pub dax: Option<bool>,
    /// Number of hardware queues.
    pub hardware_queues: Option<u32>,
    /// Bytes by which the device's start is off its physical blocks.
    pub alignment_offset: Option<i64>,
}

impl Queue {
    /// Reads the settings of a whole disk; `None` when it has no queue.
    pub fn read(root: &Root, disk: &str) -> Option<Queue> {
        let dir = root.block(disk);
        let queue = dir.join("queue");
        if !queue.is_dir() {
            return None;
        }
        let at = |name: &str| queue.join(name);
        let schedulers = root::text(&at("scheduler")).unwrap_or_default();
        let hardware_queues = Some(root::names(&dir.join("mq")).len() as u32).filter(|n| *n > 0);
        Some(Queue {
            scheduler: root::chosen(&schedulers).map(str::to_owned),
            schedulers: schedulers
                .split_whitespace()
                .map(|s| s.trim_matches(['[', ']']).to_owned())
                .collect(),
            rotational: root::flag(&at("rotational")),
            read_ahead_kb: root::number(&at("read_ahead_kb")),
            nomerges: root::number(&at("nomerges")),
            write_cache: root::word(&at("write_cache")),
            cache_type: cache_type(&dir),
            fua: root::flag(&at("fua")),
            nr_requests: root::number(&at("nr_requests")),
            rq_affinity: root::number(&at("rq_affinity")),
            wbt_lat_usec: root::number(&at("wbt_lat_usec")),
            io_poll: root::flag(&at("io_poll")),
            io_poll_delay: root::number(&at("io_poll_delay")),
            discard_granularity: root::number(&at("discard_granularity")),
            discard_max_bytes: root::number(&at("discard_max_bytes")),
            logical_block_size: root::number(&at("logical_block_size")),
            physical_block_size: root::number(&at("physical_block_size")),
            minimum_io_size: root::number(&at("minimum_io_size")),
            optimal_io_size: root::number(&at("optimal_io_size")),
            max_sectors_kb: root::number(&at("max_sectors_kb")),
            max_hw_sectors_kb: root::number(&at("max_hw_sectors_kb")),
            iostats: root::flag(&at("iostats")),
            zoned: root::word(&at("zoned")),
            atomic_write_max_bytes: root::number(&at("atomic_write_max_bytes")),
            dax: root::flag(&at("dax")),
            hardware_queues,
            alignment_offset: root::number(&dir.join("alignment_offset")),
        })
    }
}

/// Of a virtio disk or a SCSI disk.
fn cache_type(dir: &Path) -> Option<String> {
    let scsi = dir.join("device/scsi_disk");
    let address = root::names(&scsi).into_iter().next();
    let of_scsi = || root::word(&scsi.join(address?).join("cache_type"));
    root::word(&dir.join("cache_type")).or_else(of_scsi)
}
