//! How far sampled bytes would compress. An estimate, good enough to tell real data from zeros, text and repetition. Not a
//! compressor; pure.

/// Repetitions shorter than this are not looked for.
const MATCH_BYTES: usize = 8;
/// What a repetition costs in a compressed stream: about a distance and a length.
const TOKEN_BYTES: f64 = 4.0;
const TABLE_BITS: u32 = 18;

/// The estimated compressed size as a share of the size: 1 for random data, near 0 for zeros. 1 for nothing at all.
pub fn compressed_share(data: &[u8]) -> f64 {
    if data.is_empty() {
        return 1.0;
    }
    let mut seen = vec![0u32; 1 << TABLE_BITS];
    let mut literals = [0u64; 256];
    let mut repetitions = 0u64;
    let mut at = 0;
    while at < data.len() {
        let Some(word) = word_at(data, at) else {
            literals[usize::from(data[at])] += 1;
            at += 1;
            continue;
        };
        let slot = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_BITS)) as usize;
        let earlier = seen[slot] as usize;
        // Places are kept plus one; 0 is none. Samples are far below 4 GiB.
        seen[slot] = at as u32 + 1;
        if earlier > 0 && word_at(data, earlier - 1) == Some(word) {
            let length = data[earlier - 1..]
                .iter()
                .zip(&data[at..])
                .take_while(|(a, b)| a == b)
                .count();
            repetitions += 1;
            at += length;
        } else {
            literals[usize::from(data[at])] += 1;
            at += 1;
        }
    }
    let size = entropy_bytes(&literals) + repetitions as f64 * TOKEN_BYTES;
    (size / data.len() as f64).min(1.0)
}

/// Share of 4 KiB blocks that hold nothing but zeros.
pub fn zero_share(data: &[u8]) -> f64 {
    let blocks = data.chunks(4096);
    let count = blocks.len().max(1);
    let zero = blocks.filter(|block| block.iter().all(|byte| *byte == 0)).count();
    zero as f64 / count as f64
}

fn word_at(data: &[u8], at: usize) -> Option<u64> {
    let bytes = data.get(at..)?.first_chunk::<MATCH_BYTES>()?;
    Some(u64::from_le_bytes(*bytes))
}

/// What an ideal coder of single bytes needs (Shannon).
fn entropy_bytes(counts: &[u64; 256]) -> f64 {
    let total: u64 = counts.iter().sum();
    let bits: f64 = counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| *count as f64 * (total as f64 / *count as f64).log2())
        .sum();
    bits / 8.0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::content::fill_random;

    fn noise(bytes: usize) -> Vec<u8> {
        let mut data = vec![0; bytes];
        fill_random(&mut data, 99);
        data
    }

    fn is_near(share: f64, expected: f64) {
        assert!((share - expected).abs() < 0.03, "{share} is not {expected}");
    }

    #[test]
    fn random_data_do_not_compress_and_zeros_vanish() {
        is_near(compressed_share(&noise(1 << 20)), 1.0);
        is_near(compressed_share(&vec![0; 1 << 20]), 0.0);
        is_near(compressed_share(&[]), 1.0);
        assert_eq!(zero_share(&vec![0; 8192]), 1.0);
        assert_eq!(zero_share(&noise(8192)), 0.0);
    }

    #[test]
    fn half_zeros_compress_by_half() {
        let mut data = noise(1 << 20);
        for chunk in data.chunks_mut(4096) {
            chunk[2048..].fill(0);
        }
        is_near(compressed_share(&data), 0.5);
    }

    #[test]
    fn a_repeated_buffer_and_marked_sectors_are_found() {
        let one = noise(64 << 10);
        let mut data = one.repeat(16);
        is_near(compressed_share(&data), 1.0 / 16.0);
        // As fio's scramble_buffers does: every sector begins with something of its own.
        for (index, sector) in data.chunks_mut(512).enumerate() {
            sector[..8].copy_from_slice(&(index as u64).to_le_bytes());
        }
        assert!(compressed_share(&data) < 0.15, "{}", compressed_share(&data));
    }

    #[test]
    fn text_compresses() {
        let text: String = (0..20_000)
            .map(|n| format!("{n} bottles of beer on the wall\n"))
            .collect();
        assert!(compressed_share(text.as_bytes()) < 0.5);
    }
}
