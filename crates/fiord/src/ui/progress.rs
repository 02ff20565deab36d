//! Progress on standard error: a few lines that are drawn over themselves, on a terminal only. Nothing about the terminal is changed, so
//! that there is nothing to restore, however the program ends.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fiord_report::text::Styled;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::screen::Screen;

/// Redraws per second at most.
const HERTZ: u8 = 5;
/// Columns from which a bar is drawn, and its own columns.
const WIDE: usize = 72;
const BAR: usize = 20;
/// Columns of a terminal that does not say how many it has.
const USUAL_WIDTH: usize = 80;

/// The progress that is on the terminal: what else is printed goes above it.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Lines of progress. They go away when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Draws only where standard error is a terminal.
    pub(crate) fn begin() -> Self {
        let target = ProgressDrawTarget::stderr_with_hz(HERTZ);
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        if !bar.is_hidden() {
            *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
        }
        Self(bar)
    }

    /// Shows how much is done, 0 to 1 where that is known, and what there is to say.
    pub(crate) fn show(&self, share: Option<f64>, words: &str) {
        self.show_over(share, words, |_| Vec::new());
    }

    /// Likewise, over lines that are made for a number of columns.
    pub(crate) fn show_over(
        &self,
        share: Option<f64>,
        words: &str,
        below: impl FnOnce(usize) -> Vec<Styled>,
    ) {
        let screen = Screen::stderr();
        // Without the last column, after which some terminals begin a line.
        let columns = screen.width.unwrap_or(USUAL_WIDTH) - 1;
        let words = Styled::from(words).bare();
        let first = match share.map(|share| share.clamp(0.0, 1.0)) {
            Some(share) => {
                let bar = if columns >= WIDE {
                    bar(share) + " "
                } else {
                    String::new()
                };
                format!("{bar}{:>3.0} %  {words}", (share * 100.0).floor())
            }
            None => words,
        };
        let lines = std::iter::once(Styled::from(first)).chain(below(columns));
        let drawn = lines.map(|line| {
            let line = line.cut(columns);
            if screen.colour {
                line.painted().to_owned()
            } else {
                line.bare()
            }
        });
        self.0.set_message(drawn.collect::<Vec<_>>().join("\n"));
        self.0.tick();
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
        if self.is_shown() {
            SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
        self.0.finish_and_clear();
    }
}

/// Runs `print` while the progress is away, and draws it again below.
pub(crate) fn above_progress<T>(print: impl FnOnce() -> T) -> T {
    // Taken out meanwhile, so that `print` may come here again.
    let shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(bar) = shown else { return print() };
    let result = bar.suspend(print);
    if !bar.is_finished() {
        *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar);
    }
    result
}

fn bar(share: f64) -> String {
    let filled = (share * BAR as f64) as usize;
    let head = if filled < BAR { "╸" } else { "" };
    format!(
        "{}{head}{}",
        "━".repeat(filled),
        "─".repeat(BAR.saturating_sub(filled + 1))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_has_its_columns_at_every_share() {
        assert_eq!(bar(0.0), format!("╸{}", "─".repeat(19)));
        assert_eq!(bar(0.5), format!("{}╸{}", "━".repeat(10), "─".repeat(9)));
        assert_eq!(bar(1.0), "━".repeat(20));
    }
}
