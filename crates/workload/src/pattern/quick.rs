//! The quick way: makes a batch in one tight loop, where the processor works on several I/Os at a time.
//!
//! The batch is a prefix of the order, never a different one: it stops before anything that the long way must decide.

use super::ahead::{BATCH, Quick};
use super::order::Pattern;
use crate::io::{Io, Op};
use fiord_job::plan::Ddir;

impl Pattern {
    /// Fills the batch, which is empty, as far as the quick way goes: not at all at an end of something.
    pub(super) fn prepare_ahead(&mut self) {
        self.ahead.clear();
        if matches!(self.quick, Quick::No | Quick::Zoned) {
            return;
        }
        let count = self.surely_left().min(BATCH as u64) as usize;
        match self.quick {
            Quick::No | Quick::Zoned => {}
            Quick::Sequential => {
                let before = self.files[0].position;
                for _ in 0..count {
                    let op = self.mix.op(&mut self.rng.mix);
                    let d = op as usize;
                    let at = self.files[0].position[d];
                    self.files[0].position[d] = at + self.rules.sizes[d].min;
                    self.put_ahead(op, at);
                }
                let file = &self.files[0];
                // Where nothing was made, the long way may have left a position behind the last block.
                let made = file.position.iter().zip(&before);
                assert!(
                    made.into_iter()
                        .all(|(end, start)| end == start || *end <= file.region),
                    "I/Os beyond the end of the region"
                );
            }
            Quick::Random => match self.mix.only() {
                Some(op) => {
                    let mut blocks = [0; BATCH];
                    let blocks = &mut blocks[..count];
                    self.files[0].quick_blocks(self.rules.shared[op as usize], &mut self.rng.offset, blocks);
                    let align = self.rules.align[op as usize];
                    for block in blocks {
                        self.put_ahead(op, *block * align);
                    }
                }
                None => {
                    for _ in 0..count {
                        let op = self.mix.op(&mut self.rng.mix);
                        let d = op as usize;
                        let mut block = [0];
                        self.files[0].quick_blocks(self.rules.shared[d], &mut self.rng.offset, &mut block);
                        self.put_ahead(op, block[0] * self.rules.align[d]);
                    }
                }
            },
        }
    }

    /// I/Os that the quick way can make whatever directions are drawn: up to the loop's bytes and the end of each direction.
    fn surely_left(&self) -> u64 {
        let file = &self.files[0];
        let bytes = self.bounds.until - self.issued_bytes;
        let issued = |ddir: &Ddir| match self.mix.only() {
            Some(op) => op.ddir() == Some(*ddir),
            None => *ddir != Ddir::Trim,
        };
        let left = |ddir: Ddir| {
            let d = ddir as usize;
            let len = self.rules.sizes[d].min.max(1);
            // The last one may reach beyond the limit.
            let by_limit = bytes.div_ceil(len);
            by_limit.min(match self.quick {
                Quick::Sequential => file.region.saturating_sub(file.position[d]) / len,
                Quick::Random => file.quick_left(self.rules.shared[d]),
                Quick::No | Quick::Zoned => 0,
            })
        };
        Ddir::ALL.into_iter().filter(issued).map(left).min().unwrap_or(0)
    }

    #[inline(always)]
    fn put_ahead(&mut self, op: Op, at: u64) {
        let len = self.rules.sizes[op as usize].min;
        debug_assert!(
            at + len <= self.files[0].region,
            "an I/O beyond the end of the region"
        );
        self.count(len);
        self.ahead.put(Io {
            op,
            file: 0,
            offset: self.files[0].start + at,
            len: len as u32,
        });
    }
}
