//! Runs laid-out workers to their end: starts those that may start, opens their gates, stops them, and collects their reports.
//!
//! ```text
//! [ start what may start --> gate --> wait for news ]*
//! ```
//!
//! The thread that measures does no I/O of its own once workers run; it sleeps until a worker, a delay or the stop flag wakes it. The rules
//! of who starts when are in [`crate::workers::schedule`]; what a worker's thread does is in [`crate::workers::thread`].

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};
use std::time::Duration;

use fiord_engine::live::{LiveBoard, WorkerState};
use fiord_host::{Root, limits};
use fiord_job::plan::{Backend, RunPlan};
use fiord_messages::{Sentence, run_errors, session as messages};
use fiord_targets::failure::Failure;
use fiord_targets::memory;
use fiord_workload::plan::WorkerPlan;

use crate::event::{Events, RunEvent};
use crate::turns::TurnWorker;
use crate::workers::gate::Gate;
use crate::workers::layout::{WorkerSeat, Workers};
use crate::workers::map_room::MapRoom;
use crate::workers::report::{WorkerReport, WorkerStatus};
use crate::workers::schedule::{Standing, StartSchedule};
use crate::workers::shared::Shared;
use crate::workers::thread::{Message, WorkerThread};

/// Stack of a worker's thread in bytes. Workers keep what is large on the heap.
const STACK_BYTES: usize = 256 << 10;

/// Runs all workers; what became of each.
pub(crate) fn run(
    plan: &RunPlan,
    workers: Workers,
    schedule: StartSchedule<'_>,
    shared: Shared<'_>,
    live: &LiveBoard,
    events: &Events<'_>,
) -> Vec<WorkerReport> {
    let (sender, receiver) = channel();
    let stopping = sender.clone();
    let _listening = shared.settings.stop.on_request(move || {
        let _ = stopping.send(Message::Stop);
    });
    let in_turn: Vec<TurnWorker<'_>> = match &shared.settings.turns {
        Some(_) => turn_workers(&workers, live),
        None => Vec::new(),
    };
    // Each worker rests after its first I/Os, until its turn comes.
    in_turn.iter().for_each(|worker| worker.stop.pause());
    let mut reports = std::thread::scope(|scope| {
        if let Some(turns) = &shared.settings.turns {
            let alternate = || turns.alternate(&in_turn, live, &shared.settings.stop);
            if let Err(error) = Builder::new().spawn_scoped(scope, alternate) {
                // Without it no turn ever begins: the run ends as if it were stopped.
                let error = Sentence::from(&error);
                events.tell(&RunEvent::Note(Sentence::new(|lang| {
                    let error = &error.text(lang);
                    messages::TurnsNotStarted { error }.text(lang)
                })));
                in_turn.iter().for_each(|worker| worker.stop.request());
            }
        }
        let state = RunState {
            plan,
            scope,
            shared: &shared,
            events,
            live,
            schedule,
            reports: workers.reports,
            seats: workers.seats,
            sender,
            batches: HashMap::new(),
            next_batch: 0,
            lacked_thread: false,
            held: None,
        };
        state.gather(&receiver)
    });
    memory::hold_again();
    // The windows of `steadystate` are those of whole groups.
    for report in &mut reports {
        report.steady = shared.steady.window(&plan.jobs[report.job_index], report.number);
    }
    reports
}

fn turn_workers<'a>(workers: &Workers, live: &'a LiveBoard) -> Vec<TurnWorker<'a>> {
    let each = workers.seats.iter().zip(&workers.reports).zip(live.cells());
    each.map(|((seat, report), live)| TurnWorker {
        job: report.job_index,
        stop: Arc::clone(&seat.stop),
        live,
    })
    .collect()
}

/// Workers that start together.
struct Batch {
    gate: Arc<Gate>,
    /// Members that are neither ready nor ended.
    missing: usize,
    ready: Vec<u32>,
}

/// The state of a run in progress. It stays in the thread that measures.
struct RunState<'scope, 'env> {
    plan: &'env RunPlan,
    scope: &'scope Scope<'scope, 'env>,
    shared: &'env Shared<'env>,
    events: &'env Events<'env>,
    live: &'env LiveBoard,
    schedule: StartSchedule<'env>,
    reports: Vec<WorkerReport>,
    seats: Vec<WorkerSeat>,
    sender: Sender<Message>,
    batches: HashMap<usize, Batch>,
    next_batch: usize,
    /// A worker was not started, and that has been told.
    lacked_thread: bool,
    /// The last wave whose first gate was held.
    held: Option<u32>,
}

impl RunState<'_, '_> {
    fn gather(mut self, receiver: &Receiver<Message>) -> Vec<WorkerReport> {
        self.leave_out_the_failed();
        loop {
            let now = self.shared.elapsed_ns();
            let startable = if self.shared.settings.stop.is_requested() {
                Vec::new()
            } else {
                self.schedule.take_startable(now)
            };
            if !startable.is_empty() {
                self.start(&startable);
                continue;
            }
            if self.schedule.is_over() {
                break;
            }
            if let Some(message) = next_message(receiver, self.schedule.next_delay_ns(), now) {
                self.hear(message);
            }
        }
        self.reports
    }

    /// Workers whose files could not be prepared never start. As in fio, no other worker ends with them.
    fn leave_out_the_failed(&mut self) {
        for index in 0..self.seats.len() {
            if self.seats[index].plan.is_none() {
                self.schedule.ended_quietly(index);
                self.never_runs(index);
                if self.reports[index].failure.is_some() {
                    self.live.cells()[index].enter(WorkerState::Failed);
                }
            }
        }
    }

    /// Tells the others not to wait for a worker that comes to no deadline.
    fn never_runs(&self, index: usize) {
        if let Some(wear_out) = &self.shared.settings.wear_out {
            wear_out.reach(self.reports[index].number, 0);
        }
        self.end_turns();
    }

    /// A worker that takes turns has ended or never runs: no further turn begins.
    fn end_turns(&self) {
        if let Some(turns) = &self.shared.settings.turns {
            turns.end();
        }
    }

    fn start(&mut self, startable: &[usize]) {
        let batch = self.next_batch;
        self.next_batch += 1;
        let gate = Arc::new(Gate::new());
        self.batches.insert(
            batch,
            Batch {
                gate: Arc::clone(&gate),
                missing: startable.len(),
                ready: Vec::new(),
            },
        );
        let spawned = RefCell::new(Vec::new());
        let live = self.live;
        let mut maps = MapRoom::new(|| {
            wait_until_set_up(live, &gate, &spawned.borrow());
            limits::free_maps(&Root::system())
        });
        for index in startable.iter().copied() {
            let seat = &mut self.seats[index];
            seat.batch = batch;
            let Some(mut plan) = seat.plan.take() else {
                continue;
            };
            let wear_out = self.shared.settings.wear_out.as_ref();
            if let Some(written_bytes) = wear_out.and_then(|wear| wear.written_for(plan.job_index)) {
                keep_within(&mut plan, written_bytes);
            }
            let worker = WorkerThread {
                index,
                plan,
                stop: Arc::clone(&seat.stop),
                live: &self.live.cells()[index],
                gate: Arc::clone(&gate),
                messages: self.sender.clone(),
                shared: self.shared,
            };
            match maps.take().and_then(|()| spawn(self.scope, worker)) {
                Ok(()) => spawned.borrow_mut().push(index),
                Err(error) => self.not_started(index, &error),
            }
        }
    }

    /// A worker for which the system gave no thread has failed; the others go on, as in fio.
    fn not_started(&mut self, index: usize, error: &std::io::Error) {
        let workers = self.reports.len();
        let report = &mut self.reports[index];
        let errno = error.raw_os_error().unwrap_or(libc::EAGAIN);
        let why = Sentence::from(&std::io::Error::from_raw_os_error(errno));
        let words = Sentence::new(|lang| {
            let said = run_errors::WorkerNotStarted {
                worker: &(report.number + 1),
                workers: &workers,
                job: &self.plan.jobs[report.job_index].name,
                error: &why.text(lang),
            };
            said.text(lang)
        });
        if !std::mem::replace(&mut self.lacked_thread, true) {
            self.events.tell(&RunEvent::Note(words.clone()));
        }
        report.status = WorkerStatus::NotSetUp;
        report.failure = Some(Failure::from_io("thread", error).because(words));
        self.live.cells()[index].enter(WorkerState::Failed);
        self.schedule.ended_quietly(index);
        self.never_runs(index);
        self.arrived(index, false);
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Event(event) => self.events.tell(&event),
            Message::Stop => self.stop_all(),
            Message::Ready(index) => self.arrived(index, true),
            Message::Done(index, report) => self.done(index, *report),
        }
    }

    /// A member of a batch is ready, or will never be. The last one opens the gate.
    fn arrived(&mut self, index: usize, ready: bool) {
        let id = self.seats[index].batch;
        let Some(batch) = self.batches.get_mut(&id) else {
            return;
        };
        batch.missing -= 1;
        if ready {
            batch.ready.push(self.reports[index].number);
        }
        if batch.missing > 0 {
            return;
        }
        if let Some(batch) = self.batches.remove(&id) {
            if !self.may_open(self.schedule.wave(index)) {
                batch.gate.cancel();
                return;
            }
            batch.gate.open();
            if !batch.ready.is_empty() {
                self.events.tell(&RunEvent::Started { workers: batch.ready });
            }
        }
    }

    /// Whether a gate of this wave opens. The first one of each wave is held.
    fn may_open(&mut self, wave: u32) -> bool {
        let is_first = self.held.is_none_or(|held| wave > held);
        self.held = self.held.max(Some(wave));
        let hold = self.shared.settings.hold.as_ref();
        hold.is_none_or(|hold| !is_first || hold(wave))
    }

    fn done(&mut self, index: usize, report: WorkerReport) {
        let number = report.number;
        let waited = self.batches.get(&self.seats[index].batch);
        if waited.is_some_and(|batch| !batch.ready.contains(&number)) {
            self.arrived(index, false);
        }
        if memory::is_short() {
            // This worker's memory is free again.
            memory::hold_again();
        }
        self.end_turns();
        let failed = report.failure.is_some();
        self.reports[index] = report;
        self.events.tell(&RunEvent::Ended { number, failed });
        for other in self.schedule.ended(index, failed) {
            self.seats[other].stop.request();
        }
        for other in self.idle_burners() {
            self.seats[other].stop.request();
        }
    }

    /// `exit_on_io_done`: the workers of `cpuio` that are to end now, since no other worker runs or waits.
    fn idle_burners(&self) -> Vec<usize> {
        let engine = |index: usize| &self.plan.jobs[self.reports[index].job_index].engine;
        let is_burner = |index: usize| engine(index).kind.backend() == Backend::Cpu;
        let ends = |index: &usize| engine(*index).other.cpu_ends_with_others;
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
            self.seats[index].stop.request();
        }
        // Without batches no gate opens, and no start is reported any more.
        for (_, batch) in self.batches.drain() {
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
fn spawn<'scope>(scope: &'scope Scope<'scope, '_>, worker: WorkerThread<'scope>) -> std::io::Result<()> {
    let turn = memory::take_turn()?;
    if turn.is_some() {
        memory::room_for_thread(STACK_BYTES)?;
    }
    let up = turn.as_ref().map(|_| Arc::new(Gate::new()));
    let is_up = up.clone();
    Builder::new()
        .name(thread_name(&worker.plan))
        .stack_size(STACK_BYTES)
        .spawn_scoped(scope, move || {
            if let Some(up) = is_up {
                up.open();
            }
            worker.run();
        })?;
    let _ = up.is_none_or(|up| up.pass());
    Ok(())
}

/// Waits until each of these workers stands at the shut gate or has failed, so that all its memory maps are made.
fn wait_until_set_up(live: &LiveBoard, gate: &Gate, spawned: &[usize]) {
    let has_ended = |index: &&usize| {
        let state = live.cells()[**index].read().state;
        matches!(state, WorkerState::Failed | WorkerState::Exited)
    };
    while gate.arrivals() + spawned.iter().filter(has_ended).count() < spawned.len() {
        std::thread::sleep(Duration::from_millis(1));
    }
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

/// Linux shows 15 bytes of it.
fn thread_name(plan: &WorkerPlan) -> String {
    if let Some(name) = &plan.job.placement.comm {
        return name.chars().filter(|c| *c != '\0').collect();
    }
    let text: String = plan.job.name.chars().filter(|c| *c != '\0').take(10).collect();
    format!("{text}.{}", plan.number)
}
