//! What can be changed, what is wanted, and what became of it.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// An attribute of a disk's queue that may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Setting {
    Scheduler,
    Rotational,
    ReadAheadKb,
    Nomerges,
}

impl Setting {
    pub const ALL: [Setting; 4] = [
        Setting::Scheduler,
        Setting::Rotational,
        Setting::ReadAheadKb,
        Setting::Nomerges,
    ];

    /// The attribute's name below `queue/`.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Scheduler => "scheduler",
            Setting::Rotational => "rotational",
            Setting::ReadAheadKb => "read_ahead_kb",
            Setting::Nomerges => "nomerges",
        }
    }

    /// The setting of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.name() == name)
    }
}

/// A value wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The disk's kernel name.
    pub device: String,
    pub setting: Setting,
    /// The value to write.
    pub to: String,
}

/// A value wanted and the value found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The attribute, as the machine names it.
    #[serde(with = "crate::paths")]
    pub path: PathBuf,
    /// The value found.
    pub from: String,
    /// The value wanted; after it was written, the value that the kernel made of it.
    pub to: String,
}

/// What became of one attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChangeOutcome {
    /// Written.
    Done(Step),
    /// It already was so.
    Already(Step),
    /// Someone changed it meanwhile; it was left at this value.
    ChangedByOther(Step, String),
    /// The attribute is gone: the device was removed, or another device has its name now.
    Gone(Step),
    /// The kernel refused.
    Refused(Step, String),
}

/// Why changes could not be made or undone at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal cannot be written or read.
    #[error("undo journal {0}: {1}")]
    Journal(PathBuf, io::Error),
    /// Another process is changing or restoring.
    #[error("undo journal {0} is in use by another process")]
    Locked(PathBuf),
    /// The device has no such attribute.
    #[error("{0} has no {1}")]
    NoSetting(String, &'static str),
    /// A file that fiord did not make: it is neither read further nor changed.
    #[error("{0}: not an undo journal of this user: {1}; nothing was changed")]
    Foreign(PathBuf, &'static str),
    /// A journal of fiord with a line that it did not write.
    #[error("undo journal {0}, line {1}: not understood; nothing was restored")]
    Damaged(PathBuf, usize),
}
