//! `governor`: the CPU frequency follows the load.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::governor as messages;
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
        "kernel: admin-guide/pm/cpufreq.rst",
        &[Symptom::LatencyTooHigh, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// The governors in use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    /// A virtual machine that sees none.
    HostDecides,
    Governors {
        names: Vec<String>,
        driver: Option<String>,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let cpu = &machine.machine.cpu;
    let (state, observed) = if !cpu.governors.is_empty() {
        let is_fastest = cpu.governors.iter().all(|governor| governor == "performance");
        let observed = Observed::Governors {
            names: cpu.governors.clone(),
            driver: cpu.frequency_driver.clone(),
        };
        (if is_fastest { State::Fine } else { State::Care }, observed)
    } else if machine.machine.system.hypervisor.is_some() {
        (State::Unknown, Observed::HostDecides)
    } else {
        (State::Unknown, Observed::Unknown)
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

/// The sentences of `governor`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let (names, driver) = match self {
            Observed::Unknown => return messages::unknown(lang).to_owned(),
            Observed::HostDecides => return messages::host_decides(lang).to_owned(),
            Observed::Governors { names, driver } => (names, driver),
        };
        let governors = match names.as_slice() {
            [governor] => messages::Governor { governor }.text(lang),
            names => {
                let governors = &lang.list(names);
                messages::Governors { governors }.text(lang)
            }
        };
        let driver = driver
            .as_ref()
            .map(|driver| messages::Driver { driver }.text(lang));
        let sentences: Vec<String> = [governors].into_iter().chain(driver).collect();
        lang.sentences(&sentences)
    }
}
