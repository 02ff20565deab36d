//! `nr-requests`: few requests fit into a disk's queue.

use crate::case::layers::each_queue;
use crate::case::machine_view::{Area, MachineView};
use crate::case::trap::{Check, Checked, Family, State, Symptom, Text, Trap};
use fiord_host::stack::LayerKind;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: "few requests fit into the queue",
            why: "beyond this depth a job waits in the kernel, and its latency is the queue's, not the disk's",
            advice: "raise queue/nr_requests or keep iodepth × numjobs below it",
            example: "sda: 31 requests at the device",
        },
        area: Area::Disk,
        look,
    }),
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow],
    )
};

/// A device that takes so few at once limits the depth.
pub const DEVICE_TAKES_FEW: u32 = 64;
const KERNEL_HOLDS_FEW: u64 = 64;

/// How many requests fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// In the kernel, per direction or hardware queue.
    pub nr_requests: Option<u64>,
    pub hardware_queues: Option<u32>,
    /// At the device, where it says.
    pub device_depth: Option<u32>,
}

impl Observed {
    /// The depth of a device that takes few requests.
    pub fn small_device(&self) -> Option<u32> {
        self.device_depth.filter(|depth| *depth <= DEVICE_TAKES_FEW)
    }
}

fn look(machine: &MachineView<'_>) -> Vec<Checked<Observed>> {
    each_queue(machine.disks(), |layer, queue| {
        let observed = Observed {
            nr_requests: queue.nr_requests,
            hardware_queues: queue.hardware_queues,
            device_depth: match &layer.kind {
                LayerKind::Disk(disk) => disk.device_queue_depth,
                _ => None,
            },
        };
        let state = match (observed.nr_requests, observed.device_depth) {
            (None, None) => State::Unknown,
            _ if observed.small_device().is_some() => State::Note,
            (Some(n), _) if n < KERNEL_HOLDS_FEW => State::Note,
            _ => State::Fine,
        };
        Some((state, observed))
    })
}
