//! One run, from a plan to a record: guards in front of devices, signals, disk counters before and after, the engine between.
//!
//! The fio front end, `run` and `survey` all measure through [`measure`]; nothing else calls the engine.

mod disks;
mod safety;
mod signals;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fiord_engine::{LiveBoard, RunEvent, RunOptions, RunOutcome, SetupError, StopFlag};
use fiord_host::root::Root;
use fiord_record::run::{ErrorRecord, RunRecord, WorkerRecord};
use fiord_spec::plan::RunPlan;
use jiff::Zoned;

pub(crate) use disks::{DiskWatch, target_paths};
pub(crate) use safety::HostGuard;
pub(crate) use signals::Signals;

/// What fio's formats show as version: what we are compatible with, and who we are.
pub(crate) const VERSION: &str = concat!("fio-3.33-fiord-", env!("CARGO_PKG_VERSION"));

/// What a run may do and who listens.
pub(crate) struct Session {
    /// Devices that may be overwritten, as the user named them.
    pub(crate) allow_destroy: Vec<PathBuf>,
    /// Nothing is written.
    pub(crate) readonly: bool,
    /// Ends the run early.
    pub(crate) stop: Arc<StopFlag>,
    /// Live counters for a progress display.
    pub(crate) live: Option<Arc<LiveBoard>>,
}

impl Session {
    /// A session without consent to destroy anything.
    pub(crate) fn new(stop: Arc<StopFlag>) -> Self {
        Self { allow_destroy: Vec::new(), readonly: false, stop, live: None }
    }
}

/// Runs the plan and gathers the record.
///
/// # Errors
/// When nothing could be started: a refused device, no threads.
pub(crate) fn measure(
    plan: &RunPlan,
    session: &Session,
    events: &(dyn Fn(&RunEvent) + Sync),
) -> Result<RunRecord, SetupError> {
    let root = Root::system();
    let guard = HostGuard::new(root.clone(), session.allow_destroy.clone());
    let watch = DiskWatch::begin(&root, plan);
    let started = Zoned::now();
    let clock = Instant::now();
    let options = RunOptions {
        guard: &guard,
        readonly: session.readonly,
        stop: Arc::clone(&session.stop),
        live: session.live.clone(),
        on_event: events,
    };
    let outcome = fiord_engine::run(plan, &options)?;
    let disks = watch.end(&root);
    Ok(RunRecord {
        plan: plan.clone(),
        workers: workers(&outcome),
        disks,
        started,
        finished: Zoned::now(),
        elapsed_s: clock.elapsed().as_secs() + 1,
        version: VERSION.to_owned(),
        notes: Vec::new(),
    })
}

fn workers(outcome: &RunOutcome) -> Vec<WorkerRecord> {
    outcome
        .workers
        .iter()
        .map(|worker| WorkerRecord {
            job_index: worker.job_index,
            clone: worker.clone,
            number: worker.number,
            group: worker.group,
            pid: worker.tid,
            stats: worker.stats.clone(),
            error: worker.failure.as_ref().map(|failure| ErrorRecord {
                errno: failure.errno,
                place: failure.file.as_ref().map(|file| file.display().to_string()).unwrap_or_default(),
                func: failure.op.to_owned(),
                message: failure.message.clone(),
            }),
            started_ns: worker.started_ns,
            ended_ns: worker.ended_ns,
        })
        .collect()
}
