//! The findings of a study, from the summaries of its cells: steady states, the best cell, knees, and comparisons of cells that differ in one
//! factor.
//!
//! Comparisons use the blocks in which both sides ran, as pairs. Their intervals allow for all comparisons of their kind (Bonferroni), not
//! for the looks of an adaptive stop: that watches the width of each cell, which says nothing of the sign of a difference
//! (`tests/suite/coverage.rs`). Few blocks cannot exclude anything by ranks; there fiord uses Student's t of paired logarithms, as in
//! `stats::best`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use fiord_job::plan::Ddir;
use fiord_stats::best::{self, LEAST_BLOCKS};
use fiord_stats::steady::{snia, snia_attained_at};

use crate::contrast::{closing, outcome, ratio};
use crate::definition::{Factor, Study, StudyMetric};
use crate::findings::{Caveat, Design, Estimate, RatioOutcome, Response, StudyClaim, StudyFinding, grade};
use crate::inside::CellRate;
use crate::language::CheckedCell;
use crate::matrix::StudyCell;
use crate::progress::{self, LEVEL};

use super::{KNEE_SHARE, Summary};

/// Levels of a factor up to which each is compared with the first: of one of numbers, and of any other.
const FEW: (usize, usize) = (4, 5);
/// Chance of error of one family of comparisons.
const ALPHA: f64 = 1.0 - LEVEL;

pub(super) struct Findings<'a> {
    pub(super) study: &'a Study,
    pub(super) cells: &'a [StudyCell],
    pub(super) seed: u64,
    pub(super) summaries: &'a [Summary],
}

/// Cells that differ in one factor only, in the order of its levels.
struct Line {
    factor: usize,
    /// Labels of the other factors' levels.
    at: Vec<String>,
    cells: Vec<u32>,
}

/// Two cells of a line, the second the base.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CellPair {
    cell: u32,
    base: u32,
}

/// Whether the levels are three numbers or more that rise, or two with `least` 2.
fn is_rising(factor: &Factor, least: usize) -> bool {
    let numbers: Option<Vec<f64>> = factor.levels.iter().map(|level| level.number).collect();
    numbers.is_some_and(|numbers| numbers.len() >= least && numbers.windows(2).all(|pair| pair[0] < pair[1]))
}

impl Findings<'_> {
    pub(super) fn all(&self) -> Vec<StudyFinding> {
        let mut responses: Vec<&Response> = self.summaries.iter().map(|summary| &summary.response).collect();
        responses.sort_unstable();
        responses.dedup();
        let mut findings = Vec::new();
        for response in responses {
            findings.extend(self.steady(response));
            findings.extend(self.best(response));
            findings.extend(self.knees(response));
            findings.extend(self.matters(response));
            findings.extend(self.ratios(response));
        }
        findings
    }

    pub(super) fn summary(&self, cell: u32, response: &Response) -> Option<&Summary> {
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

    pub(super) fn finding(
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
        let of_cells = mine.iter();
        caveats.extend(of_cells.flat_map(|one| one.caveats(self.label(one.cell), &self.study.stop)));
        caveats.push(if self.study.is_simulated() {
            Caveat::Simulated
        } else {
            Caveat::OneUnit
        });
        StudyFinding {
            claim,
            grade: grade(&caveats, blocks),
            metric: self.study.metric,
            response: response.clone(),
            design: Design {
                blocks,
                cells: cells.len() as u32,
                comparisons,
                is_adaptive: progress::looks(&self.study.stop).is_some(),
                seed: self.seed,
            },
            caveats,
            runs,
        }
    }

    /// A cell as a point of curves; `None`: it has several jobs, or its metric is not a rate.
    pub(super) fn curve_point<'c>(
        &self,
        checked: &'c [CheckedCell],
        summary: &Summary,
    ) -> Option<CellRate<'c>> {
        let [job] = checked.get(summary.cell as usize)?.plan.jobs.as_slice() else {
            return None;
        };
        let ddir = Ddir::ALL
            .into_iter()
            .find(|ddir| ddir.name() == summary.response.ddir)?;
        let block = job.access.block_size[ddir].min() as f64;
        let scale = match self.study.metric {
            StudyMetric::Iops => block,
            StudyMetric::Bandwidth => 1.0,
            StudyMetric::P50 | StudyMetric::P99 | StudyMetric::WriteAmplification | StudyMetric::Lifetime => {
                return None;
            }
        };
        let values = summary.values.iter().map(|(_, value)| *value);
        // Of few runs all that was seen.
        let (low, high) = match summary.interval {
            Some(interval) => (interval.low, interval.high),
            None => (
                values.clone().fold(f64::INFINITY, f64::min),
                values.fold(0.0, f64::max),
            ),
        };
        let rate = [summary.median * scale, low * scale, high * scale];
        let is_wrong = !summary.wrong.is_empty() || summary.median <= 0.0 || low <= 0.0;
        let cell = summary.cell;
        (!is_wrong).then_some(CellRate {
            cell,
            job,
            ddir,
            rate,
        })
    }

    /// The levels that all these cells have.
    pub(super) fn in_common(&self, cells: &[u32]) -> Vec<String> {
        let mine: Vec<&StudyCell> = cells
            .iter()
            .filter_map(|cell| self.cells.get(*cell as usize))
            .collect();
        let Some(first) = mine.first() else {
            return Vec::new();
        };
        let spoken = first.spoken(self.study).into_iter().enumerate();
        let is_common = |at: usize| {
            mine.iter()
                .all(|cell| cell.levels.get(at) == first.levels.get(at))
        };
        spoken
            .filter(|(at, _)| is_common(*at))
            .map(|(_, level)| level)
            .collect()
    }

    pub(super) fn label(&self, cell: u32) -> String {
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
        if cells.len() < 2 || !self.study.questions.is_comparable {
            return None;
        }
        let blocks = self.blocks(&cells, response)?;
        let set = best::best_set(&blocks, 1.0 - ALPHA)?;
        let label = |at: usize| cells.get(at).map(|cell| self.label(*cell)).unwrap_or_default();
        // Of several, the one with the best of the numbers that are shown.
        let sign = if self.study.metric.is_rate() { 1.0 } else { -1.0 };
        let shown = |at: usize| {
            let cell = cells.get(at)?;
            Some(sign * self.summary(*cell, response)?.median)
        };
        let seen = match set.members[..] {
            [only] => only,
            _ => (0..cells.len())
                .filter(|at| shown(*at).is_some())
                .max_by(|one, other| shown(*one).partial_cmp(&shown(*other)).unwrap_or(Ordering::Equal))
                .unwrap_or(set.seen_best),
        };
        let claim = StudyClaim::Best {
            seen: label(seen),
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
            if !is_rising(what, 3) {
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
        let level = 1.0 - ALPHA / f64::from(lines.max(1));
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
            farthest: label(line.cells.len().checked_sub(1)?)?,
            share: KNEE_SHARE,
            level: LEVEL,
        };
        Some(self.finding(claim, &line.cells, response, blocks.len() as u32, lines))
    }

    /// The comparisons along each factor: each of few levels with the first, the last of many numbers with the first, and those that the
    /// study asks for. Then where the gap between two levels closes along another factor.
    fn ratios(&self, response: &Response) -> Vec<StudyFinding> {
        let mut findings = Vec::new();
        for factor in 0..self.study.factors.len() {
            let lines = self.lines(factor, response);
            let pairs: Vec<Vec<CellPair>> = lines.iter().map(|line| self.pairs(line)).collect();
            let comparisons: u32 = pairs.iter().map(|pairs| pairs.len() as u32).sum();
            let found = lines.iter().zip(&pairs).flat_map(|(line, pairs)| {
                let of = move |pair: &CellPair| self.ratio(line, *pair, response, comparisons);
                pairs.iter().filter_map(of)
            });
            let found: Vec<StudyFinding> = found.collect();
            findings.extend(self.closings(factor, response, &lines, comparisons));
            findings.extend(found);
        }
        findings
    }

    fn pairs(&self, line: &Line) -> Vec<CellPair> {
        let Some((base, others)) = line.cells.split_first() else {
            return Vec::new();
        };
        let Some(factor) = self.study.factors.get(line.factor) else {
            return Vec::new();
        };
        let is_number = is_rising(factor, 2);
        let few = if is_number { FEW.0 } else { FEW.1 };
        let with_base = |cell: &u32| CellPair {
            cell: *cell,
            base: *base,
        };
        let mut pairs: Vec<CellPair> = match factor.levels.len() {
            _ if !self.study.questions.is_comparable => Vec::new(),
            levels if levels <= few => others.iter().map(with_base).collect(),
            _ if is_number => others.last().map(with_base).into_iter().collect(),
            _ => Vec::new(),
        };
        let at = |level: usize| {
            let mut cells = line.cells.iter().copied();
            cells.find(|cell| self.level_index(*cell, line.factor) == Some(level))
        };
        for planned in &self.study.questions.compared {
            if planned.factor == line.factor
                && let (Some(cell), Some(base)) = (at(planned.level), at(planned.than))
                && !pairs.contains(&CellPair { cell, base })
            {
                pairs.push(CellPair { cell, base });
            }
        }
        pairs
    }

    fn level_index(&self, cell: u32, factor: usize) -> Option<usize> {
        self.cells.get(cell as usize)?.levels.get(factor).copied()
    }

    /// The ratio of a cell to its base, of the numbers that are shown, at a level that holds for so many comparisons together.
    fn estimate(&self, pair: CellPair, response: &Response, comparisons: u32) -> (Option<Estimate>, u32) {
        let logs = self.logs(pair, response);
        let estimate = ratio(&logs, ALPHA / f64::from(comparisons.max(1)));
        (estimate, logs.len() as u32)
    }

    fn ratio_of_medians(&self, pair: CellPair, response: &Response) -> Option<f64> {
        let of_response = self.summaries.iter().filter(|one| one.response == *response);
        let median = |cell: u32| Some(of_response.clone().find(|one| one.cell == cell)?.median);
        Some(median(pair.cell)? / median(pair.base)?)
    }

    /// The logarithm of the ratio in each block that has both.
    fn logs(&self, pair: CellPair, response: &Response) -> Vec<f64> {
        let blocks = self.blocks(&[pair.cell, pair.base], response).unwrap_or_default();
        // Costs were turned round.
        let sign = if self.study.metric.is_rate() { 1.0 } else { -1.0 };
        let log = |block: &Vec<f64>| Some((block.first()?.ln() - block.get(1)?.ln()) * sign);
        blocks.iter().filter_map(log).collect()
    }

    fn ratio(
        &self,
        line: &Line,
        pair: CellPair,
        response: &Response,
        comparisons: u32,
    ) -> Option<StudyFinding> {
        let (ratio, blocks) = self.estimate(pair, response, comparisons);
        let margin = self.study.questions.margin;
        // Too few blocks have no estimate of their own that could differ from the medians of the table.
        let seen = match ratio {
            None if blocks > 0 => self.ratio_of_medians(pair, response),
            _ => None,
        };
        let claim = StudyClaim::Ratio {
            seen: seen.filter(|seen| seen.is_finite()),
            factor: self.study.factors.get(line.factor)?.name.clone(),
            level: self.level_of(pair.cell, line.factor)?.label.clone(),
            than: self.level_of(pair.base, line.factor)?.label.clone(),
            at: line.at.clone(),
            outcome: ratio.map_or(RatioOutcome::Inconclusive, |ratio| outcome(&ratio, margin)),
            ratio,
            margin,
        };
        Some(self.finding(claim, &[pair.cell, pair.base], response, blocks, comparisons))
    }

    /// Where each level of a factor comes within the margin of the first, along each factor of rising numbers.
    fn closings(
        &self,
        factor: usize,
        response: &Response,
        lines: &[Line],
        comparisons: u32,
    ) -> Vec<StudyFinding> {
        let mut findings = Vec::new();
        let numbers = self.study.factors.iter().enumerate();
        for (along, what) in numbers.filter(|(along, what)| *along != factor && is_rising(what, 3)) {
            // The pairs by their two levels and by the levels of all other factors, in the order of `along`.
            let mut ladders: BTreeMap<(usize, usize, Vec<usize>), Vec<CellPair>> = BTreeMap::new();
            for pair in lines.iter().flat_map(|line| self.pairs(line)) {
                let levels = |cell: u32| self.cells.get(cell as usize).map(|cell| cell.levels.clone());
                let (Some(mut mine), Some(base)) = (levels(pair.cell), levels(pair.base)) else {
                    continue;
                };
                let key = (mine[factor], base[factor]);
                mine[factor] = 0;
                mine[along] = 0;
                ladders.entry((key.0, key.1, mine)).or_default().push(pair);
            }
            let whole = ladders.values().filter(|pairs| pairs.len() == what.levels.len());
            findings
                .extend(whole.filter_map(|pairs| self.closing(factor, along, pairs, response, comparisons)));
        }
        findings
    }

    fn closing(
        &self,
        factor: usize,
        along: usize,
        pairs: &[CellPair],
        response: &Response,
        comparisons: u32,
    ) -> Option<StudyFinding> {
        let estimates = pairs
            .iter()
            .map(|pair| self.estimate(*pair, response, comparisons));
        let (ratios, blocks): (Vec<Option<Estimate>>, Vec<u32>) = estimates.unzip();
        let ratios: Vec<Estimate> = ratios.into_iter().collect::<Option<_>>()?;
        let found = closing(&ratios, self.study.questions.margin);
        let first = pairs.first()?;
        let label = |at: usize| {
            let pair = pairs.get(at)?;
            Some(self.level_of(pair.cell, along)?.label.clone())
        };
        let cell = self.cells.get(first.cell as usize)?;
        let others = (0..).zip(cell.spoken(self.study));
        let others = others.filter(|(at, _)| *at != factor && *at != along);
        let claim = StudyClaim::GapCloses {
            factor: self.study.factors.get(factor)?.name.clone(),
            level: self.level_of(first.cell, factor)?.label.clone(),
            than: self.level_of(first.base, factor)?.label.clone(),
            along: self.study.factors.get(along)?.name.clone(),
            at: others.map(|(_, label)| label).collect(),
            seen: found.seen.and_then(label),
            first: found.first.and_then(label),
            last: found.last.and_then(label),
            farthest: label(pairs.len() - 1)?,
            margin: self.study.questions.margin,
            confidence: LEVEL,
        };
        let cells: Vec<u32> = pairs.iter().flat_map(|pair| [pair.cell, pair.base]).collect();
        let blocks = blocks.into_iter().min().unwrap_or(0);
        Some(self.finding(claim, &cells, response, blocks, comparisons))
    }

    /// Of two factors of rising numbers, which one gains more from its first level to its last while the other stays at its first.
    fn matters(&self, response: &Response) -> Vec<StudyFinding> {
        let count = self.study.factors.len();
        let rising = |at: &usize| {
            self.study
                .factors
                .get(*at)
                .is_some_and(|factor| is_rising(factor, 2))
        };
        let places: Vec<usize> = (0..count).filter(rising).collect();
        let couples = places.iter().flat_map(|one| {
            places
                .iter()
                .filter(move |other| *one < **other)
                .map(move |other| (*one, *other))
        });
        let mut found: Vec<(usize, usize, CellPair)> = Vec::new();
        for (one, other) in couples {
            let last = |factor: usize| {
                self.study
                    .factors
                    .get(factor)
                    .map_or(0, |what| what.levels.len() - 1)
            };
            for cell in self.cells {
                if (cell.levels[one], cell.levels[other]) != (last(one), 0) {
                    continue;
                }
                let mut wanted = cell.levels.clone();
                (wanted[one], wanted[other]) = (0, last(other));
                let base = self.cells.iter().find(|cell| cell.levels == wanted);
                found.extend(base.map(|base| {
                    let pair = CellPair {
                        cell: cell.number,
                        base: base.number,
                    };
                    (one, other, pair)
                }));
            }
        }
        let comparisons = found.len() as u32;
        let claims = found.into_iter();
        claims
            .filter_map(|(one, other, pair)| self.matter(one, other, pair, response, comparisons))
            .collect()
    }

    fn matter(
        &self,
        one: usize,
        other: usize,
        pair: CellPair,
        response: &Response,
        comparisons: u32,
    ) -> Option<StudyFinding> {
        let (estimate, blocks) = self.estimate(pair, response, comparisons);
        let estimate = estimate?;
        // More is better: of costs the ratio is turned round.
        let gain = if self.study.metric.is_rate() {
            estimate
        } else {
            Estimate {
                value: 1.0 / estimate.value,
                low: 1.0 / estimate.high,
                high: 1.0 / estimate.low,
                ..estimate
            }
        };
        let span = |at: usize| {
            let factor = self.study.factors.get(at)?;
            let (first, last) = (factor.levels.first()?, factor.levels.last()?);
            Some(format!("{} {}..{}", factor.name, first.label, last.label))
        };
        let cell = self.cells.get(pair.cell as usize)?;
        let others = (0..).zip(cell.spoken(self.study));
        let others = others.filter(|(at, _)| *at != one && *at != other);
        let margin = self.study.questions.margin;
        let claim = StudyClaim::Matters {
            span: span(one)?,
            than: span(other)?,
            at: others.map(|(_, label)| label).collect(),
            outcome: outcome(&gain, margin),
            ratio: gain,
            margin,
        };
        Some(self.finding(claim, &[pair.cell, pair.base], response, blocks, comparisons))
    }
}
