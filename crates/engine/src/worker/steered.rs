//! What else than the pattern and the pace decides about I/Os: flows, recordings that are played, and what is recorded.

use std::io;

use fiord_iolog::{Playback, Recording};
use fiord_job::plan::JobPlan;
use fiord_workload::io::Io;
use fiord_workload::pace::Due;
use fiord_workload::plan::WorkerPlan;

use super::setup::WorkerSetup;
use super::state::{Steered, Worker};
use crate::data::clock::Clock;
use crate::engines::engine::Engine;
use crate::error::WorkerError;

/// Whether I/Os are due at the times of a recording.
pub(super) fn keeps_recorded_pace(job: &JobPlan) -> bool {
    !job.control.replay.read.is_empty() && !job.control.replay.no_stall
}

fn failed(option: &str, path: &str, source: io::Error) -> WorkerError {
    WorkerError::Setup {
        what: format!("{option}={path}"),
        source,
    }
}

/// Joins the flow and opens the recordings of a worker.
pub(super) fn steered(plan: &WorkerPlan, setup: &WorkerSetup<'_>) -> Result<Steered, WorkerError> {
    let (flow, replay) = (&plan.job.pace.flow, &plan.job.control.replay);
    let read = replay.of_clone(plan.clone).unwrap_or_default();
    let written = replay.write.as_deref().unwrap_or_default();
    Ok(Steered {
        flow: (flow.weight > 0).then(|| setup.flows.join(flow)),
        replay: Playback::open(plan).map_err(|source| failed("read_iolog", read, source))?,
        recording: Recording::open(plan).map_err(|source| failed("write_iolog", written, source))?,
    })
}

impl<E: Engine, C: Clock> Worker<'_, E, C> {
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

    /// Writes an I/O down that is issued now (`write_iolog`).
    #[inline(always)]
    pub(super) fn record(&mut self, io: &Io) {
        if let Some(recording) = &mut self.outside.steered.recording {
            recording.note(io, self.clock.now_ns());
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
