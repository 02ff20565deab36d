//! How often blocks were trimmed before they failed (`block_error_percentiles`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of the blocks of a worker's regions, in units of its smallest trim.
///
/// A block is counted once, by what was last done with it; one that failed stays failed. Merged: the sum over the workers, each of
/// which has blocks of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Blocks")]
pub struct BlockLives {
    /// Neither trimmed nor written by this worker.
    pub untouched: u64,
    /// Trimmed, and not written since.
    pub trimmed: u64,
    /// Written, and not trimmed since.
    pub written: u64,
    /// A trim of it failed.
    pub trim_failed: u64,
    /// A write to it failed.
    pub write_failed: u64,
    /// Trims that succeeded, each counted once for every block of it.
    pub trims: u64,
    /// Of the blocks that failed: (trims that had succeeded before, blocks), ascending by trims, no count 0.
    pub failed_after: Vec<(u32, u64)>,
}

impl BlockLives {
    /// Adds the blocks of another worker.
    pub fn merge(&mut self, other: &BlockLives) {
        for (mine, theirs) in self.counts_mut().into_iter().zip(other.counts()) {
            *mine = mine.saturating_add(theirs);
        }
        for (trims, blocks) in &other.failed_after {
            self.add_failed(*trims, *blocks);
        }
    }

    /// Notes `blocks` that failed after `trims` successful trims, beyond their count by state.
    pub fn add_failed(&mut self, trims: u32, blocks: u64) {
        match self
            .failed_after
            .binary_search_by_key(&trims, |(trims, _)| *trims)
        {
            Ok(place) => {
                let count = &mut self.failed_after[place].1;
                *count = count.saturating_add(blocks);
            }
            Err(place) => self.failed_after.insert(place, (trims, blocks)),
        }
    }

    /// Blocks that failed.
    pub fn failed(&self) -> u64 {
        self.trim_failed.saturating_add(self.write_failed)
    }

    /// After how many trims `percent` of the failed blocks had failed, by nearest rank ([`crate::rank`]); `None` where none failed.
    pub fn percentile(&self, percent: f64) -> Option<u32> {
        let failed = self
            .failed_after
            .iter()
            .fold(0_u64, |sum, (_, blocks)| sum.saturating_add(*blocks));
        let wanted = crate::rank(percent, failed);
        let mut seen = 0_u64;
        self.failed_after
            .iter()
            .find(|(_, blocks)| {
                seen = seen.saturating_add(*blocks);
                seen >= wanted
            })
            .map(|(trims, _)| *trims)
    }

    /// All counts but the list, in the order of their declaration.
    pub(crate) fn counts(&self) -> [u64; 6] {
        [
            self.untouched,
            self.trimmed,
            self.written,
            self.trim_failed,
            self.write_failed,
            self.trims,
        ]
    }

    pub(crate) fn counts_mut(&mut self) -> [&mut u64; 6] {
        [
            &mut self.untouched,
            &mut self.trimmed,
            &mut self.written,
            &mut self.trim_failed,
            &mut self.write_failed,
            &mut self.trims,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_blocks_that_failed() {
        let mut lives = BlockLives {
            written: 90,
            trim_failed: 4,
            write_failed: 6,
            ..BlockLives::default()
        };
        assert_eq!(lives.percentile(50.0), None);
        for (trims, blocks) in [(7, 5), (3, 4), (100, 1)] {
            lives.add_failed(trims, blocks);
        }
        assert_eq!(lives.failed_after, [(3, 4), (7, 5), (100, 1)]);
        let at = |percent| lives.percentile(percent).unwrap_or(u32::MAX);
        assert_eq!(
            [1.0, 40.0, 40.1, 90.0, 90.1, 100.0].map(at),
            [3, 3, 7, 7, 100, 100]
        );
        assert_eq!(lives.failed(), 10);
    }

    #[test]
    fn merged_lives_are_those_of_all_blocks() {
        let part = |trims: &[u32]| {
            let mut lives = BlockLives {
                untouched: 1,
                write_failed: trims.len() as u64,
                ..BlockLives::default()
            };
            trims.iter().for_each(|trims| lives.add_failed(*trims, 1));
            lives
        };
        let mut merged = part(&[1, 5, 5]);
        merged.merge(&part(&[2, 5]));
        let mut whole = part(&[5, 1, 2, 5, 5]);
        whole.untouched = 2;
        assert_eq!(merged, whole);
    }
}
