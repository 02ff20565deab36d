//! Copies valid pages away and erases blocks: garbage collection, folding of pSLC, wear levelling.

use super::config::{FlashCause, FullCache, Levelling, Medium, SlcCache};
use super::space::{Ftl, NONE, PageStream};

/// A block whose pages are being moved.
#[derive(Debug, Clone, Copy)]
pub(super) struct Victim {
    pub block: u32,
    /// Next page to look at, and the end.
    next: u32,
    end: u32,
    cause: FlashCause,
    /// Copies for each page that is gained: what a write has to do so that collection keeps up.
    copies: u32,
    gain: u32,
    /// In units of 1 / gain copies.
    owed: u64,
}

impl Ftl {
    /// The part of a collection that falls to one page of the host: with `low_blocks` the work is spread evenly over writes.
    pub(super) fn work_ahead(&mut self, medium: &mut impl Medium) {
        let fold = self.config.full_cache == FullCache::Fold && !self.slc_has_room();
        if fold && self.folding.is_none() {
            self.folding = self.next_fold();
        }
        if self.folding.is_some() && (fold || self.config.low_blocks > 0) {
            self.pay(Which::Fold, medium);
        }
        self.keep_up(medium);
    }

    /// Garbage collection for one page that goes to the blocks.
    fn keep_up(&mut self, medium: &mut impl Medium) {
        if self.collecting.is_none() && self.free.len() < self.config.low_blocks {
            self.collecting = self.next_victim(false);
        }
        if self.collecting.is_some() {
            self.pay(Which::Collect, medium);
            // Copies may have begun the last free block: the rest of the victim fits there.
            if self.free.len() < self.config.reserve_blocks() {
                self.replenish(medium);
            }
        }
    }

    fn pay(&mut self, which: Which, medium: &mut impl Medium) {
        if let Some(victim) = self.victim_mut(which) {
            victim.owed += u64::from(victim.copies);
        }
        while let Some(victim) = self.victim_mut(which)
            && victim.owed >= u64::from(victim.gain)
        {
            victim.owed -= u64::from(victim.gain);
            if !self.step(which, medium) {
                break;
            }
        }
        // A victim without valid pages has nothing to pay for.
        if let Some(victim) = self.victim_mut(which)
            && victim.copies == 0
        {
            self.finish(which, medium);
        }
    }

    /// Work in idle time: folds and collects one page; whether there was anything to do.
    pub fn idle_step(&mut self, target_blocks: u32, medium: &mut impl Medium) -> bool {
        if self.worn_out {
            return false;
        }
        if self.folding.is_none() {
            self.folding = self.next_fold();
        }
        if self.folding.is_some() {
            self.step(Which::Fold, medium);
            return true;
        }
        if self.collecting.is_none() && self.free.len() < target_blocks {
            self.collecting = self.next_victim(true);
        }
        if self.collecting.is_some() {
            self.step(Which::Collect, medium);
            return true;
        }
        false
    }

    /// Collects whole victims until the reserve is free again.
    #[cold]
    pub(super) fn replenish(&mut self, medium: &mut impl Medium) {
        // Every policy frees a block after at most all blocks, if pages are invalid at all.
        let mut tries = 4 * u64::from(self.config.geometry.blocks);
        while self.free.len() < self.config.reserve_blocks() && !self.worn_out {
            if self.collecting.is_none() {
                self.collecting = self.next_victim(false);
                self.counts.forced += u64::from(self.config.low_blocks > 0);
            }
            if self.collecting.is_none() || tries == 0 {
                break;
            }
            tries -= 1;
            self.finish(Which::Collect, medium);
        }
    }

    /// Folds one whole block of the pSLC cache.
    #[cold]
    pub(super) fn fold_one(&mut self, medium: &mut impl Medium) {
        if self.folding.is_none() {
            self.folding = self.next_fold();
        }
        self.finish(Which::Fold, medium);
    }

    fn finish(&mut self, which: Which, medium: &mut impl Medium) {
        while self.victim_mut(which).is_some() && self.step(which, medium) {}
    }

    fn victim_mut(&mut self, which: Which) -> &mut Option<Victim> {
        match which {
            Which::Collect => &mut self.collecting,
            Which::Fold => &mut self.folding,
        }
    }

    fn next_fold(&mut self) -> Option<Victim> {
        if self.open[PageStream::Slc as usize].is_full() {
            self.seal(PageStream::Slc);
        }
        let block = self.slc_full.pop_front()?;
        let gain = match self.config.slc {
            SlcCache::Dynamic(_) => self.config.geometry.block_pages - self.blocks.valid[block as usize],
            SlcCache::None | SlcCache::Static(_) => self.config.slc_pages(),
        };
        Some(self.victim(block, self.config.slc_pages(), gain, FlashCause::Fold))
    }

    /// The next victim; in idle time only one that gains something.
    fn next_victim(&mut self, idle: bool) -> Option<Victim> {
        let pages = self.config.geometry.block_pages;
        if let Some(block) = self.laggard() {
            self.victims.remove(block, self.blocks.valid[block as usize]);
            return Some(self.victim(block, pages, pages, FlashCause::Levelling));
        }
        if matches!(self.config.slc, SlcCache::Dynamic(_))
            && let Some(victim) = self.next_fold()
        {
            return Some(victim);
        }
        let block = self.victims.take(&self.blocks.valid, self.clock, &mut self.rng)?;
        let valid = self.blocks.valid[block as usize];
        if idle && valid == pages {
            self.victims.seal(block, valid, self.clock);
            return None;
        }
        self.counts.victims[(u64::from(valid) * 20 / u64::from(pages)) as usize] += 1;
        self.counts.victim_pages += u64::from(valid);
        Some(self.victim(block, pages, pages - valid, FlashCause::Collection))
    }

    fn victim(&self, block: u32, pages: u32, gain: u32, cause: FlashCause) -> Victim {
        let first = block * self.config.geometry.block_pages;
        Victim {
            block,
            next: first,
            end: first + pages,
            cause,
            copies: self.blocks.valid[block as usize],
            gain: gain.max(1),
            owed: 0,
        }
    }

    /// The block that static wear levelling moves next: the least worn of a few blocks, which are others each time.
    fn laggard(&mut self) -> Option<u32> {
        /// Erases from one look to the next: the share of erases that levelling may add.
        const EVERY: u64 = 8;
        const LOOKED_AT: u32 = 64;
        let Levelling::Static(gap) = self.config.levelling else {
            return None;
        };
        if !self.counts.erased_blocks.is_multiple_of(EVERY) || self.blocks.most_worn <= gap {
            return None;
        }
        let (first, count) = (self.looked_at, self.config.geometry.blocks);
        self.looked_at = (first + LOOKED_AT) % count;
        let wear = |block: u32| self.blocks.wear[block as usize];
        let block = (0..LOOKED_AT.min(count))
            .map(|step| (first + step) % count)
            .filter(|block| self.victims.has(*block))
            .min_by_key(|block| wear(*block))?;
        (self.blocks.most_worn - wear(block) > gap).then_some(block)
    }

    /// Moves the next valid page of the victim, or erases it if none is left; false when it could not.
    fn step(&mut self, which: Which, medium: &mut impl Medium) -> bool {
        let Some(mut victim) = *self.victim_mut(which) else {
            return false;
        };
        while victim.next < victim.end && self.logical_of[victim.next as usize] == NONE {
            victim.next += 1;
        }
        if victim.next < victim.end && !self.copy(victim.next, victim.cause, which, medium) {
            return false;
        }
        victim.next += 1;
        *self.victim_mut(which) = Some(victim);
        // The last page and the erase are one step, so that a victim never waits for a page that comes too late.
        if victim.next >= victim.end || self.blocks.valid[victim.block as usize] == 0 {
            *self.victim_mut(which) = None;
            self.release(victim, medium);
        }
        true
    }

    fn copy(&mut self, from: u32, cause: FlashCause, which: Which, medium: &mut impl Medium) -> bool {
        let place = if self.config.separate_copies {
            PageStream::Copy
        } else {
            PageStream::Host
        };
        while self.open[place as usize].is_full() {
            self.seal(place);
            let Some(block) = self.free.take() else {
                self.worn_out = true;
                return false;
            };
            self.begin(place, block);
            if which == Which::Fold {
                self.replenish(medium);
            }
        }
        let block = self.block_of(from);
        let page = std::mem::replace(&mut self.logical_of[from as usize], NONE);
        if page == NONE {
            // A collection in between has moved it: there is none for blocks in pSLC mode.
            return true;
        }
        self.blocks.valid[block as usize] -= 1;
        let to = self.put(page, place);
        medium.read(from, self.blocks.slc[block as usize], cause);
        medium.program(to, false, cause);
        match cause {
            FlashCause::Fold => {
                self.counts.folded += 1;
                if which == Which::Fold && self.config.low_blocks > 0 {
                    self.keep_up(medium);
                }
            }
            FlashCause::Levelling => self.counts.levelled += 1,
            FlashCause::Host | FlashCause::Collection => self.counts.collected += 1,
        }
        true
    }

    fn release(&mut self, victim: Victim, medium: &mut impl Medium) {
        let block = victim.block;
        let slc = std::mem::replace(&mut self.blocks.slc[block as usize], false);
        self.slc_used -= u32::from(slc);
        self.counts.erased_blocks += 1;
        medium.erase(slc, victim.cause);
        let survives = self.blocks.erase(block);
        let wear = self.blocks.wear[block as usize];
        if !survives {
            let left = self.config.geometry.blocks + self.config.slc_own_blocks() - self.blocks.bad;
            self.worn_out |= left < self.config.least_blocks() + self.config.slc_own_blocks();
        } else if block < self.config.geometry.blocks {
            self.free.give(block, wear);
        } else {
            self.slc_free.give(block, wear);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    Collect,
    Fold,
}
