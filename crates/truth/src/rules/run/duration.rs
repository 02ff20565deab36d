//! How long it was and how many samples it gave.

use fiord_stats::few::{Footing, footing, samples_beyond};

use crate::case::Case;
use crate::case::JobRun;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Count, Micros, short};

/// Seconds below which a run says little about a device.
const SHORT_S: f64 = 10.0;
/// Part of the asked time below which a job ended early.
const EARLY: f64 = 0.9;

/// A worker that failed.
pub(super) const FAILED: Rule = Rule {
    id: "failed",
    family: Family::Duration,
    title: "a worker ended with an error",
    why: "the numbers are those of the part that ran before",
    attempt: "mend the cause and run again",
    example: "No space left on device after 16 of 64 MiB.",
    source: "the errno of the worker",
    when: When::Run,
    judge: failed,
};

/// Too little time.
pub(super) const SHORT_RUN: Rule = Rule {
    id: "short-run",
    family: Family::Duration,
    title: "too short to say much",
    why: "caches, credits and background work of devices change over seconds to minutes; the start is not the rule",
    attempt: "runtime=60 time_based",
    example: "size=100M at 800 MB/s is over in 0.13 s.",
    source: "seeds S2, S3; fio issue 1059",
    when: When::Run,
    judge: short_run,
};

/// The runtime was a limit that was never reached.
pub(super) const ENDS_EARLY: Rule = Rule {
    id: "ends-early",
    family: Family::Duration,
    title: "it ended before its runtime",
    why: "without time_based a job ends when its size is done; the time asked for was not measured",
    attempt: "time_based",
    example: "runtime=60 size=1G: 1 GiB was read in 2.1 s and that was all.",
    source: "fio manual, `time_based`; Azure's benchmark page",
    when: When::Run,
    judge: ends_early,
};

/// Percentiles without samples.
pub(super) const FEW_SAMPLES: Rule = Rule {
    id: "few-samples",
    family: Family::Duration,
    title: "percentiles rest on few samples",
    why: "with fewer than 100 I/Os beyond it a percentile is not known to 10 %; with fewer than 10 it is chance",
    attempt: "run longer, or leave these percentiles out (percentile_list)",
    example: "p99.9 of 2,500 I/Os is the third largest of them.",
    source: "etcd's 22 MB recipe; method: tail percentiles",
    when: When::Run,
    judge: few_samples,
};

fn per_job(e: &Case<'_>, judge: impl Fn(&JobRun<'_>) -> Option<Finding>) -> Vec<Finding> {
    e.jobs.iter().filter_map(judge).collect()
}

fn failed(e: &Case<'_>) -> Vec<Finding> {
    per_job(e, |job| {
        let failed = job.workers.iter().filter(|worker| worker.error.is_some()).count();
        let error = job.workers.iter().find_map(|worker| worker.error.as_ref())?;
        let saw = format!(
            "{failed} of {} workers of `{}` failed: {}",
            job.workers.len(),
            job.plan.name,
            error.detail
        );
        Some(
            FAILED
                .finds(Severity::Wrong, saw)
                .with("workers", failed as f64)
                .of_job(job.index),
        )
    })
}

fn short_run(e: &Case<'_>) -> Vec<Finding> {
    per_job(e, |job| {
        if job.stats.total_ios() == 0 || job.seconds() >= SHORT_S {
            return None;
        }
        let saw = format!(
            "`{}` ran {} and did {} I/Os",
            job.plan.name,
            Micros(job.stats.runtime_ns / 1000),
            Count(job.stats.total_ios())
        );
        Some(
            SHORT_RUN
                .finds(Severity::Care, saw)
                .with("runtime_s", job.seconds())
                .of_job(job.index),
        )
    })
}

fn ends_early(e: &Case<'_>) -> Vec<Finding> {
    per_job(e, |job| {
        let control = &job.plan.control;
        let asked = control.runtime_us as f64 / 1e6;
        let failed = job.workers.iter().any(|worker| worker.error.is_some());
        if asked <= 0.0
            || control.time_based
            || failed
            || job.stats.total_ios() == 0
            || job.seconds() >= asked * EARLY
        {
            return None;
        }
        let saw = format!(
            "`{}` was to run {} s and ended after {}, when its size was done",
            job.plan.name,
            short(asked),
            Micros(job.stats.runtime_ns / 1000)
        );
        Some(
            ENDS_EARLY
                .finds(Severity::Care, saw)
                .with("asked_s", asked)
                .with("runtime_s", job.seconds())
                .of_job(job.index),
        )
    })
}

fn few_samples(e: &Case<'_>) -> Vec<Finding> {
    per_job(e, |job| {
        let report = &job.plan.report;
        if !(report.clat_percentiles || report.lat_percentiles || report.slat_percentiles) {
            return None;
        }
        let fewest = job
            .directions()
            .map(|(_, stats)| stats.clat.moments.count.max(stats.lat.moments.count))
            .filter(|n| *n > 0)
            .min()?;
        let weak: Vec<f64> = report
            .percentiles
            .iter()
            .copied()
            .filter(|percent| footing(fewest, *percent) != Footing::Enough && *percent > 50.0)
            .collect();
        let first = *weak.first()?;
        let beyond = samples_beyond(fewest, first);
        let absent = report
            .percentiles
            .iter()
            .any(|percent| footing(fewest, *percent) == Footing::TooFew);
        let saw = format!(
            "of {} I/Os only {beyond} lie beyond p{}: {} and above rest on too few{}",
            Count(fewest),
            short_percent(first),
            format_args!("p{}", short_percent(first)),
            if absent {
                ", the highest on fewer than 10"
            } else {
                ""
            }
        );
        let severity = if first <= 99.0 {
            Severity::Care
        } else {
            Severity::Note
        };
        Some(
            FEW_SAMPLES
                .finds(severity, saw)
                .with("first_weak_percentile", first)
                .with("samples", fewest as f64)
                .of_job(job.index),
        )
    })
}

fn short_percent(percent: f64) -> String {
    let text = format!("{percent:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
