//! `pcie-link`: the disk's link runs below its best.

use crate::case::MachineView;
use crate::case::machine_view::real_disks;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_host::disk::Disk;
use fiord_host::stack::Layer;
use fiord_messages::Lang;
use fiord_messages::traps::pcie_link as messages;
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
    topics: &[&topics::INTERFACES],
    ..Trap::new(
        Family::Machine,
        "kernel: ABI/testing/sysfs-bus-pci; lspci(8)",
        &[Symptom::IopsTooLow, Symptom::Contradiction],
        Observed::saw,
    )
};

/// The link in use and the best that the disk offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub link: String,
    pub best: Option<String>,
}

impl Observed {
    /// The best link, where it is not the one in use.
    pub fn missed(&self) -> Option<&str> {
        self.best.as_deref().filter(|best| *best != self.link)
    }
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let one = |(layer, disk): (&Layer, &Disk)| {
        let observed = Observed {
            link: disk.pcie_link.clone()?,
            best: disk.pcie_link_max.clone(),
        };
        let state = observed.missed().map_or(State::Fine, |_| State::Care);
        Some(Checked::new(state, Subject::device(&layer.name), observed))
    };
    real_disks(machine).filter_map(one).collect()
}

/// The sentences of `pcie-link`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let (device, link) = (&device_name(subject, lang), &self.link);
        match self.missed() {
            Some(best) => {
                let best = &best;
                messages::BelowMaximum { device, link, best }.text(lang)
            }
            None => messages::Link { device, link }.text(lang),
        }
    }
}
