//! What an interval decides about a claim, and how many more runs would decide it.

use fiord_stats::interval::Interval;

use crate::claim::MARGIN;

/// More runs than this are no advice.
const MOST_RUNS: f64 = 1000.0;

/// What came of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClaimMark {
    Holds,
    Undecided,
    Contradicted,
}

impl ClaimMark {
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Holds => "✓",
            Self::Undecided => "~",
            Self::Contradicted => "✗",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Undecided => "undecided",
            Self::Contradicted => "contradicted",
        }
    }
}

/// A number with the interval that decides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decided {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl From<Interval> for Decided {
    fn from(interval: Interval) -> Self {
        Self {
            value: interval.estimate,
            low: interval.low,
            high: interval.high,
        }
    }
}

/// What it would take to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeededRuns {
    /// It is decided.
    Nothing,
    /// About this number of runs more, of each.
    MoreRuns(u32),
    /// No reasonable number of runs does.
    TooMany,
}

pub(crate) fn faster(seen: &Decided, by: Option<f64>) -> ClaimMark {
    let least = by.unwrap_or(1.0);
    if by.is_none() && equal(seen, MARGIN) == ClaimMark::Holds {
        // Differences below the margin are none.
        ClaimMark::Contradicted
    } else if seen.low > least || by.is_some() && seen.low >= least {
        ClaimMark::Holds
    } else if seen.high < least {
        ClaimMark::Contradicted
    } else {
        ClaimMark::Undecided
    }
}

pub(crate) fn equal(seen: &Decided, within: f64) -> ClaimMark {
    let (low, high) = (1.0 / (1.0 + within), 1.0 + within);
    if seen.low >= low && seen.high <= high {
        ClaimMark::Holds
    } else if seen.low > high || seen.high < low {
        ClaimMark::Contradicted
    } else {
        ClaimMark::Undecided
    }
}

/// The values inside an interval at which the decision about a number would change.
pub(crate) fn edges(decide: &dyn Fn(&Decided) -> ClaimMark, seen: &Decided) -> Vec<f64> {
    const STEPS: i32 = 200;
    let at = |step: i32| seen.low * (seen.high / seen.low).powf(f64::from(step) / f64::from(STEPS));
    let mark = |value: f64| {
        decide(&Decided {
            value,
            low: value,
            high: value,
        })
    };
    (1..=STEPS)
        .filter(|step| mark(at(*step)) != mark(at(step - 1)))
        .map(at)
        .collect()
}

/// How many more runs put the interval on one side of the limits, at the scatter that they show.
pub(crate) fn more_runs(seen: &Decided, runs: usize, limits: &[f64]) -> NeededRuns {
    let half = (seen.high / seen.low).ln() / 2.0;
    let nearest = limits
        .iter()
        .map(|limit| (seen.value / limit).ln().abs())
        .fold(f64::INFINITY, f64::min);
    let needed = runs as f64 * (half / nearest).powi(2);
    let more = (needed - runs as f64).ceil().max(1.0);
    match more.is_finite() && needed <= MOST_RUNS {
        true => NeededRuns::MoreRuns(more as u32),
        false => NeededRuns::TooMany,
    }
}
