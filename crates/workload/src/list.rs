//! A given order of blocks, again and again: `random_distribution=sequence`.

/// Goes through a list of blocks of a region.
#[derive(Debug, Clone)]
pub struct BlockList {
    /// Offsets from where a turn begins, in blocks.
    list: Box<[u64]>,
    /// Blocks of the region.
    blocks: u64,
    /// Added to where the next turn begins, in blocks.
    stride: u64,
    least: u64,
    /// Where this turn begins.
    base: u64,
    next: usize,
}

impl BlockList {
    /// The list over a region of so many blocks; `None` if none of its blocks lies there. With `strides` each turn begins as many
    /// blocks further on as the list is long, and at the region's begin again where it would find no block.
    pub fn new(list: &[u64], strides: bool, blocks: u64) -> Option<Self> {
        let least = list.iter().copied().min().filter(|least| *least < blocks)?;
        Some(Self {
            stride: if strides { list.len() as u64 } else { 0 },
            list: list.into(),
            blocks,
            least,
            base: 0,
            next: 0,
        })
    }

    /// Begins again.
    pub fn restart(&mut self) {
        (self.base, self.next) = (0, 0);
    }

    /// The next block; those outside of the region are left out.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        // Ends within two turns: the least of each turn lies in the region.
        loop {
            let block = self.base.saturating_add(self.list[self.next]);
            self.next += 1;
            if self.next == self.list.len() {
                self.next = 0;
                self.base += self.stride;
                if self.base.saturating_add(self.least) >= self.blocks {
                    self.base = 0;
                }
            }
            if block < self.blocks {
                return block;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn walked(list: &[u64], strides: bool, blocks: u64, count: usize) -> Vec<u64> {
        let mut list = BlockList::new(list, strides, blocks).unwrap();
        (0..count).map(|_| list.next()).collect()
    }

    #[test]
    fn a_list_repeats_or_moves_on() {
        assert_eq!(walked(&[2, 0, 1], false, 12, 7), [2, 0, 1, 2, 0, 1, 2]);
        assert_eq!(walked(&[2, 0, 1], true, 12, 6), [2, 0, 1, 5, 3, 4]);
    }

    #[test]
    fn each_block_comes_once_before_the_walk_begins_again() {
        assert_eq!(
            walked(&[2, 0, 1], true, 10, 12),
            [2, 0, 1, 5, 3, 4, 8, 6, 7, 9, 2, 0]
        );
    }

    #[test]
    fn blocks_behind_the_end_are_left_out() {
        assert_eq!(walked(&[9, 1, 4], false, 5, 5), [1, 4, 1, 4, 1]);
        assert_eq!(walked(&[9], true, 10, 3), [9, 9, 9]);
        assert_eq!(walked(&[u64::MAX, 0], true, 3, 4), [0, 2, 0, 2]);
        assert!(BlockList::new(&[5], true, 5).is_none());
    }

    #[test]
    fn a_restart_begins_with_the_first() {
        let mut list = BlockList::new(&[1, 0], true, 8).unwrap();
        let first: Vec<u64> = (0..5).map(|_| list.next()).collect();
        list.restart();
        let again: Vec<u64> = (0..5).map(|_| list.next()).collect();
        assert_eq!(first, again);
    }
}
