//! `fs-class`: a file system that is memory, a network, a process or a copy-on-write store.

use fiord_messages::Lang;
use fiord_messages::traps::fs_class as messages;
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

/// The file system that the path lies on.
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
    fn saw(&self, _: &Subject, _: Lang) -> String {
        let (mount, fs_type) = (self.mount.display(), &self.fs_type);
        let what = match self.class {
            FsClass::Disk => "in place, on a disk",
            FsClass::CopyOnWrite => "copy-on-write with its own caching",
            FsClass::Network => "on another machine",
            FsClass::HostShared => "shared from the host",
            FsClass::Overlay => "a union of folders",
            FsClass::Fuse => "served by a process",
            FsClass::Memory => "THIS IS MEMORY, not a disk",
            FsClass::Unknown => "a kind that is not known",
        };
        format!("{mount} is {fs_type}: {what}")
    }

    fn why(&self, _: Lang) -> Option<String> {
        let why = match self.class {
            FsClass::HostShared => "the host's page cache answers, also with direct=1",
            FsClass::Overlay => {
                "the first write to a file copies all of it, and what lies below may not be visible from here"
            }
            FsClass::Fuse => "each I/O crosses into that process and back, and may be cached there",
            FsClass::Memory => "every number would be one of memory and processor: no disk is measured",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self, _: Lang) -> Option<String> {
        let is_memory = self.class == FsClass::Memory;
        is_memory
            .then(|| "choose a path on the disk to be measured; df PATH shows where a path lies".to_owned())
    }
}
