//! Where a file's data lie (`Documentation/filesystems/fiemap.rst`): allocated, unwritten, or not at all.
//!
//! Reading a hole or an unwritten extent reads no disk. Works on the running system only; file systems without FIEMAP are
//! `None` (tmpfs, NFS, ZFS).

use std::fs::File;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The allocation of a whole file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocation {
    /// Length of the file.
    pub size_bytes: u64,
    /// Bytes that hold data on the device.
    pub data_bytes: u64,
    /// Allocated and never written: reads give zeros without the device.
    pub unwritten_bytes: u64,
    /// Not allocated.
    pub hole_bytes: u64,
    /// Written into memory only; the place is not chosen yet.
    pub delayed_bytes: u64,
    /// Compressed by the file system.
    pub encoded_bytes: u64,
    /// Shared with another file or snapshot.
    pub shared_bytes: u64,
    /// Kept inside the inode.
    pub inline_bytes: u64,
    /// Number of extents.
    pub extents: u64,
    /// Blocks that `stat` counts; less than the size means sparse or compressed.
    pub allocated_bytes: u64,
}

impl Allocation {
    /// Whether every byte of the file is data on the device.
    pub fn is_full(&self) -> bool {
        self.hole_bytes == 0 && self.unwritten_bytes == 0 && self.delayed_bytes == 0
    }
}

const FS_IOC_FIEMAP: libc::c_ulong = 0xc020_660b;
const FLAG_SYNC: u32 = 1;
const EXTENT_LAST: u32 = 0x1;
const EXTENT_DELALLOC: u32 = 0x4;
const EXTENT_ENCODED: u32 = 0x8;
const EXTENT_INLINE: u32 = 0x200;
const EXTENT_UNWRITTEN: u32 = 0x800;
const EXTENT_SHARED: u32 = 0x2000;
const PER_CALL: usize = 256;

#[derive(Clone, Copy)]
#[repr(C)]
struct Extent {
    logical: u64,
    physical: u64,
    length: u64,
    reserved64: [u64; 2],
    flags: u32,
    reserved: [u32; 3],
}

#[repr(C)]
struct Request {
    start: u64,
    length: u64,
    flags: u32,
    mapped: u32,
    count: u32,
    reserved: u32,
    extents: [Extent; PER_CALL],
}

/// The allocation of the file at `path`; `None` when it cannot be known.
pub fn of_path(path: &Path) -> Option<Allocation> {
    of(&File::open(path).ok()?)
}

/// The allocation of an open file. Data still in memory only are written first, so that they have a place to tell of.
pub fn of(file: &File) -> Option<Allocation> {
    walk(file, FLAG_SYNC)
}

/// As [`of`], with nothing written: data still in memory only count as delayed.
pub fn as_it_is(file: &File) -> Option<Allocation> {
    walk(file, 0)
}

fn walk(file: &File, flags: u32) -> Option<Allocation> {
    let meta = file.metadata().ok()?;
    let size = meta.len();
    let mut allocation = Allocation {
        size_bytes: size,
        allocated_bytes: meta.blocks().saturating_mul(512),
        ..Allocation::default()
    };
    let mut at = 0u64;
    let mut covered = 0u64;
    while at < size {
        let (extents, mapped) = call(file, at, size - at, flags)?;
        for extent in extents.iter().take(mapped) {
            // Extents may begin before the range asked for and end after the file.
            let begin = extent.logical.max(at);
            let end = extent.logical.saturating_add(extent.length).min(size);
            let length = end.saturating_sub(begin);
            covered += length;
            allocation.count(extent.flags, length);
            at = at.max(end);
        }
        let last = mapped == 0
            || extents
                .get(mapped - 1)
                .is_some_and(|e| e.flags & EXTENT_LAST != 0);
        if last || mapped < PER_CALL {
            break;
        }
    }
    allocation.hole_bytes = size - covered.min(size);
    Some(allocation)
}

impl Allocation {
    fn count(&mut self, flags: u32, length: u64) {
        self.extents += 1;
        match flags {
            f if f & EXTENT_UNWRITTEN != 0 => self.unwritten_bytes += length,
            f if f & EXTENT_DELALLOC != 0 => self.delayed_bytes += length,
            _ => self.data_bytes += length,
        }
        for (flag, sum) in [
            (EXTENT_ENCODED, &mut self.encoded_bytes),
            (EXTENT_SHARED, &mut self.shared_bytes),
            (EXTENT_INLINE, &mut self.inline_bytes),
        ] {
            *sum += if flags & flag != 0 { length } else { 0 };
        }
    }
}

fn call(file: &File, start: u64, length: u64, flags: u32) -> Option<(Vec<Extent>, usize)> {
    let none = Extent {
        logical: 0,
        physical: 0,
        length: 0,
        reserved64: [0; 2],
        flags: 0,
        reserved: [0; 3],
    };
    let mut request = Box::new(Request {
        start,
        length,
        flags,
        mapped: 0,
        count: PER_CALL as u32,
        reserved: 0,
        extents: [none; PER_CALL],
    });
    // SAFETY: `Request` has the layout of `struct fiemap` with room for `count` extents and lives through the call; the
    // kernel writes no further.
    let done = unsafe { libc::ioctl(file.as_fd().as_raw_fd(), FS_IOC_FIEMAP as _, &raw mut *request) };
    (done == 0).then(|| (request.extents.to_vec(), request.mapped as usize))
}
