//! What `--live json` writes each second, and what views of a run that goes on are made of.

use std::time::Duration;

use fiord_host::disk_stats::Extended;
use fiord_judge::TrapId;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Measured, so_far};
use fiord_messages::Lang;
use fiord_record::run::RunRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// A second of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LiveSecond {
    /// When it ended (RFC 3339).
    pub time: String,
    /// The process that runs.
    pub pid: u32,
    /// What it runs: the names of the jobs.
    pub jobs: Vec<String>,
    /// Which part of a larger whole the run is: a cell of a study, one of several runs; null: it is all there is.
    pub part: Option<String>,
    /// Seconds since the workers of the run were started.
    pub elapsed_s: f64,
    /// How long this second was.
    pub seconds: f64,
    /// How much of the run is done, 0 to 1; null: not known.
    pub share: Option<f64>,
    /// Seconds left; null: not known.
    pub left_s: Option<f64>,
    pub read: LiveRate,
    pub write: LiveRate,
    pub trim: LiveRate,
    /// Of the last one or two seconds, and of more where those have fewer than 100 I/Os; null: fewer than 100 so far.
    pub latency: Option<LiveLatency>,
    /// The devices at the bottom of the targets, with what all processes do there.
    pub devices: Vec<LiveDevice>,
    /// Share of all CPU time in use, in percent; null: not known.
    pub cpu_busy_percent: Option<f64>,
    /// What was measured so far; null: the counters do not show it yet.
    pub measured: Option<LiveVerdict>,
}

/// One direction: what was done in this second, and so far, with ramp time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LiveRate {
    pub iops: f64,
    pub bytes_per_s: f64,
    pub ios: u64,
    pub bytes: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LiveLatency {
    pub p50_ns: u64,
    pub p99_ns: u64,
}

/// A device, with the columns of `iostat -x`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LiveDevice {
    /// Kernel name.
    pub device: String,
    #[serde(flatten)]
    pub counts: Extended,
}

/// A verdict that may still change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LiveVerdict {
    /// Whether it is something other than the disk: a cache, holes, a limit.
    pub is_other: bool,
    /// The rule that found it; null: the disk or the device that was meant.
    pub rule: Option<String>,
    /// In a sentence.
    pub headline: String,
    /// With its numbers.
    pub line: String,
}

/// What the record of a run does not say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LiveContext {
    pub time: String,
    pub pid: u32,
    pub part: Option<String>,
    pub share: Option<f64>,
    pub left_s: Option<f64>,
    pub latency: Option<LiveLatency>,
}

impl Body for LiveSecond {
    const NAME: &'static str = "live";
    const TITLE: &'static str = "--live json, one line";
}

impl LiveSecond {
    /// The last second of a record so far; `None`: it has none.
    pub fn of(record: &RunRecord, context: LiveContext, lang: Lang) -> Option<Self> {
        let evidence = record.evidence.as_deref()?;
        let (last, before) = evidence.seconds_series.split_last()?;
        let begun_ns = before.last().map_or(0, |second| second.end_ns);
        let length = Duration::from_nanos(last.end_ns.saturating_sub(begun_ns));
        let seconds = length.as_secs_f64();
        let rate = |ddir: usize| LiveRate {
            iops: last.ios[ddir] as f64 / seconds.max(1e-9),
            bytes_per_s: last.bytes[ddir] as f64 / seconds.max(1e-9),
            ios: evidence.issued_ios[ddir],
            bytes: evidence.issued_bytes[ddir],
        };
        let devices = evidence.devices.iter().zip(&last.devices);
        let devices = devices
            .filter(|(device, _)| device.leaf)
            .map(|(device, delta)| LiveDevice {
                device: device.name.clone(),
                counts: Extended::of(delta, length),
            });
        Some(Self {
            time: context.time,
            pid: context.pid,
            jobs: record.plan.jobs.iter().map(|job| job.name.clone()).collect(),
            part: context.part,
            elapsed_s: last.end_ns as f64 / 1e9,
            seconds,
            share: context.share,
            left_s: context.left_s,
            read: rate(0),
            write: rate(1),
            trim: rate(2),
            latency: context.latency,
            devices: devices.collect(),
            cpu_busy_percent: last.cpu_busy_percent,
            measured: LiveVerdict::of(record, lang),
        })
    }

    pub fn iops(&self) -> f64 {
        self.read.iops + self.write.iops + self.trim.iops
    }

    pub fn bytes_per_s(&self) -> f64 {
        self.read.bytes_per_s + self.write.bytes_per_s + self.trim.bytes_per_s
    }
}

impl LiveVerdict {
    fn of(record: &RunRecord, lang: Lang) -> Option<Self> {
        let verdict = so_far(&Case::of(record))?;
        let rule = match &verdict.measured {
            Measured::Instead { trap, .. } => Some(*trap),
            _ => None,
        };
        Some(Self {
            is_other: rule.is_some(),
            rule: rule.map(TrapId::name).map(str::to_owned),
            headline: verdict.headline(lang),
            line: verdict.line(lang),
        })
    }
}
