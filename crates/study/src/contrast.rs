//! Ratios of paired blocks with intervals, what they say at a margin, and where a gap closes.

use fiord_stats::best::LEAST_BLOCKS;
use fiord_stats::interval::paired_shift_interval;
use fiord_stats::probability::t_quantile_upper;

use crate::findings::{Estimate, RatioOutcome};
use crate::progress::LEVEL;

/// Blocks beyond the fewest with which signed ranks can exclude anything, from which they take over from Student's t.
const RANKS_AFTER: u32 = 4;

/// The ratio from paired logarithms with two tails of `alpha` together: signed ranks, or Student's t where there are too few for them.
pub fn ratio(logs: &[f64], alpha: f64) -> Option<Estimate> {
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
pub(crate) fn outcome(ratio: &Estimate, margin: f64) -> RatioOutcome {
    let (below, above) = (1.0 / (1.0 + margin), 1.0 + margin);
    if ratio.low >= below && ratio.high <= above {
        RatioOutcome::Equivalent
    } else if ratio.low > above {
        RatioOutcome::Larger
    } else if ratio.high < below {
        RatioOutcome::Smaller
    } else if ratio.low > 1.0 {
        RatioOutcome::SlightlyLarger
    } else if ratio.high < 1.0 {
        RatioOutcome::SlightlySmaller
    } else {
        RatioOutcome::Inconclusive
    }
}

/// Where two levels come within the margin of each other along a line, as places in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Closing {
    /// The first place from which all estimates are within the margin; none: not even the last is.
    pub(crate) seen: Option<usize>,
    /// The places between which it lies; none: beyond the last one.
    pub(crate) first: Option<usize>,
    /// None: it may lie beyond the last one.
    pub(crate) last: Option<usize>,
}

/// The closing of a gap from the ratios along a line. Their intervals hold together, so those of the closing do as well: behind a place that
/// is surely apart, and not behind the first from which all are surely alike.
pub(crate) fn closing(ratios: &[Estimate], margin: f64) -> Closing {
    let (below, above) = (1.0 / (1.0 + margin), 1.0 + margin);
    let from = |is: &dyn Fn(&Estimate) -> bool| {
        let behind = ratios.iter().rposition(|ratio| !is(ratio)).map_or(0, |at| at + 1);
        (behind < ratios.len()).then_some(behind)
    };
    Closing {
        seen: from(&|ratio| (below..=above).contains(&ratio.value)),
        first: from(&|ratio| ratio.low <= above && ratio.high >= below),
        last: from(&|ratio| outcome(ratio, margin) == RatioOutcome::Equivalent),
    }
}
