//! Reads fio's log files (bandwidth, IOPS, latencies, histograms of latencies) in one pass: what each direction did in each second, and sums.
//!
//! A log without `log_avg_msec` has a row for each I/O, with its size: then rows are counted, since a bandwidth or IOPS in such a row is that of one
//! I/O. Any other row is a rate, or a mean latency, over the time since the row before. Mean latencies make a series of their own: how many
//! I/Os each is of is unknown, so that they have no percentiles.

use fiord_job::plan::{Ddir, JobPlan, PlanPart, RunPlan};
use fiord_messages::{Sentence, import as messages};
use fiord_record::Before;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::Count;
use fiord_record::run::{RunRecord, WorkerRecord};
use fiord_stats::{DdirStats, Histogram, JobStats, Latency, Moments};

use super::draft::RunDraft;
use super::results;

/// Seconds of a series; a log with later times has no series.
const MOST_SECONDS: u64 = 1 << 18;
/// A first row this many times above all others was divided by a shorter time than it took.
const FIRST_ROW_APART: u64 = 4;
/// Rows after the first one that are enough to tell.
const LEAST_ROWS: u64 = 3;
/// A time without rows that is longer than this number of windows is a gap.
const GAP_WINDOWS: u64 = 10;
/// The shortest window of `log_avg_msec` that rows of single I/Os are told from, and by which share of it they are apart from a window.
const LEAST_WINDOW_MS: u64 = 100;
const WINDOW_APART: u64 = 20;
/// Bytes after the four numbers of a row: offset, priority and more. A histogram has more.
const LONGEST_REST: usize = 64;
/// Bins of fio's histograms, from 3.0 on in nanoseconds and before in microseconds; `log_hist_coarseness` halves them.
const BINS: [(usize, u64); 2] = [(Histogram::FIO_BUCKETS, 1), (1216, 1000)];

/// More in one bin cannot be a count of I/Os.
const MOST_COUNT: u64 = 1 << 40;

/// What a log holds. fio says it in the name of the file only: `x_bw.1.log`, `x_iops.log`, `x_clat_hist.1.log`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LogKind {
    Bandwidth,
    Iops,
    Slat,
    Clat,
    Lat,
    Histogram,
}

impl LogKind {
    fn of(name: &str) -> Option<Self> {
        let is = |kind: &str| name.contains(&format!("_{kind}."));
        [
            ("bw", LogKind::Bandwidth),
            ("iops", LogKind::Iops),
            ("slat", LogKind::Slat),
            ("clat", LogKind::Clat),
            ("lat", LogKind::Lat),
            ("hist", LogKind::Histogram),
        ]
        .into_iter()
        .find_map(|(word, kind)| is(word).then_some(kind))
    }

    /// The mean of such a latency; none of a rate.
    const fn latency(self) -> Option<FigureOf> {
        match self {
            LogKind::Slat => Some(FigureOf::SlatMeanNs),
            LogKind::Clat | LogKind::Histogram => Some(FigureOf::ClatMeanNs),
            LogKind::Lat => Some(FigureOf::LatMeanNs),
            LogKind::Bandwidth | LogKind::Iops => None,
        }
    }
}

/// `time (ms), value, direction, block size[, offset[, priority]]`, or `time (ms), direction, block size, bins…`. With
/// `log_window_value=both` the largest value of the window follows its mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LogLine {
    ms: u64,
    value: u64,
    /// The largest value of the window, where it follows the mean.
    most: Option<u64>,
    ddir: usize,
    bytes: u64,
    /// Whether there are more numbers, which only fio 3 writes.
    has_more: bool,
    /// Of a histogram: bins that are not empty by the latency in their middle, in nanoseconds.
    bins: Option<Vec<(u64, u64)>>,
}

impl LogLine {
    /// None: it is not a line of a log.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let mut fields = [0_u64; 4];
        let mut at = 0;
        for (index, field) in fields.iter_mut().enumerate() {
            if index > 0 {
                if line.get(at) != Some(&b',') {
                    return None;
                }
                at += 1;
                while line.get(at) == Some(&b' ') {
                    at += 1;
                }
            }
            let from = at;
            while let Some(digit) = line.get(at).filter(|byte| byte.is_ascii_digit()) {
                *field = field.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
                at += 1;
            }
            if at == from || at - from > 19 {
                return None;
            }
        }
        let rest = &line[at..];
        if rest.len() > LONGEST_REST {
            return Self::histogram(fields, rest);
        }
        let is_log_rest =
            |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b',' | b' ' | b'x' | b'\r' | b'\n');
        let ddir_of = |number: u64| usize::try_from(number).ok().filter(|ddir| *ddir < 3);
        let [ms, value, third, fourth] = fields;
        let (most, ddir, bytes) = match ddir_of(third) {
            Some(ddir) => (None, ddir, fourth),
            None if rest.starts_with(b", 0") => (Some(third), ddir_of(fourth)?, 0),
            None => return None,
        };
        rest.iter().all(is_log_rest).then_some(Self {
            ms,
            value,
            most,
            ddir,
            bytes,
            has_more: rest.contains(&b','),
            bins: None,
        })
    }

    fn histogram([ms, ddir, bytes, first]: [u64; 4], rest: &[u8]) -> Option<Self> {
        let ddir = usize::try_from(ddir).ok().filter(|ddir| *ddir < 3)?;
        let rest = std::str::from_utf8(rest).ok()?.trim_end();
        let mut counts = vec![first];
        for field in rest.strip_prefix(',')?.split(',') {
            counts.push(field.trim_start().parse().ok()?);
        }
        if counts.iter().any(|count| *count > MOST_COUNT) {
            return None;
        }
        let (shift, unit_ns) = BINS.into_iter().find_map(|(bins, unit_ns)| {
            let shift = (0..=6).find(|shift| bins >> shift == counts.len());
            shift.map(|shift| (shift, unit_ns))
        })?;
        let middle =
            |bin: usize| Histogram::value_of((bin << shift) + (1 << shift) / 2).saturating_mul(unit_ns);
        let counted = counts.into_iter().enumerate().filter(|(_, count)| *count > 0);
        let bins: Vec<(u64, u64)> = counted.map(|(bin, count)| (middle(bin), count)).collect();
        Some(Self {
            ms,
            most: None,
            value: bins.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count)),
            ddir,
            bytes,
            has_more: true,
            bins: Some(bins),
        })
    }
}

/// One direction, summed up as its lines come.
#[derive(Debug, Clone)]
struct DdirLog {
    rows: u64,
    /// Whether each row has a size, as rows of one I/O have, and whether each value is 1.
    has_sizes: bool,
    is_ones: bool,
    has_more: bool,
    /// Whether all rows are one window apart.
    is_even: bool,
    /// I/Os and bytes of each second, where a row is an I/O or a histogram.
    counts: Vec<(u64, u64)>,
    /// Value × seconds of each second and these seconds, where a row is a rate or a mean; without the first row.
    rates: Vec<(f64, f64)>,
    /// Milliseconds that these rows are of, and value × milliseconds.
    covered_ms: u64,
    weighted: f64,
    /// The first row and the largest value after it.
    first: Option<(u64, u64)>,
    max_after_first: u64,
    last_ms: u64,
    /// Time between the last two rows.
    window_ms: u64,
    longest_gap_ms: u64,
    latency: Latency,
    /// The largest value, where windows tell it.
    most: Option<u64>,
}

impl DdirLog {
    fn new() -> Self {
        Self {
            rows: 0,
            has_sizes: true,
            is_ones: true,
            has_more: false,
            is_even: true,
            counts: Vec::new(),
            rates: Vec::new(),
            covered_ms: 0,
            weighted: 0.0,
            first: None,
            max_after_first: 0,
            last_ms: 0,
            window_ms: 0,
            longest_gap_ms: 0,
            latency: Latency::default(),
            most: None,
        }
    }

    fn take(&mut self, line: LogLine, kind: Option<LogKind>) {
        self.rows += 1;
        self.has_sizes &= line.bytes > 0;
        self.is_ones &= line.value == 1;
        self.most = self.most.max(line.most);
        self.has_more |= line.has_more;
        let second = line.ms / 1000;
        let ios = if line.bins.is_some() { line.value } else { 1 };
        if second < MOST_SECONDS {
            let second = second as usize;
            if self.counts.len() <= second {
                self.counts.resize(second + 1, (0, 0));
            }
            let (of_ios, of_bytes) = &mut self.counts[second];
            *of_ios = of_ios.saturating_add(ios);
            *of_bytes = of_bytes.saturating_add(line.bytes.saturating_mul(ios));
        }
        match (&line.bins, kind.and_then(LogKind::latency)) {
            (Some(bins), _) => {
                for (ns, count) in bins {
                    self.latency.histogram.record_many(*ns, *count);
                    self.latency.moments.merge(&same(*ns, *count));
                }
            }
            (None, of_latency) => {
                if of_latency.is_some() {
                    self.latency.record(line.value);
                }
                self.take_rate(line.ms, line.value, of_latency.is_some());
            }
        }
        self.last_ms = self.last_ms.max(line.ms);
    }

    fn take_rate(&mut self, ms: u64, value: u64, is_latency: bool) {
        let Some((first_ms, _)) = self.first else {
            self.first = Some((ms, value));
            return;
        };
        let since = ms.saturating_sub(self.last_ms);
        let window = if self.rows == 2 { since } else { self.window_ms };
        let is_even = since.abs_diff(window) <= window / WINDOW_APART && first_ms <= 2 * window;
        self.is_even &= window >= LEAST_WINDOW_MS && is_even;
        // A mean latency without rows before it is that of I/Os that took this time.
        let is_gap =
            !is_latency && self.window_ms > 0 && since > 1000 && since > GAP_WINDOWS * self.window_ms;
        if is_gap {
            self.longest_gap_ms = self.longest_gap_ms.max(since);
        } else {
            self.window_ms = since;
        }
        self.max_after_first = self.max_after_first.max(value);
        self.covered_ms = self.covered_ms.saturating_add(self.window_ms);
        self.weighted += value as f64 * self.window_ms as f64;
        self.put_rate(ms, self.window_ms, value);
    }

    /// Adds a rate to the seconds that its window is in.
    fn put_rate(&mut self, ms: u64, window_ms: u64, value: u64) {
        let mut from = ms.saturating_sub(window_ms);
        if ms / 1000 >= MOST_SECONDS {
            return;
        }
        while from < ms {
            let second = (from / 1000) as usize;
            let to = ms.min((from / 1000 + 1) * 1000);
            if self.rates.len() <= second {
                self.rates.resize(second + 1, (0.0, 0.0));
            }
            let seconds = (to - from) as f64 / 1e3;
            let (sum, of_seconds) = &mut self.rates[second];
            *sum += value as f64 * seconds;
            *of_seconds += seconds;
            from = to;
        }
    }

    /// Whether the rows look like means, though they have sizes: one in each window, and each much shorter than that.
    fn is_of_means(&self) -> bool {
        let window_ns = self.window_ms as f64 * 1e6;
        self.rows > LEAST_ROWS && self.is_even && self.latency.moments.mean() < window_ns / 2.0
    }

    /// Adds the first row, whose window is as long as the next one at most; or leaves out a rate, and says so.
    fn end(&mut self, is_latency: bool) -> Option<u64> {
        let (ms, value) = self.first?;
        let is_apart = !is_latency
            && self.rows > LEAST_ROWS
            && value > FIRST_ROW_APART.saturating_mul(self.max_after_first);
        if is_apart {
            return Some(value);
        }
        let window_ms = if self.rows == 1 {
            ms
        } else {
            ms.min(self.window_ms)
        };
        self.covered_ms = self.covered_ms.saturating_add(window_ms);
        self.weighted += value as f64 * window_ms as f64;
        self.put_rate(ms, window_ms, value);
        None
    }

    /// The mean rate over the time that its rows are of.
    fn rate(&self) -> Option<f64> {
        (self.covered_ms > 0).then(|| self.weighted / self.covered_ms as f64)
    }
}

/// Several values that are alike.
fn same(value: u64, count: u64) -> Moments {
    let sum = u128::from(value).saturating_mul(u128::from(count));
    Moments {
        count,
        min: value,
        max: value,
        sum,
        sum_squares: sum.saturating_mul(u128::from(value)),
    }
}

/// Lines of a log, summed up as they come.
#[derive(Debug, Clone)]
pub(super) struct LogRun {
    name: String,
    kind: Option<LogKind>,
    first: u64,
    last: u64,
    last_ms: u64,
    ddirs: [DdirLog; 3],
}

/// What rows of a log are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RowsOf {
    /// One I/O each.
    Ios,
    /// A histogram each.
    Histograms,
    /// A rate or a mean over the time since the row before.
    Windows,
}

impl LogRun {
    pub(super) fn begin(source: &str, number: u64, line: LogLine) -> Self {
        let name = source.rsplit('/').next().unwrap_or(source);
        let mut run = Self {
            name: name.to_owned(),
            kind: LogKind::of(name),
            first: number,
            last: number,
            last_ms: line.ms,
            ddirs: std::array::from_fn(|_| DdirLog::new()),
        };
        run.take(number, line);
        run
    }

    /// Whether it is a single line, which proves nothing unless the file is named as a log.
    pub(super) fn is_one_line(&self) -> bool {
        self.first == self.last && self.kind.is_none()
    }

    pub(super) fn first(&self) -> u64 {
        self.first
    }

    pub(super) fn take(&mut self, number: u64, line: LogLine) {
        self.last = number;
        self.last_ms = self.last_ms.max(line.ms);
        self.ddirs[line.ddir].take(line, self.kind);
    }

    fn rows_of(&self) -> RowsOf {
        let mut used = self.ddirs.iter().filter(|ddir| ddir.rows > 0);
        match self.kind {
            Some(LogKind::Histogram) => RowsOf::Histograms,
            Some(LogKind::Iops) if used.all(|ddir| ddir.has_sizes && ddir.is_ones) => RowsOf::Ios,
            Some(LogKind::Iops) => RowsOf::Windows,
            kind if used.all(|ddir| {
                let is_latency = kind.and_then(LogKind::latency).is_some();
                ddir.has_sizes && !(is_latency && ddir.is_of_means())
            }) =>
            {
                RowsOf::Ios
            }
            _ => RowsOf::Windows,
        }
    }

    pub(super) fn draft(mut self) -> RunDraft {
        let rows_of = self.rows_of();
        let mut draft = RunDraft::new(ImportKind::FioLog, (self.first, self.last), &self.name);
        let is_rate = self.kind.is_some_and(|kind| kind.latency().is_none());
        let left_out = self.ddirs.each_mut().map(|ddir| ddir.end(!is_rate));
        if self.kind.is_none() {
            draft.notes.push(Sentence::new(messages::log_without_unit));
        } else if !is_rate && !self.ddirs.iter().any(|ddir| ddir.has_more) {
            draft.notes.push(Sentence::new(messages::log_in_nanoseconds));
        } else if is_rate && rows_of == RowsOf::Ios {
            draft.notes.push(Sentence::new(messages::log_of_single_ios));
        } else if rows_of == RowsOf::Windows {
            for (ddir, value) in Ddir::ALL.into_iter().zip(left_out) {
                if let Some(value) = value.filter(|_| is_rate) {
                    let note = messages::LogFirstRow {
                        direction: &ddir.name(),
                        value: &value,
                        times: &FIRST_ROW_APART,
                    };
                    draft.notes.push(Sentence::new(|lang| note.text(lang)));
                }
            }
        }
        for (index, ddir) in Ddir::ALL.into_iter().enumerate() {
            if self.ddirs[index].rows > 0 {
                self.figures(index, ddir, rows_of, &mut draft);
            }
        }
        draft.figure(FigureOf::RuntimeNs, None, self.last_ms as f64 * 1e6);
        let is_of_means = rows_of == RowsOf::Windows && self.kind.and_then(LogKind::latency).is_some();
        draft.record = if is_of_means {
            let has_most = self.ddirs.iter().any(|ddir| ddir.most.is_some());
            draft.notes.push(Sentence::new(if has_most {
                messages::log_of_means_and_maxima
            } else {
                messages::log_of_means
            }));
            self.record_of_means(&mut draft)
        } else {
            self.record(rows_of, &mut draft.notes)
        };
        draft
    }

    fn figures(&self, index: usize, ddir: Ddir, rows_of: RowsOf, draft: &mut RunDraft) {
        let log = &self.ddirs[index];
        let ddir = Some(ddir);
        draft.figure(FigureOf::Samples, ddir, log.rows as f64);
        let Some(kind) = self.kind else { return };
        if rows_of != RowsOf::Windows {
            let stats = self.counted(log, rows_of);
            let seconds = self.last_ms.max(1) as f64 / 1e3;
            draft.figure(FigureOf::Ios, ddir, stats.ios as f64);
            draft.figure(FigureOf::Iops, ddir, stats.ios as f64 / seconds);
            if stats.bytes > 0 {
                draft.figure(FigureOf::Bytes, ddir, stats.bytes as f64);
                draft.figure(FigureOf::BytesPerS, ddir, stats.bytes as f64 / seconds);
            }
        } else if kind == LogKind::Iops {
            draft.known(FigureOf::Iops, ddir, log.rate());
        } else if kind == LogKind::Bandwidth {
            draft.known(FigureOf::BytesPerS, ddir, log.rate().map(|kib| kib * 1024.0));
        }
        let Some(what) = kind.latency() else { return };
        let moments = &log.latency.moments;
        let count = (rows_of != RowsOf::Windows).then_some(moments.count);
        draft.spread(what, ddir, Spread::of(moments.mean()), count);
        if rows_of == RowsOf::Windows {
            let most = log.most.filter(|_| kind != LogKind::Slat);
            draft.known(FigureOf::LatMaxNs, ddir, most.map(|ns| ns as f64));
        } else if kind != LogKind::Slat {
            draft.figure(FigureOf::LatMinNs, ddir, moments.min_or_zero() as f64);
            draft.figure(FigureOf::LatMaxNs, ddir, moments.max as f64);
            for one in super::fio_figures::PERCENTILES {
                let ns = log.latency.percentile(one.percent);
                draft.known(one.of_ios, ddir, ns.map(|ns| ns as f64));
            }
        }
    }

    /// The counts of a direction whose rows are I/Os or histograms.
    fn counted(&self, log: &DdirLog, rows_of: RowsOf) -> DdirStats {
        let latency = || log.latency.clone();
        let mut stats = DdirStats {
            ios: if rows_of == RowsOf::Histograms {
                log.latency.moments.count
            } else {
                log.rows
            },
            bytes: log
                .counts
                .iter()
                .fold(0, |sum, (_, bytes)| sum.saturating_add(*bytes)),
            runtime_ns: self.last_ms.saturating_mul(1_000_000),
            per_second: log.counts.clone(),
            ..DdirStats::default()
        };
        match self.kind {
            Some(LogKind::Slat) => stats.slat = latency(),
            Some(LogKind::Clat | LogKind::Histogram) => stats.clat = latency(),
            Some(LogKind::Lat) => stats.lat = latency(),
            _ => {}
        }
        stats
    }

    /// The counts of a direction whose rows are IOPS, or KiB per second: then no I/Os are known.
    fn of_rates(&self, log: &DdirLog) -> DdirStats {
        let of_bytes = self.kind == Some(LogKind::Bandwidth);
        let counts = |(rate, _): &(f64, f64)| match of_bytes {
            true => (0, (rate * 1024.0).round() as u64),
            false => (rate.round() as u64, 0),
        };
        let per_second: Vec<(u64, u64)> = log.rates.iter().map(counts).collect();
        let sum = |of: fn(&(u64, u64)) -> u64| per_second.iter().map(of).fold(0, u64::saturating_add);
        DdirStats {
            ios: sum(|(ios, _)| *ios),
            bytes: sum(|(_, bytes)| *bytes),
            runtime_ns: self.last_ms.saturating_mul(1_000_000),
            per_second,
            ..DdirStats::default()
        }
    }

    /// The job of the log, which tells nothing but what its counts do. Its latencies tell a depth.
    fn job(&self, stats: &JobStats) -> JobPlan {
        let mut job = JobPlan::new(&self.name);
        job.unknown.extend(PlanPart::ALL);
        results::take_counts(&mut job, self.ddirs.each_ref().map(|log| log.rows > 0), None);
        let waited_ns: u128 = stats
            .ddirs
            .iter()
            .map(|ddir| ddir.lat.moments.sum.max(ddir.clat.moments.sum))
            .fold(0, u128::saturating_add);
        job.depth.iodepth = (waited_ns as f64 / stats.runtime_ns.max(1) as f64)
            .ceil()
            .max(1.0) as u32;
        job
    }

    /// The log as a run with a job for each direction. Only the mean latencies over time are known.
    fn record_of_means(&self, draft: &mut RunDraft) -> Option<RunRecord> {
        if self.last_ms / 1000 >= MOST_SECONDS {
            return None;
        }
        let runtime_ns = self.last_ms.saturating_mul(1_000_000);
        let plan = RunPlan {
            jobs: Vec::new(),
            global_options: None,
        };
        let mut record = RunRecord::planned(plan, Before::default());
        for (index, log) in self.ddirs.iter().enumerate().filter(|(_, log)| log.rows > 0) {
            let mut job = JobPlan::new(&self.name);
            job.unknown.extend(PlanPart::ALL);
            results::take_counts(&mut job, std::array::from_fn(|ddir| ddir == index), None);
            let mut stats = JobStats {
                runtime_ns,
                ..JobStats::default()
            };
            stats.ddirs[index].runtime_ns = runtime_ns;
            record.workers.push(WorkerRecord {
                job_index: record.plan.jobs.len(),
                stats,
                ..WorkerRecord::default()
            });
            record.plan.jobs.push(job);
            let mean = |(sum, seconds): &(f64, f64)| if *seconds > 0.0 { sum / seconds } else { 0.0 };
            let means = log.rates.iter().map(|second| mean(second).round() as u64);
            draft.mean_latencies.push(means.collect());
        }
        Some(record)
    }

    /// The log as a run with a course over time, where it counts I/Os or bytes.
    fn record(&self, rows_of: RowsOf, notes: &mut Vec<Sentence>) -> Option<RunRecord> {
        self.kind?;
        let gap_ms = self.ddirs.iter().map(|ddir| ddir.longest_gap_ms).max()?;
        if self.last_ms / 1000 >= MOST_SECONDS {
            let most = &Count(MOST_SECONDS);
            notes.push(Sentence::new(|lang| messages::LogTooLong { most }.text(lang)));
            return None;
        }
        if gap_ms > self.last_ms / 2 {
            let note = messages::LogWithGap {
                gap: &Count(gap_ms),
                all: &Count(self.last_ms),
            };
            notes.push(Sentence::new(|lang| note.text(lang)));
            return None;
        }
        let mut stats = JobStats {
            ddirs: self.ddirs.each_ref().map(|log| match rows_of {
                RowsOf::Windows => self.of_rates(log),
                _ => self.counted(log, rows_of),
            }),
            runtime_ns: self.last_ms.saturating_mul(1_000_000),
            ..JobStats::default()
        };
        // Directions without rows have no time either.
        for (ddir, log) in stats.ddirs.iter_mut().zip(&self.ddirs) {
            if log.rows == 0 {
                *ddir = DdirStats::default();
            }
        }
        let plan = RunPlan {
            jobs: vec![self.job(&stats)],
            global_options: None,
        };
        let mut record = RunRecord::planned(plan, Before::default());
        record.workers.push(WorkerRecord {
            stats,
            ..WorkerRecord::default()
        });
        Some(record)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_log_has_at_least_four_numbers() {
        let line = LogLine::read(b"500, 123456, 1, 4096, 0, 0x0000").unwrap();
        assert_eq!(
            (line.ms, line.value, line.ddir, line.bytes, line.has_more),
            (500, 123_456, 1, 4096, true)
        );
        assert!(LogLine::read(b"500, 123456, 1, 4096\r\n").is_some());
        // The mean and the largest value of a window.
        let line = LogLine::read(b"500, 123456, 987654, 2, 0, 0, 0, 0").unwrap();
        assert_eq!(
            (line.value, line.most, line.ddir, line.bytes),
            (123_456, Some(987_654), 2, 0)
        );
        for wrong in [
            "",
            "1, 2",
            "1, 2, 3, 4",
            "1, 2, 0, 4 words",
            "a, 1, 0, 1",
            "1;2;0;4",
            "1, 2, 3, 4, 0",
            "1, 2, 3, 1, 4096",
            "99999999999999999999, 1, 0, 1",
        ] {
            assert_eq!(LogLine::read(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[test]
    fn a_histogram_has_as_many_bins_as_those_of_fio() {
        // 3 I/Os in bin 100 and 2 in the last one of half as many bins.
        let mut counts = vec![0; 928];
        counts[100] = 3;
        counts[927] = 2;
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        let line = LogLine::read(format!("1000, 1, 4096, {}\n", counts.join(", ")).as_bytes()).unwrap();
        assert_eq!((line.ms, line.value, line.ddir, line.bytes), (1000, 5, 1, 4096));
        let bins = line.bins.unwrap();
        assert_eq!(bins[0], (Histogram::value_of(201), 3));
        assert_eq!(bins[1], (Histogram::value_of(1855), 2));
        let short = format!("1000, 1, 4096, {}", counts[..900].join(", "));
        assert_eq!(LogLine::read(short.as_bytes()), None);
    }
}
