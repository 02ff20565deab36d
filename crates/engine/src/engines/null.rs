//! `null`: no system call at all. What remains is the cost of the generator itself.

use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::io::{Completion, Queued, Request};

/// `iodepth=1`: done when queued.
#[derive(Debug)]
pub(crate) struct Immediate;

impl Engine for Immediate {
    const IN_PLACE: bool = true;
    const MOVES_DATA: bool = false;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        Queued::Done(request.io.len as i32)
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        Ok(0)
    }

    fn reap(&mut self, _wait: Wait, _out: &mut [Completion]) -> Result<u32, CallError> {
        Ok(0)
    }

    fn depth(&self) -> u32 {
        1
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: false,
            counts_batches: false,
        }
    }
}

/// `iodepth` above 1: batches are queued, submitted and collected.
#[derive(Debug)]
pub(crate) struct Batched {
    done: Vec<Completion>,
    submitted: usize,
    depth: u32,
}

impl Batched {
    pub(crate) fn new(depth: u32) -> Self {
        Self {
            done: Vec::with_capacity(depth as usize),
            submitted: 0,
            depth,
        }
    }
}

impl Engine for Batched {
    const IN_PLACE: bool = false;
    const MOVES_DATA: bool = false;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        if self.done.len() == self.done.capacity() {
            return Queued::Busy;
        }
        self.done.push(Completion {
            slot: request.slot,
            result: request.io.len as i32,
        });
        Queued::Pending
    }

    #[inline(always)]
    fn submit(&mut self) -> Result<u32, CallError> {
        let taken = self.done.len() - self.submitted;
        self.submitted = self.done.len();
        Ok(taken as u32)
    }

    #[inline(always)]
    fn reap(&mut self, _wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        let count = self.submitted.min(out.len());
        out[..count].copy_from_slice(&self.done[..count]);
        if count == self.done.len() {
            self.done.clear();
        } else {
            self.done.drain(..count);
        }
        self.submitted -= count;
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
