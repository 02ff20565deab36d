//! Count, extremes, mean and deviation from exact integer sums.
//!
//! It holds no distribution and no order of values; a window of samples is [`crate::Samples`], a distribution
//! [`crate::Histogram`].

/// Exact moments of integers. Two merges in any order give the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moments {
    /// Number of values.
    pub count: u64,
    /// Smallest value; `u64::MAX` when there is none.
    pub min: u64,
    /// Largest value.
    pub max: u64,
    /// Sum of the values.
    pub sum: u128,
    /// Sum of their squares.
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
        self.sum_squares += u128::from(value) * u128::from(value);
    }

    /// Counts one value `times` times.
    #[inline]
    pub fn record_many(&mut self, value: u64, times: u64) {
        if times == 0 {
            return;
        }
        let (value_wide, times_wide) = (u128::from(value), u128::from(times));
        self.count += times;
        self.min = self.min.min(value);
        self.max = self.max.max(value);
        self.sum += value_wide * times_wide;
        self.sum_squares = self
            .sum_squares
            .saturating_add((value_wide * value_wide).saturating_mul(times_wide));
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
        // n·Σx² − (Σx)² in integers first: the difference of two large floats would lose the deviation.
        let n = u128::from(self.count);
        let spread = match (n.checked_mul(self.sum_squares), self.sum.checked_mul(self.sum)) {
            (Some(left), Some(right)) => left.saturating_sub(right) as f64,
            _ => {
                let mean = self.mean();
                ((self.sum_squares as f64 / self.count as f64 - mean * mean) * self.count as f64).max(0.0)
                    * self.count as f64
            }
        };
        (spread / (self.count as f64 * (self.count - 1) as f64)).sqrt()
    }
}
