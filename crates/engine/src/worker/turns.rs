//! Turns: a worker rests while the jobs that it is compared with use the disk.
//!
//! Between its turns a worker has nothing in flight. A turn is counted from one completion to another while the queue is full: after its
//! first moments, in which the queue fills and the CPU's caches still hold the data of the other job, and before the queue drains. A turn
//! without such completions, on a device that is slower than a turn, is counted from its first I/O to its last completion.
//!
//! An I/O that was issued while the queue filled waited for fewer others than the job wants. So what the job reports (I/Os, latencies, CPU
//! time) is what comes after as many completions as the queue holds. Where a turn has none before the pause it is all of the turn. The I/Os
//! before the first turn, which the workers of all sides issue together, are not reported.

use std::sync::atomic::Ordering;
use std::time::Duration;

use fiord_job::plan::Ddir;
use fiord_stats::JobStats;
use fiord_targets::stop;

use super::state::Worker;
use crate::data::clock::Clock;
use crate::data::recorder::Recorder;
use crate::engines::engine::Engine;
use crate::live::{TurnCounts, WorkerState};

/// How much of the beginning of a turn is left out.
const SETTLES_NS: u64 = 10_000_000;
/// Longest sleep of a rest without a look at the flag. [`stop::WorkerStop::resume`] wakes the worker earlier.
const RESTS_AT_MOST: Duration = Duration::from_millis(100);

/// The turn that a worker is in.
#[derive(Debug, Clone, Copy)]
pub(super) struct WorkerTurn {
    /// The earliest stamp that begins or ends the count, or completes a mark; `u64::MAX`: none is due.
    pub(super) mark_ns: u64,
    /// Time and totals when the turn began.
    began: Option<Mark>,
    /// Where the count begins and where it ends.
    from: Option<Mark>,
    to: Option<Mark>,
    /// Nanoseconds and I/Os of the counted parts of all turns.
    counted: (u64, u64),
    /// Length of all rests, in nanoseconds.
    rested_ns: u64,
    /// Whether what completes now is counted apart; `None`: the worker does not take turns.
    apart: Option<bool>,
}

/// A stamp of completions, and the totals with these completions in them.
#[derive(Debug, Clone, Copy)]
struct Mark {
    at_ns: u64,
    /// I/Os and bytes by direction; `None` until the completions of the stamp are counted.
    totals: Option<Totals>,
}

type Totals = [(u64, u64); 3];

impl WorkerTurn {
    /// Before the first I/O.
    pub(super) fn ahead(takes_turns: bool) -> Self {
        Self {
            mark_ns: u64::MAX,
            began: None,
            from: None,
            to: None,
            counted: (0, 0),
            rested_ns: 0,
            apart: takes_turns.then_some(true),
        }
    }

    pub(super) const fn takes_turns(&self) -> bool {
        self.apart.is_some()
    }

    pub(super) const fn is_apart(&self) -> bool {
        matches!(self.apart, Some(true))
    }

    /// Whether any turn counted.
    pub(super) const fn has_counted(&self) -> bool {
        self.counted.1 > 0
    }
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// Counts what completes from now on in the recorder that is not reported, or in the reported one.
    #[cold]
    #[inline(never)]
    pub(super) fn count_apart(&mut self, is_apart: bool, now_ns: u64) {
        let (Some(was), Some(other)) = (self.end.turn.apart, &mut self.counts.other) else {
            return;
        };
        if was != is_apart {
            std::mem::swap(&mut self.counts.recorder, other);
            self.counts.recorder.replaces(other, now_ns);
            self.end.turn.apart = Some(is_apart);
            // What completes next was handed over before, to a full queue.
            let held = self.flight.slots.held();
            if held > 0 {
                self.counts.recorder.depth(self.engine.depth(), u64::from(held));
            }
        }
    }

    /// The recorder that is reported.
    pub(super) fn counted(&self) -> &Recorder {
        let other = self.counts.other.as_deref().filter(|_| self.end.turn.is_apart());
        other.unwrap_or(&self.counts.recorder)
    }

    /// A mark is due: the count of a turn begins or ends with the completions of this stamp. They are counted after this call, so the next
    /// stamp takes the totals.
    pub(super) fn mark_turn(&mut self, now_ns: u64) {
        let totals = Ddir::ALL.map(|ddir| self.totals(ddir));
        let is_pausing = self.outside.stop.load(Ordering::Relaxed) != stop::RUN;
        let queue = if E::IN_PLACE {
            1
        } else {
            u64::from(self.engine.depth())
        };
        // One stamp after the count began, as the totals of the mark: else a sync would be reported whose write is not.
        let has_begun = self.end.turn.from.is_some() || is_pausing;
        if has_begun && self.ios_of_turn().is_some_and(|ios| ios >= queue) {
            self.count_apart(false, now_ns);
        }
        let turn = &mut self.end.turn;
        for mark in [&mut turn.from, &mut turn.to].into_iter().flatten() {
            mark.totals.get_or_insert(totals);
        }
        let due = match (&turn.from, &turn.to) {
            (None, _) if !is_pausing => &mut turn.from,
            (Some(_), None) if is_pausing => &mut turn.to,
            _ => {
                turn.mark_ns = if turn.is_apart() { now_ns } else { u64::MAX };
                return;
            }
        };
        *due = Some(Mark {
            at_ns: now_ns,
            totals: None,
        });
        turn.mark_ns = now_ns;
    }

    /// Others want this worker to end or to rest. The next stamp ends the count of a turn.
    #[cold]
    #[inline(never)]
    pub(super) fn stop_issuing(&mut self) {
        self.end.reached = true;
        if self.ios_of_turn() == Some(0) {
            self.count_apart(false, self.timeline.last_ns);
        }
        if self.end.turn.from.is_some() && self.end.turn.to.is_none() {
            self.end.turn.mark_ns = 0;
            self.timeline.next_event_ns = 0;
        }
    }

    /// I/Os that have completed in this turn; `None`: the worker is in none.
    fn ios_of_turn(&self) -> Option<u64> {
        let ios = |totals: &Totals| totals.iter().map(|(ios, _)| ios).sum::<u64>();
        let began = self.end.turn.began?.totals?;
        Some(ios(&Ddir::ALL.map(|ddir| self.totals(ddir))) - ios(&began))
    }

    /// With nothing in flight: rests while the other side has its turn. Whether this worker has a turn again.
    pub(super) fn takes_turns(&mut self) -> bool {
        let flag = self.outside.stop;
        if flag.load(Ordering::Acquire) != stop::PAUSE || self.end.error.is_some() {
            return false;
        }
        let ended_ns = self.clock.after_ns();
        self.publish();
        let counts = self.turn_counts(ended_ns);
        self.outside.live.end_turn(counts);
        self.count_apart(true, ended_ns);
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
        let totals = Ddir::ALL.map(|ddir| self.totals(ddir));
        self.end.turn.began = Some(Mark {
            at_ns: now_ns,
            totals: Some(totals),
        });
        self.end.turn.mark_ns = now_ns + SETTLES_NS;
        self.set_next_event(now_ns);
        true
    }

    /// Takes the rests out of the run times, and the edges of turns, where the queue fills and drains: what is left is the time that the reported I/Os
    /// take at the rate of the counted parts. Samples by time are dropped: rests would look like a slow device.
    pub(super) fn leave_out_rests(&self, stats: &mut JobStats) {
        let WorkerTurn {
            counted, rested_ns, ..
        } = self.end.turn;
        if !self.end.turn.takes_turns() {
            return;
        }
        stats.runtime_ns = match counted {
            (_, 0) => stats.runtime_ns.saturating_sub(rested_ns),
            (ns, ios) => (u128::from(stats.total_ios()) * u128::from(ns) / u128::from(ios)) as u64,
        };
        for ddir in stats.ddirs.iter_mut().filter(|ddir| ddir.runtime_ns > 0) {
            ddir.runtime_ns = stats.runtime_ns;
            ddir.per_second.clear();
            (ddir.bw, ddir.iops) = Default::default();
        }
    }

    /// The counts of this turn between its marks, or of all of it; zeros before the first turn, and without an I/O.
    fn turn_counts(&mut self, ended_ns: u64) -> TurnCounts {
        let ended = Ddir::ALL.map(|ddir| self.totals(ddir));
        let turn = &mut self.end.turn;
        turn.mark_ns = u64::MAX;
        let (began, from, to) = (turn.began.take(), turn.from.take(), turn.to.take());
        let Some(from) = from.or(began.filter(|began| began.totals != Some(ended))) else {
            return TurnCounts::default();
        };
        // Nothing completed after the pause, or between the marks: the last completion ended the turn.
        let to = to.unwrap_or(Mark {
            at_ns: ended_ns,
            totals: None,
        });
        // The completions of all marks are counted now.
        let (before, after) = (from.totals.unwrap_or(ended), to.totals.unwrap_or(ended));
        let done = Ddir::ALL.map(|ddir| {
            let (now, then) = (after[ddir as usize], before[ddir as usize]);
            (now.0 - then.0, now.1 - then.1)
        });
        let counts = TurnCounts {
            ns: to.at_ns.saturating_sub(from.at_ns),
            ios: done.map(|(ios, _)| ios),
            bytes: done.map(|(_, bytes)| bytes),
        };
        turn.counted.0 += counts.ns;
        turn.counted.1 += counts.ios.iter().sum::<u64>();
        counts
    }
}
