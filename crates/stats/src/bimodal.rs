//! Whether latencies come in two kinds: a fast and a slow mode, with a valley between them.
//!
//! It looks at a histogram on a logarithmic axis, so that a mode of microseconds and one of milliseconds are equally visible,
//! and does not fit any model. A long tail is not a mode, and the steps of a coarse clock are none.
//!
//! Its limits, from simulations (`tests/suite/bimodal.rs`): a single kind (lognormal, gamma, in steps of a clock) is called two in at most
//! 4 % of cases, of 300 to 500 values, and never of 2,000. Two lognormal kinds with sigma 0.2 are seen in 95 % of cases if they are five
//! times apart and the smaller has a twentieth or more, of 500 values; three times apart the smaller must have a fifth of 500 or a
//! twentieth of 5,000; twice apart, halves are seen and a fifth is not; closer ones never. Below [`LEAST_SHARE`] nothing is a kind.
//!
//! Called for the clat histograms of a run; a cache that answers part of the reads is the usual cause.

use crate::Histogram;

/// Histogram buckets per class: eight classes per power of two.
const BUCKETS_PER_CLASS: usize = 8;
/// Weights of neighbouring classes in the smoothed density. Their deviation is 0.14 powers of two, about 10 %.
const KERNEL: [f64; 5] = [1.0, 2.0, 3.0, 2.0, 1.0];
/// How many independent values stand behind a smoothed density of 1: (Σ weights)² ÷ Σ weights².
const BEHIND: f64 = 81.0 / 19.0;
/// Reach of the kernel.
const REACH: usize = KERNEL.len() / 2;
/// A valley is at most this share of the lower mode's density.
const VALLEY: f64 = 0.6;
/// The smaller mode has at least this share of all values.
pub const LEAST_SHARE: f64 = 0.01;
/// The smaller mode stands out from the valley by this many standard deviations of their counts, and by so many more, times the valley's
/// share of the mode: a wide kind has many places at which chance can dig a shallow valley.
const CLEARANCE: f64 = 3.0;
const SHALLOW: f64 = 1.4;
/// One value in so many makes a bucket a spike.
const SPIKE: u64 = 200;
/// How much the steps of a clock may differ, as buckets blur them.
const STEP_TOLERANCE: f64 = 0.15;
/// Values below this in nanoseconds count as fast, and make no peak: a class there holds less than a clock's tick, and all of them
/// together in one class would be a peak of any distribution that reaches so far down.
const FINEST_NS: u64 = 64;

/// One of two modes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mode {
    /// Where it peaks, in nanoseconds, to about 5 %.
    pub at_ns: u64,
    /// Share of all values on its side of the valley.
    pub share: f64,
}

/// Two modes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoModes {
    /// The faster.
    pub fast: Mode,
    /// The slower.
    pub slow: Mode,
    /// The least likely latency between them, in nanoseconds.
    pub valley_ns: u64,
    /// Density in the valley as a share of that in the lower mode, on the logarithmic axis.
    pub valley: f64,
}

/// The two modes of a distribution, split at its deepest valley if it has more; none if it has one.
pub fn two_modes(histogram: &Histogram) -> Option<TwoModes> {
    let (below, classes) = classes(histogram);
    let total = below + classes.iter().sum::<f64>();
    let density = smooth(&classes);
    let valley = deepest_valley(&density)?;
    let (fast, slow) = (
        peak(&density, 0, valley),
        peak(&density, valley + 1, density.len()),
    );
    let lower = density[fast].min(density[slow]);
    let fast_share = (below + classes[..=valley].iter().sum::<f64>()) / total;
    // The valley's own class is given to the fast side; a valley holds too little for that to matter.
    let least = fast_share.min(1.0 - fast_share);
    if is_tick(histogram, middle(valley)) {
        return None;
    }
    let (low_count, valley_count) = (lower * BEHIND, density[valley] * BEHIND);
    let clearance = CLEARANCE + SHALLOW * density[valley] / lower;
    let clear = (low_count - valley_count) >= clearance * (low_count + valley_count).sqrt();
    (density[valley] <= VALLEY * lower && least >= LEAST_SHARE && clear).then(|| TwoModes {
        fast: Mode {
            at_ns: middle(fast),
            share: fast_share,
        },
        slow: Mode {
            at_ns: middle(slow),
            share: 1.0 - fast_share,
        },
        valley_ns: middle(valley),
        valley: density[valley] / lower,
    })
}

/// Whether the valley is only the gap between two steps of a coarse clock: what lies on both sides of it are single values, and the
/// next ones are as far again, or there are none and the lowest is a few such steps itself.
fn is_tick(histogram: &Histogram, valley_ns: u64) -> bool {
    let total = histogram.total();
    let spikes: Vec<f64> = histogram
        .occupied()
        .filter(|(_, count)| count.saturating_mul(SPIKE) >= total)
        .map(|(bucket, _)| Histogram::value_of(bucket) as f64)
        .collect();
    let above = spikes.partition_point(|ns| *ns <= valley_ns as f64);
    let (Some(below), Some(low), Some(high)) = (
        above.checked_sub(1),
        spikes.get(above.wrapping_sub(1)),
        spikes.get(above),
    ) else {
        return false;
    };
    let step = high - low;
    let alike = |gap: f64| (gap / step - 1.0).abs() < STEP_TOLERANCE;
    let before = match below.checked_sub(1).and_then(|place| spikes.get(place)) {
        Some(before) => alike(low - before),
        None => {
            let steps = (low / step).round();
            *low < FINEST_NS as f64
                || (steps >= 1.0 && (low / step / steps - 1.0).abs() < STEP_TOLERANCE / 2.0)
        }
    };
    let after = spikes.get(above + 1).is_none_or(|after| alike(after - high));
    // Buckets are a 64th of their value at most: nearer ones are neighbours of a continuous distribution.
    step > high / 16.0 && before && after
}

/// The number of values below [`FINEST_NS`], and counts in classes of equal width on the logarithmic axis from there.
fn classes(histogram: &Histogram) -> (f64, Vec<f64>) {
    let first = Histogram::bucket_of(FINEST_NS);
    let mut classes = vec![0.0; (Histogram::BUCKETS - first).div_ceil(BUCKETS_PER_CLASS) + 1];
    let mut below = 0.0;
    for (bucket, count) in histogram.occupied() {
        match bucket.checked_sub(first) {
            Some(above) => classes[above / BUCKETS_PER_CLASS] += count as f64,
            None => below += count as f64,
        }
    }
    if let Some(last) = classes.last_mut() {
        *last += histogram.overflow() as f64;
    }
    (below, classes)
}

/// The middle of a class in nanoseconds.
fn middle(class: usize) -> u64 {
    let first = Histogram::bucket_of(FINEST_NS) + class * BUCKETS_PER_CLASS;
    Histogram::value_of((first + BUCKETS_PER_CLASS / 2).min(Histogram::BUCKETS - 1))
}

/// Weighted means of classes and their neighbours.
fn smooth(classes: &[f64]) -> Vec<f64> {
    let weight: f64 = KERNEL.iter().sum();
    (0..classes.len())
        .map(|place| {
            let sum: f64 = KERNEL
                .iter()
                .enumerate()
                .filter_map(|(offset, weight)| {
                    Some(weight * classes.get((place + offset).checked_sub(REACH)?)?)
                })
                .sum();
            sum / weight
        })
        .collect()
}

/// The place whose density lies farthest below the highest ones on both of its sides: the middle place, if several are as
/// low. None without a place below both.
fn deepest_valley(density: &[f64]) -> Option<usize> {
    let mut highest_right = density.to_vec();
    for place in (0..density.len().saturating_sub(1)).rev() {
        highest_right[place] = highest_right[place].max(highest_right[place + 1]);
    }
    let mut highest_left = 0.0_f64;
    let mut best: Option<(f64, usize, usize)> = None;
    for (place, here) in density.iter().enumerate() {
        let lower = highest_left.min(highest_right[place]);
        highest_left = highest_left.max(*here);
        // The drop in counts: a ratio alone would prefer the empty gap before a single straggler.
        let drop = lower - here;
        match &mut best {
            Some((deepest, _, last)) if drop == *deepest && *last + 1 == place => *last = place,
            Some((deepest, ..)) if drop <= *deepest => {}
            _ if drop > 0.0 => best = Some((drop, place, place)),
            _ => {}
        }
    }
    best.map(|(_, first, last)| first.midpoint(last))
}

fn peak(density: &[f64], from: usize, to: usize) -> usize {
    (from..to)
        .max_by(|a, b| density[*a].total_cmp(&density[*b]))
        .unwrap_or(from)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn two_values_are_two_modes_and_one_is_not() {
        let mut histogram = Histogram::new();
        assert_eq!(two_modes(&histogram), None);
        histogram.record_many(80_000, 9_000);
        assert_eq!(two_modes(&histogram), None);
        histogram.record_many(4_000, 1_000);
        let found = two_modes(&histogram).unwrap();
        assert!((found.fast.share - 0.1).abs() < 1e-9 && (found.slow.share - 0.9).abs() < 1e-9);
        assert!(found.fast.at_ns.abs_diff(4_000) < 300 && found.slow.at_ns.abs_diff(80_000) < 6_000);
        assert!(found.valley == 0.0 && (4_000..80_000).contains(&found.valley_ns));
    }

    #[test]
    fn a_few_stragglers_are_no_mode() {
        let mut histogram = Histogram::new();
        histogram.record_many(80_000, 100_000);
        histogram.record_many(30_000_000, 900);
        assert_eq!(two_modes(&histogram), None);
        histogram.record_many(30_000_000, 900);
        assert!(two_modes(&histogram).is_some());
    }

    #[test]
    fn a_coarse_clock_makes_no_modes() {
        // Ticks of 10 ns around 300 ns, and of 1 ns below the finest class.
        let mut histogram = Histogram::new();
        for tick in 0..60_u64 {
            histogram.record_many(tick * 10, 1_000 * (30 - tick.abs_diff(30)));
        }
        assert_eq!(two_modes(&histogram), None);
    }
}
