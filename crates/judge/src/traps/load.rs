//! `load`: CPUs are busy or taken by the hypervisor.

use crate::case::MachineView;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::load as messages;
use fiord_record::number::{Share, short};
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
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Machine,
        "proc_stat(5), proc_loadavg(5)",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// The load of the CPUs.
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
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown => messages::unknown(lang).to_owned(),
            Observed::Steal { steal_percent, now } => {
                let share = &Share(steal_percent / 100.0);
                if *now {
                    messages::StealNow { share }.text(lang)
                } else {
                    messages::StealSinceBoot { share }.text(lang)
                }
            }
            Observed::NoSteal => messages::no_steal(lang).to_owned(),
            Observed::Busy { cpu_busy_percent } => {
                let percent = &cpu_busy_percent.round();
                messages::Busy { percent }.text(lang)
            }
            Observed::Average { load, online } => messages::Average {
                load: &short(*load),
                cpus: u64::from(*online),
            }
            .text(lang),
        }
    }
}
