//! What changed while it ran: cliffs, rises, credits, saw-teeth, drift, and that it was not steady.

use fiord_stats::shape::{Shape, shape};

use super::Steadiness;
use crate::case::Case;
use crate::case::JobRun;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Bytes, Share, short};

/// Part of a run up to which a slow beginning is a warm-up.
const WARM_UP: f64 = 0.2;
/// How near the latency under a limit must be to depth ÷ rate for the sentence to say so.
const AS_LITTLE_SAYS: f64 = 0.1;
/// Bytes of a MiB: limits of throughput are round in MB or MiB.
const MIB: f64 = 1_048_576.0;

/// The rate changed in a way that has a name.
pub(super) const CLIFF: Rule = Rule {
    id: "cliff",
    family: Family::Shape,
    title: "the rate changed while it ran",
    why: "the mean is of two or more states of the device; which of them you will meet depends on what ran before",
    attempt: "precondition the device and run longer; report the states one by one",
    example: "48 s at 1,900 MB/s, then 430 MB/s: the fast cache was full after 88 GiB.",
    source: "seed S3; SNIA SSS PTS 2.0.2; AWS EBS credits",
    when: When::Run,
    judge: cliff,
};

/// Not steady by SNIA's criterion.
pub(super) const NOT_STEADY: Rule = Rule {
    id: "not-steady",
    family: Family::Shape,
    title: "not in a steady state",
    why: "a longer run would give another number",
    attempt: "run longer, with ramp_time over the unsteady beginning; or steady-state rounds",
    example: "The last five rounds range over 31 % of their mean; SNIA allows 20 %.",
    source: "SNIA SSS PTS 2.0.2, steady state; fio manual, `steadystate`",
    when: When::Run,
    judge: not_steady,
};

fn cliff(e: &Case<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        if job.is_paced() {
            return None;
        }
        named(job).map(|finding| finding.of_job(job.index))
    };
    e.jobs.iter().filter_map(judge).collect()
}

/// What the course of a job is called.
fn named(job: &JobRun<'_>) -> Option<Finding> {
    let series = job.whole_seconds();
    let found = match shape(&series, &[1.0]) {
        Shape::TooShort | Shape::Steady => return None,
        Shape::Cliff { at, before, after } => {
            throughput_credits(job).unwrap_or_else(|| cliff_finding(job, at, before, after))
        }
        Shape::Rise { at, before, after } => rise(&series, at, before, after),
        Shape::TokenBucket { at, burst, baseline } => iops_credits(job, &series, at, burst, baseline),
        Shape::SawTooth { period } => {
            let saw = format!(
                "saw-tooth: the rate rises and falls every {period} s, as with garbage collection or heat"
            );
            CLIFF.finds(Severity::Care, saw).with("period_s", period as f64)
        }
        Shape::Drift { percent_per_sample } => {
            let saw = format!("drift: the rate changed by {percent_per_sample:.3} % per second");
            CLIFF
                .finds(Severity::Care, saw)
                .with("percent_per_s", percent_per_sample)
        }
        Shape::Unsteady { segments } => {
            let levels: Vec<String> = segments
                .iter()
                .take(8)
                .map(|segment| short(segment.level))
                .collect();
            let saw = format!(
                "unsteady: {} levels without a pattern ({} … I/Os per second)",
                segments.len(),
                levels.join(", ")
            );
            CLIFF
                .finds(Severity::Care, saw)
                .with("levels", segments.len() as f64)
        }
    };
    Some(found)
}

fn cliff_finding(job: &JobRun<'_>, at: usize, before: f64, after: f64) -> Finding {
    let moved: f64 = bytes_per_second(job).iter().take(at).sum();
    let saw = format!(
        "cliff: {} I/Os per second until {at} s ({} moved), then {} ({})",
        short(before),
        Bytes(moved as u64),
        short(after),
        Share(after / before)
    );
    CLIFF
        .finds(Severity::Wrong, saw)
        .with("at_s", at as f64)
        .with("before_iops", before)
        .with("after_iops", after)
        .with("at_bytes", moved)
}

/// A slow beginning leaves the mean too low, but hides nothing that comes later.
fn rise(series: &[f64], at: usize, before: f64, after: f64) -> Finding {
    let word = if at as f64 <= WARM_UP * series.len() as f64 {
        "warm-up"
    } else {
        "rise"
    };
    let saw = format!(
        "{word}: {} I/Os per second at first, {} from {at} s on",
        short(before),
        short(after)
    );
    CLIFF
        .finds(Severity::Care, saw)
        .with("at_s", at as f64)
        .with("before_iops", before)
        .with("after_iops", after)
}

/// What was done beyond the refill before it ended: the bucket, if it was full at the start and not refilled on the side.
fn credit(series: &[f64], at: usize, baseline: f64) -> f64 {
    series.iter().take(at).map(|rate| rate - baseline).sum()
}

fn iops_credits(job: &JobRun<'_>, series: &[f64], at: usize, burst: f64, baseline: f64) -> Finding {
    let credit = credit(series, at, baseline);
    let mut saw = format!(
        "credits: {} I/Os per second until {at} s, then flat at {}: a limiter whose credits (about {} I/Os) were used up",
        short(burst),
        short(baseline),
        short(credit)
    );
    let waits = limited_latency(job, series, at, baseline);
    if let Some((seen, expected)) =
        waits.filter(|(seen, expected)| (seen / expected - 1.0).abs() < AS_LITTLE_SAYS)
    {
        saw.push_str(&format!(
            "; each then takes {} ms, which is depth ÷ rate ({} ms): waiting, not the medium",
            short(seen / 1e6),
            short(expected / 1e6)
        ));
    }
    let finding = CLIFF
        .finds(Severity::Wrong, saw)
        .with("at_s", at as f64)
        .with("burst_iops", burst)
        .with("baseline_iops", baseline)
        .with("credit_ios", credit);
    match waits {
        Some((seen, expected)) => finding
            .with("limited_latency_ns", seen)
            .with("depth_over_rate_ns", expected),
        None => finding,
    }
}

/// A limit of throughput, where the rate of I/Os is no round number.
fn throughput_credits(job: &JobRun<'_>) -> Option<Finding> {
    let series = bytes_per_second(job);
    let Shape::TokenBucket { at, burst, baseline } = shape(&series, &[1.0, MIB]) else {
        return None;
    };
    let credit = credit(&series, at, baseline);
    let saw = format!(
        "credits: {} per second until {at} s, then flat at {}: a limiter whose credits (about {}) were used up",
        Bytes(burst as u64),
        Bytes(baseline as u64),
        Bytes(credit.max(0.0) as u64)
    );
    Some(
        CLIFF
            .finds(Severity::Wrong, saw)
            .with("at_s", at as f64)
            .with("burst_bytes_per_s", burst)
            .with("baseline_bytes_per_s", baseline)
            .with("credit_bytes", credit),
    )
}

/// The latency of the I/Os under the limit and what Little's law gives for it, in nanoseconds: the limited ones are the slow ones,
/// so their median is a percentile of all. None unless all directions together can be asked, which takes a single one.
fn limited_latency(job: &JobRun<'_>, series: &[f64], at: usize, baseline: f64) -> Option<(f64, f64)> {
    let mut directions = job.directions();
    let (_, stats) = directions.next().filter(|_| directions.next().is_none())?;
    let limited: f64 = series.iter().skip(at).sum();
    let all: f64 = series.iter().sum();
    let latency = [&stats.lat, &stats.clat]
        .into_iter()
        .find(|latency| latency.moments.count > 0)?;
    let percent = 100.0 * (1.0 - limited / all / 2.0);
    let seen = latency.histogram.percentile(percent, latency.moments.max) as f64;
    Some((seen, job.achieved_depth()? / baseline * 1e9))
}

/// Bytes in each whole second, all directions together.
fn bytes_per_second(job: &JobRun<'_>) -> Vec<f64> {
    let mut series = vec![0.0; job.whole_seconds().len()];
    for ddir in &job.stats.ddirs {
        for (sum, (_, bytes)) in series.iter_mut().zip(&ddir.per_second) {
            *sum += *bytes as f64;
        }
    }
    series
}

fn not_steady(e: &Case<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        let state = Steadiness::of(job).filter(|state| !job.is_paced() && !state.snia.attained)?;
        Some(
            NOT_STEADY
                .finds(Severity::Care, state.sentence())
                .with("range_percent", state.snia.range * 100.0)
                .with("slope_percent", state.snia.slope * 100.0)
                .with("fio_slope_percent_per_s", state.slope.criterion)
                .with("fio_deviation_percent", state.deviation.criterion)
                .of_job(job.index),
        )
    };
    e.jobs.iter().filter_map(judge).collect()
}
