//! Who moved the bytes that the devices at the bottom moved in a run. Each byte is booked once. How the
//! reads of this run divide over its parts is counted in `shares`, with the same [`own_read`].

use std::collections::BTreeMap;
use std::path::Path;

use fiord_host::look::ProcessActivity;
use fiord_job::plan::{Ddir, OpenSync};
use fiord_record::evidence::{RunEvidence, TargetUse};

use super::planned::open_sync;
use super::{Case, JobRun, shares};

/// A process may have caused somewhat more than what reached the device in the window.
pub const ATTRIBUTED: f64 = 1.25;
/// Processes that moved this share of all that the devices moved left little room for ours.
const NEARLY_ALL: f64 = 0.9;
/// What a file system writes for itself in any run: commits of its journal.
const USUAL_KERNEL_BYTES: u64 = 4 << 20;
/// What it writes at most for each sync, or for a small write through the page cache: journal, metadata, the rest of a large page.
const KERNEL_BYTES_PER_SYNC: u64 = 64 << 10;

/// All bytes of the devices at the bottom in one direction: the four kinds add up to what the devices counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    pub device_bytes: u64,
    /// Moved for this run, without what its file system adds.
    pub own_bytes: u64,
    /// Charged to other processes, which can have moved them here.
    pub others_bytes: u64,
    /// Written by the kernel, as much as the writes of this run explain: journal, metadata, copies.
    pub kernel_bytes: u64,
    /// The rest.
    pub unknown_bytes: u64,
    /// Whether the kernel writes here too, for no process: below file systems.
    pub kernel_writes: bool,
}

impl Balance {
    /// Of the whole run. None without counters of devices and of this process, and of trims, which move no bytes.
    pub fn of(case: &Case<'_>, ddir: Ddir) -> Option<Self> {
        let evidence = case.witnessed_in_turns()?;
        let own = evidence.own?;
        match ddir {
            Ddir::Read => Self::read(case, evidence, own.read_bytes),
            Ddir::Write => Self::written(case, evidence, own.write_bytes),
            Ddir::Trim => None,
        }
    }

    fn read(case: &Case<'_>, evidence: &RunEvidence, own: u64) -> Option<Self> {
        let device_bytes = evidence.device_read_bytes()?;
        let jobs: Vec<&JobRun<'_>> = case.jobs.iter().collect();
        let targets: Vec<&TargetUse> = evidence.targets.iter().collect();
        let issued = evidence.issued_bytes[Ddir::Read as usize];
        let own = shares::without_holes(case, &jobs, &targets, issued, own);
        let own_bytes = own_read(evidence, own, device_bytes, may_stay(evidence));
        let excess = device_bytes - own_bytes;
        let others_bytes = charged(evidence, Ddir::Read, excess).min(excess);
        Some(Self::rest(
            device_bytes,
            own_bytes,
            others_bytes,
            may_multiply(evidence).unwrap_or(0),
            false,
        ))
    }

    fn written(case: &Case<'_>, evidence: &RunEvidence, own: u64) -> Option<Self> {
        let device_bytes = evidence.device_written_bytes()?;
        let issued = evidence.write_issued();
        // Writes of a device in the window may have been caused before it, also by us.
        let most = room(evidence, Ddir::Write, device_bytes, may_stay(evidence));
        let own_bytes = own.max(issued).min(most);
        let kernel_writes =
            evidence.targets.iter().any(|target| target.fs_type.is_some()) || shares::is_looped(evidence);
        let excess = device_bytes - own_bytes;
        let charged = charged(evidence, Ddir::Write, excess);
        let syncs = own_syncs(case);
        let others_bytes = match kernel_writes {
            // Next to our syncs, the journal may have written as much as a process did elsewhere.
            true if syncs > 0 || issued == 0 || charged < excess => {
                charged_here(evidence, Ddir::Write, device_bytes)
            }
            _ => charged,
        };
        let explained = may_multiply(evidence).unwrap_or_else(|| {
            // What the page cache of a loop device's file keeps makes no journal of the file system below write.
            if keeps_writes(evidence) {
                return 0;
            }
            // This record does not have the syncs of the other runs in turns.
            if case.record.has_turns() {
                return u64::MAX;
            }
            let is_cached = case.moving(Ddir::Write).any(shares::is_buffered);
            let small = if is_cached { evidence.issued_ios[1] } else { 0 };
            let each = KERNEL_BYTES_PER_SYNC.saturating_mul(syncs.saturating_add(small));
            let copies = if syncs > 0 || is_cached { 3 } else { 1 };
            let of_ours = issued.saturating_mul(copies).saturating_add(each);
            if kernel_writes && issued > 0 {
                of_ours.saturating_add(USUAL_KERNEL_BYTES)
            } else {
                0
            }
        });
        Some(Self::rest(
            device_bytes,
            own_bytes,
            others_bytes.min(excess),
            explained,
            kernel_writes,
        ))
    }

    /// Books the rest, which is neither ours nor that of others.
    fn rest(
        device_bytes: u64,
        own_bytes: u64,
        others_bytes: u64,
        explained: u64,
        kernel_writes: bool,
    ) -> Self {
        let rest = device_bytes - own_bytes - others_bytes;
        let kernel_bytes = rest.min(explained);
        Self {
            device_bytes,
            own_bytes,
            others_bytes,
            kernel_bytes,
            unknown_bytes: rest - kernel_bytes,
            kernel_writes,
        }
    }

    /// Bytes that this run does not explain.
    pub fn foreign_bytes(&self) -> u64 {
        self.others_bytes + self.unknown_bytes
    }
}

/// Any number of bytes, where layers may store a byte more than once or elsewhere: there nothing is unknown.
fn may_multiply(evidence: &RunEvidence) -> Option<u64> {
    let multiplies = evidence.targets.iter().any(|target| target.multiplies);
    multiplies.then_some(u64::MAX)
}

pub fn bytes_of(process: &ProcessActivity, ddir: Ddir) -> u64 {
    match ddir {
        Ddir::Read => process.read_bytes,
        Ddir::Write => process.write_bytes,
        Ddir::Trim => 0,
    }
}

/// The other processes; the kernel's threads below a loop device do our I/O.
fn others(evidence: &RunEvidence) -> impl Iterator<Item = &ProcessActivity> {
    let has_loop = shares::is_looped(evidence);
    let is_ours = move |name: &str| has_loop && (name.starts_with("loop") || name.starts_with("kworker/"));
    evidence
        .others
        .iter()
        .filter(move |process| !is_ours(&process.name))
}

/// Processes that can have caused the foreign traffic. They are counted by machine, not by disk: one that moved much more than
/// is missing here moved it elsewhere.
pub fn candidates(
    evidence: &RunEvidence,
    ddir: Ddir,
    foreign: u64,
) -> impl Iterator<Item = &ProcessActivity> {
    others(evidence).filter(move |process| {
        let bytes = bytes_of(process, ddir);
        bytes > 0 && bytes as f64 <= foreign as f64 * ATTRIBUTED
    })
}

/// Bytes that other processes are charged for, as far as they can be on this device.
fn charged(evidence: &RunEvidence, ddir: Ddir, foreign: u64) -> u64 {
    candidates(evidence, ddir, foreign)
        .map(|process| bytes_of(process, ddir))
        .fold(0, u64::saturating_add)
}

/// Bytes that processes with open files here are charged for, as far as the devices moved as much.
fn charged_here(evidence: &RunEvidence, ddir: Ddir, device_bytes: u64) -> u64 {
    let here = candidates(evidence, ddir, device_bytes)
        .filter(|process| process.has_files_here == Some(true))
        .map(|process| bytes_of(process, ddir));
    here.fold(0, u64::saturating_add).min(device_bytes)
}

/// The part of the bytes read from devices that our reads caused; the kernel counted `own` bytes of our reads. `may_stay`: they go through a loop device
/// that may read its file from the page cache.
pub fn own_read(evidence: &RunEvidence, own: u64, device_bytes: u64, may_stay: bool) -> u64 {
    own.min(room(evidence, Ddir::Read, device_bytes, may_stay))
}

/// Whether I/O of the run may end in the page cache of a loop device's file.
fn may_stay(evidence: &RunEvidence) -> bool {
    evidence.devices.iter().any(shares::may_be_cached_loop)
}

/// Whether the writes of the run may all be in the page cache of a loop device's file at its end: nothing asked the loop device to write them
/// on.
pub fn keeps_writes(evidence: &RunEvidence) -> bool {
    let mut loops = evidence
        .devices
        .iter()
        .filter(|device| device.backing.is_some())
        .peekable();
    loops.peek().is_some()
        && loops.all(|device| shares::may_be_cached_loop(device) && device.delta().flushes == 0)
}

/// Bytes of the devices that can be ours, at most all of them. Where our I/O may stay in the page cache of a loop device's file, the
/// bytes of a process that moved nearly all are booked first.
fn room(evidence: &RunEvidence, ddir: Ddir, device_bytes: u64, may_stay: bool) -> u64 {
    let here = charged_here(evidence, ddir, device_bytes);
    if may_stay && here as f64 >= NEARLY_ALL * device_bytes as f64 {
        device_bytes - here
    } else {
        device_bytes
    }
}

/// Syncs of the jobs that the device may see as flushes.
pub fn own_syncs(case: &Case<'_>) -> u64 {
    case.jobs.iter().map(syncs_of).fold(0, u64::saturating_add)
}

fn syncs_of(job: &JobRun<'_>) -> u64 {
    let how = &job.plan.durability;
    let each_write = match open_sync(job.plan) {
        OpenSync::None => 0,
        _ => job.ddir(Ddir::Write).ios,
    };
    let at_end = u64::from(how.end_fsync || how.fsync_on_close);
    let files = u64::from(job.plan.files.nrfiles.max(1)) * job.workers.len() as u64;
    let trims = job.ddir(Ddir::Trim).ios;
    job.stats.sync.ios + each_write + at_end * files + trims
}

/// Bytes of the files that the jobs removed (`unlink`), which their file systems may discard in the window; no bound where layers store them more than
/// once, or where each loop of a job removed them.
pub fn own_discarded(case: &Case<'_>, evidence: &RunEvidence) -> u64 {
    let mut removed: BTreeMap<&Path, u64> = BTreeMap::new();
    for target in evidence.targets.iter().filter(|target| target.fs_type.is_some()) {
        let job = case.jobs.iter().find(|job| job.index == target.job);
        let Some(job) = job.filter(|job| job.plan.files.unlink || job.plan.files.unlink_each_loop) else {
            continue;
        };
        let sizes = [target.before, target.after].into_iter().flatten();
        let kept = sizes.map(|pages| pages.size_bytes).max().unwrap_or(0);
        let touched = target.touched.map_or(0, |(_, end)| end);
        let size = match kept.max(touched) {
            _ if target.multiplies || job.plan.files.unlink_each_loop => u64::MAX,
            // Of a file that the job made, all that it wrote is the most.
            0 => job.ddir(Ddir::Write).bytes,
            size => size,
        };
        let known = removed.entry(&target.path).or_default();
        *known = size.max(*known);
    }
    removed.into_values().fold(0, u64::saturating_add)
}

/// Flushes of a disk for a sync: before and after the commit of a journal. Other file systems and layers may send one more.
pub fn flushes_per_sync(evidence: &RunEvidence) -> u64 {
    let is_plain = evidence.targets.iter().all(|target| {
        let fs_type = target.fs_type.as_deref();
        !target.multiplies && matches!(fs_type, None | Some("ext2" | "ext3" | "ext4" | "xfs" | "f2fs"))
    });
    if is_plain && !shares::is_looped(evidence) {
        2
    } else {
        3
    }
}
