//! A batch of I/Os prepared ahead, from which [`super::Pattern::next`] takes one at a time.

use crate::io::{Io, Op};

/// I/Os prepared at once.
pub(super) const BATCH: usize = 64;

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

    pub(super) fn clear(&mut self) {
        (self.next, self.len) = (0, 0);
    }

    /// Drops the one that would be taken last.
    pub(super) fn drop_last(&mut self) -> Option<Io> {
        if self.next >= self.len {
            return None;
        }
        self.len -= 1;
        Some(self.ios[self.len])
    }

    pub(super) fn put(&mut self, io: Io) {
        self.ios[self.len & (BATCH - 1)] = io;
        self.len += 1;
    }
}

/// The short way for the usual jobs.
#[derive(Debug, Clone, Copy)]
pub(super) enum Quick {
    /// One file, fixed sizes, walked.
    Sequential,
    /// One file, fixed sizes, drawn uniformly.
    Random,
    /// Anything else.
    No,
    /// Zones with write pointers decide in the end where an I/O goes: `zonemode=zbd`.
    Zoned,
}
