//! What kind of course a per-second series takes: steady, cliff, rise, credits used up, saw-tooth, drift.
//!
//! A description of the numbers alone. Which cause it has (cache end, heat, credits, garbage collection) needs the other
//! evidence of the run. The words are bound to the rules here: a steady series of any tested noise is called something else
//! in at most 5 % of cases (`tests/suite/simulations.rs`).

use crate::changepoint::{LEAST_CHANGE, LogSeries, Segment, coarsened, segments_of};
use crate::interval::median;
use crate::line::FittedLine;

/// Samples below which nothing is said.
pub const LEAST_SAMPLES: usize = 12;
/// Coefficient of variation up to which a level is flat, as limiters make it.
const FLAT: f64 = 0.02;
/// A series is a step and not a drift if its samples' distances from two levels sum up to less than this share of those from the line.
const NEARER: f64 = 0.85;
/// Autocorrelation at the period from which a series is periodic.
const PERIODIC: f64 = 0.6;
/// Autocorrelation that a swing must fall below between its peaks.
const ANTIPHASE: f64 = -0.2;
/// Tolerance for a level to be a round number.
const ROUND: f64 = 0.005;
/// What AWS gp2 volumes burst to whatever their size; their refill is 3 per second and GiB, which need not be round.
const BURST_IOPS: f64 = 3000.0;
/// Leading digits that providers and administrators write as limits.
const ROUND_DIGITS: [f64; 15] = [
    1.0, 1.2, 1.25, 1.28, 1.5, 1.6, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 6.4, 7.5, 8.0,
];

/// The course of a series.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Fewer samples than anything can be said of, or not numbers.
    TooShort,
    /// One level.
    Steady,
    /// One shift down at sample `at`.
    Cliff {
        /// Index of the first sample at the new level.
        at: usize,
        /// Median before.
        before: f64,
        /// Median from there.
        after: f64,
    },
    /// Shifts upwards only, in the end to a level that lasts: a warm-up, or something that made room.
    Rise {
        /// Index of the first sample at the last level.
        at: usize,
        /// Median of the first level.
        before: f64,
        /// Median from `at`.
        after: f64,
    },
    /// One shift down from a flat level to a flat level that is a round number, or from a provider's burst: perhaps a limiter whose
    /// credits ran out. One flat cliff in fifteen ends at a round number by accident: see [`limit_match`].
    TokenBucket {
        /// Index of the first sample at the limited level.
        at: usize,
        /// Median before: the burst.
        burst: f64,
        /// Median from there: the refill rate.
        baseline: f64,
    },
    /// Up and down again and again.
    SawTooth {
        /// Samples from one rise to the next.
        period: usize,
    },
    /// A gradual rise or fall.
    Drift {
        /// Change per sample in percent.
        percent_per_sample: f64,
    },
    /// Several shifts without a pattern.
    Unsteady {
        /// The levels.
        segments: Vec<Segment>,
    },
}

/// The shape of a series of rates of one second each. `units` are the units in which a level may be a round number:
/// `[1.0]` for IOPS, `[1.0, 1048576.0]` for bytes per second (MB and MiB).
///
/// Series longer than [`crate::changepoint::MOST_SAMPLES`] are averaged in groups first, as in [`crate::changepoint::segments`].
pub fn shape(values: &[f64], units: &[f64]) -> Shape {
    let (coarse, group) = coarsened(values);
    if group == 1 {
        return shape_of(values, units);
    }
    let scaled = |place: usize| (place * group).min(values.len());
    match shape_of(&coarse, units) {
        Shape::Cliff { at, before, after } => Shape::Cliff {
            at: scaled(at),
            before,
            after,
        },
        Shape::Rise { at, before, after } => Shape::Rise {
            at: scaled(at),
            before,
            after,
        },
        Shape::TokenBucket { at, burst, baseline } => Shape::TokenBucket {
            at: scaled(at),
            burst,
            baseline,
        },
        Shape::SawTooth { period } => Shape::SawTooth {
            period: period * group,
        },
        Shape::Drift { percent_per_sample } => Shape::Drift {
            percent_per_sample: percent_per_sample / group as f64,
        },
        Shape::Unsteady { mut segments } => {
            for segment in &mut segments {
                (segment.start, segment.end) = (scaled(segment.start), scaled(segment.end));
            }
            Shape::Unsteady { segments }
        }
        short_or_steady => short_or_steady,
    }
}

fn shape_of(values: &[f64], units: &[f64]) -> Shape {
    if values.len() < LEAST_SAMPLES {
        return Shape::TooShort;
    }
    let Some(series) = LogSeries::new(values) else {
        return Shape::TooShort;
    };
    let mut found = segments_of(values, &series);
    let line = FittedLine::fit(&series.logs);
    let level_cost = series.cost(&[0]);
    if let Some(period) = period(&series, &line) {
        return Shape::SawTooth { period };
    }
    // Both descriptions pay for each number they need; the line needs one more than a level, a shift needs two.
    let penalty = series.penalty();
    let starts: Vec<usize> = found.iter().map(|segment| segment.start).collect();
    let steps_cost = series.cost(&starts) + penalty * (starts.len().max(1) - 1) as f64;
    let line_cost = line.cost + penalty;
    let rise = (line.slope * (values.len() - 1) as f64).abs();
    if rise >= (1.0 + LEAST_CHANGE).ln()
        && line_cost < level_cost
        && line_cost < steps_cost
        && line.holds_inside(&series.logs)
    {
        match one_step(values, &series, &line) {
            Some(step) => found = step,
            None => {
                return Shape::Drift {
                    percent_per_sample: 100.0 * line.slope.exp_m1(),
                };
            }
        }
    }
    match found.as_slice() {
        [] | [_] => Shape::Steady,
        [first, .., last] if is_rise(&found) => Shape::Rise {
            at: last.start,
            before: first.level,
            after: last.level,
        },
        [before, after] => one_shift(values, before, after, units),
        _ => Shape::Unsteady { segments: found },
    }
}

/// The two levels that most samples are nearer to than to the line: a few odd seconds tilt a line by their squares, and hide a step
/// in the noise that they seem to be.
fn one_step(values: &[f64], series: &LogSeries, line: &FittedLine) -> Option<Vec<Segment>> {
    let step = series.best_step(values)?;
    let [before, after] = step.as_slice() else {
        return None;
    };
    let apart = |part: &Segment| {
        let logs = &series.logs[part.start..part.end];
        let middle = median(logs).unwrap_or(0.0);
        logs.iter().map(|log| (log - middle).abs()).sum::<f64>()
    };
    let from_line: f64 = line.rest(&series.logs).iter().map(|rest| rest.abs()).sum();
    let is_high = (before.level / after.level).ln().abs() >= (1.0 + LEAST_CHANGE).ln();
    (is_high && apart(before) + apart(after) < NEARER * from_line).then_some(step)
}

/// Whether each level is higher than the one before, and the last holds for half the time, unless it is the only other one.
fn is_rise(segments: &[Segment]) -> bool {
    let rising = segments
        .iter()
        .zip(segments.iter().skip(1))
        .all(|(before, after)| before.level < after.level);
    let lasting = segments.last().is_some_and(|last| last.len() * 2 >= last.end);
    rising && (segments.len() == 2 || lasting)
}

fn one_shift(values: &[f64], before: &Segment, after: &Segment, units: &[f64]) -> Shape {
    let flat = |segment: &Segment| variation(&values[segment.start..segment.end]) < FLAT;
    let round = units.iter().any(|unit| is_round(after.level / unit))
        || (before.level / BURST_IOPS - 1.0).abs() <= ROUND;
    if after.level < before.level && flat(before) && flat(after) && round {
        return Shape::TokenBucket {
            at: after.start,
            burst: before.level,
            baseline: after.level,
        };
    }
    Shape::Cliff {
        at: after.start,
        before: before.level,
        after: after.level,
    }
}

/// A level and the limit that it may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimitMatch {
    /// The round number, in units.
    pub limit: f64,
    pub unit: f64,
    /// Chance that a level of no meaning matches some limit in one of the units asked for: a match alone is weak evidence.
    pub chance: f64,
}

/// The limit that people write which a level is within half a percent of, in the first of the units that fits.
///
/// About one level in fifteen matches in each unit by accident, so it takes a second witness to speak of a limiter: a provider's or
/// cgroup's setting of that number, the same number after another idle time, or I/Os that wait outside the device.
pub fn limit_match(level: f64, units: &[f64]) -> Option<LimitMatch> {
    units.iter().find_map(|unit| {
        let limit = nearest_round(level / unit)?;
        Some(LimitMatch {
            limit,
            unit: *unit,
            chance: chance_of_match(units),
        })
    })
}

/// Share of all levels, on a logarithmic scale, that are within [`ROUND`] of a limit in one of the units.
fn chance_of_match(units: &[f64]) -> f64 {
    let mut covered: Vec<(f64, f64)> = units
        .iter()
        .flat_map(|unit| ROUND_DIGITS.map(|digits| (digits * unit).log10().rem_euclid(1.0)))
        .flat_map(|centre| {
            let (low, high) = (centre + (1.0 - ROUND).log10(), centre + (1.0 + ROUND).log10());
            // What reaches over an end of the decade comes in again at the other.
            [(low, high), (low - 1.0, high - 1.0), (low + 1.0, high + 1.0)]
        })
        .map(|(low, high)| (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0)))
        .collect();
    covered.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (mut share, mut reached) = (0.0, 0.0_f64);
    for (low, high) in covered {
        share += (high - low.max(reached)).max(0.0);
        reached = reached.max(high);
    }
    share
}

fn nearest_round(value: f64) -> Option<f64> {
    if !(value.is_finite() && value > 0.0) {
        return None;
    }
    let decade = 10_f64.powf(value.log10().floor());
    ROUND_DIGITS
        .iter()
        .chain(&[10.0])
        .find(|round| (value / decade / *round - 1.0).abs() <= ROUND)
        .map(|round| round * decade)
}

/// Whether a number is within half a percent of one that people write as a limit: 3000, 16 000, 125, …
pub fn is_round(value: f64) -> bool {
    nearest_round(value).is_some()
}

/// Coefficient of variation, from the median distance from the median: bad seconds, and a first and last one that a shift cut,
/// do not count.
fn variation(values: &[f64]) -> f64 {
    let middle = median(values).unwrap_or(0.0);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    1.4826 * median(&distances).unwrap_or(f64::INFINITY) / middle
}

/// The period of a series that swings by [`LEAST_CHANGE`] or more: the lag of the first peak of its autocorrelation behind the
/// first dip below 0, if the peak is high and the dip deep. At least two and a half periods must be seen.
fn period(series: &LogSeries, line: &FittedLine) -> Option<usize> {
    let n = series.logs.len();
    let rest = line.rest(&series.logs);
    let power = rest.iter().map(|value| value * value).sum::<f64>() / n as f64;
    // A sine of amplitude a has power a²/2 and swings by 2a. And it must stand clear of the noise between neighbours.
    if power < (LEAST_CHANGE / 2.0).powi(2) / 2.0 || power < 2.0 * series.variance {
        return None;
    }
    let correlations: Vec<f64> = (0..=n * 2 / 5)
        .map(|lag| {
            let products: f64 = rest.iter().zip(rest.iter().skip(lag)).map(|(a, b)| a * b).sum();
            products / (n - lag) as f64 / power
        })
        .collect();
    let dip = correlations.iter().position(|height| *height < 0.0)?;
    let behind = correlations.get(dip..)?;
    let height = behind.iter().copied().fold(f64::MIN, f64::max);
    let depth = behind.iter().copied().fold(f64::MAX, f64::min);
    // Multiples of the period are as high as the period itself, so it is the top of the first hill that comes near the best.
    let hill = behind.iter().position(|value| *value >= 0.8 * height)?;
    let (top, _) = behind
        .iter()
        .enumerate()
        .skip(hill)
        .take_while(|(_, value)| **value >= 0.8 * height)
        .max_by(|a, b| a.1.total_cmp(b.1))?;
    (height >= PERIODIC && depth < ANTIPHASE && dip + top >= 3).then_some(dip + top)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_round_and_other_numbers_are_not() {
        for limit in [3000.0, 16_000.0, 125.0, 1.0, 99.8, 100.4, 0.25, 6_400.0] {
            assert!(is_round(limit), "{limit}");
        }
        for number in [3050.0, 17.3, 0.0, -5.0, f64::NAN, 111.0, 9_400.0] {
            assert!(!is_round(number), "{number}");
        }
    }

    #[test]
    fn a_limit_comes_with_the_chance_of_an_accident() {
        let found = limit_match(3_010.0, &[1.0]).unwrap();
        assert_eq!((found.limit, found.unit), (3_000.0, 1.0));
        assert!((found.chance - 0.065).abs() < 1e-3, "{}", found.chance);
        let found = limit_match(125.2 * 1_048_576.0, &[1.0, 1_048_576.0]).unwrap();
        assert_eq!((found.limit, found.unit), (125.0, 1_048_576.0));
        assert!((0.08..0.131).contains(&found.chance), "{}", found.chance);
        assert_eq!(limit_match(3_419.0, &[1.0]), None);
        // Counted one by one.
        let steps = 100_000;
        let hits = (0..steps)
            .filter(|step| {
                limit_match(10_f64.powf(4.0 + f64::from(*step) / f64::from(steps)), &[1.0]).is_some()
            })
            .count();
        assert!((hits as f64 / f64::from(steps) - 0.065).abs() < 1e-3, "{hits}");
    }

    #[test]
    fn short_or_broken_series_have_no_shape() {
        assert_eq!(shape(&[1.0; 11], &[1.0]), Shape::TooShort);
        assert_eq!(shape(&[f64::NAN; 30], &[1.0]), Shape::TooShort);
        assert_eq!(shape(&[0.0; 30], &[1.0]), Shape::Steady);
    }

    #[test]
    fn a_last_second_that_was_cut_short_changes_nothing() {
        for (n, noise) in [(12, 0), (30, 0), (60, 40), (300, 40)] {
            let mut values: Vec<f64> = (0..n).map(|i| f64::from(3000 + noise * (i * 7 % 5))).collect();
            values[n as usize - 1] *= 0.3;
            assert_eq!(shape(&values, &[1.0]), Shape::Steady, "{n} samples");
            values[0] *= 0.6;
            assert_eq!(shape(&values, &[1.0]), Shape::Steady, "{n} samples");
        }
    }

    #[test]
    fn long_series_keep_their_places_and_rates() {
        let day = 86_400;
        let cliff: Vec<f64> = (0..day)
            .map(|i| if i < 43_200 { 3333.0 } else { 777.0 })
            .collect();
        assert_eq!(
            shape(&cliff, &[]),
            Shape::Cliff {
                at: 43_200,
                before: 3333.0,
                after: 777.0
            }
        );
        let drift: Vec<f64> = (0..day).map(|i| 1000.0 * (-1e-5 * f64::from(i)).exp()).collect();
        let Shape::Drift { percent_per_sample } = shape(&drift, &[]) else {
            panic!("not a drift");
        };
        assert!((percent_per_sample + 1e-3).abs() < 1e-5, "{percent_per_sample}");
    }
}
