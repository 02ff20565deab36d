//! Where the measuring thread waits for the other ranks: for their files, then for the common start of each phase.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use crate::ranks::clock;

/// The moments at which all ranks go on together.
#[derive(Debug, Default)]
pub(crate) struct StartLine {
    state: Mutex<LineState>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct LineState {
    is_prepared: bool,
    may_proceed: bool,
    /// The last phase whose workers stood at their gate.
    ready: Option<u32>,
    /// The last phase that was to begin, and when.
    begin: Option<(u32, u64)>,
    is_off: bool,
    started: Vec<(u32, TwoClocks)>,
}

/// One moment on two clocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoClocks {
    monotonic_ns: u64,
    wall: SystemTime,
}

impl TwoClocks {
    pub(crate) fn now() -> Self {
        Self {
            monotonic_ns: clock::now_ns(),
            wall: SystemTime::now(),
        }
    }

    /// A wall time on the monotonic clock.
    pub(crate) fn monotonic(self, wall: SystemTime) -> i64 {
        let ns = |duration: Duration| i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
        let since = match wall.duration_since(self.wall) {
            Ok(after) => ns(after),
            Err(before) => -ns(before.duration()),
        };
        self.monotonic_ns.cast_signed().saturating_add(since)
    }
}

impl StartLine {
    fn state(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut LineState)) {
        change(&mut self.state());
        self.moved.notify_all();
    }

    /// Waits until something is so, or the start is called off.
    fn wait(&self, is_so: impl Fn(&LineState) -> bool) -> MutexGuard<'_, LineState> {
        let mut state = self.state();
        while !is_so(&state) && !state.is_off {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// The measuring thread: the files are laid out; returns when those of all are.
    pub(crate) fn prepared(&self) {
        self.change(|state| state.is_prepared = true);
        drop(self.wait(|state| state.may_proceed));
    }

    /// The measuring thread: the workers of a phase stand at their gate; returns at its common start, `false` when there will be none.
    pub(crate) fn ready(&self, phase: u32) -> bool {
        self.change(|state| state.ready = Some(phase));
        let begun = |state: &LineState| state.begin.filter(|(begun, _)| *begun >= phase);
        let begin = begun(&self.wait(|state| begun(state).is_some()));
        if let Some((_, at_ns)) = begin {
            std::thread::sleep(Duration::from_nanos(at_ns.saturating_sub(clock::now_ns())));
        }
        let mut state = self.state();
        let may_go = begin.is_some() && !state.is_off;
        if may_go {
            state.started.push((phase, TwoClocks::now()));
        }
        may_go
    }

    pub(crate) fn proceed(&self) {
        self.change(|state| state.may_proceed = true);
    }

    pub(crate) fn begin(&self, phase: u32, at_ns: u64) {
        self.change(|state| state.begin = Some((phase, at_ns)));
    }

    pub(crate) fn call_off(&self) {
        self.change(|state| state.is_off = true);
    }

    pub(crate) fn is_prepared(&self) -> bool {
        self.state().is_prepared
    }

    pub(crate) fn is_ready_for(&self) -> Option<u32> {
        self.state().ready
    }

    /// When the gates of the phases opened.
    pub(crate) fn started(&self) -> Vec<(u32, TwoClocks)> {
        self.state().started.clone()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn nobody_starts_before_the_time_or_after_the_start_was_called_off() {
        let line = StartLine::default();
        std::thread::scope(|scope| {
            let worker = scope.spawn(|| {
                line.prepared();
                let first = (line.ready(0), clock::now_ns());
                (first, line.ready(2), clock::now_ns())
            });
            line.proceed();
            let at_ns = clock::now_ns() + 20_000_000;
            line.begin(0, at_ns);
            while line.is_ready_for() != Some(2) {
                std::thread::yield_now();
            }
            // A phase that this rank has no workers for is none of its gate's.
            line.begin(1, 0);
            let later_ns = clock::now_ns() + 20_000_000;
            line.begin(2, later_ns);
            let ((may_go, began_ns), goes_on, again_ns) = worker.join().unwrap();
            assert!(may_go && began_ns >= at_ns && line.is_prepared());
            assert!(goes_on && again_ns >= later_ns);
            let phases: Vec<u32> = line.started().iter().map(|(phase, _)| *phase).collect();
            assert_eq!(phases, [0, 2]);
        });
        let line = StartLine::default();
        line.call_off();
        line.prepared();
        assert!(!line.ready(0) && line.started().is_empty());
    }

    #[test]
    fn a_wall_time_is_placed_on_the_monotonic_clock() {
        let moment = TwoClocks::now();
        let at = |ms| Duration::from_millis(ms);
        let base = moment.monotonic_ns.cast_signed();
        assert_eq!(moment.monotonic(moment.wall + at(3)), base + 3_000_000);
        assert_eq!(moment.monotonic(moment.wall - at(3)), base - 3_000_000);
    }
}
