//! `posixaio`: `aio_read`, `aio_write` and `aio_fsync` of the C library, which does them in threads of its own.
//!
//! glibc gives each open file one thread at most: whatever `iodepth` says, one I/O at a time reaches a file's device.

use super::sync_calls::{Fds, errno, trim_or_sync};
use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// See the module.
pub(crate) struct Posixaio {
    fds: Fds,
    /// One per slot. The library holds pointers to those in flight.
    blocks: Box<[libc::aiocb]>,
    /// Slots in flight, in the order of their start.
    in_flight: Vec<u32>,
    /// The blocks of `in_flight`, as `aio_suspend` wants them.
    waited: Vec<*const libc::aiocb>,
    /// Started since the last `submit`.
    started: u32,
}

impl Posixaio {
    pub(crate) fn new(plan: &WorkerPlan, depth: u32) -> Self {
        // SAFETY: plain old data, for which all zeros is a value.
        let idle: libc::aiocb = unsafe { std::mem::zeroed() };
        Self {
            fds: Fds::new(plan),
            blocks: (0..depth).map(|_| idle).collect(),
            in_flight: Vec::with_capacity(depth as usize),
            waited: Vec::with_capacity(depth as usize),
            started: 0,
        }
    }

    /// Moves what is done to `out`; how many.
    fn collect(&mut self, out: &mut [Completion]) -> usize {
        let mut count = 0;
        let blocks = &mut self.blocks;
        self.in_flight.retain(|slot| {
            if count == out.len() {
                return true;
            }
            let block = &raw mut blocks[*slot as usize];
            // SAFETY: the block belongs to a request that was started and not yet returned.
            let state = unsafe { libc::aio_error(block) };
            if state == libc::EINPROGRESS {
                return true;
            }
            // SAFETY: it has ended, and its result is taken once.
            let moved = unsafe { libc::aio_return(block) };
            out[count] = Completion {
                slot: *slot,
                result: if state == 0 { moved as i32 } else { -state },
            };
            count += 1;
            false
        });
        count
    }

    /// Sleeps until one of those in flight has ended; `false` when a signal or the time came first.
    fn suspend(&mut self, timeout: Option<&libc::timespec>) -> Result<bool, CallError> {
        self.waited.clear();
        for slot in &self.in_flight {
            self.waited.push(&raw const self.blocks[*slot as usize]);
        }
        let timeout = timeout.map_or(std::ptr::null(), std::ptr::from_ref);
        // SAFETY: the pointers are into `blocks`, whose requests were started; the timeout lives through the call.
        let result =
            unsafe { libc::aio_suspend(self.waited.as_ptr(), self.waited.len() as libc::c_int, timeout) };
        match result {
            0 => Ok(true),
            _ => match errno() {
                libc::EINTR | libc::EAGAIN => Ok(false),
                errno => Err(CallError {
                    call: "aio_suspend",
                    errno,
                }),
            },
        }
    }
}

impl Engine for Posixaio {
    const IN_PLACE: bool = false;
    const TRIMS_IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let Some(block) = self.blocks.get_mut(request.slot as usize) else {
            return Queued::Busy;
        };
        block.aio_fildes = self.fds.get(io.file);
        block.aio_buf = request.buffer.cast();
        block.aio_nbytes = io.len as usize;
        block.aio_offset = io.offset as i64;
        block.aio_sigevent.sigev_notify = libc::SIGEV_NONE;
        let block = &raw mut *block;
        // SAFETY: the block stays in place and the buffer is valid until the slot completes.
        let result = unsafe {
            match io.op {
                Op::Read => libc::aio_read(block),
                Op::Write => libc::aio_write(block),
                Op::Fsync => libc::aio_fsync(libc::O_SYNC, block),
                Op::Fdatasync => libc::aio_fsync(libc::O_DSYNC, block),
                Op::Trim | Op::SyncFileRange => return Queued::Done(trim_or_sync(&self.fds, io)),
            }
        };
        if result == 0 {
            self.in_flight.push(request.slot);
            self.started += 1;
            return Queued::Pending;
        }
        match errno() {
            libc::EAGAIN if !self.in_flight.is_empty() => Queued::Busy,
            errno => Queued::Done(-errno),
        }
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        Ok(std::mem::take(&mut self.started))
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        let mut count = self.collect(out);
        let (least, timeout) = match wait {
            Wait::Poll => return Ok(count as u32),
            Wait::AtLeast(least) => (least as usize, None),
            Wait::ForNs(ns) => (
                1,
                Some(libc::timespec {
                    tv_sec: (ns / 1_000_000_000) as _,
                    tv_nsec: (ns % 1_000_000_000) as libc::c_long,
                }),
            ),
        };
        while count < least.min(out.len()) && !self.in_flight.is_empty() {
            let one_ended = self.suspend(timeout.as_ref())?;
            count += self.collect(&mut out[count..]);
            if !one_ended {
                break;
            }
        }
        Ok(count as u32)
    }

    fn depth(&self) -> u32 {
        self.blocks.len() as u32
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: true,
            counts_batches: true,
        }
    }
}

impl Drop for Posixaio {
    /// The library writes into blocks and buffers until their requests have ended.
    fn drop(&mut self) {
        for fd in self.fds.all() {
            // SAFETY: a null block means all requests of the descriptor; what cannot be cancelled is waited for below.
            unsafe { libc::aio_cancel(fd, std::ptr::null_mut()) };
        }
        let mut done = [Completion { slot: 0, result: 0 }; 16];
        while !self.in_flight.is_empty() {
            if self.collect(&mut done) == 0 && self.suspend(None).is_err() {
                std::thread::yield_now();
            }
        }
    }
}
