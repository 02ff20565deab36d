//! `batches`: I/Os that wait for their neighbours, and the wait counts as the device's.

use crate::case::job_view::JobView;
use crate::case::{Case, JobRun};
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::JobPlan;
use fiord_messages::Lang;
use fiord_messages::traps::batches as messages;
use serde::{Deserialize, Serialize};

/// Batch of completions from which their timestamps are blurred.
const BLURRED: u32 = 8;

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
        needs: &[],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Source,
        least: Severity::Care,
        apply: correct,
    }),
    topics: &[&topics::QUEUE_DEPTH],
    ..Trap::new(
        Family::Latency,
        "fio manual, iodepth_batch_complete_min; Google Cloud",
        &[Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Completions will be awaited in batches of at least this size.
    Awaited { batch: u32 },
    /// I/Os will be submitted in batches of at most this size.
    Submitted { batch: u32 },
    /// Completions were awaited in batches of at least this size.
    Taken { batch: u32 },
}

/// Whether a latency is recorded that a batch could blur.
fn is_timed(job: &JobPlan) -> bool {
    let report = &job.report;
    !(report.gtod_reduce || report.disable_clat && report.disable_lat)
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        let depth = &view.job.depth;
        if view.job.is_synchronous() || !is_timed(view.job) {
            return Vec::new();
        }
        let mut found = Vec::new();
        if depth.batch_complete_min > 1 {
            let batch = depth.batch_complete_min;
            found.push(Finding::new(
                When::Plan,
                Severity::Care,
                Subject::whole(),
                Observed::Awaited { batch },
            ));
        }
        if depth.batch_submit > 1 {
            let batch = depth.batch_submit;
            found.push(Finding::new(
                When::Plan,
                Severity::Note,
                Subject::whole(),
                Observed::Submitted { batch },
            ));
        }
        found
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let batch = job.plan.depth.batch_complete_min;
        let timed = job
            .directions()
            .any(|(_, stats)| stats.clat.moments.count > 0 || stats.lat.moments.count > 0);
        let queued = !job.plan.is_synchronous();
        (queued && timed && batch >= BLURRED).then_some((Severity::Care, Observed::Taken { batch }))
    })
}

fn correct(edit: &mut Edit<'_>, _: &JobView<'_>, observed: &Observed) {
    if matches!(observed, Observed::Awaited { .. }) {
        edit.remove("iodepth_batch_complete_min");
    }
}

/// The sentences of `batches`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Awaited { batch } => messages::Awaited { batch }.text(lang),
            Observed::Submitted { batch } => messages::Submitted { batch }.text(lang),
            Observed::Taken { batch } => messages::Taken { batch }.text(lang),
        }
    }
}
