//! Consent: nothing is written to a block device unless a guard agrees.
//!
//! The engine knows which descriptors are about to be written; what is on the device behind one is host knowledge, so the
//! judgement is handed in as a [`Guard`]. It is asked about the *opened* descriptor, so that a link that changes between
//! the question and the write does not matter.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Why a device may not be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The path as the job names it.
    pub path: PathBuf,
    /// The device behind it, links resolved: the name that `--allow-destroy` must give.
    pub device: PathBuf,
    /// What was found on it, one finding each: "a GPT with 3 partitions", "vda1 is mounted on /".
    pub holds: Vec<String>,
    /// Whether naming it in `--allow-destroy` would be enough. `false`: it is in use (mounted, swap), and no consent
    /// changes that.
    pub can_be_allowed: bool,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} would be overwritten", self.path.display())?;
        if self.path != self.device {
            write!(f, " (it is {})", self.device.display())?;
        }
        if !self.holds.is_empty() {
            write!(f, "\n  it holds: {}", self.holds.join("; "))?;
        }
        if self.can_be_allowed {
            write!(
                f,
                "\n  to destroy it on purpose, say: --allow-destroy={}",
                self.device.display()
            )
        } else {
            write!(f, "\n  it is in use, so it is refused whatever is allowed")
        }
    }
}

/// Judges whether a block device may be written or trimmed.
pub trait Guard: Send + Sync {
    /// `path` is the name in the job, `file` the opened device. Called at most once per device and run.
    ///
    /// # Errors
    /// A [`Refusal`] that says what is on the device.
    fn judge(&self, path: &Path, file: &File) -> Result<(), Refusal>;
}

/// The guard for those who know nothing about the host: every block device is refused unless it is named exactly.
#[derive(Debug, Clone, Default)]
pub struct NamedOnly {
    /// The devices that may be destroyed. Links are resolved on both sides.
    pub allowed: Vec<PathBuf>,
}

impl Guard for NamedOnly {
    fn judge(&self, path: &Path, _file: &File) -> Result<(), Refusal> {
        let device = canonical(path);
        if self.allowed.iter().any(|allowed| canonical(allowed) == device) {
            return Ok(());
        }
        let holds = vec!["unknown content".to_owned()];
        Err(Refusal {
            path: path.to_owned(),
            device,
            holds,
            can_be_allowed: true,
        })
    }
}

/// The path with all links resolved; as it is when that fails.
pub fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn in_use(path: &Path, what: &str) -> Refusal {
    Refusal {
        path: path.to_owned(),
        device: canonical(path),
        holds: vec![what.to_owned()],
        can_be_allowed: false,
    }
}

/// How often an exclusive open is tried before a device counts as in use, and the pause between.
const CLAIM_ATTEMPTS: u32 = 5;
const CLAIM_PAUSE: Duration = Duration::from_millis(40);

/// A guard together with the devices it already agreed to in this run.
pub(crate) struct Consent<'a> {
    guard: &'a dyn Guard,
    agreed: Mutex<BTreeSet<u64>>,
}

impl<'a> Consent<'a> {
    pub(crate) fn new(guard: &'a dyn Guard) -> Self {
        Self {
            guard,
            agreed: Mutex::new(BTreeSet::new()),
        }
    }

    /// The kernel's own word, a second witness beside the guard: an exclusive open fails with `EBUSY` while the device,
    /// its disk or one of its partitions is mounted, swapped on, or part of another device (open(2), `O_EXCL`).
    fn check_unclaimed(&self, path: &Path, device: u64) -> Result<(), Refusal> {
        for attempt in 0..CLAIM_ATTEMPTS {
            let claim = OpenOptions::new()
                .read(true)
                .custom_flags(libc::O_EXCL | libc::O_NONBLOCK)
                .open(path);
            match claim.and_then(|file| file.metadata()) {
                Ok(meta) if meta.rdev() == device => return Ok(()),
                Ok(_) => return Err(in_use(path, "it changed while it was examined")),
                Err(error) if error.raw_os_error() != Some(libc::EBUSY) => return Ok(()),
                // Somebody else may be probing it for a moment.
                Err(_) if attempt + 1 < CLAIM_ATTEMPTS => std::thread::sleep(CLAIM_PAUSE),
                Err(_) => {}
            }
        }
        Err(in_use(
            path,
            "the kernel says that it is in use: mounted, swap, or part of another device",
        ))
    }

    /// Asks the guard if `file` is a block device it has not yet agreed to. Anything else passes.
    pub(crate) fn check(&self, path: &Path, file: &File) -> Result<(), Refusal> {
        let meta = match file.metadata() {
            Ok(meta) => meta,
            // A descriptor that cannot be examined cannot be judged either.
            Err(error) => {
                return Err(Refusal {
                    path: path.to_owned(),
                    device: canonical(path),
                    holds: vec![format!("it could not be examined: {error}")],
                    can_be_allowed: false,
                });
            }
        };
        if !meta.file_type().is_block_device() {
            return Ok(());
        }
        let mut agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        if agreed.contains(&meta.rdev()) {
            return Ok(());
        }
        self.guard.judge(path, file)?;
        self.check_unclaimed(path, meta.rdev())?;
        agreed.insert(meta.rdev());
        Ok(())
    }
}
