//! `cloud-volume`: a cloud's volume has limits that were bought.

use crate::case::layers::real_disks;
use crate::case::machine_view::{Area, MachineView};
use crate::case::trap::{Check, Checked, Family, State, Subject, Symptom, Text, Trap};
use fiord_host::disk::CloudVolume;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: "a cloud volume has bought limits",
            why: "IOPS and throughput are capped by the volume's and the instance's size, some with a burst that ends: a short run measures the burst",
            advice: "look up the caps of volume and instance and put them next to the result; run longer than the burst",
            example: "nvme0n1 is aws EBS",
        },
        area: Area::Disk,
        look,
    }),
    ..Trap::new(
        Family::Machine,
        "the providers' documentation of volume limits",
        &[Symptom::IopsTooLow, Symptom::IopsTooHigh, Symptom::Unsteady],
    )
};

/// A disk of a cloud.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// As the disk's model string says; `None`: it says nothing, but the machine is at `cloud`.
    pub volume: Option<CloudVolume>,
    pub cloud: Option<String>,
    pub instance_type: Option<String>,
}

fn look(machine: &MachineView<'_>) -> Vec<Checked<Observed>> {
    let system = &machine.machine.system;
    let clouded = real_disks(machine).filter(|(_, disk)| disk.cloud.is_some() || system.cloud.is_some());
    clouded
        .map(|(layer, disk)| {
            let observed = Observed {
                volume: disk.cloud.clone(),
                cloud: system.cloud.clone(),
                instance_type: system.instance_type.clone(),
            };
            Checked::new(State::Note, Subject::device(&layer.name), observed)
        })
        .collect()
}
