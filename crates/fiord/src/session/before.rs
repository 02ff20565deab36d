//! The facts of a plan before anything runs: the machine, and what lies at each target's path.
//!
//! Looks only: `statx`, the page cache's own count, the map of extents. Nothing is written; of what a job would read, a few blocks
//! are looked at without a trace ([`super::peek`]), by `explain` too: 256 KiB per job disturb nobody, and a file of zeros is a trap to
//! be told before the run. Of a block device that a job would write, the few sectors are read that tell what it holds.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use fiord_engine::files::names;
use fiord_host::root::Root;
use fiord_host::stack::Stack;
use fiord_host::{Machine, cache, device, extents};
use fiord_job::plan::{Ddir, JobPlan, RunPlan};
use fiord_record::{Before, FileKind, TargetFacts};

use super::peek::{self, Peek};

/// Files of one job that are looked at: enough for the rules, little enough for a job with a million.
const PER_JOB: usize = 64;

/// Gathers what is known before a run.
pub(crate) fn gather(root: &Root, plan: &RunPlan) -> Before {
    let mut targets = Vec::new();
    let mut peek = Peek::new();
    let mut stacks = Stacks {
        root,
        known: HashMap::new(),
    };
    for (index, job) in plan.jobs.iter().enumerate() {
        if job.engine.kind.is_diskless() {
            continue;
        }
        let paths = paths(job);
        let blocks = (peek::BLOCKS / paths.len().max(1) as u64).max(1);
        for path in paths {
            let mut facts = target(root, index, job, path, &mut stacks);
            if job.access.mode.issues(Ddir::Read) {
                let size = facts.size_bytes.unwrap_or(0);
                facts.sampled = peek.at(&facts.path, facts.kind, size, blocks);
            }
            targets.push(facts);
        }
    }
    let mut times: HashMap<PathBuf, u32> = HashMap::new();
    for target in &targets {
        *times.entry(target.path.clone()).or_default() += 1;
    }
    for target in &mut targets {
        let clones = plan
            .jobs
            .get(target.job)
            .is_some_and(|job| job.numjobs > 1 && !job.files.filenames.is_empty());
        target.shared = clones || times.get(&target.path).is_some_and(|count| *count > 1);
    }
    let first = targets
        .first()
        .map_or_else(|| PathBuf::from("."), |target| target.path.clone());
    Before {
        machine: Some(Machine::look(root, &first)),
        targets,
        ..Before::default()
    }
}

/// The distinct paths of all clones, at most [`PER_JOB`].
fn paths(job: &JobPlan) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Vec::new();
    for clone in 0..job.numjobs.max(1) {
        for path in names::of_clone(job, clone).unwrap_or_default() {
            if !all.contains(&path) {
                all.push(path);
            }
            if all.len() == PER_JOB {
                return all;
            }
        }
    }
    all
}

/// Files of one folder stand on the same layers.
struct Stacks<'r> {
    root: &'r Root,
    known: HashMap<PathBuf, Stack>,
}

impl Stacks<'_> {
    fn under(&mut self, path: &Path, kind: FileKind) -> Stack {
        if !matches!(kind, FileKind::Regular | FileKind::Missing) {
            return Stack::under(self.root, path);
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let link = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.file_type().is_symlink());
        if link {
            return Stack::under(self.root, path);
        }
        let root = self.root;
        self.known
            .entry(folder.to_owned())
            .or_insert_with(|| Stack::under(root, folder))
            .clone()
    }
}

fn target(root: &Root, index: usize, job: &JobPlan, path: PathBuf, stacks: &mut Stacks<'_>) -> TargetFacts {
    let kind = kind_of(&path);
    let mut facts = TargetFacts {
        job: index,
        kind,
        stack: Some(stacks.under(&path, kind)),
        ..TargetFacts::default()
    };
    // A pipe must not be waited for, and a character device does things when it is opened.
    let file = matches!(kind, FileKind::Regular | FileKind::Block)
        .then(|| open(&path))
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
            .then(|| extents::as_it_is(file))
            .flatten();
    }
    let writes = job.access.mode.issues(Ddir::Write) || job.access.mode.issues(Ddir::Trim);
    if kind == FileKind::Block && writes {
        facts.probe = std::fs::canonicalize(&path)
            .ok()
            .and_then(|path| device::probe(root, &path));
    }
    facts.path = path;
    facts
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
    match () {
        () if kind.is_file() => FileKind::Regular,
        () if kind.is_dir() => FileKind::Directory,
        () if kind.is_block_device() => FileKind::Block,
        () if kind.is_char_device() => FileKind::Char,
        () => FileKind::Other,
    }
}
