//! How much a series that resembles itself from one value to the next is worth in independent values.
//!
//! To judge only (may these seconds or runs count as independent?) and to choose the length of runs. No interval is made of the seconds
//! inside one run.
//!
//! Sources: C. J. Geyer, Practical Markov chain Monte Carlo, Statistical Science 7 (1992), initial monotone sequence; J. M. Flegal and
//! G. L. Jones, Batch means and spectral variance estimators, Annals of Statistics 38 (2010).

/// Estimated independent values below which nothing is inferred from a series: the estimate is too high there (60 values of r = 0.9 are
/// worth 3, and the estimate has median 8).
pub const LEAST_EFFECTIVE: f64 = 20.0;
/// Batches below which their resemblance is not judged.
const LEAST_BATCHES: usize = 10;

/// What a series is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EffectiveSize {
    /// Independent values that would give as precise a mean.
    pub values: f64,
    /// Values of the series for one independent one; 1 or more.
    pub per_value: f64,
}

impl EffectiveSize {
    /// Whether it is enough to say anything.
    pub fn is_enough(&self) -> bool {
        self.values >= LEAST_EFFECTIVE
    }
}

/// Correlation of values with those `lag` later; 0 where there are none or they do not vary.
pub fn autocorrelation(values: &[f64], lag: usize) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let power: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let products: f64 = values
        .iter()
        .zip(values.iter().skip(lag))
        .map(|(a, b)| (a - mean) * (b - mean))
        .sum();
    if power > 0.0 { products / power } else { 0.0 }
}

/// Whether neighbours of independent values would resemble each other so much in one series of twenty: |r₁| ≥ 1.96/√n.
pub fn neighbours_resemble(values: &[f64]) -> bool {
    autocorrelation(values, 1).abs() >= 1.96 / (values.len() as f64).sqrt()
}

/// Geyer's initial monotone sequence. None below four values, with one that is not finite, or if they do not vary.
pub fn effective_size(values: &[f64]) -> Option<EffectiveSize> {
    let n = values.len();
    let varies = values.iter().any(|value| Some(value) != values.first());
    if n < 4 || !varies || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    // Sums of neighbouring pairs of correlations are positive and fall; the estimate ends where they cease to be.
    let (mut time, mut least) = (-1.0, f64::INFINITY);
    for pair in 0..n / 2 {
        let sum = autocorrelation(values, 2 * pair) + autocorrelation(values, 2 * pair + 1);
        if sum <= 0.0 {
            break;
        }
        least = sum.min(least);
        time += 2.0 * least;
    }
    let per_value = time.max(1.0);
    Some(EffectiveSize {
        values: n as f64 / per_value,
        per_value,
    })
}

/// Means of batches of equal length; what is left over at the start belongs to none.
pub fn batch_means(values: &[f64], length: usize) -> Vec<f64> {
    if length == 0 {
        return Vec::new();
    }
    let mut means: Vec<f64> = values
        .rchunks_exact(length)
        .map(|batch| batch.iter().sum::<f64>() / length as f64)
        .collect();
    means.reverse();
    means
}

/// The shortest batches, in values, whose means do not resemble their neighbours, of which there are ten at least. None if no such
/// length exists: the series is too short or wanders.
pub fn batch_length(values: &[f64]) -> Option<usize> {
    (1..=values.len() / LEAST_BATCHES).find(|length| !neighbours_resemble(&batch_means(values, *length)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_means_from_the_end() {
        assert_eq!(batch_means(&[9.0, 1.0, 3.0, 5.0, 7.0], 2), [2.0, 6.0]);
        assert_eq!(batch_means(&[1.0], 2), [0.0; 0]);
        assert_eq!(batch_means(&[1.0], 0), [0.0; 0]);
    }

    #[test]
    fn alternating_values_are_worth_no_more_than_their_number() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        assert!((autocorrelation(&values, 1) + 0.99).abs() < 1e-12);
        assert_eq!(effective_size(&values).unwrap().values, 100.0);
        assert_eq!(effective_size(&[3.0; 50]), None);
    }
}
