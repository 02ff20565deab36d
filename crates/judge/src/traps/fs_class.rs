//! `fs-class`: a file system that is memory, a network, a process or a copy-on-write store.

use fiord_messages::traps::fs_class as messages;
use fiord_messages::{Fixed, Lang, words};
use std::path::PathBuf;

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_host::stack::FsClass;
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
    why: Observed::why,
    advice: Observed::advice,
    ..Trap::new(
        Family::Source,
        "KDiskMark issues 122 and 148; kernel: filesystems/overlayfs.rst, filesystems/fuse.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// The file system of the path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    #[serde(with = "fiord_host::paths")]
    pub mount: PathBuf,
    pub fs_type: String,
    pub class: FsClass,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let Some(fs) = machine.machine.stack.file_system() else {
        return Vec::new();
    };
    let state = match fs.class {
        FsClass::Disk => State::Fine,
        FsClass::Unknown => State::Unknown,
        FsClass::Memory => State::Wrong,
        FsClass::CopyOnWrite | FsClass::Network | FsClass::HostShared | FsClass::Overlay | FsClass::Fuse => {
            State::Care
        }
    };
    let observed = Observed {
        mount: fs.mount.mount_point.clone(),
        fs_type: fs.mount.fs_type.clone(),
        class: fs.class,
    };
    vec![Checked::new(state, Subject::whole(), observed)]
}

/// The sentences of `fs-class`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        messages::Mounted {
            mount: &self.mount.display(),
            fs_type: &self.fs_type,
            fs_class: match self.class {
                FsClass::Disk => words::FsClass::Disk,
                FsClass::CopyOnWrite => words::FsClass::CopyOnWrite,
                FsClass::Network => words::FsClass::Network,
                FsClass::HostShared => words::FsClass::HostShared,
                FsClass::Overlay => words::FsClass::Overlay,
                FsClass::Fuse => words::FsClass::Fuse,
                FsClass::Memory => words::FsClass::Memory,
                FsClass::Unknown => words::FsClass::Unknown,
            },
        }
        .text(lang)
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let why: Fixed = match self.class {
            FsClass::HostShared => messages::why_host_shared,
            FsClass::Overlay => messages::why_overlay,
            FsClass::Fuse => messages::why_fuse,
            FsClass::Memory => messages::why_memory,
            _ => return None,
        };
        Some(why(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let is_memory = self.class == FsClass::Memory;
        is_memory.then(|| messages::advice_memory(lang).to_owned())
    }
}
