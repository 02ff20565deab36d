//! Full blocks, and which of them is collected next.

use super::config::Policy;
use fiord_workload::rng::{Rng, below};
use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

/// The sealed blocks.
#[derive(Debug, Clone)]
pub(super) struct Victims {
    policy: Policy,
    block_pages: u32,
    sealed: Vec<u32>,
    /// PageStream of each block in `sealed`.
    place: Box<[u32]>,
    /// For age and order: when a block was sealed, in host writes or sealings.
    sealed_at: Box<[u64]>,
    /// `Policy::Fifo`: sealed blocks, oldest first, with the number of their sealing; those that left are passed over.
    queue: VecDeque<(u32, u64)>,
    sealings: u64,
    buckets: Buckets,
}

/// `Policy::Greedy`: a list of blocks for each count of valid pages.
#[derive(Debug, Clone)]
struct Buckets {
    head: Box<[u32]>,
    next: Box<[u32]>,
    previous: Box<[u32]>,
    /// No block has fewer valid pages.
    least: u32,
}

impl Buckets {
    fn new(blocks: usize, counts: usize) -> Self {
        Self {
            head: vec![NONE; counts].into_boxed_slice(),
            next: vec![NONE; blocks].into_boxed_slice(),
            previous: vec![NONE; blocks].into_boxed_slice(),
            least: 0,
        }
    }

    #[inline]
    fn insert(&mut self, block: u32, count: u32) {
        let first = self.head[count as usize];
        self.next[block as usize] = first;
        self.previous[block as usize] = NONE;
        if first != NONE {
            self.previous[first as usize] = block;
        }
        self.head[count as usize] = block;
        self.least = self.least.min(count);
    }

    #[inline]
    fn remove(&mut self, block: u32, count: u32) {
        let (next, previous) = (self.next[block as usize], self.previous[block as usize]);
        if next != NONE {
            self.previous[next as usize] = previous;
        }
        if previous == NONE {
            self.head[count as usize] = next;
        } else {
            self.next[previous as usize] = next;
        }
    }

    fn first(&mut self) -> Option<u32> {
        while let Some(first) = self.head.get(self.least as usize) {
            if *first != NONE {
                return Some(*first);
            }
            self.least += 1;
        }
        self.least = 0;
        None
    }
}

impl Victims {
    pub(super) fn new(policy: Policy, blocks: u32, block_pages: u32) -> Self {
        let count = blocks as usize;
        let (listed, counts, aged) = match policy {
            Policy::Greedy => (count, block_pages as usize + 1, 0),
            Policy::Fifo | Policy::CostBenefit => (0, 0, count),
            Policy::Random | Policy::Choices(_) => (0, 0, 0),
        };
        Self {
            policy,
            block_pages,
            sealed: Vec::with_capacity(count),
            place: vec![NONE; count].into_boxed_slice(),
            sealed_at: vec![0; aged].into_boxed_slice(),
            queue: VecDeque::with_capacity(2 * aged + 1),
            sealings: 0,
            buckets: Buckets::new(listed, counts),
        }
    }

    pub(super) fn seal(&mut self, block: u32, valid: u32, now: u64) {
        self.place[block as usize] = self.sealed.len() as u32;
        self.sealed.push(block);
        match self.policy {
            Policy::Greedy => self.buckets.insert(block, valid),
            Policy::Fifo => {
                self.sealings += 1;
                self.sealed_at[block as usize] = self.sealings;
                self.queue.push_back((block, self.sealings));
            }
            Policy::CostBenefit => self.sealed_at[block as usize] = now,
            Policy::Random | Policy::Choices(_) => {}
        }
    }

    /// A page of `block` became invalid; `valid` are left.
    #[inline]
    pub(super) fn lose(&mut self, block: u32, valid: u32) {
        if self.place[block as usize] == NONE {
            return;
        }
        if self.policy == Policy::Greedy {
            self.buckets.remove(block, valid + 1);
            self.buckets.insert(block, valid);
        }
    }

    /// Takes the next victim.
    pub(super) fn take(&mut self, valid: &[u32], now: u64, rng: &mut Rng) -> Option<u32> {
        let block = match self.policy {
            Policy::Greedy => self.buckets.first(),
            Policy::Fifo => self.oldest(),
            Policy::CostBenefit => self.best(valid, now),
            Policy::Random => self.any(rng),
            Policy::Choices(count) => (0..count.max(1))
                .filter_map(|_| self.any(rng))
                .min_by_key(|block| valid[*block as usize]),
        }?;
        self.remove(block, valid[block as usize]);
        Some(block)
    }

    /// Whether the block is sealed.
    pub(super) fn has(&self, block: u32) -> bool {
        self.place[block as usize] != NONE
    }

    pub(super) fn remove(&mut self, block: u32, valid: u32) {
        let place = self.place[block as usize];
        if place == NONE {
            return;
        }
        self.sealed.swap_remove(place as usize);
        if let Some(moved) = self.sealed.get(place as usize) {
            self.place[*moved as usize] = place;
        }
        self.place[block as usize] = NONE;
        if self.policy == Policy::Greedy {
            self.buckets.remove(block, valid);
        }
    }

    fn any(&self, rng: &mut Rng) -> Option<u32> {
        let count = self.sealed.len() as u64;
        (count > 0).then(|| self.sealed[below(rng.next(), count) as usize])
    }

    fn oldest(&mut self) -> Option<u32> {
        while let Some((block, sealing)) = self.queue.pop_front() {
            if self.place[block as usize] != NONE && self.sealed_at[block as usize] == sealing {
                return Some(block);
            }
        }
        None
    }

    fn best(&self, valid: &[u32], now: u64) -> Option<u32> {
        // (age × invalid) ÷ valid, compared crosswise: integers, and a block without valid pages is the best of all.
        let worth = |block: u32| {
            let valid = valid[block as usize];
            let age = now - self.sealed_at[block as usize] + 1;
            (
                u128::from(age) * u128::from(self.block_pages - valid),
                u128::from(valid),
            )
        };
        let mut best: Option<(u32, (u128, u128))> = None;
        for block in self.sealed.iter().copied() {
            let one = worth(block);
            if best.is_none_or(|(_, other)| one.0 * other.1 > other.0 * one.1) {
                best = Some((block, one));
            }
        }
        best.map(|(block, _)| block)
    }
}
