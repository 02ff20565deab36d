//! Rated jobs: what was offered, what was reached, and whether the backlog grew.

use fiord_job::plan::{Ddir, RateProcess};
use fiord_stats::backlog::growth;
use fiord_stats::{DdirStats, Latency, Schedule};

use crate::case::JobRun;

/// One rated direction of a job.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// I/Os per second of the plan, of all workers; of drawn arrivals the mean.
    pub asked_iops: f64,
    /// I/Os per second whose time came while the job ran. `None`: drawn arrivals, which are not counted, or the schedule was not kept.
    pub offered_iops: Option<f64>,
    /// Reached I/Os per second.
    pub reached_iops: f64,
    /// The rate was above what could be done: the backlog grows as long as it runs, and response time has no steady value. `None`:
    /// the backlog was not kept.
    pub saturated: Option<bool>,
}

impl Pace {
    /// None of a direction without a rate, or one that did nothing.
    pub fn of(job: &JobRun<'_>, ddir: Ddir) -> Option<Self> {
        let (pace, stats) = (&job.plan.pace, job.ddir(ddir));
        let seconds = stats.runtime_ns as f64 / 1e9;
        if seconds <= 0.0 || stats.ios == 0 {
            return None;
        }
        let workers = job.workers.len() as f64;
        let by_count = (pace.rate_iops[ddir] > 0).then(|| f64::from(pace.rate_iops[ddir]) * workers);
        let mean = stats.bytes as f64 / stats.ios as f64;
        let by_bytes = (pace.rate_bytes[ddir] > 0).then(|| pace.rate_bytes[ddir] as f64 * workers / mean);
        // With both the slower rules.
        let asked_iops = by_count.into_iter().chain(by_bytes).reduce(f64::min)?;
        let reached_iops = stats.ios as f64 / seconds;
        let schedule = &stats.schedule;
        let is_known = *schedule != Schedule::default() || stats.response.moments.count > 0;
        let is_even = pace.process == RateProcess::Linear;
        let service_p99_ns = service(stats).percentile(99.0).unwrap_or(0);
        let backlog = growth(
            &schedule.backlog_per_second_ns,
            schedule.backlog_end_ns,
            service_p99_ns,
        );
        Some(Self {
            asked_iops,
            offered_iops: (is_known && is_even).then_some(asked_iops),
            reached_iops,
            saturated: is_known.then_some(backlog.saturated),
        })
    }
}

/// The latency from the real start: whole if it was recorded, else the completion's.
pub fn service(stats: &DdirStats) -> &Latency {
    if stats.lat.moments.count > 0 {
        &stats.lat
    } else {
        &stats.clat
    }
}
