//! `numa`: the disk is nearer to some CPUs than to others.

use std::collections::BTreeSet;

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::stack::LayerKind;
use fiord_messages::Lang;
use fiord_messages::traps::numa as messages;
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
        "kernel: ABI/stable/sysfs-devices-node",
        &[Symptom::RunsDiffer, Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

/// Where the disks are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// On a machine of several nodes.
    Unknown { nodes: u32 },
    At {
        node: u32,
        nodes: u32,
        /// To the farthest node, as the firmware states it.
        distance: Option<u32>,
    },
    /// Of several disks.
    Spread { different_nodes: u64 },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let cpu = &machine.machine.cpu;
    let nodes = cpu.numa_nodes.unwrap_or(0);
    if nodes <= 1 {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut used = BTreeSet::new();
    for layer in machine.machine.stack.leaves() {
        let LayerKind::Disk(disk) = &layer.kind else {
            continue;
        };
        let Some(node) = disk.numa_node else { continue };
        used.insert(node);
        let row = cpu.numa_distances.get(node as usize);
        let distance = row.and_then(|row| row.iter().max()).copied();
        let observed = Observed::At {
            node,
            nodes,
            distance,
        };
        out.push(Checked::new(State::Note, Subject::device(&layer.name), observed));
    }
    let of_all = |state, observed| Checked::new(state, Subject::whole(), observed);
    if used.len() > 1 {
        let different_nodes = used.len() as u64;
        out.push(of_all(State::Care, Observed::Spread { different_nodes }));
    }
    if out.is_empty() {
        out.push(of_all(State::Unknown, Observed::Unknown { nodes }));
    }
    out
}

/// The sentences of `numa`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown { nodes } => messages::Unknown { nodes }.text(lang),
            Observed::At {
                node,
                nodes,
                distance,
            } => {
                let device = &device_name(subject, lang);
                let at = messages::At { device, node, nodes }.text(lang);
                match distance {
                    Some(distance) => lang.sentences(&[at, messages::Farthest { distance }.text(lang)]),
                    None => at,
                }
            }
            Observed::Spread { different_nodes } => messages::Spread { different_nodes }.text(lang),
        }
    }
}
