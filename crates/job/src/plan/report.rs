//! What is recorded and how it is printed.

/// `unified_rw_reporting`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum UnifiedReporting {
    /// One report per direction.
    #[default]
    None,
    /// One report of all directions together.
    Mixed,
    Both,
}

/// `log_window_value`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum LogWindow {
    /// The mean of each window.
    #[default]
    Avg,
    /// Its maximum.
    Max,
    /// Both, in two columns.
    Both,
}

/// `unit_base`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum UnitBase {
    /// As the engine likes: bytes.
    #[default]
    Auto,
    Bytes,
    Bits,
}

/// `log_alternate_epoch_clock_id`: the clocks of `clock_gettime(2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum LogClock {
    #[default]
    Realtime,
    Monotonic,
    ProcessCpu,
    ThreadCpu,
    MonotonicRaw,
    RealtimeCoarse,
    MonotonicCoarse,
    Boottime,
    RealtimeAlarm,
    BoottimeAlarm,
    Tai,
}

impl LogClock {
    /// All of them.
    pub const ALL: [LogClock; 11] = [
        LogClock::Realtime,
        LogClock::Monotonic,
        LogClock::ProcessCpu,
        LogClock::ThreadCpu,
        LogClock::MonotonicRaw,
        LogClock::RealtimeCoarse,
        LogClock::MonotonicCoarse,
        LogClock::Boottime,
        LogClock::RealtimeAlarm,
        LogClock::BoottimeAlarm,
        LogClock::Tai,
    ];

    /// The kernel's number (`linux/time.h`).
    pub const fn id(self) -> u8 {
        match self {
            // The clock with number 10 was removed from Linux.
            LogClock::Tai => 11,
            clock => clock as u8,
        }
    }
}

/// Where the times of logs begin: at the worker's start, or where a clock does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct LogEpoch {
    /// `log_unix_epoch`/`log_alternate_epoch`: at the clock's.
    pub is_asked: bool,
    /// `log_alternate_epoch_clock_id`
    pub clock: LogClock,
}

/// `log_compression*`, `log_store_compressed`
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct LogCompression {
    /// Entries are compressed in pieces of this many bytes while the job runs; 0: they are not.
    pub chunk_bytes: u32,
    /// Processors that do it.
    pub cpus: Option<Vec<u32>>,
    /// The files are written compressed.
    pub store: bool,
}

/// The logs of a job. A prefix that is empty means: the job's name.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct LogPlan {
    /// `write_bw_log`
    pub bw: Option<String>,
    /// `write_lat_log` (writes lat, slat and clat logs).
    pub lat: Option<String>,
    /// `write_iops_log`
    pub iops: Option<String>,
    /// `write_hist_log`
    pub hist: Option<String>,
    /// `log_avg_msec`; 0 logs every I/O.
    pub avg_ms: u32,
    /// `log_hist_msec`
    pub hist_ms: u32,
    /// `log_hist_coarseness`
    pub hist_coarseness: u8,
    /// `log_window_value`
    pub window: LogWindow,
    /// `log_offset`
    pub offset: bool,
    /// `log_prio`
    pub prio: bool,
    /// `log_issue_time`
    pub issue_time: bool,
    /// `per_job_logs`
    pub per_job: bool,
    /// `log_entries`: entries to make room for before the start.
    pub entries: u32,
    /// `log_unix_epoch`/`log_alternate_epoch*`
    #[serde(default)]
    pub epoch: LogEpoch,
    /// `log_compression*`, `log_store_compressed`
    #[serde(default)]
    pub compression: LogCompression,
}

impl LogPlan {
    /// Whether any log is asked for.
    pub fn any(&self) -> bool {
        self.bw.is_some() || self.lat.is_some() || self.iops.is_some() || self.hist.is_some()
    }
}

/// What is recorded and how it is printed.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReportPlan {
    pub group_reporting: bool,
    pub clat_percentiles: bool,
    pub lat_percentiles: bool,
    pub slat_percentiles: bool,
    /// `percentile_list`, ascending, at most 20.
    pub percentiles: Vec<f64>,
    pub significant_figures: u8,
    /// `disable_lat` (also by `gtod_reduce`): total latency is not recorded.
    pub disable_lat: bool,
    pub disable_clat: bool,
    pub disable_slat: bool,
    pub gtod_reduce: bool,
    /// `unified_rw_reporting`
    pub unified: UnifiedReporting,
    /// `bwavgtime` in milliseconds.
    pub bw_avg_ms: u32,
    /// `iopsavgtime` in milliseconds.
    pub iops_avg_ms: u32,
    pub logs: LogPlan,
    /// `block_error_percentiles`
    #[serde(default)]
    pub block_errors: bool,
    pub disk_util: bool,
    /// `kb_base`: 1024 or 1000.
    pub kb_base: u32,
    pub unit_base: UnitBase,
    /// `stats=0` leaves the job out of the report.
    pub stats: bool,
}
