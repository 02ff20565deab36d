//! Rated jobs: response time from the intended start, service time and backlog, against what queueing theory says.
//!
//! In virtual time and with fixed seeds, so every number here is the same on every machine.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod workers;

use fiord_engine::live::LiveCell;
use fiord_engine::stop;
use fiord_engine::worker::{WorkerOutcome, WorkerSetup, run};
use fiord_spec::plan::*;
use fiord_stats::{DdirStats, Latency};
use std::sync::atomic::AtomicU8;
use workers::{nothing, worker};

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
    let size_bytes = job.engine.sim.size_bytes.max(1 << 20);
    let plan = worker(job, vec![nothing(size_bytes)], SEED);
    let outcome = run(WorkerSetup {
        plan: &plan,
        start: &mut || true,
        stop: &AtomicU8::new(stop::RUN),
        live: &LiveCell::default(),
    });
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    outcome
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

/// What a bucket of the histogram hides, and a quarter of that for the sample: two million draws are not the law itself.
const ERROR: f64 = 1.25 / 128.0;

/// Poisson arrivals at `load` of what the device serves.
fn poisson(load: f64, service: SimService) -> DdirStats {
    let rate = load * 1e9 / SERVICE_NS;
    read(simulated((2e6 / rate) as u64, |job| {
        job.engine.sim.service = service;
        job.depth.iodepth = 512;
        job.pace.rate_iops.0[0] = rate as u32;
        job.pace.process = RateProcess::Poisson;
    }))
}

#[test]
fn response_times_are_those_of_m_m_1() {
    let load = 0.5;
    let found = poisson(load, SimService::Exponential).response;
    // The response time of M/M/1 is exponential with this mean.
    let mean_ns = SERVICE_NS / (1.0 - load);
    assert_close("M/M/1 mean", found.moments.mean(), mean_ns, ERROR);
    for percent in [25.0, 50.0, 90.0, 99.0, 99.9] {
        let expected = -mean_ns * (1.0f64 - percent / 100.0).ln();
        assert_close(
            &format!("M/M/1 p{percent}"),
            percentile(&found, percent),
            expected,
            ERROR,
        );
    }
}

/// Share of I/Os of M/D/1 that wait no longer than `wait` services (Erlang 1909).
fn m_d_1_waits_within(wait: f64, load: f64) -> f64 {
    let mut sum = 0.0;
    let mut factorial = 1.0;
    for k in 0..=wait as u32 {
        let k = f64::from(k);
        factorial *= k.max(1.0);
        let x = load * (k - wait);
        sum += x.powf(k) / factorial * (-x).exp();
    }
    (1.0 - load) * sum
}

#[test]
fn response_times_are_those_of_m_d_1() {
    let load = 0.5;
    let found = poisson(load, SimService::Constant).response;
    // Pollaczek and Khinchine: service and a wait of ρ / 2(1 − ρ) services.
    let mean_ns = SERVICE_NS * (1.0 + load / (2.0 * (1.0 - load)));
    assert_close("M/D/1 mean", found.moments.mean(), mean_ns, ERROR);
    for percent in [25.0, 60.0, 90.0, 99.0, 99.9] {
        let (mut low, mut high) = (0.0, 20.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if m_d_1_waits_within(middle, load) < percent / 100.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        assert_close(
            &format!("M/D/1 p{percent}"),
            percentile(&found, percent),
            SERVICE_NS * (1.0 + high),
            ERROR,
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
        assert_close("backlog at the end", found.backlog_end_ns as f64, behind_ns, 1e-3);
        assert_close("largest backlog", found.backlog_max_ns as f64, behind_ns, 1e-3);
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
        assert_eq!(found.late_ios, found.ios - 2);
    }
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
            (found.backlog_max_ns, found.backlog_end_ns, found.late_ios),
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
    assert_close("largest backlog", write.backlog_max_ns as f64, 50e6, 0.01);
    assert_eq!(
        write.backlog_end_ns, 0,
        "the second pause begins with the last I/O"
    );
    // Behind by 50 ms, it gains 100 µs with each I/O: 500 of them are late.
    assert!((490..=510).contains(&write.late_ios), "{} late", write.late_ios);
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
    assert!(found.late_ios >= 1);
    assert!(found.backlog_max_ns >= found.backlog_end_ns);
    assert!(found.response.moments.max >= found.backlog_max_ns);
}
