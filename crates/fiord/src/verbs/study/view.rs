//! What a study shows while it runs: a line for each cell that ended, and the time left.

use std::time::Instant;

use fiord_judge::State;
use fiord_record::number::{About, plural};
use fiord_report::findings::mark;
use fiord_report::page::{Page, Styled};
use fiord_stats::interval::median;
use fiord_study::definition::Study;
use fiord_study::forecast;
use fiord_study::language::CheckedCell;
use fiord_study::progress::{self, CellState, Done, NextRun};
use fiord_study::words;

use super::page::range;
use crate::ui::{self, Progress, say};

/// The progress of a study.
pub(super) struct View<'s> {
    study: &'s Study,
    cells: &'s [CheckedCell],
    progress: Progress,
    started: Instant,
    /// Runs that were stored before.
    already: usize,
    block: Option<u32>,
    /// Seconds of each cell: by its plan where that has a limit, and as it took since.
    seconds: Vec<Option<f64>>,
    begun: Instant,
    line: (f64, String),
}

impl<'s> View<'s> {
    pub(super) fn new(study: &'s Study, cells: &'s [CheckedCell], done: &[Done]) -> Self {
        Self {
            study,
            cells,
            progress: Progress::begin(),
            started: Instant::now(),
            already: done.len(),
            block: None,
            seconds: cells.iter().map(|cell| forecast::seconds(&cell.plan)).collect(),
            begun: Instant::now(),
            line: (0.0, String::new()),
        }
    }

    /// Before a run. At least and at most so many are left, and so many seconds of the budget.
    pub(super) fn begin(
        &mut self,
        next: NextRun,
        done: &[Done],
        (least, most): (u64, u64),
        budget_s: Option<f64>,
    ) {
        let left = self.left(done, (least, most), budget_s.unwrap_or(f64::INFINITY));
        let label = self.label(next.cell);
        let share = done.len() as f64 / (done.len() as f64 + least.max(1) as f64);
        let words = format!("{left}block {}, {}", next.block + 1, label);
        self.progress.show(Some(share), &words);
        self.line = (share, words);
        if !self.progress.is_shown() && self.block != Some(next.block) {
            say(format!(
                "block {}, {} done{}",
                next.block + 1,
                plural(done.len() as u64, "run"),
                left.strip_suffix(": ")
                    .map_or_else(String::new, |left| format!(", {left}"))
            ));
        }
        self.block = Some(next.block);
        self.begun = Instant::now();
    }

    /// Keeps the line alive during a run.
    pub(super) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        let (share, words) = &self.line;
        let begun = Instant::now();
        let draw = |progress: &Progress| {
            let seconds = begun.elapsed().as_secs();
            progress.show(Some(*share), &format!("{words}, {seconds} s"));
        };
        self.progress.during(draw, work)
    }

    /// After a run. On a terminal a cell that needs no more runs gets its line.
    pub(super) fn end(&mut self, next: NextRun, done: &[Done]) {
        if let Some(seconds) = self.seconds.get_mut(next.cell as usize) {
            *seconds = Some(self.begun.elapsed().as_secs_f64());
        }
        if !self.progress.is_shown() {
            return;
        }
        let looks = progress::looks(&self.study.stop);
        let runs = progress::by_cell(self.cells.len() as u32, done);
        let Some(runs) = runs.get(next.cell as usize) else {
            return;
        };
        let state = progress::state(&self.study.stop, looks.as_ref(), runs);
        let (symbol, style) = match state {
            CellState::Open => return,
            CellState::Enough => mark(State::Fine),
            CellState::MostRuns => mark(State::Care),
            CellState::Failed => mark(State::Wrong),
        };
        let values: Vec<f64> = runs
            .iter()
            .filter_map(|run| run.values.as_ref()?.first().copied())
            .collect();
        let middle = median(&values).map_or_else(String::new, |middle| {
            format!(": {}", words::value(self.study.metric, middle))
        });
        let wide = match state {
            CellState::MostRuns => ", less precise than asked",
            CellState::Failed => ", failed",
            _ => "",
        };
        let runs = plural(runs.len() as u64, "run");
        let mut page = Page::new();
        page.item(
            Styled::new().styled(style, symbol).plain(" "),
            "  ",
            format!("{}{middle}, {runs}{wide}", self.label(next.cell)),
        );
        self.progress.above(|| ui::show(&page));
    }

    fn label(&self, cell: u32) -> String {
        let cell = self.cells.get(cell as usize);
        cell.map(|cell| cell.cell.label(self.study)).unwrap_or_default()
    }

    /// The time left, from what each cell that is still open took or will take: `2 min to 4 min left: `. Empty where nobody knows.
    fn left(&self, done: &[Done], (least, most): (u64, u64), budget_s: f64) -> String {
        let looks = progress::looks(&self.study.stop);
        let runs = progress::by_cell(self.cells.len() as u32, done);
        let (fewest, largest) = self.study.stop.runs();
        let (mut low, mut high, mut known) = (0.0, 0.0, true);
        for (runs, seconds) in runs.iter().zip(&self.seconds) {
            if progress::state(&self.study.stop, looks.as_ref(), runs) != CellState::Open {
                continue;
            }
            let count = runs.len() as u32;
            match seconds {
                Some(seconds) => {
                    low += seconds * f64::from(fewest.saturating_sub(count).max(1));
                    high += seconds * f64::from(largest.saturating_sub(count));
                }
                None => known = false,
            }
        }
        let here = done.len() - self.already.min(done.len());
        if !known && here > 0 {
            // Cells without a limit that have not run yet: as long as the others on average.
            let mean = self.started.elapsed().as_secs_f64() / here as f64;
            (low, high) = (mean * least as f64, mean * most as f64);
        } else if !known {
            return String::new();
        }
        let about = |seconds: f64| About(seconds.min(budget_s)).to_string();
        format!("{} left: ", range(&about(low), &about(high)))
    }
}
