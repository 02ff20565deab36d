//! Numbers of `docs/statistics.md` that no other test holds. Fixed seeds, tables printed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::shape::{Shape, limit_match, shape};
use fiord_stats::steady::snia;

use crate::random::Random;

/// Fifths of a constant series, as the criterion is applied to one run.
fn fifths(random: &mut Random, seconds: usize, cv: f64) -> Vec<f64> {
    let rates: Vec<f64> = (0..seconds)
        .map(|_| 5137.0 * (1.0 + cv * random.normal()))
        .collect();
    rates
        .chunks(seconds / 5)
        .map(|fifth| fifth.iter().sum::<f64>() / fifth.len() as f64)
        .collect()
}

#[test]
fn snias_limits_call_short_constant_runs_unsteady_as_often_as_documented() {
    let replicates = 4_000;
    for (seed, (seconds, cv, percent)) in (12_000..).zip([
        (10, 0.10, 41.0),
        (20, 0.10, 12.0),
        (30, 0.10, 6.0),
        (10, 0.05, 2.0),
    ]) {
        let mut random = Random(seed);
        let alarms = (0..replicates)
            .filter(|_| !snia(&fifths(&mut random, seconds, cv)).unwrap().attained)
            .count();
        let found = 100.0 * alarms as f64 / f64::from(replicates);
        println!("{seconds} s, CV {cv}, seed {seed}: {found:.1} % fail, documented {percent} %");
        assert!((found - percent).abs() < 2.5, "{seconds} s, CV {cv}: {found} %");
    }
}

/// The p99 of 10,000 I/Os has 100 beyond it: how far its value scatters, in percent of itself.
#[test]
fn with_a_hundred_beyond_the_value_scatters_as_its_tail_says() {
    /// A law: its name, the documented scatter, and a draw.
    type Law = (&'static str, f64, fn(&mut Random) -> f64);
    let laws: [Law; 3] = [
        ("exponential", 2.0, Random::exponential),
        ("lognormal, sigma 1", 4.0, |random| random.normal().exp()),
        ("Pareto, exponent 1", 10.0, |random| 1.0 / random.uniform()),
    ];
    for (seed, (name, percent, draw)) in (12_100..).zip(laws) {
        let mut random = Random(seed);
        let values: Vec<f64> = (0..300)
            .map(|_| {
                let mut ios: Vec<f64> = (0..10_000).map(|_| draw(&mut random)).collect();
                *ios.select_nth_unstable_by(9_899, f64::total_cmp).1
            })
            .collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
        let found = 100.0 * variance.sqrt() / mean;
        println!("{name}, seed {seed}: p99 scatters by {found:.1} %, documented {percent} %");
        assert!((found / percent - 1.0).abs() < 0.35, "{name}: {found} %");
    }
}

#[test]
fn a_flat_cliff_to_a_level_of_no_meaning_is_seldom_at_a_round_number() {
    let mut random = Random(12_200);
    let (mut round, cases) = (0, 400);
    for _ in 0..cases {
        let level = 10_f64.powf(3.0 + random.uniform());
        let series: Vec<f64> = (0..120)
            .map(|second| {
                let rate = if second < 60 { 3.0 * level } else { level };
                rate * (1.0 + 0.005 * random.normal())
            })
            .collect();
        let units = [1.0, 1e6 / 4096.0, 1_048_576.0 / 4096.0];
        round += u32::from(matches!(shape(&series, &units), Shape::TokenBucket { .. }));
        if let Some(found) = limit_match(level, &units) {
            assert!(found.chance > 0.1 && found.chance < 0.2, "{}", found.chance);
        }
    }
    let share = f64::from(round) / f64::from(cases);
    println!("seed 12200: {share} of flat cliffs end at a round number; documented: one in seven");
    assert!((0.08..0.22).contains(&share), "{share}");
}
