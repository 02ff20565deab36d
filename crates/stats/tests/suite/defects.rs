//! Defects that were found, each as a simulation that failed before: saturation, stalls, scale, credits, unequal spreads. Fixed seeds,
//! tables printed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use fiord_stats::Histogram;
use fiord_stats::backlog::growth;
use fiord_stats::scale::variation;
use fiord_stats::stalls::stalls;

use crate::random::Random;

const SECOND: f64 = 1e9;

/// An open loop on a device with `servers`: the backlog at the end of each second and at the end, and the p99 of the service.
fn open_loop(
    servers: usize,
    seconds: u32,
    mut gap_ns: impl FnMut() -> f64,
    mut service_ns: impl FnMut() -> f64,
) -> (Vec<u64>, u64, u64) {
    let end_ns = f64::from(seconds) * SECOND;
    let (mut free, mut series) = (vec![0.0_f64; servers], Vec::new());
    let (mut arrival, mut last) = (gap_ns(), 0);
    let mut services = Histogram::new();
    let mut longest = 0;
    loop {
        let server = (0..servers).min_by(|a, b| free[*a].total_cmp(&free[*b])).unwrap();
        let start = arrival.max(free[server]);
        // Every second that ends before this start ends with it as the next that is due.
        while series.len() < seconds as usize && (series.len() + 1) as f64 * SECOND <= start {
            let boundary = (series.len() + 1) as f64 * SECOND;
            last = (boundary - arrival).max(0.0) as u64;
            series.push(last);
        }
        if start >= end_ns {
            return (series, last, services.percentile(99.0, longest));
        }
        let service = service_ns();
        services.record(service as u64);
        longest = longest.max(service as u64);
        free[server] = start + service;
        arrival += gap_ns();
    }
}

#[test]
fn an_idle_device_is_not_saturated() {
    println!("Poisson arrivals on 8 servers of 50 us: called saturated");
    for (seed, (rate, seconds, replicates)) in (10_000..).zip([
        (50.0, 10, 1000_u32),
        (100.0, 10, 1000),
        (100.0, 60, 300),
        (1000.0, 10, 300),
        (1000.0, 60, 50),
        (5000.0, 10, 50),
    ]) {
        let mut random = Random(seed);
        let called = (0..replicates)
            .filter(|_| {
                let (series, end, p99) =
                    open_loop(8, seconds, || random.exponential() / rate * SECOND, || 50e3);
                growth(&series, end, p99).saturated
            })
            .count();
        println!("{rate}/s for {seconds} s, seed {seed}: {called} of {replicates}");
        assert_eq!(called, 0);
    }
}

/// One server, exponential service: long queues that come and go, the hardest stable case.
#[test]
fn a_long_queue_is_seldom_saturation() {
    for (seed, (load, service_ns, seconds, replicates)) in (10_100..).zip([
        (0.8, 1e6, 30, 200_u32),
        (0.8, 10e6, 60, 500),
        (0.9, 10e6, 60, 500),
        (0.9, 10e6, 600, 100),
        (0.95, 1e6, 60, 100),
    ]) {
        let (mut arrivals, mut services) = (Random(seed), Random(seed + 50));
        let called = (0..replicates)
            .filter(|_| {
                let (series, end, p99) = open_loop(
                    1,
                    seconds,
                    || arrivals.exponential() * service_ns / load,
                    || services.exponential() * service_ns,
                );
                growth(&series, end, p99).saturated
            })
            .count();
        println!("load {load}, {service_ns} ns, {seconds} s, seed {seed}: {called} of {replicates}");
        assert!(called * 100 <= replicates as usize, "load {load} for {seconds} s");
    }
}

#[test]
fn a_device_overloaded_by_a_part_in_a_hundred_is_saturated() {
    // 10 020 to 10 150 per second on a device of 10 000, ten minutes; and one per cent of a slow one.
    for (rate, service_ns, seconds) in [
        (10_020.0, 100e3, 600),
        (10_050.0, 100e3, 600),
        (10_080.0, 100e3, 600),
        (10_100.0, 100e3, 600),
        (10_150.0, 100e3, 600),
        (1_010.0, 1e6, 600),
        (10_100.0, 100e3, 20),
    ] {
        let (series, end, p99) = open_loop(1, seconds, || SECOND / rate, || service_ns);
        let found = growth(&series, end, p99);
        println!("{rate}/s at {service_ns} ns for {seconds} s: {found:?}");
        assert!(found.saturated);
    }
    // Poisson arrivals, one per cent too many, and a device that varies.
    let (mut arrivals, mut services) = (Random(10_200), Random(10_250));
    let called = (0..20)
        .filter(|_| {
            let (series, end, p99) = open_loop(
                1,
                600,
                || arrivals.exponential() / 5_050.0 * SECOND,
                || 160e3 + 80e3 * services.uniform(),
            );
            growth(&series, end, p99).saturated
        })
        .count();
    println!("Poisson 5050/s on 5000/s for 600 s: {called} of 20");
    assert_eq!(called, 20);
}

/// A rate of 5137 per second in noise of this deviation; every `period`-th second at `share` from a random one on.
fn stalled(random: &mut Random, n: usize, cv: f64, period: usize, share: f64) -> Vec<f64> {
    let from = (random.uniform() * period as f64) as usize;
    (0..n)
        .map(|second| {
            let stall = if second % period == from { share } else { 1.0 };
            5137.0 * stall * (1.0 + cv * random.normal())
        })
        .collect()
}

#[test]
fn periodic_bad_seconds_are_seen() {
    println!("every P-th second at q, CV 3 %: percent found, percent with the period");
    let mut cells = Vec::new();
    cells.extend(
        [0.0, 0.2, 0.4, 0.7]
            .iter()
            .flat_map(|q| [30, 60, 120, 600].map(|n| (10, *q, n))),
    );
    cells.extend([8, 6, 5, 4, 3, 2].map(|period| (period, 0.4, 60)));
    for (seed, (period, share, n)) in (10_300..).zip(cells) {
        let (mut random, replicates) = (Random(seed), 200);
        let (mut found, mut periods) = (0, 0);
        for _ in 0..replicates {
            if let Some(seen) =
                stalls(&stalled(&mut random, n, 0.03, period, share)).filter(|seen| seen.matter())
            {
                found += 1;
                periods += u32::from(
                    seen.period
                        .is_some_and(|seen| (seen / period as f64 - 1.0).abs() < 0.1),
                );
            }
        }
        println!(
            "P={period} q={share} n={n} seed {seed}: {found} found, {periods} with period of {replicates}"
        );
        assert!(found >= 190, "P={period} q={share} n={n}");
        assert!(n < 60 || periods >= 190, "P={period} q={share} n={n}");
    }
}

#[test]
fn noise_is_no_stall() {
    let (mut random, replicates) = (Random(10_400), 400);
    for n in [12, 20, 30, 60, 120, 600] {
        for cv in [0.01, 0.03, 0.05, 0.1, 0.2] {
            for r in [0.0, 0.3, 0.6, 0.9] {
                let replicates = if n == 600 { 50 } else { replicates };
                let alarms = (0..replicates)
                    .filter(|_| {
                        let mut state = random.normal();
                        let values: Vec<f64> = (0..n)
                            .map(|_| {
                                state = r * state + (1.0_f64 - r * r).sqrt() * random.normal();
                                5137.0 * (1.0 + cv * state).max(0.0)
                            })
                            .collect();
                        stalls(&values).is_some_and(|seen| seen.matter())
                    })
                    .count();
                if alarms > 0 {
                    println!("n={n} cv={cv} r={r}: {alarms} of {replicates}");
                }
                assert!(
                    alarms * 50 <= replicates,
                    "n={n} cv={cv} r={r}: {alarms} of {replicates}"
                );
            }
        }
    }
}

/// The estimate has one expectation for every number of repeats, so that a limit means the same.
#[test]
fn more_repeats_do_not_look_noisier() {
    println!("CV 5 %: mean estimate, and how often it is above 8 %; CV 12 %: how often above 8 %");
    let mut before: Option<(f64, f64)> = None;
    for (seed, n) in (10_500..).zip([3_usize, 5, 6, 10, 20, 40]) {
        let (mut random, replicates) = (Random(seed), 4000);
        let mut estimates = |cv: f64| -> Vec<f64> {
            (0..replicates)
                .map(|_| {
                    let values: Vec<f64> = (0..n).map(|_| 1e4 * (1.0 + cv * random.normal())).collect();
                    variation(&values).unwrap()
                })
                .collect()
        };
        let above =
            |found: &[f64]| found.iter().filter(|one| **one > 0.08).count() as f64 / f64::from(replicates);
        let quiet = estimates(0.05);
        let mean = quiet.iter().sum::<f64>() / f64::from(replicates);
        let (calm, noisy) = (above(&quiet), above(&estimates(0.12)));
        println!("n={n} seed {seed}: {mean:.4}, {calm:.3}, {noisy:.3}");
        assert!((mean / 0.05 - 1.0).abs() < 0.03, "{mean}");
        if let Some((calm_before, noisy_before)) = before {
            assert!(calm <= calm_before + 0.01 && noisy >= noisy_before - 0.01);
        }
        before = Some((calm, noisy));
    }
}
