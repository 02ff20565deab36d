//! Forecasts of jobs, as arithmetic gives them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use fiord_job::plan::{AccessMode, EngineKind, PerDdir};

const MIB: u64 = 1 << 20;

fn planned(change: impl FnOnce(&mut JobPlan)) -> Planned {
    let mut job = JobPlan::new("j");
    job.access.size = Some(Amount::Bytes(64 * MIB));
    change(&mut job);
    Planned::of(&job, &[])
}

#[test]
fn a_rate_tells_the_time() {
    let by_bytes = planned(|job| job.pace.rate_bytes = PerDdir::all(MIB));
    assert_eq!(
        (by_bytes.seconds, by_bytes.time_is_certain),
        (Some((64.0, 64.0)), true)
    );
    let by_iops = planned(|job| job.pace.rate_iops = PerDdir::all(1024));
    assert_eq!(by_iops.seconds, Some((16.0, 16.0)));
    let cut = planned(|job| {
        job.pace.rate_bytes = PerDdir::all(MIB);
        job.control.runtime_us = 10_000_000;
    });
    assert_eq!(cut.seconds, Some((10.0, 10.0)));
}

/// fio 3.33: `rw=randrw rwmixread=75 size=2m rate=800k,100k` took 2.27 s and read 1820 of its 2048 KiB.
#[test]
fn the_rates_of_a_mix_add_up() {
    let mixed = planned(|job| {
        job.access.mode = AccessMode::Rw;
        job.access.rwmix_read_percent = 75;
        job.pace.rate_bytes = PerDdir([7 * MIB, MIB, 0]);
    });
    assert_eq!(mixed.seconds, Some((8.0, 8.0)));
}

#[test]
fn pauses_are_part_of_the_time() {
    let paused = |change: fn(&mut JobPlan)| {
        let planned = planned(|job| {
            job.access.number_ios = 100;
            job.pace.thinktime_us = 1_000_000;
            change(job);
        });
        planned.seconds.map(|(fast, slow)| (fast.round(), slow.round()))
    };
    assert_eq!(paused(|_| {}), Some((100.0, 100.0)));
    assert_eq!(paused(|job| job.numjobs = 4), Some((100.0, 100.0)));
    assert_eq!(paused(|job| job.pace.thinktime_blocks = 30), Some((3.0, 3.0)));
    // 100 reads of 2 ms are 200 ms; on a fast disk they are 8 ms.
    let by_time = paused(|job| {
        job.access.mode = AccessMode::RandRead;
        job.pace.thinktime_iotime_us = 100_000;
    });
    assert_eq!(by_time, Some((0.0, 2.0)));
}

#[test]
fn a_rate_that_the_device_may_not_reach_is_no_certain_time() {
    let read = planned(|job| {
        job.access.mode = AccessMode::RandRead;
        job.durability.direct = true;
        job.access.number_ios = 1000;
        job.pace.rate_iops = PerDdir::all(1000);
    });
    assert_eq!((read.seconds, read.time_is_certain), (Some((1.0, 2.0)), false));
}

#[test]
fn workers_that_go_to_the_end_of_one_file_have_less_and_less() {
    let file = TargetFacts {
        kind: FileKind::Regular,
        size_bytes: Some(8 * MIB),
        ..TargetFacts::default()
    };
    let with = |size, step| {
        let mut job = JobPlan::new("j");
        job.numjobs = 4;
        job.files.filenames = vec!["f".to_owned()];
        (job.access.size, job.access.offset_increment) = (size, step);
        let planned = Planned::of(&job, &[&file]);
        (planned.total_bytes, planned.footprint_bytes)
    };
    // fio 3.33 reads 8, 6, 4 and 2 MiB.
    assert_eq!(
        with(None, Amount::Bytes(2 * MIB)),
        (Some(20 * MIB), Some(8 * MIB))
    );
    assert_eq!(
        with(Some(Amount::Bytes(2 * MIB)), Amount::Percent(25)),
        (Some(8 * MIB), Some(8 * MIB))
    );
    // As fio 3.33 with a part of the file: it ends with the file, too.
    assert_eq!(
        with(Some(Amount::Percent(100)), Amount::Percent(25)),
        (Some(20 * MIB), Some(8 * MIB))
    );
    assert_eq!(
        with(Some(Amount::Percent(50)), Amount::Percent(25)),
        (Some(14 * MIB), Some(8 * MIB))
    );
}

/// As fio 3.33 does with a file of 8 MiB.
#[test]
fn a_file_whose_size_is_in_the_range_of_filesize_keeps_it() {
    let file = TargetFacts {
        kind: FileKind::Regular,
        size_bytes: Some(8 * MIB),
        ..TargetFacts::default()
    };
    let with = |low, high, size: Option<Amount>| {
        let mut job = JobPlan::new("j");
        job.files.filesize_bytes = Some((low * MIB, high * MIB));
        job.access.size = size;
        let planned = Planned::of(&job, &[&file]);
        (planned.total_bytes, has_drawn_size(&job, &[&file]))
    };
    assert_eq!(with(4, 16, None), (Some(8 * MIB), false));
    assert_eq!(with(1, 4, None), (Some(4 * MIB), true));
    assert_eq!(with(4, 16, Some(Amount::Percent(50))), (Some(4 * MIB), false));
}

/// As fio 3.33 does.
#[test]
fn a_walk_with_gaps_ends_before_the_end_of_its_file_or_begins_again() {
    let file = TargetFacts {
        kind: FileKind::Regular,
        size_bytes: Some(8 * MIB),
        ..TargetFacts::default()
    };
    let bytes = |targets: &[&TargetFacts], gap| {
        let mut job = JobPlan::new("j");
        job.access.size = Some(Amount::Bytes(65536));
        job.access.sequencer = Sequencer::Skip(gap);
        Planned::of(&job, targets).total_bytes
    };
    assert_eq!(bytes(&[&file], 4096), Some(32768));
    assert_eq!(bytes(&[&file], 12288), Some(16384));
    assert_eq!(bytes(&[&file], -8192), Some(65536));
    // A file of 64 KiB.
    assert_eq!(bytes(&[], 4096), Some(65536));
    assert_eq!(bytes(&[], 8192), Some(24576));
    // With `filesize`, a pass over the region ends it before all of `size` is read.
    let mut job = JobPlan::new("j");
    (job.files.filesize_bytes, job.access.size) = (Some((4 * MIB, 4 * MIB)), Some(Amount::Bytes(3 * MIB)));
    job.access.sequencer = Sequencer::Skip(4096);
    assert_eq!(Planned::of(&job, &[&file]).total_bytes, Some(2 * MIB));
}

#[test]
fn the_second_block_size_is_for_random_io() {
    let block = |mode| {
        planned(|job| {
            job.access.mode = mode;
            job.access.bs_is_seq_rand = true;
            job.access.block_size = PerDdir([
                BlockSize::Fixed(8192),
                BlockSize::Fixed(65536),
                BlockSize::Fixed(4096),
            ]);
        })
        .block_bytes
    };
    assert_eq!(
        (block(AccessMode::RandRw), block(AccessMode::Write)),
        (65536.0, 8192.0)
    );
}

#[test]
fn time_based_has_no_bytes_and_a_certain_time() {
    let timed = planned(|job| {
        job.control.runtime_us = 60_000_000;
        job.control.time_based = true;
    });
    assert_eq!(
        (timed.total_bytes, timed.ios, timed.seconds),
        (None, None, Some((60.0, 60.0)))
    );
    assert!(timed.unlimited && timed.time_is_certain);
}

#[test]
fn clones_share_a_named_file_only() {
    let own = planned(|job| job.numjobs = 4);
    assert_eq!(
        (own.footprint_bytes, own.total_bytes),
        (Some(256 * MIB), Some(256 * MIB))
    );
    let named = |step: u64| {
        planned(|job| {
            job.numjobs = 4;
            job.files.filenames = vec!["f".to_owned()];
            job.access.offset_increment = Amount::Bytes(step);
        })
    };
    assert_eq!(named(0).footprint_bytes, Some(64 * MIB));
    assert_eq!(named(64 * MIB).footprint_bytes, Some(256 * MIB));
    assert_eq!(named(0).total_bytes, Some(256 * MIB));
}

#[test]
fn depth_is_what_the_engine_can_hold() {
    let depth = |kind, direct| {
        planned(|job| {
            job.engine.kind = kind;
            job.durability.direct = direct;
            job.depth.iodepth = 32;
        })
        .depth
    };
    assert_eq!(depth(EngineKind::Psync, true), 1);
    assert_eq!(depth(EngineKind::Libaio, true), 32);
    assert_eq!(depth(EngineKind::Libaio, false), 1);
    assert_eq!(depth(EngineKind::IoUring, false), 32);
    assert_eq!(depth(EngineKind::Posixaio, true), 1);
    let trims = planned(|job| {
        job.engine.kind = EngineKind::IoUring;
        job.access.mode = AccessMode::RandTrim;
        job.depth.iodepth = 32;
    });
    assert_eq!(trims.depth, 1);
    let synced = |every| {
        let planned = planned(|job| {
            (job.engine.kind, job.access.mode) = (EngineKind::Libaio, AccessMode::Write);
            (job.durability.direct, job.durability.fsync_every) = (true, every);
            job.depth.iodepth = 16;
        });
        planned.depth
    };
    assert_eq!((synced(1), synced(4)), (1, 16));
}
