//! `discard`: deleting files sends discards immediately.

use std::path::PathBuf;

use crate::case::MachineView;
use crate::case::machine_view::each_queue;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::words::phrases::device_name;
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::discard as messages;
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
        area: Area::Disk,
        check,
    }),
    topics: &[&topics::OVER_PROVISIONING],
    ..Trap::new(
        Family::Machine,
        "ext4(5), xfs(5), fstrim(8)",
        &[Symptom::RunsDiffer, Symptom::Unsteady],
        Observed::saw,
    )
};

/// How discards are sent, and what a disk takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// The file system sends them when a file is deleted.
    Online {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
    },
    /// The disk takes none.
    CannotDiscard,
    CanDiscard {
        granularity_bytes: u64,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let mut out = Vec::new();
    if let Some(fs) = machine.machine.stack.file_system() {
        let mut options = fs.mount.super_options.iter().chain(&fs.mount.options);
        if options.any(|option| option == "discard" || option == "discard=sync") {
            let mount = fs.mount.mount_point.clone();
            out.push(Checked::new(
                State::Note,
                Subject::whole(),
                Observed::Online { mount },
            ));
        }
    }
    out.extend(each_queue(machine.disks(), |_, queue| {
        let observed = match queue.discard_max_bytes? {
            0 => Observed::CannotDiscard,
            _ => Observed::CanDiscard {
                granularity_bytes: queue.discard_granularity.unwrap_or(512),
            },
        };
        Some((State::Fine, observed))
    }));
    out
}

/// The sentences of `discard`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let device = &device_name(subject, lang);
        match self {
            Observed::Online { mount } => {
                let mount = &mount.display();
                messages::Online { mount }.text(lang)
            }
            Observed::CannotDiscard => messages::CannotDiscard { device }.text(lang),
            Observed::CanDiscard { granularity_bytes } => {
                let granularity = &Bytes(*granularity_bytes);
                messages::CanDiscard { device, granularity }.text(lang)
            }
        }
    }
}
