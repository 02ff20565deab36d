//! How long and how often to measure for a stated precision.
//!
//! Sources: T. Kalibera and R. Jones, Rigorous benchmarking in reasonable time, ISMM 2013 (components of variance, best length of a
//! run); for the number of runs, simulations (`tests/suite/studies.rs`): the interval of the median of n runs is about ± 3·CV/√n wide.

use crate::effective::{batch_length, batch_means};
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

/// Variance within and between runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Components {
    /// Of independent batches of a run, in the square of the unit.
    pub within: f64,
    /// Of the runs beyond that. Not positive if they differ no more than their batches explain.
    pub between: f64,
    /// Seconds in a batch.
    pub batch: usize,
    /// Batches in a run.
    pub batches: usize,
}

/// Splits the variance of runs given by their seconds. Seconds are batched until their neighbours do not resemble each other. None
/// below two runs, two batches, or if no batching helps.
pub fn components(runs: &[Vec<f64>]) -> Option<Components> {
    let seconds = runs.iter().map(Vec::len).min()?;
    let lengths: Option<Vec<usize>> = runs
        .iter()
        .map(|run| batch_length(&run[run.len() - seconds..]))
        .collect();
    // Three runs of four are served by their own length; the odd one has one in twenty to resemble by accident.
    let mut lengths = lengths?;
    lengths.sort_unstable();
    let batch = *lengths.get(lengths.len() * 3 / 4)?;
    let batched: Vec<Vec<f64>> = runs
        .iter()
        .map(|run| batch_means(&run[run.len() - seconds..], batch))
        .collect();
    let batches = seconds / batch;
    if runs.len() < 2 || batches < 2 {
        return None;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let squares = |values: &[f64]| {
        let middle = mean(values);
        values.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / (values.len() - 1) as f64
    };
    let within = batched.iter().map(|run| squares(run)).sum::<f64>() / runs.len() as f64;
    let means: Vec<f64> = batched.iter().map(|run| mean(run)).collect();
    Some(Components {
        within,
        between: squares(&means) - within / batches as f64,
        batch,
        batches,
    })
}

impl Components {
    /// Seconds of a run that give the most precision for the time, if a run costs `run_cost` (preparation) and a second `second_cost`.
    /// None if runs do not differ beyond their seconds: one long run is as good.
    pub fn best_seconds(&self, run_cost: f64, second_cost: f64) -> Option<usize> {
        let batch_cost = second_cost * self.batch as f64;
        (self.between > 0.0 && batch_cost > 0.0).then(|| {
            let batches = (run_cost / batch_cost * self.within / self.between).sqrt().ceil();
            (batches.max(1.0) as usize).saturating_mul(self.batch)
        })
    }
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
