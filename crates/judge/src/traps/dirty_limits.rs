//! `dirty-limits`: memory takes buffered writes before the disk does.

use crate::case::MachineView;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::dirty_limits as messages;
use fiord_record::number::Bytes;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Memory,
        check,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::WRITEBACK],
    ..Trap::new(
        Family::Durability,
        "kernel: admin-guide/sysctl/vm.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow, Symptom::Unsteady],
        Observed::saw,
    )
};

/// More dirty data than this remains only after a lot was written.
const WAITING_MUCH_BYTES: u64 = 64 << 20;

/// Changed pages: how many may be, and how many are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    Limit {
        dirty_limit_bytes: u64,
    },
    /// Will be written while the test runs.
    Waiting {
        dirty_bytes: u64,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let memory = &machine.machine.memory;
    let checked = |state, observed| Checked::new(state, Subject::whole(), observed);
    let Some(dirty_limit_bytes) = memory.dirty_limit_bytes() else {
        return vec![checked(State::Unknown, Observed::Unknown)];
    };
    let mut out = vec![checked(State::Note, Observed::Limit { dirty_limit_bytes })];
    let in_writing = memory.writeback_bytes.unwrap_or(0);
    let dirty_bytes = memory.dirty_bytes.unwrap_or(0).saturating_add(in_writing);
    if dirty_bytes > WAITING_MUCH_BYTES {
        out.push(checked(State::Care, Observed::Waiting { dirty_bytes }));
    }
    out
}

/// The sentences of `dirty-limits`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown => messages::unknown(lang).to_owned(),
            Observed::Limit { dirty_limit_bytes } => {
                let limit = &Bytes(*dirty_limit_bytes);
                messages::Limit { limit }.text(lang)
            }
            Observed::Waiting { dirty_bytes } => {
                let dirty = &Bytes(*dirty_bytes);
                messages::Waiting { dirty }.text(lang)
            }
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let waits = matches!(self, Observed::Waiting { .. });
        waits.then(|| messages::why_waiting(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let waits = matches!(self, Observed::Waiting { .. });
        waits.then(|| messages::advice_waiting(lang).to_owned())
    }
}
