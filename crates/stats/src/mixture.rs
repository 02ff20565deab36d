//! A mix of operations measured one by one: the rate of the mix from the rates of its parts.
//!
//! Rates are averaged by the time that each part takes, never as numbers. Percentiles of parts cannot be mixed: merge histograms.

use crate::interval::{Interval, median_interval};

/// Rate of a mix in which part i has the share `shares[i]` of all operations, run one after another: 1 ÷ Σ share/rate. None if lengths
/// differ, shares are negative or sum to 0, or a rate is not positive.
pub fn mixed_rate(shares: &[f64], rates: &[f64]) -> Option<f64> {
    let sound = shares.len() == rates.len()
        && shares.iter().all(|share| *share >= 0.0)
        && rates.iter().all(|rate| *rate > 0.0);
    let whole: f64 = shares.iter().sum();
    let time: f64 = shares.iter().zip(rates).map(|(share, rate)| share / rate).sum();
    (sound && time > 0.0).then(|| whole / time)
}

/// The same of `blocks[block][part]`: the median over the blocks with its exact interval. None below six blocks for 95 %.
pub fn mixed_rate_interval(shares: &[f64], blocks: &[Vec<f64>], level: f64) -> Option<Interval> {
    let rates: Option<Vec<f64>> = blocks.iter().map(|block| mixed_rate(shares, block)).collect();
    median_interval(&rates?, level)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn half_of_each_is_the_harmonic_mean() {
        assert!((mixed_rate(&[0.5, 0.5], &[100.0, 25.0]).unwrap() - 40.0).abs() < 1e-12);
        assert!((mixed_rate(&[3.0, 1.0], &[90.0, 10.0]).unwrap() - 30.0).abs() < 1e-12);
        assert_eq!(mixed_rate(&[1.0], &[0.0]), None);
        assert_eq!(mixed_rate(&[1.0, 1.0], &[5.0]), None);
        let blocks = vec![vec![100.0, 25.0]; 6];
        let found = mixed_rate_interval(&[0.5, 0.5], &blocks, 0.95).unwrap();
        assert!((found.low - 40.0).abs() < 1e-9 && (found.high - 40.0).abs() < 1e-9);
    }
}
