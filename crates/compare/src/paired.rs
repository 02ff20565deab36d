//! Jobs or settings run in turn, block by block: pairs of each with the first, looked at after every block until they are settled.
//!
//! Intervals are signed ranks at the level that holds at all looks together (`fiord_stats::stopping`), shared among the compared numbers.

use std::collections::BTreeMap;

use fiord_stats::compare::{LEVEL, Method, outcome};
use fiord_stats::interval::{paired_ratio_interval, signed_rank_cut};
use fiord_stats::sensitivity::sensitivity;
use fiord_stats::stopping::level_of_one;

use crate::result::ComparedResult;
use crate::rows::rows;
use crate::verdict::{CompareSettings, CompareVerdict, ComparisonOutcome, PairVerdict, pairs, too_few};
use crate::workload::WorkloadKey;

/// Blocks after which to look at first: fewer have no interval at the level.
pub const LEAST_BLOCKS: usize = 8;
/// Blocks after which it ends, settled or not.
pub const MOST_BLOCKS: usize = 30;

/// Compares results whose runs follow each other in blocks, in one order, with the first of them. `look_level`: of one interval, so that
/// all looks together have 95 %.
pub fn compare_paired(
    results: &[ComparedResult],
    settings: &CompareSettings,
    look_level: f64,
) -> ComparisonOutcome {
    let mut found = pairs(rows(results), results, settings);
    let pairs = found.cells.iter().map(|cell| cell.pairs.len());
    let level = level_of_one(pairs.sum(), look_level);
    for cell in &mut found.cells {
        let sides: Vec<&[f64]> = cell
            .values
            .iter()
            .flatten()
            .map(|side| side.values.as_slice())
            .collect();
        let Some((than, others)) = sides.split_first() else {
            continue;
        };
        let is_rate = cell.metric.is_rate();
        for (pair, one) in cell.pairs.iter_mut().zip(others) {
            if pair.verdict != CompareVerdict::NotCompared {
                judge(pair, [one, than], is_rate, (level, settings));
            }
        }
    }
    found.put_sentences(settings);
    found
}

/// The fewest blocks with which each of a number of comparisons has an interval.
pub fn needed_blocks(comparisons: usize, look_level: f64) -> usize {
    blocks_at(level_of_one(comparisons, look_level))
}

fn blocks_at(level: f64) -> usize {
    let has_interval = |pairs: &usize| signed_rank_cut(*pairs, level).is_some();
    (LEAST_BLOCKS..).find(has_interval).unwrap_or(LEAST_BLOCKS)
}

fn judge(
    pair: &mut PairVerdict,
    [one, than]: [&[f64]; 2],
    is_rate: bool,
    (level, settings): (f64, &CompareSettings),
) {
    let at = |level| paired_ratio_interval(one, than, level);
    let interval = at(level).map(|interval| interval.with_level(LEVEL));
    pair.method = Some(Method::SignedRanks);
    pair.interval = interval.map(Into::into);
    (pair.sensitivity, pair.why) = (None, None);
    match interval {
        Some(interval) => {
            pair.ratio = Some(interval.estimate);
            pair.verdict = CompareVerdict::of(outcome(&interval, &interval, settings.margin), is_rate);
            if pair.verdict == CompareVerdict::Inconclusive {
                pair.sensitivity = sensitivity(at, level, one.len() as f64, settings.margin);
            }
        }
        None => {
            pair.verdict = CompareVerdict::Inconclusive;
            pair.why = Some(too_few(blocks_at(level), settings));
        }
    }
}

/// A workload that one run of a block lacks or measured wrongly counts in none of the block, so that pairs stay pairs. `run` names the run
/// of a result in the block.
pub fn agree(results: &mut [ComparedResult], run: impl Fn(&str) -> String) {
    let mut block: BTreeMap<WorkloadKey, Vec<Vec<String>>> = BTreeMap::new();
    for result in results.iter() {
        let run = run(&result.label.name);
        for one in result.measurements.iter().filter(|one| one.run == run) {
            block.entry(one.key.clone()).or_default().push(one.wrong.clone());
        }
    }
    let all = results.len();
    for result in results {
        let run = run(&result.label.name);
        for one in result.measurements.iter_mut().filter(|one| one.run == run) {
            let present = block.get(&one.key).map(Vec::as_slice).unwrap_or_default();
            if present.len() < all || present.iter().any(|other| *other != one.wrong) {
                one.leave_out();
            }
        }
    }
}

/// Whether nothing is open any more.
pub fn is_settled(outcome: &ComparisonOutcome) -> bool {
    let mut pairs = outcome.cells.iter().flat_map(|cell| &cell.pairs);
    pairs.all(|pair| pair.verdict != CompareVerdict::Inconclusive)
}
