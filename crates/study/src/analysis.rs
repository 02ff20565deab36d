//! From the values of runs to a summary of each cell and to findings.

mod comparisons;

use std::collections::BTreeMap;

use fiord_messages::Lang;
use fiord_stats::interval::{Interval, median, median_interval};
use fiord_stats::multiple::holm;
use fiord_stats::repeats::{TwoStates, trend, two_states};

use self::comparisons::Findings;
use crate::definition::{Stop, Study, StudyMetric};
use crate::findings::{Caveat, Response, StudyClaim, StudyFinding};
use crate::inside::{self, CellRate, Inside};
use crate::language::CheckedCell;
use crate::matrix::StudyCell;
use crate::progress::{self, LEVEL};
use crate::sheet::{self, SheetValue};
use fiord_record::claims::SpecSheet;

/// Share of the best at which a curve has reached its knee.
pub const KNEE_SHARE: f64 = 0.95;
/// Level of the test for drift, all cells together.
const DRIFT_LEVEL: f64 = 0.01;

/// One stored run, measured.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredRun {
    pub block: u32,
    pub cell: u32,
    /// In the order of running.
    pub place: u32,
    /// Id in the store.
    pub run: i64,
    /// Its grade's letter.
    pub grade: char,
    /// The metric of each measured direction.
    pub values: BTreeMap<Response, f64>,
    /// What went wrong; its values do not count then.
    pub failed: bool,
}

/// One response of one cell over all blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    pub cell: u32,
    pub response: Response,
    /// (block, value), in the order of blocks.
    pub values: Vec<(u32, f64)>,
    pub median: f64,
    /// None below six runs.
    pub interval: Option<Interval>,
    pub is_drifting: bool,
    pub states: Option<TwoStates>,
    /// Those that count.
    pub runs: Vec<i64>,
    /// Those of them with grade D.
    pub wrong: Vec<i64>,
    /// Those with grade D that do not count, because the others are enough.
    pub left_out: Vec<i64>,
    pub state: progress::CellState,
}

impl Summary {
    /// Whether it is less precise than the study asks for, because it was repeated as often as allowed, or ended before that.
    pub fn is_wide(&self, stop: &Stop) -> bool {
        match self.state {
            progress::CellState::MostRuns => true,
            progress::CellState::Open => matches!(stop, Stop::Precise { .. }),
            progress::CellState::Enough | progress::CellState::Failed => false,
        }
    }

    /// What has to be said with it; `cell` is the label of its cell.
    pub fn caveats(&self, cell: String, stop: &Stop) -> Vec<Caveat> {
        let (counted, left_out) = (self.runs.len() as u32, self.left_out.len() as u32);
        let mut caveats = Vec::new();
        caveats.extend(self.wrong.first().map(|first| Caveat::Wrong {
            cell: cell.clone(),
            runs: self.wrong.len() as u32,
            of: counted,
            first: *first,
        }));
        caveats.extend(self.left_out.first().map(|first| Caveat::LeftOut {
            cell: cell.clone(),
            runs: left_out,
            of: counted + left_out,
            first: *first,
        }));
        caveats.extend(self.is_drifting.then(|| Caveat::Drift { cell: cell.clone() }));
        caveats.extend(
            self.states
                .is_some()
                .then(|| Caveat::TwoStates { cell: cell.clone() }),
        );
        caveats.extend(self.is_wide(stop).then_some(Caveat::Wide { cell }));
        caveats
    }
}

/// A cell without any number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnmeasuredCell {
    pub cell: u32,
    pub reason: UnmeasuredReason,
}

/// Why a cell has no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnmeasuredReason {
    /// The study ended before its first run.
    NoRun,
    /// Its run failed.
    Failed,
    /// Its runs do not have the metric, as a percentile of few I/Os.
    NoValue,
}

/// A study, analysed.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    pub summaries: Vec<Summary>,
    /// Cells without a summary.
    pub unmeasured: Vec<UnmeasuredCell>,
    pub findings: Vec<StudyFinding>,
}

/// The runs as the stop rule takes them.
pub fn done(runs: &[MeasuredRun]) -> Vec<progress::Done> {
    let of = |run: &MeasuredRun| progress::Done {
        block: run.block,
        cell: run.cell,
        values: (!run.failed && !run.values.is_empty()).then(|| run.values.values().copied().collect()),
        is_wrong: run.grade == 'D',
    };
    runs.iter().map(of).collect()
}

/// Analyses what is stored so far.
pub fn analyse(study: &Study, cells: &[StudyCell], seed: u64, runs: &[MeasuredRun]) -> Analysis {
    let looks = progress::looks(&study.stop);
    let stopped = progress::by_cell(cells.len() as u32, &done(runs));
    let (mut summaries, mut unmeasured) = (Vec::new(), Vec::new());
    for cell in cells {
        let state = stopped
            .get(cell.number as usize)
            .map_or(progress::CellState::Open, |runs| {
                progress::state(&study.stop, looks.as_ref(), runs)
            });
        let found = of_cell(cell.number, runs, state);
        if found.is_empty() {
            let reason = why_unmeasured(cell.number, runs);
            let cell = cell.number;
            unmeasured.push(UnmeasuredCell { cell, reason });
        }
        summaries.extend(found);
    }
    mark_drift(&mut summaries, runs);
    let analysis = Findings {
        study,
        cells,
        seed,
        summaries: &summaries,
    };
    let findings = analysis.all();
    Analysis {
        summaries,
        unmeasured,
        findings,
    }
}

fn why_unmeasured(cell: u32, runs: &[MeasuredRun]) -> UnmeasuredReason {
    let mut mine = runs.iter().filter(|run| run.cell == cell).peekable();
    if mine.peek().is_none() {
        UnmeasuredReason::NoRun
    } else if mine.any(|run| run.failed) {
        UnmeasuredReason::Failed
    } else {
        UnmeasuredReason::NoValue
    }
}

/// Adds what each cell is of the claim nearest to it.
pub fn hold_against(
    analysis: &mut Analysis,
    sheet: &SpecSheet,
    study: &Study,
    checked: &[CheckedCell],
    seed: u64,
    lang: Lang,
) {
    let cells: Vec<StudyCell> = checked.iter().map(|checked| checked.cell.clone()).collect();
    let findings = Findings {
        study,
        cells: &cells,
        seed,
        summaries: &analysis.summaries,
    };
    let of = |summary: &Summary| {
        let claim = sheet::claim(
            sheet,
            checked.get(summary.cell as usize)?,
            &SheetValue {
                cell: findings.label(summary.cell),
                response: &summary.response,
                metric: study.metric,
                median: summary.median,
                interval: summary.interval,
            },
            lang,
        )?;
        let blocks = summary.values.len() as u32;
        Some(findings.finding(claim, &[summary.cell], &summary.response, blocks, 1))
    };
    let held: Vec<StudyFinding> = analysis.summaries.iter().filter_map(of).collect();
    analysis.findings.splice(0..0, held);
}

/// Adds what curves show about the inside of the drive.
pub fn look_inside(analysis: &mut Analysis, study: &Study, checked: &[CheckedCell], seed: u64) {
    let cells: Vec<StudyCell> = checked.iter().map(|checked| checked.cell.clone()).collect();
    let findings = Findings {
        study,
        cells: &cells,
        seed,
        summaries: &analysis.summaries,
    };
    let point = |summary| findings.curve_point(checked, summary);
    let points: Vec<CellRate<'_>> = analysis.summaries.iter().filter_map(point).collect();
    let of = |(shows, cells): (Inside, Vec<u32>)| {
        let first = points.iter().find(|point| Some(&point.cell) == cells.first())?;
        let response = Response {
            job: first.job.name.clone(),
            ddir: first.ddir.name().to_owned(),
        };
        let blocks = cells
            .iter()
            .filter_map(|cell| Some(findings.summary(*cell, &response)?.values.len()));
        let blocks = blocks.min()? as u32;
        let at = findings.in_common(&cells);
        let found = findings.finding(StudyClaim::Inside { at, shows }, &cells, &response, blocks, 1);
        // Without ground nothing is said.
        (!found.caveats.iter().any(Caveat::is_grave)).then_some(found)
    };
    let found: Vec<StudyFinding> = inside::shown(&points).into_iter().filter_map(of).collect();
    // Before the many comparisons, which a screen cuts off.
    let is_comparison = |finding: &StudyFinding| {
        use StudyClaim::{GapCloses, Matters, Ratio};
        matches!(finding.claim, Matters { .. } | GapCloses { .. } | Ratio { .. })
    };
    let all = &mut analysis.findings;
    let at = all.iter().position(is_comparison).unwrap_or(all.len());
    all.splice(at..at, found);
}

fn of_cell(cell: u32, runs: &[MeasuredRun], state: progress::CellState) -> Vec<Summary> {
    let mut mine: Vec<&MeasuredRun> = runs
        .iter()
        .filter(|run| run.cell == cell && !run.failed)
        .collect();
    mine.sort_by_key(|run| run.block);
    let wrong = |mine: &[&MeasuredRun]| -> Vec<i64> {
        let wrong = mine.iter().filter(|run| run.grade == 'D');
        wrong.map(|run| run.run).collect()
    };
    let mut left_out = wrong(&mine);
    if progress::is_left_out(left_out.len(), mine.len()) {
        mine.retain(|run| run.grade != 'D');
    } else {
        left_out.clear();
    }
    let mut responses: Vec<&Response> = mine.iter().flat_map(|run| run.values.keys()).collect();
    responses.sort_unstable();
    responses.dedup();
    let of = |response: &Response| {
        let values: Vec<(u32, f64)> = mine
            .iter()
            .filter_map(|run| Some((run.block, *run.values.get(response)?)))
            .collect();
        let plain: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
        Some(Summary {
            cell,
            response: response.clone(),
            median: median(&plain)?,
            interval: median_interval(&plain, LEVEL),
            is_drifting: false,
            states: two_states(&plain),
            values,
            runs: mine.iter().map(|run| run.run).collect(),
            wrong: wrong(&mine),
            left_out: left_out.clone(),
            state,
        })
    };
    responses.into_iter().filter_map(of).collect()
}

/// Marks cells that change with the order of their runs, at a level that holds for all of them together.
fn mark_drift(summaries: &mut [Summary], runs: &[MeasuredRun]) {
    let place = |cell: u32, block: u32| {
        let run = runs.iter().find(|run| run.cell == cell && run.block == block);
        run.map_or(0, |run| run.place)
    };
    let p: Vec<f64> = summaries
        .iter()
        .map(|summary| {
            let mut ordered: Vec<(u32, f64)> = summary
                .values
                .iter()
                .map(|(block, value)| (place(summary.cell, *block), *value))
                .collect();
            ordered.sort_by_key(|(place, _)| *place);
            let values: Vec<f64> = ordered.into_iter().map(|(_, value)| value).collect();
            trend(&values).map_or(1.0, |trend| trend.p)
        })
        .collect();
    for (summary, p) in summaries.iter_mut().zip(holm(&p)) {
        summary.is_drifting = p < DRIFT_LEVEL;
    }
}

/// The metric of a stored result; the write amplification is in the record.
pub fn value(
    metric: StudyMetric,
    iops: f64,
    bytes_per_s: f64,
    p50_ns: Option<u64>,
    p99_ns: Option<u64>,
) -> Option<f64> {
    let value = match metric {
        StudyMetric::Bandwidth => Some(bytes_per_s),
        StudyMetric::Iops => Some(iops),
        StudyMetric::P50 => p50_ns.map(|ns| ns as f64),
        StudyMetric::P99 => p99_ns.map(|ns| ns as f64),
        StudyMetric::WriteAmplification | StudyMetric::Lifetime => None,
    };
    value.filter(|value| *value > 0.0 && value.is_finite())
}
