//! `fs-class`: a file system that is memory, a network, a process or a copy-on-write store.

use std::path::PathBuf;

use crate::case::machine_view::{Area, MachineView};
use crate::case::trap::{Check, Checked, Family, State, Subject, Symptom, Text, Trap};
use fiord_host::stack::FsClass;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: "the file system does more than place blocks on a disk",
            why: "its own caching, copying or network is measured together with the disk, and direct=1 may not bypass it",
            advice: "name it with the result, or measure a plain file system or the device below",
            example: "/tank is zfs: copy-on-write with its own cache",
        },
        area: Area::FileSystem,
        look,
    }),
    ..Trap::new(
        Family::Source,
        "KDiskMark issues 122 and 148; kernel: filesystems/overlayfs.rst, filesystems/fuse.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow, Symptom::IopsTooLow],
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

fn look(machine: &MachineView<'_>) -> Vec<Checked<Observed>> {
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
