//! A file of our own in a folder, within a share of the free space, gone however the process ends.
//!
//! The file has no name where the file system can do that (`O_TMPFILE`), else one for a moment only. Jobs open it again through its
//! descriptor (`/proc/self/fd/N`), so that no other file can take its place, and the kernel frees it when the process ends.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_host::Root;
use fiord_host::block::identity::Identity;
use fiord_messages::{Lang, files as messages};
use fiord_record::number::Bytes;
use fiord_targets::files::path_of_descriptor;

/// The file takes at most this share of the free space …
const SHARE_OF_FREE: u64 = 10;
/// … and no more than this.
const LARGEST: u64 = 4 << 30;
/// Below this a survey says nothing about a disk.
pub(crate) const SMALLEST: u64 = 64 << 20;

/// Prefix and suffix of the file's name; the process id stands between.
const PREFIX: &str = ".fiord-survey-";
const SUFFIX: &str = ".tmp";

/// The size of a file or a device that is to be read, in whole MiB, and whether direct I/O works on it.
pub(crate) fn given(path: &Path) -> Result<(u64, bool)> {
    let shown = || path.display().to_string();
    let kind = fs::metadata(path).with_context(shown)?.file_type();
    if !kind.is_file() && !kind.is_block_device() {
        let path = &path.display();
        bail!(messages::NotATarget { path }.text(Lang::current()));
    }
    let file = File::open(path).with_context(shown)?;
    let bytes = rustix::fs::seek(&file, rustix::fs::SeekFrom::End(0)).with_context(shown)?;
    if bytes < SMALLEST {
        let small = messages::SurveyTooSmall {
            path: &path.display(),
            held: &Bytes(bytes),
            least: &Bytes(SMALLEST),
        };
        bail!(small.text(Lang::current()));
    }
    Ok((bytes >> 20 << 20, takes_direct(path)))
}

/// Whether a file or device can be opened for direct I/O. Some file systems find out only when they are asked to write.
pub(crate) fn takes_direct(path: &Path) -> bool {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(libc::O_DIRECT);
    options.open(path).is_ok()
}

/// The file. Closing it frees it.
#[derive(Debug)]
pub(crate) struct UnnamedFile {
    /// What opens it again in this process, and only in this.
    pub path: PathBuf,
    /// What it is: nothing else may be written.
    pub identity: Identity,
    file: File,
    /// The name that it keeps where the file system forgets a file without one.
    name: Option<PathBuf>,
}

impl UnnamedFile {
    /// Creates the empty file in `folder`; a rank among many names its host. Nothing that is there is ever written.
    pub(crate) fn create(folder: &Path, host: Option<&str>) -> Result<Self> {
        let refuse = || {
            let directory = &folder.display();
            messages::NoFileThere { directory }.text(Lang::current())
        };
        let (file, name) = match without_a_name(folder) {
            Ok(file) => (file, None),
            // Errors of a file system that has no such files (open(2)), and of kernels before 3.11.
            Err(error)
                if matches!(
                    error.raw_os_error(),
                    Some(libc::EOPNOTSUPP | libc::EISDIR | libc::EINVAL | libc::ENOENT)
                ) =>
            {
                named_for_a_moment(folder, host).with_context(refuse)?
            }
            Err(error) => return Err(error).with_context(refuse),
        };
        let identity = Identity::of(&file)?;
        let path = match host {
            None => path_of_descriptor(&file),
            Some(_) => reopening_by_process(&file),
        };
        Ok(Self {
            path,
            identity,
            file,
            name,
        })
    }

    /// The name that it keeps until it is closed, where it has one.
    pub(crate) fn name(&self) -> Option<&Path> {
        self.name.as_deref()
    }

    /// Cuts it to this length.
    pub(crate) fn cut(&self, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)
    }
}

impl Drop for UnnamedFile {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            remove(name, &self.file);
        }
    }
}

/// As [`path_of_descriptor`], by a path that ranks of one host have not in common: the results of all stand side by side.
fn reopening_by_process(file: &File) -> PathBuf {
    // As this `/proc` counts processes, which may be that of another container.
    let root = Root::system();
    match fs::read_link(root.proc("self")) {
        Ok(process) => root.proc(process).join(format!("fd/{}", file.as_raw_fd())),
        Err(_) => path_of_descriptor(file),
    }
}

fn without_a_name(folder: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .mode(0o600)
        .custom_flags(libc::O_TMPFILE)
        .open(folder)
}

/// Makes a file that nobody made before and takes its name away; it keeps the name only where it could not be opened without.
fn named_for_a_moment(folder: &Path, host: Option<&str>) -> io::Result<(File, Option<PathBuf>)> {
    let (file, name) = named(folder, host)?;
    remove(&name, &file);
    if OpenOptions::new()
        .write(true)
        .open(path_of_descriptor(&file))
        .is_ok()
    {
        return Ok((file, None));
    }
    let (file, name) = named(folder, host)?;
    Ok((file, Some(name)))
}

/// In a folder that hosts share, process ids alone tell nobody apart.
fn named(folder: &Path, host: Option<&str>) -> io::Result<(File, PathBuf)> {
    let host = host.map_or_else(String::new, |host| format!("@{host}@"));
    let name = folder.join(format!("{PREFIX}{host}{}{SUFFIX}", std::process::id()));
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&name)?;
    Ok((file, name))
}

/// Removes a name, if it still is the file's.
fn remove(name: &Path, file: &File) {
    let inode = |meta: fs::Metadata| (meta.dev(), meta.ino());
    let ours = file.metadata().map(inode).ok();
    if ours.is_some() && ours == fs::symlink_metadata(name).map(inode).ok() {
        let _ = fs::remove_file(name);
    }
}

/// The size to aim at, in bytes: the stated share of the free space, whole MiB.
pub(crate) fn size_for(free_bytes: u64) -> Result<u64> {
    let size = (free_bytes / SHARE_OF_FREE).min(LARGEST) >> 20 << 20;
    if size < SMALLEST {
        let full = messages::SurveyNoRoom {
            free: &Bytes(free_bytes),
            needed: &Bytes(SMALLEST * SHARE_OF_FREE),
            least: &Bytes(SMALLEST),
        };
        bail!(full.text(Lang::current()));
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

    /// Whether `file` opens again, and is the file that was made.
    fn opens_again(file: &UnnamedFile) -> bool {
        let again = OpenOptions::new().write(true).open(&file.path).unwrap();
        Identity::of(&again).unwrap().is_same_data(&file.identity)
    }

    #[test]
    fn the_file_has_no_name_and_opens_again() {
        let folder = tempfile::tempdir().unwrap();
        let entries = || fs::read_dir(folder.path()).unwrap().count();
        let file = UnnamedFile::create(folder.path(), None).unwrap();
        assert!(opens_again(&file));
        assert_eq!(entries(), 0);
        file.cut(1 << 20).unwrap();
        assert_eq!(fs::metadata(&file.path).unwrap().len(), 1 << 20);
        drop(file);
        assert_eq!(entries(), 0);
    }

    #[test]
    fn a_name_lasts_for_a_moment_and_an_existing_file_is_never_taken() {
        let folder = tempfile::tempdir().unwrap();
        let (file, name) = named_for_a_moment(folder.path(), None).unwrap();
        assert_eq!((name, fs::read_dir(folder.path()).unwrap().count()), (None, 0));
        assert!(
            OpenOptions::new()
                .write(true)
                .open(path_of_descriptor(&file))
                .is_ok()
        );
        let (taken, name) = named(folder.path(), None).unwrap();
        assert_eq!(
            named_for_a_moment(folder.path(), None).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
        // A name that leads to something else by now is left alone.
        remove(&name, &file);
        assert!(name.exists());
        remove(&name, &taken);
        assert!(!name.exists());
    }

    #[test]
    fn a_tenth_of_the_free_space_and_never_nothing() {
        assert_eq!(size_for(10 << 30).unwrap(), 1 << 30);
        assert_eq!(size_for(1 << 50).unwrap(), LARGEST);
        assert!(size_for(100 << 20).unwrap_err().to_string().contains("100 MiB"));
    }
}
