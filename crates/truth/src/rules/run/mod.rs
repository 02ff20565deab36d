//! Rules that need what happened in a run. One file per family; each rule is pure and finds nothing where it knows too little.

mod claims;
mod duration;
mod health;
mod latency;
mod machine;
mod noise;
mod rated;
mod shape;
mod steady;

pub use claims::{SeenJudged, judge_seen};
pub use noise::NOISE;
pub use rated::{Pace, rated_text};
pub use steady::{Steadiness, steady_text};

use crate::legacy::Rule;

/// The rules, in the order of the documentation.
pub const RULES: &[&Rule] = &[
    &duration::FAILED,
    &duration::SHORT_RUN,
    &duration::ENDS_EARLY,
    &duration::FEW_SAMPLES,
    &noise::NOISE,
    &latency::LATE_GENERATOR,
    &latency::GTOD_REDUCE,
    &latency::CLOCK,
    &latency::MIXED_MEDIUM,
    &shape::CLIFF,
    &shape::NOT_STEADY,
    &health::HEAT,
    &machine::GENERATOR_BOUND,
    &machine::UTIL_MEANINGLESS,
    &claims::UNIT_MISREAD,
    &claims::SPEC_GAP,
];

/// Rules that hear the kernel's counters: silent on results without any.
pub const NEEDS_COUNTERS: [&str; 4] = ["heat", "clock", "generator-bound", "util-meaningless"];

/// Rules that look at each second: silent on results that are totals.
pub const NEEDS_SERIES: [&str; 2] = ["cliff", "not-steady"];

/// Rules that look at the histogram: silent on results that have percentiles only.
pub const NEEDS_HISTOGRAM: [&str; 1] = ["mixed-medium"];
