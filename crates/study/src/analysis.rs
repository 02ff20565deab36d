//! From the values of runs to a summary of each cell and to findings.
//!
//! Comparisons use the blocks in which both sides ran, as pairs. Their intervals allow for all comparisons of their kind (Bonferroni), and
//! for the looks of an adaptive stop (`stats::stopping`). Few blocks cannot exclude anything by ranks; there Student's t of paired
//! logarithms stands in, as in `stats::best`.

use std::collections::BTreeMap;

use fiord_stats::best::{self, LEAST_BLOCKS};
use fiord_stats::interval::{Interval, median, paired_shift_interval};
use fiord_stats::multiple::holm;
use fiord_stats::probability::t_quantile_upper;
use fiord_stats::repeats::{TwoStates, trend, two_states};
use fiord_stats::steady::{snia, snia_attained_at};
use fiord_stats::stopping::{Looks, PAIRED_LOOK_LEVEL};

use crate::definition::{Study, StudyMetric};
use crate::findings::{Caveat, Design, Estimate, RatioOutcome, Response, StudyClaim, StudyFinding};
use crate::matrix::StudyCell;
use crate::progress::{self, LEVEL};

/// Share of the best at which a curve has reached its knee.
pub const KNEE_SHARE: f64 = 0.95;
/// Level of the test for drift, all cells together.
const DRIFT_LEVEL: f64 = 0.01;
/// Blocks beyond the fewest with which signed ranks can exclude anything, from which they take over from Student's t.
const RANKS_AFTER: u32 = 4;

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
    /// None below six runs, or where no look has an interval.
    pub interval: Option<Interval>,
    pub is_drifting: bool,
    pub states: Option<TwoStates>,
    pub runs: Vec<i64>,
    /// Those with grade D.
    pub wrong: Vec<i64>,
    pub state: progress::CellState,
}

/// A study, analysed.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    pub summaries: Vec<Summary>,
    pub findings: Vec<StudyFinding>,
}

/// The runs as the stop rule takes them.
pub fn done(runs: &[MeasuredRun]) -> Vec<progress::Done> {
    let of = |run: &MeasuredRun| progress::Done {
        block: run.block,
        cell: run.cell,
        values: (!run.failed && !run.values.is_empty()).then(|| run.values.values().copied().collect()),
    };
    runs.iter().map(of).collect()
}

/// Analyses what is stored so far.
pub fn analyse(study: &Study, cells: &[StudyCell], seed: u64, runs: &[MeasuredRun]) -> Analysis {
    let looks = progress::looks(&study.stop);
    let stopped = progress::by_cell(cells.len() as u32, &done(runs));
    let mut summaries = Vec::new();
    for cell in cells {
        let state = stopped
            .get(cell.number as usize)
            .map_or(progress::CellState::Open, |runs| {
                progress::state(&study.stop, looks.as_ref(), runs)
            });
        summaries.extend(of_cell(cell.number, runs, looks.as_ref(), state));
    }
    mark_drift(&mut summaries, runs);
    let analysis = Findings {
        study,
        cells,
        seed,
        summaries: &summaries,
    };
    let findings = analysis.all();
    Analysis { summaries, findings }
}

fn of_cell(
    cell: u32,
    runs: &[MeasuredRun],
    looks: Option<&Looks>,
    state: progress::CellState,
) -> Vec<Summary> {
    let mut mine: Vec<&MeasuredRun> = runs
        .iter()
        .filter(|run| run.cell == cell && !run.failed)
        .collect();
    mine.sort_by_key(|run| run.block);
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
            interval: progress::interval(&plain, looks),
            is_drifting: false,
            states: two_states(&plain),
            values,
            runs: mine.iter().map(|run| run.run).collect(),
            wrong: mine
                .iter()
                .filter(|run| run.grade == 'D')
                .map(|run| run.run)
                .collect(),
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

struct Findings<'a> {
    study: &'a Study,
    cells: &'a [StudyCell],
    seed: u64,
    summaries: &'a [Summary],
}

/// Cells that differ in one factor only, in the order of its levels.
struct Line {
    factor: usize,
    /// Labels of the other factors' levels.
    at: Vec<String>,
    cells: Vec<u32>,
}

impl Findings<'_> {
    fn all(&self) -> Vec<StudyFinding> {
        let mut responses: Vec<&Response> = self.summaries.iter().map(|summary| &summary.response).collect();
        responses.sort_unstable();
        responses.dedup();
        let mut findings = Vec::new();
        for response in responses {
            findings.extend(self.steady(response));
            findings.extend(self.best(response));
            findings.extend(self.knees(response));
            findings.extend(self.ratios(response));
        }
        findings
    }

    fn summary(&self, cell: u32, response: &Response) -> Option<&Summary> {
        let mut mine = self.summaries.iter();
        mine.find(|summary| summary.cell == cell && summary.response == *response)
    }

    /// `blocks[block][cell]` of the blocks in which all these cells ran; costs are turned round, so that more is better.
    fn blocks(&self, cells: &[u32], response: &Response) -> Option<Vec<Vec<f64>>> {
        let summaries: Vec<&Summary> = cells
            .iter()
            .map(|cell| self.summary(*cell, response))
            .collect::<Option<_>>()?;
        let first = summaries.first()?;
        let better = |value: f64| {
            if self.study.metric.is_rate() {
                value
            } else {
                1.0 / value
            }
        };
        let of = |block: u32| -> Option<Vec<f64>> {
            let at = |summary: &&Summary| {
                let found = summary.values.iter().find(|(at, _)| *at == block);
                found.map(|(_, value)| better(*value))
            };
            summaries.iter().map(at).collect()
        };
        Some(first.values.iter().filter_map(|(block, _)| of(*block)).collect())
    }

    fn finding(
        &self,
        claim: StudyClaim,
        cells: &[u32],
        response: &Response,
        blocks: u32,
        comparisons: u32,
    ) -> StudyFinding {
        let mine: Vec<&Summary> = cells
            .iter()
            .filter_map(|cell| self.summary(*cell, response))
            .collect();
        let mut runs: Vec<i64> = mine
            .iter()
            .flat_map(|summary| summary.runs.iter().copied())
            .collect();
        runs.sort_unstable();
        let mut caveats = Vec::new();
        if blocks < LEAST_BLOCKS as u32 {
            caveats.push(Caveat::FewBlocks { blocks });
        }
        for summary in &mine {
            let cell = || self.label(summary.cell);
            if let Some(first) = summary.wrong.first() {
                caveats.push(Caveat::Wrong {
                    cell: cell(),
                    runs: summary.wrong.len() as u32,
                    of: summary.runs.len() as u32,
                    first: *first,
                });
            }
            if summary.is_drifting {
                caveats.push(Caveat::Drift { cell: cell() });
            }
            if summary.states.is_some() {
                caveats.push(Caveat::TwoStates { cell: cell() });
            }
            if summary.state == progress::CellState::MostRuns {
                caveats.push(Caveat::Wide { cell: cell() });
            }
        }
        caveats.push(Caveat::OneUnit);
        StudyFinding {
            claim,
            metric: self.study.metric,
            response: response.clone(),
            design: Design {
                blocks,
                cells: cells.len() as u32,
                comparisons,
                is_adaptive: self.is_adaptive(),
                seed: self.seed,
            },
            caveats,
            runs,
        }
    }

    fn is_adaptive(&self) -> bool {
        progress::looks(&self.study.stop).is_some()
    }

    /// Chance of error of one family of comparisons: less for a single look where there are several.
    fn alpha(&self) -> f64 {
        if self.is_adaptive() {
            1.0 - PAIRED_LOOK_LEVEL
        } else {
            1.0 - LEVEL
        }
    }

    fn label(&self, cell: u32) -> String {
        let cell = self.cells.get(cell as usize);
        cell.map(|cell| cell.label(self.study)).unwrap_or_default()
    }

    fn measured(&self, response: &Response) -> Vec<u32> {
        let has = |cell: &StudyCell| self.summary(cell.number, response).is_some();
        self.cells
            .iter()
            .filter(|cell| has(cell))
            .map(|cell| cell.number)
            .collect()
    }

    fn best(&self, response: &Response) -> Option<StudyFinding> {
        let cells = self.measured(response);
        if cells.len() < 2 {
            return None;
        }
        let blocks = self.blocks(&cells, response)?;
        let set = best::best_set(&blocks, 1.0 - self.alpha())?;
        let label = |at: usize| cells.get(at).map(|cell| self.label(*cell)).unwrap_or_default();
        let claim = StudyClaim::Best {
            seen: label(set.seen_best),
            members: set.members.iter().map(|at| label(*at)).collect(),
            level: LEVEL,
        };
        let comparisons = cells.len() as u32 - 1;
        Some(self.finding(claim, &cells, response, blocks.len() as u32, comparisons))
    }

    /// Of a study of one cell: its runs are rounds.
    fn steady(&self, response: &Response) -> Option<StudyFinding> {
        let [cell] = self.cells else { return None };
        let summary = self.summary(cell.number, response)?;
        let rounds: Vec<f64> = summary.values.iter().map(|(_, value)| *value).collect();
        let last = snia(&rounds)?;
        let claim = StudyClaim::Steady {
            rounds: rounds.len() as u32,
            range: last.range,
            slope: last.slope,
            is_attained: last.attained,
            attained_at: snia_attained_at(&rounds).and_then(|round| u32::try_from(round).ok()),
        };
        Some(self.finding(claim, &[cell.number], response, rounds.len() as u32, 1))
    }

    /// All lines along a factor, for each combination of the other factors.
    fn lines(&self, factor: usize, response: &Response) -> Vec<Line> {
        let mut lines: BTreeMap<Vec<usize>, Vec<&StudyCell>> = BTreeMap::new();
        for cell in self.cells {
            if self.summary(cell.number, response).is_some() {
                let mut others = cell.levels.clone();
                others.remove(factor);
                lines.entry(others).or_default().push(cell);
            }
        }
        let line = |cells: Vec<&StudyCell>| {
            let first = cells.first()?;
            let mut at = first.spoken(self.study);
            at.remove(factor);
            Some(Line {
                factor,
                at,
                cells: cells.iter().map(|cell| cell.number).collect(),
            })
        };
        lines
            .into_values()
            .filter(|cells| cells.len() > 1)
            .filter_map(line)
            .collect()
    }

    fn level_of(&self, cell: u32, factor: usize) -> Option<&crate::definition::FactorLevel> {
        let level = *self.cells.get(cell as usize)?.levels.get(factor)?;
        self.study.factors.get(factor)?.levels.get(level)
    }

    /// The knee of each line along a factor of rising numbers, of three levels or more.
    fn knees(&self, response: &Response) -> Vec<StudyFinding> {
        let mut findings = Vec::new();
        for (factor, what) in self.study.factors.iter().enumerate() {
            let numbers: Option<Vec<f64>> = what.levels.iter().map(|level| level.number).collect();
            let is_rising =
                |numbers: &[f64]| numbers.len() > 2 && numbers.windows(2).all(|pair| pair[0] < pair[1]);
            if !numbers.as_deref().is_some_and(is_rising) {
                continue;
            }
            let lines = self.lines(factor, response);
            let lines: Vec<Line> = lines.into_iter().filter(|line| line.cells.len() > 2).collect();
            let count = lines.len() as u32;
            for line in &lines {
                findings.extend(self.knee(line, response, count));
            }
        }
        findings
    }

    fn knee(&self, line: &Line, response: &Response, lines: u32) -> Option<StudyFinding> {
        let blocks = self.blocks(&line.cells, response)?;
        let level = 1.0 - self.alpha() / f64::from(lines.max(1));
        let knee = best::knee(&blocks, KNEE_SHARE, level)?;
        let label = |at: usize| {
            let cell = line.cells.get(at)?;
            Some(self.level_of(*cell, line.factor)?.label.clone())
        };
        let claim = StudyClaim::Knee {
            factor: self.study.factors.get(line.factor)?.name.clone(),
            at: line.at.clone(),
            seen: label(knee.seen)?,
            first: label(knee.first)?,
            last: knee.last.and_then(label),
            share: KNEE_SHARE,
            level: LEVEL,
        };
        Some(self.finding(claim, &line.cells, response, blocks.len() as u32, lines))
    }

    /// Along each factor of few levels, each level against the first.
    fn ratios(&self, response: &Response) -> Vec<StudyFinding> {
        const FEW: usize = 4;
        let mut findings = Vec::new();
        for (factor, what) in self.study.factors.iter().enumerate() {
            let lines = self.lines(factor, response);
            if what.levels.len() > FEW {
                continue;
            }
            let comparisons: u32 = lines.iter().map(|line| line.cells.len() as u32 - 1).sum();
            for line in &lines {
                let Some((base, others)) = line.cells.split_first() else {
                    continue;
                };
                for other in others {
                    findings.extend(self.ratio(line, *other, *base, response, comparisons));
                }
            }
        }
        findings
    }

    fn ratio(
        &self,
        line: &Line,
        cell: u32,
        base: u32,
        response: &Response,
        comparisons: u32,
    ) -> Option<StudyFinding> {
        let blocks = self.blocks(&[cell, base], response)?;
        let logs: Vec<f64> = blocks
            .iter()
            .filter_map(|block| Some(block.first()?.ln() - block.get(1)?.ln()))
            .collect();
        // Costs were turned round; the ratio is that of the numbers that are shown.
        let sign = if self.study.metric.is_rate() { 1.0 } else { -1.0 };
        let logs: Vec<f64> = logs.iter().map(|log| log * sign).collect();
        let ratio = ratio(&logs, self.alpha() / f64::from(comparisons.max(1)));
        let claim = StudyClaim::Ratio {
            factor: self.study.factors.get(line.factor)?.name.clone(),
            level: self.level_of(cell, line.factor)?.label.clone(),
            than: self.level_of(base, line.factor)?.label.clone(),
            at: line.at.clone(),
            outcome: ratio.map_or(RatioOutcome::Inconclusive, |ratio| {
                outcome(&ratio, self.study.margin)
            }),
            ratio,
            margin: self.study.margin,
        };
        Some(self.finding(claim, &[cell, base], response, blocks.len() as u32, comparisons))
    }
}

/// The ratio from paired logarithms with two tails of `alpha` together: signed ranks, or Student's t where there are too few for them.
fn ratio(logs: &[f64], alpha: f64) -> Option<Estimate> {
    let n = logs.len() as u32;
    if n < LEAST_BLOCKS as u32 || logs.iter().any(|log| !log.is_finite()) {
        return None;
    }
    // Signed ranks of n pairs reach one tail of 1/2ⁿ.
    let fewest = (-(alpha / 2.0).log2()).ceil().max(0.0) as u32;
    let (centre, low, high) = if n >= fewest.saturating_add(RANKS_AFTER) {
        let interval = paired_shift_interval(logs, 1.0 - alpha)?;
        (interval.estimate, interval.low, interval.high)
    } else {
        let count = f64::from(n);
        let mean = logs.iter().sum::<f64>() / count;
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        let width = t_quantile_upper(alpha / 2.0, count - 1.0) * error;
        (mean, mean - width, mean + width)
    };
    Some(Estimate {
        value: centre.exp(),
        low: low.exp(),
        high: high.exp(),
        level: LEVEL,
    })
}

/// What a ratio says at a margin: the interval decides, never the estimate.
fn outcome(ratio: &Estimate, margin: f64) -> RatioOutcome {
    let (below, above) = (1.0 / (1.0 + margin), 1.0 + margin);
    match () {
        () if ratio.low >= below && ratio.high <= above => RatioOutcome::Equivalent,
        () if ratio.low > above => RatioOutcome::Larger,
        () if ratio.high < below => RatioOutcome::Smaller,
        () if ratio.low > 1.0 => RatioOutcome::SlightlyLarger,
        () if ratio.high < 1.0 => RatioOutcome::SlightlySmaller,
        () => RatioOutcome::Inconclusive,
    }
}

/// The metric of a stored result.
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
    };
    value.filter(|value| *value > 0.0 && value.is_finite())
}
