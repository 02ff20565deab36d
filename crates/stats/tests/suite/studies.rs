//! Simulated studies with known truth and fixed seeds: what intervals cover with stopping on, which cells are called best, where knees
//! lie, and what is called equivalent. Tables are printed; docs/statistics.md quotes them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::best::{best_set, knee};
use fiord_stats::compare::{EQUIVALENCE_LEVEL, LEVEL, Outcome, outcome, unpaired};
use fiord_stats::dimension::runs_needed;
use fiord_stats::interval::{Interval, paired_ratio_interval, paired_shift_interval};
use fiord_stats::multiple::holm;
use fiord_stats::probability::normal_upper;
use fiord_stats::stopping::{Decision, LEAST_RUNS, Looks, MOST_RUNS, PAIRED_LOOK_LEVEL, STEP_RUNS};

use crate::random::Random;

type Draw = fn(&mut Random) -> f64;

/// A run of a cell whose median is known.
const RUNS: [(&str, Draw, f64); 11] = [
    ("normal CV 1 %", |random| 1.0 + 0.01 * random.normal(), 1.0),
    ("normal CV 2 %", |random| 1.0 + 0.02 * random.normal(), 1.0),
    ("normal CV 3 %", |random| 1.0 + 0.03 * random.normal(), 1.0),
    ("normal CV 4 %", |random| 1.0 + 0.04 * random.normal(), 1.0),
    ("normal CV 5 %", |random| 1.0 + 0.05 * random.normal(), 1.0),
    ("normal CV 7 %", |random| 1.0 + 0.07 * random.normal(), 1.0),
    ("normal CV 10 %", |random| 1.0 + 0.1 * random.normal(), 1.0),
    ("normal CV 20 %", |random| 1.0 + 0.2 * random.normal(), 1.0),
    ("lognormal 10 %", |random| (0.1 * random.normal()).exp(), 1.0),
    (
        "95 + 5 exp",
        |random| 95.0 + 5.0 * random.exponential(),
        98.465_735_902_799_73,
    ),
    (
        "two states 75/25",
        |random| {
            let level = if random.uniform() < 0.25 { 0.8 } else { 1.0 };
            level * (1.0 + 0.01 * random.normal())
        },
        0.995_693,
    ),
];

fn holds(interval: &Interval, truth: f64) -> bool {
    interval.low <= truth && truth <= interval.high
}

/// Runs a cell until it may stop: the last interval, the runs, whether it was precise.
fn study(looks: &Looks, half_width: f64, mut draw: impl FnMut() -> f64) -> (Interval, usize, bool) {
    let mut values = Vec::new();
    loop {
        values.push(draw());
        match looks.decide(&values, half_width) {
            Decision::More { .. } => {}
            Decision::Precise(interval) => return (interval, values.len(), true),
            Decision::MostRuns(interval) => return (interval.unwrap(), values.len(), false),
        }
    }
}

/// Of studies that stop on the width: share covered, mean runs, share precise.
fn stopped(looks: &Looks, half_width: f64, seed: u64, draw: Draw, truth: f64) -> [f64; 3] {
    let (mut random, replicates) = (Random(seed), 4000);
    let (mut covered, mut runs, mut precise) = (0, 0, 0);
    for _ in 0..replicates {
        let (interval, n, is_precise) = study(looks, half_width, || draw(&mut random));
        covered += usize::from(holds(&interval, truth));
        runs += n;
        precise += usize::from(is_precise);
    }
    [covered, runs, precise].map(|sum| sum as f64 / f64::from(replicates))
}

/// Stopping on the width alone costs little level: ranks of each look apart hold 93 to 97 %, at the standard looks and at those of
/// `--thorough`, except where runs come in two states. Ranks that hold at all looks together, whatever makes one stop, hold more.
#[test]
fn intervals_hold_their_level_with_stopping_on_the_width() {
    let apart = Looks::apart(LEAST_RUNS, STEP_RUNS, MOST_RUNS, 0.95).unwrap();
    let thorough = Looks::apart(20, 5, 100, 0.95).unwrap();
    let each = Looks::apart(6, 1, 30, 0.95).unwrap();
    let together = Looks::together(10, 2, 40, 0.95).unwrap();
    println!(
        "covered, mean runs, precise: 9, 12 … 39 runs to ± 5 %; 20, 25 … 100 to ± 2.5 %; after each run from 6 to 30 to ± 5 %; ranks of all \
         looks together, 10, 12 … 40"
    );
    for (seed, (name, draw, truth)) in (12_000..).zip(RUNS) {
        let standard = stopped(&apart, 0.05, seed, draw, truth);
        let thorough = stopped(&thorough, 0.025, seed, draw, truth);
        let each = stopped(&each, 0.05, seed, draw, truth);
        let together = stopped(&together, 0.05, seed, draw, truth);
        println!("{name} seed {seed}: {standard:.3?} {thorough:.3?} {each:.3?} {together:.3?}");
        // Two states are said of a cell; where the median lies between them no interval is short.
        let most = if name.starts_with("two") { 1.0 } else { 0.97 };
        for [covered, ..] in [standard, thorough] {
            assert!((0.93..=most).contains(&covered), "{name}: {covered}");
        }
        assert!(
            each[0] >= 0.91 && together[0] >= 0.95,
            "{name}: {each:?} {together:?}"
        );
        assert!(standard[1] <= together[1], "{name}: {standard:?} {together:?}");
    }
}

/// The level is of all looks together, so no rule for stopping breaks it: here an adversary who stops when the interval misses.
#[test]
fn no_rule_for_stopping_breaks_the_level() {
    for (seed, (least, step, most)) in (12_100..).zip([(10, 2, 40), (10, 5, 30), (10, 10, 30), (6, 1, 30)]) {
        let looks = Looks::together(least, step, most, 0.95).unwrap();
        let level = looks.interval(&vec![0.0; most]).unwrap().level;
        let (mut random, replicates) = (Random(seed), 4000);
        let missed = (0..replicates)
            .filter(|_| {
                let values: Vec<f64> = (0..most).map(|_| random.normal()).collect();
                (least..=most).any(|n| {
                    looks
                        .interval(&values[..n])
                        .is_some_and(|interval| !holds(&interval, 0.0))
                })
            })
            .count();
        let held = 1.0 - missed as f64 / f64::from(replicates);
        println!(
            "looks {least}, +{step}, {most}, seed {seed}: {held:.4} held at all looks, {:.4} counted",
            level
        );
        assert!((held - level).abs() < 0.011 && level >= 0.95);
    }
}

#[test]
fn paired_looks_hold_their_level() {
    let (mut random, replicates) = (Random(12_200), 4000);
    let (mut corrected, mut ordinary) = (0, 0);
    for _ in 0..replicates {
        let values: Vec<f64> = (0..40).map(|_| random.normal()).collect();
        let missed = |level: f64| {
            (10..=40).step_by(2).any(|n| {
                paired_shift_interval(&values[..n], level).is_some_and(|interval| !holds(&interval, 0.0))
            })
        };
        corrected += u32::from(!missed(PAIRED_LOOK_LEVEL));
        ordinary += u32::from(!missed(0.95));
    }
    let share = |count: u32| f64::from(count) / f64::from(replicates);
    println!(
        "signed ranks at all looks, seed 12200: {:.4}, ordinary {:.4}",
        share(corrected),
        share(ordinary)
    );
    assert!((0.94..=0.965).contains(&share(corrected)) && share(ordinary) < 0.85);
}

#[test]
fn ratios_cover_whatever_the_shape() {
    let (replicates, truth) = (1000, 1.3);
    println!("ratio 1.3: covered, claimed");
    for (seed, (name, n, spread)) in (12_300..).zip([
        ("equal spreads", 6, 0.05),
        ("equal spreads", 10, 0.05),
        ("equal spreads", 20, 0.05),
        ("8 : 1", 6, 0.4),
        ("8 : 1", 10, 0.4),
        ("8 : 1", 20, 0.4),
    ]) {
        let mut random = Random(seed);
        let (mut covered, mut claimed) = (0, 0.0);
        for _ in 0..replicates {
            let b: Vec<f64> = (0..n).map(|_| (0.05 * random.normal()).exp()).collect();
            let a: Vec<f64> = (0..n).map(|_| truth * (spread * random.normal()).exp()).collect();
            let found = unpaired(&a, &b, 0.05).unwrap();
            covered += u32::from(holds(&found.ratio, truth));
            claimed += found.ratio.level;
        }
        let covered = f64::from(covered) / f64::from(replicates);
        println!(
            "{name}, n={n}, seed {seed}: {covered:.3}, {:.3}",
            claimed / f64::from(replicates)
        );
        assert!((0.925..=0.985).contains(&covered), "{name}, n={n}: {covered}");
    }
}

#[test]
fn equal_things_are_equivalent_and_edges_are_not() {
    let replicates = 1000;
    println!("margin 5 %: equivalent at equality, equivalent at the edge, larger or smaller at equality");
    for (seed, (cv, n)) in (12_400..).zip([
        (0.02, 6),
        (0.02, 8),
        (0.03, 10),
        (0.03, 15),
        (0.05, 20),
        (0.05, 40),
    ]) {
        let mut random = Random(seed);
        let mut said = |truth: f64| -> Vec<Outcome> {
            (0..replicates)
                .map(|_| {
                    let a: Vec<f64> = (0..n).map(|_| truth * (cv * random.normal()).exp()).collect();
                    let b: Vec<f64> = (0..n).map(|_| (cv * random.normal()).exp()).collect();
                    let at = |level: f64| paired_ratio_interval(&a, &b, level).unwrap();
                    outcome(&at(LEVEL), &at(EQUIVALENCE_LEVEL), 0.05)
                })
                .collect()
        };
        let count = |said: &[Outcome], wanted: &[Outcome]| {
            said.iter().filter(|one| wanted.contains(one)).count() as f64 / f64::from(replicates)
        };
        let (equal, edge) = (said(1.0), said(1.05));
        let power = count(&equal, &[Outcome::Equivalent]);
        let error = count(&edge, &[Outcome::Equivalent]);
        let far = count(&equal, &[Outcome::Larger, Outcome::Smaller]);
        println!("CV {cv}, n={n}, seed {seed}: {power:.3}, {error:.3}, {far:.3}");
        // 5 % with three deviations.
        assert!(error <= 0.071 && far <= 0.01);
        // About (8·CV/δ)²/3 blocks show equality in four studies of five.
        let needed = (8.0 * cv / 0.05_f64).powi(2) / 3.0;
        assert!(
            f64::from(n) < needed || power >= 0.75,
            "{power} with {n} of {needed}"
        );
    }
}

/// Rates of cells in blocks: block and cell noise, lognormal.
fn blocks(random: &mut Random, truth: &[f64], cv: f64, n: usize) -> Vec<Vec<f64>> {
    (0..n)
        .map(|_| {
            let block = (0.1 * random.normal()).exp();
            truth
                .iter()
                .map(|rate| rate * block * (cv * random.normal()).exp())
                .collect()
        })
        .collect()
}

#[test]
fn the_best_cell_is_in_the_set() {
    let replicates = 400;
    println!("best in the set, mean size of the set");
    let steps: Vec<f64> = (0..8).map(|cell| 0.95_f64.powi(cell)).collect();
    let equal = vec![1.0; 16];
    let half: Vec<f64> = (0..16).map(|cell| if cell < 8 { 1.0 } else { 0.9 }).collect();
    for (name, truth) in [
        ("8 in steps of 5 %", &steps),
        ("16 equal", &equal),
        ("8 of 16 equal", &half),
    ] {
        for (seed, n) in (12_500..).zip([6, 10, 20]).step_by(fiord_testbed::every(2)) {
            let mut random = Random(seed);
            let (mut holds, mut size) = (0, 0);
            for _ in 0..replicates {
                let found = best_set(&blocks(&mut random, truth, 0.03, n), 0.95).unwrap();
                // All best cells are as good, but each must be there with the level: the first stands for it.
                holds += u32::from(found.members.contains(&0));
                size += found.members.len();
            }
            let share = f64::from(holds) / f64::from(replicates);
            println!(
                "{name}, n={n}, seed {seed}: {share:.3}, {:.1}",
                size as f64 / f64::from(replicates)
            );
            // 95 % with three deviations of 400.
            assert!(share >= 0.917, "{name}, n={n}: {share}");
        }
    }
}

#[test]
fn the_knee_is_in_its_interval() {
    let (replicates, curve) = (300, [1.0, 1.9, 3.6, 6.4, 8.8, 9.7, 9.95, 10.0, 10.0]);
    let truth = 5;
    println!(
        "9 depths, knee of 95 % at the sixth: in the interval, right by the estimate alone, mean levels in the interval"
    );
    for (seed, (cv, n)) in (12_600..).zip([
        (0.02, 6),
        (0.02, 10),
        (0.02, 20),
        (0.05, 6),
        (0.05, 10),
        (0.05, 20),
    ]) {
        let mut random = Random(seed);
        let (mut holds, mut right, mut levels) = (0, 0, 0);
        for _ in 0..replicates {
            let found = knee(&blocks(&mut random, &curve, cv, n), 0.95, 0.95).unwrap();
            let last = found.last.unwrap_or(curve.len() - 1);
            holds += u32::from(found.first <= truth && truth <= last);
            right += u32::from(found.seen == truth);
            levels += last + 1 - found.first;
        }
        let share = |count: u32| f64::from(count) / f64::from(replicates);
        println!(
            "CV {cv}, n={n}, seed {seed}: {:.3}, {:.3}, {:.1}",
            share(holds),
            share(right),
            levels as f64 / f64::from(replicates)
        );
        assert!(share(holds) >= 0.95);
    }
}

#[test]
fn false_alarms_of_many_comparisons_are_held() {
    let (mut random, replicates, tests) = (Random(12_700), 2000, 20);
    let (mut families, mut raw) = (0, 0);
    for _ in 0..replicates {
        // Half of the effects are three deviations.
        let p: Vec<f64> = (0..tests)
            .map(|test| normal_upper(random.normal() + if test < tests / 2 { 3.0 } else { 0.0 }))
            .collect();
        let is_false = |adjusted: &[f64]| adjusted[tests / 2..].iter().filter(|p| **p < 0.05).count();
        raw += u32::from(is_false(&p) > 0);
        families += u32::from(is_false(&holm(&p)) > 0);
    }
    let share = |count: u32| f64::from(count) / f64::from(replicates);
    println!(
        "20 tests, 10 true: families with a false alarm: raw {:.3}, Holm {:.3}",
        share(raw),
        share(families)
    );
    assert!(share(families) <= 0.065);
}

#[test]
fn numbers_of_runs_are_those_that_it_takes() {
    println!("runs for ± 5 % at CV 5 % (9) and for ± 2 % (57): median of estimates, range holds");
    for (seed, pilot) in (12_950..).zip([5, 10, 20]) {
        let (mut random, replicates) = (Random(seed), 500);
        let (mut holds, mut all) = (0, Vec::new());
        for _ in 0..replicates {
            let values: Vec<f64> = (0..pilot)
                .map(|_| 100.0 * (1.0 + 0.05 * random.normal()))
                .collect();
            let found = runs_needed(&values, 0.02).unwrap();
            holds += u32::from(found.range.0 <= 57 && 56 <= found.range.1);
            all.push(found.runs);
        }
        all.sort_unstable();
        let share = f64::from(holds) / f64::from(replicates);
        println!("pilot of {pilot}, seed {seed}: {}, {share:.3}", all[250]);
        assert!((0.85..=0.96).contains(&share) && (40..75).contains(&all[250]));
    }
}
