//! Flash drives and disks in virtual time, through the real worker loop: rates, latencies and cliffs that formulas say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::sim::{job, run_in};

use fiord_engine::sim::World;
use fiord_engine::worker::WorkerOutcome;
use fiord_job::plan::*;
use fiord_stats::closed_forms::{MEAN_ROOT_OF_DISTANCE, overlapping_reads};
use fiord_stats::simulated::{DiskCounters, FlashCounters, SimulatedDrive, TimeCause};

const MIB: u64 = 1 << 20;

/// A drive of four planes with superblocks of 64 pages.
fn flash(size_bytes: u64, change: impl FnOnce(&mut SimPlan)) -> SimPlan {
    let mut plan = SimPlan {
        model: SimModel::Flash,
        size_bytes,
        cache_ns: 1000,
        ..SimPlan::default()
    };
    plan.flash = FlashPlan {
        channels: 4,
        dies: 1,
        planes: 1,
        block_pages: 16,
        bus_bytes_per_s: 0,
        spare_ppm: 280_000,
        ..FlashPlan::default()
    };
    change(&mut plan);
    plan
}

fn run(jobs: &[JobPlan]) -> (Vec<WorkerOutcome>, SimulatedDrive) {
    let world = World::new();
    let outcomes = run_in(&world, jobs);
    (outcomes, world.drives().remove(0).1)
}

fn run_flash(jobs: &[JobPlan]) -> (Vec<WorkerOutcome>, FlashCounters) {
    let (outcomes, SimulatedDrive::Flash(counters)) = run(jobs) else {
        panic!("a flash drive")
    };
    (outcomes, *counters)
}

fn run_disk(jobs: &[JobPlan]) -> (Vec<WorkerOutcome>, DiskCounters) {
    let (outcomes, SimulatedDrive::Disk(counters)) = run(jobs) else {
        panic!("a disk")
    };
    (outcomes, counters)
}

#[track_caller]
fn within(seen: f64, expected: f64, percent: f64) {
    let error = (seen / expected - 1.0) * 100.0;
    assert!(
        error.abs() <= percent,
        "{seen:.5e}, expected {expected:.5e}: {error:+.2} %"
    );
}

fn iops(outcome: &WorkerOutcome, ddir: usize, seconds: u64) -> f64 {
    outcome.stats.ddirs[ddir].ios as f64 / seconds as f64
}

fn writer(sim: SimPlan, seconds: u64, depth: u32) -> JobPlan {
    job(sim, seconds, |job| {
        job.access.mode = AccessMode::RandWrite;
        job.access.norandommap = true;
        job.depth.iodepth = depth;
    })
}

/// Page writes per second of all planes: 4 ÷ (A · tPROG + (A − 1) · tR + A · tBERS ÷ N).
fn formula(a: f64) -> f64 {
    let (read, program, erase) = (80e-6, 2.9265e-3, 3e-3);
    4.0 / (a * program + (a - 1.0) * read + a * erase / 16.0)
}

#[test]
fn the_steady_rate_is_that_of_the_dies() {
    let (fresh, counted) = run_flash(&[writer(flash(128 * MIB, |_| ()), 10, 64)]);
    assert_eq!(counted.collected_pages, 0);
    within(iops(&fresh[0], 1, 10), 4.0 / 2.9265e-3, 2.0);
    for spare_ppm in [280_000, 120_000] {
        let sim = flash(128 * MIB, |sim| {
            sim.flash.spare_ppm = spare_ppm;
            sim.flash.fill_percent = 100;
            sim.flash.passes_permille = 6000;
        });
        let (steady, counted) = run_flash(&[writer(sim, 200, 64)]);
        let a = counted.write_amplification().unwrap();
        assert!(a > 2.0);
        within(iops(&steady[0], 1, 200), formula(a), 2.0);
        // Nothing else keeps the dies busy, and hardly anything lets them wait.
        within(
            counted.die_times.sum_ns() as f64,
            4.0 * counted.busy_until_ns as f64,
            2.0,
        );
    }
}

#[test]
fn reads_wait_for_what_is_under_way() {
    let filled = |sim: &mut SimPlan| sim.flash.fill_percent = 100;
    let read = job(flash(64 * MIB, filled), 1, |_| ());
    let (alone, counted) = run_flash(&[read]);
    let clat = &alone[0].stats.ddirs[0].clat.moments;
    assert_eq!((clat.min, clat.max), (81_000, 81_000));
    assert_eq!(
        counted.reads.by_cause_ns[TimeCause::Cell as usize],
        80_000 * counted.reads.requests
    );
    // A read that meets a program waits half of it on average.
    let mut writing = writer(flash(64 * MIB, filled), 20, 16);
    writing.access.mode = AccessMode::RandRw;
    let (mixed, _) = run_flash(&[writing]);
    let clat = mixed[0].stats.ddirs[0].clat.moments.mean();
    assert!((1e6..4e6).contains(&clat), "{clat}");
    // An address that was never written costs no cell.
    let (unwritten, counted) = run_flash(&[job(flash(64 * MIB, |_| ()), 1, |_| ())]);
    assert_eq!(unwritten[0].stats.ddirs[0].clat.moments.max, 1000);
    assert_eq!(counted.unmapped_read_pages, counted.reads.requests);
}

#[test]
fn random_reads_meet_at_the_dies_as_mean_value_analysis_says() {
    for (channels, depth) in [(1, 4), (4, 1), (4, 4), (4, 32), (16, 8), (16, 16), (16, 64)] {
        let sim = flash(64 * MIB, |sim| {
            sim.flash.channels = channels;
            sim.flash.block_pages = 64 / channels;
            sim.flash.fill_percent = 100;
        });
        let read = job(sim, 2, |job| {
            job.access.norandommap = true;
            job.depth.iodepth = depth;
        });
        let (outcomes, _) = run_flash(&[read]);
        // The command takes 1 µs of the 81.
        let expected = overlapping_reads(depth, u64::from(channels), 1.0 / 80.0) / 80e-6;
        within(iops(&outcomes[0], 0, 2), expected, 5.0);
    }
}

#[test]
fn the_slc_cache_ends_at_its_bytes_and_is_back_after_idle_time() {
    let sim = flash(256 * MIB, |sim| sim.flash.slc_bytes = 32 * MIB);
    let sequential = |bytes: u64, delay_s: u64| {
        job(sim.clone(), 100, |job| {
            job.access.mode = AccessMode::Write;
            job.access.block_size = PerDdir([65_536; 3].map(BlockSize::Fixed));
            job.control.time_based = false;
            job.control.startdelay_us = (delay_s * 1_000_000, delay_s * 1_000_000);
            job.access.number_ios = bytes / 65_536;
            job.depth.iodepth = 4;
        })
    };
    let (_, counted) = run_flash(&[sequential(64 * MIB, 0)]);
    let block = 64 / 3 * 4096;
    assert!(counted.slc_pages * 4096 >= 32 * MIB && counted.slc_pages * 4096 <= 32 * MIB + block);
    let (both, counted) = run_flash(&[sequential(64 * MIB, 0), sequential(32 * MIB, 120)]);
    assert_eq!(counted.slc_pages * 4096 / MIB, 64);
    let clat = |outcome: &WorkerOutcome| outcome.stats.ddirs[1].clat.moments.max;
    assert!(clat(&both[0]) > 40_000_000 && clat(&both[1]) < 4_000_000);
}

#[test]
fn a_flush_waits_for_the_cells_unless_the_cache_is_protected() {
    let synced = |protected: bool, durable: bool| {
        let sim = flash(64 * MIB, |sim| {
            sim.write_cache_bytes = MIB;
            sim.flash.power_loss_protection = protected;
        });
        let mut job = writer(sim, 2, 1);
        // Fewer than fill the cache.
        job.access.number_ios = 200;
        job.control.time_based = false;
        if durable {
            job.durability.open_sync = OpenSync::Dsync;
        } else {
            job.durability.fsync_every = 1;
        }
        let (outcomes, counted) = run_flash(&[job]);
        let stats = &outcomes[0].stats;
        let syncs = stats.sync.lat.moments.mean();
        // What the drive says of the syncs is what the job measured.
        let causes = counted.syncs.by_cause_ns;
        let requests = counted.syncs.requests as f64;
        assert_eq!(requests, stats.sync.lat.moments.count as f64);
        if !durable {
            assert_eq!(causes.iter().sum::<u64>() as f64, requests * syncs);
            assert_eq!(causes[TimeCause::Interface as usize] as f64, requests * 1000.0);
            assert_eq!(
                causes[TimeCause::Cell as usize] as f64,
                requests * (syncs - 1000.0)
            );
        }
        (stats.ddirs[1].clat.moments.mean(), syncs)
    };
    let (program_ns, command_ns) = (2_926_500.0, 1_000.0);
    assert_eq!(synced(true, false), (command_ns, command_ns));
    assert_eq!(synced(true, true).0.to_bits(), f64::to_bits(command_ns));
    assert_eq!(
        synced(false, true).0.to_bits(),
        f64::to_bits(program_ns + command_ns)
    );
    let (write, sync) = synced(false, false);
    // The write's own command is over when the flush comes.
    assert_eq!((write, sync), (command_ns, program_ns));
}

#[test]
fn a_small_map_cache_costs_reads() {
    let sim = |bytes: u64| {
        flash(64 * MIB, |sim| {
            sim.flash.fill_percent = 100;
            sim.flash.map_cache_bytes = bytes;
        })
    };
    // 16 pages of the map, 4 of them in memory: three of four reads miss.
    let (_, counted) = run_flash(&[job(sim(16_384), 4, |job| job.access.norandommap = true)]);
    within(
        counted.map_read_pages as f64,
        0.75 * counted.reads.requests as f64,
        2.0,
    );
    let (_, all) = run_flash(&[job(sim(0), 1, |_| ())]);
    assert_eq!(all.map_read_pages, 0);
}

#[test]
fn a_drive_at_its_end_is_read_only() {
    let sim = flash(4 * MIB, |sim| {
        sim.flash.spare_ppm = 500_000;
        sim.flash.endurance = 20;
    });
    let (outcomes, counted) = run_flash(&[writer(sim, 1000, 16)]);
    assert!(counted.wear.worn_out && counted.wear.bad_blocks > 0);
    assert_eq!(outcomes[0].error.as_ref().map(|error| error.errno()), Some(30));
}

#[test]
fn the_same_seed_gives_the_same_counters() {
    let run = |seed: u64| {
        let sim = flash(32 * MIB, |sim| {
            sim.flash.collection = CollectionPolicy::Choices(2);
            sim.flash.fill_percent = 100;
            sim.flash.passes_permille = 500;
            sim.write_cache_bytes = MIB;
            sim.seed = seed;
        });
        let jobs = [writer(sim.clone(), 3, 8), job(sim, 3, |_| ())];
        let (outcomes, counted) = run_flash(&jobs);
        let ddirs: Vec<_> = outcomes.into_iter().map(|one| one.stats.ddirs).collect();
        (ddirs, counted)
    };
    let (first, again) = (run(1), run(1));
    assert_eq!(first, again);
    assert_ne!(first.1, run(2).1);
}

fn disk(change: impl FnOnce(&mut SimPlan)) -> SimPlan {
    let mut plan = SimPlan {
        model: SimModel::Disk,
        size_bytes: 1 << 40,
        cache_ns: 0,
        ..SimPlan::default()
    };
    plan.disk = DiskPlan {
        outer_bytes_per_s: 150_000_000,
        inner_bytes_per_s: 150_000_000,
        read_ahead_bytes: 0,
        ..DiskPlan::default()
    };
    change(&mut plan);
    plan
}

/// A rotation at 7200 per minute.
const ROTATION_NS: f64 = 8_333_333.0;

#[test]
fn a_random_read_of_a_disk_is_a_mean_seek_and_half_a_rotation() {
    let (outcomes, counted) = run_disk(&[job(disk(|_| ()), 1000, |job| job.access.norandommap = true)]);
    let requests = counted.requests as f64;
    // The mean of the root of the distance of two random places is 8/15.
    within(
        counted.seek_ns as f64 / requests,
        0.6e6 + 14.4e6 * MEAN_ROOT_OF_DISTANCE,
        1.0,
    );
    within(counted.rotation_ns as f64 / requests, ROTATION_NS / 2.0, 1.0);
    within(counted.transfer_ns as f64 / requests, 4096.0 / 0.15, 1.0);
    let clat = outcomes[0].stats.ddirs[0].clat.moments.mean();
    within(
        clat,
        0.6e6 + 14.4e6 * MEAN_ROOT_OF_DISTANCE + ROTATION_NS / 2.0 + 27e3,
        1.0,
    );
}

#[test]
fn a_queue_serves_as_many_per_rotation_as_little_says() {
    // A command that arrives lets the one under way end, and is then reached after half a rotation, however many there are: by Little's
    // law n at a time are 2 (n - 1) per rotation.
    for (depth, per_rotation) in [(1, 2.0), (2, 2.0), (4, 6.0), (8, 14.0)] {
        let sim = disk(|sim| {
            sim.disk.track_seek_ns = 0;
            sim.disk.full_seek_ns = 0;
        });
        let job = job(sim, 100, |job| {
            job.access.norandommap = true;
            job.access.block_size = PerDdir([512; 3].map(BlockSize::Fixed));
            job.depth.iodepth = depth;
        });
        let (outcomes, _) = run_disk(&[job]);
        let transfer = 512.0 / 0.15;
        within(
            iops(&outcomes[0], 0, 100),
            1e9 / (ROTATION_NS / per_rotation + transfer),
            2.0,
        );
    }
}

#[test]
fn a_queue_makes_random_reads_faster_and_fifo_does_not() {
    let rate = |queue: u32| {
        let job = job(disk(|sim| sim.disk.queue = queue), 300, |job| {
            job.depth.iodepth = 32
        });
        iops(&run_disk(&[job]).0[0], 0, 300)
    };
    let (ordered, first_come) = (rate(32), rate(1));
    within(first_come, 1e9 / (0.6e6 + 7.68e6 + ROTATION_NS / 2.0 + 27e3), 2.0);
    assert!(ordered > 2.3 * first_come, "{ordered} against {first_come}");
}

#[test]
fn sequential_rates_are_those_of_the_track() {
    for (read_ahead, mode) in [(256 << 10, AccessMode::Read), (0, AccessMode::Write)] {
        let sim = disk(|sim| {
            sim.disk.outer_bytes_per_s = 200_000_000;
            sim.disk.inner_bytes_per_s = 100_000_000;
            sim.disk.read_ahead_bytes = read_ahead;
        });
        let job = job(sim, 5, |job| {
            job.access.mode = mode;
            job.access.block_size = PerDdir([1 << 20; 3].map(BlockSize::Fixed));
            job.depth.iodepth = 2;
        });
        let (outcomes, _) = run_disk(&[job]);
        let ddir = usize::from(mode == AccessMode::Write);
        within(iops(&outcomes[0], ddir, 5) * MIB as f64, 200e6, 2.0);
    }
}

#[test]
fn a_write_cache_sorts_and_a_flush_empties_it() {
    let write = |cache: u64, fsync: u32| {
        let job = writer(disk(|sim| sim.write_cache_bytes = cache), 100, 1);
        let mut job = job;
        job.durability.fsync_every = fsync;
        iops(&run_disk(&[job]).0[0], 1, 100)
    };
    let (through, cached, synced) = (write(0, 0), write(MIB, 0), write(MIB, 1));
    within(through, 1e9 / (0.6e6 + 7.68e6 + ROTATION_NS / 2.0 + 27e3), 3.0);
    assert!(cached > 3.0 * through, "{cached} against {through}");
    within(synced, through, 5.0);
}

#[test]
fn workers_share_a_disk_deterministically() {
    let run = || {
        let reader = job(disk(|_| ()), 20, |job| job.depth.iodepth = 8);
        let mut log = writer(disk(|sim| sim.write_cache_bytes = MIB), 20, 1);
        log.durability.fsync_every = 4;
        let (outcomes, counted) = run_disk(&[reader, log]);
        let ddirs: Vec<_> = outcomes.into_iter().map(|one| one.stats.ddirs).collect();
        (ddirs, counted)
    };
    assert_eq!(run(), run());
}

#[test]
fn a_shared_device_is_as_the_first_worker_describes_it() {
    let world = World::new();
    let (flash, disk) = (flash(64 * MIB, |_| ()), disk(|_| ()));
    for (number, plan) in [(1, &disk), (0, &flash), (2, &disk)] {
        assert_eq!(world.device("shared".as_ref(), number, plan), 0);
    }
    assert!(matches!(world.drives()[..], [(_, SimulatedDrive::Flash(_))]));
}
