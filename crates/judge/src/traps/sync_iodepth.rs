//! `sync-iodepth`: a queue depth that a synchronous engine ignores.

use crate::case::job_view::JobView;
use crate::case::planned::syncs_every;
use crate::case::{Case, JobRun};
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{EngineKind, JobPlan, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::sync_iodepth as messages;
use fiord_record::number::{Count, short};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Engine), Need::Plan(PlanPart::Depth)],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Plan(PlanPart::Engine), Need::Plan(PlanPart::Depth)],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Engine,
        least: Severity::Care,
        apply: correct,
    }),
    topics: &[&topics::QUEUE_DEPTH],
    quantity: Some(compare::quantity_depth),
    ..Trap::new(
        Family::Depth,
        "szstonelee, SSDInternal; plantegg, ssd/san/sas; fio #1388; TiKV",
        &[Symptom::OtherSetting, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// The depth that was asked for, and the one that there is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Planned {
        engine: EngineKind,
        iodepth: u32,
        /// I/Os in flight of all workers together: one each.
        real_depth: u32,
    },
    Held {
        engine: EngineKind,
        iodepth: u32,
        /// Mean I/Os in flight per worker, by Little's law.
        achieved_depth: f64,
    },
}

fn asks_in_vain(job: &JobPlan) -> bool {
    job.depth.iodepth >= 2 && job.is_synchronous()
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let job = view.job;
        if !asks_in_vain(job) {
            return Vec::new();
        }
        let observed = Observed::Planned {
            engine: job.engine.kind,
            iodepth: job.depth.iodepth,
            real_depth: view.planned.depth * job.numjobs.max(1),
        };
        vec![Finding::new(
            When::Plan,
            Severity::Wrong,
            Subject::whole(),
            observed,
        )]
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        if !asks_in_vain(job.plan) || job.stats.total_ios() == 0 {
            return None;
        }
        let observed = Observed::Held {
            engine: job.plan.engine.kind,
            iodepth: job.plan.depth.iodepth,
            achieved_depth: job.achieved_depth()? / job.workers.len() as f64,
        };
        Some((Severity::Wrong, observed))
    })
}

/// A job that syncs its writes, cannot be direct or has an engine of its own kind is about one I/O at a time: it keeps its engine and
/// loses the depth.
fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    let job = view.job;
    if syncs_every(job).is_some() || !view.may_be_direct() || !job.engine.kind.may_queue() {
        edit.remove("iodepth");
        return;
    }
    edit.set("ioengine", "libaio");
    edit.set("direct", "1");
}

/// The sentences of `sync-iodepth`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Planned {
                engine,
                iodepth,
                real_depth: 1,
            } => {
                let engine = &engine.name();
                messages::PlannedOne { iodepth, engine }.text(lang)
            }
            Observed::Planned {
                engine,
                iodepth,
                real_depth,
            } => messages::Planned {
                depth: &Count(u64::from(*real_depth)),
                iodepth,
                engine: &engine.name(),
            }
            .text(lang),
            Observed::Held {
                engine,
                iodepth,
                achieved_depth,
            } => messages::Held {
                depth: &short(*achieved_depth),
                iodepth,
                engine: &engine.name(),
            }
            .text(lang),
        }
    }
}
