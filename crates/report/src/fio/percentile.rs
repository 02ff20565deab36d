//! Percentiles by fio's rule: the value of the first bucket at which the running count reaches the rank. Unlike
//! [`Histogram::percentiles`] the value is the bucket's middle even where that lies above the maximum, as fio prints it.

use fiord_stats::{Histogram, rank};

/// The value in nanoseconds at each of `list` (ascending, in percent) over `bins` (bucket, count; ascending) with `n`
/// values in all. Without values every percentile is 0.
pub fn fio_percentiles(bins: &[(usize, u64)], n: u64, list: &[f64]) -> Vec<u64> {
    let mut walk = bins.iter();
    let (mut sum, mut value) = (0_u64, 0);
    let mut at = |percent: &f64| {
        let rank = rank(*percent, n);
        while sum < rank
            && let Some((bucket, count)) = walk.next()
        {
            sum = sum.saturating_add(*count);
            value = Histogram::value_of(*bucket);
        }
        value
    };
    list.iter().map(&mut at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_on_the_rank_belongs_to_the_lower_bucket() {
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
    fn a_bucket_may_stand_above_the_maximum() {
        // The bucket of 14,592 ns is shown as 14,656: fio printed just that for a maximum of 14,592.
        let bins = [(Histogram::bucket_of(14_592), 1)];
        assert_eq!(fio_percentiles(&bins, 1, &[50.0]), [14_656]);
    }
}
