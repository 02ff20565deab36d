//! `load`: processors are busy or taken away.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::load as messages;
use fiord_record::number::{plural, short};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Now,
        check,
    }),
    ..Trap::new(
        Family::Machine,
        "proc_stat(5), proc_loadavg(5)",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// What takes processors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    Steal {
        steal_percent: f64,
        /// Over a short look; else since boot.
        now: bool,
    },
    NoSteal,
    Busy {
        cpu_busy_percent: f64,
    },
    /// Without a look: the average of the last minute.
    Average {
        load: f64,
        online: u32,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let seen = [steal(machine), busy(machine)];
    let mut out: Vec<Checked> = seen
        .into_iter()
        .flatten()
        .map(|(state, observed)| Checked::new(state, Subject::whole(), observed))
        .collect();
    if out.is_empty() {
        out.push(Checked::new(State::Unknown, Subject::whole(), Observed::Unknown));
    }
    out
}

fn steal(machine: &MachineView<'_>) -> Option<(State, Observed)> {
    let since_boot = machine.machine.cpu_times.and_then(|times| times.steal_percent());
    let looked = machine.activity.and_then(|activity| activity.steal_percent);
    let steal_percent = looked.or(since_boot)?;
    let now = looked.is_some();
    let observed = Observed::Steal { steal_percent, now };
    if steal_percent >= 10.0 && now {
        Some((State::Wrong, observed))
    } else if steal_percent >= 1.0 {
        Some((State::Care, observed))
    } else if machine.machine.system.hypervisor.is_some() {
        Some((State::Fine, Observed::NoSteal))
    } else {
        None
    }
}

fn busy(machine: &MachineView<'_>) -> Option<(State, Observed)> {
    if let Some(cpu_busy_percent) = machine.activity.and_then(|activity| activity.cpu_busy_percent) {
        let state = match cpu_busy_percent {
            80.0.. => State::Wrong,
            25.0.. => State::Care,
            _ => State::Fine,
        };
        return Some((state, Observed::Busy { cpu_busy_percent }));
    }
    let cpu = &machine.machine.cpu;
    let (load, online) = (cpu.load_centi?[0] as f64 / 100.0, cpu.online?);
    let state = if load > f64::from(online) {
        State::Care
    } else {
        State::Fine
    };
    Some((state, Observed::Average { load, online }))
}

/// The sentences of `load`.
impl Observed {
    fn saw(&self, _: &Subject, _: Lang) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::Steal { steal_percent, now } => {
                let when = if *now { "now" } else { "since boot" };
                format!(
                    "the hypervisor took {} % of the processor time ({when})",
                    short(*steal_percent)
                )
            }
            Observed::NoSteal => "no processor time is stolen".to_owned(),
            Observed::Busy { cpu_busy_percent } => format!("processors are {cpu_busy_percent:.0} % busy"),
            Observed::Average { load, online } => format!(
                "load {} on {}",
                short(*load),
                plural(u64::from(*online), "processor")
            ),
        }
    }
}
