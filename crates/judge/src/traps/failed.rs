//! `failed`: a worker that ended with an error.

use crate::case::case::{Case, JobRun};
use crate::case::each::per_run;
use crate::case::trap::{Family, Found, Judgement, Severity, Symptom, Text, Trap};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: "a worker ended with an error",
            why: "the numbers are those of the part that ran before",
            advice: "fix the cause, then rerun",
            example: "No space left on device after 16 of 64 MiB.",
        },
        needs: &[],
        judge: run,
    }),
    ..Trap::new(Family::Duration, "the errno of the worker", &[Symptom::JobEnds])
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// Those that failed.
    pub workers: usize,
    pub all_workers: usize,
    /// The first error, as the engine reports it.
    pub error: String,
}

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    per_run(case, |job: &JobRun<'_>| {
        let errors = || job.workers.iter().filter_map(|worker| worker.error.as_ref());
        let observed = Observed {
            workers: errors().count(),
            all_workers: job.workers.len(),
            error: errors().next()?.detail.clone(),
        };
        Some((Severity::Wrong, observed))
    })
}
