//! `frequency`: the CPU runs below its maximum frequency.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::frequency as messages;
use fiord_record::number::short;
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
    why: Observed::why,
    advice: Observed::advice,
    ..Trap::new(
        Family::Machine,
        "kernel: admin-guide/pm/cpufreq.rst, admin-guide/pm/intel_pstate.rst",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// What bounds the clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Limit {
        max_khz: u64,
        /// What the hardware could do.
        hardware_max_khz: Option<u64>,
    },
    TurboOff,
    OnBattery,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let cpu = &machine.machine.cpu;
    let mut out = Vec::new();
    let mut add = |state, observed| out.push(Checked::new(state, Subject::whole(), observed));
    if let Some(max_khz) = cpu.max_khz {
        let is_limited = cpu.hardware_max_khz.is_some_and(|best| max_khz < best);
        let observed = Observed::Limit {
            max_khz,
            hardware_max_khz: cpu.hardware_max_khz,
        };
        add(if is_limited { State::Care } else { State::Fine }, observed);
    }
    if cpu.turbo == Some(false) {
        add(State::Note, Observed::TurboOff);
    }
    if machine.machine.system.on_battery == Some(true) {
        add(State::Care, Observed::OnBattery);
    }
    out
}

/// The sentences of `frequency`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let ghz = |khz: u64| short(khz as f64 / 1e6);
        match self {
            Observed::Limit {
                max_khz,
                hardware_max_khz: Some(best),
            } if max_khz < best => messages::Limit {
                limit: &ghz(*max_khz),
                maximum: &ghz(*best),
            }
            .text(lang),
            Observed::Limit { max_khz, .. } => messages::NoLimit {
                maximum: &ghz(*max_khz),
            }
            .text(lang),
            Observed::TurboOff => messages::turbo_off(lang).to_owned(),
            Observed::OnBattery => messages::on_battery(lang).to_owned(),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        match self {
            Observed::Limit { .. } => None,
            Observed::TurboOff => Some(messages::why_turbo_off(lang).to_owned()),
            Observed::OnBattery => Some(messages::why_on_battery(lang).to_owned()),
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        matches!(self, Observed::OnBattery).then(|| messages::advice_on_battery(lang).to_owned())
    }
}
