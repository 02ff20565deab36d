//! `mtd`: raw flash as a character device (`/dev/mtdN`), by pread and pwrite; a trim erases.
//!
//! An I/O is done erase block by erase block, so that `skip_bad` can leave bad ones out. What is left out counts as done.
//!
//! FIO-DIFF(mtd-skip-bad): fio ends the job with EIO at the first bad block that it skips.

use std::os::fd::{AsRawFd, RawFd};

use fiord_targets::passthrough::mtd::{self, Flash};

use super::sync_calls::transfer;
use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::io::{Queued, Request};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// See the module.
#[derive(Debug)]
pub(crate) struct Mtd {
    /// Descriptors and what they erase at once.
    devices: Box<[(RawFd, u32)]>,
    skip_bad: bool,
}

impl Mtd {
    /// # Errors
    /// A target is not flash.
    pub(crate) fn new(plan: &WorkerPlan) -> Result<Self, WorkerError> {
        let mut devices = Vec::with_capacity(plan.targets.len());
        for target in &plan.targets {
            let fd = target.fd.as_ref().map_or(-1, AsRawFd::as_raw_fd);
            let flash = Flash::of(fd).map_err(|source| {
                WorkerError::setup_of(format!("ioengine=mtd: {}", target.path.display()), source)
            })?;
            devices.push((fd, flash.erase_bytes));
        }
        Ok(Self {
            devices: devices.into_boxed_slice(),
            skip_bad: plan.job.engine.other.skip_bad,
        })
    }

    fn transfer(&self, request: &Request) -> i32 {
        let io = &request.io;
        let Some((fd, erase_bytes)) = self.devices.get(io.file as usize).copied() else {
            return -libc::EBADF;
        };
        let mut done = 0;
        while done < io.len {
            let offset = io.offset + u64::from(done);
            let into_block = (offset % u64::from(erase_bytes)) as u32;
            let len = (erase_bytes - into_block).min(io.len - done);
            let moved = match self.is_left_out(fd, offset - u64::from(into_block)) {
                Ok(true) => len as i32,
                Ok(false) => self.part(fd, request, done, offset, len),
                Err(failed) => failed,
            };
            if moved < 0 {
                return if done > 0 { done as i32 } else { moved };
            }
            done += moved as u32;
            if (moved as u32) < len {
                break;
            }
        }
        done as i32
    }

    fn is_left_out(&self, fd: RawFd, block: u64) -> Result<bool, i32> {
        if !self.skip_bad {
            return Ok(false);
        }
        match mtd::is_bad(fd, block) {
            failed @ ..0 => Err(failed),
            bad => Ok(bad > 0),
        }
    }

    /// What lies in one erase block.
    fn part(&self, fd: RawFd, request: &Request, done: u32, offset: u64, len: u32) -> i32 {
        let (bytes, place) = (len as usize, offset as i64);
        // SAFETY: done is below the length of the I/O, for which the buffer is valid.
        let buffer = unsafe { request.buffer.add(done as usize) };
        match request.io.op {
            // SAFETY: the buffer is valid for what is left of the I/O until its slot completes, which is when `queue` returns.
            Op::Read => unsafe { transfer!(SYS_pread64, fd, buffer, bytes, place) },
            // SAFETY: as above.
            Op::Write => unsafe { transfer!(SYS_pwrite64, fd, buffer, bytes, place) },
            _ => match mtd::erase(fd, offset, u64::from(len)) {
                0 => len as i32,
                failed => failed,
            },
        }
    }
}

impl Engine for Mtd {
    const IN_PLACE: bool = true;

    fn queue(&mut self, request: &Request) -> Queued {
        Queued::Done(match request.io.op {
            Op::Read | Op::Write | Op::Trim => self.transfer(request),
            // What was written is on the flash; nothing in between could be told.
            Op::Fsync | Op::Fdatasync | Op::SyncFileRange => 0,
        })
    }
}
