//! Three results or more of one workload: groups that can be told apart, the best first.

use std::cmp::Ordering;

use fiord_stats::compare::LEVEL;
use fiord_stats::stopping::level_of_one;

use crate::result::ComparedResult;
use crate::verdict::{ComparedCell, LEAST_RUNS, SideValue, are_apart};

/// Puts the groups into every cell that has three results or more with enough runs. All pairs of a cell are compared at once
/// (Bonferroni).
pub(crate) fn groups(results: &[ComparedResult], cells: &mut [ComparedCell]) {
    for cell in cells {
        cell.groups = ranked(results, cell);
    }
}

fn ranked(results: &[ComparedResult], cell: &ComparedCell) -> Vec<Vec<String>> {
    let mut ranked: Vec<(&str, &SideValue)> = results
        .iter()
        .zip(&cell.values)
        .filter_map(|(result, side)| Some((result.label.name.as_str(), side.as_ref()?)))
        .filter(|(_, side)| side.values.len() >= LEAST_RUNS && !side.is_claim)
        .collect();
    if ranked.len() < 3 {
        return Vec::new();
    }
    ranked.sort_by(|(_, one), (_, other)| {
        let order = one.median.partial_cmp(&other.median).unwrap_or(Ordering::Equal);
        if cell.metric.is_rate() {
            order.reverse()
        } else {
            order
        }
    });
    let pairs = ranked.len() * (ranked.len() - 1) / 2;
    let level = level_of_one(pairs, LEVEL);
    let apart = |one: usize, other: usize| are_apart(ranked[one].1, ranked[other].1, level);
    // Longest runs of neighbours in which no two are apart.
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for first in 0..ranked.len() {
        let mut last = first;
        while last + 1 < ranked.len() && (first..=last).all(|one| !apart(one, last + 1)) {
            last += 1;
        }
        if groups.last().is_none_or(|(_, end)| last > *end) {
            groups.push((first, last));
        }
    }
    groups
        .into_iter()
        .map(|(first, last)| {
            ranked[first..=last]
                .iter()
                .map(|(name, _)| (*name).to_owned())
                .collect()
        })
        .collect()
}
