//! `cpus`: only some CPUs may be used.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::cpus as messages;
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
        "sched_setaffinity(2)",
        &[Symptom::IopsTooLow, Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

/// The CPUs of the machine, and those of this process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// `None`: not readable.
    pub online: Option<u32>,
    pub allowed: Option<u32>,
    pub model: Option<String>,
}

impl Observed {
    /// CPUs that may be used, where that is not all.
    pub fn fewer(&self) -> Option<u32> {
        self.allowed
            .filter(|allowed| self.online.is_some_and(|online| *allowed < online))
    }
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let cpu = &machine.machine.cpu;
    let observed = Observed {
        online: cpu.online,
        allowed: cpu.allowed,
        model: cpu.model.clone(),
    };
    let state = match observed.online {
        None => State::Unknown,
        Some(_) if observed.fewer().is_some() => State::Note,
        Some(_) => State::Fine,
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

/// The sentences of `cpus`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let Some(online) = &self.online else {
            return messages::unknown(lang).to_owned();
        };
        let count = u64::from(*online);
        match (&self.fewer(), &self.model) {
            (Some(allowed), _) => messages::Fewer { allowed, online }.text(lang),
            (None, Some(model)) => messages::AllOfModel { online: count, model }.text(lang),
            (None, None) => messages::All { online: count }.text(lang),
        }
    }
}
