//! Judging: every trap held against a record.

use std::cmp::Reverse;

use crate::case::case::Case;
use crate::case::machine_view::MachineView;
use crate::case::trap::{Need, Severity, When};

use crate::finding::Finding;
use crate::traps::TrapId;

/// What all traps that are judged at `when` show, the worst first; equal ones in the order of the documentation.
pub fn judge(when: When, case: &Case<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = TrapId::ALL
        .iter()
        .flat_map(|trap| judge_one(*trap, when, case))
        .collect();
    found.sort_by_key(|finding| (Reverse(finding.severity), finding.trap().about().family));
    found
}

/// As [`judge`], one trap only.
pub fn judge_one(trap: TrapId, when: When, case: &Case<'_>) -> Vec<Finding> {
    if when == When::Machine {
        return of_machine(trap, case);
    }
    let found = trap.judge(when, case).into_iter();
    found
        .map(|found| Finding {
            when,
            severity: found.severity,
            subject: found.subject,
            observed: found.observed,
            also: None,
        })
        .collect()
}

/// The machine's findings on a case. What is only good to know about a machine is doctor's to show: next to a job's own findings it
/// would bury them.
fn of_machine(trap: TrapId, case: &Case<'_>) -> Vec<Finding> {
    let checked = MachineView::of(case).and_then(|machine| trap.check(&machine));
    checked
        .into_iter()
        .flatten()
        .filter_map(|one| {
            let severity = one
                .state
                .severity()
                .filter(|severity| *severity > Severity::Note)?;
            Some(Finding {
                when: When::Machine,
                severity,
                subject: one.subject,
                observed: one.observed,
                also: None,
            })
        })
        .collect()
}

/// Everything that a record shows: plan, machine and run.
pub fn judge_all(case: &Case<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = When::ALL.iter().flat_map(|when| judge(*when, case)).collect();
    found.sort_by_key(|finding| Reverse(finding.severity));
    found
}

/// Whether a case carries what a judgement needs.
pub fn is_met(need: Need, case: &Case<'_>) -> bool {
    let stats = || case.jobs.iter().map(|job| &job.stats);
    match need {
        Need::Counters => case.evidence().is_some(),
        Need::Series => stats().any(|stats| stats.ddirs.iter().any(|ddir| !ddir.per_second.is_empty())),
        Need::Histogram => stats().any(|stats| {
            stats
                .ddirs
                .iter()
                .any(|ddir| ddir.lat.histogram.total() + ddir.clat.histogram.total() > 0)
        }),
        Need::Blocks => case.evidence().is_some_and(|evidence| evidence.blocks.is_some()),
        Need::Repeats => !case.record.context.repeats.is_empty(),
        Need::Claim => case.record.context.data_sheet.is_some(),
    }
}
