//! What the loop does rarely: pace, syncs and limits per I/O, short transfers, errors, waiting.

use std::io;
use std::sync::atomic::Ordering;

use fiord_job::plan::Ddir;
use fiord_messages::run_errors as messages;

use crate::data::clock::Clock;
use crate::data::logger::LoggedIo;
use crate::engines::engine::{CallError, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use fiord_targets::stop;
use fiord_workload::io::{Io, Op};
use fiord_workload::pace::{Due, PaceVerdict};
use fiord_workload::stamps::IoStamps;

use super::renew::renew_cache;
use super::state::{RawNote, Waiting, Worker};
use super::words::{call_error, io_error};
use crate::error::{IoErrorNote, WorkerError, word};

/// How long a kernel that takes nothing is asked again; fio gives up after this time too.
const PATIENCE_NS: u64 = 30_000_000_000;

/// How often in a row an interrupted call is repeated.
const INTERRUPTED_MOST: u32 = 1_000;

/// What became of a transfer that did not end as asked.
enum Fate {
    /// Done, with this many bytes in all.
    Done(u64),
    /// The remainder has to be transferred.
    Remainder(u32),
    Failed {
        errno: i32,
        full_resid: bool,
    },
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// [`Worker::next_io`] where syncs or `number_ios` may come in between.
    #[inline(never)]
    pub(super) fn next_io_by_rules(&mut self) -> Option<Io> {
        if self.outside.steered.replay.is_some() {
            return self.next_recorded();
        }
        match self.next_verification() {
            Ok(None) => {}
            Ok(read) => return read,
            Err(()) => return None,
        }
        if let Some(trim) = self
            .bytes
            .verifier
            .as_mut()
            .and_then(|verifier| verifier.next_trim())
        {
            return Some(trim);
        }
        let io = match self.syncs.behind.take() {
            Some(io) => io,
            None => {
                if self.pass.ios_left == 0 {
                    return None;
                }
                let Some(io) = self.next_done_before()? else {
                    // As in fio, a sync that is due comes before the discovery that no place is left.
                    return if self.pattern.is_used_up() {
                        None
                    } else {
                        self.take_due_sync()
                    };
                };
                if self.pattern.take_wrapped(io.file)
                    && let Err(error) = renew_cache(self.plan, Some(io.file))
                {
                    self.end_with(error);
                    return None;
                }
                if let Some(sync) = self.take_due_sync() {
                    self.syncs.behind = Some(io);
                    return Some(sync);
                }
                io
            }
        };
        self.pass.ios_left -= 1;
        if io.op == Op::Write && self.syncs.any() {
            self.syncs.wrote(&io);
        }
        Some(io)
    }

    fn take_due_sync(&mut self) -> Option<Io> {
        let sync = self.syncs.take_due()?;
        if let Some(verifier) = &mut self.bytes.verifier {
            verifier.sync_made(&sync, self.plan.targets.len());
        }
        Some(sync)
    }

    /// The next I/O of the pattern that an earlier run had done, where `verify_state_load` says how far it came. `None`: it did
    /// nothing more; `Some(None)`: no place is left.
    fn next_done_before(&mut self) -> Option<Option<Io>> {
        loop {
            let Some(io) = self.next_steered() else {
                return Some(None);
            };
            match &mut self.bytes.verifier {
                Some(verifier) if io.op == Op::Read && !verifier.keeps_ledgers() => {
                    match verifier.was_done(&io) {
                        None => return None,
                        Some(true) => return Some(Some(io)),
                        Some(false) => {}
                    }
                }
                _ => return Some(Some(io)),
            }
        }
    }

    fn next_steered(&mut self) -> Option<Io> {
        match &self.outside.steered.ranges {
            Some(_) => self.next_in_ranges(),
            None => self.next_place(),
        }
    }

    /// The next I/O of the pattern, in the direction that the rates allow.
    pub(super) fn next_place(&mut self) -> Option<Io> {
        if !self.pacer.is_active() {
            return match &self.outside.steered.zones {
                Some(_) => self.next_in_zones(),
                None => self.pattern.next(),
            };
        }
        match self.pattern.draw_direction() {
            Some(drawn) => self.pattern.next_in(self.pacer.steer(drawn, self.clock.now_ns())),
            None => self.pattern.next(),
        }
    }

    /// Waits until the pace lets the I/O start; its intended start. `None`: the job ends first.
    pub(super) fn wait_until_due(&mut self, io: &Io) -> Option<u64> {
        if self.reads_back() {
            return Some(0);
        }
        loop {
            let now_ns = self.clock.now_ns();
            if now_ns >= self.timeline.next_event_ns {
                self.on_event(now_ns);
            }
            self.look_at_stop();
            if self.end.reached {
                return None;
            }
            match self.due(io, now_ns) {
                Due::Now { intended_ns } => {
                    self.note_start(io, intended_ns, now_ns);
                    return Some(intended_ns);
                }
                Due::Wait { until_ns, .. } => {
                    let until_ns = until_ns.min(self.timeline.next_event_ns);
                    self.spin_before(until_ns);
                    self.clock
                        .sleep_ns(until_ns.saturating_sub(self.clock.now_ns()).max(1));
                }
            }
        }
    }

    /// Whether an I/O of a queued worker may start now: its intended start, or `None` and it waits.
    pub(super) fn admit(&mut self, io: &Io, admitted_ns: Option<u64>) -> Option<u64> {
        let intended_ns = self.admit_by_time(io, admitted_ns)?;
        if !self.lock_file(io) {
            self.waiting = Waiting::Room { io: *io, intended_ns };
            return None;
        }
        Some(intended_ns)
    }

    fn admit_by_time(&mut self, io: &Io, admitted_ns: Option<u64>) -> Option<u64> {
        if (self.plan.job.depth.serialize_overlap || self.bytes.verifier.is_some()) && self.overlaps(io) {
            self.waiting = Waiting::Held { io: *io };
            return None;
        }
        if !self.waits_for_its_time() || self.reads_back() {
            return Some(0);
        }
        // The engine was busy when its time had come: that time stays.
        if admitted_ns.is_some() {
            return admitted_ns;
        }
        let now_ns = self.clock.now_ns();
        if now_ns >= self.timeline.end_ns {
            // Due at the very moment of the end: not any more.
            self.on_event(now_ns);
            self.waiting = Waiting::Held { io: *io };
            return None;
        }
        match self.due(io, now_ns) {
            Due::Now { intended_ns } => {
                self.note_start(io, intended_ns, now_ns);
                Some(intended_ns)
            }
            Due::Wait { until_ns, .. } => {
                self.waiting = Waiting::Due {
                    io: *io,
                    at_ns: until_ns,
                };
                None
            }
        }
    }

    /// The I/O that waits, and its intended start if the pace had admitted it.
    #[cold]
    #[inline(never)]
    pub(super) fn take_waiting(&mut self) -> Option<(Io, Option<u64>)> {
        match std::mem::replace(&mut self.waiting, Waiting::Nothing) {
            Waiting::Nothing => None,
            Waiting::Due { io, .. } | Waiting::Held { io } => Some((io, None)),
            Waiting::Room { io, intended_ns } => Some((io, Some(intended_ns))),
        }
    }

    /// Notes how far behind its schedule an I/O starts.
    fn note_start(&mut self, io: &Io, intended_ns: u64, now_ns: u64) {
        if let Some(ddir) = io.op.ddir()
            && (self.pacer.is_rated(ddir) || self.keeps_recorded_pace())
        {
            let late = self.pacer.backlog_ns(ddir, now_ns) > 0 || self.is_behind_recording(now_ns);
            self.counts
                .recorder
                .started(ddir, now_ns.saturating_sub(intended_ns), late);
        }
    }

    fn overlaps(&self, io: &Io) -> bool {
        let end = io.offset + u64::from(io.len);
        self.flight.slots.busy().any(|slot| {
            slot.io.file == io.file
                && slot.io.offset < end
                && io.offset < slot.io.offset + u64::from(slot.io.len)
        })
    }

    /// Nothing is in flight and the next I/O is not due: sleeps until it is, or until the next event.
    pub(super) fn sleep_until_due(&mut self) {
        let now_ns = self.clock.now_ns();
        if now_ns >= self.timeline.next_event_ns {
            self.on_event(now_ns);
        }
        self.look_at_stop();
        let until_ns = self
            .waiting
            .due_ns()
            .unwrap_or(0)
            .min(self.timeline.next_event_ns);
        if !self.end.reached && until_ns > now_ns {
            self.spin_before(until_ns);
            self.clock
                .sleep_ns(until_ns.saturating_sub(self.clock.now_ns()).max(1));
        }
    }

    /// The part of a pause that is spent computing, where the pause follows an issue (`thinktime_blocks_type=issue`).
    fn spin_before(&mut self, until_ns: u64) {
        if let Some(spin_until_ns) = self.pacer.spin_until_ns() {
            self.clock.spin_until(spin_until_ns.min(until_ns));
        }
    }

    /// How long a collection may wait when the next I/O has a time.
    pub(super) fn wait_for_due(&self) -> Wait {
        let until_ns = self
            .waiting
            .due_ns()
            .unwrap_or(0)
            .min(self.timeline.next_event_ns);
        match until_ns.saturating_sub(self.clock.now_ns()) {
            ns if ns < C::SPIN_NS => Wait::Poll,
            ns => Wait::ForNs(ns - C::SPIN_NS / 2),
        }
    }

    /// `max_latency`: one I/O took longer.
    #[cold]
    #[inline(never)]
    fn end_too_late(&mut self, io: &Io, latency_ns: u64, limit_ns: u64) {
        let target = self.plan.targets.get(io.file as usize);
        let path = target.map_or_else(String::new, |target| target.path.display().to_string());
        let io = Some(format!("{path} {} {} {}", word(io.op), io.offset, io.len));
        self.end_with(WorkerError::MaxLatency {
            latency_ns,
            limit_ns,
            io,
        });
    }

    /// What follows a finished I/O when the job asks for more than the plain loop does.
    #[inline(never)]
    pub(super) fn after_io(&mut self, io: &Io, start_ns: u64, issue_ns: u64, intended_ns: u64, now_ns: u64) {
        let Some(ddir) = io.op.ddir() else { return };
        self.leave_zone(io, Ok(()));
        self.note_blocks(io, true);
        if self.keeps_recorded_pace() {
            self.counts
                .recorder
                .response(ddir, now_ns.saturating_sub(intended_ns));
        } else if self.pacer.is_active() && !self.reads_back() {
            // Unrated directions of a paced job keep no notes.
            self.counts
                .recorder
                .response(ddir, now_ns.saturating_sub(intended_ns));
            if ddir == Ddir::Write && self.pacer.is_rated(ddir) && self.syncs.any() {
                self.flight.unsynced_due_ns.get_or_insert(intended_ns);
            }
            match self.pacer.completed(io, now_ns) {
                PaceVerdict::Go => {}
                // The pause itself is kept by `due`, which lets nothing start until it is over.
                PaceVerdict::Think { spin_until_ns, .. } => self.clock.spin_until(spin_until_ns),
                PaceVerdict::TooSlow { .. } => self.end_with(WorkerError::RateMin),
            }
        }
        let limit_ns = self.plan.job.control.max_latency_ns[ddir];
        let latency_ns = now_ns.saturating_sub(start_ns);
        if limit_ns > 0 && latency_ns > limit_ns {
            self.end_too_late(io, latency_ns, limit_ns);
        }
        let cycles = self.plan.job.pace.think_cycles;
        if cycles > 0 {
            compute(cycles);
        }
        let search = self.outside.steered.search.as_mut();
        if search.is_some_and(|search| search.note(start_ns, now_ns)) {
            self.judge_depth(now_ns);
        }
        if let Some(ring) = self.outside.live.stamps().filter(|_| !self.timeline.is_in_ramp()) {
            ring.note(&IoStamps {
                start_ns,
                issue_ns,
                end_ns: now_ns,
                offset: io.offset,
                len: io.len,
                file: io.file,
                ddir: ddir as u8,
            });
        }
        // In ramp nothing is logged.
        if self.timeline.is_in_ramp() {
            if self.timeline.ramp_bytes > 0 {
                self.look_at_ramp_size(now_ns);
            }
        } else if let Some(logger) = &mut self.counts.logger {
            logger.note(LoggedIo {
                start_ns,
                issue_ns,
                end_ns: now_ns,
                offset: io.offset,
                len: io.len,
                ddir: ddir as u8,
                is_queued: !E::IN_PLACE,
            });
            if let Some(kept) = logger.is_full() {
                let entries = &kept;
                self.end_with(WorkerError::setup(
                    |lang| messages::LogFull { entries }.text(lang),
                    io::Error::from_raw_os_error(libc::ENOMEM),
                ));
            }
        }
    }

    /// An in-place I/O that is a sync, was short, or failed.
    #[cold]
    #[inline(never)]
    pub(super) fn finish_in_place(
        &mut self,
        queued: Queued,
        mut request: Request,
        start_ns: u64,
        intended_ns: u64,
        now_ns: u64,
    ) {
        let asked = request.io;
        let mut result = match queued {
            Queued::Done(result) => result,
            // An in-place engine does neither.
            Queued::Pending | Queued::Busy => -libc::EIO,
        };
        let mut moved = 0;
        let mut now_ns = now_ns;
        let mut interrupted = 0;
        loop {
            if result == -libc::EINTR && interrupted < INTERRUPTED_MOST {
                interrupted += 1;
                result = match self.engine.queue(&request) {
                    Queued::Done(result) => result,
                    Queued::Pending | Queued::Busy => -libc::EIO,
                };
                now_ns = self.clock.after_ns();
                continue;
            }
            match self.fate(&request.io, moved, result) {
                Fate::Done(bytes) => {
                    match asked.op.ddir() {
                        Some(ddir) => {
                            self.counts
                                .recorder
                                .in_place(ddir, now_ns.saturating_sub(start_ns), bytes)
                        }
                        None => self.sync_done(start_ns, now_ns),
                    }
                    self.after_io(&asked, start_ns, start_ns, intended_ns, now_ns);
                    let len = bytes.min(u64::from(asked.len)) as u32;
                    self.verify(&Io { len, ..asked }, 0);
                    return;
                }
                Fate::Failed { errno, full_resid } => return self.fail(&request.io, errno, full_resid),
                Fate::Remainder(part) => {
                    self.note_blocks(
                        &Io {
                            len: part,
                            ..request.io
                        },
                        true,
                    );
                    moved += part;
                    request.io = remainder(&request.io, part);
                    // SAFETY: part is below the length that was left, so the pointer stays in the slot's buffer.
                    request.buffer = unsafe { request.buffer.add(part as usize) };
                    result = match self.engine.queue(&request) {
                        Queued::Done(result) => result,
                        Queued::Pending | Queued::Busy => -libc::EIO,
                    };
                    now_ns = self.clock.after_ns();
                }
            }
        }
    }

    /// An I/O of a queued engine that was done in `queue`: libaio's syncs and trims.
    #[cold]
    #[inline(never)]
    pub(super) fn finish_at_once<const PLAIN: bool>(&mut self, slot: u32, result: i32) {
        let now_ns = self.clock.after_ns();
        if now_ns >= self.timeline.next_event_ns {
            self.on_event(now_ns);
        }
        self.look_at_stop();
        self.counts.recorder.depth(self.flight.slots.held(), 1);
        if self.flight.slots.get(slot).io.op.ddir().is_some() {
            self.counts.recorder.submitted(1);
            self.counts.recorder.reaped(1);
        }
        self.complete::<PLAIN>(Completion { slot, result }, now_ns);
    }

    /// The engine had no room: the I/O waits in front of the pattern, or in its slot where part of it is done or another one waits there.
    #[cold]
    #[inline(never)]
    pub(super) fn take_back(&mut self, slot: u32) {
        let held = self.flight.slots.get(slot);
        // An engine keeps the ranges of a trim by its slot.
        if held.moved > 0 || !self.waiting.is_nothing() || self.outside.steered.ranges.is_some() {
            self.flight.requeue.push(slot);
            return;
        }
        let (io, intended_ns) = (held.io, held.intended_ns);
        self.waiting = Waiting::Room { io, intended_ns };
        // It will get its place once more.
        self.leave_zone(&io, Err(libc::EAGAIN));
        self.flight.slots.give_back(slot);
    }

    /// The kernel took only the first `taken` of the group.
    #[cold]
    #[inline(never)]
    pub(super) fn submit_in_part(&mut self, taken: u32, now_ns: u64) {
        for slot in self.flight.group.drain(..taken as usize) {
            self.flight.slots.get_mut(slot).issue_ns = now_ns;
        }
    }

    /// The kernel took nothing of what was queued. While something is in flight its end may help, so the loop goes on; otherwise
    /// the call is repeated until it takes something, the job is stopped for good, or [`PATIENCE_NS`] have passed.
    #[cold]
    #[inline(never)]
    pub(super) fn insist(&mut self) -> Result<u32, CallError> {
        let waiting = self.flight.group.len() + self.flight.requeue.len();
        if self.flight.slots.held() as usize > waiting {
            return Ok(0);
        }
        let give_up_ns = self.clock.now_ns().saturating_add(PATIENCE_NS);
        let mut pause_ns = 1_000;
        loop {
            self.look_at_stop();
            let stopped = self.outside.stop.load(Ordering::Relaxed) == stop::STOP;
            let now_ns = self.clock.now_ns();
            if now_ns >= self.timeline.next_event_ns {
                self.on_event(now_ns);
            }
            if stopped || now_ns >= give_up_ns {
                return Err(CallError {
                    call: "submit",
                    errno: libc::EAGAIN,
                });
            }
            self.clock.sleep_ns(pause_ns);
            pause_ns = (pause_ns * 2).min(10_000_000);
            match self.engine.submit()? {
                0 => {}
                taken => return Ok(taken),
            }
        }
    }

    /// A submit call failed as a whole. What is in flight is still collected.
    #[cold]
    #[inline(never)]
    pub(super) fn call_failed(&mut self, error: CallError) {
        self.end_with(call_error(error.call, error.errno));
        // What the kernel did not take will never complete.
        while let Some(slot) = self.flight.group.pop() {
            self.flight.slots.give_back(slot);
        }
    }

    /// A reap call failed as a whole: nothing will ever be collected. What is in flight ends with the engine, which is dropped
    /// before the buffers are.
    #[cold]
    #[inline(never)]
    pub(super) fn abandon(&mut self, error: CallError) {
        self.call_failed(error);
        self.flight.requeue.clear();
        self.flight.slots.give_back_all();
    }

    /// A completion that is a sync, was short, ends a short one, or failed.
    #[cold]
    #[inline(never)]
    pub(super) fn finish_unusual(&mut self, completion: Completion, now_ns: u64) {
        let slot = *self.flight.slots.get(completion.slot);
        if completion.result == -libc::EINTR {
            // A signal came before anything was moved. The loop looks at the stop flag before it tries again.
            self.flight.requeue.push(completion.slot);
            return;
        }
        match self.fate(&slot.io, slot.moved, completion.result) {
            Fate::Done(bytes) => {
                match slot.io.op.ddir() {
                    Some(ddir) => {
                        self.counts
                            .recorder
                            .queued(ddir, slot.start_ns, slot.issue_ns, now_ns, bytes);
                        self.note_priority(ddir, completion.slot, now_ns);
                    }
                    None => self.sync_done(slot.start_ns, now_ns),
                }
                self.after_io(&slot.io, slot.start_ns, slot.issue_ns, slot.intended_ns, now_ns);
                let whole = Io {
                    offset: slot.io.offset - u64::from(slot.moved),
                    len: bytes as u32,
                    ..slot.io
                };
                self.verify(&whole, completion.slot);
                self.flight.slots.give_back(completion.slot);
            }
            Fate::Failed { errno, full_resid } => {
                self.fail(&slot.io, errno, full_resid);
                self.flight.slots.give_back(completion.slot);
            }
            Fate::Remainder(part) => {
                self.note_blocks(&Io { len: part, ..slot.io }, true);
                let held = self.flight.slots.get_mut(completion.slot);
                held.io = remainder(&slot.io, part);
                held.moved += part;
                self.flight.requeue.push(completion.slot);
            }
        }
    }

    /// `cmdprio_*`: latencies are kept by priority too.
    #[inline(never)]
    pub(super) fn note_priority(&mut self, ddir: Ddir, slot: u32, now_ns: u64) {
        let held = self.flight.slots.get(slot);
        let since_ns = if self.plan.job.report.lat_percentiles {
            held.start_ns
        } else {
            held.issue_ns
        };
        let priority = self.engine.priority(slot);
        let ns = now_ns.saturating_sub(since_ns);
        self.counts.recorder.priority(ddir, priority, ns);
    }

    fn sync_done(&mut self, start_ns: u64, now_ns: u64) {
        self.counts.recorder.sync(now_ns.saturating_sub(start_ns));
        if let Some(due_ns) = self.flight.unsynced_due_ns.take() {
            self.counts.recorder.sync_response(now_ns.saturating_sub(due_ns));
        }
        if let Some(verifier) = &mut self.bytes.verifier {
            verifier.sync_ended(true);
        }
    }

    /// What a result means. `moved` bytes were transferred by earlier parts of the same I/O.
    fn fate(&mut self, io: &Io, moved: u32, result: i32) -> Fate {
        if result < 0 {
            return Fate::Failed {
                errno: -result,
                full_resid: false,
            };
        }
        let Some(ddir) = io.op.ddir() else {
            return Fate::Done(0);
        };
        let part = result as u32;
        assert!(part <= io.len, "the kernel moved more than was asked for");
        let total = u64::from(moved) + u64::from(part);
        if part == io.len {
            return Fate::Done(total);
        }
        // FIO-DIFF(short-bytes): fio counts only the bytes of an I/O's last part; here all that were moved.
        // FIO-DIFF(read-nothing): fio's libaio, io_uring and vsync count a read that returns nothing as an I/O without bytes.
        // As in fio's synchronous engines: no bytes at all is an error, fewer than asked are counted as short and the rest is tried again,
        // unless it lies behind the end of the file.
        if part == 0 {
            return Fate::Failed {
                errno: libc::EIO,
                full_resid: true,
            };
        }
        self.counts.recorder.short(ddir);
        let size_bytes = self
            .plan
            .targets
            .get(io.file as usize)
            .map_or(0, |target| target.size_bytes);
        if io.offset + u64::from(part) == size_bytes && ddir == Ddir::Read {
            return Fate::Done(total);
        }
        Fate::Remainder(part)
    }

    /// An I/O failed: passed over, or the end of the job.
    ///
    /// FIO-DIFF(failed-ios): fio counts an I/O that failed among those issued and in IOPS; here counts and rates hold what was
    /// done, and failures stand under `errors`.
    #[cold]
    #[inline(never)]
    pub(super) fn fail(&mut self, io: &Io, errno: i32, full_resid: bool) {
        self.leave_zone(io, Err(errno));
        let control = &self.plan.job.control;
        let note = RawNote {
            io: *io,
            errno,
            full_resid,
        };
        if io.op.ddir().is_none()
            && let Some(verifier) = &mut self.bytes.verifier
        {
            verifier.sync_ended(false);
        }
        let full = errno == libc::ENOSPC || errno == libc::EDQUOT;
        if self.plan.job.access.fill_device && full {
            self.end.reached = true;
            return;
        }
        self.note_blocks(io, false);
        if self.end.notes.len() < IoErrorNote::MAX {
            self.end.notes.push(note);
        }
        let (goes_on, listed) = match io.op {
            Op::Read => (control.continue_on_error.read, &control.ignore_error[0]),
            _ => (control.continue_on_error.write, &control.ignore_error[1]),
        };
        // Without a list of their own, these are the errors that fio calls non-fatal.
        let is_mild = if listed.is_empty() {
            goes_on && (errno == libc::EIO || errno == libc::EILSEQ)
        } else {
            listed.contains(&errno)
        };
        if is_mild {
            self.counts.recorder.error(errno);
            return;
        }
        if goes_on || !listed.is_empty() {
            // fio counts the error that ends such a job among its errors.
            self.counts.recorder.error(errno);
        }
        let error = match self.engine.take_reason() {
            Some(reason) => WorkerError::setup(reason, io::Error::from_raw_os_error(errno)),
            None => io_error(note, self.plan),
        };
        self.end_with(error);
    }

    fn note_blocks(&mut self, io: &Io, done: bool) {
        if let Some(blocks) = &mut self.counts.blocks {
            blocks.note(io, done);
        }
    }

    /// Ends the job with its first error.
    pub(super) fn end_with(&mut self, error: WorkerError) {
        self.end.error.get_or_insert(error);
        self.end.reached = true;
    }
}

/// `thinkcycles`: about one cycle for each turn.
fn compute(cycles: u32) {
    for cycle in 0..cycles {
        std::hint::black_box(cycle);
    }
}

fn remainder(io: &Io, part: u32) -> Io {
    Io {
        op: io.op,
        file: io.file,
        offset: io.offset + u64::from(part),
        len: io.len - part,
    }
}
