//! The simulated device as the worker loop sees it: an engine and a clock that share a worker.

use crate::data::clock::Clock;
use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use crate::sim::{SimWorker, World};
use fiord_job::plan::OpenSync;
use fiord_workload::io::Io;
use fiord_workload::plan::WorkerPlan;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;

/// How far time goes on when a worker only looks whether something has finished, in nanoseconds.
const GLANCE_NS: u64 = 100;

/// Virtual time.
#[derive(Debug, Clone)]
pub struct SimClock {
    worker: Rc<SimWorker>,
}

/// Simulated I/O.
#[derive(Debug)]
pub struct SimEngine {
    worker: Rc<SimWorker>,
    /// Device of each target.
    devices: Box<[usize]>,
    pending: Vec<(u32, Io)>,
    /// In flight: end, order of arrival, slot, result.
    flight: BinaryHeap<Reverse<(u64, u64, u32, i32)>>,
    arrivals: u64,
    /// I/Os whose end is not known yet.
    later: u32,
    /// When a device has something to tell.
    next_event_ns: u64,
    /// Writes must outlive a power failure.
    durable: bool,
    depth: u32,
}

/// Engine and clock of a worker in `world`. To be called in the worker's thread, before the start barrier.
pub fn join(world: &Arc<World>, plan: &WorkerPlan) -> (SimEngine, SimClock) {
    let start_ns = fiord_workload::seed::start_delay_ns(&plan.job, plan.number);
    let worker = Rc::new(world.join(plan.number, start_ns));
    let depth = plan.job.depth.iodepth.max(1);
    let devices = plan
        .targets
        .iter()
        .map(|target| world.device(&target.path, plan.number, &plan.job.engine.sim))
        .collect();
    let engine = SimEngine {
        worker: Rc::clone(&worker),
        devices,
        pending: Vec::with_capacity(depth as usize),
        flight: BinaryHeap::with_capacity(depth as usize),
        arrivals: 0,
        later: 0,
        next_event_ns: u64::MAX,
        durable: plan.job.durability.open_sync != OpenSync::None,
        depth,
    };
    (engine, SimClock { worker })
}

impl Clock for SimClock {
    const SPIN_NS: u64 = 0;

    fn now_ns(&self) -> u64 {
        self.worker.now_ns()
    }

    fn spin_until(&self, until_ns: u64) {
        self.worker.wait_until(until_ns);
    }

    fn sleep_ns(&self, ns: u64) {
        self.worker.wait_until(self.worker.now_ns().saturating_add(ns));
    }
}

impl SimEngine {
    /// Asks the devices about I/Os whose end was not known.
    fn learn(&mut self) {
        self.next_event_ns = u64::MAX;
        if self.later == 0 {
            return;
        }
        let (flight, arrivals, later) = (&mut self.flight, &mut self.arrivals, &mut self.later);
        let next_ns = self.worker.finished(|slot, fate| {
            *arrivals += 1;
            *later -= 1;
            flight.push(Reverse((fate.done_ns, *arrivals, slot, fate.result)));
        });
        if *later > 0 {
            self.next_event_ns = next_ns.unwrap_or(u64::MAX);
        }
    }

    /// Waits until `count` I/Os have ended, or all there are.
    fn await_ends(&mut self, count: u32) {
        loop {
            // What ends later than the devices' next word could still be overtaken.
            let enough = self.flight.len() + self.later as usize;
            let needed = count.min(enough as u32);
            let known_ns = (self.flight.len() >= needed.max(1) as usize)
                .then(|| self.end_of(needed))
                .flatten();
            let until_ns = known_ns.unwrap_or(u64::MAX).min(self.next_event_ns);
            if until_ns == u64::MAX || needed == 0 {
                return;
            }
            if until_ns > self.worker.now_ns() {
                self.worker.wait_until(until_ns);
            }
            if known_ns.is_some_and(|end_ns| end_ns <= self.worker.now_ns()) {
                return;
            }
            self.learn();
        }
    }

    /// The end of the `count`-th completion from now, or of the last there is.
    fn end_of(&self, count: u32) -> Option<u64> {
        if count <= 1 {
            return self.flight.peek().map(|Reverse((end_ns, ..))| *end_ns);
        }
        // Rare (iodepth_batch_complete_min > 1): the n-th smallest by counting, without memory.
        let later = |end_ns: u64| {
            self.flight
                .iter()
                .filter(|Reverse(other)| other.0 <= end_ns)
                .count()
        };
        let enough = (count as usize).min(self.flight.len());
        self.flight
            .iter()
            .map(|Reverse(one)| one.0)
            .filter(|end_ns| later(*end_ns) >= enough)
            .min()
    }
}

impl Engine for SimEngine {
    const IN_PLACE: bool = false;

    fn queue(&mut self, request: &Request) -> Queued {
        if self.pending.len() + self.flight.len() >= self.depth as usize {
            return Queued::Busy;
        }
        self.pending.push((request.slot, request.io));
        Queued::Pending
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        let taken = self.pending.len() as u32;
        let devices = &self.devices;
        let ios = self.pending.iter().map(|(slot, io)| {
            let device = devices.get(io.file as usize).copied().unwrap_or(usize::MAX);
            (device, *slot, *io)
        });
        let (flight, arrivals, later) = (&mut self.flight, &mut self.arrivals, &mut self.later);
        self.worker.send(ios, self.durable, |slot, fate| {
            *arrivals += 1;
            match fate {
                Some(fate) => flight.push(Reverse((fate.done_ns, *arrivals, slot, fate.result))),
                None => *later += 1,
            }
        });
        self.pending.clear();
        Ok(taken)
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        self.learn();
        let now_ns = self.worker.now_ns();
        let first_ns = self.end_of(1).unwrap_or(u64::MAX).min(self.next_event_ns);
        match wait {
            Wait::Poll if first_ns > now_ns => self.worker.wait_until(first_ns.min(now_ns + GLANCE_NS)),
            Wait::ForNs(ns) if first_ns > now_ns => {
                self.worker.wait_until(first_ns.min(now_ns.saturating_add(ns)));
            }
            Wait::AtLeast(count) => self.await_ends(count.min(out.len() as u32)),
            Wait::Poll | Wait::ForNs(_) => {}
        }
        self.learn();
        let now_ns = self.worker.now_ns();
        let mut count = 0;
        while let Some(place) = out.get_mut(count)
            && let Some(Reverse((end_ns, _, slot, result))) = self.flight.peek().copied()
            && end_ns <= now_ns
        {
            self.flight.pop();
            *place = Completion { slot, result };
            count += 1;
        }
        Ok(count as u32)
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn capabilities(&self) -> Capabilities {
        // Grouping would only delay arrivals; all of a fill arrive at one moment anyway.
        Capabilities {
            groups: true,
            counts_batches: true,
        }
    }
}
