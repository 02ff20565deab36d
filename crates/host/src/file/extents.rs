//! Where a file's data lie (`Documentation/filesystems/fiemap.rst`): allocated, unwritten, or not at all.
//!
//! Reading a hole or an unwritten extent reads no disk. Works on the running system only; file systems without FIEMAP are
//! `None` (tmpfs, NFS, ZFS).

use std::fs::File;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::MetadataExt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The allocation of a whole file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

const FS_IOC_FIEMAP: libc::c_ulong = 0xc020_660b;
const FLAG_SYNC: u32 = 1;
const EXTENT_LAST: u32 = 0x1;
const EXTENT_UNKNOWN: u32 = 0x2;
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

/// The allocation of an open file. Data still in memory only are written first, so that they have a place to tell of.
pub fn of(file: &File) -> Option<Allocation> {
    walk(file, FLAG_SYNC)
}

/// As [`of`], with nothing written: data still in memory only count as delayed.
pub fn as_it_is(file: &File) -> Option<Allocation> {
    walk(file, 0)
}

/// Where the data of a file lay at one moment, for questions about parts of it.
#[derive(Debug, Clone)]
pub struct Extents {
    size_bytes: u64,
    allocated_bytes: u64,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy)]
struct Piece {
    begin: u64,
    end: u64,
    physical: u64,
    flags: u32,
}

/// Bytes of a file that lie in one piece on its device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedBytes {
    /// In the file: the first byte and the one behind the last.
    pub begin: u64,
    pub end: u64,
    /// On the device of the file system, where that has only one and gives its own addresses.
    pub physical: u64,
}

/// Extents that are kept: of a file of more pieces only the whole is known.
const MOST_PIECES: usize = 1 << 18;

impl Extents {
    /// As [`as_it_is`]: nothing is written. `None` also for a file of too many pieces.
    pub fn read(file: &File) -> Option<Extents> {
        Self::asked(file, 0)
    }

    /// With data that are in memory only written first, so that they have a place.
    pub fn placed(file: &File) -> Option<Extents> {
        Self::asked(file, FLAG_SYNC)
    }

    fn asked(file: &File, flags: u32) -> Option<Extents> {
        let meta = file.metadata().ok()?;
        let mut pieces = Vec::new();
        each(file, meta.len(), flags, |piece| {
            if pieces.len() <= MOST_PIECES {
                pieces.push(piece);
            }
        })?;
        (pieces.len() <= MOST_PIECES).then_some(Extents {
            size_bytes: meta.len(),
            allocated_bytes: meta.blocks().saturating_mul(512),
            pieces,
        })
    }

    /// The pieces that have a place of their own: neither delayed nor encoded nor inside the inode.
    pub fn places(&self) -> impl Iterator<Item = PlacedBytes> + '_ {
        let placeless = EXTENT_DELALLOC | EXTENT_ENCODED | EXTENT_INLINE | EXTENT_UNKNOWN;
        let placed = self
            .pieces
            .iter()
            .filter(move |piece| piece.flags & placeless == 0);
        placed.map(|piece| PlacedBytes {
            begin: piece.begin,
            end: piece.end,
            physical: piece.physical,
        })
    }

    /// The allocation of the whole file.
    pub fn whole(&self) -> Allocation {
        self.within(&[(0, self.size_bytes)])
    }

    /// The allocation of parts of the file, each from its first byte to the one behind its last; what several of them share
    /// counts once. `allocated_bytes` stays that of the file where it is asked for whole, and is the sum of the extents else.
    pub fn within(&self, parts: &[(u64, u64)]) -> Allocation {
        let mut sorted: Vec<(u64, u64)> = parts
            .iter()
            .map(|(begin, end)| (*begin, (*end).min(self.size_bytes)))
            .filter(|(begin, end)| begin < end)
            .collect();
        sorted.sort_unstable();
        let (mut allocation, mut at) = (Allocation::default(), 0);
        for (begin, end) in sorted {
            let begin = begin.max(at);
            if begin < end {
                self.add(begin, end, &mut allocation);
                at = end;
            }
        }
        allocation.hole_bytes = allocation.size_bytes
            - allocation.data_bytes
            - allocation.unwritten_bytes
            - allocation.delayed_bytes;
        allocation.allocated_bytes = if allocation.size_bytes == self.size_bytes {
            self.allocated_bytes
        } else {
            allocation.data_bytes + allocation.unwritten_bytes
        };
        allocation
    }

    fn add(&self, begin: u64, end: u64, allocation: &mut Allocation) {
        allocation.size_bytes += end - begin;
        let first = self.pieces.partition_point(|piece| piece.end <= begin);
        for piece in self
            .pieces
            .iter()
            .skip(first)
            .take_while(|piece| piece.begin < end)
        {
            allocation.count(piece.flags, piece.end.min(end) - piece.begin.max(begin));
        }
    }
}

fn walk(file: &File, flags: u32) -> Option<Allocation> {
    let meta = file.metadata().ok()?;
    let mut allocation = Allocation {
        size_bytes: meta.len(),
        allocated_bytes: meta.blocks().saturating_mul(512),
        ..Allocation::default()
    };
    let mut covered = 0u64;
    each(file, meta.len(), flags, |piece| {
        covered += piece.end - piece.begin;
        allocation.count(piece.flags, piece.end - piece.begin);
    })?;
    allocation.hole_bytes = meta.len() - covered.min(meta.len());
    Some(allocation)
}

/// Every extent below `size`, in order, cut to what was asked for.
fn each(file: &File, size: u64, flags: u32, mut hear: impl FnMut(Piece)) -> Option<()> {
    let mut at = 0u64;
    while at < size {
        let (extents, mapped) = call(file, at, size - at, flags)?;
        for extent in extents.iter().take(mapped) {
            // Extents may begin before the range asked for and end after the file.
            let begin = extent.logical.max(at);
            let end = extent.logical.saturating_add(extent.length).min(size);
            if begin < end {
                hear(Piece {
                    begin,
                    end,
                    physical: extent.physical + (begin - extent.logical),
                    flags: extent.flags,
                });
            }
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
    Some(())
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// Data, a hole, an unwritten piece, data that nobody has placed yet: 10 bytes each, and 10 of hole at the end.
    fn planted() -> Extents {
        let piece = |begin, flags| Piece {
            begin,
            end: begin + 10,
            physical: 1000 + begin,
            flags,
        };
        Extents {
            size_bytes: 50,
            allocated_bytes: 20,
            pieces: vec![
                piece(0, 0),
                piece(20, EXTENT_UNWRITTEN),
                piece(30, EXTENT_DELALLOC),
            ],
        }
    }

    #[test]
    fn a_part_has_its_own_share_of_each_kind() {
        let kinds = |parts: &[(u64, u64)]| {
            let at = planted().within(parts);
            [
                at.size_bytes,
                at.data_bytes,
                at.hole_bytes,
                at.unwritten_bytes,
                at.delayed_bytes,
            ]
        };
        assert_eq!(kinds(&[(0, 50)]), [50, 10, 20, 10, 10]);
        assert_eq!(kinds(&[(5, 25)]), [20, 5, 10, 5, 0]);
        assert_eq!(
            kinds(&[(40, 99)]),
            [10, 0, 10, 0, 0],
            "nothing lies behind the end"
        );
        // What two workers share counts once.
        assert_eq!(kinds(&[(20, 40), (0, 5), (25, 30)]), [25, 5, 0, 10, 10]);
        assert_eq!(kinds(&[]), [0; 5]);
        assert_eq!(planted().whole().allocated_bytes, 20);
        let places: Vec<_> = planted()
            .places()
            .map(|place| (place.begin, place.end, place.physical))
            .collect();
        assert_eq!(
            places,
            [(0, 10, 1000), (20, 30, 1020)],
            "what is delayed has no place"
        );
    }

    #[test]
    fn the_parts_of_a_real_file_are_its_whole() {
        use std::os::unix::fs::FileExt;
        let folder = std::env::current_exe().unwrap();
        let file = tempfile::tempfile_in(folder.parent().unwrap()).unwrap();
        file.set_len(1 << 20).unwrap();
        for at in [0, 256 << 10, 768 << 10] {
            file.write_all_at(&[7; 64 << 10], at).unwrap();
        }
        file.sync_all().unwrap();
        // tmpfs has no map of extents.
        let (Some(extents), Some(walked)) = (Extents::read(&file), as_it_is(&file)) else {
            return;
        };
        assert_eq!(extents.whole(), walked);
        assert_eq!(walked.data_bytes, 192 << 10);
        let half = extents.within(&[(512 << 10, 1 << 20)]);
        assert_eq!((half.data_bytes, half.hole_bytes), (64 << 10, 448 << 10));
    }
}
