//! `pvsync` and `pvsync2`: `preadv`/`pwritev` with one vector, the second with flags per call.

use super::sync_calls::{Fds, call_flags, transfer, trim_or_sync};
use crate::engines::engine::Engine;
use crate::io::{Queued, Request};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::priority::EvenShare;

/// See the module.
#[derive(Debug)]
pub(crate) struct Pvsync {
    fds: Fds,
}

impl Pvsync {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        Self { fds: Fds::new(plan) }
    }
}

impl Engine for Pvsync {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let fd = self.fds.get(io.file);
        let vector = libc::iovec {
            iov_base: request.buffer.cast(),
            iov_len: io.len as usize,
        };
        Queued::Done(match io.op {
            // SAFETY: the buffer is valid for len bytes until the slot completes, which is when this returns.
            Op::Read => unsafe { transfer!(SYS_preadv, fd, &raw const vector, 1_usize, io.offset, 0_usize) },
            // SAFETY: as above.
            Op::Write => unsafe {
                transfer!(SYS_pwritev, fd, &raw const vector, 1_usize, io.offset, 0_usize)
            },
            _ => trim_or_sync(&self.fds, io),
        })
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Pvsync2 {
    fds: Fds,
    /// Of reads and of writes.
    flags: [i32; 2],
    hipri: EvenShare,
}

impl Pvsync2 {
    /// A kernel that lacks one of the flags refuses the first I/O with `EOPNOTSUPP`.
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        let options = &plan.job.engine;
        let flag = |on: bool, bit: i32| if on { bit } else { 0 };
        Self {
            fds: Fds::new(plan),
            flags: call_flags(
                plan,
                flag(options.nowait, libc::RWF_NOWAIT) | flag(options.uncached, libc::RWF_DONTCACHE),
            ),
            hipri: EvenShare::percent(if options.hipri { options.hipri_percent } else { 0 }),
        }
    }
}

impl Engine for Pvsync2 {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let fd = self.fds.get(io.file);
        let vector = libc::iovec {
            iov_base: request.buffer.cast(),
            iov_len: io.len as usize,
        };
        let flags = if self.hipri.takes_next() {
            self.flags[usize::from(io.op == Op::Write)] | libc::RWF_HIPRI
        } else {
            self.flags[usize::from(io.op == Op::Write)]
        };
        Queued::Done(match io.op {
            // SAFETY: the buffer is valid for len bytes until the slot completes, which is when this returns.
            Op::Read => unsafe {
                transfer!(
                    SYS_preadv2,
                    fd,
                    &raw const vector,
                    1_usize,
                    io.offset,
                    0_usize,
                    flags
                )
            },
            Op::Write => {
                // SAFETY: as above.
                unsafe {
                    transfer!(
                        SYS_pwritev2,
                        fd,
                        &raw const vector,
                        1_usize,
                        io.offset,
                        0_usize,
                        flags
                    )
                }
            }
            _ => trim_or_sync(&self.fds, io),
        })
    }
}
