//! `aio-buffered`: native AIO through the page cache.

use crate::case::job_view::JobView;
use crate::case::planned::trims_in_place;
use crate::case::{Case, JobRun};
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::PlanPart;
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::aio_buffered as messages;
use fiord_record::number::{Nanos, Share};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[
            Need::Plan(PlanPart::Direct),
            Need::Plan(PlanPart::Engine),
            Need::Plan(PlanPart::Depth),
        ],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Plan(PlanPart::Direct), Need::Plan(PlanPart::Engine)],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Engine,
        least: Severity::Care,
        apply: correct,
    }),
    topics: &[&topics::DIRECT_IO],
    quantity: Some(compare::quantity_depth),
    ..Trap::new(
        Family::Depth,
        "szstonelee, SSDInternal; plantegg, ssd/san/sas (direct × buffered); fio #512; man 2 io_submit",
        &[Symptom::OtherSetting, Symptom::IopsTooLow, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// Share of a worker's time inside submit from which buffered submission does the I/O itself.
const IN_SUBMIT: f64 = 0.25;
/// Mean time of a submission below which the result of another program proves no wait: the system call itself takes one to four
/// microseconds, and a `direct` without a value is in no JSON of fio.
const WAITED_NS: f64 = 10_000.0;

/// The depth that was asked for, or the time that the workers spent inside submit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Planned {
        iodepth: u32,
        real_depth: u32,
    },
    InSubmit {
        slat_mean_ns: f64,
        in_submit_percent: f64,
        /// Each of them waits for one I/O at a time.
        #[serde(default)]
        workers: u64,
        /// The depth that was asked for, over all workers; 1: it is unknown.
        #[serde(default)]
        asked: u64,
    },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let job = view.job;
        if !job.blocks_in_submit() || trims_in_place(job) || job.depth.iodepth < 2 {
            return Vec::new();
        }
        let observed = Observed::Planned {
            iodepth: job.depth.iodepth,
            real_depth: view.planned.depth,
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
        let plan = job.plan;
        if !plan.blocks_in_submit() {
            return None;
        }
        let slats = || job.directions().map(|(_, stats)| &stats.slat.moments);
        let slat: f64 = slats().map(|moments| moments.sum as f64).sum();
        // All of a batch share the time of their submit call.
        let ios = job.stats.total_ios().max(1) as f64;
        let in_calls = slat / ios * job.stats.submit_calls as f64;
        let whole = job.stats.runtime_ns.max(1) as f64 * job.workers.len() as f64;
        let share = (in_calls / whole).min(1.0);
        let mean_ns = slats().map(|moments| moments.mean()).fold(0.0, f64::max);
        let proves_wait = mean_ns >= WAITED_NS || case.evidence().is_some();
        if mean_ns <= 0.0 || !proves_wait || share < IN_SUBMIT {
            return None;
        }
        let severity = if plan.depth.iodepth > 1 {
            Severity::Wrong
        } else {
            Severity::Note
        };
        let workers = job.workers.len() as u64;
        let asked = workers.saturating_mul(u64::from(plan.depth.iodepth));
        let observed = Observed::InSubmit {
            slat_mean_ns: mean_ns,
            in_submit_percent: share * 100.0,
            workers,
            asked,
        };
        Some((severity, observed))
    })
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    if view.may_be_direct() {
        edit.set("direct", "1");
    } else {
        edit.set("ioengine", "io_uring");
    }
}

/// The sentences of `aio-buffered`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Planned { iodepth, .. } => messages::Planned { iodepth }.text(lang),
            Observed::InSubmit {
                slat_mean_ns,
                in_submit_percent,
                workers,
                asked,
            } => {
                let share = &Share(in_submit_percent / 100.0);
                let latency = &Nanos(*slat_mean_ns);
                if asked > workers {
                    messages::InSubmitOfDepth {
                        share,
                        latency,
                        workers,
                        asked,
                    }
                    .text(lang)
                } else {
                    messages::InSubmit { share, latency }.text(lang)
                }
            }
        }
    }
}
