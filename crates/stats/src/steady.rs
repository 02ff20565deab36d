//! Steady state by the two criteria in use: SNIA's over five rounds, and fio's `steadystate`.
//!
//! Both are screens for stability over one window, not statements of precision, and neither sees a cliff behind the
//! window. They are shown side by side because they disagree: SNIA's slope limit is over the whole window, fio's is per sample.
//!
//! Sources: SNIA Solid State Storage Performance Test Specification 2.0.2, definition of steady state; fio's manual,
//! `steadystate`.

/// Rounds in SNIA's measurement window.
pub const SNIA_ROUNDS: usize = 5;
/// SNIA's limit for (largest − smallest) ÷ mean.
pub const SNIA_RANGE_LIMIT: f64 = 0.20;
/// What rounding does to a share that is at its limit.
const ROUNDING: f64 = 1e-12;
/// SNIA's limit for the rise of the fitted line over the window ÷ mean.
pub const SNIA_SLOPE_LIMIT: f64 = 0.10;

/// A window judged by range and slope.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Excursion {
    /// (largest − smallest) ÷ mean.
    pub range: f64,
    /// |rise of the least-squares line from the first to the last value| ÷ mean.
    pub slope: f64,
    /// Whether both are within their limits.
    pub attained: bool,
}

/// Range and slope of a window, as shares of its mean, against limits. None below two values or if the mean is not positive.
pub fn excursion(window: &[f64], range_limit: f64, slope_limit: f64) -> Option<Excursion> {
    let (mean, per_step) = line(window)?;
    if mean.is_nan() || mean <= 0.0 {
        return None;
    }
    let largest = window.iter().copied().fold(f64::MIN, f64::max);
    let smallest = window.iter().copied().fold(f64::MAX, f64::min);
    let range = (largest - smallest) / mean;
    let slope = (per_step * (window.len() - 1) as f64).abs() / mean;
    Some(Excursion {
        range,
        slope,
        attained: range <= range_limit + ROUNDING && slope <= slope_limit + ROUNDING,
    })
}

/// SNIA's criterion on the last five rounds. None while there are fewer.
pub fn snia(rounds: &[f64]) -> Option<Excursion> {
    excursion(
        rounds.last_chunk::<SNIA_ROUNDS>()?,
        SNIA_RANGE_LIMIT,
        SNIA_SLOPE_LIMIT,
    )
}

/// The first round, counted from 1, after which SNIA's criterion holds.
pub fn snia_attained_at(rounds: &[f64]) -> Option<usize> {
    (SNIA_ROUNDS..=rounds.len()).find(|end| snia(&rounds[..*end]).is_some_and(|window| window.attained))
}

/// What fio's `steadystate` looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FioMeasure {
    /// `iops`, `bw`, `lat`: the largest distance of a sample from the mean.
    Deviation,
    /// `iops_slope`, `bw_slope`, `lat_slope`: the slope of the fitted line, per sample.
    Slope,
}

/// One of fio's criteria: `iops:5%`, `bw_slope:0.3`, …
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FioCriterion {
    /// What is looked at.
    pub measure: FioMeasure,
    /// Attained below this.
    pub limit: f64,
    /// Whether the limit is in percent of the mean instead of the unit of the samples.
    pub percent: bool,
}

/// A window judged by fio's criterion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FioSteady {
    /// Mean of the window.
    pub mean: f64,
    /// Largest distance of a sample from it.
    pub max_deviation: f64,
    /// Slope per sample.
    pub slope: f64,
    /// What is compared with the limit, in the limit's unit; a slope keeps its sign.
    pub criterion: f64,
    /// Whether its size is below the limit.
    pub attained: bool,
}

/// fio's criterion on a window. None below two values.
pub fn fio_steady(window: &[f64], rule: &FioCriterion) -> Option<FioSteady> {
    let (mean, slope) = line(window)?;
    let max_deviation = window
        .iter()
        .map(|value| (value - mean).abs())
        .fold(0.0, f64::max);
    // fio's slope is in percent of a mean without its fraction.
    let (measured, of) = match rule.measure {
        FioMeasure::Deviation => (max_deviation, mean),
        FioMeasure::Slope => (slope, if mean >= 1.0 { mean.trunc() } else { mean }),
    };
    let criterion = if rule.percent {
        100.0 * measured / of
    } else {
        measured
    };
    Some(FioSteady {
        mean,
        max_deviation,
        slope,
        criterion,
        attained: criterion.abs() < rule.limit,
    })
}

/// Mean and least-squares slope per step.
fn line(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let centre = (n - 1.0) / 2.0;
    let (mut along, mut square) = (0.0, 0.0);
    for (place, value) in values.iter().enumerate() {
        let x = place as f64 - centre;
        along += x * (value - mean);
        square += x * x;
    }
    Some((mean, along / square))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn snias_limits_are_over_the_window() {
        // A line that rises by 2.5 % of its mean per round rises by 10 % over five.
        let at_limit = [95.0, 97.5, 100.0, 102.5, 105.0];
        let found = snia(&at_limit).unwrap();
        assert!(found.attained && (found.slope - 0.10).abs() < 1e-12 && (found.range - 0.10).abs() < 1e-12);
        assert!(!snia(&[94.0, 97.0, 100.0, 103.0, 106.0]).unwrap().attained);
        // Exactly at the limit of the range, in any unit.
        for unit in [1.0, 100.0, 3.7e6] {
            assert!(
                snia(&[0.9, 1.1, 1.0, 1.0, 1.0].map(|round| round * unit))
                    .unwrap()
                    .attained,
                "{unit}"
            );
        }
        // Flat, but 22 % from lowest to highest.
        let wide = snia(&[100.0, 111.0, 100.0, 89.0, 100.0]).unwrap();
        assert!(!wide.attained && wide.range > 0.2);
        assert_eq!(snia(&[1.0; 4]), None);
        assert_eq!(snia(&[0.0; 5]), None);
    }

    #[test]
    fn only_the_last_five_rounds_count() {
        let rounds = [900.0, 500.0, 300.0, 110.0, 101.0, 100.0, 99.0, 100.0, 100.0];
        assert_eq!(snia_attained_at(&rounds), Some(8));
        assert_eq!(snia_attained_at(&rounds[..7]), None);
    }

    /// Samples and results of fio's criteria on a hand-made series.
    #[test]
    fn fios_criteria_are_strict_and_per_sample() {
        let window = [100.0, 102.0, 104.0, 106.0, 108.0];
        let rule = |measure, limit, percent| FioCriterion {
            measure,
            limit,
            percent,
        };
        let slope = fio_steady(&window, &rule(FioMeasure::Slope, 2.0, false)).unwrap();
        assert_eq!((slope.slope, slope.mean, slope.attained), (2.0, 104.0, false));
        assert!(
            fio_steady(&window, &rule(FioMeasure::Slope, 2.01, false))
                .unwrap()
                .attained
        );
        let deviation = fio_steady(&window, &rule(FioMeasure::Deviation, 4.0, true)).unwrap();
        assert!((deviation.criterion - 400.0 / 104.0).abs() < 1e-12 && deviation.attained);
        let falling: Vec<f64> = window.iter().rev().copied().collect();
        assert!(
            !fio_steady(&falling, &rule(FioMeasure::Slope, 1.0, false))
                .unwrap()
                .attained
        );
    }

    /// Samples and results that fio 3.33 printed for two jobs.
    #[test]
    fn the_numbers_are_fios() {
        let iops = [2001.0, 2000.0, 2001.0, 1993.0, 2008.0];
        let rule = FioCriterion {
            measure: FioMeasure::Deviation,
            limit: 0.0001,
            percent: true,
        };
        let found = fio_steady(&iops, &rule).unwrap();
        assert_eq!(
            (format!("{:.6}", found.criterion), found.attained),
            ("0.379886".into(), false)
        );
        assert!((found.max_deviation - 7.6).abs() < 1e-9);
        let bytes = [
            17_189_789_696.0,
            12_942_541_618.0,
            11_800_703_103.0,
            14_806_069_248.0,
            17_512_370_176.0,
        ];
        let rule = FioCriterion {
            measure: FioMeasure::Slope,
            limit: 3.0,
            percent: true,
        };
        let found = fio_steady(&bytes, &rule).unwrap();
        assert_eq!(
            (format!("{:.6}", found.criterion), found.attained),
            ("1.689319".into(), true)
        );
        assert!((found.slope - 250_868_859.0).abs() < 1e-3);
    }

    #[test]
    fn the_two_slope_limits_correspond() {
        // 10 % over a window of n is 10/(n − 1) % per sample.
        let rising: Vec<f64> = (0..60)
            .map(|i| 1000.0 * (1.0 + 0.0999 / 59.0 * f64::from(i)))
            .collect();
        let rule = FioCriterion {
            measure: FioMeasure::Slope,
            limit: 10.0 / 59.0,
            percent: true,
        };
        assert!(fio_steady(&rising, &rule).unwrap().attained);
        assert!(excursion(&rising, 0.2, 0.1).unwrap().attained);
    }

    #[test]
    fn fio_stops_at_the_first_quiet_window() {
        let mut samples = vec![10.0, 50.0, 90.0];
        samples.extend([100.0; 6]);
        let rule = FioCriterion {
            measure: FioMeasure::Deviation,
            limit: 1.0,
            percent: true,
        };
        let quiet = samples
            .windows(5)
            .position(|window| fio_steady(window, &rule).is_some_and(|state| state.attained));
        assert_eq!(quiet, Some(3));
    }
}
