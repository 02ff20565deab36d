//! `stale-file`: a write test on the file of the run before.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::planned::issues;
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::stale_file as messages;
use fiord_record::number::Bytes;
use fiord_record::{FileKind, TargetFacts};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Amount,
        least: Severity::Care,
        apply: correct,
    }),
    ..Trap::new(
        Family::Target,
        "szstonelee, SSDInternal (rm)",
        &[Symptom::RunsDiffer, Symptom::DataAtRisk],
        Observed::saw,
    )
};

/// The files that are there already; the first is the subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub existing_files: u64,
    pub existing_bytes: u64,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let job = view.job;
        if !issues(job, Ddir::Write) || job.files.overwrite || job.files.append {
            return Vec::new();
        }
        let is_stale = |target: &&&TargetFacts| {
            // A file that fiord filled for the run holds no data of the user, and is the same in each run.
            target.kind == FileKind::Regular
                && !target.is_own
                && target.size_bytes.is_some_and(|size| size > 0)
        };
        let stale: Vec<&&TargetFacts> = view.targets.iter().filter(is_stale).collect();
        let Some(first) = stale.first() else {
            return Vec::new();
        };
        let severity = if job.access.mode.is_random() {
            Severity::Note
        } else {
            Severity::Care
        };
        let observed = Observed {
            existing_files: stale.len() as u64,
            existing_bytes: stale.iter().filter_map(|target| target.size_bytes).sum(),
        };
        let subject = Subject::whole().on(Thing::File(first.path.clone()));
        vec![Finding::new(When::Plan, severity, subject, observed)]
    })
}

/// Says that overwriting is meant.
fn correct(edit: &mut Edit<'_>, _: &JobView<'_>, _: &Observed) {
    edit.set("overwrite", "1");
}

/// The sentences of `stale-file`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let (path, size) = (&thing_name(subject, lang), &Bytes(self.existing_bytes));
        match self.existing_files {
            0 | 1 => messages::Exists { path, size }.text(lang),
            files => {
                let more = files - 1;
                messages::Exist { path, more, size }.text(lang)
            }
        }
    }
}
