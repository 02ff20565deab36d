//! One worker's thread from its first instruction to its last: placement, files, gate, work, clean-up, report.
//!
//! Everything around the measured part of a worker is here; the measured part is [`fiord_engine::worker::run`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::SystemTime;

use fiord_engine::live::{LiveCell, WorkerState};
use fiord_engine::placement;
use fiord_engine::worker::{self, WorkerSetup};
use fiord_job::plan::{Ddir, JobPlan};
use fiord_messages::run_errors as messages;
use fiord_targets::failure::Failure;
use fiord_targets::files;
use fiord_targets::stop::WorkerStop;
use fiord_workload::plan::WorkerPlan;

use crate::event::RunEvent;
use crate::regions::pages;
use crate::workers::epoch;
use crate::workers::gate::Gate;
use crate::workers::report::{WorkerReport, WorkerStatus};
use crate::workers::shared::Shared;

/// What a thread tells the one that measures.
pub(super) enum Message {
    /// The worker waits at its gate.
    Ready(usize),
    /// Something to tell the user.
    Event(RunEvent),
    /// The worker has ended.
    Done(usize, Box<WorkerReport>),
    /// The run's stop flag was set.
    Stop,
}

/// One worker's own things.
pub(super) struct WorkerThread<'a> {
    pub(super) index: usize,
    pub(super) plan: WorkerPlan,
    pub(super) stop: Arc<WorkerStop>,
    pub(super) live: &'a LiveCell,
    pub(super) gate: Arc<Gate>,
    pub(super) messages: Sender<Message>,
    pub(super) shared: &'a Shared<'a>,
}

impl WorkerThread<'_> {
    /// The body of the thread. Always sends exactly one [`Message::Done`], also after a panic.
    pub(super) fn run(mut self) {
        self.stop.attach_current_thread();
        self.live.enter(WorkerState::Created);
        let mut report = WorkerReport::before_start(&self.plan);
        report.tid = rustix::thread::gettid().as_raw_nonzero().get();
        let result = catch_unwind(AssertUnwindSafe(|| self.work(&mut report)))
            .unwrap_or_else(|_| Err(Failure::new("worker", libc::EFAULT).because(messages::worker_panicked)));
        report.failure = result.err();
        report.ended = Some(SystemTime::now());
        report.status = match (report.started, &report.failure) {
            (Some(_), _) => WorkerStatus::Ran,
            (None, Some(_)) => WorkerStatus::NotSetUp,
            (None, None) if self.plan.job.files.create_only => WorkerStatus::OnlyCreated,
            (None, None) => WorkerStatus::NeverRan,
        };
        if let Some(wear_out) = &self.shared.settings.wear_out {
            // Others do not go as far as one that failed.
            let ddirs = report.outcome.stats.ddirs.iter();
            let done = || ddirs.map(|ddir| ddir.bytes).sum();
            wear_out.reach(self.plan.number, report.failure.as_ref().map_or_else(done, |_| 0));
        }
        self.live.enter(match report.failure {
            Some(_) => WorkerState::Failed,
            None => WorkerState::Exited,
        });
        // Descriptors are closed before the end is told, so that the next wave finds them closed.
        for target in &mut self.plan.targets {
            target.fd = None;
        }
        report.plan = Some(self.plan);
        let _ = self.messages.send(Message::Done(self.index, Box::new(report)));
    }

    fn work(&mut self, report: &mut WorkerReport) -> Result<(), Failure> {
        let job = Arc::clone(&self.plan.job);
        let shared = self.shared;
        shared.arrangement.enter(&job)?;
        placement::apply(&job, self.plan.number)?;
        if !job.files.create_serialize {
            let messages = &self.messages;
            shared.layout.lay_out(&mut self.plan, &mut |event| {
                let _ = messages.send(Message::Event(event));
            })?;
        }
        if job.files.create_only {
            // As in fio, what was made only to be unlinked is unlinked right away.
            if job.files.unlink {
                files::unlink_all(&job, &self.plan.targets, &shared.layout.consent);
            }
            return Ok(());
        }
        self.open_files(&job)?;
        // Read once before the gate, so that a clock that cannot be read fails here.
        report.epoch =
            epoch::now(&job).map_err(|error| Failure::from_io("log_alternate_epoch_clock_id", &error))?;
        report.outcome = self.measured(report);
        shared.meters.done(self.plan.number);
        if shared.notes_left_pages && job.access.mode.issues(Ddir::Write) && !job.durability.direct {
            let paths = self.plan.targets.iter().map(|target| &target.path);
            let left = paths.filter_map(|path| Some((path.clone(), pages(path)?)));
            report.left = left.collect();
        }
        self.live.enter(WorkerState::Finishing);
        if job.files.unlink {
            files::unlink_all(&job, &self.plan.targets, &shared.layout.consent);
        }
        if let Some(command) = &job.control.exec.postrun {
            run_command("postrun", &job.name, command)?;
        }
        match &report.outcome.error {
            Some(error) => Err(error.failure()),
            None => Ok(()),
        }
    }

    /// Waits at the gate and does the I/O.
    fn measured(&self, report: &mut WorkerReport) -> worker::WorkerOutcome {
        let (shared, plan) = (self.shared, &self.plan);
        let wear_out = shared.settings.wear_out.as_deref();
        let mut start = || {
            shared.meters.ready(plan.number);
            let _ = self.messages.send(Message::Ready(self.index));
            if !self.gate.pass() {
                return false;
            }
            shared.meters.started(plan.number);
            report.started = Some(SystemTime::now());
            report.epoch = epoch::now(&plan.job).unwrap_or(report.epoch);
            self.live.mark_started(shared.elapsed_ns());
            self.live.enter(WorkerState::Running);
            true
        };
        let setup = WorkerSetup {
            plan,
            start: &mut start,
            stop: self.stop.flag(),
            live: self.live,
            flows: &shared.flows,
            steady: &shared.steady,
            locks: &shared.locks,
            wear_out: wear_out.filter(|wear| wear.wears(plan.job_index)),
            zones: &shared.zones,
        };
        worker::run(setup, &shared.world)
    }

    /// Runs the job's first command and opens what is laid out.
    fn open_files(&mut self, job: &JobPlan) -> Result<(), Failure> {
        if let Some(command) = &job.control.exec.prerun {
            run_command("prerun", &job.name, command)?;
        }
        if job.files.pre_read {
            self.live.enter(WorkerState::PreReading);
        }
        let (settings, consent) = (self.shared.settings, &self.shared.layout.consent);
        files::check_memory_file(job, settings.readonly, consent)?;
        self.shared.layout.restore(&mut self.plan)?;
        files::open_all(job, &mut self.plan.targets, consent, &self.stop)?;
        self.shared.zones.fit(&mut self.plan)?;
        self.live.enter(WorkerState::Initialized);
        Ok(())
    }
}

/// `exec_prerun`, `exec_postrun`: through the shell, with its output in a file of the working directory, as in fio.
///
/// FIO-DIFF(exec-failure): fio ends the job quietly where the first command fails, and ignores the second; here the job has failed.
fn run_command(which: &'static str, job: &str, command: &str) -> Result<(), Failure> {
    let fail = |error: &std::io::Error| Failure::from_io(which, error);
    let name = format!("{}.{which}.txt", job.replace('/', "_"));
    let out = files::open_output(Path::new(&name)).map_err(|error| fail(&error).on(Path::new(&name)))?;
    let err = out.try_clone().map_err(|error| fail(&error))?;
    let status = Command::new("sh")
        .arg("-c")
        .arg(command)
        .stdin(std::process::Stdio::null())
        .stdout(out)
        .stderr(err)
        .status()
        .map_err(|error| fail(&error))?;
    if status.success() {
        return Ok(());
    }
    let ended = messages::CommandFailed {
        command: &command,
        status: &status,
        file: &name,
    };
    Err(Failure::new(which, libc::EIO).because(|lang| ended.text(lang)))
}
