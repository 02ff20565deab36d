//! Persistent memory for engines that map it: what may be named, and how large it is.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use fiord_job::plan::{Backend, EngineKind};
use fiord_messages::{Fixed, run_errors as messages};

use super::consent::Consent;
use super::probe::{open_place, open_to_look};
use crate::failure::Failure;
use fiord_workload::plan::TargetKind;
use fiord_workload::size::PathProbe;

/// FIO-DIFF(pmem-early): fio lays the file out before it finds that it cannot be mapped so.
///
/// Asks the kernel for the mapping that `libpmem` needs before a file is made or made longer for it. A file that is not there is stood
/// for by one without a name in the folder where it would come to lie; that one is gone when it is closed.
///
/// # Errors
/// The kernel has no such mapping there. Where it gives another error, the engine asks again and says which.
pub(super) fn check_before_layout(kind: EngineKind, path: &Path) -> Result<(), Failure> {
    let found = match open_to_look(path) {
        // Where a link that leads nowhere would lead, is not looked for.
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
            nameless_beside(path)
        }
        outcome => outcome,
    };
    match found.map(|file| takes_durable_mapping(&file)) {
        Ok(false) => Err(Failure::new(kind.name(), libc::EOPNOTSUPP)
            .on(path)
            .because(messages::not_persistent)),
        Ok(true) | Err(_) => Ok(()),
    }
}

/// A file without a name in the folder of `path`, or in the nearest above it that is there.
fn nameless_beside(path: &Path) -> io::Result<File> {
    let above = path.ancestors().skip(1);
    let folders = above.map(|folder| match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    });
    let folder = { folders }
        .find(|folder| folder.is_dir())
        .ok_or(io::ErrorKind::NotFound)?;
    OpenOptions::new()
        .read(true)
        .write(true)
        .mode(0o600)
        .custom_flags(libc::O_TMPFILE)
        .open(folder)
}

/// Whether stores into a mapping of this file are durable without a system call (`MAP_SYNC`, mmap(2)). An empty file can be mapped, too.
fn takes_durable_mapping(file: &File) -> bool {
    let bytes = rustix::param::page_size();
    // SAFETY: a fresh mapping at an address of the kernel's choice, which nobody reads.
    let base = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            bytes,
            libc::PROT_READ,
            libc::MAP_SHARED_VALIDATE | libc::MAP_SYNC,
            file.as_raw_fd(),
            0,
        )
    };
    if base == libc::MAP_FAILED {
        return io::Error::last_os_error().raw_os_error() != Some(libc::EOPNOTSUPP);
    }
    // SAFETY: the mapping just made, to which nothing points.
    unsafe { libc::munmap(base, bytes) };
    true
}

/// What a job of such an engine finds at a path. Whether a file lies on persistent memory, its mapping tells.
///
/// # Errors
/// It is another kind of thing than the engine maps.
pub(super) fn look(
    kind: EngineKind,
    path: &Path,
    found: PathProbe,
    consent: &Consent<'_>,
) -> Result<PathProbe, Failure> {
    let refuse = |words: Fixed| Err(Failure::new(kind.name(), libc::ENOTTY).on(path).because(words));
    match (kind.backend(), found.kind) {
        (Backend::PersistentDevice, TargetKind::Char) => match open_place(path)
            .ok()
            .and_then(|place| consent.memory_bytes(&place))
        {
            Some(bytes) => Ok(PathProbe {
                size_bytes: Some(bytes),
                ..found
            }),
            None => refuse(messages::not_dax_device),
        },
        // FIO-DIFF(dax-file): fio 3.33 ends without a word.
        (Backend::PersistentDevice, _) => refuse(messages::dax_needs_device),
        (_, TargetKind::File) => Ok(found),
        _ => refuse(messages::pmem_needs_file),
    }
}
