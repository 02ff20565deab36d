//! How long a few direct reads take: the second witness for what `rotational` claims.
//!
//! A look, not a measurement: a handful of 4 KiB reads, one at a time, spread over a file or device. Works on the running
//! system only and writes nothing.

use std::fs::OpenOptions;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

const BLOCK: u64 = 4096;

/// Latencies of up to `reads` direct reads in ascending order, or fewer when `at_most` runs out; `None` when the file cannot be read
/// past the page cache, or is smaller than a block per read.
pub fn of_reads(path: &Path, reads: u32, at_most: Duration) -> Option<Vec<Duration>> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_DIRECT)
        .open(path)
        .ok()?;
    let size = rustix::fs::seek(&file, rustix::fs::SeekFrom::End(0)).ok()?;
    let blocks = size / BLOCK;
    if reads == 0 || blocks < u64::from(reads) {
        return None;
    }
    // Direct I/O wants an aligned address: room for one block wherever the allocation begins.
    let mut room = vec![0u8; 2 * BLOCK as usize];
    let from = room.as_ptr().align_offset(BLOCK as usize);
    let buffer = room.get_mut(from..from + BLOCK as usize)?;
    let begun = Instant::now();
    let mut latencies = Vec::new();
    for read in 0..u64::from(reads) {
        // Steps of the golden ratio: far apart from one another, spread evenly, never in order.
        let step = (read + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let block = ((u128::from(step) * u128::from(blocks)) >> 64) as u64;
        let start = Instant::now();
        file.read_exact_at(buffer, block * BLOCK).ok()?;
        latencies.push(start.elapsed());
        if begun.elapsed() > at_most {
            break;
        }
    }
    latencies.sort();
    Some(latencies)
}
