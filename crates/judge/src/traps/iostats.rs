//! `iostats`: the kernel keeps no counters of the disk.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::stack::LayerKind;
use fiord_messages::Lang;
use fiord_messages::traps::iostats as messages;
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
        "kernel: block/stat.rst; drivers/block/zram (bio_start_io_acct)",
        &[Symptom::Contradiction],
        Observed::saw,
    )
};

/// Whether a disk's requests are counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Counts,
    /// The driver counts with either setting: zram.
    CountsAlways,
    CountsNothing,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |layer, queue| {
        Some(match queue.iostats? {
            true => (State::Fine, Observed::Counts),
            false if matches!(layer.kind, LayerKind::Zram { .. }) => (State::Fine, Observed::CountsAlways),
            false => (State::Care, Observed::CountsNothing),
        })
    })
}

/// The sentences of `iostats`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match self {
            Observed::Counts => messages::Counts { device }.text(lang),
            Observed::CountsAlways => messages::CountsAlways { device }.text(lang),
            Observed::CountsNothing => messages::CountsNothing { device }.text(lang),
        }
    }
}
