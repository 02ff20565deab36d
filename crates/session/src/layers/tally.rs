//! Adds up what the joined I/Os and the devices did, by stage.

use std::collections::{BTreeMap, HashSet};

use fiord_host::trace::{EventKind, Instance};
use fiord_record::layers::{
    AbsentPoint, DirectionSplit, LayerPoint, LayerStage, Times, TracedDevice, UntracedRate,
};
use fiord_stats::{DDIRS, Latency};
use fiord_workload::stamps::IoStamps;

use super::bios::{Bio, RequestDone};
use super::join::Passed;

type Stages = BTreeMap<(LayerPoint, LayerPoint), Latency>;

/// One direction of the run's own I/Os.
#[derive(Debug, Default)]
pub(super) struct DirectionTally {
    pub(super) ios: u64,
    pub(super) joined: u64,
    lat: Latency,
    untraced: Latency,
    /// I/Os and bytes that ended in whole untraced slices.
    done: (u64, u64),
    stages: Stages,
    /// Points that some joined I/O passed.
    passed: [bool; LayerPoint::ALL.len()],
}

/// What all tallies are made of.
#[derive(Debug, Default)]
pub(super) struct LayerTally {
    pub(super) directions: [DirectionTally; DDIRS],
    devices: BTreeMap<u32, DeviceTally>,
    /// Requests that carried own I/O, by device and number, as far as they are not counted yet.
    ours: HashSet<(u32, u64)>,
    /// Requests that are not counted yet: their I/O may still be claimed.
    done: Vec<RequestDone>,
    /// Length of all whole untraced slices.
    pub(super) untraced_ns: u64,
}

#[derive(Debug, Default)]
struct DeviceTally {
    requests: u64,
    ours: u64,
    stages: BTreeMap<(u8, LayerPoint, LayerPoint), Latency>,
}

impl LayerTally {
    pub(super) fn untraced(&mut self, io: &IoStamps) {
        if let Some(tally) = self.directions.get_mut(usize::from(io.ddir)) {
            tally.untraced.record(io.end_ns.saturating_sub(io.start_ns));
        }
    }

    /// An I/O that ended in an untraced slice which lies in the run as a whole.
    pub(super) fn ended_untraced(&mut self, io: &IoStamps) {
        if let Some(tally) = self.directions.get_mut(usize::from(io.ddir)) {
            tally.done.0 += 1;
            tally.done.1 += u64::from(io.len);
        }
    }

    /// An I/O of a traced slice, with its points where it was joined.
    pub(super) fn traced(&mut self, io: &IoStamps, passed: Option<&Passed>) {
        let Some(tally) = self.directions.get_mut(usize::from(io.ddir)) else {
            return;
        };
        tally.ios += 1;
        tally.lat.record(io.end_ns.saturating_sub(io.start_ns));
        let Some(passed) = passed else { return };
        tally.joined += 1;
        for (from, to, ns) in stages_of(passed) {
            tally.stages.entry((from, to)).or_default().record(ns);
            (tally.passed[from as usize], tally.passed[to as usize]) = (true, true);
        }
    }

    /// A bio of a traced device, anybody's.
    pub(super) fn bio(&mut self, bio: &Bio) {
        let Some(ddir) = bio.ddir else { return };
        let mut passed: Passed = [0; LayerPoint::ALL.len()];
        passed[LayerPoint::Queue as usize] = bio.queue_ns;
        passed[LayerPoint::Request as usize] = bio.leg.request_ns;
        passed[LayerPoint::Insert as usize] = bio.leg.insert_ns;
        passed[LayerPoint::Issue as usize] = bio.leg.issue_ns;
        passed[LayerPoint::Complete as usize] = bio.leg.complete_ns;
        let device = self.devices.entry(bio.dev).or_default();
        for (from, to, ns) in stages_of(&passed) {
            device.stages.entry((ddir, from, to)).or_default().record(ns);
        }
    }

    pub(super) fn ours(&mut self, dev: u32, request: u64) {
        self.ours.insert((dev, request));
    }

    pub(super) fn requests_done(&mut self, done: &mut Vec<RequestDone>) {
        self.done.append(done);
    }

    /// Counts the requests that completed before a moment: by now their I/Os have been claimed. Forgets the others if `last`: whose they
    /// were cannot be said.
    pub(super) fn count_requests(&mut self, before_ns: u64, last: bool) {
        for done in std::mem::take(&mut self.done) {
            if done.complete_ns > before_ns {
                if !last {
                    self.done.push(done);
                }
                continue;
            }
            let device = self.devices.entry(done.dev).or_default();
            device.requests += 1;
            device.ours += u64::from(self.ours.remove(&(done.dev, done.number)));
        }
        if last {
            self.ours.clear();
        }
    }

    /// The split of each direction with I/O.
    pub(super) fn split(&self, on_path: &OnPath<'_>) -> Vec<DirectionSplit> {
        let all = self.directions.iter().enumerate();
        let used = all.filter(|(_, tally)| tally.ios > 0 || tally.untraced.moments.count > 0);
        used.map(|(ddir, tally)| DirectionSplit {
            ddir: ddir as u8,
            ios: tally.ios,
            lat: Times::of(&tally.lat),
            joined: tally.joined,
            stages: stages(&tally.stages),
            absent: tally.absent(on_path),
            untraced: Times::of(&tally.untraced),
            untraced_rate: (self.untraced_ns > 0).then_some(UntracedRate {
                ios: tally.done.0,
                bytes: tally.done.1,
                time_ns: self.untraced_ns,
            }),
        })
        .collect()
    }

    /// The devices, with names from `name`.
    pub(super) fn devices(&self, name: impl Fn(u32, u32) -> Option<String>) -> Vec<TracedDevice> {
        let all = self.devices.iter().map(|(dev, tally)| {
            let (major, minor) = (dev >> 20, dev & ((1 << 20) - 1));
            let stages = tally.stages.iter().map(|((ddir, from, to), latency)| {
                let stage = LayerStage {
                    from: *from,
                    to: *to,
                    times: Times::of(latency),
                };
                (*ddir, stage)
            });
            TracedDevice {
                number: (major, minor),
                name: name(major, minor).unwrap_or_else(|| format!("{major}:{minor}")),
                requests: tally.requests,
                ours: tally.ours,
                stages: stages.collect(),
            }
        });
        all.collect()
    }
}

/// What is known of the path of the I/Os without any event.
pub(super) struct OnPath<'a> {
    /// Whether some target is a file.
    pub(super) files: bool,
    pub(super) instance: &'a Instance,
}

impl DirectionTally {
    /// The points that no joined I/O passed, and why.
    fn absent(&self, on_path: &OnPath<'_>) -> Vec<(LayerPoint, AbsentPoint)> {
        if self.joined == 0 {
            return Vec::new();
        }
        let passed = |point: LayerPoint| self.passed[point as usize];
        let missing = LayerPoint::ALL.into_iter().filter(|point| !passed(*point));
        missing
            .map(|point| {
                let no_event = event_of(point).is_some_and(|kind| !on_path.instance.kinds().contains(&kind));
                let why = match point {
                    LayerPoint::Fs | LayerPoint::Done if !on_path.files => AbsentPoint::NoFileSystem,
                    _ if no_event => AbsentPoint::NoEvent,
                    LayerPoint::Fs | LayerPoint::Done => AbsentPoint::SilentFileSystem,
                    LayerPoint::Insert if passed(LayerPoint::Issue) => AbsentPoint::NoScheduler,
                    LayerPoint::Request | LayerPoint::Insert | LayerPoint::Issue
                        if passed(LayerPoint::Complete) =>
                    {
                        AbsentPoint::NoRequests
                    }
                    _ => AbsentPoint::NotSeen,
                };
                (point, why)
            })
            .collect()
    }
}

const fn event_of(point: LayerPoint) -> Option<EventKind> {
    match point {
        LayerPoint::Submit | LayerPoint::Reap => None,
        LayerPoint::Fs => Some(EventKind::FsBegin),
        LayerPoint::Queue => Some(EventKind::BioQueue),
        LayerPoint::Request => Some(EventKind::GetRequest),
        LayerPoint::Insert => Some(EventKind::Insert),
        LayerPoint::Issue => Some(EventKind::Issue),
        LayerPoint::Complete => Some(EventKind::Complete),
        LayerPoint::Done => Some(EventKind::FsDone),
    }
}

/// The times between points that were passed one after the other.
fn stages_of(passed: &Passed) -> impl Iterator<Item = (LayerPoint, LayerPoint, u64)> {
    let points = LayerPoint::ALL.into_iter().zip(*passed).filter(|(_, ns)| *ns > 0);
    points
        .clone()
        .zip(points.skip(1))
        .map(|((from, from_ns), (to, to_ns))| (from, to, to_ns.saturating_sub(from_ns)))
}

fn stages(stages: &Stages) -> Vec<LayerStage> {
    let all = stages.iter().map(|((from, to), latency)| LayerStage {
        from: *from,
        to: *to,
        times: Times::of(latency),
    });
    all.collect()
}
