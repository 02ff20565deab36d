//! Signals: SIGINT, SIGTERM and SIGHUP stop the run; SIGUSR1 asks for a report; SIGXFSZ fails the write.
//!
//! A thread waits for them, so no handler does work. SIGHUP stays ignored where it was (`nohup`). A write beyond `ulimit -f` fails with
//! `EFBIG` once SIGXFSZ has a handler: that job ends with this error and the others go on, as in fio, whose job processes are
//! killed one by one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use fiord_targets::stop::StopFlag;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::iterator::Signals as Waiting;

/// What signals said so far.
#[derive(Clone)]
pub struct Signals {
    /// Asks the engine to stop.
    pub stop: Arc<StopFlag>,
    received: Arc<AtomicI32>,
    status: Arc<AtomicBool>,
}

impl Signals {
    /// Begins to listen. A second SIGINT, SIGTERM or SIGHUP ends the process at once.
    pub fn listen() -> std::io::Result<Self> {
        Self::listen_for(&[SIGINT, SIGTERM, SIGUSR1, SIGXFSZ], || {})
    }

    /// As [`Signals::listen`]; `before_end` runs before a second signal, or SIGQUIT, ends the process.
    ///
    /// # Errors
    /// As [`Signals::listen`].
    pub fn listen_and(before_end: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        Self::listen_for(&[SIGINT, SIGTERM, SIGUSR1, SIGXFSZ, SIGQUIT], before_end)
    }

    fn listen_for(these: &[i32], before_end: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let signals = Self {
            stop: Arc::new(StopFlag::new()),
            received: Arc::new(AtomicI32::new(0)),
            status: Arc::new(AtomicBool::new(false)),
        };
        let mut waiting = Waiting::new(these)?;
        if !fiord_targets::stop::is_ignored(SIGHUP) {
            waiting.add_signal(SIGHUP)?;
        }
        let heard = signals.clone();
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || {
                for signal in waiting.forever() {
                    if signal == SIGUSR1 {
                        heard.status.store(true, Ordering::Relaxed);
                    } else if signal == SIGXFSZ {
                        // The job that wrote too far has its error already.
                    } else if heard.received.swap(signal, Ordering::SeqCst) == 0 && signal != SIGQUIT {
                        heard.stop.request();
                    } else {
                        before_end();
                        heard.insist(signal);
                    }
                }
            })?;
        Ok(signals)
    }

    /// The signal that asked to stop, if one did.
    pub fn received(&self) -> Option<i32> {
        match self.received.load(Ordering::SeqCst) {
            0 => None,
            signal => Some(signal),
        }
    }

    /// Whether a status report was asked for since the last call.
    pub fn take_status_request(&self) -> bool {
        self.status.swap(false, Ordering::Relaxed)
    }

    /// Twice means now.
    fn insist(&self, signal: i32) {
        signal_hook::low_level::emulate_default_handler(signal).ok();
    }
}
