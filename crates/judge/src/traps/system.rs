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
        /// `kernel.io_uring_disabled`: 1, for all but one group; 2, for everybody.
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
    fn saw(&self, _: &Subject, _: Lang) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::Kernel {
                release,
                distribution: Some(distribution),
            } => format!("Linux {release}, {distribution}"),
            Observed::Kernel { release, .. } => format!("Linux {release}"),
            Observed::VirtualMachine { hypervisor, cloud } => {
                let host = match hypervisor.as_str() {
                    "unknown" => "an unknown hypervisor",
                    known => known,
                };
                let cloud = cloud
                    .as_ref()
                    .map_or_else(String::new, |cloud| format!(" at {cloud}"));
                format!("a virtual machine under {host}{cloud}")
            }
            Observed::InCloud { cloud } => format!("a machine at {cloud}"),
            Observed::Container { kind } if kind == "container" => "inside a container".to_owned(),
            Observed::Container { kind } => format!("inside a {kind} container"),
            Observed::IoUringForbidden { level: 1 } => {
                "io_uring is forbidden for all but one group".to_owned()
            }
            Observed::IoUringForbidden { .. } => "io_uring is forbidden for everybody".to_owned(),
        }
    }

    fn why(&self, _: Lang) -> Option<String> {
        let why = match self {
            Observed::VirtualMachine { .. } => {
                "its host shares processor, cache and disk with others, and none of that is visible from here"
            }
            Observed::Container { .. } => {
                "limits and other users of the disk may not all be visible from inside"
            }
            Observed::IoUringForbidden { .. } => "jobs with ioengine=io_uring fail",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self, _: Lang) -> Option<String> {
        let advice = match self {
            Observed::VirtualMachine { .. } => "repeat at other times of day; watch the steal time",
            Observed::Container { .. } => "run doctor on the host as well",
            Observed::IoUringForbidden { .. } => "set sysctl kernel.io_uring_disabled=0, or use libaio",
            _ => return None,
        };
        Some(advice.to_owned())
    }
}
