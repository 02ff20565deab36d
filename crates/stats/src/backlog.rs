//! Whether a rated job was saturated, from how far it was behind its schedule at the end of each second.
//!
//! It judges the schedule, not the nominal rate: arrivals of a Poisson process are not the nominal number, and a device that lacks
//! one part in a thousand is saturated all the same. Called for every rated direction; the series is
//! [`crate::Schedule::backlog_per_second_ns`].
//!
//! Source: H. B. Mann, Nonparametric tests against trend, Econometrica 13 (1945).

use crate::interval::median;

/// A backlog up to this is a stall of the system.
pub const STALL_NS: u64 = 100_000_000;
/// A backlog up to so many times the 99th percentile of the service is what queues of a stable load have.
const SERVICE_TIMES: u64 = 5;
/// Chance of so steady a growth by accident, below which the backlog grows.
pub const GROWTH_P: f64 = 0.01;
/// Samples below which no order of them is surprising at [`GROWTH_P`]: 1/5! is 0.8 %.
const LEAST_SAMPLES: usize = 5;
/// Samples up to which all orders are counted.
const EXACT_SAMPLES: usize = 12;
/// Longer series are thinned to about so many samples.
const MOST_SAMPLES: usize = 600;
/// A growing backlog does not fall below this share of its end in the second half.
const HELD: f64 = 0.25;

/// What a backlog says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Growth {
    /// How far behind the schedule was at the end, in nanoseconds.
    pub end_ns: u64,
    /// What it had to exceed for that to be a backlog, in nanoseconds.
    pub allowed_ns: u64,
    /// Median slope (Theil–Sen) in nanoseconds per second. None below five seconds.
    pub slope_ns_per_s: Option<f64>,
    /// Chance of so steady a rise by accident (Mann–Kendall, one-sided). None below five seconds.
    pub p: Option<f64>,
    /// The offered rate was more than could be done: the backlog grows as long as it runs, and response time has no steady value.
    pub saturated: bool,
}

/// Judges a backlog: the series at the end of each second, how long it was at the end, and the 99th percentile of the service.
///
/// Saturated is a backlog that ends above 0.1 s and above five times the service, rises with p < 0.01, and stays above a quarter of
/// its end throughout the second half. A run too short for a slope is saturated if it ends at its longest backlog, give or take a tenth.
pub fn growth(per_second_ns: &[u64], end_ns: u64, service_p99_ns: u64) -> Growth {
    let allowed_ns = STALL_NS.max(service_p99_ns.saturating_mul(SERVICE_TIMES));
    let step = per_second_ns.len().div_ceil(MOST_SAMPLES).max(1);
    // The last of each group, so that the series ends where the run does.
    let mut samples: Vec<f64> = per_second_ns
        .rchunks(step)
        .filter_map(|group| group.last())
        .map(|ns| *ns as f64)
        .collect();
    samples.reverse();
    let long = end_ns > allowed_ns;
    if samples.len() < LEAST_SAMPLES {
        let most = samples.iter().copied().fold(0.0, f64::max);
        return Growth {
            end_ns,
            allowed_ns,
            slope_ns_per_s: None,
            p: None,
            saturated: long && end_ns as f64 >= 0.9 * most,
        };
    }
    let p = rising_p(&samples);
    let held = samples
        .iter()
        .skip(samples.len() / 2)
        .all(|ns| *ns >= HELD * end_ns as f64);
    Growth {
        end_ns,
        allowed_ns,
        slope_ns_per_s: slope(&samples).map(|slope| slope / step as f64),
        p: Some(p),
        saturated: long && held && p < GROWTH_P,
    }
}

/// Chance that independent values in any order rise as steadily as these: Mann and Kendall's test, one-sided. 1 below two values.
/// Exact up to twelve values without equal ones, normal with correction for equal ones otherwise.
pub fn rising_p(values: &[f64]) -> f64 {
    let n = values.len();
    let mut score = 0_i64;
    for (place, earlier) in values.iter().enumerate() {
        for later in values.iter().skip(place + 1) {
            score += i64::from(later > earlier) - i64::from(later < earlier);
        }
    }
    let equal = equal_groups(values);
    if n < 2 || equal == [n] {
        return 1.0;
    }
    if n <= EXACT_SAMPLES && equal.iter().all(|size| *size == 1) {
        return exact_p(n, score);
    }
    let ways = |size: usize| {
        let size = size as f64;
        size * (size - 1.0) * (2.0 * size + 5.0)
    };
    let variance = (ways(n) - equal.iter().map(|size| ways(*size)).sum::<f64>()) / 18.0;
    // One step of the score is two; half of it is the correction for continuity.
    let z = (score as f64 - 1.0) / variance.sqrt();
    crate::probability::normal_upper(z)
}

/// Sizes of the groups of equal values.
fn equal_groups(values: &[f64]) -> Vec<usize> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.chunk_by(|a, b| a == b).map(<[f64]>::len).collect()
}

/// Share of all orders of `n` different values with at least this score.
fn exact_p(n: usize, score: i64) -> f64 {
    // Orders by their number of pairs that fall: the score is all pairs less twice that.
    let pairs = n * (n - 1) / 2;
    let mut ways = vec![0.0_f64; pairs + 1];
    ways[0] = 1.0;
    for size in 2..=n {
        let before = ways.clone();
        for (falls, way) in ways.iter_mut().enumerate() {
            *way = before[falls.saturating_sub(size - 1)..=falls].iter().sum();
        }
    }
    let most_falls = (pairs as i64 - score) / 2;
    let all: f64 = ways.iter().sum();
    ways.iter()
        .zip(0_i64..)
        .filter(|(_, falls)| *falls <= most_falls)
        .map(|(way, _)| way)
        .sum::<f64>()
        / all
}

/// The median of the slopes of all pairs.
fn slope(values: &[f64]) -> Option<f64> {
    let slopes: Vec<f64> = values
        .iter()
        .enumerate()
        .flat_map(|(place, earlier)| {
            values
                .iter()
                .skip(place + 1)
                .zip(1_u32..)
                .map(move |(later, apart)| (later - earlier) / f64::from(apart))
        })
        .collect();
    median(&slopes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_as_surprising_as_its_share_of_all_orders() {
        assert!((rising_p(&[1.0, 2.0, 3.0, 4.0, 5.0]) - 1.0 / 120.0).abs() < 1e-12);
        // One exchange of neighbours: 1 + 4 of 120.
        assert!((rising_p(&[2.0, 1.0, 3.0, 4.0, 5.0]) - 5.0 / 120.0).abs() < 1e-12);
        assert!((rising_p(&[5.0, 4.0, 3.0, 2.0, 1.0]) - 1.0).abs() < 1e-12);
        assert_eq!(rising_p(&[0.0; 40]), 1.0);
        assert_eq!(rising_p(&[]), 1.0);
    }

    #[test]
    fn a_long_backlog_that_grows_is_saturation_and_one_that_shrinks_is_not() {
        let second = 1_000_000_000;
        let growing: Vec<u64> = (1..=600).map(|i| i * 10_000_000).collect();
        let found = growth(&growing, 6 * second, 200_000);
        assert!(found.saturated && (found.slope_ns_per_s.unwrap() - 1e7).abs() < 1.0);
        let longer: Vec<u64> = (1..=86_400).map(|i| i * 10_000_000).collect();
        let found = growth(&longer, 864 * second, 200_000);
        assert!(found.saturated && (found.slope_ns_per_s.unwrap() - 1e7).abs() < 1.0);
        let mut stalled = vec![0; 60];
        stalled[57..].fill(900_000_000);
        assert!(
            !growth(&stalled, second, 200_000).saturated,
            "a stall near the end"
        );
        let shrinking: Vec<u64> = growing.iter().rev().copied().collect();
        assert!(!growth(&shrinking, second, 200_000).saturated);
        assert!(
            !growth(&growing, 6 * second, 2 * second).saturated,
            "slow I/Os wait long"
        );
        // Two seconds: no slope, but it ends where it was longest.
        assert!(growth(&[400_000_000], 800_000_000, 200_000).saturated);
        assert!(!growth(&[900_000_000], 200_000_000, 200_000).saturated);
        assert!(!growth(&[], 50_000_000, 200_000).saturated);
    }
}
