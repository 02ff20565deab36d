//! Judging job by job.

use crate::case::case::{Case, JobRun};
use crate::case::look::Look;
use crate::case::obstacle;
use crate::case::trap::{Found, Severity, Subject};

/// Judges every job of the plan. Findings without a job become that job's.
pub fn per_job<O>(case: &Case<'_>, judge: impl Fn(&Look<'_>) -> Vec<Found<O>>) -> Vec<Found<O>> {
    let mut found = Vec::new();
    for (index, _) in case.plans() {
        if let Some(look) = Look::at(case, index) {
            found.extend(judge(&look).into_iter().map(|found| of_job(found, index)));
        }
    }
    found
}

/// As [`per_job`], for jobs that move data of files or block devices and can begin. Nothing that lies on the way to a disk has a part in
/// what goes past block devices.
pub fn per_disk_job<O>(case: &Case<'_>, judge: impl Fn(&Look<'_>) -> Vec<Found<O>>) -> Vec<Found<O>> {
    per_job(case, |look| {
        let kind = look.job.engine.kind;
        let has_disks = kind.moves_data() && !kind.goes_past_blocks();
        if !has_disks || obstacle::of(look).is_some() {
            Vec::new()
        } else {
            judge(look)
        }
    })
}

/// As [`per_disk_job`], of traps that a job has once or not at all.
pub fn once_per_disk_job<O>(
    case: &Case<'_>,
    judge: impl Fn(&Look<'_>) -> Option<(Severity, O)>,
) -> Vec<Found<O>> {
    per_disk_job(case, |look| {
        let found = judge(look).map(|(severity, observed)| Found::new(severity, Subject::whole(), observed));
        found.into_iter().collect()
    })
}

/// Judges every job that ran.
pub fn per_run<O>(case: &Case<'_>, judge: impl Fn(&JobRun<'_>) -> Option<(Severity, O)>) -> Vec<Found<O>> {
    let judged = case.jobs.iter().filter_map(|job| {
        let (severity, observed) = judge(job)?;
        Some(Found::new(severity, Subject::job(job.index), observed))
    });
    judged.collect()
}

fn of_job<O>(mut found: Found<O>, job: usize) -> Found<O> {
    if found.subject.jobs.is_empty() {
        found.subject.jobs = vec![job];
    }
    found
}
