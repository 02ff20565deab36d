//! One worker's thread from its first instruction to its last: placement, files, gate, work, clean-up, report.
//!
//! Everything around the measured part of a worker is here; the measured part is [`fiord_engine::worker::run`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant, SystemTime};

use crate::control::epoch;
use crate::control::event::{RunEvent, WorkerMoment};
use crate::control::gate::Gate;
use fiord_engine::live::{LiveCell, WorkerState};
use fiord_engine::placement;
use fiord_engine::sim::World;
use fiord_engine::worker::{self, WorkerOutcome, WorkerSetup};
use fiord_job::plan::JobPlan;
use fiord_targets::failure::Failure;
use fiord_targets::files::consent::Consent;
use fiord_targets::files::{self, Preparation, Prepared};
use fiord_targets::locks::FileLocks;
use fiord_targets::stop::{StopFlag, WorkerStop};
use fiord_targets::zones::ZonedFiles;
use fiord_workload::flow::Flows;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::steady::SteadyParties;
use fiord_workload::wear_out::WearOut;

/// What a thread tells the runner.
pub(crate) enum Message {
    /// The worker waits at its gate.
    Ready(usize),
    /// Something to tell the user.
    Event(RunEvent),
    /// The worker has ended.
    Done(usize, Box<Ended>),
    /// The run's stop flag was set.
    Stop,
}

/// Puts the thread that calls it where the job of this worker is to run.
pub type EnterWorker<'a> = dyn Fn(&WorkerPlan) -> Result<(), Failure> + Sync + 'a;

/// What a thread leaves behind.
pub(crate) struct Ended {
    pub(crate) tid: i32,
    pub(crate) failure: Option<Failure>,
    pub(crate) outcome: WorkerOutcome,
    /// What it worked off, its descriptors closed.
    pub(crate) plan: Option<WorkerPlan>,
    pub(crate) started: Option<SystemTime>,
    /// See [`crate::control::WorkerReport::epoch`].
    pub(crate) epoch: Duration,
    pub(crate) ended: SystemTime,
}

/// What all threads of a run share.
pub(crate) struct Shared<'a> {
    pub(crate) consent: &'a Consent<'a>,
    pub(crate) prepared: &'a Prepared,
    pub(crate) stop: &'a StopFlag,
    pub(crate) readonly: bool,
    pub(crate) run_start: Instant,
    /// Reads the counters of the thread that calls it.
    pub(crate) on_worker: Option<&'a (dyn Fn(u32, WorkerMoment) + Sync)>,
    /// Time and devices of the simulated jobs.
    pub(crate) world: Arc<World>,
    pub(crate) flows: Flows,
    pub(crate) steady: SteadyParties,
    pub(crate) locks: FileLocks,
    pub(crate) zones: ZonedFiles<'a>,
    pub(crate) wear_out: Option<&'a WearOut>,
    /// See [`crate::control::RunOptions::enter`].
    pub(crate) enter: Option<&'a EnterWorker<'a>>,
}

/// One worker's own things.
pub(crate) struct WorkerSeat<'a> {
    pub(crate) index: usize,
    pub(crate) plan: WorkerPlan,
    /// `create_serialize=0`: the files are still to be prepared, in this thread.
    pub(crate) unprepared: bool,
    pub(crate) stop: Arc<WorkerStop>,
    pub(crate) live: &'a LiveCell,
    pub(crate) gate: Arc<Gate>,
    pub(crate) messages: Sender<Message>,
}

/// The body of a worker's thread. Always sends exactly one [`Message::Done`], whatever happens inside.
pub(crate) fn worker_thread(mut seat: WorkerSeat<'_>, shared: &Shared<'_>) {
    seat.stop.attach_current_thread();
    seat.live.enter(WorkerState::Created);
    let started = AtomicBool::new(false);
    let mut ended = Ended {
        tid: rustix::thread::gettid().as_raw_nonzero().get(),
        failure: None,
        outcome: WorkerOutcome::default(),
        plan: None,
        started: None,
        epoch: Duration::ZERO,
        ended: SystemTime::now(),
    };
    let work = AssertUnwindSafe(|| work(&mut seat, shared, &started, &mut ended));
    let result = catch_unwind(work).unwrap_or_else(|_| {
        Err(Failure::new("worker", libc::EFAULT).because("the worker panicked: this is a defect of fiord"))
    });
    if let Err(failure) = result {
        ended.failure = Some(failure);
    }
    ended.ended = SystemTime::now();
    if let Some(wear_out) = shared.wear_out {
        // Others do not go as far as one that failed.
        let ddirs = ended.outcome.stats.ddirs.iter();
        let done = || ddirs.map(|ddir| ddir.bytes).sum();
        wear_out.reach(seat.plan.number, ended.failure.as_ref().map_or_else(done, |_| 0));
    }
    let state = if ended.failure.is_some() {
        WorkerState::Failed
    } else {
        WorkerState::Exited
    };
    seat.live.enter(state);
    // Descriptors are closed before the runner hears of the end, so that the next wave finds them closed.
    let WorkerSeat {
        index,
        mut plan,
        messages,
        ..
    } = seat;
    for target in &mut plan.targets {
        target.fd = None;
    }
    ended.plan = Some(plan);
    let _ = messages.send(Message::Done(index, Box::new(ended)));
}

fn work(
    seat: &mut WorkerSeat<'_>,
    shared: &Shared<'_>,
    started: &AtomicBool,
    ended: &mut Ended,
) -> Result<(), Failure> {
    let job = Arc::clone(&seat.plan.job);
    if let Some(enter) = shared.enter {
        enter(&seat.plan)?;
    }
    placement::apply(&job, seat.plan.number)?;
    if seat.unprepared {
        prepare_here(seat, shared)?;
    }
    if job.files.create_only {
        // As in fio, what was made only to be unlinked goes at once.
        if job.files.unlink {
            files::unlink_all(&job, &seat.plan.targets);
        }
        return Ok(());
    }
    open_files(seat, shared, &job)?;
    // Read once before the gate, so that a clock that cannot be read fails here.
    ended.epoch =
        epoch::now(&job).map_err(|error| Failure::from_io("log_alternate_epoch_clock_id", &error))?;
    let (gate, live, messages, index) = (&seat.gate, seat.live, &seat.messages, seat.index);
    let (started_at, epoch_at) = (&mut ended.started, &mut ended.epoch);
    let number = seat.plan.number;
    let at = |moment| shared.on_worker.map_or((), |read| read(number, moment));
    let mut start = || {
        at(WorkerMoment::Ready);
        let _ = messages.send(Message::Ready(index));
        if !gate.pass() {
            return false;
        }
        at(WorkerMoment::Started);
        started.store(true, Ordering::Relaxed);
        *started_at = Some(SystemTime::now());
        *epoch_at = epoch::now(&job).unwrap_or(*epoch_at);
        live.mark_started(u64::try_from(shared.run_start.elapsed().as_nanos()).unwrap_or(u64::MAX));
        live.enter(WorkerState::Running);
        true
    };
    let setup = WorkerSetup {
        plan: &seat.plan,
        start: &mut start,
        stop: seat.stop.flag(),
        live,
        flows: &shared.flows,
        steady: &shared.steady,
        locks: &shared.locks,
        wear_out: shared.wear_out.filter(|wear| wear.wears(seat.plan.job_index)),
        zones: &shared.zones,
    };
    ended.outcome = worker::run(setup, &shared.world);
    at(WorkerMoment::Done);
    seat.live.enter(WorkerState::Finishing);
    if job.files.unlink {
        files::unlink_all(&job, &seat.plan.targets);
    }
    if let Some(command) = &job.control.exec.postrun {
        run_command("postrun", &job.name, command)?;
    }
    match &ended.outcome.error {
        Some(error) => Err(error.failure()),
        None => Ok(()),
    }
}

/// Runs the job's first command and opens what is laid out.
fn open_files(seat: &mut WorkerSeat<'_>, shared: &Shared<'_>, job: &JobPlan) -> Result<(), Failure> {
    if let Some(command) = &job.control.exec.prerun {
        run_command("prerun", &job.name, command)?;
    }
    if job.files.pre_read {
        seat.live.enter(WorkerState::PreReading);
    }
    files::check_memory_file(job, shared.readonly, shared.consent)?;
    files::open_all(job, &mut seat.plan.targets, shared.consent, &seat.stop)?;
    shared.zones.fit(&mut seat.plan)?;
    seat.live.enter(WorkerState::Initialized);
    Ok(())
}

fn prepare_here(seat: &mut WorkerSeat<'_>, shared: &Shared<'_>) -> Result<(), Failure> {
    let messages = seat.messages.clone();
    let (job_index, number) = (seat.plan.job_index, seat.plan.number);
    let mut on_layout = |files, bytes| {
        let event = RunEvent::LayingOut {
            job_index,
            number,
            files,
            bytes,
        };
        let _ = messages.send(Message::Event(event));
    };
    let mut how = Preparation {
        readonly: shared.readonly,
        stop: shared.stop,
        prepared: shared.prepared,
        consent: shared.consent,
        on_layout: &mut on_layout,
    };
    let files = files::prepare(&seat.plan.job, seat.plan.clone, seat.plan.seed, &mut how)?;
    seat.plan.targets = files.targets;
    seat.plan.io_limit_bytes = files.io_limit_bytes;
    Ok(())
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
    Err(Failure::new(which, libc::EIO).because(format!("`{command}` ended with {status}; see {name}")))
}
