//! How far a worker's writes came, in the order in which they were made: what a stored state says.

use std::collections::VecDeque;

use crate::io::Io;
use crate::plan::WorkerPlan;
use crate::verify::state::{OrderOf, WriteState};
use fiord_job::plan::VerifyPolicy;

/// Not in flight.
const ENDED: u64 = u64::MAX;

/// The writes of a worker, counted from 0 in the order in which they were made.
pub struct WriteProgress {
    made: u64,
    ended: u64,
    /// The write in each slot.
    in_flight: Box<[u64]>,
    /// The first write that failed.
    failed: u64,
    /// The last that ended, the latest in front.
    recent: VecDeque<(u64, u64)>,
    depth: usize,
    /// For each sync in flight: how many writes had ended when it was made, without exception.
    syncs: VecDeque<u64>,
    synced: u64,
}

impl WriteProgress {
    /// `depth`: how many are listed, at least as many as there are slots.
    pub fn new(slots: u32, depth: u32) -> Self {
        let depth = depth.max(slots).max(1) as usize;
        Self {
            made: 0,
            ended: 0,
            in_flight: vec![ENDED; slots.max(1) as usize].into_boxed_slice(),
            failed: ENDED,
            recent: VecDeque::with_capacity(depth + 1),
            depth,
            syncs: VecDeque::with_capacity(depth),
            synced: 0,
        }
    }

    #[inline]
    pub fn made(&mut self, slot: u32) {
        let place = &mut self.in_flight[slot as usize];
        // What was in this slot did not end well.
        self.failed = self.failed.min(*place);
        *place = self.made;
        self.made += 1;
    }

    #[inline]
    pub fn ended(&mut self, io: &Io, slot: u32) {
        self.in_flight[slot as usize] = ENDED;
        self.ended += 1;
        self.recent.push_front((u64::from(io.file), io.offset));
        self.recent.truncate(self.depth);
    }

    /// `all`: it covers all that was written.
    pub fn sync_made(&mut self, all: bool) {
        let sure = if all { self.sure() } else { 0 };
        self.syncs.push_back(sure);
    }

    /// All files were synced with nothing in flight.
    pub fn all_synced(&mut self) {
        self.synced = self.sure();
    }

    pub fn sync_ended(&mut self, well: bool) {
        if let (Some(sure), true) = (self.syncs.pop_front(), well) {
            self.synced = self.synced.max(sure);
        }
    }

    /// All before this write have ended well.
    fn sure(&self) -> u64 {
        self.in_flight
            .iter()
            .copied()
            .fold(self.failed, u64::min)
            .min(self.made)
    }

    /// What may be stored about the writes so far.
    pub fn state(&self, plan: &WorkerPlan) -> WriteState {
        let depth = self.depth as u64;
        // Those up to `depth` before the stored count are there without exception, and the listed ones.
        let (ios, ended) = match plan.job.verify.policy {
            VerifyPolicy::Completed => (
                self.ended.min(self.sure().saturating_add(depth)),
                self.recent.iter().copied().collect(),
            ),
            VerifyPolicy::Fsynced => (self.synced.saturating_add(depth), Vec::new()),
        };
        WriteState {
            depth: self.depth as u32,
            files: plan.targets.len() as u32,
            ios,
            worker: u64::from(plan.number),
            name: plan.job.name.clone(),
            ended,
            order: if plan.job.access.mode.is_random() {
                OrderOf::Seed(plan.seed)
            } else {
                OrderOf::Nobody
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::Op;

    fn write(offset: u64) -> Io {
        Io {
            op: Op::Write,
            file: 0,
            offset,
            len: 1,
        }
    }

    #[test]
    fn what_is_in_flight_or_failed_ends_what_is_sure() {
        let mut progress = WriteProgress::new(3, 3);
        for slot in 0..3 {
            progress.made(slot);
        }
        assert_eq!(progress.sure(), 0);
        progress.ended(&write(0), 0);
        progress.ended(&write(2), 2);
        assert_eq!((progress.sure(), progress.ended), (1, 2));
        progress.ended(&write(1), 1);
        assert_eq!(progress.sure(), 3);
        assert_eq!(progress.recent, [(0, 1), (0, 2), (0, 0)]);
        progress.made(0);
        progress.made(0);
        progress.ended(&write(4), 0);
        assert_eq!(progress.sure(), 3, "the write before the last one failed");
    }

    #[test]
    fn a_sync_covers_what_ended_before_it_was_made() {
        let mut progress = WriteProgress::new(2, 1);
        progress.made(0);
        progress.ended(&write(0), 0);
        progress.made(1);
        progress.sync_made(true);
        progress.ended(&write(1), 1);
        progress.sync_ended(true);
        assert_eq!(progress.synced, 1);
        progress.sync_made(true);
        progress.sync_ended(false);
        assert_eq!(progress.synced, 1);
    }
}
