//! The search for the highest load at which a limit holds, on devices whose limit is known: how close it comes, how often its interval
//! covers the truth, in how many runs, and what it says where no such load exists.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::load_limit::{LoadLimit, LoadSearch, LoadedRun};

use crate::random::Random;

const REPEATS: usize = 400;
const SEARCH: LoadSearch = LoadSearch {
    lowest: 156.25,
    highest: 10_000.0,
    grain: 0.0,
};

/// A device: the margin at a load.
#[derive(Debug, Clone, Copy)]
struct Device {
    /// The load at which half of the runs hold.
    limit: f64,
    /// How many times the service time the limit is; of a step the margin is huge up to the limit, and 0 above it.
    shape: Shape,
    /// Standard deviation of the logarithm of a run's latency.
    noise: f64,
    /// Share of runs with a stall.
    stalls: f64,
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    /// M/M/1: the latency is 1/(capacity − load).
    Queue { capacity: f64 },
    /// A limit of the rate: no wait up to it.
    Step,
}

impl Device {
    fn run(&self, load: f64, random: &mut Random) -> LoadedRun {
        let quiet = match self.shape {
            Shape::Queue { capacity } => ((capacity - load) / (capacity - self.limit)).max(0.0),
            Shape::Step => 50.0 * f64::from(u8::from(load <= self.limit)),
        };
        let is_stalled = random.uniform() < self.stalls;
        let margin = quiet * (self.noise * random.normal()).exp() * if is_stalled { 0.01 } else { 1.0 };
        LoadedRun { load, margin }
    }

    fn search(&self, random: &mut Random) -> (LoadLimit, usize) {
        let mut runs = Vec::new();
        while let Some(load) = SEARCH.next(&runs) {
            runs.push(self.run(load, random));
        }
        (SEARCH.limit(&runs), runs.len())
    }
}

/// Share of searches whose interval has the truth in it, the largest error of 95 in 100, and the mean number of runs.
fn simulated(device: Device, seed: u64) -> (f64, f64, f64) {
    let mut random = Random(seed);
    let (mut covered, mut errors, mut runs) = (0, Vec::new(), 0);
    for _ in 0..REPEATS {
        let (found, made) = device.search(&mut random);
        runs += made;
        let LoadLimit::At {
            estimate, low, high, ..
        } = found
        else {
            errors.push(f64::INFINITY);
            continue;
        };
        covered += usize::from((low..=high).contains(&device.limit));
        errors.push((estimate / device.limit - 1.0).abs());
    }
    errors.sort_by(f64::total_cmp);
    let repeats = REPEATS as f64;
    (
        covered as f64 / repeats,
        errors[REPEATS * 95 / 100],
        runs as f64 / repeats,
    )
}

#[test]
fn the_interval_covers_the_limit() {
    let queue = |limit, capacity, noise, stalls| Device {
        limit,
        shape: Shape::Queue { capacity },
        noise,
        stalls,
    };
    for (seed, device, most_error, most_runs) in [
        (1, queue(9_000.0, 9_900.0, 0.05, 0.0), 0.01, 14.0),
        (2, queue(9_000.0, 9_900.0, 0.3, 0.0), 0.03, 22.0),
        (3, queue(5_000.0, 9_900.0, 0.1, 0.0), 0.06, 32.0),
        (4, queue(5_000.0, 9_900.0, 0.3, 0.0), 0.2, 32.0),
        (5, queue(1_000.0, 9_900.0, 0.05, 0.0), 0.3, 32.0),
        (6, queue(9_000.0, 9_900.0, 0.1, 0.1), 0.03, 20.0),
        (7, queue(300.0, 400.0, 0.1, 0.0), 0.03, 22.0),
        (8, queue(8_000.0, 9_900.0, 0.2, 0.1), 0.1, 30.0),
        (
            9,
            Device {
                limit: 4_321.0,
                shape: Shape::Step,
                noise: 0.1,
                stalls: 0.0,
            },
            0.02,
            14.0,
        ),
        (
            10,
            Device {
                limit: 4_321.0,
                shape: Shape::Step,
                noise: 0.1,
                stalls: 0.1,
            },
            0.05,
            20.0,
        ),
    ]
    .into_iter()
    .step_by(fiord_testbed::every(2))
    {
        let (covered, far, runs) = simulated(device, seed);
        println!("{device:?}: covers {covered:.3}, p95 of the error {far:.4}, runs {runs:.1}");
        assert!(covered >= 0.93, "{device:?}: covers {covered}");
        assert!(far <= most_error, "{device:?}: {far}");
        assert!(runs <= most_runs, "{device:?}: {runs} runs");
    }
}

/// The answer and the number of runs of a device whose runs do not vary.
fn exact(margin: impl Fn(f64) -> f64) -> (LoadLimit, Vec<LoadedRun>) {
    let mut runs = Vec::new();
    while let Some(load) = SEARCH.next(&runs) {
        runs.push(LoadedRun {
            load,
            margin: margin(load),
        });
    }
    (SEARCH.limit(&runs), runs)
}

#[test]
fn a_limit_that_never_or_always_holds_is_said_after_few_runs() {
    let (limit, runs) = exact(|_| 0.4);
    assert_eq!(
        limit,
        LoadLimit::Below {
            lowest: SEARCH.lowest
        }
    );
    assert!(runs.len() <= 10, "{}", runs.len());
    let (limit, runs) = exact(|_| 7.0);
    assert_eq!(
        limit,
        LoadLimit::Above {
            highest: SEARCH.highest
        }
    );
    assert!(runs.len() <= 10, "{}", runs.len());
}

#[test]
fn without_noise_the_answer_is_exact() {
    for limit in [250.0, 1_000.0, 4_444.0, 9_900.0] {
        let (found, runs) = exact(|load| (9_990.0 - load).max(0.0) / (9_990.0 - limit));
        let LoadLimit::At {
            estimate,
            low,
            high,
            level,
        } = found
        else {
            panic!("{limit}: {found:?}");
        };
        assert!((estimate / limit - 1.0).abs() < 0.005, "{limit}: {found:?}");
        assert!(low <= limit && limit <= high && level.is_some_and(|level| level >= 0.95));
        assert!(runs.len() <= 20, "{limit}: {} runs", runs.len());
    }
}

/// Rates of jobs are whole numbers.
#[test]
fn rounded_loads_find_the_same_ends() {
    let search = LoadSearch::up_to(97.3, 1.0);
    for (margin, expected) in [
        (
            0.4,
            LoadLimit::Below {
                lowest: search.lowest,
            },
        ),
        (7.0, LoadLimit::Above { highest: 97.3 }),
    ] {
        let mut runs = Vec::new();
        while let Some(load) = search.next(&runs) {
            runs.push(LoadedRun {
                load: load.floor().max(1.0),
                margin,
            });
        }
        assert_eq!(search.limit(&runs), expected);
        assert!(runs.len() <= 12, "{}", runs.len());
    }
}

/// A stall in the very first runs hides the upper half of the range; later runs outvote it.
#[test]
fn an_accident_at_the_beginning_is_outvoted() {
    for stalled in 0..4 {
        let mut runs = Vec::new();
        while let Some(load) = SEARCH.next(&runs) {
            let quiet = (9_990.0 - load) / 990.0;
            let margin = if runs.len() == stalled { 0.01 } else { quiet };
            runs.push(LoadedRun { load, margin });
        }
        let found = SEARCH.limit(&runs);
        let LoadLimit::At { estimate, .. } = found else {
            panic!("{stalled}: {found:?}");
        };
        assert!((estimate / 9_000.0 - 1.0).abs() < 0.02, "{stalled}: {found:?}");
    }
}

/// What was measured before an interrupt is a range without a level.
#[test]
fn few_runs_are_a_range() {
    let anywhere = SEARCH.limit(&[]);
    let run = |load, margin| LoadedRun { load, margin };
    let LoadLimit::At {
        low,
        high,
        level: None,
        ..
    } = anywhere
    else {
        panic!("{anywhere:?}");
    };
    assert_eq!((low, high), (SEARCH.lowest, SEARCH.highest));
    let found = SEARCH.limit(&[
        run(800.0, 2.0),
        run(2_800.0, 1.5),
        run(6_400.0, 0.2),
        run(4_600.0, 1.1),
    ]);
    let LoadLimit::At {
        low,
        high,
        level: None,
        ..
    } = found
    else {
        panic!("{found:?}");
    };
    // The runs next to the limit might each be an accident.
    assert!(low <= 4_600.0 && high >= 6_400.0, "{found:?}");
}
