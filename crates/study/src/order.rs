//! The order of a block's cells, and the seeds of its runs: from the study's seed alone.

use crate::definition::Order;

/// The golden ratio in 64 bits.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A well-mixed number from a seed and a place (SplitMix64).
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The numbers 0 to `cells` − 1 in the order of this block.
pub fn of_block(order: Order, seed: u64, block: u32, cells: u32) -> Vec<u32> {
    let mut all: Vec<u32> = (0..cells).collect();
    if order != Order::Random {
        return all;
    }
    let mut state = mixed(seed ^ mixed(u64::from(block)));
    for place in (1..all.len()).rev() {
        state = mixed(state);
        // The bias of the multiplication is below cells ÷ 2⁶⁴.
        let other = (u128::from(state) * (place as u128 + 1)) >> 64;
        all.swap(place, other as usize);
    }
    all
}

/// The seed of one run's offsets and times: the same offsets again would leave the workload's own variation out of the interval.
pub fn of_run(seed: u64, block: u32, cell: u32) -> u64 {
    mixed(seed ^ mixed((u64::from(block) << 32) | u64::from(cell)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_permutations_that_come_again() {
        for block in 0..50 {
            let mut order = of_block(Order::Random, 7, block, 18);
            assert_eq!(order, of_block(Order::Random, 7, block, 18));
            order.sort_unstable();
            assert!(order.into_iter().eq(0..18));
        }
        assert_ne!(
            of_block(Order::Random, 7, 0, 18),
            of_block(Order::Random, 7, 1, 18)
        );
        assert_eq!(of_block(Order::AsWritten, 7, 3, 4), [0, 1, 2, 3]);
        assert_ne!(of_run(7, 0, 1), of_run(7, 1, 0));
    }

    /// Each cell stands at each place about equally often: chi-square with 24 × 25 / 5 … stays far from its 0.1 % limit.
    #[test]
    fn no_place_is_preferred() {
        let (cells, blocks) = (5, 20_000);
        let mut seen = [[0_u32; 5]; 5];
        for block in 0..blocks {
            for (place, cell) in of_block(Order::Random, 42, block, cells).into_iter().enumerate() {
                seen[place][cell as usize] += 1;
            }
        }
        let expected = f64::from(blocks) / f64::from(cells);
        let chi: f64 = seen
            .iter()
            .flatten()
            .map(|count| (f64::from(*count) - expected).powi(2) / expected)
            .sum();
        // 16 degrees of freedom; 39.25 is exceeded once in a thousand.
        assert!(chi < 39.25, "{chi}");
    }
}
