//! The facts of a plan before anything runs: the machine, and what lies at each target's path.
//!
//! Looks only: `statx`, the page cache's own count, the map of extents. Nothing is written; of what a job would read, a few blocks
//! are looked at without a trace ([`crate::peek`]), by `explain` too: 256 KiB per job disturb nobody, and a file of zeros is a trap to
//! be told before the run. Of a block device that a job would write, the few sectors are read that tell what it holds.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use fiord_host::block::identity::Identity;
use fiord_host::block::raw;
use fiord_host::{Machine, Root, Stack, cache, device, stack};
use fiord_job::plan::{Ddir, JobPlan, RunPlan};
use fiord_record::{Before, FileKind, TargetFacts, Unwritable};
use rustix::fs::{Access, AtFlags, CWD};
use rustix::io::Errno;

use crate::peek::{self, Peek};
use crate::regions::{self, PlannedRegions};
use crate::targets::{RunTarget, RunTargets};

/// Gathers what is known of a plan before it runs.
pub fn gather(plan: &RunPlan) -> Before {
    facts(&RunTargets::find(&Root::system(), plan))
}

/// Notes which block devices the user allowed to be overwritten. A device counts under its own path only, not under a link.
pub fn agree(before: &mut Before, allowed: &[PathBuf]) {
    for target in &mut before.targets {
        let path = std::fs::canonicalize(&target.path).unwrap_or_else(|_| target.path.clone());
        target.agreed = target.kind == FileKind::Block && allowed.contains(&path);
    }
}

/// Notes the files that fiord made for this run.
pub(crate) fn note_own(before: &mut Before, own: &[Identity]) {
    for target in &mut before.targets {
        let is_same = |file: (u64, u64), one: &Identity| {
            let device = (rustix::fs::major(file.0), rustix::fs::minor(file.0));
            (device, file.1) == ((one.major, one.minor), one.inode)
        };
        let file = target.file.filter(|_| target.kind == FileKind::Regular);
        target.is_own = file.is_some_and(|file| own.iter().any(|one| is_same(file, one)));
    }
}

/// The same as [`gather`], with the targets found.
pub(crate) fn facts(targets: &RunTargets<'_>) -> Before {
    let root = targets.root;
    let mut all = Vec::new();
    let mut peek = Peek::new();
    for (index, (job, targets)) in targets.jobs().enumerate() {
        let regions = regions::planned(job);
        let blocks = (peek::BLOCKS / targets.len().max(1) as u64).max(1);
        for target in targets {
            let mut facts = facts_about(root, target, (index, job), &regions);
            if job.access.mode.issues(Ddir::Read) {
                let size = facts.size_bytes.unwrap_or(0);
                facts.sampled = peek.at(&facts.path, facts.kind, size, blocks);
            }
            all.push(facts);
        }
    }
    let mut times: HashMap<PathBuf, u32> = HashMap::new();
    for target in &all {
        *times.entry(target.path.clone()).or_default() += 1;
    }
    for target in &mut all {
        let job = targets.plan.jobs.get(target.job);
        let clones = job.is_some_and(|job| job.numjobs > 1 && !job.files.filenames.is_empty());
        target.shared = clones || times.get(&target.path).is_some_and(|count| *count > 1);
    }
    let first = targets
        .all()
        .next()
        .map(|(_, target)| Stack::clone(&target.stack));
    let stack = first.unwrap_or_else(|| Stack::under(root, Path::new(".")));
    Before {
        machine: Some(Machine::over(root, stack)),
        targets: all,
        ..Before::default()
    }
}

fn facts_about(
    root: &Root,
    target: &RunTarget,
    (index, job): (usize, &JobPlan),
    regions: &PlannedRegions,
) -> TargetFacts {
    // What a job sends to a generic device reaches its disk, so the facts are those of the disk.
    let sends = job.engine.kind.sends_commands();
    let disk = sends.then(|| disk_of(root, &target.path)).flatten();
    let stack = disk.as_ref().map(|disk| Stack::under(root, disk));
    let path = disk.as_ref().unwrap_or(&target.path);
    let kind = kind_of(path);
    let mut facts = TargetFacts {
        job: index,
        path: target.path.clone(),
        file: identity(path),
        kind,
        stack: stack.or_else(|| Some(Stack::clone(&target.stack))),
        ..TargetFacts::default()
    };
    // A pipe must not be waited for, and a character device does things when it is opened.
    let file = matches!(kind, FileKind::Regular | FileKind::Block)
        .then(|| open(path))
        .flatten();
    if let Some(file) = &file {
        facts.size_bytes = rustix::fs::seek(file, rustix::fs::SeekFrom::End(0)).ok();
        if let Some(size) = facts.size_bytes
            && let Ok(state) = cache::state(file, 0, size)
        {
            facts.cached_bytes = Some(state.cached_bytes);
            facts.dirty_bytes = state.dirty_bytes;
        }
        facts.allocation = (kind == FileKind::Regular)
            .then(|| regions.allocation(file, path))
            .flatten();
    }
    if kind == FileKind::Char {
        facts.size_bytes = size_of_raw(root, path);
    }
    let writes = job.access.mode.issues(Ddir::Write) || job.access.mode.issues(Ddir::Trim);
    if writes || kind == FileKind::Missing {
        facts.unwritable = unwritable(path, kind);
    }
    if kind == FileKind::Block && writes {
        facts.probe = std::fs::canonicalize(path)
            .ok()
            .and_then(|path| device::probe(root, &path));
    }
    facts
}

/// Identifies a file under any of its names: its file system and inode, or the number of the device.
pub(crate) fn identity(path: &Path) -> Option<(u64, u64)> {
    let meta = std::fs::metadata(path).ok()?;
    let is_device = meta.file_type().is_block_device() || meta.file_type().is_char_device();
    Some(if is_device {
        (u64::MAX, meta.rdev())
    } else {
        (meta.dev(), meta.ino())
    })
}

/// Of character devices that keep data.
fn size_of_raw(root: &Root, path: &Path) -> Option<u64> {
    let number = std::fs::metadata(path).ok()?.rdev();
    raw::by_number(root, rustix::fs::major(number), rustix::fs::minor(number))?.size_bytes
}

fn disk_of(root: &Root, path: &Path) -> Option<PathBuf> {
    let disk = stack::disk_behind(root, path)?;
    Some(Path::new("/dev").join(disk.replace('!', "/")))
}

/// What keeps this user from writing a target, or from making it.
fn unwritable(path: &Path, kind: FileKind) -> Option<Unwritable> {
    let folder = || path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let place = match kind {
        FileKind::Missing => folder().unwrap_or(Path::new(".")),
        FileKind::Regular | FileKind::Block => path,
        _ => return None,
    };
    let asked = rustix::fs::accessat(CWD, place, Access::WRITE_OK, AtFlags::EACCESS);
    match asked.err()? {
        Errno::ROFS => Some(Unwritable::ReadOnly),
        Errno::ACCESS | Errno::PERM => Some(Unwritable::Denied),
        _ => None,
    }
}

fn open(path: &Path) -> Option<File> {
    let flags = libc::O_NONBLOCK | libc::O_NOATIME;
    let without_trace = std::fs::OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(path);
    // Only an owner may leave the access time alone.
    without_trace
        .or_else(|_| {
            std::fs::OpenOptions::new()
                .read(true)
                .custom_flags(libc::O_NONBLOCK)
                .open(path)
        })
        .ok()
}

fn kind_of(path: &Path) -> FileKind {
    let Ok(meta) = std::fs::metadata(path) else {
        return FileKind::Missing;
    };
    let kind = meta.file_type();
    if kind.is_file() {
        FileKind::Regular
    } else if kind.is_dir() {
        FileKind::Directory
    } else if kind.is_block_device() {
        FileKind::Block
    } else if kind.is_char_device() {
        FileKind::Char
    } else {
        FileKind::Other
    }
}
