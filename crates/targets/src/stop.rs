//! Stop flags: one for the run, set from outside, and one per worker, set by the runner.
//!
//! The run's flag is set from outside (a signal, the progress thread) and wakes the runner, which sets the flags of the
//! workers concerned. A worker reads its own flag with one relaxed load per I/O. Nothing here ends a thread: a worker that
//! sees [`STOP`] stops issuing, drains and reports; one that sees [`PAUSE`] drains and rests.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::Thread;

/// A worker's flag: go on.
pub const RUN: u8 = 0;
/// A worker's flag: stop issuing, drain, report (SIGINT, SIGTERM, `exitall`).
pub const STOP: u8 = 1;
/// A worker's flag: drain, and rest until the flag changes.
pub const PAUSE: u8 = 2;

type Listener = Box<dyn Fn() + Send + Sync>;

/// The stop flag of a whole run.
///
/// [`StopFlag::request`] takes a lock, so it may be called from any thread but not from inside a signal handler: let a
/// thread wait for the signal and call it there.
#[derive(Default)]
pub struct StopFlag {
    requested: AtomicBool,
    listeners: Mutex<Vec<(u64, Listener)>>,
}

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the run to stop issuing, drain and report. Later calls change nothing.
    pub fn request(&self) {
        self.requested.store(true, Ordering::SeqCst);
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, listener) in listeners.iter() {
            listener();
        }
    }

    /// Whether somebody asked for the end of the run.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::SeqCst)
    }

    /// Calls `listener` at each request, and at once if one was made already, until the returned value is dropped.
    #[must_use]
    pub fn on_request(&self, listener: impl Fn() + Send + Sync + 'static) -> Listening<'_> {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_requested() {
            listener();
        }
        let id = listeners.last().map_or(0, |(id, _)| id + 1);
        listeners.push((id, Box::new(listener)));
        Listening { flag: self, id }
    }
}

/// A listener that is registered for as long as this lives.
pub struct Listening<'a> {
    flag: &'a StopFlag,
    id: u64,
}

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        let mut listeners = self.flag.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|(id, _)| *id != self.id);
    }
}

impl fmt::Debug for StopFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopFlag").field(&self.is_requested()).finish()
    }
}

/// The stop flag of one worker. Alone on its cache line, because it is read at every I/O.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct WorkerStop {
    flag: AtomicU8,
    sleeper: OnceLock<Thread>,
}

impl WorkerStop {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the worker to stop, and wakes it if it sleeps in [`std::thread::park_timeout`].
    pub fn request(&self) {
        self.flag.store(STOP, Ordering::Release);
        if let Some(thread) = self.sleeper.get() {
            thread.unpark();
        }
    }

    /// Asks a worker that runs to drain and rest. A stop stays a stop.
    pub fn pause(&self) {
        let _ = self
            .flag
            .compare_exchange(RUN, PAUSE, Ordering::AcqRel, Ordering::Acquire);
    }

    /// Ends the rest of a worker and wakes it. A stop stays a stop.
    pub fn resume(&self) {
        let was = self
            .flag
            .compare_exchange(PAUSE, RUN, Ordering::AcqRel, Ordering::Acquire);
        if let (Ok(_), Some(thread)) = (was, self.sleeper.get()) {
            thread.unpark();
        }
    }

    /// Whether the worker shall stop.
    #[inline(always)]
    pub fn is_requested(&self) -> bool {
        self.flag.load(Ordering::Relaxed) == STOP
    }

    /// The flag itself, with the values of [`stop`].
    pub const fn flag(&self) -> &AtomicU8 {
        &self.flag
    }

    /// Names the calling thread as the one to wake. A worker that waits (think time, rate) does so with
    /// `park_timeout`, so that a stop ends the wait.
    pub fn attach_current_thread(&self) {
        let _ = self.sleeper.set(std::thread::current());
    }
}

/// Whether the process was started with `signal` ignored, as `nohup` does with SIGHUP. To be asked before a handler is installed.
pub fn is_ignored(signal: i32) -> bool {
    // SAFETY: all zeros are a valid sigaction, and the call only writes the old one.
    let (done, old) = unsafe {
        let mut old: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(signal, std::ptr::null(), &raw mut old), old)
    };
    done == 0 && old.sa_sigaction == libc::SIG_IGN
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_listener_hears_requests_made_before_and_after_it_came() {
        let flag = StopFlag::new();
        let heard = Arc::new(AtomicU32::new(0));
        let early = Arc::clone(&heard);
        let listening = flag.on_request(move || {
            early.fetch_add(1, Ordering::SeqCst);
        });
        assert_eq!(heard.load(Ordering::SeqCst), 0);
        flag.request();
        assert_eq!(heard.load(Ordering::SeqCst), 1);
        drop(listening);
        flag.request();
        assert_eq!(heard.load(Ordering::SeqCst), 1);
        let late = Arc::clone(&heard);
        let _late = flag.on_request(move || {
            late.fetch_add(10, Ordering::SeqCst);
        });
        assert_eq!(heard.load(Ordering::SeqCst), 11);
        assert!(flag.is_requested());
    }

    #[test]
    fn a_stop_ends_a_park() {
        let stop = Arc::new(WorkerStop::new());
        let seen = Arc::clone(&stop);
        let sleeper = std::thread::spawn(move || {
            seen.attach_current_thread();
            while !seen.is_requested() {
                std::thread::park();
            }
        });
        stop.request();
        // Without the wake-up a thread that parked before the request would never return.
        while !sleeper.is_finished() {
            stop.request();
            std::thread::yield_now();
        }
        sleeper.join().unwrap();
    }
}
