//! `memory-device`: memory presented as a disk.

use crate::case::Case;
use crate::case::shares::{self, Part};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::memory_device as messages;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    topics: &[&topics::LATENCY_LADDER],
    quantity: Some(compare::quantity_memory),
    ..Trap::new(
        Family::Source,
        "Documentation/admin-guide/blockdev/zram.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// The devices at the bottom; all of them are memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub leaves: Vec<String>,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let judge = |part: Part<'_>| {
        let moved = part.issued.iter().any(|bytes| *bytes > 0);
        let memory = !part.leaves.is_empty() && part.leaves.iter().all(|leaf| leaf.in_memory);
        let observed = Observed {
            leaves: part.leaf_names(),
        };
        (moved && memory).then(|| Finding::new(When::Run, Severity::Care, part.subject, observed))
    };
    shares::parts_by_device(case)
        .into_iter()
        .filter_map(judge)
        .collect()
}

/// The sentences of `memory-device`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let devices = &lang.list(&self.leaves);
        messages::Got { devices }.text(lang)
    }
}
