//! The life of a worker around its loop: set-up before the barrier, passes, events by time, the end.

use std::io;
use std::sync::atomic::Ordering;

use fiord_job::plan::{Backend, Ddir, JobPlan};
use fiord_messages::run_errors as messages;
use fiord_stats::{JobStats, Samples};

use crate::data::blocks::BlockMap;
use crate::data::buffers::SlotBuffers;
use crate::data::clock::Clock;
use crate::data::logger::Logger;
use crate::data::recorder::{Recorder, Scope};
use crate::engines::engine::Engine;
use crate::io::{Completion, Queued, Request};
use crate::live::WorkerState;
use fiord_targets::stop;
use fiord_workload::content::Content;
use fiord_workload::io::{Io, Op};
use fiord_workload::pace::Pacer;
use fiord_workload::pattern::Pattern;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::priority::priorities_of;

use super::plain::is_plain;
use super::renew::{renew_cache, renew_targets, sync_file_systems};
use super::setup::{WorkerOutcome, WorkerSetup};
use super::slots::Slots;
use super::state::{Batches, BlockBytes, Counts, End, Flight, Outside, Pass, Timeline, Waiting, Worker};
use super::steered::{keeps_recorded_pace, steered};
use super::turns::WorkerTurn;
use super::verifying::{Verifier, reads_back, trims};
use crate::error::WorkerError;
use fiord_workload::syncs::{SyncRules, counts_writes};

/// How often the live counters are published and the limits by time looked at, at least.
const EVENT_EVERY_NS: u64 = 50_000_000;

/// What the recorder has to keep of a job.
fn scope<E: Engine>(job: &JobPlan, (pacer, syncs): (&Pacer, &SyncRules), wears: bool) -> Scope {
    Scope {
        mode: job.access.mode,
        in_place: E::IN_PLACE,
        has_slat: !E::IN_PLACE && !E::DONE_BY_SUBMIT,
        trims_in_place: E::TRIMS_IN_PLACE,
        rated: Ddir::ALL.map(|ddir| pacer.is_rated(ddir) || keeps_recorded_pace(job)),
        syncs: syncs.any() || !job.control.replay.read.is_empty(),
        reads_back: reads_back(job),
        trims: trims(job),
        plays: !job.control.replay.read.is_empty(),
        // One that wears out goes on behind its runtime.
        seconds: (job.control.runtime_us > 0 && !wears).then(|| job.control.runtime_us.div_ceil(1_000_000)),
    }
}

fn new_recorder<E: Engine>(job: &JobPlan, scope: Scope) -> Result<Recorder, WorkerError> {
    let report = &job.report;
    let mut recorder = Recorder::new(report, scope).map_err(|_| {
        WorkerError::setup(
            messages::memory_for_seconds,
            io::Error::from_raw_os_error(libc::ENOMEM),
        )
    })?;
    let is_off = if report.lat_percentiles {
        report.disable_lat
    } else {
        report.disable_clat
    };
    if E::PRIORITIES && !is_off {
        for (index, ddir) in [Ddir::Read, Ddir::Write].into_iter().enumerate() {
            if job.access.mode.issues(ddir) {
                recorder.keep_priorities(ddir, &priorities_of(job, index));
            }
        }
    }
    Ok(recorder)
}

impl<'a, E: Engine, C: Clock> Worker<'a, E, C> {
    /// Takes everything the loop needs.
    ///
    /// On the heap and not inlined, as [`Worker::finish`] is not: what they need of the stack would be touched below the whole loop,
    /// in each of thousands of threads.
    #[inline(never)]
    pub(super) fn prepare(
        engine: E,
        clock: C,
        mut buffers: SlotBuffers,
        setup: &WorkerSetup<'a>,
    ) -> Result<Box<Self>, WorkerError> {
        let (plan, job) = (setup.plan, &*setup.plan.job);
        let depth = if E::IN_PLACE { 1 } else { engine.depth().max(1) };
        let mut content = Content::new(plan);
        if job.engine.kind.backend() != Backend::Null && job.access.mode.issues(Ddir::Write) {
            for slot in 0..depth {
                content.init(buffers.slot_mut(slot));
            }
        }
        let steered = steered(plan, setup, depth)?;
        let zones = steered.zones.as_ref().map(|zones| zones.sizes());
        let verifier = Verifier::new(plan, depth, &content, zones)?;
        let pacer = Pacer::new(plan, 0);
        let syncs = SyncRules::new(&job.durability, counts_writes(job.access.mode));
        let scope = scope::<E>(job, (&pacer, &syncs), setup.wear_out.is_some());
        let recorder = new_recorder::<E>(job, scope)?;
        let ramps = job.control.ramp_time_us > 0 || job.control.ramp_bytes > 0;
        let turn = WorkerTurn::ahead(setup.stop.load(Ordering::Relaxed) == stop::PAUSE);
        let other = (ramps || turn.is_apart())
            .then(|| new_recorder::<E>(job, scope).map(Box::new))
            .transpose()?;
        let limits = job.control.max_latency_ns.0.iter().any(|limit| *limit > 0);
        let stamps =
            recorder.wants_stamps() || limits || job.depth.target.is_on() || setup.live.stamps().is_some();
        Ok(Box::new(Self {
            plan,
            outside: Outside {
                stop: setup.stop,
                live: setup.live,
                wear_out: setup.wear_out,
                steered,
            },
            clock,
            pattern: Pattern::new(plan),
            pacer,
            syncs,
            bytes: BlockBytes { content, verifier },
            flight: Flight {
                buffers,
                slots: Slots::new(depth),
                batches: Batches::new(plan, depth, engine.capabilities().groups),
                requeue: Vec::with_capacity(depth as usize),
                group: Vec::with_capacity(depth as usize),
                completions: vec![Completion { slot: 0, result: 0 }; depth as usize].into_boxed_slice(),
                unsynced_due_ns: None,
            },
            counts: Counts {
                recorder,
                other,
                logger: Logger::new(&job.report.logs),
                blocks: BlockMap::new(plan)?,
                stamps,
                set_aside: [(0, 0); 3],
            },
            timeline: Timeline::new(job.control.ramp_bytes),
            pass: Pass {
                number: 0,
                ios_left: number_ios(plan),
                issued: 0,
                issued_before: 0,
            },
            waiting: Waiting::Nothing,
            end: End::ahead(turn),
            engine,
        }))
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
        // Behind a ramp by size nobody knows yet when the runtime begins.
        if runtime_ns > 0 && control.ramp_bytes == 0 {
            self.timeline.end_ns = now_ns.saturating_add(ramp_ns).saturating_add(runtime_ns);
        }
        self.counts.recorder.begin(now_ns);
        self.begin_counting();
        self.empty_zones();
        self.pacer.begin(now_ns);
        if let Some(logger) = &mut self.counts.logger {
            logger.begin(now_ns, now_ns);
        }
        if self.timeline.is_in_ramp() {
            self.outside.live.enter(WorkerState::Ramp);
        } else {
            self.outside.live.enter(WorkerState::Running);
            self.begin_goals(now_ns);
        }
        self.pattern.begin_loop(0);
        self.pacer.begin(now_ns);
        self.begin_steered(now_ns);
        if let Some(verifier) = &mut self.bytes.verifier {
            verifier.begin(now_ns);
        }
        self.set_next_event(now_ns);
    }

    /// A stamp has passed `next_event_ns`: the end of ramp, a sample window, a second, the runtime, or just time to publish.
    #[cold]
    #[inline(never)]
    pub(super) fn on_event(&mut self, now_ns: u64) {
        self.timeline.last_ns = now_ns;
        if now_ns >= self.timeline.ramp_end_ns {
            self.timeline.ramp_end_ns = u64::MAX;
            self.end_ramp(now_ns);
        }
        if now_ns >= self.counts.recorder.next_tick_ns() {
            self.note_backlogs(now_ns);
            self.counts.recorder.tick(now_ns);
        }
        if let Some(logger) = &mut self.counts.logger {
            logger.tick(now_ns);
        }
        self.look_at_goals(now_ns);
        if now_ns >= self.end.turn.mark_ns {
            self.mark_turn(now_ns);
        }
        if now_ns >= self.timeline.end_ns {
            self.end.reached = true;
            self.come_to_deadline();
        }
        self.publish();
        self.publish_state();
        self.hand_over_copy(now_ns);
        self.set_next_event(now_ns);
    }

    /// A copy of what was counted, for a report in the middle of the run, if somebody asked for one.
    fn hand_over_copy(&self, now_ns: u64) {
        let Some(number) = self.outside.live.wanted_copy() else {
            return;
        };
        let batches = E::IN_PLACE.then(|| self.engine.capabilities().counts_batches);
        let mut stats = self.counted().so_far(now_ns, batches);
        self.tidy_up(&mut stats);
        self.outside.live.hand_over(number, stats);
    }

    /// What the report of a job shows otherwise than it was counted.
    fn tidy_up(&self, stats: &mut JobStats) {
        self.part_run_times(stats);
        self.leave_out_rests(stats);
        stats.zone_resets = self
            .outside
            .steered
            .zones
            .as_ref()
            .map_or(0, |zones| zones.resets);
        stats.blocks = self.counts.blocks.as_ref().map(|blocks| Box::new(blocks.lives()));
        if self.plan.job.engine.kind.has_no_bytes() {
            // Its I/Os are bursts of computing, or looks at a program.
            for ddir in &mut stats.ddirs {
                ddir.bytes = 0;
                ddir.bw = Samples::default();
                ddir.per_second.iter_mut().for_each(|second| second.1 = 0);
            }
        }
    }

    /// `ramp_size` is over once so much was transferred.
    pub(super) fn look_at_ramp_size(&mut self, now_ns: u64) {
        let bytes: u64 = Ddir::ALL.into_iter().map(|ddir| self.totals(ddir).1).sum();
        if bytes >= self.timeline.ramp_bytes {
            self.timeline.ramp_bytes = 0;
            self.end_ramp(now_ns);
        }
    }

    /// A ramp is over, by time or by size: once both are, what was counted so far is put aside, and counting begins with an empty
    /// recorder.
    fn end_ramp(&mut self, now_ns: u64) {
        if self.timeline.is_in_ramp() {
            return;
        }
        let control = &self.plan.job.control;
        if control.ramp_bytes > 0 && control.runtime_us > 0 {
            self.timeline.end_ns = now_ns.saturating_add(control.runtime_us.saturating_mul(1_000));
        }
        if let Some(other) = &mut self.counts.other {
            std::mem::swap(&mut self.counts.recorder, other);
            self.counts.recorder.begin(now_ns);
            self.begin_counting();
            if let Some(logger) = &mut self.counts.logger {
                logger.begin(self.timeline.origin_ns, now_ns);
            }
        }
        self.outside.live.enter(WorkerState::Running);
        self.begin_goals(now_ns);
        self.set_next_event(now_ns);
    }

    pub(super) fn set_next_event(&mut self, now_ns: u64) {
        let after_end = if self.end.reached {
            u64::MAX
        } else {
            self.timeline.end_ns
        };
        self.timeline.next_event_ns = now_ns
            .saturating_add(EVENT_EVERY_NS)
            .min(self.timeline.ramp_end_ns)
            .min(self.goals_due_ns())
            .min(after_end)
            .min(self.end.turn.mark_ns)
            .min(self.counts.recorder.next_tick_ns())
            .min(
                self.counts
                    .logger
                    .as_ref()
                    .map_or(u64::MAX, |logger| logger.next_tick_ns()),
            );
    }

    /// I/Os and bytes of one direction, ramp included.
    pub(super) fn totals(&self, ddir: Ddir) -> (u64, u64) {
        let (ios, bytes) = self.counts.recorder.totals(ddir);
        if self.plan.job.engine.kind.has_no_bytes() {
            return (ios, 0);
        }
        let before = self
            .counts
            .other
            .as_ref()
            .map_or((0, 0), |ramp| ramp.totals(ddir));
        let aside = self.counts.set_aside[ddir as usize];
        (ios + before.0 + aside.0, bytes + before.1 + aside.1)
    }

    pub(super) fn publish(&self) {
        for ddir in Ddir::ALL {
            let (ios, bytes) = self.totals(ddir);
            self.outside.live.publish(ddir as usize, ios, bytes);
        }
        self.outside.live.publish_latencies(|classes| {
            self.counted().add_latencies(classes);
            // Turns are compared by the latencies that count.
            if !self.end.turn.takes_turns()
                && let Some(ramp) = &self.counts.other
            {
                ramp.add_latencies(classes);
            }
        });
    }

    /// The pass is over and nothing is in flight: syncs what `end_fsync` asks for and begins the next pass, if there is one.
    #[cold]
    #[inline(never)]
    pub(super) fn next_pass(&mut self) -> bool {
        if self.takes_turns() || self.wears_on() || self.begin_read_back() {
            return true;
        }
        let wraps = self.plan.job.control.time_based && !self.end.reached && !self.only_reads_back();
        if !wraps {
            self.sync_targets();
        }
        let again = wraps
            || (!self.end.reached
                && (self.pass.number + 1 < self.plan.job.control.loops || self.has_another_round()));
        // A pass in which nothing was issued would repeat forever.
        if !again || self.pass.issued == self.pass.issued_before {
            return false;
        }
        if !wraps && let Err(error) = renew_cache(self.plan, None) {
            self.end_with(error);
            return false;
        }
        if self.plan.job.files.unlink_each_loop
            && !wraps
            && let Err(error) = renew_targets(self.plan)
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
        let drains = self.reads_back() || self.will_read_back();
        let wraps = self.plan.job.control.time_based && !self.end.reached && !drains;
        if !wraps || self.pass.issued == self.pass.issued_before {
            return None;
        }
        self.begin_pass();
        if is_plain(&self.plan.job) {
            self.next_io::<true>()
        } else {
            self.next_io::<false>()
        }
    }

    /// As in fio, `io_size` and `number_ios` count what was read back too where the job goes on after that.
    fn has_another_round(&self) -> bool {
        let (ios, bytes) = self.moved();
        self.pattern.has_another_round(bytes) && ios < number_ios(self.plan)
    }

    /// I/Os and bytes so far.
    fn moved(&self) -> (u64, u64) {
        let totals = Ddir::ALL.map(|ddir| self.totals(ddir));
        totals
            .iter()
            .fold((0, 0), |sum, total| (sum.0 + total.0, sum.1 + total.1))
    }

    fn begin_pass(&mut self) {
        self.pass.number += 1;
        self.pass.issued_before = self.pass.issued;
        self.pass.ios_left = number_ios(self.plan);
        let control = &self.plan.job.control;
        if !control.time_based && self.pass.number >= control.loops && self.has_another_round() {
            self.pass.ios_left -= self.moved().0;
        }
        self.pattern.begin_loop(self.pass.number);
        self.empty_zones();
        let now_ns = self.clock.now_ns();
        if let Some(verifier) = &mut self.bytes.verifier {
            verifier.begin_loop_of_reads(self.plan, self.pass.number, now_ns);
        }
        self.begin_playback(now_ns);
    }

    /// Whether files are synced when everything is done.
    pub(super) fn syncs_at_end(&self) -> bool {
        self.plan.job.durability.syncs_at_end() && self.plan.job.access.mode.issues(Ddir::Write)
    }

    /// `end_fsync` and `fsync_on_close`: not counted among the syncs, as in fio.
    fn sync_targets(&mut self) {
        let durability = &self.plan.job.durability;
        let writes = self.plan.job.access.mode.issues(Ddir::Write) && self.end.error.is_none();
        if durability.end_syncfs && writes {
            self.outside.live.enter(WorkerState::Syncing);
            if let Err(error) = sync_file_systems(self.plan) {
                self.end_with(error);
            }
        }
        if !(durability.end_fsync || durability.fsync_on_close) || !writes {
            return;
        }
        self.outside.live.enter(WorkerState::Syncing);
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
    pub(super) fn sync_now(&mut self, io: Io) -> i32 {
        let request = Request {
            io,
            slot: 0,
            buffer: self.flight.buffers.slot(0),
        };
        match self.engine.queue(&request) {
            Queued::Done(result) => return result,
            Queued::Busy => return -libc::EBUSY,
            Queued::Pending => {}
        }
        let taken = match self.engine.submit() {
            Ok(0) => self.insist(),
            other => other,
        };
        if let Err(error) = taken {
            return -error.errno;
        }
        match self.engine.reap(
            crate::engines::engine::Wait::AtLeast(1),
            &mut self.flight.completions[..1],
        ) {
            Ok(1) => self.flight.completions[0].result,
            Ok(_) => -libc::EIO,
            Err(error) => -error.errno,
        }
    }

    /// How far the schedules are behind at the end of each second that ends here.
    fn note_backlogs(&mut self, now_ns: u64) {
        if !self.pacer.is_active() {
            return;
        }
        for end_ns in self.counts.recorder.seconds_ending(now_ns) {
            for ddir in Ddir::ALL {
                if self.pacer.is_rated(ddir) && self.plan.job.access.mode.issues(ddir) {
                    self.counts
                        .recorder
                        .backlog_of_second(ddir, self.pacer.backlog_ns(ddir, end_ns));
                }
            }
        }
    }

    /// What the schedules still wanted when the job was ended by time, a signal or an error. One that ran out of work keeps the
    /// delay of its last start.
    fn note_last_backlog(&mut self, now_ns: u64) {
        if !self.end.reached {
            return;
        }
        let stop_ns = now_ns.min(self.timeline.end_ns);
        for ddir in Ddir::ALL {
            if self.pacer.is_rated(ddir) && self.plan.job.access.mode.issues(ddir) {
                self.counts
                    .recorder
                    .cut_off(ddir, self.pacer.backlog_ns(ddir, stop_ns));
            }
        }
    }

    /// The end: nothing is in flight any more.
    #[inline(never)]
    pub(super) fn finish(&mut self, started_mono_ns: u64) -> WorkerOutcome {
        self.outside.live.enter(WorkerState::Finishing);
        self.settle_checks();
        self.publish_state();
        let now_ns = self.end.wear.rested_ns.unwrap_or_else(|| self.clock.after_ns());
        // As in fio, a job that ended in ramp reports what it did there.
        self.publish();
        if E::IN_PLACE {
            self.counts
                .recorder
                .in_place_batches(self.engine.capabilities().counts_batches);
        }
        self.note_last_backlog(now_ns);
        self.end_recording(now_ns);
        let (_, written_bytes) = self.totals(Ddir::Write);
        if self.end.turn.has_counted() {
            self.count_apart(false, now_ns);
        }
        let mut stats = self.counts.recorder.finish(now_ns);
        stats.cpu.merge(&self.engine.helpers_used());
        self.tidy_up(&mut stats);
        if let (Some(error), 0) = (&self.end.error, stats.first_error) {
            stats.first_error = error.errno();
        }
        if let Some(number) = self.outside.live.last_asked() {
            // Later reports show what it came to.
            self.outside.live.hand_over(number, stats.clone());
        }
        WorkerOutcome {
            stats,
            logs: self
                .counts
                .logger
                .take()
                .map(|logger| logger.finish(now_ns))
                .unwrap_or_default(),
            error: self.end.error.take(),
            notes: self
                .end
                .notes
                .iter()
                .map(|note| note.with_path(self.plan))
                .collect(),
            started: true,
            started_mono_ns,
            total_ns: now_ns.saturating_sub(self.timeline.origin_ns),
            at_deadline: self.end.wear.at_deadline,
            depth_found: self.outside.steered.search.as_ref().map(|search| search.depth()),
            written_bytes,
        }
    }
}

fn number_ios(plan: &WorkerPlan) -> u64 {
    plan.job.access.most_ios()
}
