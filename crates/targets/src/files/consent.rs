//! Consent: nothing is written unless a guard agrees, and block devices are held to the end.
//!
//! The engine knows which descriptors are about to be written; what uses the file or device behind one is host knowledge, so
//! the judgement is handed in as a [`Guard`]. It is asked about the *opened* descriptor, so that a link that changes between
//! the question and the write does not matter. A block device is opened exclusively when it was agreed to, and that
//! descriptor lives as long as the run: nobody can mount it while a job waits for its turn.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use fiord_messages::{Lang, Sentence, refusals as messages, run_errors};

/// Why a file or device may not be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The path as the job names it.
    pub path: PathBuf,
    /// The device behind it, links resolved: the name that `--allow-destroy` must give.
    pub device: PathBuf,
    /// What was found on it, in the user's language, one finding each: "vda1 is mounted on /".
    pub holds: Vec<Sentence>,
    /// Whether naming it in `--allow-destroy` would be enough. `false`: it is in use (mounted, swap) or unknown, and no consent
    /// changes that.
    pub can_be_allowed: bool,
}

impl Refusal {
    /// What would be overwritten, what it holds, and whether an option allows that: a line each.
    pub fn text(&self, lang: Lang) -> String {
        let (path, device) = (&self.path.display(), &self.device.display());
        let mut lines = vec![if self.path == self.device {
            messages::Overwritten { path }.text(lang)
        } else {
            messages::OverwrittenDevice { path, device }.text(lang)
        }];
        if !self.holds.is_empty() {
            let holds: Vec<String> = self.holds.iter().map(|one| one.text(lang).to_owned()).collect();
            let holds = &lang.clauses(&holds);
            lines.push(messages::Holds { holds }.text(lang));
        }
        lines.push(match self.can_be_allowed {
            true => messages::CanBeAllowed { device }.text(lang),
            false => messages::in_use(lang).to_owned(),
        });
        lines.join("\n  ")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::current()))
    }
}

/// A file that cannot be examined: the reason.
pub fn not_examined(error: &io::Error) -> Sentence {
    let error = Sentence::from(error);
    Sentence::new(|lang| {
        messages::NotExamined {
            error: &error.text(lang),
        }
        .text(lang)
    })
}

/// What the host knows about files and devices; first of all, whether one may be written or trimmed.
pub trait Guard: Send + Sync {
    /// `path` is the name in the job, `file` what was opened, of any kind. Called once per file or device and run.
    ///
    /// # Errors
    /// A [`Refusal`] that says what uses it or what is on it.
    fn judge(&self, path: &Path, file: &File) -> Result<(), Refusal>;

    /// `claim` holds a block device from now on.
    fn held(&self, claim: &File);

    /// What another process of this run holds the block device of this number with. `None`: none of them does.
    fn shared_hold(&self, device: u64) -> Option<File>;

    /// Whether other processes of this run, here or on other hosts, make and write the same files.
    fn shares_files(&self) -> bool;

    /// The disk that a character device hands its commands to, opened. `None`: which one it is cannot be told.
    fn disk_behind(&self, file: &File) -> Option<File>;

    /// The size of a character device that is persistent memory (`/dev/daxX.Y`). `None`: it is something else.
    fn memory_bytes(&self, file: &File) -> Option<u64>;

    /// Most zones that the device of this number may have open at a time by its own account. `None`: it does not say.
    fn open_zone_limit(&self, device: u64) -> Option<u32>;
}

/// The path with all links resolved; as it is when that fails.
pub fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn in_use(path: &Path, what: impl Into<Sentence>) -> Refusal {
    Refusal {
        path: path.to_owned(),
        device: canonical(path),
        holds: vec![what.into()],
        can_be_allowed: false,
    }
}

/// How often an exclusive open is tried before a device counts as in use, and the pause between.
const CLAIM_ATTEMPTS: u32 = 5;
const CLAIM_PAUSE: Duration = Duration::from_millis(40);

/// A guard together with what it already agreed to in this run.
pub struct Consent<'a> {
    guard: &'a dyn Guard,
    agreed: Mutex<Agreed>,
}

#[derive(Default)]
struct Agreed {
    /// Files by device and inode; block devices by their own number and no inode.
    known: HashSet<(u64, u64)>,
    /// Exclusive descriptors of the block devices; open until the run has ended.
    held: Vec<File>,
}

impl<'a> Consent<'a> {
    pub fn new(guard: &'a dyn Guard) -> Self {
        Self {
            guard,
            agreed: Mutex::new(Agreed::default()),
        }
    }

    /// See [`Guard::shares_files`].
    pub(super) fn shares_files(&self) -> bool {
        self.guard.shares_files()
    }

    /// See [`Guard::memory_bytes`].
    pub(super) fn memory_bytes(&self, file: &File) -> Option<u64> {
        self.guard.memory_bytes(file)
    }

    /// As [`Consent::check`], for jobs that send commands: what is written through a generic device is written on its disk, so that is
    /// what the guard is asked about and what is held.
    ///
    /// # Errors
    /// As of [`Consent::check`], or nobody can tell which disk it is.
    pub fn check_commands(&self, path: &Path, file: &File) -> Result<(), Refusal> {
        let is_char = |meta: std::fs::Metadata| meta.file_type().is_char_device();
        if !file.metadata().is_ok_and(is_char) {
            return self.check(path, file);
        }
        match self.guard.disk_behind(file) {
            Some(disk) => self.check(path, &disk),
            None => Err(Refusal {
                path: path.to_owned(),
                device: canonical(path),
                holds: vec![Sentence::new(run_errors::unknown_disk)],
                can_be_allowed: false,
            }),
        }
    }

    /// Asks the guard about what is behind `file`, unless it has agreed to it already, and holds a block device.
    ///
    /// # Errors
    /// The guard's refusal, or that the kernel gives the device to somebody else.
    pub fn check(&self, path: &Path, file: &File) -> Result<(), Refusal> {
        let meta = match file.metadata() {
            Ok(meta) => meta,
            // A descriptor that cannot be examined cannot be judged either.
            Err(error) => return Err(in_use(path, not_examined(&error))),
        };
        let is_block = meta.file_type().is_block_device();
        let key = if is_block {
            (meta.rdev(), 0)
        } else {
            (meta.dev(), meta.ino())
        };
        let mut agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        if agreed.known.contains(&key) {
            return Ok(());
        }
        self.guard.judge(path, file)?;
        if is_block {
            agreed.held.extend(hold(self.guard, path, file, meta.rdev())?);
        }
        agreed.known.insert(key);
        Ok(())
    }
}

/// Opens the device behind `file` exclusively: the kernel's own word, next to the guard's. It fails with `EBUSY` while the device,
/// its disk or one of its partitions is mounted, swapped on, or part of another device (open(2), `O_EXCL`). `None`: this user
/// may not open it again, and so could not have opened it to write. Where another process of this run holds it, that hold is shared.
fn hold(guard: &dyn Guard, path: &Path, file: &File, device: u64) -> Result<Option<File>, Refusal> {
    let again = super::path_of_descriptor(file);
    for attempt in 0..CLAIM_ATTEMPTS {
        let claim = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_EXCL | libc::O_NONBLOCK)
            .open(&again);
        match claim.and_then(|file| Ok((file.metadata()?, file))) {
            Ok((meta, file)) if meta.rdev() == device => {
                guard.held(&file);
                return Ok(Some(file));
            }
            Ok(_) => return Err(in_use(path, run_errors::changed_while_examined)),
            Err(error) if error.raw_os_error() != Some(libc::EBUSY) => return Ok(None),
            Err(_) => {}
        }
        if let Some(shared) = guard.shared_hold(device) {
            return Ok(Some(shared));
        }
        // Somebody else may be probing it for a moment.
        if attempt + 1 < CLAIM_ATTEMPTS {
            std::thread::sleep(CLAIM_PAUSE);
        }
    }
    Err(in_use(path, run_errors::kernel_says_in_use))
}
