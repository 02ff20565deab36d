//! Verification through the worker loop, by itself and against the installed fio.

use std::process::Command;

use fiord_engine::error::WorkerError;
use fiord_job::options::verify::VERIFY_KINDS;
use fiord_job::plan::{AccessMode, Amount, Backlog, BlockSize, EngineKind, JobPlan, PerDdir, VerifyKind};
use fiord_workload::verify::Damage;

use crate::bed::{Bed, KIB, job, plan, real, run};

fn verified(kind: EngineKind, mode: AccessMode, change: impl FnOnce(&mut JobPlan)) -> JobPlan {
    let mut job = job(kind, mode, 8);
    job.verify.kind = VerifyKind::Crc32c;
    job.verify.interval_bytes = 4 * KIB;
    change(&mut job);
    job
}

#[test]
fn what_was_written_is_read_back_once_and_is_right() {
    for kind in real() {
        for norandommap in [false, true] {
            let bed = Bed::with_file(256 * KIB);
            let job = verified(kind, AccessMode::RandWrite, |job| {
                job.access.norandommap = norandommap
            });
            let outcome = run(&plan(job, vec![bed.target()]));
            assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
            let [reads, writes, _] = &outcome.stats.ddirs;
            assert_eq!(writes.ios, 64, "{kind:?}");
            let blocks = if norandommap { 1..64 } else { 64..65 };
            assert!(
                blocks.contains(&reads.ios),
                "{kind:?}: {} blocks came back",
                reads.ios
            );
        }
    }
}

#[test]
fn a_backlog_is_read_back_once_and_takes_the_time_of_the_job() {
    for kind in real() {
        for mode in [AccessMode::Write, AccessMode::RandRw] {
            let bed = Bed::with_file(256 * KIB);
            let job = verified(kind, mode, |job| {
                job.verify.backlog = Some(Backlog { blocks: 8, batch: 8 });
            });
            let outcome = run(&plan(job, vec![bed.target()]));
            assert!(outcome.error.is_none(), "{kind:?}: {:?}", outcome.error);
            let [reads, writes, _] = &outcome.stats.ddirs;
            // Blocks that are not written are read by the job itself.
            assert_eq!(reads.ios, 64, "{kind:?} {mode:?}: {} writes", writes.ios);
            assert!(reads.runtime_ns >= writes.runtime_ns, "{kind:?} {mode:?}");
        }
    }
}

/// As fio 3.33 does with asynchronous engines. A test of a day that read nothing back would find nothing.
#[test]
fn a_job_that_runs_by_time_reads_each_pass_back() {
    for kind in real() {
        for (mode, norandommap) in [
            (AccessMode::Write, false),
            (AccessMode::RandWrite, false),
            (AccessMode::RandWrite, true),
        ] {
            let bed = Bed::with_file(64 * KIB);
            let run_for = |runtime_us| {
                let job = verified(kind, mode, |job| {
                    job.access.norandommap = norandommap;
                    job.control.time_based = true;
                    job.control.runtime_us = runtime_us;
                });
                let outcome = run(&plan(job, vec![bed.target()]));
                assert!(outcome.error.is_none(), "{kind:?} {mode:?}: {:?}", outcome.error);
                outcome
            };
            // On a disk that others keep busy, one pass may take longer than the shorter times.
            let mut outcome = run_for(300_000);
            for runtime_us in [1_200_000, 4_800_000] {
                if outcome.stats.ddirs[1].ios <= 16 {
                    outcome = run_for(runtime_us);
                }
            }
            let [reads, writes, _] = &outcome.stats.ddirs;
            println!(
                "{kind:?} {mode:?} {norandommap}: {} written, {} read back",
                writes.ios, reads.ios
            );
            assert!(writes.ios > 16, "{kind:?} {mode:?}: only {} writes", writes.ios);
            if norandommap {
                // Blocks that were written twice in a pass are read back once.
                assert!(
                    reads.ios > 0 && reads.ios < writes.ios,
                    "{kind:?}: {} {}",
                    reads.ios,
                    writes.ios
                );
            } else {
                // All but the pass at which time was up.
                let missing = writes.ios - reads.ios;
                assert!(
                    missing <= 16,
                    "{kind:?} {mode:?}: {missing} of {} are missing",
                    writes.ios
                );
            }
        }
    }
}

/// As fio 3.33 does: a pass is written, all of it is read back, and both count, until less than a block is missing.
#[test]
fn io_size_counts_what_is_read_back() {
    for (io_kib, loops, number_ios, expected) in [
        (32, 1, 0, 8),
        (100, 1, 0, 16),
        (200, 1, 0, 32),
        (300, 1, 0, 48),
        (100, 2, 0, 32),
        (512, 1, 40, 24),
        (512, 1, 20, 16),
    ] {
        for mode in [AccessMode::Write, AccessMode::RandWrite] {
            let bed = Bed::with_file(64 * KIB);
            let job = verified(EngineKind::Psync, mode, |job| {
                job.access.io_size = Some(Amount::Bytes(io_kib * KIB));
                job.access.number_ios = number_ios;
                job.control.loops = loops;
            });
            let mut plan = plan(job, vec![bed.target()]);
            plan.io_limit_bytes = io_kib * KIB;
            let outcome = run(&plan);
            assert!(outcome.error.is_none(), "{:?}", outcome.error);
            let [reads, writes, _] = &outcome.stats.ddirs;
            assert_eq!(
                (writes.ios, reads.ios),
                (expected, expected),
                "io_size={io_kib}k loops={loops} number_ios={number_ios} {mode:?}"
            );
        }
    }
}

#[test]
fn no_block_is_called_wrong_that_is_right() {
    let seed = 0x5eed_7e57_u64;
    println!("seed {seed:#x}");
    let mut state = seed;
    let mut draw = |below: u64| {
        state = fiord_workload::rng::mix64(state);
        state % below
    };
    let kinds: Vec<EngineKind> = real().collect();
    for round in 0..200 {
        let kind = kinds[draw(kinds.len() as u64) as usize];
        let bed = Bed::with_file(256 * KIB);
        let (mode, ranges, wraps) = (draw(2), draw(2) == 1, draw(3));
        let job = verified(
            kind,
            if mode == 0 {
                AccessMode::RandWrite
            } else {
                AccessMode::RandRw
            },
            |job| {
                job.access.norandommap = draw(2) == 1;
                job.verify.interval_bytes = [512, 1024, 4096][draw(3) as usize];
                job.verify.offset_bytes = [0, 256][draw(2) as usize];
                job.access.randseed = draw(1 << 40);
                if ranges {
                    job.access.block_size = PerDdir::all(BlockSize::Range {
                        min: 4 * KIB,
                        max: 16 * KIB,
                    });
                }
                job.control.loops = 1 + wraps as u32;
                if draw(3) == 0 {
                    job.verify.backlog = Some(Backlog {
                        blocks: 1 + draw(20),
                        batch: 1 + draw(10),
                    });
                }
            },
        );
        let text = format!("round {round}: {job:?}");
        let outcome = run(&plan(job, vec![bed.target()]));
        assert!(outcome.error.is_none(), "{:?} in {text}", outcome.error);
        assert!(outcome.stats.ddirs[0].ios > 0, "{text}");
    }
}

#[test]
fn a_wrong_block_ends_the_job_with_its_place() {
    use std::os::unix::fs::FileExt;
    let bed = Bed::with_file(64 * KIB);
    let write = verified(EngineKind::Psync, AccessMode::Write, |job| {
        job.verify.read_back = false
    });
    assert!(run(&plan(write, vec![bed.target()])).error.is_none());
    let read = || verified(EngineKind::Psync, AccessMode::Read, |_| {});
    assert!(run(&plan(read(), vec![bed.target()])).error.is_none());
    let file = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(&bed.path)
        .unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, 20_000).unwrap();
    file.write_all_at(&[byte[0] ^ 4], 20_000).unwrap();
    let outcome = run(&plan(read(), vec![bed.target()]));
    let Some(WorkerError::Verify(note)) = &outcome.error else {
        panic!("{:?}", outcome.error)
    };
    assert_eq!((note.offset, note.len), (16_384, 4096), "{note:?}");
    assert!(
        matches!(note.damage, Damage::Content { bits: Some(1), .. }),
        "{note:?}"
    );
    assert_eq!(outcome.error.as_ref().map(WorkerError::errno), Some(libc::EILSEQ));
    let mut only = verified(EngineKind::Psync, AccessMode::RandWrite, |job| {
        job.verify.only = true
    });
    only.control.continue_on_error.verify = true;
    let outcome = run(&plan(only, vec![bed.target()]));
    assert_eq!((outcome.stats.ddirs[0].ios, outcome.stats.errors), (16, 1));
    assert_eq!(outcome.stats.ddirs[1].ios, 0);
}

#[test]
fn verify_only_reads_in_each_loop_and_once_where_time_ends_the_job() {
    for mode in [AccessMode::Write, AccessMode::RandWrite] {
        for kind in [EngineKind::Psync, EngineKind::Libaio] {
            let bed = Bed::with_file(64 * KIB);
            let written = run(&plan(verified(kind, mode, |_| {}), vec![bed.target()]));
            assert!(written.error.is_none(), "{:?}", written.error);
            for (loops, number_ios, time_based, reads) in
                [(3, 0, false, 48), (2, 10, false, 20), (1, 0, true, 16)]
            {
                let job = verified(kind, mode, |job| {
                    job.verify.only = true;
                    job.control.loops = loops;
                    job.access.number_ios = number_ios;
                    job.control.time_based = time_based;
                    job.control.runtime_us = 60_000_000;
                });
                let mut plan = plan(job, vec![bed.target()]);
                if time_based {
                    plan.io_limit_bytes = u64::MAX;
                }
                let outcome = run(&plan);
                assert!(outcome.error.is_none(), "{:?}", outcome.error);
                let ios = |ddir: usize| outcome.stats.ddirs[ddir].ios;
                assert_eq!((ios(0), ios(1)), (reads, 0), "{loops} {number_ios} {time_based}");
            }
        }
    }
}

/// The checksums and contents that can be verified; without those of which there is nothing to compare with fio. `pattern_hdr` is
/// what `verify_pattern` alone makes, and a name that fio does not take.
fn names() -> impl Iterator<Item = (&'static str, VerifyKind)> {
    let none = [VerifyKind::None, VerifyKind::Null, VerifyKind::PatternHeader];
    let known = VERIFY_KINDS.iter().copied();
    known.filter(move |(_, kind)| !none.contains(kind))
}

fn fio(bed: &Bed, name: &str, words: &[&str]) -> Option<(bool, String)> {
    let output = Command::new("fio")
        .current_dir(bed.path.parent().unwrap())
        .args(["--name=j", "--bs=4k", "--size=64k", "--verify_state_save=0"])
        .arg(format!("--filename={}", bed.path.display()))
        .arg(format!("--verify={name}"))
        .args(words)
        .output()
        .ok()?;
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Some((output.status.success(), text))
}

#[test]
fn fio_and_we_verify_what_the_other_wrote() {
    for (name, kind) in names().step_by(fiord_testbed::every(3)) {
        for (interval, header_at) in [(4096, 0), (2048, 1024)] {
            let interval_words = format!("--verify_interval={interval}");
            let offset_words = format!("--verify_offset={header_at}");
            let mut words = vec![interval_words.as_str()];
            if header_at > 0 {
                words.push(&offset_words);
            }
            if kind == VerifyKind::Pattern {
                words.push("--verify_pattern=0xdeadbeef11");
            }
            let ours = |mode, only| {
                verified(EngineKind::Psync, mode, |job| {
                    job.verify.kind = kind;
                    job.verify.interval_bytes = interval;
                    job.verify.offset_bytes = header_at;
                    job.verify.only = only;
                    if kind == VerifyKind::Pattern {
                        job.verify.pattern = Some(fiord_job::plan::BytePattern {
                            bytes: vec![0xde, 0xad, 0xbe, 0xef, 0x11],
                            offsets_at: Vec::new(),
                        });
                    }
                })
            };
            let bed = Bed::with_file(64 * KIB);
            let mut write = words.clone();
            write.extend(["--rw=randwrite", "--do_verify=0"]);
            let Some((good, text)) = fio(&bed, name, &write) else {
                return fiord_testbed::skip("fio", "it is not installed");
            };
            assert!(good, "{text}");
            for (mode, only) in [
                (AccessMode::Read, false),
                (AccessMode::RandRead, false),
                (AccessMode::RandWrite, true),
            ] {
                let outcome = run(&plan(ours(mode, only), vec![bed.target()]));
                assert!(
                    outcome.error.is_none(),
                    "{name} {words:?}: {}",
                    outcome.error.unwrap()
                );
                assert_eq!(outcome.stats.ddirs[0].ios, 16, "{name} {words:?}");
            }
            let outcome = run(&plan(ours(AccessMode::RandWrite, false), vec![bed.target()]));
            assert!(
                outcome.error.is_none(),
                "{name} {words:?}: {}",
                outcome.error.unwrap()
            );
            let mut read = words.clone();
            read.push("--rw=read");
            let (good, text) = fio(&bed, name, &read).unwrap();
            assert!(good, "{name} {words:?}: {text}");
        }
    }
}
