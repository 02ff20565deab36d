//! A run from plan to outcome: lays out files, starts threads in waves, stops them, and collects.
//!
//! ```text
//! check --> consent --> arrange --> lay out --> [ start what may start --> gate --> wait for news ]* --> outcome
//! ```
//!
//! The runner's thread does no I/O of its own once workers run; it sleeps until a worker, a delay or the stop flag wakes
//! it. The rules of who starts when are in [`crate::control::schedule`]; what a worker's thread does is in `start`.

use std::collections::HashMap;
use std::os::unix::fs::FileTypeExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant, SystemTime};

use fiord_job::plan::{Backend, JobPlan, RunPlan};

use crate::control::event::{RunEvent, WorkerMoment};
use crate::control::gate::Gate;
use crate::control::report::{RunOutcome, WorkerReport, WorkerStatus};
use crate::control::schedule::{Standing, StartSchedule};
use crate::control::setup_error::{MOST_WORKERS, SetupError};
use crate::control::start::{Ended, EnterWorker, Message, Shared, WorkerSeat, worker_thread};
use fiord_engine::live::{LiveBoard, LiveCell, WorkerState};
use fiord_engine::placement::LockedMemory;
use fiord_engine::sim::World;
use fiord_targets::failure::Failure;
use fiord_targets::failure::describe_errno;
use fiord_targets::files::consent::{Consent, Guard, NamedOnly};
use fiord_targets::files::{self, Preparation, Prepared};
use fiord_targets::locks::FileLocks;
use fiord_targets::memory;
use fiord_targets::stop::{StopFlag, WorkerStop};
use fiord_targets::zones::{OpenLimit, ZonedFiles};
use fiord_workload::flow::Flows;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::seed;
use fiord_workload::steady::SteadyParties;
use fiord_workload::verify::state::{OrderOf, WriteState};
use fiord_workload::wear_out::WearOut;

/// Stack of a worker's thread in bytes. Workers keep what is large on the heap.
const STACK_BYTES: usize = 256 << 10;

/// Loads the state that an earlier run of a worker left, by its job and number.
pub type LoadState<'a> = dyn Fn(&JobPlan, u32) -> Result<WriteState, Failure> + 'a;

/// How to run.
#[derive(Clone)]
pub struct RunOptions<'a> {
    /// Refuse every job that writes or trims, and make or extend no file.
    pub readonly: bool,
    /// Ends the run early: workers stop issuing, drain and report.
    pub stop: Arc<StopFlag>,
    /// Where workers publish what they do; made for [`worker_count`] workers.
    pub live: Option<Arc<LiveBoard>>,
    /// Judges block devices before they are written. It also knows what `--allow-destroy` names.
    pub guard: &'a dyn Guard,
    /// Told what happens, in the caller's thread.
    pub on_event: Option<&'a dyn Fn(&RunEvent)>,
    /// Called with a worker's number in the worker's own thread, outside of what is measured.
    pub on_worker: Option<&'a (dyn Fn(u32, WorkerMoment) + Sync)>,
    /// How far an earlier run of a worker came, for jobs with `verify_state_load`.
    pub resume: Option<&'a LoadState<'a>>,
    /// Changes on the machine what the jobs ask for. Called once every target has its consent, before anything is opened or made.
    pub arrange: Option<&'a dyn Fn() -> Result<(), SetupError>>,
    /// Called first in each worker's own thread: control groups are entered there.
    pub enter: Option<&'a EnterWorker<'a>>,
    /// Most zones that the device of this number may have open at a time.
    pub open_zones: Option<&'a OpenLimit<'a>>,
    /// Called in the caller's thread, once for each wave with its number ([`RunPlan::waves`]), when its first workers stand at their gate:
    /// it opens when this returns `true`, and not at all after `false`. It has to return soon after the stop flag was set.
    pub hold: Option<&'a dyn Fn(u32) -> bool>,
    /// Where workers say how far they are when their runtime is over, and hear how far they go.
    pub wear_out: Option<&'a WearOut>,
}

impl Default for RunOptions<'_> {
    /// Not read-only; block devices are refused for writing; nobody listens.
    fn default() -> Self {
        static NOBODY: NamedOnly = NamedOnly { allowed: Vec::new() };
        Self {
            readonly: false,
            stop: Arc::new(StopFlag::new()),
            live: None,
            guard: &NOBODY,
            on_event: None,
            on_worker: None,
            resume: None,
            arrange: None,
            enter: None,
            open_zones: None,
            hold: None,
            wear_out: None,
        }
    }
}

/// Number of workers of a plan.
///
/// # Errors
/// More of them than Linux can have threads.
pub fn worker_count(plan: &RunPlan) -> Result<u32, SetupError> {
    let workers: u64 = plan.jobs.iter().map(|job| u64::from(job.numjobs)).sum();
    match u32::try_from(workers) {
        Ok(count) if workers <= MOST_WORKERS => Ok(count),
        _ => Err(SetupError::TooMany { workers }),
    }
}

/// A board for the workers of a plan.
///
/// # Errors
/// No memory, or more workers than Linux can have threads.
pub fn board(plan: &RunPlan) -> Result<LiveBoard, SetupError> {
    live_board(worker_count(plan)?)
}

fn live_board(workers: u32) -> Result<LiveBoard, SetupError> {
    let mut cells = room(workers)?;
    cells.resize_with(workers as usize, LiveCell::default);
    Ok(LiveBoard::of(cells))
}

/// Room for one entry per worker, or the error that names `numjobs`.
fn room<T>(workers: u32) -> Result<Vec<T>, SetupError> {
    let mut list = Vec::new();
    list.try_reserve_exact(workers as usize)
        .map_err(|_| SetupError::NoMemory {
            workers: u64::from(workers),
            bytes: u64::from(workers) * size_of::<T>() as u64,
        })?;
    Ok(list)
}

/// Runs `plan` to its end.
///
/// What goes wrong for one worker (no such file, no space, an I/O error) is in its report and does not stop the others.
///
/// # Errors
/// [`SetupError`] when nothing may start: a device would be destroyed without consent, a job writes in a read-only run,
/// the plan contradicts itself, or the lists of the workers do not fit in memory.
pub fn run(plan: &RunPlan, options: &RunOptions<'_>) -> Result<RunOutcome, SetupError> {
    let started = SystemTime::now();
    let resolved = fiord_engine::iolog::resolve(plan)?;
    let plan = &resolved;
    let workers = worker_count(plan)?;
    let consent = Consent::new(options.guard);
    admit(plan, options, &consent)?;
    let tell = |event: &RunEvent| options.on_event.map_or((), |hear| hear(event));
    tell(&RunEvent::Starting { workers });
    raise_file_limit();
    let _locked = lock_memory(plan, &tell);
    let board = match &options.live {
        Some(board) if board.cells().len() >= workers as usize => Arc::clone(board),
        _ => Arc::new(live_board(workers)?),
    };
    let prepared = Prepared::default();
    let (mut reports, mut seats) = (room(workers)?, room(workers)?);
    let on_disk = OnDisk {
        prepared: &prepared,
        consent: &consent,
    };
    prepare_all(plan, options, &on_disk, &tell, &mut reports, &mut seats);
    tell(&RunEvent::Prepared);
    let run_start = Instant::now();
    let shared = Shared {
        consent: &consent,
        prepared: &prepared,
        stop: &options.stop,
        readonly: options.readonly,
        run_start,
        on_worker: options.on_worker,
        world: World::new(),
        flows: Flows::default(),
        steady: SteadyParties::default(),
        locks: FileLocks::default(),
        zones: ZonedFiles::new(options.open_zones, plan.jobs.iter()),
        wear_out: options.wear_out,
        enter: options.enter,
    };
    let schedule = StartSchedule::new(plan, |number| delay_ns(plan, &reports, number))?;
    let (sender, receiver) = channel();
    let _listening = options.stop.on_request(stopping(sender.clone()));
    let conductor = Conductor {
        plan,
        tell: &tell,
        board: &board,
        schedule,
        reports,
        seats,
        stops: stops(workers)?,
        sender,
        gates: HashMap::new(),
        next_gate: 0,
        gate_of: gate_of(workers)?,
        lacked_thread: false,
        hold: options.hold,
        held: None,
        wear_out: options.wear_out,
    };
    let reports = std::thread::scope(|scope| conductor.conduct(scope, &shared, &receiver));
    memory::hold();
    Ok(RunOutcome {
        workers: with_windows(plan, &shared.steady, reports),
        started,
        ended: SystemTime::now(),
        stopped: options.stop.is_requested(),
    })
}

/// Tells the runner that the stop flag was set.
fn stopping(runner: Sender<Message>) -> impl Fn() + Send + Sync + 'static {
    move || {
        let _ = runner.send(Message::Stop);
    }
}

/// The gate of each worker.
fn gate_of(workers: u32) -> Result<Vec<usize>, SetupError> {
    let mut gates = room(workers)?;
    gates.resize(workers as usize, 0);
    Ok(gates)
}

fn stops(workers: u32) -> Result<Vec<Arc<WorkerStop>>, SetupError> {
    let mut stops = room(workers)?;
    stops.extend((0..workers).map(|_| Arc::new(WorkerStop::new())));
    Ok(stops)
}

/// Adds the windows of `steadystate`, which are those of whole groups.
fn with_windows(plan: &RunPlan, steady: &SteadyParties, mut reports: Vec<WorkerReport>) -> Vec<WorkerReport> {
    for report in &mut reports {
        report.steady = steady.window(&plan.jobs[report.job_index], report.number);
    }
    reports
}

fn check(plan: &RunPlan, options: &RunOptions<'_>) -> Result<(), SetupError> {
    for job in &plan.jobs {
        if options.readonly && files::changes_data(job) {
            return Err(SetupError::ReadOnly {
                job: job.name.clone(),
            });
        }
        // As in fio, `directory` is looked at whatever the engine does with it.
        let diskless = job.engine.kind.is_diskless();
        let opendir = job.files.opendir.iter().filter(|_| !diskless);
        for directory in job.files.directories.iter().chain(opendir) {
            if !directory.is_empty() && !std::path::Path::new(directory).is_dir() {
                return Err(SetupError::NotADirectory {
                    job: job.name.clone(),
                    path: PathBuf::from(directory),
                });
            }
        }
        if diskless {
            continue;
        }
        // FIO-DIFF(named-like-device): in fio a job without `filename` whose name is the path of a device works on that
        // device.
        if job.files.filenames.is_empty() && job.files.opendir.is_none() && is_device(&job.name) {
            return Err(SetupError::NamedLikeDevice {
                job: job.name.clone(),
            });
        }
    }
    Ok(())
}

fn is_device(name: &str) -> bool {
    std::fs::metadata(name).is_ok_and(|meta| {
        let kind = meta.file_type();
        kind.is_block_device() || kind.is_char_device()
    })
}

/// Refuses what must not start; only then anything on the machine is changed.
fn admit(plan: &RunPlan, options: &RunOptions<'_>, consent: &Consent<'_>) -> Result<(), SetupError> {
    check(plan, options)?;
    for job in &plan.jobs {
        // Clones differ in generated names only, and those are not devices.
        files::ask_consent(job, 0, consent).map_err(|refusal| SetupError::Refused {
            job: job.name.clone(),
            refusal,
        })?;
    }
    options.arrange.map_or(Ok(()), |arrange| arrange())
}

/// Every worker holds descriptors; the soft limit is often 1024. Where it cannot be raised, opening will tell.
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

fn lock_memory(plan: &RunPlan, tell: &dyn Fn(&RunEvent)) -> Option<LockedMemory> {
    let bytes = plan
        .jobs
        .iter()
        .map(|job| job.placement.lockmem_bytes)
        .max()
        .filter(|bytes| *bytes > 0)?;
    LockedMemory::take(bytes)
        .inspect_err(|error| {
            tell(&RunEvent::Note(format!(
                "lockmem={bytes}: {error}; nothing is locked"
            )))
        })
        .ok()
}

/// The start delay of a worker in nanoseconds of real time. A simulated job waits in its own time instead.
fn delay_ns(plan: &RunPlan, reports: &[WorkerReport], number: u32) -> u64 {
    let Some(report) = reports.get(number as usize) else {
        return 0;
    };
    let job = &plan.jobs[report.job_index];
    if job.engine.kind.backend() == Backend::Simulated {
        0
    } else {
        seed::start_delay_ns(job, number)
    }
}

/// Makes the plan of every worker and lays out its files, one worker after the other.
fn prepare_all(
    plan: &RunPlan,
    options: &RunOptions<'_>,
    on_disk: &OnDisk<'_>,
    tell: &dyn Fn(&RunEvent),
    reports: &mut Vec<WorkerReport>,
    seats: &mut Vec<Option<Draft>>,
) {
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
            seats.push(prepare_one(worker, options, on_disk, tell, &mut report));
            reports.push(report);
        }
    }
}

/// Lays out the files of one worker, unless it shall do that itself (`create_serialize=0`). `None`: it cannot run; why is
/// in its report.
fn prepare_one(
    mut plan: WorkerPlan,
    options: &RunOptions<'_>,
    on_disk: &OnDisk<'_>,
    tell: &dyn Fn(&RunEvent),
    report: &mut WorkerReport,
) -> Option<Draft> {
    if let Err(failure) = resume(&mut plan, options) {
        report.status = WorkerStatus::NotSetUp;
        report.failure = Some(failure);
        return None;
    }
    if !plan.job.files.create_serialize {
        return Some(Draft {
            plan,
            unprepared: true,
        });
    }
    if options.stop.is_requested() {
        return None;
    }
    if memory::is_short() {
        report.status = WorkerStatus::NotSetUp;
        report.failure = Some(Failure::new("memory", libc::ENOMEM).because(memory_words(report.number)));
        return None;
    }
    let (job_index, number) = (plan.job_index, plan.number);
    let mut on_layout = |files, bytes| {
        tell(&RunEvent::LayingOut {
            job_index,
            number,
            files,
            bytes,
        })
    };
    let mut how = Preparation {
        readonly: options.readonly,
        stop: &options.stop,
        prepared: on_disk.prepared,
        consent: on_disk.consent,
        on_layout: &mut on_layout,
    };
    match files::prepare(&plan.job, plan.clone, plan.seed, &mut how) {
        Ok(files) => {
            plan.targets = files.targets;
            plan.io_limit_bytes = files.io_limit_bytes;
            Some(Draft {
                plan,
                unprepared: false,
            })
        }
        // A layout that the stop flag ended is not a failure of the job.
        Err(_) if options.stop.is_requested() => None,
        Err(failure) => {
            report.status = WorkerStatus::NotSetUp;
            report.failure = Some(failure);
            None
        }
    }
}

/// `verify_state_load`: how far the earlier run came, and its random order.
fn resume(plan: &mut WorkerPlan, options: &RunOptions<'_>) -> Result<(), Failure> {
    let verify = &plan.job.verify;
    if !verify.state.load {
        return Ok(());
    }
    let missing = || {
        Failure::new("verify_state_load", libc::ENOENT).because("verify_state_load: nobody loads states here")
    };
    let state = options.resume.ok_or_else(missing)?(&plan.job, plan.number)?;
    match state.order {
        _ if !verify.kind.is_on() => return Ok(()),
        OrderOf::Seed(seed) => plan.seed = seed,
        OrderOf::Nobody | OrderOf::Foreign if plan.job.access.mode.is_random() => {
            return Err(Failure::new("verify_state_load", libc::EINVAL).because(
                "verify_state_load: the state is another program's, whose random order fiord does not know; verify without it, or write with fiord",
            ));
        }
        OrderOf::Nobody | OrderOf::Foreign => {}
    }
    plan.resume = Some(Arc::new(state));
    Ok(())
}

fn memory_words(number: u32) -> String {
    format!(
        "worker {} finds no memory; use fewer jobs or files, or raise the limit (ulimit -v)",
        number + 1
    )
}

/// What the workers of a run have in common on the disk.
struct OnDisk<'a> {
    prepared: &'a Prepared,
    consent: &'a Consent<'a>,
}

/// A worker that waits for its turn.
struct Draft {
    plan: WorkerPlan,
    unprepared: bool,
}

/// Workers that start together.
struct Batch {
    gate: Arc<Gate>,
    /// Members that are neither ready nor ended.
    missing: usize,
    ready: Vec<u32>,
}

/// The state of a run in progress. Lives in the caller's thread.
struct Conductor<'a> {
    plan: &'a RunPlan,
    tell: &'a dyn Fn(&RunEvent),
    board: &'a LiveBoard,
    schedule: StartSchedule<'a>,
    reports: Vec<WorkerReport>,
    seats: Vec<Option<Draft>>,
    stops: Vec<Arc<WorkerStop>>,
    sender: Sender<Message>,
    gates: HashMap<usize, Batch>,
    next_gate: usize,
    gate_of: Vec<usize>,
    /// A worker was not started, and that has been said.
    lacked_thread: bool,
    /// See [`RunOptions::hold`].
    hold: Option<&'a dyn Fn(u32) -> bool>,
    /// The last wave whose first gate was held.
    held: Option<u32>,
    wear_out: Option<&'a WearOut>,
}

impl<'a> Conductor<'a> {
    fn conduct<'scope, 'env>(
        mut self,
        scope: &'scope Scope<'scope, 'env>,
        shared: &'env Shared<'env>,
        receiver: &Receiver<Message>,
    ) -> Vec<WorkerReport>
    where
        'a: 'scope,
    {
        self.leave_out_the_failed();
        loop {
            let now = elapsed_ns(shared.run_start);
            let startable = if shared.stop.is_requested() {
                Vec::new()
            } else {
                self.schedule.take_startable(now)
            };
            if !startable.is_empty() {
                self.start(scope, shared, &startable);
                continue;
            }
            if self.schedule.is_over() {
                break;
            }
            match next_message(receiver, self.schedule.next_delay_ns(), now) {
                Some(message) => self.hear(message),
                None => continue,
            }
        }
        self.reports
    }

    /// Those whose files could not be prepared never start; nobody ends with them, as in fio.
    fn leave_out_the_failed(&mut self) {
        for index in 0..self.seats.len() {
            if self.seats[index].is_none() {
                self.schedule.ended_quietly(index);
                self.never_runs(index);
                if self.reports[index].failure.is_some() {
                    self.board.cells()[index].enter(WorkerState::Failed);
                }
            }
        }
    }

    /// Nobody waits for a worker that comes to no deadline.
    fn never_runs(&self, index: usize) {
        if let Some(wear_out) = self.wear_out {
            wear_out.reach(self.reports[index].number, 0);
        }
    }

    fn start<'scope, 'env>(
        &mut self,
        scope: &'scope Scope<'scope, 'env>,
        shared: &'env Shared<'env>,
        startable: &[usize],
    ) where
        'a: 'scope,
    {
        let id = self.next_gate;
        self.next_gate += 1;
        let gate = Arc::new(Gate::new());
        self.gates.insert(
            id,
            Batch {
                gate: Arc::clone(&gate),
                missing: startable.len(),
                ready: Vec::new(),
            },
        );
        for index in startable.iter().copied() {
            self.gate_of[index] = id;
            let Some(mut draft) = self.seats[index].take() else {
                continue;
            };
            if let Some(written_bytes) = self
                .wear_out
                .and_then(|wear| wear.written_for(draft.plan.job_index))
            {
                keep_within(&mut draft.plan, written_bytes);
            }
            let name = thread_name(&draft.plan);
            let seat = WorkerSeat {
                index,
                plan: draft.plan,
                unprepared: draft.unprepared,
                stop: Arc::clone(&self.stops[index]),
                live: &self.board.cells()[index],
                gate: Arc::clone(&gate),
                messages: self.sender.clone(),
            };
            if let Err(error) = spawn(scope, shared, name, seat) {
                self.not_started(index, &error);
            }
        }
    }

    /// A worker for which the system gave no thread has failed; the others go on, as in fio.
    fn not_started(&mut self, index: usize, error: &std::io::Error) {
        let workers = self.reports.len();
        let report = &mut self.reports[index];
        let words = format!(
            "worker {} of {workers} (job `{}`) could not be started: {}; use fewer jobs, or raise the limit on threads (ulimit -u) or memory (ulimit -v)",
            report.number + 1,
            self.plan.jobs[report.job_index].name,
            describe_errno(error.raw_os_error().unwrap_or(libc::EAGAIN)),
        );
        if !std::mem::replace(&mut self.lacked_thread, true) {
            (self.tell)(&RunEvent::Note(words.clone()));
        }
        report.status = WorkerStatus::NotSetUp;
        report.failure = Some(Failure::from_io("thread", error).because(words));
        self.board.cells()[index].enter(WorkerState::Failed);
        self.schedule.ended_quietly(index);
        self.never_runs(index);
        self.arrived(index, false);
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Event(event) => (self.tell)(&event),
            Message::Stop => self.stop_all(),
            Message::Ready(index) => self.arrived(index, true),
            Message::Done(index, ended) => self.done(index, *ended),
        }
    }

    /// A member of a batch is ready, or will never be. The last one opens the gate.
    fn arrived(&mut self, index: usize, ready: bool) {
        let Some(batch) = self.gates.get_mut(&self.gate_of[index]) else {
            return;
        };
        batch.missing -= 1;
        if ready {
            batch.ready.push(self.reports[index].number);
        }
        if batch.missing > 0 {
            return;
        }
        if let Some(batch) = self.gates.remove(&self.gate_of[index]) {
            if !self.may_open(self.schedule.wave(index)) {
                batch.gate.cancel();
                return;
            }
            batch.gate.open();
            if !batch.ready.is_empty() {
                (self.tell)(&RunEvent::Started { workers: batch.ready });
            }
        }
    }

    /// Whether a gate of this wave opens. The first one of each wave is held.
    fn may_open(&mut self, wave: u32) -> bool {
        let is_first = self.held.is_none_or(|held| wave > held);
        self.held = self.held.max(Some(wave));
        self.hold.is_none_or(|hold| !is_first || hold(wave))
    }

    fn done(&mut self, index: usize, ended: Ended) {
        let waited = self.gates.get(&self.gate_of[index]);
        let number = self.reports[index].number;
        if waited.is_some_and(|batch| !batch.ready.contains(&number)) {
            self.arrived(index, false);
        }
        if memory::is_short() {
            // This worker's memory is free again.
            memory::hold();
        }
        let report = &mut self.reports[index];
        let job = &self.plan.jobs[report.job_index];
        report.tid = ended.tid;
        report.status = match (ended.started, &ended.failure) {
            (Some(_), _) => WorkerStatus::Ran,
            (None, Some(_)) => WorkerStatus::NotSetUp,
            (None, None) if job.files.create_only => WorkerStatus::OnlyCreated,
            (None, None) => WorkerStatus::NeverRan,
        };
        report.failure = ended.failure;
        report.outcome = ended.outcome;
        report.plan = ended.plan;
        report.started = ended.started;
        report.epoch = ended.epoch;
        report.ended = Some(ended.ended);
        let failed = report.failure.is_some();
        (self.tell)(&RunEvent::Ended { number, failed });
        for other in self.schedule.ended(index, failed) {
            self.stops[other].request();
        }
        for other in self.idle_burners() {
            self.stops[other].request();
        }
    }

    /// `exit_on_io_done`: the workers of `cpuio` that are to end now, since nobody else runs or waits.
    fn idle_burners(&self) -> Vec<usize> {
        let is_burner = |index: usize| {
            let engine = &self.plan.jobs[self.reports[index].job_index].engine;
            engine.kind.backend() == Backend::Cpu
        };
        let ends = |index: &usize| {
            let engine = &self.plan.jobs[self.reports[*index].job_index].engine;
            engine.other.cpu_ends_with_others
        };
        let has_any =
            self.plan.jobs.iter().any(|job| {
                job.engine.kind.backend() == Backend::Cpu && job.engine.other.cpu_ends_with_others
            });
        let is_open = |index: usize| {
            matches!(
                self.schedule.standing(index),
                Standing::Running | Standing::Waiting
            )
        };
        if !has_any || (0..self.reports.len()).any(|index| is_open(index) && !is_burner(index)) {
            return Vec::new();
        }
        (0..self.reports.len())
            .filter(|index| is_burner(*index) && is_open(*index))
            .filter(ends)
            .collect()
    }

    fn stop_all(&mut self) {
        for index in self.schedule.skip_waiting() {
            self.stops[index].request();
        }
        for batch in self.gates.values() {
            batch.gate.cancel();
        }
    }
}

/// Has a worker read no more than was written of its region.
fn keep_within(plan: &mut WorkerPlan, written_bytes: u64) {
    for target in &mut plan.targets {
        target.region_bytes = target.region_bytes.min(written_bytes);
    }
    plan.io_limit_bytes = plan.io_limit_bytes.min(written_bytes);
}

/// Starts a worker's thread. Where memory is limited it waits until the thread has come up, and nobody else takes memory meanwhile.
fn spawn<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    shared: &'env Shared<'env>,
    name: String,
    seat: WorkerSeat<'scope>,
) -> std::io::Result<()> {
    let turn = memory::take_turn()?;
    if turn.is_some() {
        memory::room_for_thread(STACK_BYTES)?;
    }
    let up = turn.as_ref().map(|_| Arc::new(Gate::new()));
    let is_up = up.clone();
    Builder::new()
        .name(name)
        .stack_size(STACK_BYTES)
        .spawn_scoped(scope, move || {
            if let Some(up) = is_up {
                up.open();
            }
            worker_thread(seat, shared);
        })?;
    let _ = up.is_none_or(|up| up.pass());
    Ok(())
}

fn next_message(receiver: &Receiver<Message>, delay_ns: Option<u64>, now_ns: u64) -> Option<Message> {
    match delay_ns {
        None => receiver.recv().ok(),
        Some(at) => {
            let wait = Duration::from_nanos(at.saturating_sub(now_ns));
            receiver.recv_timeout(wait).ok()
        }
    }
}

fn elapsed_ns(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Linux shows 15 bytes of it.
fn thread_name(plan: &WorkerPlan) -> String {
    if let Some(name) = &plan.job.placement.comm {
        return name.chars().filter(|c| *c != '\0').collect();
    }
    let text: String = plan.job.name.chars().filter(|c| *c != '\0').take(10).collect();
    format!("{text}.{}", plan.number)
}
