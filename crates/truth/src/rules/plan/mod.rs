//! Rules that need only the plan and, where there are any, the facts of its targets. One file per family.
//!
//! What they say is a forecast: the same trap is judged again after the run, from what happened.

pub(crate) mod claims;
mod duration;
pub(crate) mod fix;
mod latency;
mod layers;
pub(crate) mod options;
pub(crate) mod units;

use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;

/// The rules, in the order of the documentation.
pub const RULES: &[&Rule] = &[
    &options::DIRECT_BUFFERED,
    &options::IGNORED_OPTION,
    &units::UNIT_MISREAD,
    &units::UNALIGNED_DIRECT,
    &duration::ENDS_EARLY,
    &duration::SHORT_RUN,
    &duration::FEW_SAMPLES,
    &latency::GTOD_REDUCE,
    &latency::LATE_GENERATOR,
    &layers::CLIFF,
    &claims::SPEC_GAP,
];

/// Judges every job of the plan.
pub(crate) fn per_job(evidence: &Case<'_>, judge: impl Fn(&Look<'_>) -> Vec<Finding>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, _) in evidence.plans() {
        if let Some(look) = Look::at(evidence, index) {
            found.extend(judge(&look).into_iter().map(|finding| finding.of_job(index)));
        }
    }
    found
}

/// As [`per_job`], for jobs that touch files or devices and can begin.
pub(crate) fn per_disk_job(evidence: &Case<'_>, judge: impl Fn(&Look<'_>) -> Vec<Finding>) -> Vec<Finding> {
    per_job(evidence, |look| {
        if look.job.engine.kind.is_diskless() || crate::obstacle::of(look).is_some() {
            Vec::new()
        } else {
            judge(look)
        }
    })
}
