//! Measures the rungs one after the other, and watches who disturbs them.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Result;
use fiord_compare::words::rung_title;
use fiord_host::caches::{data_caches, huge_bytes};
use fiord_host::cgroup::Limited;
use fiord_host::cpu::{self, CpuTimes};
use fiord_host::scheduled::Scheduled;
use fiord_host::{Machine, Root};
use fiord_ladder::{Arena, ChaseOrder};
use fiord_messages::Lang;
use fiord_record::ladder::{CacheSize, Ladder, LoadLevel, MeasuredRung, MemoryPoint, Rung, RungDisturbance};
use fiord_session::Signals;

use super::disk;
use super::far::Far;
use super::peer::{self, Peer};
use crate::ui::Progress;

/// Samples of operations that are timed in batches.
const BATCHES: usize = 101;
/// Samples of operations that are timed one by one.
const SINGLES: usize = 5000;
/// Samples of each point of the memory curve, and how long each takes: shorter than a time slice, so that some are whole.
const POINT_SAMPLES: usize = 21;
const POINT_NS: f64 = 2e6;
/// The smallest and the largest memory of the curve.
const CURVE_BYTES: (usize, usize) = (4 << 10, 1 << 30);
/// The curve has four points per octave up to here, and two above.
const FINE_BYTES: usize = 64 << 20;
/// Reads and copies go through this much memory.
const BEYOND_CACHES: usize = 128 << 20;
/// Shares of the time above which a rung is disturbed.
const WAIT_LIMIT: f64 = 0.02;
const STEAL_LIMIT: f64 = 0.01;
/// Fewer ticks of stolen time are an accident of rounding.
const STEAL_TICKS: u64 = 3;
/// Samples of a quarter more than so many times the lowest one vary.
const VARIED: f64 = 1.5;

type Samples = io::Result<Option<Vec<f64>>>;

/// What needs neither memory of a size nor a disk.
const PLAIN: [(Rung, fn() -> Samples); 15] = [
    (Rung::Add, || Ok(fiord_ladder::dependent_adds(BATCHES))),
    (Rung::BranchMiss, || Ok(fiord_ladder::branch_misses(BATCHES))),
    (Rung::ClockRead, || Ok(Some(fiord_ladder::clock_reads(BATCHES)))),
    (Rung::Mutex, || Ok(Some(fiord_ladder::locks(BATCHES)))),
    (Rung::MutexContended, || {
        Ok(Some(fiord_ladder::contended_locks(BATCHES)))
    }),
    (Rung::SystemCall, || Ok(Some(fiord_ladder::system_calls(BATCHES)))),
    (Rung::PageFault, || fiord_ladder::page_faults(BATCHES).map(Some)),
    (Rung::Compress, || Ok(Some(fiord_ladder::compressions(BATCHES)))),
    (Rung::ContextSwitch, || {
        fiord_ladder::context_switches(SINGLES).map(Some)
    }),
    (Rung::FutexWake, || fiord_ladder::futex_wakes(SINGLES).map(Some)),
    (Rung::Pipe, || fiord_ladder::pipe_trips(SINGLES).map(Some)),
    (Rung::Loopback, || fiord_ladder::loopback_trips(SINGLES).map(Some)),
    (Rung::MemoryRead, || {
        Ok(Some(fiord_ladder::reads(SINGLES / 10, BEYOND_CACHES)))
    }),
    (Rung::MemoryCopy, || {
        Ok(Some(fiord_ladder::copies(SINGLES / 10, BEYOND_CACHES)))
    }),
    (Rung::Memory, || Ok(None)),
];

/// Rungs while they are measured.
pub(super) struct Measuring<'m> {
    root: &'m Root,
    ladder: Ladder,
    memory_limit: usize,
    /// Which step is at work, for the progress, and how many there are.
    step: AtomicUsize,
    steps: Vec<Rung>,
}

/// Counters before a rung.
struct Watch {
    begun: Instant,
    own: Option<Scheduled>,
    all: Option<CpuTimes>,
}

impl Watch {
    fn begin(root: &Root) -> Self {
        Self {
            begun: Instant::now(),
            own: Scheduled::own_thread(root),
            all: cpu::times(root),
        }
    }

    /// What disturbed the calling thread since then.
    fn end(self, root: &Root) -> Vec<RungDisturbance> {
        let elapsed_ns = self.begun.elapsed().as_nanos() as f64;
        let waited = self.own.zip(Scheduled::own_thread(root));
        let wait = waited.map_or(0.0, |(before, now)| {
            now.since(&before).wait_ns as f64 / elapsed_ns
        });
        let stolen = self
            .all
            .zip(cpu::times(root))
            .map(|(before, now)| now.since(&before));
        let steal = stolen.as_ref().map_or(0.0, |times| {
            let all = times.busy + times.idle + times.steal;
            times.steal as f64 / all.max(1) as f64
        });
        let wait = (wait > WAIT_LIMIT).then_some(RungDisturbance::CpuWait { share: wait.min(1.0) });
        let ticks = stolen.as_ref().map_or(0, |times| times.steal);
        let steal =
            (steal > STEAL_LIMIT && ticks >= STEAL_TICKS).then_some(RungDisturbance::Steal { share: steal });
        wait.into_iter().chain(steal).collect()
    }
}

impl<'m> Measuring<'m> {
    pub(super) fn begin(root: &'m Root, machine: &Machine, path: Option<&Path>) -> Self {
        let limits = [
            machine.memory.available_bytes,
            machine.cgroups.least(Limited::Memory),
        ];
        let least = limits.into_iter().flatten().min().unwrap_or(0);
        let caches = data_caches(root);
        let mut steps: Vec<Rung> = PLAIN.iter().map(|(rung, _)| *rung).collect();
        if path.is_some() {
            steps.extend(disk::RUNGS);
        }
        Self {
            root,
            ladder: Ladder {
                caches: caches
                    .into_iter()
                    .map(|(level, bytes)| CacheSize { level, bytes })
                    .collect(),
                target: path.map(|path| path.display().to_string()),
                ..Ladder::default()
            },
            memory_limit: (least / 4) as usize,
            step: AtomicUsize::new(0),
            steps,
        }
    }

    pub(super) fn into_ladder(self) -> Ladder {
        self.ladder
    }

    /// Measures all rungs, until a signal ends it.
    ///
    /// # Errors
    /// The path cannot be measured.
    pub(super) fn run(&mut self, path: Option<&Path>, signals: &Signals) -> Result<()> {
        let step = std::mem::take(&mut self.step);
        let steps = self.steps.clone();
        let draw = |progress: &Progress| {
            let at = step.load(Ordering::Relaxed);
            let title = steps
                .get(at)
                .map_or("", |rung| rung_title(*rung)(Lang::current()));
            progress.show(Some(at as f64 / steps.len() as f64), title);
        };
        let goes_on = || {
            step.fetch_add(1, Ordering::Relaxed);
            signals.received().is_none()
        };
        Progress::begin().during(draw, || {
            for (rung, measure) in PLAIN {
                match rung {
                    Rung::Memory => self.memory(signals),
                    _ => self.watched(rung, measure),
                }
                if !goes_on() {
                    return Ok(());
                }
            }
            match path {
                Some(path) => disk::measure(&mut self.ladder, path, signals, &goes_on),
                None => Ok(()),
            }
        })
    }

    /// Measures a rung and notes what disturbed it.
    fn watched(&mut self, rung: Rung, measure: impl FnOnce() -> Samples) {
        let watch = Watch::begin(self.root);
        match measure() {
            Ok(Some(samples)) => {
                let disturbed = watch.end(self.root);
                self.add(rung, &samples, disturbed);
            }
            Ok(None) => {}
            Err(error) => self.ladder.failed.push((rung, error.to_string())),
        }
    }

    /// Round trips to other hosts. The rung is that of the first one that answers.
    pub(super) fn peers(&mut self, peers: &[Peer], fars: Vec<Far>, signals: &Signals) {
        let watch = Watch::begin(self.root);
        let measured = peer::measure(peers, fars, signals);
        let disturbed = watch.end(self.root);
        for one in measured {
            match one {
                Ok((found, samples)) => {
                    if self.ladder.peers.is_empty() {
                        self.add(Rung::Peer, &samples, disturbed.clone());
                    }
                    self.ladder.peers.push(found);
                }
                Err(reason) => self.peer_failed(reason),
            }
        }
    }

    pub(super) fn peer_failed(&mut self, reason: String) {
        self.ladder.failed.push((Rung::Peer, reason));
    }

    fn add(&mut self, rung: Rung, samples: &[f64], disturbed: Vec<RungDisturbance>) {
        let Some(mut measured) = MeasuredRung::of(rung, samples) else {
            return;
        };
        measured.disturbed = disturbed;
        let times = measured.high_ns / measured.lowest_ns;
        // Two threads that wake each other meet at the pace of the scheduler, which varies by itself.
        let is_of_one_thread = !matches!(
            rung,
            Rung::MutexContended
                | Rung::ContextSwitch
                | Rung::FutexWake
                | Rung::Pipe
                | Rung::Loopback
                | Rung::Peer
        );
        if is_of_one_thread && measured.disturbed.is_empty() && times > VARIED {
            measured.disturbed.push(RungDisturbance::Varied { times });
        }
        self.ladder.rungs.push(measured);
    }

    /// The memory curve, its levels, and the rungs that are loads.
    fn memory(&mut self, signals: &Signals) {
        let largest = CURVE_BYTES.1.min(self.memory_limit);
        let mut arena = match Arena::new(largest) {
            Ok(arena) if largest > CURVE_BYTES.0 => arena,
            Ok(_) => return,
            Err(error) => return self.ladder.failed.push((Rung::Memory, error.to_string())),
        };
        let (address, bytes) = arena.range();
        self.ladder.curve_bytes = bytes as u64;
        self.ladder.huge_page_bytes = huge_bytes(self.root, address);
        let mut points = Vec::new();
        for bytes in sizes(bytes) {
            if signals.received().is_some() {
                return;
            }
            arena.link(bytes, ChaseOrder::Random);
            let watch = Watch::begin(self.root);
            let samples = arena.samples(bytes, POINT_SAMPLES, POINT_NS);
            let disturbed = watch.end(self.root);
            if let Some(point) = MeasuredRung::of(Rung::Memory, &samples) {
                self.ladder.curve.push(MemoryPoint {
                    bytes: bytes as u64,
                    lowest_ns: point.lowest_ns,
                    median_ns: point.median_ns,
                });
                points.push((bytes as u64, samples, disturbed));
            }
        }
        let curve: Vec<fiord_ladder::SizedLoad> = self
            .ladder
            .curve
            .iter()
            .map(|point| fiord_ladder::SizedLoad {
                bytes: point.bytes,
                ns: point.lowest_ns,
            })
            .collect();
        let level = |level: fiord_ladder::Plateau| LoadLevel {
            from_bytes: level.from_bytes,
            to_bytes: level.to_bytes,
            ns: level.ns,
            rung: None,
        };
        self.ladder.levels = fiord_ladder::plateaus(&curve).into_iter().map(level).collect();
        self.ladder.name_levels();
        for level in self.ladder.levels.clone() {
            let middle = (level.from_bytes as f64 * level.to_bytes as f64).sqrt();
            let distance = |bytes: u64| (bytes as f64 / middle).ln().abs();
            let nearest = points
                .iter()
                .min_by(|one, other| distance(one.0).total_cmp(&distance(other.0)));
            if let (Some(rung), Some((_, samples, disturbed))) = (level.rung, nearest) {
                self.add(rung, samples, disturbed.clone());
            }
        }
        let bytes = self.ladder.memory_bytes() as usize;
        for (rung, order) in [
            (Rung::Memory, ChaseOrder::Random),
            (Rung::MemoryLocal, ChaseOrder::PageLocal),
            (Rung::MemorySequential, ChaseOrder::Sequential),
        ] {
            arena.link(bytes, order);
            self.watched(rung, || Ok(Some(arena.samples(bytes, POINT_SAMPLES, POINT_NS))));
        }
    }
}

/// Sizes of the curve, whole lines, up to the largest.
fn sizes(largest: usize) -> Vec<usize> {
    let mut sizes = Vec::new();
    let mut quarters = 0_u32;
    loop {
        let bytes = CURVE_BYTES.0 as f64 * 2_f64.powf(f64::from(quarters) / 4.0);
        let bytes = bytes as usize / fiord_ladder::LINE_BYTES * fiord_ladder::LINE_BYTES;
        if bytes > largest {
            return sizes;
        }
        sizes.push(bytes);
        quarters += if bytes < FINE_BYTES { 1 } else { 2 };
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_whole_lines_four_to_the_octave() {
        let sizes = sizes(1 << 30);
        assert_eq!(sizes.len(), 14 * 4 + 1 + 8);
        assert_eq!(
            (sizes[0], sizes[4], sizes[sizes.len() - 1]),
            (4096, 8192, 1 << 30)
        );
        assert!(sizes.contains(&(256 << 20)) && sizes.is_sorted());
        assert!(sizes.iter().all(|bytes| bytes % 64 == 0));
    }
}
