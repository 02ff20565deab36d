//! Random order without repetition: every block of a region exactly once per pass.
//!
//! [`Permutation`] needs no memory per block: a keyed bijection of the numbers below `n`, evaluated at 0, 1, 2, …, so a
//! target of 16 TiB costs what a small one does. [`Bitmap`] is for I/Os of varying size, where which blocks are taken depends on
//! what was drawn; it takes a bit per smallest block. Called by the pattern.

use crate::rng::{Rng, mix64};

// FIO-DIFF(random-order): the same blocks once per pass, but not in fio's order: fio draws and looks for the next free block in a
// map, which needs a bit per block and slows down as the map fills.

/// Up to this many blocks the order is a shuffled table: a truly random permutation where a hash of few bits would show
/// its structure.
const TABLE_MAX: u64 = 4096;

/// A keyed permutation of `0..n`.
///
/// A keyed bijection of the numbers of as many bits as `n` needs, evaluated at 0, 1, 2, …; images outside of `0..n` are
/// passed over, which are fewer than half.
#[derive(Debug, Clone)]
pub struct Permutation {
    n: u64,
    given: u64,
    /// Where the bijection is evaluated next; a place in the table.
    index: u64,
    shape: Shape,
}

#[derive(Debug, Clone)]
enum Shape {
    Table(Box<[u16]>),
    Hash(Hash),
}

/// Rounds of add, multiply by an odd number, fold the high half onto the low one: each a bijection of `bits` bits. Four are
/// the fewest whose steps, pairs and lags look drawn (see the tests); three show.
#[derive(Debug, Clone, Copy)]
struct Hash {
    keys: [u64; 4],
    factors: [u64; 4],
    mask: u64,
    fold: u32,
}

impl Hash {
    /// Known good multipliers (of SplitMix64, wyhash, and others); the highest bits are used, so that they are good at any
    /// width.
    const FACTORS: [u64; 4] = [
        0xbf58_476d_1ce4_e5b9,
        0x94d0_49bb_1331_11eb,
        0x9fb2_1c65_1e98_df25,
        0xd6e8_feb8_6659_fd93,
    ];

    fn new(n: u64, key: u64) -> Self {
        let bits = (64 - n.saturating_sub(1).leading_zeros()).max(1);
        Self {
            keys: std::array::from_fn(|round| mix64(key ^ mix64(round as u64 + 1))),
            factors: Self::FACTORS.map(|factor| (factor >> (64 - bits)) | 1),
            mask: u64::MAX >> (64 - bits),
            fold: bits.div_ceil(2),
        }
    }

    #[inline(always)]
    const fn apply(&self, x: u64) -> u64 {
        let x = self.round(x, 0);
        let x = self.round(x, 1);
        let x = self.round(x, 2);
        self.round(x, 3)
    }

    #[inline(always)]
    const fn round(&self, x: u64, round: usize) -> u64 {
        let x = x.wrapping_add(self.keys[round]).wrapping_mul(self.factors[round]) & self.mask;
        x ^ (x >> self.fold)
    }
}

impl Permutation {
    /// The permutation of `0..n` that `key` names, at its beginning.
    pub fn new(n: u64, key: u64) -> Self {
        let shape = if n <= TABLE_MAX {
            Shape::Table((0..n as u16).collect())
        } else {
            Shape::Hash(Hash::new(n, key))
        };
        let mut permutation = Self {
            n,
            given: 0,
            index: 0,
            shape,
        };
        permutation.restart(key);
        permutation
    }

    /// Begins again, in the order that `key` names. Allocates nothing.
    pub fn restart(&mut self, key: u64) {
        (self.given, self.index) = (0, 0);
        match &mut self.shape {
            Shape::Hash(hash) => *hash = Hash::new(self.n, key),
            Shape::Table(table) => {
                // Sorted first, so that the order depends on the key alone.
                for (index, entry) in table.iter_mut().enumerate() {
                    *entry = index as u16;
                }
                let mut rng = Rng::from_seed(key);
                for index in (1..table.len()).rev() {
                    table.swap(index, rng.below(index as u64 + 1) as usize);
                }
            }
        }
    }

    /// Blocks that have not come yet.
    pub const fn left(&self) -> u64 {
        self.n - self.given
    }

    /// The next block, `None` after each has come once.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<u64> {
        let mut one = [0];
        (self.fill(&mut one) == 1).then_some(one[0])
    }

    /// The next blocks, as many as `out` holds and are left; how many. Together they cost less than one by one: none
    /// depends on the one before.
    #[inline(always)]
    pub fn fill(&mut self, out: &mut [u64]) -> usize {
        let wanted = out.len().min(usize::try_from(self.left()).unwrap_or(usize::MAX));
        let out = &mut out[..wanted];
        match &self.shape {
            Shape::Hash(hash) => {
                let mut filled = 0;
                while let Some(place) = out.get_mut(filled) {
                    *place = hash.apply(self.index);
                    self.index += 1;
                    // Without a branch: which images lie outside cannot be predicted.
                    filled += usize::from(*place < self.n);
                }
            }
            Shape::Table(table) => {
                for (place, entry) in out.iter_mut().zip(&table[self.index as usize..]) {
                    *place = u64::from(*entry);
                }
                self.index += wanted as u64;
            }
        }
        self.given += wanted as u64;
        wanted
    }
}

/// Which blocks of a region are still to come, a bit each, with a summary bit per 64 to find the next free one fast.
#[derive(Debug, Clone)]
pub struct Bitmap {
    n: u64,
    free: u64,
    taken: Box<[u64]>,
    full: Box<[u64]>,
}

impl Bitmap {
    /// `n` free blocks.
    pub fn new(n: u64) -> Self {
        let words = n.div_ceil(64) as usize;
        let mut bitmap = Self {
            n,
            free: 0,
            taken: vec![0; words].into_boxed_slice(),
            full: vec![0; words.div_ceil(64)].into_boxed_slice(),
        };
        bitmap.clear();
        bitmap
    }

    /// Frees all blocks.
    pub fn clear(&mut self) {
        self.free = self.n;
        self.taken.fill(0);
        self.full.fill(0);
        // The bits behind the last block count as taken, so that no search finds them.
        if let (tail @ 1.., Some(last)) = (self.n % 64, self.taken.last_mut()) {
            *last = !0 << tail;
        }
        let words = self.taken.len() as u64;
        if let (tail @ 1.., Some(last)) = (words % 64, self.full.last_mut()) {
            *last = !0 << tail;
        }
    }

    /// The first free block at or after `from`, wrapping at the end; `None` when all are taken.
    pub fn next_free(&self, from: u64) -> Option<u64> {
        if self.free == 0 || from >= self.n {
            return if self.free == 0 { None } else { self.search(0) };
        }
        self.search(from).or_else(|| self.search(0))
    }

    fn search(&self, from: u64) -> Option<u64> {
        let word = (from / 64) as usize;
        let open = !self.taken[word] & (!0 << (from % 64));
        if open != 0 {
            return Some(word as u64 * 64 + u64::from(open.trailing_zeros()));
        }
        let next = word + 1;
        let mut group = next / 64;
        let mut mask = !0u64 << (next % 64);
        while let Some(&full) = self.full.get(group) {
            let open = !full & mask;
            if open != 0 {
                let word = group * 64 + open.trailing_zeros() as usize;
                return Some(word as u64 * 64 + u64::from((!self.taken[word]).trailing_zeros()));
            }
            group += 1;
            mask = !0;
        }
        None
    }

    /// Takes up to `count` blocks from `from`, which must be free, up to the first taken one; how many it took.
    pub fn take(&mut self, from: u64, count: u64) -> u64 {
        let mut done = 0;
        while done < count && from + done < self.n {
            let block = from + done;
            let (word, bit) = ((block / 64) as usize, 1u64 << (block % 64));
            if self.taken[word] & bit != 0 {
                break;
            }
            self.taken[word] |= bit;
            if self.taken[word] == !0 {
                self.full[word / 64] |= 1 << (word % 64);
            }
            done += 1;
        }
        self.free -= done;
        done
    }
}
