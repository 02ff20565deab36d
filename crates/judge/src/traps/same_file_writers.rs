//! `same-file-writers`: several workers write the same blocks of one file.

use crate::case::Case;
use crate::case::company::Company;
use crate::case::job_view::JobView;
use crate::case::overlap::{self, Clones, Together};
use crate::case::planned::issues;
use crate::correct::edit::Edit;
use crate::terms::{Headline, Instead};
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_job::plan::{Ddir, JobPlan, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::same_file_writers as messages;
use fiord_messages::words::Moves;
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
    headline: Some(|_| Headline {
        rank: 6,
        what: Instead::SameBlocks,
        ddir: None,
        share: 1.0,
    }),
    fix: Some(Fix {
        stage: Stage::Sharing,
        least: Severity::Care,
        apply: correct,
    }),
    topics: &[&topics::PAGE_CACHE],
    ..Trap::new(
        Family::Target,
        "szstonelee, SSDInternal; fio #1693",
        &[Symptom::IopsTooHigh],
        Observed::saw,
    )
};

/// Who meets on the same blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Clones {
        clones: Clones,
        /// They read too.
        also_reads: bool,
    },
    /// Another job, by its index, writes the subject from the same offset at the same time.
    AnotherJob { other_job: usize },
    /// After the run.
    Met(Together),
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    let mut found = per_disk_job(case, |view| {
        clones_on_one_file(view)
            .map(|(severity, observed)| Finding::new(When::Plan, severity, Subject::whole(), observed))
            .into_iter()
            .collect()
    });
    found.extend(jobs_on_one_file(case));
    found
}

fn clones_on_one_file(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let clones = overlap::clones(view).filter(|_| issues(view.job, Ddir::Write))?;
    let severity = if clones.sequential {
        Severity::Wrong
    } else {
        Severity::Care
    };
    let also_reads = issues(view.job, Ddir::Read);
    Some((severity, Observed::Clones { clones, also_reads }))
}

/// Different jobs that run at the same time and write the same part of a file one after another.
fn jobs_on_one_file(case: &Case<'_>) -> Vec<Finding> {
    let company = Company::of(case);
    let walks = |job: &JobPlan| !job.access.mode.is_random() && issues(job, Ddir::Write);
    let mut found = Vec::new();
    for (index, job) in case.plans().filter(|(_, job)| walks(job)) {
        let Some((path, others)) = company.on_one_file(index) else {
            continue;
        };
        let same = |(other, plan): &(usize, &JobPlan)| {
            *other < index && walks(plan) && plan.access.offset == job.access.offset
        };
        if let Some((other_job, _)) = others.into_iter().find(same) {
            let subject = Subject::job(index).on(Thing::File(path.to_owned()));
            found.push(Finding::new(
                When::Plan,
                Severity::Wrong,
                subject,
                Observed::AnotherJob { other_job },
            ));
        }
    }
    found
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let met = overlap::together(case, Ddir::Write).map(|(subject, together)| {
        let severity = if together.random {
            Severity::Care
        } else {
            Severity::Wrong
        };
        Finding::new(When::Run, severity, subject, Observed::Met(together))
    });
    met.into_iter().collect()
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    overlap::set_apart(edit, view);
}

/// The sentences of `same-file-writers`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        match self {
            Observed::Clones { clones, also_reads } => {
                let moves = if *also_reads { Moves::Mixed } else { Moves::Write };
                clones.saw(moves, lang)
            }
            Observed::AnotherJob { other_job } => messages::AnotherJob {
                other: &(other_job + 1),
                path: &thing_name(subject, lang),
            }
            .text(lang),
            Observed::Met(together) => together.saw(Moves::Write, subject, lang),
        }
    }
}
