//! `system`: kernel, hypervisor and container that a result holds for.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::system as messages;
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
    why: Observed::why,
    advice: Observed::advice,
    ..Trap::new(
        Family::Machine,
        "uname(2); systemd-detect-virt(1)",
        &[Symptom::RunsDiffer, Symptom::JobEnds],
        Observed::saw,
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
        /// `kernel.io_uring_disabled`: 1, for all but one group; 2, for all.
        level: u32,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
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

/// The sentences of `system`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown => messages::unknown(lang).to_owned(),
            Observed::Kernel {
                release,
                distribution: Some(distribution),
            } => messages::KernelOfDistribution {
                release,
                distribution,
            }
            .text(lang),
            Observed::Kernel { release, .. } => messages::Kernel { release }.text(lang),
            Observed::VirtualMachine { hypervisor, cloud } => match (hypervisor.as_str(), cloud) {
                ("unknown", Some(cloud)) => messages::UnknownHypervisorInCloud { cloud }.text(lang),
                ("unknown", None) => messages::unknown_hypervisor(lang).to_owned(),
                (_, Some(cloud)) => messages::VirtualMachineInCloud { hypervisor, cloud }.text(lang),
                (_, None) => messages::VirtualMachine { hypervisor }.text(lang),
            },
            Observed::InCloud { cloud } => messages::InCloud { cloud }.text(lang),
            Observed::Container { kind } if kind == "container" => messages::container(lang).to_owned(),
            Observed::Container { kind } => messages::ContainerKind { kind }.text(lang),
            Observed::IoUringForbidden { level: 1 } => messages::io_uring_one_group(lang).to_owned(),
            Observed::IoUringForbidden { .. } => messages::io_uring_forbidden(lang).to_owned(),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let why = match self {
            Observed::VirtualMachine { .. } => messages::why_virtual_machine,
            Observed::Container { .. } => messages::why_container,
            Observed::IoUringForbidden { .. } => messages::why_io_uring,
            _ => return None,
        };
        Some(why(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::VirtualMachine { .. } => messages::advice_virtual_machine,
            Observed::Container { .. } => messages::advice_container,
            Observed::IoUringForbidden { .. } => messages::advice_io_uring,
            _ => return None,
        };
        Some(advice(lang).to_owned())
    }
}
