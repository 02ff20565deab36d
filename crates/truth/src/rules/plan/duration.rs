//! How long it runs, and how many samples that gives.

use super::{per_disk_job, per_job};
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{About, Bytes, Count, Micros, plural, short};

pub(super) const ENDS_EARLY: Rule = Rule {
    id: "ends-early",
    family: Family::Duration,
    title: "a runtime that size cuts short",
    why: "without time_based the job ends when the size is done: a fast device is measured for a shorter time than a slow one, and not for the time asked",
    attempt: "time_based with runtime, or no runtime and an io_size that takes as long as you want",
    example: "fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --rw=randread --size=2G --iodepth=64 --runtime=60\n2 GiB are done in 60 s already at 36 MB/s.",
    source: "Azure's documentation; S4 (2 GiB in 23 s of 60)",
    when: When::Plan,
    judge: ends_early,
};

fn ends_early(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let control = &look.job.control;
        let asked = control.runtime_us as f64 / 1e6;
        let time_based = look.given("time_based").is_some_and(|value| value != "0");
        if control.runtime_us == 0 {
            let saw =
                "time_based without a runtime: it has no effect, and the job ends when the size is done"
                    .to_owned();
            return if time_based {
                vec![ENDS_EARLY.finds(Severity::Care, saw)]
            } else {
                Vec::new()
            };
        }
        let (Some((fast, slow)), Some(bytes)) =
            (look.planned.unbounded_seconds(look.job), look.planned.total_bytes)
        else {
            return Vec::new();
        };
        if control.time_based || fast >= asked {
            return Vec::new();
        }
        let rate = bytes as f64 / asked;
        let severity = if slow < asked {
            Severity::Care
        } else {
            Severity::Note
        };
        let saw = if look.runtime_is_idle() {
            format!(
                "runtime={} s without time_based is never reached: {} take about {} even at 100 MB/s and 2 ms per I/O",
                short(asked),
                Bytes(bytes),
                About(slow)
            )
        } else {
            format!(
                "runtime={} s without time_based: at more than {}/s ({} IOPS) {} are done before that",
                short(asked),
                Bytes(rate as u64),
                Count((rate / look.planned.block_bytes) as u64),
                Bytes(bytes)
            )
        };
        vec![
            ENDS_EARLY
                .finds(severity, saw)
                .with("runtime_s", asked)
                .with("rate_bytes_s", rate),
        ]
    })
}

pub(super) const SHORT_RUN: Rule = Rule {
    id: "short-run",
    family: Family::Duration,
    title: "over too soon",
    why: "in a few seconds caches, start-up and chance decide; what a disk sustains shows after minutes",
    attempt: "time_based with runtime=60 or more (SNIA measures rounds of one minute), and several runs",
    example: "fio --name=t --filename=warm --ioengine=sync --direct=1 --bs=4k --io_size=50M --rw=randread\n12,800 reads: a second on a fast disk.",
    source: "S2, S3 (minutes, several runs); fio #1059; SNIA SSS PTS 2.0.2",
    when: When::Plan,
    judge: short_run,
};

/// Seconds below which a run is too short.
const SHORT_S: f64 = 10.0;

fn short_run(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let Some((fast, slow)) = look.planned.seconds else {
            return Vec::new();
        };
        if fast >= SHORT_S {
            return Vec::new();
        }
        let runtime = look.job.control.runtime_us as f64 / 1e6;
        let certain = look.planned.time_is_certain || (runtime > 0.0 && runtime < SHORT_S);
        let (severity, saw) = if certain {
            let us = Micros((slow * 1e6).round().max(1.0) as u64);
            (Severity::Care, format!("it lasts at most {us}"))
        } else if slow < SHORT_S {
            (
                Severity::Care,
                format!(
                    "{}: about {} at 100 MB/s and 2 ms per I/O, {} on a fast flash disk",
                    amount(look),
                    About(slow),
                    About(fast)
                ),
            )
        } else {
            (
                Severity::Note,
                format!("{}: about {} on a fast flash disk", amount(look), About(fast)),
            )
        };
        vec![
            SHORT_RUN
                .finds(severity, saw)
                .with("fast_s", fast)
                .with("slow_s", slow),
        ]
    })
}

fn amount(look: &Look<'_>) -> String {
    look.planned.total_bytes.map_or_else(
        || "the whole".to_owned(),
        |bytes| format!("{} in all", Bytes(bytes)),
    )
}

pub(super) const FEW_SAMPLES: Rule = Rule {
    id: "few-samples",
    family: Family::Duration,
    title: "percentiles from a handful of I/Os",
    why: "beyond the p-th percentile lie n(1−p) I/Os: with 10 of them the value is uncertain by a third, with none it is the maximum",
    attempt: "100 I/Os beyond the percentile: 10,000 for p99, 100,000 for p99.9, 1,000,000 for p99.99",
    example: "fio --name=etcd --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300\n10,029 writes: p99 stands on 100 of them, p99.9 on 10, p99.99 on one.",
    source: "etcd's 22 MB recipe; order statistics (method, tail percentiles)",
    when: When::Plan,
    judge: few_samples,
};

fn few_samples(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        if crate::obstacle::of(look).is_some() {
            return Vec::new();
        }
        let report = &look.job.report;
        let shown = report.clat_percentiles || report.lat_percentiles || report.slat_percentiles;
        let (true, Some(ios)) = (shown, look.planned.ios.filter(|ios| *ios > 0)) else {
            return Vec::new();
        };
        let beyond = |percentile: f64| ios as f64 * (1.0 - percentile / 100.0);
        // 99.99 % of a million is 99.99…98 away from 100 in floating point.
        let few: Vec<f64> = report
            .percentiles
            .iter()
            .copied()
            .filter(|p| *p > 50.0 && beyond(*p) < 99.9)
            .collect();
        let Some(first) = few.first() else {
            return Vec::new();
        };
        // With 30 I/Os beyond it a percentile is uncertain by a fifth: less than that is worth a word, even for p99.9.
        let severity = if few
            .iter()
            .any(|p| *p <= 99.0 || (*p <= 99.9 && beyond(*p) < 30.0))
        {
            Severity::Care
        } else {
            Severity::Note
        };
        let mut counts: Vec<String> = few
            .iter()
            .take(4)
            .enumerate()
            .map(|(at, p)| {
                let lie = if at == 0 { "lie " } else { "" };
                format!("{} {lie}beyond p{p}", Count(beyond(*p).round() as u64))
            })
            .collect();
        if few.len() > counts.len() {
            counts.push("…".to_owned());
        }
        let saw = format!("of {} only {}", plural(ios, "I/O"), counts.join(", "));
        vec![
            FEW_SAMPLES
                .finds(severity, saw)
                .with("ios", ios as f64)
                .with("first_percentile", *first),
        ]
    })
}
