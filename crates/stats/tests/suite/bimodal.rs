//! Whether latencies come in two kinds: how often one kind is called two, and which mixtures are seen. Both tables are printed; the
//! second is that of the documentation of `bimodal`. Fixed seeds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::random;

use fiord_stats::Histogram;
use fiord_stats::bimodal::two_modes;
use random::Random;

type Draw = fn(&mut Random) -> f64;

fn gamma(random: &mut Random, shape: u32) -> f64 {
    (0..shape).map(|_| random.exponential()).sum::<f64>() / f64::from(shape)
}

/// A clock that steps.
fn stepped(value: f64, step: f64) -> f64 {
    (value / step).round() * step
}

const ONE_KIND: [(&str, Draw); 12] = [
    ("lognormal 0.1", |random| 80_000.0 * (0.1 * random.normal()).exp()),
    ("lognormal 0.5", |random| 80_000.0 * (0.5 * random.normal()).exp()),
    ("lognormal 1.2", |random| 80_000.0 * (1.2 * random.normal()).exp()),
    ("gamma 1", |random| 200_000.0 * gamma(random, 1)),
    ("gamma 2", |random| 200_000.0 * gamma(random, 2)),
    ("gamma 9", |random| 200_000.0 * gamma(random, 9)),
    ("gamma 40", |random| 3e6 * gamma(random, 40)),
    ("steps of a 20th", |random| {
        stepped(80_000.0 * (0.3 * random.normal()).exp(), 4_000.0)
    }),
    ("steps of an 8th", |random| {
        stepped(8_000.0 * (0.3 * random.normal()).exp(), 1_000.0)
    }),
    ("steps of a third", |random| {
        stepped(3_000.0 * (0.4 * random.normal()).exp(), 1_000.0)
    }),
    ("steps as large", |random| {
        stepped(1_000_000.0 * (0.3 * random.normal()).exp(), 1_000_000.0)
    }),
    ("one value or next", |random| {
        if random.uniform() < 0.4 {
            80_384.0
        } else {
            80_896.0
        }
    }),
];

fn histogram(n: usize, mut draw: impl FnMut() -> f64) -> Histogram {
    let mut histogram = Histogram::new();
    (0..n).for_each(|_| histogram.record(draw().max(0.0) as u64));
    histogram
}

#[test]
fn one_kind_is_called_two_at_most_once_in_twenty() {
    let mut wrong = Vec::new();
    println!(
        "{:20}{:>12}{:>12}{:>12}  alarms",
        "", "n=300", "n=2000", "n=20000"
    );
    for (seed, (name, draw)) in (9000..).zip(ONE_KIND).step_by(fiord_testbed::every(2)) {
        let mut row = String::new();
        for (n, replicates) in [(300, 1000), (2_000, 1000), (20_000, 50)] {
            let mut random = Random(seed);
            let alarms = (0..replicates)
                .filter(|_| two_modes(&histogram(n, || draw(&mut random))).is_some())
                .count();
            row += &format!("{:>12}", format!("{alarms}/{replicates}"));
            if alarms * 20 > replicates {
                wrong.push(format!("{name} n={n} seed={seed}: {alarms} of {replicates}"));
            }
        }
        println!("{name:20}{row}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn mixtures_are_seen_from_a_distance() {
    let replicates = 200;
    println!(
        "share of the slow kind, lognormal kinds of sigma 0.2, how much slower; percent seen with the right share"
    );
    println!(
        "{:12}{:>8}{:>8}{:>8}{:>8}{:>8}",
        "", "1.5x", "2x", "3x", "5x", "100x"
    );
    for (n, seed) in [(500, 9100), (5_000, 9101)] {
        for slow in [0.005, 0.05, 0.2, 0.5] {
            let mut random = Random(seed);
            let mut row = String::new();
            for apart in [1.5, 2.0, 3.0, 5.0, 100.0] {
                let seen = (0..replicates)
                    .filter(|_| {
                        let draw = || {
                            let centre = if random.uniform() < slow { 8e4 * apart } else { 8e4 };
                            centre * (0.2 * random.normal()).exp()
                        };
                        two_modes(&histogram(n, draw)).is_some_and(|found| {
                            (found.slow.share - slow).abs() < 0.05
                                && (found.fast.at_ns as f64 / 8e4).ln().abs() < 0.25
                                && (found.slow.at_ns as f64 / 8e4 / apart).ln().abs() < 0.25
                        })
                    })
                    .count();
                let percent = seen as f64 * 100.0 / f64::from(replicates);
                row += &format!("{percent:>8.1}");
                let expected = slow >= 0.05 && (apart >= 5.0 || (apart >= 3.0 && n > 500));
                assert!(
                    !expected || percent >= if apart >= 5.0 { 95.0 } else { 90.0 },
                    "{slow} at {apart} x, n={n}, seed={seed}: {percent} %"
                );
                assert!(slow >= 0.01 || percent <= 5.0, "{slow} is below the least share");
            }
            println!("{:12}{row}", format!("{slow} of {n}"));
        }
    }
}

/// Exponential and Weibull latencies are one kind, whatever their mean: those below the finest class are no peak.
#[test]
fn one_kind_is_one_kind_at_any_mean() {
    let weibull = |random: &mut Random, shape: f64| random.exponential().powf(1.0 / shape);
    println!("alarms of one kind: n = 300, 1000, 10 000, 100 000");
    for (seed, (name, shape)) in (9200..).zip([("exponential", 1.0), ("Weibull .5", 0.5), ("Weibull 2", 2.0)])
    {
        let means = [50.0, 200.0, 1e3, 2e3, 3e3, 5e3, 8e3, 80e3, 2e6];
        for mean in means.into_iter().step_by(fiord_testbed::every(2)) {
            let mut random = Random(seed);
            let row =
                [(300, 1000_u32), (1_000, 1000), (10_000, 100), (100_000, 20)].map(|(n, replicates)| {
                    let alarms = (0..replicates)
                        .filter(|_| two_modes(&histogram(n, || mean * weibull(&mut random, shape))).is_some())
                        .count();
                    100.0 * alarms as f64 / f64::from(replicates)
                });
            println!("{name} of {mean} ns, seed {seed}: {row:?} %");
            // The widest kind of a thousand I/Os is the hardest: about 3 %.
            let allowed = |place: usize| if shape < 1.0 && place == 1 { 4.0 } else { 2.0 };
            assert!(
                row.iter()
                    .enumerate()
                    .all(|(place, percent)| *percent <= allowed(place)),
                "{name} of {mean} ns: {row:?}"
            );
        }
    }
}
