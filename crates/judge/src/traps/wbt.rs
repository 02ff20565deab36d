//! `wbt`: the kernel slows buffered writes in favour of reads.

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::wbt as messages;
use fiord_record::number::Micros;
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
    topics: &[&topics::WRITEBACK],
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/stable/sysfs-block",
        &[Symptom::IopsTooLow, Symptom::OtherSetting],
        Observed::saw,
    )
};

/// The target of write-back throttling; 0 or less is off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub target_us: i64,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    each_queue(machine.disks(), |_, queue| {
        let target_us = queue.wbt_lat_usec?;
        let state = if target_us > 0 { State::Note } else { State::Fine };
        Some((state, Observed { target_us }))
    })
}

/// The sentences of `wbt`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match u64::try_from(self.target_us) {
            Ok(us @ 1..) => {
                let latency = &Micros(us);
                messages::On { device, latency }.text(lang)
            }
            _ => messages::Off { device }.text(lang),
        }
    }
}
