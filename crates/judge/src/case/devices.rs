//! The devices as a job sees them: uppermost ones, loop devices, the mean length of queues.

use fiord_host::disk::Transport;
use fiord_host::stack::{Layer, LayerKind};
use fiord_record::evidence::{DeviceUse, RunEvidence};

use crate::case::Case;

/// Whether a hypervisor presents the disk.
pub fn is_virtual(transport: Transport) -> bool {
    matches!(
        transport,
        Transport::VirtioBlk
            | Transport::VirtioScsi
            | Transport::Xen
            | Transport::HyperV
            | Transport::VmwarePvscsi
    )
}

/// Whether the disk is on another machine.
pub fn is_remote(transport: Transport) -> bool {
    matches!(
        transport,
        Transport::FibreChannel | Transport::Iscsi | Transport::NvmeFabric | Transport::NetworkBlock
    )
}

/// The uppermost block devices under all targets: what the file system or the job itself talks to. Without the layers (a record
/// that is read later) the leaves stand in for them.
pub fn uppermost<'a>(e: &Case<'a>, evidence: &'a RunEvidence) -> Vec<&'a DeviceUse> {
    let mut names: Vec<&str> = Vec::new();
    let targets = e.record.before.targets.as_slice();
    for top in targets
        .iter()
        .filter_map(|target| target.stack.as_ref()?.top.as_ref())
    {
        first_devices(top, &mut names);
    }
    let known: Vec<&DeviceUse> = evidence
        .devices
        .iter()
        .filter(|device| names.contains(&device.name.as_str()))
        .collect();
    if known.is_empty() {
        evidence.leaves().collect()
    } else {
        known
    }
}

/// A partition has no queue: its disk is meant.
fn first_devices<'l>(layer: &'l Layer, names: &mut Vec<&'l str>) {
    let through = matches!(layer.kind, LayerKind::FileSystem(_) | LayerKind::Partition { .. });
    if through && !layer.below.is_empty() {
        for below in &layer.below {
            first_devices(below, names);
        }
    } else if layer.number.is_some() && !names.contains(&layer.name.as_str()) {
        names.push(&layer.name);
    }
}

/// A loop device under a target, and the devices at the bottom of it.
pub struct Looped<'a> {
    pub device: &'a DeviceUse,
    pub below: Vec<&'a DeviceUse>,
    /// Whether it goes past the page cache of its file.
    pub direct_io: Option<bool>,
}

/// The loop devices under the targets, each once.
pub fn loops<'a>(e: &Case<'a>, evidence: &'a RunEvidence) -> Vec<Looped<'a>> {
    let mut found: Vec<Looped<'a>> = Vec::new();
    let targets = e.record.before.targets.as_slice();
    let layers = targets
        .iter()
        .filter_map(|target| target.stack.as_ref())
        .flat_map(|stack| stack.layers());
    for (_, layer) in layers {
        let LayerKind::Loop { direct_io, .. } = layer.kind else {
            continue;
        };
        let Some(device) = evidence
            .devices
            .iter()
            .find(|device| device.name == layer.name && !device.leaf)
        else {
            continue;
        };
        if found.iter().any(|known| known.device.name == device.name) {
            continue;
        }
        let mut names = Vec::new();
        bottom(layer, &mut names);
        let below = evidence
            .leaves()
            .filter(|leaf| names.contains(&leaf.name.as_str()))
            .collect();
        found.push(Looped {
            device,
            below,
            direct_io,
        });
    }
    found
}

fn bottom<'l>(layer: &'l Layer, names: &mut Vec<&'l str>) {
    for below in &layer.below {
        bottom(below, names);
    }
    names.push(&layer.name);
}

/// The mean queue of devices in I/Os of ours: a request that was merged of several counts as those.
#[derive(Debug, Clone, Copy)]
pub struct MeanQueue {
    /// Over the window, as iostat's aqu-sz.
    pub over_window: f64,
    /// Over the time in which a device had anything to do. A generator that was late leaves gaps between, but a short queue
    /// inside means that the I/Os came one by one. The kernel samples busy time once per tick: good to a few percent in a second.
    pub while_busy: f64,
}

/// `None` when the devices did nothing, or keep no times.
pub fn mean_queue(devices: &[&DeviceUse], evidence: &RunEvidence) -> Option<MeanQueue> {
    let deltas = || devices.iter().map(|device| device.delta());
    let queued_ms: u64 = deltas().map(|delta| delta.queue_ms).sum();
    // Of several devices the busiest: I/Os on different devices were in flight together.
    let busy_ms = deltas().map(|delta| delta.busy_ms).max()?;
    let requests: u64 = deltas()
        .map(|delta| delta.reads + delta.writes + delta.discards)
        .sum();
    let issued: u64 = evidence.issued_ios.iter().sum();
    (queued_ms > 0 && busy_ms > 0 && requests > 0 && evidence.seconds > 0.0).then(|| {
        let merged = (issued as f64 / requests as f64).max(1.0);
        MeanQueue {
            over_window: queued_ms as f64 / 1e3 / evidence.seconds * merged,
            while_busy: queued_ms as f64 / busy_ms as f64 * merged,
        }
    })
}
