//! The worker loop: from the first stamp to the last completion.
//!
//! ```text
//! Setup --(barrier)--> Ramp --(first stamp after ramp_time)--> Measure --(limit | stop | error)--> Drain --> Done
//!         drive()             on_event(): end_ramp()                   ending = true               collect() finish()
//! ```
//!
//! `drive` takes all memory, passes the barrier and runs one of two loops, each compiled once per engine (the slow ones share a copy,
//! see [`crate::engines::pointed`]):
//!
//! * [`Worker::run_in_place`]: engines whose I/O is done when `queue` returns. One buffer, no slots, two stamps per I/O.
//! * [`Worker::run_queued`]: fill the queue ([`Worker::fill`]), collect what finished ([`Worker::collect`]), again. One stamp
//!   before and one after each submission, one after each collection: a batch's stamps make a latency larger by the
//!   handling of its neighbours, never smaller.
//!
//! `PLAIN` compiles a second version of each without what few jobs ask for: pace, syncs, logs, limits per I/O.
//!
//! Between the barriers nothing here allocates, locks or prints. Whatever happens rarely (errors,
//! short transfers, waiting) is out of line in [`super::rare`]; set-up, passes, events by time and the end are in [`super::phases`].

use std::sync::atomic::Ordering;

use fiord_messages::run_errors as messages;

use super::plain::is_plain;
use super::room::no_memory;
use super::setup::{WorkerOutcome, WorkerSetup};
use super::state::Worker;
use crate::data::buffers::SlotBuffers;
use crate::data::clock::Clock;
use crate::data::monotonic::monotonic_ns;
use crate::engines::engine::{Engine, Wait};
use crate::error::WorkerError;
use crate::io::{Completion, Queued, Request};
use fiord_targets::memory;
use fiord_targets::stop;
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;

/// Runs one worker with its engine and clock to the end.
pub(super) fn drive<E: Engine, C: Clock>(engine: E, clock: C, setup: &mut WorkerSetup<'_>) -> WorkerOutcome {
    let slots = if E::IN_PLACE { 1 } else { engine.depth().max(1) };
    match buffers(setup.plan, slots) {
        Ok(buffers) => drive_with(engine, clock, buffers, setup),
        Err(error) => WorkerOutcome::ended_by(error),
    }
}

/// Runs one worker whose engine knows its buffers.
///
/// Not inlined: the caller has a branch per engine, and a stack with room for all of them costs memory in every thread.
#[inline(never)]
pub(super) fn drive_with<E: Engine, C: Clock>(
    engine: E,
    clock: C,
    buffers: SlotBuffers,
    setup: &mut WorkerSetup<'_>,
) -> WorkerOutcome {
    let mut worker = match Worker::prepare(engine, clock, buffers, setup) {
        Ok(worker) => worker,
        Err(error) => return WorkerOutcome::ended_by(error),
    };
    if memory::is_short() {
        return WorkerOutcome::ended_by(no_memory(memory::no_memory()));
    }
    if !(setup.start)() {
        return WorkerOutcome::default();
    }
    let started_mono_ns = monotonic_ns();
    worker.begin();
    let watched = setup.live.stamps().is_some() || setup.live.tap().is_some_and(|tap| tap.io);
    let plain = is_plain(&setup.plan.job) && !watched;
    match (E::IN_PLACE, plain) {
        (true, true) => worker.run_in_place::<true>(),
        (true, false) => worker.run_in_place::<false>(),
        (false, true) => worker.run_queued::<true>(),
        (false, false) => worker.run_queued::<false>(),
    }
    worker.finish(started_mono_ns)
}

/// A buffer of the largest block for each I/O in flight.
pub(super) fn buffers(plan: &WorkerPlan, slots: u32) -> Result<SlotBuffers, WorkerError> {
    let slot_bytes = usize::try_from(plan.job.access.max_block_bytes().max(1)).unwrap_or(usize::MAX);
    SlotBuffers::map(&plan.job.buffers, slots as usize, slot_bytes).map_err(|source| {
        let (count, bytes) = (&slots, &slot_bytes);
        WorkerError::setup(
            |lang| messages::MemoryForBuffers { count, bytes }.text(lang),
            source,
        )
    })
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// One I/O after the other, done when `queue` returns.
    ///
    /// FIO-DIFF(null-latency): an engine that moves no data has no latency of its own, so one stamp serves as the end of an
    /// I/O and the start of the next. What `null` shows is the whole cost of generating an I/O.
    fn run_in_place<const PLAIN: bool>(&mut self) {
        let mut last_ns = self.timeline.origin_ns;
        loop {
            let Some(mut io) = self.next_io::<PLAIN>() else {
                if self.next_pass() {
                    continue;
                }
                return;
            };
            let mut intended_ns = 0;
            if !PLAIN && self.waits_for_its_time() {
                match self.wait_until_due(&io) {
                    Some(intended) => intended_ns = intended,
                    None => continue,
                }
            }
            if !PLAIN {
                self.lock_file(&io);
                if !self.enter_zone(&mut io) {
                    self.unlock_files();
                    continue;
                }
            }
            self.ready_buffer::<PLAIN>(0, &io);
            let request = Request {
                io,
                slot: 0,
                buffer: self.flight.buffers.slot(0),
            };
            let start_ns = if PLAIN && !E::MOVES_DATA {
                last_ns
            } else if self.counts.stamps {
                self.clock.now_ns()
            } else {
                0
            };
            if !PLAIN {
                self.record(&io, 0);
            }
            let queued = self.queue::<PLAIN>(&request);
            let now_ns = self.stamp_end();
            if !PLAIN && let Queued::Done(result) = queued {
                self.tell_result(0, &io, result);
            }
            last_ns = now_ns;
            if now_ns >= self.timeline.next_event_ns {
                self.on_event(now_ns);
            }
            self.pass.issued += 1;
            match (queued, io.op.ddir()) {
                (Queued::Done(result), Some(ddir)) if result as u32 == io.len => {
                    self.counts
                        .recorder
                        .in_place(ddir, now_ns.saturating_sub(start_ns), u64::from(io.len));
                    if !PLAIN {
                        self.after_io(&io, start_ns, start_ns, intended_ns, now_ns);
                        self.verify(&io, 0);
                    }
                }
                _ => self.finish_in_place(queued, request, start_ns, intended_ns, now_ns),
            }
            if !PLAIN {
                self.unlock_files();
            }
            self.look_at_stop();
        }
    }

    /// Many I/Os in flight: fill, collect, until nothing is left to issue and nothing in flight.
    fn run_queued<const PLAIN: bool>(&mut self) {
        loop {
            if !PLAIN {
                self.unlock_files();
                self.keep_depth();
            }
            let dry = self.fill::<PLAIN>();
            if self.flight.slots.held() == 0 {
                if dry && !self.next_pass() {
                    return;
                }
                if !dry {
                    self.sleep_until_due();
                }
                continue;
            }
            let full = !self.flight.slots.any_free() || !self.waiting.is_nothing();
            loop {
                self.collect::<PLAIN>(full || dry);
                if !full
                    || self.flight.slots.held() <= self.flight.batches.low
                    || !self.flight.requeue.is_empty()
                {
                    break;
                }
            }
        }
    }

    /// Queues I/Os until no slot is free, the next one is not due, or this pass has no more (`true`).
    fn fill<const PLAIN: bool>(&mut self) -> bool {
        let mut group_start_ns = 0;
        let dry = loop {
            if !self.flight.slots.any_free() && self.flight.requeue.is_empty() {
                break false;
            }
            if self.flight.group.is_empty() && self.counts.stamps {
                group_start_ns = self.clock.now_ns();
            }
            let Some(slot) = self.next_slot::<PLAIN>(group_start_ns) else {
                break self.waiting.is_nothing() || self.end.reached;
            };
            let held = self.flight.slots.get(slot);
            let offset_in_buffer = held.moved as usize;
            let io = held.io;
            // SAFETY: moved is below the length of the I/O, which fits in the slot's buffer.
            let buffer = unsafe { self.flight.buffers.slot(slot).add(offset_in_buffer) };
            match self.queue::<PLAIN>(&Request { io, slot, buffer }) {
                Queued::Pending => {
                    self.pass.issued += 1;
                    self.flight.group.push(slot);
                    if !self.flight.batches.submit_given {
                        self.counts.recorder.depth(self.flight.slots.held(), 1);
                    }
                    if self.flight.group.len() as u32 >= self.flight.batches.submit {
                        self.submit();
                    }
                }
                Queued::Done(result) => {
                    self.pass.issued += 1;
                    self.finish_at_once::<PLAIN>(slot, result);
                }
                Queued::Busy => {
                    self.take_back(slot);
                    break false;
                }
            }
            if self.end.reached {
                break true;
            }
        };
        if !self.flight.group.is_empty() {
            self.submit();
        }
        dry
    }

    /// A slot with the next I/O in it: a remainder, one that was put back, or a new one.
    #[inline(always)]
    fn next_slot<const PLAIN: bool>(&mut self, start_ns: u64) -> Option<u32> {
        if !self.flight.requeue.is_empty() {
            return self.flight.requeue.pop();
        }
        let (io, intended_ns) = loop {
            if self.end.reached {
                return None;
            }
            let (mut io, admitted_ns) = if self.waiting.is_nothing() {
                let io = self.next_io::<PLAIN>().or_else(|| self.next_pass_while_busy())?;
                (io, None)
            } else {
                self.take_waiting()?
            };
            if PLAIN {
                break (io, 0);
            }
            let intended_ns = self.admit(&io, admitted_ns)?;
            if self.enter_zone_or_wait(&mut io, intended_ns)? {
                break (io, intended_ns);
            }
        };
        let slot = self.flight.slots.take(io, start_ns, intended_ns)?;
        if !PLAIN {
            if self.keep_lock(slot) && self.counts.stamps {
                // Who waits for a lock does no I/O yet.
                self.flight.slots.get_mut(slot).start_ns = self.clock.now_ns();
            }
            self.hand_over_ranges(&io, slot);
            self.record(&io, slot);
        }
        self.ready_buffer::<PLAIN>(slot, &io);
        Some(slot)
    }

    /// Gives a request to the engine, unless a zone does it.
    #[inline(always)]
    fn queue<const PLAIN: bool>(&mut self, request: &Request) -> Queued {
        if !PLAIN {
            self.tell("queue", request.slot, &request.io);
            if let Some(done) = self.trim_zone(&request.io) {
                return done;
            }
        }
        self.engine.queue(request)
    }

    /// Hands the group to the kernel and stamps what it took.
    #[inline(always)]
    fn submit(&mut self) {
        let before_ns = if E::DONE_BY_SUBMIT && self.counts.stamps {
            self.clock.now_ns()
        } else {
            0
        };
        let taken = match self.engine.submit() {
            Ok(0) => match self.insist() {
                Ok(taken) => taken,
                Err(error) => return self.call_failed(error),
            },
            Ok(taken) => taken,
            Err(error) => return self.call_failed(error),
        };
        let now_ns = if E::DONE_BY_SUBMIT {
            before_ns
        } else if self.counts.stamps {
            self.clock.now_ns()
        } else {
            0
        };
        if self.flight.batches.submit_given {
            self.counts
                .recorder
                .depth(self.flight.slots.held(), u64::from(taken));
        }
        self.counts.recorder.submitted(taken);
        let (least, most) = self.flight.batches.submit_range;
        if least < most {
            self.flight.batches.submit = if self.engine.all_done() {
                (self.flight.batches.submit * 2).min(most)
            } else {
                least
            };
        }
        if taken as usize == self.flight.group.len() {
            for slot in &self.flight.group {
                self.flight.slots.get_mut(*slot).issue_ns = now_ns;
            }
            self.flight.group.clear();
        } else {
            self.submit_in_part(taken, now_ns);
        }
    }

    /// Takes what finished; waits for something if `must` (or as `iodepth_batch_complete_min` says).
    #[inline(always)]
    fn collect<const PLAIN: bool>(&mut self, must: bool) {
        let in_kernel =
            self.flight.slots.held() - (self.flight.group.len() + self.flight.requeue.len()) as u32;
        let wait = match self.flight.batches.min {
            _ if in_kernel == 0 => Wait::Poll,
            // At the end nothing is due any more: only what is in flight is waited for.
            _ if !PLAIN && self.waiting.due_ns().is_some() && !self.end.reached => self.wait_for_due(),
            0 if !must => Wait::Poll,
            min => Wait::AtLeast(min.clamp(1, in_kernel)),
        };
        let reaped = match self.engine.reap(
            wait,
            &mut self.flight.completions[..self.flight.batches.max as usize],
        ) {
            Ok(reaped) => reaped,
            Err(error) => return self.abandon(error),
        };
        let now_ns = self.stamp_end();
        if now_ns >= self.timeline.next_event_ns {
            self.on_event(now_ns);
        }
        self.look_at_stop();
        self.counts.recorder.reaped(reaped);
        for index in 0..reaped as usize {
            let completion = self.flight.completions[index];
            self.complete::<PLAIN>(completion, now_ns);
        }
        if !PLAIN {
            self.unlock_files();
        }
        if !self.flight.group.is_empty() {
            self.submit();
        }
    }

    /// Counts one finished I/O and frees its slot.
    #[inline(always)]
    pub(super) fn complete<const PLAIN: bool>(&mut self, completion: Completion, now_ns: u64) {
        let slot = self.flight.slots.get(completion.slot);
        assert!(slot.busy, "a completion for a slot that is free");
        let io = slot.io;
        if !PLAIN {
            self.tell_result(completion.slot, &io, completion.result);
        }
        let slot = self.flight.slots.get(completion.slot);
        match io.op.ddir() {
            Some(ddir) if completion.result as u32 == io.len && slot.moved == 0 => {
                let (start_ns, issue_ns, intended_ns) = (slot.start_ns, slot.issue_ns, slot.intended_ns);
                self.counts
                    .recorder
                    .queued(ddir, start_ns, issue_ns, now_ns, u64::from(io.len));
                if !PLAIN {
                    if E::PRIORITIES {
                        self.note_priority(ddir, completion.slot, now_ns);
                    }
                    self.after_io(&io, start_ns, issue_ns, intended_ns, now_ns);
                    self.verify(&io, completion.slot);
                }
                self.flight.slots.give_back(completion.slot);
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

    /// Whether others want this worker to end or to rest: one relaxed load.
    #[inline(always)]
    pub(super) fn look_at_stop(&mut self) {
        if self.outside.stop.load(Ordering::Relaxed) != stop::RUN {
            self.stop_issuing();
        }
    }

    /// The next I/O of this pass.
    #[inline(always)]
    pub(super) fn next_io<const PLAIN: bool>(&mut self) -> Option<Io> {
        if self.end.reached {
            return None;
        }
        if PLAIN {
            self.pattern.next()
        } else {
            self.next_io_by_rules()
        }
    }

    /// Puts into the buffer what the device is to get with this I/O.
    #[inline(always)]
    fn ready_buffer<const PLAIN: bool>(&mut self, slot: u32, io: &Io) {
        if io.op == Op::Write {
            self.fill_buffer::<PLAIN>(slot, io);
        } else if !PLAIN {
            self.expect_in_buffer(slot, io);
        }
    }

    /// What the device is to hold its blocks against (`verify_mode=compare`).
    #[inline(always)]
    fn expect_in_buffer(&mut self, slot: u32, io: &Io) {
        if let Some(verifier) = &self.bytes.verifier
            && io.op == Op::Read
            && self.plan.job.engine.passthrough.compare
            && let Some(part) = self.flight.buffers.slot_mut(slot).get_mut(..io.len as usize)
        {
            verifier.expect_in(part, io);
        }
    }

    /// New content for a write.
    #[inline(always)]
    fn fill_buffer<const PLAIN: bool>(&mut self, slot: u32, io: &Io) {
        let buffer = self.flight.buffers.slot_mut(slot);
        if let Some(part) = buffer.get_mut(..io.len as usize) {
            if !PLAIN && let Some(verifier) = &mut self.bytes.verifier {
                verifier.seal(&self.bytes.content, part, io, slot);
            } else {
                self.bytes.content.fill(part, io);
            }
        }
    }
}
