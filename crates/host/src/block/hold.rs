//! Holding a block device exclusively for writing, from the check to the end of a run.
//!
//! While a claim lives, the kernel refuses to mount the device, to swap to it and to make another device of it.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::block::device::{self, Examined, Holding};
use crate::block::identity::{Identity, InodeKind};
use crate::block::names;
use crate::block::uses::Uses;
use crate::root::{self, Root};

/// A block device that this process holds exclusively.
#[derive(Debug)]
pub struct DeviceHold {
    file: File,
    identity: Identity,
}

/// Why a block device could not be held.
#[derive(Debug, thiserror::Error)]
pub enum HoldError {
    #[error("{}: expected a block device", path.display())]
    NotABlockDevice { path: PathBuf },
    /// Somebody else holds it; `by` is what could be found out, which is nothing for a holder in another namespace.
    #[error("{}: in use: {}", path.display(), reasons(by))]
    Held { path: PathBuf, by: Vec<Holding> },
    #[error("{}: cannot be opened for writing: {error}", path.display())]
    Open { path: PathBuf, error: io::Error },
}

fn reasons(by: &[Holding]) -> String {
    by.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl DeviceHold {
    /// Opens the device at `path` for reading and writing, exclusively. What the path names may change afterwards; the claim
    /// stays with the device that was opened.
    ///
    /// # Errors
    /// [`HoldError`]; nothing was written.
    pub fn take(root: &Root, path: &Path) -> Result<DeviceHold, HoldError> {
        let open_error = |error| HoldError::Open {
            path: path.to_path_buf(),
            error,
        };
        // Without O_EXCL the file is not created; on anything but a block device it would be ignored.
        let looked = Identity::of_path(path);
        if looked.is_some_and(|i| !matches!(i.kind, InodeKind::Block { .. })) {
            return Err(HoldError::NotABlockDevice {
                path: path.to_path_buf(),
            });
        }
        let open = || {
            let mut options = OpenOptions::new();
            let flags = libc::O_EXCL | libc::O_NOCTTY;
            options.read(true).write(true).custom_flags(flags).open(path)
        };
        let file = match device::retry_while_busy(open) {
            Ok(file) => file,
            Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                return Err(HoldError::Held {
                    path: path.to_path_buf(),
                    by: holders(root, looked),
                });
            }
            Err(error) => return Err(open_error(error)),
        };
        let identity = Identity::of(&file).map_err(open_error)?;
        // The path may have been changed between the look and the open.
        if identity.block_device().is_none() {
            return Err(HoldError::NotABlockDevice {
                path: path.to_path_buf(),
            });
        }
        Ok(DeviceHold { file, identity })
    }

    /// The descriptor that holds the device.
    pub fn file(&self) -> &File {
        &self.file
    }

    pub fn identity(&self) -> Identity {
        self.identity
    }

    /// Judges the claimed device as [`device::examine`] does; that this process holds it is not a reason.
    ///
    /// # Errors
    /// `fstat` fails.
    pub fn examine(&self, root: &Root) -> io::Result<Examined> {
        device::examine_open(&Uses::read(root), root, &self.file, false)
    }
}

/// What holds a device that is busy: what the kernel lists, else the processes that have it open.
fn holders(root: &Root, identity: Option<Identity>) -> Vec<Holding> {
    let Some((major, minor)) = identity.and_then(|i| i.block_device()) else {
        return Vec::new();
    };
    let device = names::by_number(root, major, minor).unwrap_or_else(|| format!("{major}:{minor}"));
    let mut by = Uses::read(root).of_device(&device);
    by.retain(Holding::in_use);
    if by.is_empty() {
        by = open_in_processes(root, (major, minor), &device);
    }
    if by.is_empty() {
        by.push(Holding::Busy { device });
    }
    by
}

/// Processes that have a device open, of those that this user may see.
fn open_in_processes(root: &Root, number: (u32, u32), device: &str) -> Vec<Holding> {
    let mut found = Vec::new();
    let pids = root::names(&root.proc(""));
    for pid in pids.iter().filter_map(|name| name.parse::<u32>().ok()) {
        let fds = root.proc(format!("{pid}/fd"));
        let has =
            |fd: &String| Identity::of_path(&fds.join(fd)).and_then(|i| i.block_device()) == Some(number);
        if root::names(&fds).iter().any(has) {
            found.push(Holding::Process {
                device: device.to_owned(),
                pid,
                name: root::word(&root.proc(format!("{pid}/comm"))).unwrap_or_default(),
            });
        }
    }
    found
}
