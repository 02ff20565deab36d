//! What changed while it ran: cliffs, credits, saw-teeth, drift, and whether it was steady by the two usual criteria.

use fiord_stats::shape::{Shape, shape};
use fiord_stats::steady::{FioCriterion, FioMeasure, fio_steady, snia};

use super::JobRun;
use crate::truth::facts::Evidence;
use crate::truth::rule::{Family, Finding, Rule, Severity, When};
use crate::truth::words::{Bytes, Share, short};

/// Rounds of SNIA's window.
const ROUNDS: usize = fiord_stats::steady::SNIA_ROUNDS;
/// Seconds below which five rounds are not worth the name.
const LEAST_SECONDS: usize = 10;
/// fio's usual limit for the slope, in percent per sample, that corresponds to SNIA's 10 % over the window.
const SNIA_SLOPE_PERCENT: f64 = 10.0;

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

fn cliff(e: &Evidence<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        if job.is_paced() {
            return None;
        }
        let series = job.whole_seconds();
        let finding = match shape(&series, &[1.0]) {
            Shape::TooShort | Shape::Steady => return None,
            Shape::Cliff { at, before, after } => {
                let moved = bytes_until(job, at);
                let saw = format!(
                    "cliff: {} I/Os per second until {at} s ({} moved), then {} ({})",
                    short(before),
                    Bytes(moved),
                    short(after),
                    Share(after / before)
                );
                CLIFF
                    .finds(Severity::Wrong, saw)
                    .value("at_s", at as f64)
                    .value("before_iops", before)
                    .value("after_iops", after)
                    .value("at_bytes", moved as f64)
            }
            Shape::TokenBucket { at, burst, baseline } => {
                let saw = format!(
                    "credits: {} I/Os per second until {at} s, then flat at {}: a limiter whose credits were used up",
                    short(burst),
                    short(baseline)
                );
                CLIFF
                    .finds(Severity::Wrong, saw)
                    .value("at_s", at as f64)
                    .value("burst_iops", burst)
                    .value("baseline_iops", baseline)
            }
            Shape::SawTooth { period } => {
                let saw = format!(
                    "saw-tooth: the rate rises and falls every {period} s, as with garbage collection or heat"
                );
                CLIFF.finds(Severity::Care, saw).value("period_s", period as f64)
            }
            Shape::Drift { percent_per_sample } => {
                let saw = format!("drift: the rate changed by {percent_per_sample:.3} % per second");
                CLIFF
                    .finds(Severity::Care, saw)
                    .value("percent_per_s", percent_per_sample)
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
                    .value("levels", segments.len() as f64)
            }
        };
        Some(finding.of_job(job.index))
    };
    e.after
        .map(|after| after.jobs.iter().filter_map(judge).collect())
        .unwrap_or_default()
}

fn bytes_until(job: &JobRun<'_>, second: usize) -> u64 {
    job.stats
        .ddirs
        .iter()
        .flat_map(|ddir| ddir.per_second.iter().take(second))
        .map(|(_, bytes)| bytes)
        .sum()
}

fn not_steady(e: &Evidence<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        let series = job.whole_seconds();
        if series.len() < LEAST_SECONDS || job.is_paced() {
            return None;
        }
        let length = series.len() / ROUNDS;
        let tail = &series[series.len() - length * ROUNDS..];
        let rounds: Vec<f64> = tail
            .chunks(length)
            .map(|round| round.iter().sum::<f64>() / length as f64)
            .collect();
        let found = snia(&rounds)?;
        if found.attained {
            return None;
        }
        let limit = SNIA_SLOPE_PERCENT / (series.len() - 1) as f64;
        let rule = FioCriterion {
            measure: FioMeasure::Slope,
            limit,
            percent: true,
        };
        let fio = fio_steady(&series, &rule)?;
        let saw = format!(
            "five rounds of {length} s: range {} (SNIA allows 20 %), slope {} (10 %); fio's iops_slope {:.3} % per second against {limit:.3} %",
            Share(found.range),
            Share(found.slope),
            fio.criterion
        );
        Some(
            NOT_STEADY
                .finds(Severity::Care, saw)
                .value("range_percent", found.range * 100.0)
                .value("slope_percent", found.slope * 100.0)
                .value("fio_slope_percent_per_s", fio.criterion)
                .of_job(job.index),
        )
    };
    e.after
        .map(|after| after.jobs.iter().filter_map(judge).collect())
        .unwrap_or_default()
}
