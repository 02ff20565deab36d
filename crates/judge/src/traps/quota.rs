//! `quota`: the file system books each allocation against a quota.

use std::path::PathBuf;

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_host::stack::FsClass;
use fiord_messages::Lang;
use fiord_messages::traps::quota as messages;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::FileSystem,
        check,
    }),
    ..Trap::new(
        Family::Machine,
        "quota(1), xfs(5), ext4(5)",
        &[Symptom::JobEnds, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// The quota options of the mount.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    #[serde(with = "fiord_host::paths")]
    pub mount: PathBuf,
    pub options: Vec<String>,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let fs = machine.machine.stack.file_system();
    let Some(fs) = fs.filter(|fs| fs.class == FsClass::Disk) else {
        return Vec::new();
    };
    let is_quota = |option: &&String| {
        let name = option.split('=').next().unwrap_or_default();
        !name.starts_with("no") && (name.contains("quota") || matches!(name, "usrjquota" | "grpjquota"))
    };
    let observed = Observed {
        mount: fs.mount.mount_point.clone(),
        options: fs.mount.super_options.iter().filter(is_quota).cloned().collect(),
    };
    let state = if observed.options.is_empty() {
        State::Fine
    } else {
        State::Note
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

/// The sentences of `quota`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let mount = &self.mount.display();
        if self.options.is_empty() {
            messages::NoQuota { mount }.text(lang)
        } else {
            let options = &lang.list(&self.options);
            messages::Got { mount, options }.text(lang)
        }
    }
}
