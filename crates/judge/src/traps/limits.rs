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
    fn saw(&self, _: &Subject, _: Lang) -> String {
        match self {
            Observed::Unknown => "not readable".to_owned(),
            Observed::LittleLockedMemory { locked_memory_bytes } => {
                format!("{} may be locked in memory", Bytes(*locked_memory_bytes))
            }
            Observed::FewAio { aio_left, aio_max } => format!(
                "{} AIO requests are left of {}",
                Count(*aio_left),
                Count(*aio_max)
            ),
            Observed::FewOpenFiles { open_files } => format!("{} files may be open", Count(*open_files)),
            Observed::SmallFiles { file_size_bytes } => {
                format!("a file may have {} at most", Bytes(*file_size_bytes))
            }
            Observed::Enough {
                locked_memory_bytes,
                aio_left,
                open_files,
            } => {
                let locked = locked_memory_bytes.map(|bytes| match bytes {
                    u64::MAX => "locked memory unlimited".to_owned(),
                    bytes => format!("locked memory {}", Bytes(bytes)),
                });
                let aio = aio_left.map(|left| format!("{} AIO requests", Count(left)));
                let files = open_files.map(|files| match files {
                    u64::MAX => "open files unlimited".to_owned(),
                    files => format!("{} open files", Count(files)),
                });
                let parts: Vec<String> = [locked, aio, files].into_iter().flatten().collect();
                parts.join(", ")
            }
        }
    }

    fn advice(&self, _: Lang) -> Option<String> {
        let advice = match self {
            Observed::LittleLockedMemory { .. } => "run ulimit -l unlimited, for lockmem and fixedbufs",
            Observed::FewAio { .. } => "set sysctl fs.aio-max-nr=1048576, for ioengine=libaio",
            Observed::FewOpenFiles { .. } => "raise ulimit -n",
            Observed::SmallFiles { .. } => "run ulimit -f unlimited",
            Observed::Unknown | Observed::Enough { .. } => return None,
        };
        Some(advice.to_owned())
    }
}
