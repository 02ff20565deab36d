//! Two things measured alike: their ratio, and what may be said of it at a stated margin.
//!
//! Groups are runs without blocks. The interval is chosen by what the values look like: rank sums or, if the spreads differ, the ratio of
//! medians. Pairs of runs of one block have signed ranks. Called by studies and by comparisons of two results.
//!
//! Sources: Hollander, Wolfe and Chicken, chapters 3 and 4; R. M. Price and D. G. Bonett, Confidence intervals for the ratio of medians
//! (2020, doi 10.3102/1076998620934125); D. J. Schuirmann, two one-sided tests (1987).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::interval::{Interval, median_ratio_interval, ratio_interval};
use crate::scale::scale_ratio;

/// Level of the interval that is shown.
pub const LEVEL: f64 = 0.95;
/// Level of the interval that lies within the margin of equivalent things: two one-sided tests at 5 % each.
pub const EQUIVALENCE_LEVEL: f64 = 0.90;
/// How an interval was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Hodges–Lehmann centre of paired ratios, exact signed ranks.
    SignedRanks,
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::interval::median_interval;

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
}
