//! `sprandom`: one pass of writes after which a flash device holds its data as long random writing leaves them.
//!
//! The model is that of a device that writes into a log and cleans the oldest part of it first (Desnoyers, "Analytic Models of SSD
//! Write Performance", 2014), under writes that hit each of its U blocks equally often. Its log has P = U · (1 + `spr_op`) places. A
//! block that was written when another t · U writes of the user were still to come is the last one of its address with the
//! probability e^-t. From one end of the log to the other t goes evenly from T to 0, and the places that count are U in all:
//!
//! ```text
//! (1 - e^-T) / T = U / P        write amplification = 1 / (1 - e^-T)
//! ```
//!
//! The log is divided into regions of equal size, and each is written in one go: first again what of the region before is not to
//! count any more, then blocks that had no turn yet. So each block has exactly one first turn, and P writes fill the device once.
//! Which blocks are written again is drawn among all of the region, so that addresses stay scattered. The last region has none
//! behind it and counts as a whole; what it would have lost is spread over the others.
//!
//! The shares follow from the model alone; fio's were not looked at.

use crate::coverage::Permutation;
use crate::rng::{Rng, mix64};
use fiord_job::plan::SprandomPlan;
use fiord_messages::{Lang, run_errors as messages};

/// Fewest blocks of a region: with fewer, whole numbers of blocks are far from the shares.
pub const LEAST_BLOCKS: u64 = 10;

/// One region of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogRegion {
    /// Blocks that are written in it.
    pub blocks: u64,
    /// Those among them that the next region writes again.
    pub again: u64,
}

/// Why a log cannot be divided so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionError {
    TooMany { given: u32, most: u64 },
    CacheHoldsRegion { cache: u64, fresh: u64, fewer: u64 },
}

impl RegionError {
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::TooMany { given, most } => messages::TooManyRegions {
                given,
                least: &LEAST_BLOCKS,
                most,
            }
            .text(lang),
            Self::CacheHoldsRegion { cache, fresh, fewer } => {
                messages::CacheHoldsRegion { cache, fresh, fewer }.text(lang)
            }
        }
    }
}

/// T of the module's equation: writes of the user per block while the log is filled once.
fn turnover(over_provisioning: f64) -> f64 {
    let counts = |t: f64| -(-t).exp_m1() / t;
    let wanted = 1.0 / (1.0 + over_provisioning);
    let (mut low, mut high) = (1e-9, 64.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if counts(middle) > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The regions of the log, oldest first.
///
/// FIO-DIFF(sprandom-shares): the shares are those of the module's model.
///
/// # Errors
/// See [`RegionError`].
pub fn regions(blocks: u64, block_bytes: u64, plan: &SprandomPlan) -> Result<Vec<LogRegion>, RegionError> {
    let physical = plan.physical_blocks(blocks);
    let count = u64::from(plan.regions);
    let most = physical / LEAST_BLOCKS;
    if count > most {
        return Err(RegionError::TooMany {
            given: plan.regions,
            most,
        });
    }
    let t = turnover(plan.over_provisioning);
    // Blocks of the regions below `index` that do not count any more, by the model.
    let lost = |index: u64| {
        let share = index as f64 / count as f64;
        let counting = ((-t * (1.0 - share)).exp() - (-t).exp()) / t;
        (physical as f64) * (share - counting)
    };
    let to_lose = physical - blocks;
    let spread = to_lose as f64 / lost(count - 1).max(f64::MIN_POSITIVE);
    let place = |index: u64| (u128::from(physical) * u128::from(index) / u128::from(count)) as u64;
    let mut regions = Vec::with_capacity(plan.regions as usize);
    let mut given = 0;
    for index in 0..count {
        let size = place(index + 1) - place(index);
        let until = match index + 1 {
            next if next < count - 1 => (lost(next) * spread).round() as u64,
            _ => to_lose,
        };
        let again = if index + 1 == count {
            0
        } else {
            until.min(to_lose).saturating_sub(given).min(size)
        };
        given += again;
        regions.push(LogRegion { blocks: size, again });
    }
    check_cache(&regions, block_bytes, plan)?;
    Ok(regions)
}

/// Between a block and its second write a region's own blocks must fill the cache.
fn check_cache(regions: &[LogRegion], block_bytes: u64, plan: &SprandomPlan) -> Result<(), RegionError> {
    let pairs = regions.iter().zip(regions.iter().skip(1));
    let fresh = pairs.map(|(before, region)| region.blocks - before.again).min();
    let fresh = fresh.unwrap_or(0).saturating_mul(block_bytes);
    let cache = plan.cache_bytes;
    if fresh >= cache {
        return Ok(());
    }
    let fewer = u128::from(plan.regions) * u128::from(fresh) / u128::from(cache.max(1));
    Err(RegionError::CacheHoldsRegion {
        cache,
        fresh,
        fewer: (fewer as u64).max(2),
    })
}

/// Bytes that a pass over these regions keeps in memory, see [`Sprandom`].
pub fn memory_bytes(regions: &[LogRegion]) -> u64 {
    let most = regions.iter().map(|region| region.again).max().unwrap_or(0);
    most.saturating_mul(2 * size_of::<u64>() as u64) + size_of_val(regions) as u64
}

/// The blocks of one pass in their order. Keeps what one region and the one before it have to write again.
#[derive(Debug, Clone)]
pub struct Sprandom {
    regions: Box<[LogRegion]>,
    /// Those that begin next.
    next_region: usize,
    /// Blocks that have not had a turn yet.
    fresh: Permutation,
    /// Blocks of this region that are to come: all, and those for the first time.
    left: u64,
    fresh_left: u64,
    /// What the region before leaves to write again, and how much of it was.
    due: Vec<u64>,
    due_done: usize,
    /// What this region leaves, and how many are still to be drawn.
    later: Vec<u64>,
    to_draw: u64,
    rng: Rng,
    /// First turns come before second ones (`spr_cs`).
    is_deferred: bool,
}

impl Sprandom {
    /// A pass over so many blocks, in the order that `key` names.
    pub fn new(blocks: u64, regions: Vec<LogRegion>, is_deferred: bool, key: u64) -> Self {
        let most = regions.iter().map(|region| region.again).max().unwrap_or(0) as usize;
        let mut pass = Self {
            regions: regions.into_boxed_slice(),
            next_region: 0,
            fresh: Permutation::new(blocks, key),
            left: 0,
            fresh_left: 0,
            due: Vec::with_capacity(most),
            due_done: 0,
            later: Vec::with_capacity(most),
            to_draw: 0,
            rng: Rng::from_seed(key),
            is_deferred,
        };
        pass.restart(key);
        pass
    }

    /// Begins again, in the order that `key` names. Allocates nothing.
    pub fn restart(&mut self, key: u64) {
        const AGAIN: u64 = 0x7370_725f_6167_6169;
        self.fresh.restart(key);
        self.rng = Rng::from_seed(mix64(key ^ AGAIN));
        self.next_region = 0;
        (self.left, self.fresh_left, self.to_draw) = (0, 0, 0);
        self.due.clear();
        self.later.clear();
        self.due_done = 0;
    }

    /// The next block; `None` behind the last one.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<u64> {
        if self.left == 0 {
            self.begin_region()?;
        }
        let is_again = match self.is_deferred {
            true => self.fresh_left == 0,
            false => self.due_done < self.due.len(),
        };
        let block = if is_again {
            let block = *self.due.get(self.due_done)?;
            self.due_done += 1;
            block
        } else {
            self.fresh_left -= 1;
            self.fresh.next()?
        };
        // Each block of the region is drawn with the same probability, and exactly as many as it has to leave.
        if self.rng.below(self.left) < self.to_draw {
            self.to_draw -= 1;
            self.later.push(block);
        }
        self.left -= 1;
        Some(block)
    }

    fn begin_region(&mut self) -> Option<()> {
        let region = *self.regions.get(self.next_region)?;
        self.next_region += 1;
        std::mem::swap(&mut self.due, &mut self.later);
        self.later.clear();
        self.due_done = 0;
        self.left = region.blocks;
        self.fresh_left = region.blocks - self.due.len() as u64;
        self.to_draw = region.again;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn plan(regions: u32, over_provisioning: f64, cache_bytes: u64) -> SprandomPlan {
        SprandomPlan {
            regions,
            over_provisioning,
            cache_bytes,
        }
    }

    /// A page-mapped log that is written from its beginning to its end: how many blocks of each region count in the end.
    fn counting(order: &[u64], regions: &[LogRegion], blocks: u64) -> Vec<u64> {
        let mut place_of = vec![usize::MAX; blocks as usize];
        for (place, block) in order.iter().enumerate() {
            place_of[*block as usize] = place;
        }
        assert!(
            place_of.iter().all(|place| *place != usize::MAX),
            "each block was written"
        );
        let mut counts = vec![0; order.len()];
        for place in place_of {
            counts[place] = 1;
        }
        let mut from = 0;
        let of_region = |region: &LogRegion| {
            let until = from + region.blocks as usize;
            let count = counts[from..until].iter().sum();
            from = until;
            count
        };
        regions.iter().map(of_region).collect()
    }

    #[test]
    fn write_amplification_is_what_the_literature_has() {
        // Xiang and Kurkoski (2012): 2.36 at 0.3, where measurement of a simulation gives 2.35.
        let amplification = |op| 1.0 / -(-turnover(op)).exp_m1();
        assert!(
            (amplification(0.3) - 2.36).abs() < 0.005,
            "{}",
            amplification(0.3)
        );
        for op in [0.01, 0.07, 0.15, 0.28, 0.5, 0.99] {
            let t = turnover(op);
            assert!(((1.0 - (-t).exp()) / t - 1.0 / (1.0 + op)).abs() < 1e-9, "{op}");
        }
    }

    #[test]
    fn a_log_that_was_written_so_has_the_shares_of_the_model() {
        for (blocks, count, op, cache) in [
            (50_000, 100, 0.15, 0),
            (50_000, 100, 0.15, 4096),
            (20_000, 20, 0.07, 0),
            (9_999, 7, 0.99, 4096),
            (30_001, 50, 0.28, 0),
            (100, 2, 0.5, 0),
        ] {
            let plan = plan(count, op, cache);
            let regions = regions(blocks, 4096, &plan).unwrap();
            let physical = plan.physical_blocks(blocks);
            assert_eq!(regions.iter().map(|region| region.blocks).sum::<u64>(), physical);
            let again: u64 = regions.iter().map(|region| region.again).sum();
            assert_eq!(again, physical - blocks, "each block has one first turn");
            let mut pass = Sprandom::new(blocks, regions.clone(), cache > 0, 7);
            let order: Vec<u64> = std::iter::from_fn(|| pass.next()).collect();
            assert_eq!(order.len() as u64, physical);
            let found = counting(&order, &regions, blocks);
            let t = turnover(op);
            for (index, (region, found)) in regions.iter().zip(&found).enumerate() {
                assert_eq!(*found, region.blocks - region.again, "region {index}");
                // The mean of e^-t over the region; the last one's part is spread over all.
                let edge = |index: usize| (-t * (1.0 - index as f64 / f64::from(count))).exp();
                let model = (edge(index + 1) - edge(index)) * f64::from(count) / t;
                let share = *found as f64 / region.blocks as f64;
                let near = 1.5 / region.blocks as f64 + t / f64::from(count) * 1.1;
                assert!(
                    (share - model).abs() <= near,
                    "region {index} of {count}: {share}, by the model {model}"
                );
            }
        }
    }

    #[test]
    fn many_regions_are_close_to_the_model() {
        let plan = plan(100, 0.15, 0);
        let blocks = 1_000_000;
        let t = turnover(0.15);
        let regions = regions(blocks, 4096, &plan).unwrap();
        for (index, region) in regions.iter().take(99).enumerate() {
            let edge = |index: usize| (-t * (1.0 - index as f64 / 100.0)).exp();
            let model = (edge(index + 1) - edge(index)) * 100.0 / t;
            let share = 1.0 - region.again as f64 / region.blocks as f64;
            assert!((share - model).abs() < 0.001, "region {index}: {share}, {model}");
        }
    }

    #[test]
    fn writes_again_come_in_front_or_with_a_cache_behind() {
        let regions = regions(1000, 4096, &plan(10, 0.2, 0)).unwrap();
        let first: Vec<u64> = {
            let mut pass = Sprandom::new(1000, regions.clone(), false, 3);
            std::iter::from_fn(|| pass.next()).collect()
        };
        let size = regions[0].blocks as usize;
        let seen = |part: &[u64]| part.iter().filter(|block| first[..size].contains(block)).count();
        let again = regions[0].again as usize;
        assert_eq!(seen(&first[size..size + again]), again);
        assert_eq!(seen(&first[size + again..2 * size]), 0);
        let mut pass = Sprandom::new(1000, regions.clone(), true, 3);
        let deferred: Vec<u64> = std::iter::from_fn(|| pass.next()).collect();
        assert_eq!(seen(&deferred[2 * size - again..2 * size]), again);
        pass.restart(3);
        let repeated: Vec<u64> = std::iter::from_fn(|| pass.next()).collect();
        assert_eq!(repeated, deferred);
        pass.restart(4);
        assert_ne!(pass.next(), Some(deferred[0]));
    }

    #[test]
    fn what_the_device_is_too_small_for_is_said() {
        assert_eq!(
            regions(1000, 4096, &plan(200, 0.15, 0)),
            Err(RegionError::TooMany {
                given: 200,
                most: 115
            })
        );
        assert!(regions(1000, 4096, &plan(115, 0.15, 0)).is_ok());
        let problem = regions(1000, 4096, &plan(10, 0.15, 1 << 20)).unwrap_err();
        let RegionError::CacheHoldsRegion { fewer, fresh, .. } = problem else {
            panic!("{problem:?}");
        };
        assert!(fresh < 1 << 20 && fewer < 10);
        assert!(regions(1000, 4096, &plan(10, 0.15, fresh)).is_ok());
        assert!(problem.text(Lang::En).contains("spr_cs=1048576"));
    }
}
