//! What kind of course a per-second series takes: steady, cliff, rise, credits used up, saw-tooth, drift.
//!
//! A description of the numbers alone. Which cause it has (cache end, heat, credits, garbage collection) needs the other
//! evidence of the run. The words are bound to the rules here: a steady series of any tested noise is called something else
//! in at most 5 % of cases (`tests/simulations.rs`).

use crate::changepoint::{LEAST_CHANGE, LogSeries, Segment, coarsened, segments_of};
use crate::interval::median;

/// Samples below which nothing is said.
pub const LEAST_SAMPLES: usize = 12;
/// Coefficient of variation up to which a level is flat, as limiters make it.
const FLAT: f64 = 0.02;
/// Seconds at either end that make no drift by themselves.
const LEAST_EDGE: usize = 3;
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
    /// One shift down from a flat level to a flat level that is a round number, or from a provider's burst: a limiter whose
    /// credits ran out.
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
    let found = segments_of(values, &series);
    let line = Line::fit(&series.logs);
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
        return Shape::Drift {
            percent_per_sample: 100.0 * line.slope.exp_m1(),
        };
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

/// Whether a number is within half a percent of one that people write as a limit: 3000, 16 000, 125, …
pub fn is_round(value: f64) -> bool {
    if !(value.is_finite() && value > 0.0) {
        return false;
    }
    let digits = value / 10_f64.powf(value.log10().floor());
    ROUND_DIGITS
        .iter()
        .chain(&[10.0])
        .any(|round| (digits / round - 1.0).abs() <= ROUND)
}

/// Coefficient of variation, from the median distance from the median: bad seconds, and a first and last one that a shift cut,
/// do not count.
fn variation(values: &[f64]) -> f64 {
    let middle = median(values).unwrap_or(0.0);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    1.4826 * median(&distances).unwrap_or(f64::INFINITY) / middle
}

/// A least-squares line through a series.
struct Line {
    mean: f64,
    slope: f64,
    /// Sum of squared deviations from it.
    cost: f64,
}

impl Line {
    fn fit(logs: &[f64]) -> Self {
        let n = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / n;
        let centre = (n - 1.0) / 2.0;
        let (mut along, mut square, mut total) = (0.0, 0.0, 0.0);
        for (place, value) in logs.iter().enumerate() {
            let x = place as f64 - centre;
            along += x * (value - mean);
            square += x * x;
            total += (value - mean).powi(2);
        }
        let slope = along / square.max(1.0);
        Self {
            mean,
            slope,
            cost: (total - slope * along).max(0.0),
        }
    }
}

impl Line {
    /// Whether the series goes on falling or rising, at half that slope at least, without its first and last tenth: a few odd
    /// seconds at an end tilt a line through all of them.
    fn holds_inside(&self, logs: &[f64]) -> bool {
        let edge = (logs.len() / 10).max(LEAST_EDGE);
        let inner = logs
            .get(edge..logs.len().saturating_sub(edge))
            .unwrap_or_default();
        !inner.is_empty() && Self::fit(inner).slope / self.slope >= 0.5
    }
}

/// The period of a series that swings by [`LEAST_CHANGE`] or more: the lag of the first peak of its autocorrelation behind the
/// first dip below 0, if the peak is high and the dip deep. At least two and a half periods must be seen.
fn period(series: &LogSeries, line: &Line) -> Option<usize> {
    let n = series.logs.len();
    let centre = (n as f64 - 1.0) / 2.0;
    let rest: Vec<f64> = series
        .logs
        .iter()
        .enumerate()
        .map(|(place, value)| value - line.mean - line.slope * (place as f64 - centre))
        .collect();
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
