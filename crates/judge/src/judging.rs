//! Judging: every trap held against a case.

use std::cmp::Reverse;

use crate::case::{Case, MachineView};
use crate::{Checked, Finding, Severity, TrapId, When};
use fiord_job::plan::JobPlan;

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
    let about = trap.about();
    let mut found = match when {
        When::Plan => about.plan.map(|plan| (plan.judge)(case)).unwrap_or_default(),
        When::Machine => of_machine(trap, case),
        When::Run => about.run.map(|run| (run.judge)(case)).unwrap_or_default(),
    };
    found.retain(|finding| is_told(finding, case));
    debug_assert!(
        found
            .iter()
            .all(|finding| (finding.trap(), finding.when) == (trap, when))
    );
    found
}

/// Whether the plans of all jobs that a finding is about tell what its trap needs.
fn is_told(finding: &Finding, case: &Case<'_>) -> bool {
    let needs = finding.trap().needs(finding.when);
    let is_told = |job: &JobPlan| needs.iter().all(|need| need.is_told(job));
    let (jobs, about) = (&case.record.plan.jobs, &finding.subject.jobs);
    if about.is_empty() {
        return jobs.iter().all(is_told);
    }
    about.iter().filter_map(|index| jobs.get(*index)).all(is_told)
}

/// The machine's findings on a case. What is only good to know about a machine is doctor's to show: next to a job's own findings it
/// would bury them.
fn of_machine(trap: TrapId, case: &Case<'_>) -> Vec<Finding> {
    let checked = MachineView::of(case).map(|machine| check(trap, &machine));
    let matters = |one: Checked| {
        let severity = one
            .state
            .severity()
            .filter(|severity| *severity > Severity::Note)?;
        Some(Finding::new(When::Machine, severity, one.subject, one.observed))
    };
    checked.into_iter().flatten().filter_map(matters).collect()
}

/// Everything that a record shows: plan, machine and run.
pub fn judge_all(case: &Case<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = When::ALL.iter().flat_map(|when| judge(*when, case)).collect();
    found.sort_by_key(|finding| Reverse(finding.severity));
    found
}

/// What one trap sees of the machine; nothing where it is not judged by the machine.
pub fn check(trap: TrapId, machine: &MachineView<'_>) -> Vec<Checked> {
    let check = trap.about().machine;
    check.map(|check| (check.check)(machine)).unwrap_or_default()
}
