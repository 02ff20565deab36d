//! Where the level of a series changes: exact optimal partitioning into segments of constant mean, on a log scale.
//!
//! It finds level shifts, says nothing about their cause (see [`crate::shape`]), and takes equidistant samples only: rates of
//! one second each, ideally of a thousand I/Os or more. Called for the per-second series of a run.
//!
//! How false alarms are held down: the noise is estimated from differences, which a few shifts cannot blow up, including its
//! persistence (a neighbour that resembles its neighbour makes sums vary more than independent noise would); the penalty of
//! a change is a multiple of ln n times that; lone outliers are clipped to their neighbourhood; and neighbouring segments
//! that differ little or whose medians' intervals overlap are joined again. The multiple was calibrated by simulation
//! (`tests/suite/simulations.rs`): at most 5 % of constant series of any tested noise show a change. Noise more persistent than a
//! first-order autoregression with 0.8 is a wandering level here, and reported as one.

use crate::interval::{median, median_interval};
use crate::line::FittedLine;

/// Shifts smaller than this share of the level are not reported.
pub const LEAST_CHANGE: f64 = 0.05;
/// Longer series are averaged to this many samples at most: two hours of seconds.
pub const MOST_SAMPLES: usize = 7200;
/// Penalty of one change, in units of ln n noise variances.
const PENALTY: f64 = 4.0;
/// The most that permutations may raise it to, as a multiple: 15 ln n, as it is used for change points of mean and variance.
const MOST_RAISED: f64 = 15.0 / PENALTY;
/// Permutations, and how many of them may show a change.
const PERMUTATIONS: usize = 200;
const ALARMS: usize = 10;
/// Fewest samples in a segment, and their least share of the series.
const LEAST_SEGMENT: usize = 6;
const LEAST_SEGMENT_SHARE: f64 = 0.02;
/// Noise below this share of the level is taken as this: counters and timers are not better.
const LEAST_NOISE: f64 = 0.002;
/// Samples on each side whose median an outlier is held against, and how many deviations it may be away.
const NEIGHBOURS: usize = 3;
const CLIP: f64 = 4.0;
/// Lags whose differences tell how persistent the noise is.
const LAGS: std::ops::RangeInclusive<usize> = 3..=8;
/// Steps this many deviations high are shifts or outliers; no persistent noise of the tested kinds makes them, so they do not
/// speak for persistence.
const JUMP: f64 = 4.0;
/// The most that persistence may raise the penalty: that of a first-order autoregression with 0.8.
const MOST_PERSISTENCE: f64 = 45.0;

/// A stretch of one level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// Index of its first sample.
    pub start: usize,
    /// Index after its last.
    pub end: usize,
    /// Median of its samples, in their unit.
    pub level: f64,
}

impl Segment {
    /// Number of samples.
    pub fn len(&self) -> usize {
        self.end - self.start
    }

    /// Never true of a segment found here.
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }
}

/// The segments of a series of positive values; one if its level never changes, none if it is empty or not finite. Samples of 0
/// (a stall) count as a thousandth of the median. The effort grows with the square of the length, so more than
/// [`MOST_SAMPLES`] are averaged in groups first, and places are then multiples of the group.
pub fn segments(values: &[f64]) -> Vec<Segment> {
    let (coarse, group) = coarsened(values);
    if group > 1 {
        let scaled = |place: usize| (place * group).min(values.len());
        let scale = |segment: Segment| Segment {
            start: scaled(segment.start),
            end: scaled(segment.end),
            level: segment.level,
        };
        return segments(&coarse).into_iter().map(scale).collect();
    }
    LogSeries::new(values).map_or_else(Vec::new, |series| segments_of(values, &series))
}

/// The segments of a series that was prepared already.
pub(crate) fn segments_of(values: &[f64], series: &LogSeries) -> Vec<Segment> {
    let mut starts = series.starts();
    let clipped: Vec<f64> = series.logs.iter().map(|log| log.exp()).collect();
    join_alike(&clipped, &mut starts);
    levels(values, &starts)
}

/// The segments that begin at `starts`.
fn levels(values: &[f64], starts: &[usize]) -> Vec<Segment> {
    let mut ends: Vec<usize> = starts.iter().skip(1).copied().collect();
    ends.push(values.len());
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| Segment {
            start: *start,
            end,
            level: median(&values[*start..end]).unwrap_or(0.0),
        })
        .collect()
}

/// The series in at most [`MOST_SAMPLES`] means of equal groups (the last may be smaller), and the size of a group.
pub(crate) fn coarsened(values: &[f64]) -> (Vec<f64>, usize) {
    let group = values.len().div_ceil(MOST_SAMPLES).max(1);
    let mean = |group: &[f64]| group.iter().sum::<f64>() / group.len() as f64;
    (values.chunks(group).map(mean).collect(), group)
}

/// A series prepared for segmentation: logarithms without lone outliers, and its noise.
pub(crate) struct LogSeries {
    pub(crate) logs: Vec<f64>,
    /// Variance of the noise from one sample to the next.
    pub(crate) variance: f64,
    /// By how much more sums vary than those of independent noise of that variance; 1 or more.
    pub(crate) persistence: f64,
}

impl LogSeries {
    pub(crate) fn new(values: &[f64]) -> Option<Self> {
        let typical = median(values)
            .filter(|level| level.is_finite() && values.iter().all(|value| value.is_finite()))?;
        // A series that is mostly stalled has a median of 0; any positive floor keeps the logarithms finite then.
        let floor = if typical > 0.0 {
            typical / 1000.0
        } else {
            values.iter().copied().fold(0.0, f64::max).max(1.0) / 1000.0
        };
        let mut logs: Vec<f64> = values.iter().map(|value| value.max(floor).ln()).collect();
        let common = lag_variance(&logs, 1..=1).max(LEAST_NOISE * LEAST_NOISE);
        let reach = CLIP * common.max(upper_variance(&logs)).sqrt();
        clip_outliers(&mut logs, reach);
        // Stalls that come too often to be outliers and too seldom to move a median are noise as well.
        let variance = common.max(mean_variance(&logs));
        let level = persistence(&without_jumps(&logs, JUMP * (2.0 * common).sqrt()), common);
        // A trend makes far values differ as persistence does. It is one if the line through the series is worth its price.
        let line = FittedLine::fit(&logs);
        let saved = line.total - line.cost;
        let rest = line.rest(&logs);
        let near = lag_variance(&rest, 1..=1).max(LEAST_NOISE * LEAST_NOISE);
        let (along, around) = (persistence(&rest, near), near.max(mean_variance(&rest)));
        let is_trend = saved > PENALTY * along * around * (logs.len() as f64).ln();
        Some(Self {
            logs,
            variance: if is_trend { around.min(variance) } else { variance },
            persistence: if is_trend { along.min(level) } else { level },
        })
    }

    /// The cost that a further segment must save.
    pub(crate) fn penalty(&self) -> f64 {
        PENALTY * self.persistence * self.variance * (self.logs.len() as f64).ln()
    }

    /// Starts of the segments at a penalty that this series' own noise does not exceed more often than once in twenty.
    fn starts(&self) -> Vec<usize> {
        let penalty = self.penalty();
        let starts = self.partition(penalty);
        if starts.len() < 2 {
            return starts;
        }
        let raised = self.permuted_gain(&starts).min(penalty * MOST_RAISED);
        if raised > penalty {
            self.partition(raised)
        } else {
            starts
        }
    }

    /// What one change saves in the series without its levels, its blocks in random order; exceeded by [`ALARMS`] of
    /// [`PERMUTATIONS`]. The blocks are as long as neighbours resemble each other.
    fn permuted_gain(&self, starts: &[usize]) -> f64 {
        let sums = Sums::new(&self.logs);
        let ends = starts.iter().skip(1).copied().chain([self.logs.len()]);
        let rest: Vec<f64> = starts
            .iter()
            .zip(ends)
            .flat_map(|(start, end)| {
                let mean = sums.mean(*start, end);
                self.logs[*start..end].iter().map(move |value| value - mean)
            })
            .collect();
        let mut blocks: Vec<&[f64]> = rest.chunks(self.persistence.sqrt().ceil() as usize).collect();
        let shortest = least_segment(rest.len());
        let mut state = 0x5EED_u64;
        let mut gains: Vec<f64> = (0..PERMUTATIONS)
            .map(|_| {
                for place in (1..blocks.len()).rev() {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    blocks.swap(place, (state >> 33) as usize % (place + 1));
                }
                let sums = Sums::new(&blocks.concat());
                let whole = sums.cost(0, rest.len());
                let saved = |place| whole - sums.cost(0, place) - sums.cost(place, rest.len());
                (shortest..=rest.len() - shortest).map(saved).fold(0.0, f64::max)
            })
            .collect();
        gains.sort_unstable_by(f64::total_cmp);
        gains[PERMUTATIONS - 1 - ALARMS]
    }

    /// Starts of the segments with the least sum of squared deviations plus `penalty` for each, by dynamic programming over all
    /// partitions with segments long enough. The first start is 0.
    pub(crate) fn partition(&self, penalty: f64) -> Vec<usize> {
        let n = self.logs.len();
        let shortest = least_segment(n);
        let sums = Sums::new(&self.logs);
        // best[end]: least cost of the first `end` samples, and where its last segment starts.
        let mut best = vec![(f64::INFINITY, 0); n + 1];
        best[0] = (-penalty, 0);
        for end in shortest..=n {
            for start in std::iter::once(0).chain(shortest..=end.saturating_sub(shortest)) {
                let cost = best[start].0 + sums.cost(start, end) + penalty;
                if cost < best[end].0 {
                    best[end] = (cost, start);
                }
            }
        }
        let mut starts = Vec::new();
        let mut end = n;
        while end > 0 {
            end = best[end].1;
            starts.push(end);
        }
        starts.reverse();
        starts
    }

    /// The two segments with the least cost; none in a series too short for two.
    pub(crate) fn best_step(&self, values: &[f64]) -> Option<Vec<Segment>> {
        let (n, shortest) = (self.logs.len(), least_segment(self.logs.len()));
        let costs = (shortest..=n.checked_sub(shortest)?).map(|place| (self.cost(&[0, place]), place));
        let (_, place) = costs.min_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(levels(values, &[0, place]))
    }

    /// Sum of squared deviations from the means of the segments that begin at `starts`.
    pub(crate) fn cost(&self, starts: &[usize]) -> f64 {
        let sums = Sums::new(&self.logs);
        let ends = starts.iter().skip(1).copied().chain([self.logs.len()]);
        starts
            .iter()
            .zip(ends)
            .map(|(start, end)| sums.cost(*start, end))
            .sum()
    }
}

/// Fewest samples of a segment in a series of `n`.
fn least_segment(n: usize) -> usize {
    LEAST_SEGMENT.max((LEAST_SEGMENT_SHARE * n as f64).ceil() as usize)
}

/// Prefix sums for the cost of any segment in constant time.
struct Sums(Vec<(f64, f64)>);

impl Sums {
    fn new(logs: &[f64]) -> Self {
        // Relative to the first, so that squares of large logarithms do not swallow small deviations.
        let origin = logs.first().copied().unwrap_or(0.0);
        let mut sums = vec![(0.0, 0.0)];
        let (mut sum, mut square) = (0.0, 0.0);
        for value in logs {
            let value = value - origin;
            sum += value;
            square += value * value;
            sums.push((sum, square));
        }
        Self(sums)
    }

    /// The mean relative to the first value of the series.
    fn mean(&self, start: usize, end: usize) -> f64 {
        (self.0[end].0 - self.0[start].0) / (end - start) as f64
    }

    fn cost(&self, start: usize, end: usize) -> f64 {
        let (sum, square) = (self.0[end].0 - self.0[start].0, self.0[end].1 - self.0[start].1);
        (square - sum * sum / (end - start) as f64).max(0.0)
    }
}

/// Half the variance of differences at some lags, from their median size, so that a few shifts and outliers do not count.
fn lag_variance(logs: &[f64], lags: std::ops::RangeInclusive<usize>) -> f64 {
    let differences: Vec<f64> = lags
        .flat_map(|lag| logs.iter().zip(logs.iter().skip(lag)).map(|(a, b)| (b - a).abs()))
        .collect();
    let deviation = 1.4826 * median(&differences).unwrap_or(0.0);
    deviation * deviation / 2.0
}

/// By how much more sums of these values vary than those of independent ones whose neighbours differ by `near`.
///
/// For a first-order autoregression with r, differences of neighbours have (1 − r) of the variance that far ones have, and sums vary
/// (1 + r)/(1 − r)² times as much as those of independent values with the variance of neighbours.
fn persistence(values: &[f64], near: f64) -> f64 {
    let independent = near / lag_variance(values, LAGS).max(near);
    ((2.0 - independent) / (independent * independent)).min(MOST_PERSISTENCE)
}

/// The series with steps higher than `reach` taken out: what it would be without its shifts. A step up and the step down behind it
/// go both, so outliers leave no trace either.
fn without_jumps(logs: &[f64], reach: f64) -> Vec<f64> {
    let mut taken = 0.0;
    let mut before = logs.first().copied().unwrap_or(0.0);
    logs.iter()
        .map(|value| {
            let step = value - before;
            before = *value;
            if step.abs() > reach {
                taken += step;
            }
            value - taken
        })
        .collect()
}

/// Half the variance of neighbours' differences, from the size that a quarter of them exceed: stalls in more than one second of
/// eight are no outliers.
fn upper_variance(logs: &[f64]) -> f64 {
    let mut sizes: Vec<f64> = logs
        .iter()
        .zip(logs.iter().skip(1))
        .map(|(a, b)| (b - a).abs())
        .collect();
    sizes.sort_unstable_by(f64::total_cmp);
    // Three quarters of a normal distribution lie within 1.1503 deviations.
    let deviation = sizes.get(sizes.len() * 3 / 4).copied().unwrap_or(0.0) / 1.1503;
    deviation * deviation / 2.0
}

/// Half the variance of neighbours' differences, from their mean size: what the median does not see. A few shifts in a long
/// series add little.
fn mean_variance(logs: &[f64]) -> f64 {
    let sum: f64 = logs
        .iter()
        .zip(logs.iter().skip(1))
        .map(|(a, b)| (b - a).abs())
        .sum();
    let mean = sum / logs.len().saturating_sub(1).max(1) as f64;
    // The mean size of a normal difference of variance 2v is √(4v/π).
    mean * mean * std::f64::consts::FRAC_PI_4
}

/// Holds each value within `reach` of the median of its neighbourhood. A median keeps edges sharp, so a shift stays.
fn clip_outliers(logs: &mut [f64], reach: f64) {
    let original = logs.to_vec();
    for (place, value) in logs.iter_mut().enumerate() {
        let first = place.saturating_sub(NEIGHBOURS);
        let last = (place + NEIGHBOURS + 1).min(original.len());
        let near = median(&original[first..last]).unwrap_or(*value);
        *value = value.clamp(near - reach, near + reach);
    }
}

/// Joins neighbours that differ by less than [`LEAST_CHANGE`] or whose medians' 95 % intervals overlap, weakest first.
fn join_alike(values: &[f64], starts: &mut Vec<usize>) {
    loop {
        let ends: Vec<usize> = starts.iter().skip(1).copied().chain([values.len()]).collect();
        let weakest = (1..starts.len())
            .map(|place| {
                let left = &values[starts[place - 1]..ends[place - 1]];
                let right = &values[starts[place]..ends[place]];
                (contrast(left, right), place)
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match weakest {
            Some((contrast, place)) if contrast < LEAST_CHANGE => {
                starts.remove(place);
            }
            _ => return,
        }
    }
}

/// By what share the larger of two medians exceeds the smaller; 0 if their intervals overlap.
fn contrast(left: &[f64], right: &[f64]) -> f64 {
    let (Some(a), Some(b)) = (median_interval(left, 0.95), median_interval(right, 0.95)) else {
        return 0.0;
    };
    if a.low <= b.high && b.low <= a.high {
        return 0.0;
    }
    let (small, large) = (a.estimate.min(b.estimate), a.estimate.max(b.estimate));
    if small > 0.0 {
        large / small - 1.0
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn starts(values: &[f64]) -> Vec<usize> {
        segments(values).iter().map(|segment| segment.start).collect()
    }

    /// Every partition, tried one by one, against the dynamic programme.
    #[test]
    fn the_partition_is_the_best_of_all() {
        let mut state = 0x5EED_u64;
        let mut values = Vec::new();
        for place in 0..26 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let noise = (state >> 40) as f64 / (1 << 24) as f64;
            values.push(100.0 + 30.0 * noise + if place > 11 { 25.0 } else { 0.0 });
        }
        let series = LogSeries::new(&values).unwrap();
        for penalty in [0.0, 0.01, 0.05, 0.2, 5.0] {
            let found = series.partition(penalty);
            let found_cost = series.cost(&found) + penalty * (found.len() - 1) as f64;
            let mut partitions = vec![vec![0]];
            for a in 6..=20 {
                partitions.push(vec![0, a]);
                partitions.extend((a + 6..=20).map(|b| vec![0, a, b]));
                for b in a + 6..=20 {
                    partitions.extend((b + 6..=20).map(|c| vec![0, a, b, c]));
                }
            }
            for other in partitions {
                let cost = series.cost(&other) + penalty * (other.len() - 1) as f64;
                assert!(
                    found_cost <= cost + 1e-12,
                    "{found:?} costs more than {other:?} at {penalty}"
                );
            }
        }
    }

    #[test]
    fn constant_and_degenerate_series_do_not_change() {
        assert_eq!(starts(&[5.0; 100]), [0]);
        assert_eq!(starts(&[0.0; 100]), [0]);
        assert_eq!(starts(&[7.0]), [0]);
        assert_eq!(starts(&[]), [0; 0]);
        assert_eq!(starts(&[1.0, f64::NAN, 1.0]), [0; 0]);
    }

    #[test]
    fn a_stall_of_one_second_is_no_change_of_level() {
        let mut values: Vec<f64> = (0..60).map(|i| 1000.0 + f64::from(i % 5)).collect();
        values[30] = 0.0;
        assert_eq!(starts(&values), [0]);
        values[31..40].fill(0.0);
        assert_eq!(starts(&values), [0, 30, 40]);
    }

    #[test]
    fn a_day_of_seconds_is_averaged_first() {
        let values: Vec<f64> = (0..86_400)
            .map(|i| if i < 40_000 { 3000.0 } else { 300.0 })
            .collect();
        let found = segments(&values);
        assert_eq!(
            (found.len(), found[0].end, found[1].end),
            (2, found[1].start, 86_400)
        );
        assert!(found[1].start.abs_diff(40_000) <= 12);
    }

    #[test]
    fn an_exact_step_is_found_exactly() {
        let values: Vec<f64> = (0..90).map(|i| if i < 41 { 3000.0 } else { 300.0 }).collect();
        let found = segments(&values);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[1].start, found[0].level, found[1].level),
            (41, 3000.0, 300.0)
        );
    }
}
