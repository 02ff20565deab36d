//! What a worker is given and what it leaves.

use std::sync::atomic::AtomicU8;

use fiord_stats::JobStats;

use crate::data::logger::Logs;
use crate::error::{IoErrorNote, WorkerError};
use crate::live::LiveCell;
use fiord_targets::locks::FileLocks;
use fiord_targets::zones::ZonedFiles;
use fiord_workload::flow::Flows;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::steady::SteadyParties;
use fiord_workload::wear_out::WearOut;

/// What a worker needs from the runner.
pub struct WorkerSetup<'a> {
    /// What to do, with targets opened.
    pub plan: &'a WorkerPlan,
    /// Called once, when the worker has all its memory, rings and statistics: blocks until the phase may begin. `false`:
    /// the run was called off and the worker returns an empty outcome.
    pub start: &'a mut dyn FnMut() -> bool,
    /// [`fiord_targets::stop::RUN`], [`fiord_targets::stop::STOP`] or [`fiord_targets::stop::PAUSE`]; written by others at any time.
    pub stop: &'a AtomicU8,
    /// Where the worker publishes its counters for progress lines, some 20 times a second, and its state.
    pub live: &'a LiveCell,
    /// The flows of the run (`flow`).
    pub flows: &'a Flows,
    /// Who ends at a steady state together (`steadystate`).
    pub steady: &'a SteadyParties,
    /// The locks of the run (`lockfile`).
    pub locks: &'a FileLocks,
    /// Where the worker says how far it is when its runtime is over, if it goes on then.
    pub wear_out: Option<&'a WearOut>,
    /// The zones of the run (`zonemode=zbd`), which fit this worker's targets.
    pub zones: &'a ZonedFiles<'a>,
}

/// What a worker had done when its runtime was over: I/Os and bytes of all directions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AtDeadline {
    pub ios: u64,
    pub bytes: u64,
}

/// What came out of a worker.
#[derive(Debug, Default)]
pub struct WorkerOutcome {
    /// What was counted after ramp. On the heap: it is large, and the stack of each of thousands of threads keeps what it once held.
    pub stats: Box<JobStats>,
    /// The entries of the `write_*_log` files, unwritten.
    pub logs: Logs,
    /// What ended the job before its time.
    pub error: Option<WorkerError>,
    /// Errors to talk about, in order; at most [`IoErrorNote::MAX`] are kept.
    pub notes: Vec<IoErrorNote>,
    /// Whether the barrier was passed.
    pub started: bool,
    /// `CLOCK_MONOTONIC` at the start of I/O (0 in virtual time), in nanoseconds.
    pub started_mono_ns: u64,
    /// Ramp included: from the first stamp to the last completion, in nanoseconds.
    pub total_ns: u64,
    /// What was done when the runtime was over, where the job went on: its wear-out.
    pub at_deadline: Option<AtDeadline>,
    /// The depth that a search for a latency came to (`latency_target`).
    pub depth_found: Option<u32>,
    /// Bytes written, ramp included: what the file layer needs to know whether the target changed.
    pub written_bytes: u64,
}

impl WorkerOutcome {
    /// Nothing was done.
    pub(super) fn ended_by(error: WorkerError) -> Self {
        Self {
            error: Some(error),
            ..Self::default()
        }
    }
}
