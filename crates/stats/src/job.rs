//! What one worker, job or group did: the vocabulary between the engine that counts and the renderers that print.

use crate::{Histogram, Moments, Samples};

/// Index of reads in [`JobStats::ddirs`]; the order is fio's.
pub const READ: usize = 0;
/// Index of writes.
pub const WRITE: usize = 1;
/// Index of trims.
pub const TRIM: usize = 2;
/// Number of data directions.
pub const DDIRS: usize = 3;

/// One kind of latency: exact moments and the histogram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latency {
    /// Exact count, extremes, mean and deviation, in nanoseconds.
    pub moments: Moments,
    /// The distribution.
    pub histogram: Histogram,
}

impl Latency {
    /// Counts one latency.
    #[inline(always)]
    pub fn record(&mut self, ns: u64) {
        self.moments.record(ns);
        self.histogram.record(ns);
    }

    /// Adds what another counted.
    pub fn merge(&mut self, other: &Latency) {
        self.moments.merge(&other.moments);
        self.histogram.merge(&other.histogram);
    }
}

/// One data direction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DdirStats {
    /// I/Os completed.
    pub ios: u64,
    /// Bytes transferred by them.
    pub bytes: u64,
    /// I/Os that moved fewer bytes than asked.
    pub short_ios: u64,
    /// I/Os that were given up.
    pub dropped_ios: u64,
    /// Time over which this direction ran, in nanoseconds, after ramp.
    pub runtime_ns: u64,
    /// From issue to submitted.
    pub slat: Latency,
    /// From submitted to completed.
    pub clat: Latency,
    /// From issue to completed.
    pub lat: Latency,
    /// From intended start to completed, for rated jobs; empty otherwise.
    pub response: Latency,
    /// Bandwidth samples in KiB/s.
    pub bw: Samples,
    /// IOPS samples.
    pub iops: Samples,
    /// I/Os and bytes completed in each second since the worker's measured start: the shape over time.
    pub per_second: Vec<(u64, u64)>,
}

/// `fsync`, `fdatasync` and `sync_file_range` calls. fio keeps them apart from the data directions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncStats {
    /// Calls that succeeded.
    pub ios: u64,
    /// Their latencies.
    pub lat: Latency,
}

/// Counts over fio's depth classes: for depth 1, 2, 4, 8, 16, 32, ≥ 64; for batches 0, ≤ 4, ≤ 8, ≤ 16, ≤ 32, ≤ 64, > 64.
pub type DepthMap = [u64; 7];

/// Processor use of a worker (getrusage).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CpuUse {
    /// User time in microseconds.
    pub user_us: u64,
    /// System time in microseconds.
    pub system_us: u64,
    /// Context switches, voluntary and not.
    pub context_switches: u64,
    /// Major page faults.
    pub major_faults: u64,
    /// Minor page faults.
    pub minor_faults: u64,
}

/// Everything that was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JobStats {
    /// Read, write, trim.
    pub ddirs: [DdirStats; DDIRS],
    /// Syncs.
    pub sync: SyncStats,
    /// In-flight depth at each submission, see [`DepthMap`].
    pub depth: DepthMap,
    /// I/Os per submit call.
    pub submit: DepthMap,
    /// I/Os per reap call.
    pub complete: DepthMap,
    /// Number of submit calls.
    pub submit_calls: u64,
    /// Number of reap calls.
    pub complete_calls: u64,
    /// Processor use.
    pub cpu: CpuUse,
    /// Errors that were passed over (`continue_on_error`).
    pub errors: u64,
    /// errno of the first of them, or of the one that ended the job; 0 none.
    pub first_error: i32,
    /// Measured time of the worker in nanoseconds, from the end of ramp to the last completion. Merged: the longest.
    pub runtime_ns: u64,
}
