//! `failed`: a worker that ended with an error.

use crate::case::{Case, JobRun};
use crate::trap::{Family, Judgement, Symptom, Text, Trap, per_run};
use crate::{Finding, Severity, Subject};
use fiord_record::number::plural;
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
    ..Trap::new(
        Family::Duration,
        "the errno of the worker",
        &[Symptom::JobEnds],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// Those that failed.
    pub workers: usize,
    pub all_workers: usize,
    /// The first error, as the engine reports it.
    pub error: String,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
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

/// The sentences of `failed`.
impl Observed {
    fn saw(&self, _: &Subject) -> String {
        match self.all_workers {
            1 => format!("the worker failed: {}", self.error),
            all => format!(
                "{} of {} failed: {}",
                self.workers,
                plural(all as u64, "worker"),
                self.error
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_workers_is_counted() {
        let observed = Observed {
            workers: 1,
            all_workers: 2,
            error: "open(/x): Permission denied".to_owned(),
        };
        assert!(observed.saw(&Subject::job(1)).contains("1 of 2 workers"));
    }
}
