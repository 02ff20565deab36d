//! `failed`: a worker that ended with an error.

use crate::case::{Case, JobRun};
use crate::trap::{Family, Judgement, Symptom, Text, Trap, per_run};
use crate::{Finding, Severity, Subject};
use fiord_messages::traps::failed as messages;
use fiord_messages::{Lang, Sentence};
use fiord_record::number::Count;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[],
        judge: run,
    }),
    ..Trap::new(Family::Duration, "errno(3)", &[Symptom::JobEnds], Observed::saw)
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// Those that failed.
    pub workers: usize,
    pub all_workers: usize,
    /// The first error, as the engine reports it.
    pub error: Sentence,
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
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let error = &self.error.text(lang);
        match self.all_workers {
            1 => messages::OnlyWorker { error }.text(lang),
            all => messages::SomeWorkers {
                failed: &Count(self.workers as u64),
                workers: all as u64,
                error,
            }
            .text(lang),
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
            error: fiord_messages::Sentence::verbatim("open(/x): Permission denied"),
        };
        assert!(
            observed
                .saw(&Subject::job(1), Lang::En)
                .contains("1 of 2 workers")
        );
    }
}
