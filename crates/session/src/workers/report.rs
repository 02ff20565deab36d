//! What became of each worker of a run.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use fiord_engine::worker::WorkerOutcome;
use fiord_record::evidence::PageState;
use fiord_targets::failure::Failure;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::steady::SteadyWindow;

/// How far a worker came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkerStatus {
    /// It passed its gate and did its work, or as much of it as it could.
    Ran,
    /// It ended before its gate: its files, engine or placement could not be had.
    NotSetUp,
    /// It only made its files (`create_only`).
    OnlyCreated,
    /// It was never started, or called back at its gate: the run was stopped, or another job's `exitall` ended it.
    NeverRan,
}

/// What became of one worker.
#[derive(Debug)]
pub(crate) struct WorkerReport {
    /// Index of the job in the plan.
    pub(crate) job_index: usize,
    /// Which clone of the job, from 0.
    pub(crate) clone: u32,
    /// Number over the whole run, from 0.
    pub(crate) number: u32,
    /// Reporting group.
    pub(crate) group: u32,
    /// Thread id, 0 when no thread was made. fio prints it as the process id.
    pub(crate) tid: i32,
    /// How far it came.
    pub(crate) status: WorkerStatus,
    /// Why it ended early, if it did.
    pub(crate) failure: Option<Failure>,
    /// What was counted, and the logs.
    pub(crate) outcome: WorkerOutcome,
    /// What it worked off, its descriptors closed: from this its I/Os can be made once more ([`fiord_workload::replay`]). `None` when
    /// no thread was made.
    pub(crate) plan: Option<WorkerPlan>,
    /// Where its job has `steadystate`: the last window, of its group if that is reported as one.
    pub(crate) steady: Option<SteadyWindow>,
    /// When it passed its gate.
    pub(crate) started: Option<SystemTime>,
    /// What the clock of its logs showed then (`log_alternate_epoch`); 0 where they count from its start.
    pub(crate) epoch: Duration,
    /// When it ended.
    pub(crate) ended: Option<SystemTime>,
    /// Its files in the page cache at that moment. Read only in runs of several jobs: the kernel may write the pages while other jobs
    /// go on.
    pub(crate) left: Vec<(PathBuf, PageState)>,
}

impl WorkerReport {
    pub(crate) fn before_start(plan: &WorkerPlan) -> Self {
        Self {
            job_index: plan.job_index,
            clone: plan.clone,
            number: plan.number,
            group: plan.job.group,
            tid: 0,
            status: WorkerStatus::NeverRan,
            failure: None,
            outcome: WorkerOutcome::default(),
            plan: None,
            steady: None,
            started: None,
            epoch: Duration::ZERO,
            ended: None,
            left: Vec::new(),
        }
    }
}
