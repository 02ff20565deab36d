//! How many I/Os are in flight and in which batches.

use super::LatencyTarget;

/// `lockfile`: who else may work on a file while an I/O is in flight there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum FileLocking {
    /// Everybody.
    #[default]
    None,
    /// Nobody.
    Exclusive,
    /// Readers while it reads, nobody while it writes or trims.
    ReadWrite,
}

/// Depth and batching, as fio defaults them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DepthPlan {
    /// `iodepth` as asked. A synchronous engine holds one all the same.
    pub iodepth: u32,
    /// `iodepth_low`: let the queue drain to this before it is filled again; `None`: `iodepth`.
    pub low: Option<u32>,
    /// `iodepth_batch_submit`: at most this many per submission; 0 means all that fit.
    pub batch_submit: u32,
    /// `iodepth_batch_complete_min`; 0 polls.
    pub batch_complete_min: u32,
    /// `iodepth_batch_complete_max`; `None`: as the minimum.
    pub batch_complete_max: Option<u32>,
    pub serialize_overlap: bool,
    /// `lockfile`
    #[serde(default)]
    pub lock: FileLocking,
    /// `io_submit_mode=offload`: other threads do the I/Os.
    #[serde(default)]
    pub offload: bool,
    /// `latency_*`
    #[serde(default)]
    pub target: LatencyTarget,
}
