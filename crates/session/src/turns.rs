//! Turns: the sides of one run use the disk in short slices, so that other load on the machine affects all alike. A side is some of the
//! jobs, or all of them with other settings of the machine.
//!
//! A round (of two sides: a pair) is one turn of each side, in an order that is drawn. All workers are prepared before the first turn (files open, buffers
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

/// The sides that take turns, how long a turn lasts, and the results so far.
pub struct Turns {
    /// How long a turn lasts.
    slice: Duration,
    /// The largest number of rounds.
    rounds: usize,
    /// Draws the order within each round.
    seed: u64,
    sides: TurnSides,
    /// Asked after each round: whether no more are needed.
    is_settled: IsSettled,
    made: Mutex<Vec<Vec<TurnResult>>>,
    is_over: AtomicBool,
}

/// What takes turns.
pub enum TurnSides {
    /// The jobs with which the sides begin, in their order: each side has those from there to the next.
    Jobs(Vec<usize>),
    /// All jobs, with this number of settings of the machine.
    Settings(usize, AroundTurn),
}

/// Puts the settings of a side in place, calls the turn, and puts them back, however the turn ends. False: no further turn begins.
pub type AroundTurn = Box<dyn Fn(usize, &mut dyn FnMut() -> bool) -> bool + Send + Sync>;

impl TurnSides {
    fn count(&self) -> usize {
        match self {
            Self::Jobs(starts) => starts.len(),
            Self::Settings(count, _) => *count,
        }
    }

    fn has(&self, side: usize, job: usize) -> bool {
        match self {
            Self::Jobs(starts) => starts.partition_point(|start| *start <= job) == side + 1,
            Self::Settings(..) => true,
        }
    }

    fn around(&self, side: usize, turn: &mut dyn FnMut() -> bool) -> bool {
        match self {
            Self::Jobs(_) => turn(),
            Self::Settings(_, around) => around(side, turn),
        }
    }
}

/// Whether no more rounds are needed.
type IsSettled = Box<dyn Fn(&[Vec<TurnResult>]) -> bool + Send + Sync>;

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
    pub fn new(
        sides: TurnSides,
        (slice, rounds): (Duration, usize),
        seed: u64,
        is_settled: impl Fn(&[Vec<TurnResult>]) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            slice,
            rounds,
            seed,
            sides,
            is_settled: Box::new(is_settled),
            made: Mutex::default(),
            is_over: AtomicBool::new(false),
        }
    }

    /// The rounds that are complete, in their order: the result of each side.
    pub fn made(&self) -> Vec<Vec<TurnResult>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has the workers take turns until no more rounds are needed, the run is stopped, or a worker ends. Then it stops all workers.
    pub(crate) fn alternate(&self, workers: &[TurnWorker<'_>], board: &LiveBoard, stop: &StopFlag) {
        let _stops = StopsAll(workers);
        let goes_on = || !stop.is_requested() && !self.is_over.load(Ordering::Acquire);
        if !rest(workers.iter(), &vec![1; workers.len()], &goes_on) {
            return;
        }
        let count = self.sides.count();
        for round in 0..self.rounds {
            let mut made = vec![TurnResult::default(); count];
            for side in order(self.seed ^ round as u64, count) {
                let of_side = workers.iter().filter(|worker| self.sides.has(side, worker.job));
                let of_side: Vec<&TurnWorker<'_>> = of_side.collect();
                let ended: Vec<u32> = of_side.iter().map(|worker| worker.live.turns().0 + 1).collect();
                let mut turn = || {
                    let before = board.latencies();
                    of_side.iter().for_each(|worker| worker.stop.resume());
                    std::thread::sleep(self.slice);
                    of_side.iter().for_each(|worker| worker.stop.pause());
                    let is_complete = rest(of_side.iter().copied(), &ended, &goes_on);
                    if is_complete {
                        made[side] = TurnResult {
                            rates: rates(&of_side),
                            latencies: board.latencies().since(&before),
                        };
                    }
                    is_complete
                };
                if !goes_on() || !self.sides.around(side, &mut turn) {
                    return;
                }
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

/// The sides in an order that is drawn.
fn order(seed: u64, count: usize) -> Vec<usize> {
    let mut sides: Vec<usize> = (0..count).collect();
    sides.sort_by_cached_key(|side| mix64(mix64(seed) ^ *side as u64));
    sides
}

/// Waits until each worker has ended its number of turns. False: a worker has ended for good, or the run was stopped.
fn rest<'a, 'b: 'a>(
    workers: impl Iterator<Item = &'a TurnWorker<'b>>,
    turns: &[u32],
    goes_on: &dyn Fn() -> bool,
) -> bool {
    for (worker, turns) in workers.zip(turns) {
        while worker.live.turns().0 < *turns {
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
