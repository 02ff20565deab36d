//! `system`: kernel, hypervisor and container that a result holds for.

use crate::case::machine_view::{Area, MachineView};
use crate::case::trap::{Check, Checked, Family, State, Subject, Symptom, Text, Trap};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: "what the machine runs on",
            why: "a result holds for this kernel, on this host",
            advice: "keep the line with the result",
            example: "Linux 6.1 as a kvm guest in a kubernetes container",
        },
        area: Area::System,
        look,
    }),
    ..Trap::new(
        Family::Machine,
        "uname(2); systemd-detect-virt(1)",
        &[Symptom::RunsDiffer, Symptom::JobEnds],
    )
};

/// One fact about what runs the process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    Kernel {
        release: String,
        distribution: Option<String>,
    },
    VirtualMachine {
        hypervisor: String,
        cloud: Option<String>,
    },
    /// A machine of a cloud, without a hypervisor.
    InCloud {
        cloud: String,
    },
    Container {
        kind: String,
    },
    IoUringForbidden {
        /// `kernel.io_uring_disabled`: 1, for all but one group; 2, for everybody.
        level: u32,
    },
}

fn look(machine: &MachineView<'_>) -> Vec<Checked<Observed>> {
    let system = &machine.machine.system;
    let mut out = Vec::new();
    let mut add = |state, observed| out.push(Checked::new(state, Subject::whole(), observed));
    match system.kernel.clone() {
        Some(release) => {
            let distribution = system.distribution.clone();
            add(
                State::Fine,
                Observed::Kernel {
                    release,
                    distribution,
                },
            );
        }
        None => add(State::Unknown, Observed::Unknown),
    }
    match (system.hypervisor.clone(), system.cloud.clone()) {
        (Some(hypervisor), cloud) => add(State::Note, Observed::VirtualMachine { hypervisor, cloud }),
        (None, Some(cloud)) => add(State::Fine, Observed::InCloud { cloud }),
        (None, None) => {}
    }
    if let Some(kind) = system.container.clone() {
        add(State::Note, Observed::Container { kind });
    }
    if let Some(level @ 1..) = system.io_uring_disabled {
        add(State::Care, Observed::IoUringForbidden { level });
    }
    out
}
