//! fio's `Disk stats`: a view of the counters that the witness read.

use std::time::Duration;

use fiord_host::block;
use fiord_host::stack::LayerKind;
use fiord_record::evidence::DeviceUse;
use fiord_record::run::{DiskCounts, DiskUse};

use crate::targets::RunTargets;

/// A disk that fio would show, and the devices below it.
pub(super) struct FioDisk {
    name: String,
    below: Vec<String>,
}

/// The uppermost block devices under the targets of the jobs that want to see them; a partition counts as its disk, as in fio.
pub(super) fn shown(targets: &RunTargets<'_>) -> Vec<FioDisk> {
    let mut all: Vec<FioDisk> = Vec::new();
    let jobs = targets.jobs().filter(|(job, _)| job.report.disk_util);
    for target in jobs.flat_map(|(_, targets)| targets) {
        let top = target
            .stack
            .layers()
            .into_iter()
            .map(|(_, layer)| layer)
            .find(|layer| layer.number.is_some() && !matches!(layer.kind, LayerKind::FileSystem(_)));
        let Some(top) = top else { continue };
        let name = block::disk_of_partition(targets.root, &top.name).unwrap_or_else(|| top.name.clone());
        if all.iter().any(|known| known.name == name) {
            continue;
        }
        let leaves = target.stack.leaves();
        let below = leaves.iter().map(|leaf| leaf.name.clone());
        let below = below.filter(|leaf| *leaf != name).collect();
        all.push(FioDisk { name, below });
    }
    all
}

/// What the shown disks did.
pub(super) fn lines(shown: &[FioDisk], devices: &[DeviceUse], elapsed: Duration) -> Vec<DiskUse> {
    let elapsed_ms = (elapsed.as_millis() as f64).max(1.0);
    let counts = |name: &str| -> Option<DiskCounts> {
        let delta = devices.iter().find(|device| device.name == name)?.delta();
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
    let line = |disk: &FioDisk| {
        let below: Vec<DiskCounts> = disk.below.iter().filter_map(|name| counts(name)).collect();
        Some(DiskUse {
            name: disk.name.clone(),
            counts: counts(&disk.name)?,
            below: mean(&below),
        })
    };
    shown.iter().filter_map(line).collect()
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
