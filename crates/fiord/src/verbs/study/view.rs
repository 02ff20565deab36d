//! What a study shows while it runs: a line for each cell that ended, and the time left.

use std::time::Instant;

use fiord_judge::State;
use fiord_messages::{Lang, study as messages};
use fiord_record::number::About;
use fiord_report::text::findings::mark;
use fiord_report::text::{Page, Styled};
use fiord_stats::interval::median;
use fiord_study::definition::Study;
use fiord_study::forecast;
use fiord_study::language::CheckedCell;
use fiord_study::progress::{self, CellState, Done, NextRun};
use fiord_study::words;

use super::page::range;
use crate::live::LiveHead;
use crate::ui::{self, Progress, say};

/// What a study is a part of.
#[derive(Debug, Clone)]
pub(in crate::verbs) struct WholeProgress {
    /// Which part it is, in words.
    pub(in crate::verbs) part: String,
    /// Seconds that the parts after it take, about.
    pub(in crate::verbs) rest_s: f64,
}

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
    line: (f64, RunLine),
    whole: Option<WholeProgress>,
}

impl<'s> View<'s> {
    pub(super) fn new(
        study: &'s Study,
        cells: &'s [CheckedCell],
        done: &[Done],
        whole: Option<WholeProgress>,
    ) -> Self {
        Self {
            study,
            cells,
            progress: Progress::begin(),
            started: Instant::now(),
            already: done.len(),
            block: None,
            seconds: cells.iter().map(|cell| forecast::seconds(&cell.plan)).collect(),
            begun: Instant::now(),
            line: (0.0, RunLine::default()),
            whole,
        }
    }

    /// Adds seconds to the expected time of each run.
    pub(super) fn expect_before_each_run(&mut self, seconds: f64) {
        self.seconds.iter_mut().flatten().for_each(|run| *run += seconds);
    }

    /// Before a run of one cell, or of several that take turns. `least` and `most` count the runs that are left; `budget_s` is what the budget has
    /// left.
    pub(super) fn begin(
        &mut self,
        next: &[NextRun],
        done: &[Done],
        (least, most): (u64, u64),
        budget_s: Option<f64>,
    ) {
        let left = self.left(done, (least, most), budget_s.unwrap_or(f64::INFINITY));
        let share = done.len() as f64 / (done.len() as f64 + least.max(1) as f64);
        let block = next.first().map_or(0, |next| next.block);
        let line = RunLine {
            block: block + 1,
            cell: self.in_whole(next),
            left,
        };
        self.progress.show(Some(share), &line.text(0));
        if !self.progress.is_shown() && self.block != Some(block) {
            say(line.begun(done.len() as u64));
        }
        self.line = (share, line);
        self.block = Some(block);
        self.begun = Instant::now();
    }

    /// Runs `measure` with what shows it.
    pub(super) fn during<T>(&self, measure: impl FnOnce(&Progress, &LiveHead<'_>) -> T) -> T {
        let (share, line) = &self.line;
        let words = |seconds| (Some(*share), line.text(seconds));
        let head = LiveHead::Part {
            words: &words,
            part: line.cell.clone(),
        };
        measure(&self.progress, &head)
    }

    /// After a run. On a terminal a cell that needs no more runs gets its line.
    pub(super) fn end(&mut self, cells: &[NextRun], done: &[Done]) {
        let seconds = self.begun.elapsed().as_secs_f64() / cells.len() as f64;
        for next in cells {
            if let Some(known) = self.seconds.get_mut(next.cell as usize) {
                *known = Some(seconds);
            }
            if self.progress.is_shown() {
                self.end_of_cell(*next, done);
            }
        }
    }

    fn end_of_cell(&self, next: NextRun, done: &[Done]) {
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
        let middle = median(&values).map(|middle| words::value(self.study.metric, middle));
        let (cell, runs, lang) = (&self.label(next.cell), runs.len() as u64, Lang::current());
        let line = match (state, &middle) {
            (CellState::Failed, Some(median)) => messages::CellFailedAfter { runs, cell, median }.text(lang),
            (_, None) => messages::CellFailed { runs, cell }.text(lang),
            (CellState::MostRuns, Some(median)) => messages::CellWide { runs, cell, median }.text(lang),
            (_, Some(median)) => messages::CellDone { runs, cell, median }.text(lang),
        };
        let mut page = Page::new();
        page.item(Styled::new().styled(style, symbol).plain(" "), "  ", line);
        ui::show(&page);
    }

    /// The cells, after the part of the whole that the study is.
    fn in_whole(&self, cells: &[NextRun]) -> String {
        let cell = match cells {
            [next] => self.label(next.cell),
            _ => {
                let cells = &(cells.len() as u64);
                messages::CellsInTurns { cells }.text(Lang::current())
            }
        };
        match &self.whole {
            Some(whole) => messages::CellOfPart {
                part: &whole.part,
                cell: &cell,
            }
            .text(Lang::current()),
            None => cell,
        }
    }

    fn label(&self, cell: u32) -> String {
        let cell = self.cells.get(cell as usize);
        cell.map(|cell| cell.cell.label(self.study)).unwrap_or_default()
    }

    /// The time left, from what each cell that is still open took or will take: `2 min to 4 min`. None: unknown.
    fn left(&self, done: &[Done], (least, most): (u64, u64), budget_s: f64) -> Option<String> {
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
            return None;
        }
        let rest_s = self.whole.as_ref().map_or(0.0, |whole| whole.rest_s);
        let about = |seconds: f64| About(seconds.min(budget_s) + rest_s).to_string();
        Some(range(&about(low), &about(high)))
    }
}

/// What is measured, and the time left where it is known.
#[derive(Debug, Default)]
struct RunLine {
    /// From 1.
    block: u32,
    cell: String,
    left: Option<String>,
}

impl RunLine {
    /// After `seconds` of a run.
    fn text(&self, seconds: u64) -> String {
        let (block, cell, seconds) = (&self.block, &self.cell, &seconds);
        match &self.left {
            Some(left) => messages::RunningTimeLeft {
                left,
                block,
                cell,
                seconds,
            }
            .text(Lang::current()),
            None => messages::Running { block, cell, seconds }.text(Lang::current()),
        }
    }

    /// When a block begins.
    fn begun(&self, runs: u64) -> String {
        let block = &self.block;
        match &self.left {
            Some(left) => messages::BlockBegunTimeLeft { runs, block, left }.text(Lang::current()),
            None => messages::BlockBegun { runs, block }.text(Lang::current()),
        }
    }
}
