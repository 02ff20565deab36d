//! Rated jobs: response time from the intended start, service time and backlog, against what queueing theory says.
//!
//! In virtual time and with fixed seeds, so every number here is the same on every machine.

use fiord_job::plan::*;
use fiord_stats::{DdirStats, Latency};
use fiord_targets::stop;

use super::handmade;
use crate::engines::engine::{Engine, Wait};
use crate::io::{Completion, Queued, Request};
use crate::sim::{SimEngine, World, join};
use crate::worker::WorkerOutcome;

const SEED: u64 = 0x0B_0001;

/// Service time of the device in nanoseconds.
const SERVICE_NS: f64 = 100_000.0;

/// A random-read job of `seconds` on a device that serves one I/O after the other.
fn simulated(seconds: u64, change: impl FnOnce(&mut JobPlan)) -> JobPlan {
    let mut job = JobPlan::new("rated");
    job.engine.kind = EngineKind::Sim;
    job.engine.sim.read_ns = SERVICE_NS as u64;
    job.engine.sim.write_ns = SERVICE_NS as u64;
    job.access.mode = AccessMode::RandRead;
    job.control.runtime_us = seconds * 1_000_000;
    job.control.time_based = true;
    change(&mut job);
    job
}

fn outcome(job: JobPlan) -> WorkerOutcome {
    let outcome = work(job, SEED, false);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    outcome
}

/// The simulated device behind an engine that is done when `queue` returns, as `psync` is: what the loop for such engines does is
/// then known to the nanosecond.
struct InPlace(SimEngine);

impl Engine for InPlace {
    const IN_PLACE: bool = true;

    fn queue(&mut self, request: &Request) -> Queued {
        assert_eq!(self.0.queue(request), Queued::Pending);
        self.0.submit().unwrap();
        let mut done = [Completion { slot: 0, result: 0 }];
        assert_eq!(self.0.reap(Wait::AtLeast(1), &mut done).unwrap(), 1);
        Queued::Done(done[0].result)
    }
}

/// Runs a job by the loop for queued engines, or by the one for engines that are done when `queue` returns.
fn work(job: JobPlan, seed: u64, in_place: bool) -> WorkerOutcome {
    let size_bytes = job.engine.sim.size_bytes.max(1 << 20);
    let io_bytes = match job.access.io_size {
        Some(Amount::Bytes(bytes)) => bytes,
        _ => size_bytes,
    };
    let plan = handmade::plan(job, size_bytes, io_bytes, seed);
    if in_place {
        let (engine, clock) = join(&World::new(), &plan);
        handmade::run(&plan, InPlace(engine), clock, stop::RUN)
    } else {
        handmade::run_as_asked(&plan)
    }
}

fn read(job: JobPlan) -> DdirStats {
    outcome(job).stats.ddirs[0].clone()
}

fn assert_close(what: &str, found: f64, expected: f64, tolerance: f64) {
    let off = (found / expected - 1.0).abs();
    assert!(
        off <= tolerance,
        "{what}: {found}, expected {expected} within {tolerance}, seed {SEED}"
    );
}

fn percentile(latency: &Latency, percent: f64) -> f64 {
    latency.histogram.percentile(percent, latency.moments.max) as f64
}

/// How a worker meets the device.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    /// Engines that are done when `queue` returns: the wait is before the start.
    InPlace,
    /// A queue of this depth.
    Queued(u32),
}

const WAYS: [Way; 4] = [Way::InPlace, Way::Queued(1), Way::Queued(8), Way::Queued(1024)];
const LOADS: [f64; 3] = [0.5, 0.8, 0.95];

/// Runs per number, each with its own seed: their scatter tells the sampling error.
const RUNS: u64 = 16;
/// Standard errors that the mean of the runs may be off: long queues are rare, so the runs' scatter is skewed.
const DEVIATIONS: f64 = 4.0;

/// Arrivals in a run. A nearly saturated queue forgets slowly.
fn arrivals(load: f64) -> f64 {
    if load > 0.9 { 300_000.0 } else { 60_000.0 }
}

/// What a bucket of the histogram hides: its value is its middle.
const BUCKET: f64 = 1.0 / 128.0;

/// Poisson arrivals at `load` of what the device serves.
fn poisson(load: f64, service: SimService, way: Way, run: u64, arrivals: f64) -> DdirStats {
    let rate = load * 1e9 / SERVICE_NS;
    let job = simulated((arrivals / rate) as u64, |job| {
        job.engine.sim.service = service;
        job.engine.sim.seed = SEED + run;
        job.depth.iodepth = match way {
            Way::InPlace => 1,
            Way::Queued(depth) => depth,
        };
        job.pace.rate_iops.0[0] = rate as u32;
        job.pace.process = RateProcess::Poisson;
        // Warm up: the law is that of the steady state.
        job.control.ramp_time_us = 1_000_000;
    });
    let outcome = work(job, SEED + 1000 + run, way == Way::InPlace);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    let found = outcome.stats.ddirs[0].clone();
    assert_eq!(
        found.response.moments.count, found.ios,
        "one response time for each I/O"
    );
    assert_eq!(found.lat.moments.count, found.ios, "and one service time");
    found
}

/// The mean of the estimates is the answer within a bucket's error and [`DEVIATIONS`] standard errors of that mean (its sampling error, from
/// the runs themselves: in a queue latencies depend on each other, so no formula of independent draws gives it).
fn assert_is_the_law(what: &str, estimates: &[f64], expected: f64, bucket: f64) {
    let n = estimates.len() as f64;
    let mean = estimates.iter().sum::<f64>() / n;
    let variance = estimates.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let sampling = DEVIATIONS * (variance / n).sqrt();
    println!(
        "{what}: {mean:.0} ns, expected {expected:.0} (off by {:+.2} %; bucket {:.2} %, sampling {:.2} %)",
        (mean / expected - 1.0) * 100.0,
        bucket * 100.0,
        sampling / expected * 100.0
    );
    assert!(
        (mean - expected).abs() <= expected * bucket + sampling,
        "{what}: {mean}, expected {expected} within {bucket} and ±{sampling}, seed {SEED}"
    );
}

/// The law's mean and percentiles against those of the loop in place.
fn check_law(
    name: &str,
    service: SimService,
    load: f64,
    mean_ns: f64,
    percents: &[f64],
    law: impl Fn(f64) -> f64,
) {
    let runs: Vec<DdirStats> = (0..RUNS)
        .map(|run| poisson(load, service, Way::InPlace, run, arrivals(load)))
        .collect();
    let what = |of: &str| format!("{name} load {load} {of}");
    let means: Vec<f64> = runs.iter().map(|run| run.response.moments.mean()).collect();
    assert_is_the_law(&what("mean"), &means, mean_ns, 1e-4);
    for percent in percents {
        let found: Vec<f64> = runs
            .iter()
            .map(|run| percentile(&run.response, *percent))
            .collect();
        assert_is_the_law(&what(&format!("p{percent}")), &found, law(*percent), BUCKET);
    }
    let service: Vec<f64> = runs.iter().map(|run| run.lat.moments.mean()).collect();
    assert_is_the_law(&what("service"), &service, SERVICE_NS, 1e-4);
}

/// The same arrivals at the same device: whether they wait before the start or in the device's queue, their response is the same.
/// What differs is what the service time shows of it.
#[test]
fn response_times_do_not_depend_on_where_the_queue_is() {
    for load in LOADS {
        for service in [SimService::Constant, SimService::Exponential] {
            let [in_place, one, some, all] = WAYS.map(|way| poisson(load, service, way, 0, 40_000.0));
            for other in [&one, &some, &all] {
                // What waits in front of the engine at the end is never started; what is in the device's queue is drained.
                assert!(other.ios.abs_diff(in_place.ios) * 500 <= in_place.ios);
                assert_close(
                    "mean",
                    other.response.moments.mean(),
                    in_place.response.moments.mean(),
                    1e-3,
                );
                for percent in [25.0, 50.0, 90.0, 99.0, 99.9] {
                    let (found, expected) = (
                        percentile(&other.response, percent),
                        percentile(&in_place.response, percent),
                    );
                    assert_close(&format!("p{percent}"), found, expected, 2.0 * BUCKET);
                }
            }
            // In front of the engine it is hidden; in the device it is part of the service; between, some of each.
            let waits = |stats: &DdirStats| stats.response.moments.mean() - stats.lat.moments.mean();
            assert_close(
                "service",
                one.lat.moments.mean(),
                in_place.lat.moments.mean(),
                1e-3,
            );
            assert!(
                waits(&all) < 1e-3 * all.response.moments.mean(),
                "all of it is service"
            );
            assert!(waits(&some) < waits(&one) && waits(&all) <= waits(&some));
            assert!(waits(&one) > 0.3 * load * one.lat.moments.mean());
            for stats in [&in_place, &one, &some, &all] {
                assert!(stats.schedule.backlog_max_ns <= stats.response.moments.max);
            }
        }
    }
}

#[test]
fn response_times_are_those_of_m_m_1() {
    for load in LOADS {
        // The response time of M/M/1 is exponential with this mean.
        let mean_ns = SERVICE_NS / (1.0 - load);
        let law = |percent: f64| -mean_ns * (1.0 - percent / 100.0).ln();
        check_law(
            "M/M/1",
            SimService::Exponential,
            load,
            mean_ns,
            &[25.0, 50.0, 90.0, 99.0, 99.9],
            law,
        );
    }
}

/// Share of I/Os of M/D/1 that wait no longer than `wait` services.
///
/// Erlang's sum of 1909 alternates and loses all digits beyond a few services; this is the same with positive terms only (Franx,
/// A simple solution for the M/D/c waiting time distribution, 2001): P(W ≤ kD − u) = Σ over j < k of the chance of j arrivals in
/// u times P(at most k − j in the system).
fn m_d_1_waits_within(wait: f64, load: f64) -> f64 {
    let k = wait.floor() as usize + 1;
    let u = k as f64 - wait;
    let at_most = m_d_1_numbers(k, load);
    let mut arrivals = (-load * u).exp();
    let mut sum = 0.0;
    for count in 0..k {
        sum += arrivals * at_most[k - count];
        arrivals *= load * u / (count as f64 + 1.0);
    }
    sum
}

/// Chances that at most 0, 1, … `most` are in an M/D/1 system, from the balance of arrivals in one service.
fn m_d_1_numbers(most: usize, load: f64) -> Vec<f64> {
    let mut arrivals = vec![(-load).exp()];
    for count in 1..=most + 1 {
        arrivals.push(arrivals[count - 1] * load / count as f64);
    }
    // p(n) = (p0 + p1) a(n) + Σ p(j) a(n + 1 − j), solved for the last of them.
    let mut exactly = vec![1.0 - load];
    for n in 0..most {
        let others: f64 = (1..=n).map(|j| exactly[j] * arrivals[n + 1 - j]).sum();
        exactly.push((exactly[n] - exactly[0] * arrivals[n] - others) / arrivals[0]);
    }
    exactly
        .iter()
        .scan(0.0, |sum, one| {
            *sum += one;
            Some(*sum)
        })
        .collect()
}

/// The law itself, against Erlang's sum where that still has digits, and against Pollaczek and Khinchine's mean.
#[test]
fn the_law_of_m_d_1_is_erlangs() {
    for load in LOADS {
        let erlang = |wait: f64| {
            let (mut sum, mut factorial) = (0.0, 1.0);
            for k in 0..=wait as u32 {
                let k = f64::from(k);
                factorial *= k.max(1.0);
                let x = load * (k - wait);
                sum += x.powf(k) / factorial * (-x).exp();
            }
            (1.0 - load) * sum
        };
        for wait in [0.0, 0.3, 1.0, 2.5, 6.0, 9.9] {
            let (found, expected) = (m_d_1_waits_within(wait, load), erlang(wait));
            assert!(
                (found - expected).abs() < 1e-9,
                "{load} {wait}: {found} {expected}"
            );
        }
        let step = 0.01;
        let mean: f64 = (0..20_000)
            .map(|i| step * (1.0 - m_d_1_waits_within((f64::from(i) + 0.5) * step, load)))
            .sum();
        let expected = load / (2.0 * (1.0 - load));
        assert!((mean / expected - 1.0).abs() < 1e-3, "{load}: {mean} {expected}");
    }
}

#[test]
fn response_times_are_those_of_m_d_1() {
    for load in LOADS {
        // Pollaczek and Khinchine: service and a wait of ρ / 2(1 − ρ) services.
        let mean_ns = SERVICE_NS * (1.0 + load / (2.0 * (1.0 - load)));
        let law = |percent: f64| {
            let (mut low, mut high) = (0.0, 200.0);
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if m_d_1_waits_within(middle, load) < percent / 100.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            SERVICE_NS * (1.0 + high)
        };
        // Where P(W = 0) is 1 − ρ, a percentile below that is the service itself; those above are smooth.
        check_law(
            "M/D/1",
            SimService::Constant,
            load,
            mean_ns,
            &[75.0, 90.0, 99.0, 99.9],
            law,
        );
    }
}

#[test]
fn a_saturated_device_shows_in_the_response_and_not_in_the_service() {
    // Twice what the device serves: the schedule falls half a second behind each second.
    for seconds in [1, 2, 4] {
        let found = read(simulated(seconds, |job| job.pace.rate_iops.0[0] = 20_000));
        assert_eq!(found.ios, seconds * 10_000);
        assert_eq!((found.lat.moments.min, found.lat.moments.max), (100_000, 100_000));
        let behind_ns = seconds as f64 * 0.5e9;
        assert_close(
            "backlog at the end",
            found.schedule.backlog_end_ns as f64,
            behind_ns,
            1e-3,
        );
        assert_close(
            "largest backlog",
            found.schedule.backlog_max_ns as f64,
            behind_ns,
            1e-3,
        );
        assert_close(
            "mean response",
            found.response.moments.mean(),
            behind_ns / 2.0,
            1e-3,
        );
        assert_close(
            "largest response",
            found.response.moments.max as f64,
            behind_ns,
            1e-3,
        );
        // The first starts in time, the second as soon as the third is due.
        assert_eq!(found.schedule.late_ios, found.ios - 2);
    }
}

/// One part in a hundred too much for ten minutes: each second ends a hundredth of a second later.
#[test]
fn the_backlog_of_each_second_is_recorded_and_judged() {
    const SECONDS: u64 = 150;
    let growth = |stats: &fiord_stats::DdirStats| {
        let schedule = &stats.schedule;
        let p99_ns = stats.lat.percentile(99.0).unwrap();
        fiord_stats::backlog::growth(&schedule.backlog_per_second_ns, schedule.backlog_end_ns, p99_ns)
    };
    for depth in [1, 16] {
        let found = read(simulated(SECONDS, |job| {
            job.depth.iodepth = depth;
            job.pace.rate_iops.0[0] = 10_100;
        }));
        let series = &found.schedule.backlog_per_second_ns;
        assert!(series.len() >= SECONDS as usize - 1, "{} seconds", series.len());
        for (second, behind_ns) in (1_u32..).zip(series) {
            let due_ns = f64::from(second) * (1e9 - 1e13 / 10_100.0);
            assert!(
                (*behind_ns as f64 - due_ns).abs() < 2e6,
                "{behind_ns} ns after {second} s at depth {depth}"
            );
        }
        let judged = growth(&found);
        assert!(judged.saturated, "{judged:?}");
        assert_close(
            "growth per second",
            judged.slope_ns_per_s.unwrap(),
            1e9 / 101.0,
            0.01,
        );
        let kept = read(simulated(SECONDS, |job| {
            job.depth.iodepth = depth;
            job.pace.rate_iops.0[0] = 9_900;
        }));
        assert!(!growth(&kept).saturated);
        assert!(kept.schedule.backlog_per_second_ns.len() >= SECONDS as usize - 1);
    }
    let free = read(simulated(2, |_| {}));
    assert_eq!(free.schedule, fiord_stats::Schedule::default());
}

#[test]
fn a_rate_that_is_kept_up_has_no_backlog() {
    for depth in [1, 16] {
        let found = read(simulated(2, |job| {
            job.depth.iodepth = depth;
            job.pace.rate_iops.0[0] = 5_000;
        }));
        assert_eq!(found.ios, 10_000);
        assert_eq!(
            (
                found.schedule.backlog_max_ns,
                found.schedule.backlog_end_ns,
                found.schedule.late_ios
            ),
            (0, 0, 0)
        );
        assert_eq!(found.response, found.lat);
    }
}

#[test]
fn a_pause_of_the_device_is_made_up_for_and_remembered() {
    // Writes at half of what the device can do, and a pause of 50 ms after each 5,000 blocks.
    let found = outcome(simulated(2, |job| {
        job.access.mode = AccessMode::RandWrite;
        job.engine.sim.gc_every_bytes = 5_000 * 4096;
        job.engine.sim.gc_pause_ns = 50_000_000;
        job.pace.rate_iops.0[1] = 5_000;
    }));
    let write = &found.stats.ddirs[1];
    assert_eq!(write.ios, 10_000, "the rate is reached all the same");
    assert_close(
        "largest backlog",
        write.schedule.backlog_max_ns as f64,
        50e6,
        0.01,
    );
    assert_eq!(
        write.schedule.backlog_end_ns, 0,
        "the second pause begins with the last I/O"
    );
    // Behind by 50 ms, it gains 100 µs with each I/O: 500 of them are late.
    assert!(
        (490..=510).contains(&write.schedule.late_ios),
        "{} late",
        write.schedule.late_ios
    );
    // The pause hit one I/O; its victims are only in the response.
    let above = |latency: &Latency| {
        let of = |percent| percentile(latency, percent) > 1_000_000.0;
        (of(90.0), of(96.0), of(99.995))
    };
    assert_eq!(above(&write.lat), (false, false, true));
    assert_eq!(above(&write.response), (false, true, true));
}

#[test]
fn directions_without_a_rate_have_no_response_time() {
    let found = outcome(simulated(1, |job| {
        job.access.mode = AccessMode::RandRw;
        job.depth.iodepth = 4;
        job.pace.rate_iops.0[1] = 500;
    }));
    let [reads, writes, _] = &found.stats.ddirs;
    assert_eq!(writes.ios, 500);
    assert_eq!(writes.response.moments.count, 500);
    assert!(reads.ios > 500);
    assert_eq!(reads.response, Latency::default());
    let thinking = read(simulated(1, |job| job.pace.thinktime_us = 1000));
    assert_eq!(thinking.response, Latency::default());
}

#[test]
fn engines_in_place_keep_the_intended_start_too() {
    // Faster than any machine: every I/O but the first ones is late, and each has its response time.
    let mut job = JobPlan::new("rated");
    job.engine.kind = EngineKind::Null;
    job.engine.sim.size_bytes = 1 << 20;
    job.pace.rate_iops.0[0] = u32::MAX;
    let found = read(job);
    assert_eq!(found.ios, 256);
    assert_eq!(found.response.moments.count, 256);
    assert!(found.schedule.late_ios >= 1);
    assert!(found.schedule.backlog_max_ns >= found.schedule.backlog_end_ns);
    assert!(found.response.moments.max >= found.schedule.backlog_max_ns);
}
