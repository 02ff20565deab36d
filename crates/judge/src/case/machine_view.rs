//! The machine as checks look at it: its facts before anything runs.

use std::time::Duration;

use crate::case::Case;
use crate::{Checked, Observed, State, Subject};
use fiord_host::Machine;
use fiord_host::block::Queue;
use fiord_host::changes::{Change, Setting};
use fiord_host::disk::{Disk, Transport};
use fiord_host::look::Activity;
use fiord_host::stack::{Layer, LayerKind};

/// What is known of a machine before anything runs.
#[derive(Debug, Clone, Copy)]
pub struct MachineView<'a> {
    /// How it is made and set.
    pub machine: &'a Machine,
    /// What it did over a short look; `None`: not looked at.
    pub activity: Option<&'a Activity>,
    /// Median of a few direct 4 KiB reads per disk; of disks that could be read.
    pub read_latency: &'a [(String, Duration)],
}

impl<'a> MachineView<'a> {
    /// The machine of a record; `None`: not looked at.
    pub fn of(case: &Case<'a>) -> Option<Self> {
        let before = &case.record.before;
        Some(Self {
            machine: before.machine.as_ref()?,
            activity: before.activity.as_ref(),
            read_latency: &before.read_latency,
        })
    }

    /// Layers that have a queue, each once.
    pub fn queues(&self) -> Vec<&'a Layer> {
        let mut out: Vec<&Layer> = Vec::new();
        for (_, layer) in self.machine.stack.layers() {
            if layer.queue.is_some() && out.iter().all(|l| l.name != layer.name) {
                out.push(layer);
            }
        }
        out
    }

    /// Of them those that are no combination of others: disks, loop devices, compressed memory.
    pub fn disks(&self) -> Vec<&'a Layer> {
        let own = |l: &&Layer| {
            matches!(
                l.kind,
                LayerKind::Disk(_) | LayerKind::Loop { .. } | LayerKind::Zram { .. }
            )
        };
        self.queues().into_iter().filter(own).collect()
    }

    /// The uppermost layers with a queue: those that a file's read-ahead comes from.
    pub fn heads(&self) -> Vec<&'a Layer> {
        fn collect<'a>(layer: &'a Layer, out: &mut Vec<&'a Layer>) {
            if layer.queue.is_some() {
                if out.iter().all(|l| l.name != layer.name) {
                    out.push(layer);
                }
            } else {
                layer.below.iter().for_each(|below| collect(below, out));
            }
        }
        let mut out = Vec::new();
        if let Some(top) = &self.machine.stack.top {
            collect(top, &mut out);
        }
        out
    }

    /// Median latency of a few direct reads of a disk.
    pub fn latency_of(&self, device: &str) -> Option<Duration> {
        let found = self.read_latency.iter().find(|(name, _)| name == device);
        found.map(|(_, median)| *median)
    }
}

/// Judges the queue of each layer; the layer becomes the subject.
pub(crate) fn each_queue<'a, O: Into<Observed>>(
    layers: Vec<&'a Layer>,
    judge: impl Fn(&'a Layer, &'a Queue) -> Option<(State, O)>,
) -> Vec<Checked> {
    let one = |layer: &'a Layer| {
        let (state, observed) = judge(layer, layer.queue.as_ref()?)?;
        Some(Checked::new(state, Subject::device(&layer.name), observed))
    };
    layers.into_iter().filter_map(one).collect()
}

/// The disks at the bottom with what they say of themselves.
pub(crate) fn real_disks<'a>(machine: &MachineView<'a>) -> impl Iterator<Item = (&'a Layer, &'a Disk)> {
    machine.disks().into_iter().filter_map(|layer| match &layer.kind {
        LayerKind::Disk(disk) => Some((layer, &**disk)),
        _ => None,
    })
}

/// Whether a disk may have a moving head, as far as its transport shows.
pub(crate) fn can_rotate(layer: &Layer) -> bool {
    matches!(&layer.kind, LayerKind::Disk(disk) if matches!(disk.transport,
        Transport::Sata | Transport::Sas | Transport::Scsi | Transport::Usb | Transport::RaidController | Transport::Unknown))
}

/// The queues at the bottom of a layer.
pub(crate) fn bottom_queues(layer: &Layer) -> Vec<&Queue> {
    if layer.below.is_empty() {
        return layer.queue.iter().collect();
    }
    layer.below.iter().flat_map(bottom_queues).collect()
}

/// A setting of a device's queue to be changed.
pub(crate) fn change(device: &str, setting: Setting, to: &str) -> Change {
    Change {
        device: device.to_owned(),
        setting,
        to: to.to_owned(),
    }
}
