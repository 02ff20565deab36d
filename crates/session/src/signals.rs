//! Signals: SIGINT, SIGTERM and SIGHUP stop the run; SIGUSR1 asks for a report; SIGXFSZ fails the write.
//!
//! A thread waits for them, so no handler does work. SIGHUP stays ignored where it was (`nohup`). A write beyond `ulimit -f` fails with
//! `EFBIG` once SIGXFSZ has a handler: that job ends with this error and the others go on, as in fio, whose job processes are
//! killed one by one.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use fiord_targets::stop::StopFlag;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::iterator::Signals as Waiting;
use signal_hook::iterator::backend::Handle;

/// Signals this soon after the first are the same request: `timeout` and some terminals send one to the process and one to its group.
const ONE_REQUEST: Duration = Duration::from_millis(200);

/// What signals said so far.
#[derive(Clone)]
pub struct Signals {
    /// Asks the engine to stop.
    pub stop: Arc<StopFlag>,
    received: Arc<AtomicI32>,
    first: Arc<OnceLock<Instant>>,
    status: Arc<AtomicBool>,
    more: Handle,
    before_end: Arc<Mutex<Vec<BeforeEnd>>>,
}

type BeforeEnd = Box<dyn Fn() + Send>;

impl Signals {
    /// Begins to listen. A second SIGINT, SIGTERM or SIGHUP, after [`ONE_REQUEST`], ends the process immediately.
    pub fn listen() -> std::io::Result<Self> {
        let mut waiting = Waiting::new([SIGINT, SIGTERM, SIGUSR1, SIGXFSZ])?;
        if !fiord_targets::stop::is_ignored(SIGHUP) {
            waiting.add_signal(SIGHUP)?;
        }
        let signals = Self {
            stop: Arc::new(StopFlag::new()),
            received: Arc::new(AtomicI32::new(0)),
            first: Arc::default(),
            status: Arc::new(AtomicBool::new(false)),
            more: waiting.handle(),
            before_end: Arc::default(),
        };
        let heard = signals.clone();
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || waiting.forever().for_each(|signal| heard.hear(signal)))?;
        Ok(signals)
    }

    fn hear(&self, signal: i32) {
        match signal {
            SIGUSR1 => self.status.store(true, Ordering::Relaxed),
            // The job that wrote too far has its error already.
            SIGXFSZ => {}
            SIGQUIT => self.insist(signal),
            _ if self.received.swap(signal, Ordering::SeqCst) == 0 => {
                self.first.get_or_init(Instant::now);
                self.stop.request();
            }
            _ if self.first.get_or_init(Instant::now).elapsed() < ONE_REQUEST => {}
            _ => self.insist(signal),
        }
    }

    /// Runs this before a second signal, or SIGQUIT, ends the process.
    ///
    /// # Errors
    /// SIGQUIT cannot be heard.
    pub fn before_end(&self, run: impl Fn() + Send + 'static) -> std::io::Result<()> {
        let mut all = self.before_end.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(Box::new(run));
        self.more.add_signal(SIGQUIT)
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
        let all = self.before_end.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().for_each(|run| run());
        signal_hook::low_level::emulate_default_handler(signal).ok();
    }
}
