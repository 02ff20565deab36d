//! Two jobs run in turn, block by block: pairs, looked at after every block until they are settled.
//!
//! Intervals are signed ranks at the level that holds at all looks together (`fiord_stats::stopping`), shared among the compared numbers.

use fiord_stats::compare::{LEVEL, Method, outcome};
use fiord_stats::interval::{paired_ratio_interval, signed_rank_cut};
use fiord_stats::sensitivity::sensitivity;
use fiord_stats::stopping::level_of_one;

use crate::result::ComparedResult;
use crate::verdict::{CompareSettings, CompareVerdict, ComparisonOutcome, PairVerdict, pairs, too_few};

/// Blocks after which to look at first: fewer have no interval at the level.
pub const LEAST_BLOCKS: usize = 8;
/// Blocks after which it ends, settled or not.
pub const MOST_BLOCKS: usize = 30;

/// Compares two results whose runs follow each other in pairs, in one order. `look_level`: of one interval, so that all looks together have
/// 95 %.
pub fn compare_paired(
    results: &[ComparedResult; 2],
    settings: &CompareSettings,
    look_level: f64,
) -> ComparisonOutcome {
    let mut found = pairs(results, settings);
    let level = level_of_one(found.cells.len(), look_level);
    for cell in &mut found.cells {
        let sides: Vec<&[f64]> = cell
            .values
            .iter()
            .flatten()
            .map(|side| side.values.as_slice())
            .collect();
        let [than, one] = sides.as_slice() else { continue };
        let is_rate = cell.metric.is_rate();
        for pair in &mut cell.pairs {
            if pair.verdict != CompareVerdict::NotCompared {
                judge(pair, [one, than], is_rate, (level, settings));
            }
        }
    }
    found.put_sentences(settings);
    found
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
            let has_interval = |pairs: &usize| signed_rank_cut(*pairs, level).is_some();
            let needed = (LEAST_BLOCKS..).find(has_interval).unwrap_or(LEAST_BLOCKS);
            pair.why = Some(too_few(needed, settings));
        }
    }
}

/// Whether nothing is open any more.
pub fn is_settled(outcome: &ComparisonOutcome) -> bool {
    let mut pairs = outcome.cells.iter().flat_map(|cell| &cell.pairs);
    pairs.all(|pair| pair.verdict != CompareVerdict::Inconclusive)
}
