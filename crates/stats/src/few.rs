//! How much data stands behind a percentile.
//!
//! It judges counts only, assuming independent latencies; dependence makes matters worse, never better. Called by whoever
//! prints a percentile.

use crate::rank;

/// Values beyond a percentile from which it is printed bare: their number is then known to ± 10 %.
pub const ENOUGH_BEYOND: u64 = 100;
/// Values beyond a percentile below which it is not printed at all: ± 32 % and more.
pub const LEAST_BEYOND: u64 = 10;

/// What may be done with a percentile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Footing {
    /// Print it.
    Enough,
    /// Print it marked as resting on few samples.
    Few,
    /// Give the maximum instead.
    TooFew,
}

/// How many of `total` samples lie beyond the percentile `percent`.
pub fn samples_beyond(total: u64, percent: f64) -> u64 {
    total - rank(percent, total)
}

/// What may be done with the percentile `percent` of `total` samples.
pub fn footing(total: u64, percent: f64) -> Footing {
    match samples_beyond(total, percent) {
        ENOUGH_BEYOND.. => Footing::Enough,
        LEAST_BEYOND.. => Footing::Few,
        _ => Footing::TooFew,
    }
}

/// The fewest independent samples that give the percentile an upper bound at the one-sided `level` (0–1).
pub fn least_samples(percent: f64, level: f64) -> u64 {
    ((1.0 - level).ln() / (percent / 100.0).ln()).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_exist_from_the_published_counts() {
        let least = [99.0, 99.9, 99.99, 99.999].map(|percent| least_samples(percent, 0.95));
        assert_eq!(least, [299, 2_995, 29_956, 299_572]);
    }

    #[test]
    fn a_percentile_needs_a_hundred_values_beyond_it() {
        assert_eq!(samples_beyond(20_000, 99.5), 100);
        assert_eq!(footing(20_000, 99.5), Footing::Enough);
        assert_eq!(footing(19_800, 99.5), Footing::Few);
        assert_eq!(footing(2_000, 99.5), Footing::Few);
        assert_eq!(footing(1_800, 99.5), Footing::TooFew);
        assert_eq!(footing(0, 99.0), Footing::TooFew);
    }
}
