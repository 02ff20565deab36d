//! `compression`: the file system compresses what is written.

use std::path::PathBuf;

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::compression as messages;
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
        Family::Source,
        "btrfs(5), f2fs(5); fio issue 463",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// What the mount says of compression.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    #[serde(with = "fiord_host::paths")]
    pub mount: PathBuf,
    pub algorithm: String,
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let compressed = machine.machine.stack.file_system().and_then(|fs| {
        Some(Observed {
            mount: fs.mount.mount_point.clone(),
            algorithm: fs.compression.clone()?,
        })
    });
    let checked = compressed.map(|observed| Checked::new(State::Care, Subject::whole(), observed));
    checked.into_iter().collect()
}

/// The sentences of `compression`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        messages::Compressed {
            mount: &self.mount.display(),
            algorithm: &self.algorithm,
        }
        .text(lang)
    }
}
