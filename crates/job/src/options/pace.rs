//! When I/Os are issued: rates and think time.

use fiord_messages::{job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::One;
use crate::plan::{Ddir, LatencyTarget, RateProcess};

pub(super) static OPTIONS: &[OptionSpec] = &[
    long("rate")
        .parts(3)
        .doc("Limit in bytes per second, per direction; 0: no limit.")
        .sets(|value, draft| value.spread(&mut draft.plan.pace.rate_bytes.0, |rate| rate)),
    long("rate_min")
        .alias("ratemin")
        .parts(3)
        .doc(
            "Stop the job when it falls below this many bytes per second over one `rate_cycle`. Per \
             direction.",
        )
        .sets(|value, draft| value.spread(&mut draft.plan.pace.rate_min_bytes.0, |rate| rate)),
    int("rate_iops")
        .parts(3)
        .doc("Limit in I/Os per second, per direction; 0: no limit.")
        .sets(|value, draft| value.spread(&mut draft.plan.pace.rate_iops.0, |rate| rate as u32)),
    int("rate_iops_min")
        .parts(3)
        .doc(
            "Stop the job when it falls below this many I/Os per second over one `rate_cycle`. Per \
             direction.",
        )
        .sets(|value, draft| value.spread(&mut draft.plan.pace.rate_iops_min.0, |rate| rate as u32)),
    choice(
        "rate_process",
        &One {
            words: &[("linear", RateProcess::Linear), ("poisson", RateProcess::Poisson)],
            set: |process, draft| draft.plan.pace.process = process,
        },
    )
    .default("linear")
    .doc("Arrivals of a limited rate: evenly spaced, or random and independent (Poisson)."),
    int("rate_cycle")
        .alias("ratecycle")
        .default("1000")
        .doc("Window in milliseconds over which minimum rates are judged.")
        .sets(|value, draft| draft.plan.pace.cycle_ms = value.u32()),
    boolean("rate_ignore_thinktime")
        .doc("Do not catch up for think time: rates count from one I/O to the next.")
        .sets(|value, draft| draft.plan.pace.ignore_thinktime = value.flag()),
    micros("thinktime")
        .default("0")
        .doc("Pause after `thinktime_blocks` I/Os, in microseconds.")
        .sets(|value, draft| draft.plan.pace.thinktime_us = value.u64()),
    micros("thinktime_spin")
        .default("0")
        .doc("Part of the pause that is spent computing rather than asleep, in microseconds.")
        .sets(|value, draft| draft.plan.pace.thinktime_spin_us = value.u64()),
    int("thinkcycles")
        .default("0")
        .doc("Processor cycles to spend after each I/O, before `thinktime` begins.")
        .sets(|value, draft| draft.plan.pace.think_cycles = value.u32()),
    int("thinktime_blocks")
        .default("1")
        .doc("I/Os between two pauses.")
        .sets(|value, draft| draft.plan.pace.thinktime_blocks = value.u32().max(1)),
    choice(
        "thinktime_blocks_type",
        &One {
            words: &[("complete", false), ("issue", true)],
            set: |on_issue, draft| draft.plan.pace.thinktime_on_issue = on_issue,
        },
    )
    .default("complete")
    .doc("Whether `thinktime_blocks` counts completed or issued I/Os."),
    micros("thinktime_iotime")
        .default("0")
        .doc("Time of I/O between two pauses, in microseconds; 0 goes by `thinktime_blocks` alone.")
        .sets(|value, draft| draft.plan.pace.thinktime_iotime_us = value.u64()),
    micros("latency_target")
        .doc(
            "Find the largest depth, up to `iodepth`, that keeps latency at this, in microseconds, and report \
             a `latency_window` at that depth.",
        )
        .sets(|value, draft| draft.plan.depth.target.target_ns = value.u64().saturating_mul(1000)),
    micros("latency_window")
        .doc("How long each depth is tried, in microseconds.")
        .sets(|value, draft| draft.plan.depth.target.window_us = value.u64()),
    floats("latency_percentile")
        .range(0, 100)
        .default("100")
        .doc("Percentage of I/Os that must meet the target. With 100, missing it at depth 1 fails the job.")
        .sets(|value, draft| {
            let percent = value.floats().first().copied().unwrap_or(100.0).clamp(0.0, 100.0);
            draft.plan.depth.target.percentile_micro =
                (percent * f64::from(LatencyTarget::ALL_MICRO) / 100.0).round() as u32;
        }),
    boolean("latency_run")
        .default("0")
        .doc("Go on adjusting the depth to the target until the job ends.")
        .sets(|value, draft| draft.plan.depth.target.run = value.flag()),
    int("flow_id")
        .default("0")
        .doc("Flow of the job.")
        .sets(|value, draft| draft.plan.pace.flow.id = value.u32()),
    int("flow")
        .range(0, 1000)
        .default("0")
        .doc(
            "The job's weight in its flow: the jobs of a `flow_id` issue I/Os in proportion to their \
             weights. 0: it belongs to none.",
        )
        .sets(|value, draft| draft.plan.pace.flow.weight = value.u32()),
    text("flow_watermark")
        .doc("Withdrawn by fio.")
        .accepted(job_support::fio_ignores),
    int("flow_sleep")
        .default("0")
        .doc("Pause of a job that is ahead of its flow, in microseconds.")
        .sets(|value, draft| draft.plan.pace.flow.sleep_us = value.u64()),
];

/// Rates that contradict each other fail the job; no more of the think time is spun than there is.
pub(super) fn finish(draft: &mut Draft) {
    let pace = &mut draft.plan.pace;
    pace.thinktime_spin_us = pace.thinktime_spin_us.min(pace.thinktime_us);
    let pace = *pace;
    if pace.rate_bytes.0.iter().any(|rate| *rate > 0) && pace.rate_iops.0.iter().any(|rate| *rate > 0) {
        draft.fail_as_because_of(
            "rate_iops",
            "fio: rate and rate_iops are mutually exclusive",
            Problem::new(job_options::two_rates),
        );
    }
    for ddir in Ddir::ALL {
        let bytes = pace.rate_bytes[ddir] > 0 && pace.rate_bytes[ddir] < pace.rate_min_bytes[ddir];
        let iops = pace.rate_iops[ddir] > 0 && pace.rate_iops[ddir] < pace.rate_iops_min[ddir];
        if bytes || iops {
            draft.fail_as_because_of(
                if bytes { "rate_min" } else { "rate_iops_min" },
                &format!("fio: minimum rate exceeds rate, ddir {}", ddir as usize),
                Problem::new(|lang| {
                    job_options::RateBelowMinimum {
                        direction: &ddir.name(),
                    }
                    .text(lang)
                }),
            );
        }
    }
}
