//! `write-cache`: the disk has a volatile write cache.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::write_cache as messages;
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
    topic: Some(&topics::POWER_LOSS_PROTECTION),
    ..Trap::new(
        Family::Durability,
        "kernel: block/writeback_cache_control.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// The cache as the kernel knows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// `write back` or `write through`.
    pub mode: Option<String>,
    /// Whether the device takes writes that bypass its cache.
    pub fua: Option<bool>,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |_, queue| {
        let state = match queue.write_cache.as_deref() {
            None => State::Unknown,
            Some("write back") => State::Note,
            Some(_) => State::Fine,
        };
        let observed = Observed {
            mode: queue.write_cache.clone(),
            fua: queue.fua,
        };
        Some((state, observed))
    })
}

/// The sentences of `write-cache`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        let cache = match &self.mode {
            None => return messages::Unknown { device }.text(lang),
            Some(mode) if mode == "write back" => messages::WriteBack { device }.text(lang),
            Some(mode) => messages::NoWriteBack { mode, device }.text(lang),
        };
        let fua = self
            .fua
            .map(|fua| if fua { messages::fua } else { messages::no_fua });
        let mut sentences = vec![cache];
        sentences.extend(fua.map(|fua| fua(lang).to_owned()));
        lang.sentences(&sentences)
    }
}
