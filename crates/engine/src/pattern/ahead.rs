//! I/Os prepared ahead: the quick way makes a batch in one tight loop, where the processor works on several at a time, and
//! [`super::Pattern::next`] only takes one from it.
//!
//! The batch is a prefix of the order, never a different one: it stops before anything that the long way must decide.

use super::{Pattern, Quick, file_offset};
use crate::{Io, Op};
use fiord_job::plan::Ddir;

/// I/Os prepared at once.
const BATCH: usize = 64;

/// A batch and how much of it is taken.
#[derive(Debug, Clone)]
pub(super) struct Ahead {
    ios: [Io; BATCH],
    next: usize,
    len: usize,
}

impl Default for Ahead {
    fn default() -> Self {
        let nothing = Io {
            op: Op::Read,
            file: 0,
            offset: 0,
            len: 0,
        };
        Self {
            ios: [nothing; BATCH],
            next: 0,
            len: 0,
        }
    }
}

impl Ahead {
    #[inline(always)]
    pub(super) fn take(&mut self) -> Option<Io> {
        if self.next >= self.len {
            return None;
        }
        // The mask changes nothing (next is below BATCH) and spares the bounds check.
        let io = self.ios[self.next & (BATCH - 1)];
        self.next += 1;
        Some(io)
    }

    /// Bytes of what is not taken yet.
    pub(super) fn bytes(&self) -> u64 {
        self.ios[self.next..self.len]
            .iter()
            .map(|io| u64::from(io.len))
            .sum()
    }

    fn put(&mut self, io: Io) {
        self.ios[self.len & (BATCH - 1)] = io;
        self.len += 1;
    }
}

impl Pattern {
    /// Fills the batch, which is empty, as far as the quick way goes: not at all at an end of something.
    pub(super) fn prepare_ahead(&mut self) {
        (self.ahead.next, self.ahead.len) = (0, 0);
        if matches!(self.quick, Quick::No) {
            return;
        }
        let count = self.surely_left().min(BATCH as u64) as usize;
        match self.quick {
            Quick::No => {}
            Quick::Sequential => {
                for _ in 0..count {
                    let op = self.mix.op(&mut self.rng.mix);
                    let d = op as usize;
                    let at = self.files[0].position[d];
                    self.files[0].position[d] = at + self.how.sizes[d].min;
                    self.put_ahead(op, at);
                }
            }
            Quick::Random => match self.mix.only() {
                Some(op) => {
                    let mut blocks = [0; BATCH];
                    let blocks = &mut blocks[..count];
                    self.files[0].quick_blocks(self.how.shared[op as usize], &mut self.rng.offset, blocks);
                    let align = self.how.align[op as usize];
                    for block in blocks {
                        self.put_ahead(op, *block * align);
                    }
                }
                None => {
                    for _ in 0..count {
                        let op = self.mix.op(&mut self.rng.mix);
                        let d = op as usize;
                        let mut block = [0];
                        self.files[0].quick_blocks(self.how.shared[d], &mut self.rng.offset, &mut block);
                        self.put_ahead(op, block[0] * self.how.align[d]);
                    }
                }
            },
        }
    }

    /// I/Os that the quick way can make whatever directions are drawn: up to the loop's bytes and the end of each direction.
    fn surely_left(&self) -> u64 {
        let file = &self.files[0];
        let bytes = self.limit_bytes - self.issued_bytes;
        let issued = |ddir: &Ddir| match self.mix.only() {
            Some(op) => op.ddir() == Some(*ddir),
            None => *ddir != Ddir::Trim,
        };
        let left = |ddir: Ddir| {
            let d = ddir as usize;
            let len = self.how.sizes[d].min.max(1);
            // The last one may reach beyond the limit.
            let by_limit = bytes.div_ceil(len);
            by_limit.min(match self.quick {
                Quick::Sequential => file.region.saturating_sub(file.position[d]) / len,
                Quick::Random => file.quick_left(self.how.shared[d]),
                Quick::No => 0,
            })
        };
        Ddir::ALL.into_iter().filter(issued).map(left).min().unwrap_or(0)
    }

    #[inline(always)]
    fn put_ahead(&mut self, op: Op, at: u64) {
        let len = self.how.sizes[op as usize].min;
        self.count(len);
        self.ahead.put(Io {
            op,
            file: 0,
            offset: file_offset(&self.files[0], at),
            len: len as u32,
        });
    }
}
