//! Looks at a few blocks of what jobs will read, so that zeros are known before the run.
//!
//! At most 64 blocks of 4 KiB for each job, spread over its files.
//!
//! It leaves no trace. A block that is in the page cache is read there; any other with `O_DIRECT`, and should a file system bring
//! it into the cache all the same, just that block is taken out again. The access time stays. Regular files and block devices
//! only: nothing here waits for a pipe. Where one of this cannot be kept, nothing is read and the content is unknown.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fiord_host::cache;
use fiord_record::{FileKind, Sampled};
use fiord_workload::rng::{below, mix64};
use rustix::fs::Advice;

use fiord_workload::compressibility;

/// Blocks per job.
pub(super) const BLOCKS: u64 = 64;
/// Their size: a multiple of every usual device's block, and one page.
const BLOCK_BYTES: usize = 4096;
/// What Btrfs compresses in one piece at most.
const COMPRESSED_BYTES: u64 = 128 << 10;
/// All looks of one invocation together take no longer than this, however slow the disk and however many the files.
const PATIENCE: Duration = Duration::from_secs(2);

/// Looks at content, each file once.
pub(super) struct Peek {
    until: Instant,
    known: HashMap<PathBuf, Option<Sampled>>,
}

impl Peek {
    pub(super) fn new() -> Self {
        Self {
            until: Instant::now() + PATIENCE,
            known: HashMap::new(),
        }
    }

    /// What `blocks` blocks of a file or device hold; `None`: unknown.
    pub(super) fn at(
        &mut self,
        path: &Path,
        kind: FileKind,
        size_bytes: u64,
        blocks: u64,
    ) -> Option<Sampled> {
        if !matches!(kind, FileKind::Regular | FileKind::Block) {
            return None;
        }
        if let Some(known) = self.known.get(path) {
            return *known;
        }
        let found = self.look(path, kind, size_bytes, blocks);
        self.known.insert(path.to_owned(), found);
        found
    }

    fn look(&self, path: &Path, kind: FileKind, size_bytes: u64, blocks: u64) -> Option<Sampled> {
        let cached = open(path, kind, 0)?;
        let direct = open(path, kind, libc::O_DIRECT);
        let mut room = Room::new();
        let (mut data, mut zero_blocks) = (Vec::new(), 0);
        for at in places(size_bytes, blocks) {
            if Instant::now() >= self.until {
                break;
            }
            read(&cached, direct.as_ref(), at, room.bytes())?;
            zero_blocks += u32::from(room.bytes().iter().all(|byte| *byte == 0));
            data.extend_from_slice(room.bytes());
        }
        let read_blocks = u32::try_from(data.len() / BLOCK_BYTES).ok()?;
        (read_blocks > 0).then(|| Sampled {
            blocks: read_blocks,
            zero_blocks,
            compressed_share: compressibility::compressed_share(&data),
        })
    }
}

/// Opens without waiting and without touching the access time. That of a device's node means nothing.
fn open(path: &Path, kind: FileKind, flags: i32) -> Option<File> {
    let with = |flags: i32| {
        OpenOptions::new()
            .read(true)
            .custom_flags(flags | libc::O_NONBLOCK)
            .open(path)
    };
    let file = with(flags | libc::O_NOATIME)
        .or_else(|error| {
            if kind == FileKind::Block {
                with(flags)
            } else {
                Err(error)
            }
        })
        .ok()?;
    // One block is meant, not what lies behind it.
    rustix::fs::fadvise(&file, 0, None, Advice::Random).ok()?;
    Some(file)
}

fn read(cached: &File, direct: Option<&File>, at: u64, room: &mut [u8]) -> Option<()> {
    let in_memory = |file: &File| {
        let state = cache::state(file, at, BLOCK_BYTES as u64).ok()?;
        Some(state.cached_bytes == BLOCK_BYTES as u64)
    };
    if in_memory(cached)? {
        return cached.read_exact_at(room, at).ok();
    }
    let piece = at - at % COMPRESSED_BYTES;
    let in_piece = || Some(cache::state(cached, piece, COMPRESSED_BYTES).ok()?.cached_bytes);
    let was_cold = in_piece()? == 0;
    direct?.read_exact_at(room, at).ok()?;
    // Btrfs reads what it has compressed through the page cache, `O_DIRECT` or not, and the whole piece of it.
    if was_cold && in_piece()? > 0 {
        cache::drop_range(cached, piece, COMPRESSED_BYTES).ok()?;
    } else if in_memory(cached)? {
        cache::drop_range(cached, at, BLOCK_BYTES as u64).ok()?;
    }
    Some(())
}

/// Offsets of up to `count` whole blocks: all of a small file; else one in each of `count` equal parts, the first and the last
/// block among them.
fn places(size_bytes: u64, count: u64) -> Vec<u64> {
    let blocks = size_bytes / BLOCK_BYTES as u64;
    let count = count.min(blocks);
    let block = |part: u64| {
        let from = (u128::from(blocks) * u128::from(part) / u128::from(count)) as u64;
        let to = (u128::from(blocks) * u128::from(part + 1) / u128::from(count)) as u64;
        match part {
            0 => 0,
            _ if part + 1 == count => blocks - 1,
            _ => from + below(mix64(part), to - from),
        }
    };
    (0..count).map(|part| block(part) * BLOCK_BYTES as u64).collect()
}

/// A block of memory that lies where direct I/O wants it.
struct Room {
    memory: Vec<u8>,
    from: usize,
}

impl Room {
    fn new() -> Self {
        let memory = vec![0; 2 * BLOCK_BYTES];
        let from = memory.as_ptr().align_offset(BLOCK_BYTES).min(BLOCK_BYTES);
        Self { memory, from }
    }

    fn bytes(&mut self) -> &mut [u8] {
        &mut self.memory[self.from..self.from + BLOCK_BYTES]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn places_are_whole_blocks_in_order_and_reach_both_ends() {
        for size in [
            0,
            1,
            4095,
            4096,
            12_289,
            1 << 18,
            (1 << 18) + 4096,
            1 << 30,
            (7 << 40) + 513,
        ] {
            for count in [1, 2, 64] {
                let places = places(size, count);
                let blocks = size / 4096;
                assert_eq!(places.len() as u64, blocks.min(count), "{size}");
                assert!(places.is_sorted_by(|a, b| a < b), "{size}: {places:?}");
                assert!(
                    places.iter().all(|at| at % 4096 == 0 && at / 4096 < blocks),
                    "{size}"
                );
                if places.len() > 1 {
                    assert_eq!((places[0], *places.last().unwrap()), (0, (blocks - 1) * 4096));
                }
            }
        }
    }

    #[test]
    fn what_is_no_file_is_not_opened() {
        let mut peek = Peek::new();
        for kind in [
            FileKind::Other,
            FileKind::Char,
            FileKind::Directory,
            FileKind::Missing,
        ] {
            assert_eq!(peek.at(Path::new("/nonexistent/pipe"), kind, 1 << 20, 64), None);
        }
    }
}
