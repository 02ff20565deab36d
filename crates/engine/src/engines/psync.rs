//! `psync`: one `pread` or `pwrite` per I/O.

use super::sync_calls::{Fds, transfer, trim_or_sync};
use crate::engines::engine::Engine;
use crate::io::{Queued, Request};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// See the module.
#[derive(Debug)]
pub(crate) struct Psync {
    fds: Fds,
}

impl Psync {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        Self { fds: Fds::new(plan) }
    }
}

impl Engine for Psync {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let (fd, len, offset) = (self.fds.get(io.file), io.len as usize, io.offset as i64);
        Queued::Done(match io.op {
            // SAFETY: the buffer is valid for len bytes until the slot completes, which is when this returns.
            Op::Read => unsafe { transfer!(SYS_pread64, fd, request.buffer, len, offset) },
            // SAFETY: as above.
            Op::Write => unsafe { transfer!(SYS_pwrite64, fd, request.buffer, len, offset) },
            _ => trim_or_sync(&self.fds, io),
        })
    }
}
