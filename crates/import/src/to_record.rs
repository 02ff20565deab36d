//! From an imported report back to a record, so that foreign results are judged like our own.
//!
//! Sums are rebuilt from means and deviations and come out exact where fio printed enough digits for that. Bandwidth
//! samples of merged workers cannot be taken apart: they come back as those of one.

use fiord_job::plan::{ContinueOnError, JobPlan, RunPlan, UnitBase};
use fiord_stats::{DdirStats, Histogram, JobStats, Latency, Moments, Samples};
use jiff::{Timestamp, Zoned, tz::TimeZone};

use fiord_messages::{Sentence, import as messages};
use fiord_record::Before;
use fiord_record::run::{Context, ErrorRecord, RunRecord, WorkerRecord};
use fiord_report::fio::{DdirEntry, Entry, LatencySummary, Report, SampleSummary};

/// A record with one job and one worker per entry. Without bins (plain JSON) the histograms are empty.
pub fn record(report: &Report) -> RunRecord {
    let mut record = RunRecord {
        plan: RunPlan {
            jobs: Vec::new(),
            global_options: report.global_options.clone(),
        },
        before: Before::default(),
        context: Context::default(),
        workers: Vec::new(),
        disks: report.disks.clone(),
        idleness: report.idleness.clone(),
        started: wall_time(match report.timestamp_ms {
            // Without a date.
            0 => 0,
            finished => finished.saturating_sub(seconds_ms(report.elapsed_s)),
        }),
        finished: wall_time(report.timestamp_ms),
        elapsed_s: report.elapsed_s,
        version: report.version.clone(),
        notes: Vec::new(),
        simulated: Vec::new(),
        evidence: None,
        hosts: None,
    };
    for (index, entry) in report.entries.iter().enumerate() {
        record.plan.jobs.push(job(entry, report));
        record.workers.push(WorkerRecord {
            job_index: index,
            number: u32::try_from(index).unwrap_or(u32::MAX),
            group: entry.group,
            pid: entry.pid,
            stats: stats(entry),
            error: (entry.error != 0).then(|| error(entry)),
            ..WorkerRecord::default()
        });
        if entry.jobs > 1 {
            let note = messages::MergedWorkers {
                job: &entry.name,
                workers: &entry.jobs,
            };
            record.notes.push(Sentence::new(|lang| note.text(lang)));
        }
    }
    record
}

fn seconds_ms(seconds: u64) -> i64 {
    i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1000)
}

fn wall_time(ms: i64) -> Zoned {
    Timestamp::from_millisecond(ms)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_zoned(TimeZone::system())
}

fn job(entry: &Entry, report: &Report) -> JobPlan {
    let mut job = JobPlan::new(&entry.name);
    job.description = entry.description.clone();
    job.group = entry.group;
    job.options = entry.options.clone();
    job.given = report
        .global_options
        .iter()
        .chain(&entry.options)
        .flatten()
        .cloned()
        .collect();
    job.depth.iodepth = entry.goals.iodepth;
    if let Some(settings) = &entry.settings {
        job.report.kb_base = settings.kb_base;
        job.report.unit_base = if settings.bits {
            UnitBase::Bits
        } else {
            UnitBase::Auto
        };
        job.report.significant_figures = u8::try_from(settings.figures).unwrap_or(4);
        job.report.percentiles = settings.percentiles.clone();
        job.report.slat_percentiles = settings.slat_percentiles;
        job.report.clat_percentiles = settings.clat_percentiles;
        job.report.lat_percentiles = settings.lat_percentiles;
        job.report.unified = settings.unified;
        let go_on = settings.shows_errors;
        job.control.continue_on_error = ContinueOnError {
            read: go_on,
            write: go_on,
            verify: go_on,
        };
    }
    job
}

fn error(entry: &Entry) -> ErrorRecord {
    let part = |from: &str| {
        let rest = entry.verror.split(from).nth(1).unwrap_or_default();
        rest.split(", ").next().unwrap_or_default().to_owned()
    };
    ErrorRecord {
        errno: entry.error,
        place: part("file:"),
        func: part("func="),
        message: fiord_record::run::errno_message(entry.error),
        detail: Sentence::verbatim(""),
    }
}

/// Shares have six decimals in fio's JSON: as counts over this total they lose nothing.
const SHARE_TOTAL: u64 = 100_000_000;

fn stats(entry: &Entry) -> JobStats {
    let total = entry.total_ios();
    let counts =
        |shares: &[f64; 7], total: u64| shares.map(|share| (share * total as f64 / 100.0).round() as u64);
    let ms = |percent: f64| (percent * entry.runtime_ms as f64 * 10.0).round() as u64;
    let mut stats = JobStats {
        ddirs: entry.ddirs.each_ref().map(ddir),
        depth: counts(&entry.level, total),
        submit: counts(&entry.submit, SHARE_TOTAL),
        complete: counts(&entry.complete, SHARE_TOTAL),
        submit_calls: SHARE_TOTAL,
        complete_calls: SHARE_TOTAL,
        errors: entry.errors,
        first_error: entry.first_error,
        runtime_ns: entry.runtime_ms.saturating_mul(1_000_000),
        ..JobStats::default()
    };
    stats.sync.ios = entry.sync_ios;
    stats.sync.lat = latency(&entry.sync);
    stats.cpu.user_us = ms(entry.cpu.user_percent);
    stats.cpu.system_us = ms(entry.cpu.system_percent);
    stats.cpu.context_switches = entry.cpu.context_switches;
    stats.cpu.major_faults = entry.cpu.major_faults;
    stats.cpu.minor_faults = entry.cpu.minor_faults;
    stats
}

fn ddir(entry: &DdirEntry) -> DdirStats {
    DdirStats {
        ios: entry.ios,
        bytes: entry.bytes,
        short_ios: entry.short_ios,
        dropped_ios: entry.dropped_ios,
        runtime_ns: entry.runtime_ms.saturating_mul(1_000_000),
        slat: latency(&entry.slat),
        clat: latency(&entry.clat),
        lat: latency(&entry.lat),
        bw: samples(&entry.bw),
        iops: samples(&entry.iops),
        ..DdirStats::default()
    }
}

/// Far above what any run can sum up, and far below where sums of sums would overflow.
const MOST: f64 = 1e36;

/// The integer sums that give this mean and deviation.
fn moments(count: u64, min: u64, max: u64, mean: f64, stddev: f64) -> Moments {
    if count == 0 {
        return Moments::new();
    }
    let n = count as f64;
    let sum = (mean * n).round().clamp(0.0, MOST);
    let squares = stddev * stddev * (n - 1.0) + sum * (sum / n);
    Moments {
        count,
        min,
        max,
        sum: sum as u128,
        sum_squares: squares.round().clamp(0.0, MOST) as u128,
    }
}

fn latency(summary: &LatencySummary) -> Latency {
    let given = summary
        .given
        .iter()
        .filter(|(percent, ns)| *percent > 0.0 && *ns > 0);
    let given = given.map(|(percent, ns)| ((percent * 1e4).round() as u32, *ns));
    Latency {
        moments: moments(
            summary.samples,
            summary.min,
            summary.max,
            summary.mean,
            summary.stddev,
        ),
        histogram: Histogram::of_buckets(&summary.bins),
        given: given.collect(),
    }
}

fn samples(summary: &SampleSummary) -> Samples {
    let mut samples = Samples::default();
    samples.moments = moments(
        summary.samples,
        summary.min,
        summary.max,
        summary.mean,
        summary.stddev,
    );
    samples
}
