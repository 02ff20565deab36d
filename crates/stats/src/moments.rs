//! Count, extremes, mean and deviation from exact integer sums.
//!
//! It holds no distribution and no order of values; a window of samples is [`crate::Samples`], a distribution
//! [`crate::Histogram`].

use serde::{Deserialize, Serialize};

use crate::wide;

/// Exact moments of integers. Two merges in any order give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Number of values.
    pub count: u64,
    /// Smallest value; `u64::MAX` when there is none.
    pub min: u64,
    /// Largest value.
    pub max: u64,
    /// Sum of the values.
    #[serde(with = "wide")]
    pub sum: u128,
    /// Sum of their squares.
    #[serde(with = "wide")]
    pub sum_squares: u128,
}

impl Default for Moments {
    fn default() -> Self {
        Self::new()
    }
}

impl Moments {
    /// No values.
    pub const fn new() -> Self {
        Self {
            count: 0,
            min: u64::MAX,
            max: 0,
            sum: 0,
            sum_squares: 0,
        }
    }

    /// Counts one value.
    #[inline(always)]
    pub fn record(&mut self, value: u64) {
        self.count += 1;
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.sum += u128::from(value);
        self.sum_squares = self
            .sum_squares
            .saturating_add(u128::from(value) * u128::from(value));
    }

    /// Adds what another counted. Sums past the type's end, which only forged input can hold, stay there.
    pub fn merge(&mut self, other: &Moments) {
        self.count = self.count.saturating_add(other.count);
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sum = self.sum.saturating_add(other.sum);
        self.sum_squares = self.sum_squares.saturating_add(other.sum_squares);
    }

    /// The smallest value as fio prints it: 0 of nothing.
    pub fn min_or_zero(&self) -> u64 {
        if self.count == 0 { 0 } else { self.min }
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        if self.count == 0 {
            0.0
        } else {
            self.sum as f64 / self.count as f64
        }
    }

    /// The sample standard deviation (divisor n − 1), as fio prints it; 0 below two values.
    pub fn stdev(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let (whole, part) = self.squared_deviations();
        let spread = whole as f64 + part as f64 / self.count as f64;
        (spread / (self.count - 1) as f64).sqrt()
    }

    /// Σ(x − mean)² = whole + part/count, exactly. (0, 0) of nothing, and of forged sums that no values have.
    pub(crate) fn squared_deviations(&self) -> (u128, u64) {
        let n = u128::from(self.count);
        let (Some(mean), Some(rest)) = (self.sum.checked_div(n), self.sum.checked_rem(n)) else {
            return (0, 0);
        };
        // (Σx)²/n = mean²·n + 2·mean·rest + rest²/n, all below Σx².
        let of_mean = mean
            .checked_mul(mean)
            .and_then(|square| square.checked_mul(n))
            .and_then(|known| known.checked_add(mean.checked_mul(rest)?.checked_mul(2)?));
        // rest < n < 2⁶⁴, so its square fits.
        let (of_rest, part) = (rest * rest / n, rest * rest % n);
        let whole = of_mean.and_then(|known| self.sum_squares.checked_sub(known)?.checked_sub(of_rest));
        match whole {
            None => (0, 0),
            Some(whole) if part == 0 => (whole, 0),
            Some(whole) => whole
                .checked_sub(1)
                .map_or((0, 0), |whole| (whole, (n - part) as u64)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_deviation_keeps_its_digits_however_large_the_sums() {
        // 10¹² times 10 s ± 1 µs, and 10⁷ times an hour ± 1 ns.
        for (times, middle, off) in [
            (500_000_000_000_u64, 10_000_000_000_u64, 1_000_u64),
            (5_000_000, 3_600_000_000_000, 1),
        ] {
            let same = |value: u64| Moments {
                count: times,
                min: value,
                max: value,
                sum: u128::from(value) * u128::from(times),
                sum_squares: u128::from(value).pow(2) * u128::from(times),
            };
            let mut moments = same(middle - off);
            moments.merge(&same(middle + off));
            assert!(
                (moments.stdev() / off as f64 - 1.0).abs() < 1e-6,
                "{}",
                moments.stdev()
            );
        }
    }

    #[test]
    fn the_largest_values_neither_panic_nor_wrap() {
        let mut moments = Moments::new();
        moments.record(u64::MAX);
        moments.record(u64::MAX);
        assert_eq!((moments.count, moments.sum_squares), (2, u128::MAX));
        assert!(moments.stdev().is_finite());
    }
}
