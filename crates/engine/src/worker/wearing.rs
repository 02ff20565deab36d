//! Wear-out: what a worker does when its runtime is over, and others may have done more.

use std::sync::atomic::Ordering;

use fiord_job::plan::Ddir;

use super::setup::AtDeadline;
use super::state::Worker;
use crate::data::clock::Clock;
use crate::engines::engine::Engine;
use fiord_targets::stop;

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// The runtime is over. A job that wears out says how far it is, and what it has in flight comes to its end.
    pub(super) fn come_to_deadline(&mut self) {
        let Some(wear_out) = self.outside.wear_out else {
            return;
        };
        self.timeline.end_ns = u64::MAX;
        let totals = Ddir::ALL.map(|ddir| self.totals(ddir));
        self.end.wear.at_deadline = Some(AtDeadline {
            ios: totals.iter().map(|(ios, _)| ios).sum(),
            bytes: totals.iter().map(|(_, bytes)| bytes).sum(),
        });
        self.end.wear.is_to_wait = true;
        wear_out.reach(self.plan.number, self.pattern.taken_bytes());
    }

    /// With nothing in flight: waits until it is known how far the farthest was. Whether this worker has something left up to there.
    pub(super) fn wears_on(&mut self) -> bool {
        if !std::mem::take(&mut self.end.wear.is_to_wait) || self.end.error.is_some() {
            return false;
        }
        let since_ns = self.clock.after_ns();
        let stop = self.outside.stop;
        let is_to_stop = || stop.load(Ordering::Relaxed) != stop::RUN;
        let job = self.plan.job_index;
        let to_bytes = self.outside.wear_out.and_then(|wear| wear.wait(job, is_to_stop));
        if let Some(to_bytes) = to_bytes {
            self.pattern.end_at(to_bytes);
            self.end.reached = self.pattern.taken_bytes() >= to_bytes && self.waiting.is_nothing();
        }
        if self.end.reached && !self.syncs_at_end() {
            self.end.wear.rested_ns = Some(since_ns);
        }
        let now_ns = self.clock.now_ns();
        self.set_next_event(now_ns);
        !self.end.reached
    }
}
