//! Where the data of targets lay before a run, within the parts that the jobs touch.
//!
//! The extents are read before the run, as they are: nothing is written for it. The parts are known when it is over.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use fiord_engine::live::LiveBoard;
use fiord_host::extents::{Allocation, Extents};
use fiord_host::root::Root;
use fiord_host::stack::{LayerKind, Stack};
use fiord_host::{cache, extents};
use fiord_job::plan::{AccessMode, JobPlan, Sequencer};
use fiord_record::evidence::{Backing, PageState, TargetUse};
use fiord_targets::files::{names, probe};
use fiord_workload::plan::WorkerPlan;
use fiord_workload::size::{self, PathProbe};

use crate::workers::WorkerReport;

/// The extents of the targets that are regular files or loop devices, each file's once.
pub(super) struct Regions {
    known: HashMap<PathBuf, Option<TargetExtents>>,
}

/// The extents of a file, and the part of it that a target shows.
struct TargetExtents {
    extents: Extents,
    from: u64,
    to: u64,
}

impl TargetExtents {
    fn read(path: &Path, stack: &Stack) -> Option<Self> {
        let of = |file: &Path, from: u64, to: u64| {
            let is_file = std::fs::metadata(file).is_ok_and(|meta| meta.is_file());
            let extents = is_file
                .then(|| Extents::read(&File::open(file).ok()?))
                .flatten()?;
            Some(Self { extents, from, to })
        };
        of(path, 0, u64::MAX).or_else(|| {
            let layer = stack.top.as_ref()?;
            let LayerKind::Loop {
                backing_file: Some(file),
                offset_bytes,
                ..
            } = &layer.kind
            else {
                return None;
            };
            let from = offset_bytes.unwrap_or(0);
            let to = layer
                .size_bytes
                .map_or(u64::MAX, |size| from.saturating_add(size));
            of(file, from, to)
        })
    }

    fn within(&self, parts: &[(u64, u64)]) -> Allocation {
        let moved = |part: u64| part.saturating_add(self.from).min(self.to);
        let parts: Vec<(u64, u64)> = parts
            .iter()
            .map(|(from, to)| (moved(*from), moved(*to)))
            .collect();
        self.extents.within(&parts)
    }
}

impl Regions {
    /// Reads the extents of targets: their paths, and what is below them.
    pub(super) fn read<'p>(targets: impl Iterator<Item = (&'p Path, &'p Stack)>) -> Self {
        let mut known = HashMap::new();
        for (path, stack) in targets {
            known
                .entry(path.to_owned())
                .or_insert_with(|| TargetExtents::read(path, stack));
        }
        Self { known }
    }

    /// Fills in what of each target the job's workers had to touch.
    pub(super) fn fill(&self, targets: &mut [TargetUse], workers: &[WorkerReport], live: &LiveBoard) {
        let mut of_job: HashMap<usize, Vec<&WorkerReport>> = HashMap::new();
        for worker in workers {
            of_job.entry(worker.job_index).or_default().push(worker);
        }
        for target in targets {
            let mine = of_job.get(&target.job).map(Vec::as_slice).unwrap_or_default();
            let parts: Vec<(u64, u64)> = mine
                .iter()
                .filter_map(|worker| {
                    let moved = live.cells().get(worker.number as usize)?.read().bytes;
                    part(worker.plan.as_ref()?, &target.path, moved.iter().sum())
                })
                .collect();
            let from = parts.iter().map(|(from, _)| *from).min();
            target.touched = from.zip(parts.iter().map(|(_, to)| *to).max());
            let Some(Some(extents)) = self.known.get(&target.path) else {
                continue;
            };
            target.allocation = Some(if parts.is_empty() {
                extents.within(&[(0, u64::MAX)])
            } else {
                extents.within(&parts)
            });
        }
    }
}

/// The parts of its files that a job will touch, as far as that is known before its files are laid out.
pub(super) struct PlannedRegions(HashMap<PathBuf, Vec<(u64, u64)>>);

/// Files of all clones that are looked at one by one; of more, the whole files count.
const MOST_FILES: u32 = 1024;

/// By the engine's own arithmetic. Empty where a file's size is drawn at random, or where the job cannot begin.
pub(super) fn planned(job: &JobPlan) -> PlannedRegions {
    let drawn = job.files.filesize_bytes.is_some_and(|(low, high)| low != high);
    let clones = job.numjobs.max(1);
    let mut parts = HashMap::new();
    let many = names::count(&job.files).saturating_mul(clones) > MOST_FILES || job.files.opendir.is_some();
    if drawn || many || job.engine.kind.is_diskless() {
        return PlannedRegions(parts);
    }
    for clone in 0..clones {
        let Some(of_clone) = parts_of_clone(job, clone) else {
            return PlannedRegions(HashMap::new());
        };
        for (path, part) in of_clone {
            let known: &mut Vec<(u64, u64)> = parts.entry(path).or_default();
            known.push(part);
        }
    }
    PlannedRegions(parts)
}

fn parts_of_clone(job: &JobPlan, clone: u32) -> Option<Vec<(PathBuf, (u64, u64))>> {
    let paths = names::of_clone(job, clone).ok()?;
    let probes: Option<Vec<PathProbe>> = paths.iter().map(|path| probe::look(path).ok()).collect();
    let regions = size::resolve(job, clone, &probes?, &mut |_| 0).ok()?.regions;
    let parts = regions
        .iter()
        .map(|region| (region.start_bytes, region.end_bytes()));
    Some(paths.into_iter().zip(parts).collect())
}

impl PlannedRegions {
    /// Holes and unwritten extents of the parts of this file; of all of it where the parts are not known.
    pub(super) fn allocation(&self, file: &File, path: &Path) -> Option<Allocation> {
        let within = || Some(Extents::read(file)?.within(self.0.get(path)?));
        within()
            .filter(|allocation| allocation.size_bytes > 0)
            .or_else(|| extents::as_it_is(file))
    }
}

/// The part of a file that a worker has to touch: its region, and of that no more than it came to when it goes through it in order.
fn part(plan: &WorkerPlan, path: &Path, moved: u64) -> Option<(u64, u64)> {
    let target = plan.targets.iter().find(|target| target.path == path)?;
    let access = &plan.job.access;
    let in_order = matches!(
        access.mode,
        AccessMode::Read | AccessMode::Write | AccessMode::Trim
    ) && access.sequencer == Sequencer::None
        && plan.targets.len() == 1
        && access.zones.is_none();
    let length = if in_order {
        target.region_bytes.min(moved)
    } else {
        target.region_bytes
    };
    Some((target.start_bytes, target.start_bytes.saturating_add(length)))
}

/// The file behind a loop device that has this name in the stack.
pub(super) fn backing(root: &Root, stack: &Stack, name: &str) -> Option<Backing> {
    let layers = stack.layers();
    let (_, layer) = layers.iter().find(|(_, layer)| layer.name == name)?;
    let LayerKind::Loop {
        backing_file: Some(path),
        direct_io,
        offset_bytes,
    } = &layer.kind
    else {
        return None;
    };
    let file_system = layer.below.iter().find_map(|below| match &below.kind {
        LayerKind::FileSystem(fs) => Some(fs),
        _ => None,
    });
    let file = File::open(path).ok().filter(|_| root.is_live() && path.is_file());
    let from = offset_bytes.unwrap_or(0);
    let shown = layer
        .size_bytes
        .map_or(u64::MAX, |size| from.saturating_add(size));
    Some(Backing {
        path: path.clone(),
        fs_type: file_system.map(|fs| fs.mount.fs_type.clone()),
        fs_class: file_system.map(|fs| fs.class),
        direct_io: *direct_io,
        cache: file.as_ref().and_then(|_| pages(path)),
        allocation: file
            .as_ref()
            .and_then(|file| Some(Extents::read(file)?.within(&[(from, shown)])))
            .or_else(|| file.as_ref().and_then(extents::as_it_is)),
    })
}

/// What the page cache holds of a file or block device.
pub(super) fn pages(path: &Path) -> Option<PageState> {
    let meta = std::fs::metadata(path).ok()?;
    if meta.is_dir() || !(meta.is_file() || is_block(&meta)) {
        return None;
    }
    let state = cache::show(path).ok()?;
    let dirty = state
        .dirty_bytes
        .map(|dirty| dirty.saturating_add(state.writeback_bytes.unwrap_or(0)));
    Some(PageState {
        size_bytes: state.size_bytes,
        cached_bytes: state.cached_bytes,
        dirty_bytes: dirty,
    })
}

fn is_block(meta: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    meta.file_type().is_block_device()
}
