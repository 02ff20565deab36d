//! The life of a worker around its loop: set-up before the barrier, passes, events by time, the end.

use std::io;

use fiord_job::plan::{Ddir, EngineKind};

use crate::buffers::SlotBuffers;
use crate::clock::Clock;
use crate::content::Content;
use crate::engine::Engine;
use crate::live::WorkerState;
use crate::logger::Logger;
use crate::pace::Pacer;
use crate::pattern::Pattern;
use crate::recorder::{Recorder, Scope};
use crate::slots::Slots;
use crate::{Completion, Io, Op, Queued, Request, WorkerPlan};

use super::rare::RawNote;
use super::syncs::SyncRules;
use super::{Batches, TOGETHER, TOGETHER_AT_ONCE, Worker};
use crate::worker::{IoErrorNote, WorkerError, WorkerOutcome, WorkerSetup};

/// How often the live counters are published and the limits by time looked at, at least.
const EVENT_EVERY_NS: u64 = 50_000_000;

/// Stamps at which something other than I/O happens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeline {
    /// First stamp of the worker.
    pub(super) origin_ns: u64,
    /// End of ramp; `u64::MAX` when it is past or there is none.
    pub(super) ramp_end_ns: u64,
    /// Nothing is issued after this; `u64::MAX` without a runtime.
    pub(super) end_ns: u64,
    /// The earliest of all that the loop must look up for: one comparison per stamp.
    pub(super) next_event_ns: u64,
    /// Last stamp seen.
    pub(super) last_ns: u64,
}

impl<'a, E: Engine, C: Clock> Worker<'a, E, C> {
    /// Takes everything the loop needs.
    pub(super) fn prepare(engine: E, clock: C, mut buffers: SlotBuffers, setup: &WorkerSetup<'a>) -> Self {
        let plan = setup.plan;
        let job = &*plan.job;
        let depth = if E::IN_PLACE { 1 } else { engine.depth().max(1) };
        let mut content = Content::new(plan);
        if job.engine.kind != EngineKind::Null && job.access.mode.issues(Ddir::Write) {
            for slot in 0..depth {
                content.init(buffers.slot_mut(slot));
            }
        }
        let pacer = Pacer::new(plan, 0);
        let syncs = SyncRules::new(&job.durability, job.access.mode.issues(Ddir::Write));
        let scope = Scope {
            mode: job.access.mode,
            in_place: E::IN_PLACE,
            rated: Ddir::ALL.map(|ddir| pacer.is_rated(ddir)),
            syncs: syncs.any(),
            seconds: (job.control.runtime_us > 0).then(|| job.control.runtime_us.div_ceil(1_000_000)),
        };
        let recorder = Recorder::new(&job.report, scope);
        let other_recorder = (job.control.ramp_time_us > 0).then(|| Recorder::new(&job.report, scope));
        let stamps = recorder.wants_stamps() || job.control.max_latency_ns.0.iter().any(|limit| *limit > 0);
        let capabilities = engine.capabilities();
        Self {
            plan,
            stop: setup.stop,
            live: setup.live,
            clock,
            pattern: Pattern::new(plan),
            pacer,
            content,
            buffers,
            slots: Slots::new(depth),
            recorder,
            logger: Logger::new(&job.report.logs),
            other_recorder,
            timeline: Timeline {
                origin_ns: 0,
                ramp_end_ns: u64::MAX,
                end_ns: u64::MAX,
                next_event_ns: 0,
                last_ns: 0,
            },
            syncs,
            batches: Batches::new(plan, depth, capabilities.groups),
            stamps,
            ending: false,
            pass: 0,
            ios_left: number_ios(plan),
            issued: 0,
            issued_before_pass: 0,
            put_back: None,
            admitted_ns: None,
            after_sync: None,
            due_at_ns: 0,
            requeue: Vec::with_capacity(depth as usize),
            group: Vec::with_capacity(depth as usize),
            completions: vec![Completion { slot: 0, result: 0 }; depth as usize].into_boxed_slice(),
            error: None,
            notes: Vec::with_capacity(IoErrorNote::MAX),
            engine,
            capabilities,
        }
    }

    /// Whether the loop without pace, syncs, logs and limits per I/O will do.
    pub(super) fn is_plain(&self) -> bool {
        let job = &*self.plan.job;
        !self.pacer.is_active()
            && !self.syncs.any()
            && !job.report.logs.any()
            && !job.depth.serialize_overlap
            && job.access.number_ios == 0
            && job.control.max_latency_ns.0.iter().all(|limit| *limit == 0)
    }

    /// The first stamp.
    pub(super) fn begin(&mut self) {
        let control = &self.plan.job.control;
        let now_ns = self.clock.now_ns();
        let ramp_ns = control.ramp_time_us.saturating_mul(1_000);
        let runtime_ns = control.runtime_us.saturating_mul(1_000);
        self.timeline.origin_ns = now_ns;
        self.timeline.last_ns = now_ns;
        if ramp_ns > 0 {
            self.timeline.ramp_end_ns = now_ns.saturating_add(ramp_ns);
        }
        if runtime_ns > 0 {
            self.timeline.end_ns = now_ns.saturating_add(ramp_ns).saturating_add(runtime_ns);
        }
        self.recorder.begin(now_ns);
        self.pacer.begin(now_ns);
        if let Some(logger) = &mut self.logger {
            logger.begin(now_ns, now_ns);
        }
        self.live.enter(if ramp_ns > 0 {
            WorkerState::Ramp
        } else {
            WorkerState::Running
        });
        self.pattern.begin_loop(0);
        self.pacer.begin(now_ns);
        self.set_next_event(now_ns);
    }

    /// A stamp has passed `next_event_ns`: the end of ramp, a sample window, a second, the runtime, or just time to publish.
    #[cold]
    #[inline(never)]
    pub(super) fn on_event(&mut self, now_ns: u64) {
        self.timeline.last_ns = now_ns;
        if now_ns >= self.timeline.ramp_end_ns {
            self.switch_recorder(now_ns);
        }
        if now_ns >= self.recorder.next_tick_ns() {
            self.recorder.tick(now_ns);
        }
        if let Some(logger) = &mut self.logger {
            logger.tick(now_ns);
        }
        if now_ns >= self.timeline.end_ns {
            self.ending = true;
        }
        self.publish();
        self.set_next_event(now_ns);
    }

    /// The end of ramp: what was counted so far is put aside, and counting begins with an empty recorder.
    fn switch_recorder(&mut self, now_ns: u64) {
        self.timeline.ramp_end_ns = u64::MAX;
        if let Some(fresh) = self.other_recorder.take() {
            self.other_recorder = Some(std::mem::replace(&mut self.recorder, fresh));
            self.recorder.begin(now_ns);
            if let Some(logger) = &mut self.logger {
                logger.begin(self.timeline.origin_ns, now_ns);
            }
        }
        self.live.enter(WorkerState::Running);
    }

    fn set_next_event(&mut self, now_ns: u64) {
        let after_end = if self.ending {
            u64::MAX
        } else {
            self.timeline.end_ns
        };
        self.timeline.next_event_ns = now_ns
            .saturating_add(EVENT_EVERY_NS)
            .min(self.timeline.ramp_end_ns)
            .min(after_end)
            .min(self.recorder.next_tick_ns())
            .min(
                self.logger
                    .as_ref()
                    .map_or(u64::MAX, |logger| logger.next_tick_ns()),
            );
    }

    /// I/Os and bytes of one direction, ramp included.
    fn totals(&self, ddir: Ddir) -> (u64, u64) {
        let (ios, bytes) = self.recorder.totals(ddir);
        let before = self
            .other_recorder
            .as_ref()
            .map_or((0, 0), |ramp| ramp.totals(ddir));
        (ios + before.0, bytes + before.1)
    }

    fn publish(&self) {
        for ddir in Ddir::ALL {
            let (ios, bytes) = self.totals(ddir);
            self.live.publish(ddir as usize, ios, bytes);
        }
    }

    /// The pass is over and nothing is in flight: syncs what `end_fsync` asks for and begins the next pass, if there is one.
    #[cold]
    #[inline(never)]
    pub(super) fn next_pass(&mut self) -> bool {
        let wraps = self.plan.job.control.time_based && !self.ending;
        if !wraps {
            self.sync_targets();
        }
        let again = wraps || (!self.ending && self.pass + 1 < self.plan.job.control.loops);
        // A pass in which nothing was issued would repeat forever.
        if !again || self.issued == self.issued_before_pass {
            return false;
        }
        if self.plan.job.files.unlink_each_loop
            && !wraps
            && let Err(error) = super::super::renew_targets(self.plan)
        {
            self.end_with(error);
            return false;
        }
        self.begin_pass();
        true
    }

    /// As [`Worker::next_pass`], with I/Os in flight: only a job that runs by time goes on without draining.
    #[cold]
    #[inline(never)]
    pub(super) fn next_pass_while_busy(&mut self) -> Option<Io> {
        let wraps = self.plan.job.control.time_based && !self.ending;
        if !wraps || self.issued == self.issued_before_pass {
            return None;
        }
        self.begin_pass();
        if self.is_plain() {
            self.next_io::<true>()
        } else {
            self.next_io::<false>()
        }
    }

    fn begin_pass(&mut self) {
        self.pass += 1;
        self.issued_before_pass = self.issued;
        self.ios_left = number_ios(self.plan);
        self.pattern.begin_loop(self.pass);
    }

    /// `end_fsync` and `fsync_on_close`: not counted among the syncs, as in fio.
    fn sync_targets(&mut self) {
        let durability = &self.plan.job.durability;
        if !(durability.end_fsync || durability.fsync_on_close)
            || !self.plan.job.access.mode.issues(Ddir::Write)
            || self.error.is_some()
        {
            return;
        }
        self.live.enter(WorkerState::Syncing);
        for file in 0..self.plan.targets.len() as u32 {
            let io = Io {
                op: Op::Fsync,
                file,
                offset: 0,
                len: 0,
            };
            let result = self.sync_now(io);
            if result < 0 {
                self.fail(&io, -result, false);
            }
        }
    }

    /// One sync through the engine with nothing else in flight; its result.
    fn sync_now(&mut self, io: Io) -> i32 {
        let request = Request {
            io,
            slot: 0,
            buffer: self.buffers.slot(0),
        };
        match self.engine.queue(&request) {
            Queued::Done(result) => return result,
            Queued::Busy => return -libc::EBUSY,
            Queued::Pending => {}
        }
        if let Err(error) = self.engine.submit() {
            return -error.errno;
        }
        match self
            .engine
            .reap(crate::engine::Wait::AtLeast(1), &mut self.completions[..1])
        {
            Ok(1) => self.completions[0].result,
            Ok(_) => -libc::EIO,
            Err(error) => -error.errno,
        }
    }

    /// What the schedules still wanted when the job was ended by time, a signal or an error. One that ran out of work keeps the
    /// delay of its last start.
    fn note_last_backlog(&mut self, now_ns: u64) {
        if !self.ending {
            return;
        }
        let stop_ns = now_ns.min(self.timeline.end_ns);
        for ddir in Ddir::ALL {
            if self.pacer.is_rated(ddir) && self.plan.job.access.mode.issues(ddir) {
                self.recorder.cut_off(ddir, self.pacer.backlog_ns(ddir, stop_ns));
            }
        }
    }

    /// The end: nothing is in flight any more.
    pub(super) fn finish(&mut self, started_mono_ns: u64) -> WorkerOutcome {
        self.live.enter(WorkerState::Finishing);
        let now_ns = self.clock.after_ns();
        // A job that ended in ramp has measured nothing.
        if self.timeline.ramp_end_ns != u64::MAX {
            self.switch_recorder(now_ns);
        }
        self.publish();
        if E::IN_PLACE {
            self.recorder.in_place_batches(self.capabilities.counts_batches);
        }
        self.note_last_backlog(now_ns);
        let (_, written_bytes) = self.totals(Ddir::Write);
        let mut stats = self.recorder.finish(now_ns);
        if let (Some(error), 0) = (&self.error, stats.first_error) {
            stats.first_error = error.errno();
        }
        WorkerOutcome {
            stats,
            logs: self
                .logger
                .take()
                .map(|logger| logger.finish(now_ns))
                .unwrap_or_default(),
            error: self.error.take(),
            notes: self.notes.iter().map(|note| note.with_path(self.plan)).collect(),
            started: true,
            started_mono_ns,
            total_ns: now_ns.saturating_sub(self.timeline.origin_ns),
            written_bytes,
        }
    }
}

fn number_ios(plan: &WorkerPlan) -> u64 {
    match plan.job.access.number_ios {
        0 => u64::MAX,
        count => count,
    }
}

impl Batches {
    fn new(plan: &WorkerPlan, depth: u32, groups: bool) -> Self {
        let given = &plan.job.depth;
        let submit_given = plan.job.was_given("iodepth_batch_submit") || given.batch_submit != 1;
        let submit_range = match (submit_given, given.batch_submit) {
            (true, 0) => (depth, depth),
            (true, most) => (most.min(depth), most.min(depth)),
            // Half of a shallow queue, so that the device works on one half while the other is prepared.
            (false, _) if groups => (
                TOGETHER.min(depth.div_ceil(2)),
                TOGETHER_AT_ONCE.min(depth.div_ceil(2)),
            ),
            (false, _) => (depth, depth),
        };
        // FIO-DIFF(complete-min-0): with `iodepth_batch_complete_min=0` fio 3.33 still waits for one I/O each time; here it looks
        // without waiting, as the manual says, and waits only when the queue is full.
        let min = given.batch_complete_min.min(depth);
        // FIO-DIFF(complete-max): without `iodepth_batch_complete_*` fio takes one completion per call; here it takes all there
        // are, so that `complete` of a fast device has larger classes.
        let max = match given.batch_complete_max {
            Some(max) => max.max(min).clamp(1, depth),
            None if plan.job.was_given("iodepth_batch_complete_min") => min.max(1),
            None => depth,
        };
        let low = given.low.unwrap_or(depth).clamp(0, depth);
        Self {
            submit: submit_range.0,
            submit_range,
            submit_given,
            min,
            max,
            low: if low == 0 { depth } else { low },
        }
    }
}

impl RawNote {
    fn with_path(self, plan: &WorkerPlan) -> IoErrorNote {
        IoErrorNote {
            op: self.io.op,
            path: plan
                .targets
                .get(self.io.file as usize)
                .map(|target| target.path.clone())
                .unwrap_or_default(),
            offset: self.io.offset,
            len: self.io.len,
            errno: self.errno,
            full_resid: self.full_resid,
        }
    }
}

/// The words for a note in an error. An option that this kernel, file system or device does not offer is named.
pub(super) fn io_error(note: RawNote, plan: &WorkerPlan) -> WorkerError {
    let options = &plan.job.engine;
    let missing = match note.errno {
        libc::EOPNOTSUPP if options.hipri => {
            "hipri: no polled completions here (they need direct=1 and a device with poll queues)"
        }
        libc::EOPNOTSUPP if options.uncached => {
            "uncached: not offered by this kernel and file system (RWF_DONTCACHE)"
        }
        libc::EOPNOTSUPP if options.nowait => "nowait: not offered by this file system (RWF_NOWAIT)",
        _ => return WorkerError::Io(note.with_path(plan)),
    };
    WorkerError::Setup {
        what: format!("{missing}, {}", note.with_path(plan).path.display()),
        source: io::Error::from_raw_os_error(note.errno),
    }
}

/// The words for a refused call.
pub(super) fn call_error(call: &'static str, errno: i32) -> WorkerError {
    WorkerError::Call {
        call,
        source: io::Error::from_raw_os_error(errno),
    }
}
