//! `pressure`: tasks wait for I/O or memory already.

use crate::case::MachineView;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::pressure as messages;
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
        area: Area::Now,
        check,
    }),
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Machine,
        "kernel: accounting/psi.rst",
        &[Symptom::LatencyTooHigh, Symptom::IopsTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

const IO_PERCENT: f64 = 10.0;
const MEMORY_PERCENT: f64 = 1.0;

/// Share of the last ten seconds in which some task waited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// This kernel does not keep it.
    Unknown,
    Io {
        io_some_percent: f64,
    },
    Memory {
        memory_some_percent: f64,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let pressure = &machine.machine.pressure;
    let looked = || {
        let activity = machine.activity?;
        Some(activity.io_stalled_ms? / activity.seconds.max(1e-3) / 10.0)
    };
    let io = pressure.io.map(|io| io.some_avg10).or_else(looked);
    let checked = |state, observed| Checked::new(state, Subject::whole(), observed);
    let Some(io_some_percent) = io else {
        return vec![checked(State::Unknown, Observed::Unknown)];
    };
    let state = if io_some_percent >= IO_PERCENT {
        State::Care
    } else {
        State::Fine
    };
    let mut out = vec![checked(state, Observed::Io { io_some_percent })];
    let memory = pressure.memory.map(|memory| memory.some_avg10);
    if let Some(memory_some_percent) = memory.filter(|percent| *percent >= MEMORY_PERCENT) {
        out.push(checked(State::Care, Observed::Memory { memory_some_percent }));
    }
    out
}

/// The sentences of `pressure`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown => messages::unknown(lang).to_owned(),
            Observed::Io { io_some_percent } => messages::Io {
                percent: &short(*io_some_percent),
            }
            .text(lang),
            Observed::Memory { memory_some_percent } => messages::Memory {
                percent: &short(*memory_some_percent),
            }
            .text(lang),
        }
    }
}
