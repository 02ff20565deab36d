//! Writes the `write_*_log` files of a run, in fio's names and columns.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use fiord_engine::data::logger::{HistEntry, LogSample};
use fiord_job::plan::{JobPlan, LogWindow, RunPlan};
use fiord_stats::log::{self as lines, LogColumns};

use crate::packed_log;
use crate::report_file::ReportFile;
use crate::workers::{WorkerReport, WorkerStatus};

/// One file to write, and what of a worker goes into it.
struct Part<'a> {
    prefix: &'a str,
    kind: &'static str,
    entries: &'a [LogSample],
}

/// Writes all logs that the plan asks for.
///
/// # Errors
/// The path and the reason of the first file that could not be written.
pub(super) fn write(plan: &RunPlan, workers: &[WorkerReport]) -> Result<(), String> {
    let incomplete =
        |path: &Path, error: io::Error| format!("log {} is not complete: {error}", path.display());
    let mut open: BTreeMap<PathBuf, ReportFile> = BTreeMap::new();
    // As in fio, a job that ended before its gate has no logs; one of an earlier run is left.
    let has_logs =
        |worker: &&WorkerReport| matches!(worker.status, WorkerStatus::Ran | WorkerStatus::OnlyCreated);
    for worker in workers.iter().filter(has_logs) {
        let Some(job) = plan
            .jobs
            .get(worker.job_index)
            .filter(|job| job.report.logs.any())
        else {
            continue;
        };
        for part in parts(job, worker) {
            let path = path(job, worker, part.prefix, part.kind);
            let (entries, columns) = (entries(job, worker, part.entries), columns(job));
            let (path, bytes) = if job.report.logs.compression.store {
                let packed = packed_log::pack(entries, &columns);
                (packed_path(path), packed)
            } else {
                (path, Ok(text(entries, part.entries.len(), &columns).into_bytes()))
            };
            bytes
                .and_then(|bytes| append(&mut open, &path, &bytes))
                .map_err(|error| incomplete(&path, error))?;
        }
        if let Some(prefix) = &job.report.logs.hist {
            // FIO-DIFF(hist-stored): also with `log_store_compressed`.
            let path = path(job, worker, prefix, "clat_hist");
            let is_kept = job.report.stats && !job.report.disable_clat;
            let entries = &worker.outcome.logs.hist;
            let text = histogram_text(job, worker, if is_kept { entries } else { &[] });
            append(&mut open, &path, text.as_bytes()).map_err(|error| incomplete(&path, error))?;
        }
    }
    Ok(())
}

/// As in fio, what is not measured has no log, and a job without statistics has empty ones; without a time for each I/O nothing is
/// known of one.
fn parts<'a>(job: &'a JobPlan, worker: &'a WorkerReport) -> Vec<Part<'a>> {
    let (plan, report) = (&job.report.logs, &job.report);
    let logs = &worker.outcome.logs;
    let is_timed = !report.gtod_reduce || plan.avg_ms > 0;
    let kept =
        |entries: &'a [LogSample], is_known: bool| if is_known && report.stats { entries } else { &[] };
    let lat = |is_off: bool| plan.lat.as_ref().filter(|_| !is_off);
    let all = [
        (plan.bw.as_ref(), "bw", kept(&logs.bw, is_timed)),
        (plan.iops.as_ref(), "iops", kept(&logs.iops, is_timed)),
        (lat(report.disable_lat), "lat", kept(&logs.lat, true)),
        (lat(report.disable_slat), "slat", kept(&logs.slat, true)),
        (lat(report.disable_clat), "clat", kept(&logs.clat, true)),
    ];
    let asked = all.into_iter().filter_map(|(prefix, kind, entries)| {
        Some(Part {
            prefix: prefix?,
            kind,
            entries,
        })
    });
    asked.collect()
}

fn path(job: &JobPlan, worker: &WorkerReport, prefix: &str, kind: &str) -> PathBuf {
    let prefix = if prefix.is_empty() { &job.name } else { prefix };
    if job.report.logs.per_job {
        PathBuf::from(format!("{prefix}_{kind}.{}.log", worker.number + 1))
    } else {
        PathBuf::from(format!("{prefix}_{kind}.log"))
    }
}

/// As in fio, a compressed log has another name.
fn packed_path(path: PathBuf) -> PathBuf {
    let mut name = path.into_os_string();
    name.push(".fz");
    PathBuf::from(name)
}

/// The first worker that names a file empties it; the others add to it.
fn append(open: &mut BTreeMap<PathBuf, ReportFile>, path: &Path, text: &[u8]) -> io::Result<()> {
    if !open.contains_key(path) {
        open.insert(path.to_owned(), ReportFile::open(path)?);
    }
    open.get_mut(path).map_or(Ok(()), |file| file.write(text))
}

/// Milliseconds to add to a worker's own time: of the clock that `log_alternate_epoch` asks for.
fn epoch_ms(worker: &WorkerReport) -> u64 {
    u64::try_from(worker.epoch.as_millis()).unwrap_or(u64::MAX)
}

fn columns(job: &JobPlan) -> LogColumns {
    let plan = &job.report.logs;
    LogColumns {
        offset: plan.offset,
        priority: plan.prio,
        issue_time: plan.issue_time,
        largest: plan.window == LogWindow::Both,
    }
}

fn entries<'a>(
    job: &'a JobPlan,
    worker: &WorkerReport,
    entries: &'a [LogSample],
) -> impl Iterator<Item = lines::LogEntry> + 'a {
    let window = job.report.logs.window;
    let epoch = epoch_ms(worker);
    let priority = priority(job);
    entries.iter().map(move |entry| lines::LogEntry {
        time_ms: epoch + entry.time_ns / 1_000_000,
        value: if window == LogWindow::Max {
            entry.max
        } else {
            entry.value
        },
        largest: entry.max,
        ddir: entry.ddir,
        block_bytes: u64::from(entry.len),
        offset: entry.offset,
        priority,
        issue_ns: entry.issue_ns,
    })
}

fn text(entries: impl Iterator<Item = lines::LogEntry>, count: usize, columns: &LogColumns) -> String {
    let mut out = String::with_capacity(count * 32);
    for entry in entries {
        entry.write_line(columns, &mut out);
    }
    out
}

/// The kernel's I/O priority of a job: class in the top three bits, then the hint, then the level.
fn priority(job: &JobPlan) -> u16 {
    let class = job.placement.prioclass.unwrap_or(0);
    u16::from(class) << 13 | job.placement.prio_hint << 3 | u16::from(job.placement.prio.unwrap_or(0))
}

fn histogram_text(job: &JobPlan, worker: &WorkerReport, entries: &[HistEntry]) -> String {
    let epoch = epoch_ms(worker);
    let merged = 1_usize << job.report.logs.hist_coarseness;
    let mut out = String::new();
    for entry in entries {
        out.push_str(&format!(
            "{}, {}, {}",
            epoch + entry.time_ns / 1_000_000,
            entry.ddir,
            entry.len
        ));
        for bins in entry.counts.chunks(merged) {
            out.push_str(&format!(
                ", {}",
                bins.iter().map(|count| u64::from(*count)).sum::<u64>()
            ));
        }
        out.push('\n');
    }
    out
}
