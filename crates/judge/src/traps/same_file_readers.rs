//! `same-file-readers`: several workers read the same blocks of one file.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::overlap::{self, Clones, Together};
use crate::case::planned::issues;
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::same_file_readers as messages;
use fiord_record::number::{Bytes, Share};
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
    topics: &[&topics::PAGE_CACHE],
    ..Trap::new(
        Family::Target,
        "szstonelee, SSDInternal",
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
        // They begin apart.
        _ if clones.shifted => overlap::of_random_readers(clones.distinct_share),
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
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        match self {
            Observed::Clones(clones) => planned(clones, lang),
            Observed::Met(together) => met(together, subject, lang),
        }
    }
}

fn planned(clones: &Clones, lang: Lang) -> String {
    let (share, workers) = (&Share(clones.distinct_share), &clones.jobs);
    let (at_most, on_device) = (clones.at_most, clones.on_device);
    if clones.shifted {
        messages::ClonesShifted {
            at_most,
            share,
            workers,
            on_device,
        }
        .text(lang)
    } else if clones.sequential {
        messages::ClonesSequential {
            at_most,
            share,
            workers,
            on_device,
        }
        .text(lang)
    } else if clones.in_sequence.is_some() {
        messages::ClonesUndrawn {
            at_most,
            share,
            workers,
            on_device,
        }
        .text(lang)
    } else {
        messages::ClonesRandom {
            at_most,
            share,
            workers,
            on_device,
        }
        .text(lang)
    }
}

fn met(together: &Together, subject: &Subject, lang: Lang) -> String {
    let (issued, distinct) = (&Bytes(together.issued_bytes), &Bytes(together.distinct_bytes));
    let share = &Share(together.distinct_percent / 100.0);
    let workers = together.workers;
    let met = match together.files {
        0 => messages::Met {
            workers,
            issued,
            distinct,
            share,
        }
        .text(lang),
        files => messages::MetInFiles {
            workers,
            issued,
            distinct,
            files,
            file: &thing_name(subject, lang),
            share,
        }
        .text(lang),
    };
    let inferred = together.uncounted.as_ref();
    let inferred = inferred.map(|reason| messages::MetInferred { reason }.text(lang));
    let sentences: Vec<String> = [met].into_iter().chain(inferred).collect();
    lang.sentences(&sentences)
}
