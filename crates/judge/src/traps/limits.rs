//! `limits`: a limit of the process or the kernel that jobs run into.

use crate::case::MachineView;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::limits as messages;
use fiord_record::number::{Bytes, Count};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::System,
        check,
    }),
    advice: Observed::advice,
    ..Trap::new(
        Family::Machine,
        "getrlimit(2); kernel: admin-guide/sysctl/fs.rst; io_uring_register(2)",
        &[Symptom::JobEnds],
        Observed::saw,
    )
};

/// Registered buffers of a job at depth 128 with 256 KiB blocks.
const LOCKED_AT_LEAST: u64 = 32 << 20;
/// A few jobs at depth 1024.
const AIO_AT_LEAST: u64 = 8192;
const FILES_AT_LEAST: u64 = 1024;

/// One limit that is low, or those that are not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown,
    LittleLockedMemory {
        locked_memory_bytes: u64,
    },
    FewAio {
        aio_left: u64,
        aio_max: u64,
    },
    FewOpenFiles {
        open_files: u64,
    },
    SmallFiles {
        file_size_bytes: u64,
    },
    /// What is enough; `u64::MAX` is unlimited.
    Enough {
        locked_memory_bytes: Option<u64>,
        aio_left: Option<u64>,
        open_files: Option<u64>,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let limits = &machine.machine.limits;
    let mut out = Vec::new();
    let mut add = |state, observed| out.push(Checked::new(state, Subject::whole(), observed));
    let locked = limits.locked_memory_bytes;
    if let Some(locked_memory_bytes) = locked.filter(|bytes| *bytes < LOCKED_AT_LEAST) {
        add(State::Note, Observed::LittleLockedMemory { locked_memory_bytes });
    }
    let taken = limits.aio_taken.unwrap_or(0);
    let aio = limits.aio_max.map(|max| (max.saturating_sub(taken), max));
    if let Some((aio_left, aio_max)) = aio.filter(|(left, _)| *left < AIO_AT_LEAST) {
        add(State::Care, Observed::FewAio { aio_left, aio_max });
    }
    let files = limits.open_files;
    if let Some(open_files) = files.filter(|files| *files < FILES_AT_LEAST) {
        add(State::Note, Observed::FewOpenFiles { open_files });
    }
    if let Some(file_size_bytes) = limits.file_size_bytes.filter(|bytes| *bytes != u64::MAX) {
        add(State::Care, Observed::SmallFiles { file_size_bytes });
    }
    let enough = (
        locked.filter(|bytes| *bytes >= LOCKED_AT_LEAST),
        aio.map(|(left, _)| left).filter(|left| *left >= AIO_AT_LEAST),
        files.filter(|files| *files >= FILES_AT_LEAST),
    );
    match enough {
        (None, None, None) if out.is_empty() => {
            out.push(Checked::new(State::Unknown, Subject::whole(), Observed::Unknown));
        }
        (None, None, None) => {}
        (locked_memory_bytes, aio_left, open_files) => {
            let observed = Observed::Enough {
                locked_memory_bytes,
                aio_left,
                open_files,
            };
            out.push(Checked::new(State::Fine, Subject::whole(), observed));
        }
    }
    out
}

/// The sentences of `limits`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown => messages::unknown(lang).to_owned(),
            Observed::LittleLockedMemory { locked_memory_bytes } => {
                let limit = &Bytes(*locked_memory_bytes);
                messages::LittleLockedMemory { limit }.text(lang)
            }
            Observed::FewAio { aio_left, aio_max } => {
                let (left, max) = (&Count(*aio_left), &Count(*aio_max));
                messages::FewAio { left, max }.text(lang)
            }
            Observed::FewOpenFiles { open_files } => {
                let files = &Count(*open_files);
                messages::FewOpenFiles { files }.text(lang)
            }
            Observed::SmallFiles { file_size_bytes } => {
                let limit = &Bytes(*file_size_bytes);
                messages::SmallFiles { limit }.text(lang)
            }
            Observed::Enough {
                locked_memory_bytes,
                aio_left,
                open_files,
            } => {
                let limits = [
                    locked_memory_bytes.map(|bytes| locked_memory(bytes, lang)),
                    aio_left.map(|left| messages::Aio { left: &Count(left) }.text(lang)),
                    open_files.map(|files| open_files_limit(files, lang)),
                ];
                let limits: Vec<String> = limits.into_iter().flatten().collect();
                let limits = &lang.list(&limits);
                messages::Enough { limits }.text(lang)
            }
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::LittleLockedMemory { .. } => messages::advice_little_locked_memory(lang),
            Observed::FewAio { .. } => messages::advice_few_aio(lang),
            Observed::FewOpenFiles { .. } => messages::advice_few_open_files(lang),
            Observed::SmallFiles { .. } => messages::advice_small_files(lang),
            Observed::Unknown | Observed::Enough { .. } => return None,
        };
        Some(advice.to_owned())
    }
}

fn locked_memory(bytes: u64, lang: Lang) -> String {
    match bytes {
        u64::MAX => messages::locked_memory_unlimited(lang).to_owned(),
        bytes => messages::LockedMemory { limit: &Bytes(bytes) }.text(lang),
    }
}

fn open_files_limit(files: u64, lang: Lang) -> String {
    match files {
        u64::MAX => messages::open_files_unlimited(lang).to_owned(),
        files => messages::OpenFiles { files: &Count(files) }.text(lang),
    }
}
