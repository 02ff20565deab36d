//! `free-space`: the file system is nearly full.

use std::path::PathBuf;

use crate::case::MachineView;
use crate::topics;
use crate::trap::{Area, Check, Family, Symptom, Text, Trap};
use crate::{Checked, State, Subject};
use fiord_host::stack::{FileSystem, FsClass};
use fiord_messages::Lang;
use fiord_messages::traps::free_space as messages;
use fiord_record::number::{Bytes, Share};
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
    advice: Observed::advice,
    topics: &[&topics::OVER_PROVISIONING],
    ..Trap::new(
        Family::Machine,
        "SNIA Solid State Storage Performance Test Specification (preconditioning); df(1)",
        &[Symptom::IopsTooLow, Symptom::Unsteady, Symptom::JobEnds],
        Observed::saw,
    )
};

/// How full it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Unknown {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
    },
    NoInode {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
    },
    Space {
        #[serde(with = "fiord_host::paths")]
        mount: PathBuf,
        /// As `df` shows it: what is used, of what is used and available to this user.
        used_percent: f64,
        available_bytes: u64,
        total_bytes: u64,
        /// Free, and only root can use it: neither used nor available.
        #[serde(default)]
        reserved_bytes: u64,
    },
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let fs = machine.machine.stack.file_system();
    fs.map(judge)
        .map(|(state, observed)| Checked::new(state, Subject::whole(), observed))
        .into_iter()
        .collect()
}

fn judge(fs: &FileSystem) -> (State, Observed) {
    let mount = fs.mount.mount_point.clone();
    let (Some(total_bytes), Some(available_bytes)) =
        (fs.total_bytes.filter(|total| *total > 0), fs.available_bytes)
    else {
        return (State::Unknown, Observed::Unknown { mount });
    };
    if fs.free_inodes == Some(0) && fs.class == FsClass::Disk {
        return (State::Wrong, Observed::NoInode { mount });
    }
    // What is reserved for root is neither used nor available.
    let free_bytes = fs.free_bytes.unwrap_or(available_bytes);
    let used_bytes = total_bytes.saturating_sub(free_bytes);
    let usable_bytes = used_bytes.saturating_add(available_bytes).max(1);
    let used_percent = used_bytes as f64 / usable_bytes as f64 * 100.0;
    let state = match used_percent {
        98.0.. => State::Wrong,
        90.0.. => State::Care,
        80.0.. => State::Note,
        _ => State::Fine,
    };
    let observed = Observed::Space {
        mount,
        used_percent,
        available_bytes,
        total_bytes,
        reserved_bytes: free_bytes.saturating_sub(available_bytes),
    };
    (state, observed)
}

/// The sentences of `free-space`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Unknown { mount } => messages::Unknown {
                mount: &mount.display(),
            }
            .text(lang),
            Observed::NoInode { mount } => messages::NoInode {
                mount: &mount.display(),
            }
            .text(lang),
            Observed::Space {
                mount,
                used_percent,
                available_bytes,
                total_bytes,
                reserved_bytes,
            } => {
                let (mount, used) = (&mount.display(), &Share(used_percent / 100.0));
                let (available, total) = (&Bytes(*available_bytes), &Bytes(*total_bytes));
                if *reserved_bytes == 0 {
                    return messages::Space {
                        mount,
                        used,
                        available,
                        total,
                    }
                    .text(lang);
                }
                let reserved = &Bytes(*reserved_bytes);
                messages::SpaceReserved {
                    mount,
                    used,
                    available,
                    total,
                    reserved,
                }
                .text(lang)
            }
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let has_none = matches!(self, Observed::NoInode { .. });
        has_none.then(|| messages::advice_no_inode(lang).to_owned())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn full(total: u64, free: u64, available: u64) -> (State, f64) {
        let fs = FileSystem {
            total_bytes: Some(total),
            free_bytes: Some(free),
            available_bytes: Some(available),
            ..file_system()
        };
        match judge(&fs) {
            (state, Observed::Space { used_percent, .. }) => (state, used_percent),
            (_, other) => panic!("{other:?}"),
        }
    }

    fn file_system() -> FileSystem {
        FileSystem {
            mount: serde_json::from_value(serde_json::json!({
                "id": 1, "parent": 0, "major": 8, "minor": 1, "root": "/", "mount_point": "/data", "options": [],
                "fs_type": "ext4", "source": "/dev/sda1", "super_options": []
            }))
            .unwrap(),
            class: FsClass::Disk,
            compression: None,
            read_ahead_kb: None,
            total_bytes: None,
            free_bytes: None,
            available_bytes: None,
            block_bytes: None,
            free_inodes: None,
        }
    }

    #[test]
    fn blocks_reserved_for_root_are_not_free_space() {
        // ext4 reserves 5 %: df shows 98 % where 7 % are free in all.
        let (state, percent) = full(1000, 69, 19);
        assert_eq!(state, State::Wrong);
        assert!((percent - 98.0).abs() < 0.1, "{percent}");
        assert_eq!(full(1000, 69, 69).0, State::Care);
        // 252 GiB, 11.7 % of it used, and a reserve that only root can use.
        let gib = 1 << 30;
        let fs = FileSystem {
            total_bytes: Some(252 * gib),
            free_bytes: Some(222 * gib),
            available_bytes: Some(61 * gib),
            ..file_system()
        };
        let said = judge(&fs).1.saw(&Subject::whole(), Lang::En);
        assert_eq!(
            said,
            "/data is 33 % full (61 GiB of 252 GiB available). Another 161 GiB is free and reserved for root."
        );
    }

    #[test]
    fn without_inodes_nothing_can_be_created() {
        let fs = FileSystem {
            total_bytes: Some(1000),
            available_bytes: Some(900),
            free_inodes: Some(0),
            ..file_system()
        };
        let (state, observed) = judge(&fs);
        assert_eq!(state, State::Wrong);
        let advice = observed.advice(Lang::En).unwrap();
        assert!(
            advice.starts_with("Delete files: each file uses one inode"),
            "{advice}"
        );
        assert_eq!(judge(&file_system()).1.advice(Lang::En), None);
    }
}
