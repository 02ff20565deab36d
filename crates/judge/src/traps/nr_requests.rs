//! `nr-requests`: few requests fit into a disk's queue.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::stack::LayerKind;
use fiord_messages::Lang;
use fiord_messages::traps::nr_requests as messages;
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
    topics: &[&topics::QUEUE_DEPTH],
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// A device that accepts at most this many requests limits the queue depth.
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
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        let room = match (self.small_device(), self.nr_requests, self.device_depth) {
            (None, Some(requests), _) => messages::KernelQueues { device, requests }.text(lang),
            (Some(depth), _, _) | (None, None, Some(depth)) => messages::DeviceAccepts {
                device,
                requests: u64::from(depth),
            }
            .text(lang),
            (None, None, None) => return messages::Unknown { device }.text(lang),
        };
        let queues = self.hardware_queues.map(|queues| {
            messages::HardwareQueues {
                queues: u64::from(queues),
            }
            .text(lang)
        });
        let mut sentences = vec![room];
        sentences.extend(queues);
        lang.sentences(&sentences)
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        self.small_device()
            .map(|depth| messages::AdviceSmallDevice { depth: &depth }.text(lang))
    }
}
