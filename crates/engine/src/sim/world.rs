//! Virtual time, shared by the workers of a run: who may act, and when.
//!
//! One worker acts at a time. When it waits, the turn goes to the one whose wait ends first, equal times in the order of
//! worker numbers, and time jumps to that end. So time advances only when all of them wait, arrivals at the devices come in the
//! order of time, and the same jobs give the same run whatever the machine does. Workers are threads, each with a
//! [`SimWorker`] taken before the start; this is not the speed path.

use crate::sim::device::{Fate, Sender, SimDevice};
use fiord_job::plan::SimPlan;
use fiord_stats::simulated::SimulatedDrive;
use fiord_workload::io::Io;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// How often a waiting worker looks for its turn before it sleeps: a turn is often only a microsecond away, a wake-up ten.
const GLANCES: u32 = 300;

/// The simulated world of one run: its time and its devices.
#[derive(Debug)]
pub struct World {
    state: Mutex<WorldState>,
    /// Who was called last: what waiting workers look at without the lock. The truth is in `state`.
    called: AtomicUsize,
    /// Processors; with more workers than that, looking would only keep the one whose turn it is from running.
    processors: usize,
}

#[derive(Debug, Default)]
struct WorldState {
    now_ns: u64,
    devices: Vec<NamedDevice>,
    /// Those who wait: end of the wait, worker number, seat.
    waiting: BinaryHeap<Reverse<(u64, u32, usize)>>,
    acting: Option<usize>,
    seats: Vec<SeatState>,
}

#[derive(Debug)]
struct NamedDevice {
    path: PathBuf,
    /// Number of the worker whose plan it has.
    described_by: u32,
    plan: SimPlan,
    device: SimDevice,
}

#[derive(Debug)]
struct SeatState {
    gone: bool,
    asleep: bool,
    called: Arc<Condvar>,
}

impl World {
    /// A world at time 0 without devices.
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::default(),
            called: AtomicUsize::new(usize::MAX),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
        })
    }

    fn lock(&self) -> MutexGuard<'_, WorldState> {
        // Nothing in here panics while it holds the lock, so what it guards is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes part as worker `number`. To be called before any worker of the same phase acts; from then on time stands still
    /// until this worker waits, or drops its seat. Its first turn comes at `start_ns` (`startdelay`) at the earliest.
    pub fn join(self: &Arc<Self>, number: u32, start_ns: u64) -> SimWorker {
        let called = Arc::new(Condvar::new());
        let mut state = self.lock();
        let index = state.seats.len();
        let first_ns = state.now_ns.max(start_ns);
        state.seats.push(SeatState {
            gone: false,
            asleep: false,
            called: Arc::clone(&called),
        });
        // One entry per seat is all there ever is, so waiting allocates nothing later.
        let seats = state.seats.len();
        let held = state.waiting.len();
        state.waiting.reserve(seats - held.min(seats));
        state.waiting.push(Reverse((first_ns, number, index)));
        drop(state);
        SimWorker {
            world: Arc::clone(self),
            number,
            index,
            called,
            acting: Cell::new(false),
            now_ns: Cell::new(0),
        }
    }

    /// The device named `path`, as the first worker by number describes it that names it. To be called before any worker of
    /// the same phase acts.
    pub fn device(&self, path: &Path, number: u32, plan: &SimPlan) -> usize {
        let mut state = self.lock();
        let known = state.devices.iter().position(|known| known.path == path);
        let index = known.unwrap_or(state.devices.len());
        match state.devices.get_mut(index) {
            None => state.devices.push(NamedDevice {
                path: path.to_owned(),
                described_by: number,
                plan: plan.clone(),
                device: SimDevice::new(plan),
            }),
            // Threads come in any order. Nothing has reached the device yet: workers of later phases have higher numbers.
            Some(known) if number < known.described_by => {
                known.described_by = number;
                if known.plan != *plan {
                    known.plan = plan.clone();
                    known.device = SimDevice::new(plan);
                }
            }
            Some(_) => {}
        }
        index
    }

    /// What the simulated drives counted, with their names, in the order of the workers that describe them.
    pub fn drives(&self) -> Vec<(PathBuf, SimulatedDrive)> {
        let state = self.lock();
        let mut known: Vec<&NamedDevice> = state.devices.iter().collect();
        known.sort_by_key(|known| (known.described_by, &known.path));
        let counted = known
            .into_iter()
            .filter_map(|known| Some((known.path.clone(), known.device.counters()?)));
        counted.collect()
    }
}

impl WorldState {
    /// Calls the next one, if nobody acts.
    fn pass_on(&mut self, called: &AtomicUsize) {
        self.pass_over_the_gone();
        if let (None, Some(Reverse((_, _, index)))) = (self.acting, self.waiting.peek().copied()) {
            called.store(index, Ordering::Release);
            if self.seats[index].asleep {
                self.seats[index].called.notify_one();
            }
        }
    }

    /// Lets seat `index` act if it is its turn.
    fn take_turn(&mut self, index: usize) -> bool {
        self.pass_over_the_gone();
        match self.waiting.peek() {
            Some(Reverse((until_ns, _, next))) if *next == index && self.acting.is_none() => {
                self.now_ns = self.now_ns.max(*until_ns);
                self.acting = Some(index);
                self.waiting.pop();
                true
            }
            _ => false,
        }
    }

    fn pass_over_the_gone(&mut self) {
        while let Some(Reverse((_, _, index))) = self.waiting.peek()
            && self.seats[*index].gone
        {
            self.waiting.pop();
        }
    }
}

/// A worker's part in the world. Stays with its thread; dropping it leaves the world.
#[derive(Debug)]
pub struct SimWorker {
    world: Arc<World>,
    number: u32,
    index: usize,
    called: Arc<Condvar>,
    acting: Cell<bool>,
    now_ns: Cell<u64>,
}

impl SimWorker {
    /// Now, in nanoseconds of virtual time. The first call waits for the worker's first turn.
    #[inline]
    pub fn now_ns(&self) -> u64 {
        if !self.acting.get() {
            self.await_turn(self.world.lock());
        }
        self.now_ns.get()
    }

    /// Waits until `until_ns`, which may be now: others whose time has come act first.
    pub fn wait_until(&self, until_ns: u64) {
        let now_ns = self.now_ns();
        let mut state = self.world.lock();
        state.acting = None;
        state
            .waiting
            .push(Reverse((until_ns.max(now_ns), self.number, self.index)));
        self.await_turn(state);
    }

    /// Sends I/Os with their slots to devices, in order; each comes back with its fate, or with none if that is known later.
    pub fn send(
        &self,
        ios: impl Iterator<Item = (usize, u32, Io)>,
        durable: bool,
        mut told: impl FnMut(u32, Option<Fate>),
    ) {
        let now_ns = self.now_ns();
        let mut state = self.world.lock();
        for (device, slot, io) in ios {
            let sender = Sender {
                seat: self.index,
                slot,
                durable,
            };
            let fate = match state.devices.get_mut(device) {
                Some(known) => known.device.arrive(now_ns, &io, sender),
                None => Some(Fate {
                    done_ns: now_ns,
                    result: -libc::ENODEV,
                }),
            };
            told(slot, fate);
        }
    }

    /// Takes what devices have finished since for this seat; when one of them has something to tell next.
    pub fn finished(&self, mut told: impl FnMut(u32, Fate)) -> Option<u64> {
        let now_ns = self.now_ns();
        let mut state = self.world.lock();
        let index = self.index;
        state
            .devices
            .iter_mut()
            .filter_map(|known| {
                known.device.finished(now_ns, index, &mut told);
                known.device.next_event_ns()
            })
            .min()
    }

    fn await_turn<'a>(&'a self, mut state: MutexGuard<'a, WorldState>) {
        let mut looked = state.seats.len() > self.world.processors;
        while !state.take_turn(self.index) {
            state.pass_on(&self.world.called);
            if !looked {
                looked = true;
                drop(state);
                self.look();
                state = self.world.lock();
                continue;
            }
            state.seats[self.index].asleep = true;
            state = self.called.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.seats[self.index].asleep = false;
        }
        self.acting.set(true);
        self.now_ns.set(state.now_ns);
    }

    /// Waits a moment for being called, without the lock.
    fn look(&self) {
        for _ in 0..GLANCES {
            if self.world.called.load(Ordering::Acquire) == self.index {
                return;
            }
            std::hint::spin_loop();
        }
    }
}

impl Drop for SimWorker {
    fn drop(&mut self) {
        let mut state = self.world.lock();
        if let Some(place) = state.seats.get_mut(self.index) {
            place.gone = true;
        }
        if state.acting == Some(self.index) {
            state.acting = None;
        }
        state.pass_on(&self.world.called);
    }
}
