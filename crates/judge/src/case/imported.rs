//! What a result without kernel counters shows: fio's table of disks, and latencies of memory.

use fiord_job::plan::{Ddir, PlanPart};
use serde::{Deserialize, Serialize};

use crate::case::shares::{self, CACHE_LIMIT, CACHE_WRONG};
use crate::case::{Case, JobRun};
use crate::trap::per_run;
use crate::words::phrases::device_names;
use crate::{Finding, Observed, Severity, When};
use fiord_messages::words::Moves;
use fiord_messages::{Lang, imported as messages};
use fiord_record::number::{Bytes, Count, Nanos};
use fiord_record::run::{DiskCounts, DiskUse};

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
/// Time that fio's table of disks may miss: it is sampled every 250 ms, and both ends of a run lie between two samples.
const UNSAMPLED_S: f64 = 0.5;

/// What the disks of fio's own table did against what the jobs did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DiskTable {
    /// Least share of the bytes that no disk moved.
    pub share_percent: f64,
    pub issued_ios: u64,
    pub issued_bytes: u64,
    /// Requests of the disks, of all processes.
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
    let are_meant = case.moving(Ddir::Read).any(may_be_buffered) == buffered;
    if let Some(table) = disk_table(case, Ddir::Read).filter(|_| are_meant) {
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
        (may_be_buffered(job) == buffered).then(|| (severity, of_floor(floor)))
    })
}

/// Whether a job goes through the page cache, or its source does not tell.
pub fn may_be_buffered(job: &JobRun<'_>) -> bool {
    job.plan.direct() != Some(true)
}

/// Holds the jobs' I/Os against fio's table of disks. None with better counters, without a table, where few I/Os were done, or where the
/// table misses no more than its sampling explains.
pub fn disk_table(case: &Case<'_>, ddir: Ddir) -> Option<DiskTable> {
    let disks = &case.record.disks;
    let real = case
        .jobs
        .iter()
        .all(|job| job.plan.engine.kind.moves_data() && !has_foreign_engine(job));
    if case.evidence().is_some() || disks.is_empty() || !real {
        return None;
    }
    let table = compared(case, ddir).filter(|table| table.issued_ios >= LEAST_SAMPLES)?;
    // Data synced at the end are not in the table: fio does not look at the disks any more.
    let syncs_late = |job: &JobRun<'_>| job.plan.durability.syncs_at_end();
    let is_late = ddir == Ddir::Write && case.moving(ddir).any(syncs_late);
    let is_direct = case.moving(ddir).all(|job| job.plan.direct() == Some(true));
    // Some devices are not counted at all, and more requests than I/Os are no sign of a cache.
    let is_counted = disks
        .iter()
        .any(|disk| disk.counts.read_ios > 0 || disk.counts.write_ios > 0);
    if is_late || is_direct && (!is_counted || table.device_ios >= table.issued_ios) {
        return None;
    }
    let longest_s = case.jobs.iter().map(JobRun::seconds).fold(0.0, f64::max);
    // Direct I/O reaches the disks: the part of it that the table lacks was missed by its sampling.
    let other = match ddir {
        Ddir::Read => Ddir::Write,
        _ => Ddir::Read,
    };
    let reaches_disk = |job: &JobRun<'_>| job.plan.direct() != Some(false);
    let missed = compared(case, other).filter(|_| case.moving(other).all(reaches_disk));
    let missed = missed.map_or(0.0, |table| table.share_percent / 100.0);
    let sampling = UNSAMPLED_S / longest_s.max(UNSAMPLED_S) + missed;
    let is_told = case.moving(ddir).all(|job| job.plan.direct().is_some());
    let least = if is_told { CACHE_LIMIT } else { CACHE_WRONG };
    (table.share_percent / 100.0 > least + sampling).then_some(table)
}

/// Whether a job used an engine that is unknown here, such as `rbd`: its I/Os may reach no disk of the machine.
fn has_foreign_engine(job: &JobRun<'_>) -> bool {
    let is_named = job.plan.given.iter().any(|echo| echo.name == "ioengine");
    is_named && !job.plan.tells(PlanPart::Engine)
}

/// The disks of the table that count each request once: a stacked device and the disks below it have the same requests. fio does not print which
/// disks are below which device, so the floor with more requests is taken.
fn one_floor(disks: &[DiskUse], ios: fn(&DiskCounts) -> u64) -> Vec<&DiskUse> {
    let (above, below): (Vec<&DiskUse>, Vec<&DiskUse>) = disks.iter().partition(|disk| disk.below.is_some());
    if total(&above, ios) > total(&below, ios) {
        above
    } else {
        below
    }
}

fn total(disks: &[&DiskUse], count: fn(&DiskCounts) -> u64) -> u64 {
    sum(disks.iter().map(|disk| count(&disk.counts)))
}

fn sum(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}

/// The I/Os of one direction, and what the table of disks has of them.
fn compared(case: &Case<'_>, ddir: Ddir) -> Option<DiskTable> {
    let [ios, merges, bytes]: [fn(&DiskCounts) -> u64; 3] = match ddir {
        Ddir::Read => [
            |counts| counts.read_ios,
            |counts| counts.read_merges,
            |counts| counts.read_bytes,
        ],
        Ddir::Write => [
            |counts| counts.write_ios,
            |counts| counts.write_merges,
            |counts| counts.write_bytes,
        ],
        // The table does not count trims.
        Ddir::Trim => return None,
    };
    let disks = one_floor(&case.record.disks, ios);
    let issued_ios = sum(case.moving(ddir).map(|job| job.ddir(ddir).ios));
    let issued_bytes = sum(case.moving(ddir).map(|job| job.ddir(ddir).bytes));
    let device_ios = total(&disks, ios);
    // Without bytes in the table: as much as its requests can carry.
    let direct = case.moving(ddir).all(|job| job.plan.direct() == Some(true));
    let largest = case
        .moving(ddir)
        .map(|job| job.plan.access.max_block_bytes())
        .max()?;
    let at_most = match total(&disks, bytes) {
        0 if direct => device_ios
            .saturating_add(total(&disks, merges))
            .saturating_mul(largest),
        0 => device_ios.saturating_mul(LARGEST_REQUEST_BYTES),
        bytes => bytes,
    };
    let share = 1.0 - at_most as f64 / issued_bytes.max(1) as f64;
    Some(DiskTable {
        share_percent: share.max(0.0) * 100.0,
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
    /// The median; else the mean, where the distribution was not kept.
    pub is_median: bool,
}

/// Small reads faster than any device, of a result without counters. The reads of a walk through the page cache are answered by
/// what the kernel read ahead and say nothing.
pub fn below_floor(case: &Case<'_>, job: &JobRun<'_>) -> Option<(Severity, Floor)> {
    let through_cache = may_be_buffered(job) && job.plan.is_random() != Some(true);
    let small = job.plan.access.max_block_bytes() <= SMALL_BLOCK_BYTES;
    if case.evidence().is_some() || !job.plan.engine.kind.moves_data() || through_cache || !small {
        return None;
    }
    // Where the disks served more than half of the reads, the latencies are theirs. Direct reads may meet a cache below a disk.
    let is_served = compared(case, Ddir::Read).is_some_and(|table| table.device_ios > table.issued_ios / 2);
    if is_served && may_be_buffered(job) {
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
