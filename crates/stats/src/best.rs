//! Cells of the same blocks: which may be the best, and which level is nearly as good.
//!
//! One-sided comparisons of paired logarithms, with Bonferroni's correction. Called by studies; a winner is quoted from blocks that did not
//! choose it.
//!
//! Sources: S. S. Gupta, On some multiple decision rules, Technometrics 7 (1965); J. C. Hsu, Multiple Comparisons (1996); R. L. Berger,
//! Multiparameter hypothesis testing and acceptance sampling, Technometrics 24 (1982) (intersection–union).

use crate::interval::{median, paired_shift_interval};
use crate::probability::t_quantile_upper;

/// Blocks below which nothing is excluded.
pub const LEAST_BLOCKS: usize = 6;
/// Blocks beyond the fewest with which signed ranks can exclude anything, from which they take over from Student's t.
const RANKS_AFTER: usize = 4;

/// How cells were compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairedTest {
    /// Student's t of paired logarithms: signed ranks of so few blocks cannot exclude a cell.
    StudentT,
    /// Exact signed ranks.
    SignedRanks,
}

/// Cells that may be the best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestSet {
    /// The cell with the largest median.
    pub seen_best: usize,
    /// All cells that no other one beats, ascending. The best is among them with the level.
    pub members: Vec<usize>,
    /// How they were compared.
    pub test: PairedTest,
}

/// Where a curve comes near its best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knee {
    /// The first level that was seen at the share of the best or above.
    pub seen: usize,
    /// The first level that is not surely below it.
    pub first: usize,
    /// The first level that is surely above it; none if no level is.
    pub last: Option<usize>,
    /// How levels were compared.
    pub test: PairedTest,
}

/// The cells that may have the largest rate, from `blocks[block][cell]`; with `level` the best is among them. For costs, give
/// reciprocals. None below [`LEAST_BLOCKS`] blocks or two cells, if blocks differ in length, or with a value that is not positive.
pub fn best_set(blocks: &[Vec<f64>], level: f64) -> Option<BestSet> {
    let cells = columns(blocks)?;
    let tail = (1.0 - level) / (cells.len() - 1) as f64;
    let test = PairedTest::for_blocks(blocks.len(), tail);
    let beaten = |cell: &[f64]| {
        cells
            .iter()
            .any(|other| test.lower_bound(&difference(other, cell), tail) > 0.0)
    };
    Some(BestSet {
        seen_best: largest(&cells),
        members: (0..cells.len()).filter(|cell| !beaten(&cells[*cell])).collect(),
        test,
    })
}

/// The first level with `share` (0.95: 95 %) of the best rate, from `blocks[block][level]`, levels ascending. With `level` it lies between
/// `first` and `last`. None as for [`best_set`].
pub fn knee(blocks: &[Vec<f64>], share: f64, level: f64) -> Option<Knee> {
    let levels = columns(blocks)?;
    if !(share > 0.0 && share <= 1.0) {
        return None;
    }
    let (half, pairs) = ((1.0 - level) / 2.0, (levels.len() - 1) as f64);
    let below_tail = half / pairs;
    let test = PairedTest::for_blocks(blocks.len(), below_tail);
    let gap = share.ln();
    let surely_below = |one: &[f64]| {
        levels
            .iter()
            .any(|other| test.lower_bound(&difference(other, one), below_tail) > -gap)
    };
    // All comparisons must hold at once, so each may have the whole chance.
    let surely_above = |place: &usize| {
        levels.iter().enumerate().all(|(other, values)| {
            other == *place || test.lower_bound(&difference(&levels[*place], values), half) > gap
        })
    };
    let best = middle(&levels[largest(&levels)]);
    Some(Knee {
        seen: levels.iter().position(|values| middle(values) >= best + gap)?,
        first: levels
            .iter()
            .position(|values| !surely_below(values))
            .unwrap_or(levels.len() - 1),
        last: (0..levels.len()).find(surely_above),
        test,
    })
}

impl PairedTest {
    fn for_blocks(blocks: usize, tail: f64) -> Self {
        // Signed ranks of n blocks reach one tail of 1/2ⁿ.
        let fewest = (-tail.log2()).ceil().max(0.0) as usize;
        if blocks >= fewest.saturating_add(RANKS_AFTER) {
            Self::SignedRanks
        } else {
            Self::StudentT
        }
    }

    /// What the centre of these differences exceeds but for a chance of `tail`.
    fn lower_bound(self, differences: &[f64], tail: f64) -> f64 {
        match self {
            Self::SignedRanks => paired_shift_interval(differences, 1.0 - 2.0 * tail)
                .map_or(f64::NEG_INFINITY, |interval| interval.low),
            Self::StudentT => {
                let n = differences.len() as f64;
                let middle = mean(differences);
                let squares: f64 = differences.iter().map(|value| (value - middle).powi(2)).sum();
                middle - t_quantile_upper(tail, n - 1.0) * (squares / (n - 1.0) / n).sqrt()
            }
        }
    }
}

/// Logarithms by cell.
fn columns(blocks: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let cells = blocks.first()?.len();
    let sound = |block: &Vec<f64>| {
        block.len() == cells && block.iter().all(|value| *value > 0.0 && value.is_finite())
    };
    if blocks.len() < LEAST_BLOCKS || cells < 2 || !blocks.iter().all(sound) {
        return None;
    }
    Some(
        (0..cells)
            .map(|cell| blocks.iter().map(|block| block[cell].ln()).collect())
            .collect(),
    )
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The median, which tables show as well: one number decides and is printed.
fn middle(values: &[f64]) -> f64 {
    median(values).unwrap_or(f64::NEG_INFINITY)
}

fn largest(cells: &[Vec<f64>]) -> usize {
    (0..cells.len())
        .max_by(|a, b| middle(&cells[*a]).total_cmp(&middle(&cells[*b])))
        .unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn far_cells_are_out_and_equal_ones_in() {
        let blocks: Vec<Vec<f64>> = (0..8)
            .map(|block| {
                let noise = |cell: i32| 1.0 + 0.002 * f64::from((block * 7 + cell * 5) % 11 - 5);
                vec![100.0 * noise(1), 99.9 * noise(2), 50.0 * noise(3)]
            })
            .collect();
        let found = best_set(&blocks, 0.95).unwrap();
        assert_eq!(found.members, [0, 1]);
        assert_eq!(best_set(&blocks[..5], 0.95), None);
        assert_eq!(best_set(&vec![vec![1.0]; 8], 0.95), None);
        // Without any noise the comparison is exact.
        let flat = best_set(&vec![vec![3.0, 3.0, 2.0]; 8], 0.95).unwrap();
        assert_eq!(flat.members, [0, 1]);
    }

    #[test]
    fn a_clear_knee_is_one_level() {
        let curve = [10.0, 20.0, 40.0, 70.0, 99.0, 100.0, 100.0];
        let blocks: Vec<Vec<f64>> = (0..8)
            .map(|block| {
                (0..7)
                    .map(|level| {
                        curve[level] * (1.0 + 0.002 * f64::from((block * 7 + level as i32 * 5) % 11 - 5))
                    })
                    .collect()
            })
            .collect();
        let found = knee(&blocks, 0.95, 0.95).unwrap();
        assert_eq!((found.seen, found.first, found.last), (4, 4, Some(4)));
        // One stalled run in eight moves the mean of the fifth level below the share, and its median nowhere.
        let mut stalled = blocks.clone();
        stalled[3][4] = 20.0;
        assert_eq!(knee(&stalled, 0.95, 0.95).unwrap().seen, 4);
        assert_eq!(knee(&blocks, 0.0, 0.95), None);
    }
}
