//! The thread that switches events on and off in slices of the run, empties buffers, and has the slices joined.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use fiord_engine::data::monotonic::monotonic_ns;
use fiord_engine::live::LiveBoard;
use fiord_host::block;
use fiord_host::root::Root;
use fiord_host::trace::{Event, Instance};
use fiord_job::plan::RunPlan;
use fiord_messages::{Sentence, session as messages};
use fiord_record::layers::{CostRange, LayerRefusal, Layers, TraceCost, TraceCounts};
use fiord_stats::Latency;
use fiord_stats::interval::median_interval;
use fiord_workload::stamps::IoStamps;

use super::join::{Join, JoinOutcome};
use super::reach::Reach;
use super::request::{LayersRequest, is_alone};
use super::tally::{LayerTally, OnPath};

/// Time between two looks into the buffers.
const TICK: Duration = Duration::from_millis(20);
/// A slice of a run whose length is not known; pairs are two of them.
const SLICE_NS: u64 = 50_000_000;
const SLICE_NS_LEAST: u64 = 10_000_000;
const SLICE_NS_MOST: u64 = 1_000_000_000;
/// Slices that a run of known length should have room for.
const SLICES: u64 = 100;
/// A slice is at least so many times as long as [`MOST_OF_THEM`] of the latencies so far; its last quarter is for what began before to
/// end.
const LATENCIES: u64 = 8;
/// Percentile. One stall of the machine must not make all slices that are left so long that there are few pairs.
const MOST_OF_THEM: f64 = 99.9;
/// With everything traced: what completed so long ago and was not claimed is another's.
const CLAIMED_WITHIN_NS: u64 = 5_000_000_000;
/// Level of the interval of what tracing costs.
const LEVEL: f64 = 0.95;

/// One span of the run with events on or off.
#[derive(Debug, Clone, Copy)]
struct Slice {
    on: bool,
    /// It lies between the first pair and the end of the run.
    whole: bool,
    from_ns: u64,
    /// The last start of an I/O that belongs to it.
    until_ns: u64,
    to_ns: u64,
}

impl Slice {
    fn holds_start(&self, io: &IoStamps) -> bool {
        io.start_ns >= self.from_ns && io.start_ns <= self.until_ns
    }

    fn holds(&self, io: &IoStamps) -> bool {
        self.holds_start(io) && io.end_ns <= self.to_ns
    }
}

/// Sum and number of latencies in a slice.
#[derive(Debug, Clone, Copy, Default)]
struct SliceMean {
    sum_ns: u128,
    ios: u64,
}

impl SliceMean {
    fn mean_ns(&self) -> Option<f64> {
        (self.ios > 0).then(|| self.sum_ns as f64 / self.ios as f64)
    }
}

/// What the thread holds.
pub(super) struct Tracer {
    instance: Instance,
    live: Arc<LiveBoard>,
    reach: Reach,
    request: LayersRequest,
    /// No job has more than one I/O in flight.
    alone: bool,
    /// All jobs go past the page cache.
    direct: bool,
    slice_ns: u64,
    latencies: Latency,
    events: Vec<Event>,
    /// Stamps by worker.
    own: Vec<(usize, IoStamps)>,
    seen: Seen,
}

/// What came of it so far.
#[derive(Default)]
struct Seen {
    join: Join,
    tally: LayerTally,
    counts: TraceCounts,
    last: Option<Slice>,
    odd_pages: u64,
    /// Mean latency of the slices of each pair: traced, untraced.
    pairs: Vec<[Option<f64>; 2]>,
    failed: Option<Sentence>,
}

impl Tracer {
    /// With everything traced, events are on when this returns.
    pub(super) fn begin(
        instance: Instance,
        live: &Arc<LiveBoard>,
        reach: Reach,
        request: &LayersRequest,
        plan: &RunPlan,
    ) -> Result<Self, Sentence> {
        if request.all {
            instance.switch(true).map_err(|error| {
                let error = Sentence::from(&error);
                Sentence::new(|lang| {
                    let error = &error.text(lang);
                    messages::LayersNoEvents { error }.text(lang)
                })
            })?;
        }
        let runtime_us = plan
            .jobs
            .iter()
            .map(|job| job.control.runtime_us)
            .max()
            .unwrap_or(0);
        let mut reach = reach;
        let seen = Seen {
            join: Join::new(std::mem::take(&mut reach.sectors)),
            ..Seen::default()
        };
        let slice_ns = match runtime_us.saturating_mul(1000) / SLICES {
            0 => SLICE_NS,
            share => share.clamp(SLICE_NS_LEAST, 2 * SLICE_NS),
        };
        Ok(Self {
            instance,
            live: Arc::clone(live),
            reach,
            request: *request,
            alone: plan.jobs.iter().all(is_alone),
            direct: plan.jobs.iter().all(|job| job.durability.direct),
            slice_ns,
            latencies: Latency::default(),
            events: Vec::new(),
            own: Vec::new(),
            seen,
        })
    }

    /// Traces until a message comes or its sender is gone.
    pub(super) fn run(mut self, root: &Root, stopped: &Receiver<()>) -> Layers {
        if self.request.all {
            self.trace_all(stopped);
        } else {
            self.trace_slices(stopped);
        }
        if let Err(error) = self.instance.switch(false) {
            self.seen.failed.get_or_insert(Sentence::from(&error));
        }
        self.layers(root)
    }

    fn trace_all(&mut self, stopped: &Receiver<()>) {
        let begun_ns = monotonic_ns();
        let slice = Slice {
            on: true,
            whole: false,
            // The events are on since before the workers started, which may be before this thread does.
            from_ns: 0,
            until_ns: u64::MAX,
            to_ns: u64::MAX,
        };
        loop {
            let is_over = wait(stopped, TICK);
            let before_ns = monotonic_ns();
            self.drain(true);
            let horizon_ns = if is_over { u64::MAX } else { before_ns };
            self.take(&slice, horizon_ns);
            let old_ns = before_ns.saturating_sub(CLAIMED_WITHIN_NS);
            self.seen
                .tally
                .count_requests(if is_over { u64::MAX } else { old_ns }, is_over);
            self.seen.join.forget_before(old_ns);
            if is_over || self.seen.failed.is_some() {
                self.seen.counts.slices = 1;
                self.seen.counts.traced_s = seconds(monotonic_ns() - begun_ns);
                return;
            }
        }
    }

    fn trace_slices(&mut self, stopped: &Receiver<()>) {
        for pair in 0_u64.. {
            let first_on = fiord_workload::seed::below(self.request.seed ^ pair.rotate_left(32), 2) == 0;
            self.slice_ns = self
                .slice_ns
                .max(self.usual_ns().saturating_mul(LATENCIES))
                .min(SLICE_NS_MOST);
            let mut means = [None, None];
            for on in [first_on, !first_on] {
                let (mean, is_over) = self.slice(on, pair > 0, stopped);
                means[usize::from(!on)] = mean.mean_ns();
                if is_over || self.seen.failed.is_some() {
                    return;
                }
            }
            self.seen.pairs.push(means);
        }
    }

    /// What nearly all latencies so far do not exceed.
    fn usual_ns(&self) -> u64 {
        self.latencies.percentile(MOST_OF_THEM).unwrap_or(0)
    }

    /// One slice, joined; whether the run is over.
    fn slice(&mut self, on: bool, has_begun: bool, stopped: &Receiver<()>) -> (SliceMean, bool) {
        if on && let Err(error) = self.instance.switch(true) {
            self.seen.failed = Some(Sentence::from(&error));
        }
        let from_ns = monotonic_ns();
        let end_ns = from_ns + self.slice_ns;
        let is_over = loop {
            let left = Duration::from_nanos(end_ns.saturating_sub(monotonic_ns()));
            if left.is_zero() {
                break false;
            }
            if wait(stopped, left.min(TICK)) {
                break true;
            }
            self.drain(on);
        };
        let to_ns = monotonic_ns();
        if on && let Err(error) = self.instance.switch(false) {
            self.seen.failed = Some(Sentence::from(&error));
        }
        self.drain(true);
        let slice = Slice {
            on,
            whole: has_begun && !is_over,
            from_ns,
            // At the end of the run nothing is cut off.
            until_ns: if is_over {
                to_ns
            } else {
                to_ns - (to_ns - from_ns) / 4
            },
            to_ns,
        };
        let mean = self.take(&slice, u64::MAX);
        self.seen.tally.count_requests(slice.until_ns, true);
        self.seen.join.restart();
        let spent_s = seconds(slice.until_ns - from_ns);
        let counts = &mut self.seen.counts;
        counts.slices += 1;
        *(if on {
            &mut counts.traced_s
        } else {
            &mut counts.untraced_s
        }) += spent_s;
        if slice.whole && !on {
            self.seen.tally.untraced_ns += to_ns - from_ns;
        }
        self.seen.last = Some(slice);
        (mean, is_over)
    }

    /// Empties the buffers of the kernel, if `events`, and the rings of the workers.
    fn drain(&mut self, events: bool) {
        if events {
            let before = self.events.len();
            match self.instance.drain(&mut self.events) {
                Ok(odd) => self.seen.odd_pages += odd,
                Err(error) => {
                    let error = Sentence::from(&error);
                    self.seen.failed = Some(Sentence::new(|lang| {
                        let error = &error.text(lang);
                        messages::LayersNoTrace { error }.text(lang)
                    }));
                }
            }
            self.seen.counts.events += (self.events.len() - before) as u64;
        }
        let mut stamps = Vec::new();
        for (number, cell) in self.live.cells().iter().enumerate() {
            if let Some(ring) = cell.stamps() {
                ring.drain(&mut stamps);
                self.own.extend(stamps.drain(..).map(|io| (number, io)));
            }
        }
    }

    /// Joins what lies before a moment. The rest waits.
    fn take(&mut self, slice: &Slice, horizon_ns: u64) -> SliceMean {
        self.events.sort_by_key(|event| event.time_ns);
        let ready = self.events.partition_point(|event| event.time_ns <= horizon_ns);
        let Seen { join, tally, .. } = &mut self.seen;
        for event in self.events.drain(..ready) {
            join.take(&event, |bio| tally.bio(bio));
        }
        tally.requests_done(&mut join.bios.requests_done);
        let mut mean = SliceMean::default();
        let (ready, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.own)
            .into_iter()
            .partition(|(_, io)| io.end_ns <= horizon_ns);
        self.own = later;
        for (worker, io) in ready {
            self.take_io(slice, worker, &io, &mut mean);
        }
        mean
    }

    fn take_io(&mut self, slice: &Slice, worker: usize, io: &IoStamps, mean: &mut SliceMean) {
        let seen = &mut self.seen;
        let latency_ns = io.end_ns.saturating_sub(io.start_ns);
        self.latencies.record(latency_ns);
        if slice.whole && !slice.on && (slice.from_ns..=slice.to_ns).contains(&io.end_ns) {
            seen.tally.ended_untraced(io);
        }
        // Claimed also where it does not count: the request was ours.
        let target = self.reach.targets.get(worker);
        let target = target.and_then(|files| *files.get(io.file as usize)?);
        let found = match target.filter(|_| slice.on) {
            Some(target) => seen
                .join
                .claim(io, target, |dev, request| seen.tally.ours(dev, request)),
            None => JoinOutcome::Missing,
        };
        if !slice.holds(io) {
            let outlived = seen
                .last
                .filter(|last| last.on && last.holds_start(io) && !last.holds(io));
            seen.counts.cut_off += u64::from(outlived.is_some());
            return;
        }
        mean.sum_ns += u128::from(latency_ns);
        mean.ios += 1;
        if !slice.on {
            return seen.tally.untraced(io);
        }
        match found {
            JoinOutcome::Joined(passed) => seen.tally.traced(io, Some(&passed)),
            JoinOutcome::Missing => seen.tally.traced(io, None),
            JoinOutcome::Disordered => {
                seen.counts.disordered += 1;
                seen.tally.traced(io, None);
            }
        }
    }

    fn layers(mut self, root: &Root) -> Layers {
        let lost = self.instance.lost();
        let lost_stamps = self.live.cells().iter().filter_map(|cell| cell.stamps());
        let lost_stamps = lost_stamps.map(|ring| ring.lost()).sum();
        let bios = self.seen.join.bios.counts;
        let counts = &mut self.seen.counts;
        (counts.retries, counts.merges, counts.splits) = (bios.retries, bios.merges, bios.splits);
        counts.lost_events = lost.unwrap_or(0);
        let on_path = OnPath {
            files: self.reach.has_files(),
            instance: &self.instance,
        };
        let mut layers = Layers {
            unavailable: self.seen.failed.take(),
            refused: Vec::new(),
            split: self.seen.tally.split(&on_path),
            devices: self
                .seen
                .tally
                .devices(|major, minor| block::by_number(root, major, minor)),
            counts: self.seen.counts.clone(),
            cost: cost(&self.seen.pairs),
            seed: (!self.request.all).then_some(self.request.seed),
        };
        layers.refused = refusals(&layers, lost, self.seen.odd_pages, lost_stamps);
        layers.refused.extend(self.unjoined(&layers));
        layers
    }

    /// Why the joined I/Os do not stand for all.
    fn unjoined(&self, layers: &Layers) -> Vec<LayerRefusal> {
        let mut why = Vec::new();
        let traced = layers.split.iter().filter(|split| split.ios > 0);
        for split in traced.clone() {
            let (joined, ios) = (split.joined, split.ios);
            if (joined as f64) < Layers::LEAST_JOINED * ios as f64 {
                why.push(LayerRefusal::Joined { joined, ios });
            } else if let (true, Some(sum_ns), Some(lat_ns)) =
                (self.alone, split.sum_ns(), split.lat.mean_ns())
                && (sum_ns - lat_ns).abs() > Layers::MOST_APART * lat_ns
            {
                why.push(LayerRefusal::DoesNotAddUp { sum_ns, lat_ns });
            }
        }
        if !why.is_empty() && !self.direct {
            why.insert(0, LayerRefusal::Buffered);
        }
        if traced.count() == 0 {
            why.push(LayerRefusal::NothingTraced);
        }
        why
    }
}

/// What was lost on the way.
fn refusals(layers: &Layers, lost: Option<u64>, odd_pages: u64, lost_stamps: u64) -> Vec<LayerRefusal> {
    let mut why = Vec::new();
    match lost {
        None => why.push(LayerRefusal::UnknownLoss),
        Some(0) => {}
        Some(lost) => why.push(LayerRefusal::LostEvents { lost }),
    }
    if odd_pages > 0 {
        why.push(LayerRefusal::UnreadPages { pages: odd_pages });
    }
    if lost_stamps > 0 && layers.unavailable.is_none() {
        why.push(LayerRefusal::LostStamps { lost: lost_stamps });
    }
    why
}

fn cost(pairs: &[[Option<f64>; 2]]) -> TraceCost {
    let both = pairs.iter().filter_map(|[on, off]| Some(((*on)?, (*off)?)));
    let differences_ns: Vec<f64> = both.clone().map(|(on, off)| on - off).collect();
    let untraced: Vec<f64> = both.map(|(_, off)| off).collect();
    let interval =
        median_interval(&differences_ns, LEVEL).filter(|_| differences_ns.len() >= TraceCost::LEAST_PAIRS);
    TraceCost {
        untraced_ns: fiord_stats::interval::median(&untraced),
        interval: interval.map(|interval| CostRange {
            median_ns: interval.estimate,
            low_ns: interval.low,
            high_ns: interval.high,
            level: interval.level,
        }),
        differences_ns,
    }
}

/// Waits; whether the run is over.
fn wait(stopped: &Receiver<()>, most: Duration) -> bool {
    use std::sync::mpsc::RecvTimeoutError::Timeout;
    !matches!(stopped.recv_timeout(most), Err(Timeout))
}

fn seconds(ns: u64) -> f64 {
    ns as f64 / 1e9
}
