//! fio's logs as data: one entry per I/O or per window, histogram entries per window, and their text lines.
//!
//! It opens no file and reads no clock: the engine pushes entries with their times, the binary writes the lines. The
//! rules of windowing were learnt by running fio 3.33; they are at [`WindowedLog::push`] and [`HistogramLog::record`].

use crate::{DDIRS, Histogram};
use std::fmt::Write as _;

/// I/O priority class "real time", in the top three bits of a kernel I/O priority.
const REAL_TIME: u16 = 1;

/// One row of a bandwidth, IOPS or latency log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogEntry {
    /// Milliseconds since the job's epoch.
    pub time_ms: u64,
    /// Latency in ns, bandwidth in KiB/s (kB/s without window) or I/Os per second (1 without window).
    pub value: u64,
    /// The largest value of the window, for `log_window_value=both`.
    pub largest: u64,
    /// [`crate::READ`], [`crate::WRITE`] or [`crate::TRIM`].
    pub ddir: u8,
    /// Size of the I/O; 0 for a window.
    pub block_bytes: u64,
    /// Offset of the I/O; 0 for a window.
    pub offset: u64,
    /// Kernel I/O priority (class in the top three bits).
    pub priority: u16,
    /// When the I/O was issued, in nanoseconds since the job's epoch; 0 for a window.
    pub issue_ns: u64,
}

/// What a window of several values is reported as (`log_window_value`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum WindowValue {
    /// Their mean, rounded half up.
    #[default]
    Average,
    /// The largest.
    Max,
    /// Both, in two columns.
    Both,
}

/// Which optional columns a log has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LogColumns {
    /// `log_offset`
    pub offset: bool,
    /// `log_prio`: the priority in hexadecimal instead of a flag.
    pub priority: bool,
    /// `log_issue_time`
    pub issue_time: bool,
    /// A second value column, for [`WindowValue::Both`].
    pub largest: bool,
}

impl LogEntry {
    /// Appends this entry as a line of fio's log, with its newline.
    pub fn write_line(&self, columns: &LogColumns, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = write!(out, "{}, {}", self.time_ms, self.value);
        if columns.largest {
            let _ = write!(out, ", {}", self.largest);
        }
        let _ = write!(out, ", {}, {}", self.ddir, self.block_bytes);
        if columns.offset {
            let _ = write!(out, ", {}", self.offset);
        }
        if columns.priority {
            let _ = write!(out, ", 0x{:04x}", self.priority);
        } else {
            let _ = write!(out, ", {}", u8::from(self.priority >> 13 == REAL_TIME));
        }
        if columns.issue_time {
            let _ = write!(out, ", {}", self.issue_ns);
        }
        out.push('\n');
    }
}

/// A bandwidth, IOPS or latency log of one worker.
#[derive(Debug, Clone, Default)]
pub struct WindowedLog {
    entries: Vec<LogEntry>,
    window_ms: u64,
    report: WindowValue,
    open: [Window; DDIRS],
}

#[derive(Debug, Clone, Copy, Default)]
struct Window {
    start_ms: u64,
    count: u64,
    sum: u128,
    largest: u64,
    priority: u16,
}

impl WindowedLog {
    /// A log that averages over `window_ms` (`log_avg_msec`; 0 keeps every entry), with room for `capacity` entries.
    pub fn new(window_ms: u64, report: WindowValue, capacity: usize) -> Self {
        Self {
            entries: Vec::with_capacity(capacity),
            window_ms,
            report,
            ..Self::default()
        }
    }

    /// Adds an entry. Each direction has its own window. A value belongs to the window that it closes: the first that
    /// comes `window_ms` or more after the window's start ends it at its own time, and the next starts at the last
    /// multiple of `window_ms`. A direction out of range is ignored.
    pub fn push(&mut self, entry: LogEntry) {
        if self.window_ms == 0 {
            self.entries.push(entry);
            return;
        }
        let Some(window) = self.open.get_mut(usize::from(entry.ddir)) else {
            return;
        };
        window.count += 1;
        window.sum += u128::from(entry.value);
        window.largest = window.largest.max(entry.value);
        window.priority = entry.priority;
        if entry.time_ms.saturating_sub(window.start_ms) >= self.window_ms {
            self.close(usize::from(entry.ddir), entry.time_ms);
        }
    }

    /// Ends the windows that are open, as fio does at the end of a job.
    pub fn finish(&mut self, time_ms: u64) {
        for ddir in 0..DDIRS {
            self.close(ddir, time_ms);
        }
    }

    /// The entries so far.
    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    fn close(&mut self, ddir: usize, time_ms: u64) {
        let window = self.open[ddir];
        if window.count == 0 {
            return;
        }
        let count = u128::from(window.count);
        let mean = ((window.sum * 2 + count) / (count * 2)) as u64;
        self.entries.push(LogEntry {
            time_ms,
            value: if self.report == WindowValue::Max {
                window.largest
            } else {
                mean
            },
            largest: window.largest,
            ddir: ddir as u8,
            priority: window.priority,
            ..LogEntry::default()
        });
        self.open[ddir] = Window {
            start_ms: time_ms - time_ms % self.window_ms.max(1),
            ..Window::default()
        };
    }
}

/// One row of a histogram log: what was counted in a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistogramEntry {
    /// Milliseconds since the job's epoch.
    pub time_ms: u64,
    /// [`crate::READ`], [`crate::WRITE`] or [`crate::TRIM`].
    pub ddir: u8,
    /// Size of the I/O that closed the window.
    pub block_bytes: u64,
    /// Counts, [`Histogram::FIO_BUCKETS`] >> coarseness of them.
    pub bins: Vec<u64>,
}

impl HistogramEntry {
    /// Appends this entry as a line of fio's histogram log, with its newline.
    pub fn write_line(&self, out: &mut String) {
        let _ = write!(out, "{}, {}, {}", self.time_ms, self.ddir, self.block_bytes);
        for count in &self.bins {
            let _ = write!(out, ", {count}");
        }
        out.push('\n');
    }
}

/// A log of completion latency histograms of one worker.
#[derive(Debug, Clone)]
pub struct HistogramLog {
    entries: Vec<HistogramEntry>,
    window_ms: u64,
    coarseness: u32,
    open: [(u64, Histogram); DDIRS],
}

impl HistogramLog {
    /// A log with a window of `window_ms` (`log_hist_msec`, at least 1) and 2^`coarseness` buckets per bin (at most 6).
    pub fn new(window_ms: u64, coarseness: u32) -> Self {
        Self {
            entries: Vec::new(),
            window_ms: window_ms.max(1),
            coarseness: coarseness.min(6),
            open: Default::default(),
        }
    }

    /// Counts one latency. A direction's first window starts with its first I/O after millisecond 0; the I/O that comes
    /// `window_ms` or more after the start is still counted and closes it; the next starts a whole number of windows
    /// later. A window that is open at the end is not written. A direction out of range is ignored.
    pub fn record(&mut self, ddir: u8, time_ms: u64, block_bytes: u64, latency_ns: u64) {
        let Some((start_ms, histogram)) = self.open.get_mut(usize::from(ddir)) else {
            return;
        };
        histogram.record(latency_ns);
        if *start_ms == 0 {
            *start_ms = time_ms;
        }
        let windows = time_ms.saturating_sub(*start_ms) / self.window_ms;
        if windows == 0 {
            return;
        }
        *start_ms += windows * self.window_ms;
        self.entries.push(HistogramEntry {
            time_ms,
            ddir,
            block_bytes,
            bins: coarse_bins(histogram, self.coarseness),
        });
        histogram.clear();
    }

    /// The entries so far.
    pub fn entries(&self) -> &[HistogramEntry] {
        &self.entries
    }
}

/// Counts of fio's buckets with 2^`coarseness` neighbours added up; what lies past fio's last bucket is in the last bin.
pub fn coarse_bins(histogram: &Histogram, coarseness: u32) -> Vec<u64> {
    let mut bins = vec![0_u64; Histogram::FIO_BUCKETS >> coarseness];
    let last = bins.len().saturating_sub(1);
    for (bucket, count) in histogram.occupied() {
        bins[(bucket >> coarseness).min(last)] += count;
    }
    if let Some(bin) = bins.last_mut() {
        *bin += histogram.overflow();
    }
    bins
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn at(time_ms: u64, value: u64) -> LogEntry {
        LogEntry {
            time_ms,
            value,
            block_bytes: 4096,
            offset: 8192,
            ..LogEntry::default()
        }
    }

    fn windowed(window_ms: u64, report: WindowValue, times: &[u64]) -> Vec<(u64, u64)> {
        let mut log = WindowedLog::new(window_ms, report, 8);
        for (value, time) in (1..).zip(times) {
            log.push(at(*time, value));
        }
        log.entries()
            .iter()
            .map(|entry| (entry.time_ms, entry.value))
            .collect()
    }

    /// Times of a job with 3 I/Os per second; fio 3.33 wrote rows at exactly these times.
    #[test]
    fn windows_close_where_fio_closed_them() {
        let times = [0, 333, 666, 1000, 1333, 1666];
        assert_eq!(
            windowed(500, WindowValue::Max, &times),
            [(666, 3), (1000, 4), (1666, 6)]
        );
        assert_eq!(
            windowed(500, WindowValue::Average, &times),
            [(666, 2), (1000, 4), (1666, 6)]
        );
        assert_eq!(
            windowed(300, WindowValue::Average, &times),
            [(333, 2), (666, 3), (1000, 4), (1333, 5), (1666, 6)]
        );
        assert_eq!(windowed(0, WindowValue::Max, &times).len(), 6);
    }

    #[test]
    fn the_last_window_is_written_only_if_something_is_in_it() {
        let mut log = WindowedLog::new(500, WindowValue::Both, 0);
        log.push(at(400, 10));
        log.push(LogEntry {
            ddir: 1,
            ..at(600, 7)
        });
        log.push(LogEntry {
            ddir: 9,
            ..at(600, 7)
        });
        log.finish(700);
        log.finish(800);
        let rows: Vec<_> = log
            .entries()
            .iter()
            .map(|e| (e.time_ms, e.value, e.largest, e.ddir))
            .collect();
        assert_eq!(rows, [(600, 7, 7, 1), (700, 10, 10, 0)]);
    }

    #[test]
    fn histograms_close_where_fio_closed_them() {
        let mut log = HistogramLog::new(500, 6);
        for time in [0, 333, 666, 1000, 1333, 1666, 2000] {
            log.record(0, time, 4096, 4_500);
        }
        let rows: Vec<_> = log
            .entries()
            .iter()
            .map(|e| (e.time_ms, e.bins.iter().sum::<u64>()))
            .collect();
        assert_eq!(rows, [(1000, 4), (1333, 1), (2000, 2)]);
        let mut line = String::new();
        log.entries()[1].write_line(&mut line);
        assert!(line.starts_with("1333, 0, 4096, 0, 0, 0, 0, 0, 0, 0, 1, 0") && line.ends_with(", 0\n"));
        assert_eq!(line.split(", ").count(), 3 + 29);
    }

    #[test]
    fn coarse_bins_lose_nothing() {
        let mut histogram = Histogram::new();
        for value in [0, 100, 5_000, 1 << 32, 1 << 40, u64::MAX] {
            histogram.record(value);
        }
        for coarseness in 0..=6 {
            let bins = coarse_bins(&histogram, coarseness);
            assert_eq!((bins.len(), bins.iter().sum::<u64>()), (1856 >> coarseness, 6));
            assert_eq!(*bins.last().unwrap(), 2);
        }
    }

    #[test]
    fn lines_have_the_columns_that_were_asked_for() {
        let line = |entry: LogEntry, columns: &LogColumns| {
            let mut out = String::new();
            entry.write_line(columns, &mut out);
            out
        };
        let real_time = LogEntry {
            priority: 1 << 13 | 3,
            issue_ns: 77,
            largest: 9,
            ..at(5, 6)
        };
        assert_eq!(line(at(5, 6), &LogColumns::default()), "5, 6, 0, 4096, 0\n");
        assert_eq!(line(real_time, &LogColumns::default()), "5, 6, 0, 4096, 1\n");
        let all = LogColumns {
            offset: true,
            priority: true,
            issue_time: true,
            largest: true,
        };
        assert_eq!(line(real_time, &all), "5, 6, 9, 0, 4096, 8192, 0x2003, 77\n");
    }
}
