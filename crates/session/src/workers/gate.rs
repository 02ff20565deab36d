//! The gate before the work: workers of a wave set themselves up, wait here, and start together.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    Shut,
    Open,
    Cancelled,
}

/// A gate that opens once, for everyone who waits and everyone who comes later.
///
/// [`crate::workers::waves`] counts the arrivals and opens the gate when every worker of a batch is ready or has failed.
#[derive(Debug)]
pub(crate) struct Gate {
    position: Mutex<Position>,
    moved: Condvar,
    arrivals: AtomicUsize,
}

impl Default for Gate {
    fn default() -> Self {
        Self::new()
    }
}

impl Gate {
    /// A shut gate.
    pub(crate) fn new() -> Self {
        Self {
            position: Mutex::new(Position::Shut),
            moved: Condvar::new(),
            arrivals: AtomicUsize::new(0),
        }
    }

    /// Lets everyone through.
    pub(crate) fn open(&self) {
        self.set(Position::Open);
    }

    /// Sends everyone home, unless the gate is open already.
    pub(crate) fn cancel(&self) {
        self.set(Position::Cancelled);
    }

    fn set(&self, position: Position) {
        let mut now = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        if *now == Position::Shut {
            *now = position;
            self.moved.notify_all();
        }
    }

    /// How many have come to it, whether they wait or went on.
    pub(crate) fn arrivals(&self) -> usize {
        self.arrivals.load(Ordering::Relaxed)
    }

    /// Waits; `true` means go, `false` that the start was called off.
    #[must_use]
    pub(crate) fn pass(&self) -> bool {
        self.arrivals.fetch_add(1, Ordering::Relaxed);
        let mut now = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        while *now == Position::Shut {
            now = self.moved.wait(now).unwrap_or_else(PoisonError::into_inner);
        }
        *now == Position::Open
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn nobody_passes_a_shut_gate_and_all_pass_an_open_one() {
        let gate = Gate::new();
        let passed = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    assert!(gate.pass());
                    passed.fetch_add(1, Ordering::SeqCst);
                });
            }
            assert_eq!(passed.load(Ordering::SeqCst), 0);
            gate.open();
        });
        assert_eq!(passed.load(Ordering::SeqCst), 8);
        assert_eq!(gate.arrivals(), 8);
        gate.cancel();
        assert!(gate.pass(), "an open gate stays open");
    }

    #[test]
    fn a_cancelled_gate_sends_home() {
        let gate = Gate::new();
        gate.cancel();
        assert!(!gate.pass());
    }
}
