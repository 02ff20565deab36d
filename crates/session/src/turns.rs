//! Turns: two sides of one run use the disk in short slices, so that other load on the machine affects both alike.
//!
//! A pair is one turn of each side, in an order that is drawn. All workers are prepared before the first turn (files open, buffers
//! filled, first I/Os done); between its turns a worker has nothing in flight.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fiord_engine::live::{LiveBoard, LiveCell};
use fiord_job::plan::Ddir;
use fiord_stats::Coarse;
use fiord_targets::stop::{StopFlag, WorkerStop};
use fiord_workload::rng::mix64;

/// Pause between two looks at workers that drain: at most this much time is lost between two turns.
const LOOKS: Duration = Duration::from_micros(200);

/// The two sides that take turns, how long a turn lasts, and the results so far.
pub struct Turns {
    /// How long a turn lasts.
    slice: Duration,
    /// The largest number of pairs.
    pairs: usize,
    /// Draws the order within each pair.
    seed: u64,
    /// The index of the first job of the second side.
    second: usize,
    /// Asked after each pair: whether no more are needed.
    is_settled: IsSettled,
    made: Mutex<Vec<[TurnResult; 2]>>,
    is_over: AtomicBool,
}

/// Whether no more pairs are needed.
type IsSettled = Box<dyn Fn(&[[TurnResult; 2]]) -> bool + Send + Sync>;

/// The result of one turn of one side.
#[derive(Debug, Clone, Default)]
pub struct TurnResult {
    /// The rates of each job of the side that moved data, by direction.
    pub rates: Vec<TurnRate>,
    /// Latencies of all I/Os of the turn.
    pub latencies: Coarse,
}

/// The rate of one job and direction in a turn: the sum of its workers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurnRate {
    /// Index in the plan.
    pub job: usize,
    pub ddir: Ddir,
    pub iops: f64,
    pub bytes_per_s: f64,
}

/// A worker as the turns see it.
pub(crate) struct TurnWorker<'a> {
    pub(crate) job: usize,
    pub(crate) stop: Arc<WorkerStop>,
    pub(crate) live: &'a LiveCell,
}

impl Turns {
    /// Turns of the jobs before `second` and of those from there on.
    pub fn new(
        second: usize,
        (slice, pairs): (Duration, usize),
        seed: u64,
        is_settled: impl Fn(&[[TurnResult; 2]]) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            slice,
            pairs,
            seed,
            second,
            is_settled: Box::new(is_settled),
            made: Mutex::default(),
            is_over: AtomicBool::new(false),
        }
    }

    /// The pairs that are complete, in their order.
    pub fn made(&self) -> Vec<[TurnResult; 2]> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has the workers take turns until no more pairs are needed, the run is stopped, or a worker ends. Then it stops all workers.
    pub(crate) fn conduct(&self, workers: &[TurnWorker<'_>], board: &LiveBoard, stop: &StopFlag) {
        let sides = [0, 1].map(|side| -> Vec<&TurnWorker<'_>> {
            let of_side = |worker: &&TurnWorker<'_>| usize::from(worker.job >= self.second) == side;
            workers.iter().filter(of_side).collect()
        });
        let _stops = StopsAll(workers);
        let goes_on = || !stop.is_requested() && !self.is_over.load(Ordering::Acquire);
        if !rest(workers.iter(), 1, &goes_on) {
            return;
        }
        // The first turn of each worker ends before the pairs begin.
        let mut turns = [1, 1];
        for pair in 0..self.pairs {
            let first = (mix64(self.seed ^ pair as u64) & 1) as usize;
            let mut made = [TurnResult::default(), TurnResult::default()];
            for side in [first, 1 - first] {
                turns[side] += 1;
                let before = board.latencies();
                sides[side].iter().for_each(|worker| worker.stop.resume());
                std::thread::sleep(self.slice);
                sides[side].iter().for_each(|worker| worker.stop.pause());
                if !rest(sides[side].iter().copied(), turns[side], &goes_on) {
                    return;
                }
                made[side] = TurnResult {
                    rates: rates(&sides[side]),
                    latencies: board.latencies().since(&before),
                };
            }
            let mut all = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            all.push(made);
            if (self.is_settled)(&all) {
                return;
            }
        }
    }

    /// A worker has ended or never runs: no further turn begins, and all workers stop.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }
}

/// Stops all workers when it is dropped, also by a panic: none rests for ever.
struct StopsAll<'a, 'b>(&'a [TurnWorker<'b>]);

impl Drop for StopsAll<'_, '_> {
    fn drop(&mut self) {
        self.0.iter().for_each(|worker| worker.stop.request());
    }
}

/// Waits until each worker has ended `turns` turns. False: a worker has ended for good, or the run was stopped.
fn rest<'a, 'b: 'a>(
    workers: impl Iterator<Item = &'a TurnWorker<'b>>,
    turns: u32,
    goes_on: &dyn Fn() -> bool,
) -> bool {
    for worker in workers {
        while worker.live.turns().0 < turns {
            if !goes_on() {
                return false;
            }
            std::thread::sleep(LOOKS);
        }
    }
    true
}

/// The rates of a side's workers in their last turn, by job and direction.
fn rates(workers: &[&TurnWorker<'_>]) -> Vec<TurnRate> {
    let mut all: Vec<TurnRate> = Vec::new();
    for worker in workers {
        let (_, counts) = worker.live.turns();
        let seconds = counts.ns as f64 / 1e9;
        for ddir in Ddir::ALL {
            let (ios, bytes) = (counts.ios[ddir as usize], counts.bytes[ddir as usize]);
            if ios == 0 || seconds <= 0.0 {
                continue;
            }
            let one = TurnRate {
                job: worker.job,
                ddir,
                iops: ios as f64 / seconds,
                bytes_per_s: bytes as f64 / seconds,
            };
            match all
                .iter_mut()
                .find(|known| (known.job, known.ddir) == (one.job, ddir))
            {
                Some(known) => {
                    known.iops += one.iops;
                    known.bytes_per_s += one.bytes_per_s;
                }
                None => all.push(one),
            }
        }
    }
    all
}
