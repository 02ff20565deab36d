//! How the bytes that were read divide: from devices, from holes, from elsewhere; for the run and its parts.

use std::path::Path;

use crate::case::balance::{Balance, own_read};
use crate::case::{Case, JobRun, data_reduction};
use crate::{Severity, Subject};
use fiord_host::counters::IoCounters;
use fiord_host::extents::Allocation;
use fiord_host::stack::FsClass;
use fiord_job::plan::{Ddir, Distribution};
use fiord_record::TargetFacts;
use fiord_record::evidence::{Backing, DeviceUse, RunEvidence, TargetUse};

/// Share of bytes that did not come from the device below which a read is one of the device.
pub const CACHE_LIMIT: f64 = 0.01;
/// Share above which the number is not the device's.
pub const CACHE_WRONG: f64 = 0.10;
/// Missing bytes as a share of those of all jobs below which counters of devices do not tell them from other traffic.
pub const NEGLIGIBLE: f64 = 0.001;

/// A part of the run whose bytes are told apart from those of the others: jobs with their own devices or counters.
#[derive(Debug)]
pub struct Part<'c> {
    pub jobs: Vec<&'c JobRun<'c>>,
    /// The jobs; of a run that is one part its only job, if there is one.
    pub subject: Subject,
    /// Bytes that the workers moved by direction, ramp included.
    pub issued: [u64; 3],
    /// The devices at the bottom of its targets.
    pub leaves: Vec<&'c DeviceUse>,
    pub targets: Vec<&'c TargetUse>,
    /// Bytes that devices delivered for it. `None`: unknown.
    device_read: Option<u64>,
    /// Bytes that its devices wrote and this run does not explain.
    pub foreign_written: u64,
    /// Its devices also wrote for others, in turns.
    wrote_for_others: bool,
}

/// How the bytes read divide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReadShares {
    /// Bytes read by the workers.
    pub issued: u64,
    /// Of them delivered by devices.
    pub device: u64,
    /// Share that no device delivered, 0 to 1.
    pub elsewhere: f64,
    /// Share of the bytes that is read from holes and unwritten extents, if the reads are spread evenly, 0 to 1.
    pub holes: f64,
    /// The run filled or made holes: their share is a mean over the run.
    pub holes_changed: bool,
}

/// How the bytes read divide; none if nothing was read, or without counters.
pub fn read_shares(case: &Case<'_>) -> Option<ReadShares> {
    whole_part(case, case.witnessed_in_turns()?).read_shares(case)
}

/// The parts of a run: as many as the evidence can tell apart, at least one. None without counters.
pub fn parts<'c>(case: &'c Case<'_>) -> Vec<Part<'c>> {
    let parts = parts_by_device(case);
    parts
        .into_iter()
        .flat_map(|part| by_own_counters(case, part))
        .collect()
}

/// The parts that have their own devices. Writes are not told apart further: the kernel counts a buffered write of a
/// thread when its page changes, not when it is written.
pub fn parts_by_device<'c>(case: &'c Case<'_>) -> Vec<Part<'c>> {
    let Some(evidence) = case.witnessed_in_turns() else {
        return Vec::new();
    };
    let several = case.jobs.len() > 1 && !case.record.has_turns();
    let parts = several.then(|| by_device(case, evidence)).flatten();
    parts.unwrap_or_else(|| vec![whole_part(case, evidence)])
}

/// The run as one part.
pub fn whole_part<'c>(case: &'c Case<'_>, evidence: &'c RunEvidence) -> Part<'c> {
    let whole = part_of_all(case, evidence);
    let jobs: Vec<&JobRun<'_>> = case.jobs.iter().collect();
    let issued: Option<Vec<[u64; 3]>> = jobs.iter().map(|job| issued_by(job)).collect();
    let (true, Some(own), Some(issued), Some(all)) =
        (case.record.has_turns(), own_of(&jobs), issued, evidence.own)
    else {
        return whole;
    };
    // Of the bytes that devices delivered for all runs in turns, the part that the kernel counted for the threads of these jobs.
    let share = own.read_bytes as f64 / all.read_bytes.max(1) as f64;
    Part {
        issued: [0, 1, 2].map(|ddir| issued.iter().map(|bytes| bytes[ddir]).sum()),
        device_read: whole.device_read.map(|bytes| (bytes as f64 * share) as u64),
        wrote_for_others: true,
        ..whole
    }
}

/// The run as one part, with what the kernel counted.
fn part_of_all<'c>(case: &'c Case<'_>, evidence: &'c RunEvidence) -> Part<'c> {
    Part {
        jobs: case.jobs.iter().collect(),
        subject: whole(case),
        issued: evidence.issued_bytes,
        leaves: evidence.leaves().collect(),
        targets: evidence.targets.iter().collect(),
        device_read: Balance::of(case, Ddir::Read)
            .map(|balance| balance.own_bytes)
            .or_else(|| evidence.device_read_bytes())
            .or_else(|| Some(evidence.own?.read_bytes)),
        foreign_written: Balance::of(case, Ddir::Write).map_or(0, |balance| balance.foreign_bytes()),
        wrote_for_others: false,
    }
}

/// Jobs that share no device with the others, apart. None where a job's bytes or targets are not known.
fn by_device<'c>(case: &'c Case<'_>, evidence: &'c RunEvidence) -> Option<Vec<Part<'c>>> {
    let issued = issued_of_each(case, evidence)?;
    let mut parts: Vec<Part<'c>> = Vec::new();
    for (job, issued) in case.jobs.iter().zip(issued) {
        let targets: Vec<&TargetUse> = targets_of(evidence, job).collect();
        if targets.is_empty() {
            return None;
        }
        let is_below = |leaf: &&DeviceUse| targets.iter().any(|target| target.leaves.contains(&leaf.name));
        let mut part = Part {
            jobs: vec![job],
            subject: Subject::whole(),
            issued,
            leaves: evidence.leaves().filter(is_below).collect(),
            targets,
            device_read: None,
            foreign_written: 0,
            wrote_for_others: false,
        };
        let mut apart = Vec::new();
        for other in parts {
            if other.meets(&part) {
                part.join(other);
            } else {
                apart.push(other);
            }
        }
        apart.push(part);
        parts = apart;
    }
    if let [_] = parts.as_slice() {
        return Some(vec![whole_part(case, evidence)]);
    }
    for part in &mut parts {
        part.jobs.sort_by_key(|job| job.index);
        part.subject.jobs = part.jobs.iter().map(|job| job.index).collect();
        part.device_read = part.device_read(case, evidence, own_of(&part.jobs));
        part.foreign_written = part.part_of_foreign(case);
    }
    parts.sort_by_key(|part| part.jobs.first().map(|job| job.index));
    Some(parts)
}

/// Jobs on the same devices, apart by what the kernel counted of each: what the devices delivered less than that is missing first
/// where a cache between them and the job may have it, and of the others in proportion.
fn by_own_counters<'c>(case: &Case<'_>, part: Part<'c>) -> Vec<Part<'c>> {
    let own: Option<Vec<IoCounters>> = part.jobs.iter().map(|job| own_of(&[*job])).collect();
    let Some(own) = own.filter(|own| own.len() > 1) else {
        return vec![part];
    };
    let over_cache: Vec<bool> = part.jobs.iter().map(|job| is_over_cache(case, job)).collect();
    let fetched = |cached: bool| -> u64 {
        let jobs = own.iter().zip(&over_cache).filter(|(_, over)| **over == cached);
        jobs.map(|(own, _)| own.read_bytes).sum()
    };
    let missing = part.device_read.map_or(0, |device| {
        (fetched(true) + fetched(false)).saturating_sub(device)
    });
    let missing_there = missing.min(fetched(true));
    let real = |cached: bool| -> f64 {
        let missing = if cached {
            missing_there
        } else {
            missing - missing_there
        };
        1.0 - missing as f64 / fetched(cached).max(1) as f64
    };
    let issued: Option<Vec<[u64; 3]>> = part.jobs.iter().map(|job| issued_by(job)).collect();
    let Some(issued) = issued else {
        return vec![part];
    };
    let apart = part.jobs.iter().zip(&own).zip(issued).zip(&over_cache);
    apart
        .map(|(((job, own), issued), over_cache)| Part {
            jobs: vec![*job],
            subject: Subject::job(job.index),
            issued,
            leaves: part.leaves.clone(),
            targets: part
                .targets
                .iter()
                .copied()
                .filter(|target| target.job == job.index)
                .collect(),
            device_read: Some((own.read_bytes as f64 * real(*over_cache)) as u64),
            foreign_written: part.foreign_written,
            wrote_for_others: part.wrote_for_others,
        })
        .collect()
}

/// Whether a job's targets are this device or lie on it.
pub fn is_over(case: &Case<'_>, job: &JobRun<'_>, device: &str) -> bool {
    let stacks = case.targets(job.index).filter_map(|target| target.stack.as_ref());
    stacks
        .flat_map(|stack| stack.layers())
        .any(|(_, layer)| layer.name == device)
}

/// Whether a loop device that reads its file through the page cache lies below a job.
fn is_over_cache(case: &Case<'_>, job: &JobRun<'_>) -> bool {
    let devices = case.evidence().map(|evidence| evidence.devices.as_slice());
    let mut devices = devices.unwrap_or_default().iter();
    devices.any(|device| may_be_cached_loop(device) && is_over(case, job, &device.name))
}

/// Bytes of each job, where they are known to make up the window's.
fn issued_of_each(case: &Case<'_>, evidence: &RunEvidence) -> Option<Vec<[u64; 3]>> {
    let issued: Option<Vec<[u64; 3]>> = case.jobs.iter().map(issued_by).collect();
    issued.or_else(|| {
        // Without a ramp, what was measured is what was moved.
        let measured = |job: &JobRun<'_>| [0, 1, 2].map(|ddir| job.stats.ddirs[ddir].bytes);
        let each: Vec<[u64; 3]> = case.jobs.iter().map(measured).collect();
        let sum = |ddir: usize| each.iter().map(|bytes| bytes[ddir]).sum::<u64>();
        (evidence.issued_bytes == [0, 1, 2].map(sum)).then_some(each)
    })
}

fn issued_by(job: &JobRun<'_>) -> Option<[u64; 3]> {
    let mut sum = [0_u64; 3];
    for worker in &job.workers {
        let moved = worker.used.as_ref()?.issued_bytes;
        for (sum, moved) in sum.iter_mut().zip(moved) {
            *sum = sum.saturating_add(moved);
        }
    }
    Some(sum)
}

/// The kernel's counters of the workers of these jobs, together.
fn own_of(jobs: &[&JobRun<'_>]) -> Option<IoCounters> {
    let mut sum = IoCounters::default();
    for worker in jobs.iter().flat_map(|job| &job.workers) {
        let own = worker.used.as_ref()?.own?;
        sum.read_bytes = sum.read_bytes.saturating_add(own.read_bytes);
        sum.write_bytes = sum.write_bytes.saturating_add(own.write_bytes);
    }
    Some(sum)
}

fn targets_of<'e>(evidence: &'e RunEvidence, job: &JobRun<'_>) -> impl Iterator<Item = &'e TargetUse> {
    let index = job.index;
    evidence.targets.iter().filter(move |target| target.job == index)
}

impl<'c> Part<'c> {
    fn meets(&self, other: &Part<'_>) -> bool {
        let mut leaves = self.leaves.iter();
        leaves.any(|leaf| other.leaves.iter().any(|theirs| theirs.name == leaf.name))
    }

    fn join(&mut self, other: Part<'c>) {
        self.jobs.extend(other.jobs);
        self.targets.extend(other.targets);
        for (sum, more) in self.issued.iter_mut().zip(other.issued) {
            *sum = sum.saturating_add(more);
        }
        for leaf in other.leaves {
            if self.leaves.iter().all(|known| known.name != leaf.name) {
                self.leaves.push(leaf);
            }
        }
    }

    fn device_read(&self, case: &Case<'_>, evidence: &RunEvidence, own: Option<IoCounters>) -> Option<u64> {
        let moved = self.leaves.iter().map(|leaf| leaf.delta().read_bytes()).sum();
        let own = own.map(|own| IoCounters {
            read_bytes: without_holes(
                case,
                &self.jobs,
                &self.targets,
                self.issued(Ddir::Read),
                own.read_bytes,
            ),
            ..own
        });
        let may_stay = self.jobs.iter().any(|job| is_over_cache(case, job));
        match (self.leaves.is_empty(), own) {
            (false, Some(own)) => Some(own_read(evidence, own.read_bytes, moved, may_stay)),
            (false, None) => Some(moved),
            (true, Some(own)) => Some(own.read_bytes),
            (true, None) => self.is_memory_fs().then_some(0),
        }
    }

    /// Bytes that its devices wrote for this run: without those that the run does not explain. `None` where no device is known, and in turns.
    pub fn device_written(&self) -> Option<u64> {
        let is_known = !self.leaves.is_empty() && !self.wrote_for_others;
        let written = is_known.then(|| self.written_for_all())?;
        Some(written.saturating_sub(self.foreign_written))
    }

    fn written_for_all(&self) -> u64 {
        let written = self.leaves.iter().map(|leaf| leaf.delta().write_bytes());
        written.sum()
    }

    /// Its part of what the run does not explain: in proportion to what its devices wrote beyond what was issued.
    fn part_of_foreign(&self, case: &Case<'_>) -> u64 {
        let Some(balance) = Balance::of(case, Ddir::Write) else {
            return 0;
        };
        let all = balance.device_bytes.saturating_sub(balance.own_bytes);
        let excess = self.written_for_all().saturating_sub(self.issued(Ddir::Write));
        let part = (excess as f64 / all.max(1) as f64).min(1.0);
        (balance.foreign_bytes() as f64 * part) as u64
    }

    pub fn issued(&self, ddir: Ddir) -> u64 {
        self.issued[ddir as usize]
    }

    /// Bytes of one of its jobs; without counters of its workers those of the measured time.
    pub fn issued_of(&self, job: &JobRun<'_>, ddir: Ddir) -> u64 {
        if let [_] = self.jobs.as_slice() {
            return self.issued(ddir);
        }
        issued_by(job).map_or(job.ddir(ddir).bytes, |issued| issued[ddir as usize])
    }

    /// Bytes of its targets that are changed and not yet on a device at the end. `None`: unknown.
    pub fn dirty_left(&self) -> Option<u64> {
        dirty_of(self.targets.iter().copied())
    }

    /// As [`Part::dirty_left`], of one job whose files no other job of the part has.
    pub fn dirty_left_of(&self, job: &JobRun<'_>) -> Option<u64> {
        let (own, others): (Vec<_>, Vec<_>) = self
            .targets
            .iter()
            .copied()
            .partition(|target| target.job == job.index);
        let is_shared = own
            .iter()
            .any(|target| others.iter().any(|other| other.path == target.path));
        dirty_of(own.into_iter()).filter(|_| !is_shared)
    }

    /// Its jobs that move data in this direction through the page cache: their subject, and their bytes. None if there are none.
    pub fn through_cache(&self, ddir: Ddir) -> Option<(Subject, u64)> {
        let through: Vec<&JobRun<'_>> = self.moving(ddir).filter(|job| is_buffered(job)).collect();
        if through.is_empty() {
            return None;
        }
        let subject = if through.len() == self.jobs.len() {
            self.subject.clone()
        } else {
            Subject {
                jobs: through.iter().map(|job| job.index).collect(),
                thing: None,
            }
        };
        let bytes = if through.len() == self.moving(ddir).count() {
            self.issued(ddir)
        } else {
            through.iter().map(|job| self.issued_of(job, ddir)).sum()
        };
        Some((subject, bytes))
    }

    /// Jobs that moved data in this direction.
    pub fn moving(&self, ddir: Ddir) -> impl Iterator<Item = &'c JobRun<'c>> {
        self.jobs
            .iter()
            .copied()
            .filter(move |job| job.ddir(ddir).ios > 0)
    }

    /// How its reads divide; none if it read nothing, or where the bytes cannot be counted: a server, a host, a process of a file system.
    pub fn read_shares(&self, case: &Case<'_>) -> Option<ReadShares> {
        let issued = self.issued(Ddir::Read);
        if issued == 0 || self.is_served() {
            return None;
        }
        let device = self.device_read?.min(issued);
        let elsewhere = 1.0 - device as f64 / issued as f64;
        let holes = self.holes(case);
        Some(ReadShares {
            issued,
            device,
            elsewhere,
            holes: elsewhere.clamp(holes.least, holes.most),
            holes_changed: holes.most - holes.least > CACHE_LIMIT,
        })
    }

    /// Whether all targets lie on file systems that are memory.
    pub fn is_memory_fs(&self) -> bool {
        let mut known = self
            .targets
            .iter()
            .filter_map(|target| target.fs_class)
            .peekable();
        known.peek().is_some() && known.all(|class| class == FsClass::Memory)
    }

    /// Whether the bytes come from where no device of this machine is known.
    pub fn is_served(&self) -> bool {
        let class = |target: &&TargetUse| {
            matches!(
                target.fs_class,
                Some(FsClass::Fuse | FsClass::Network | FsClass::HostShared)
            )
        };
        self.leaves.is_empty() && self.targets.iter().any(class)
    }

    /// Share of the bytes in holes and unwritten extents.
    fn holes(&self, case: &Case<'_>) -> HoleShare {
        let (mut least, mut most, mut all) = (0.0, 0.0, 0.0);
        for job in self.moving(Ddir::Read) {
            let bytes = self.issued_of(job, Ddir::Read) as f64;
            if let Some(holes) = hole_share(case, job, &self.targets) {
                least += holes.least * bytes;
                most += holes.most * bytes;
            }
            all += bytes;
        }
        let share = |bytes: f64| if all > 0.0 { (bytes / all).min(1.0) } else { 0.0 };
        HoleShare {
            least: share(least),
            most: share(most),
        }
    }

    /// Jobs that read holes: each with the least share of its bytes in holes, above `CACHE_LIMIT`.
    pub fn hole_readers(&self, case: &Case<'_>) -> Vec<(&'c JobRun<'c>, f64)> {
        let each = self.moving(Ddir::Read).filter_map(|job| {
            let share = hole_share(case, job, &self.targets)?.least;
            (share > CACHE_LIMIT).then_some((job, share))
        });
        each.collect()
    }

    /// The file system that compresses a target: all its files, or this one by the map of its extents.
    pub fn compressed_by(&self) -> Option<String> {
        let is_encoded = |target: &TargetUse| target.allocation.is_some_and(|at| at.encoded_bytes > 0);
        let mut compressed = self.targets.iter().filter(|target| {
            let fs_type = target.fs_type.as_deref();
            fs_type.is_some_and(data_reduction::is_compressed) || is_encoded(target)
        });
        compressed.next().and_then(|target| target.fs_type.clone())
    }

    /// Names of the devices at the bottom.
    pub fn leaf_names(&self) -> Vec<String> {
        self.leaves.iter().map(|leaf| leaf.name.clone()).collect()
    }
}

/// Dirty pages of files, each counted once.
fn dirty_of<'e>(targets: impl Iterator<Item = &'e TargetUse>) -> Option<u64> {
    let mut paths: Vec<(&Path, u64)> = Vec::new();
    for target in targets {
        if let Some(dirty) = target.after.and_then(|state| state.dirty_bytes)
            && paths.iter().all(|(path, _)| *path != target.path)
        {
            paths.push((&target.path, dirty));
        }
    }
    (!paths.is_empty()).then(|| paths.iter().map(|(_, dirty)| dirty).sum())
}

/// Share of a job's targets that was never written, or was trimmed: its bounds during the run, 0 to 1.
struct HoleShare {
    least: f64,
    most: f64,
}

/// Most bytes around a write into an unwritten extent that a file system fills with zeros, to have fewer extents.
const ZEROED_AROUND: u64 = 32 << 10;

/// `None`: not known.
fn hole_share(case: &Case<'_>, job: &JobRun<'_>, targets: &[&TargetUse]) -> Option<HoleShare> {
    let (mut least, mut most, mut all) = (0_u64, 0_u64, 0_u64);
    for target in targets.iter().filter(|target| target.job == job.index) {
        // Data written into the page cache are read from there.
        if is_kept(case, job, target) {
            continue;
        }
        let (trimmed, _) = done_to(case, job, target, Ddir::Trim);
        let backing = backing_of(case, target);
        let before = target.allocation.or_else(|| backing?.allocation);
        let (never, size) = match (before, target.before) {
            (Some(at), state) => {
                let state = backing.map_or(state, |backing| backing.cache);
                let dirty_bytes = state.and_then(|state| state.dirty_bytes);
                (never_written_bytes(at, dirty_bytes), at.size_bytes)
            }
            // Of a device, only the trims of this run are known.
            (None, Some(state)) if trimmed > 0 => (0, read_part(target, state.size_bytes)),
            _ => continue,
        };
        let (written, writes) = done_to(case, job, target, Ddir::Write);
        let filled = written.saturating_add(writes.saturating_mul(ZEROED_AROUND));
        least = least.saturating_add(never.saturating_sub(filled));
        most = most.saturating_add(never.saturating_add(trimmed).min(size));
        all = all.saturating_add(size);
    }
    let share = |bytes: u64| (bytes as f64 / all as f64).min(1.0);
    (all > 0).then(|| HoleShare {
        least: share(least),
        most: share(most),
    })
}

/// The jobs that moved data in this direction of the part of a target that a job read, before or while it did: not those that waited for
/// it. Each with the bytes of that part that it was to touch.
fn users<'c>(
    case: &'c Case<'_>,
    reader: &JobRun<'_>,
    target: &'c TargetUse,
    ddir: Ddir,
) -> impl Iterator<Item = (&'c JobRun<'c>, u64)> {
    let waves = case.record.plan.waves();
    let until = waves.get(reader.index).copied();
    case.moving(ddir).filter_map(move |job| {
        let evidence = case.evidence()?;
        let mut targets = targets_of(evidence, job).filter(|other| other.path == target.path);
        let both = common_bytes(target, targets.next()?);
        (waves.get(job.index).copied() <= until && both > 0).then_some((job, both))
    })
}

/// Bytes of a target that two jobs were to touch, at most.
fn common_bytes(one: &TargetUse, other: &TargetUse) -> u64 {
    match (one.touched, other.touched) {
        (Some((from, to)), Some((other_from, other_to))) => {
            to.min(other_to).saturating_sub(from.max(other_from))
        }
        _ => u64::MAX,
    }
}

/// Bytes of a target of this size that its job was to touch.
pub fn read_part(target: &TargetUse, size_bytes: u64) -> u64 {
    let part = target.touched.map(|(from, to)| to.saturating_sub(from));
    part.map_or(size_bytes, |part| part.min(size_bytes))
}

/// Whether a job reads through the page cache what this run writes, or reads what is written through it.
fn is_kept(case: &Case<'_>, job: &JobRun<'_>, target: &TargetUse) -> bool {
    let mut writers = users(case, job, target, Ddir::Write).peekable();
    writers.peek().is_some() && (is_buffered(job) || writers.any(|(writer, _)| is_buffered(writer)))
}

/// Bytes of the part of a target that a job read that were moved in this direction, at most, and I/Os of the jobs that did it.
fn done_to(case: &Case<'_>, reader: &JobRun<'_>, target: &TargetUse, ddir: Ddir) -> (u64, u64) {
    users(case, reader, target, ddir).fold((0, 0), |(bytes, ios): (u64, u64), (job, both)| {
        let done = job.ddir(ddir);
        (
            bytes.saturating_add(done.bytes.min(both)),
            ios.saturating_add(done.ios),
        )
    })
}

/// Bytes that the run trimmed of the part of a target that a job read, before it did or while it did.
pub fn trimmed_of(case: &Case<'_>, reader: &JobRun<'_>, target: &TargetUse) -> u64 {
    done_to(case, reader, target, Ddir::Trim).0
}

/// The file of a loop device that is the target itself.
fn backing_of<'c>(case: &'c Case<'_>, target: &TargetUse) -> Option<&'c Backing> {
    let name = target.path.file_name()?.to_str()?;
    let mut devices = case.evidence()?.devices.iter();
    let looped = devices.find(|device| target.fs_type.is_none() && device.name == name)?;
    looped.backing.as_ref()
}

/// Share of the reads of a loop device, the target, that were of holes of its file or of blocks that the run trimmed, at most, 0 to 1.
/// `None`: not known, or no job read it.
pub fn holes_of_loop(case: &Case<'_>, looped: &DeviceUse) -> Option<f64> {
    let (mut holes, mut all) = (0.0, 0.0);
    for job in case.moving(Ddir::Read) {
        let targets: Vec<&TargetUse> = targets_of(case.evidence()?, job)
            .filter(|target| target.path.file_name().is_some_and(|name| *name == *looped.name))
            .collect();
        if let Some(share) = hole_share(case, job, &targets) {
            let bytes = job.ddir(Ddir::Read).bytes as f64;
            holes += share.most * bytes;
            all += bytes;
        }
    }
    (all > 0.0).then(|| holes / all)
}

/// Bytes that the kernel counted of reads, without those that were in holes of the files of loop devices: it counts them like others, and
/// no disk moved them. Only of reads that are spread evenly it is known how many these are.
pub(super) fn without_holes(
    case: &Case<'_>,
    jobs: &[&JobRun<'_>],
    targets: &[&TargetUse],
    issued: u64,
    own: u64,
) -> u64 {
    let holes_of = |job: &JobRun<'_>| {
        let mine: Vec<&TargetUse> = targets
            .iter()
            .copied()
            .filter(|target| target.job == job.index)
            .collect();
        let are_loops = mine.iter().all(|target| backing_of(case, target).is_some());
        let access = &job.plan.access;
        let is_even = access.distribution[Ddir::Read] == Distribution::Uniform && access.zones.is_none();
        let share = hole_share(case, job, &mine)
            .filter(|_| are_loops && is_even)?
            .least;
        let bytes = issued_by(job).map_or(job.ddir(Ddir::Read).bytes, |issued| issued[Ddir::Read as usize]);
        Some((share * bytes as f64) as u64)
    };
    let holes: u64 = jobs.iter().filter_map(|job| holes_of(job)).sum();
    if holes > 0 {
        own.min(issued.saturating_sub(holes))
    } else {
        own
    }
}

/// How much a share matters of bytes that did not come from, or go to, the device.
pub fn severity(share: f64) -> Severity {
    if share > CACHE_WRONG {
        Severity::Wrong
    } else {
        Severity::Care
    }
}

/// What a finding about the whole run is about: its only job, if there is one.
pub fn whole(case: &Case<'_>) -> Subject {
    case.only_job().map_or_else(Subject::whole, Subject::job)
}

/// Whether a job goes through the page cache. A source that does not tell does not say that it does.
pub fn is_buffered(job: &JobRun<'_>) -> bool {
    job.plan.direct() == Some(false)
}

/// Whether it is a loop device whose I/O may end in the page cache of its file.
pub fn may_be_cached_loop(device: &DeviceUse) -> bool {
    let backing = device.backing.as_ref();
    backing.is_some_and(|backing| backing.direct_io != Some(true))
}

/// Whether a file system lies below a device: a loop device shows a file of it.
pub fn is_looped(evidence: &RunEvidence) -> bool {
    evidence.devices.iter().any(|device| device.backing.is_some())
}

/// Names of the devices at the bottom.
pub fn leaf_names(evidence: &RunEvidence) -> Vec<String> {
    evidence.leaves().map(|leaf| leaf.name.clone()).collect()
}

/// Bytes of a file in holes and unwritten extents. Dirty pages may count as unwritten, and are not; those that have no place yet do not count as that.
pub fn never_written_bytes(at: Allocation, dirty_bytes: Option<u64>) -> u64 {
    let empty = at.hole_bytes.saturating_add(at.unwritten_bytes);
    let dirty = dirty_bytes.unwrap_or(0).saturating_sub(at.delayed_bytes);
    empty.saturating_sub(dirty)
}

/// Share of the part that the job touches, or of the file, that is holes or unwritten, 0 to 1.
pub fn never_written(target: &TargetFacts) -> Option<f64> {
    let at = target.allocation.filter(|at| at.size_bytes > 0)?;
    let empty = never_written_bytes(at, target.dirty_bytes);
    Some(empty as f64 / at.size_bytes as f64)
}
