//! What every engine promises, checked for each of them: the part of the contract that needs the engine itself.
//!
//! Depth is never exceeded, each I/O completes once, what was written is what is read, short transfers and errors come back
//! as results, nothing is in flight after a drain. The part that needs the worker loop is in `tests/suite/contract.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{File, OpenOptions};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use fiord_job::plan::{AccessMode, Amount, BlockSize, EngineKind, JobPlan, OpenSync, PerDdir};

use super::{io_uring, libaio, mmap, null, pmem, posixaio, psync, pvsync, splice, sync, vsync};
use crate::data::buffers::SlotBuffers;
use crate::engines::engine::{Engine, Wait};
use crate::io::{Completion, Queued, Request};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};

const BLOCK: u64 = 4096;

/// A plan for one file; the engine's options as `change` leaves them.
fn plan(
    path: &Path,
    size_bytes: u64,
    depth: u32,
    kind: EngineKind,
    change: &dyn Fn(&mut JobPlan),
) -> WorkerPlan {
    let file: File = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut job = JobPlan::new("contract");
    job.engine.kind = kind;
    job.access.mode = AccessMode::Rw;
    job.access.block_size = PerDdir::all(BlockSize::Fixed(BLOCK));
    job.access.size = Some(Amount::Bytes(size_bytes));
    job.depth.iodepth = depth;
    change(&mut job);
    let is_file = file.metadata().unwrap().is_file();
    WorkerPlan {
        job: Arc::new(job),
        job_index: 0,
        clone: 0,
        number: 0,
        targets: vec![Target {
            path: path.to_owned(),
            kind: if is_file {
                TargetKind::File
            } else {
                TargetKind::Char
            },
            fd: Some(OwnedFd::from(file)),
            size_bytes,
            start_bytes: 0,
            region_bytes: size_bytes,
            align_bytes: 1,
        }],
        io_limit_bytes: size_bytes,
        seed: 7,
        resume: None,
    }
}

/// An engine, its buffers, and who has them.
struct Harness<E> {
    engine: E,
    buffers: SlotBuffers,
    /// What each slot does; `None`: free.
    slots: Vec<Option<Io>>,
}

impl<E: Engine> Harness<E> {
    fn new(plan: &WorkerPlan, make: &dyn Fn(&WorkerPlan, u32, &SlotBuffers) -> E) -> Self {
        let depth = if E::IN_PLACE { 1 } else { plan.job.depth.iodepth };
        let buffers = SlotBuffers::map(&plan.job.buffers, depth as usize, BLOCK as usize).unwrap();
        let engine = make(plan, depth, &buffers);
        assert_eq!(engine.depth(), depth);
        Self {
            engine,
            buffers,
            slots: vec![None; depth as usize],
        }
    }

    fn in_flight(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// Does all of `ios`, with as many in flight as there are slots. `prepare` fills a buffer before, `check` sees it after.
    fn run(&mut self, ios: &[Io], prepare: &dyn Fn(&Io, &mut [u8]), check: &mut dyn FnMut(&Io, i32, &[u8])) {
        let mut waiting = ios.iter().copied().peekable();
        let mut finished = 0;
        let mut out = vec![Completion { slot: 0, result: 0 }; self.slots.len()];
        while finished < ios.len() {
            while let Some(io) = waiting.peek().copied() {
                let Some(slot) = self.slots.iter().position(Option::is_none) else {
                    break;
                };
                prepare(&io, self.buffers.slot_mut(slot as u32));
                let request = Request {
                    io,
                    slot: slot as u32,
                    buffer: self.buffers.slot(slot as u32),
                };
                match self.engine.queue(&request) {
                    Queued::Done(result) => {
                        check(
                            &io,
                            result,
                            &self.buffers.slot_mut(slot as u32)[..io.len as usize],
                        );
                        finished += 1;
                    }
                    Queued::Pending => self.slots[slot] = Some(io),
                    Queued::Busy => {
                        assert!(self.in_flight() > 0, "busy with nothing in flight");
                        break;
                    }
                }
                waiting.next();
            }
            if E::IN_PLACE {
                assert_eq!(self.in_flight(), 0);
                continue;
            }
            self.engine.submit().unwrap();
            if self.in_flight() == 0 {
                continue;
            }
            let count = self.engine.reap(Wait::AtLeast(1), &mut out).unwrap() as usize;
            for completion in &out[..count] {
                let io = self.slots[completion.slot as usize]
                    .take()
                    .expect("a slot completed that was not in flight");
                check(
                    &io,
                    completion.result,
                    &self.buffers.slot_mut(completion.slot)[..io.len as usize],
                );
                finished += 1;
            }
        }
        assert_eq!(self.in_flight(), 0);
        if !E::IN_PLACE {
            assert_eq!(
                self.engine.reap(Wait::Poll, &mut out).unwrap(),
                0,
                "something completed twice"
            );
        }
    }

    fn one(&mut self, io: Io) -> i32 {
        let mut seen = None;
        self.run(&[io], &|_, _| {}, &mut |_, result, _| seen = Some(result));
        seen.unwrap()
    }
}

fn io(op: Op, offset: u64, len: u64) -> Io {
    Io {
        op,
        file: 0,
        offset,
        len: len as u32,
    }
}

fn stamp(io: &Io, buffer: &mut [u8]) {
    for (index, byte) in buffer[..io.len as usize].iter_mut().enumerate() {
        *byte = ((io.offset + index as u64) / 3) as u8 ^ (io.offset >> 12) as u8;
    }
}

/// Writes every block, reads every block, in an order that jumps; then syncs.
fn what_is_written_is_read<E: Engine>(
    kind: EngineKind,
    change: &dyn Fn(&mut JobPlan),
    make: &dyn Fn(&WorkerPlan, u32, &SlotBuffers) -> E,
) {
    const BLOCKS: u64 = 97;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, vec![0_u8; (BLOCKS * BLOCK) as usize]).unwrap();
    let plan = plan(&path, BLOCKS * BLOCK, 16, kind, change);
    let mut harness = Harness::new(&plan, make);
    // 34 is coprime to 97: every block once, out of order; and once in order, for what coalesces.
    for stride in [34, 1] {
        let order: Vec<u64> = (0..BLOCKS).map(|n| n * stride % BLOCKS * BLOCK).collect();
        let writes: Vec<Io> = order.iter().map(|at| io(Op::Write, *at, BLOCK)).collect();
        harness.run(&writes, &stamp, &mut |io, result, _| {
            assert_eq!(result as u32, io.len, "{io:?}")
        });
        let reads: Vec<Io> = order.iter().rev().map(|at| io(Op::Read, *at, BLOCK)).collect();
        let mut count = 0;
        harness.run(
            &reads,
            &|_, buffer| buffer.fill(0xee),
            &mut |io, result, buffer| {
                assert_eq!(result as u32, io.len, "{io:?}");
                let mut wanted = vec![0; BLOCK as usize];
                stamp(io, &mut wanted);
                assert!(buffer == wanted, "{io:?} read something else");
                count += 1;
            },
        );
        assert_eq!(count, BLOCKS);
    }
    for op in [Op::Fsync, Op::Fdatasync] {
        assert_eq!(harness.one(io(op, 0, 0)), 0, "{op:?}");
    }
    drop(harness);
    let content = std::fs::read(&path).unwrap();
    for at in (0..BLOCKS).map(|block| block * BLOCK) {
        let mut wanted = vec![0; BLOCK as usize];
        stamp(&io(Op::Write, at, BLOCK), &mut wanted);
        assert!(
            content[at as usize..(at + BLOCK) as usize] == wanted,
            "the file differs at {at}"
        );
    }
}

/// A trim makes zeros of a file's range.
fn a_trimmed_range_reads_as_zeros<E: Engine>(
    kind: EngineKind,
    make: &dyn Fn(&WorkerPlan, u32, &SlotBuffers) -> E,
) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, vec![1_u8; 4 * BLOCK as usize]).unwrap();
    let plan = plan(&path, 4 * BLOCK, 4, kind, &|_| {});
    let mut harness = Harness::new(&plan, make);
    let result = harness.one(io(Op::Trim, BLOCK, BLOCK));
    if result == -libc::EOPNOTSUPP {
        fiord_testbed::skip("punch-hole", "the file system of the temporary directory cannot");
        return;
    }
    assert_eq!(result as u64, BLOCK);
    drop(harness);
    let content = std::fs::read(&path).unwrap();
    assert!(
        content[BLOCK as usize..2 * BLOCK as usize]
            .iter()
            .all(|byte| *byte == 0)
    );
    assert_eq!(content.iter().filter(|byte| **byte == 0).count() as u64, BLOCK);
}

/// At the end of the file fewer bytes come back, behind it none; a full device and a closed descriptor give their errno.
fn what_goes_wrong_is_the_result<E: Engine>(
    kind: EngineKind,
    make: &dyn Fn(&WorkerPlan, u32, &SlotBuffers) -> E,
) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, vec![7_u8; BLOCK as usize + 100]).unwrap();
    let plan_short = plan(&path, 4 * BLOCK, 4, kind, &|_| {});
    let mut harness = Harness::new(&plan_short, make);
    assert_eq!(harness.one(io(Op::Read, BLOCK, BLOCK)), 100);
    assert_eq!(harness.one(io(Op::Read, 3 * BLOCK, BLOCK)), 0);
    assert_eq!(
        harness.one(io(Op::Read, 0, BLOCK)),
        BLOCK as i32,
        "an engine goes on after a short transfer"
    );
    let full = plan(Path::new("/dev/full"), 4 * BLOCK, 4, kind, &|_| {});
    let mut harness = Harness::new(&full, make);
    // Native AIO does not take character devices at all, and says so for the I/O, not for the call.
    let wanted = if kind == EngineKind::Libaio {
        libc::EINVAL
    } else {
        libc::ENOSPC
    };
    assert_eq!(harness.one(io(Op::Write, 0, BLOCK)), -wanted);
    let mut closed = plan(&path, 4 * BLOCK, 4, kind, &|_| {});
    closed.targets[0].fd = None;
    let mut harness = Harness::new(&closed, make);
    let result = harness.one(io(Op::Fsync, 0, 0));
    assert_eq!(result, -libc::EBADF);
}

/// Does something with what makes an engine, for each engine that moves data of any file.
macro_rules! for_each_engine {
    (|$kind:ident, $make:ident| $does:expr) => {
        for $kind in EngineKind::ALL.iter().copied() {
            macro_rules! with {
                ($made:expr) => {{
                    let $make: &dyn Fn(&WorkerPlan, u32, &SlotBuffers) -> _ = &$made;
                    $does
                }};
            }
            match $kind {
                EngineKind::Sync => with!(|plan, _, _| sync::Sync::new(plan)),
                EngineKind::Psync => with!(|plan, _, _| psync::Psync::new(plan)),
                EngineKind::Vsync => with!(|plan, depth, _| vsync::Vsync::new(plan, depth)),
                EngineKind::Pvsync => with!(|plan, _, _| pvsync::Pvsync::new(plan)),
                EngineKind::Pvsync2 => with!(|plan, _, _| pvsync::Pvsync2::new(plan)),
                EngineKind::Mmap => with!(|plan, _, _| mmap::Mmap::new(plan)),
                EngineKind::Libaio => with!(|plan, depth, _| libaio::Libaio::new(plan, depth).unwrap()),
                EngineKind::IoUring => {
                    with!(|plan, depth, buffers| io_uring::Uring::new(plan, depth, buffers).unwrap())
                }
                EngineKind::Posixaio => with!(|plan, depth, _| posixaio::Posixaio::new(plan, depth)),
                EngineKind::Splice => with!(|plan, _, _| splice::Splice::new(plan).unwrap()),
                // Null has `null_completes_each_once`, persistent memory has tests in its module, on ordinary pages. `sim` and names have
                // suites, commands and flash `cargo xtask vm`.
                kind => assert!(!kind.takes_any_file(), "{kind:?} is missing here"),
            }
        }
    };
}

#[test]
fn each_engine_reads_what_it_wrote() {
    for_each_engine!(|kind, make| what_is_written_is_read(kind, &|_| {}, make));
}

#[test]
fn each_engine_trims_to_zeros() {
    for_each_engine!(|kind, make| a_trimmed_range_reads_as_zeros(kind, make));
}

#[test]
fn what_goes_wrong_is_the_result_of_each_engine() {
    // `mmap` and `splice` cannot end short: they have tests of their own.
    for_each_engine!(|kind, make| {
        if !matches!(kind, EngineKind::Mmap | EngineKind::Splice) {
            what_goes_wrong_is_the_result(kind, make);
        }
    });
}

#[test]
fn mmap_reads_what_it_wrote_with_direct_io() {
    what_is_written_is_read(
        EngineKind::Mmap,
        &|job| job.durability.direct = true,
        &|plan: &WorkerPlan, _, _: &SlotBuffers| mmap::Mmap::new(plan),
    );
}

#[test]
fn mmap_refuses_what_lies_behind_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, vec![0_u8; 2 * BLOCK as usize]).unwrap();
    let plan = plan(&path, 2 * BLOCK, 1, EngineKind::Mmap, &|_| {});
    let mut harness = Harness::new(&plan, &|plan: &WorkerPlan, _, _: &SlotBuffers| {
        mmap::Mmap::new(plan)
    });
    assert_eq!(harness.one(io(Op::Read, 2 * BLOCK, BLOCK)), -libc::EINVAL);
    assert_eq!(harness.one(io(Op::Read, BLOCK, BLOCK)), BLOCK as i32);
}

/// On ordinary pages, which the engine itself refuses: what it copies is the same.
#[test]
fn pmem_reads_what_it_wrote_through_the_caches_and_past_them() {
    type Change = fn(&mut JobPlan);
    let changes: [Change; 3] = [
        |_| {},
        |job| job.durability.direct = true,
        |job| job.durability.open_sync = OpenSync::Sync,
    ];
    for (change, kind) in changes
        .iter()
        .flat_map(|change| [(change, EngineKind::Libpmem), (change, EngineKind::DevDax)])
    {
        what_is_written_is_read(kind, change, &|plan: &WorkerPlan, _, _: &SlotBuffers| {
            pmem::Pmem::over(plan, libc::MAP_SHARED).unwrap()
        });
    }
}

#[test]
fn pmem_refuses_trims_and_what_lies_behind_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, vec![0_u8; 2 * BLOCK as usize]).unwrap();
    let plan = plan(&path, 2 * BLOCK, 1, EngineKind::Libpmem, &|_| {});
    let mut harness = Harness::new(&plan, &|plan: &WorkerPlan, _, _: &SlotBuffers| {
        pmem::Pmem::over(plan, libc::MAP_SHARED).unwrap()
    });
    assert_eq!(harness.one(io(Op::Trim, 0, BLOCK)), -libc::EINVAL);
    assert_eq!(harness.one(io(Op::Read, 2 * BLOCK, BLOCK)), -libc::EINVAL);
    assert_eq!(harness.one(io(Op::Write, BLOCK, BLOCK)), BLOCK as i32);
}

#[test]
fn pmem_refuses_a_page_cache() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, vec![0_u8; 2 * BLOCK as usize]).unwrap();
    let plan = plan(&path, 2 * BLOCK, 1, EngineKind::Libpmem, &|_| {});
    let Err(error) = pmem::Pmem::new(&plan) else {
        fiord_testbed::skip("no-dax", "the temporary directory lies on persistent memory");
        return;
    };
    assert_eq!(error.errno(), libc::EOPNOTSUPP);
    assert!(error.to_string().contains("not on persistent memory"), "{error}");
    // Nor what is shorter than the job.
    let plan = self::plan(&path, 3 * BLOCK, 1, EngineKind::Libpmem, &|_| {});
    let error = pmem::Pmem::new(&plan).unwrap_err();
    assert!(error.to_string().contains("job needs 12288"), "{error}");
}

#[test]
fn libaio_keeps_the_contract_with_vectored_commands() {
    let vectored = |job: &mut JobPlan| job.engine.nonvectored = false;
    let make = |plan: &WorkerPlan, depth, _: &SlotBuffers| libaio::Libaio::new(plan, depth).unwrap();
    what_is_written_is_read(EngineKind::Libaio, &vectored, &make);
}

#[test]
fn io_uring_keeps_the_contract_with_each_of_its_options() {
    type Change = fn(&mut JobPlan);
    let changes: [(&str, Change); 6] = [
        ("fixedbufs", |job| job.engine.fixedbufs = true),
        ("registerfiles", |job| job.engine.registerfiles = true),
        ("fixedbufs registerfiles", |job| {
            job.engine.fixedbufs = true;
            job.engine.registerfiles = true;
        }),
        ("vectored", |job| job.engine.nonvectored = false),
        ("force_async", |job| job.engine.force_async = 3),
        ("sqthread_poll", |job| job.engine.sqthread.on = true),
    ];
    for (name, change) in changes {
        let started = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            what_is_written_is_read(
                EngineKind::IoUring,
                &change,
                &|plan: &WorkerPlan, depth, buffers: &SlotBuffers| {
                    io_uring::Uring::new(plan, depth, buffers).unwrap()
                },
            );
        }));
        assert!(started.is_ok(), "with {name}");
    }
}

#[test]
fn null_completes_each_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("file");
    std::fs::write(&path, b"").unwrap();
    let plan = plan(&path, 64 * BLOCK, 16, EngineKind::Null, &|_| {});
    let reads: Vec<Io> = (0..1000).map(|n| io(Op::Read, n * BLOCK, BLOCK)).collect();
    let mut count = 0;
    Harness::new(&plan, &|_: &WorkerPlan, depth, _: &SlotBuffers| {
        null::Batched::new(depth)
    })
    .run(&reads, &|_, _| {}, &mut |_, result, _| {
        count += u64::from(result == BLOCK as i32)
    });
    Harness::new(&plan, &|_: &WorkerPlan, _, _: &SlotBuffers| null::Immediate).run(
        &reads,
        &|_, _| {},
        &mut |_, result, _| {
            count += u64::from(result == BLOCK as i32);
        },
    );
    assert_eq!(count, 2000);
}
