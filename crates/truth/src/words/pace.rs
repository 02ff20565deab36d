use std::fmt::Write;

use fiord_record::number::{Count, Nanos, short};
use fiord_stats::Latency;
use fiord_stats::few::{Footing, footing};

use crate::case::Case;
use crate::pace::{Pace, service};

/// Percentiles of the small table.
const PERCENTILES: [f64; 4] = [50.0, 99.0, 99.9, 99.99];

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
                short(stats.schedule.backlog_max_ns as f64 / 1e6),
                short(stats.schedule.backlog_end_ns as f64 / 1e6),
                Count(stats.schedule.late_ios),
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
        out.push_str(" and growing: saturated, so percentiles would only show how long it ran");
    }
    out
}
