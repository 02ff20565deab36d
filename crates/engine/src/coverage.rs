//! Random order without repetition: every block of a region exactly once per pass.
//!
//! [`Permutation`] needs no memory per block: a keyed bijection of the numbers below `n`, evaluated at 0, 1, 2, …, so a
//! target of 16 TiB costs what a small one does. [`Bitmap`] is for I/Os of varying size, where which blocks are taken depends on
//! what was drawn; it takes a bit per smallest block. Called by the pattern.

use crate::rng::{Rng, mix64};

// FIO-DIFF(random-order): the same blocks once per pass, but not in fio's order: fio draws and looks for the next free block in a
// map, which needs a bit per block and slows down as the map fills.

/// Up to this many blocks the order is a shuffled table: a truly random permutation where a Feistel network of few bits
/// would show its structure.
const TABLE_MAX: u64 = 4096;

/// A keyed permutation of `0..n`.
///
/// A Feistel network over (high, low) with `low` of half the bits and `high` below `ceil(n / 2^bits)`: the domain exceeds `n` by
/// less than one part in √n, so a number that falls outside (it is walked on) is rare and its branch predicted.
#[derive(Debug, Clone)]
pub struct Permutation {
    n: u64,
    next: u64,
    shape: Shape,
}

#[derive(Debug, Clone)]
enum Shape {
    Table(Box<[u16]>),
    Feistel(Feistel),
}

#[derive(Debug, Clone, Copy)]
struct Feistel {
    /// Bits of the low half.
    bits: u32,
    /// Values of the high half.
    high: u64,
    keys: [u64; 4],
}

impl Feistel {
    fn new(n: u64, key: u64) -> Self {
        let bits = (64 - (n - 1).leading_zeros()) / 2;
        let high = n.div_ceil(1 << bits);
        Self {
            bits,
            high,
            keys: std::array::from_fn(|round| mix64(key ^ mix64(round as u64 + 1))),
        }
    }

    /// A hash of 32 bits: one multiplication, folded so that its low half depends on all of `value`.
    #[inline(always)]
    const fn round(value: u64, key: u64) -> u64 {
        let x = (value ^ key).wrapping_mul(0x9fb2_1c65_1e98_df25);
        (x ^ (x >> 32)) & 0xffff_ffff
    }

    #[inline(always)]
    const fn apply(&self, x: u64) -> u64 {
        let mask = (1u64 << self.bits) - 1;
        let (mut high, mut low) = (x >> self.bits, x & mask);
        let [a, b, c, d] = self.keys;
        (high, low) = self.pair(high, low, a, b, mask);
        (high, low) = self.pair(high, low, c, d, mask);
        (high << self.bits) | low
    }

    #[inline(always)]
    const fn pair(&self, high: u64, low: u64, key_high: u64, key_low: u64, mask: u64) -> (u64, u64) {
        // Both halves have at most 32 bits, so the product fits.
        let sum = high + ((Self::round(low, key_high) * self.high) >> 32);
        let high = if sum >= self.high { sum - self.high } else { sum };
        (high, (low + Self::round(high, key_low)) & mask)
    }
}

impl Permutation {
    /// The permutation of `0..n` that `key` names, at its beginning.
    pub fn new(n: u64, key: u64) -> Self {
        let shape = if n <= TABLE_MAX {
            Shape::Table((0..n as u16).collect())
        } else {
            Shape::Feistel(Feistel::new(n, key))
        };
        let mut permutation = Self { n, next: 0, shape };
        permutation.restart(key);
        permutation
    }

    /// Begins again, in the order that `key` names. Allocates nothing.
    pub fn restart(&mut self, key: u64) {
        self.next = 0;
        match &mut self.shape {
            Shape::Feistel(feistel) => *feistel = Feistel::new(self.n, key),
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

    /// The number of blocks.
    pub const fn len(&self) -> u64 {
        self.n
    }

    /// Whether there is no block at all.
    pub const fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The next block, `None` after each has come once.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<u64> {
        if self.next >= self.n {
            return None;
        }
        let index = self.next;
        self.next += 1;
        Some(match &self.shape {
            Shape::Feistel(feistel) => {
                let mut x = feistel.apply(index);
                while x >= self.n {
                    x = feistel.apply(x);
                }
                x
            }
            Shape::Table(table) => u64::from(table[index as usize]),
        })
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

    /// The number of blocks.
    pub const fn len(&self) -> u64 {
        self.n
    }

    /// Whether there is no block at all.
    pub const fn is_empty(&self) -> bool {
        self.n == 0
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
