//! `rq-affinity`: completions run on any CPU.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::rq_affinity as messages;
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
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// The setting of one queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// 0: anywhere, 1: near the CPU that submitted, 2: on it.
    pub rq_affinity: u32,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |_, queue| {
        let rq_affinity = queue.rq_affinity?;
        let state = if rq_affinity == 0 {
            State::Note
        } else {
            State::Fine
        };
        Some((state, Observed { rq_affinity }))
    })
}

/// The sentences of `rq-affinity`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match &self.rq_affinity {
            0 => messages::AnyCpu { device }.text(lang),
            setting => messages::Got { device, setting }.text(lang),
        }
    }
}
