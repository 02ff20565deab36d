//! What else than the pattern and the pace decides about I/Os: flows, recordings, steady states, searches.

use std::io;

use crate::iolog::{Playback, Recording};
use fiord_job::plan::{Ddir, JobPlan};
use fiord_workload::io::{Io, Op};
use fiord_workload::pace::Due;
use fiord_workload::plan::WorkerPlan;

use super::setup::WorkerSetup;
use super::state::{Steered, Worker};
use crate::data::clock::Clock;
use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::tap::IoLines;
use fiord_workload::depth_search::{DepthSearch, SearchStep};
use fiord_workload::ranges::Ranges;
use fiord_workload::steady::SteadyTotals;

/// Whether I/Os are due at the times of a recording.
pub(super) fn keeps_recorded_pace(job: &JobPlan) -> bool {
    !job.control.replay.read.is_empty() && !job.control.replay.no_stall
}

fn failed(option: &str, path: &str, source: io::Error) -> WorkerError {
    WorkerError::setup_of(format!("{option}={path}"), source)
}

/// Joins the flow and opens the recordings of a worker.
pub(super) fn steered(
    plan: &WorkerPlan,
    setup: &WorkerSetup<'_>,
    depth: u32,
) -> Result<Steered, WorkerError> {
    let (flow, replay) = (&plan.job.pace.flow, &plan.job.control.replay);
    let read = replay.of_clone(plan.clone).unwrap_or_default();
    let written = replay.write.as_deref().unwrap_or_default();
    if let Some(tap) = setup.live.tap().filter(|tap| tap.random) {
        tap.tell_seeds(plan);
    }
    Ok(Steered {
        flow: (flow.weight > 0).then(|| setup.flows.join(flow)),
        replay: Playback::open(plan).map_err(|source| failed("read_iolog", read, source))?,
        recording: Recording::open(plan).map_err(|source| failed("write_iolog", written, source))?,
        lines: IoLines::of(setup.live.tap(), plan),
        steady: setup.steady.join(&plan.job, plan.number),
        search: DepthSearch::new(plan.job.depth.target, depth),
        locks: setup.locks.join(plan, depth),
        zones: setup
            .zones
            .join(plan, depth)
            .map_err(|source| failed("zonemode", "zbd", source))?,
        ranges: Ranges::of(&plan.job),
    })
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// What is measured from now on counts for `steadystate` and `latency_target`.
    pub(super) fn begin_goals(&mut self, now_ns: u64) {
        if let Some(steady) = &mut self.outside.steered.steady {
            steady.begin(now_ns);
        }
        if let Some(search) = &mut self.outside.steered.search {
            search.begin(now_ns);
        }
    }

    /// When [`Worker::look_at_goals`] has something to do.
    pub(super) fn goals_due_ns(&self) -> u64 {
        let steered = &self.outside.steered;
        let steady_ns = steered.steady.as_ref().map_or(u64::MAX, |steady| steady.due_ns());
        let search_ns = steered.search.as_ref().map_or(u64::MAX, |search| search.due_ns());
        steady_ns.min(search_ns)
    }

    /// Measures and judges what is due.
    pub(super) fn look_at_goals(&mut self, now_ns: u64) {
        let steady = self.outside.steered.steady.as_ref();
        if let Some(due) = steady.map(|steady| now_ns >= steady.due_ns()) {
            let totals = due.then(|| self.steady_totals());
            if let Some(steady) = &mut self.outside.steered.steady {
                if let Some(totals) = totals {
                    steady.measure(now_ns, totals);
                }
                self.end.reached |= steady.is_steady();
            }
        }
        let search = self.outside.steered.search.as_ref();
        if search.is_some_and(|search| now_ns >= search.due_ns()) {
            self.judge_depth(now_ns);
        }
    }

    fn steady_totals(&self) -> SteadyTotals {
        let (lat_sum_ns, latencies) = self.counts.recorder.latency_sum();
        let mut totals = SteadyTotals {
            lat_sum_ns,
            latencies,
            ..SteadyTotals::default()
        };
        for ddir in Ddir::ALL {
            let (ios, bytes) = self.counts.recorder.totals(ddir);
            totals.ios += ios;
            totals.bytes += bytes;
        }
        totals
    }

    /// A window of the search is over.
    pub(super) fn judge_depth(&mut self, now_ns: u64) {
        let Some(search) = &mut self.outside.steered.search else {
            return;
        };
        let (latency_ns, limit_ns) = (search.longest_ns, search.target_ns());
        match search.judge(now_ns) {
            SearchStep::Go => {}
            SearchStep::Report => {
                for ddir in Ddir::ALL {
                    let (ios, bytes) = self.counts.recorder.totals(ddir);
                    let aside = &mut self.counts.set_aside[ddir as usize];
                    *aside = (aside.0 + ios, aside.1 + bytes);
                }
                self.counts.recorder.restart(now_ns);
                self.begin_counting();
            }
            SearchStep::Finish => self.end.reached = true,
            SearchStep::Missed => self.end_with(WorkerError::MaxLatency {
                latency_ns,
                limit_ns,
                io: None,
            }),
        }
    }

    /// `lockfile`: takes the lock for the next I/O; `false` where it waits for one in flight.
    #[inline(always)]
    pub(super) fn lock_file(&mut self, io: &Io) -> bool {
        let may_wait = self.flight.slots.held() == 0;
        if may_wait {
            // An I/O that was done while it was queued has left its lock: nobody else would release it.
            self.unlock_files();
        }
        let locks = self.outside.steered.locks.as_mut();
        locks.is_none_or(|locks| locks.take(io, may_wait))
    }

    /// The I/O whose lock was taken last is in this slot. `false`: the job takes no locks.
    #[inline(always)]
    pub(super) fn keep_lock(&mut self, slot: u32) -> bool {
        let locks = self.outside.steered.locks.as_mut();
        locks.map(|locks| locks.put(slot)).is_some()
    }

    /// Releases the locks of I/Os that have ended.
    #[inline(always)]
    pub(super) fn unlock_files(&mut self) {
        if let Some(locks) = &mut self.outside.steered.locks {
            locks.release_taken();
            let slots = &self.flight.slots;
            locks.release_ended(|slot| slots.get(slot).busy);
        }
    }

    /// Keeps no more in flight than the search wants.
    pub(super) fn keep_depth(&mut self) {
        if let Some(search) = &self.outside.steered.search {
            self.flight.slots.keep(search.depth());
        }
    }

    /// Whether something else than a free slot decides when an I/O starts.
    #[inline(always)]
    pub(super) fn waits_for_its_time(&self) -> bool {
        self.pacer.is_active() || self.outside.steered.flow.is_some() || self.outside.steered.replay.is_some()
    }

    pub(super) fn keeps_recorded_pace(&self) -> bool {
        let replay = self.outside.steered.replay.as_ref();
        replay.is_some_and(|replay| replay.due_ns().is_some())
    }

    pub(super) fn is_behind_recording(&self, now_ns: u64) -> bool {
        let replay = self.outside.steered.replay.as_ref();
        replay.is_some_and(|replay| replay.is_behind(now_ns))
    }

    /// When the I/O may start: at the time of the recording, when the flow lets it, and at the pace of the job.
    pub(super) fn due(&mut self, io: &Io, now_ns: u64) -> Due {
        let recorded_ns = self
            .outside
            .steered
            .replay
            .as_ref()
            .and_then(|replay| replay.due_ns());
        if let Some(at_ns) = recorded_ns.filter(|at_ns| *at_ns > now_ns) {
            return Due::Wait {
                until_ns: at_ns,
                intended_ns: at_ns,
            };
        }
        if let Some(flow) = &mut self.outside.steered.flow
            && !flow.may_start()
        {
            // The one that is behind may wait for this very processor.
            std::thread::yield_now();
            return Due::Wait {
                until_ns: now_ns.saturating_add(flow.pause_ns),
                intended_ns: now_ns,
            };
        }
        match (self.pacer.due(io, now_ns), recorded_ns) {
            (Due::Now { .. }, Some(intended_ns)) => {
                self.leave_flow_gate();
                Due::Now { intended_ns }
            }
            (due @ Due::Now { .. }, None) => {
                self.leave_flow_gate();
                due
            }
            (wait, _) => wait,
        }
    }

    fn leave_flow_gate(&mut self) {
        if let Some(flow) = &mut self.outside.steered.flow {
            flow.started();
        }
    }

    /// The next I/O of the recording.
    pub(super) fn next_recorded(&mut self) -> Option<Io> {
        if self.pass.ios_left == 0 {
            return None;
        }
        let replay = self.outside.steered.replay.as_mut()?;
        match replay.take() {
            Ok(Some(io)) => {
                self.pass.ios_left -= 1;
                Some(io)
            }
            Ok(None) => None,
            Err(error) => {
                self.recording_failed("read_iolog", error);
                None
            }
        }
    }

    /// The next I/O of a job whose trims have several ranges.
    #[cold]
    #[inline(never)]
    pub(super) fn next_in_ranges(&mut self) -> Option<Io> {
        let mut ranges = self.outside.steered.ranges.take()?;
        let io = ranges.next(|| {
            let place = self.next_place()?;
            Some((place, self.pattern.take_wrapped(place.file)))
        });
        self.outside.steered.ranges = Some(ranges);
        io
    }

    /// Tells the engine the places of a trim that has this slot now.
    #[inline(always)]
    pub(super) fn hand_over_ranges(&mut self, io: &Io, slot: u32) {
        let steered = &mut self.outside.steered;
        let Some(ranges) = steered.ranges.as_ref().filter(|_| io.op == Op::Trim) else {
            return;
        };
        let places = ranges.of_io(io);
        self.engine.take_ranges(slot, places);
        if let Some(lines) = &mut steered.lines {
            places.iter().for_each(|place| lines.tell("range", slot, place));
        }
    }

    /// Writes an I/O down that is issued now (`write_iolog`), and says so.
    #[inline(always)]
    pub(super) fn record(&mut self, io: &Io, slot: u32) {
        self.tell("fill", slot, io);
        let steered = &mut self.outside.steered;
        let Some(recording) = &mut steered.recording else {
            return;
        };
        let now_ns = self.clock.now_ns();
        match &steered.ranges {
            // A line says one place.
            Some(ranges) => ranges
                .of_io(io)
                .iter()
                .for_each(|place| recording.note(place, now_ns)),
            None => recording.note(io, now_ns),
        }
    }

    /// `--debug=io`: a step of an I/O.
    #[inline(always)]
    pub(super) fn tell(&mut self, step: &str, slot: u32, io: &Io) {
        if let Some(lines) = &mut self.outside.steered.lines {
            lines.tell(step, slot, io);
        }
    }

    /// `--debug=io`: what became of an I/O.
    #[inline(always)]
    pub(super) fn tell_result(&mut self, slot: u32, io: &Io, result: i32) {
        if let Some(lines) = &mut self.outside.steered.lines {
            lines.tell_result(slot, io, result);
        }
    }

    pub(super) fn begin_steered(&mut self, now_ns: u64) {
        if let Some(recording) = &mut self.outside.steered.recording {
            recording.begin(now_ns);
        }
        self.begin_playback(now_ns);
    }

    /// The recording from its beginning.
    pub(super) fn begin_playback(&mut self, now_ns: u64) {
        let begun = self
            .outside
            .steered
            .replay
            .as_mut()
            .map(|replay| replay.begin(now_ns));
        if let Some(Err(error)) = begun {
            self.recording_failed("read_iolog", error);
        }
    }

    pub(super) fn end_recording(&mut self, now_ns: u64) {
        let ended = self
            .outside
            .steered
            .recording
            .as_mut()
            .map(|recording| recording.finish(now_ns));
        if let Some(Err(error)) = ended {
            self.recording_failed("write_iolog", error);
        }
    }

    #[cold]
    fn recording_failed(&mut self, option: &str, source: io::Error) {
        let replay = &self.plan.job.control.replay;
        let path = match option {
            "read_iolog" => replay.of_clone(self.plan.clone),
            _ => replay.write.as_deref(),
        };
        let error = failed(option, path.unwrap_or_default(), source);
        self.end_with(error);
    }
}
