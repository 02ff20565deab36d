//! What orders of blocks promise: each block once, spread evenly.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_workload::coverage::{Bitmap, Permutation};

pub(crate) const SEED: u64 = 0x5eed_0001;

#[test]
fn every_block_comes_once_per_pass() {
    for blocks in [
        1u64, 2, 3, 63, 64, 65, 1000, 4095, 4096, 4097, 4098, 5000, 65_537, 1_000_003,
    ] {
        for key in [1, SEED] {
            let mut order = Permutation::new(blocks, key);
            for pass in 0..2 {
                let mut seen = vec![false; blocks as usize];
                let mut count = 0;
                while let Some(block) = order.next() {
                    assert!(
                        !seen[block as usize],
                        "block {block} of {blocks} came twice (key {key}, pass {pass})"
                    );
                    seen[block as usize] = true;
                    count += 1;
                }
                assert_eq!(count, blocks, "key {key}, pass {pass}");
                order.restart(key + 1);
            }
        }
    }
}

#[test]
fn a_huge_region_costs_no_memory_and_stays_inside() {
    // 16 TiB in blocks of 4 KiB, and the largest region there can be.
    for blocks in [(16u64 << 40) / 4096, (1 << 52) + 1, u64::MAX / 4096] {
        let mut order = Permutation::new(blocks, SEED);
        let mut drawn: Vec<u64> = (0..100_000).map(|_| order.next().unwrap()).collect();
        assert!(drawn.iter().all(|&block| block < blocks));
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 100_000, "repeats among {blocks} blocks");
    }
}

/// Chi-square of counts against expected shares.
pub(crate) fn chi_square(counts: &[u64], shares: &[f64]) -> f64 {
    let total: u64 = counts.iter().sum();
    counts
        .iter()
        .zip(shares)
        .map(|(&count, share)| {
            let expected = total as f64 * share;
            (count as f64 - expected).powi(2) / expected
        })
        .sum()
}

/// The 99.9 % point of chi-square by Wilson and Hilferty's approximation.
pub(crate) fn limit(degrees: usize) -> f64 {
    let k = degrees as f64;
    k * (1.0 - 2.0 / (9.0 * k) + 3.09 * (2.0 / (9.0 * k)).sqrt()).powi(3)
}

#[test]
fn any_part_of_a_pass_is_spread_evenly_and_steps_do_not_repeat() {
    for blocks in [
        1_000u64,
        1 << 14,
        100_003,
        1 << 20,
        (1 << 20) + 1,
        3 << 19,
        4 << 30,
    ] {
        let mut order = Permutation::new(blocks, SEED);
        let draws = 64_000.min(blocks / 4);
        let (mut cells, mut steps, mut low, mut pairs) = ([0u64; 64], [0u64; 64], [0u64; 8], [0u64; 256]);
        let mut before = 0;
        let sixteenth = |block: u64| (block as u128 * 16 / u128::from(blocks)) as usize;
        for _ in 0..draws {
            let block = order.next().unwrap();
            cells[(block as u128 * 64 / u128::from(blocks)) as usize] += 1;
            let step = (block + blocks - before) % blocks;
            steps[(step as u128 * 64 / u128::from(blocks)) as usize] += 1;
            low[(block % 8) as usize] += 1;
            pairs[sixteenth(before) * 16 + sixteenth(block)] += 1;
            before = block;
        }
        for (what, chi, degrees) in [
            ("place", chi_square(&cells, &[1.0 / 64.0; 64]), 63),
            ("step", chi_square(&steps, &[1.0 / 64.0; 64]), 63),
            ("low bits", chi_square(&low, &[0.125; 8]), 7),
            ("pair", chi_square(&pairs, &[1.0 / 256.0; 256]), 255),
        ] {
            assert!(
                chi < limit(degrees),
                "{what}: chi-square {chi} over {blocks} blocks, seed {SEED}"
            );
        }
    }
}

#[test]
fn the_order_is_the_same_one_by_one_and_together() {
    for blocks in [5u64, 4096, 4097, 6000, 100_003] {
        let mut single = Permutation::new(blocks, SEED);
        let mut many = Permutation::new(blocks, SEED);
        let mut out = [0; 64];
        let mut wanted = 1;
        while many.left() > 0 {
            let filled = many.fill(&mut out[..wanted]);
            assert_eq!(filled as u64, single.left().min(wanted as u64), "{blocks} blocks");
            for block in &out[..filled] {
                assert_eq!(single.next(), Some(*block), "{blocks} blocks");
            }
            wanted = wanted % 64 + 1;
        }
        assert_eq!(single.next(), None);
        assert_eq!(many.fill(&mut out), 0);
    }
}

#[test]
fn a_bitmap_finds_each_free_block_once() {
    for blocks in [1u64, 63, 64, 65, 4096, 4097, 300_001] {
        let mut map = Bitmap::new(blocks);
        for pass in 0..2 {
            let mut taken = 0;
            let mut from = 7 % blocks;
            while let Some(free) = map.next_free(from) {
                assert!(free < blocks);
                assert_eq!(
                    map.take(free, 3).min(1),
                    1,
                    "a taken block was offered: {free} of {blocks}, pass {pass}"
                );
                taken += 1;
                from = free.wrapping_mul(48_271) % blocks;
                assert!(taken <= blocks);
            }
            assert_eq!(map.take(0, 1), 0);
            map.clear();
        }
    }
}
