//! `vsync`: collects up to `iodepth` adjacent I/Os and does them by one `preadv` or `pwritev`.

use super::sync_calls::{Fds, transfer, trim_or_sync};
use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;

/// See the module.
#[derive(Debug)]
pub(crate) struct Vsync {
    fds: Fds,
    depth: u32,
    /// Collected and not yet done; all in one file, direction and row.
    queued: Vec<(Io, u32)>,
    vectors: Vec<libc::iovec>,
    /// Done and not yet collected by the loop.
    done: Vec<Completion>,
}

impl Vsync {
    pub(crate) fn new(plan: &WorkerPlan, depth: u32) -> Self {
        /// More vectors than this the kernel refuses (`UIO_MAXIOV`).
        const MOST_VECTORS: u32 = 1024;
        let depth = depth.min(MOST_VECTORS);
        Self {
            fds: Fds::new(plan),
            depth,
            queued: Vec::with_capacity(depth as usize),
            vectors: Vec::with_capacity(depth as usize),
            done: Vec::with_capacity(depth as usize),
        }
    }

    /// FIO-DIFF(vsync-trim): fio 3.33 fails at the trim of a second zone; zones do their trims by themselves here.
    ///
    /// FIO-DIFF(vsync-bytes): fio 3.33 counts too few bytes where a call does several I/Os; here all that were moved.
    ///
    /// Gives each I/O its part of what the call moved. Those that got nothing fail alone if nothing was moved at all,
    /// else they are done again.
    fn share_out(&mut self, result: i32) {
        let mut left = i64::from(result);
        for index in 0..self.queued.len() {
            let (io, slot) = self.queued[index];
            let part = if result < 0 {
                result
            } else {
                left.min(i64::from(io.len)) as i32
            };
            left -= i64::from(part.max(0));
            let part = if part == 0 && result > 0 {
                self.single(index)
            } else {
                part
            };
            self.done.push(Completion { slot, result: part });
        }
        self.queued.clear();
        self.vectors.clear();
    }

    /// One I/O that a short call did not reach.
    fn single(&self, index: usize) -> i32 {
        let (io, _) = self.queued[index];
        self.call(&io, &self.vectors[index..=index])
    }

    fn call(&self, first: &Io, vectors: &[libc::iovec]) -> i32 {
        let (fd, count, offset) = (self.fds.get(first.file), vectors.len(), first.offset as i64);
        if first.op == Op::Read {
            // SAFETY: each vector is a slot's buffer, valid until the slot completes; the kernel only reads the vectors.
            unsafe { transfer!(SYS_preadv, fd, vectors.as_ptr(), count, offset, 0_usize) }
        } else {
            // SAFETY: as above.
            unsafe { transfer!(SYS_pwritev, fd, vectors.as_ptr(), count, offset, 0_usize) }
        }
    }
}

impl Engine for Vsync {
    const IN_PLACE: bool = false;
    const DONE_BY_SUBMIT: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = request.io;
        if !self.done.is_empty() || self.queued.len() == self.depth as usize {
            return Queued::Busy;
        }
        if !matches!(io.op, Op::Read | Op::Write) {
            return if self.queued.is_empty() {
                Queued::Done(trim_or_sync(&self.fds, &io))
            } else {
                Queued::Busy
            };
        }
        if let Some((last, _)) = self.queued.last()
            && (last.file != io.file || last.op != io.op || last.offset + u64::from(last.len) != io.offset)
        {
            return Queued::Busy;
        }
        self.queued.push((io, request.slot));
        self.vectors.push(libc::iovec {
            iov_base: request.buffer.cast(),
            iov_len: io.len as usize,
        });
        Queued::Pending
    }

    #[inline(always)]
    fn submit(&mut self) -> Result<u32, CallError> {
        let Some((first, _)) = self.queued.first().copied() else {
            return Ok(0);
        };
        if !self.done.is_empty() {
            return Ok(0);
        }
        let taken = self.queued.len() as u32;
        let result = self.call(&first, &self.vectors);
        self.share_out(result);
        Ok(taken)
    }

    #[inline(always)]
    fn reap(&mut self, _wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        let count = self.done.len().min(out.len());
        out[..count].copy_from_slice(&self.done[..count]);
        self.done.drain(..count);
        Ok(count as u32)
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: false,
            counts_batches: true,
        }
    }
}
