//! The maps between logical and physical pages, and what a write and a trim do to them.

use super::blocks::{BlockCounts, FreeBlocks};
use super::collection::Victim;
use super::config::{FlashCause, FtlConfig, FullCache, Medium, SlcCache};
use super::victims::Victims;
use fiord_workload::rng::{Rng, Stream};

pub(super) const NONE: u32 = u32::MAX;

/// Too many blocks are worn out: the drive takes no more writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DriveWornOut;

/// Pages and blocks that were worked on, since the counters were last set to zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FtlCounts {
    /// Pages the host wrote.
    pub host: u64,
    /// Pages that collections copied.
    pub collected: u64,
    /// Pages that were folded.
    pub folded: u64,
    /// Pages that wear levelling copied.
    pub levelled: u64,
    /// Pages that the host trimmed.
    pub trimmed: u64,
    /// Host pages that went to the pSLC cache.
    pub cached: u64,
    pub erased_blocks: u64,
    /// Victims of collections, by twentieths of their pages that were valid.
    pub victims: [u64; 21],
    /// Valid pages in all of them.
    pub victim_pages: u64,
    /// Collections that a write had to wait for.
    pub forced: u64,
}

impl FtlCounts {
    const ZERO: Self = Self {
        host: 0,
        collected: 0,
        folded: 0,
        levelled: 0,
        trimmed: 0,
        cached: 0,
        erased_blocks: 0,
        victims: [0; 21],
        victim_pages: 0,
        forced: 0,
    };

    /// Pages that were programmed.
    pub const fn programmed(&self) -> u64 {
        self.host + self.collected + self.folded + self.levelled
    }
}

/// A block that is being filled: its next page and its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub next: u32,
    pub end: u32,
}

impl Open {
    /// None.
    const CLOSED: Self = Self { next: 0, end: 0 };

    pub(super) const fn is_full(self) -> bool {
        self.next == self.end
    }
}

/// Where a page goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageStream {
    Host = 0,
    Copy = 1,
    Slc = 2,
}

/// A flash translation layer.
#[derive(Debug, Clone)]
pub struct Ftl {
    pub(super) config: FtlConfig,
    physical_of: Box<[u32]>,
    pub(super) logical_of: Box<[u32]>,
    pub(super) blocks: BlockCounts,
    pub(super) free: FreeBlocks,
    /// Free blocks of a static pSLC cache.
    pub(super) slc_free: FreeBlocks,
    /// Full blocks in pSLC mode, oldest first.
    pub(super) slc_full: std::collections::VecDeque<u32>,
    /// Blocks in pSLC mode that hold pages.
    pub(super) slc_used: u32,
    pub(super) victims: Victims,
    pub(super) open: [Open; 3],
    pub(super) collecting: Option<Victim>,
    pub(super) folding: Option<Victim>,
    pub(super) worn_out: bool,
    /// The block at which static wear levelling looks next.
    pub(super) looked_at: u32,
    /// Pages of host data that are valid.
    mapped: u32,
    pub(super) rng: Rng,
    /// Host writes since the drive was made.
    pub(super) clock: u64,
    pub(super) counts: FtlCounts,
}

impl Ftl {
    /// A drive that was never written. Its blocks must be at least [`FtlConfig::least_blocks`].
    pub fn new(config: FtlConfig) -> Self {
        let main = config.geometry.blocks;
        let all = main + config.slc_own_blocks();
        let pages = all as usize * config.geometry.block_pages as usize;
        Self {
            physical_of: vec![NONE; config.geometry.user_pages as usize].into_boxed_slice(),
            logical_of: vec![NONE; pages].into_boxed_slice(),
            blocks: BlockCounts::new(all, config.endurance, config.seed),
            free: FreeBlocks::new(0..main, config.levelling),
            slc_free: FreeBlocks::new(main..all, config.levelling),
            slc_full: std::collections::VecDeque::with_capacity(all as usize),
            slc_used: 0,
            victims: Victims::new(config.policy, main, config.geometry.block_pages),
            open: [Open::CLOSED; 3],
            collecting: None,
            folding: None,
            worn_out: false,
            looked_at: 0,
            mapped: 0,
            rng: Rng::new(config.seed, Stream::Device),
            clock: 0,
            counts: FtlCounts::ZERO,
            config,
        }
    }

    pub fn counts(&self) -> &FtlCounts {
        &self.counts
    }

    /// Sets the counters to zero; data and wear stay.
    pub fn forget_counts(&mut self) {
        self.counts = FtlCounts::ZERO;
    }

    pub const fn config(&self) -> &FtlConfig {
        &self.config
    }

    /// Whether the drive has come to its end.
    pub const fn is_worn_out(&self) -> bool {
        self.worn_out
    }

    /// Pages of host data that are valid.
    pub const fn mapped_pages(&self) -> u32 {
        self.mapped
    }

    /// Erases of each block, and its valid pages.
    pub fn blocks(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.blocks
            .wear
            .iter()
            .copied()
            .zip(self.blocks.valid.iter().copied())
    }

    /// Blocks that are worn out.
    pub const fn bad_blocks(&self) -> u32 {
        self.blocks.bad
    }

    /// Where a logical page is, and whether in pSLC.
    #[inline]
    pub fn find(&self, page: u32) -> Option<(u32, bool)> {
        let physical = *self.physical_of.get(page as usize)?;
        (physical != NONE).then(|| (physical, self.blocks.slc[self.block_of(physical) as usize]))
    }

    /// Writes a logical page; where it went.
    ///
    /// # Errors
    /// The drive has come to its end.
    #[inline]
    pub fn write(&mut self, page: u32, medium: &mut impl Medium) -> Result<u32, DriveWornOut> {
        if self.worn_out {
            return Err(DriveWornOut);
        }
        self.clock += 1;
        if self.config.low_blocks > 0 || self.config.slc != SlcCache::None {
            self.work_ahead(medium);
        }
        let place = self.host_place(medium);
        if self.open[place as usize].is_full() {
            self.open_next(place, medium)?;
        }
        self.counts.host += 1;
        self.counts.cached += u64::from(place == PageStream::Slc);
        let old = self.physical_of[page as usize];
        if old == NONE {
            self.mapped += 1;
        } else {
            self.invalidate(old);
        }
        let physical = self.put(page, place);
        medium.program(physical, place == PageStream::Slc, FlashCause::Host);
        Ok(physical)
    }

    /// Tells the drive that a page is not needed.
    pub fn trim(&mut self, page: u32) {
        let Some(physical) = self.physical_of.get_mut(page as usize) else {
            return;
        };
        let old = std::mem::replace(physical, NONE);
        if old != NONE {
            self.invalidate(old);
            self.mapped -= 1;
            self.counts.trimmed += 1;
        }
    }

    #[inline]
    pub(super) const fn block_of(&self, physical: u32) -> u32 {
        physical / self.config.geometry.block_pages
    }

    #[inline]
    fn invalidate(&mut self, physical: u32) {
        self.logical_of[physical as usize] = NONE;
        let block = self.block_of(physical);
        let valid = &mut self.blocks.valid[block as usize];
        *valid -= 1;
        let left = *valid;
        if block < self.config.geometry.blocks {
            self.victims.lose(block, left);
        }
    }

    /// Takes the next page of an open block that is not full.
    #[inline]
    pub(super) fn put(&mut self, page: u32, place: PageStream) -> u32 {
        let open = &mut self.open[place as usize];
        let physical = open.next;
        open.next += 1;
        self.physical_of[page as usize] = physical;
        self.logical_of[physical as usize] = page;
        let block = self.block_of(physical);
        self.blocks.valid[block as usize] += 1;
        physical
    }

    /// Closes a full block: from now on it can be collected.
    pub(super) fn seal(&mut self, place: PageStream) {
        let open = std::mem::replace(&mut self.open[place as usize], Open::CLOSED);
        let Some(last) = open.end.checked_sub(1) else {
            return;
        };
        let block = self.block_of(last);
        if place == PageStream::Slc {
            self.slc_full.push_back(block);
        } else {
            self.victims
                .seal(block, self.blocks.valid[block as usize], self.clock);
        }
    }

    /// Opens `block`.
    pub(super) fn begin(&mut self, place: PageStream, block: u32) {
        let first = block * self.config.geometry.block_pages;
        let slc = place == PageStream::Slc;
        let pages = if slc {
            self.config.slc_pages()
        } else {
            self.config.geometry.block_pages
        };
        self.blocks.slc[block as usize] = slc;
        self.slc_used += u32::from(slc);
        self.open[place as usize] = Open {
            next: first,
            end: first + pages,
        };
    }

    /// Opens the next block for pages of the host.
    #[cold]
    fn open_next(&mut self, place: PageStream, medium: &mut impl Medium) -> Result<(), DriveWornOut> {
        if place == PageStream::Slc {
            self.seal(place);
            let block = match self.config.slc {
                SlcCache::Static(_) => self.slc_free.take(),
                SlcCache::None | SlcCache::Dynamic(_) => self.free.take(),
            };
            return block.map(|block| self.begin(place, block)).ok_or(DriveWornOut);
        }
        while self.open[place as usize].is_full() {
            self.seal(place);
            let block = self.free.take().ok_or(DriveWornOut)?;
            self.begin(place, block);
            self.replenish(medium);
        }
        Ok(())
    }

    /// Whether a page of the host goes to the pSLC cache.
    #[inline]
    fn host_place(&mut self, medium: &mut impl Medium) -> PageStream {
        if self.config.slc == SlcCache::None || self.worn_out {
            return PageStream::Host;
        }
        if !self.open[PageStream::Slc as usize].is_full() || self.slc_has_room() {
            return PageStream::Slc;
        }
        if self.config.full_cache == FullCache::Fold {
            self.fold_one(medium);
            if self.slc_has_room() {
                return PageStream::Slc;
            }
        }
        PageStream::Host
    }

    /// Whether another block can be used as pSLC.
    pub(super) fn slc_has_room(&self) -> bool {
        match self.config.slc {
            SlcCache::None => false,
            SlcCache::Static(_) => self.slc_free.len() > 0,
            SlcCache::Dynamic(most) => {
                self.slc_used < most
                    && self.free.len() > self.config.low_blocks.max(self.config.reserve_blocks()) + 1
            }
        }
    }
}
