//! Times work on memory: reading and copying 1 MB, a page that is touched first, compressing 1 kB.

use std::convert::Infallible;
use std::hint::black_box;
use std::io;
use std::ptr;
use std::time::Instant;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

use crate::{batches, singles};

/// What is read and copied at a time.
const BYTES: usize = 1_000_000;
/// Pages of one sample.
const PAGES: usize = 256;
const PAGE_BYTES: usize = 4096;

/// Reads of 1,000,000 bytes, each from another place of `bytes` of memory: more than the caches hold, so that they come from memory.
pub fn reads(samples: usize, bytes: usize) -> Vec<f64> {
    let memory = vec![1_u64; bytes.max(2 * BYTES) / 8];
    let mut chunks = memory.chunks_exact(BYTES / 8).cycle();
    let Ok(samples) = singles::<Infallible>(samples, || {
        let chunk = chunks.next().unwrap_or_default();
        black_box(chunk.iter().fold(0_u64, |sum, word| sum.wrapping_add(*word)));
        Ok(())
    });
    samples
}

/// Copies of 1,000,000 bytes, likewise.
pub fn copies(samples: usize, bytes: usize) -> Vec<f64> {
    let half = bytes.max(4 * BYTES) / 2;
    let (from, mut to) = (vec![1_u8; half], vec![2_u8; half]);
    let places = half / BYTES;
    let mut place = 0;
    let Ok(samples) = singles::<Infallible>(samples, || {
        let range = place * BYTES..(place + 1) * BYTES;
        if let (Some(from), Some(to)) = (from.get(range.clone()), to.get_mut(range)) {
            to.copy_from_slice(from);
        }
        place = (place + 1) % places;
        Ok(())
    });
    black_box(&to);
    samples
}

/// First touches of pages of 4 KiB: the fault, and the page that is cleared.
///
/// # Errors
/// The kernel refuses the memory.
pub fn page_faults(samples: usize) -> io::Result<Vec<f64>> {
    let bytes = PAGES * PAGE_BYTES;
    (0..samples)
        .map(|_| {
            // SAFETY: a new private mapping at a place that the kernel chooses.
            let pages = unsafe {
                mmap_anonymous(
                    ptr::null_mut(),
                    bytes,
                    ProtFlags::READ | ProtFlags::WRITE,
                    MapFlags::PRIVATE,
                )?
            };
            // SAFETY: the mapping is ours. A kernel without huge pages refuses, and has none to give.
            let _ = unsafe { madvise(pages, bytes, Advice::LinuxNoHugepage) };
            let begun = Instant::now();
            for page in 0..PAGES {
                // SAFETY: the place is within the mapping.
                unsafe { pages.cast::<u8>().add(page * PAGE_BYTES).write_volatile(1) };
            }
            let took = begun.elapsed().as_nanos() as f64;
            // SAFETY: the mapping is ours, and nothing borrows from it.
            unsafe { munmap(pages, bytes)? };
            Ok(took / PAGES as f64)
        })
        .collect()
}

/// Compressions of 1,000 bytes of text with Snappy, which was called Zippy.
pub fn compressions(samples: usize) -> Vec<f64> {
    let text = words(1000);
    let mut encoder = snap::raw::Encoder::new();
    let mut out = vec![0; snap::raw::max_compress_len(text.len())];
    batches(samples, 500_000.0, |operations| {
        for _ in 0..operations {
            let _ = black_box(encoder.compress(black_box(&text), &mut out));
        }
    })
}

/// Text that a compressor makes about half as long, as it does with most.
fn words(bytes: usize) -> Vec<u8> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut text = Vec::with_capacity(bytes + 8);
    while text.len() < bytes {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        // One of 64 words of 4 to 8 letters.
        let word = seed % 64;
        for letter in 0..4 + word % 5 {
            text.push(b'a' + ((word * 7 + letter * (word % 11 + 3)) % 26) as u8);
        }
        text.push(b' ');
    }
    text.truncate(bytes);
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_text_shrinks_like_text() {
        let text = words(1000);
        assert_eq!(text.len(), 1000);
        let compressed = snap::raw::Encoder::new().compress_vec(&text).unwrap().len();
        assert!((350..750).contains(&compressed), "{compressed}");
    }
}
