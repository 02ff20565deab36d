//! Turns: a worker rests while the jobs that it is compared with use the disk.
//!
//! Between its turns a worker has nothing in flight. The first moments of a turn are not counted: its queue fills, and the CPU's caches
//! still hold the data of the other job.

use std::sync::atomic::Ordering;
use std::time::Duration;

use fiord_job::plan::Ddir;
use fiord_stats::JobStats;
use fiord_targets::stop;

use super::state::Worker;
use crate::data::clock::Clock;
use crate::engines::engine::Engine;
use crate::live::{TurnCounts, WorkerState};

/// How much of the beginning of a turn is left out.
const SETTLES_NS: u64 = 10_000_000;
/// Longest sleep of a rest without a look at the flag. [`stop::WorkerStop::resume`] wakes the worker earlier.
const RESTS_AT_MOST: Duration = Duration::from_millis(100);

/// The turn that a worker is in.
#[derive(Debug, Clone, Copy)]
pub(super) struct WorkerTurn {
    /// When its first moments are over; `u64::MAX`: they are over already, or there are no turns.
    pub(super) settled_ns: u64,
    /// When counting began, and the totals at that time; `None`: counting has not begun.
    since: Option<(u64, [(u64, u64); 3])>,
    /// Length of all rests, in nanoseconds.
    rested_ns: u64,
}

impl WorkerTurn {
    /// Before the first I/O.
    pub(super) const fn ahead() -> Self {
        Self {
            settled_ns: u64::MAX,
            since: None,
            rested_ns: 0,
        }
    }
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// The first moments of a turn are over: its count begins.
    pub(super) fn settle(&mut self, now_ns: u64) {
        self.end.turn.settled_ns = u64::MAX;
        self.end.turn.since = Some((now_ns, Ddir::ALL.map(|ddir| self.totals(ddir))));
    }

    /// With nothing in flight: rests while the other side has its turn. Whether this worker has a turn again.
    pub(super) fn takes_turns(&mut self) -> bool {
        let flag = self.outside.stop;
        if flag.load(Ordering::Acquire) != stop::PAUSE || self.end.error.is_some() {
            return false;
        }
        let ended_ns = self.clock.after_ns();
        self.publish();
        self.outside.live.end_turn(self.turn_counts(ended_ns));
        self.outside.live.enter(WorkerState::Resting);
        while flag.load(Ordering::Acquire) == stop::PAUSE {
            std::thread::park_timeout(RESTS_AT_MOST);
        }
        self.outside.live.enter(WorkerState::Running);
        let now_ns = self.clock.after_ns();
        self.end.turn.rested_ns += now_ns.saturating_sub(ended_ns);
        if flag.load(Ordering::Acquire) != stop::RUN {
            return false;
        }
        self.end.reached = false;
        self.end.turn.settled_ns = now_ns + SETTLES_NS;
        self.set_next_event(now_ns);
        true
    }

    /// Takes the rests out of the run times. The series by second is dropped: rests would look like a slow device.
    pub(super) fn leave_out_rests(&self, stats: &mut JobStats) {
        let rested_ns = self.end.turn.rested_ns;
        if rested_ns == 0 {
            return;
        }
        stats.runtime_ns = stats.runtime_ns.saturating_sub(rested_ns);
        for ddir in &mut stats.ddirs {
            ddir.runtime_ns = ddir.runtime_ns.saturating_sub(rested_ns);
            ddir.per_second.clear();
        }
    }

    /// The counts of this turn without its first moments; zeros for a turn that ended within them.
    fn turn_counts(&mut self, ended_ns: u64) -> TurnCounts {
        self.end.turn.settled_ns = u64::MAX;
        let Some((since_ns, before)) = self.end.turn.since.take() else {
            return TurnCounts::default();
        };
        let done = Ddir::ALL.map(|ddir| {
            let (ios, bytes) = self.totals(ddir);
            let (ios_before, bytes_before) = before[ddir as usize];
            (ios - ios_before, bytes - bytes_before)
        });
        TurnCounts {
            ns: ended_ns.saturating_sub(since_ns),
            ios: done.map(|(ios, _)| ios),
            bytes: done.map(|(_, bytes)| bytes),
        }
    }
}
