//! Rated jobs: what was offered, what was reached, and the two latencies: service, from the real start, and response, from the
//! intended one. A client of that rate sees the response.
//!
//! Numbers and words; it is [`super::latency`] that makes a finding of them.

use std::fmt::Write;

use fiord_job::plan::Ddir;
use fiord_stats::Latency;
use fiord_stats::few::{Footing, footing};

use crate::case::{Case, JobRun};
use fiord_record::number::{Count, Nanos, short};

/// Achieved ÷ offered rate below which a rated job is saturated (method: open loop).
const KEPT: f64 = 0.99;
/// Missing I/Os, as seconds of the rate, up to which a stall of the system explains them.
const STALL_S: f64 = 0.1;
/// Percentiles of the small table.
const PERCENTILES: [f64; 4] = [50.0, 99.0, 99.9, 99.99];

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
        // What is missing at the end, as time: a stall of the system is no backlog, and one I/O of slack is none either.
        let missing_s = (offered_iops * seconds - stats.ios as f64 - 1.0) / offered_iops;
        Some(Self {
            offered_iops,
            reached_iops,
            saturated: reached_iops < offered_iops * KEPT && missing_s > STALL_S,
        })
    }
}

/// The latency from the real start: whole if it was recorded, else the completion's.
pub(super) fn service(stats: &fiord_stats::DdirStats) -> &Latency {
    if stats.lat.moments.count > 0 {
        &stats.lat
    } else {
        &stats.clat
    }
}

/// A paragraph for each rated direction: offered and reached rate, backlog, and both latencies under one another.
pub fn rated_text(after: &Case<'_>) -> String {
    let mut out = String::new();
    for job in &after.jobs {
        for (ddir, stats) in job.directions() {
            let Some(pace) = Pace::of(job, ddir) else { continue };
            let of = if after.jobs.len() > 1 {
                format!(" [{}]", job.plan.name)
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "\nRated {}{of}: {} of {} I/Os per second; at most {} ms behind, {} ms at the end; {} started late.",
                ddir.name(),
                short(pace.reached_iops),
                short(pace.offered_iops),
                short(stats.backlog_max_ns as f64 / 1e6),
                short(stats.backlog_end_ns as f64 / 1e6),
                Count(stats.late_ios),
            );
            for (name, latency) in [
                ("service (from the real start)", service(stats)),
                ("response (from the intended one)", &stats.response),
            ] {
                if latency.moments.count > 0 {
                    let open_ended = pace.saturated && name.starts_with("response");
                    let _ = writeln!(out, "  {name:<33}{}", row(latency, open_ended));
                }
            }
        }
    }
    out
}

/// Percentiles as far as there are samples, and the maximum. A response without a steady value has only the maximum.
fn row(latency: &Latency, open_ended: bool) -> String {
    let max = latency.moments.max;
    let mut out = String::new();
    for percent in PERCENTILES {
        let mark = match footing(latency.histogram.total(), percent) {
            _ if open_ended => break,
            Footing::Enough => "",
            Footing::Few => "*",
            Footing::TooFew => break,
        };
        let value = latency.histogram.percentile(percent, max) as f64;
        let _ = write!(out, "p{percent} {}{mark}, ", Nanos(value));
    }
    let _ = write!(out, "max {}", Nanos(max as f64));
    if open_ended {
        out.push_str(" and growing: saturated, so percentiles would only tell how long it ran");
    }
    out
}
