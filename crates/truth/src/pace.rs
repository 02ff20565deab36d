//! Rated jobs: what was offered, what was reached, and whether the backlog grew.

use fiord_job::plan::Ddir;
use fiord_stats::backlog::growth;
use fiord_stats::{DdirStats, Latency};

use crate::case::JobRun;

/// One rated direction of a job.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// Offered I/Os per second, of all workers.
    pub offered_iops: f64,
    /// Reached I/Os per second.
    pub reached_iops: f64,
    /// The rate was above what could be done: the backlog grows as long as it runs, and response time has no steady value.
    pub saturated: bool,
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
        let offered_iops = by_count.into_iter().chain(by_bytes).reduce(f64::min)?;
        let reached_iops = stats.ios as f64 / seconds;
        let schedule = &stats.schedule;
        let service_p99_ns = service(stats).percentile(99.0).unwrap_or(0);
        let backlog = growth(
            &schedule.backlog_per_second_ns,
            schedule.backlog_end_ns,
            service_p99_ns,
        );
        Some(Self {
            offered_iops,
            reached_iops,
            saturated: backlog.saturated,
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
