//! What one worker, job or group did: the vocabulary between the engine that counts and the renderers that print.
//!
//! No time series finer than a second, no names of jobs, nothing that is derived: percentages are in
//! [`crate::distribution`], percentiles in [`Histogram`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BlockLives, Histogram, Moments, Samples};

/// Index of reads in [`JobStats::ddirs`]; the order is fio's.
pub const READ: usize = 0;
/// Index of writes.
pub const WRITE: usize = 1;
/// Index of trims.
pub const TRIM: usize = 2;
/// Number of data directions.
pub const DDIRS: usize = 3;

/// One kind of latency: exact moments and the histogram.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latency {
    /// Exact count, extremes, mean and deviation, in nanoseconds.
    pub moments: Moments,
    /// The distribution.
    pub histogram: Histogram,
    /// Percentiles without a distribution, as other programs print them: the percentile in ten-thousandths of a percent, and its
    /// latency in nanoseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<(u32, u64)>,
}

impl Latency {
    /// Counts one latency.
    #[inline(always)]
    pub fn record(&mut self, ns: u64) {
        self.moments.record(ns);
        self.histogram.record(ns);
    }

    /// Adds what another counted. Percentiles that were given cannot be merged: only those of a single source are kept.
    pub fn merge(&mut self, other: &Latency) {
        if self.moments.count == 0 {
            self.given.clone_from(&other.given);
        } else if other.moments.count > 0 {
            self.given.clear();
        }
        self.moments.merge(&other.moments);
        self.histogram.merge(&other.histogram);
    }

    /// The number of latencies that the percentiles describe; 0: no percentile is known.
    pub fn percentiles_of(&self) -> u64 {
        match self.histogram.total() {
            0 if self.given.is_empty() => 0,
            0 => self.moments.count,
            total => total,
        }
    }

    /// The value in nanoseconds at or below which `percent` of the latencies lie, neither below the smallest nor above the
    /// largest of them. None of nothing, or where neither a histogram nor this percentile is known: unknown is not 0.
    pub fn percentile(&self, percent: f64) -> Option<u64> {
        self.printed_percentile(percent)
            .map(|ns| ns.max(self.moments.min))
    }

    /// The percentile as fio prints it: the middle of a bucket, which may be below the smallest latency.
    pub fn printed_percentile(&self, percent: f64) -> Option<u64> {
        if self.moments.count == 0 {
            return None;
        }
        if self.histogram.total() > 0 {
            return Some(self.histogram.percentile(percent, self.moments.max));
        }
        let wanted = (percent * 1e4).round() as u32;
        let found = self.given.iter().find(|(given, _)| *given == wanted);
        found.map(|(_, ns)| *ns)
    }
}

/// How far a rated direction was behind its schedule. The judgement is [`crate::backlog`]'s.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Schedule {
    /// The furthest that a start was behind its intended time, in nanoseconds.
    pub backlog_max_ns: u64,
    /// How far behind the direction was when nothing more was issued, in nanoseconds.
    pub backlog_end_ns: u64,
    /// I/Os that started when the one after them was due already.
    pub late_ios: u64,
    /// Time since the next intended start at the end of each second, in nanoseconds; 0 where that start lay ahead.
    pub backlog_per_second_ns: Vec<u64>,
}

impl Schedule {
    /// Adds what another worker saw: the longest backlogs, also of each second, and the sum of late I/Os.
    pub fn merge(&mut self, other: &Schedule) {
        self.backlog_max_ns = self.backlog_max_ns.max(other.backlog_max_ns);
        self.backlog_end_ns = self.backlog_end_ns.max(other.backlog_end_ns);
        self.late_ios = self.late_ios.saturating_add(other.late_ios);
        let seconds = self
            .backlog_per_second_ns
            .len()
            .max(other.backlog_per_second_ns.len());
        self.backlog_per_second_ns.resize(seconds, 0);
        for (mine, theirs) in self
            .backlog_per_second_ns
            .iter_mut()
            .zip(&other.backlog_per_second_ns)
        {
            *mine = (*mine).max(*theirs);
        }
    }
}

/// One data direction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
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
    /// From intended start to completed, for rated directions; empty otherwise. `lat` without it is the service alone.
    pub response: Latency,
    /// Rated directions: how far the starts were behind their intended times.
    pub schedule: Schedule,
    /// Bandwidth samples in KiB/s.
    pub bw: Samples,
    /// IOPS samples.
    pub iops: Samples,
    /// I/Os and bytes completed in each second since the worker's measured start: the shape over time.
    pub per_second: Vec<(u64, u64)>,
    /// Where I/Os carry priorities (`cmdprio_*`): the latencies of each, the worker's own priority first.
    pub by_priority: Vec<PriorityLatency>,
}

/// The I/Os of one priority: total latencies with `lat_percentiles`, completion latencies otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorityLatency {
    /// As the kernel takes it: class in the top three of sixteen bits, level below.
    pub priority: u16,
    /// Their latencies.
    pub latency: Latency,
}

impl PriorityLatency {
    /// 1 real time, 2 best effort, 3 idle; 0 none.
    pub const fn class(&self) -> u16 {
        self.priority >> 13
    }

    /// From 0 (first) to 7 (last).
    pub const fn level(&self) -> u16 {
        self.priority & 7
    }

    /// What the device is told besides (`linux/ioprio.h`); 0 none.
    pub const fn hint(&self) -> u16 {
        self.priority >> 3 & 0x3ff
    }
}

impl DdirStats {
    /// The latency whose percentiles are known: the total latency, or the completion latency, whose percentiles fio prints by default.
    pub fn with_percentiles(&self) -> &Latency {
        let has = |latency: &&Latency| latency.percentiles_of() > 0;
        [&self.lat, &self.clat].into_iter().find(has).unwrap_or(&self.lat)
    }

    /// Adds what another worker or direction counted: sums, the longest run time and backlog, the seconds aligned at the start, and
    /// the rate samples as fio merges them ([`Samples::merge`]).
    pub fn merge(&mut self, other: &DdirStats) {
        self.ios = self.ios.saturating_add(other.ios);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.short_ios = self.short_ios.saturating_add(other.short_ios);
        self.dropped_ios = self.dropped_ios.saturating_add(other.dropped_ios);
        self.runtime_ns = self.runtime_ns.max(other.runtime_ns);
        self.slat.merge(&other.slat);
        self.clat.merge(&other.clat);
        self.lat.merge(&other.lat);
        self.response.merge(&other.response);
        self.schedule.merge(&other.schedule);
        self.bw.merge(&other.bw);
        self.iops.merge(&other.iops);
        if self.per_second.len() < other.per_second.len() {
            self.per_second.resize(other.per_second.len(), (0, 0));
        }
        for ((ios, bytes), (more_ios, more_bytes)) in self.per_second.iter_mut().zip(&other.per_second) {
            *ios = ios.saturating_add(*more_ios);
            *bytes = bytes.saturating_add(*more_bytes);
        }
        for theirs in &other.by_priority {
            match self
                .by_priority
                .iter_mut()
                .find(|mine| mine.priority == theirs.priority)
            {
                Some(mine) => mine.latency.merge(&theirs.latency),
                None => self.by_priority.push(theirs.clone()),
            }
        }
    }
}

/// `fsync`, `fdatasync` and `sync_file_range` calls. fio keeps them apart from the data directions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SyncStats {
    /// Calls that succeeded.
    pub ios: u64,
    /// Their latencies.
    pub lat: Latency,
    /// In a rated job: from the moment the first write was due that the sync made safe. The latency of a commit that comes when it comes.
    pub response: Latency,
}

impl SyncStats {
    /// Adds what another counted.
    pub fn merge(&mut self, other: &SyncStats) {
        self.ios = self.ios.saturating_add(other.ios);
        self.lat.merge(&other.lat);
        self.response.merge(&other.response);
    }
}

/// Counts over fio's depth classes: for depth 1, 2, 4, 8, 16, 32, ≥ 64; for batches 0, ≤ 4, ≤ 8, ≤ 16, ≤ 32, ≤ 64, > 64.
pub type DepthMap = [u64; 7];

/// Processor use of a worker (getrusage).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Processor")]
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

impl CpuUse {
    /// Adds the use of another worker.
    pub fn merge(&mut self, other: &CpuUse) {
        self.user_us = self.user_us.saturating_add(other.user_us);
        self.system_us = self.system_us.saturating_add(other.system_us);
        self.context_switches = self.context_switches.saturating_add(other.context_switches);
        self.major_faults = self.major_faults.saturating_add(other.major_faults);
        self.minor_faults = self.minor_faults.saturating_add(other.minor_faults);
    }
}

/// Everything that was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct JobStats {
    /// Read, write, trim.
    pub ddirs: [DdirStats; DDIRS],
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
    /// errno of the first of them, or of the one that ended the job; 0 none. Merged: the first member's that has one.
    pub first_error: i32,
    /// Measured time of the worker in nanoseconds, from the end of ramp to the last completion. Merged: the longest.
    pub runtime_ns: u64,
    /// Zones that were reset (`zonemode=zbd`).
    pub zone_resets: u64,
    /// What became of the blocks (`block_error_percentiles`), ramp included.
    pub blocks: Option<Box<BlockLives>>,
}

impl JobStats {
    /// Adds what another worker counted. Exact, and in any order, but for `first_error`, where "first" means the order of
    /// merging.
    pub fn merge(&mut self, other: &JobStats) {
        for (mine, theirs) in self.ddirs.iter_mut().zip(&other.ddirs) {
            mine.merge(theirs);
        }
        self.sync.merge(&other.sync);
        add_map(&mut self.depth, &other.depth);
        add_map(&mut self.submit, &other.submit);
        add_map(&mut self.complete, &other.complete);
        self.submit_calls = self.submit_calls.saturating_add(other.submit_calls);
        self.complete_calls = self.complete_calls.saturating_add(other.complete_calls);
        self.cpu.merge(&other.cpu);
        self.errors = self.errors.saturating_add(other.errors);
        if self.first_error == 0 {
            self.first_error = other.first_error;
        }
        self.runtime_ns = self.runtime_ns.max(other.runtime_ns);
        self.zone_resets = self.zone_resets.saturating_add(other.zone_resets);
        if let Some(theirs) = &other.blocks {
            self.blocks.get_or_insert_default().merge(theirs);
        }
    }

    /// The latency that a caller waits for: that of the syncs if it writes and syncs its data, else that of the I/Os. Surveys, repeats and
    /// comparisons all quote this one. Also whether it is of syncs.
    pub fn awaited(&self, ddir: usize) -> (&Latency, bool) {
        let is_of_syncs = ddir == WRITE && self.sync.ios > 0;
        match is_of_syncs {
            true => (&self.sync.lat, true),
            false => (self.ddirs[ddir].with_percentiles(), false),
        }
    }

    /// All directions as one, as `unified_rw_reporting=mixed` reports them.
    pub fn unified(&self) -> DdirStats {
        let mut mixed = DdirStats::default();
        for ddir in &self.ddirs {
            mixed.merge(ddir);
        }
        mixed
    }

    /// I/Os completed in all directions; fio's base for the depth and latency distributions.
    pub fn total_ios(&self) -> u64 {
        self.ddirs
            .iter()
            .fold(0, |sum, ddir| sum.saturating_add(ddir.ios))
    }
}

fn add_map(mine: &mut DepthMap, theirs: &DepthMap) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine = mine.saturating_add(*theirs);
    }
}
