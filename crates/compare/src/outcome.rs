//! The whole comparison: pairs, what stands among all of them, groups.

use crate::rank;
use crate::result::ComparedResult;
use crate::verdict::{self, CompareSettings, ComparisonOutcome};

/// Compares results; the first is the base.
pub fn compare(results: &[ComparedResult], settings: &CompareSettings) -> ComparisonOutcome {
    let mut outcome = verdict::pairs(results, settings);
    rank::groups(results, &mut outcome.cells);
    outcome.put_sentences(settings);
    outcome
}
