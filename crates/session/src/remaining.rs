//! How far a run is, from the live counters.

use fiord_engine::live::LiveBoard;
use fiord_engine::live::LiveReading;
use fiord_job::plan::{Amount, JobPlan, RunPlan};

/// How much of a run is done, by the worker that takes longest.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Remaining {
    /// 0 to 1; none while nobody can know.
    pub share: Option<f64>,
    pub left_s: f64,
}

/// Every worker with its job, in the order of their numbers.
pub fn readings<'p>(plan: &'p RunPlan, live: &LiveBoard) -> Vec<(&'p JobPlan, LiveReading)> {
    let workers = |job: &'p JobPlan| std::iter::repeat_n(job, job.numjobs as usize);
    let jobs = plan.jobs.iter().flat_map(workers);
    jobs.zip(live.cells())
        .map(|(job, cell)| (job, cell.read()))
        .collect()
}

/// Of the workers that run, so many seconds after the start.
pub fn remaining<'p>(
    active: impl Iterator<Item = &'p (&'p JobPlan, LiveReading)>,
    elapsed_s: f64,
) -> Remaining {
    let mut slowest = Remaining::default();
    for (job, reading) in active {
        let since_start = elapsed_s - reading.started_ns as f64 / 1e9;
        let total_s = (job.control.runtime_us + job.control.ramp_time_us) as f64 / 1e6;
        let by_time = (total_s > 0.0).then(|| (since_start / total_s).min(1.0));
        let moved: u64 = reading.bytes.iter().sum();
        let by_bytes = match job.access.io_size.or(job.access.size) {
            Some(Amount::Bytes(bytes)) if bytes > 0 && !job.control.time_based => {
                Some((moved as f64 / (bytes as f64 * f64::from(job.control.loops.max(1)))).min(1.0))
            }
            _ => None,
        };
        let share = by_time.into_iter().chain(by_bytes).reduce(f64::max);
        let Some(share) = share.filter(|share| *share > 0.0) else {
            continue;
        };
        let left_s = since_start.max(0.0) * (1.0 - share) / share;
        if slowest.share.is_none() || left_s >= slowest.left_s {
            slowest = Remaining {
                share: Some(share),
                left_s,
            };
        }
    }
    slowest
}
