//! The shape of a flash drive, and the choices of its translation layer.

/// Pages and blocks. A block is what is erased and collected as one: with several dies, a superblock of one block of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Pages the host sees.
    pub user_pages: u32,
    /// Blocks, without those of a static pSLC cache.
    pub blocks: u32,
    /// Pages of a block.
    pub block_pages: u32,
}

/// How the victim of a collection is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// The block with the fewest valid pages.
    Greedy,
    /// The block that was filled first.
    Fifo,
    /// The largest (1 − u) × age ÷ 2u, with u the valid share and the age since it was filled (Kawaguchi et al., 1995).
    CostBenefit,
    /// Any block.
    Random,
    /// The one with the fewest valid pages among so many random blocks.
    Choices(u32),
}

/// How erases are spread over blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Levelling {
    /// The block that was erased last is used first.
    None,
    /// The free block with the fewest erases is used first.
    Dynamic,
    /// As dynamic; and a block that lags this many erases behind the most worn one is moved.
    Static(u32),
}

/// Blocks that are used with one bit per cell: faster, with fewer pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlcCache {
    None,
    /// So many blocks of their own.
    Static(u32),
    /// At most so many of the free blocks.
    Dynamic(u32),
}

/// What a write does when the pSLC cache is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FullCache {
    /// Goes past the cache.
    Direct,
    /// Waits until pages of the cache have been folded.
    Fold,
}

/// A flash drive, without times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FtlConfig {
    pub geometry: Geometry,
    pub policy: Policy,
    /// Whether copies have an open block of their own.
    pub separate_copies: bool,
    pub levelling: Levelling,
    /// Collection begins when fewer blocks are free; 0: only when a write needs it, one whole victim at a time.
    pub low_blocks: u32,
    pub slc: SlcCache,
    pub full_cache: FullCache,
    /// Bits per cell: a block in pSLC mode has this fraction of its pages.
    pub bits: u32,
    /// Erases until a block is worn out, ± 10 % from block to block; 0: never.
    pub endurance: u32,
    /// Blocks that are kept free in place of those that are worn out. Without them the first one that fails ends the drive.
    pub in_place_of_bad: u32,
    pub seed: u64,
}

impl FtlConfig {
    /// Blocks that must be free for a collection to go on: one for the copies, one for the host if copies have their own, and those
    /// in place of victims that do not survive their erase.
    pub const fn reserve_blocks(&self) -> u32 {
        1 + self.separate_copies as u32 + self.in_place_of_bad
    }

    /// Pages of a block in pSLC mode.
    pub const fn slc_pages(&self) -> u32 {
        let bits = if self.bits == 0 { 1 } else { self.bits };
        let pages = self.geometry.block_pages / bits;
        if pages == 0 { 1 } else { pages }
    }

    /// Fewest blocks with which the drive can take writes: those of the data, the reserve and one that is open.
    pub const fn least_blocks(&self) -> u32 {
        self.geometry.user_pages.div_ceil(self.geometry.block_pages) + self.reserve_blocks() + 1
    }

    /// Blocks of a static pSLC cache, which come after the others.
    pub const fn slc_own_blocks(&self) -> u32 {
        match self.slc {
            SlcCache::Static(blocks) => blocks,
            SlcCache::None | SlcCache::Dynamic(_) => 0,
        }
    }
}

/// Why the flash works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlashCause {
    /// The host's own page.
    Host,
    /// Garbage collection.
    Collection,
    /// From pSLC to the other blocks.
    Fold,
    /// Wear levelling.
    Levelling,
}

/// The flash, as the translation layer drives it.
pub trait Medium {
    /// Reads a physical page.
    fn read(&mut self, page: u32, slc: bool, cause: FlashCause);
    /// Programs a physical page.
    fn program(&mut self, page: u32, slc: bool, cause: FlashCause);
    /// Erases a block.
    fn erase(&mut self, slc: bool, cause: FlashCause);
}

/// Flash that takes no time.
impl Medium for () {
    fn read(&mut self, _: u32, _: bool, _: FlashCause) {}
    fn program(&mut self, _: u32, _: bool, _: FlashCause) {}
    fn erase(&mut self, _: bool, _: FlashCause) {}
}
