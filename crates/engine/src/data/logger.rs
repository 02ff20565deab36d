//! Entries of the `write_*_log` files, kept in memory until the worker has ended. Files are written by others.

use fiord_job::plan::LogPlan;
use fiord_stats::Histogram;
use fiord_targets::memory;

/// One line of a bandwidth, IOPS or latency log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogSample {
    /// Time since the worker's start in nanoseconds.
    pub time_ns: u64,
    /// The value: latency in nanoseconds, KiB/s, or I/Os per second. The mean of the window when averaged.
    pub value: u64,
    /// The maximum of the window (`log_window_value=max` or `both`); `value` when not averaged.
    pub max: u64,
    /// 0 read, 1 write, 2 trim.
    pub ddir: u8,
    /// Length in bytes; 0 when averaged over several.
    pub len: u32,
    /// Offset in bytes; 0 when averaged.
    pub offset: u64,
    /// When the I/O was issued, in nanoseconds since the worker's start; 0 when averaged.
    pub issue_ns: u64,
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
    /// `write_bw_log`
    pub bw: Vec<LogSample>,
    /// `write_iops_log`
    pub iops: Vec<LogSample>,
    /// `write_lat_log`: `_lat`
    pub lat: Vec<LogSample>,
    /// `write_lat_log`: `_slat`
    pub slat: Vec<LogSample>,
    /// `write_lat_log`: `_clat`
    pub clat: Vec<LogSample>,
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
    bw: Track,
    iops: Track,
    lat: Track,
    slat: Track,
    clat: Track,
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

/// One log.
#[derive(Debug, Default)]
struct Track {
    on: bool,
    /// An entry was lost for want of memory.
    full: bool,
    entries: Vec<LogSample>,
    window: [WindowNow; 3],
    /// When the current window of averages began.
    since_ns: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct WindowNow {
    count: u64,
    sum: u128,
    max: u64,
}

impl Track {
    fn new(on: bool, entries: u32) -> Self {
        let mut track = Self {
            on,
            ..Self::default()
        };
        track.full = on && track.entries.try_reserve_exact(entries as usize).is_err();
        track
    }

    /// Adds a value to the current window, and closes the windows of all directions when it is over.
    fn average(&mut self, entry: LogSample, avg_ns: u64) {
        let window = &mut self.window[entry.ddir as usize];
        window.count += 1;
        window.sum += u128::from(entry.value);
        window.max = window.max.max(entry.value);
        if entry.time_ns - self.since_ns < avg_ns {
            return;
        }
        self.close(entry.time_ns);
        self.since_ns = entry.time_ns / avg_ns * avg_ns;
    }

    fn close(&mut self, time_ns: u64) {
        for ddir in 0..3_u8 {
            let window = std::mem::take(&mut self.window[ddir as usize]);
            if window.count > 0 {
                let value = (window.sum / u128::from(window.count)) as u64;
                self.push(LogSample {
                    time_ns,
                    value,
                    max: window.max,
                    ddir,
                    len: 0,
                    offset: 0,
                    issue_ns: 0,
                });
            }
        }
    }

    fn add(&mut self, entry: LogSample, avg_ns: u64) {
        if !self.on {
        } else if avg_ns == 0 {
            self.push(entry);
        } else {
            self.average(entry, avg_ns);
        }
    }

    /// Where memory is refused, the entry is lost, and [`Logger::is_full`] says so.
    fn push(&mut self, entry: LogSample) {
        if self.entries.len() == self.entries.capacity() && !self.grow() {
            return;
        }
        self.entries.push(entry);
    }

    fn grow(&mut self) -> bool {
        self.full |= !self.reserve_as_much();
        !self.full
    }

    fn make_room(&mut self) {
        if self.on && self.entries.len() * 2 > self.entries.capacity() {
            // What is there is still enough for a while: only an entry that is lost counts.
            let _ = self.reserve_as_much();
        }
    }

    /// Doubles the room. The memory reserve is kept for the report; the old room may be there until the new one is.
    fn reserve_as_much(&mut self) -> bool {
        let more = self.entries.capacity().max(1);
        memory::room_to_grow(2 * more * size_of::<LogSample>()).is_ok()
            && self.entries.try_reserve_exact(more).is_ok()
    }
}

/// One finished I/O as a log sees it. Stamps in nanoseconds of the worker's clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Logged {
    pub(crate) ddir: u8,
    pub(crate) len: u32,
    pub(crate) offset: u64,
    pub(crate) start_ns: u64,
    pub(crate) issue_ns: u64,
    pub(crate) now_ns: u64,
    /// The engine queues, so there is a submission latency.
    pub(crate) queued: bool,
}

impl Logger {
    /// `None` when the job writes no log.
    pub(crate) fn new(plan: &LogPlan) -> Option<Box<Self>> {
        if !plan.any() {
            return None;
        }
        let track = |on: bool| Track::new(on, plan.entries.max(1));
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
            bw: track(plan.bw.is_some()),
            iops: track(plan.iops.is_some()),
            lat: track(plan.lat.is_some()),
            slat: track(plan.lat.is_some()),
            clat: track(plan.lat.is_some()),
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
        for track in [&mut self.lat, &mut self.slat, &mut self.clat] {
            track.since_ns = now_ns - origin_ns;
        }
        if self.avg_ns > 0 && (self.bw.on || self.iops.on) {
            self.next_rate_ns = now_ns + self.avg_ns;
        }
        if self.hist_ns > 0 {
            self.next_hist_ns = now_ns + self.hist_ns;
        }
    }

    /// A finished I/O.
    pub(crate) fn note(&mut self, io: Logged) {
        let entry = LogSample {
            time_ns: io.now_ns - self.origin_ns,
            value: 0,
            max: 0,
            ddir: io.ddir,
            len: io.len,
            offset: io.offset,
            issue_ns: io.issue_ns.saturating_sub(self.origin_ns),
        };
        let with = |value: u64| LogSample {
            value,
            max: value,
            ..entry
        };
        let clat_ns = io.now_ns.saturating_sub(io.issue_ns);
        let lat_ns = io.now_ns.saturating_sub(io.start_ns);
        if io.queued {
            self.slat
                .add(with(io.issue_ns.saturating_sub(io.start_ns)), self.avg_ns);
        }
        self.clat.add(with(clat_ns), self.avg_ns);
        self.lat.add(with(lat_ns), self.avg_ns);
        if self.avg_ns == 0 {
            // As in fio: kB/s of this one I/O, and one I/O.
            self.bw
                .add(with(u64::from(io.len) * 1_000_000 / lat_ns.max(1)), 0);
            self.iops.add(with(1), 0);
        } else {
            let moved = &mut self.moved[io.ddir as usize];
            *moved = (moved.0 + u64::from(io.len), moved.1 + 1);
        }
        if let Some(now) = self.hist_now.get_mut(io.ddir as usize) {
            now.note(clat_ns, io.len);
        }
    }

    /// Entries were lost for want of memory: the number of those that were kept.
    pub(crate) fn is_full(&self) -> Option<usize> {
        let tracks = [&self.bw, &self.iops, &self.lat, &self.slat, &self.clat];
        (self.hist_full || tracks.iter().any(|track| track.full))
            .then(|| tracks.iter().map(|track| track.entries.len()).sum::<usize>() + self.hist.len())
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
        for track in [
            &mut self.bw,
            &mut self.iops,
            &mut self.lat,
            &mut self.slat,
            &mut self.clat,
        ] {
            track.make_room();
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
            let entry = |value: u64| LogSample {
                time_ns: now_ns - self.origin_ns,
                value,
                max: value,
                ddir,
                len: 0,
                offset: 0,
                issue_ns: 0,
            };
            if self.bw.on {
                self.bw.push(entry(per_second(bytes) / 1024));
            }
            if self.iops.on {
                self.iops.push(entry(per_second(ios)));
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
            for track in [&mut self.lat, &mut self.slat, &mut self.clat] {
                track.close(time_ns);
            }
        }
        if self.hist_ns > 0 {
            // FIO-DIFF(hist-tail): fio leaves out what came after the last whole window.
            self.close_hist(now_ns);
        }
        Logs {
            bw: self.bw.entries,
            iops: self.iops.entries,
            lat: self.lat.entries,
            slat: self.slat.entries,
            clat: self.clat.entries,
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

    fn io(at_ns: u64, lat_ns: u64) -> Logged {
        let now_ns = 1_000 + at_ns;
        Logged {
            ddir: 1,
            len: 4096,
            offset: 8192,
            start_ns: now_ns - lat_ns,
            issue_ns: now_ns - lat_ns,
            now_ns,
            queued: false,
        }
    }

    #[test]
    fn without_windows_every_io_is_a_line() {
        let mut logger = logger(0);
        logger.note(io(5 * MS, 20_480));
        let logs = logger.finish(6 * MS);
        assert_eq!(logs.clat.len(), 1);
        assert_eq!(
            (logs.clat[0].time_ns, logs.clat[0].value, logs.clat[0].offset),
            (5 * MS, 20_480, 8192)
        );
        assert_eq!(logs.bw[0].value, 200_000, "4096 bytes in 20.48 us are 200 MB/s");
        assert_eq!(logs.iops[0].value, 1);
        assert!(logs.slat.is_empty());
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
