//! What can be changed, what is wanted, and what became of it.

use std::fmt;
use std::io;
use std::path::PathBuf;

use fiord_messages::{Fixed, Lang, Sentence, kernel_settings as messages};
use serde::{Deserialize, Serialize};

use crate::changes::mount;
use crate::root::Root;

/// An attribute of the kernel, or an option of a mount, that may be changed and put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Setting {
    Scheduler,
    Rotational,
    ReadAheadKb,
    Nomerges,
    NrRequests,
    RqAffinity,
    WbtLatUsec,
    IoPoll,
    MaxSectorsKb,
    WriteCache,
    DirtyRatio,
    DirtyBytes,
    DirtyBackgroundRatio,
    DirtyBackgroundBytes,
    DirtyExpireCentisecs,
    DirtyWritebackCentisecs,
    Swappiness,
    TransparentHugepage,
    Governor,
    Atime,
    Barrier,
    Commit,
    Discard,
    Lazytime,
}

impl Setting {
    pub const ALL: [Setting; 24] = [
        Setting::Scheduler,
        Setting::Rotational,
        Setting::ReadAheadKb,
        Setting::Nomerges,
        Setting::NrRequests,
        Setting::RqAffinity,
        Setting::WbtLatUsec,
        Setting::IoPoll,
        Setting::MaxSectorsKb,
        Setting::WriteCache,
        Setting::DirtyRatio,
        Setting::DirtyBytes,
        Setting::DirtyBackgroundRatio,
        Setting::DirtyBackgroundBytes,
        Setting::DirtyExpireCentisecs,
        Setting::DirtyWritebackCentisecs,
        Setting::Swappiness,
        Setting::TransparentHugepage,
        Setting::Governor,
        Setting::Atime,
        Setting::Barrier,
        Setting::Commit,
        Setting::Discard,
        Setting::Lazytime,
    ];

    /// The name as it is typed: that of the attribute below `queue/` or `/proc/sys/vm/`, or of the option of a mount.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Scheduler => "scheduler",
            Setting::Rotational => "rotational",
            Setting::ReadAheadKb => "read_ahead_kb",
            Setting::Nomerges => "nomerges",
            Setting::NrRequests => "nr_requests",
            Setting::RqAffinity => "rq_affinity",
            Setting::WbtLatUsec => "wbt_lat_usec",
            Setting::IoPoll => "io_poll",
            Setting::MaxSectorsKb => "max_sectors_kb",
            Setting::WriteCache => "write_cache",
            Setting::DirtyRatio => "dirty_ratio",
            Setting::DirtyBytes => "dirty_bytes",
            Setting::DirtyBackgroundRatio => "dirty_background_ratio",
            Setting::DirtyBackgroundBytes => "dirty_background_bytes",
            Setting::DirtyExpireCentisecs => "dirty_expire_centisecs",
            Setting::DirtyWritebackCentisecs => "dirty_writeback_centisecs",
            Setting::Swappiness => "swappiness",
            Setting::TransparentHugepage => "transparent_hugepage",
            Setting::Governor => "governor",
            Setting::Atime => "atime",
            Setting::Barrier => "barrier",
            Setting::Commit => "commit",
            Setting::Discard => "discard",
            Setting::Lazytime => "lazytime",
        }
    }

    /// The setting of this name, also as `sysctl` spells it: `vm.swappiness`.
    pub fn named(name: &str) -> Option<Self> {
        let below_vm = name.strip_prefix("vm.");
        Self::ALL
            .into_iter()
            .find(|setting| setting.name() == below_vm.unwrap_or(name))
            .filter(|setting| below_vm.is_none() || setting.is_of_memory())
    }

    /// Whether it is below `/proc/sys/vm`.
    fn is_of_memory(self) -> bool {
        use Setting::{
            DirtyBackgroundBytes, DirtyBackgroundRatio, DirtyBytes, DirtyExpireCentisecs, DirtyRatio,
            DirtyWritebackCentisecs, Swappiness,
        };
        matches!(
            self,
            DirtyRatio
                | DirtyBytes
                | DirtyBackgroundRatio
                | DirtyBackgroundBytes
                | DirtyExpireCentisecs
                | DirtyWritebackCentisecs
                | Swappiness
        )
    }

    /// Whether it is an option of a mounted file system.
    pub fn is_of_mount(self) -> bool {
        use Setting::{Atime, Barrier, Commit, Discard, Lazytime};
        matches!(self, Atime | Barrier | Commit | Discard | Lazytime)
    }

    /// Whether it belongs to the queue of a disk.
    pub fn is_of_queue(self) -> bool {
        !self.is_of_memory()
            && !self.is_of_mount()
            && !matches!(self, Setting::TransparentHugepage | Setting::Governor)
    }

    /// The other of two limits of which the kernel sets one to 0 when the other is written.
    pub(super) fn twin(self) -> Option<Self> {
        match self {
            Setting::DirtyRatio => Some(Setting::DirtyBytes),
            Setting::DirtyBytes => Some(Setting::DirtyRatio),
            Setting::DirtyBackgroundRatio => Some(Setting::DirtyBackgroundBytes),
            Setting::DirtyBackgroundBytes => Some(Setting::DirtyBackgroundRatio),
            _ => None,
        }
    }

    /// Whether it holds for the next direct I/O to a file that is open: an attribute of the queue, but for the read-ahead, which a file has
    /// from the moment it is opened.
    pub fn acts_on_open_files(self) -> bool {
        self.is_of_queue() && self != Setting::ReadAheadKb
    }

    /// Whether values that the kernel changes along with it belong to it and are put back with it only.
    pub(super) fn moves_others(self) -> bool {
        matches!(self, Setting::Scheduler | Setting::NrRequests) || self.twin().is_some()
    }

    /// Its attribute; `device` is a disk, a CPU, a mount point, or of no meaning.
    pub(super) fn attribute(self, root: &Root, device: &str) -> PathBuf {
        match self {
            Setting::Governor => root
                .sys("devices/system/cpu")
                .join(device)
                .join("cpufreq/scaling_governor"),
            Setting::TransparentHugepage => root.sys("kernel/mm/transparent_hugepage/enabled"),
            _ if self.is_of_mount() => mount::name(device, self),
            _ if self.is_of_memory() => root.proc("sys/vm").join(self.name()),
            _ => root.block(device).join("queue").join(self.name()),
        }
    }
}

/// A value wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The kernel's name of the disk or CPU, or the mount point; empty where the setting is the machine's.
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

/// A process that changes settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    pub pid: u32,
    pub command: String,
}

/// Why changes could not be made or undone at all.
#[derive(Debug)]
pub enum Error {
    /// The journal cannot be written or read.
    Journal(PathBuf, io::Error),
    /// Another process is changing or restoring.
    Locked(PathBuf),
    /// Another process measures with its own settings, or changes or restores settings.
    Running(Holder),
    /// The device has no such attribute.
    NoSetting(String, &'static str),
    /// A file that fiord did not make: it is neither read further nor changed.
    Foreign(PathBuf, Fixed),
    /// A journal of fiord with a line that it did not write.
    Damaged(PathBuf, usize),
}

/// In the language of error messages.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lang = Lang::current();
        f.write_str(&match self {
            Self::Journal(path, error) => {
                let (path, why) = (&path.display(), &Sentence::from(error));
                messages::JournalError { path, why }.text(lang)
            }
            Self::Locked(path) => messages::JournalLocked {
                path: &path.display(),
            }
            .text(lang),
            Self::Running(Holder { pid, command }) => messages::Running { pid, command }.text(lang),
            Self::NoSetting(device, setting) => messages::NoSetting { device, setting }.text(lang),
            Self::Foreign(path, why) => {
                let (path, why) = (&path.display(), &why(lang));
                messages::JournalForeign { path, why }.text(lang)
            }
            Self::Damaged(path, line) => {
                let path = &path.display();
                messages::JournalDamaged { path, line }.text(lang)
            }
        })
    }
}

impl std::error::Error for Error {}
