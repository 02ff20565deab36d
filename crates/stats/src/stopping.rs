//! When a cell has been repeated often enough: stopping on the width of the median's interval, without losing its level.
//!
//! Looking again and again, and stopping at the first narrow interval, picks intervals that are narrow by accident. How much level that
//! costs depends on what makes one stop.
//!
//! - [`Looks::together`]: ranks that hold the median at all looks together. That does not depend on the data, nor on why one stops: the
//!   number of values below the median is a fair coin's walk, and the chance that it stays between the ranks at every look is counted
//!   exactly. A check stops when its interval leaves the threshold out, so it needs them. One who stops for another reason holds more
//!   than the level.
//! - [`Looks::apart`]: ordinary ranks, which hold the level at each look alone. A study stops on the width alone, and that says little of
//!   the median's side: few looks, at numbers of runs where an interval of 95 % has hardly more, keep 94 to 98 % (`tests/suite/studies.rs`).
//!
//! Sources: T. Hoefler and R. Belli, Scientific Benchmarking of Parallel Computing Systems, SC 2015 (the rule); Y. S. Chow and H. Robbins,
//! On the asymptotic theory of fixed-width sequential confidence intervals, Ann. Math. Statist. 36 (1965) (stopping on the width); D. A.
//! Darling and H. Robbins, Confidence sequences for mean, variance, and median, PNAS 58 (1967) (all looks together); counted as in P.
//! Armitage, C. K. McPherson and B. C. Rowe, Repeated significance tests on accumulating data, JRSS A 132 (1969).

use crate::interval::{Interval, between_ranks, quantile_ranks};
use crate::probability::binomial_lower;

/// Looks unless somebody asks otherwise: after 9 runs, then every 3, up to 39. Ranks are whole numbers, and these have intervals of 95.7
/// to 98.1 % where 95 % are asked for: 96.1 % at 9, where 10 have 97.9 %.
pub const LEAST_RUNS: usize = 9;
/// Runs from one look to the next.
pub const STEP_RUNS: usize = 3;
/// Runs after which it ends, precise or not.
pub const MOST_RUNS: usize = 39;
/// Level of a single signed-rank interval that keeps 95 % at all looks together, for looks as above or after every run from 6 to 30;
/// from simulated orders of signs, which is all that the level depends on under symmetry (`tests/suite/studies.rs`).
pub const PAIRED_LOOK_LEVEL: f64 = 0.989;

/// The looks before `most`, and one at `most`.
pub fn looks_until(looks: impl IntoIterator<Item = usize>, most: usize) -> Vec<usize> {
    let before = looks.into_iter().take_while(|look| *look < most);
    before.chain([most]).collect()
}

/// Level of one of `count` intervals that together keep `level` (Bonferroni).
pub fn level_of_one(count: usize, level: f64) -> f64 {
    1.0 - (1.0 - level) / count.max(1) as f64
}

/// After how many pairs of turns to look: after 24, and after each doubling, until `most`.
pub fn turn_looks(most: usize) -> Vec<usize> {
    looks_until(std::iter::successors(Some(24), |look| Some(look * 2)), most)
}

/// After how many runs to look, and the rank that bounds the interval there.
#[derive(Debug, Clone, PartialEq)]
pub struct Looks {
    /// (runs, rank): the interval goes from the rank-th smallest to the rank-th largest. No rank: no interval at that look.
    looks: Vec<(usize, Option<usize>)>,
    level: f64,
}

/// What to do after a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// Go on until so many runs are there.
    More {
        /// Runs at the next look.
        until: usize,
    },
    /// The interval is narrow enough.
    Precise(Interval),
    /// The last look, and it is not; none where no rank holds the level.
    MostRuns(Option<Interval>),
}

impl Looks {
    /// Looks after `least` runs, then every `step`, up to `most`, whose intervals together hold the median with `level`. None if no ranks
    /// do.
    pub fn together(least: usize, step: usize, most: usize, level: f64) -> Option<Self> {
        let runs: Vec<usize> = (least.max(1)..=most).step_by(step.max(1)).collect();
        // Every level that ranks can have at a look is a candidate for the level of all single looks.
        let mut candidates: Vec<f64> = runs
            .iter()
            .flat_map(|n| (1..=n / 2).map(|rank| 2.0 * tail(*n, rank)))
            .collect();
        candidates.sort_unstable_by(f64::total_cmp);
        candidates.dedup();
        let of = |alpha: f64| -> Vec<(usize, Option<usize>)> {
            let rank = |n: usize| {
                (1..=n / 2)
                    .rev()
                    .find(|rank| 2.0 * tail(n, *rank) <= alpha * (1.0 + 1e-12))
            };
            runs.iter().map(|n| (*n, rank(*n))).collect()
        };
        // Wider ranks hold more, so the largest candidate that holds is found by halving.
        let holding = candidates.partition_point(|alpha| held(&of(*alpha)) >= level);
        let looks = of(*candidates.get(holding.checked_sub(1)?)?);
        Some(Self {
            level: held(&looks),
            looks,
        })
    }

    /// Looks after as many runs, each of whose intervals alone holds the median with `level`: for those who stop on the width and on
    /// nothing else. None if no ranks do.
    pub fn apart(least: usize, step: usize, most: usize, level: f64) -> Option<Self> {
        let rank = |n: usize| quantile_ranks(n as u64, 0.5, level).map(|(rank, _, _)| rank as usize);
        let runs = (least.max(1)..=most).step_by(step.max(1));
        let looks: Vec<(usize, Option<usize>)> = runs.map(|n| (n, rank(n))).collect();
        let has_any = looks.iter().any(|(_, rank)| rank.is_some());
        has_any.then_some(Self { looks, level })
    }

    /// The rank of a look; none without a look after so many runs, or no interval at it.
    pub fn rank(&self, runs: usize) -> Option<usize> {
        let (_, rank) = self.looks.iter().find(|(look, _)| *look == runs)?;
        *rank
    }

    /// The interval of the median at a look.
    pub fn interval(&self, values: &[f64]) -> Option<Interval> {
        between_ranks(values, self.rank(values.len())?, self.level)
    }

    /// Whether to go on, for an interval within ± `half_width` (0.05: 5 %) of the median. Values are of one cell, in the order of runs.
    pub fn decide(&self, values: &[f64], half_width: f64) -> Decision {
        let interval = self.interval(values);
        let narrow = interval.filter(|interval| interval.relative_half_width() <= half_width);
        let until = self
            .looks
            .iter()
            .map(|(look, _)| *look)
            .find(|look| *look > values.len());
        match (narrow, until) {
            (Some(interval), _) => Decision::Precise(interval),
            (None, Some(until)) => Decision::More { until },
            (None, None) => Decision::MostRuns(interval),
        }
    }
}

/// P(fewer than `rank` of n values lie below their median).
fn tail(n: usize, rank: usize) -> f64 {
    binomial_lower(rank as u64 - 1, n as u64, 0.5)
}

/// Chance that the number of values below the median is between the ranks at every look.
fn held(looks: &[(usize, Option<usize>)]) -> f64 {
    let most = looks.last().map_or(0, |(runs, _)| *runs);
    let mut chances = vec![0.0_f64; most + 1];
    chances[0] = 1.0;
    for n in 1..=most {
        for below in (0..=n).rev() {
            let one_less = below.checked_sub(1).map_or(0.0, |less| chances[less]);
            chances[below] = 0.5 * (chances[below] + one_less);
        }
        if let Some((_, Some(rank))) = looks.iter().find(|(runs, _)| *runs == n) {
            chances[..*rank].fill(0.0);
            chances[n - rank + 1..].fill(0.0);
        }
    }
    chances.iter().sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// Ranks from an independent count (numpy) of the same walk.
    #[test]
    fn ranks_hold_at_all_looks_together() {
        let standard = Looks::together(10, 2, 40, 0.95).unwrap();
        let ranks: Vec<usize> = (10..=40).step_by(2).map(|n| standard.rank(n).unwrap()).collect();
        assert_eq!(ranks, [1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 10, 10, 11, 12, 13]);
        assert!((standard.level - 0.9514).abs() < 5e-5, "{}", standard.level);
        let three = Looks::together(10, 10, 30, 0.95).unwrap();
        assert_eq!([10, 20, 30].map(|n| three.rank(n)), [Some(2), Some(5), Some(9)]);
        assert!((three.level - 0.961).abs() < 5e-4);
        let five = Looks::together(10, 5, 30, 0.95).unwrap();
        assert_eq!(
            [10, 15, 20, 25, 30].map(|n| five.rank(n).unwrap()),
            [2, 3, 5, 7, 9]
        );
        let each = Looks::together(6, 1, 30, 0.95).unwrap();
        assert_eq!(
            (each.rank(6), each.rank(7), each.rank(30)),
            (None, Some(1), Some(8))
        );
        // Ordinary ranks, for comparison.
        let ordinary: Vec<(usize, Option<usize>)> = (10..=40)
            .step_by(2)
            .map(|n| {
                (
                    n,
                    crate::interval::quantile_ranks(n as u64, 0.5, 0.95).map(|found| found.0 as usize),
                )
            })
            .collect();
        assert!((held(&ordinary) - 0.885).abs() < 1e-3, "{}", held(&ordinary));
        assert_eq!(Looks::together(2, 1, 4, 0.95), None);
        assert_eq!(Looks::together(9, 1, 4, 0.95), None);
    }

    /// Ranks of Le Boudec's table, at the standard looks.
    #[test]
    fn ranks_hold_at_each_look_apart() {
        let looks = Looks::apart(LEAST_RUNS, STEP_RUNS, MOST_RUNS, 0.95).unwrap();
        let ranks: Vec<usize> = (9..=39).step_by(3).map(|n| looks.rank(n).unwrap()).collect();
        assert_eq!(ranks, [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13]);
        assert_eq!((looks.rank(10), looks.rank(40)), (None, None));
        let early = Looks::apart(4, 1, 8, 0.95).unwrap();
        assert_eq!([5, 6, 8].map(|n| early.rank(n)), [None, Some(1), Some(1)]);
        assert_eq!(Looks::apart(2, 1, 5, 0.95), None);
    }

    #[test]
    fn it_stops_when_precise_or_at_the_end() {
        let looks = Looks::together(10, 10, 30, 0.95).unwrap();
        let tight: Vec<f64> = (0..30).map(|i| 1000.0 + f64::from(i % 7)).collect();
        assert_eq!(looks.decide(&tight[..3], 0.05), Decision::More { until: 10 });
        assert!(matches!(looks.decide(&tight[..10], 0.05), Decision::Precise(_)));
        assert_eq!(looks.decide(&tight[..10], 1e-9), Decision::More { until: 20 });
        assert!(matches!(looks.decide(&tight, 1e-9), Decision::MostRuns(Some(_))));
    }
}
