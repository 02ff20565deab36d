//! How many I/Os there really were at once.

use super::layers::{self, MeanQueue};
use crate::case::Case;
use crate::case::JobRun;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_job::plan::EngineKind;
use fiord_record::number::{Nanos, Share, short};

/// Reached depth as a share of the asked one below which it counts as not reached (method: Little's law).
const REACHED: f64 = 0.9;
/// Share of the asked depth below which the device's queue was another one than the job's.
const HELD: f64 = 0.5;
/// A queue that holds no more served one after the other.
const ONE_BY_ONE: f64 = 1.5;
/// A shorter run says nothing about the mean of a queue that is sampled once per tick of the kernel.
const LEAST_SECONDS: f64 = 0.2;
/// Share of a worker's time inside submit from which buffered submission does the I/O itself.
const IN_SUBMIT: f64 = 0.25;

/// Asynchronous submission that waits.
pub(super) const AIO_BUFFERED: Rule = Rule {
    id: "aio-buffered",
    family: Family::Depth,
    title: "submission did the work: the asynchronous engine was synchronous",
    why: "without direct=1 libaio does the whole I/O inside the submit call, so the depth asked for never exists",
    attempt: "direct=1, or ioengine=io_uring",
    example: "libaio with direct=0 and iodepth=32: slat is 290 µs of 300 µs.",
    source: "seed S4; fio issue 512; io_submit(2)",
    when: When::Run,
    judge: aio_buffered,
};

/// A queue that stayed short.
pub(super) const DEPTH_NOT_REACHED: Rule = Rule {
    id: "depth-not-reached",
    family: Family::Depth,
    title: "the device never had the asked queue",
    why: "the result belongs to the depth that was reached, not to the one in the table",
    attempt: "more workers, larger batches, or look for what holds submission up (CPU, limits, locks)",
    example: "io_uring with iodepth=32 appends to a file on ext4: 31.8 of 32 I/Os are in flight, but the queue of sda holds 1 while it is \
              busy, because the file system does writes that make a file longer one after the other.",
    source: "seed S1; Little's law; Documentation/admin-guide/iostats.rst (weighted time in queue)",
    when: When::Run,
    judge: depth_not_reached,
};

fn asked(job: &JobRun<'_>) -> f64 {
    f64::from(job.plan.depth.iodepth) * job.workers.len() as f64
}

fn aio_buffered(e: &Case<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        let plan = job.plan;
        if plan.engine.kind != EngineKind::Libaio || plan.durability.direct {
            return None;
        }
        let slat: f64 = job
            .directions()
            .map(|(_, stats)| stats.slat.moments.sum as f64)
            .sum();
        // All of a batch share the time of their submit call.
        let ios = job.stats.total_ios().max(1) as f64;
        let in_calls = slat / ios * job.stats.submit_calls as f64;
        let share = (in_calls / (job.stats.runtime_ns.max(1) as f64 * job.workers.len() as f64)).min(1.0);
        if slat == 0.0 || share < IN_SUBMIT {
            return None;
        }
        let mean = job
            .directions()
            .map(|(_, stats)| stats.slat.moments.mean())
            .fold(0.0, f64::max);
        let saw = format!(
            "the workers spent {} of their time inside submit, {} per call: it waited for the data",
            Share(share),
            Nanos(mean)
        );
        let severity = if plan.depth.iodepth > 1 {
            Severity::Wrong
        } else {
            Severity::Note
        };
        Some(
            AIO_BUFFERED
                .finds(severity, saw)
                .with("slat_mean_ns", mean)
                .with("in_submit_percent", share * 100.0)
                .of_job(job.index),
        )
    };
    e.jobs.iter().filter_map(judge).collect()
}

fn depth_not_reached(e: &Case<'_>) -> Vec<Finding> {
    let after = e;
    let judge = |job: &JobRun<'_>| {
        let asked = asked_of(job)?;
        let achieved = job.achieved_depth()?;
        let share = achieved / asked;
        let device = device_queue(e, job);
        // Completions that nobody has taken yet count as in flight to the job, and no longer to the device.
        let short_below = device
            .as_ref()
            .filter(|device| device.judges && device.held.while_busy < HELD * asked);
        let in_flight = format!(
            "{} of {} I/Os were in flight on average",
            short(achieved),
            short(asked)
        );
        let (severity, saw) = match (share < REACHED, short_below, &device) {
            (true, _, device) => {
                let severity = if share < 0.5 {
                    Severity::Wrong
                } else {
                    Severity::Care
                };
                let queue = device.as_ref().map_or_else(String::new, |device| {
                    format!("; the queue of {} held {}", device.names, device.words())
                });
                (severity, in_flight + &queue)
            }
            (false, Some(device), _) => {
                let one_by_one = device.held.while_busy <= ONE_BY_ONE && asked >= 4.0;
                let severity = if one_by_one {
                    Severity::Wrong
                } else {
                    Severity::Care
                };
                let queue = format!(
                    ", but the queue of {} held {}: the others waited before or after it",
                    device.names,
                    device.words()
                );
                (severity, in_flight + &queue)
            }
            (false, None, _) => return None,
        };
        let mut finding = DEPTH_NOT_REACHED
            .finds(severity, saw)
            .with("achieved_depth", achieved)
            .with("asked_depth", asked)
            .of_job(job.index);
        if let Some(device) = &device {
            finding = finding
                .with("device_depth", device.held.over_window)
                .with("device_depth_busy", device.held.while_busy);
        }
        if grew(after, job) {
            finding = finding.attempt(
                "write the file before (`fiord prepare FILE --size …`): writes that make a file longer are done one after the other",
            );
        }
        Some(finding)
    };
    after.jobs.iter().filter_map(judge).collect()
}

/// The depth that was asked for, where it can be judged whether it was reached.
fn asked_of(job: &JobRun<'_>) -> Option<f64> {
    let plan = job.plan;
    let pointless = plan.engine.kind.is_synchronous() || plan.engine.kind == EngineKind::Null;
    // fio drains to `iodepth_low` on purpose, and a job shorter than its queue never fills it.
    let short_job = (job.stats.total_ios() as f64) < 10.0 * asked(job);
    let drains = plan.depth.low.is_some_and(|low| low < plan.depth.iodepth);
    let judged = !pointless && plan.depth.iodepth >= 2 && !job.is_paced() && !drains && !short_job;
    judged.then(|| asked(job))
}

/// What the queue of the uppermost device held.
struct DeviceQueue {
    names: String,
    held: MeanQueue,
    /// Whether it alone may show that the depth was not reached.
    judges: bool,
}

impl DeviceQueue {
    fn words(&self) -> String {
        format!(
            "{} while it was busy, {} over all",
            short(self.held.while_busy),
            short(self.held.over_window)
        )
    }
}

fn device_queue(e: &Case<'_>, job: &JobRun<'_>) -> Option<DeviceQueue> {
    let after = e;
    let evidence = after.witnessed()?;
    let devices = layers::uppermost(e, evidence);
    let held = layers::mean_queue(&devices, evidence)?;
    // What a limit holds back is in no queue yet; memory answers inside the submitting call and has none.
    let limited = evidence
        .limits
        .iter()
        .any(|limit| devices.iter().any(|device| device.number == limit.number));
    let memory = devices.iter().any(|device| device.in_memory);
    let whole_window = job.seconds() >= LEAST_SECONDS && job.seconds() >= 0.5 * evidence.seconds;
    Some(DeviceQueue {
        names: layers::names(&devices),
        held,
        judges: after.only_job().is_some()
            && job.plan.durability.direct
            && whole_window
            && !limited
            && !memory,
    })
}

/// Whether a file of this job is longer than it was.
fn grew(after: &Case<'_>, job: &JobRun<'_>) -> bool {
    let targets = after
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
