//! `sync`: `lseek` where the file's position is not right already, then `read` or `write`.

use super::sync_calls::{Fds, outcome, transfer, trim_or_sync};
use crate::engines::engine::Engine;
use crate::io::{Queued, Request};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// A position that no file has: unknown.
const UNKNOWN: u64 = u64::MAX;

/// See the module.
#[derive(Debug)]
pub(crate) struct Sync {
    fds: Fds,
    /// Where each file's position is.
    positions: Box<[u64]>,
}

impl Sync {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        Self {
            fds: Fds::new(plan),
            positions: vec![UNKNOWN; plan.targets.len()].into_boxed_slice(),
        }
    }
}

impl Engine for Sync {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let fd = self.fds.get(io.file);
        if io.op.ddir().is_none() || io.op == Op::Trim {
            return Queued::Done(trim_or_sync(&self.fds, io));
        }
        let Some(position) = self.positions.get_mut(io.file as usize) else {
            return Queued::Done(-libc::EBADF);
        };
        if *position != io.offset {
            // SAFETY: a plain system call on a descriptor that the plan keeps open.
            let sought = unsafe { libc::lseek64(fd, io.offset as i64, libc::SEEK_SET) };
            if sought < 0 {
                *position = UNKNOWN;
                return Queued::Done(outcome(-1));
            }
        }
        let len = io.len as usize;
        let moved = if io.op == Op::Read {
            // SAFETY: the buffer is valid for len bytes until the slot completes, which is when this returns.
            unsafe { transfer!(SYS_read, fd, request.buffer, len) }
        } else {
            // SAFETY: as above.
            unsafe { transfer!(SYS_write, fd, request.buffer, len) }
        };
        *position = if moved >= 0 {
            io.offset + moved as u64
        } else {
            UNKNOWN
        };
        Queued::Done(moved)
    }
}
