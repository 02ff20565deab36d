//! The directory of a trial's test file, with a mark that is locked for as long as the trial lives: what a killed one left is known by it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use fiord_messages::{Lang, try_settings as messages};
use rustix::fs::{FlockOperation, OFlags, flock};
use tempfile::TempDir;

use crate::ui;

const PREFIX: &str = ".fiord-try-";
/// The name of the mark, and what it holds once it is locked.
const MARK: &str = ".made-by-fiord-try";
const MARKED: &[u8] = b"fiord try\n";

pub(super) struct TrialDirectory {
    made: TempDir,
    _mark: File,
}

impl TrialDirectory {
    /// Removes what killed trials left here, and makes a directory.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn make(below: &Path) -> io::Result<Self> {
        remove_left(below);
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(below)?;
        let mut mark = File::create_new(made.path().join(MARK))?;
        // Where the file system has no locks, what a killed trial leaves stays.
        if flock(&mark, FlockOperation::NonBlockingLockExclusive).is_ok() {
            mark.write_all(MARKED)?;
        }
        Ok(Self { made, _mark: mark })
    }

    pub(super) fn path(&self) -> &Path {
        self.made.path()
    }
}

fn remove_left(below: &Path) {
    for entry in fs::read_dir(below).into_iter().flatten().flatten() {
        remove_if_left(&entry.path());
    }
}

/// Removes the directory of a trial that was killed, and says so.
pub(in crate::verbs) fn remove_if_left(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_named = name.starts_with(PREFIX);
    let Some(_mark) = is_named.then(|| dead_mark(path)).flatten() else {
        return;
    };
    let (removed, path) = (fs::remove_dir_all(path), &path.display());
    ui::say(match &removed {
        Ok(()) => messages::LeftRemoved { path }.text(Lang::current()),
        Err(error) => messages::LeftNotRemoved { path, error }.text(Lang::current()),
    });
}

/// The mark of a directory that a trial of this user made and no process uses, locked.
fn dead_mark(directory: &Path) -> Option<File> {
    let own = rustix::process::geteuid().as_raw();
    let meta = directory.symlink_metadata().ok()?;
    if !meta.is_dir() || meta.uid() != own {
        return None;
    }
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let mut options = OpenOptions::new();
    options.read(true).write(true).custom_flags(flags.bits() as i32);
    let mark = options.open(directory.join(MARK)).ok()?;
    let meta = mark.metadata().ok()?;
    if !meta.is_file() || meta.uid() != own {
        return None;
    }
    flock(&mark, FlockOperation::NonBlockingLockExclusive).ok()?;
    let mut text = Vec::new();
    (&mark)
        .take(MARKED.len() as u64 + 1)
        .read_to_end(&mut text)
        .ok()?;
    (text == MARKED).then_some(mark)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_trial_left_is_removed_and_nothing_else() {
        let dir = fiord_testbed::memory_folder();
        let at = |name: &str| dir.path().join(name);
        let alive = TrialDirectory::make(dir.path()).unwrap();
        // A killed trial: its lock is gone, its files are not.
        let dead = at(".fiord-try-aaaaaa");
        let other = at(".fiord-try-bbbbbb");
        let user = at("results");
        for made in [&dead, &other, &user] {
            fs::create_dir(made).unwrap();
            fs::write(made.join("try.0.0"), "data").unwrap();
        }
        fs::write(dead.join(MARK), MARKED).unwrap();
        fs::write(user.join(MARK), MARKED).unwrap();
        fs::write(other.join(MARK), "of the user").unwrap();
        std::os::unix::fs::symlink(&user, at(".fiord-try-cccccc")).unwrap();
        let next = TrialDirectory::make(dir.path()).unwrap();
        assert!(!dead.exists());
        assert!(alive.path().exists() && next.path().exists());
        assert!(other.join("try.0.0").exists() && user.join("try.0.0").exists());
        assert!(at(".fiord-try-cccccc").exists());
    }
}
