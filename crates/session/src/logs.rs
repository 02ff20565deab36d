//! Writes the `write_*_log` files of a run, in fio's names and columns.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use fiord_engine::data::logger::{HistEntry, LogMean, LoggedIo, Logs};
use fiord_job::plan::{JobPlan, LogWindow, RunPlan};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_stats::log::{self as lines, LogColumns};

use crate::packed_log;
use crate::report_file::ReportFile;
use crate::workers::{WorkerReport, WorkerStatus};

/// Text that is gathered before it is written: the first that memory has room for.
const PIECE_BYTES: [usize; 3] = [1 << 20, 1 << 16, 1 << 12];

/// What a log is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LogKind {
    Bw,
    Iops,
    Lat,
    Slat,
    Clat,
    Histograms,
}

impl LogKind {
    /// The word in the names of its files.
    const fn word(self) -> &'static str {
        match self {
            LogKind::Bw => "bw",
            LogKind::Iops => "iops",
            LogKind::Lat => "lat",
            LogKind::Slat => "slat",
            LogKind::Clat => "clat",
            LogKind::Histograms => "clat_hist",
        }
    }

    /// What the log says of one I/O; none: it has no line for it.
    fn value(self, io: &LoggedIo) -> Option<u64> {
        match self {
            LogKind::Bw => Some(io.kb_per_s()),
            LogKind::Iops => Some(1),
            LogKind::Lat => Some(io.lat_ns()),
            LogKind::Slat => io.slat_ns(),
            LogKind::Clat => Some(io.clat_ns()),
            LogKind::Histograms => None,
        }
    }

    fn means(self, logs: &Logs) -> &[LogMean] {
        match self {
            LogKind::Bw => &logs.bw,
            LogKind::Iops => &logs.iops,
            LogKind::Lat => &logs.lat,
            LogKind::Slat => &logs.slat,
            LogKind::Clat => &logs.clat,
            LogKind::Histograms => &[],
        }
    }
}

/// Writes all logs that the plan asks for.
///
/// # Errors
/// The path and the reason of the first file that could not be written.
pub(super) fn write(plan: &RunPlan, workers: &[WorkerReport]) -> Result<(), Sentence> {
    let incomplete = |path: &Path, error: io::Error| {
        let error = Sentence::from(&error);
        Sentence::new(|lang| {
            let (path, error) = (&path.display(), &error.text(lang));
            messages::LogIncomplete { path, error }.text(lang)
        })
    };
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
        for (prefix, kind) in asked(job).filter(|(_, kind)| *kind != LogKind::Histograms) {
            let path = path(job, worker.number, prefix, kind);
            let (entries, columns) = (entries(job, worker, kind), columns(job));
            let out = file(&mut open, &path).map_err(|error| incomplete(&path, error))?;
            let written = if job.report.logs.compression.store {
                packed_log::pack(entries, &columns, out)
            } else {
                write_lines(entries, |entry, out| entry.write_line(&columns, out), out)
            };
            written.map_err(|error| incomplete(&path, error))?;
        }
        if let Some(prefix) = &job.report.logs.hist {
            // FIO-DIFF(hist-stored): also with `log_store_compressed`.
            let path = path(job, worker.number, prefix, LogKind::Histograms);
            let is_kept = job.report.stats && !job.report.disable_clat;
            let entries = &worker.outcome.logs.hist;
            let entries = if is_kept { &entries[..] } else { &[] };
            let line = |entry: &HistEntry, out: &mut String| write_histogram(job, worker, entry, out);
            file(&mut open, &path)
                .and_then(|file| write_lines(entries.iter(), line, file))
                .map_err(|error| incomplete(&path, error))?;
        }
    }
    Ok(())
}

/// The logs that a job asks for: the prefix of each, and its kind. As in fio, what is not measured has no log.
fn asked(job: &JobPlan) -> impl Iterator<Item = (&str, LogKind)> {
    let (plan, report) = (&job.report.logs, &job.report);
    let all = [
        (&plan.bw, LogKind::Bw, false),
        (&plan.iops, LogKind::Iops, false),
        (&plan.lat, LogKind::Lat, report.disable_lat),
        (&plan.lat, LogKind::Slat, report.disable_slat),
        (&plan.lat, LogKind::Clat, report.disable_clat),
        (&plan.hist, LogKind::Histograms, false),
    ];
    all.into_iter()
        .filter_map(|(prefix, kind, is_off)| Some((prefix.as_deref().filter(|_| !is_off)?, kind)))
}

/// The path of every log that a job's workers write. `first_number` is the number of its first worker.
pub(crate) fn paths(job: &JobPlan, first_number: u32) -> impl Iterator<Item = PathBuf> {
    let count = if job.report.logs.any() { job.numjobs } else { 0 };
    let numbers = first_number..first_number.saturating_add(count);
    numbers.flat_map(move |number| asked(job).map(move |(prefix, kind)| path(job, number, prefix, kind)))
}

fn path(job: &JobPlan, number: u32, prefix: &str, kind: LogKind) -> PathBuf {
    let (logs, word) = (&job.report.logs, kind.word());
    let prefix = if prefix.is_empty() { &job.name } else { prefix };
    let mut name = if logs.per_job {
        format!("{prefix}_{word}.{}.log", number.saturating_add(1))
    } else {
        format!("{prefix}_{word}.log")
    };
    // As in fio, a compressed log has another name.
    if logs.compression.store && kind != LogKind::Histograms {
        name.push_str(".fz");
    }
    PathBuf::from(name)
}

/// The file of this name. Its first worker empties it; the others append to it.
fn file<'o>(open: &'o mut BTreeMap<PathBuf, ReportFile>, path: &Path) -> io::Result<&'o mut ReportFile> {
    match open.entry(path.to_owned()) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(new) => {
            let file = new.insert(ReportFile::open(path)?);
            file.write("")?;
            Ok(file)
        }
    }
}

/// Writes a line for each entry, piece by piece: the whole text may not fit in memory.
fn write_lines<E>(
    entries: impl Iterator<Item = E>,
    write_line: impl Fn(E, &mut String),
    file: &mut ReportFile,
) -> io::Result<()> {
    let mut lines = String::new();
    let piece_bytes = PIECE_BYTES
        .into_iter()
        .find(|bytes| lines.try_reserve_exact(*bytes).is_ok());
    let piece_bytes = piece_bytes.unwrap_or(0);
    for entry in entries {
        write_line(entry, &mut lines);
        if lines.len() >= piece_bytes / 2 {
            file.write(&lines)?;
            lines.clear();
        }
    }
    file.write(&lines)
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

/// The lines of a log of single values or of averages. As in fio, a job without statistics has empty logs; `gtod_reduce` leaves no time
/// for each I/O, and so no rates but averages.
fn entries<'a>(
    job: &'a JobPlan,
    worker: &'a WorkerReport,
    kind: LogKind,
) -> impl Iterator<Item = lines::LogEntry> + 'a {
    let (plan, logs) = (&job.report.logs, &worker.outcome.logs);
    let is_rate = matches!(kind, LogKind::Bw | LogKind::Iops);
    let is_known = !is_rate || !job.report.gtod_reduce || plan.avg_ms > 0;
    let is_written = job.report.stats && is_known;
    let epoch = epoch_ms(worker);
    let priority = priority(job);
    let ios = logs.ios.iter().filter_map(move |io| {
        let value = kind.value(io)?;
        Some(lines::LogEntry {
            time_ms: epoch + (io.end_ns - logs.origin_ns) / 1_000_000,
            value,
            largest: value,
            ddir: io.ddir,
            block_bytes: u64::from(io.len),
            offset: io.offset,
            priority,
            issue_ns: io.issue_ns.saturating_sub(logs.origin_ns),
        })
    });
    let means = kind.means(logs).iter().map(move |mean| lines::LogEntry {
        time_ms: epoch + mean.time_ns / 1_000_000,
        value: if plan.window == LogWindow::Max {
            mean.max
        } else {
            mean.value
        },
        largest: mean.max,
        ddir: mean.ddir,
        priority,
        ..lines::LogEntry::default()
    });
    ios.chain(means).filter(move |_| is_written)
}

/// The kernel's I/O priority of a job: class in the top three bits, then the hint, then the level.
fn priority(job: &JobPlan) -> u16 {
    let class = job.placement.prioclass.unwrap_or(0);
    u16::from(class) << 13 | job.placement.prio_hint << 3 | u16::from(job.placement.prio.unwrap_or(0))
}

fn write_histogram(job: &JobPlan, worker: &WorkerReport, entry: &HistEntry, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "{}, {}, {}",
        epoch_ms(worker) + entry.time_ns / 1_000_000,
        entry.ddir,
        entry.len
    );
    for bins in entry.counts.chunks(1 << job.report.logs.hist_coarseness) {
        let _ = write!(
            out,
            ", {}",
            bins.iter().map(|count| u64::from(*count)).sum::<u64>()
        );
    }
    out.push('\n');
}
