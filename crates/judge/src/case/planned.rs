//! The forecast of a job: bytes to transfer, distinct bytes of target, and time.
//!
//! Arithmetic on the plan and on the sizes that were found. The engine decides the same when it opens the files; this is the
//! forecast.

use crate::case::touched::Touched;
use fiord_job::plan::{
    Amount, Backend, BlockSize, Ddir, EngineKind, FileService, JobPlan, OpenSync, Sequencer,
};
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
        _ if trims_then_writes(job) => 0.5,
        Ddir::Read if mode.is_mixed() => reads,
        Ddir::Write if mode.is_mixed() => 1.0 - reads,
        _ => 1.0,
    }
}

/// I/Os that one clone can have in flight: one for synchronous engines, for native AIO without direct I/O, and for trims of files and
/// block devices, which are system calls that wait. The C library does one I/O at a time for each file.
pub fn real_depth(job: &JobPlan) -> u32 {
    let kind = job.engine.kind;
    let asked = job.depth.iodepth.max(1);
    if job.is_synchronous() || job.blocks_in_submit() || trims_in_place(job) || syncs_each_in_place(job) {
        1
    } else if kind == EngineKind::Posixaio {
        asked.min(u32::try_from(files_of(job)).unwrap_or(u32::MAX))
    } else {
        asked
    }
}

/// Whether each I/O is a write that is followed by a sync with native AIO, which waits for both. fio 3.33 keeps completed writes in its queue.
fn syncs_each_in_place(job: &JobPlan) -> bool {
    let how = &job.durability;
    let each = how.fsync_every == 1 || how.fdatasync_every == 1;
    each && job.engine.kind == EngineKind::Libaio && is_about_syncs(job)
}

/// Whether all its I/Os are trims, which the engine does in the call that submits them.
pub fn trims_in_place(job: &JobPlan) -> bool {
    only_trims(job) && job.engine.kind.takes_any_file() && !job.depth.offload
}

/// The block sizes of a direction. With `bs_is_seq_rand` those of reads are for sequential I/O and those of writes for random I/O.
pub fn block_size(job: &JobPlan, ddir: Ddir) -> &BlockSize {
    let access = &job.access;
    let is_drawn = access.mode.is_random() && access.percentage_random[ddir] > 0;
    let decides = match (access.bs_is_seq_rand, is_drawn) {
        (false, _) => ddir,
        (true, false) => Ddir::Read,
        (true, true) => Ddir::Write,
    };
    &access.block_size[decides]
}

/// Mean size of an I/O of the job, in bytes.
pub fn mean_block(job: &JobPlan) -> f64 {
    let total: f64 = Ddir::ALL
        .iter()
        .map(|ddir| share(job, *ddir) * mean_of(block_size(job, *ddir)))
        .sum();
    total.max(1.0)
}

/// Mean of the block sizes of a direction, in bytes.
pub fn mean_of(size: &BlockSize) -> f64 {
    match size {
        BlockSize::Fixed(bytes) => *bytes as f64,
        BlockSize::Range { min, max } => (*min as f64 + *max as f64) / 2.0,
        BlockSize::Split(shares) => {
            shares
                .iter()
                .map(|share| share.bytes as f64 * f64::from(share.percent))
                .sum::<f64>()
                / 100.0
        }
    }
}

/// Whether each block is trimmed and then written.
pub fn trims_then_writes(job: &JobPlan) -> bool {
    let mode = job.access.mode;
    mode.issues(Ddir::Trim) && mode.issues(Ddir::Write)
}

/// Whether all clones open the same files: those that are named, or whose names do not have the clone's number.
pub fn shares_file(job: &JobPlan) -> bool {
    let files = &job.files;
    let numbered = files.filename_format.contains("$jobnum");
    job.numjobs > 1 && (!files.filenames.is_empty() || files.opendir.is_some() || !numbered)
}

/// The sync that is in each write. A descriptor with O_SYNC syncs neither stores to a mapping nor commands.
pub fn open_sync(job: &JobPlan) -> OpenSync {
    let kind = job.engine.kind;
    if kind.backend() == Backend::Mapping || kind.sends_commands() {
        OpenSync::None
    } else {
        job.durability.open_sync
    }
}

/// Whether writes are synced as the job goes on: each, or every few.
pub fn syncs_as_it_goes(job: &JobPlan) -> bool {
    let how = &job.durability;
    how.fsync_every > 0 || how.fdatasync_every > 0 || open_sync(job) != OpenSync::None
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
        let step = step_bytes(job, targets);
        let total_bytes = clone_bytes.map(|bytes| {
            let room = room(job, region_bytes, targets);
            let of = |clone: u64| {
                bytes.min(left(job, region_bytes, room, step.saturating_mul(clone)).unwrap_or(bytes))
            };
            let all = (0..clones).map(of).fold(0, u64::saturating_add);
            // A limit counts the writes.
            all.saturating_mul(if trims_then_writes(job) { 2 } else { 1 })
        });
        let mut planned = Self {
            region_bytes,
            footprint_bytes: region_bytes.map(|region| footprint(job, region, step, targets)),
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
        planned.touch(job, targets);
        planned.time(job);
        planned
    }

    /// What all clones are expected to touch. A faster disk draws more offsets in the same time: the fast one is assumed.
    fn touch(&mut self, job: &JobPlan, targets: &[&TargetFacts]) {
        let (Some(footprint), Some(region)) = (self.footprint_bytes, self.region_bytes) else {
            return;
        };
        self.touched_bytes = Some(footprint);
        if stays_in_first_file(job) {
            self.touched_bytes = Some(footprint / files_of(job));
            return;
        }
        let clones = u64::from(job.numjobs.max(1));
        let ios = match (self.clone_bytes, job.control.runtime_us) {
            (Some(bytes), _) => bytes as f64 / self.block_bytes,
            (None, 0) => return,
            (None, runtime_us) => {
                let rate = if job.durability.direct {
                    rate(job, self, &FAST)
                } else {
                    FAST.memory
                };
                rate / self.block_bytes / clones as f64 * (runtime_us as f64 / 1e6)
            }
        };
        let reach = reach(job, region, targets);
        let touched = Touched::by(job, ios, self.block_bytes, region as f64, reach as f64);
        let each = touched.bytes.round() as u64;
        // Clones that walk over one region go to the same places.
        let walks_together = footprint == region && !job.access.mode.is_random();
        let all = if walks_together {
            each
        } else if footprint == region && !touched.is_skewed {
            // Clones that draw from one region draw different places.
            let missed = 1.0 - (touched.bytes / region as f64).min(1.0);
            (region as f64 * (1.0 - missed.powf(clones as f64))) as u64
        } else {
            each.saturating_mul(clones)
        };
        self.touched_bytes = Some(all.min(footprint.max(reach)));
        self.is_skewed = touched.is_skewed && all < footprint;
        // Of a walk with gaps, a pass is over the blocks that it comes to.
        let has_gaps = job.access.strided().is_some()
            || (!job.access.mode.is_random() && matches!(job.access.sequencer, Sequencer::Skip(_)));
        if let Some(bytes) = self.clone_bytes.filter(|bytes| has_gaps && *bytes > each) {
            self.passes = Some(bytes as f64 / each.max(1) as f64);
        }
    }

    fn time(&mut self, job: &JobPlan) {
        let runtime = job.control.runtime_us as f64 / 1e6;
        if job.control.time_based {
            self.seconds = Some((runtime, runtime));
            self.time_is_certain = true;
            return;
        }
        let free = self.unbounded_seconds(job);
        let by_rate = self
            .clone_bytes
            .and_then(|bytes| rated_seconds(job, bytes as f64));
        // A device may be slower than the rate.
        self.time_is_certain = by_rate.is_some() && free.is_some_and(|(fast, slow)| fast == slow);
        self.seconds = match (free, job.control.runtime_us) {
            (free, 0) => free,
            (Some((fast, slow)), _) => Some((fast.min(runtime), slow.min(runtime))),
            (None, _) => Some((runtime, runtime)),
        };
    }

    /// Seconds the I/O and its pauses would take without any `runtime`, on a fast and on a slow device.
    pub fn unbounded_seconds(&self, job: &JobPlan) -> Option<(f64, f64)> {
        let by_rate = self
            .clone_bytes
            .and_then(|bytes| rated_seconds(job, bytes as f64));
        let read_back = self.read_back_bytes.unwrap_or(0) as f64;
        let total_bytes = self.total_bytes?;
        let on = |pace: &Pace| {
            let busy = needs(job, self, total_bytes, pace);
            let busy = busy + self.pauses(job, busy);
            by_rate.unwrap_or(0.0).max(busy) + read_back / rate(job, self, pace)
        };
        Some((on(&FAST), on(&SLOW)))
    }

    /// Whether each pass begins with an empty cache: with `invalidate=1` fio and fiord drop the file again before each. Without a map, no
    /// pass ends. FIO-DIFF(invalidate-passes): more bytes than the region in one loop are passes to fio alone.
    pub fn drops_each_pass(&self, job: &JobPlan) -> bool {
        let access = &job.access;
        let ends = !(access.mode.is_random() && access.norandommap) && access.zbd().is_none();
        job.files.invalidate && ends && (access.io_size.is_none() || self.unlimited)
    }

    /// Seconds that one clone pauses (`thinktime`) during these seconds of I/O.
    fn pauses(&self, job: &JobPlan, busy_s: f64) -> f64 {
        let pace = &job.pace;
        let ios = self.ios.unwrap_or(0) as f64 / f64::from(job.numjobs.max(1));
        let count = match pace.thinktime_iotime_us {
            0 => ios / f64::from(pace.thinktime_blocks.max(1)),
            work_us => busy_s / (work_us as f64 / 1e6),
        };
        count.floor() * (pace.thinktime_us as f64 / 1e6)
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
    let offset = offset_bytes(job, targets);
    let files = files_of(job);
    let rest = || found.map(|bytes| bytes.saturating_sub(offset));
    let by_file = || {
        let (low, high) = job.files.filesize_bytes?;
        let is_kept = |size: &u64| (low..=high).contains(size);
        let kept = targets
            .iter()
            .take(files as usize)
            .filter_map(|target| target.size_bytes);
        let kept: Vec<u64> = kept.filter(is_kept).collect();
        let drawn = high.saturating_mul(files.saturating_sub(kept.len() as u64));
        Some(kept.iter().sum::<u64>().saturating_add(drawn))
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
        None => by_file().map(|bytes| bytes.saturating_sub(offset)).or_else(rest),
    }?;
    let is_device = targets.iter().any(|target| target.kind == FileKind::Block);
    let region = if is_device {
        rest().map_or(region, |rest| region.min(rest))
    } else {
        region
    };
    (region > 0).then_some(region)
}

/// Bytes from the beginning of the region to the end of its file, as far as that is known: not less than the region.
fn reach(job: &JobPlan, region: u64, targets: &[&TargetFacts]) -> u64 {
    let from_start = matches!(job.access.offset, Amount::Bytes(0) | Amount::Percent(0));
    let file = found(job, targets).filter(|_| from_start && files_of(job) == 1);
    file.unwrap_or(0).max(region)
}

/// Bytes that a clone can move whose region begins `later` bytes after that of the first clone. None: as many as the first.
fn left(job: &JobPlan, region: Option<u64>, room: Option<u64>, later: u64) -> Option<u64> {
    // More than the region in one loop begins it again.
    if later == 0 || job.access.io_size.is_some() {
        return None;
    }
    let passes = u64::from(job.control.loops.max(1));
    let rest = region?.min(room?.saturating_sub(later));
    let block = one_block(job).unwrap_or(1).max(1);
    Some((rest / block * block).saturating_mul(passes))
}

/// Bytes from the beginning of the first clone's region to the end of the one file, where that ends the regions of all clones.
fn room(job: &JobPlan, region: Option<u64>, targets: &[&TargetFacts]) -> Option<u64> {
    if goes_to_end(job) {
        return region;
    }
    let access = &job.access;
    let is_part = matches!(access.size, Some(Amount::Percent(_))) && access.io_size.is_none();
    let is_one = shares_file(job) && files_of(job) == 1 && access.number_ios == 0;
    let offset = offset_bytes(job, targets);
    found(job, targets)
        .filter(|_| is_part && is_one)
        .map(|found| found.saturating_sub(offset))
}

/// Where the first clone's region begins.
fn offset_bytes(job: &JobPlan, targets: &[&TargetFacts]) -> u64 {
    match job.access.offset {
        Amount::Bytes(bytes) => bytes,
        Amount::Percent(percent) => percent_of(found(job, targets).unwrap_or(0), percent),
        Amount::Zones(zones) => zones.saturating_mul(zone_bytes(job)),
    }
}

/// Whether the sizes of its files are drawn from a range (`filesize`). A file whose size is in the range keeps it.
pub fn has_drawn_size(job: &JobPlan, targets: &[&TargetFacts]) -> bool {
    let range = job.files.filesize_bytes.filter(|(low, high)| low != high);
    let Some((low, high)) = range else { return false };
    let is_kept = |target: &&TargetFacts| target.size_bytes.is_some_and(|size| (low..=high).contains(&size));
    !(targets.len() as u64 >= files_of(job) && targets.iter().all(is_kept))
}

/// The most that a pass over strided zones moves: a zone that the end of the file cuts off ends it. `None`: it begins again.
fn strided_most(job: &JobPlan, reach: u64, block: u64) -> Option<u64> {
    let zones = job.access.strided()?;
    let stride = zones.range_bytes.saturating_add(zones.skip_bytes).max(1);
    let rest = reach % stride;
    let is_random = job.access.mode.is_random();
    if rest == 0 || rest >= zones.range_bytes || (is_random && rest >= block) {
        return None;
    }
    let of_zones = (reach / stride).saturating_mul(zones.size_bytes / block.max(1));
    Some(of_zones.saturating_add(rest / block.max(1)).saturating_mul(block))
}

/// Bytes that one clone transfers in all loops, as whole blocks where all have one size.
fn limit(job: &JobPlan, region: Option<u64>, block: f64, targets: &[&TargetFacts]) -> Option<u64> {
    let loops = u64::from(job.control.loops.max(1));
    let asked = match job.access.io_size {
        None | Some(Amount::Bytes(0)) => match (job.files.filesize_bytes, job.access.size) {
            (Some(_), Some(Amount::Bytes(bytes))) => region.map(|region| {
                let pass = one_block(job)
                    .map(|block| blocks_of_a_pass(job, targets, region, block).saturating_mul(block));
                bytes.min(region).min(pass.unwrap_or(region))
            }),
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
    let once = match region.and_then(|region| strided_most(job, reach(job, region, targets), block)) {
        Some(most) if most < once => return Some(most.saturating_mul(loops)),
        _ => once,
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
    let is_apart =
        job.numjobs > 1 && !matches!(job.access.offset_increment, Amount::Bytes(0) | Amount::Percent(0));
    match (job.files.filesize_bytes, job.access.size) {
        // The file of each clone is longer than that of the clone before.
        _ if is_apart && !shares_file(job) => None,
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
    if let Sequencer::Skip(gap @ 1..) = job.access.sequencer
        && let Some(last) = part.checked_sub(block)
    {
        let step = block.saturating_add(gap.unsigned_abs());
        let steps = last / step;
        // It begins again at the end of the file, unless the last block ends there, or has no room.
        let is_over = (steps + 1).saturating_mul(step) < part || steps * step == last;
        let once = if is_over { steps + 1 } else { part / block };
        return larger * (steps + 1) + (files - larger) * once;
    }
    let longer = if walks { larger } else { 0 };
    let blocks = longer * part.div_ceil(block) + (files - longer) * (part / block);
    blocks.min(region.div_ceil(block))
}

/// The size of every I/O, where they have one.
pub fn one_block(job: &JobPlan) -> Option<u64> {
    let mut sizes = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir))
        .map(|ddir| block_size(job, ddir));
    match sizes.next() {
        Some(first @ BlockSize::Fixed(bytes)) if *bytes > 0 => {
            sizes.all(|size| size == first).then_some(*bytes)
        }
        _ => None,
    }
}

/// Bytes from the start of one clone's region to that of the next (`offset_increment`).
pub fn step_bytes(job: &JobPlan, targets: &[&TargetFacts]) -> u64 {
    match job.access.offset_increment {
        Amount::Bytes(step) => step,
        Amount::Percent(percent) => percent_of(found(job, targets).unwrap_or(0), percent),
        Amount::Zones(zones) => zones.saturating_mul(zone_bytes(job)),
    }
}

/// Whether the regions of all clones end at the end of the one file, as without a size. With `filesize`, `size` limits the bytes alone.
fn goes_to_end(job: &JobPlan) -> bool {
    let access = &job.access;
    let limited = access.size.is_some() || access.io_size.is_some() || access.number_ios > 0;
    shares_file(job) && (!limited || job.files.filesize_bytes.is_some())
}

/// Bytes from the beginning of the first clone's region to the end of the last one's, in one file; else of all files.
pub fn span_bytes(job: &JobPlan, planned: &Planned, targets: &[&TargetFacts]) -> Option<u64> {
    let footprint = planned.footprint_bytes?;
    if !shares_file(job) || room(job, planned.region_bytes, targets).is_some() {
        return Some(footprint);
    }
    let clones = u64::from(job.numjobs.max(1));
    let steps = step_bytes(job, targets).saturating_mul(clones - 1);
    Some(planned.region_bytes?.saturating_add(steps))
}

/// Distinct bytes of target that all clones can touch.
fn footprint(job: &JobPlan, region: u64, step: u64, targets: &[&TargetFacts]) -> u64 {
    let clones = u64::from(job.numjobs.max(1));
    if !shares_file(job) {
        return region.saturating_mul(clones);
    }
    let room = room(job, Some(region), targets);
    let all = region.saturating_add(step.min(region).saturating_mul(clones - 1));
    room.map_or(all, |room| all.min(room))
}

/// Bytes per second that are asked for in a direction. `None`: it has no rate.
pub fn asked_rate(job: &JobPlan, ddir: Ddir) -> Option<f64> {
    match (job.pace.rate_bytes[ddir], job.pace.rate_iops[ddir]) {
        (0, 0) => None,
        (0, iops) => Some(f64::from(iops) * mean_block(job)),
        (bytes, _) => Some(bytes as f64),
    }
}

/// Whether rates decide how many I/Os of a mix are reads: where one direction is ahead of its rate, the other goes on.
pub fn is_mixed_by_rate(job: &JobPlan) -> bool {
    let is_mixed = issues(job, Ddir::Read) && issues(job, Ddir::Write);
    is_mixed && job.pace.is_rated()
}

/// Seconds that the asked rates give; `None` without a rate in some direction that the job issues.
fn rated_seconds(job: &JobPlan, bytes: f64) -> Option<f64> {
    let issued = || Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir));
    let rates: Option<Vec<(f64, f64)>> = issued()
        .map(|ddir| Some((share(job, ddir), asked_rate(job, ddir)?)))
        .collect();
    let rates = rates.filter(|rates| !rates.is_empty())?;
    Some(if is_mixed_by_rate(job) {
        bytes / rates.iter().map(|(_, rate)| rate).sum::<f64>()
    } else {
        rates
            .iter()
            .map(|(share, rate)| bytes * share / rate)
            .fold(0.0, f64::max)
    })
}

/// Writes from one sync to the next; `None`: nothing syncs while the job runs.
pub fn syncs_every(job: &JobPlan) -> Option<u32> {
    let how = &job.durability;
    let in_each = (open_sync(job) != OpenSync::None).then_some(1);
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
mod tests;
