//! The disks under a plan's targets, and what their counters did over the run: fio's `Disk stats` and the survey's shares.

use std::path::PathBuf;
use std::time::Instant;

use fiord_host::block;
use fiord_host::disk_stats::DiskStats;
use fiord_host::root::Root;
use fiord_host::stack::{LayerKind, Stack};
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_record::run::{DiskCounts, DiskUse};

/// A disk and the devices below it.
struct Watched {
    name: String,
    below: Vec<String>,
}

/// Counters from the start of a run.
pub(crate) struct DiskWatch {
    disks: Vec<Watched>,
    before: Vec<(String, DiskStats)>,
    started: Instant,
}

/// The paths that a job will use, as far as the plan alone says: its files, or the folder in which they will be made.
pub(super) fn target_paths(job: &JobPlan) -> Vec<PathBuf> {
    if job.engine.kind.is_diskless() {
        return Vec::new();
    }
    let folder = job
        .files
        .directories
        .first()
        .map(PathBuf::from)
        .unwrap_or_default();
    if job.files.filenames.is_empty() {
        return vec![if folder.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            folder
        }];
    }
    job.files.filenames.iter().map(|name| folder.join(name)).collect()
}

impl DiskWatch {
    /// Reads the counters of every disk under the plan's targets.
    pub(crate) fn begin(root: &Root, plan: &RunPlan) -> Self {
        let mut disks: Vec<Watched> = Vec::new();
        let jobs = plan.jobs.iter().filter(|job| job.report.disk_util);
        for path in jobs.flat_map(target_paths) {
            if let Some(found) = watched(root, &path)
                && disks.iter().all(|disk| disk.name != found.name)
            {
                disks.push(found);
            }
        }
        let mut before = Vec::new();
        for name in disks
            .iter()
            .flat_map(|disk| std::iter::once(&disk.name).chain(&disk.below))
        {
            if let Some(stats) = DiskStats::of(root, name) {
                before.push((name.clone(), stats));
            }
        }
        Self {
            disks,
            before,
            started: Instant::now(),
        }
    }

    /// What happened since.
    pub(crate) fn end(self, root: &Root) -> Vec<DiskUse> {
        let elapsed_ms = (self.started.elapsed().as_millis() as f64).max(1.0);
        let counts = |name: &str| -> Option<DiskCounts> {
            let (_, before) = self.before.iter().find(|(known, _)| known == name)?;
            let delta = DiskStats::of(root, name)?.since(before);
            Some(DiskCounts {
                read_ios: delta.reads,
                write_ios: delta.writes,
                read_merges: delta.reads_merged,
                write_merges: delta.writes_merged,
                read_ticks: delta.read_ms,
                write_ticks: delta.write_ms,
                in_queue: delta.queue_ms,
                util_percent: (delta.busy_ms as f64 / elapsed_ms * 100.0).min(100.0),
                read_bytes: delta.read_bytes(),
                write_bytes: delta.write_bytes(),
            })
        };
        self.disks
            .iter()
            .filter_map(|disk| {
                let below: Vec<DiskCounts> = disk.below.iter().filter_map(|name| counts(name)).collect();
                Some(DiskUse {
                    name: disk.name.clone(),
                    counts: counts(&disk.name)?,
                    below: mean(&below),
                })
            })
            .collect()
    }
}

/// The uppermost block device under a path; a partition counts as its disk, as in fio.
fn watched(root: &Root, path: &std::path::Path) -> Option<Watched> {
    let stack = Stack::under(root, path);
    let top = stack
        .layers()
        .into_iter()
        .map(|(_, layer)| layer)
        .find(|layer| layer.number.is_some() && !matches!(layer.kind, LayerKind::FileSystem(_)))?
        .name
        .clone();
    let name = block::disk_of_partition(root, &top).unwrap_or(top);
    let leaves = stack.leaves();
    let below = leaves
        .iter()
        .map(|leaf| leaf.name.clone())
        .filter(|leaf| *leaf != name)
        .collect();
    Some(Watched { name, below })
}

fn mean(of: &[DiskCounts]) -> Option<DiskCounts> {
    let count = u64::try_from(of.len()).ok().filter(|count| *count > 0)?;
    let sum = |field: fn(&DiskCounts) -> u64| of.iter().map(field).sum::<u64>() / count;
    Some(DiskCounts {
        read_ios: sum(|disk| disk.read_ios),
        write_ios: sum(|disk| disk.write_ios),
        read_merges: sum(|disk| disk.read_merges),
        write_merges: sum(|disk| disk.write_merges),
        read_ticks: sum(|disk| disk.read_ticks),
        write_ticks: sum(|disk| disk.write_ticks),
        in_queue: sum(|disk| disk.in_queue),
        util_percent: of.iter().map(|disk| disk.util_percent).fold(0.0, f64::max),
        read_bytes: sum(|disk| disk.read_bytes),
        write_bytes: sum(|disk| disk.write_bytes),
    })
}
