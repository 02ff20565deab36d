//! What a study will cost: runs, time, bytes written, space.

use fiord_job::plan::{Amount, Ddir, JobPlan, RunPlan};
use fiord_judge::case::planned;

use crate::definition::Study;

/// Seconds around a run that are not the run's: opening, evidence, storing. An estimate.
const AROUND_S: f64 = 0.3;

/// A forecast over a whole study, at least and at most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    pub runs: (u64, u64),
    /// None: a run has no time limit, so its length depends on the disk.
    pub seconds: Option<(f64, f64)>,
    /// None: nothing limits what a run writes but its time.
    pub written_bytes: Option<(u64, u64)>,
}

/// Seconds that a plan takes by its own limits: the longest job. None: no limit of time.
pub fn seconds(plan: &RunPlan) -> Option<f64> {
    let of = |job: &JobPlan| {
        let runtime = job.control.runtime_us;
        (runtime > 0).then(|| (runtime + job.control.ramp_time_us) as f64 / 1e6)
    };
    let mut longest = 0.0_f64;
    for job in &plan.jobs {
        longest = longest.max(of(job)?);
    }
    Some(longest)
}

/// Bytes that a plan writes at most. None: only time limits it.
pub fn written_bytes(plan: &RunPlan) -> Option<u64> {
    let mut sum = 0_u64;
    for job in &plan.jobs {
        let share = planned::share(job, Ddir::Write);
        if share == 0.0 {
            continue;
        }
        if job.control.time_based {
            return None;
        }
        let amount = [job.access.io_size, job.access.size]
            .into_iter()
            .flatten()
            .next()?;
        let Amount::Bytes(bytes) = amount else { return None };
        let all = (bytes as f64 * share).ceil() as u64;
        sum = sum.saturating_add(all.saturating_mul(u64::from(job.numjobs)));
    }
    Some(sum)
}

/// The cost of all cells together.
pub fn forecast(study: &Study, plans: &[&RunPlan]) -> Forecast {
    let (least, most) = study.stop.runs();
    let cells = plans.len() as u64;
    let (least, most) = (u64::from(least), u64::from(most));
    let time: Option<Vec<f64>> = plans.iter().map(|plan| seconds(plan)).collect();
    let time = time.map(|all| all.iter().map(|seconds| seconds + AROUND_S).sum::<f64>());
    let written: Option<Vec<u64>> = plans.iter().map(|plan| written_bytes(plan)).collect();
    let written = written.map(|all| all.iter().fold(0_u64, |sum, bytes| sum.saturating_add(*bytes)));
    Forecast {
        runs: (cells * least, cells * most),
        seconds: time.map(|block| (block * least as f64, block * most as f64)),
        written_bytes: written.map(|block| (block.saturating_mul(least), block.saturating_mul(most))),
    }
}
