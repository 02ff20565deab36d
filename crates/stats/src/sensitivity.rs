//! Which difference a comparison that did not decide could have found, and how many runs would find a smaller one.
//!
//! An interval finds a difference by excluding 1. If its width is about the same wherever its centre is, it does so in 85 % of repetitions
//! for a difference of its half width and z(0.85) standard errors. The standard error is read from an interval at a lower level, where few
//! runs have ranks that fit. The width falls with the root of the number of runs. By normal theory; since the width is only known from the
//! same few runs, 80 % remain (`tests/suite/sensitivity.rs`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::probability::normal_quantile;

/// Share of repetitions in which a difference is found, if the width is known.
const POWER: f64 = 0.85;
/// Level of the interval from which the standard error is read.
const SCALE_LEVEL: f64 = 0.9;

/// What a comparison can find.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sensitivity {
    /// The smallest difference that these runs find in about 80 % of repetitions (0.18: 18 %).
    pub difference: f64,
    /// Runs of each, or pairs, that find a difference as large as the margin: a guess from the spread, rounded up.
    pub needed: u32,
}

/// Of `runs` of each, or pairs, whose ratio has the intervals `at` of each level; `level` is that of the interval that decides. None
/// without intervals, or without spread.
pub fn sensitivity(
    at: impl Fn(f64) -> Option<Interval>,
    level: f64,
    runs: f64,
    margin: f64,
) -> Option<Sensitivity> {
    let half_width = |level: f64| {
        let interval = at(level)?;
        Some((interval.high / interval.low).ln() / 2.0).filter(|half| *half > 0.0 && half.is_finite())
    };
    let z = |level: f64| normal_quantile((1.0 + level) / 2.0);
    let error = half_width(SCALE_LEVEL)? / z(SCALE_LEVEL);
    let power = normal_quantile(POWER);
    let difference = (half_width(level)? + power * error).exp() - 1.0;
    let needed = runs * ((z(level) + power) * error / margin.ln_1p()).powi(2);
    Some(Sensitivity {
        difference,
        needed: rounded(needed),
    })
}

/// Up to a number as rough as the width is known: 13 → 14, 68 → 70, 520 → 600.
fn rounded(runs: f64) -> u32 {
    let decade = 10_f64.powf(runs.max(1.0).log10().floor());
    let step = match runs / decade {
        few if few <= 2.0 => decade / 5.0,
        few if few <= 5.0 => decade / 2.0,
        _ => decade,
    };
    let step = step.max(1.0);
    ((runs / step - 1e-9).ceil().max(1.0) * step) as u32
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_runs_are_as_rough_as_they_are_known() {
        let found = [0.2, 3.1, 10.0, 13.0, 68.0, 100.0, 101.0, 520.0, 4100.0].map(rounded);
        assert_eq!(found, [1, 4, 10, 14, 70, 100, 120, 600, 4500]);
    }

    #[test]
    fn half_the_difference_takes_four_times_the_runs() {
        let at = |level: f64| {
            let half = 0.1 * normal_quantile((1.0 + level) / 2.0);
            Some(Interval {
                estimate: 1.0,
                low: (-half).exp(),
                high: half.exp(),
                level,
            })
        };
        let found = sensitivity(at, 0.95, 10.0, 0.05).unwrap();
        // 1.96 + 1.04 standard errors; 5 % (0.0488) is a sixth of that.
        let errors = 0.29964_f64;
        assert!((found.difference - errors.exp_m1()).abs() < 1e-4, "{found:?}");
        assert_eq!(found.needed, 400);
        let flat = |level: f64| Some(Interval::without_width(1.0, level));
        assert_eq!(sensitivity(flat, 0.95, 10.0, 0.05), None);
        assert_eq!(sensitivity(|_| None, 0.95, 10.0, 0.05), None);
    }
}
