//! fio's two kinds of distribution lines: latencies in decimal classes (`lat (usec)`), and depths (`IO depths`).
//!
//! Percentages derived from counts, for printing only; nothing here is merged. Called by the renderers.

use crate::{DepthMap, Histogram};

/// Upper edges of the classes below a thousand of a unit. A class holds what is below its edge and not below the one
/// before.
pub const LATENCY_EDGES: [u64; 10] = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000];

/// Shares of latencies in fio's classes, in percent of all I/Os.
///
/// Classes `ns[i]` and `us[i]` end at `LATENCY_EDGES[i]` ns or µs; so do `ms[0..10]`, `ms[10]` ends at 2000 ms and
/// `ms[11]` has no end.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LatencyDistribution {
    /// Below 1 µs.
    pub ns: [f64; 10],
    /// From 1 µs to below 1 ms.
    pub us: [f64; 10],
    /// From 1 ms.
    pub ms: [f64; 12],
}

/// Latency classes of `histograms` (the clat of each direction) in percent of `total` I/Os.
///
/// A non-zero share below 0.01 % is given as 0.01 %, as fio does, so that "rare" is not "never".
pub fn latency_distribution<'a>(
    histograms: impl IntoIterator<Item = &'a Histogram>,
    total: u64,
) -> LatencyDistribution {
    let (mut ns, mut us, mut ms) = ([0_u64; 10], [0_u64; 10], [0_u64; 12]);
    for histogram in histograms {
        for (bucket, count) in histogram.occupied() {
            // FIO-DIFF(lat-classes): fio keeps a second set of counters per I/O. Here the classes come from the
            // histogram: a bucket that straddles an edge goes where its middle is (value off by at most 1/128).
            let value = Histogram::value_of(bucket);
            let slot = match value {
                0..1_000 => ns.get_mut(class_of(value)),
                1_000..1_000_000 => us.get_mut(class_of(value / 1_000)),
                _ => ms.get_mut(class_of(value / 1_000_000)),
            };
            if let Some(slot) = slot {
                *slot += count;
            }
        }
        ms[11] += histogram.overflow();
    }
    LatencyDistribution {
        ns: ns.map(|count| share(count, total, 0.01)),
        us: us.map(|count| share(count, total, 0.01)),
        ms: ms.map(|count| share(count, total, 0.01)),
    }
}

/// Index of the class for a value in its unit: 10 from 1000 to below 2000, 11 from there.
fn class_of(value: u64) -> usize {
    match LATENCY_EDGES.iter().position(|edge| value < *edge) {
        Some(class) => class,
        None if value < 2000 => 10,
        None => 11,
    }
}

/// The index in a [`DepthMap`] of in-flight depths: 1, 2, 4, … 32, ≥ 64; depth 0 counts as 1.
#[inline(always)]
pub const fn depth_class(depth: u32) -> usize {
    let class = (depth | 1).ilog2() as usize;
    if class > 6 { 6 } else { class }
}

/// The index in a [`DepthMap`] of batch sizes: 0, ≤ 4, ≤ 8, ≤ 16, ≤ 32, ≤ 64, > 64.
#[inline(always)]
pub const fn batch_class(batch: u32) -> usize {
    match batch {
        0 => 0,
        1..=4 => 1,
        5..=8 => 2,
        9..=16 => 3,
        17..=32 => 4,
        33..=64 => 5,
        _ => 6,
    }
}

/// A depth map in percent of `total`: the number of I/Os for depths, of calls for batches. A non-zero share below 0.1 %
/// is given as 0.1 %, as fio does.
pub fn depth_percentages(map: &DepthMap, total: u64) -> [f64; 7] {
    map.map(|count| share(count, total, 0.1))
}

fn share(count: u64, total: u64, floor: f64) -> f64 {
    if count == 0 || total == 0 {
        return 0.0;
    }
    (100.0 * count as f64 / total as f64).max(floor)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn each_class_holds_what_is_below_its_edge() {
        let mut latencies = Histogram::new();
        // Far enough from the edges that buckets cannot blur them.
        for value in [
            1,
            3,
            700,
            900,
            1_300,
            3_000,
            990_000 - 20_000,
            1_300_000,
            1_500_000_000,
            20_000_000_000,
        ] {
            latencies.record(value);
        }
        latencies.record(u64::MAX);
        let all = latency_distribution([&latencies], 11);
        let one = 100.0 / 11.0;
        assert_eq!(all.ns, [one, one, 0., 0., 0., 0., 0., 0., one, one]);
        assert_eq!(all.us, [one, one, 0., 0., 0., 0., 0., 0., 0., one]);
        assert_eq!(all.ms, [one, 0., 0., 0., 0., 0., 0., 0., 0., 0., one, 2.0 * one]);
    }

    #[test]
    fn a_rare_latency_is_not_shown_as_none() {
        let mut latencies = Histogram::new();
        latencies.record_many(5, 1_000_000);
        latencies.record(60_000);
        let all = latency_distribution([&latencies], 1_000_001);
        assert_eq!((all.us[4], all.us[5], all.us[6]), (0.0, 0.01, 0.0));
        assert_eq!(
            latency_distribution([&Histogram::new()], 0),
            LatencyDistribution::default()
        );
    }

    #[test]
    fn depths_and_batches_fall_into_fios_classes() {
        let depths = [0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 63, 64, 4096].map(depth_class);
        assert_eq!(depths, [0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6]);
        let batches = [0, 1, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65].map(batch_class);
        assert_eq!(batches, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
        let shares = depth_percentages(&[1, 9_999, 0, 0, 0, 0, 0], 10_000);
        assert_eq!(shares, [0.1, 99.99, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
