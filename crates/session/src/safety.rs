//! The guard in front of what a run writes.
//!
//! What the host says of an open file or device decides, and the user's exact consent.
//! Refused is what is mounted, swapped to, held or open elsewhere, whatever was allowed: of a file too, which may be the image of a
//! loop device or a swap file under any of its names. A device with partitions or a signature is refused unless
//! `--allow-destroy` names the device itself.

use std::fs::File;
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fiord_host::block;
use fiord_host::block::identity::{Identity, InodeKind};
use fiord_host::block::uses::Uses;
use fiord_host::device::{self, Examined, Holding};
use fiord_host::root::Root;
use fiord_messages::{Sentence, refusals as messages};
use fiord_targets::files::consent::{Guard, Refusal, not_examined};
use fiord_targets::files::path_of_descriptor;

use crate::settings::RunSettings;

/// How long a list of what the kernel has in use counts for regular files: a job of thousands of files opens a hundred or more in that
/// time. A loop device that is attached to a file within it is not seen; devices are examined anew each time.
const USES_HOLD: Duration = Duration::from_millis(50);

/// Judges with the facts of this machine.
pub(crate) struct HostGuard<'a> {
    root: &'a Root,
    settings: &'a RunSettings,
    uses: Mutex<Option<(Instant, Uses)>>,
    warnings: Mutex<Vec<Sentence>>,
}

impl<'a> HostGuard<'a> {
    pub(crate) fn new(root: &'a Root, settings: &'a RunSettings) -> Self {
        Self {
            root,
            settings,
            uses: Mutex::default(),
            warnings: Mutex::default(),
        }
    }

    /// Compares regular files with a list that is at most [`USES_HOLD`] old, everything else with a new one.
    fn examine(&self, file: &File) -> std::io::Result<Examined> {
        if !file.metadata()?.is_file() {
            return device::examine(self.root, file);
        }
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        let uses = match &mut *uses {
            Some((read_at, uses)) if read_at.elapsed() < USES_HOLD => uses,
            old => &mut old.insert((Instant::now(), Uses::read(self.root))).1,
        };
        device::examine_with(uses, self.root, file)
    }

    /// What was seen on devices that were written as the job says.
    pub(crate) fn warnings(self) -> Vec<Sentence> {
        self.warnings.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Named exactly: the device's own path, not a link to it, which may point elsewhere tomorrow.
    fn is_allowed(&self, device: InodeKind) -> bool {
        self.settings.allow_destroy.iter().any(|allowed| {
            let Ok(meta) = std::fs::symlink_metadata(allowed) else {
                return false;
            };
            let (major, minor) = (rustix::fs::major(meta.rdev()), rustix::fs::minor(meta.rdev()));
            let kind = meta.file_type();
            let named = if kind.is_block_device() {
                InodeKind::Block { major, minor }
            } else if kind.is_char_device() {
                InodeKind::Character { major, minor }
            } else {
                return false;
            };
            let is_itself = allowed
                .canonicalize()
                .is_ok_and(|canonical| canonical == *allowed);
            is_itself && named == device
        })
    }

    /// Leaves out that a device is held where another process of this run holds it.
    fn without_siblings(&self, mut examined: Examined, file: &File) -> Examined {
        let is_busy = |holding: &Holding| match holding {
            Holding::Busy { device } => examined.device.as_ref() == Some(device),
            _ => false,
        };
        let is_held = examined.holdings.iter().any(is_busy);
        let number = file.metadata().map(|meta| meta.rdev());
        if is_held && number.is_ok_and(|number| self.shared_hold(number).is_some()) {
            let others = examined.holdings.iter().filter(|holding| !is_busy(holding));
            examined.holdings = others.cloned().collect();
        }
        examined
    }

    fn warn(&self, examined: &Examined) {
        let seen = examined
            .holdings
            .iter()
            .filter(|holding| holding.is_only_a_warning());
        let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        warnings.extend(seen.map(|holding| Sentence::new(|lang| holding.text(lang))));
    }
}

/// The device's own path, or where the file really lies.
fn real_path(examined: &Examined, path: &Path, file: &File) -> PathBuf {
    let opened = std::fs::read_link(path_of_descriptor(file));
    match (&examined.device, opened) {
        (Some(name), _) => Path::new("/dev").join(name.replace('!', "/")),
        (None, Ok(opened)) => opened,
        (None, Err(_)) => path.to_owned(),
    }
}

/// Checks that an open regular file is not in use, so that it may be overwritten.
///
/// # Errors
/// What uses the file; `fstat` fails.
pub(crate) fn check_unused(root: &Root, file: &File) -> io::Result<()> {
    match device::user_of(root, file)? {
        None => Ok(()),
        Some(user) => {
            let used = Sentence::new(|lang| {
                messages::FileInUse {
                    user: &user.text(lang),
                }
                .text(lang)
            });
            Err(io::Error::new(io::ErrorKind::ResourceBusy, used))
        }
    }
}

impl Guard for HostGuard<'_> {
    fn judge(&self, path: &Path, file: &File) -> Result<(), Refusal> {
        let refuse = |device: PathBuf, holds: Vec<Sentence>, can_be_allowed: bool| Refusal {
            path: path.to_owned(),
            device,
            holds,
            can_be_allowed,
        };
        let examined = match self.examine(file) {
            Ok(examined) => self.without_siblings(examined, file),
            Err(error) => {
                return Err(refuse(path.to_owned(), vec![not_examined(&error)], false));
            }
        };
        let is_ours = |only: &Identity| only.is_same_data(&examined.identity);
        let only = &self.settings.only;
        if !only.is_empty() && !only.iter().any(is_ours) {
            let holds = vec![Sentence::new(messages::other_file)];
            return Err(refuse(path.to_owned(), holds, false));
        }
        let holds = || {
            examined
                .holdings
                .iter()
                .map(|holding| Sentence::new(|lang| holding.text(lang)))
                .collect()
        };
        let device = real_path(&examined, path, file);
        if examined.in_use() {
            return Err(refuse(device, holds(), false));
        }
        if examined.is_free() || self.is_allowed(examined.identity.kind) {
            self.warn(&examined);
            return Ok(());
        }
        Err(refuse(device, holds(), examined.device.is_some()))
    }

    fn shares_files(&self) -> bool {
        self.settings.others.share_files
    }

    fn held(&self, claim: &File) {
        self.settings.others.mark(claim);
    }

    fn shared_hold(&self, device: u64) -> Option<File> {
        self.settings.others.hold(self.root, device)
    }

    fn disk_behind(&self, file: &File) -> Option<File> {
        device::open_behind(self.root, file)
    }

    fn memory_bytes(&self, file: &File) -> Option<u64> {
        device::memory_bytes(self.root, file)
    }

    fn open_zone_limit(&self, device: u64) -> Option<u32> {
        block::open_zone_limit(self.root, device)
    }
}
