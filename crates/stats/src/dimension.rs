//! How often to measure for a stated precision.
//!
//! Source: simulations (`tests/suite/studies.rs`). The interval of the median of n runs is about ± 3·CV/√n wide.

use crate::probability::chi_square_quantile;
use crate::scale::variation;

/// Runs from which an exact interval stays useful after a stop rule.
pub const LEAST_RUNS: usize = 10;
/// Runs of a pilot below which only a range is given.
pub const LEAST_PILOT: usize = 10;
/// Deviations that the half width of the median's interval has, times √n.
const HALF_WIDTH: f64 = 3.0;
/// Level of the range.
const LEVEL: f64 = 0.9;

/// How many runs it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunsNeeded {
    /// At the variation that the pilot shows.
    pub runs: usize,
    /// At the least and the most variation that it allows (90 %, normal runs).
    pub range: (usize, usize),
    /// The pilot is too small for a single number.
    pub only_a_range: bool,
}

/// Runs for an interval of the median within ± `half_width` (0.05: 5 %), from a pilot. None below two runs, or without variation to
/// judge by.
pub fn runs_needed(pilot: &[f64], half_width: f64) -> Option<RunsNeeded> {
    let found = variation(pilot)?;
    if half_width.is_nan() || half_width <= 0.0 {
        return None;
    }
    let freedom = (pilot.len() - 1) as f64;
    let at = |variation: f64| ((HALF_WIDTH * variation / half_width).powi(2).ceil() as usize).max(LEAST_RUNS);
    let bound = |share: f64| found * (freedom / chi_square_quantile(share, freedom)).sqrt();
    Some(RunsNeeded {
        runs: at(found),
        range: (at(bound((1.0 + LEVEL) / 2.0)), at(bound((1.0 - LEVEL) / 2.0))),
        only_a_range: pilot.len() < LEAST_PILOT,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn twice_the_precision_takes_four_times_the_runs() {
        let pilot: Vec<f64> = (0..10).map(|i| 1000.0 + 20.0 * f64::from(i)).collect();
        let coarse = runs_needed(&pilot, 0.02).unwrap();
        let fine = runs_needed(&pilot, 0.01).unwrap();
        assert!(
            fine.runs.abs_diff(4 * coarse.runs) <= 4 && !fine.only_a_range,
            "{coarse:?} {fine:?}"
        );
        assert!(fine.range.0 < fine.runs && fine.runs < fine.range.1);
        assert!(runs_needed(&pilot[..5], 0.01).unwrap().only_a_range);
        assert_eq!(runs_needed(&pilot, 10.0).unwrap().runs, LEAST_RUNS);
        assert_eq!(runs_needed(&[5.0], 0.1), None);
    }
}
