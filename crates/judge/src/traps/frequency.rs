//! `frequency`: the processor is held below its best.

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
    fn saw(&self, _: &Subject, _: Lang) -> String {
        let ghz = |khz: u64| short(khz as f64 / 1e6);
        match self {
            Observed::Limit {
                max_khz,
                hardware_max_khz: Some(best),
            } if max_khz < best => format!("limited to {} of {} GHz", ghz(*max_khz), ghz(*best)),
            Observed::Limit { max_khz, .. } => format!("up to {} GHz", ghz(*max_khz)),
            Observed::TurboOff => "turbo is off".to_owned(),
            Observed::OnBattery => "runs from the battery".to_owned(),
        }
    }

    fn why(&self, _: Lang) -> Option<String> {
        match self {
            Observed::Limit { .. } => None,
            Observed::TurboOff => Some("slower, but steadier than with it".to_owned()),
            Observed::OnBattery => Some("processor, link and disk save power".to_owned()),
        }
    }

    fn advice(&self, _: Lang) -> Option<String> {
        matches!(self, Observed::OnBattery).then(|| "plug in the mains".to_owned())
    }
}
