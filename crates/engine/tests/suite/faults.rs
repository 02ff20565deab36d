//! What goes wrong, seen from the worker: short files, full devices, vanishing ground.

use std::collections::BTreeSet;
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use fiord_engine::error::WorkerError;
use fiord_job::plan::{AccessMode, EngineKind};
use fiord_testbed::{Attribute, Timing, TruthDevice, TruthFault, TruthFile, or_skip};

use fiord_workload::plan::TargetKind;

use crate::bed::{Bed, KIB, file_target, job, plan, real, run};

#[test]
fn a_file_that_ended_early_is_an_error_with_its_place() {
    for kind in real() {
        if kind == EngineKind::Mmap {
            // Told before anything is mapped.
            continue;
        }
        for depth in [1, 8] {
            let bed = Bed::with_file(18 * KIB);
            let mut target = bed.target();
            // As if it had been 32 KiB long when the job was set up.
            (target.size_bytes, target.region_bytes) = (32 * KIB, 32 * KIB);
            let outcome = run(&plan(job(kind, AccessMode::Read, depth), vec![target]));
            let Some(WorkerError::Io(note)) = &outcome.error else {
                panic!("{kind:?}: {:?}", outcome.error);
            };
            assert_eq!(note.path, bed.path);
            assert_eq!((note.errno, outcome.stats.first_error), (libc::EIO, libc::EIO));
            assert!(note.full_resid, "{kind:?}: {note:?}");
            assert!(note.offset >= 18 * KIB, "{kind:?}: {note:?}");
            assert_eq!(outcome.stats.ddirs[0].ios, 4, "{kind:?} at depth {depth}");
        }
    }
}

#[test]
fn a_short_transfer_is_counted_and_completed() {
    // The file ends in the middle of the last block, and the job knows: half a block is all there is.
    for kind in real() {
        if kind == EngineKind::Mmap {
            continue;
        }
        let bed = Bed::with_file(18 * KIB);
        let mut target = bed.target();
        target.region_bytes = 20 * KIB;
        let outcome = run(&plan(job(kind, AccessMode::Read, 4), vec![target]));
        assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
        let reads = &outcome.stats.ddirs[0];
        assert_eq!(
            (reads.ios, reads.short_ios, reads.bytes),
            (5, 1, 18 * KIB),
            "{kind:?}"
        );
    }
}

/// A device that moves a quarter of three blocks at a time: each rest is asked for again until the block is whole, and the device counts
/// the same requests.
#[test]
fn short_answers_of_a_device_are_asked_for_again() {
    let device = or_skip!("fuse", TruthFile::new(1, Timing::us(0, 0, 8)));
    for block in [0, 7, 15] {
        device.set_fault(block, TruthFault::Short(1024));
    }
    let kinds = [
        EngineKind::Sync,
        EngineKind::Psync,
        EngineKind::Pvsync2,
        EngineKind::Libaio,
        EngineKind::IoUring,
    ];
    for kind in kinds {
        device.take_account();
        let target = file_target(device.path(), 64 * KIB);
        let outcome = run(&plan(job(kind, AccessMode::RandRead, 4), vec![target]));
        assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
        let reads = &outcome.stats.ddirs[0];
        assert_eq!((reads.ios, reads.bytes), (16, 64 * KIB), "{kind:?}");
        // The ring asks for the rest itself.
        let counts_them = kind != EngineKind::IoUring || reads.short_ios > 0;
        assert_eq!(reads.short_ios, if counts_them { 9 } else { 0 }, "{kind:?}");
        assert_eq!(device.take_account().reads.count(), 13 + 3 * 4, "{kind:?}");
    }
}

#[test]
fn errors_are_passed_over_when_the_job_says_so() {
    for kind in [EngineKind::Psync, EngineKind::Libaio, EngineKind::IoUring] {
        let bed = Bed::with_file(16 * KIB);
        let mut target = bed.target();
        (target.size_bytes, target.region_bytes) = (64 * KIB, 64 * KIB);
        let mut job = job(kind, AccessMode::Read, 4);
        job.control.continue_on_error.read = true;
        let outcome = run(&plan(job, vec![target]));
        assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
        assert_eq!(outcome.stats.ddirs[0].ios, 4, "{kind:?}");
        assert_eq!(
            (outcome.stats.errors, outcome.stats.first_error),
            (12, libc::EIO),
            "{kind:?}"
        );
        assert_eq!(outcome.notes.len(), 12);
    }
}

#[test]
fn only_listed_errors_are_passed_over() {
    let mut job = job(EngineKind::Psync, AccessMode::Write, 1);
    job.control.ignore_error[1] = vec![libc::ENOSPC];
    let mut target = file_target(Path::new("/dev/full"), 16 * KIB);
    target.kind = fiord_workload::plan::TargetKind::Char;
    let outcome = run(&plan(job.clone(), vec![target]));
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    assert_eq!(outcome.stats.errors, 4);
    job.control.ignore_error[1] = vec![libc::EIO];
    let outcome = run(&plan(job, vec![file_target(Path::new("/dev/full"), 16 * KIB)]));
    assert_eq!(outcome.error.map(|error| error.errno()), Some(libc::ENOSPC));
}

#[test]
fn filling_a_device_ends_without_an_error() {
    let mut job = job(EngineKind::Psync, AccessMode::Write, 1);
    job.access.fill_device = true;
    let outcome = run(&plan(job, vec![file_target(Path::new("/dev/full"), 16 * KIB)]));
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
}

#[test]
fn one_latency_above_the_limit_ends_the_job() {
    for depth in [1, 4] {
        let mut job = job(EngineKind::Sim, AccessMode::Read, depth);
        job.engine.sim.read_ns = 80_000;
        job.control.max_latency_ns.0 = [79_999; 3];
        let outcome = run(&plan(job, vec![crate::bed::nothing(1024 * KIB)]));
        let error = outcome.error.expect("80 us are more than 79.999 us");
        assert_eq!(error.errno(), libc::ETIMEDOUT);
        assert_eq!(error.func(), "max latency exceeded");
        let message = error.to_string();
        assert!(message.contains("(79999 nsec): "), "{message}");
        assert!(message.contains(" read "), "{message}");
        assert_eq!(
            outcome.stats.ddirs[0].ios,
            u64::from(depth),
            "what was in flight is still counted"
        );
    }
}

#[test]
fn an_option_that_is_not_offered_here_is_named() {
    // Buffered files have no polled completions; a kernel that invents them may pass.
    for kind in [EngineKind::IoUring, EngineKind::Pvsync2] {
        let bed = Bed::with_file(64 * KIB);
        let mut job = job(kind, AccessMode::Read, 1);
        job.engine.hipri = true;
        let outcome = run(&plan(job, vec![bed.target()]));
        match &outcome.error {
            None => assert_eq!(outcome.stats.ddirs[0].ios, 16, "{kind:?}"),
            Some(error) => assert!(error.to_string().contains("hipri"), "{kind:?}: {error}"),
        }
    }
}

#[test]
fn blocks_that_a_device_cannot_read_fail_one_by_one() {
    // 256 blocks, of which 16 cannot be read, wherever they lie.
    let device = or_skip!("fuse", TruthDevice::new(1, Timing::us(0, 0, 8)));
    // Two neighbours in one request would fail together.
    let _apart = or_skip!("loop", Attribute::set(device.disk().queue("nomerges"), "2"));
    let bad: BTreeSet<u64> = (0..16).map(|number| number * number).collect();
    bad.iter()
        .for_each(|block| device.file().set_fault(*block, TruthFault::Error));
    // A mapping waits for its page while it holds the lock of the process's memory. The server of the device is in this process, and may
    // need that lock to answer.
    for kind in real().filter(|kind| !kind.maps_files()) {
        let file = std::fs::OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_DIRECT)
            .open(device.disk().path())
            .unwrap();
        let mut target = file_target(Path::new("/dev/null"), 1024 * KIB);
        target.fd = Some(OwnedFd::from(file));
        target.kind = TargetKind::Block;
        target.path = device.disk().path().to_owned();
        // vsync joins neighbours into one call, and that call fails as one: alone, each block has a fate of its own.
        let depth = if kind == EngineKind::Vsync { 1 } else { 8 };
        let mut job = job(kind, AccessMode::RandRead, depth);
        job.control.continue_on_error.read = true;
        let outcome = run(&plan(job, vec![target]));
        assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
        assert_eq!(outcome.stats.ddirs[0].ios, 240, "{kind:?}");
        assert_eq!(
            (outcome.stats.errors, outcome.stats.first_error),
            (16, libc::EIO),
            "{kind:?}"
        );
        let noted: BTreeSet<u64> = outcome.notes.iter().map(|note| note.offset / (4 * KIB)).collect();
        assert_eq!(noted, bad, "{kind:?}");
    }
}

/// Bytes that this thread has had read from devices.
fn device_reads() -> u64 {
    // SAFETY: all zeros are a valid rusage, which the call fills.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        assert_eq!(libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage), 0);
        usage
    };
    u64::try_from(usage.ru_inblock).unwrap() * 512
}

#[test]
fn each_pass_over_a_buffered_file_begins_without_its_pages() {
    const LEN: u64 = 256 * KIB;
    for time_based in [false, true] {
        let bed = Bed::with_file(LEN);
        std::fs::File::open(&bed.path).unwrap().sync_all().unwrap();
        let mut job = job(EngineKind::Psync, AccessMode::Read, 1);
        job.control.time_based = time_based;
        job.control.loops = if time_based { 1 } else { 3 };
        job.control.runtime_us = if time_based { 500_000 } else { 0 };
        let before = device_reads();
        let outcome = run(&plan(job, vec![bed.target()]));
        assert!(outcome.error.is_none(), "{:?}", outcome.error);
        let read = device_reads() - before;
        if read == 0 {
            fiord_testbed::skip("page-cache", &format!("{} lies in memory", bed.path.display()));
            continue;
        }
        // The first pass may find what was just written; the two after it may not.
        assert!(
            read >= 2 * LEN,
            "time_based={time_based}: {read} bytes came from the device"
        );
    }
}

#[test]
fn a_job_that_ends_in_ramp_reports_what_it_did() {
    let mut job = job(EngineKind::Null, AccessMode::Read, 1);
    job.control.ramp_time_us = 60_000_000;
    let outcome = run(&plan(job, vec![crate::bed::nothing(64 * KIB)]));
    assert_eq!(outcome.stats.ddirs[0].ios, 16, "as fio does");
}
