//! The header of a chunk: 40 bytes, little-endian, as fio 3.33 writes it.
//!
//! | bytes | what |
//! |---|---|
//! | 0..2 | 0xacca |
//! | 2..4 | which checksum |
//! | 4..8 | length of the chunk |
//! | 8..16 | seed of the content |
//! | 16..24 | offset of the chunk in its file |
//! | 24..32 | seconds and nanoseconds |
//! | 32..34 | worker, from 1 |
//! | 34..36 | number of the write, from 0 |
//! | 36..40 | CRC-32C of the 36 bytes before |
//!
//! FIO-DIFF(verify-later): fio 3.42 writes 48 bytes, which are read as well: byte 2 is its version 0x81, byte 3 says which checksum, 32..40 is the number of the
//! write, 40..42 the worker, 44..48 the CRC-32C of the 44 bytes before.
//! Its `sha512` is a digest, where fio 3.33 has a working buffer (see `sha512-tail` in `checksum.rs`).

use fiord_job::plan::VerifyKind;

use super::checksum::{Time, crc32c};

pub(super) const HEADER_BYTES: usize = 40;
const MAGIC: u16 = 0xacca;
const SUMMED: usize = 36;
/// Version and length of fio 3.42's header.
const LATER_VERSION: u8 = 0x81;
const LATER_BYTES: usize = 48;
const LATER_SUMMED: usize = 44;

/// What a header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VerifyHeader {
    pub(super) kind: u16,
    pub(super) len: u32,
    pub(super) seed: u64,
    pub(super) offset: u64,
    pub(super) time: Time,
    pub(super) thread: u16,
    pub(super) number: u16,
}

/// Why bytes are not a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoHeader {
    Magic(u16),
    Sum { expected: u32, received: u32 },
}

/// fio's number of a checksum.
pub(super) const fn number_of(kind: VerifyKind) -> u16 {
    match kind {
        VerifyKind::None | VerifyKind::Pattern | VerifyKind::Null => 0,
        VerifyKind::Meta => 1,
        VerifyKind::Md5 => 2,
        VerifyKind::Crc64 => 3,
        VerifyKind::Crc32 => 4,
        VerifyKind::Crc32c | VerifyKind::Crc32cIntel => 5,
        VerifyKind::Crc16 => 7,
        VerifyKind::Crc7 => 8,
        VerifyKind::Sha256 => 9,
        VerifyKind::Sha512 => 10,
        VerifyKind::Sha3_224 => 11,
        VerifyKind::Sha3_256 => 12,
        VerifyKind::Sha3_384 => 13,
        VerifyKind::Sha3_512 => 14,
        VerifyKind::Xxhash => 15,
        VerifyKind::Sha1 => 16,
        VerifyKind::PatternHeader => 17,
    }
}

/// Whether a stored number means `kind`; fio stores `crc32c-intel` as one of two.
pub(super) const fn means(number: u16, kind: VerifyKind) -> bool {
    number == number_of(kind) || (matches!(kind, VerifyKind::Crc32c | VerifyKind::Crc32cIntel) && number == 6)
}

impl VerifyHeader {
    pub(super) fn write(&self, out: &mut [u8]) {
        out[..2].copy_from_slice(&MAGIC.to_le_bytes());
        out[2..4].copy_from_slice(&self.kind.to_le_bytes());
        out[4..8].copy_from_slice(&self.len.to_le_bytes());
        out[8..16].copy_from_slice(&self.seed.to_le_bytes());
        out[16..24].copy_from_slice(&self.offset.to_le_bytes());
        out[24..28].copy_from_slice(&self.time.sec.to_le_bytes());
        out[28..32].copy_from_slice(&self.time.nsec.to_le_bytes());
        out[32..34].copy_from_slice(&self.thread.to_le_bytes());
        out[34..36].copy_from_slice(&self.number.to_le_bytes());
        let sum = crc32c(&out[..SUMMED]);
        out[SUMMED..HEADER_BYTES].copy_from_slice(&sum.to_le_bytes());
    }

    /// How many bytes the header in front of a chunk has.
    pub(super) fn len_in(chunk: &[u8]) -> usize {
        let [low, high] = MAGIC.to_le_bytes();
        if chunk.starts_with(&[low, high, LATER_VERSION]) && chunk.len() >= LATER_BYTES {
            LATER_BYTES
        } else {
            HEADER_BYTES
        }
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, NoHeader> {
        let is_later = Self::len_in(bytes) == LATER_BYTES;
        let summed = if is_later { LATER_SUMMED } else { SUMMED };
        let u16_at = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
        if u16_at(0) != MAGIC {
            return Err(NoHeader::Magic(u16_at(0)));
        }
        let (expected, received) = (crc32c(&bytes[..summed]), u32_at(summed));
        if expected != received {
            return Err(NoHeader::Sum { expected, received });
        }
        Ok(Self {
            kind: if is_later { u16::from(bytes[3]) } else { u16_at(2) },
            len: u32_at(4),
            seed: u64_at(8),
            offset: u64_at(16),
            time: Time {
                sec: u32_at(24),
                nsec: u32_at(28),
            },
            thread: u16_at(if is_later { 40 } else { 32 }),
            number: u16_at(if is_later { 32 } else { 34 }),
        })
    }
}
