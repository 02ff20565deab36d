//! Exact intervals from order statistics: medians, quantiles, and differences or ratios of two groups.
//!
//! No normal theory except where exact counting is out of reach (said at the place), no bootstrap. The values are
//! independent repeats (runs), never the seconds inside one run: those are serially dependent and would give intervals that
//! are too narrow. Called by studies and comparisons.
//!
//! Sources: Le Boudec, Performance Evaluation, theorem 2.1 (quantiles); Hollander, Wolfe and Chicken, Nonparametric
//! Statistical Methods, chapters 3 and 4 (Walsh averages, Hodges–Lehmann, Mann–Whitney).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::probability::{binomial, binomial_lower, normal_quantile};

/// Groups up to this many values are counted exactly; larger ones use the normal approximation of the rank distribution.
const EXACT_GROUP: usize = 50;
/// What rounding may do to a share or a level, relative.
const ROUNDING: f64 = 1e-9;

/// An estimate with its confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The point estimate.
    pub estimate: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The level that the interval really has, at least what was asked for, since ranks are whole numbers.
    pub level: f64,
}

/// An interval as documents have it: the estimate stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MedianBounds {
    pub low: f64,
    pub high: f64,
    /// How sure it is to hold the median, 0 to 1.
    pub level: f64,
}

impl From<Interval> for MedianBounds {
    fn from(interval: Interval) -> Self {
        let Interval { low, high, level, .. } = interval;
        Self { low, high, level }
    }
}

impl Interval {
    /// The larger distance from the estimate to an end, as a share of the estimate: what a stop rule watches.
    pub fn relative_half_width(&self) -> f64 {
        (self.high - self.estimate).max(self.estimate - self.low) / self.estimate.abs()
    }

    /// Of values that do not vary at all, as those of a simulated device: no width, at any level.
    pub fn without_width(value: f64, level: f64) -> Self {
        Self {
            estimate: value,
            low: value,
            high: value,
            level,
        }
    }

    /// The same ends, for a level that is stated of several such intervals together.
    pub fn with_level(self, level: f64) -> Self {
        Self { level, ..self }
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self {
            estimate: f(self.estimate),
            low: f(self.low),
            high: f(self.high),
            level: self.level,
        }
    }
}

/// The median of values in any order. None of nothing, or if one is NaN.
pub fn median(values: &[f64]) -> Option<f64> {
    if values.is_empty() || values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut values = values.to_vec();
    let half = values.len() / 2;
    let (below, middle, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let middle = *middle;
    Some(if values.len() % 2 == 1 {
        middle
    } else {
        lower.midpoint(middle)
    })
}

/// The median with its exact interval. None if there are too few values for the level (below six for 95 %), or NaNs.
pub fn median_interval(values: &[f64], level: f64) -> Option<Interval> {
    let mut interval = quantile_interval(values, 0.5, level)?;
    interval.estimate = median(values)?;
    Some(interval)
}

/// The median between the `rank`-th smallest and the `rank`-th largest value, whose level the caller knows. None if there are no such
/// ranks, or NaNs.
pub(crate) fn between_ranks(values: &[f64], rank: usize, level: f64) -> Option<Interval> {
    let values = sorted(values)?;
    Some(Interval {
        estimate: median_of_sorted(&values),
        low: *values.get(rank.checked_sub(1)?)?,
        high: *values.get(values.len().checked_sub(rank)?)?,
        level,
    })
}

/// The quantile `share` (0–1, exclusive) with its exact interval. None if there are too few values for the level, or NaNs.
pub fn quantile_interval(values: &[f64], share: f64, level: f64) -> Option<Interval> {
    let values = sorted(values)?;
    let (low, high, level) = quantile_ranks(values.len() as u64, share, level)?;
    // 0.28 of 25 is 7, though the double next to 0.28 lies above it.
    let place = (share * values.len() as f64 * (1.0 - ROUNDING)).ceil().max(1.0) as usize;
    Some(Interval {
        estimate: *values.get(place - 1)?,
        low: *values.get(low as usize - 1)?,
        high: *values.get(high as usize - 1)?,
        level,
    })
}

/// The 1-based ranks (j, k) of n independent values between which the quantile `share` lies at least with `level`, each side
/// missing it with at most half of the rest, and the exact level. None if no ranks do.
pub fn quantile_ranks(n: u64, share: f64, level: f64) -> Option<(u64, u64, f64)> {
    if n == 0 || !(share > 0.0 && share < 1.0 && level > 0.0 && level < 1.0) {
        return None;
    }
    // The number of values below the quantile is binomial. Beyond ten deviations there is nothing, so a large n costs little.
    let miss = (1.0 - level) / 2.0;
    let mean = n as f64 * share;
    let reach = 10.0 * (mean * (1.0 - share)).sqrt() + 20.0;
    let first = (mean - reach).max(0.0) as u64;
    let last = ((mean + reach) as u64).min(n);
    let odds = share / (1.0 - share);
    let mut term = binomial(first, n, share);
    let mut below = 0.0;
    let (mut low, mut below_low) = (0, 0.0);
    for count in first..=last {
        // `below` is P(fewer than `count` values lie below). A level that ranks reach exactly must not fail by a rounding.
        let with = below + term;
        if with <= miss * (1.0 + ROUNDING) {
            (low, below_low) = (count + 1, with);
        }
        if with >= 1.0 - miss * (1.0 + ROUNDING) - 1e-12 {
            let high = count + 1;
            return (low >= 1 && high <= n).then_some((low, high, with - below_low));
        }
        below = with;
        term *= (n - count) as f64 / (count + 1) as f64 * odds;
    }
    None
}

/// By how much group `a` lies above group `b` (Hodges–Lehmann shift) with the Mann–Whitney interval. None if the groups are
/// too small for the level (four each for 95 %), or NaNs.
pub fn shift_interval(a: &[f64], b: &[f64], level: f64) -> Option<Interval> {
    let mut differences: Vec<f64> = a.iter().flat_map(|a| b.iter().map(move |b| a - b)).collect();
    let (cut, level) = rank_sum_cut(a.len(), b.len(), level)?;
    centred(&mut differences, cut, level)
}

/// How many times as large group `a` is as group `b`: [`shift_interval`] of logarithms. None also if a value is not positive.
pub fn ratio_interval(a: &[f64], b: &[f64], level: f64) -> Option<Interval> {
    Some(shift_interval(&logarithms(a)?, &logarithms(b)?, level)?.map(f64::exp))
}

/// The ratio of two medians (Price and Bonett), for groups whose spreads differ, where [`ratio_interval`] claims too much. By normal theory
/// for the distance of order statistics, so the level is what was asked for. None below four values in a group, or if a value is not
/// positive.
pub fn median_ratio_interval(a: &[f64], b: &[f64], level: f64) -> Option<Interval> {
    const LEAST: usize = 4;
    let (a, b) = (sorted(&logarithms(a)?)?, sorted(&logarithms(b)?)?);
    if a.len().min(b.len()) < LEAST || !(level > 0.0 && level < 1.0) {
        return None;
    }
    let error = median_error(&a).hypot(median_error(&b));
    let ratio = median_of_sorted(&a) - median_of_sorted(&b);
    let half = normal_quantile((1.0 + level) / 2.0) * error;
    let interval = Interval {
        estimate: ratio,
        low: ratio - half,
        high: ratio + half,
        level,
    };
    Some(interval.map(f64::exp))
}

/// Standard error of the median of sorted values, from two order statistics about it.
fn median_error(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    let rank = ((n as f64 / 2.0 - (n as f64).sqrt()).round().max(1.0) as usize).min(n / 2);
    let missed = binomial_lower(rank as u64 - 1, n as u64, 0.5);
    (sorted[n - rank] - sorted[rank - 1]) / (2.0 * normal_quantile(1.0 - missed))
}

/// The centre of paired differences (median of Walsh averages) with the exact signed-rank interval. None below six pairs for
/// 95 %, or NaNs.
pub fn paired_shift_interval(differences: &[f64], level: f64) -> Option<Interval> {
    let mut averages = Vec::with_capacity(differences.len() * (differences.len() + 1) / 2);
    for (place, a) in differences.iter().enumerate() {
        averages.extend(differences.iter().skip(place).map(|b| a.midpoint(*b)));
    }
    let (cut, level) = signed_rank_cut(differences.len(), level)?;
    centred(&mut averages, cut, level)
}

/// Paired ratios a/b: [`paired_shift_interval`] of logarithms. None also if lengths differ or a value is not positive.
pub fn paired_ratio_interval(a: &[f64], b: &[f64], level: f64) -> Option<Interval> {
    if a.len() != b.len() {
        return None;
    }
    let differences: Vec<f64> = logarithms(a)?
        .iter()
        .zip(logarithms(b)?)
        .map(|(a, b)| a - b)
        .collect();
    Some(paired_shift_interval(&differences, level)?.map(f64::exp))
}

/// The rank C such that the interval runs from the C-th smallest to the C-th largest of the m·n differences, and its level.
pub fn rank_sum_cut(m: usize, n: usize, level: f64) -> Option<(usize, f64)> {
    let pairs = m * n;
    if m.max(n) > EXACT_GROUP {
        let (mean, sd) = (pairs as f64 / 2.0, ((pairs * (m + n + 1)) as f64 / 12.0).sqrt());
        return approximate_cut(mean, sd, level);
    }
    // Ways to get U = u from m and n values: the Gaussian binomial, built by the product over i of (1 − q^(n+i))/(1 − q^i).
    let mut ways = vec![0.0_f64; pairs + 1];
    *ways.first_mut()? = 1.0;
    for i in 1..=m {
        for u in (n + i..=pairs).rev() {
            ways[u] -= ways[u - n - i];
        }
        for u in i..=pairs {
            ways[u] += ways[u - i];
        }
    }
    exact_cut(&ways, level)
}

/// The same for the n(n+1)/2 Walsh averages of n pairs.
pub fn signed_rank_cut(n: usize, level: f64) -> Option<(usize, f64)> {
    let most = n * (n + 1) / 2;
    if n > EXACT_GROUP {
        let (mean, sd) = (most as f64 / 2.0, ((most * (2 * n + 1)) as f64 / 12.0).sqrt());
        return approximate_cut(mean, sd, level);
    }
    let mut ways = vec![0.0_f64; most + 1];
    *ways.first_mut()? = 1.0;
    for rank in 1..=n {
        for sum in (rank..=most).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    exact_cut(&ways, level)
}

fn exact_cut(ways: &[f64], level: f64) -> Option<(usize, f64)> {
    let all: f64 = ways.iter().sum();
    let mut below = 0.0;
    let mut best = None;
    for (statistic, ways) in ways.iter().enumerate() {
        below += ways;
        if 1.0 - 2.0 * below / all < level {
            break;
        }
        best = Some((statistic + 1, 1.0 - 2.0 * below / all));
    }
    best
}

fn approximate_cut(mean: f64, sd: f64, level: f64) -> Option<(usize, f64)> {
    let cut = (mean - normal_quantile((1.0 + level) / 2.0) * sd + 0.5).floor();
    (cut >= 1.0).then_some((cut as usize, level))
}

/// Median, and the `cut`-th smallest and largest, without sorting the rest: there are as many values as pairs.
fn centred(values: &mut [f64], cut: usize, level: f64) -> Option<Interval> {
    let first = cut.checked_sub(1)?;
    let last = values.len().checked_sub(cut).filter(|last| first <= *last)?;
    if values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let upper = values.len() / 2;
    let lower = if values.len().is_multiple_of(2) {
        upper.checked_sub(1)?
    } else {
        upper
    };
    // Each step parts what the one before left unparted.
    let mut parted = 0;
    let mut nth = |at: usize| -> Option<f64> {
        if let Some(more) = at.checked_sub(parted) {
            values
                .get_mut(parted..)?
                .select_nth_unstable_by(more, f64::total_cmp);
            parted = at + 1;
        }
        values.get(at).copied()
    };
    let (low, lower, upper, high) = (nth(first)?, nth(lower)?, nth(upper)?, nth(last)?);
    Some(Interval {
        estimate: median_of_sorted(&[lower, upper]),
        low,
        high,
        level,
    })
}

fn logarithms(values: &[f64]) -> Option<Vec<f64>> {
    values
        .iter()
        .map(|value| (*value > 0.0).then(|| value.ln()))
        .collect()
}

fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    if values.is_empty() || values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    Some(values)
}

fn median_of_sorted(values: &[f64]) -> f64 {
    match (values.len() / 2, values.len() % 2) {
        (0, 0) => 0.0,
        (half, 1) => values[half],
        (half, _) => values[half - 1].midpoint(values[half]),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// Ranks and levels computed independently, from binomial tables.
    /// What sorting all of them gives.
    #[test]
    fn order_statistics_are_those_of_the_sorted_values() {
        let mut state = 7_u64;
        for size in [1_usize, 2, 3, 6, 7, 64, 501] {
            let values: Vec<f64> = (0..size)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 58) as f64
                })
                .collect();
            let mut sorted = values.clone();
            sorted.sort_unstable_by(f64::total_cmp);
            for cut in 0..=size + 1 {
                let found = centred(&mut values.clone(), cut, 0.95);
                if cut == 0 || size < 2 * cut - 1 {
                    assert_eq!(found, None, "{size} {cut}");
                    continue;
                }
                let found = found.unwrap();
                assert_eq!(
                    (found.low, found.high),
                    (sorted[cut - 1], sorted[size - cut]),
                    "{size} {cut}"
                );
                assert_eq!(found.estimate, median_of_sorted(&sorted), "{size} {cut}");
            }
        }
    }

    #[test]
    fn median_ranks_are_those_of_the_table() {
        let table = [
            (6, 1, 6, 0.969),
            (7, 1, 7, 0.984),
            (8, 1, 8, 0.992),
            (9, 2, 8, 0.961),
            (10, 2, 9, 0.979),
            (12, 3, 10, 0.961),
            (15, 4, 12, 0.965),
            (20, 6, 15, 0.959),
            (25, 8, 18, 0.957),
            (30, 10, 21, 0.957),
            (50, 18, 33, 0.967),
            (100, 40, 61, 0.965),
        ];
        for (n, low, high, level) in table {
            let found = quantile_ranks(n, 0.5, 0.95).unwrap();
            assert_eq!((found.0, found.1), (low, high), "n = {n}");
            assert!((found.2 - level).abs() < 6e-4, "n = {n}: {}", found.2);
        }
        assert_eq!(quantile_ranks(5, 0.5, 0.95), None);
        // A level that the extremes reach exactly.
        for n in 2..36_i32 {
            let found =
                quantile_ranks(n as u64, 0.5, 1.0 - 2.0_f64.powi(1 - n)).map(|found| (found.0, found.1));
            assert_eq!(found, Some((1, n as u64)), "n = {n}");
        }
    }

    #[test]
    fn ranks_are_right_for_any_number_of_values() {
        // ± 1.96 deviations of the middle, to a part in a million.
        let (low, high, level) = quantile_ranks(1_000_000_000_000, 0.5, 0.95).unwrap();
        let half = 1.959_963_985 * 5e5;
        assert!((500_000_000_000.0 - low as f64 - half).abs() < 2.0, "{low}");
        assert!((high as f64 - 500_000_000_001.0 - half).abs() < 2.0, "{high}");
        assert!((level - 0.95).abs() < 1e-6);
    }

    #[test]
    fn a_quantile_is_the_value_at_its_exact_place() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        for n in [25_usize, 50, 100] {
            for percent in 1..100_u32 {
                let Some(found) = quantile_interval(&values[..n], f64::from(percent) / 100.0, 0.5) else {
                    continue;
                };
                assert_eq!(
                    found.estimate,
                    crate::rank(f64::from(percent), n as u64) as f64,
                    "{percent} % of {n}"
                );
            }
        }
    }

    #[test]
    fn the_middle_of_huge_values_is_finite() {
        assert_eq!(median(&[1.7e308; 8]), Some(1.7e308));
        assert_eq!(median_interval(&[1.7e308; 8], 0.95).unwrap().estimate, 1.7e308);
    }

    #[test]
    fn a_tail_quantile_needs_as_many_values_as_the_formula_says() {
        for (share, least) in [(0.99, 368), (0.999, 3_688), (0.9999, 36_887), (0.99999, 368_887)] {
            assert_eq!(quantile_ranks(least - 1, share, 0.95), None);
            assert!(quantile_ranks(least, share, 0.95).is_some(), "{share}");
        }
        // Millions of I/Os: ranks as the normal approximation has them, ± 1.
        let (low, high, level) = quantile_ranks(10_000_000, 0.999, 0.95).unwrap();
        let half = 1.96 * (1e7 * 0.999 * 0.001_f64).sqrt();
        assert!(
            (low as f64 - (9_990_000.0 - half)).abs() < 3.0
                && (high as f64 - (9_990_001.0 + half)).abs() < 3.0
        );
        assert!((0.95..0.952).contains(&level));
    }

    #[test]
    fn rank_sum_cuts_are_those_of_the_table() {
        let table = [
            (4, 1, 0.971),
            (5, 3, 0.968),
            (6, 6, 0.959),
            (7, 9, 0.962),
            (8, 14, 0.950),
            (10, 24, 0.957),
            (12, 38, 0.955),
            (15, 65, 0.955),
            (20, 128, 0.951),
        ];
        for (n, cut, level) in table {
            let found = rank_sum_cut(n, n, 0.95).unwrap();
            assert_eq!(found.0, cut, "n = {n}");
            assert!((found.1 - level).abs() < 6e-4, "n = {n}: {}", found.1);
        }
        assert_eq!(rank_sum_cut(3, 3, 0.95), None);
        assert_eq!(rank_sum_cut(0, 7, 0.95), None);
        assert_eq!(rank_sum_cut(7, 5, 0.95), rank_sum_cut(5, 7, 0.95));
        // Exact and approximate meet.
        let exact = rank_sum_cut(50, 50, 0.95).unwrap().0 as f64;
        let approximate = approximate_cut(1250.0, (2500.0 * 101.0 / 12.0_f64).sqrt(), 0.95)
            .unwrap()
            .0 as f64;
        assert!((exact - approximate).abs() <= 1.0, "{exact} {approximate}");
    }

    #[test]
    fn six_pairs_are_the_fewest() {
        assert_eq!(signed_rank_cut(5, 0.95), None);
        assert_eq!(signed_rank_cut(6, 0.95).unwrap().0, 1);
        assert_eq!(signed_rank_cut(10, 0.95).unwrap().0, 9);
        assert_eq!(signed_rank_cut(20, 0.95).unwrap().0, 53);
    }

    #[test]
    fn known_groups_give_known_ratios() {
        let a: Vec<f64> = (1..=8).map(|i| 200.0 + f64::from(i)).collect();
        let b: Vec<f64> = a.iter().map(|value| value / 2.0).collect();
        let ratio = ratio_interval(&a, &b, 0.95).unwrap();
        assert!((ratio.estimate - 2.0).abs() < 1e-9 && ratio.low < 2.0 && ratio.high > 2.0);
        let paired = paired_ratio_interval(&a, &b, 0.95).unwrap();
        assert!((paired.low - 2.0).abs() < 1e-9 && (paired.high - 2.0).abs() < 1e-9);
        assert_eq!(paired_ratio_interval(&a, &b[1..], 0.95), None);
        assert_eq!(ratio_interval(&[0.0; 8], &b, 0.95), None);
        assert_eq!(shift_interval(&[f64::NAN; 8], &b, 0.95), None);
    }
}
