//! How much of a file is in the page cache, and taking it out or putting it in.
//!
//! Works on the running system only. Reads and changes the cache, never the file.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::fs::Advice;
use serde::{Deserialize, Serialize};

use crate::root::Root;

/// How the state was learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CacheCall {
    /// `cachestat(2)`, Linux 6.5.
    Cachestat,
    /// `mincore(2)`: presence only. Of files that the user neither owns nor may write, the kernel says that all is present.
    Mincore,
}

/// What the page cache holds of a range of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CacheState {
    /// Length of the range.
    pub size_bytes: u64,
    /// Present.
    pub cached_bytes: u64,
    /// Changed and not yet written.
    pub dirty_bytes: Option<u64>,
    /// Being written.
    pub writeback_bytes: Option<u64>,
    /// Was present and was taken out.
    pub evicted_bytes: Option<u64>,
    /// Taken out so recently that it would count as active.
    pub recently_evicted_bytes: Option<u64>,
    /// How it was learnt.
    pub method: CacheCall,
}

/// The state of a whole file.
///
/// # Errors
/// The file cannot be opened, or the kernel does not tell.
pub fn show(path: &Path) -> io::Result<CacheState> {
    let file = File::open(path)?;
    let size = rustix::fs::seek(&file, rustix::fs::SeekFrom::End(0))?;
    state(file.as_fd(), 0, size)
}

/// The state of a range of an open file.
///
/// # Errors
/// The kernel does not tell; `EPERM` where it does not tell this user.
pub fn state(file: impl AsFd, offset: u64, length: u64) -> io::Result<CacheState> {
    let told = match is_on_overlay(&file) {
        // Its files have no pages: those of the file below are the ones that are used, and mapped.
        true => Err(io::Error::from_raw_os_error(libc::EOPNOTSUPP)),
        false => cachestat(&file, offset, length),
    };
    match told {
        Err(e) if matches!(e.raw_os_error(), Some(libc::ENOSYS | libc::EOPNOTSUPP)) => {
            if !may_ask(&file) {
                return Err(io::Error::from_raw_os_error(libc::EPERM));
            }
            by_mincore(&file, offset, length)
        }
        other => other,
    }
}

fn is_on_overlay(file: &impl AsFd) -> bool {
    const OVERLAYFS_SUPER_MAGIC: u64 = 0x794c_7630;
    rustix::fs::fstatfs(file).is_ok_and(|fs| fs.f_type as u64 == OVERLAYFS_SUPER_MAGIC)
}

/// Whether `mincore(2)` tells this user the truth: of files that one neither owns nor may write it says that all is present.
fn may_ask(file: &impl AsFd) -> bool {
    let user = rustix::process::geteuid();
    let owns = || rustix::fs::fstat(file).is_ok_and(|stat| stat.st_uid == user.as_raw());
    let writes = || {
        let flags = rustix::fs::AtFlags::EMPTY_PATH | rustix::fs::AtFlags::EACCESS;
        rustix::fs::accessat(file, "", rustix::fs::Access::WRITE_OK, flags).is_ok()
    };
    user.is_root() || owns() || writes()
}

/// Not yet in `libc`; the number is the same on all architectures.
const SYS_CACHESTAT: libc::c_long = 451;

/// The state by `cachestat(2)` only.
///
/// # Errors
/// `ENOSYS` before Linux 6.5, `EPERM` on files of others.
pub fn cachestat(file: &impl AsFd, offset: u64, length: u64) -> io::Result<CacheState> {
    let page = rustix::param::page_size() as u64;
    let range: [u64; 2] = [offset, length];
    let mut pages = [0u64; 5];
    if length > 0 {
        // SAFETY: both arrays have the layout of `struct cachestat_range` and `struct cachestat`, live through the call, and
        // the kernel writes 40 bytes.
        let done = unsafe {
            libc::syscall(
                SYS_CACHESTAT,
                file.as_fd().as_raw_fd(),
                range.as_ptr(),
                pages.as_mut_ptr(),
                0 as libc::c_uint,
            )
        };
        if done != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    let bytes = |at: usize| pages[at].saturating_mul(page);
    Ok(CacheState {
        size_bytes: length,
        // The last page is counted whole.
        cached_bytes: bytes(0).min(length),
        dirty_bytes: Some(bytes(1).min(length)),
        writeback_bytes: Some(bytes(2).min(length)),
        evicted_bytes: Some(bytes(3).min(length)),
        recently_evicted_bytes: Some(bytes(4).min(length)),
        method: CacheCall::Cachestat,
    })
}

/// How much address space `mincore` maps at a time.
const WINDOW: u64 = 1 << 30;

/// The state by `mincore(2)` only.
///
/// # Errors
/// The file cannot be mapped.
pub fn by_mincore(file: &impl AsFd, offset: u64, length: u64) -> io::Result<CacheState> {
    let page = rustix::param::page_size() as u64;
    let end = offset.saturating_add(length);
    let mut at = offset - offset % page;
    let mut present = 0u64;
    while at < end {
        let window = WINDOW.min(end - at);
        present += resident_pages(file, at, window as usize, page as usize)?;
        at += window;
    }
    Ok(CacheState {
        size_bytes: length,
        cached_bytes: (present * page).min(length),
        dirty_bytes: None,
        writeback_bytes: None,
        evicted_bytes: None,
        recently_evicted_bytes: None,
        method: CacheCall::Mincore,
    })
}

fn resident_pages(file: &impl AsFd, offset: u64, length: usize, page: usize) -> io::Result<u64> {
    let mut present = vec![0u8; length.div_ceil(page)];
    // SAFETY: a new mapping at an address of the kernel's choice; nothing is accessed through it, so a file that shrinks
    // meanwhile does no harm. `mincore` writes one byte per page, for which `present` has room. Unmapped before the return.
    unsafe {
        let fd = file.as_fd().as_raw_fd();
        let map = libc::mmap(
            std::ptr::null_mut(),
            length,
            libc::PROT_NONE,
            libc::MAP_SHARED,
            fd,
            offset as libc::off_t,
        );
        if map == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let done = libc::mincore(map, length, present.as_mut_ptr());
        let error = io::Error::last_os_error();
        libc::munmap(map, length);
        if done != 0 {
            return Err(error);
        }
    }
    Ok(present.iter().filter(|p| **p & 1 != 0).count() as u64)
}

/// Writes a file's changed pages to the disk and takes it out of the cache; returns what is left of it. Pages that are mapped or in
/// use elsewhere stay.
///
/// # Errors
/// The file cannot be opened or written back.
pub fn drop_file(path: &Path) -> io::Result<CacheState> {
    let file = File::open(path)?;
    rustix::fs::fdatasync(&file)?;
    rustix::fs::fadvise(&file, 0, None, Advice::DontNeed)?;
    let size = rustix::fs::seek(&file, rustix::fs::SeekFrom::End(0))?;
    state(&file, 0, size)
}

/// Takes a range of an open file out of the cache. Changed pages stay: sync first.
///
/// # Errors
/// The kernel refuses.
pub fn drop_range(file: impl AsFd, offset: u64, length: u64) -> io::Result<()> {
    // A length of 0 means "to the end" to the kernel, not "nothing".
    match std::num::NonZeroU64::new(length) {
        Some(length) => Ok(rustix::fs::fadvise(file, offset, Some(length), Advice::DontNeed)?),
        None => Ok(()),
    }
}

/// Syncs all and empties page cache, dentries and inodes of the machine. Takes root.
///
/// # Errors
/// `EACCES` without root.
pub fn drop_all(root: &Root) -> io::Result<()> {
    rustix::fs::sync();
    let mut file = OpenOptions::new()
        .write(true)
        .open(root.proc("sys/vm/drop_caches"))?;
    io::Write::write_all(&mut file, b"3\n")
}

/// Reads a file through the cache from end to end; returns what is cached then, which is less than the file if memory is.
///
/// # Errors
/// The file cannot be opened or read.
pub fn warm(path: &Path) -> io::Result<CacheState> {
    let file = File::open(path)?;
    rustix::fs::fadvise(&file, 0, None, Advice::Sequential)?;
    let mut buffer = vec![0; 1 << 20];
    let mut at = 0u64;
    loop {
        match file.read_at(&mut buffer, at) {
            Ok(0) => break,
            Ok(n) => at += n as u64,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    state(&file, 0, at)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use std::io::Write;

    /// In the directory of the test binary, which is on a disk where `/tmp` may be memory.
    fn file(bytes: usize) -> tempfile::NamedTempFile {
        let beside = std::env::current_exe().unwrap();
        let mut file = tempfile::NamedTempFile::new_in(beside.parent().unwrap()).unwrap();
        file.write_all(&vec![7; bytes]).unwrap();
        file
    }

    #[test]
    fn a_file_just_written_is_cached_and_both_ways_agree() {
        let size = (1 << 20) + 5;
        let file = file(size as usize);
        let state = show(file.path()).unwrap();
        assert_eq!((state.size_bytes, state.cached_bytes), (size, size));
        let mincore = by_mincore(&file.as_file(), 0, size).unwrap();
        assert_eq!(mincore.cached_bytes, size);
    }

    #[test]
    fn dropped_is_out_and_warmed_is_in() {
        let file = file(1 << 20);
        let after = drop_file(file.path()).unwrap();
        assert_eq!(after.cached_bytes, 0, "{after:?}");
        assert_eq!(warm(file.path()).unwrap().cached_bytes, 1 << 20);
        drop_range(file.as_file(), 0, 0).unwrap();
        assert_eq!(
            show(file.path()).unwrap().cached_bytes,
            1 << 20,
            "a length of 0 drops nothing"
        );
        drop_range(file.as_file(), 0, 1 << 20).unwrap();
        assert_eq!(show(file.path()).unwrap().cached_bytes, 0);
    }

    #[test]
    fn an_empty_file_has_nothing_cached() {
        let file = file(0);
        assert_eq!(show(file.path()).unwrap().cached_bytes, 0);
        assert!(show(Path::new("/no-such-place")).is_err());
    }
}
