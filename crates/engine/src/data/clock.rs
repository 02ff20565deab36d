//! Time as the worker loop sees it: nanoseconds from an arbitrary origin, cheap to read.
//!
//! The loop is generic over [`Clock`], so that simulated devices bring their own time. Wall time comes from [`WallClock`]:
//! the processor's time stamp counter where it is trustworthy, the kernel's monotonic clock elsewhere.

use std::time::Duration;

use crate::data::monotonic::monotonic_ns;
use crate::data::tsc::Scale;

/// A source of time for one worker.
pub trait Clock {
    /// Sleeps end late by up to about this much: shorter waits are spent looking at the clock. 0 for clocks that wake exactly.
    const SPIN_NS: u64 = 60_000;

    /// Now, in nanoseconds. Never goes back for one worker.
    fn now_ns(&self) -> u64;

    /// Now, but not before everything that the program read earlier has arrived: what ends a latency. A stamp that the
    /// processor took early, out of order, would make the latency smaller than the truth.
    #[inline(always)]
    fn after_ns(&self) -> u64 {
        self.now_ns()
    }

    /// Waits for about `ns` nanoseconds with nothing in flight. May return early; the caller looks at the time again.
    fn sleep_ns(&self, ns: u64);

    /// Computes until `until_ns` (`thinktime_spin`).
    fn spin_until(&self, until_ns: u64) {
        while self.now_ns() < until_ns {
            std::hint::spin_loop();
        }
    }
}

/// Wall time.
#[derive(Debug, Clone, Copy)]
pub struct WallClock {
    scale: Option<Scale>,
}

impl WallClock {
    /// The best clock of this machine. The first call of the process calibrates the counter, which takes about 2 ms.
    pub fn new() -> Self {
        Self {
            scale: Scale::of_this_machine(),
        }
    }

    /// The kernel's clock, whatever the processor offers.
    pub const fn kernel() -> Self {
        Self { scale: None }
    }

    /// Whether stamps come from the time stamp counter.
    pub const fn is_tsc(&self) -> bool {
        self.scale.is_some()
    }
}

impl Default for WallClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for WallClock {
    #[inline(always)]
    fn now_ns(&self) -> u64 {
        match &self.scale {
            Some(scale) => scale.now_ns(),
            None => monotonic_ns(),
        }
    }

    #[inline(always)]
    fn after_ns(&self) -> u64 {
        match &self.scale {
            Some(scale) => scale.after_ns(),
            None => monotonic_ns(),
        }
    }

    fn sleep_ns(&self, ns: u64) {
        // Sleeps wake late, so the last stretch is spent looking at the clock. Parking lets a stop request end the wait.
        if ns > Self::SPIN_NS {
            std::thread::park_timeout(Duration::from_nanos(ns - Self::SPIN_NS));
        } else {
            std::hint::spin_loop();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn stamps_do_not_go_back() {
        for clock in [WallClock::new(), WallClock::kernel()] {
            let mut last = clock.now_ns();
            for _ in 0..10_000 {
                let now = clock.after_ns();
                assert!(now >= last, "{clock:?}: {last} then {now}");
                last = now;
            }
        }
    }
}
