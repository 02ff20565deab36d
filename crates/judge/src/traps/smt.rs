//! `smt`: two threads share a core.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::traps::smt as messages;
use fiord_messages::{Fixed, Lang};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Processor,
        check,
    }),
    ..Trap::new(
        Family::Machine,
        "kernel: admin-guide/hw-vuln/core-scheduling.rst",
        &[Symptom::RunsDiffer, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// Whether threads share cores; `None`: not readable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub smt_active: Option<bool>,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let smt_active = machine.machine.cpu.smt_active;
    let state = match smt_active {
        Some(true) => State::Note,
        Some(false) => State::Fine,
        None => State::Unknown,
    };
    vec![Checked::new(state, Subject::whole(), Observed { smt_active })]
}

/// The sentences of `smt`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let saw: Fixed = match self.smt_active {
            Some(true) => messages::active,
            Some(false) => messages::inactive,
            None => messages::unknown,
        };
        saw(lang).to_owned()
    }
}
