//! Times loads of which each gives the address of the next, over memory of a chosen size.

use std::ffi::c_void;
use std::hint::black_box;
use std::io;
use std::ptr;
use std::time::Instant;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// What one load of the chain moves.
pub const LINE_BYTES: usize = 64;
/// Lines that follow each other in page-local order stay within so many bytes, so that few translations are needed.
const LOCAL_BYTES: usize = 256 << 10;
/// A huge page of most machines: the arena begins at one.
const HUGE_BYTES: usize = 2 << 20;
/// Loads of one turn of the loop.
const UNROLLED: usize = 16;

/// The order in which the lines of an arena are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChaseOrder {
    Sequential,
    /// Random within 256 KiB, which random order too follow each other.
    PageLocal,
    Random,
}

#[repr(C, align(64))]
struct Line {
    next: *const Line,
    rest: [usize; 7],
}

/// Memory whose lines form one cycle.
#[derive(Debug)]
pub struct Arena {
    mapped: *mut c_void,
    mapped_bytes: usize,
    lines: *mut Line,
    bytes: usize,
    /// Where the next sample goes on.
    at: *const Line,
}

impl Arena {
    /// Maps and touches so many bytes; asks for huge pages.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn new(bytes: usize) -> io::Result<Self> {
        let bytes = bytes.max(LINE_BYTES) / LINE_BYTES * LINE_BYTES;
        let mapped_bytes = bytes.next_multiple_of(HUGE_BYTES) + HUGE_BYTES;
        // SAFETY: a new private mapping at a place that the kernel chooses.
        let mapped = unsafe {
            mmap_anonymous(
                ptr::null_mut(),
                mapped_bytes,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE,
            )?
        };
        let beyond = mapped.align_offset(HUGE_BYTES);
        // SAFETY: `beyond` is less than a huge page, by which the mapping is longer than the arena.
        let lines = unsafe { mapped.byte_add(beyond) }.cast::<Line>();
        // SAFETY: the range is within the mapping. A kernel without huge pages refuses, and the arena has small ones.
        let _ = unsafe {
            madvise(
                lines.cast(),
                bytes.next_multiple_of(HUGE_BYTES),
                Advice::LinuxHugepage,
            )
        };
        // SAFETY: the range is within the mapping and writable.
        unsafe { ptr::write_bytes(lines.cast::<u8>(), 1, bytes) };
        Ok(Self {
            mapped,
            mapped_bytes,
            lines,
            bytes,
            at: lines,
        })
    }

    /// First address and length, by which the kernel tells of its pages.
    pub fn range(&self) -> (usize, usize) {
        (self.lines as usize, self.bytes)
    }

    /// Makes one cycle of the first `bytes` of the arena, or of all where it has fewer.
    pub fn link(&mut self, bytes: usize, order: ChaseOrder) {
        let count = (bytes.min(self.bytes) / LINE_BYTES).max(1);
        let mut seed = 0x2545_f491_4f6c_dd1d_u64;
        let mut lines: Vec<u32> = (0..count as u32).collect();
        match order {
            ChaseOrder::Sequential => {}
            ChaseOrder::Random => shuffle(&mut lines, &mut seed),
            ChaseOrder::PageLocal => {
                let mut chunks: Vec<Vec<u32>> = lines
                    .chunks(LOCAL_BYTES / LINE_BYTES)
                    .map(<[u32]>::to_vec)
                    .collect();
                shuffle(&mut chunks, &mut seed);
                chunks.iter_mut().for_each(|chunk| shuffle(chunk, &mut seed));
                lines = chunks.concat();
            }
        }
        let first = lines.first().copied().unwrap_or(0);
        for (place, line) in lines.iter().enumerate() {
            let next = lines.get(place + 1).copied().unwrap_or(first);
            // SAFETY: both are below `count`, and so within the arena.
            unsafe { (*self.lines.add(*line as usize)).next = self.lines.add(next as usize) };
        }
        // SAFETY: likewise.
        self.at = unsafe { self.lines.add(first as usize) };
    }

    /// Follows the cycle for about so many loads; the time of each.
    fn follow(&mut self, loads: usize) -> f64 {
        let mut line = self.at;
        let turns = loads.div_ceil(UNROLLED).max(1);
        let begun = Instant::now();
        for _ in 0..turns {
            macro_rules! follow {
                ($($_load:literal)+) => {
                    // SAFETY: `link` made a cycle of lines of this arena, each with the address of another one.
                    $(let _ = $_load; line = unsafe { (*line).next };)+
                };
            }
            follow!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
        }
        let took = begun.elapsed().as_nanos() as f64;
        self.at = black_box(line);
        took / (turns * UNROLLED) as f64
    }

    /// Samples of about `sample_ns` each, of the cycle that [`Arena::link`] made last of `bytes`.
    pub fn samples(&mut self, bytes: usize, samples: usize, sample_ns: f64) -> Vec<f64> {
        // A cycle that fits into a cache is there after one turn; of a longer one nothing stays.
        const WARM_LOADS: usize = 1 << 19;
        let each = self.follow((bytes / LINE_BYTES).clamp(1 << 12, WARM_LOADS));
        let loads = (sample_ns / each.max(0.05)) as usize;
        (0..samples).map(|_| self.follow(loads)).collect()
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing borrows from it.
        let _ = unsafe { munmap(self.mapped, self.mapped_bytes) };
    }
}

fn shuffle<T>(items: &mut [T], seed: &mut u64) {
    for last in (1..items.len()).rev() {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        items.swap(last, (*seed >> 11) as usize % (last + 1));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The places of all lines in the order of the cycle.
    fn cycle(arena: &Arena, count: usize) -> Vec<usize> {
        let first = arena.lines.cast_const();
        let mut line = arena.at;
        let mut places = Vec::new();
        for _ in 0..count {
            places.push((line as usize - first as usize) / LINE_BYTES);
            // SAFETY: as in `follow`.
            line = unsafe { (*line).next };
        }
        assert_eq!(line, arena.at, "the cycle closes after all lines");
        places
    }

    #[test]
    fn each_order_is_one_cycle_of_all_lines() {
        let mut arena = Arena::new(1 << 20).unwrap();
        let count = (1 << 20) / LINE_BYTES;
        for order in [ChaseOrder::Sequential, ChaseOrder::PageLocal, ChaseOrder::Random] {
            arena.link(1 << 20, order);
            let places = cycle(&arena, count);
            let mut sorted = places.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..count), "{order:?}");
            let steps = places.windows(2).filter(|pair| pair[1] == pair[0] + 1).count();
            assert_eq!(order == ChaseOrder::Sequential, steps == count - 1, "{order:?}");
            let chunk = |place: &usize| place * LINE_BYTES / LOCAL_BYTES;
            let changes = places
                .windows(2)
                .filter(|pair| chunk(&pair[0]) != chunk(&pair[1]))
                .count();
            assert_eq!(order != ChaseOrder::Random, changes == 3, "{order:?}: {changes}");
        }
        arena.link(4096, ChaseOrder::Random);
        assert_eq!(cycle(&arena, 64).into_iter().max(), Some(63));
        assert_eq!(arena.range().0 % HUGE_BYTES, 0);
        assert_eq!(arena.samples(4096, 3, 1000.0).len(), 3);
    }
}
