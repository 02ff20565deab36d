//! Where the time of I/Os went, by layer of the kernel, as its tracepoints showed it.
//!
//! A stage is the time between two points that an I/O passed one after the other, so the means of an I/O's stages add up to its latency
//! exactly. Percentiles do not; they stand next to each stage. A point that does not exist on a path is absent, and the stage spans it.

use fiord_messages::Sentence;
use fiord_stats::{Histogram, Latency, Moments};
use serde::{Deserialize, Serialize};

/// A place on the way of an I/O, in the order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerPoint {
    /// The worker hands the I/O to the kernel.
    Submit,
    /// The file system begins with it (`iomap_dio_rw_begin`).
    Fs,
    /// It reaches the queue of the block layer; limits of control groups wait before.
    Queue,
    /// It has a request: a tag was free.
    Request,
    /// The scheduler has the request.
    Insert,
    /// The driver has the request.
    Issue,
    /// The device is done.
    Complete,
    /// The file system is done.
    Done,
    /// The worker sees the end.
    Reap,
}

impl LayerPoint {
    pub const ALL: [LayerPoint; 9] = [
        Self::Submit,
        Self::Fs,
        Self::Queue,
        Self::Request,
        Self::Insert,
        Self::Issue,
        Self::Complete,
        Self::Done,
        Self::Reap,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Fs => "fs",
            Self::Queue => "queue",
            Self::Request => "request",
            Self::Insert => "insert",
            Self::Issue => "issue",
            Self::Complete => "complete",
            Self::Done => "done",
            Self::Reap => "reap",
        }
    }
}

/// Times with their exact sum and their distribution in the geometry of [`Histogram`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    pub count: u64,
    /// 0 of none.
    pub min_ns: u64,
    pub max_ns: u64,
    pub sum_ns: u64,
    /// Occupied buckets by index, with their counts.
    pub buckets: Vec<(u32, u64)>,
}

impl Times {
    pub fn of(latency: &Latency) -> Self {
        let moments = &latency.moments;
        let buckets = latency.histogram.occupied();
        Self {
            count: moments.count,
            min_ns: moments.min_or_zero(),
            max_ns: moments.max,
            sum_ns: u64::try_from(moments.sum).unwrap_or(u64::MAX),
            buckets: buckets
                .map(|(bucket, count)| (u32::try_from(bucket).unwrap_or(u32::MAX), count))
                .collect(),
        }
    }

    /// The mean in nanoseconds. `None` of none.
    pub fn mean_ns(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum_ns as f64 / self.count as f64)
    }

    /// The time that `percent` of them did not exceed. `None` of none.
    pub fn percentile_ns(&self, percent: f64) -> Option<u64> {
        let mut histogram = Histogram::new();
        for (bucket, count) in &self.buckets {
            let bucket = (*bucket as usize).min(Histogram::BUCKETS);
            histogram.record_many(Histogram::value_of(bucket), *count);
        }
        let moments = Moments {
            count: self.count,
            min: self.min_ns,
            max: self.max_ns,
            ..Moments::new()
        };
        Latency {
            moments,
            histogram,
            given: Vec::new(),
        }
        .percentile(percent)
    }
}

/// The time from one point to the next one that an I/O passed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerStage {
    pub from: LayerPoint,
    pub to: LayerPoint,
    pub times: Times,
}

impl LayerStage {
    /// Its part of the mean latency of `ios` I/Os, in nanoseconds: those that did not pass it count 0. These parts add up.
    pub fn part_ns(&self, ios: u64) -> f64 {
        self.times.sum_ns as f64 / ios.max(1) as f64
    }
}

/// Why a point is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentPoint {
    /// A device is opened itself, without a file system.
    NoFileSystem,
    /// This file system does not say when it begins and ends (no iomap events).
    SilentFileSystem,
    /// No scheduler, or requests go past it.
    NoScheduler,
    /// The device takes bios, not requests (device mapper, RAID, zram).
    NoRequests,
    /// This kernel has no such event.
    NoEvent,
    /// The event exists and none came.
    NotSeen,
}

/// One direction of the run's own I/Os, of all jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectionSplit {
    /// 0 read, 1 write, 2 trim.
    pub ddir: u8,
    /// I/Os that lay in a traced slice from start to end.
    pub ios: u64,
    /// Their latency.
    pub lat: Times,
    /// Of them those whose events were found, each to its end and in order.
    pub joined: u64,
    /// The stages of the joined, in order.
    pub stages: Vec<LayerStage>,
    pub absent: Vec<(LayerPoint, AbsentPoint)>,
    /// The latency of those in untraced slices.
    pub untraced: Times,
    /// What was done in whole untraced slices; `None`: there was none, or an older record.
    #[serde(default)]
    pub untraced_rate: Option<UntracedRate>,
}

/// What a direction did in the untraced slices between the first and the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UntracedRate {
    /// I/Os that ended in them.
    pub ios: u64,
    pub bytes: u64,
    /// Length of these slices.
    pub time_ns: u64,
}

impl UntracedRate {
    pub fn iops(&self) -> f64 {
        self.ios as f64 / (self.time_ns as f64 / 1e9)
    }

    pub fn bytes_per_s(&self) -> f64 {
        self.bytes as f64 / (self.time_ns as f64 / 1e9)
    }
}

impl DirectionSplit {
    /// The sum of all stages by I/O, in nanoseconds: the mean latency of the joined I/Os. `None` where none was joined.
    pub fn sum_ns(&self) -> Option<f64> {
        let sum = self.stages.iter().map(|stage| stage.part_ns(self.joined));
        (self.joined > 0).then(|| sum.sum())
    }
}

/// A traced device, with the I/O of everybody.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TracedDevice {
    /// `major:minor`.
    pub number: (u32, u32),
    pub name: String,
    /// Requests that it completed in the traced slices; of a device without requests bios.
    pub requests: u64,
    /// Of them those that carried I/O of the run.
    pub ours: u64,
    /// Stages of all bios, the run's and others', by direction, from the queue to completion.
    pub stages: Vec<(u8, LayerStage)>,
}

impl TracedDevice {
    /// The part of its requests that was the run's. `None` without requests.
    pub fn share_ours(&self) -> Option<f64> {
        (self.requests > 0).then(|| self.ours as f64 / self.requests as f64)
    }
}

/// Why the split is not to be used.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerRefusal {
    /// Events found no room in the kernel's buffers.
    LostEvents { lost: u64 },
    /// The kernel does not say whether events were lost.
    UnknownLoss,
    /// Pages of the trace could not be read.
    UnreadPages { pages: u64 },
    /// Stamps of the workers found no room.
    LostStamps { lost: u64 },
    /// No I/O lay in a traced slice from start to end.
    NothingTraced,
    /// I/O through the page cache: the device does its part at another time.
    Buffered,
    /// Too few I/Os were found among the events.
    Joined { joined: u64, ios: u64 },
    /// At depth 1, the stages of the joined do not add up to the latency of all.
    DoesNotAddUp { sum_ns: f64, lat_ns: f64 },
}

/// What was seen, and what it was worth.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceCounts {
    /// Seconds of traced and of untraced slices.
    pub traced_s: f64,
    pub untraced_s: f64,
    pub slices: u32,
    pub events: u64,
    pub lost_events: u64,
    /// Bios that came a second time, because there was no tag for one that must not wait.
    pub retries: u64,
    /// Bios that joined another's request.
    pub merges: u64,
    pub splits: u64,
    /// Own I/Os whose events are not in order; they are not joined.
    pub disordered: u64,
    /// Own I/Os that were longer than the rest of their traced slice; they are left out.
    pub cut_off: u64,
}

/// What tracing costs, from traced and untraced slices of the same run in pairs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TraceCost {
    /// Mean latency of each pair: traced minus untraced, in nanoseconds.
    pub differences_ns: Vec<f64>,
    /// Median of the untraced slices' mean latency.
    pub untraced_ns: Option<f64>,
    /// Median of the differences with its interval; `None` below [`TraceCost::LEAST_PAIRS`] pairs.
    pub interval: Option<CostRange>,
}

impl TraceCost {
    /// Fewer pairs say nothing.
    pub const LEAST_PAIRS: usize = 30;
}

/// A median with its interval, in nanoseconds by I/O.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CostRange {
    pub median_ns: f64,
    pub low_ns: f64,
    pub high_ns: f64,
    /// The level of the interval.
    pub level: f64,
}

/// What came of tracing a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Layers {
    /// Why nothing was traced; all else is empty then.
    pub unavailable: Option<Sentence>,
    /// Why the split is not to be used; empty: it holds.
    pub refused: Vec<LayerRefusal>,
    /// Directions with I/O.
    pub split: Vec<DirectionSplit>,
    pub devices: Vec<TracedDevice>,
    pub counts: TraceCounts,
    pub cost: TraceCost,
    /// What the order of slices was drawn from. `None`: everything was traced.
    pub seed: Option<u64>,
}

impl Layers {
    /// Part of the requests below which the device's numbers are not the run's.
    pub const LEAST_OURS: f64 = 0.95;
    /// Part of the I/Os that has to be joined.
    pub const LEAST_JOINED: f64 = 0.99;
    /// At depth 1, how far the stages may be from the latency.
    pub const MOST_APART: f64 = 0.02;

    /// A run without layers, and why.
    pub fn unavailable(why: impl Into<Sentence>) -> Self {
        Self {
            unavailable: Some(why.into()),
            ..Self::default()
        }
    }

    /// The directions whose split holds; none where it was refused.
    pub fn holding(&self) -> &[DirectionSplit] {
        if self.refused.is_empty() { &self.split } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn stage(from: LayerPoint, to: LayerPoint, times: &[u64]) -> LayerStage {
        let mut latency = Latency::default();
        times.iter().for_each(|ns| latency.record(*ns));
        LayerStage {
            from,
            to,
            times: Times::of(&latency),
        }
    }

    fn split() -> DirectionSplit {
        DirectionSplit {
            ddir: 0,
            ios: 4,
            lat: stage(LayerPoint::Submit, LayerPoint::Reap, &[100, 120, 140, 160]).times,
            joined: 4,
            stages: vec![
                stage(LayerPoint::Submit, LayerPoint::Queue, &[10; 4]),
                // Half of them took another path.
                stage(LayerPoint::Queue, LayerPoint::Insert, &[20, 20]),
                stage(LayerPoint::Queue, LayerPoint::Issue, &[40, 40]),
                stage(LayerPoint::Insert, LayerPoint::Issue, &[30, 30]),
                stage(LayerPoint::Issue, LayerPoint::Reap, &[40, 60, 90, 110]),
            ],
            absent: vec![(LayerPoint::Fs, AbsentPoint::NoFileSystem)],
            untraced: Times::default(),
            untraced_rate: None,
        }
    }

    #[test]
    fn parts_of_the_mean_add_up_though_some_ios_skip_a_stage() {
        let split = split();
        let parts: f64 = split.stages.iter().map(|stage| stage.part_ns(4)).sum();
        assert_eq!(Some(parts), split.sum_ns());
        assert_eq!(parts, 10.0 + 10.0 + 20.0 + 15.0 + 75.0);
    }

    #[test]
    fn times_keep_their_percentiles_and_come_back_from_json() {
        let mut latency = Latency::default();
        (1..=1000).for_each(|ns| latency.record(ns * 1000));
        let times = Times::of(&latency);
        for percent in [0.0, 1.0, 50.0, 99.9, 100.0] {
            assert_eq!(times.percentile_ns(percent), latency.percentile(percent));
        }
        assert_eq!(times.mean_ns(), Some(500_500.0));
        assert_eq!(Times::default().percentile_ns(50.0), None);
        let layers = Layers {
            split: vec![split()],
            refused: vec![
                LayerRefusal::LostEvents { lost: 3 },
                LayerRefusal::DoesNotAddUp {
                    sum_ns: 1.0,
                    lat_ns: 2.5,
                },
            ],
            ..Layers::default()
        };
        let text = serde_json::to_string(&layers).unwrap();
        assert_eq!(serde_json::from_str::<Layers>(&text).unwrap(), layers);
        assert!(layers.holding().is_empty());
    }
}
