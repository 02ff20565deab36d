//! `falloc` and `ftruncate`: space and length of files instead of their data.
//!
//! FIO-DIFF(allocation-sync): fio 3.33 fails with EINVAL at the first sync; here it is done.

use super::sync_calls::{Fds, outcome, trim_or_sync};
use crate::engines::engine::Engine;
use crate::io::{Queued, Request};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// `falloc`: a read allocates and leaves the length as it is, a write allocates, a trim punches a hole.
#[derive(Debug)]
pub(crate) struct Falloc {
    fds: Fds,
}

impl Falloc {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        Self { fds: Fds::new(plan) }
    }
}

impl Engine for Falloc {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let mode = match io.op {
            Op::Read => libc::FALLOC_FL_KEEP_SIZE,
            Op::Write => 0,
            Op::Trim => libc::FALLOC_FL_KEEP_SIZE | libc::FALLOC_FL_PUNCH_HOLE,
            _ => return Queued::Done(trim_or_sync(&self.fds, io)),
        };
        let fd = self.fds.get(io.file);
        // SAFETY: a plain system call on a descriptor that the plan keeps open.
        let result = unsafe { libc::fallocate(fd, mode, io.offset as i64, i64::from(io.len)) };
        Queued::Done(done(result, io.len))
    }
}

/// `ftruncate`: each write sets the length of its file to the offset.
#[derive(Debug)]
pub(crate) struct Ftruncate {
    fds: Fds,
}

impl Ftruncate {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        Self { fds: Fds::new(plan) }
    }
}

impl Engine for Ftruncate {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        match io.op {
            Op::Write => {
                // SAFETY: a plain system call on a descriptor that the plan keeps open.
                let result = unsafe { libc::ftruncate(self.fds.get(io.file), io.offset as i64) };
                Queued::Done(done(result, io.len))
            }
            Op::Read | Op::Trim => Queued::Done(-libc::EINVAL),
            _ => Queued::Done(trim_or_sync(&self.fds, io)),
        }
    }
}

/// The whole I/O, or the negative errno.
fn done(result: libc::c_int, len: u32) -> i32 {
    match outcome(result as isize) {
        0 => len as i32,
        failed => failed,
    }
}
