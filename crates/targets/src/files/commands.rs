//! Devices for engines that send commands, and raw flash: what may be named, and how large it is.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use crate::passthrough::mtd::Flash;
use crate::passthrough::nvme_ioctl;
use crate::passthrough::scsi::Capacity;
use crate::passthrough::sg::{self, CommandsReach};
use fiord_job::plan::{Backend, EngineKind};
use fiord_messages::{Fixed, run_errors as messages};

use crate::failure::Failure;
use fiord_workload::plan::TargetKind;
use fiord_workload::size::PathProbe;

/// What a job of such an engine finds at a path: a device with its size.
///
/// # Errors
/// It takes no commands of this engine, or does not answer.
pub(super) fn look(kind: EngineKind, path: &Path, found: PathProbe) -> Result<PathProbe, Failure> {
    let refuse = |errno, words: Fixed| Err(Failure::new(kind.name(), errno).on(path).because(words));
    if kind.backend() == Backend::Nvme {
        return look_at_namespace(path, found);
    }
    match found.kind {
        // FIO-DIFF(sg-partition): fio writes what is meant for a partition at the same offset of the disk.
        TargetKind::Block => {
            let capacity = scsi_capacity(path)?;
            match CommandsReach::of(capacity, found.size_bytes.unwrap_or(0)) {
                CommandsReach::Itself => Ok(found),
                CommandsReach::Another { bytes } => Err(Failure::new(kind.name(), libc::EINVAL)
                    .on(path)
                    .because(|lang| messages::CommandsReachDisk { bytes: &bytes }.text(lang))),
            }
        }
        // FIO-DIFF(passthrough-file): fio makes the file, and then finds that it takes no commands.
        TargetKind::File | TargetKind::None => refuse(libc::ENOTTY, messages::not_a_scsi_device),
        TargetKind::Char if !is_generic_scsi(path) => refuse(libc::ENOTTY, messages::not_generic_scsi),
        TargetKind::Char => {
            let capacity = scsi_capacity(path)?;
            Ok(PathProbe {
                size_bytes: Some(capacity.bytes()),
                ..found
            })
        }
    }
}

fn look_at_namespace(path: &Path, found: PathProbe) -> Result<PathProbe, Failure> {
    if found.kind != TargetKind::Char {
        return Err(Failure::new("io_uring_cmd", libc::ENOTTY)
            .on(path)
            .because(messages::not_nvme_generic));
    }
    let (_, namespace) = open_device(path)
        .and_then(|device| nvme_ioctl::identify(device.as_raw_fd()))
        .map_err(|error| Failure::from_io("identify", &error).on(path))?;
    Ok(PathProbe {
        size_bytes: Some(namespace.bytes()),
        ..found
    })
}

/// The same for raw flash.
///
/// # Errors
/// It is something else.
pub(super) fn look_at_flash(path: &Path, found: PathProbe) -> Result<PathProbe, Failure> {
    /// `MTD_CHAR_MAJOR`
    const MAJOR: u32 = 90;
    let is_flash = || std::fs::metadata(path).is_ok_and(|meta| rustix::fs::major(meta.rdev()) == MAJOR);
    if found.kind != TargetKind::Char || !is_flash() {
        return Err(Failure::new("mtd", libc::ENOTTY)
            .on(path)
            .because(messages::not_raw_flash));
    }
    let flash = open_device(path)
        .and_then(|device| Flash::of(device.as_raw_fd()))
        .map_err(|error| Failure::from_io("mtd", &error).on(path))?;
    Ok(PathProbe {
        size_bytes: Some(flash.size_bytes),
        ..found
    })
}

fn open_device(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)
}

/// By the number that Linux gives such devices (`SCSI_GENERIC_MAJOR`), before anything is opened.
fn is_generic_scsi(path: &Path) -> bool {
    const MAJOR: u32 = 21;
    std::fs::metadata(path).is_ok_and(|meta| rustix::fs::major(meta.rdev()) == MAJOR)
}

fn scsi_capacity(path: &Path) -> Result<Capacity, Failure> {
    open_device(path)
        .and_then(|device| sg::capacity(device.as_raw_fd()))
        .map_err(|error| Failure::from_io("read capacity", &error).on(path))
}
