//! `cloud-volume`: a cloud's volume has limits that were bought.

use crate::case::MachineView;
use crate::case::machine_view::real_disks;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::disk::CloudVolume;
use fiord_messages::Lang;
use fiord_messages::traps::cloud_volume as messages;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::Disk,
        check,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::CLOUD_VOLUMES],
    ..Trap::new(
        Family::Machine,
        "AWS EBS, Google Persistent Disk, Azure managed disks",
        &[Symptom::IopsTooLow, Symptom::IopsTooHigh, Symptom::Unsteady],
        Observed::saw,
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

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
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

/// The sentences of `cloud-volume`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        let disk = match (&self.volume, &self.cloud) {
            (Some(volume), _) => messages::Volume {
                device,
                provider: &volume.provider,
                volume: &volume.volume,
            }
            .text(lang),
            (None, Some(cloud)) => messages::DiskAt { device, cloud }.text(lang),
            (None, None) => messages::Disk { device }.text(lang),
        };
        let mut sentences = vec![disk];
        if let Some(instance) = &self.instance_type {
            sentences.push(messages::Instance { instance }.text(lang));
        }
        lang.sentences(&sentences)
    }

    fn why(&self, lang: Lang) -> Option<String> {
        is_local(self).then(|| messages::why_local(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        is_local(self).then(|| messages::advice_local(lang).to_owned())
    }
}

fn is_local(observed: &Observed) -> bool {
    observed.volume.as_ref().is_some_and(|volume| volume.local)
}
