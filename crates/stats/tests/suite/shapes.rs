//! Per-second series of devices whose truth is known, in noise as real runs have it, and what they are called: a confusion
//! matrix for each length and noise, printed, and its diagonal held. Fixed seeds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::random;

use fiord_stats::shape::{Shape, shape};
use random::Random;

/// Noise of rates: lognormal, each second resembling the one before by `persistence`, and 2 % of the seconds bad.
#[derive(Debug, Clone, Copy)]
struct Noise {
    cv: f64,
    persistence: f64,
    bad_seconds: f64,
}

const NOISES: [Noise; 4] = [
    Noise {
        cv: 0.03,
        persistence: 0.0,
        bad_seconds: 0.0,
    },
    Noise {
        cv: 0.03,
        persistence: 0.6,
        bad_seconds: 0.0,
    },
    Noise {
        cv: 0.05,
        persistence: 0.0,
        bad_seconds: 0.02,
    },
    Noise {
        cv: 0.05,
        persistence: 0.5,
        bad_seconds: 0.02,
    },
];

fn series(random: &mut Random, noise: Noise, n: usize, level: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut state = random.normal();
    (0..n)
        .map(|second| {
            let r = noise.persistence;
            state = r * state + (1.0 - r * r).sqrt() * random.normal();
            let bad = random.uniform() < noise.bad_seconds;
            let share = if bad { 0.05 + 0.6 * random.uniform() } else { 1.0 };
            (level(second) * share * (noise.cv * state).exp()).max(0.0)
        })
        .collect()
}

/// What a course is called.
const NAMES: [&str; 8] = [
    "nothing",
    "steady",
    "cliff",
    "rise",
    "credits",
    "saw-tooth",
    "drift",
    "unsteady",
];

fn name(shape: &Shape) -> usize {
    match shape {
        Shape::TooShort => 0,
        Shape::Steady => 1,
        Shape::Cliff { .. } => 2,
        Shape::Rise { .. } => 3,
        Shape::TokenBucket { .. } => 4,
        Shape::SawTooth { .. } => 5,
        Shape::Drift { .. } => 6,
        Shape::Unsteady { .. } => 7,
    }
}

/// A device: its course as shares of its best rate, from the length and the second, and what its shape must say.
struct Truth {
    what: &'static str,
    named: &'static str,
    level: fn(usize, usize) -> f64,
    right: fn(&Shape, usize) -> bool,
    /// A limiter has no noise of its own.
    flat: bool,
    /// Another name that is as right.
    or: &'static str,
}

fn near(found: f64, truth: f64, tolerance: f64) -> bool {
    (found / truth - 1.0).abs() <= tolerance
}

const BEST: f64 = 11_700.0;

const TRUTHS: [Truth; 10] = [
    Truth {
        what: "constant",
        named: "steady",
        level: |_, _| BEST,
        right: |_, _| true,
        flat: false,
        or: "",
    },
    Truth {
        what: "one bad second",
        named: "steady",
        level: |n, second| if second == n / 3 { 0.1 * BEST } else { BEST },
        right: |_, _| true,
        flat: false,
        or: "",
    },
    Truth {
        what: "three slow first seconds",
        named: "steady",
        level: |_, second| BEST * [0.3, 0.6, 0.8, 1.0][second.min(3)],
        right: |_, _| true,
        flat: false,
        or: "rise",
    },
    Truth {
        what: "warm-up for a sixth",
        named: "rise",
        level: |n, second| if second < n / 6 { 0.4 * BEST } else { BEST },
        right: |shape, n| {
            matches!(shape, Shape::Rise { at, before, after } if at.abs_diff(n / 6) <= 1
            && near(*before, 0.4 * BEST, 0.1) && near(*after, BEST, 0.05))
        },
        flat: false,
        or: "",
    },
    Truth {
        what: "cliff",
        named: "cliff",
        level: |n, second| if second < n * 2 / 5 { BEST } else { 0.22 * BEST },
        right: |shape, n| {
            matches!(shape, Shape::Cliff { at, before, after } if at.abs_diff(n * 2 / 5) <= 1
            && near(*before, BEST, 0.1) && near(*after, 0.22 * BEST, 0.1))
        },
        flat: false,
        or: "",
    },
    Truth {
        what: "late cliff to a half",
        named: "cliff",
        level: |n, second| if second < n * 3 / 4 { BEST } else { 0.5 * BEST },
        right: |shape, n| {
            matches!(shape, Shape::Cliff { at, before, after } if at.abs_diff(n * 3 / 4) <= 1
            && near(*before, BEST, 0.1) && near(*after, 0.5 * BEST, 0.1))
        },
        flat: false,
        or: "",
    },
    Truth {
        what: "credits",
        named: "credits",
        level: |n, second| if second < n * 2 / 5 { BEST } else { 3_000.0 },
        right: |shape, n| {
            matches!(shape, Shape::TokenBucket { at, burst, baseline } if at.abs_diff(n * 2 / 5) <= 1
            && near(*burst, BEST, 0.01) && near(*baseline, 3_000.0, 0.01))
        },
        flat: true,
        or: "",
    },
    Truth {
        what: "throttled by heat",
        named: "saw-tooth",
        level: |n, second| {
            if second % (n / 4) < n / 6 {
                BEST
            } else {
                0.5 * BEST
            }
        },
        right: |shape, n| matches!(shape, Shape::SawTooth { period } if period.abs_diff(n / 4) <= 1),
        flat: false,
        or: "",
    },
    Truth {
        what: "garbage collection",
        named: "saw-tooth",
        level: |_, second| BEST * [1.0, 0.95, 0.9, 0.8, 0.6, 0.3, 0.2, 0.6, 0.9, 1.0][second % 10],
        right: |shape, _| matches!(shape, Shape::SawTooth { period: 9..=11 }),
        flat: false,
        or: "",
    },
    Truth {
        what: "drift by nearly a half",
        named: "drift",
        level: |n, second| BEST * (-0.6 * second as f64 / n as f64).exp(),
        right: |shape, n| {
            matches!(shape, Shape::Drift { percent_per_sample }
            if near(*percent_per_sample, 100.0 * (-0.6 / n as f64).exp_m1(), 0.25))
        },
        flat: false,
        or: "",
    },
];

#[test]
fn courses_are_called_what_they_are() {
    let mut wrong = Vec::new();
    for n in [60, 120, 600] {
        for (seed, noise) in (8000..).zip(NOISES).step_by(fiord_testbed::every(2)) {
            println!(
                "\n{n} s, {noise:?}, seed {seed}; truth by name, in percent, and how often with the right numbers:"
            );
            println!(
                "{:26}{}  right",
                "",
                NAMES.map(|name| format!("{name:>10}")).concat()
            );
            let mut random = Random(seed);
            let replicates = if n > 120 { 50 } else { 200 };
            for truth in &TRUTHS {
                let noise = if truth.flat {
                    Noise { cv: 0.004, ..noise }
                } else {
                    noise
                };
                let mut names = [0; NAMES.len()];
                let mut right = 0;
                for _ in 0..replicates {
                    let found = shape(
                        &series(&mut random, noise, n, |second| (truth.level)(n, second)),
                        &[1.0],
                    );
                    names[name(&found)] += 1;
                    right += u32::from(
                        [truth.named, truth.or].contains(&NAMES[name(&found)]) && (truth.right)(&found, n),
                    );
                }
                let percent = |count: u32| count as f64 * 100.0 / f64::from(replicates);
                let row: String = names
                    .iter()
                    .map(|count| format!("{:>10.1}", percent(*count)))
                    .collect();
                println!("{:26}{row}  {:.1}", truth.what, percent(right));
                if percent(right) < 95.0 {
                    wrong.push(format!("{n} s {noise:?} {}: {:.1} %", truth.what, percent(right)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Ten seconds say nothing of a course; of twenty and thirty nothing wrong is said, and a cliff to a fifth is seen.
#[test]
fn short_runs_are_not_over_interpreted() {
    let replicates = 400;
    for n in [10, 20, 30] {
        for (seed, noise) in (8100..).zip(NOISES) {
            let mut random = Random(seed);
            for truth in &TRUTHS {
                let mut names = [0; NAMES.len()];
                for _ in 0..replicates {
                    names[name(&shape(
                        &series(&mut random, noise, n, |second| (truth.level)(n, second)),
                        &[1.0],
                    ))] += 1;
                }
                println!(
                    "{n} s {noise:?} {}: {:?}",
                    truth.what,
                    NAMES
                        .iter()
                        .zip(names)
                        .filter(|(_, count)| *count > 0)
                        .collect::<Vec<_>>()
                );
                let of = |name: &str| {
                    NAMES
                        .iter()
                        .zip(names)
                        .filter(|(known, _)| **known == name)
                        .map(|(_, count)| count)
                        .sum::<usize>()
                };
                if n < 12 {
                    assert_eq!(of("nothing"), replicates);
                } else if truth.named == "steady" {
                    assert!(
                        of(truth.named) + of(truth.or) >= replicates * 95 / 100,
                        "{} at {n} s, {noise:?}, seed {seed}",
                        truth.what
                    );
                } else if truth.what == "cliff" {
                    assert!(
                        of("cliff") >= replicates * 85 / 100,
                        "{n} s, {noise:?}, seed {seed}"
                    );
                }
            }
        }
    }
}
