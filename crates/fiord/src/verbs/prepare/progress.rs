//! How far writing is: share, speed of the last seconds and time left.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

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
        self.line
            .show(Some(share), &words(done_bytes, self.total_bytes, rate));
    }
}

fn words(done: u64, total: u64, rate: f64) -> String {
    let left = if rate > 0.0 {
        format!("{} left", About((total.saturating_sub(done)) as f64 / rate))
    } else {
        "no progress".to_owned()
    };
    format!(
        "{} of {}, {}/s, {left}",
        Bytes(done),
        Bytes(total),
        Bytes(rate as u64)
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn the_line_has_amount_speed_and_time_left() {
        let text = words(6 << 30, 24 << 30, (1u64 << 30) as f64);
        assert_eq!(text, "6 GiB of 24 GiB, 1 GiB/s, 18 s left");
        assert!(words(0, 24 << 30, 0.0).ends_with("no progress"));
    }
}
