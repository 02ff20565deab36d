//! The difference that a comparison says it could have found, and the number of runs that it asks for: how often both are enough.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::compare::LEVEL;
use fiord_stats::interval::{Interval, paired_ratio_interval, ratio_interval};
use fiord_stats::sensitivity::{Sensitivity, sensitivity};

use crate::random::Random;

const MARGIN: f64 = 0.05;
const PILOTS: usize = 400;

type Intervals = fn(&[f64], &[f64], f64) -> Option<Interval>;

/// Values about 1, and others about `ratio`.
fn sides(random: &mut Random, spread: f64, ratio: f64, count: usize) -> [Vec<f64>; 2] {
    [1.0, ratio].map(|middle| {
        let values = (0..count).map(|_| middle * (spread * random.normal()).exp());
        values.collect()
    })
}

fn finds(random: &mut Random, at: Intervals, spread: f64, ratio: f64, count: usize) -> bool {
    let [one, other] = sides(random, spread, ratio, count);
    let found = at(&other, &one, LEVEL).unwrap();
    found.low > 1.0 || found.high < 1.0
}

fn pilot(random: &mut Random, at: Intervals, spread: f64, count: usize) -> Sensitivity {
    let [one, other] = sides(random, spread, 1.0, count);
    sensitivity(|level| at(&other, &one, level), LEVEL, count as f64, MARGIN).unwrap()
}

/// How often as many runs as asked for find the margin, and as many as there were the difference.
fn shares(at: Intervals, spread: f64, count: usize) -> (f64, f64) {
    let mut random = Random(0x5e75_1717);
    let (mut margins, mut differences) = (0, 0);
    for _ in 0..PILOTS {
        let said = pilot(&mut random, at, spread, count);
        let needed = (said.needed as usize).max(6);
        margins += usize::from(finds(&mut random, at, spread, 1.0 + MARGIN, needed));
        differences += usize::from(finds(&mut random, at, spread, 1.0 + said.difference, count));
    }
    (margins as f64 / PILOTS as f64, differences as f64 / PILOTS as f64)
}

#[test]
fn the_stated_number_of_runs_finds_the_stated_difference() {
    let methods: [(&str, Intervals); 2] = [("pairs", paired_ratio_interval), ("runs", ratio_interval)];
    for (name, at) in methods {
        for (spread, count) in [(0.05, 8), (0.1, 8), (0.1, 24), (0.2, 40)] {
            let (margin, difference) = shares(at, spread, count);
            println!(
                "{name}, {count} of spread {spread}: finds the margin {margin}, the difference {difference}"
            );
            assert!(
                (0.8..=0.93).contains(&margin),
                "{name} {spread} {count}: {margin}"
            );
            assert!(
                (0.74..=0.88).contains(&difference),
                "{name} {spread} {count}: {difference}"
            );
        }
    }
}
