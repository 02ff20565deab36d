//! `mount-options`: options of the mount that change what a write means.

use fiord_messages::Lang;
use fiord_messages::traps::mount_options as messages;
use std::path::{Path, PathBuf};

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
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
        "mount(8), ext4(5), xfs(5)",
        &[Symptom::IopsTooHigh, Symptom::IopsTooLow, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// Options that change what a write means.
const NAMED: &[(&str, Effect)] = &[
    ("ro", Effect::NothingWritten),
    ("sync", Effect::EachWriteWaits),
    ("dirsync", Effect::EachFolderChangeWaits),
    ("nobarrier", Effect::NoFlush),
    ("barrier=0", Effect::NoFlush),
    ("data=journal", Effect::WrittenTwice),
    ("dax", Effect::NoBlockLayer),
    ("dax=always", Effect::NoBlockLayer),
    ("strictatime", Effect::ReadsWrite),
    ("autodefrag", Effect::RewritesLater),
];

/// What an option does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Effect {
    NothingWritten,
    EachWriteWaits,
    EachFolderChangeWaits,
    NoFlush,
    WrittenTwice,
    NoBlockLayer,
    ReadsWrite,
    RewritesLater,
}

/// One option, or all of them where none matters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Harmless {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
        options: Vec<String>,
    },
    Matters {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
        option: String,
        effect: Effect,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let Some(fs) = machine.machine.stack.file_system() else {
        return Vec::new();
    };
    let mount = &fs.mount.mount_point;
    let present = NAMED.iter().filter(|(name, _)| fs.mount.has(name));
    let mut out: Vec<Checked> = present
        .map(|(option, effect)| {
            let observed = Observed::Matters {
                mount: mount.clone(),
                option: (*option).to_owned(),
                effect: *effect,
            };
            Checked::new(State::Care, Subject::whole(), observed)
        })
        .collect();
    if out.is_empty() {
        let observed = Observed::Harmless {
            mount: mount.clone(),
            options: fs.mount.options.clone(),
        };
        out.push(Checked::new(State::Fine, Subject::whole(), observed));
    }
    out
}

/// The sentences of `mount-options`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let mounted = |mount: &Path, option: &str| {
            let (mount, option) = (&mount.display(), &option);
            messages::Mounted { mount, option }.text(lang)
        };
        match self {
            Observed::Harmless { mount, options } => mounted(mount, &options.join(",")),
            Observed::Matters {
                mount,
                option,
                effect,
            } => lang.sentences(&[mounted(mount, option), effect.text(lang).to_owned()]),
        }
    }
}

impl Effect {
    fn text(self, lang: Lang) -> &'static str {
        let sentence = match self {
            Effect::NothingWritten => messages::nothing_written,
            Effect::EachWriteWaits => messages::each_write_waits,
            Effect::EachFolderChangeWaits => messages::each_directory_change_waits,
            Effect::NoFlush => messages::no_flush,
            Effect::WrittenTwice => messages::written_twice,
            Effect::NoBlockLayer => messages::no_block_layer,
            Effect::ReadsWrite => messages::reads_write,
            Effect::RewritesLater => messages::rewrites_later,
        };
        sentence(lang)
    }
}
