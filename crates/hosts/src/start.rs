//! Where the measuring thread waits for the other ranks: for their files, then for the common start.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use fiord_ranks::clock;

/// The two moments at which all ranks go on together.
#[derive(Debug, Default)]
pub(crate) struct StartLine {
    state: Mutex<LineState>,
    moved: Condvar,
}

#[derive(Debug, Clone, Copy, Default)]
struct LineState {
    is_prepared: bool,
    may_proceed: bool,
    is_ready: bool,
    begin_ns: Option<u64>,
    is_off: bool,
    started: Option<TwoClocks>,
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
    fn wait(&self, is_so: impl Fn(&LineState) -> bool) -> LineState {
        let mut state = self.state();
        while !is_so(&state) && !state.is_off {
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        *state
    }

    /// The measuring thread: the files are laid out; returns when those of all are.
    pub(crate) fn prepared(&self) {
        self.change(|state| state.is_prepared = true);
        self.wait(|state| state.may_proceed);
    }

    /// The measuring thread: the workers stand at their gate; returns at the common start, `false` when there will be none.
    pub(crate) fn ready(&self) -> bool {
        self.change(|state| state.is_ready = true);
        let state = self.wait(|state| state.begin_ns.is_some());
        if let Some(at_ns) = state.begin_ns {
            std::thread::sleep(Duration::from_nanos(at_ns.saturating_sub(clock::now_ns())));
        }
        self.change(|state| state.started = Some(TwoClocks::now()));
        !self.state().is_off
    }

    pub(crate) fn proceed(&self) {
        self.change(|state| state.may_proceed = true);
    }

    pub(crate) fn begin(&self, at_ns: u64) {
        self.change(|state| state.begin_ns = Some(at_ns));
    }

    pub(crate) fn call_off(&self) {
        self.change(|state| state.is_off = true);
    }

    pub(crate) fn is_prepared(&self) -> bool {
        self.state().is_prepared
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.state().is_ready
    }

    /// When the gate opened.
    pub(crate) fn started(&self) -> Option<TwoClocks> {
        self.state().started
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
                let may_go = line.ready();
                (may_go, clock::now_ns())
            });
            line.proceed();
            let at_ns = clock::now_ns() + 20_000_000;
            line.begin(at_ns);
            let (may_go, began_ns) = worker.join().unwrap();
            assert!(may_go && began_ns >= at_ns && line.is_prepared() && line.is_ready());
        });
        let line = StartLine::default();
        line.call_off();
        line.prepared();
        assert!(!line.ready());
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
