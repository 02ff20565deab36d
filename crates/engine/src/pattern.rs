//! Stand-in until the pattern arrives: sequential or uniformly random blocks of one size.

use fiord_spec::plan::Ddir;

use crate::{Io, Op, WorkerPlan};

/// See the module.
#[derive(Debug)]
pub struct Pattern {
    op: Op,
    random: bool,
    len: u64,
    blocks: u64,
    start: u64,
    at: u64,
    left: u64,
    limit: u64,
    state: u64,
}

impl Pattern {
    /// A pattern over the first target.
    pub fn new(plan: &WorkerPlan) -> Self {
        let access = &plan.job.access;
        let len = access.min_block_bytes().max(1);
        let op = if access.mode.issues(Ddir::Read) {
            Op::Read
        } else if access.mode.issues(Ddir::Write) {
            Op::Write
        } else {
            Op::Trim
        };
        let region = plan.targets.first().map_or(0, |target| target.region_bytes);
        let start = plan.targets.first().map_or(0, |target| target.start_bytes);
        let limit = plan.io_limit_bytes / len;
        let random = access.mode.is_random();
        Self {
            op,
            random,
            len,
            blocks: (region / len).max(1),
            start,
            at: 0,
            left: limit,
            limit,
            state: plan.seed | 1,
        }
    }

    /// Begins a pass.
    pub fn begin_loop(&mut self, _loop_no: u32) {
        self.at = 0;
        self.left = self.limit;
    }

    /// The next I/O of this pass.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Io> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let block = if self.random {
            self.state ^= self.state << 13;
            self.state ^= self.state >> 7;
            self.state ^= self.state << 17;
            ((u128::from(self.state) * u128::from(self.blocks)) >> 64) as u64
        } else {
            let block = self.at;
            self.at = if block + 1 == self.blocks { 0 } else { block + 1 };
            block
        };
        Some(Io {
            op: self.op,
            file: 0,
            offset: self.start + block * self.len,
            len: self.len as u32,
        })
    }
}
