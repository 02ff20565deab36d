//! Two jobs that take turns of a quarter of a second beside a neighbour: how often the interval covers the truth, calls equal jobs
//! different, and finds a difference. Looks and levels are those of `fiord run --vs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::compare::{LEVEL, Outcome, outcome};
use fiord_stats::interval::paired_ratio_interval;
use fiord_stats::stopping::{level_of_one, turn_looks};

use crate::random::Random;

const TURN_S: f64 = 0.25;
/// Twenty seconds in all.
const MOST: usize = 40;
const MARGIN: f64 = 0.05;
const REPEATS: usize = 400;

/// How another process uses the disk during the measurement.
#[derive(Debug, Clone, Copy)]
enum Neighbour {
    Quiet,
    /// It starts or stops every four seconds on average, and takes 30 to 70 % of the disk.
    OnOff,
    /// The speed of the disk falls to one half.
    Drift,
}

/// Rates of both sides, pair by pair. The order within each pair is random.
fn pairs(random: &mut Random, neighbour: Neighbour, ratio: f64, count: usize) -> [Vec<f64>; 2] {
    let mut now_s = 0.0;
    let mut is_on = random.uniform() < 0.5;
    let mut takes = 0.3 + 0.4 * random.uniform();
    let mut switches_s = 4.0 * random.exponential();
    let total_s = 2.0 * TURN_S * count as f64;
    let mut share = |from_s: f64, random: &mut Random| -> f64 {
        match neighbour {
            Neighbour::Quiet => 1.0,
            Neighbour::Drift => 1.0 - 0.5 * (from_s + TURN_S / 2.0) / total_s,
            Neighbour::OnOff => {
                let (mut at_s, to_s, mut left) = (from_s, from_s + TURN_S, 0.0);
                while at_s < to_s {
                    let until_s = switches_s.min(to_s);
                    left += (until_s - at_s) * if is_on { 1.0 - takes } else { 1.0 };
                    at_s = until_s;
                    if switches_s <= to_s {
                        is_on = !is_on;
                        takes = 0.3 + 0.4 * random.uniform();
                        switches_s += 4.0 * random.exponential();
                    }
                }
                left / TURN_S
            }
        }
    };
    let mut rates = [Vec::new(), Vec::new()];
    for _ in 0..count {
        let first = usize::from(random.uniform() < 0.5);
        for side in [first, 1 - first] {
            let speed = if side == 0 { 1.0 } else { ratio };
            let left = share(now_s, random);
            rates[side].push(speed * left * (1.0 + 0.03 * random.normal()).max(0.01));
            now_s += TURN_S;
        }
    }
    rates
}

/// How often the last interval covers the ratio, and how often a look reported a difference.
fn shares(neighbour: Neighbour, ratio: f64) -> (f64, f64) {
    let looks = turn_looks(MOST);
    let level = level_of_one(looks.len(), LEVEL);
    let mut random = Random(0x7075_726e);
    let (mut covered, mut called) = (0, 0);
    for _ in 0..REPEATS {
        let [one, other] = pairs(&mut random, neighbour, ratio, MOST);
        let mut last = None;
        for look in looks.iter().copied() {
            let found = paired_ratio_interval(&other[..look], &one[..look], level).unwrap();
            let said = outcome(&found, &found, MARGIN);
            last = Some((found, said));
            if said != Outcome::Inconclusive {
                break;
            }
        }
        let (found, said) = last.unwrap();
        covered += usize::from(found.low <= ratio && ratio <= found.high);
        called += usize::from(!matches!(said, Outcome::Inconclusive | Outcome::Equivalent));
    }
    (covered as f64 / REPEATS as f64, called as f64 / REPEATS as f64)
}

#[test]
fn turns_hold_their_level_beside_a_neighbour() {
    for neighbour in [Neighbour::Quiet, Neighbour::OnOff, Neighbour::Drift] {
        let (covered, called) = shares(neighbour, 1.0);
        println!("{neighbour:?}: covers {covered}, calls equal jobs different {called}");
        assert!(covered >= 0.93, "{neighbour:?}: {covered}");
        assert!(called <= 0.05, "{neighbour:?}: {called}");
    }
}

#[test]
fn turns_find_a_tenth_beside_a_neighbour() {
    for neighbour in [Neighbour::Quiet, Neighbour::OnOff, Neighbour::Drift] {
        let (covered, called) = shares(neighbour, 0.9);
        println!("{neighbour:?}: covers {covered}, finds 10 % {called}");
        assert!(covered >= 0.93, "{neighbour:?}: {covered}");
        assert!(called >= 0.95, "{neighbour:?}: {called}");
    }
}
