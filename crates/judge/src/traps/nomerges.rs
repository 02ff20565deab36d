//! `nomerges`: the block layer does not merge neighbouring requests.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::nomerges as messages;
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
    topics: &[&topics::BLOCK_SIZE],
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::IopsTooLow, Symptom::Contradiction],
        Observed::saw,
    )
};

/// How a queue merges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// 0: as usual, 1: simple merges only, 2: not at all.
    pub nomerges: Option<u32>,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |_, queue| {
        let state = match queue.nomerges {
            None => State::Unknown,
            Some(0) => State::Fine,
            Some(_) => State::Note,
        };
        let nomerges = queue.nomerges;
        Some((state, Observed { nomerges }))
    })
}

/// The sentences of `nomerges`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match &self.nomerges {
            None => messages::Unknown { device }.text(lang),
            Some(0) => messages::Usual { device }.text(lang),
            Some(1) => messages::Simple { device }.text(lang),
            Some(setting) => messages::Off { device, setting }.text(lang),
        }
    }
}
