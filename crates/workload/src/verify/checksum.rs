//! The checksums of `verify`, as fio 3.33 stores them behind its header.
//!
//! FIO-DIFF(sha512-tail): fio 3.33 stores no digest for `sha512` but its working buffer: the end of the data, and behind it what was
//! left of the first block, so that it finds no damage elsewhere. Both programs must agree on these bytes; 62 bits of the true
//! digest stand where fio keeps the time of the write, which nothing checks. So it is with `crc7` and `crc16`, whose few bits are right
//! by chance too often. See [`Time`].

use crc::{CRC_7_MMC, Crc, Table};
use crc_fast::CrcAlgorithm;
use fiord_job::plan::VerifyKind;
use md5::Digest;

/// The longest checksum in bytes.
pub(super) const SUM_MOST: usize = 128;

static CRC7: Crc<u8, Table<16>> = Crc::<u8, Table<16>>::new(&CRC_7_MMC);

/// Where SHA-256 begins (FIPS 180-4, 5.3.3).
const SHA256_START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The seed of fio's `xxhash`.
const XXHASH_SEED: u32 = 1;

/// Bytes behind the header.
pub(super) const fn len(kind: VerifyKind) -> usize {
    match kind {
        VerifyKind::None
        | VerifyKind::Meta
        | VerifyKind::Pattern
        | VerifyKind::PatternHeader
        | VerifyKind::Null => 0,
        VerifyKind::Crc7 => 1,
        VerifyKind::Crc16 => 2,
        VerifyKind::Crc32 | VerifyKind::Crc32c | VerifyKind::Crc32cIntel | VerifyKind::Xxhash => 4,
        VerifyKind::Crc64 => 8,
        VerifyKind::Md5 => 16,
        VerifyKind::Sha1 => 20,
        VerifyKind::Sha3_224 => 28,
        VerifyKind::Sha3_256 => 32,
        VerifyKind::Sha3_384 => 48,
        VerifyKind::Sha3_512 | VerifyKind::Sha256 => 64,
        VerifyKind::Sha512 => 128,
    }
}

/// CRC-32C without its last inversion: fio's variant, also of the header's own checksum.
pub(super) fn crc32c(data: &[u8]) -> u32 {
    !(crc_fast::checksum(CrcAlgorithm::Crc32Iscsi, data) as u32)
}

/// Writes the checksum of `data` into `out`, whose first [`len`] bytes it takes.
pub(super) fn write(kind: VerifyKind, data: &[u8], out: &mut [u8; SUM_MOST]) {
    match kind {
        VerifyKind::None
        | VerifyKind::Meta
        | VerifyKind::Pattern
        | VerifyKind::PatternHeader
        | VerifyKind::Null => {}
        VerifyKind::Crc7 => out[0] = CRC7.checksum(data),
        VerifyKind::Crc16 => {
            let sum = crc_fast::checksum(CrcAlgorithm::Crc16Arc, data) as u16;
            out[..2].copy_from_slice(&sum.to_le_bytes());
        }
        VerifyKind::Crc32 => {
            // fio's is the one of `cksum`, most significant bit first, without the last inversion.
            let sum = !(crc_fast::checksum(CrcAlgorithm::Crc32Cksum, data) as u32);
            out[..4].copy_from_slice(&sum.to_le_bytes());
        }
        VerifyKind::Crc32c | VerifyKind::Crc32cIntel => out[..4].copy_from_slice(&crc32c(data).to_le_bytes()),
        VerifyKind::Xxhash => {
            let sum = xxhash_rust::xxh32::xxh32(data, XXHASH_SEED);
            out[..4].copy_from_slice(&sum.to_le_bytes());
        }
        VerifyKind::Crc64 => {
            let sum = crc_fast::checksum(CrcAlgorithm::Crc64Redis, data);
            out[..8].copy_from_slice(&sum.to_le_bytes());
        }
        VerifyKind::Md5 => out[..16].copy_from_slice(&md5::Md5::digest(data)),
        VerifyKind::Sha1 => {
            out[..20].copy_from_slice(&sha1::Sha1::digest(data));
            // fio stores the five words in the machine's order.
            for word in out[..20].chunks_exact_mut(4) {
                word.reverse();
            }
        }
        VerifyKind::Sha3_224 => out[..28].copy_from_slice(&sha3::Sha3_224::digest(data)),
        VerifyKind::Sha3_256 => out[..32].copy_from_slice(&sha3::Sha3_256::digest(data)),
        VerifyKind::Sha3_384 => out[..48].copy_from_slice(&sha3::Sha3_384::digest(data)),
        VerifyKind::Sha3_512 => out[..64].copy_from_slice(&sha3::Sha3_512::digest(data)),
        VerifyKind::Sha256 => fio_sha256(data, out),
        VerifyKind::Sha512 => sha512_tail(data, out),
    }
}

/// The same as later versions of fio store it; how many bytes of [`len`] it has.
pub(super) fn write_later(kind: VerifyKind, data: &[u8], out: &mut [u8; SUM_MOST]) -> usize {
    if kind == VerifyKind::Sha512 {
        // A true digest, in the room of the working buffer.
        let digest = sha2::Sha512::digest(data);
        out[..digest.len()].copy_from_slice(&digest);
        return digest.len();
    }
    write(kind, data, out);
    len(kind)
}

/// fio's own arithmetic: SHA-256 with the length in the machine's order, of which it stores the last block of the padded message,
/// with the lowest byte of each of the eight state words over its beginning.
fn fio_sha256(data: &[u8], out: &mut [u8; SUM_MOST]) {
    let (blocks, tail) = data.as_chunks::<64>();
    let mut state = SHA256_START;
    sha2::block_api::compress256(&mut state, blocks);
    let mut last = [[0; 64]; 2];
    last[0][..tail.len()].copy_from_slice(tail);
    last[0][tail.len()] = 0x80;
    let count = if tail.len() < 56 { 1 } else { 2 };
    last[count - 1][56..].copy_from_slice(&(data.len() as u64 * 8).to_le_bytes());
    sha2::block_api::compress256(&mut state, &last[..count]);
    out[..64].copy_from_slice(&last[count - 1]);
    for (byte, word) in out.iter_mut().zip(state) {
        *byte = word as u8;
    }
}

/// The end of the data over the first block.
fn sha512_tail(data: &[u8], out: &mut [u8; SUM_MOST]) {
    let tail = data.len() % 128;
    out.fill(0);
    let first = data.len().min(128);
    out[..first].copy_from_slice(&data[..first]);
    out[..tail].copy_from_slice(&data[data.len() - tail..]);
}

/// The header's seconds and nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) sec: u32,
    pub(super) nsec: u32,
}

/// Says that the time holds a digest: no nanoseconds of a second need these bits.
const DIGEST_MARK: u32 = 0b11 << 30;

impl Time {
    /// As it stands in a header.
    pub(super) fn read(header: &[u8]) -> Self {
        let word = |at: usize| {
            let mut bytes = [0; 4];
            bytes.copy_from_slice(&header[at..at + 4]);
            u32::from_le_bytes(bytes)
        };
        Self {
            sec: word(24),
            nsec: word(28),
        }
    }

    /// 62 bits of a digest, where the stored bytes are none or too few.
    pub(super) fn of_digest(kind: VerifyKind, data: &[u8]) -> Option<Self> {
        let mut start = [0; 8];
        match kind {
            VerifyKind::Sha512 => start.copy_from_slice(&sha2::Sha512::digest(data)[..8]),
            // One of 128 torn writes has the right CRC-7.
            VerifyKind::Crc7 | VerifyKind::Crc16 => {
                start = crc_fast::checksum(CrcAlgorithm::Crc64Nvme, data).to_le_bytes();
            }
            _ => return None,
        }
        let bits = u64::from_le_bytes(start);
        Some(Self {
            sec: bits as u32,
            nsec: (bits >> 32) as u32 | DIGEST_MARK,
        })
    }

    /// Whether it holds a digest.
    pub(super) const fn is_digest(self) -> bool {
        self.nsec & DIGEST_MARK == DIGEST_MARK
    }
}
