//! Simulated devices: the numbers that theory says, through the real worker loop and in virtual time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::workers;

use fiord_engine::live::LiveCell;
use fiord_engine::sim::{Sender, SimDevice, World};
use fiord_engine::worker::{self, WorkerOutcome, WorkerSetup};
use fiord_job::plan::*;
use fiord_targets::stop;
use fiord_workload::flow::Flows;
use fiord_workload::io::Io;
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Barrier};
use workers::{nothing, worker};

const SEED: u64 = 0x51_0001;

fn device(change: impl FnOnce(&mut SimPlan)) -> SimPlan {
    let mut plan = SimPlan {
        read_ns: 100_000,
        write_ns: 100_000,
        ..SimPlan::default()
    };
    change(&mut plan);
    plan
}

/// A random-read job of `seconds` on a simulated device.
pub(crate) fn job(sim: SimPlan, seconds: u64, change: impl FnOnce(&mut JobPlan)) -> JobPlan {
    let mut job = JobPlan::new("sim");
    job.engine.kind = EngineKind::Sim;
    job.engine.sim = sim;
    job.access.mode = AccessMode::RandRead;
    job.control.runtime_us = seconds * 1_000_000;
    job.control.time_based = true;
    change(&mut job);
    job
}

fn plan(job: &JobPlan, number: u32) -> WorkerPlan {
    WorkerPlan {
        clone: number,
        number,
        io_limit_bytes: u64::MAX,
        ..worker(
            job.clone(),
            vec![nothing(job.engine.sim.size_bytes)],
            SEED + u64::from(number),
        )
    }
}

/// Runs the jobs side by side in one world.
fn run_all(jobs: &[JobPlan]) -> Vec<WorkerOutcome> {
    run_in(&World::new(), jobs)
}

/// The same in a world that tells what its drives counted.
pub(crate) fn run_in(world: &Arc<World>, jobs: &[JobPlan]) -> Vec<WorkerOutcome> {
    let ready = Barrier::new(jobs.len());
    std::thread::scope(|scope| {
        let worker = |(number, job): (usize, &JobPlan)| {
            let plan = plan(job, number as u32);
            let (world, ready) = (Arc::clone(world), &ready);
            scope.spawn(move || {
                let mut start = || {
                    ready.wait();
                    true
                };
                let (flag, live) = (AtomicU8::new(stop::RUN), LiveCell::default());
                worker::run(
                    WorkerSetup {
                        plan: &plan,
                        start: &mut start,
                        stop: &flag,
                        live: &live,
                        flows: &Flows::default(),
                        steady: &fiord_workload::steady::SteadyParties::default(),
                        locks: &fiord_targets::locks::FileLocks::default(),
                        wear_out: None,
                        zones: &fiord_targets::zones::ZonedFiles::default(),
                    },
                    &world,
                )
            })
        };
        let threads: Vec<_> = jobs.iter().enumerate().map(worker).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn run(job: &JobPlan) -> WorkerOutcome {
    let outcome = run_all(std::slice::from_ref(job)).remove(0);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    outcome
}

fn assert_close(what: &str, found: f64, expected: f64, tolerance: f64) {
    let off = (found / expected - 1.0).abs();
    assert!(
        off <= tolerance,
        "{what}: {found}, expected {expected} within {tolerance}"
    );
}

#[test]
fn a_throttled_device_queues_as_little_says() {
    let outcome = run(&job(device(|d| d.iops_limit = 4200), 10, |job| {
        job.depth.iodepth = 64;
        job.control.ramp_time_us = 1_000_000;
    }));
    let read = &outcome.stats.ddirs[0];
    assert_close("clat", read.clat.moments.mean(), 64.0 / 4200.0 * 1e9, 1e-6);
    // Ten seconds, and what was in flight at their end.
    assert!((42_000..=42_064).contains(&read.ios), "{} I/Os", read.ios);
}

#[test]
fn one_at_a_time_takes_exactly_the_service_time() {
    let outcome = run(&job(device(|d| d.per_kib_ns = 250), 1, |_| ()));
    let read = &outcome.stats.ddirs[0];
    assert_eq!((read.clat.moments.min, read.clat.moments.max), (101_000, 101_000));
    assert_eq!(read.ios, 9901);
}

#[test]
fn parallel_servers_multiply_the_rate() {
    for (depth, ios) in [(1, 10_000), (4, 40_000), (8, 80_000), (32, 80_000)] {
        let outcome = run(&job(device(|d| d.parallelism = 8), 1, |job| {
            job.depth.iodepth = depth
        }));
        let read = &outcome.stats.ddirs[0];
        assert!(
            (ios..=ios + u64::from(depth)).contains(&read.ios),
            "depth {depth}: {} I/Os",
            read.ios
        );
    }
}

#[test]
fn rates_and_think_times_are_exact() {
    let rated = run(&job(device(|_| ()), 10, |job| job.pace.rate_iops.0[0] = 1000));
    assert_eq!(rated.stats.ddirs[0].ios, 10_000);
    let thinking = run(&job(device(|_| ()), 10, |job| {
        job.pace.thinktime_us = 400;
        job.pace.thinktime_spin_us = 150;
    }));
    assert_eq!(thinking.stats.ddirs[0].ios, 20_000);
}

#[test]
fn each_direction_reaches_its_own_rate_whatever_the_mix() {
    for (depth, read, write) in [(1, 1000u32, 250u32), (1, 1000, 1000), (8, 250, 1000)] {
        let outcome = run(&job(device(|_| ()), 4, |job| {
            job.access.mode = AccessMode::RandRw;
            job.access.rwmix_read_percent = 80;
            job.depth.iodepth = depth;
            job.pace.rate_iops = PerDdir([read, write, 0]);
        }));
        for (ddir, rate) in [(0, read), (1, write)] {
            let expected = 4 * u64::from(rate);
            let ios = outcome.stats.ddirs[ddir].ios;
            assert_eq!(ios, expected, "direction {ddir}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let job = job(device(|d| d.service = SimService::Exponential), 2, |job| {
        job.access.mode = AccessMode::RandRw;
        job.depth.iodepth = 8;
    });
    let (first, second) = (run(&job), run(&job));
    assert_eq!(first.stats.ddirs, second.stats.ddirs);
    let mut other = job.clone();
    other.engine.sim.seed += 1;
    assert_ne!(first.stats.ddirs, run(&other).stats.ddirs);
}

#[test]
fn workers_share_a_device_deterministically() {
    let sim = device(|d| {
        d.service = SimService::Exponential;
        d.parallelism = 2;
    });
    let jobs = [
        job(sim.clone(), 2, |job| job.depth.iodepth = 4),
        job(sim.clone(), 2, |job| job.depth.iodepth = 4),
        job(sim, 2, |job| {
            job.access.mode = AccessMode::RandWrite;
            job.pace.rate_iops.0[1] = 1000;
        }),
    ];
    let runs: Vec<Vec<_>> = (0..3)
        .map(|_| {
            run_all(&jobs)
                .into_iter()
                .map(|outcome| outcome.stats.ddirs)
                .collect()
        })
        .collect();
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
    let total: u64 = runs[0].iter().flatten().map(|ddir| ddir.ios).sum();
    // Two servers of 100 µs on average, for two seconds.
    assert_close("I/Os", total as f64, 40_000.0, 0.02);
    assert_close("shares", runs[0][0][0].ios as f64, runs[0][1][0].ios as f64, 0.02);
}

#[test]
fn errors_come_at_the_stated_interval() {
    let outcome = run(&job(device(|d| d.error_every = 100), 1, |job| {
        job.control.continue_on_error.read = true
    }));
    assert_eq!(outcome.stats.errors, 100);
    let stopped = run_all(&[job(device(|d| d.error_every = 100), 1, |_| ())]).remove(0);
    assert_eq!(stopped.error.map(|error| error.errno()), Some(EIO));
    assert_eq!(stopped.stats.ddirs[0].ios, 99);
}

/// errno of a failed I/O.
const EIO: i32 = 5;

/// Latencies of `count` I/Os sent one after the other.
fn latencies(sim: &SimPlan, op: Op, count: usize) -> Vec<u64> {
    let mut device = SimDevice::new(sim);
    let mut now = 0;
    (0..count)
        .map(|index| {
            let io = Io {
                op,
                file: 0,
                offset: index as u64 * 4096,
                len: 4096,
            };
            let done = device.arrive(now, &io, Sender::default()).unwrap().done_ns;
            let latency = done - now;
            now = done;
            latency
        })
        .collect()
}

#[test]
fn a_burst_ends_at_the_right_io() {
    // 1,000 tokens and 100 more per second, used up at 1,000 per second: n/100 − 10 s > n/1000 first holds for n = 1112.
    let sim = device(|d| {
        d.read_ns = 1_000_000;
        d.iops_limit = 100;
        d.burst_ios = 1000;
    });
    let found = latencies(&sim, Op::Read, 1200);
    assert_eq!(found.iter().position(|ns| *ns > 1_000_000), Some(1112));
    assert_eq!(found[1199], 10_000_000);
}

#[test]
fn a_cliff_begins_after_the_stated_bytes() {
    let sim = device(|d| {
        d.cliff_after_bytes = 100 * 4096;
        d.cliff_factor = 3.5;
    });
    let found = latencies(&sim, Op::Write, 200);
    assert!(found[..100].iter().all(|ns| *ns == 100_000));
    assert!(found[100..].iter().all(|ns| *ns == 350_000));
}

#[test]
fn a_write_cache_fills_and_then_writes_cost_the_medium() {
    let sim = device(|d| d.write_cache_bytes = 1 << 20);
    let found = latencies(&sim, Op::Write, 2000);
    // 256 blocks fit, and at 1 µs each 2 more drain meanwhile.
    assert_eq!(found.iter().position(|ns| *ns > 1000), Some(258));
    let later: u64 = found[1000..].iter().sum();
    assert_eq!(later, 1000 * 100_000, "the medium's rate rules in the end");
    // A sync after one write waits for it: the idle device began to write it at once.
    let mut device = SimDevice::new(&sim);
    device.arrive(
        0,
        &Io {
            op: Op::Write,
            file: 0,
            offset: 0,
            len: 4096,
        },
        Sender::default(),
    );
    let sync = Io {
        op: Op::Fsync,
        file: 0,
        offset: 0,
        len: 0,
    };
    let fate = device.arrive(1000, &sync, Sender::default()).unwrap();
    assert_eq!(fate.done_ns, 101_000);
}

/// The cache only puts off what the medium must do: in the end writes go on at its rate, whatever the size, the depth and the servers.
#[test]
fn a_write_cache_sustains_the_rate_of_its_medium() {
    for (servers, depth, mib) in [
        (1_u32, 1_usize, 4_u64),
        (1, 8, 4),
        (4, 4, 4),
        (4, 16, 4),
        (4, 1, 1),
        (1, 1, 64),
    ] {
        let sim = device(|d| {
            d.write_cache_bytes = mib << 20;
            d.parallelism = servers;
        });
        let mut device = SimDevice::new(&sim);
        let writes = 3 * (mib << 20) / 4096;
        let mut done: Vec<u64> = vec![0; depth];
        let mut ends = Vec::new();
        for index in 0..writes {
            // The first of the I/Os in flight to end makes room for the next.
            let place = (0..depth).min_by_key(|place| done[*place]).unwrap();
            let io = Io {
                op: Op::Write,
                file: 0,
                offset: index * 4096 % sim.size_bytes,
                len: 4096,
            };
            done[place] = device
                .arrive(done[place], &io, Sender::default())
                .unwrap()
                .done_ns;
            ends.push(done[place]);
        }
        ends.sort_unstable();
        let half = ends.len() / 2;
        let per_write_ns = (ends[ends.len() - 1] - ends[half]) as f64 / (ends.len() - 1 - half) as f64;
        let medium_ns = 100_000.0 / f64::from(servers);
        println!("{servers} servers, depth {depth}, {mib} MiB: {per_write_ns:.0} of {medium_ns} ns");
        assert!(
            (per_write_ns / medium_ns - 1.0).abs() < 0.02,
            "{per_write_ns} ns per write"
        );
        // Until it is full it takes them as fast as it can.
        assert!(ends[ends.len() / 4] < writes / 4 * 2_000);
    }
}

/// Reads take the time of the servers first; the cache waits.
#[test]
fn an_emptying_cache_delays_a_read_by_one_block_at_most() {
    let sim = device(|d| d.write_cache_bytes = 1 << 20);
    let mut device = SimDevice::new(&sim);
    let io = |op| Io {
        op,
        file: 0,
        offset: 0,
        len: 4096,
    };
    for write in 0..200 {
        device.arrive(write * 1000, &io(Op::Write), Sender::default());
    }
    let mut now = 250_000;
    for read in 0..50 {
        let took = device
            .arrive(now, &io(Op::Read), Sender::default())
            .unwrap()
            .done_ns
            - now;
        assert!(took <= 200_000, "read {read} took {took} ns");
        now += took;
    }
}

#[test]
fn garbage_collection_pauses_the_device_periodically() {
    let sim = device(|d| {
        d.gc_every_bytes = 50 * 4096;
        d.gc_pause_ns = 5_000_000;
    });
    let slow: Vec<usize> = latencies(&sim, Op::Write, 220)
        .iter()
        .enumerate()
        .filter(|(_, ns)| **ns > 100_000)
        .map(|(index, ns)| {
            assert_eq!(*ns, 5_100_000);
            index
        })
        .collect();
    assert_eq!(slow, [50, 100, 150, 200]);
}

#[test]
fn drift_second_population_and_cache_have_their_shares() {
    let drifting = latencies(&device(|d| d.drift_ppm_per_s = 100_000), Op::Read, 20_000);
    // 10 % per second: after about two seconds a fifth more.
    assert_eq!(drifting[0], 100_000);
    assert_close("drift", *drifting.last().unwrap() as f64, 122_000.0, 0.02);
    let mixed = latencies(
        &device(|d| {
            d.slow_percent = 5;
            d.slow_ns = 3_000_000;
            d.read_cache_percent = 40;
        }),
        Op::Read,
        50_000,
    );
    let count = |ns: u64| mixed.iter().filter(|one| **one == ns).count() as f64;
    assert_close("cached", count(1_000), 20_000.0, 0.03);
    assert_close("slow", count(3_000_000), 1_500.0, 0.1);
    assert_eq!(count(1_000) + count(3_000_000) + count(100_000), 50_000.0);
}

#[test]
fn an_io_always_takes_time_so_that_a_runtime_ends() {
    let free = device(|sim| (sim.read_ns, sim.write_ns) = (0, 0));
    let outcome = run(&job(free, 1, |job| job.control.runtime_us = 10_000));
    assert_eq!(outcome.stats.ddirs[0].ios, 100_000, "100 ns each");
    // Without the limit, an I/O would take no time after 50 s.
    let faster = device(|sim| sim.drift_ppm_per_s = -20_000);
    let outcome = run(&job(faster, 51, |_| {}));
    assert!(outcome.stats.ddirs[0].ios > 1_000_000);
}
