//! Simulations with fixed seeds: intervals cover what they claim, shapes are named right, and noise raises no alarm.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::Histogram;
use fiord_stats::bimodal::two_modes;
use fiord_stats::changepoint::segments;
use fiord_stats::interval::{
    median_interval, median_ratio_interval, paired_ratio_interval, paired_shift_interval, quantile_interval,
    ratio_interval, shift_interval,
};
use fiord_stats::shape::{Shape, shape};

use crate::random;
use random::Random;

/// One-step noise models with mean 0 and deviation 1.
#[derive(Debug, Clone, Copy)]
enum Noise {
    Normal,
    Exponential,
    /// Double exponential: heavy tails.
    Laplace,
    /// Normal, but one value in twenty is ten times as far.
    Outliers,
    /// First-order autoregression.
    Persistent(f64),
    /// Normal, but in three seconds of ten only half is done.
    Stalls,
}

const NOISES: [Noise; 6] = [
    Noise::Normal,
    Noise::Exponential,
    Noise::Laplace,
    Noise::Outliers,
    Noise::Persistent(0.3),
    Noise::Persistent(0.6),
];

fn noise(random: &mut Random, model: Noise, n: usize) -> Vec<f64> {
    let mut previous = random.normal();
    (0..n)
        .map(|_| match model {
            Noise::Normal => random.normal(),
            Noise::Exponential => random.exponential() - 1.0,
            Noise::Laplace => (random.exponential() - random.exponential()) / 2_f64.sqrt(),
            Noise::Outliers => random.normal() * if random.uniform() < 0.05 { 10.0 } else { 1.0 },
            Noise::Stalls => random.normal(),
            Noise::Persistent(r) => {
                previous = r * previous + (1.0 - r * r).sqrt() * random.normal();
                previous
            }
        })
        .collect()
}

/// A rate of about `level(i)` with relative noise of `cv`.
fn series(random: &mut Random, model: Noise, cv: f64, n: usize, level: impl Fn(usize) -> f64) -> Vec<f64> {
    noise(random, model, n)
        .into_iter()
        .enumerate()
        .map(|(place, noise)| {
            let stalled = matches!(model, Noise::Stalls) && random.uniform() < 0.3;
            let share = if stalled { 0.5 } else { 1.0 };
            (level(place) * share * (1.0 + cv * noise)).max(0.0)
        })
        .collect()
}

#[test]
fn constant_noise_raises_few_alarms() {
    let replicates = 1000;
    for (seed, model) in (1000..).zip(NOISES.into_iter().chain([Noise::Stalls])) {
        for (n, cv) in [(20, 0.05), (60, 0.01), (60, 0.05), (120, 0.2), (300, 0.05)] {
            let replicates = if n > 120 { replicates / 4 } else { replicates };
            let mut random = Random(seed);
            let (mut changes, mut unsteady) = (0, 0);
            for _ in 0..replicates {
                let values = series(&mut random, model, cv, n, |_| 5000.0);
                // Steady implies one segment.
                if shape(&values, &[1.0]) != Shape::Steady {
                    unsteady += 1;
                    changes += usize::from(segments(&values).len() > 1);
                }
            }
            println!(
                "{model:?} n={n} cv={cv} seed={seed}: {changes} changed, {unsteady} not steady of {replicates}"
            );
            assert!(changes * 20 <= replicates && unsteady * 20 <= replicates);
        }
    }
}

#[test]
fn clear_shifts_are_found_where_they_are() {
    for (seed, model) in (2000..).zip(NOISES).step_by(fiord_testbed::every(2)) {
        for (n, at, cv, factor) in [
            (60, 30, 0.02, 0.8),
            (60, 50, 0.05, 0.5),
            (120, 14, 0.05, 0.5),
            (120, 80, 0.03, 1.5),
        ] {
            let replicates = 250;
            let mut random = Random(seed);
            let (mut exact, mut cliffs) = (0, 0);
            for _ in 0..replicates {
                let values = series(
                    &mut random,
                    model,
                    cv,
                    n,
                    |i| if i < at { 1e5 } else { 1e5 * factor },
                );
                let found = segments(&values);
                exact += usize::from(found.len() == 2 && found[1].start.abs_diff(at) <= 1);
                let named = shape(&values, &[]);
                cliffs += usize::from(if factor < 1.0 {
                    matches!(named, Shape::Cliff { .. })
                } else {
                    matches!(named, Shape::Rise { .. })
                });
            }
            println!("{model:?} n={n} at={at} cv={cv} x{factor} seed={seed}: {exact} exact, {cliffs} named");
            assert!(exact * 100 >= replicates * 95 && cliffs * 100 >= replicates * 95);
        }
    }
}

#[test]
fn small_shifts_are_seen_more_often_than_not() {
    for (seed, model) in (2500..).zip([Noise::Normal, Noise::Laplace, Noise::Persistent(0.3)]) {
        let mut random = Random(seed);
        let found = (0..200)
            .filter(|_| {
                let values = series(&mut random, model, 0.03, 120, |i| if i < 70 { 1e5 } else { 9e4 });
                segments(&values).len() == 2
            })
            .count();
        println!("{model:?} 10 % in noise of 3 %, seed={seed}: {found} of 200");
        assert!(found >= 120);
    }
}

/// Runs the classifier on replicates of a course with 3 % noise and gives the share that `right` accepts.
fn recognised(
    seed: u64,
    model: Noise,
    cv: f64,
    n: usize,
    level: impl Fn(usize) -> f64,
    right: impl Fn(&Shape) -> bool,
) -> f64 {
    let mut random = Random(seed);
    let replicates = 200;
    let hits = (0..replicates)
        .filter(|_| {
            right(&shape(
                &series(&mut random, model, cv, n, &level),
                &[1.0, 1_048_576.0],
            ))
        })
        .count();
    println!("{model:?} n={n} cv={cv} seed={seed}: {hits} of {replicates}");
    hits as f64 / f64::from(replicates)
}

#[test]
fn courses_are_called_by_their_names() {
    for (seed, model) in (3000..).zip(NOISES) {
        let falling = |i: usize| 1e5 * (1.0 - 0.005 * i as f64);
        let drift = |shape: &Shape| matches!(shape, Shape::Drift { percent_per_sample } if (-0.75..-0.45).contains(percent_per_sample));
        assert!(recognised(seed, model, 0.02, 60, falling, drift) >= 0.95, "drift");

        let collecting = |i: usize| 1e5 * (1.0 - 0.02 * (i % 20) as f64);
        let every = |wanted: usize| move |shape: &Shape| matches!(shape, Shape::SawTooth { period } if period.abs_diff(wanted) <= 1);
        assert!(
            recognised(seed, model, 0.03, 120, collecting, every(20)) >= 0.95,
            "saw-tooth"
        );

        let throttled = |i: usize| if i % 30 < 20 { 1e5 } else { 6e4 };
        assert!(
            recognised(seed, model, 0.03, 120, throttled, every(30)) >= 0.95,
            "throttle"
        );

        let cliff = |shape: &Shape| matches!(shape, Shape::Cliff { at: 39..=41, .. });
        let cache_end = |i: usize| if i < 40 { 2_130.0 } else { 463.0 };
        assert!(
            recognised(seed, model, 0.03, 90, cache_end, cliff) >= 0.95,
            "cliff"
        );

        let steps = |i: usize| [16e3, 8e3, 4.4e3][usize::from(i >= 25) + usize::from(i >= 70)];
        let unsteady = |shape: &Shape| matches!(shape, Shape::Unsteady { segments } if segments.len() == 3);
        assert!(
            recognised(seed, model, 0.02, 90, steps, unsteady) >= 0.95,
            "two shifts"
        );
    }
    // A limiter's levels are flat, so the noisy models do not apply.
    let bucket = |shape: &Shape| matches!(shape, Shape::TokenBucket { at: 40, .. });
    let iops = |i: usize| if i < 40 { 11_700.0 } else { 3_000.0 };
    let bytes = |i: usize| 1_048_576.0 * if i < 40 { 540.0 } else { 125.0 };
    assert!(recognised(3100, Noise::Normal, 0.003, 90, iops, bucket) >= 0.95);
    assert!(recognised(3101, Noise::Normal, 0.003, 90, bytes, bucket) >= 0.95);
    // Just as flat, but to a number that nobody writes as a limit.
    let odd = |i: usize| if i < 40 { 11_700.0 } else { 3_419.0 };
    assert!(recognised(3102, Noise::Normal, 0.003, 90, odd, bucket) <= 0.05);
}

/// How often an interval covers, and the mean of the levels that it claims.
fn coverage(replicates: u32, mut draw: impl FnMut() -> (fiord_stats::interval::Interval, f64)) -> (f64, f64) {
    let (mut hits, mut claimed) = (0.0, 0.0);
    for _ in 0..replicates {
        let (interval, truth) = draw();
        hits += f64::from(u8::from(interval.low <= truth && truth <= interval.high));
        claimed += interval.level;
    }
    (hits / f64::from(replicates), claimed / f64::from(replicates))
}

fn assert_covers(name: &str, seed: u64, (covered, claimed): (f64, f64)) {
    println!("{name} seed={seed}: covers {covered:.3}, claims {claimed:.3}");
    assert!(claimed >= 0.95 && (covered - claimed).abs() <= 0.02);
}

#[test]
fn intervals_cover_what_they_claim() {
    let replicates = 2000;
    for (seed, n) in (4000..).zip([6_usize, 7, 10, 15, 20, 30]) {
        let mut random = Random(seed);
        let lognormal = |random: &mut Random| (0.5 * random.normal()).exp();
        let found = coverage(replicates, || {
            let values: Vec<f64> = (0..n).map(|_| lognormal(&mut random)).collect();
            (median_interval(&values, 0.95).unwrap(), 1.0)
        });
        assert_covers("median", seed, found);
        let found = coverage(replicates, || {
            let values: Vec<f64> = (0..n * 10).map(|_| random.exponential()).collect();
            (quantile_interval(&values, 0.9, 0.95).unwrap(), -(0.1_f64.ln()))
        });
        assert_covers("p90", seed, found);
        let found = coverage(replicates, || {
            let a: Vec<f64> = (0..n).map(|_| 3.0 * lognormal(&mut random)).collect();
            let b: Vec<f64> = (0..n).map(|_| lognormal(&mut random)).collect();
            (ratio_interval(&a, &b, 0.95).unwrap(), 3.0)
        });
        assert_covers("ratio", seed, found);
        let found = coverage(replicates, || {
            let differences: Vec<f64> = (0..n)
                .map(|_| 7.0 + random.exponential() - random.exponential())
                .collect();
            (paired_shift_interval(&differences, 0.95).unwrap(), 7.0)
        });
        assert_covers("paired", seed, found);
    }
}

#[test]
fn differences_and_ratios_of_pairs_cover_what_they_claim() {
    let replicates = 2000;
    for (seed, n) in (4100..).zip([6_usize, 10, 20]) {
        let mut random = Random(seed);
        let found = coverage(replicates, || {
            let a: Vec<f64> = (0..n).map(|_| 5.0 + random.exponential()).collect();
            let b: Vec<f64> = (0..n + 3).map(|_| random.exponential()).collect();
            (shift_interval(&a, &b, 0.95).unwrap(), 5.0)
        });
        assert_covers("shift", seed, found);
        let found = coverage(replicates, || {
            // Blocks differ more than the two things compared in them.
            let blocks: Vec<f64> = (0..n).map(|_| (1.0 * random.normal()).exp()).collect();
            let noise = |random: &mut Random| (0.2 * random.normal()).exp();
            let a: Vec<f64> = blocks
                .iter()
                .map(|block| 1.4 * block * noise(&mut random))
                .collect();
            let b: Vec<f64> = blocks.iter().map(|block| block * noise(&mut random)).collect();
            (paired_ratio_interval(&a, &b, 0.95).unwrap(), 1.4)
        });
        assert_covers("paired ratio", seed, found);
        let found = coverage(replicates, || {
            // One varies eight times as much as the other.
            let a: Vec<f64> = (0..n).map(|_| 3.0 * (0.05 * random.normal()).exp()).collect();
            let b: Vec<f64> = (0..n).map(|_| (0.4 * random.normal()).exp()).collect();
            (median_ratio_interval(&a, &b, 0.95).unwrap(), 3.0)
        });
        println!("ratio of medians seed={seed}: {found:?}");
        // An approximation: .93 to .98 (0.89 to 0.97 for a shift of such groups).
        assert!((0.93..=0.985).contains(&found.0), "{found:?}");
    }
}

/// Every function that gives an interval is one of those whose coverage is held above.
#[test]
fn no_interval_is_without_a_coverage_simulation() {
    let source = include_str!("../../src/interval.rs");
    let covered = include_str!("simulations.rs");
    let mut names = Vec::new();
    for (place, _) in source.match_indices("-> Option<Interval>") {
        let (before, _) = source.split_at(place);
        let start = before.rfind("fn ").unwrap();
        let public = before[..start].ends_with("pub ");
        let name = before[start + 3..].split('(').next().unwrap();
        if public {
            let called = covered.match_indices(&format!("{name}(")).any(|(at, _)| {
                !covered[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
            });
            assert!(called, "{name} has no simulation");
            names.push(name);
        }
    }
    println!("{names:?}");
    assert_eq!(names.len(), 7, "{names:?}");
    // And nobody else makes one.
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![folder];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && path.components().any(|part| part.as_os_str() == "src")
            {
                let text = std::fs::read_to_string(&path).unwrap();
                files += 1;
                // Intervals in unit tests are inputs, not results.
                let text = text.split("#[cfg(test)]").next().unwrap_or_default();
                // A message about an interval makes none.
                let is_made = |at: usize| {
                    let before = &text[..at];
                    !before.ends_with("messages::") && !before.ends_with(char::is_alphanumeric)
                };
                let mut places = text.match_indices("Interval {");
                let makes = places.any(|(at, _)| is_made(at)) && !path.ends_with("stats/src/interval.rs");
                assert!(!makes, "{} makes an interval of its own", path.display());
            }
        }
    }
    assert!(files > 100, "{files} files were looked at");
}

fn latencies(n: usize, mut draw: impl FnMut() -> f64) -> Histogram {
    let mut histogram = Histogram::new();
    (0..n).for_each(|_| histogram.record(draw().max(0.0) as u64));
    histogram
}

#[test]
fn one_kind_of_latency_is_not_called_two() {
    type Draw = fn(&mut Random) -> f64;
    let models: [(&str, Draw); 7] = [
        ("narrow lognormal", |random| {
            80_000.0 * (0.1 * random.normal()).exp()
        }),
        ("lognormal", |random| 80_000.0 * (0.5 * random.normal()).exp()),
        ("wide lognormal", |random| {
            80_000.0 * (1.2 * random.normal()).exp()
        }),
        ("exponential", |random| 2e6 * random.exponential()),
        ("normal", |random| 80_000.0 * (1.0 + 0.1 * random.normal())),
        ("uniform", |random| 500_000.0 * random.uniform()),
        ("fast clock", |random| 120.0 * (0.6 * random.normal()).exp()),
    ];
    for (seed, (name, draw)) in (5000..).zip(models) {
        for (n, replicates) in [(500, 1000), (5_000, 200), (50_000, 10)] {
            let mut random = Random(seed);
            let alarms = (0..replicates)
                .filter(|_| two_modes(&latencies(n, || draw(&mut random))).is_some())
                .count();
            println!("{name} n={n} seed={seed}: {alarms} of {replicates}");
            assert!(alarms * 20 <= replicates, "{name}");
        }
    }
}

/// One second in ten is odd: a busy machine ran the job for a part of it only. This makes no drift of a step, and no step of a drift.
#[test]
fn odd_seconds_make_no_drift_of_a_step_and_no_step_of_a_drift() {
    for (seed, odd) in (7000..).zip([0.0, 0.05, 0.1]) {
        let mut random = Random(seed);
        let mut courses = |level: &dyn Fn(f64) -> f64, n: usize| -> Vec<Shape> {
            (0..1000)
                .map(|_| {
                    let run: Vec<f64> = (0..n)
                        .map(|second| {
                            let share = if random.uniform() < odd {
                                random.uniform()
                            } else {
                                1.0
                            };
                            level(second as f64) * (0.01 * random.normal()).exp() * share
                        })
                        .collect();
                    shape(&run, &[1.0])
                })
                .collect()
        };
        let count =
            |shapes: &[Shape], is: fn(&Shape) -> bool| shapes.iter().filter(|shape| is(shape)).count();
        let is_drift = |shape: &Shape| matches!(shape, Shape::Drift { .. });
        let is_step = |shape: &Shape| matches!(shape, Shape::Rise { .. } | Shape::Cliff { .. });

        let step = courses(&|second| 230.0 + 670.0 * (second - 7.0).clamp(0.0, 1.0), 14);
        let (drifts, steps) = (count(&step, is_drift), count(&step, is_step));
        println!("step, {odd} odd, seed={seed}: {drifts} drifts, {steps} steps of 1000");
        assert!(drifts <= 50 && steps >= 10 * drifts.max(50), "{odd}");

        let drift = courses(&|second| 900.0 * (-0.01 * second).exp(), 60);
        let (drifts, steps) = (count(&drift, is_drift), count(&drift, is_step));
        println!("drift, {odd} odd, seed={seed}: {drifts} drifts, {steps} steps of 1000");
        assert!(steps <= 50 && drifts >= 10 * steps.max(50), "{odd}");
    }
}

#[test]
fn two_kinds_of_latency_are_told_apart() {
    // Share of the fast kind, its centre and spread, and those of the slow kind.
    let mixes = [
        (0.2, 5_000.0, 0.3, 90_000.0, 0.2),
        (0.97, 80_000.0, 0.3, 3_000_000.0, 0.5),
        (0.5, 80_000.0, 0.2, 200_000.0, 0.2),
        (0.02, 1_500.0, 0.2, 9_000_000.0, 0.4),
    ];
    for (seed, (share, fast, fast_spread, slow, slow_spread)) in (6000..).zip(mixes) {
        let mut random = Random(seed);
        let replicates = 100;
        let right = (0..replicates).filter(|_| {
            let histogram = latencies(5_000, || {
                let (centre, spread) = if random.uniform() < share {
                    (fast, fast_spread)
                } else {
                    (slow, slow_spread)
                };
                centre * (spread * random.normal()).exp()
            });
            two_modes(&histogram).is_some_and(|found| {
                let near =
                    |at: u64, centre: f64, spread: f64| (at as f64 / centre).ln().abs() < 0.12 + spread;
                (found.fast.share - share).abs() < 0.02
                    && near(found.fast.at_ns, fast, fast_spread)
                    && near(found.slow.at_ns, slow, slow_spread)
            })
        });
        let right = right.count();
        println!("{share} at {fast} and {slow}, seed={seed}: {right} of {replicates}");
        assert!(right >= 95);
    }
}
