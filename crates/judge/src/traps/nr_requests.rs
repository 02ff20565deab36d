//! `nr-requests`: few requests fit into a disk's queue.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device;
use crate::{Checked, State, Subject};
use fiord_host::stack::LayerKind;
use fiord_messages::Lang;
use fiord_messages::traps::nr_requests as messages;
use fiord_record::number::plural;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Disk,
        check,
    }),
    advice: Observed::advice,
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow],
        Observed::saw,
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

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
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

/// The sentences of `nr-requests`.
impl Observed {
    fn saw(&self, subject: &Subject, _: Lang) -> String {
        let name = device(subject);
        let queues = self.hardware_queues.map_or_else(String::new, |n| {
            format!(" in {}", plural(u64::from(n), "hardware queue"))
        });
        match (self.small_device(), self.nr_requests, self.device_depth) {
            (Some(depth), _, _) => format!(
                "{name}: the device takes {}{queues}",
                plural(u64::from(depth), "request")
            ),
            (None, Some(n), _) => format!("{name}: {}{queues}", plural(n, "request")),
            (None, None, Some(depth)) => {
                format!("{name}: {} at the device", plural(u64::from(depth), "request"))
            }
            (None, None, None) => format!("{name}: nr_requests"),
        }
    }

    fn advice(&self, _: Lang) -> Option<String> {
        self.small_device().map(|depth| {
            format!("keep iodepth × numjobs at or below {depth}, or expect the rest to wait in the kernel")
        })
    }
}
