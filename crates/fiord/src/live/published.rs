//! The runs of this user that go on now, for `fiord serve`: one small file for each process in a directory in memory, which is there only
//! while somebody serves.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fiord_host::Root;
use fiord_report::documents::Document;
use fiord_report::documents::live::LiveSecond;

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

/// The file of this process.
pub(super) struct PublishedFile {
    path: PathBuf,
    new: PathBuf,
}

impl PublishedFile {
    /// Only while somebody serves.
    pub(super) fn begin() -> Option<Self> {
        let directory = directory();
        is_own(&directory).then(|| Self {
            path: directory.join(format!("{}.json", std::process::id())),
            new: directory.join(format!("{}.new", std::process::id())),
        })
    }

    /// Replaces what was there. Who serves may have ended meanwhile: then nobody misses it.
    pub(super) fn write(&self, line: &str) {
        if fs::write(&self.new, line).is_ok() {
            let _ = fs::rename(&self.new, &self.path);
        }
    }
}

impl Drop for PublishedFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The directory, held by who serves.
pub(crate) struct PublishedRuns {
    directory: PathBuf,
}

impl PublishedRuns {
    /// Makes the directory. Several may serve at a time.
    ///
    /// # Errors
    /// It cannot be made, or belongs to somebody else.
    pub(crate) fn hold() -> io::Result<Self> {
        let directory = directory();
        match DirBuilder::new().mode(0o700).create(&directory) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        if !is_own(&directory) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(Self { directory })
    }

    /// The last second of each run that goes on, by process.
    pub(crate) fn read() -> Vec<LiveSecond> {
        let directory = directory();
        if !is_own(&directory) {
            return Vec::new();
        }
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let mut runs: Vec<LiveSecond> = entries
            .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
            .filter_map(|entry| {
                let text = fs::read_to_string(entry.path()).ok()?;
                let second = serde_json::from_str::<Document<LiveSecond>>(&text).ok()?.body;
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
        // Files of processes that go on keep it; the last one that serves takes it away.
        let _ = fs::remove_dir(&self.directory);
    }
}
