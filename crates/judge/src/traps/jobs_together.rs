//! `jobs-together`: jobs that load one file or device at the same time.

use crate::case::Case;
use crate::case::company::Company;
use crate::case::planned::is_about_syncs;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_job::plan::{JobPlan, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::jobs_together as messages;
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
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Target,
        "fio manual, `stonewall`",
        &[Symptom::IopsTooLow, Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

/// The other jobs on the subject, which run at the same time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// Their names.
    pub others: Vec<String>,
    /// The options of the jobs show that they belong together.
    pub is_mix: bool,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    let company = Company::of(case);
    let found = case.plans().filter_map(|(index, job)| {
        let (path, others) = company.on_one_file(index)?;
        let mut all: Vec<&JobPlan> = others.iter().map(|(_, other)| *other).collect();
        let others = all.iter().map(|other| other.name.clone()).collect();
        all.push(job);
        let is_mix = is_mix(&all);
        let severity = if is_mix { Severity::Note } else { Severity::Care };
        let subject = Subject::job(index).on(Thing::File(path.to_owned()));
        let observed = Observed { others, is_mix };
        Some(Finding::new(When::Plan, severity, subject, observed))
    });
    found.collect()
}

/// Whether the jobs are parts of one load: one is paced, ends or delays the others, or writes the log of the others; or all do the same, as
/// workers of one job.
fn is_mix(jobs: &[&JobPlan]) -> bool {
    let has_part = |job: &&JobPlan| {
        let control = &job.control;
        control.exit.exitall
            || control.startdelay_us.1 > 0
            || job.pace.is_held_back()
            || job.pace.flow.weight > 0
    };
    let logs = jobs.iter().filter(|job| is_about_syncs(job)).count();
    let load = |job: &JobPlan| {
        let access = &job.access;
        let path = (job.engine.kind, job.durability.direct, job.depth.iodepth);
        (
            access.mode,
            access.block_size.clone(),
            access.rwmix_read_percent,
            path,
        )
    };
    jobs.iter().any(has_part)
        || (1..jobs.len()).contains(&logs)
        || jobs.windows(2).all(|pair| load(pair[0]) == load(pair[1]))
}

/// Most jobs that are named.
const MOST_NAMED: usize = 3;

/// The sentences of `jobs-together`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let path = &thing_name(subject, lang);
        let count = self.others.len() as u64;
        if self.others.len() > MOST_NAMED {
            messages::SharedWithMany { path, count }.text(lang)
        } else {
            let jobs = &lang.list(&self.others);
            messages::Shared { path, jobs, count }.text(lang)
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        self.is_mix.then(|| messages::why_mix(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        self.is_mix.then(|| messages::advice_mix(lang).to_owned())
    }
}
