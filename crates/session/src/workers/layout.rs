//! Makes the plan of every worker and lays out its files, before any worker starts.

use std::io::ErrorKind;
use std::sync::{Arc, Mutex, PoisonError};

use fiord_job::plan::{Ddir, RunPlan};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_targets::failure::Failure;
use fiord_targets::files::consent::Consent;
use fiord_targets::files::{self, Preparation, Prepared};
use fiord_targets::memory;
use fiord_targets::stop::WorkerStop;
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};
use fiord_workload::seed;

use crate::board::{room, worker_count};
use crate::event::{Events, RunEvent};
use crate::settings::RunSettings;
use crate::setup_error::SetupError;
use crate::states;
use crate::workers::report::{WorkerReport, WorkerStatus};

/// The workers of a run by number, before they start.
pub(crate) struct Workers {
    pub(super) reports: Vec<WorkerReport>,
    pub(super) seats: Vec<WorkerSeat>,
}

/// What a worker needs until its thread is there.
pub(super) struct WorkerSeat {
    /// `None`: it cannot run, and its report says why; or it was started.
    pub(super) plan: Option<WorkerPlan>,
    pub(super) stop: Arc<WorkerStop>,
    /// The workers that it starts with.
    pub(super) batch: usize,
}

/// Lays out files. It holds what was consented to: while it lives, no other process gets the block devices of the run.
pub(crate) struct Layout<'a> {
    settings: &'a RunSettings,
    pub(super) consent: Consent<'a>,
    prepared: Prepared,
    /// Held while a worker restores its files.
    restoring: Mutex<()>,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(settings: &'a RunSettings, consent: Consent<'a>) -> Self {
        Self {
            settings,
            consent,
            restoring: Mutex::default(),
            prepared: settings.live.as_ref().map_or_else(Prepared::default, |live| {
                Prepared::counting(Arc::clone(&live.filled_bytes))
            }),
        }
    }

    /// Lays out the files of all workers, one worker after the other. What goes wrong for one of them is in its report.
    ///
    /// # Errors
    /// The lists of the workers do not fit in memory.
    pub(crate) fn workers(&self, plan: &RunPlan, events: &Events<'_>) -> Result<Workers, SetupError> {
        let count = worker_count(plan)?;
        let (mut reports, mut seats) = (room(count)?, room(count)?);
        for (job_index, job) in plan.jobs.iter().enumerate() {
            let job = Arc::new(job.clone());
            for clone in 0..job.numjobs {
                let number = u32::try_from(reports.len()).unwrap_or(u32::MAX);
                let worker = WorkerPlan {
                    job: Arc::clone(&job),
                    job_index,
                    clone,
                    number,
                    targets: Vec::new(),
                    io_limit_bytes: 0,
                    seed: seed::of_worker(&job, number),
                    resume: None,
                };
                let mut report = WorkerReport::before_start(&worker);
                let plan = self.set_up(worker, events).unwrap_or_else(|failure| {
                    report.status = WorkerStatus::NotSetUp;
                    report.failure = Some(failure);
                    None
                });
                reports.push(report);
                seats.push(WorkerSeat {
                    plan,
                    stop: Arc::new(WorkerStop::new()),
                    batch: 0,
                });
            }
        }
        Ok(Workers { reports, seats })
    }

    /// Sets up one worker, whose files are laid out by itself with `create_serialize=0`. `None`: the run was stopped.
    fn set_up(&self, mut plan: WorkerPlan, events: &Events<'_>) -> Result<Option<WorkerPlan>, Failure> {
        states::resume(&mut plan, self.settings.states.as_deref())?;
        if !plan.job.files.create_serialize {
            return Ok(Some(plan));
        }
        let stop = &self.settings.stop;
        if stop.is_requested() {
            return Ok(None);
        }
        if memory::is_short() {
            return Err(Failure::new("memory", libc::ENOMEM).because(no_memory(plan.number)));
        }
        match self.lay_out(&mut plan, &mut |event| events.tell(&event)) {
            // A layout that the stop flag ended is not a failure of the job.
            Err(_) if stop.is_requested() => Ok(None),
            laid_out => laid_out.map(|()| Some(plan)),
        }
    }

    /// Lays out anew the files of a worker that an earlier job removed (`unlink`), if this one writes them.
    ///
    /// FIO-DIFF(unlinked-before): in fio the later job makes an empty file, which grows while it is written, one write at a time.
    pub(super) fn restore(&self, plan: &mut WorkerPlan) -> Result<(), Failure> {
        let job = &plan.job;
        let (files, kind) = (&job.files, job.engine.kind);
        if !job.access.mode.issues(Ddir::Write) || files.create_on_open || kind.works_on_names() {
            return Ok(());
        }
        let is_removed = |target: &Target| {
            target.kind == TargetKind::File
                && target
                    .path
                    .symlink_metadata()
                    .is_err_and(|error| error.kind() == ErrorKind::NotFound)
        };
        // Clones share files: one of them lays them out.
        let _turn = self.restoring.lock().unwrap_or_else(PoisonError::into_inner);
        if plan.targets.iter().any(is_removed) {
            self.lay_out(plan, &mut |_| ())?;
        }
        Ok(())
    }

    /// Finds, sizes and lays out the files of one worker.
    pub(super) fn lay_out(
        &self,
        plan: &mut WorkerPlan,
        tell: &mut dyn FnMut(RunEvent),
    ) -> Result<(), Failure> {
        let (job_index, number) = (plan.job_index, plan.number);
        let mut preparation = Preparation {
            readonly: self.settings.readonly,
            stop: &self.settings.stop,
            prepared: &self.prepared,
            consent: &self.consent,
            on_layout: &mut |files, bytes| {
                tell(RunEvent::LayingOut {
                    job_index,
                    number,
                    files,
                    bytes,
                });
            },
        };
        let files = files::prepare(&plan.job, plan.clone, plan.seed, &mut preparation)?;
        plan.targets = files.targets;
        plan.io_limit_bytes = files.io_limit_bytes;
        Ok(())
    }
}

fn no_memory(number: u32) -> Sentence {
    let worker = &(number + 1);
    Sentence::new(|lang| messages::WorkerNoMemory { worker }.text(lang))
}
