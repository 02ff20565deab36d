//! What every engine does through the worker loop.

use fiord_job::plan::{AccessMode, Ddir, EngineKind};
use fiord_stats::JobStats;

use crate::bed::{Bed, KIB, job, nothing, plan, real, run, run_stopped};

fn total(stats: &JobStats) -> u64 {
    stats.ddirs.iter().map(|ddir| ddir.ios).sum()
}

#[test]
fn each_block_is_read_once() {
    for kind in real() {
        for depth in [1, 7, 32] {
            let bed = Bed::with_file(256 * KIB);
            let plan = plan(job(kind, AccessMode::RandRead, depth), vec![bed.target()]);
            let outcome = run(&plan);
            assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
            let reads = &outcome.stats.ddirs[0];
            assert_eq!((reads.ios, reads.bytes), (64, 256 * KIB), "{kind:?}");
            assert_eq!(reads.clat.moments.count, 64);
            assert_eq!(reads.lat.histogram.total(), 64);
            assert_eq!(outcome.stats.depth.iter().sum::<u64>(), 64, "{kind:?}");
            assert!(reads.lat.moments.min >= reads.clat.moments.min);
        }
    }
}

#[test]
fn what_a_job_writes_is_in_the_file() {
    for kind in real() {
        for mode in [AccessMode::Write, AccessMode::RandWrite] {
            let bed = Bed::with_file(256 * KIB);
            let mut job = job(kind, mode, 8);
            job.buffers.pattern = Some(b"fiord:".to_vec());
            let outcome = run(&plan(job, vec![bed.target()]));
            assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
            assert_eq!(outcome.written_bytes, 256 * KIB);
            let content = bed.content();
            assert_eq!(content.len() as u64, bed.size_bytes);
            for block in content.chunks(4096) {
                assert!(
                    block
                        .iter()
                        .zip(b"fiord:".iter().cycle())
                        .all(|(is, wanted)| is == wanted),
                    "{kind:?}"
                );
            }
        }
    }
}

#[test]
fn syncs_come_between_writes_and_not_after_the_last() {
    for kind in real() {
        for depth in [1, 4] {
            let bed = Bed::with_file(64 * KIB);
            let mut job = job(kind, AccessMode::Write, depth);
            job.durability.fsync_every = 4;
            job.durability.end_fsync = true;
            let outcome = run(&plan(job, vec![bed.target()]));
            assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
            // As fio 3.33 counts them: 16 writes, 3 syncs; the one at the end is not among them.
            assert_eq!(outcome.stats.ddirs[1].ios, 16, "{kind:?}");
            assert_eq!(outcome.stats.sync.ios, 3, "{kind:?} at depth {depth}");
            assert_eq!(
                outcome.stats.depth.iter().sum::<u64>(),
                19,
                "{kind:?} at depth {depth}"
            );
        }
    }
}

#[test]
fn limits_end_a_job() {
    for kind in [
        EngineKind::Psync,
        EngineKind::IoUring,
        EngineKind::Null,
        EngineKind::Sim,
    ] {
        for depth in [1, 8] {
            let bed = Bed::with_file(64 * KIB);
            let target = || {
                if kind.is_diskless() {
                    nothing(64 * KIB)
                } else {
                    bed.target()
                }
            };
            let mut few = job(kind, AccessMode::Read, depth);
            few.access.number_ios = 5;
            assert_eq!(total(&run(&plan(few, vec![target()])).stats), 5, "{kind:?}");
            let mut thrice = job(kind, AccessMode::Read, depth);
            thrice.control.loops = 3;
            assert_eq!(total(&run(&plan(thrice, vec![target()])).stats), 48, "{kind:?}");
            let mut half = plan(job(kind, AccessMode::Read, depth), vec![target()]);
            half.io_limit_bytes = 32 * KIB;
            assert_eq!(total(&run(&half).stats), 8, "{kind:?}");
        }
    }
}

#[test]
fn a_ramp_is_not_measured() {
    // Virtual time: one read after the other, 80 us each; 1 s of ramp, 2 s measured.
    let mut job = job(EngineKind::Sim, AccessMode::RandRead, 1);
    job.engine.sim.read_ns = 80_000;
    job.control.ramp_time_us = 1_000_000;
    job.control.runtime_us = 2_000_000;
    job.control.time_based = true;
    let outcome = run(&plan(job, vec![nothing(1024 * KIB)]));
    let reads = &outcome.stats.ddirs[Ddir::Read as usize];
    // The one found at the very end of ramp belongs to the measured time, as does the one found at its end.
    assert_eq!(reads.ios, 25_001);
    assert_eq!(outcome.stats.runtime_ns, 2_000_000_000);
    assert_eq!(outcome.total_ns, 3_000_000_000);
    assert_eq!((reads.clat.moments.min, reads.clat.moments.max), (80_000, 80_000));
    assert_eq!(
        reads.per_second.iter().map(|second| second.0).sum::<u64>(),
        reads.ios
    );
    assert_eq!(reads.iops.moments.count, 4, "a sample each 500 ms");
}

#[test]
fn depth_and_batches_are_kept() {
    // (submit, complete min, complete max, low)
    for (submit, min, max, low) in [
        (1, 1, None, None),
        (4, 1, None, None),
        (8, 4, Some(8), None),
        (0, 1, Some(2), Some(2)),
    ] {
        let mut job = job(EngineKind::Sim, AccessMode::RandRead, 8);
        job.engine.sim.read_ns = 10_000;
        job.engine.sim.parallelism = 64;
        job.depth.batch_submit = submit;
        job.depth.batch_complete_min = min;
        job.depth.batch_complete_max = max;
        job.depth.low = low;
        let outcome = run(&plan(job, vec![nothing(1024 * KIB)]));
        assert!(outcome.error.is_none(), "{:?}", outcome.error);
        let stats = &outcome.stats;
        assert_eq!(stats.ddirs[0].ios, 256);
        assert_eq!(stats.depth.iter().sum::<u64>(), 256);
        assert_eq!(
            stats.depth[4..].iter().sum::<u64>(),
            0,
            "never more than 8 in flight"
        );
        if submit == 8 {
            assert_eq!(
                (stats.depth[3], stats.submit[2]),
                (256, 32),
                "eight at once, at depth eight"
            );
        }
        if max == Some(2) {
            assert_eq!(
                stats.complete[2..].iter().sum::<u64>(),
                0,
                "at most two per collection"
            );
        }
    }
}

#[test]
fn null_counts_what_was_asked() {
    for depth in [1, 2, 32, 100] {
        let plan = plan(
            job(EngineKind::Null, AccessMode::RandRead, depth),
            vec![nothing(4096 * KIB)],
        );
        let outcome = run(&plan);
        assert!(outcome.error.is_none(), "{:?}", outcome.error);
        assert_eq!(outcome.stats.ddirs[0].ios, 1024);
        assert_eq!(outcome.stats.ddirs[0].lat.histogram.total(), 1024);
        assert_eq!(outcome.stats.depth.iter().sum::<u64>(), 1024);
        let batches = outcome.stats.submit.iter().sum::<u64>();
        assert_eq!(
            batches == 0,
            depth == 1,
            "fio counts no batches for null at depth 1"
        );
    }
}

#[test]
fn overlapping_writes_wait_for_each_other() {
    let mut job = job(EngineKind::Sim, AccessMode::RandWrite, 16);
    job.access.norandommap = true;
    job.depth.serialize_overlap = true;
    job.engine.sim.parallelism = 16;
    // One block: every write overlaps every other, so no two may be in flight.
    let mut plan = plan(job, vec![nothing(4 * KIB)]);
    plan.io_limit_bytes = 400 * KIB;
    let outcome = run(&plan);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    assert_eq!(outcome.stats.depth[1..].iter().sum::<u64>(), 0);
}

#[test]
fn a_stop_ends_every_engine() {
    // Stopped before the start; a worker that did not look would go over its file a thousand million times.
    for kind in real().chain([EngineKind::Null, EngineKind::Sim]) {
        for mode in [AccessMode::RandRead, AccessMode::Write, AccessMode::Trim] {
            for depth in [1, 8] {
                let bed = Bed::with_file(64 * KIB);
                let target = if kind.is_diskless() {
                    nothing(64 * KIB)
                } else {
                    bed.target()
                };
                let mut job = job(kind, mode, depth);
                job.control.loops = 1_000_000_000;
                let outcome = run_stopped(&plan(job, vec![target]));
                assert!(outcome.error.is_none(), "{kind:?} {mode:?}: {:?}", outcome.error);
                assert!(
                    total(&outcome.stats) <= 8,
                    "{kind:?} {mode:?}: {} I/Os",
                    total(&outcome.stats)
                );
            }
        }
    }
}
