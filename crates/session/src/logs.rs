//! Writes the `write_*_log` files of a run, in fio's names and columns.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use fiord_control::WorkerReport;
use fiord_engine::logger::{HistEntry, LogSample};
use fiord_job::plan::{JobPlan, LogWindow, RunPlan};
use fiord_stats::log::{self as lines, LogColumns};

use crate::packed_log;
use crate::report_file::ReportFile;

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
pub(super) fn write(plan: &RunPlan, workers: &[WorkerReport]) -> Result<(), (PathBuf, io::Error)> {
    let mut open: BTreeMap<PathBuf, ReportFile> = BTreeMap::new();
    for worker in workers {
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
                .map_err(|error| (path, error))?;
        }
        if let Some(prefix) = &job.report.logs.hist {
            let path = path(job, worker, prefix, "clat_hist");
            let text = histogram_text(job, worker, &worker.outcome.logs.hist);
            append(&mut open, &path, text.as_bytes()).map_err(|error| (path, error))?;
        }
    }
    Ok(())
}

fn parts<'a>(job: &'a JobPlan, worker: &'a WorkerReport) -> Vec<Part<'a>> {
    let plan = &job.report.logs;
    let logs = &worker.outcome.logs;
    let mut parts = Vec::new();
    if let Some(prefix) = &plan.bw {
        parts.push(Part {
            prefix,
            kind: "bw",
            entries: &logs.bw,
        });
    }
    if let Some(prefix) = &plan.iops {
        parts.push(Part {
            prefix,
            kind: "iops",
            entries: &logs.iops,
        });
    }
    if let Some(prefix) = &plan.lat {
        parts.push(Part {
            prefix,
            kind: "lat",
            entries: &logs.lat,
        });
        parts.push(Part {
            prefix,
            kind: "slat",
            entries: &logs.slat,
        });
        parts.push(Part {
            prefix,
            kind: "clat",
            entries: &logs.clat,
        });
    }
    parts
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

/// Milliseconds to add to a worker's own time: of the wall clock with `log_unix_epoch`.
fn epoch_ms(job: &JobPlan, worker: &WorkerReport) -> u64 {
    let started = worker
        .started
        .filter(|_| job.report.logs.unix_epoch)
        .unwrap_or(SystemTime::UNIX_EPOCH);
    let since = started.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
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
    let epoch = epoch_ms(job, worker);
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
    let epoch = epoch_ms(job, worker);
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
