//! What a result without kernel counters shows: fio's table of disks, and latencies of memory.

use fiord_job::plan::Ddir;
use serde::{Deserialize, Serialize};

use crate::case::shares::{self, CACHE_LIMIT, is_buffered};
use crate::case::{Case, JobRun};
use crate::trap::per_run;
use crate::words::phrases::device_names;
use crate::{Finding, Observed, Severity, When};
use fiord_messages::words::Moves;
use fiord_messages::{Lang, imported as messages};
use fiord_record::number::{Bytes, Count, Nanos};

/// Latency of a small read below which no flash can have answered (tens of µs for NAND, 7 µs for the fastest memory on a bus).
pub const BELOW_FLASH_NS: f64 = 10_000.0;
/// Latency below which no device on a bus can have answered.
pub const BELOW_ANY_DEVICE_NS: f64 = 5_000.0;
/// Blocks above this take longer than that anyway.
pub const SMALL_BLOCK_BYTES: u64 = 64 << 10;
/// Fewer latencies have no median worth judging.
pub const LEAST_SAMPLES: u64 = 100;
/// The largest request that a disk's queue takes.
const LARGEST_REQUEST_BYTES: u64 = 4 << 20;

/// How long before the end of a run fio can have looked at its disks last: it does so four times a second, and late on a busy machine.
const UNSEEN_S: f64 = 0.3;
/// Share of a run that the table may not show, from which it says nothing.
const MOST_UNSEEN: f64 = 0.5;

/// What the disks of fio's own table did against what the jobs did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DiskTable {
    /// Least share of the bytes that no disk moved.
    pub share_percent: f64,
    pub issued_ios: u64,
    pub issued_bytes: u64,
    /// Requests of the disks, of everybody.
    pub device_ios: u64,
    pub disks: Vec<String>,
}

/// What a result without the kernel's counters shows of where buffered reads came from, or direct ones: fio's table of disks, or
/// else the latencies of each job.
pub fn reads<O: Into<Observed>>(
    case: &Case<'_>,
    buffered: bool,
    of_table: fn(DiskTable) -> O,
    of_floor: fn(Floor) -> O,
) -> Vec<Finding> {
    let are_meant = case.moving(Ddir::Read).any(is_buffered) == buffered;
    let table = disk_table(case, Ddir::Read).filter(|_| are_meant);
    if let Some(table) = table.filter(|table| table.share_percent > CACHE_LIMIT * 100.0) {
        let severity = shares::severity(table.share_percent / 100.0);
        return vec![Finding::new(
            When::Run,
            severity,
            shares::whole(case),
            of_table(table),
        )];
    }
    per_run(case, |job| {
        let (severity, floor) = below_floor(case, job)?;
        (is_buffered(job) == buffered).then(|| (severity, of_floor(floor)))
    })
}

/// Holds the jobs' I/Os against fio's table of disks. None with better counters, without a table, or where few I/Os were done.
pub fn disk_table(case: &Case<'_>, ddir: Ddir) -> Option<DiskTable> {
    let disks = &case.record.disks;
    let real = case.jobs.iter().all(|job| job.plan.engine.kind.moves_data());
    if case.evidence().is_some() || disks.is_empty() || !real {
        return None;
    }
    let issued_ios: u64 = case.moving(ddir).map(|job| job.ddir(ddir).ios).sum();
    let issued_bytes: u64 = case.moving(ddir).map(|job| job.ddir(ddir).bytes).sum();
    let of = |pick: fn(&fiord_record::run::DiskCounts, Ddir) -> u64| -> u64 {
        disks.iter().map(|disk| pick(&disk.counts, ddir)).sum()
    };
    let device_ios = of(|counts, ddir| match ddir {
        Ddir::Read => counts.read_ios,
        _ => counts.write_ios,
    });
    let merged = of(|counts, ddir| match ddir {
        Ddir::Read => counts.read_merges,
        _ => counts.write_merges,
    });
    let bytes = of(|counts, ddir| match ddir {
        Ddir::Read => counts.read_bytes,
        _ => counts.write_bytes,
    });
    // Without bytes in the table: as much as so many requests can carry.
    let direct = case.moving(ddir).all(|job| job.plan.durability.direct);
    let largest = case
        .moving(ddir)
        .map(|job| job.plan.access.max_block_bytes())
        .max()?;
    let at_most = match bytes {
        0 if direct => device_ios.saturating_add(merged).saturating_mul(largest),
        0 => device_ios.saturating_mul(LARGEST_REQUEST_BYTES),
        bytes => bytes,
    };
    // fio looks at the disks now and then: what the jobs did after its last look is not in the table.
    let seconds = case
        .moving(ddir)
        .map(JobRun::seconds)
        .fold(f64::INFINITY, f64::min);
    let unseen = UNSEEN_S / seconds.max(UNSEEN_S);
    let syncs_late = |job: &JobRun<'_>| job.plan.durability.end_fsync || job.plan.durability.fsync_on_close;
    let is_late = ddir == Ddir::Write && case.moving(ddir).any(syncs_late);
    // Some devices are not counted at all.
    let is_counted = !direct || of(|counts, _| counts.read_ios + counts.write_ios) > 0;
    // More requests than I/Os are no sign of a cache.
    let is_less = device_ios.saturating_add(merged) < issued_ios || !direct;
    if is_late || !is_counted || !is_less || unseen >= MOST_UNSEEN {
        return None;
    }
    let share = 1.0 - at_most as f64 / issued_bytes.max(1) as f64 - unseen;
    (issued_ios >= LEAST_SAMPLES && share > 0.0).then(|| DiskTable {
        share_percent: share * 100.0,
        issued_ios,
        issued_bytes,
        device_ios,
        disks: disks.iter().map(|disk| disk.name.clone()).collect(),
    })
}

/// The latency of most reads of a job that only memory has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Floor {
    pub lat_ns: f64,
    /// The median; else the mean, where nobody kept the distribution.
    pub is_median: bool,
}

/// Small reads faster than any device, of a result without counters. The reads of a walk through the page cache are answered by
/// what the kernel read ahead and say nothing.
pub fn below_floor(case: &Case<'_>, job: &JobRun<'_>) -> Option<(Severity, Floor)> {
    let through_cache = !job.plan.durability.direct && !job.plan.access.mode.is_random();
    let small = job.plan.access.max_block_bytes() <= SMALL_BLOCK_BYTES;
    if case.evidence().is_some() || !job.plan.engine.kind.moves_data() || through_cache || !small {
        return None;
    }
    let latency = job.whole_latency(Ddir::Read)?;
    let median = latency.percentile(50.0).map(|ns| ns as f64);
    let floor = Floor {
        lat_ns: median.unwrap_or_else(|| latency.moments.mean()),
        is_median: median.is_some(),
    };
    let severity = match floor.lat_ns {
        _ if latency.moments.count < LEAST_SAMPLES => return None,
        ns if ns <= 0.0 || ns >= BELOW_FLASH_NS => return None,
        ns if ns < BELOW_ANY_DEVICE_NS => Severity::Wrong,
        _ => Severity::Care,
    };
    Some((severity, floor))
}

/// The sentence about a table of disks.
impl DiskTable {
    pub(crate) fn saw(&self, moves: Moves, lang: Lang) -> String {
        messages::DiskTable {
            issued: &Count(self.issued_ios),
            moves,
            size: &Bytes(self.issued_bytes),
            requests: &Count(self.device_ios),
            devices: &device_names(&self.disks, lang),
        }
        .text(lang)
    }
}

/// The sentence about latencies of memory.
impl Floor {
    pub(crate) fn saw(&self, lang: Lang) -> String {
        let latency = &Nanos(self.lat_ns);
        if self.is_median {
            messages::MedianBelowFloor { latency }.text(lang)
        } else {
            messages::MeanBelowFloor { latency }.text(lang)
        }
    }
}
