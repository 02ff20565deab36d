//! Percentiles by fio's rule: the first bucket at which the running count reaches `p / 100 · n`.
//!
//! fio computes the threshold in x87 extended precision. Whether a count that lies exactly on it belongs to this bucket
//! or the next depends on the rounding of that product, so the two roundings are done here in integers.

use fiord_stats::Histogram;

/// A positive number `mantissa · 2^exponent` with a 64-bit mantissa (top bit set), or zero.
#[derive(Clone, Copy)]
struct Extended {
    mantissa: u64,
    exponent: i32,
}

impl Extended {
    /// Rounds `value · 2^exponent` to 64 bits, to nearest, ties to even. `sticky`: the true value is a little larger.
    fn round(value: u128, exponent: i32, sticky: bool) -> Self {
        if value == 0 {
            return Self {
                mantissa: 0,
                exponent: 0,
            };
        }
        let bits = 128 - value.leading_zeros() as i32;
        let drop = bits - 64;
        if drop <= 0 {
            return Self {
                mantissa: (value << -drop) as u64,
                exponent: exponent + drop,
            };
        }
        let kept = value >> drop;
        let rest = value & ((1_u128 << drop) - 1);
        let half = 1_u128 << (drop - 1);
        let up = rest > half || (rest == half && (sticky || kept & 1 == 1));
        let kept = kept + u128::from(up);
        if kept >> 64 == 0 {
            Self {
                mantissa: kept as u64,
                exponent: exponent + drop,
            }
        } else {
            Self {
                mantissa: 1 << 63,
                exponent: exponent + drop + 1,
            }
        }
    }

    /// The threshold `percent / 100 · n`.
    fn threshold(percent: f64, n: u64) -> Self {
        if !(percent > 0.0 && percent.is_finite()) {
            return Self {
                mantissa: 0,
                exponent: 0,
            };
        }
        let bits = percent.to_bits();
        let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
        let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
        let wide = u128::from(mantissa) << 70;
        let share = Self::round(wide / 100, exponent - 70, !wide.is_multiple_of(100));
        Self::round(u128::from(share.mantissa) * u128::from(n), share.exponent, false)
    }

    /// Whether an integer is at least this number.
    fn reached_by(self, count: u64) -> bool {
        let shift = self.exponent;
        if self.mantissa == 0 {
            true
        } else if shift >= 0 {
            shift == 0 && count >= self.mantissa
        } else if shift <= -64 {
            count > 0
        } else {
            (u128::from(count) << -shift) >= u128::from(self.mantissa)
        }
    }
}

/// The value in nanoseconds at each of `list` (ascending, in percent) over `bins` (bucket, count; ascending) with `n`
/// values in all. Without values every percentile is 0.
pub fn fio_percentiles(bins: &[(usize, u64)], n: u64, list: &[f64]) -> Vec<u64> {
    let mut values = Vec::with_capacity(list.len());
    let mut walk = bins.iter();
    let mut sum = 0;
    let mut value = 0;
    for percent in list {
        let threshold = Extended::threshold(*percent, n);
        while n > 0 && (sum == 0 || !threshold.reached_by(sum)) {
            let Some((bucket, count)) = walk.next() else { break };
            sum += count;
            value = Histogram::value_of(*bucket);
        }
        values.push(value);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_on_the_threshold_belongs_to_the_lower_bucket() {
        let bins = [(10, 50), (20, 49), (30, 1)];
        assert_eq!(
            fio_percentiles(&bins, 100, &[1.0, 50.0, 50.5, 99.0, 99.5, 100.0]),
            [10, 10, 20, 20, 30, 30]
        );
    }

    #[test]
    fn nothing_has_percentiles_of_zero() {
        assert_eq!(fio_percentiles(&[], 0, &[1.0, 99.0]), [0, 0]);
    }

    #[test]
    fn the_double_99_9_lies_above_the_decimal() {
        // 99.9 as a double is a little more than 99.9, so 999 of 1000 do not reach it.
        let bins = [(10, 999), (20, 1)];
        assert_eq!(fio_percentiles(&bins, 1000, &[99.9]), [20]);
        assert_eq!(fio_percentiles(&bins, 1000, &[99.5]), [10]);
    }
}
