//! What `fiord watch --json` prints in each line.

use fiord_host::disk_stats::Extended;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;
use super::why::WaitCause;

/// What happened in one interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Watch {
    /// When it ended (RFC 3339).
    pub time: String,
    /// How long it was.
    pub seconds: f64,
    /// Each above those it rests on.
    pub devices: Vec<WatchedDevice>,
    /// Devices that did nothing and are not among them.
    #[serde(default)]
    pub idle: usize,
    /// The process of `--pid`.
    pub process: Option<Process>,
    /// The processes that did most on any device of the machine, the busiest first; of those that this user may see.
    pub busiest: Vec<BusyProcess>,
    /// Devices were named: only these are in `devices`. The counters of a process do not say which device it uses.
    #[serde(default)]
    pub devices_named: bool,
    /// I/O limits of the process's control groups.
    pub limits: Vec<DeviceLimit>,
    /// Percent of the interval in which tasks waited; null: the kernel does not tell.
    pub waited: PressureShares,
    /// Why tasks wait for storage, over the last ten intervals; the first explains the most.
    #[serde(default)]
    pub causes: Vec<WaitCause>,
}

/// One device: the columns of `iostat -x`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WatchedDevice {
    /// Kernel name.
    pub device: String,
    /// What it is, in a few words.
    pub kind: String,
    /// How many devices lie above it.
    pub depth: usize,
    /// Whether `util_percent` near 100 means that it can do no more: only where one request is served at a time.
    pub util_meaningful: bool,
    /// Whether the kernel counts for it at all (`queue/iostats`).
    pub counted: bool,
    #[serde(flatten)]
    pub counts: Extended,
    /// How long its requests took, while it is traced: the least latency of each class that is not empty, in nanoseconds, and its requests
    /// (classes are eighths of a power of two).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub request_latencies: Vec<(u64, u32)>,
}

/// What one process read and wrote, by its own counters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Process {
    /// Process id.
    pub pid: u32,
    /// From devices.
    pub read_bytes_per_s: f64,
    /// To devices; of buffered writes, what it made dirty.
    pub write_bytes_per_s: f64,
    /// Its share of what the uppermost devices read, at most: it may use other devices too. `None` when they read nothing.
    pub read_percent_at_most: Option<f64>,
    /// The same of writes.
    pub write_percent_at_most: Option<f64>,
}

/// What a process read from devices and made to be written to them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BusyProcess {
    pub pid: u32,
    pub name: String,
    pub read_bytes_per_s: f64,
    pub write_bytes_per_s: f64,
    /// Its control group or container; null: none but the root, or not looked for.
    #[serde(default)]
    pub group: Option<String>,
}

/// A limit on a device.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceLimit {
    /// Kernel name, or `major:minor` where that is unknown.
    pub device: String,
    /// The control group that sets it.
    pub group: String,
    /// What it limits: `reads/s`, `bytes read/s`, …
    pub what: String,
    /// How much.
    pub value: u64,
    /// What the device does of that, in percent; other groups included.
    pub reached_percent: Option<f64>,
}

/// Pressure stall information over the interval: percent of it in which some, or all, tasks waited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PressureShares {
    /// For devices.
    pub io_some_percent: Option<f64>,
    /// For devices, all at once.
    pub io_full_percent: Option<f64>,
    /// For memory.
    pub memory_some_percent: Option<f64>,
    /// For a processor.
    pub cpu_some_percent: Option<f64>,
}

impl Body for Watch {
    const NAME: &'static str = "watch";
    const TITLE: &'static str = "fiord watch --json, one line";
}
