//! What the kernel counts of each worker's thread, read by that thread before and after its work.
//!
//! A thread's counters go with the thread, and those of the process do not tell one job from another.

use std::sync::{Mutex, PoisonError};

use fiord_engine::live::LiveBoard;
use fiord_host::counters::IoCounters;
use fiord_host::root::Root;
use fiord_host::scheduled::Scheduled;
use fiord_job::plan::RunPlan;
use fiord_record::evidence::{Processors, RunEvidence, WorkerUse};
use fiord_record::run::WorkerRecord;

use crate::workers::WorkerReport;

/// The counters of every worker. Each cell is written by one thread and read when all have ended.
pub(super) struct Meters {
    root: Root,
    cells: Vec<Mutex<Cell>>,
}

#[derive(Default)]
struct Cell {
    io: Between<IoCounters>,
    /// From the gate on: what a worker waits to come through it is not in its numbers.
    scheduled: Between<Scheduled>,
    is_done: bool,
}

/// Counters before and after.
#[derive(Default)]
struct Between<T> {
    before: Option<T>,
    after: Option<T>,
}

impl Meters {
    /// Meters for this number of workers. Without memory for them, the counters stay unknown.
    pub(super) fn new(root: &Root, workers: usize) -> Self {
        let mut cells = Vec::new();
        if cells.try_reserve_exact(workers).is_ok() {
            cells.resize_with(workers, Mutex::default);
        }
        Self {
            root: root.clone(),
            cells,
        }
    }

    /// Everything is set up, and the worker is about to wait at its gate. Called by its own thread, as the next two.
    pub(super) fn ready(&self, number: u32) {
        self.update(number, |cell| cell.io.before = IoCounters::own_thread(&self.root));
    }

    /// It passed its gate, and its first I/O comes next.
    pub(super) fn started(&self, number: u32) {
        self.update(number, |cell| {
            cell.scheduled.before = Scheduled::own_thread(&self.root);
        });
    }

    /// The last I/O and the last sync are done.
    pub(super) fn done(&self, number: u32) {
        self.update(number, |cell| {
            cell.scheduled.after = Scheduled::own_thread(&self.root);
            cell.io.after = IoCounters::own_thread(&self.root);
            cell.is_done = true;
        });
    }

    fn update(&self, number: u32, read: impl FnOnce(&mut Cell)) {
        if let Some(cell) = self.cells.get(number as usize) {
            read(&mut cell.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// What one worker used; `None` where it never came to its end.
    pub(super) fn used(&self, report: &WorkerReport, live: &LiveBoard) -> Option<WorkerUse> {
        let cell = self.cells.get(report.number as usize)?;
        let cell = cell.lock().unwrap_or_else(PoisonError::into_inner);
        if !cell.is_done {
            return None;
        }
        let moved = live.cells().get(report.number as usize)?.read();
        let (io, scheduled) = (&cell.io, &cell.scheduled);
        Some(WorkerUse {
            issued_bytes: moved.bytes,
            own: io.after.zip(io.before).map(|(now, then)| now.since(&then)),
            scheduled: scheduled
                .after
                .zip(scheduled.before)
                .map(|(now, then)| now.since(&then)),
        })
    }
}

/// Leaves out what cannot be told of a worker, and adds up the rest for the run.
pub(super) fn settle(plan: &RunPlan, workers: &mut [WorkerRecord], evidence: Option<&mut RunEvidence>) {
    if let Some(evidence) = evidence {
        drop_incomplete(plan, workers, evidence);
        add_up(workers, &mut evidence.processors);
    }
}

/// Adds up over all workers what they waited for processors. `None` where the kernel did not count it for one of them.
fn add_up(workers: &[WorkerRecord], processors: &mut Processors) {
    let each: Option<Vec<Scheduled>> = workers
        .iter()
        .filter_map(|worker| worker.used)
        .map(|used| used.scheduled)
        .collect();
    let Some(each) = each.filter(|each| !each.is_empty()) else {
        return;
    };
    let all = each
        .iter()
        .fold(Scheduled::default(), |sum, worker| sum.plus(worker));
    processors.run_delay_ms = Some(all.wait_ns as f64 / 1e6);
    processors.involuntary_switches = Some(all.involuntary_switches);
}

/// Threads of the kernel do some I/O of an io_uring in its stead, and it is counted for them and for the process. The counters of
/// such workers are kept only where those of all workers make up the process's.
fn drop_incomplete(plan: &RunPlan, workers: &mut [WorkerRecord], evidence: &RunEvidence) {
    let counted = workers.iter().filter_map(|worker| worker.used?.own);
    let fetched: u64 = counted.map(|own| own.read_bytes).sum();
    let is_whole = evidence
        .own
        .is_none_or(|own| fetched as f64 >= own.read_bytes as f64 * 0.99);
    if is_whole {
        return;
    }
    for worker in workers {
        let job = plan.jobs.get(worker.job_index);
        let by_others = job.is_some_and(|job| job.engine.kind.has_helper_threads());
        if let Some(used) = worker.used.as_mut().filter(|_| by_others) {
            used.own = None;
        }
    }
}
