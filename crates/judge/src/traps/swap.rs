//! `swap`: swapping, worst when it goes to what is measured.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_host::swaps::Swap;
use fiord_messages::Lang;
use fiord_messages::traps::swap as messages;
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
        "kernel: admin-guide/sysctl/vm.rst (swappiness)",
        &[Symptom::RunsDiffer, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// The swap areas and how full they are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub swap_used_bytes: u64,
    pub areas: Vec<String>,
    /// The area that lies on what is measured.
    pub on_target: Option<String>,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let swaps = &machine.machine.swaps;
    let used: u64 = swaps.iter().map(|swap| swap.used_bytes).sum();
    let on_target = swaps.iter().find(|swap| lies_on_target(swap, machine));
    let state = match on_target {
        _ if used == 0 => State::Fine,
        Some(_) => State::Care,
        None => State::Note,
    };
    let observed = Observed {
        swap_used_bytes: used,
        areas: swaps.iter().map(|swap| swap.path.display().to_string()).collect(),
        on_target: on_target.map(|swap| swap.path.display().to_string()),
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

fn lies_on_target(swap: &Swap, machine: &MachineView<'_>) -> bool {
    let stack = &machine.machine.stack;
    let name = swap.path.file_name().unwrap_or_default().to_string_lossy();
    let mount = stack.file_system().map(|fs| &fs.mount.mount_point);
    let is_file_below = swap.kind == "file" && mount.is_some_and(|mount| swap.path.starts_with(mount));
    stack.devices().contains(&name.as_ref()) || is_file_below
}

/// The sentences of `swap`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let areas = &lang.list(&self.areas);
        if self.areas.is_empty() {
            return messages::none(lang).to_owned();
        }
        if self.swap_used_bytes == 0 {
            return messages::Unused { areas }.text(lang);
        }
        let used = &Bytes(self.swap_used_bytes);
        let used = messages::Used { used, areas }.text(lang);
        match &self.on_target {
            Some(area) => lang.sentences(&[used, messages::OnTarget { area }.text(lang)]),
            None => used,
        }
    }
}
