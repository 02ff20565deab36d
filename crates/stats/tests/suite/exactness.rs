//! Properties of what is counted and merged: histograms, moments, statistics, and their JSON. Proptest prints the failing case.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::{DdirStats, Histogram, JobStats, Latency, Moments, Schedule, rank};
use fiord_testbed::random_cases;
use proptest::prelude::*;

/// Values spread evenly over magnitudes, the last ones beyond the last bucket.
fn values() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(
        (0_u32..44, any::<u64>()).prop_map(|(bits, v)| v & ((1 << bits) - 1)),
        0..60,
    )
}

fn histogram(values: &[u64]) -> Histogram {
    let mut histogram = Histogram::new();
    values.iter().for_each(|value| histogram.record(*value));
    histogram
}

fn moments(values: &[u64]) -> Moments {
    let mut moments = Moments::new();
    values.iter().for_each(|value| moments.record(*value));
    moments
}

fn latency() -> impl Strategy<Value = Latency> {
    values().prop_map(|values| Latency {
        moments: moments(&values),
        histogram: histogram(&values),
        given: Vec::new(),
    })
}

prop_compose! {
    fn ddir()(
        counts in any::<[u32; 8]>(),
        latencies in prop::array::uniform4(latency()),
        rates in values(),
        others in values(),
        per_second in prop::collection::vec(any::<(u32, u32)>(), 0..8),
        backlogs in prop::collection::vec(any::<u64>(), 0..8),
    ) -> DdirStats {
        let [ios, bytes, short_ios, dropped_ios, runtime_ns, backlog_max_ns, backlog_end_ns, late_ios] = counts.map(u64::from);
        let [slat, clat, lat, response] = latencies;
        let schedule = Schedule { backlog_max_ns, backlog_end_ns, late_ios, backlog_per_second_ns: backlogs };
        let mut stats = DdirStats { schedule, ..DdirStats::default() };
        stats = DdirStats { ios, bytes, short_ios, dropped_ios, runtime_ns, slat, clat, lat, response, ..stats };
        rates.iter().for_each(|rate| stats.bw.moments.record(*rate));
        others.iter().for_each(|rate| stats.iops.moments.record(*rate));
        stats.per_second = per_second.into_iter().map(|(a, b)| (a.into(), b.into())).collect();
        stats
    }
}

prop_compose! {
    fn job()(
        ddirs in prop::array::uniform3(ddir()),
        sync in latency(),
        maps in any::<[[u32; 7]; 3]>(),
        rest in any::<[u32; 9]>(),
        runtime_ns in any::<u32>(),
    ) -> JobStats {
        let [depth, submit, complete] = maps.map(|map| map.map(u64::from));
        let [submit_calls, complete_calls, user_us, system_us, context_switches, major_faults, minor_faults, errors, ios] =
            rest.map(u64::from);
        let mut stats = JobStats { ddirs, depth, submit, complete, submit_calls, complete_calls, errors, ..JobStats::default() };
        stats.cpu = fiord_stats::CpuUse { user_us, system_us, context_switches, major_faults, minor_faults };
        stats.sync.ios = ios;
        stats.sync.lat = sync;
        stats.runtime_ns = runtime_ns.into();
        stats
    }
}

fn merged<'a>(jobs: impl IntoIterator<Item = &'a JobStats>) -> JobStats {
    let mut all = JobStats::default();
    jobs.into_iter().for_each(|job| all.merge(job));
    all
}

proptest! {
    #![proptest_config(random_cases(256))]

    /// Little's law is an identity: whatever starts and ends when, the depth integrated over time is the sum of latencies ÷ time.
    #[test]
    fn littles_law_holds_for_any_schedule(ios in prop::collection::vec((0_u64..5_000, 0_u64..3_000), 1..80)) {
        let time_ns = ios.iter().map(|(start, latency)| start + latency).max().unwrap_or(0);
        prop_assume!(time_ns > 0);
        // In flight, from the events in the order of time.
        let mut events: Vec<(u64, i64)> = ios.iter().flat_map(|(start, latency)| [(*start, 1), (start + latency, -1)]).collect();
        events.sort_unstable();
        let (mut in_flight, mut area, mut last) = (0_i64, 0_u128, 0);
        for (at, step) in events {
            area += u128::from(at - last) * in_flight.unsigned_abs() as u128;
            (in_flight, last) = (in_flight + step, at);
        }
        let latencies = moments(&ios.iter().map(|(_, latency)| *latency).collect::<Vec<_>>());
        prop_assert_eq!(area, latencies.sum);
        let depth = fiord_stats::little::achieved_depth(&latencies, time_ns);
        prop_assert!((depth - area as f64 / time_ns as f64).abs() <= 1e-9 * depth);
    }

    #[test]
    fn a_bucket_holds_its_value_within_one_part_in_128(bits in 0_u32..42, any in any::<u64>()) {
        let value = any & ((1 << bits) - 1) | (1 << bits);
        let bucket = Histogram::bucket_of(value);
        prop_assert!(bucket < Histogram::BUCKETS);
        prop_assert!(Histogram::lower_edge(bucket) <= value && value <= Histogram::upper_edge(bucket));
        prop_assert!(Histogram::value_of(bucket).abs_diff(value) * 128 <= value);
        prop_assert!(Histogram::bucket_of(value + 1) >= bucket);
    }

    #[test]
    fn a_merge_is_the_same_as_having_counted_together(a in values(), b in values(), c in values()) {
        let whole = histogram(&[a.clone(), b.clone(), c.clone()].concat());
        let (a, b, c) = (histogram(&a), histogram(&b), histogram(&c));
        let sum = |members: [&Histogram; 3]| {
            let mut sum = Histogram::new();
            members.iter().for_each(|member| sum.merge(member));
            sum
        };
        prop_assert_eq!(sum([&a, &b, &c]), whole.clone());
        prop_assert_eq!(sum([&c, &a, &b]), whole.clone());
        let mut nested = b.clone();
        nested.merge(&c);
        prop_assert_eq!(sum([&nested, &a, &Histogram::new()]), whole.clone());
    }

    #[test]
    fn a_trimmed_histogram_is_the_same_and_goes_on(a in values(), b in values()) {
        let mut trimmed = histogram(&a);
        trimmed.trim();
        prop_assert_eq!(&trimmed, &histogram(&a));
        let mut buckets: Vec<(usize, u64)> = trimmed.occupied().collect();
        buckets.push((Histogram::BUCKETS, trimmed.overflow()));
        buckets.reverse();
        prop_assert_eq!(&Histogram::of_buckets(&buckets), &trimmed);
        let mut merged = trimmed.clone();
        merged.merge(&histogram(&b));
        for value in &b {
            trimmed.record(*value);
        }
        prop_assert_eq!(&merged, &trimmed);
        prop_assert_eq!(&trimmed, &histogram(&[a, b].concat()));
    }

    #[test]
    fn percentiles_are_those_of_the_sorted_values(mut values in values(), percents in prop::collection::vec(0.0..=100.0_f64, 1..6)) {
        prop_assume!(!values.is_empty());
        let histogram = histogram(&values);
        values.sort_unstable();
        let max = *values.last().unwrap();
        let found = histogram.percentiles(&percents, max);
        for (percent, found) in percents.iter().zip(found) {
            let exact = values[rank(*percent, values.len() as u64) as usize - 1];
            let bucket = Histogram::bucket_of(exact);
            let expected = if bucket < Histogram::BUCKETS { Histogram::value_of(bucket).min(max) } else { max };
            prop_assert_eq!(found, expected);
            prop_assert_eq!(found, histogram.percentile(*percent, max));
        }
    }

    #[test]
    fn moments_merge_exactly_and_agree_with_floats(a in values(), b in values()) {
        let (mut ab, mut ba) = (moments(&a), moments(&b));
        ab.merge(&moments(&b));
        ba.merge(&moments(&a));
        let all: Vec<u64> = a.iter().chain(&b).copied().collect();
        prop_assert_eq!(ab, moments(&all));
        prop_assert_eq!(ab, ba);
        prop_assume!(all.len() > 1);
        let n = all.len() as f64;
        let mean = all.iter().map(|v| *v as f64).sum::<f64>() / n;
        let stdev = (all.iter().map(|v| (*v as f64 - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        prop_assert!((ab.mean() - mean).abs() <= 1e-9 * mean.max(1.0));
        prop_assert!((ab.stdev() - stdev).abs() <= 1e-6 * stdev.max(1.0) + 1e-9 * mean);
    }
}

proptest! {
    #![proptest_config(random_cases(48))]

    #[test]
    fn statistics_merge_in_any_order(a in job(), b in job(), c in job()) {
        let straight = merged([&a, &b, &c]);
        prop_assert_eq!(&straight, &merged([&c, &a, &b]));
        prop_assert_eq!(&straight, &merged([&merged([&b, &c]), &a]));
        prop_assert_eq!(straight.total_ios(), a.total_ios() + b.total_ios() + c.total_ios());
        prop_assert_eq!(straight.runtime_ns, a.runtime_ns.max(b.runtime_ns).max(c.runtime_ns));
        let seconds = |job: &JobStats| job.ddirs.iter().flat_map(|d| &d.per_second).map(|s| s.1).sum::<u64>();
        prop_assert_eq!(seconds(&straight), seconds(&a) + seconds(&b) + seconds(&c));
        prop_assert_eq!(straight.unified().bytes, straight.ddirs.iter().map(|d| d.bytes).sum::<u64>());
        // Merging then unifying is unifying then merging.
        let mut unified = a.unified();
        unified.merge(&b.unified());
        unified.merge(&c.unified());
        prop_assert_eq!(straight.unified(), unified);
    }

    /// Through a value as well, which has no integers beyond 64 bits.
    #[test]
    fn json_gives_back_what_it_took(a in job(), b in job(), error in any::<i32>()) {
        let mut merged = merged([&a, &b]);
        merged.first_error = error;
        for stats in [a, merged] {
            let text = serde_json::to_string(&stats).unwrap();
            prop_assert_eq!(&serde_json::from_str::<JobStats>(&text).unwrap(), &stats);
            let value = serde_json::to_value(&stats).unwrap();
            prop_assert_eq!(serde_json::from_value::<JobStats>(value).unwrap(), stats);
        }
    }
}

#[test]
fn buckets_that_no_histogram_writes_are_refused() {
    for forged in [
        format!(r#"{{"buckets":[[{},1]],"overflow":0}}"#, Histogram::BUCKETS),
        r#"{"buckets":[[3,1],[3,1]],"overflow":0}"#.to_owned(),
        r#"{"buckets":[[4,1],[3,1]],"overflow":0}"#.to_owned(),
        r#"{"buckets":[[4,0]],"overflow":0}"#.to_owned(),
        format!(r#"{{"buckets":[[4,{}]],"overflow":1}}"#, u64::MAX),
    ] {
        assert!(serde_json::from_str::<Histogram>(&forged).is_err(), "{forged}");
    }
}

#[test]
fn every_bucket_stands_for_itself_and_they_abut() {
    for bucket in 0..Histogram::BUCKETS {
        assert_eq!(Histogram::bucket_of(Histogram::value_of(bucket)), bucket);
        assert_eq!(Histogram::bucket_of(Histogram::lower_edge(bucket)), bucket);
        assert_eq!(
            Histogram::upper_edge(bucket) + 1,
            Histogram::lower_edge(bucket + 1)
        );
    }
    assert_eq!(Histogram::bucket_of((1 << 42) - 1), Histogram::BUCKETS - 1);
    assert_eq!(Histogram::bucket_of(1 << 42), Histogram::BUCKETS);
}

/// Values of fio's bins: exact below 128 ns, then the middle of a bucket.
#[test]
fn buckets_have_fios_values() {
    let counted = histogram(&[0, 127, 128, 129, 1000, 17_179_869_183]);
    let bins: Vec<(u64, u64)> = counted
        .occupied()
        .map(|(bucket, count)| (Histogram::value_of(bucket), count))
        .collect();
    assert_eq!(bins, [(0, 1), (127, 1), (129, 2), (1004, 1), (17_112_760_320, 1)]);
}

#[test]
fn ranks_are_exact_for_the_double_that_was_typed() {
    assert_eq!(
        [rank(0.0, 10), rank(50.0, 10), rank(100.0, 10), rank(99.0, 100)],
        [1, 5, 10, 99]
    );
    // The double next to 99.9 lies above it; fio 3.33 gave the largest of 1000 latencies as their p99.9.
    assert_eq!(rank(99.9, 1000), 1000);
    assert_eq!(
        [rank(99.9, 999), rank(99.9, 1001), rank(1.0, 1), rank(5.0, 0)],
        [999, 1000, 1, 0]
    );
    assert_eq!(
        [
            rank(50.0, u64::MAX),
            rank(f64::NAN, 5),
            rank(-3.0, 5),
            rank(1e300, 5)
        ],
        [1 << 63, 1, 1, 5]
    );
    for total in 1..=4000_u64 {
        for percent in (1_u64..100).step_by(3) {
            assert_eq!(
                rank(percent as f64, total),
                (percent * total).div_ceil(100),
                "{percent} % of {total}"
            );
        }
    }
}

#[test]
fn the_largest_latencies_do_not_break_the_sums() {
    let mut moments = Moments::new();
    (0..3).for_each(|_| moments.record(u64::MAX >> 20));
    assert_eq!(moments.stdev(), 0.0);
    assert_eq!(
        (
            Moments::new().mean(),
            Moments::new().stdev(),
            Moments::new().min_or_zero()
        ),
        (0.0, 0.0, 0)
    );
    let mut full = Histogram::new();
    full.record_many(5, u64::MAX);
    let mut twice = full.clone();
    twice.merge(&full);
    assert_eq!(twice.total(), u64::MAX);
}

/// Percentiles of another program stay as they are. Those of two results are dropped, for they do not give those of both together.
#[test]
fn given_percentiles_are_not_merged() {
    let given = |count: u64| Latency {
        moments: Moments {
            count,
            min: 10,
            max: 900,
            sum: u128::from(count) * 100,
            ..Moments::new()
        },
        given: vec![(500_000, 90), (990_000, 400), (999_900, 850)],
        ..Latency::default()
    };
    let one = given(5000);
    assert_eq!(one.percentile(99.0), Some(400));
    assert_eq!(one.percentile(99.99), Some(850));
    assert_eq!(one.percentile(95.0), None);
    assert_eq!(one.percentiles_of(), 5000);
    let mut sum = Latency::default();
    sum.merge(&one);
    sum.merge(&Latency::default());
    assert_eq!(sum, one);
    sum.merge(&given(10));
    assert_eq!(
        (sum.moments.count, sum.percentile(99.0), sum.percentiles_of()),
        (5010, None, 0)
    );
}
