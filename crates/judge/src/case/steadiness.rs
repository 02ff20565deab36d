//! Whether a run was steady by SNIA's criterion and by fio's.
//!
//! They disagree: SNIA's looks at the means of five rounds and at the slope over all of them, fio's at single seconds and at the slope
//! per second.
//!
//! Sources: SNIA Solid State Storage Performance Test Specification 2.0.2; fio manual, `steadystate`.

use fiord_stats::steady::{
    Excursion, FioCriterion, FioMeasure, FioSteady, SNIA_RANGE_LIMIT, SNIA_ROUNDS, SNIA_SLOPE_LIMIT,
    fio_steady, snia,
};

use crate::case::{JobRun, SeriesOf};

/// Seconds below which five rounds are not worth the name.
const LEAST_SECONDS: usize = 10;
/// fio's limit for the largest distance of a second from the mean, in percent: half of SNIA's limit for the whole range.
const DEVIATION_LIMIT_PERCENT: f64 = 100.0 * SNIA_RANGE_LIMIT / 2.0;

/// One job by both criteria.
#[derive(Debug, Clone, PartialEq)]
pub struct Steadiness {
    /// Whether the rates are bytes.
    pub of_bytes: bool,
    /// Seconds looked at by fio's criterion: all whole ones.
    pub seconds: usize,
    /// Length of each of SNIA's five rounds. They are the last ones; up to four seconds at the start belong to none.
    pub round_s: usize,
    /// Means of the rounds in I/Os per second.
    pub rounds: Vec<f64>,
    /// SNIA's criterion.
    pub snia: Excursion,
    /// fio's `iops_slope`, in percent of the mean per second.
    pub slope: FioSteady,
    /// Its limit: SNIA's 10 % over the window, per second.
    pub slope_limit_percent: f64,
    /// fio's `iops`: the largest distance from the mean in percent of it.
    pub deviation: FioSteady,
    pub deviation_limit_percent: f64,
}

impl Steadiness {
    /// None of a run below ten seconds, or without I/O, or with nothing but latencies.
    pub fn of(job: &JobRun<'_>) -> Option<Self> {
        let of_bytes = match job.series_of() {
            SeriesOf::Ios => false,
            SeriesOf::Bytes => true,
            SeriesOf::Latencies => return None,
        };
        Self::of_series(&job.whole_seconds()).map(|state| Self { of_bytes, ..state })
    }

    /// The same of I/Os in each second.
    pub fn of_series(series: &[f64]) -> Option<Self> {
        if series.len() < LEAST_SECONDS {
            return None;
        }
        let round_s = series.len() / SNIA_ROUNDS;
        let rounds: Vec<f64> = series[series.len() - round_s * SNIA_ROUNDS..]
            .chunks(round_s)
            .map(|round| round.iter().sum::<f64>() / round_s as f64)
            .collect();
        let slope_limit_percent = 100.0 * SNIA_SLOPE_LIMIT / (series.len() - 1) as f64;
        let fio = |measure, limit| {
            let rule = FioCriterion {
                measure,
                limit,
                percent: true,
            };
            fio_steady(series, &rule)
        };
        Some(Self {
            of_bytes: false,
            seconds: series.len(),
            round_s,
            snia: snia(&rounds)?,
            rounds,
            slope: fio(FioMeasure::Slope, slope_limit_percent)?,
            slope_limit_percent,
            deviation: fio(FioMeasure::Deviation, DEVIATION_LIMIT_PERCENT)?,
            deviation_limit_percent: DEVIATION_LIMIT_PERCENT,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// Ten seconds, worked out by hand: rounds of 100, 102, 104, 106, 118; mean 106.
    #[test]
    fn both_criteria_are_those_of_the_definitions() {
        let series = [
            99.0, 101.0, 101.0, 103.0, 104.0, 104.0, 107.0, 105.0, 117.0, 119.0,
        ];
        let found = Steadiness::of_series(&series).unwrap();
        assert_eq!((found.seconds, found.round_s), (10, 2));
        assert_eq!(found.rounds, [100.0, 102.0, 104.0, 106.0, 118.0]);
        // Range 18 of 106. Slope: (−2·100 − 102 + 106 + 2·118)/10 = 4 per round, 16 over the window.
        assert!((found.snia.range - 18.0 / 106.0).abs() < 1e-12);
        assert!((found.snia.slope - 16.0 / 106.0).abs() < 1e-12);
        assert!(!found.snia.attained, "15.1 % is above 10 %");
        // Σ(x − 4.5)·y over ten seconds is 162, Σ(x − 4.5)² is 82.5.
        assert!((found.slope.criterion - 100.0 * (162.0 / 82.5) / 106.0).abs() < 1e-9);
        assert!((found.slope_limit_percent - 10.0 / 9.0).abs() < 1e-12 && !found.slope.attained);
        assert!((found.deviation.criterion - 100.0 * 13.0 / 106.0).abs() < 1e-9 && !found.deviation.attained);
        assert_eq!(Steadiness::of_series(&series[1..]), None);
        assert_eq!(Steadiness::of_series(&[0.0; 20]), None);
    }

    /// The two may disagree: one bad second is nothing to rounds of twelve.
    #[test]
    fn the_two_may_disagree() {
        let mut series = vec![1000.0; 60];
        series[30] = 500.0;
        let found = Steadiness::of_series(&series).unwrap();
        assert_eq!(
            (
                found.snia.attained,
                found.slope.attained,
                found.deviation.attained
            ),
            (true, true, false)
        );
    }
}
