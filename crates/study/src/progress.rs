//! What runs next: a function of the study, its seed and what is stored, and of nothing else.

use std::collections::{BTreeMap, BTreeSet};

use fiord_stats::stopping::{Decision, Looks};
use serde::{Deserialize, Serialize};

use crate::definition::{Stop, Study};
use crate::order;

/// Level of intervals.
pub const LEVEL: f64 = 0.95;

/// One stored run.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    pub block: u32,
    pub cell: u32,
    /// The metric of each measured job and direction, in one order for all runs of a cell; none: it failed.
    pub values: Option<Vec<f64>>,
    /// It measured something else than it seems.
    pub is_wrong: bool,
}

/// Runs of a cell without which the others still have an interval.
const LEAST_COUNTED: usize = 6;

/// Whether so few of the runs of a cell measured something else that the others stand for it: less than a third.
pub fn is_left_out(wrong: usize, all: usize) -> bool {
    wrong * 3 < all && all - wrong >= LEAST_COUNTED
}

/// One run to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NextRun {
    pub block: u32,
    pub cell: u32,
}

/// The looks of a stop rule, which stops on the width and on nothing else; none: it does not look.
pub fn looks(stop: &Stop) -> Option<Looks> {
    match *stop {
        Stop::Repeats(_) => None,
        Stop::Precise {
            least, step, most, ..
        } => Looks::apart(least as usize, step as usize, most as usize, LEVEL),
    }
}

/// How a cell stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellState {
    /// More runs are needed.
    Open,
    /// Repeated as often as asked, or as precise.
    Enough,
    /// As often as allowed, and not as precise as asked.
    MostRuns,
    /// A run of it failed: it is not repeated.
    Failed,
}

/// The state of a cell from its runs, in the order of blocks.
pub fn state(stop: &Stop, looks: Option<&Looks>, runs: &[Done]) -> CellState {
    if runs.iter().any(|run| run.values.is_none()) {
        return CellState::Failed;
    }
    let count = runs.len() as u32;
    let wrong = runs.iter().filter(|run| run.is_wrong).count();
    let leaves_out = is_left_out(wrong, runs.len());
    let counted = runs.iter().filter(|run| !(leaves_out && run.is_wrong));
    let counted: Vec<&[f64]> = counted.filter_map(|run| run.values.as_deref()).collect();
    match *stop {
        Stop::Repeats(repeats) if count >= repeats => CellState::Enough,
        Stop::Repeats(_) => CellState::Open,
        Stop::Precise { half_width, most, .. } => {
            let is_precise = |looks: &Looks| {
                // A cell that was precise at an earlier look did not run again.
                let last = (1..=counted.len()).rev().find(|n| looks.rank(*n).is_some());
                last.is_some_and(|n| precise(looks, &counted[..n], half_width))
            };
            if looks.is_some_and(is_precise) {
                CellState::Enough
            } else if count >= most {
                CellState::MostRuns
            } else {
                CellState::Open
            }
        }
    }
}

/// Whether every response is as precise as asked at this look.
fn precise(looks: &Looks, runs: &[&[f64]], half_width: f64) -> bool {
    let responses = runs.iter().map(|run| run.len()).min().unwrap_or(0);
    responses > 0
        && (0..responses).all(|at| {
            let values: Vec<f64> = runs.iter().map(|run| run[at]).collect();
            matches!(looks.decide(&values, half_width), Decision::Precise(_))
        })
}

/// The runs of each cell, in the order of blocks.
pub fn by_cell(cells: u32, done: &[Done]) -> Vec<Vec<Done>> {
    let mut sorted: BTreeMap<(u32, u32), &Done> = BTreeMap::new();
    for run in done {
        sorted.insert((run.cell, run.block), run);
    }
    let mut all = vec![Vec::new(); cells as usize];
    for ((cell, _), run) in sorted {
        if let Some(runs) = all.get_mut(cell as usize) {
            runs.push(run.clone());
        }
    }
    all
}

/// What a study still has to do.
#[derive(Debug)]
pub struct RemainingRuns<'s> {
    study: &'s Study,
    looks: Option<Looks>,
    cells: u32,
    seed: u64,
}

impl<'s> RemainingRuns<'s> {
    pub fn of(study: &'s Study, cells: u32, seed: u64) -> Self {
        Self {
            study,
            looks: looks(&study.stop),
            cells,
            seed,
        }
    }

    /// The run that comes next; none: every cell has enough.
    pub fn next(&self, done: &[Done]) -> Option<NextRun> {
        self.of_block(done, 1).pop()
    }

    /// The next runs, all of one block and at most `most_runs`; empty: every cell has enough.
    ///
    /// A block holds the cells that were open when it began, in its order. A block that was interrupted is finished first.
    pub fn of_block(&self, done: &[Done], most_runs: usize) -> Vec<NextRun> {
        let (_, most) = self.study.stop.runs();
        // A block begins when the one before it is whole.
        let first = done.iter().map(|run| run.block).max().unwrap_or(0);
        for block in first..most {
            let before: Vec<Done> = done.iter().filter(|run| run.block < block).cloned().collect();
            let before = by_cell(self.cells, &before);
            let is_open = |cell: u32| {
                let runs = before.get(cell as usize).map_or(&[][..], Vec::as_slice);
                state(&self.study.stop, self.looks.as_ref(), runs) == CellState::Open
            };
            let in_block: BTreeSet<u32> = done
                .iter()
                .filter(|run| run.block == block)
                .map(|run| run.cell)
                .collect();
            let mut any = false;
            let mut next = Vec::new();
            for cell in order::of_block(self.study.order, self.seed, block, self.cells) {
                // Whether it is done is known sooner than whether it is open.
                if in_block.contains(&cell) {
                    any = true;
                } else if is_open(cell) {
                    next.push(NextRun { block, cell });
                    if next.len() == most_runs {
                        break;
                    }
                }
            }
            if !next.is_empty() || !any {
                return next;
            }
        }
        Vec::new()
    }

    /// Runs that are still to come, at least and at most.
    pub fn left(&self, done: &[Done]) -> (u64, u64) {
        let (least, most) = self.study.stop.runs();
        let mut left = (0, 0);
        for runs in by_cell(self.cells, done) {
            if state(&self.study.stop, self.looks.as_ref(), &runs) == CellState::Open {
                let count = runs.len() as u64;
                // An open cell runs once more, whatever the rule's least.
                left.0 += u64::from(least).saturating_sub(count).max(1);
                left.1 += u64::from(most).saturating_sub(count);
            }
        }
        left
    }
}
