//! The spread of repeats, in a measure that does not grow with their number, and its comparison.
//!
//! The range of n values grows with n, so a limit on it punishes who repeats more often. Called by rules and studies that look at
//! more than one run.
//!
//! Sources: L. H. C. Tippett, On the extreme individuals and the range of samples, Biometrika 17 (1925), for d2; the c4 of control
//! charts; W. J. Conover et al., A comparative study of tests for homogeneity of variances, Technometrics 23 (1981), for the
//! Fligner–Killeen test about medians.

use crate::interval::median;
use crate::probability::{chi_square_upper, ln_gamma, normal_quantile};

/// Mean range of 2, 3, 4, 5 normal values, in deviations.
const RANGE_DEVIATIONS: [f64; 4] = [1.128, 1.693, 2.059, 2.326];
/// Ratio of two scales above which groups are not of one shape.
pub const UNEQUAL: f64 = 2.0;
/// Chance of so different scales by accident, below which they differ.
const UNEQUAL_P: f64 = 0.05;

/// Coefficient of variation of the population that these values are from: range ÷ d2 up to five values, deviation ÷ c4 from six,
/// each as a share of the median. Its expectation does not depend on n. None below two values, or unless all are finite and their
/// median positive.
pub fn variation(values: &[f64]) -> Option<f64> {
    if values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let middle = median(values).filter(|middle| *middle > 0.0)?;
    Some(deviation(values)? / middle)
}

/// The same in the unit of the values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    let n = values.len();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if let Some(mean_range) = RANGE_DEVIATIONS.get(n.checked_sub(2)?) {
        return Some((most - least) / mean_range);
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let freedom = (n - 1) as f64;
    // The expected deviation of n normal values.
    let c4 = (2.0 / freedom).sqrt() * (ln_gamma(n as f64 / 2.0) - ln_gamma(freedom / 2.0)).exp();
    Some((squares / freedom).sqrt() / c4)
}

/// How the scales of two groups compare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaleRatio {
    /// The larger deviation ÷ the smaller; infinite if one group does not vary.
    pub ratio: f64,
    /// Chance of so different scales by accident (Fligner–Killeen).
    pub p: f64,
}

impl ScaleRatio {
    /// Whether the groups differ in more than their place: a ratio above 2, or p < 0.05.
    pub fn differs(&self) -> bool {
        self.ratio > UNEQUAL || self.p < UNEQUAL_P
    }
}

/// Compares the scales of two groups. For ratios give logarithms. None below two values in a group, or with one that is not finite.
pub fn scale_ratio(a: &[f64], b: &[f64]) -> Option<ScaleRatio> {
    if a.iter().chain(b).any(|value| !value.is_finite()) {
        return None;
    }
    let (one, other) = (deviation(a)?, deviation(b)?);
    let (small, large) = (one.min(other), one.max(other));
    let ratio = if large == 0.0 {
        1.0
    } else if small == 0.0 {
        f64::INFINITY
    } else {
        large / small
    };
    Some(ScaleRatio {
        ratio,
        p: fligner_killeen(a, b)?,
    })
}

/// The Fligner–Killeen test of two groups about their medians.
fn fligner_killeen(a: &[f64], b: &[f64]) -> Option<f64> {
    let (of_a, of_b) = (median(a)?, median(b)?);
    let distances: Vec<f64> = a
        .iter()
        .map(|value| (value - of_a).abs())
        .chain(b.iter().map(|value| (value - of_b).abs()))
        .collect();
    let n = distances.len() as f64;
    let scores: Vec<f64> = crate::repeats::ranks(&distances)
        .iter()
        .map(|rank| normal_quantile(0.5 + rank / (2.0 * (n + 1.0))))
        .collect();
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    if variance <= 0.0 {
        return Some(1.0);
    }
    let (of_a, of_b) = scores.split_at(a.len());
    let part = |scores: &[f64]| {
        let size = scores.len() as f64;
        size * (scores.iter().sum::<f64>() / size - mean).powi(2)
    };
    Some(chi_square_upper((part(of_a) + part(of_b)) / variance, 1.0))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn few_values_have_their_range_and_many_their_deviation() {
        assert!((variation(&[99.0, 101.0]).unwrap() - 0.02 / 1.128).abs() < 1e-12);
        // Deviation of 1 … 6 is 1.870829, c4 of six 0.951533.
        assert!((deviation(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap() - 1.870_829 / 0.951_533).abs() < 1e-5);
        assert_eq!(variation(&[5.0]), None);
        assert_eq!(variation(&[-1.0, -2.0, -3.0]), None);
        assert_eq!(variation(&[1.0, f64::NAN, 1.0]), None);
        assert_eq!(variation(&[7.0; 9]), Some(0.0));
    }

    #[test]
    fn groups_that_differ_only_in_place_do_not_differ_in_scale() {
        let a = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        let shifted = a.map(|value| value + 100.0);
        let wide = a.map(|value| value * 3.0);
        assert_eq!(scale_ratio(&a, &shifted).unwrap().ratio, 1.0);
        assert!(!scale_ratio(&a, &shifted).unwrap().differs());
        assert!((scale_ratio(&a, &wide).unwrap().ratio - 3.0).abs() < 1e-12);
        assert!(scale_ratio(&a, &wide).unwrap().differs());
        assert!(scale_ratio(&a, &[4.0; 7]).unwrap().differs());
        assert!(!scale_ratio(&[1.0; 4], &[2.0; 4]).unwrap().differs());
    }
}
