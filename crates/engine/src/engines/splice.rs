//! `splice`: reads go from the file through a pipe into the buffer, writes the other way round.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

use super::sync_calls::{Fds, outcome, transfer, trim_or_sync};
use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::io::{Queued, Request};
use fiord_messages::run_errors as messages;
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;

/// See the module.
#[derive(Debug)]
pub(crate) struct Splice {
    fds: Fds,
    pipe: (OwnedFd, OwnedFd),
    pipe_bytes: usize,
}

impl Splice {
    /// # Errors
    /// The system gives no pipe.
    pub(crate) fn new(plan: &WorkerPlan) -> Result<Self, WorkerError> {
        let wanted = usize::try_from(plan.job.access.max_block_bytes()).unwrap_or(usize::MAX);
        let pipe = pipe().map_err(|source| WorkerError::setup(messages::splice_pipe, source))?;
        let wanted = libc::c_int::try_from(wanted).unwrap_or(libc::c_int::MAX);
        // SAFETY: plain calls on our own pipe. One that stays small takes a block in several pieces.
        let pipe_bytes = unsafe {
            libc::fcntl(pipe.1.as_raw_fd(), libc::F_SETPIPE_SZ, wanted);
            libc::fcntl(pipe.1.as_raw_fd(), libc::F_GETPIPE_SZ)
        };
        Ok(Self {
            fds: Fds::new(plan),
            pipe,
            pipe_bytes: usize::try_from(pipe_bytes).unwrap_or(4096).max(4096),
        })
    }

    fn read(&mut self, fd: RawFd, buffer: *mut u8, len: usize, offset: u64) -> i32 {
        let (out, into) = (self.pipe.0.as_raw_fd(), self.pipe.1.as_raw_fd());
        let mut moved = 0_usize;
        while moved < len {
            let mut at = (offset + moved as u64) as i64;
            let want = (len - moved).min(self.pipe_bytes);
            // SAFETY: the offset lives through the call; the pipe is ours.
            let filled = outcome(unsafe {
                libc::splice(
                    fd,
                    &raw mut at,
                    into,
                    std::ptr::null_mut(),
                    want,
                    libc::SPLICE_F_MOVE,
                )
            });
            if filled <= 0 {
                return if moved > 0 { moved as i32 } else { filled };
            }
            let end = moved + filled as usize;
            while moved < end {
                // SAFETY: moved is below len, the length of the buffer.
                let target = unsafe { buffer.add(moved) };
                // SAFETY: the rest of the buffer holds what is left in the pipe.
                let got = unsafe { transfer!(SYS_read, out, target, end - moved) };
                if got <= 0 {
                    self.renew();
                    return if moved > 0 { moved as i32 } else { got };
                }
                moved += got as usize;
            }
        }
        moved as i32
    }

    fn write(&mut self, fd: RawFd, buffer: *const u8, len: usize, offset: u64) -> i32 {
        let (out, into) = (self.pipe.0.as_raw_fd(), self.pipe.1.as_raw_fd());
        let mut moved = 0_usize;
        while moved < len {
            let part = libc::iovec {
                // SAFETY: moved is below len, the length of the buffer.
                iov_base: unsafe { buffer.add(moved) }.cast_mut().cast(),
                iov_len: (len - moved).min(self.pipe_bytes),
            };
            // SAFETY: the vector describes a part of the buffer, which stays as it is until the pipe is empty again.
            let filled = outcome(unsafe { libc::vmsplice(into, &raw const part, 1, 0) });
            if filled <= 0 {
                return if moved > 0 { moved as i32 } else { filled };
            }
            let end = moved + filled as usize;
            while moved < end {
                let mut at = (offset + moved as u64) as i64;
                // SAFETY: the offset lives through the call; the pipe is ours.
                let got = outcome(unsafe {
                    libc::splice(
                        out,
                        std::ptr::null_mut(),
                        fd,
                        &raw mut at,
                        end - moved,
                        libc::SPLICE_F_MOVE,
                    )
                });
                if got <= 0 {
                    // What is left in the pipe must not reach the next I/O.
                    self.renew();
                    return if moved > 0 { moved as i32 } else { got };
                }
                moved += got as usize;
            }
        }
        moved as i32
    }

    /// A new pipe in the place of one that was left with data in it.
    #[cold]
    fn renew(&mut self) {
        if let Ok(pipe) = pipe() {
            self.pipe = pipe;
            self.pipe_bytes = 4096;
        }
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: the call writes two descriptors into the array.
    if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: both are new and ours alone.
    Ok(unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) })
}

impl Engine for Splice {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let (fd, len) = (self.fds.get(io.file), io.len as usize);
        Queued::Done(match io.op {
            Op::Read => self.read(fd, request.buffer, len, io.offset),
            Op::Write => self.write(fd, request.buffer, len, io.offset),
            _ => trim_or_sync(&self.fds, io),
        })
    }
}
