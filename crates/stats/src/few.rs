//! How much data stands behind a percentile.
//!
//! It judges counts only, assuming independent latencies; dependence makes matters worse, never better. How far the value itself
//! is off depends on the tail besides: with 100 beyond, its standard deviation is 2 % for exponential latencies, 4 % for lognormal
//! ones (sigma 1), 10 % for Pareto ones (exponent 1) and half the gap at a boundary of two kinds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Values beyond a percentile from which it is printed bare: the standard deviation of their number is then 10 % of it.
pub const ENOUGH_BEYOND: u64 = 100;
/// Values beyond a percentile below which it is not printed at all: a standard deviation of 32 % and more.
pub const LEAST_BEYOND: u64 = 10;

/// What may be done with a percentile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Footing {
    /// Print it.
    Enough,
    /// Print it marked as resting on few samples.
    Few,
    /// Give the maximum instead.
    #[serde(rename = "too few")]
    TooFew,
}

/// How many of `total` samples lie beyond the percentile `percent`: n(1 − p), rounded down.
pub fn samples_beyond(total: u64, percent: f64) -> u64 {
    // 99.9 is not exactly 99.9 in binary: what is meant is the nearest decimal, here with nine places.
    const HUNDRED: u128 = 100_000_000_000;
    let percent = ((percent.clamp(0.0, 100.0) * 1e9).round() as u128).min(HUNDRED);
    (u128::from(total) * (HUNDRED - percent) / HUNDRED) as u64
}

/// What may be done with the percentile `percent` of `total` samples.
pub fn footing(total: u64, percent: f64) -> Footing {
    match samples_beyond(total, percent) {
        ENOUGH_BEYOND.. => Footing::Enough,
        LEAST_BEYOND.. => Footing::Few,
        _ => Footing::TooFew,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_needs_a_hundred_values_beyond_it() {
        assert_eq!(samples_beyond(20_000, 99.5), 100);
        assert_eq!(samples_beyond(999_999, 99.99), 99);
        assert_eq!(samples_beyond(u64::MAX, 0.0), u64::MAX);
        for (percent, least) in [
            (99.0, 10_000),
            (99.9, 100_000),
            (99.95, 200_000),
            (99.99, 1_000_000),
            (99.999, 10_000_000),
        ] {
            assert_eq!(footing(least, percent), Footing::Enough, "p{percent} of {least}");
            assert_eq!(
                footing(least - 200, percent),
                Footing::Few,
                "p{percent} of {}",
                least - 200
            );
            assert_eq!(
                footing(least / 10, percent),
                Footing::Few,
                "p{percent} of {}",
                least / 10
            );
            assert_eq!(footing(least / 10 - 20, percent), Footing::TooFew);
        }
        for percent in [50.0, 99.0, 99.99, 100.0] {
            assert!(samples_beyond(7, percent) + crate::rank(percent, 7) <= 7);
        }
        assert_eq!(footing(20_000, 99.5), Footing::Enough);
        assert_eq!(footing(19_800, 99.5), Footing::Few);
        assert_eq!(footing(2_000, 99.5), Footing::Few);
        assert_eq!(footing(1_800, 99.5), Footing::TooFew);
        assert_eq!(footing(0, 99.0), Footing::TooFew);
    }
}
