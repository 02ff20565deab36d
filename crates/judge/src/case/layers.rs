//! What checks of queues and disks share: walks over the layers, and kinds of disk.

use fiord_host::block::Queue;
use fiord_host::changes::{Change, Setting};
use fiord_host::disk::{Disk, Transport};
use fiord_host::stack::{Layer, LayerKind};

use crate::case::machine_view::MachineView;
use crate::case::trap::{Checked, State, Subject};

/// Judges the queue of each layer; the layer becomes the subject.
pub fn each_queue<'a, O>(
    layers: Vec<&'a Layer>,
    judge: impl Fn(&'a Layer, &'a Queue) -> Option<(State, O)>,
) -> Vec<Checked<O>> {
    let one = |layer: &'a Layer| {
        let (state, observed) = judge(layer, layer.queue.as_ref()?)?;
        Some(Checked::new(state, Subject::device(&layer.name), observed))
    };
    layers.into_iter().filter_map(one).collect()
}

/// The disks at the bottom with what they say of themselves.
pub fn real_disks<'a>(machine: &MachineView<'a>) -> impl Iterator<Item = (&'a Layer, &'a Disk)> {
    machine.disks().into_iter().filter_map(|layer| match &layer.kind {
        LayerKind::Disk(disk) => Some((layer, &**disk)),
        _ => None,
    })
}

/// Whether a disk may have a moving head, as far as its transport shows.
pub fn can_rotate(layer: &Layer) -> bool {
    matches!(&layer.kind, LayerKind::Disk(disk) if matches!(disk.transport,
        Transport::Sata | Transport::Sas | Transport::Scsi | Transport::Usb | Transport::RaidController | Transport::Unknown))
}

/// The queues at the bottom of a layer.
pub fn bottom_queues(layer: &Layer) -> Vec<&Queue> {
    if layer.below.is_empty() {
        return layer.queue.iter().collect();
    }
    layer.below.iter().flat_map(bottom_queues).collect()
}

/// A setting of a device's queue to be changed.
pub fn change(device: &str, setting: Setting, to: &str) -> Change {
    Change {
        device: device.to_owned(),
        setting,
        to: to.to_owned(),
    }
}
