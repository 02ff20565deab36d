//! `huge-pages`: memory is set aside for huge pages.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::huge_pages as messages;
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
    ..Trap::new(
        Family::Machine,
        "kernel: admin-guide/mm/hugetlbpage.rst",
        &[Symptom::IopsTooLow, Symptom::JobEnds],
        Observed::saw,
    )
};

/// Memory in huge pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// `None`: not readable.
    pub set_aside_bytes: Option<u64>,
    /// The mode of transparent huge pages.
    pub transparent: Option<String>,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let memory = &machine.machine.memory;
    let page = memory.huge_page_bytes.unwrap_or(0);
    let observed = Observed {
        set_aside_bytes: memory.huge_pages.map(|pages| pages.saturating_mul(page)),
        transparent: memory.transparent_huge_pages.clone(),
    };
    let half = memory.total_bytes.map(|total| total / 2);
    let state = match (observed.set_aside_bytes, half) {
        (None, _) => State::Unknown,
        (Some(bytes), Some(half)) if bytes > half => State::Note,
        _ => State::Fine,
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

/// The sentences of `huge-pages`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let Some(bytes) = self.set_aside_bytes else {
            return messages::unknown(lang).to_owned();
        };
        let reserved = &Bytes(bytes);
        let transparent = self.transparent.as_ref().map_or_else(
            || messages::transparent_unknown(lang).to_owned(),
            |mode| messages::Transparent { mode }.text(lang),
        );
        lang.sentences(&[messages::Reserved { reserved }.text(lang), transparent])
    }
}
