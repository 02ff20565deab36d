//! The forecast of a job: bytes to transfer, distinct bytes of target, and time.
//!
//! Arithmetic on the plan and on the sizes that were found. The engine decides the same when it opens the files; this is the
//! forecast.

use crate::case::skew::distinct_blocks;
use fiord_job::plan::{Amount, Backend, BlockSize, Ddir, FileService, JobPlan, OpenSync};
use fiord_record::{FileKind, TargetFacts};

/// A fast flash disk: what a job needs at least. 80 µs for one read, 3.5 GB/s on the link, a sync in 20 µs.
const FAST: Pace = Pace {
    io_s: 80e-6,
    link: 3.5e9,
    memory: 3.5e9,
    sync_s: 20e-6,
    parallel: 256.0,
};
/// A slow volume, a network's or a turning disk: 2 ms for one I/O, 100 MB/s, a sync in 10 ms.
const SLOW: Pace = Pace {
    io_s: 2e-3,
    link: 1e8,
    memory: 1e8,
    sync_s: 10e-3,
    parallel: 32.0,
};

/// The assumed speed of a device: seconds per I/O, bytes per second, parallel I/Os.
struct Pace {
    io_s: f64,
    link: f64,
    memory: f64,
    sync_s: f64,
    parallel: f64,
}

/// The forecast of one job, its clones together unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planned {
    /// Length of one clone's region, in bytes.
    pub region_bytes: Option<u64>,
    /// Distinct bytes of target that all clones can touch.
    pub footprint_bytes: Option<u64>,
    /// Those of them that the job comes to. Of a skewed distribution an estimate, on a fast disk.
    pub touched_bytes: Option<u64>,
    /// Its distribution leaves a part of the region untouched.
    pub is_skewed: bool,
    /// Bytes that one clone transfers in all its loops; `None`: unknown, or without limit.
    pub clone_bytes: Option<u64>,
    /// Bytes that all clones transfer, without those that they read back.
    pub total_bytes: Option<u64>,
    /// Bytes that all clones read back after they wrote them (`verify`).
    pub read_back_bytes: Option<u64>,
    /// I/Os of all clones.
    pub ios: Option<u64>,
    /// Only time (or a full device) ends it.
    pub unlimited: bool,
    /// Mean size of an I/O in bytes.
    pub block_bytes: f64,
    /// I/Os that one clone can really have in flight.
    pub depth: u32,
    /// Times that one clone passes over its region; `None`: unknown or without limit.
    pub passes: Option<f64>,
    /// Seconds of I/O: on a fast flash disk, and on a slow volume. Where a rate or `time_based` decides, both are that.
    pub seconds: Option<(f64, f64)>,
    /// Whether the time follows from the plan alone (`rate`, `time_based`), rather than from the device.
    pub time_is_certain: bool,
}

/// Whether the job issues I/O in this direction, with the mix taken into account.
pub fn issues(job: &JobPlan, ddir: Ddir) -> bool {
    share(job, ddir) > 0.0
}

/// Share of the I/Os in one direction, 0 to 1.
pub fn share(job: &JobPlan, ddir: Ddir) -> f64 {
    let mode = job.access.mode;
    if !mode.issues(ddir) {
        return 0.0;
    }
    let reads = f64::from(job.access.rwmix_read_percent.min(100)) / 100.0;
    match ddir {
        _ if !mode.is_mixed() && mode.issues(Ddir::Trim) && mode.issues(Ddir::Write) => 0.5,
        Ddir::Read if mode.is_mixed() => reads,
        Ddir::Write if mode.is_mixed() => 1.0 - reads,
        _ => 1.0,
    }
}

/// I/Os that one clone can have in flight: one for synchronous engines, and for native AIO without direct I/O.
pub fn real_depth(job: &JobPlan) -> u32 {
    if job.is_synchronous() || job.blocks_in_submit() {
        1
    } else {
        job.depth.iodepth.max(1)
    }
}

/// Mean size of an I/O of the job, in bytes.
pub fn mean_block(job: &JobPlan) -> f64 {
    let of = |size: &BlockSize| match size {
        BlockSize::Fixed(bytes) => *bytes as f64,
        BlockSize::Range { min, max } => (*min as f64 + *max as f64) / 2.0,
        BlockSize::Split(shares) => {
            shares
                .iter()
                .map(|share| share.bytes as f64 * f64::from(share.percent))
                .sum::<f64>()
                / 100.0
        }
    };
    let total: f64 = Ddir::ALL
        .iter()
        .map(|ddir| share(job, *ddir) * of(&job.access.block_size[*ddir]))
        .sum();
    total.max(1.0)
}

/// Whether all clones open the same file.
pub fn shares_file(job: &JobPlan) -> bool {
    job.numjobs > 1 && (!job.files.filenames.is_empty() || job.files.opendir.is_some())
}

/// Whether writes are synced as the job goes on: each, or every few.
pub fn syncs_as_it_goes(job: &JobPlan) -> bool {
    let how = &job.durability;
    how.fsync_every > 0 || how.fdatasync_every > 0 || how.open_sync != OpenSync::None
}

/// Whether what is transferred goes to the disk while the job runs: direct, written and synced every few writes, or trims alone.
pub fn reaches_disk(job: &JobPlan) -> bool {
    job.durability.direct || only_trims(job) || (syncs_as_it_goes(job) && !issues(job, Ddir::Read))
}

/// Whether it trims and moves no data. Trims do not use the page cache.
pub fn only_trims(job: &JobPlan) -> bool {
    issues(job, Ddir::Trim) && !issues(job, Ddir::Read) && !issues(job, Ddir::Write)
}

impl Planned {
    /// The forecast for one job and what was found of its targets.
    pub fn of(job: &JobPlan, targets: &[&TargetFacts]) -> Self {
        let region_bytes = region(job, targets);
        let block_bytes = mean_block(job);
        let unlimited = job.control.time_based || job.access.fill_device;
        let clone_bytes = limit(job, region_bytes, block_bytes, targets).filter(|_| !unlimited);
        let clones = u64::from(job.numjobs.max(1));
        let total_bytes = clone_bytes.map(|bytes| bytes.saturating_mul(clones));
        let mut planned = Self {
            region_bytes,
            footprint_bytes: region_bytes.map(|region| footprint(job, region)),
            touched_bytes: None,
            is_skewed: false,
            read_back_bytes: total_bytes.map(|bytes| (bytes as f64 * share_read_back(job)) as u64),
            clone_bytes,
            total_bytes,
            ios: total_bytes.map(|bytes| (bytes as f64 / block_bytes) as u64),
            unlimited,
            block_bytes,
            depth: real_depth(job),
            passes: clone_bytes
                .zip(region_bytes)
                .map(|(bytes, region)| bytes as f64 / region.max(1) as f64),
            seconds: None,
            time_is_certain: false,
        };
        planned.touched_bytes = planned.touched(job);
        planned.is_skewed = planned.touched_bytes < planned.footprint_bytes && !stays_in_first_file(job);
        planned.time(job);
        planned
    }

    /// Distinct bytes that all clones are expected to touch. A faster disk draws more offsets in the same time: the fast one is assumed.
    fn touched(&self, job: &JobPlan) -> Option<u64> {
        let (footprint, region) = (self.footprint_bytes?, self.region_bytes?);
        if stays_in_first_file(job) {
            return Some(footprint / files_of(job));
        }
        let clones = f64::from(job.numjobs.max(1));
        let draws = match (self.clone_bytes, job.control.runtime_us) {
            (Some(bytes), _) => bytes as f64 / self.block_bytes,
            (None, 0) => return Some(footprint),
            (None, runtime_us) => {
                let rate = if job.durability.direct {
                    rate(job, self, &FAST)
                } else {
                    FAST.memory
                };
                rate / self.block_bytes / clones * (runtime_us as f64 / 1e6)
            }
        };
        let blocks = region as f64 / self.block_bytes;
        let touched = distinct_blocks(job, blocks, self.block_bytes, draws);
        Some(touched.map_or(footprint, |blocks| {
            ((blocks * clones * self.block_bytes) as u64).min(footprint)
        }))
    }

    fn time(&mut self, job: &JobPlan) {
        let runtime = job.control.runtime_us as f64 / 1e6;
        if job.control.time_based {
            self.seconds = Some((runtime, runtime));
            self.time_is_certain = true;
            return;
        }
        let by_rate = self
            .clone_bytes
            .and_then(|bytes| rated_seconds(job, bytes as f64));
        self.time_is_certain = by_rate.is_some() && self.read_back_bytes == Some(0);
        let free = self.unbounded_seconds(job);
        self.seconds = match (free, job.control.runtime_us) {
            (free, 0) => free,
            (Some((fast, slow)), _) => Some((fast.min(runtime), slow.min(runtime))),
            (None, _) => Some((runtime, runtime)),
        };
    }

    /// Seconds the I/O alone would take without any `runtime`, on a fast and on a slow device.
    pub fn unbounded_seconds(&self, job: &JobPlan) -> Option<(f64, f64)> {
        let by_rate = self
            .clone_bytes
            .and_then(|bytes| rated_seconds(job, bytes as f64));
        let read_back = self.read_back_bytes.unwrap_or(0) as f64;
        let on = |pace: &Pace| {
            let seconds = by_rate.or_else(|| Some(needs(job, self, self.total_bytes?, pace)))?;
            Some(seconds + read_back / rate(job, self, pace))
        };
        Some((on(&FAST)?, on(&SLOW)?))
    }
}

fn zone_bytes(job: &JobPlan) -> u64 {
    job.access.zone_bytes()
}

fn percent_of(bytes: u64, percent: u32) -> u64 {
    u64::try_from(u128::from(bytes) * u128::from(percent) / 100).unwrap_or(u64::MAX)
}

/// Bytes found in the files of one clone; `None` when one of them is not there.
fn found(job: &JobPlan, targets: &[&TargetFacts]) -> Option<u64> {
    let files = match job.files.filenames.len() {
        0 if job.files.opendir.is_some() => targets.len(),
        0 => job.files.nrfiles.max(1) as usize,
        names => names,
    };
    let sizes: Vec<u64> = targets
        .iter()
        .take(files)
        .filter_map(|target| target.size_bytes)
        .collect();
    (!sizes.is_empty() && sizes.len() == files.min(targets.len())).then(|| sizes.iter().sum())
}

fn region(job: &JobPlan, targets: &[&TargetFacts]) -> Option<u64> {
    if job.engine.kind.backend() == Backend::Simulated && job.access.size.is_none() {
        return Some(job.engine.sim.size_bytes);
    }
    if job.access.fill_device {
        // With any size, it goes on until the device is full.
        return None;
    }
    let found = found(job, targets);
    let offset = match job.access.offset {
        Amount::Bytes(bytes) => bytes,
        Amount::Percent(percent) => percent_of(found.unwrap_or(0), percent),
        Amount::Zones(zones) => zones.saturating_mul(zone_bytes(job)),
    };
    let files = files_of(job);
    let rest = || found.map(|bytes| bytes.saturating_sub(offset));
    let by_file = || {
        job.files
            .filesize_bytes
            .map(|(_, high)| high.saturating_mul(files))
    };
    let region = match job.access.size {
        // The size then limits what is transferred.
        Some(Amount::Bytes(_)) if by_file().is_some() => by_file().map(|bytes| bytes.saturating_sub(offset)),
        Some(Amount::Bytes(bytes)) => Some(bytes),
        Some(Amount::Zones(zones)) => Some(zones.saturating_mul(zone_bytes(job))),
        // A part of the whole file, as far as there is one after the offset.
        Some(Amount::Percent(percent)) => by_file()
            .or(found)
            .map(|bytes| percent_of(bytes, percent).min(bytes.saturating_sub(offset))),
        None if job.access.fill_device => None,
        None => by_file().or_else(rest),
    }?;
    let is_device = targets.iter().any(|target| target.kind == FileKind::Block);
    let region = if is_device {
        rest().map_or(region, |rest| region.min(rest))
    } else {
        region
    };
    (region > 0).then_some(region)
}

/// Bytes that one clone transfers in all loops, as whole blocks where all have one size.
fn limit(job: &JobPlan, region: Option<u64>, block: f64, targets: &[&TargetFacts]) -> Option<u64> {
    let loops = u64::from(job.control.loops.max(1));
    let asked = match job.access.io_size {
        None | Some(Amount::Bytes(0)) => match (job.files.filesize_bytes, job.access.size) {
            (Some(_), Some(Amount::Bytes(bytes))) => region.map(|region| bytes.min(region)),
            _ => None,
        },
        Some(Amount::Bytes(bytes)) => Some(bytes),
        Some(Amount::Percent(percent)) => region.map(|bytes| percent_of(bytes, percent)),
        Some(Amount::Zones(zones)) => Some(zones.saturating_mul(zone_bytes(job))),
    };
    if let (Some(plan), Some(region), Some(block)) = (job.access.sprandom(), region, one_block(job)) {
        let once = plan.physical_blocks(region / block.max(1)).saturating_mul(block);
        return Some(once.saturating_mul(loops));
    }
    let by_count = (job.access.number_ios > 0).then_some((job.access.most_ios() as f64 * block) as u64);
    let once = match (asked.or(region), by_count) {
        (Some(bytes), Some(count)) => Some(bytes.min(count)),
        (bytes, count) => bytes.or(count),
    }?;
    // More than the region in several loops: each loop is a whole pass, and there are as many as the larger wish takes.
    if let Some(region) = region.filter(|region| loops > 1 && once > *region) {
        return Some(region.saturating_mul(loops.max(once.div_ceil(region))));
    }
    let Some(block) = one_block(job) else {
        return Some(once.saturating_mul(loops));
    };
    match (asked, by_count, region) {
        (None, None, Some(region)) => Some(
            blocks_of_a_pass(job, targets, region, block)
                .saturating_mul(block)
                .saturating_mul(loops),
        ),
        _ => Some(once.saturating_mul(loops).div_ceil(block).saturating_mul(block)),
    }
}

/// Files of all clones.
pub fn all_files_of(job: &JobPlan) -> u64 {
    let clones = if shares_file(job) { 1 } else { job.numjobs.max(1) };
    files_of(job).saturating_mul(u64::from(clones))
}

/// Length of a file that the job makes. `None`: it depends on what is there, or is drawn.
pub fn made_bytes(job: &JobPlan, planned: &Planned) -> Option<u64> {
    match (job.files.filesize_bytes, job.access.size) {
        (Some((low, high)), _) if low != high => None,
        (Some((_, high)), Some(Amount::Percent(percent))) => Some(percent_of(high, percent)),
        (Some((_, high)), _) => Some(high),
        (None, _) => {
            let all = if shares_file(job) {
                planned.footprint_bytes?
            } else {
                planned.region_bytes?
            };
            let offset = match job.access.offset {
                Amount::Bytes(bytes) => bytes,
                // Of a file that is made, a percentage is nothing.
                Amount::Percent(_) => 0,
                Amount::Zones(zones) => zones.saturating_mul(zone_bytes(job)),
            };
            Some(offset.saturating_add(all / files_of(job)))
        }
    }
}

/// Whether the job never leaves the first of its files. A file of a random `time_based` job is never done, so the next one is never opened.
pub fn stays_in_first_file(job: &JobPlan) -> bool {
    let files = &job.files;
    let one_at_a_time = files.openfiles == Some(1) || files.service == FileService::Sequential;
    let goes_on = job.control.time_based && job.access.mode.is_random() && !job.verify.kind.is_on();
    goes_on && one_at_a_time && files.nrfiles > 1 && files.filenames.is_empty()
}

/// Files of one clone.
pub fn files_of(job: &JobPlan) -> u64 {
    job.files.filenames.len().max(job.files.nrfiles as usize).max(1) as u64
}

/// Blocks of one pass. A file that ends with its part of the region has no room for the last piece. A sequential job takes a
/// whole block there where the file goes on after its part.
fn blocks_of_a_pass(job: &JobPlan, targets: &[&TargetFacts], region: u64, block: u64) -> u64 {
    if job.files.opendir.is_some() && job.access.size.is_none() {
        let sizes = targets.iter().filter_map(|target| target.size_bytes);
        return sizes.map(|size| size / block).sum();
    }
    let files = files_of(job);
    let part = region / files;
    let from_start = matches!(job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    let walks = from_start && !job.access.mode.is_random();
    let size = |target: &&&TargetFacts| target.size_bytes.is_some_and(|size| size > part);
    let larger = targets.iter().take(files as usize).filter(size).count() as u64;
    let longer = if walks { larger } else { 0 };
    let blocks = longer * part.div_ceil(block) + (files - longer) * (part / block);
    blocks.min(region.div_ceil(block))
}

/// The size of every I/O, where they have one.
pub fn one_block(job: &JobPlan) -> Option<u64> {
    let mut sizes = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir))
        .map(|ddir| &job.access.block_size[ddir]);
    match sizes.next() {
        Some(first @ BlockSize::Fixed(bytes)) if *bytes > 0 => {
            sizes.all(|size| size == first).then_some(*bytes)
        }
        _ => None,
    }
}

/// Distinct bytes of target that all clones can touch.
fn footprint(job: &JobPlan, region: u64) -> u64 {
    let clones = u64::from(job.numjobs.max(1));
    if !shares_file(job) {
        return region.saturating_mul(clones);
    }
    match job.access.offset_increment {
        Amount::Bytes(step) => region.saturating_add(step.min(region).saturating_mul(clones - 1)),
        _ => region,
    }
}

/// Seconds that the asked rates give; `None` without a rate in some direction that the job issues.
fn rated_seconds(job: &JobPlan, bytes: f64) -> Option<f64> {
    let mut longest: Option<f64> = None;
    for ddir in Ddir::ALL {
        if !issues(job, ddir) {
            continue;
        }
        let block = mean_block(job);
        let rate = match (job.pace.rate_bytes[ddir], job.pace.rate_iops[ddir]) {
            (0, 0) => return None,
            (0, iops) => f64::from(iops) * block,
            (bytes, _) => bytes as f64,
        };
        let seconds = bytes * share(job, ddir) / rate;
        longest = Some(longest.map_or(seconds, |known| known.max(seconds)));
    }
    longest
}

/// Writes from one sync to the next; `None`: nothing syncs while the job runs.
pub fn syncs_every(job: &JobPlan) -> Option<u32> {
    let how = &job.durability;
    let in_each = (how.open_sync != OpenSync::None).then_some(1);
    [Some(how.fsync_every), Some(how.fdatasync_every), in_each]
        .into_iter()
        .flatten()
        .filter(|n| *n > 0)
        .min()
        .filter(|_| issues(job, Ddir::Write))
}

/// Writes between two syncs of a job that is about its syncs.
const EVERY_FEW: u32 = 8;

/// Whether it writes a log: each write, or each few, waits for a sync. What counts are its syncs, not how much it writes.
pub fn is_about_syncs(job: &JobPlan) -> bool {
    syncs_every(job).is_some_and(|every| every <= EVERY_FEW) && !issues(job, Ddir::Read)
}

/// Seconds to fill so many bytes of a file before the run: on a fast flash disk, and on a slow volume.
pub fn fill_seconds(bytes: u64) -> (f64, f64) {
    (bytes as f64 / FAST.memory, bytes as f64 / SLOW.memory)
}

/// The part of what a job moves that it reads back afterwards, to verify what it wrote; 0 to 1.
pub fn share_read_back(job: &JobPlan) -> f64 {
    let verify = &job.verify;
    if verify.kind.is_on() && verify.read_back && !verify.only {
        share(job, Ddir::Write)
    } else {
        0.0
    }
}

/// Bytes per second of all clones on a device of this pace.
fn rate(job: &JobPlan, planned: &Planned, pace: &Pace) -> f64 {
    let in_flight = (f64::from(planned.depth) * f64::from(job.numjobs.max(1))).min(pace.parallel);
    let waits = job.durability.direct || (job.access.mode.is_random() && issues(job, Ddir::Read));
    if waits {
        (planned.block_bytes * in_flight / pace.io_s).min(pace.link)
    } else {
        pace.memory
    }
}

/// Seconds that all clones need on a device of this pace.
fn needs(job: &JobPlan, planned: &Planned, bytes: u64, pace: &Pace) -> f64 {
    let bytes = bytes as f64;
    let clones = f64::from(job.numjobs.max(1));
    let rate = rate(job, planned, pace);
    let every = syncs_every(job);
    let writes = bytes / planned.block_bytes * share(job, Ddir::Write);
    let syncs = every.map_or(0.0, |n| writes / f64::from(n) / clones * pace.sync_s);
    bytes / rate + syncs
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_job::plan::{AccessMode, EngineKind, PerDdir};

    const MIB: u64 = 1 << 20;

    fn planned(change: impl FnOnce(&mut JobPlan)) -> Planned {
        let mut job = JobPlan::new("j");
        job.access.size = Some(Amount::Bytes(64 * MIB));
        change(&mut job);
        Planned::of(&job, &[])
    }

    #[test]
    fn a_rate_tells_the_time() {
        let by_bytes = planned(|job| job.pace.rate_bytes = PerDdir::all(MIB));
        assert_eq!(
            (by_bytes.seconds, by_bytes.time_is_certain),
            (Some((64.0, 64.0)), true)
        );
        let by_iops = planned(|job| job.pace.rate_iops = PerDdir::all(1024));
        assert_eq!(by_iops.seconds, Some((16.0, 16.0)));
        let cut = planned(|job| {
            job.pace.rate_bytes = PerDdir::all(MIB);
            job.control.runtime_us = 10_000_000;
        });
        assert_eq!(cut.seconds, Some((10.0, 10.0)));
    }

    #[test]
    fn the_slower_direction_of_a_mix_decides() {
        // 75 % of 64 MiB read at 16 MiB/s are 3 s, 25 % written at 1 MiB/s are 16 s.
        let mixed = planned(|job| {
            job.access.mode = AccessMode::RandRw;
            job.access.rwmix_read_percent = 75;
            job.pace.rate_bytes = PerDdir([16 * MIB, MIB, 0]);
        });
        assert_eq!(mixed.seconds, Some((16.0, 16.0)));
    }

    #[test]
    fn time_based_has_no_bytes_and_a_certain_time() {
        let timed = planned(|job| {
            job.control.runtime_us = 60_000_000;
            job.control.time_based = true;
        });
        assert_eq!(
            (timed.total_bytes, timed.ios, timed.seconds),
            (None, None, Some((60.0, 60.0)))
        );
        assert!(timed.unlimited && timed.time_is_certain);
    }

    #[test]
    fn clones_share_a_named_file_only() {
        let own = planned(|job| job.numjobs = 4);
        assert_eq!(
            (own.footprint_bytes, own.total_bytes),
            (Some(256 * MIB), Some(256 * MIB))
        );
        let named = |step: u64| {
            planned(|job| {
                job.numjobs = 4;
                job.files.filenames = vec!["f".to_owned()];
                job.access.offset_increment = Amount::Bytes(step);
            })
        };
        assert_eq!(named(0).footprint_bytes, Some(64 * MIB));
        assert_eq!(named(64 * MIB).footprint_bytes, Some(256 * MIB));
        assert_eq!(named(0).total_bytes, Some(256 * MIB));
    }

    #[test]
    fn depth_is_what_the_engine_can_hold() {
        let depth = |kind, direct| {
            planned(|job| {
                job.engine.kind = kind;
                job.durability.direct = direct;
                job.depth.iodepth = 32;
            })
            .depth
        };
        assert_eq!(depth(EngineKind::Psync, true), 1);
        assert_eq!(depth(EngineKind::Libaio, true), 32);
        assert_eq!(depth(EngineKind::Libaio, false), 1);
        assert_eq!(depth(EngineKind::IoUring, false), 32);
    }
}
