//! Measures one plan: the guard, the witness and the counters around the engine, and the record of what happened.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

use crate::control::{
    RunEvent, RunOptions, RunOutcome, SetupError, WorkerMoment, WorkerReport, WorkerStatus,
};
use fiord_engine::error::WorkerError;
use fiord_engine::live::LiveBoard;
use fiord_host::block;
use fiord_host::block::identity::Identity;
use fiord_host::root::Root;
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_record::evidence::{RunEvidence, WorkerUse};
use fiord_record::run::{
    DeadlineCounts, DiskUse, ErrorRecord, Goals, RunRecord, SteadyRecord, WorkerRecord, errno_message,
};
use fiord_targets::stop::StopFlag;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::steady::{SteadySample, SteadyWindow};
use fiord_workload::wear_out::WearOut;
use jiff::Zoned;

use crate::arrange::Arrangement;
use crate::before;
use crate::layers::LayersRequest;
use crate::logs;
use crate::meters::{self, Meters};
use crate::replay;
use crate::safety::HostGuard;
use crate::siblings::{OtherProcesses, Siblings};
use crate::states::{self, SavedStates};
use crate::targets::Stacks;
use crate::witness::Witness;

/// What fio's formats show as version: what we are compatible with, and who we are.
pub const VERSION: &str = concat!("fio-3.33-fiord-", env!("CARGO_PKG_VERSION"));

/// What a run may do and who listens.
pub struct Session {
    /// Devices that may be overwritten, as the user named them.
    pub allow_destroy: Vec<PathBuf>,
    /// The only files that may be written, where the run made them itself: another one under their name is refused. Empty: no such limit.
    pub only: Vec<Identity>,
    /// Nothing is written.
    pub readonly: bool,
    /// The other processes of the run, which may write the same files and block devices.
    pub others: OtherProcesses,
    /// Ends the run early.
    pub stop: Arc<StopFlag>,
    /// Live counters for a progress display; with evidence on a board with latencies, which the record then has by second.
    pub live: Option<Arc<LiveBoard>>,
    /// Whether the kernel's counters are read before, during and after.
    pub evidence: bool,
    /// Where the states of verifying jobs lie (`--aux-path`); `None`: none are written or read.
    pub states: Option<PathBuf>,
    /// Whether the kernel is traced, with `evidence` and on a board of [`crate::layers::with_stamps`].
    pub layers: Option<LayersRequest>,
    /// Called when the first workers of a wave stand at their gate, which opens when this returns `true`: see [`RunOptions::hold`].
    pub hold: Option<Hold>,
    /// Where workers say how far they are when their runtime is over: see [`RunOptions::wear_out`].
    pub wear_out: Option<Arc<WearOut>>,
}

/// Holds the first workers of a wave at their gate; `false` calls the start off.
pub type Hold = Arc<dyn Fn(u32) -> bool + Send + Sync>;

impl Session {
    /// A session without consent to destroy anything.
    pub fn new(stop: Arc<StopFlag>) -> Self {
        Self {
            allow_destroy: Vec::new(),
            only: Vec::new(),
            readonly: false,
            others: OtherProcesses::default(),
            stop,
            live: None,
            evidence: false,
            states: None,
            layers: None,
            hold: None,
            wear_out: None,
        }
    }
}

/// The plan with what only this machine knows: the files of recordings, the processors of memory nodes.
fn on_this_machine(root: &Root, plan: &RunPlan) -> Result<RunPlan, SetupError> {
    let mut plan = fiord_engine::iolog::resolve(plan)?;
    place_on_nodes(root, &mut plan)?;
    Ok(plan)
}

/// `numa_cpu_nodes`: the processors of the nodes, within those of `cpus_allowed`.
fn place_on_nodes(root: &Root, plan: &mut RunPlan) -> Result<(), SetupError> {
    for job in &mut plan.jobs {
        let mut cpus = Vec::new();
        for node in job.placement.numa_nodes.iter().copied() {
            let no_node = || SetupError::NoNode {
                job: job.name.clone(),
                node,
            };
            cpus.extend(fiord_host::cpu::of_node(root, node).ok_or_else(no_node)?);
        }
        if let Some(allowed) = &job.placement.cpus {
            cpus.retain(|cpu| allowed.contains(cpu));
        }
        if let Some(node) = job.placement.numa_nodes.first().copied() {
            if cpus.is_empty() {
                let job = job.name.clone();
                return Err(SetupError::NoNode { job, node });
            }
            cpus.sort_unstable();
            job.placement.cpus = Some(cpus);
        }
    }
    Ok(())
}

/// Runs the plan and gathers the record. `events` hears of [`RunEvent::Prepared`] before the evidence begins, and may wait there.
///
/// # Errors
/// When nothing could be started: a refused device, no threads.
pub fn measure(
    plan: &RunPlan,
    session: &Session,
    events: &dyn Fn(&RunEvent),
) -> Result<RunRecord, SetupError> {
    let root = Root::system();
    let (mut stacks, plan) = (Stacks::new(&root), &on_this_machine(&root, plan)?);
    let looked = session.evidence.then(|| before::gather(&mut stacks, plan));
    let siblings = Siblings::new(root.clone(), session.others.clone());
    let allowed = (session.allow_destroy.clone(), session.only.clone());
    let guard = HostGuard::new(root.clone(), allowed, siblings);
    let clock = Instant::now();
    let live = live_board(plan, session)?;
    let (witness, told) = (RefCell::new(None), RefCell::new(Vec::new()));
    let stacks = RefCell::new(stacks);
    let arrangement = Arrangement::default();
    let arrange = || {
        let noted = arrangement.make(&mut stacks.borrow_mut(), plan)?;
        told.borrow_mut().extend(noted);
        Ok(())
    };
    let asked = (session.evidence, session.layers);
    let on_event = |event: &RunEvent| {
        told.borrow_mut().extend(note_of(event));
        events(event);
        if *event == RunEvent::Prepared {
            witness.replace(Some(Witness::begin(&mut stacks.borrow_mut(), plan, &live, asked)));
        }
    };
    let meters = Meters::new(&root, usize::from(session.evidence) * live.cells().len());
    let read = |number: u32, moment: WorkerMoment| meters.read(number, moment);
    let folder = session.states.as_deref().unwrap_or(Path::new(""));
    let resume = |job: &JobPlan, worker: u32| states::load(folder, job, worker);
    let enter = |worker: &WorkerPlan| arrangement.enter(worker);
    let open_zones = |device: u64| block::open_zone_limit(&root, device);
    let options = RunOptions {
        guard: &guard,
        readonly: session.readonly,
        stop: Arc::clone(&session.stop),
        live: Some(Arc::clone(&live)),
        on_event: Some(&on_event),
        on_worker: session.evidence.then_some(&read),
        resume: session.states.as_ref().map(|_| &resume as _),
        arrange: Some(&arrange),
        enter: Some(&enter),
        open_zones: Some(&open_zones),
        hold: session.hold.as_deref().map(|hold| hold as _),
        wear_out: session.wear_out.as_deref(),
    };
    let (outcome, unsaved) = with_states(plan, session, &live, || crate::control::run(plan, &options));
    let outcome = outcome?;
    told.borrow_mut()
        .extend(unsaved.into_iter().chain(arrangement.end()));
    let (finished, elapsed_s) = (Zoned::now(), clock.elapsed().as_secs() + 1);
    let (disks, mut evidence) = seen(witness.take(), plan, &outcome, &live);
    let notes = notes(told.take(), guard, plan, &outcome.workers);
    let mut workers = records(outcome.workers, outcome.started, &meters, &live);
    meters::settle(plan, &mut workers, evidence.as_mut());
    Ok(RunRecord {
        workers,
        disks,
        started: zoned(outcome.started),
        finished,
        elapsed_s,
        version: VERSION.to_owned(),
        notes,
        evidence: evidence.map(Box::new),
        ..RunRecord::planned(plan.clone(), looked.unwrap_or_default())
    })
}

/// When the run began, to the nanosecond: the times of its workers count from there.
fn zoned(time: SystemTime) -> Zoned {
    Zoned::try_from(time).unwrap_or_else(|_| Zoned::now())
}

/// What the witness saw, and the blocks that were counted after the run.
fn seen(
    witness: Option<Witness>,
    plan: &RunPlan,
    outcome: &RunOutcome,
    live: &LiveBoard,
) -> (Vec<DiskUse>, Option<RunEvidence>) {
    let (disks, mut evidence) =
        witness.map_or_else(Default::default, |witness| witness.end(&outcome.workers));
    if let Some(evidence) = &mut evidence {
        evidence.blocks = Some(replay::count(plan, &outcome.workers, live, outcome.stopped));
    }
    (shown(disks, plan, &outcome.workers), evidence)
}

/// fio shows disks only when a job got as far as opening its files.
fn shown<T>(disks: Vec<T>, plan: &RunPlan, workers: &[WorkerReport]) -> Vec<T> {
    let has_files = |worker: &&WorkerReport| {
        let job = plan.jobs.get(worker.job_index);
        job.is_some_and(|job| !job.engine.kind.is_diskless())
    };
    if workers.iter().filter(has_files).any(opened_files) {
        disks
    } else {
        Vec::new()
    }
}

fn note_of(event: &RunEvent) -> Option<String> {
    match event {
        RunEvent::Note(text) => Some(text.clone()),
        _ => None,
    }
}

/// Where the workers publish what they do: the caller's, or one of the run's own.
fn live_board(plan: &RunPlan, session: &Session) -> Result<Arc<LiveBoard>, SetupError> {
    match &session.live {
        Some(live) => Ok(Arc::clone(live)),
        None if session.evidence => Ok(Arc::new(crate::control::board(plan)?.with_latencies())),
        None => Ok(Arc::new(crate::control::board(plan)?)),
    }
}

fn opened_files(worker: &WorkerReport) -> bool {
    matches!(worker.status, WorkerStatus::Ran | WorkerStatus::OnlyCreated)
}

/// What the reader should know besides the numbers.
fn notes(told: Vec<String>, guard: HostGuard, plan: &RunPlan, workers: &[WorkerReport]) -> Vec<String> {
    let mut notes = told;
    notes.extend(guard.warnings());
    if let Err((path, error)) = logs::write(plan, workers) {
        notes.push(format!("log {} is not complete: {error}", path.display()));
    }
    notes.extend(passed_over(plan, workers));
    notes
}

/// `error_dump`: the errors that did not count, as far as workers noted them. The one that ended a job is told with its job.
fn passed_over(plan: &RunPlan, workers: &[WorkerReport]) -> Vec<String> {
    let dumping = workers.iter().filter(|worker| {
        plan.jobs
            .get(worker.job_index)
            .is_some_and(|job| job.control.error_dump)
    });
    dumping
        .flat_map(|worker| {
            let last = worker.outcome.error.as_ref();
            let passed = worker
                .outcome
                .notes
                .iter()
                .filter(move |note| !matches!(last, Some(WorkerError::Io(ending)) if ending == *note));
            passed.map(ToString::to_string)
        })
        .collect()
}

fn records(
    reports: Vec<WorkerReport>,
    run_start: SystemTime,
    meters: &Meters,
    live: &LiveBoard,
) -> Vec<WorkerRecord> {
    let metered = |report: WorkerReport| {
        let used = meters.used(&report, live);
        worker(report, run_start, used)
    };
    reports.into_iter().map(metered).collect()
}

fn worker(report: WorkerReport, run_start: SystemTime, used: Option<WorkerUse>) -> WorkerRecord {
    let since_start = |time: Option<SystemTime>| {
        let elapsed = time
            .and_then(|time| time.duration_since(run_start).ok())
            .unwrap_or_default();
        u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX)
    };
    WorkerRecord {
        job_index: report.job_index,
        clone: report.clone,
        number: report.number,
        group: report.group,
        pid: report.tid.unsigned_abs(),
        stats: report.outcome.stats,
        error: report.failure.map(|failure| ErrorRecord {
            errno: failure.errno,
            place: failure
                .file
                .map(|file| file.display().to_string())
                .unwrap_or_default(),
            func: failure.op.to_owned(),
            message: errno_message(failure.errno),
            detail: failure.message,
        }),
        started_ns: since_start(report.started),
        ended_ns: since_start(report.ended),
        at_deadline: report.outcome.at_deadline.map(|done| DeadlineCounts {
            ios: done.ios,
            bytes: done.bytes,
        }),
        goals: Goals {
            depth_found: report.outcome.depth_found,
            steady: report.steady.map(steady),
        },
        used,
    }
}

fn steady(window: SteadyWindow) -> SteadyRecord {
    let each = |of: fn(&SteadySample) -> f64| window.samples.iter().map(of).collect();
    SteadyRecord {
        attained: window.attained,
        iops: each(|sample| sample.iops),
        bytes_per_second: each(|sample| sample.bytes_per_second),
        lat_ns: each(|sample| sample.lat_ns),
    }
}

/// Runs `work` and writes the states of its verifying jobs meanwhile and at the end. The second result says what could not be written.
fn with_states<T>(
    plan: &RunPlan,
    session: &Session,
    live: &LiveBoard,
    work: impl FnOnce() -> T,
) -> (T, Option<String>) {
    let states = session.states.as_deref();
    let Some(mut states) = states.and_then(|folder| SavedStates::new(plan, folder, live)) else {
        return (work(), None);
    };
    let done = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        // Where the system gives no thread, the states are written at the end.
        let saver = std::thread::Builder::new().spawn_scoped(scope, || states.save_until(&done));
        let result = work();
        done.store(true, Ordering::Relaxed);
        if let Ok(saver) = saver {
            saver.thread().unpark();
        }
        result
    });
    let failed = states.save().err();
    let words = failed.map(|(path, error)| format!("verify_state_save: {}: {error}", path.display()));
    (result, words)
}
