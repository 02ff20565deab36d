//! One process at one time changes settings through a journal: for as long as it lives, it has a lock on a file next to the journal.
//!
//! The file is empty, and gone when the process ends in order. After a kill it is there without a lock, and the next process takes it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};

use super::model::{Error, Holder};
use crate::root::{self, Root};

/// Characters of a command that are shown.
const COMMAND: usize = 80;

/// Held by the process that changes settings.
#[derive(Debug)]
pub struct JournalClaim {
    path: PathBuf,
    _file: File,
}

impl JournalClaim {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`Error::Running`] while another process has it; the file cannot be made.
    pub fn take(root: &Root, journal: &Path) -> Result<Self, Error> {
        let fail = |e: io::Error| Error::Journal(journal.to_path_buf(), e);
        let path = place(journal);
        if let Some(dir) = path.parent().filter(|d| !d.as_os_str().is_empty()) {
            fs::create_dir_all(dir).map_err(fail)?;
        }
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        let mut attempt = 0;
        loop {
            // Never written: a file that is there already stays as it is.
            let file = OpenOptions::new()
                .append(true)
                .create(true)
                .mode(0o600)
                .custom_flags(flags.bits() as i32)
                .open(&path)
                .map_err(fail)?;
            match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
                // Its last holder may have removed it between the open and the lock.
                Ok(()) if is_at(&file, &path) => return Ok(Self { path, _file: file }),
                Ok(()) => {}
                // A child that was just forked has the lock, too, until it runs its program.
                Err(rustix::io::Errno::WOULDBLOCK) if attempt < 20 => {
                    attempt += 1;
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                Err(rustix::io::Errno::WOULDBLOCK) => {
                    return Err(match holder(root, &file) {
                        Some(holder) => Error::Running(holder),
                        None => Error::Locked(journal.to_path_buf()),
                    });
                }
                Err(e) => return Err(fail(e.into())),
            }
        }
    }

    /// Removes the file, so that the process can end without running destructors.
    pub fn remove(&self) {
        let is_ours = |meta: fs::Metadata| {
            meta.is_file() && meta.len() == 0 && meta.uid() == rustix::process::geteuid().as_raw()
        };
        if self.path.symlink_metadata().is_ok_and(is_ours) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Drop for JournalClaim {
    fn drop(&mut self) {
        self.remove();
    }
}

fn place(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

fn is_at(file: &File, path: &Path) -> bool {
    let inode = |m: fs::Metadata| (m.dev(), m.ino());
    let here = file.metadata().map(inode).ok();
    here.is_some() && here == path.symlink_metadata().map(inode).ok()
}

/// The process that has the lock, as the kernel lists it.
fn holder(root: &Root, file: &File) -> Option<Holder> {
    let meta = file.metadata().ok()?;
    let (major, minor) = (rustix::fs::major(meta.dev()), rustix::fs::minor(meta.dev()));
    let inode = format!("{major:02x}:{minor:02x}:{}", meta.ino());
    let locks = root::text(&root.proc("locks"))?;
    let pid = locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_it = fields.get(1) == Some(&"FLOCK") && fields.get(5) == Some(&inode.as_str());
        fields.get(4).filter(|_| is_it)?.parse::<u32>().ok()
    })?;
    let words = root::bytes(&root.proc(format!("{pid}/cmdline"))).unwrap_or_default();
    let words = String::from_utf8_lossy(&words);
    let words: Vec<&str> = words.split('\0').filter(|word| !word.is_empty()).collect();
    let plain = words.join(" ").replace(char::is_control, " ");
    let mut command: String = plain.chars().take(COMMAND).collect();
    if command.len() < plain.len() {
        command.push('…');
    }
    Some(Holder { pid, command })
}
