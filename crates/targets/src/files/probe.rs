//! What a path is at this moment: file, device or nothing yet, and how large. Looks, never changes anything.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use crate::failure::Failure;
use fiord_messages::run_errors as messages;
use fiord_workload::plan::TargetKind;
use fiord_workload::size::PathProbe;

/// Looks at `path`, links followed.
///
/// # Errors
/// `EISDIR` for a directory, `ENOTDIR`, `EACCES` and the like as the system says them.
pub fn look(path: &Path) -> Result<PathProbe, Failure> {
    let meta = match std::fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(PathProbe {
                kind: TargetKind::File,
                exists: false,
                size_bytes: Some(0),
            });
        }
        Err(error) => return Err(Failure::from_io("open", &error).on(path)),
    };
    let kind = meta.file_type();
    if kind.is_dir() {
        // FIO-DIFF(directory-as-file): fio finds out at the first read; we say so before anything starts.
        return Err(Failure::new("open", libc::EISDIR).on(path));
    }
    if kind.is_file() {
        return Ok(PathProbe {
            kind: TargetKind::File,
            exists: true,
            size_bytes: Some(meta.len()),
        });
    }
    if kind.is_block_device() {
        let file = open_to_look(path).map_err(|error| Failure::from_io("open", &error).on(path))?;
        let size = size_of_block(&file).map_err(|error| Failure::from_io("open", &error).on(path))?;
        return Ok(PathProbe {
            kind: TargetKind::Block,
            exists: true,
            size_bytes: Some(size),
        });
    }
    if kind.is_char_device() {
        return Ok(PathProbe {
            kind: TargetKind::Char,
            exists: true,
            size_bytes: None,
        });
    }
    Err(Failure::new("open", libc::ESPIPE)
        .on(path)
        .because(messages::no_file_or_device))
}

/// Opens for looking only: no waiting, no access time.
pub fn open_to_look(path: &Path) -> io::Result<File> {
    std::fs::OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)
}

/// Opens the place only (`O_PATH`): what lies there is not opened.
pub(super) fn open_place(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let place = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    Ok(File::from(place))
}

fn size_of_block(mut file: &File) -> io::Result<u64> {
    file.seek(SeekFrom::End(0))
}

/// The unit for direct I/O in bytes: offsets and lengths must be its multiples. `None`: the kernel does not say.
///
/// # Errors
/// `EINVAL` when the kernel says that the file cannot do direct I/O.
pub fn direct_unit(file: &File, kind: TargetKind) -> io::Result<Option<u32>> {
    match kind {
        TargetKind::Block => Ok(Some(rustix::fs::ioctl_blksszget(file.as_fd())?)),
        TargetKind::File => file_direct_unit(file),
        TargetKind::Char | TargetKind::None => Ok(None),
    }
}

/// `statx` with `STATX_DIOALIGN` (Linux 6.1; statx(2)).
fn file_direct_unit(file: &File) -> io::Result<Option<u32>> {
    use std::os::fd::AsRawFd;
    // SAFETY: statx is plain old data, for which all zeros is a value.
    let mut answer: libc::statx = unsafe { std::mem::zeroed() };
    // SAFETY: an empty path with AT_EMPTY_PATH means the descriptor; `answer` is ours and large enough.
    let result = unsafe {
        libc::statx(
            file.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH,
            libc::STATX_DIOALIGN,
            &raw mut answer,
        )
    };
    if result != 0 || answer.stx_mask & libc::STATX_DIOALIGN == 0 {
        return Ok(None);
    }
    match answer.stx_dio_offset_align {
        0 => Err(io::Error::from_raw_os_error(libc::EINVAL)),
        unit => Ok(Some(unit)),
    }
}
