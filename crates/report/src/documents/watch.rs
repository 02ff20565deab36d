//! What `fiord watch --json` prints in each line.

use fiord_host::disk_stats::Extended;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Body, Document};
use crate::text::watch::{BusyProcess, DeviceLimit, DeviceRow, PressureShares, Process, Sample};

/// What happened in one interval.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Watch<'a> {
    /// When it ended (RFC 3339).
    pub time: &'a str,
    /// How long it was.
    pub seconds: f64,
    /// Each above those it rests on.
    pub devices: Vec<WatchedDevice<'a>>,
    /// The process of `--pid`.
    pub process: Option<&'a Process>,
    /// The processes that did most, the busiest first; of those that this user may see.
    pub busiest: &'a [BusyProcess],
    /// I/O limits of the process's control groups.
    pub limits: &'a [DeviceLimit],
    /// Percent of the interval in which tasks waited; null: the kernel does not tell.
    pub waited: PressureShares,
}

/// One device: the columns of `iostat -x`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "WatchedDevice")]
pub struct WatchedDevice<'a> {
    /// Kernel name.
    pub device: &'a str,
    /// What it is, in a few words.
    pub kind: &'a str,
    /// How many devices lie above it.
    pub depth: usize,
    /// Whether `util_percent` near 100 means that it can do no more.
    pub util_meaningful: bool,
    /// Whether the kernel counts for it at all (`queue/iostats`).
    pub counted: bool,
    #[serde(flatten)]
    pub counts: Extended,
}

impl Body for Watch<'_> {
    const NAME: &'static str = "watch";
    const TITLE: &'static str = "fiord watch --json, one line";
}

/// The document of one interval.
pub fn document(sample: &Sample) -> Document<Watch<'_>> {
    Document::new(Watch {
        time: &sample.time,
        seconds: sample.seconds,
        devices: sample.rows.iter().map(WatchedDevice::of).collect(),
        process: sample.process.as_ref(),
        busiest: &sample.busiest,
        limits: &sample.limits,
        waited: sample.stalls,
    })
}

impl<'a> WatchedDevice<'a> {
    fn of(row: &'a DeviceRow) -> Self {
        Self {
            device: &row.name,
            kind: &row.title,
            depth: row.depth,
            util_meaningful: row.util_means,
            counted: row.counted,
            counts: row.counts,
        }
    }
}
