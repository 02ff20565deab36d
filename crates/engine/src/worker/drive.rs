//! The worker loop: from the first stamp to the last completion.
//!
//! ```text
//! Setup --(barrier)--> Ramp --(first stamp after ramp_time)--> Measure --(limit | stop | error)--> Drain --> Done
//!         drive()             on_event(): switch_recorder()            ending = true               collect() finish()
//! ```
//!
//! `drive` takes all memory, passes the barrier and runs one of two loops, each compiled once per engine:
//!
//! * [`Worker::run_in_place`]: engines whose I/O is done when `queue` returns. One buffer, no slots, two stamps per I/O.
//! * [`Worker::run_queued`]: fill the queue ([`Worker::fill`]), collect what finished ([`Worker::collect`]), again. One stamp
//!   before and one after each submission, one after each collection: a batch's stamps make a latency larger by the
//!   handling of its neighbours, never smaller.
//!
//! `PLAIN` compiles a second version of each without what few jobs ask for: pace, syncs, logs, limits per I/O.
//!
//! Between the barriers nothing here allocates, locks, prints or calls through a pointer. Whatever happens rarely (errors,
//! short transfers, waiting) is out of line in [`rare`]; set-up, passes, events by time and the end are in [`phases`].

mod phases;
mod rare;
mod syncs;

use std::sync::atomic::{AtomicU8, Ordering};

use crate::buffers::SlotBuffers;
use crate::clock::{Clock, monotonic_ns};
use crate::content::Content;
use crate::engine::{Capabilities, Engine, Wait};
use crate::live::LiveCell;
use crate::logger::Logger;
use crate::pace::Pacer;
use crate::pattern::Pattern;
use crate::recorder::Recorder;
use crate::slots::Slots;
use crate::stop;
use crate::{Completion, Io, Op, Queued, Request, WorkerPlan};

use self::phases::Timeline;
use self::rare::RawNote;
use self::syncs::SyncRules;
use super::{WorkerError, WorkerOutcome, WorkerSetup};

/// I/Os handed to a device at once while the queue is filled, unless `iodepth_batch_submit` says otherwise. One at a time
/// costs a system call each; all at once lets the device idle while they are prepared.
///
/// FIO-DIFF(submit-groups): fio submits one at a time by default. The depth map is counted as if we did too.
const TOGETHER: u32 = 4;

/// As [`TOGETHER`], where I/Os are done when the submit call returns (page cache, devices in memory): no device idles.
const TOGETHER_AT_ONCE: u32 = 16;

/// How the queue is filled and emptied, from `iodepth*`.
#[derive(Debug, Clone, Copy)]
struct Batches {
    /// Most I/Os per submit call, now.
    submit: u32,
    /// The bounds of `submit`.
    submit_range: (u32, u32),
    /// `iodepth_batch_submit` was given: the depth map counts a batch at the depth it reached.
    submit_given: bool,
    /// `iodepth_batch_complete_min`
    min: u32,
    /// `iodepth_batch_complete_max`, or everything there is.
    max: u32,
    /// A full queue is emptied to this before it is filled again.
    low: u32,
}

/// Everything a running worker has. Built before the barrier.
struct Worker<'a, E, C> {
    plan: &'a WorkerPlan,
    stop: &'a AtomicU8,
    live: &'a LiveCell,
    clock: C,
    engine: E,
    capabilities: Capabilities,
    pattern: Pattern,
    pacer: Pacer,
    content: Content,
    buffers: SlotBuffers,
    slots: Slots,
    recorder: Recorder,
    logger: Option<Box<Logger>>,
    /// The recorder of the time after ramp, until it begins; then that of ramp, which nobody reads.
    other_recorder: Option<Recorder>,
    timeline: Timeline,
    syncs: SyncRules,
    batches: Batches,
    /// Stamps before an I/O are wanted: some latency is recorded.
    stamps: bool,
    /// Nothing more is issued.
    ending: bool,
    /// Which pass over the data this is (`loops`, `time_based`).
    pass: u32,
    /// I/Os left in this pass by `number_ios`.
    ios_left: u64,
    issued: u64,
    issued_before_pass: u64,
    /// Taken from the pattern but not yet issued: it was not due, or the engine was busy.
    put_back: Option<Io>,
    /// It was admitted by the pace already, with this intended start.
    admitted_ns: Option<u64>,
    /// When that one is due; 0 when it waits for something else than time.
    due_at_ns: u64,
    /// Taken from the pattern; a sync comes first.
    after_sync: Option<Io>,
    /// Slots whose transfer was short: the remainder is queued first.
    requeue: Vec<u32>,
    /// Slots queued and not yet taken by a submit call, in order.
    group: Vec<u32>,
    completions: Box<[Completion]>,
    error: Option<WorkerError>,
    notes: Vec<RawNote>,
}

/// Runs one worker with its engine and clock to the end.
///
/// Not inlined: the caller has a branch per engine, and a stack with room for all of them costs memory in every thread.
#[inline(never)]
pub(super) fn drive<E: Engine, C: Clock>(
    engine: E,
    clock: C,
    buffers: SlotBuffers,
    setup: WorkerSetup<'_>,
) -> WorkerOutcome {
    let mut worker = Worker::prepare(engine, clock, buffers, &setup);
    if !(setup.start)() {
        return WorkerOutcome::default();
    }
    let started_mono_ns = monotonic_ns();
    worker.begin();
    match (E::IN_PLACE, worker.is_plain()) {
        (true, true) => worker.run_in_place::<true>(),
        (true, false) => worker.run_in_place::<false>(),
        (false, true) => worker.run_queued::<true>(),
        (false, false) => worker.run_queued::<false>(),
    }
    worker.finish(started_mono_ns)
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// One I/O after the other, done when `queue` returns.
    ///
    /// FIO-DIFF(null-latency): an engine that moves no data has no latency of its own, so one stamp serves as the end of an
    /// I/O and the start of the next. What `null` shows is the whole cost of generating an I/O.
    fn run_in_place<const PLAIN: bool>(&mut self) {
        let mut last_ns = self.timeline.origin_ns;
        loop {
            let Some(io) = self.next_io::<PLAIN>() else {
                if self.next_pass() {
                    continue;
                }
                return;
            };
            let mut intended_ns = 0;
            if !PLAIN && self.pacer.is_active() {
                match self.wait_until_due(&io) {
                    Some(intended) => intended_ns = intended,
                    None => continue,
                }
            }
            if io.op == Op::Write {
                self.fill_buffer(0, &io);
            }
            let request = Request {
                io,
                slot: 0,
                buffer: self.buffers.slot(0),
            };
            let start_ns = if PLAIN && !E::MOVES_DATA {
                last_ns
            } else if self.stamps {
                self.clock.now_ns()
            } else {
                0
            };
            let queued = self.engine.queue(&request);
            let now_ns = self.stamp_end();
            last_ns = now_ns;
            if now_ns >= self.timeline.next_event_ns {
                self.on_event(now_ns);
            }
            self.issued += 1;
            match (queued, io.op.ddir()) {
                (Queued::Done(result), Some(ddir)) if result as u32 == io.len => {
                    self.recorder
                        .in_place(ddir, now_ns.saturating_sub(start_ns), u64::from(io.len));
                    if !PLAIN {
                        self.after_io(&io, start_ns, start_ns, intended_ns, now_ns);
                    }
                }
                _ => self.finish_in_place(queued, request, start_ns, intended_ns, now_ns),
            }
            self.look_at_stop();
        }
    }

    /// Many I/Os in flight: fill, collect, until nothing is left to issue and nothing in flight.
    fn run_queued<const PLAIN: bool>(&mut self) {
        loop {
            let dry = self.fill::<PLAIN>();
            if self.slots.held() == 0 {
                if dry && !self.next_pass() {
                    return;
                }
                if !dry {
                    self.sleep_until_due();
                }
                continue;
            }
            let full = !self.slots.any_free() || self.put_back.is_some();
            loop {
                self.collect::<PLAIN>(full || dry);
                if !full || self.slots.held() <= self.batches.low || !self.requeue.is_empty() {
                    break;
                }
            }
        }
    }

    /// Queues I/Os until no slot is free, the next one is not due, or this pass has no more (`true`).
    fn fill<const PLAIN: bool>(&mut self) -> bool {
        let mut group_start_ns = 0;
        let dry = loop {
            if !self.slots.any_free() && self.requeue.is_empty() {
                break false;
            }
            if self.group.is_empty() && self.stamps {
                group_start_ns = self.clock.now_ns();
            }
            let Some(slot) = self.next_slot::<PLAIN>(group_start_ns) else {
                break self.put_back.is_none() || self.ending;
            };
            let held = self.slots.get(slot);
            let offset_in_buffer = held.moved as usize;
            let io = held.io;
            // SAFETY: moved is below the length of the I/O, which fits in the slot's buffer.
            let buffer = unsafe { self.buffers.slot(slot).add(offset_in_buffer) };
            match self.engine.queue(&Request { io, slot, buffer }) {
                Queued::Pending => {
                    self.issued += 1;
                    self.group.push(slot);
                    if !self.batches.submit_given {
                        self.recorder.depth(self.slots.held(), 1);
                    }
                    if self.group.len() as u32 >= self.batches.submit {
                        self.submit();
                    }
                }
                Queued::Done(result) => {
                    self.issued += 1;
                    self.finish_at_once::<PLAIN>(slot, result);
                }
                Queued::Busy => {
                    self.take_back(slot);
                    break false;
                }
            }
            if self.ending {
                break true;
            }
        };
        if !self.group.is_empty() {
            self.submit();
        }
        dry
    }

    /// A slot with the next I/O in it: a remainder, one that was put back, or a new one.
    #[inline(always)]
    fn next_slot<const PLAIN: bool>(&mut self, start_ns: u64) -> Option<u32> {
        if !self.requeue.is_empty() {
            return self.requeue.pop();
        }
        if self.ending {
            return None;
        }
        let io = match self.put_back.take() {
            Some(io) => io,
            None => self.next_io::<PLAIN>().or_else(|| self.next_pass_while_busy())?,
        };
        let mut intended_ns = 0;
        if !PLAIN {
            intended_ns = self.admit(&io)?;
        }
        let slot = self.slots.take(io, start_ns, intended_ns)?;
        if io.op == Op::Write {
            self.fill_buffer(slot, &io);
        }
        Some(slot)
    }

    /// Hands the group to the kernel and stamps what it took.
    #[inline(always)]
    fn submit(&mut self) {
        let taken = match self.engine.submit() {
            Ok(taken) => taken,
            Err(error) => return self.call_failed(error),
        };
        let now_ns = if self.stamps { self.clock.now_ns() } else { 0 };
        if self.batches.submit_given {
            self.recorder.depth(self.slots.held(), u64::from(taken));
        }
        self.recorder.submitted(taken);
        let (least, most) = self.batches.submit_range;
        if least < most {
            self.batches.submit = if self.engine.all_done() {
                (self.batches.submit * 2).min(most)
            } else {
                least
            };
        }
        if taken as usize == self.group.len() {
            for slot in &self.group {
                self.slots.get_mut(*slot).issue_ns = now_ns;
            }
            self.group.clear();
        } else {
            self.submit_in_part(taken, now_ns);
        }
    }

    /// Takes what finished; waits for something if `must` (or as `iodepth_batch_complete_min` says).
    #[inline(always)]
    fn collect<const PLAIN: bool>(&mut self, must: bool) {
        let in_kernel = self.slots.held() - (self.group.len() + self.requeue.len()) as u32;
        let wait = match self.batches.min {
            _ if in_kernel == 0 => Wait::Poll,
            // At the end nothing is due any more: only what is in flight is waited for.
            _ if !PLAIN && self.put_back.is_some() && self.due_at_ns > 0 && !self.ending => {
                self.wait_for_due()
            }
            0 if !must => Wait::Poll,
            min => Wait::AtLeast(min.clamp(1, in_kernel)),
        };
        let reaped = match self
            .engine
            .reap(wait, &mut self.completions[..self.batches.max as usize])
        {
            Ok(reaped) => reaped,
            Err(error) => return self.abandon(error),
        };
        let now_ns = self.stamp_end();
        if now_ns >= self.timeline.next_event_ns {
            self.on_event(now_ns);
        }
        self.look_at_stop();
        self.recorder.reaped(reaped);
        for index in 0..reaped as usize {
            let completion = self.completions[index];
            self.complete::<PLAIN>(completion, now_ns);
        }
        if !self.group.is_empty() {
            self.submit();
        }
    }

    /// Counts one finished I/O and frees its slot.
    #[inline(always)]
    fn complete<const PLAIN: bool>(&mut self, completion: Completion, now_ns: u64) {
        let slot = self.slots.get(completion.slot);
        let io = slot.io;
        match io.op.ddir() {
            Some(ddir) if completion.result as u32 == io.len && slot.moved == 0 => {
                let (start_ns, issue_ns, intended_ns) = (slot.start_ns, slot.issue_ns, slot.intended_ns);
                self.recorder
                    .queued(ddir, start_ns, issue_ns, now_ns, u64::from(io.len));
                if !PLAIN {
                    self.after_io(&io, start_ns, issue_ns, intended_ns, now_ns);
                }
                self.slots.give_back(completion.slot);
            }
            _ => self.finish_unusual(completion, now_ns),
        }
    }

    /// The stamp that ends a latency.
    #[inline(always)]
    fn stamp_end(&self) -> u64 {
        if E::MOVES_DATA {
            self.clock.after_ns()
        } else {
            self.clock.now_ns()
        }
    }

    /// Whether others want this worker to end: one relaxed load.
    #[inline(always)]
    fn look_at_stop(&mut self) {
        if self.stop.load(Ordering::Relaxed) != stop::RUN {
            self.ending = true;
        }
    }

    /// The next I/O of this pass.
    #[inline(always)]
    fn next_io<const PLAIN: bool>(&mut self) -> Option<Io> {
        if self.ending {
            return None;
        }
        if PLAIN {
            self.pattern.next()
        } else {
            self.next_io_by_rules()
        }
    }

    /// New content for a write.
    #[inline(always)]
    fn fill_buffer(&mut self, slot: u32, io: &Io) {
        let buffer = self.buffers.slot_mut(slot);
        if let Some(part) = buffer.get_mut(..io.len as usize) {
            self.content.fill(part, io);
        }
    }
}
