//! `c-states`: the CPU may enter deep idle states between I/Os.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::c_states as messages;
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
        area: Area::Processor,
        check,
    }),
    ..Trap::new(
        Family::Latency,
        "kernel: admin-guide/pm/cpuidle.rst",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// Waking up from a sleep deeper than this shows in the latency of a flash disk.
const DEEP_SLEEP_US: u64 = 50;

/// The deepest sleep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    NeverSleeps,
    Deepest { state: String, exit_latency_us: u64 },
}

impl Observed {
    pub fn is_deep(&self) -> bool {
        matches!(self, Observed::Deepest { exit_latency_us, .. } if *exit_latency_us >= DEEP_SLEEP_US)
    }
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let cpu = &machine.machine.cpu;
    let observed = match cpu.idle_states.iter().max_by_key(|(_, us)| *us) {
        Some((state, us)) => Observed::Deepest {
            state: state.clone(),
            exit_latency_us: *us,
        },
        None if cpu.idle_driver.as_deref() == Some("none") => Observed::NeverSleeps,
        None => Observed::Unknown,
    };
    let state = match &observed {
        Observed::Unknown => State::Unknown,
        deep if deep.is_deep() => State::Care,
        _ => State::Fine,
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

/// The sentences of `c-states`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown => messages::unknown(lang).to_owned(),
            Observed::NeverSleeps => messages::never_sleeps(lang).to_owned(),
            Observed::Deepest {
                state,
                exit_latency_us,
            } => messages::Deepest {
                state,
                latency: &Micros(*exit_latency_us),
            }
            .text(lang),
        }
    }
}
