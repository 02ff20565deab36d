//! How far writing is, on stderr: a line drawn over itself on a terminal, a line every ten seconds elsewhere.

use std::collections::VecDeque;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::verbs::quantity;

/// Over which time the speed is taken.
const WINDOW: Duration = Duration::from_secs(5);
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Draws.
#[derive(Debug)]
pub(crate) struct Progress {
    mode: Mode,
    total_bytes: u64,
    marks: VecDeque<(Instant, u64)>,
    drawn: Instant,
}

#[derive(Debug, PartialEq, Eq)]
enum Mode {
    Terminal,
    Lines,
    #[cfg(test)]
    Silent,
}

impl Progress {
    /// For work that has `done_bytes` of `total_bytes` behind it.
    pub(crate) fn begin(done_bytes: u64, total_bytes: u64) -> Self {
        let mode = if std::io::stderr().is_terminal() {
            Mode::Terminal
        } else {
            Mode::Lines
        };
        Self::with(mode, done_bytes, total_bytes)
    }

    #[cfg(test)]
    pub(crate) fn silent() -> Self {
        Self::with(Mode::Silent, 0, 0)
    }

    fn with(mode: Mode, done_bytes: u64, total_bytes: u64) -> Self {
        let now = Instant::now();
        Self {
            mode,
            total_bytes,
            marks: VecDeque::from([(now, done_bytes)]),
            drawn: now,
        }
    }

    /// Shows it, if it is time to.
    pub(crate) fn show(&mut self, done_bytes: u64) {
        let now = Instant::now();
        self.marks.push_back((now, done_bytes));
        while self.marks.len() > 2 && now.duration_since(self.marks[1].0) > WINDOW {
            self.marks.pop_front();
        }
        let due = match self.mode {
            Mode::Terminal => true,
            Mode::Lines => now.duration_since(self.drawn) >= LINE_EVERY,
            #[cfg(test)]
            Mode::Silent => false,
        };
        if !due {
            return;
        }
        self.drawn = now;
        let (since, before) = self.marks[0];
        let rate =
            (done_bytes - before.min(done_bytes)) as f64 / now.duration_since(since).as_secs_f64().max(1e-3);
        let line = line(done_bytes, self.total_bytes, rate);
        let mut err = std::io::stderr().lock();
        let _ = match self.mode {
            Mode::Terminal => write!(err, "\r\x1b[K{line}").and_then(|()| err.flush()),
            _ => writeln!(err, "fiord: {line}"),
        };
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if self.mode == Mode::Terminal {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

fn line(done: u64, total: u64, rate: f64) -> String {
    let percent = done as f64 * 100.0 / total.max(1) as f64;
    let left = if rate > 0.0 {
        format!(
            "{} left",
            quantity::seconds((total - done.min(total)) as f64 / rate)
        )
    } else {
        "no progress".to_owned()
    };
    let (done, total, rate) = (
        quantity::bytes(done),
        quantity::bytes(total),
        quantity::bytes(rate as u64),
    );
    format!("{percent:>5.1} %  {done} of {total}  {rate}/s  {left}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn the_line_has_share_speed_and_time_left() {
        let text = line(6 << 30, 24 << 30, (1u64 << 30) as f64);
        assert_eq!(text, " 25.0 %  6.00 GiB of 24.00 GiB  1.00 GiB/s  18 s left");
        assert!(line(0, 24 << 30, 0.0).ends_with("no progress"));
        assert!(line(0, 0, 1.0).contains("0 s left"));
    }
}
