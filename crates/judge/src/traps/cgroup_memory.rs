//! `cgroup-memory`: a control group limits memory, and with it the page cache.

use crate::case::MachineView;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::thing_name;
use crate::{Checked, State, Subject, Thing};
use fiord_host::cgroup::Limited;
use fiord_messages::Lang;
use fiord_messages::traps::cgroup_memory as messages;
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
        area: Area::System,
        check,
    }),
    topics: &[&topics::PAGE_CACHE],
    ..Trap::new(
        Family::Machine,
        "kernel: admin-guide/cgroup-v2.rst",
        &[Symptom::IopsTooLow, Symptom::RunsDiffer],
        Observed::saw,
    )
};

/// A limit of memory below what the machine has, and how often it was hit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Beyond it pages are reclaimed or processes killed.
    Max { memory_bytes: u64, hits: Option<u64> },
    /// Beyond it the group is slowed down.
    High {
        memory_high_bytes: u64,
        hits: Option<u64>,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let groups = &machine.machine.cgroups;
    let total = machine.machine.memory.total_bytes.unwrap_or(u64::MAX);
    let kinds = [Limited::Memory, Limited::MemoryHigh];
    let least = |what: Limited| {
        let of_kind = groups.limits.iter().filter(|limit| limit.what == what);
        of_kind
            .filter(|limit| limit.value < total)
            .min_by_key(|limit| limit.value)
    };
    let limits = kinds.into_iter().filter_map(least);
    limits
        .map(|limit| {
            let observed = match limit.what {
                Limited::MemoryHigh => Observed::High {
                    memory_high_bytes: limit.value,
                    hits: groups.throttling.memory_high_events,
                },
                _ => Observed::Max {
                    memory_bytes: limit.value,
                    hits: groups.throttling.memory_max_events,
                },
            };
            let group = Thing::Group(limit.group.display().to_string());
            Checked::new(State::Care, Subject::whole().on(group), observed)
        })
        .collect()
}

/// The sentences of `cgroup-memory`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let group = &thing_name(subject, lang);
        let (limited, hits) = match self {
            Observed::Max { memory_bytes, hits } => {
                let limit = &Bytes(*memory_bytes);
                (messages::Max { group, limit }.text(lang), hits)
            }
            Observed::High {
                memory_high_bytes,
                hits,
            } => {
                let limit = &Bytes(*memory_high_bytes);
                (messages::High { group, limit }.text(lang), hits)
            }
        };
        let hits = hits
            .filter(|hits| *hits > 0)
            .map(|hits| messages::Hits { hits }.text(lang));
        let mut sentences = vec![limited];
        sentences.extend(hits);
        lang.sentences(&sentences)
    }
}
