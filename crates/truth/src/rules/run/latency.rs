//! What the latencies mean: schedules that slipped, clocks, stamps per batch, two populations.

use fiord_stats::bimodal::two_modes;

use super::rated::{Pace, service};
use crate::case::Case;
use crate::case::JobRun;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Nanos, Share, short};

/// Waiting as a share of the reported latency above which the reported one hides something.
const HIDDEN: f64 = 0.05;
/// Wait that no schedule of the system avoids, in nanoseconds: timer slack and waking up.
const WAKING_NS: f64 = 200_000.0;
/// Nanoseconds per reading from which a clock is slow.
const SLOW_CLOCK_NS: f64 = 200.0;
/// Clock cost as a share of the mean latency that matters.
const CLOCK_SHARE: f64 = 0.05;
/// Share of the smaller population from which the mean describes neither.
const MIXED: f64 = 0.05;
/// Distance of the populations, as a factor, likewise.
const APART: f64 = 4.0;
/// Completions awaited at once from which their stamps are blurred.
const BATCH: u32 = 8;

/// A schedule that could not be kept.
pub(super) const LATE_GENERATOR: Rule = Rule {
    id: "late-generator",
    family: Family::Latency,
    title: "the rated job could not keep its schedule",
    why: "latency counted from the late start hides the wait that a client of that rate would see",
    attempt: "read the response times (from the intended start), or lower the rate until it is kept",
    example: "rate_iops=10000 on a device that does 4,000: clat says 250 µs, the clients wait for minutes.",
    source: "fio issue 635; method: open loop and coordinated omission",
    when: When::Run,
    judge: late_generator,
};

/// Latency switched off or blurred.
pub(super) const GTOD_REDUCE: Rule = Rule {
    id: "gtod-reduce",
    family: Family::Latency,
    title: "latency was switched off or blurred",
    why: "without stamps there is no latency; with one stamp per batch all of a batch look as slow as its last",
    attempt: "leave gtod_reduce and disable_* out when latency matters; iodepth_batch_complete_min=1",
    example: "gtod_reduce=1 in a latency test: the table has no clat.",
    source: "GitLab's, kubestr's and GCP's recipes",
    when: When::Run,
    judge: gtod_reduce,
};

/// A clock that costs too much.
pub(super) const CLOCK: Rule = Rule {
    id: "clock",
    family: Family::Latency,
    title: "a slow clock inside the latency",
    why: "each I/O reads the clock at least twice, and that time is counted as latency and lost as rate",
    attempt: "clocksource=tsc where the processor allows it",
    example: "clocksource acpi_pm: 1.1 µs per reading, on reads of 8 µs.",
    source: "fio issue 902",
    when: When::Run,
    judge: clock,
};

/// Two populations under one mean.
pub(super) const MIXED_MEDIUM: Rule = Rule {
    id: "mixed-medium",
    family: Family::Latency,
    title: "two kinds of latency under one mean",
    why: "the mean describes neither kind; usually one is a cache",
    attempt: "look at the two modes and their shares instead of the mean; find what the fast one is",
    example: "12 % of the reads take 6 µs, the rest 90 µs: a cache answers every eighth.",
    source: "seeds S1 to S3",
    when: When::Run,
    judge: mixed_medium,
};

fn late_generator(e: &Case<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        let rated = |(ddir, stats)| Some((Pace::of(job, ddir)?, stats));
        // The worst of the directions: a saturated one, if there is one.
        let (pace, stats) = job
            .directions()
            .filter_map(rated)
            .max_by_key(|(pace, _)| pace.saturated)?;
        let (asked, got, saturated) = (pace.offered_iops, pace.reached_iops, pace.saturated);
        let tail =
            |latency: &fiord_stats::Latency| latency.histogram.percentile(99.0, latency.moments.max) as f64;
        let service = service(stats);
        let (service_ns, response_ns) = (tail(service), tail(&stats.response));
        let known = stats.response.moments.count > 0 && service.moments.count > 0;
        let hidden = known
            && response_ns > service_ns * (1.0 + HIDDEN) + WAKING_NS
            && stats.response.moments.count >= 100;
        if !saturated && !hidden {
            return None;
        }
        let mut saw = format!("{} of {} I/Os per second were reached", short(got), short(asked));
        if saturated {
            let behind = Nanos(stats.backlog_end_ns as f64);
            saw.push_str(&format!(
                "; the backlog grew to {behind}, so response time has no steady value"
            ));
        }
        if known {
            saw.push_str(&format!(
                "; p99 from the intended start {}, from the real start {}",
                Nanos(response_ns),
                Nanos(service_ns)
            ));
        }
        let severity = if saturated {
            Severity::Wrong
        } else {
            Severity::Care
        };
        Some(
            LATE_GENERATOR
                .finds(severity, saw)
                .with("asked_iops", asked)
                .with("reached_iops", got)
                .with("response_p99_ns", response_ns)
                .with("service_p99_ns", service_ns)
                .of_job(job.index),
        )
    };
    e.jobs.iter().filter_map(judge).collect()
}

fn gtod_reduce(e: &Case<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        let (report, depth) = (&job.plan.report, &job.plan.depth);
        let silent = job.directions().next().is_some()
            && job.directions().all(|(_, stats)| stats.clat.moments.count == 0);
        if silent && (report.gtod_reduce || report.disable_clat) {
            let saw = "no completion latency was recorded".to_owned();
            return Some(GTOD_REDUCE.finds(Severity::Care, saw).of_job(job.index));
        }
        if depth.batch_complete_min >= BATCH && !silent {
            let saw = format!(
                "completions were taken {} and more at a time",
                depth.batch_complete_min
            );
            let finding = GTOD_REDUCE.finds(Severity::Care, saw);
            return Some(
                finding
                    .with("batch", f64::from(depth.batch_complete_min))
                    .of_job(job.index),
            );
        }
        None
    };
    e.jobs.iter().filter_map(judge).collect()
}

fn clock(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let after = e;
        let clock = &after.witnessed()?.clock;
        let cost = clock.read_ns?;
        let means = after
            .jobs
            .iter()
            .flat_map(JobRun::directions)
            .map(|(_, stats)| stats.clat.moments.mean());
        let least = means.filter(|mean| *mean > 0.0).fold(f64::INFINITY, f64::min);
        let share = 2.0 * cost / least;
        if cost < SLOW_CLOCK_NS || share < CLOCK_SHARE {
            return None;
        }
        let source = clock.source.as_deref().unwrap_or("unknown");
        let saw = format!(
            "clock source {source} takes {} ns per reading, {} of the mean latency",
            short(cost),
            Share(share)
        );
        Some(
            CLOCK
                .finds(Severity::Care, saw)
                .with("clock_ns", cost)
                .with("share_percent", share * 100.0),
        )
    };
    find().into_iter().collect()
}

fn mixed_medium(e: &Case<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        job.directions().find_map(|(ddir, stats)| {
            let modes = two_modes(&stats.clat.histogram)?;
            let least = modes.fast.share.min(modes.slow.share);
            let apart = modes.slow.at_ns as f64 / modes.fast.at_ns.max(1) as f64;
            let saw = format!(
                "{} of the {}s took about {}, the others about {}",
                Share(modes.fast.share),
                ddir.name(),
                Nanos(modes.fast.at_ns as f64),
                Nanos(modes.slow.at_ns as f64)
            );
            let severity = if least >= MIXED && apart >= APART {
                Severity::Care
            } else {
                Severity::Note
            };
            Some(
                MIXED_MEDIUM
                    .finds(severity, saw)
                    .with("fast_percent", modes.fast.share * 100.0)
                    .with("fast_ns", modes.fast.at_ns as f64)
                    .with("slow_ns", modes.slow.at_ns as f64)
                    .of_job(job.index),
            )
        })
    };
    e.jobs.iter().filter_map(judge).collect()
}
