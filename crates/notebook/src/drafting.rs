//! How a first draft names what was measured.

use crate::evidence::{BlockEvidence, MeasuredSeries, plain};

/// How a claim names a series, and no other one; none: its labels and names do not tell it from another.
pub fn subject(evidence: &BlockEvidence, series: &MeasuredSeries) -> Option<String> {
    let labels: Vec<String> = series.labels.iter().map(|label| plain(label)).collect();
    let with = |more: &[&str]| {
        let more = more.iter().map(|part| plain(part));
        labels.iter().cloned().chain(more).collect::<Vec<_>>().join("@")
    };
    let mut names = [
        with(&[]),
        with(&[&series.job]),
        with(&[&series.direction]),
        with(&[&series.job, &series.direction]),
    ]
    .into_iter();
    names.find(|name| {
        let found = evidence.matching(name);
        matches!(&found[..], [only] if std::ptr::eq(only.series, series)) && !name.is_empty()
    })
}
