//! Entries of the `write_*_log` files, kept in memory until the worker has ended. Files are written by others.

use fiord_job::plan::LogPlan;
use fiord_stats::Histogram;
use fiord_targets::memory;

/// One finished I/O, from which a line of each log of single I/Os is made. Stamps in nanoseconds of the worker's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoggedIo {
    pub start_ns: u64,
    pub issue_ns: u64,
    pub end_ns: u64,
    /// Offset in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub len: u32,
    /// 0 read, 1 write, 2 trim.
    pub ddir: u8,
    /// The engine queues, so there is a submission latency.
    pub is_queued: bool,
}

impl LoggedIo {
    pub fn lat_ns(&self) -> u64 {
        self.end_ns.saturating_sub(self.start_ns)
    }

    pub fn slat_ns(&self) -> Option<u64> {
        self.is_queued
            .then(|| self.issue_ns.saturating_sub(self.start_ns))
    }

    pub fn clat_ns(&self) -> u64 {
        self.end_ns.saturating_sub(self.issue_ns)
    }

    /// The bandwidth of this one I/O in kB/s, as in fio.
    pub fn kb_per_s(&self) -> u64 {
        u64::from(self.len) * 1_000_000 / self.lat_ns().max(1)
    }
}

/// One line of a log of averages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogMean {
    /// Time since the worker's start in nanoseconds.
    pub time_ns: u64,
    /// The mean of the window: latency in nanoseconds, KiB/s, or I/Os per second.
    pub value: u64,
    /// The maximum of the window.
    pub max: u64,
    /// 0 read, 1 write, 2 trim.
    pub ddir: u8,
}

/// One line of a histogram log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistEntry {
    /// Time since the worker's start in nanoseconds.
    pub time_ns: u64,
    /// 0 read, 1 write, 2 trim.
    pub ddir: u8,
    /// Length in bytes.
    pub len: u32,
    /// Counts per fio bucket in this window, not yet coarsened.
    pub counts: Box<[u32]>,
}

/// All logs of a worker. A log that was not asked for is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Logs {
    /// The worker's first stamp.
    pub origin_ns: u64,
    /// Each I/O, where the logs are not averaged.
    pub ios: Vec<LoggedIo>,
    /// `write_bw_log`, averaged
    pub bw: Vec<LogMean>,
    /// `write_iops_log`, averaged
    pub iops: Vec<LogMean>,
    /// `write_lat_log`: `_lat`, averaged
    pub lat: Vec<LogMean>,
    /// `write_lat_log`: `_slat`, averaged
    pub slat: Vec<LogMean>,
    /// `write_lat_log`: `_clat`, averaged
    pub clat: Vec<LogMean>,
    /// `write_hist_log`
    pub hist: Vec<HistEntry>,
}

/// Keeps the entries while the worker runs.
///
/// Room for `log_entries` entries is taken before the start; [`Logger::tick`], which the loop calls every 50 ms or so, takes
/// more when half of it is used. Only a log of every I/O that outruns that grows where it stands.
#[derive(Debug)]
pub(crate) struct Logger {
    origin_ns: u64,
    avg_ns: u64,
    hist_ns: u64,
    next_rate_ns: u64,
    next_hist_ns: u64,
    rate_since_ns: u64,
    ios: Entries<LoggedIo>,
    bw: Means,
    iops: Means,
    lat: Means,
    slat: Means,
    clat: Means,
    /// Bytes and I/Os in the current window per direction.
    moved: [(u64, u64); 3],
    hist: Vec<HistEntry>,
    /// A histogram was lost for want of memory.
    hist_full: bool,
    /// Counts of the current histogram window, per direction, with the last length; empty without that log.
    hist_now: Box<[HistNow]>,
}

#[derive(Debug)]
struct HistNow {
    counts: Box<[u32]>,
    any: bool,
    len: u32,
}

/// Entries of a log, in memory that is taken before it is needed.
#[derive(Debug)]
struct Entries<E> {
    is_on: bool,
    /// An entry was lost for want of memory.
    is_full: bool,
    kept: Vec<E>,
}

impl<E> Entries<E> {
    fn new(is_on: bool, entries: u32) -> Self {
        let mut kept = Vec::new();
        let is_full = is_on && kept.try_reserve_exact(entries as usize).is_err();
        Self { is_on, is_full, kept }
    }

    /// Where memory is refused, the entry is lost, and [`Logger::is_full`] says so.
    fn push(&mut self, entry: E) {
        if self.kept.len() == self.kept.capacity() && !self.reserve_as_much() {
            self.is_full = true;
            return;
        }
        self.kept.push(entry);
    }

    fn make_room(&mut self) {
        if self.is_on && self.kept.len() * 2 > self.kept.capacity() {
            // What is there is still enough for a while: only an entry that is lost counts.
            let _ = self.reserve_as_much();
        }
    }

    /// Doubles the room. The memory reserve is kept for the report; the old room may be there until the new one is.
    fn reserve_as_much(&mut self) -> bool {
        let more = self.kept.capacity().max(1);
        memory::room_to_grow(2 * more * size_of::<E>()).is_ok() && self.kept.try_reserve_exact(more).is_ok()
    }
}

/// A log of averages.
#[derive(Debug)]
struct Means {
    lines: Entries<LogMean>,
    window: [WindowNow; 3],
    /// When the current window began.
    since_ns: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct WindowNow {
    count: u64,
    sum: u128,
    max: u64,
}

impl Means {
    fn new(is_on: bool, entries: u32) -> Self {
        Self {
            lines: Entries::new(is_on, entries),
            window: [WindowNow::default(); 3],
            since_ns: 0,
        }
    }

    /// Adds a value to the current window, and closes the windows of all directions when it is over.
    fn add(&mut self, time_ns: u64, ddir: u8, value: u64, avg_ns: u64) {
        if !self.lines.is_on {
            return;
        }
        let window = &mut self.window[ddir as usize];
        window.count += 1;
        window.sum += u128::from(value);
        window.max = window.max.max(value);
        if time_ns - self.since_ns < avg_ns {
            return;
        }
        self.close(time_ns);
        self.since_ns = time_ns / avg_ns * avg_ns;
    }

    fn close(&mut self, time_ns: u64) {
        for ddir in 0..3_u8 {
            let window = std::mem::take(&mut self.window[ddir as usize]);
            if window.count > 0 {
                let value = (window.sum / u128::from(window.count)) as u64;
                self.lines.push(LogMean {
                    time_ns,
                    value,
                    max: window.max,
                    ddir,
                });
            }
        }
    }
}

impl Logger {
    /// `None` when the job writes no log.
    pub(crate) fn new(plan: &LogPlan) -> Option<Box<Self>> {
        if !plan.any() {
            return None;
        }
        let entries = plan.entries.max(1);
        let is_averaged = plan.avg_ms > 0;
        let means = |is_on: bool| Means::new(is_on && is_averaged, entries);
        let has_ios = plan.bw.is_some() || plan.iops.is_some() || plan.lat.is_some();
        let hist_ns = if plan.hist.is_some() {
            u64::from(plan.hist_ms) * 1_000_000
        } else {
            0
        };
        let directions = if hist_ns > 0 { 3 } else { 0 };
        Some(Box::new(Self {
            origin_ns: 0,
            avg_ns: u64::from(plan.avg_ms) * 1_000_000,
            hist_ns,
            next_rate_ns: u64::MAX,
            next_hist_ns: u64::MAX,
            rate_since_ns: 0,
            ios: Entries::new(has_ios && !is_averaged, entries),
            bw: means(plan.bw.is_some()),
            iops: means(plan.iops.is_some()),
            lat: means(plan.lat.is_some()),
            slat: means(plan.lat.is_some()),
            clat: means(plan.lat.is_some()),
            moved: [(0, 0); 3],
            hist: Vec::new(),
            hist_full: false,
            hist_now: (0..directions).map(|_| HistNow::new()).collect(),
        }))
    }

    /// The worker's first stamp, to which times refer, and the first stamp after ramp.
    pub(crate) fn begin(&mut self, origin_ns: u64, now_ns: u64) {
        self.origin_ns = origin_ns;
        self.rate_since_ns = now_ns;
        for log in [&mut self.lat, &mut self.slat, &mut self.clat] {
            log.since_ns = now_ns - origin_ns;
        }
        if self.bw.lines.is_on || self.iops.lines.is_on {
            self.next_rate_ns = now_ns + self.avg_ns;
        }
        if self.hist_ns > 0 {
            self.next_hist_ns = now_ns + self.hist_ns;
        }
    }

    /// A finished I/O.
    pub(crate) fn note(&mut self, io: LoggedIo) {
        if let Some(now) = self.hist_now.get_mut(io.ddir as usize) {
            now.note(io.clat_ns(), io.len);
        }
        if self.avg_ns == 0 {
            if self.ios.is_on {
                self.ios.push(io);
            }
            return;
        }
        let (time_ns, avg_ns) = (io.end_ns - self.origin_ns, self.avg_ns);
        if let Some(slat_ns) = io.slat_ns() {
            self.slat.add(time_ns, io.ddir, slat_ns, avg_ns);
        }
        self.clat.add(time_ns, io.ddir, io.clat_ns(), avg_ns);
        self.lat.add(time_ns, io.ddir, io.lat_ns(), avg_ns);
        let moved = &mut self.moved[io.ddir as usize];
        *moved = (moved.0 + u64::from(io.len), moved.1 + 1);
    }

    /// Entries were lost for want of memory: the number of those that were kept.
    pub(crate) fn is_full(&self) -> Option<usize> {
        let means = [&self.bw, &self.iops, &self.lat, &self.slat, &self.clat].map(|log| &log.lines);
        (self.hist_full || self.ios.is_full || means.iter().any(|lines| lines.is_full)).then(|| {
            let means: usize = means.iter().map(|lines| lines.kept.len()).sum();
            means + self.ios.kept.len() + self.hist.len()
        })
    }

    /// When [`Logger::tick`] has a window to close.
    pub(crate) fn next_tick_ns(&self) -> u64 {
        self.next_rate_ns.min(self.next_hist_ns)
    }

    /// Closes windows that are over, and takes memory for what comes.
    pub(crate) fn tick(&mut self, now_ns: u64) {
        if now_ns >= self.next_rate_ns {
            self.close_rates(now_ns);
            self.next_rate_ns = now_ns + self.avg_ns;
        }
        if now_ns >= self.next_hist_ns {
            self.close_hist(now_ns);
            self.next_hist_ns = now_ns + self.hist_ns;
        }
        self.ios.make_room();
        for log in [
            &mut self.bw,
            &mut self.iops,
            &mut self.lat,
            &mut self.slat,
            &mut self.clat,
        ] {
            log.lines.make_room();
        }
    }

    fn close_rates(&mut self, now_ns: u64) {
        let spent_ns = u128::from((now_ns - self.rate_since_ns).max(1));
        self.rate_since_ns = now_ns;
        for ddir in 0..3_u8 {
            let (bytes, ios) = std::mem::take(&mut self.moved[ddir as usize]);
            if ios == 0 {
                continue;
            }
            let per_second = |amount: u64| (u128::from(amount) * 1_000_000_000 / spent_ns) as u64;
            let line = |value: u64| LogMean {
                time_ns: now_ns - self.origin_ns,
                value,
                max: value,
                ddir,
            };
            if self.bw.lines.is_on {
                self.bw.lines.push(line(per_second(bytes) / 1024));
            }
            if self.iops.lines.is_on {
                self.iops.lines.push(line(per_second(ios)));
            }
        }
    }

    fn close_hist(&mut self, now_ns: u64) {
        for (ddir, now) in self.hist_now.iter_mut().enumerate() {
            let next = if self.hist.len() == self.hist.capacity() {
                2 * self.hist.capacity() * size_of::<HistEntry>()
            } else {
                0
            };
            let next = next + size_of_val(&*now.counts);
            self.hist_full |= now.any && memory::room_to_grow(next).is_err();
            if now.any && !self.hist_full {
                self.hist.push(HistEntry {
                    time_ns: now_ns - self.origin_ns,
                    ddir: ddir as u8,
                    len: now.len,
                    counts: now.counts.clone(),
                });
                now.counts.fill(0);
                now.any = false;
            }
        }
    }

    /// The logs, with the windows that were open.
    pub(crate) fn finish(mut self, now_ns: u64) -> Logs {
        if self.avg_ns > 0 {
            let time_ns = now_ns - self.origin_ns;
            for log in [&mut self.lat, &mut self.slat, &mut self.clat] {
                log.close(time_ns);
            }
        }
        if self.hist_ns > 0 {
            // FIO-DIFF(hist-tail): fio leaves out what came after the last whole window.
            self.close_hist(now_ns);
        }
        Logs {
            origin_ns: self.origin_ns,
            ios: self.ios.kept,
            bw: self.bw.lines.kept,
            iops: self.iops.lines.kept,
            lat: self.lat.lines.kept,
            slat: self.slat.lines.kept,
            clat: self.clat.lines.kept,
            hist: self.hist,
        }
    }
}

impl HistNow {
    fn new() -> Self {
        Self {
            counts: vec![0; Histogram::FIO_BUCKETS].into_boxed_slice(),
            any: false,
            len: 0,
        }
    }

    fn note(&mut self, ns: u64, len: u32) {
        self.counts[Histogram::bucket_of(ns).min(Histogram::FIO_BUCKETS - 1)] += 1;
        self.any = true;
        self.len = len;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const MS: u64 = 1_000_000;

    fn logger(avg_ms: u32) -> Box<Logger> {
        let plan = LogPlan {
            bw: Some(String::new()),
            lat: Some(String::new()),
            iops: Some(String::new()),
            hist: Some(String::new()),
            hist_ms: 10,
            avg_ms,
            entries: 16,
            ..LogPlan::default()
        };
        let mut logger = Logger::new(&plan).unwrap();
        logger.begin(1_000, 1_000);
        logger
    }

    fn io(at_ns: u64, lat_ns: u64) -> LoggedIo {
        let end_ns = 1_000 + at_ns;
        LoggedIo {
            ddir: 1,
            len: 4096,
            offset: 8192,
            start_ns: end_ns - lat_ns,
            issue_ns: end_ns - lat_ns,
            end_ns,
            is_queued: false,
        }
    }

    #[test]
    fn without_windows_every_io_is_a_line() {
        let mut logger = logger(0);
        logger.note(io(5 * MS, 20_480));
        let logs = logger.finish(6 * MS);
        assert_eq!(logs.ios, [io(5 * MS, 20_480)]);
        assert_eq!((logs.origin_ns, logs.ios[0].clat_ns()), (1_000, 20_480));
        assert_eq!(
            logs.ios[0].kb_per_s(),
            200_000,
            "4096 bytes in 20.48 us are 200 MB/s"
        );
        assert_eq!(logs.ios[0].slat_ns(), None);
        assert_eq!(logs.hist[0].counts.iter().sum::<u32>(), 1);
    }

    #[test]
    fn windows_give_the_mean_and_the_maximum() {
        let mut logger = logger(10);
        for (at, lat) in [(1, 100), (2, 300), (11, 500), (15, 7)] {
            let at_ns = at * MS;
            if 1_000 + at_ns >= logger.next_tick_ns() {
                logger.tick(1_000 + at_ns);
            }
            logger.note(io(at_ns, lat));
        }
        let logs = logger.finish(1_000 + 16 * MS);
        let lines: Vec<_> = logs
            .lat
            .iter()
            .map(|line| (line.time_ns / MS, line.value, line.max))
            .collect();
        assert_eq!(lines, [(11, 300, 500), (16, 7, 7)]);
        assert_eq!(logs.iops.len(), 1);
        assert_eq!(logs.iops[0].value, 2 * 1000 / 11);
        assert_eq!(logs.hist.len(), 2);
    }
}
