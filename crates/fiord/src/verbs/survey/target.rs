//! The survey's own file: made of real data beside PATH, within a share of the free space, and removed however it ends.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_host::block::identity::Identity;

/// The file takes at most this share of the free space …
const SHARE_OF_FREE: u64 = 10;
/// … and no more than this.
const LARGEST: u64 = 4 << 30;
/// Below this a survey says nothing about a disk.
const SMALLEST: u64 = 64 << 20;

/// Prefix and suffix of the file's name; the process id stands between.
const PREFIX: &str = ".fiord-survey-";
const SUFFIX: &str = ".tmp";

/// The file; dropping it removes it.
#[derive(Debug)]
pub(crate) struct SurveyFile {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What it is: in a folder of somebody else another file may take its name.
    pub(crate) identity: Identity,
    file: File,
}

impl SurveyFile {
    /// Creates the empty file in `folder`. It must not exist: nothing that is there is ever written.
    pub(crate) fn create(folder: &Path) -> Result<Self> {
        let path = folder.join(format!("{PREFIX}{}{SUFFIX}", std::process::id()));
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
            .with_context(|| format!("{}: no file can be made there", folder.display()))?;
        let identity = Identity::of(&file)?;
        Ok(Self { path, identity, file })
    }

    /// Cuts it to this length.
    pub(crate) fn cut(&self, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)
    }
}

impl Drop for SurveyFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The size to aim at, in bytes: the stated share of the free space, whole MiB.
pub(crate) fn size_for(free_bytes: u64) -> Result<u64> {
    let size = (free_bytes / SHARE_OF_FREE).min(LARGEST) >> 20 << 20;
    if size < SMALLEST {
        bail!(
            "{} MiB are free: a tenth of that is below {} MiB, and a survey would say nothing about the disk",
            free_bytes >> 20,
            SMALLEST >> 20
        );
    }
    Ok(size)
}

/// Free bytes for this user in the file system of `folder`.
pub(crate) fn free_bytes(folder: &Path) -> io::Result<u64> {
    let stat = rustix::fs::statvfs(folder)?;
    Ok(stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// Files that an earlier, killed survey left in `folder`: those whose process is gone.
pub(crate) fn left_behind(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let pid: i32 = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.parse().ok()?;
            let pid = rustix::process::Pid::from_raw(pid)?;
            let gone = rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH);
            gone.then(|| entry.path())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn the_file_goes_when_it_is_dropped_and_an_existing_one_is_never_taken() {
        let folder = tempfile::tempdir().unwrap();
        let file = SurveyFile::create(folder.path()).unwrap();
        assert!(file.path.exists());
        assert!(SurveyFile::create(folder.path()).is_err());
        let path = file.path.clone();
        drop(file);
        assert!(!path.exists());
    }

    #[test]
    fn a_tenth_of_the_free_space_and_never_nothing() {
        assert_eq!(size_for(10 << 30).unwrap(), 1 << 30);
        assert_eq!(size_for(1 << 50).unwrap(), LARGEST);
        assert!(size_for(100 << 20).unwrap_err().to_string().contains("100 MiB"));
    }
}
