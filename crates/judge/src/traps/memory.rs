//! `memory`: little memory is left.

use crate::case::MachineView;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::memory as messages;
use fiord_record::number::{Bytes, Share};
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
    topics: &[&topics::PAGE_CACHE],
    ..Trap::new(
        Family::Machine,
        "kernel: filesystems/proc.rst (MemAvailable)",
        &[Symptom::RunsDiffer, Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

/// Memory that programs can have; `None`: not readable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub available_bytes: Option<u64>,
    pub total_bytes: Option<u64>,
}

impl Observed {
    /// Available, total and the share of the one in the other.
    pub fn share(&self) -> Option<(u64, u64, f64)> {
        let total = self.total_bytes.filter(|total| *total > 0)?;
        let available = self.available_bytes?;
        Some((available, total, available as f64 / total as f64))
    }
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let memory = &machine.machine.memory;
    let observed = Observed {
        available_bytes: memory.available_bytes,
        total_bytes: memory.total_bytes,
    };
    let state = match observed.share() {
        None => State::Unknown,
        Some((_, _, share)) if share < 0.02 => State::Wrong,
        Some((_, _, share)) if share < 0.10 => State::Care,
        Some(_) => State::Fine,
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

/// The sentences of `memory`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let Some((available_bytes, total_bytes, share)) = self.share() else {
            return messages::unknown(lang).to_owned();
        };
        let (available, total) = (&Bytes(available_bytes), &Bytes(total_bytes));
        match share {
            0.10.. => messages::Enough {
                available,
                total,
                share: &Share(share),
                twice: &Bytes(total_bytes.saturating_mul(2)),
            }
            .text(lang),
            _ => messages::Little {
                available,
                total,
                share: &Share(share),
            }
            .text(lang),
        }
    }
}
