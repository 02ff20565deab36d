//! `depth-not-reached`: more I/Os asked for than there are in flight, or than the device's queue takes.

use crate::case::devices::{self, MeanQueue};
use crate::case::job_view::JobView;
use crate::case::{Case, JobRun};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_disk_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Backend, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::depth_not_reached as messages;
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
        needs: &[Need::Plan(PlanPart::Depth), Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Plan(PlanPart::Depth), Need::Plan(PlanPart::Engine)],
        judge: run,
    }),
    advice: Observed::advice,
    topics: &[&topics::QUEUE_DEPTH],
    quantity: Some(compare::quantity_depth),
    ..Trap::new(
        Family::Depth,
        "szstonelee, SSDInternal (1–2); Little's law; Documentation/block/queue-sysfs (nr_requests); Documentation/admin-guide/iostats.rst",
        &[Symptom::OtherSetting, Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// The depth that was asked for, and the room or the depth that there was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Requests that the device's queues hold.
    Room { asked_depth: u64, queue_depth: u64 },
    /// Mean I/Os in flight of the job.
    InFlight {
        achieved_depth: f64,
        asked_depth: f64,
        /// The job was short of it, not only the device's queue.
        by_the_job: bool,
        queue: Option<DeviceQueue>,
        /// A file became longer.
        grew: bool,
        /// The job pauses between its I/Os (thinktime).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pauses: bool,
    },
}

/// What the queue of the uppermost devices held.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeviceQueue {
    pub devices: Vec<String>,
    /// On average over the window.
    pub device_depth: f64,
    /// On average while a device was busy.
    pub device_depth_busy: f64,
}

/// Reached depth as a share of the asked one below which it counts as not reached.
const REACHED: f64 = 0.9;
/// Share of the asked depth below which the device's queue was another one than the job's.
const HELD: f64 = 0.5;
/// A queue that holds no more served one after the other.
const ONE_BY_ONE: f64 = 1.5;
/// A shorter run says nothing about the mean of a queue that is sampled once per tick of the kernel.
const LEAST_SECONDS: f64 = 0.2;

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        room(view)
            .map(|observed| Finding::new(When::Plan, Severity::Note, Subject::whole(), observed))
            .into_iter()
            .collect()
    })
}

fn room(view: &JobView<'_>) -> Option<Observed> {
    if !view.job.durability.direct {
        return None;
    }
    let asked_depth = u64::from(view.planned.depth) * u64::from(view.job.numjobs.max(1));
    let leaves = view.targets.first()?.leaves();
    let rooms = leaves.iter().filter_map(|leaf| {
        let queue = leaf.queue.as_ref()?;
        Some(queue.nr_requests? * u64::from(queue.hardware_queues.unwrap_or(1)))
    });
    let queue_depth: u64 = rooms.sum();
    (queue_depth > 0 && asked_depth > queue_depth).then_some(Observed::Room {
        asked_depth,
        queue_depth,
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job| in_flight(case, job))
}

fn in_flight(case: &Case<'_>, job: &JobRun<'_>) -> Option<(Severity, Observed)> {
    let asked_depth = asked_of(job)?;
    let achieved_depth = job.achieved_depth()?;
    let share = achieved_depth / asked_depth;
    let device = device_queue(case, job);
    // Completions that the job has not taken yet count as in flight to the job, and no longer to the device.
    let short_below = device
        .as_ref()
        .filter(|(held, judges)| *judges && held.while_busy < HELD * asked_depth);
    let severity = match (share < REACHED, short_below) {
        (true, _) if share < 0.5 => Severity::Wrong,
        (false, Some((held, _))) if held.while_busy <= ONE_BY_ONE && asked_depth >= 4.0 => Severity::Wrong,
        (true, _) | (false, Some(_)) => Severity::Care,
        (false, None) => return None,
    };
    let evidence = case.witnessed();
    let observed = Observed::InFlight {
        achieved_depth,
        asked_depth,
        by_the_job: share < REACHED,
        queue: device.zip(evidence).map(|((held, _), evidence)| DeviceQueue {
            devices: devices::uppermost(case, evidence)
                .iter()
                .map(|device| device.name.clone())
                .collect(),
            device_depth: held.over_window,
            device_depth_busy: held.while_busy,
        }),
        grew: grew(case, job),
        pauses: job.is_paced(),
    };
    Some((severity, observed))
}

/// The depth that was asked for, where it can be judged whether it was reached.
fn asked_of(job: &JobRun<'_>) -> Option<f64> {
    let plan = job.plan;
    let asked = f64::from(plan.depth.iodepth) * job.workers.len() as f64;
    let pointless = plan.is_synchronous() || plan.engine.kind.backend() == Backend::Null;
    // fio drains to `iodepth_low` on purpose, and a job shorter than its queue never fills it.
    let short_job = (job.stats.total_ios() as f64) < 10.0 * asked;
    let drains = plan.depth.low.is_some_and(|low| low < plan.depth.iodepth);
    let judged = !pointless && plan.depth.iodepth >= 2 && !plan.pace.is_rated() && !drains && !short_job;
    judged.then_some(asked)
}

/// The queue of the uppermost devices, and whether it alone may show that the depth was not reached.
fn device_queue(case: &Case<'_>, job: &JobRun<'_>) -> Option<(MeanQueue, bool)> {
    // The queue is that of the process that writes the pages, where a job goes through the page cache.
    let evidence = case.witnessed().filter(|_| job.plan.durability.direct)?;
    let devices = devices::uppermost(case, evidence);
    let held = devices::mean_queue(&devices, evidence)?;
    // What a limit holds back is in no queue yet; memory answers inside the submitting call and has none.
    let limited = evidence
        .limits
        .iter()
        .any(|limit| devices.iter().any(|device| device.number == limit.number));
    let memory = devices.iter().any(|device| device.in_memory);
    let whole_window = job.seconds() >= LEAST_SECONDS && job.seconds() >= 0.5 * evidence.seconds;
    let alone = case.only_job().is_some();
    Some((held, alone && whole_window && !limited && !memory))
}

/// Whether a file of this job is longer than it was.
fn grew(case: &Case<'_>, job: &JobRun<'_>) -> bool {
    let targets = case
        .witnessed()
        .map(|evidence| evidence.targets.as_slice())
        .unwrap_or_default();
    targets
        .iter()
        .filter(|target| target.job == job.index)
        .any(|target| {
            let before = target.before.map_or(0, |state| state.size_bytes);
            target.after.is_some_and(|state| state.size_bytes > before)
        })
}

/// The sentences of `depth-not-reached`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Room {
                asked_depth,
                queue_depth,
            } => messages::Room {
                requested: &Count(*asked_depth),
                room: &Count(*queue_depth),
            }
            .text(lang),
            Observed::InFlight {
                achieved_depth,
                asked_depth,
                by_the_job,
                queue,
                ..
            } => {
                let in_flight = messages::InFlight {
                    achieved: &short(*achieved_depth),
                    requested: &short(*asked_depth),
                }
                .text(lang);
                let mut sentences = vec![in_flight];
                sentences.extend(queue.as_ref().map(|queue| queue.length(*by_the_job, lang)));
                lang.sentences(&sentences)
            }
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice = match self {
            Observed::InFlight { pauses: true, .. } => messages::advice_pauses(lang),
            Observed::InFlight { grew: true, .. } => messages::advice_grew(lang),
            _ => return None,
        };
        Some(advice.to_owned())
    }
}

impl DeviceQueue {
    fn length(&self, by_the_job: bool, lang: Lang) -> String {
        let devices = &lang.list(&self.devices);
        let busy = &short(self.device_depth_busy);
        let overall = &short(self.device_depth);
        if by_the_job {
            messages::Queue {
                devices,
                busy,
                overall,
            }
            .text(lang)
        } else {
            messages::QueueShort {
                devices,
                busy,
                overall,
            }
            .text(lang)
        }
    }
}
