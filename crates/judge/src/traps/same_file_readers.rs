//! `same-file-readers`: several workers read the same blocks of one file.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::overlap::{self, Clones, Together};
use crate::case::planned::issues;
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::same_file_readers as messages;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Sharing,
        least: Severity::Care,
        apply: correct,
    }),
    ..Trap::new(
        Family::Target,
        "szstonelee, SSDInternal (the misleading and the corrected table)",
        &[Symptom::IopsTooHigh],
        Observed::saw,
    )
};

/// Who meets on the same blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Clones(Clones),
    /// After the run.
    Met(Together),
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        judge(view)
            .map(|(severity, clones)| {
                Finding::new(When::Plan, severity, Subject::whole(), Observed::Clones(clones))
            })
            .into_iter()
            .collect()
    })
}

fn judge(view: &JobView<'_>) -> Option<(Severity, Clones)> {
    let reads = issues(view.job, Ddir::Read) && !issues(view.job, Ddir::Write);
    let clones = overlap::clones(view).filter(|_| reads)?;
    let severity = match clones.sequential {
        true if !view.job.durability.direct => Severity::Wrong,
        true => Severity::Care,
        false => overlap::of_random_readers(clones.distinct_share),
    };
    Some((severity, clones))
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let met = overlap::together(case, Ddir::Read).map(|(subject, together)| {
        let apart = together
            .distinct_of_each_bytes
            .map(|of_each| together.distinct_bytes as f64 / of_each.max(1) as f64);
        let severity = match apart {
            Some(apart) if together.random => overlap::of_random_readers(apart),
            _ => Severity::Care,
        };
        Finding::new(When::Run, severity, subject, Observed::Met(together))
    });
    met.into_iter().collect()
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    overlap::set_apart(edit, view);
}

/// The sentences of `same-file-readers`.
impl Observed {
    fn saw(&self, subject: &Subject, _: Lang) -> String {
        match self {
            Observed::Clones(clones) => clones.sentence("read"),
            Observed::Met(together) => together.sentence("read", subject),
        }
    }
}
