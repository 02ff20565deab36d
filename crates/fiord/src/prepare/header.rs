//! The first 4 KiB of a prepared file: who made it, with what content, and how far it came. Because the state is in the data,
//! preparing goes on after an interruption on any file system, and a copy of the file is still known as ours.
//!
//! Bytes only; [`crate::prepare::target`] reads and writes them.

use fiord_workload::content::fill_random;
use fiord_workload::rng::mix64;

/// Length of the header in bytes: a block of any disk up to 4 KiB per sector.
pub(crate) const HEADER_BYTES: usize = 4096;

const MAGIC: &[u8; 16] = b"fiord prepare 1\n";
/// Numbers behind the magic word, the checksum among them.
const FIELDS: usize = 8;

/// What a file is filled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Recipe {
    /// Percent of each 4 KiB that compresses away.
    pub compressible: u8,
    /// Percent of the 1 MiB blocks that repeat an earlier one.
    pub dedupe: u8,
    /// Length and fingerprint of the file that is repeated; zeros for random data.
    pub source: (u64, u64),
}

impl Recipe {
    /// Random data, nothing of which compresses or repeats.
    pub(crate) const RANDOM: Recipe = Recipe {
        compressible: 0,
        dedupe: 0,
        source: (0, 0),
    };
}

/// The state of a prepared file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PreparedHeader {
    /// Decides all random content.
    pub seed: u64,
    /// What it is filled with.
    pub recipe: Recipe,
    /// Bytes that the file is to have.
    pub size_bytes: u64,
    /// Bytes from the start that are written and durable.
    pub done_bytes: u64,
}

impl PreparedHeader {
    /// Whether all is written.
    pub(crate) fn is_complete(&self) -> bool {
        self.done_bytes == self.size_bytes
    }

    /// The bytes; those behind the fields are random, so that the block does not compress.
    pub(crate) fn encode(&self, block: &mut [u8; HEADER_BYTES]) {
        fill_random(block, self.seed);
        let fields = self.fields();
        block[..MAGIC.len()].copy_from_slice(MAGIC);
        let room = block[MAGIC.len()..].chunks_exact_mut(8);
        for (place, field) in room.zip(fields.into_iter().chain([checksum(&fields)])) {
            place.copy_from_slice(&field.to_le_bytes());
        }
    }

    /// Reads the header at the start of a file; `None` when it is not ours, or damaged.
    pub(crate) fn decode(block: &[u8]) -> Option<PreparedHeader> {
        let numbers = block.get(..HEADER_BYTES)?.strip_prefix(MAGIC)?;
        let mut fields = [0u64; FIELDS];
        for (field, bytes) in fields.iter_mut().zip(numbers.chunks_exact(8)) {
            *field = u64::from_le_bytes(bytes.try_into().ok()?);
        }
        let [
            seed,
            size_bytes,
            done_bytes,
            compressible,
            dedupe,
            length,
            print,
            sum,
        ] = fields;
        let recipe = Recipe {
            compressible: u8::try_from(compressible).ok()?,
            dedupe: u8::try_from(dedupe).ok()?,
            source: (length, print),
        };
        let header = PreparedHeader {
            seed,
            recipe,
            size_bytes,
            done_bytes,
        };
        (checksum(&header.fields()) == sum && done_bytes <= size_bytes).then_some(header)
    }

    fn fields(&self) -> [u64; FIELDS - 1] {
        let Recipe {
            compressible,
            dedupe,
            source,
        } = self.recipe;
        let shares = (u64::from(compressible), u64::from(dedupe));
        [
            self.seed,
            self.size_bytes,
            self.done_bytes,
            shares.0,
            shares.1,
            source.0,
            source.1,
        ]
    }
}

fn checksum(fields: &[u64]) -> u64 {
    fields
        .iter()
        .fold(0x66_696f_7264, |sum, field| mix64(sum ^ field))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn header() -> PreparedHeader {
        PreparedHeader {
            seed: 7,
            recipe: Recipe {
                compressible: 50,
                dedupe: 20,
                source: (123, 456),
            },
            size_bytes: 24 << 30,
            done_bytes: 1 << 20,
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let mut block = [0; HEADER_BYTES];
        header().encode(&mut block);
        assert_eq!(PreparedHeader::decode(&block), Some(header()));
    }

    #[test]
    fn any_damage_to_the_fields_makes_the_file_a_strangers() {
        let mut block = [0; HEADER_BYTES];
        header().encode(&mut block);
        for at in 0..MAGIC.len() + FIELDS * 8 {
            let mut damaged = block;
            damaged[at] ^= 1;
            assert_eq!(PreparedHeader::decode(&damaged), None, "byte {at}");
        }
        assert_eq!(PreparedHeader::decode(&block[..100]), None);
        assert_eq!(PreparedHeader::decode(&[0; HEADER_BYTES]), None);
    }

    #[test]
    fn more_done_than_there_is_to_do_is_damage() {
        let mut block = [0; HEADER_BYTES];
        PreparedHeader {
            done_bytes: u64::MAX,
            ..header()
        }
        .encode(&mut block);
        assert_eq!(PreparedHeader::decode(&block), None);
    }
}
