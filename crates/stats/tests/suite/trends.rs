//! Linear falls in short runs: how often they are called steady. A trend is not a persistence of the noise, so a larger fall must not hide
//! better than a smaller one. Fixed seeds, tables printed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::shape::{Shape, shape};

use crate::random::Random;

fn series(random: &mut Random, n: usize, cv: f64, r: f64, fall: f64) -> Vec<f64> {
    let mut state = random.normal();
    (0..n)
        .map(|second| {
            state = r * state + (1.0 - r * r).sqrt() * random.normal();
            5137.0 * (1.0 - fall * second as f64 / (n - 1) as f64) * (1.0 + cv * state)
        })
        .collect()
}

#[test]
fn larger_falls_hide_less() {
    let (falls, replicates) = ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], 200);
    println!("percent of linear falls by x called steady, independent noise of 3 %; {falls:?}");
    for (seed, n) in (11_000..).zip([12, 15, 20, 25, 30, 40, 60]) {
        let mut random = Random(seed);
        let steady = falls.map(|fall| {
            let steady = (0..replicates)
                .filter(|_| shape(&series(&mut random, n, 0.03, 0.0, fall), &[1.0]) == Shape::Steady)
                .count();
            100.0 * steady as f64 / f64::from(replicates)
        });
        println!("n={n} seed {seed}: {steady:?}");
        for (less, more) in steady.iter().zip(steady.iter().skip(1)) {
            assert!(*more <= less + 8.0, "n={n}: a larger fall hides better");
        }
        for (fall, steady) in falls.iter().zip(steady) {
            let limit = match n {
                ..20 if *fall >= 0.3 => 10.0,
                20.. if *fall >= 0.2 => 8.0,
                _ => 100.0,
            };
            assert!(
                steady <= limit,
                "n={n}: a fall of {fall} is called steady in {steady} %"
            );
        }
    }
}

#[test]
fn persistent_noise_is_still_no_trend() {
    println!("percent of constant series not called steady");
    for (seed, n) in (11_100..).zip([12, 20, 30, 60, 120, 600]) {
        for cv in [0.03, 0.05] {
            let mut random = Random(seed);
            let row = [0.0, 0.3, 0.6, 0.8, 0.9].map(|r| {
                let replicates = if n == 600 { 60 } else { 400 };
                let alarms = (0..replicates)
                    .filter(|_| shape(&series(&mut random, n, cv, r, 0.0), &[1.0]) != Shape::Steady)
                    .count();
                100.0 * alarms as f64 / f64::from(replicates)
            });
            println!("n={n} cv={cv} seed {seed}: r 0 .3 .6 .8 .9: {row:?}");
            assert!(row[0] <= 2.0 && row[1] <= 2.0 && row[2] <= 5.0, "n={n}");
        }
    }
}
