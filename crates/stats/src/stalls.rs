//! Bad seconds that come alone: how many, how much they cost, and whether they come with a period.
//!
//! A shape ([`crate::shape`]) is about levels that last, so it clips a bad second that stands alone, however many there are. This is the
//! other half: seconds far below the level around them, at most [`LONGEST`] in a row. Called for the per-second series of a run.

use std::ops::Range;

use crate::interval::median;

/// Most bad seconds in a row: a pause of one second falls into two. Longer ones are levels.
pub const LONGEST: usize = 2;
/// Stalls from which a finding is one.
pub const LEAST_STALLS: usize = 3;
/// Share of the I/O lost from which it matters.
pub const LEAST_LOST: f64 = 0.02;
/// Stalls from which gaps are called periodic, and the most that they may scatter (deviation ÷ mean).
const LEAST_PERIODIC: usize = 4;
const PERIODIC_SCATTER: f64 = 0.25;
/// Seconds on each side that give the level, and the share of them that lie below it: with every second one bad, half are good.
const NEIGHBOURS: usize = 8;
const LEVEL_SHARE: f64 = 0.75;
/// A bad second is this share below its level at least, and so many deviations of the noise.
const DEPTH: f64 = 0.10;
const DEVIATIONS: f64 = 5.0;
/// I/Os that it lacks: one may fall on either side of where a second is cut.
const LEAST_IOS: f64 = 2.0;
/// By how much that rises, in shares of 1/n.
const UNSURE: f64 = 12.0;
/// Lags whose differences give the noise: with a period, those a period apart are alike.
const LAGS: usize = 10;
/// Series of zeros have logarithms too.
const FLOOR: f64 = 1e-3;

/// The second that lost most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstSecond {
    /// Its index.
    pub at: usize,
    /// Its rate as a share of the level around it.
    pub share: f64,
}

/// What the bad seconds of a run add up to.
#[derive(Debug, Clone, PartialEq)]
pub struct Stalls {
    /// Bad seconds, in their order.
    pub seconds: Vec<usize>,
    /// How often it stalled: bad seconds in a row are one stall.
    pub stalls: usize,
    /// What the bad seconds lack to their level, as a share of the I/O of the whole run.
    pub lost_share: f64,
    /// Mean seconds from one stall to the next, if they are regular: their deviation is below a quarter of it.
    pub period: Option<f64>,
    pub worst: WorstSecond,
}

impl Stalls {
    /// Whether they matter: three at least that cost more than 2 %, or a period.
    pub fn matter(&self) -> bool {
        self.stalls >= LEAST_STALLS && self.lost_share > LEAST_LOST || self.period.is_some()
    }
}

/// The stalls of a series of rates of one second each. None if there are none, or if a value is not finite.
pub fn stalls(values: &[f64]) -> Option<Stalls> {
    if values.len() < 2 * LONGEST || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let levels = levels(values);
    let highest = levels.iter().copied().fold(0.0, f64::max);
    if highest <= 0.0 {
        return None;
    }
    let logs: Vec<f64> = values
        .iter()
        .map(|value| value.max(highest * FLOOR).ln())
        .collect();
    // The estimate of few differences is often too small.
    let unsure = 1.0 + UNSURE / values.len() as f64;
    let reach = (DEVIATIONS * unsure * noise(&logs)).max(-(1.0 - DEPTH).ln());
    let bad: Vec<bool> = logs
        .iter()
        .zip(&levels)
        .zip(values)
        .map(|((log, level), value)| {
            *log < level.max(highest * FLOOR).ln() - reach && level - value >= LEAST_IOS
        })
        .collect();
    let mut found = Vec::new();
    let mut starts = Vec::new();
    let mut place = 0;
    for run in bad.chunk_by(|a, b| a == b) {
        if run.first() == Some(&true) && run.len() <= LONGEST {
            starts.push(place);
            found.extend(place..place + run.len());
        }
        place += run.len();
    }
    let lost = |at: &usize| (levels[*at] - values[*at]).max(0.0);
    // The first of equals.
    let worst = found
        .iter()
        .rev()
        .copied()
        .max_by(|a, b| lost(a).total_cmp(&lost(b)))?;
    Some(Stalls {
        stalls: starts.len(),
        lost_share: found.iter().map(lost).sum::<f64>() / levels.iter().sum::<f64>(),
        period: period(&starts),
        worst: WorstSecond {
            at: worst,
            share: values[worst] / levels[worst],
        },
        seconds: found,
    })
}

/// Seconds of the longest I/O from which it can be a stall by itself.
const LEAST_FROZEN_S: f64 = 2.0;
/// A second is without I/O below this share of the level.
const DEAD: f64 = 0.01;

/// The times almost without I/O during one long I/O, each with the second before and after it, which it
/// cuts. `longest_s` is how long the longest I/O took. Empty where they come regularly: then they are a shape.
pub fn frozen(values: &[f64], longest_s: f64) -> Vec<Range<usize>> {
    let level = median(values).filter(|level| longest_s >= LEAST_FROZEN_S && *level > 0.0);
    let Some(level) = level else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut place = 0;
    for run in values.chunk_by(|a, b| (*a < DEAD * level) == (*b < DEAD * level)) {
        let end = place + run.len();
        if run[0] < DEAD * level && run.len() as f64 <= longest_s + 1.0 {
            found.push(place.saturating_sub(1)..(end + 1).min(values.len()));
        }
        place = end;
    }
    let starts: Vec<usize> = found.iter().map(|time| time.start).collect();
    if period(&starts).is_some() {
        Vec::new()
    } else {
        found
    }
}

/// The series without these times: each has the rate before it, or after it at the start.
pub fn without(values: &[f64], times: &[Range<usize>]) -> Vec<f64> {
    let mut rest = values.to_vec();
    for time in times {
        let before = time.start.checked_sub(1);
        let rate = before.and_then(|at| rest.get(at).copied());
        if let Some(rate) = rate.or_else(|| rest.get(time.end).copied()) {
            rest[time.clone()].fill(rate);
        }
    }
    rest
}

/// The level around each second: what a quarter of its neighbours exceed.
fn levels(values: &[f64]) -> Vec<f64> {
    (0..values.len())
        .map(|place| {
            let first = place.saturating_sub(NEIGHBOURS);
            let last = (place + NEIGHBOURS + 1).min(values.len());
            let mut near = values[first..last].to_vec();
            near.sort_unstable_by(f64::total_cmp);
            near[((near.len() - 1) as f64 * LEVEL_SHARE).round() as usize]
        })
        .collect()
}

/// Deviation of the noise: from the differences at the lag at which they are smallest but one, by what three of ten are below. With
/// short periods several lags are multiples of it; with long ones seven of ten pairs are alike at any lag.
fn noise(logs: &[f64]) -> f64 {
    let mut deviations: Vec<f64> = (1..=LAGS.min(logs.len() / 3))
        .map(|lag| {
            let mut sizes: Vec<f64> = logs
                .iter()
                .zip(logs.iter().skip(lag))
                .map(|(a, b)| (a - b).abs())
                .collect();
            sizes.sort_unstable_by(f64::total_cmp);
            // Three tenths of a normal distribution lie within 0.3853 deviations; a difference has √2 of the noise's.
            sizes[sizes.len() * 3 / 10] / 0.3853 / std::f64::consts::SQRT_2
        })
        .collect();
    deviations.sort_unstable_by(f64::total_cmp);
    deviations
        .get(1)
        .or(deviations.first())
        .copied()
        .unwrap_or(f64::INFINITY)
}

/// The mean gap of stalls that come regularly.
fn period(starts: &[usize]) -> Option<f64> {
    if starts.len() < LEAST_PERIODIC {
        return None;
    }
    let gaps: Vec<f64> = starts
        .iter()
        .zip(starts.iter().skip(1))
        .map(|(a, b)| (b - a) as f64)
        .collect();
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / (gaps.len() - 1) as f64;
    // One that was missed doubles a gap: the middle gap stands for those of such a series.
    let middle = median(&gaps)?;
    let alike = gaps
        .iter()
        .filter(|gap| ((*gap / middle).round() * middle / *gap - 1.0).abs() < PERIODIC_SCATTER / 2.0)
        .count();
    if variance.sqrt() < PERIODIC_SCATTER * mean {
        Some(mean)
    } else if middle >= 4.0 && gaps.len() >= 2 * LEAST_PERIODIC && alike * 10 >= gaps.len() * 9 {
        Some(middle)
    } else {
        None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_second_frozen_in_ten_is_a_period_of_ten() {
        let values: Vec<f64> = (0..60).map(|i| if i % 10 == 7 { 0.0 } else { 1000.0 }).collect();
        let found = stalls(&values).unwrap();
        assert_eq!((found.stalls, found.period), (6, Some(10.0)));
        assert!((found.lost_share - 0.1).abs() < 1e-9 && found.matter());
        assert_eq!(found.worst, WorstSecond { at: 7, share: 0.0 });
    }

    #[test]
    fn one_long_io_freezes_the_seconds_that_it_takes() {
        let mut values = vec![1000.0; 63];
        values[30..35].copy_from_slice(&[300.0, 0.0, 0.0, 2.0, 700.0]);
        assert_eq!(frozen(&values, 4.0), vec![30..35]);
        assert_eq!(without(&values, &frozen(&values, 4.0)), [1000.0; 63]);
        // An I/O of a shorter time does not explain it.
        assert_eq!(frozen(&values, 1.9), []);
        let mut start = vec![1000.0; 63];
        start[..3].fill(0.0);
        assert_eq!(frozen(&start, 3.2), vec![0..4]);
        assert_eq!(without(&start, &frozen(&start, 3.2)), [1000.0; 63]);
        // Pauses at regular times are a saw-tooth.
        let paused: Vec<f64> = (0..60).map(|i| if i % 10 < 2 { 0.0 } else { 1000.0 }).collect();
        assert_eq!(frozen(&paused, 2.0), []);
        // Longer than the longest I/O: several of them, or another cause.
        start[..5].fill(0.0);
        assert_eq!(frozen(&start, 3.2), []);
    }

    #[test]
    fn a_second_that_is_one_io_short_is_no_stall() {
        let values: Vec<f64> = (0..60).map(|i| if i % 5 == 4 { 8.0 } else { 9.0 }).collect();
        assert_eq!(stalls(&values), None);
    }

    #[test]
    fn a_pause_across_two_seconds_is_one_stall() {
        let mut values = vec![1000.0; 60];
        for at in [5, 20, 47] {
            values[at] = 300.0;
            values[at + 1] = 600.0;
        }
        let found = stalls(&values).unwrap();
        assert_eq!((found.stalls, found.seconds.len()), (3, 6));
        assert!((found.lost_share - 3.0 * 1.1 / 60.0).abs() < 1e-9 && found.matter());
        assert_eq!(found.period, None);
    }

    #[test]
    fn levels_and_single_bad_seconds_do_not_matter() {
        assert_eq!(stalls(&[]), None);
        assert_eq!(stalls(&[0.0; 50]), None);
        assert_eq!(stalls(&[5.0; 50]), None);
        assert_eq!(stalls(&[1.0, f64::NAN, 1.0, 1.0, 1.0]), None);
        let cliff: Vec<f64> = (0..60).map(|i| if i < 30 { 1000.0 } else { 200.0 }).collect();
        assert_eq!(stalls(&cliff), None);
        let mut one = vec![1000.0; 60];
        one[30] = 0.0;
        assert!(!stalls(&one).unwrap().matter());
    }
}
