//! The content of a prepared file: a pure function of seed, recipe and place.
//!
//! Threads may write in any order, and an interrupted file goes on where it was.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use fiord_messages::{Lang, prepare as messages};
use fiord_workload::content::fill_random;
use fiord_workload::rng::{below, mix64};

use crate::prepare::header::{HEADER_BYTES, PreparedHeader, Recipe};

/// The unit of writing and of duplicates.
pub(crate) const BLOCK_BYTES: usize = 1 << 20;
/// Each of these compresses by the asked share: no compressing file system looks at less.
const COMPRESS_BYTES: usize = 4096;
/// A duplicate repeats one of this many blocks before it.
const REACH: u64 = 64;

/// Fills blocks.
#[derive(Debug)]
pub(crate) struct PreparedContent<'a> {
    /// The header, which is part of the first block.
    pub header: PreparedHeader,
    /// The file to repeat.
    pub source: Option<&'a File>,
}

impl PreparedContent<'_> {
    /// Fills `buffer` with block `index`; the last block of a file is shorter.
    ///
    /// # Errors
    /// The source cannot be read.
    pub(crate) fn fill(&self, index: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self.source {
            Some(source) => {
                let at = index * BLOCK_BYTES as u64;
                repeat(source, self.header.recipe.source.0, at, buffer)?;
            }
            None => random(self.header.seed, self.header.recipe, index, buffer),
        }
        if index == 0
            && let Some(block) = buffer.first_chunk_mut::<HEADER_BYTES>()
        {
            self.header.encode(block);
        }
        Ok(())
    }
}

fn random(seed: u64, recipe: Recipe, index: u64, buffer: &mut [u8]) {
    let seed = block_seed(seed, original(seed, recipe.dedupe, index));
    if recipe.compressible == 0 {
        return fill_random(buffer, seed);
    }
    for (part, chunk) in buffer.chunks_mut(COMPRESS_BYTES).enumerate() {
        let kept = chunk.len() - chunk.len() * usize::from(recipe.compressible) / 100;
        let (head, tail) = chunk.split_at_mut(kept);
        fill_random(head, mix64(seed ^ part as u64));
        tail.fill(0);
    }
}

fn block_seed(seed: u64, index: u64) -> u64 {
    mix64(seed ^ mix64(index))
}

/// The block whose content stands at `index`: itself, unless it is a duplicate.
fn original(seed: u64, dedupe: u8, index: u64) -> u64 {
    let mut at = index;
    while at > 0 {
        let draw = mix64(block_seed(seed, at));
        if below(draw, 100) >= u64::from(dedupe) {
            break;
        }
        at -= 1 + below(mix64(draw), at.min(REACH));
    }
    at
}

/// The bytes from `at` on of a file that repeats `source` without end.
fn repeat(source: &File, length: u64, at: u64, buffer: &mut [u8]) -> io::Result<()> {
    let mut filled = 0;
    while filled < buffer.len() {
        let from = (at + filled as u64) % length.max(1);
        let most = usize::try_from(length - from.min(length)).unwrap_or(usize::MAX);
        let end = buffer.len().min(filled.saturating_add(most));
        let count = source.read_at(&mut buffer[filled..end], from)?;
        if count == 0 {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                messages::source_shrank(Lang::current()),
            ));
        }
        filled += count;
    }
    Ok(())
}

/// A fingerprint of the file to repeat: its first and last bytes.
///
/// # Errors
/// The source cannot be read.
pub(crate) fn fingerprint(source: &File, length: u64) -> io::Result<u64> {
    let mut block = [0u8; HEADER_BYTES];
    let mut print = length;
    for at in [0, length.saturating_sub(HEADER_BYTES as u64)] {
        let count = source.read_at(&mut block, at)?;
        let words = block[..count]
            .chunks(8)
            .map(|bytes| bytes.iter().fold(0u64, |word, byte| word << 8 | u64::from(*byte)));
        print = words.fold(print, |print, word| mix64(print ^ word));
    }
    Ok(print)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use std::io::Write;

    fn block(recipe: Recipe, index: u64) -> Vec<u8> {
        let mut buffer = vec![1; 64 << 10];
        random(42, recipe, index, &mut buffer);
        buffer
    }

    #[test]
    fn a_block_is_the_same_every_time_and_unlike_any_other() {
        assert_eq!(block(Recipe::RANDOM, 5), block(Recipe::RANDOM, 5));
        let mut all: Vec<_> = (0..100).map(|index| block(Recipe::RANDOM, index)).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 100);
    }

    #[test]
    fn the_compressible_share_is_zeros_in_every_4_kib() {
        let half = block(
            Recipe {
                compressible: 50,
                ..Recipe::RANDOM
            },
            3,
        );
        for chunk in half.chunks(4096) {
            assert!(chunk[2048..].iter().all(|byte| *byte == 0));
            assert!(chunk[..2048].iter().filter(|byte| **byte == 0).count() < 64);
        }
    }

    #[test]
    fn the_share_of_duplicates_is_as_asked_and_they_repeat_what_is_there() {
        let blocks = 20_000;
        for dedupe in [0u8, 20, 75] {
            let same = (0..blocks)
                .filter(|index| original(42, dedupe, *index) != *index)
                .count();
            let percent = same as f64 * 100.0 / blocks as f64;
            assert!(
                (percent - f64::from(dedupe)).abs() < 2.0,
                "{percent} % instead of {dedupe} % (seed 42)"
            );
        }
        let recipe = Recipe {
            dedupe: 75,
            ..Recipe::RANDOM
        };
        let copy = (1..100).find(|index| original(42, 75, *index) != *index).unwrap();
        assert_eq!(block(recipe, copy), block(recipe, original(42, 75, copy)));
    }

    #[test]
    fn a_source_is_repeated_to_the_byte() {
        let mut source = tempfile::tempfile().unwrap();
        source.write_all(b"0123456").unwrap();
        let mut buffer = [0; 20];
        repeat(&source, 7, 5, &mut buffer).unwrap();
        assert_eq!(&buffer, b"56012345601234560123");
        assert!(
            repeat(&source, 9, 0, &mut buffer).is_err(),
            "a source that shrank"
        );
        assert_ne!(fingerprint(&source, 7).unwrap(), fingerprint(&source, 6).unwrap());
    }
}
