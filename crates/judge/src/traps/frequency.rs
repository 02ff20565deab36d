//! `frequency`: the processor is held below its best.

use crate::case::machine_view::{Area, MachineView};
use crate::case::trap::{Check, Checked, Family, State, Subject, Symptom, Text, Trap};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: "the processor is held below its best",
            why: "latency and IOPS of fast disks follow the processor's clock",
            advice: "lift the limit (cpupower frequency-set -u), plug in the mains, allow turbo; or say so with the result",
            example: "limited to 3.4 of 4.2 GHz",
        },
        area: Area::Processor,
        look,
    }),
    ..Trap::new(
        Family::Machine,
        "kernel: admin-guide/pm/cpufreq.rst, admin-guide/pm/intel_pstate.rst",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow, Symptom::RunsDiffer],
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

fn look(machine: &MachineView<'_>) -> Vec<Checked<Observed>> {
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
