//! Syncs and trims by plain system calls: what every engine does in place for the operations it cannot queue.

use std::os::fd::{AsRawFd, RawFd};

use fiord_job::plan::SyncFileRange;

use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{TargetKind, WorkerPlan};

/// The descriptors of a worker's targets, by index, with what a sync or trim must know. The plan keeps them open.
#[derive(Debug)]
pub(crate) struct Fds {
    fds: Box<[(RawFd, TargetKind)]>,
    range_flags: u32,
}

impl Fds {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        Self {
            fds: plan
                .targets
                .iter()
                .map(|target| (target.fd.as_ref().map_or(-1, AsRawFd::as_raw_fd), target.kind))
                .collect(),
            range_flags: plan.job.durability.sync_file_range.map_or(0, range_flags),
        }
    }

    /// The descriptor of a target; -1, which every call refuses, when it is not open.
    #[inline(always)]
    pub(crate) fn get(&self, file: u32) -> RawFd {
        self.fds.get(file as usize).map_or(-1, |target| target.0)
    }

    /// All of them, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = RawFd> + '_ {
        self.fds.iter().map(|target| target.0)
    }

    /// The flags for `sync_file_range`.
    pub(crate) fn range_flags(&self) -> u32 {
        self.range_flags
    }
}

/// Flags of reads and of writes (`preadv2(2)`): those of both, and what only `atomic` writes have.
pub(crate) fn call_flags(plan: &WorkerPlan, both: i32) -> [i32; 2] {
    let atomic = if plan.job.durability.atomic {
        libc::RWF_ATOMIC
    } else {
        0
    };
    [both, both | atomic]
}

/// A call's result as in a completion entry: what it returned, or the negative errno.
#[inline(always)]
pub(crate) fn outcome(result: isize) -> i32 {
    if result >= 0 { result as i32 } else { -errno() }
}

/// A transfer by the bare system call; its result as [`outcome`] gives it.
///
/// The C library's functions of these names are cancellation points, which costs each call a few percent of a fast I/O once
/// a process has threads (measured: 3.5 % of a read from zram). A macro, as each call has other arguments.
macro_rules! transfer {
    ($number:ident, $($argument:expr),+) => {
        $crate::engines::sync_calls::outcome(libc::syscall(libc::$number, $($argument),+) as isize)
    };
}
pub(crate) use transfer;

// Where a register does not hold an offset, these calls take it in two.
const _: () = assert!(usize::BITS == 64, "fiord is for 64-bit machines");

pub(crate) fn errno() -> i32 {
    std::io::Error::last_os_error()
        .raw_os_error()
        .unwrap_or(libc::EIO)
}

/// Does a sync or a trim now; 0 (for a trim its length), or a negative errno.
///
/// A block device is trimmed with `BLKDISCARD`, a file by punching a hole.
#[cold]
#[inline(never)]
pub(crate) fn trim_or_sync(fds: &Fds, io: &Io) -> i32 {
    let fd = fds.get(io.file);
    let kind = fds
        .fds
        .get(io.file as usize)
        .map_or(TargetKind::None, |target| target.1);
    match io.op {
        // SAFETY: a plain system call on a descriptor that the plan keeps open.
        Op::Fsync => outcome(unsafe { libc::fsync(fd) } as isize),
        // SAFETY: as above.
        Op::Fdatasync => outcome(unsafe { libc::fdatasync(fd) } as isize),
        Op::SyncFileRange => {
            // SAFETY: as above.
            outcome(
                unsafe { libc::sync_file_range(fd, io.offset as i64, i64::from(io.len), fds.range_flags) }
                    as isize,
            )
        }
        Op::Trim => match trim(fd, kind, io) {
            0 => io.len as i32,
            failed => failed,
        },
        Op::Read | Op::Write => -libc::EINVAL,
    }
}

/// How often a trim is repeated: other workers may write to its pages in the meantime.
const BUSY_TRIES: u32 = 10;

/// FIO-DIFF(trim-files): fio 3.33 sends `BLKDISCARD` to regular files too and fails with `ENOTTY`; punching a hole is what a trim
/// of a file means.
fn trim(fd: RawFd, kind: TargetKind, io: &Io) -> i32 {
    /// `BLKDISCARD`: `_IO(0x12, 119)`
    const BLKDISCARD: libc::Ioctl = 0x1277;
    match kind {
        TargetKind::Block => {
            let range = [io.offset, u64::from(io.len)];
            // SAFETY: the request reads two u64 from the pointer, which lives through the call.
            let discard = || outcome(unsafe { libc::ioctl(fd, BLKDISCARD, range.as_ptr()) } as isize);
            let mut result = discard();
            for _ in 0..BUSY_TRIES {
                if result != -libc::EBUSY || write_back(fd, io) != 0 {
                    break;
                }
                result = discard();
            }
            result
        }
        TargetKind::File => {
            let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            // SAFETY: a plain system call on a descriptor that the plan keeps open.
            outcome(unsafe { libc::fallocate(fd, mode, io.offset as i64, i64::from(io.len)) } as isize)
        }
        TargetKind::Char | TargetKind::None => -libc::EOPNOTSUPP,
    }
}

/// Writes the dirty pages of a range. While a device is open exclusively, as fiord opens the devices that it writes, the kernel answers
/// `EBUSY` instead of discarding dirty pages.
fn write_back(fd: RawFd, io: &Io) -> i32 {
    let flags =
        libc::SYNC_FILE_RANGE_WAIT_BEFORE | libc::SYNC_FILE_RANGE_WRITE | libc::SYNC_FILE_RANGE_WAIT_AFTER;
    // SAFETY: a plain system call on a descriptor that the plan keeps open.
    outcome(unsafe { libc::sync_file_range(fd, io.offset as i64, i64::from(io.len), flags) } as isize)
}

fn range_flags(range: SyncFileRange) -> u32 {
    let flag = |on: bool, bit: libc::c_uint| if on { bit } else { 0 };
    flag(range.wait_before, libc::SYNC_FILE_RANGE_WAIT_BEFORE)
        | flag(range.write, libc::SYNC_FILE_RANGE_WRITE)
        | flag(range.wait_after, libc::SYNC_FILE_RANGE_WAIT_AFTER)
}
