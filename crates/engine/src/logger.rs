//! Entries of the `write_*_log` files, kept in memory until the worker has ended.

/// One line of a bandwidth, IOPS or latency log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogEntry {
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
    pub bw: Vec<LogEntry>,
    /// `write_iops_log`
    pub iops: Vec<LogEntry>,
    /// `write_lat_log`: `_lat`
    pub lat: Vec<LogEntry>,
    /// `write_lat_log`: `_slat`
    pub slat: Vec<LogEntry>,
    /// `write_lat_log`: `_clat`
    pub clat: Vec<LogEntry>,
    /// `write_hist_log`
    pub hist: Vec<HistEntry>,
}
