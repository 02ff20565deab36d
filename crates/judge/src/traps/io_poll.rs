//! `io-poll`: polled I/O on a disk without poll queues.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::disk::Transport;
use fiord_host::stack::LayerKind;
use fiord_messages::Lang;
use fiord_messages::traps::io_poll as messages;
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
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block; modinfo nvme",
        &[Symptom::LatencyTooHigh, Symptom::OtherSetting, Symptom::JobEnds],
        Observed::saw,
    )
};

/// Whether an NVMe disk can be polled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub io_poll: Option<bool>,
    /// Of the driver.
    pub poll_queues: Option<u64>,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |layer, queue| {
        let is_nvme = matches!(&layer.kind, LayerKind::Disk(disk) if disk.transport == Transport::Nvme);
        let observed = Observed {
            io_poll: queue.io_poll,
            poll_queues: machine.machine.system.nvme_poll_queues.map(u64::from),
        };
        let state = match (observed.io_poll, observed.poll_queues) {
            (_, Some(0)) | (Some(false), _) => State::Note,
            (Some(true), _) => State::Fine,
            (None, _) => State::Unknown,
        };
        is_nvme.then_some((state, observed))
    })
}

/// The sentences of `io-poll`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match (self.io_poll, self.poll_queues) {
            (_, Some(0)) => messages::NoPollQueues { device }.text(lang),
            (Some(false), _) => messages::Off { device }.text(lang),
            (Some(true), _) => messages::CanPoll { device }.text(lang),
            (None, _) => messages::Unknown { device }.text(lang),
        }
    }
}
