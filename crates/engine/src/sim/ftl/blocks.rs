//! Blocks: how many of their pages are valid, how worn they are, and which are free.

use super::config::Levelling;
use fiord_workload::rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Counts of each block.
#[derive(Debug, Clone)]
pub(super) struct BlockCounts {
    pub valid: Box<[u32]>,
    pub wear: Box<[u32]>,
    /// Whether the block holds pages with one bit per cell.
    pub slc: Box<[bool]>,
    pub bad: u32,
    pub most_worn: u32,
    endurance: u32,
    seed: u64,
}

impl BlockCounts {
    pub(super) fn new(count: u32, endurance: u32, seed: u64) -> Self {
        Self {
            valid: vec![0; count as usize].into_boxed_slice(),
            wear: vec![0; count as usize].into_boxed_slice(),
            slc: vec![false; count as usize].into_boxed_slice(),
            bad: 0,
            most_worn: 0,
            endurance,
            seed,
        }
    }

    /// Counts an erase; whether the block survives it.
    pub(super) fn erase(&mut self, block: u32) -> bool {
        let wear = &mut self.wear[block as usize];
        *wear += 1;
        self.most_worn = self.most_worn.max(*wear);
        let lives = self.endurance == 0 || u64::from(*wear) < self.erases_of(block);
        self.bad += u32::from(!lives);
        lives
    }

    /// Erases that this block survives: between 90 and 110 % of the nominal.
    fn erases_of(&self, block: u32) -> u64 {
        let permille = 900 + rng::mix64(self.seed ^ u64::from(block)) % 201;
        (u64::from(self.endurance) * permille / 1000).max(1)
    }
}

/// Erased blocks.
#[derive(Debug, Clone)]
pub(super) struct FreeBlocks {
    /// Which is used first, and the block.
    heap: BinaryHeap<Reverse<(u64, u32)>>,
    by_wear: bool,
    released: u64,
}

impl FreeBlocks {
    pub(super) fn new(blocks: std::ops::Range<u32>, levelling: Levelling) -> Self {
        let key = |block: u32| Reverse((0, block));
        let mut heap: BinaryHeap<_> = blocks.clone().map(key).collect();
        heap.reserve(blocks.len().saturating_sub(heap.len()));
        Self {
            heap,
            by_wear: levelling != Levelling::None,
            released: 0,
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.heap.len() as u32
    }

    pub(super) fn take(&mut self) -> Option<u32> {
        self.heap.pop().map(|Reverse((_, block))| block)
    }

    pub(super) fn give(&mut self, block: u32, wear: u32) {
        self.released += 1;
        // Without levelling the last that was erased comes first, and before those that never were.
        let key = if self.by_wear {
            u64::from(wear)
        } else {
            u64::MAX - self.released
        };
        self.heap.push(Reverse((key, block)));
    }
}
