//! Simulations with fixed seeds of what is said about repeats: order, and two states.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::random;

use fiord_stats::repeats::{critical_dip, dip, trend, two_states};
use random::Random;

type Draw = fn(&mut Random) -> f64;

/// Runs of one state, however they scatter.
const ONE_STATE: [(&str, Draw); 5] = [
    ("normal", |random| 1e4 * (1.0 + 0.05 * random.normal())),
    ("lognormal", |random| 1e4 * (0.5 * random.normal()).exp()),
    ("uniform", |random| 1e4 + 2e3 * random.uniform()),
    ("exponential", |random| 1e4 + 500.0 * random.exponential()),
    ("counted", |random| (1e4 + 6.0 * random.normal()).round()),
];

#[test]
fn the_critical_dips_are_those_of_uniform_samples() {
    for (seed, n) in (7000..).zip([10_usize, 15, 20, 30, 50, 150, 200, 500]) {
        let (mut random, replicates) = (Random(seed), 4_000);
        let beyond = (0..replicates)
            .filter(|_| {
                let mut values: Vec<f64> = (0..n).map(|_| random.uniform()).collect();
                values.sort_unstable_by(f64::total_cmp);
                dip(&values).unwrap() > critical_dip(n)
            })
            .count();
        println!(
            "n={n} seed={seed}: {beyond} of {replicates} beyond {:.4}",
            critical_dip(n)
        );
        // 5 % of 4,000 with four deviations of 14 either way.
        assert!(
            (144..=256).contains(&beyond),
            "{beyond} of {replicates} at n = {n}, seed {seed}"
        );
    }
}

#[test]
fn one_state_is_not_called_two_and_no_drift() {
    for (seed, (name, draw)) in (7100..).zip(ONE_STATE) {
        for n in [6_usize, 8, 10, 20, 40]
            .into_iter()
            .step_by(fiord_testbed::every(2))
        {
            let (mut random, replicates) = (Random(seed), 1_000);
            let (mut states, mut drifts) = (0, 0);
            for _ in 0..replicates {
                let values: Vec<f64> = (0..n).map(|_| draw(&mut random)).collect();
                states += u32::from(two_states(&values).is_some());
                drifts += u32::from(trend(&values).is_some_and(|trend| trend.is_drift()));
            }
            println!("{name} n={n} seed={seed}: {states} two states, {drifts} drifts of {replicates}");
            // 5 % and 1 %, with three deviations.
            assert!(
                states <= 70 && drifts <= 20,
                "{name} n={n} seed={seed}: {states}, {drifts}"
            );
        }
    }
}

/// The level of the test is what it says: exact up to 12 runs, nearly so beyond.
#[test]
fn drift_is_called_in_one_of_a_hundred() {
    for (seed, (n, replicates)) in (7400..).zip([
        (9_usize, 3_000_u32),
        (10, 3_000),
        (12, 3_000),
        (13, 20_000),
        (20, 20_000),
        (40, 10_000),
    ]) {
        let mut random = Random(seed);
        let drifts = (0..replicates)
            .filter(|_| {
                let values: Vec<f64> = (0..n).map(|_| random.uniform()).collect();
                trend(&values).unwrap().is_drift()
            })
            .count() as f64;
        let percent = 100.0 * drifts / f64::from(replicates);
        println!("n={n} seed={seed}: drift in {percent:.2} %");
        // Three deviations above 1 %; beyond the exact ones the t-distribution may add a fifth.
        let allowed = if n <= 12 { 1.0 } else { 1.2 };
        assert!(
            percent <= allowed + 300.0 * (0.01 / f64::from(replicates)).sqrt(),
            "n={n}: {percent} %"
        );
    }
}

#[test]
fn two_states_and_drift_are_found() {
    let replicates = 400;
    for (seed, (n, minority)) in (7200..).zip([(10_usize, 0.5), (20, 0.3), (40, 0.25)]) {
        let mut random = Random(seed);
        let (mut found, mut right) = (0, 0);
        for _ in 0..replicates {
            let least = (minority * n as f64).round() as usize;
            let values: Vec<f64> = (0..n)
                .map(|run| if run < least { 6e3 } else { 1e4 } * (1.0 + 0.02 * random.normal()))
                .collect();
            if let Some(states) = two_states(&values) {
                found += 1;
                right += u32::from(
                    states.low.runs == least
                        && (states.low.level / 6e3 - 1.0).abs() < 0.05
                        && (states.high.level / 1e4 - 1.0).abs() < 0.05,
                );
            }
        }
        println!(
            "{minority} of {n} runs at 0.6, seed={seed}: {found} of {replicates}, {right} with the right levels"
        );
        assert!(found >= 380 && right == found);
    }
    // 2 % per run in noise of 3 %, ten runs.
    let mut random = Random(7300);
    let found = (0..replicates).filter(|_| {
        let values: Vec<f64> = (0..10)
            .map(|run| 1e4 * (1.0 - 0.02 * f64::from(run)) * (1.0 + 0.03 * random.normal()))
            .collect();
        trend(&values).is_some_and(|trend| trend.is_drift() && trend.rho < 0.0)
    });
    let found = found.count();
    println!("drift of 2 % per run, seed=7300: {found} of {replicates}");
    assert!(found * 10 >= replicates * 7);
}
