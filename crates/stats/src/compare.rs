//! Two things measured alike: their ratio, and what may be said of it at a stated margin.
//!
//! Pairs are runs of one block; groups are runs without blocks. The interval is chosen by what the values look like: signed ranks or, if
//! the differences are skewed, order statistics; rank sums or, if the spreads differ, the ratio of medians. Called by studies and by
//! comparisons of two results.
//!
//! Sources: Hollander, Wolfe and Chicken, chapters 3 and 4; R. M. Price and D. G. Bonett, Confidence intervals for the ratio of medians
//! (2020, doi 10.3102/1076998620934125); D. J. Schuirmann, two one-sided tests (1987).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::interval::{
    Interval, median_interval, median_ratio_interval, paired_shift_interval, ratio_interval,
};
use crate::scale::scale_ratio;

/// Level of the interval that is shown.
pub const LEVEL: f64 = 0.95;
/// Level of the interval that lies within the margin of equivalent things: two one-sided tests at 5 % each.
pub const EQUIVALENCE_LEVEL: f64 = 0.90;
/// Skewness above which differences are not symmetric, in its standard errors.
const SKEWED: f64 = 1.0;
/// Pairs from which skewness is judged: fewer do not show it, and signed ranks are safe there.
const LEAST_SKEWED: usize = 12;

/// How an interval was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Hodges–Lehmann centre of paired ratios, exact signed ranks.
    SignedRanks,
    /// Median of paired ratios by order statistics: the differences are skewed.
    Signs,
    /// Hodges–Lehmann ratio of two groups, exact rank sums.
    RankSums,
    /// Ratio of medians (Price and Bonett): the spreads differ, so one group is not the other one shifted.
    Medians,
}

/// What a ratio says at a margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Larger by more than the margin.
    Larger,
    /// Larger, but perhaps by less than the margin.
    SlightlyLarger,
    /// The difference is within the margin.
    Equivalent,
    /// Smaller, but perhaps by less than the margin.
    SlightlySmaller,
    /// Smaller by more than the margin.
    Smaller,
    /// Too few runs to say.
    Inconclusive,
}

/// A ratio, and what it says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// How many times as large the first is as the second, at [`LEVEL`].
    pub ratio: Interval,
    /// How the interval was made.
    pub method: Method,
    /// What it says.
    pub outcome: Outcome,
    /// The larger deviation ÷ the smaller, of logarithms of groups. Above 2 a shift does not describe the difference. None of pairs.
    pub spread_ratio: Option<f64>,
}

/// Compares runs of the same blocks, in one order. None below six pairs, if lengths differ, or if a value is not positive.
pub fn paired(a: &[f64], b: &[f64], margin: f64) -> Option<Compared> {
    if a.len() != b.len() {
        return None;
    }
    let differences: Vec<f64> = a
        .iter()
        .zip(b)
        .map(|(a, b)| (*a > 0.0 && *b > 0.0).then(|| a.ln() - b.ln()))
        .collect::<Option<_>>()?;
    let method = if is_skewed(&differences) {
        Method::Signs
    } else {
        Method::SignedRanks
    };
    let at = |level: f64| {
        let interval = match method {
            Method::Signs => median_interval(&differences, level),
            _ => paired_shift_interval(&differences, level),
        }?;
        Some(interval.exponential(interval.level))
    };
    let ratio = at(LEVEL)?;
    Some(Compared {
        outcome: outcome(&ratio, &at(EQUIVALENCE_LEVEL)?, margin),
        ratio,
        method,
        spread_ratio: None,
    })
}

/// Compares two groups of runs. None below four each, or if a value is not positive.
pub fn unpaired(a: &[f64], b: &[f64], margin: f64) -> Option<Compared> {
    let logarithms = |values: &[f64]| -> Option<Vec<f64>> {
        values
            .iter()
            .map(|value| (*value > 0.0).then(|| value.ln()))
            .collect()
    };
    let scales = scale_ratio(&logarithms(a)?, &logarithms(b)?)?;
    let method = if scales.differs() {
        Method::Medians
    } else {
        Method::RankSums
    };
    let at = |level: f64| match method {
        Method::Medians => median_ratio_interval(a, b, level),
        _ => ratio_interval(a, b, level),
    };
    let ratio = at(LEVEL)?;
    Some(Compared {
        outcome: outcome(&ratio, &at(EQUIVALENCE_LEVEL)?, margin),
        ratio,
        method,
        spread_ratio: Some(scales.ratio),
    })
}

/// What a ratio says at a margin (0.05: 5 %), from its intervals at [`LEVEL`] and [`EQUIVALENCE_LEVEL`]. The margin is symmetric on the
/// scale of ratios: from 1/(1 + margin) to 1 + margin.
pub fn outcome(ratio: &Interval, equivalence: &Interval, margin: f64) -> Outcome {
    let (low, high) = (1.0 / (1.0 + margin), 1.0 + margin);
    if ratio.low > high {
        Outcome::Larger
    } else if ratio.high < low {
        Outcome::Smaller
    } else if equivalence.low >= low && equivalence.high <= high {
        Outcome::Equivalent
    } else if ratio.low > 1.0 {
        Outcome::SlightlyLarger
    } else if ratio.high < 1.0 {
        Outcome::SlightlySmaller
    } else {
        Outcome::Inconclusive
    }
}

/// Blocks that show equal things to be equivalent in four studies of five, at this coefficient of variation.
pub fn blocks_for_equivalence(variation: f64, margin: f64) -> usize {
    const LEAST: usize = 6;
    if !(variation > 0.0 && margin > 0.0) {
        return LEAST;
    }
    (((8.0 * variation / margin).powi(2) / 3.0).ceil() as usize).max(LEAST)
}

fn is_skewed(values: &[f64]) -> bool {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let moment = |power: i32| values.iter().map(|value| (value - mean).powi(power)).sum::<f64>() / n;
    let spread = moment(2);
    values.len() >= LEAST_SKEWED
        && spread > 0.0
        && (moment(3) / spread.powf(1.5)).abs() > SKEWED * (6.0 * (n - 2.0) / ((n + 1.0) * (n + 3.0))).sqrt()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn words_are_bound_to_intervals() {
        let said = |low: f64, high: f64| {
            let interval = median_interval(&[low, low, low, high, high, high], LEVEL).unwrap();
            outcome(&interval, &interval, 0.05)
        };
        assert_eq!(said(1.06, 1.2), Outcome::Larger);
        assert_eq!(said(1.01, 1.2), Outcome::SlightlyLarger);
        assert_eq!(said(1.01, 1.04), Outcome::Equivalent);
        assert_eq!(said(0.953, 1.05), Outcome::Equivalent);
        assert_eq!(said(0.951, 1.04), Outcome::Inconclusive);
        assert_eq!(said(0.90, 0.99), Outcome::SlightlySmaller);
        assert_eq!(said(0.90, 0.95), Outcome::Smaller);
    }

    #[test]
    fn blocks_for_equivalence_grow_with_the_variation() {
        assert_eq!(blocks_for_equivalence(0.02, 0.05), 6);
        assert_eq!(blocks_for_equivalence(0.05, 0.05), 22);
    }
}
