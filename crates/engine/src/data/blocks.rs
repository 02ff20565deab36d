//! What became of each block of a worker's regions (`block_error_percentiles`).

use std::collections::BTreeMap;
use std::io;

use fiord_stats::BlockLives;
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;

use fiord_job::plan::Ddir;
use fiord_messages::run_errors as messages;

use crate::error::WorkerError;

/// The blocks of all targets, in units of the smallest trim.
///
/// FIO-DIFF(block-errors): fio 3.33 takes 8,192 blocks at most, and aborts when it is to report one that was trimmed.
pub(crate) struct BlockMap {
    unit_bytes: u64,
    targets: Box<[Region]>,
}

struct Region {
    start_bytes: u64,
    /// [`Block`] each.
    blocks: Vec<u32>,
}

/// How often a block was trimmed, in the low bits, and what was last done with it, above.
#[derive(Clone, Copy)]
struct Block(u32);

const TRIMS_BITS: u32 = 29;
const MOST_TRIMS: u32 = (1 << TRIMS_BITS) - 1;

const TRIMMED: u32 = 1;
const WRITTEN: u32 = 2;
const TRIM_FAILED: u32 = 3;
const WRITE_FAILED: u32 = 4;

impl Block {
    const fn state(self) -> u32 {
        self.0 >> TRIMS_BITS
    }

    const fn trims(self) -> u32 {
        self.0 & MOST_TRIMS
    }

    const fn has_failed(self) -> bool {
        self.state() >= TRIM_FAILED
    }

    const fn new(state: u32, trims: u32) -> Self {
        Self(state << TRIMS_BITS | if trims > MOST_TRIMS { MOST_TRIMS } else { trims })
    }
}

impl BlockMap {
    /// All blocks untouched; `None` where nobody asked.
    pub(crate) fn new(plan: &WorkerPlan) -> Result<Option<Box<Self>>, WorkerError> {
        if !plan.job.report.block_errors {
            return Ok(None);
        }
        let unit_bytes = plan.job.access.block_size[Ddir::Trim].min().max(1);
        let mut targets = Vec::with_capacity(plan.targets.len());
        for target in &plan.targets {
            let count = target.region_bytes.div_ceil(unit_bytes);
            let fits =
                usize::try_from(count).is_ok_and(|count| Vec::<u32>::new().try_reserve_exact(count).is_ok());
            if !fits {
                let what = messages::BlockErrorsNoMemory {
                    blocks: &count,
                    bytes: &unit_bytes,
                    path: &target.path.display(),
                };
                return Err(WorkerError::setup(
                    |lang| what.text(lang),
                    io::Error::from_raw_os_error(libc::ENOMEM),
                ));
            }
            targets.push(Region {
                start_bytes: target.start_bytes,
                // Zeros cost no memory before they are changed.
                blocks: vec![0; count as usize],
            });
        }
        Ok(Some(Box::new(Self {
            unit_bytes,
            targets: targets.into_boxed_slice(),
        })))
    }

    /// An I/O ended: with success, or not. One that failed counts against all of its blocks, for nobody says which of them it was.
    pub(crate) fn note(&mut self, io: &Io, done: bool) {
        let state = match (io.op, done) {
            (Op::Trim, true) => TRIMMED,
            (Op::Trim, false) => TRIM_FAILED,
            (Op::Write, true) => WRITTEN,
            (Op::Write, false) => WRITE_FAILED,
            _ => return,
        };
        let Some(region) = self.targets.get_mut(io.file as usize) else {
            return;
        };
        let Some(from) = io.offset.checked_sub(region.start_bytes) else {
            return;
        };
        let first = from / self.unit_bytes;
        let end = (from + u64::from(io.len)).div_ceil(self.unit_bytes);
        let last = usize::try_from(end).map_or(region.blocks.len(), |end| end.min(region.blocks.len()));
        let touched = usize::try_from(first)
            .ok()
            .and_then(|first| region.blocks.get_mut(first..last));
        for kept in touched.into_iter().flatten() {
            let block = Block(*kept);
            // It has ended its life at its first error.
            if !block.has_failed() {
                *kept = Block::new(state, block.trims() + u32::from(state == TRIMMED)).0;
            }
        }
    }

    /// What became of them so far.
    pub(crate) fn lives(&self) -> BlockLives {
        let mut lives = BlockLives::default();
        let mut failed_after = BTreeMap::<u32, u64>::new();
        for kept in self.targets.iter().flat_map(|region| &region.blocks) {
            let block = Block(*kept);
            lives.trims += u64::from(block.trims());
            let state = match block.state() {
                TRIMMED => &mut lives.trimmed,
                WRITTEN => &mut lives.written,
                TRIM_FAILED => &mut lives.trim_failed,
                WRITE_FAILED => &mut lives.write_failed,
                _ => &mut lives.untouched,
            };
            *state += 1;
            if block.has_failed() {
                *failed_after.entry(block.trims()).or_default() += 1;
            }
        }
        lives.failed_after = failed_after.into_iter().collect();
        lives
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> BlockMap {
        BlockMap {
            unit_bytes: 4096,
            targets: Box::new([Region {
                start_bytes: 8192,
                blocks: vec![0; 8],
            }]),
        }
    }

    fn io(op: Op, block: u64, blocks: u32) -> Io {
        Io {
            op,
            file: 0,
            offset: 8192 + 4096 * block,
            len: 4096 * blocks,
        }
    }

    #[test]
    fn a_block_that_failed_keeps_the_trims_that_it_had() {
        let mut map = map();
        for _ in 0..3 {
            map.note(&io(Op::Trim, 0, 2), true);
            map.note(&io(Op::Write, 1, 1), true);
        }
        map.note(&io(Op::Write, 1, 1), false);
        map.note(&io(Op::Trim, 1, 1), true);
        map.note(&io(Op::Trim, 5, 1), false);
        map.note(&io(Op::Read, 6, 1), false);
        let lives = map.lives();
        assert_eq!(
            lives,
            BlockLives {
                untouched: 5,
                trimmed: 1,
                written: 0,
                trim_failed: 1,
                write_failed: 1,
                trims: 6,
                failed_after: vec![(0, 1), (3, 1)],
            }
        );
    }

    #[test]
    fn parts_of_blocks_count_and_what_lies_outside_does_not() {
        let mut map = map();
        let part = Io {
            offset: 8192 + 4096 + 512,
            len: 4096,
            ..io(Op::Write, 0, 1)
        };
        map.note(&part, true);
        map.note(&io(Op::Write, 7, 4), true);
        map.note(&io(Op::Write, 100, 1), true);
        map.note(&Io { offset: 0, ..part }, true);
        map.note(&Io { file: 9, ..part }, true);
        let lives = map.lives();
        assert_eq!((lives.written, lives.untouched), (3, 5));
    }

    #[test]
    fn trims_are_counted_up_to_what_a_block_can_hold() {
        assert_eq!(Block::new(TRIMMED, MOST_TRIMS + 1).trims(), MOST_TRIMS);
        assert_eq!(Block::new(TRIMMED, MOST_TRIMS + 1).state(), TRIMMED);
    }
}
