#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;

fn run(asked_iops: Option<f64>, margin: Option<f64>) -> RatedRun {
    RatedRun {
        run: 1,
        asked_iops,
        reached: vec![(0, Ddir::Read, asked_iops.unwrap_or(10_000.0))],
        lanes: 1,
        margin,
        latency_ns: margin.map(|margin| 5e6 / margin.max(1e-9)),
        is_saturated: margin == Some(0.0),
        is_invalid: false,
        is_disturbed: false,
        failed: false,
        is_thin: false,
        latencies: Vec::new(),
    }
}

/// All runs of a device whose margin is known.
fn complete(mut margin: impl FnMut(f64) -> f64) -> Vec<RatedRun> {
    let mut runs = Vec::new();
    while let Some(step) = next(&runs, 7) {
        runs.push(match step {
            RateStep::Free => run(None, None),
            RateStep::At(iops) => run(Some(iops), Some(margin(iops))),
        });
    }
    runs
}

#[test]
fn a_search_ends_with_runs_at_shares_of_the_rate() {
    let runs = complete(|iops| ((10_000.0 - iops) / 1_000.0).max(0.0));
    let found = answer(&runs, 7);
    assert!(found.is_complete);
    assert!((found.rate().unwrap() / 9_000.0 - 1.0).abs() < 0.01);
    for (share, runs) in SHARES.iter().zip(&found.at_shares) {
        assert_eq!(runs.len(), EACH);
        for run in runs {
            let asked = run.asked_iops.unwrap() / found.rate().unwrap();
            assert!((asked - share).abs() < 1e-9, "{asked} {share}");
        }
    }
    let [below, above] = found.near();
    assert_eq!((below.held, above.held), (below.runs, 0));
    assert!(below.runs > 0 && above.runs > 0);
}

/// Each run follows from those before it.
#[test]
fn a_search_goes_on_where_it_ended() {
    let runs = complete(|iops| ((10_000.0 - iops) / 1_000.0).max(0.0));
    for count in 0..runs.len() {
        let expected = match runs[count].asked_iops {
            None => RateStep::Free,
            Some(iops) => RateStep::At(iops),
        };
        assert_eq!(next(&runs[..count], 7), Some(expected), "{count}");
        assert!(!answer(&runs[..count], 7).is_complete);
    }
}

#[test]
fn a_limit_that_never_holds_has_no_shares() {
    let runs = complete(|_| 0.3);
    let found = answer(&runs, 7);
    assert!(matches!(found.limit, Some(LoadLimit::Below { .. })) && found.rate().is_none());
    assert_eq!(found.searched.len() + FREE_RUNS, runs.len());
}

/// Below a sixty-fourth of the rate without a limit the search goes on, until a run has too few I/Os.
#[test]
fn a_limit_that_holds_only_at_low_rates_is_found() {
    let at_low_rates = |iops: f64| if iops < 50.0 { 1.9 } else { 0.6 };
    let found = complete(at_low_rates);
    let found = answer(&found, 7);
    let rate = found.rate().unwrap();
    assert!((rate / 50.0 - 1.0).abs() < 0.1, "{:?}", found.limit);
    let lowest = |is_thin: &dyn Fn(f64) -> bool| {
        let mut runs = Vec::new();
        while let Some(step) = next(&runs, 7) {
            runs.push(match step {
                RateStep::Free => run(None, None),
                RateStep::At(iops) => RatedRun {
                    is_thin: is_thin(iops),
                    ..run(Some(iops), Some(0.3))
                },
            });
        }
        match answer(&runs, 7).limit {
            Some(LoadLimit::Below { lowest }) => lowest,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(lowest(&|iops| iops < 200.0), 10_000.0 / 64.0);
    assert_eq!(lowest(&|iops| iops < 50.0), 10_000.0 / 256.0);
    let bounded = lowest(&|_| false);
    assert!((1.0..10_000.0 / 256.0).contains(&bounded), "{bounded}");
}

/// Splitmix.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// What an answer states is true of its runs, also of a device whose speed changes from run to run.
#[test]
fn an_answer_agrees_with_its_runs() {
    let mut undecided = 0;
    for seed in 0..100 {
        let mut random = Random(seed);
        let (slow, share) = (
            [0.02, 0.1, 0.3, 0.5][seed as usize % 4],
            0.2 + 0.15 * (seed % 5) as f64,
        );
        let runs = complete(|iops| {
            let capacity = 10_000.0 * if random.uniform() < share { slow } else { 1.0 };
            let noise = 1.0 + 0.2 * (random.uniform() - 0.5);
            ((capacity - iops) / (0.1 * capacity)).max(0.0) * noise
        });
        let found = answer(&runs, 7);
        let rated: Vec<&RatedRun> = runs.iter().filter(|run| run.asked_iops.is_some()).collect();
        assert_eq!(rated.len(), found.rated.len());
        let exceeded = rated.iter().filter(|run| !run.holds()).count();
        let lowest = rated.iter().map(|run| run.asked()).fold(f64::INFINITY, f64::min);
        let highest = rated.iter().map(|run| run.asked()).fold(0.0, f64::max);
        let [low, high] = found.interval();
        for end in [low, high].into_iter().flatten() {
            assert!((lowest..=highest).contains(&end), "{seed}: {end} was not tested");
        }
        if found.is_contradicted() {
            undecided += 1;
            continue;
        }
        let few = (rated.len() / 10).max(1);
        match found.limit.unwrap() {
            LoadLimit::Below { .. } => assert_eq!(exceeded, rated.len(), "{seed}"),
            LoadLimit::Above { .. } => assert!(exceeded <= few, "{seed}"),
            LoadLimit::At {
                estimate, low, high, ..
            } => {
                let is_against = |run: &&&RatedRun| match run.holds() {
                    true => run.asked() > high.max(estimate * 1.1),
                    false => run.asked() <= low.min(estimate * 0.9),
                };
                let against = rated.iter().filter(is_against).count();
                assert!(against <= few, "{seed}: {against} of {} runs", rated.len());
            }
        }
    }
    assert!((20..100).contains(&undecided), "{undecided}");
}

/// The noise of a queue near its limit and a stall now and then are no contradiction.
#[test]
fn noise_near_the_limit_is_an_answer() {
    for (limit, noise, stalls) in [(9_000.0, 0.3, 0.0), (5_000.0, 0.3, 0.0), (8_000.0, 0.2, 0.05)] {
        let mut undecided = 0;
        for seed in 0..60 {
            let mut random = Random(1_000 + seed);
            let runs = complete(|iops| {
                let normal = (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0;
                let stall = if random.uniform() < stalls { 0.01 } else { 1.0 };
                ((9_900.0 - iops) / (9_900.0 - limit)).max(0.0) * (noise * normal).exp() * stall
            });
            let found = answer(&runs, 7);
            undecided += usize::from(found.is_contradicted() || found.interval().contains(&None));
        }
        assert!(undecided <= 3, "{limit} {noise} {stalls}: {undecided}");
    }
}

/// A limit that holds above a rate at which it is exceeded does hold somewhere.
#[test]
fn a_limit_that_holds_above_the_lowest_rate_is_not_one_that_never_holds() {
    let mut runs = vec![run(None, None), run(None, None)];
    runs.iter_mut()
        .for_each(|run| run.reached = vec![(0, Ddir::Read, 92_000.0)]);
    runs.extend([923.0; 3].map(|iops| run(Some(iops), Some(0.4))));
    runs.extend([1_134.0, 1_239.0].map(|iops| run(Some(iops), Some(1.3))));
    let free = 2;
    let found = RateAnswer {
        free_iops: Some(92_000.0),
        limit: Some(LoadLimit::Below { lowest: 923.0 }),
        rated: &runs[free..],
        searched: &runs[free..],
        at_shares: [const { Vec::new() }; 3],
        is_complete: true,
    };
    assert!(found.is_contradicted());
    assert_eq!(found.interval(), [None, None]);
    let [held, exceeded] = found.rates().map(Option::unwrap);
    assert_eq!((held.lowest, held.highest, held.runs), (1_134.0, 1_239.0, 2));
    assert_eq!(
        (exceeded.lowest, exceeded.highest, exceeded.runs),
        (923.0, 923.0, 3)
    );
}

#[test]
fn a_run_without_a_latency_ends_the_search() {
    let mut runs = vec![run(None, None), run(None, None), run(Some(1_250.0), None)];
    assert_eq!(next(&runs, 7), None);
    runs[1].failed = true;
    assert_eq!(next(&runs[..2], 7), None);
}

#[test]
fn limits_are_upper_bounds_of_latencies() {
    let level = ServiceLevel::parse(&["p99<5ms".to_owned(), "read.p99.9 <= 20ms".to_owned()]);
    let names: Vec<String> = level.unwrap().limits().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["p99 < 5 ms", "read.p99.9 <= 20 ms"]);
    for wrong in ["p99>5ms", "iops<500", "sync.min<5ms", "min<1ms", "p99"] {
        assert!(ServiceLevel::parse(&[wrong.to_owned()]).is_err(), "{wrong}");
    }
}

#[test]
fn rates_keep_the_mix() {
    let mut free = run(None, None);
    free.reached = vec![(0, Ddir::Read, 7_000.0), (0, Ddir::Write, 3_000.0)];
    let mut plan = RunPlan {
        jobs: vec![fiord_job::plan::JobPlan::new("job")],
        ..RunPlan::default()
    };
    plan.jobs[0].numjobs = 2;
    set_rate(&mut plan, 5_000.0, &[free]);
    let rates = &plan.jobs[0].pace.rate_iops;
    assert_eq!((rates[Ddir::Read], rates[Ddir::Write]), (1_750, 750));
    assert!((asked_iops(&plan, &[true]) - 5_000.0).abs() < 1e-9);
    assert_eq!(obstacle(&plan), Some("rate_iops"));
}
