//! Progress on standard error: one line that is drawn over itself, on a terminal only.

use std::time::Duration;

use fiord_report::text::Styled;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::screen::Screen;

/// Parts of the whole that the bar knows.
const PARTS: u64 = 1000;
/// Redraws per second at most.
const HERTZ: u8 = 5;
/// Columns from which the bar itself is drawn.
const WIDE: usize = 72;

/// A line of progress. It goes away when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Draws only where standard error is a terminal.
    pub(crate) fn begin() -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(HERTZ);
        let bar = ProgressBar::with_draw_target(Some(PARTS), target);
        let is_wide = Screen::stderr().width.is_some_and(|width| width >= WIDE);
        let template = if is_wide {
            "{bar:20} {wide_msg}"
        } else {
            "{wide_msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("━╸─"));
        }
        Self(bar)
    }

    /// Shows how much is done, 0 to 1 where that is known, and what there is to say.
    pub(crate) fn show(&self, share: Option<f64>, words: &str) {
        let words = Styled::from(words).bare();
        match share {
            Some(share) => {
                let share = share.clamp(0.0, 1.0);
                self.0.set_position((share * PARTS as f64) as u64);
                self.0
                    .set_message(format!("{:>3.0} %  {words}", (share * 100.0).floor()));
            }
            None => self.0.set_message(words),
        }
        self.0.tick();
    }

    /// Runs `print` while the line is away, and draws it again below.
    pub(crate) fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    pub(crate) fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }

    /// Runs `work` while `draw` is called five times a second from a thread of its own.
    pub(crate) fn during<T>(&self, draw: impl Fn(&Self) + Sync, work: impl FnOnce() -> T) -> T {
        if !self.is_shown() {
            return work();
        }
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let drawer = scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    draw(self);
                    std::thread::park_timeout(Duration::from_millis(1000 / u64::from(HERTZ)));
                }
            });
            let result = work();
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            drawer.thread().unpark();
            result
        })
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
