//! How far writing is: share, speed of the last seconds and time left.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use fiord_messages::{Lang, prepare as messages};
use fiord_record::number::{About, Bytes};

use crate::ui;

/// Over which time the speed is taken.
const WINDOW: Duration = Duration::from_secs(5);

/// Draws on a terminal.
#[derive(Debug)]
pub(crate) struct FillProgress {
    line: ui::Progress,
    total_bytes: u64,
    marks: VecDeque<(Instant, u64)>,
}

impl FillProgress {
    /// For work that has `done_bytes` of `total_bytes` behind it.
    pub(crate) fn begin(done_bytes: u64, total_bytes: u64) -> Self {
        Self {
            line: ui::Progress::begin(),
            total_bytes,
            marks: VecDeque::from([(Instant::now(), done_bytes)]),
        }
    }

    /// Shows it.
    pub(crate) fn show(&mut self, done_bytes: u64) {
        let now = Instant::now();
        self.marks.push_back((now, done_bytes));
        while self.marks.len() > 2 && now.duration_since(self.marks[1].0) > WINDOW {
            self.marks.pop_front();
        }
        let (since, before) = self.marks[0];
        let seconds = now.duration_since(since).as_secs_f64().max(1e-3);
        let rate = done_bytes.saturating_sub(before) as f64 / seconds;
        let share = done_bytes as f64 / self.total_bytes.max(1) as f64;
        self.line.show(
            Some(share),
            &words(done_bytes, self.total_bytes, rate, Lang::current()),
        );
    }
}

fn words(done_bytes: u64, total_bytes: u64, bytes_per_s: f64, lang: Lang) -> String {
    let (done, size) = (&Bytes(done_bytes), &Bytes(total_bytes));
    let rate = &Bytes(bytes_per_s as u64);
    if bytes_per_s > 0.0 {
        let left = &About(total_bytes.saturating_sub(done_bytes) as f64 / bytes_per_s);
        messages::Progress {
            done,
            size,
            rate,
            left,
        }
        .text(lang)
    } else {
        messages::NoProgress { done, size, rate }.text(lang)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn the_line_has_amount_speed_and_time_left() {
        let text = words(6 << 30, 24 << 30, (1u64 << 30) as f64, Lang::En);
        assert_eq!(text, "6 GiB of 24 GiB, 1 GiB/s, 18 s left");
        assert!(words(0, 24 << 30, 0.0, Lang::En).ends_with("no progress"));
    }
}
