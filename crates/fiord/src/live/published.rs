//! The runs of this user that go on now, for `fiord serve`: one small file for each process in a directory in memory, which is there only
//! while a server runs. Servers share a lock on a file in it, which the kernel releases however they end: a process that finds it free
//! removes what is left.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fiord_host::Root;
use fiord_messages::Lang;
use fiord_report::documents::Document;
use fiord_report::documents::live::LiveSecond;
use rustix::fs::{FlockOperation, flock};

/// The file that servers lock.
const LOCK: &str = "serve.lock";

/// Where the files are: in the user's own directory for such things, or in shared memory.
fn directory() -> PathBuf {
    match std::env::var_os("XDG_RUNTIME_DIR") {
        Some(runtime) if Path::new(&runtime).is_absolute() => Path::new(&runtime).join("fiord-runs"),
        _ => PathBuf::from(format!(
            "/dev/shm/fiord-runs-{}",
            rustix::process::geteuid().as_raw()
        )),
    }
}

/// Whether a directory is this user's, and nobody else can write to it: others may make one of that name in shared memory.
fn is_own(path: &Path) -> bool {
    let meta = fs::symlink_metadata(path);
    meta.is_ok_and(|meta| {
        meta.is_dir()
            && meta.uid() == rustix::process::geteuid().as_raw()
            && meta.permissions().mode() & 0o077 == 0
    })
}

/// Whether an open lock is still the one in the directory: another process may have removed it.
fn is_named(lock: &File, directory: &Path) -> bool {
    let named = fs::metadata(directory.join(LOCK));
    lock.metadata()
        .is_ok_and(|held| named.is_ok_and(|named| (named.dev(), named.ino()) == (held.dev(), held.ino())))
}

/// Removes the directory with the files that runs and servers put there, and with nothing else, unless a server runs; whether none does.
/// It is this user's own.
fn is_removed(directory: &Path) -> bool {
    let Ok(lock) = File::open(directory.join(LOCK)) else {
        // Made by a server that has not come to its lock, or that ended before.
        return fs::remove_dir(directory).is_ok();
    };
    let is_free = flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok();
    if !is_free || !is_named(&lock, directory) {
        return false;
    }
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let process = name.strip_suffix(".json").or_else(|| name.strip_suffix(".new"));
        let is_of_run =
            process.is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()));
        if is_of_run || name == LOCK {
            let _ = fs::remove_file(entry.path());
        }
    }
    let _ = fs::remove_dir(directory);
    true
}

/// The file of this process.
pub(super) struct PublishedFile {
    path: PathBuf,
    new: PathBuf,
}

impl PublishedFile {
    /// Only while a server runs.
    pub(super) fn begin() -> Option<Self> {
        let directory = directory();
        (is_own(&directory) && !is_removed(&directory)).then(|| Self {
            path: directory.join(format!("{}.json", std::process::id())),
            new: directory.join(format!("{}.new", std::process::id())),
        })
    }

    /// Replaces what was there by a line for each language. A server that has ended meanwhile does not read it.
    pub(super) fn write(&self, lines: &str) {
        if fs::write(&self.new, lines).is_ok() {
            let _ = fs::rename(&self.new, &self.path);
        }
    }
}

impl Drop for PublishedFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The directory, held by a server.
pub(crate) struct PublishedRuns {
    directory: PathBuf,
    lock: File,
}

impl PublishedRuns {
    /// Makes the directory, without the files of a server that was killed. Several may serve at a time.
    ///
    /// # Errors
    /// It cannot be made, or belongs to another user.
    pub(crate) fn hold() -> io::Result<Self> {
        let directory = directory();
        loop {
            if is_own(&directory) {
                is_removed(&directory);
            }
            match DirBuilder::new().mode(0o700).create(&directory) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            if !is_own(&directory) {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            let lock = File::options()
                .append(true)
                .create(true)
                .open(directory.join(LOCK));
            let lock = match lock {
                // A run that found it free removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                opened => opened?,
            };
            flock(&lock, FlockOperation::LockShared)?;
            if is_named(&lock, &directory) {
                return Ok(Self { directory, lock });
            }
        }
    }

    /// The last second of each run that goes on, by process.
    pub(crate) fn read(lang: Lang) -> Vec<LiveSecond> {
        let directory = directory();
        if !is_own(&directory) {
            return Vec::new();
        }
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let mut runs: Vec<LiveSecond> = entries
            .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
            .filter_map(|entry| {
                let text = fs::read_to_string(entry.path()).ok()?;
                let line = Lang::ALL
                    .into_iter()
                    .zip(text.lines())
                    .find(|(of, _)| *of == lang)?
                    .1;
                let second = serde_json::from_str::<Document<LiveSecond>>(line).ok()?.body;
                // One that was killed left its file.
                Root::system()
                    .proc(second.pid.to_string())
                    .exists()
                    .then_some(second)
            })
            .collect();
        runs.sort_by_key(|run| run.pid);
        runs
    }
}

impl Drop for PublishedRuns {
    fn drop(&mut self) {
        let _ = flock(&self.lock, FlockOperation::Unlock);
        // Another server keeps it.
        is_removed(&self.directory);
    }
}
