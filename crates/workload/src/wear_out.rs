//! Wear-out: a job whose time is up goes on until each worker has done as much as the farthest.
//!
//! ```text
//! worker: runtime is over ── reach: how far ──▶ somebody who knows all workers ── go_on: so far ──▶ worker: the rest, and its end
//! ```
//!
//! Nothing here is touched before the runtime is over.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fiord_job::plan::RunPlan;

/// Between two looks at whether a worker that waits is to stop.
const LOOKS: Duration = Duration::from_millis(50);

/// Which jobs wear out, by index in the plan, and which read what those wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WearPlan {
    pub wears: Vec<bool>,
    /// The job that wrote what this one reads.
    pub reads: Vec<Option<usize>>,
}

impl WearPlan {
    /// The jobs that wear out.
    pub fn jobs(&self) -> impl Iterator<Item = usize> {
        let jobs = self.wears.iter().enumerate();
        jobs.filter(|(_, wears)| **wears).map(|(index, _)| index)
    }

    /// The jobs that read what this one wrote.
    pub fn readers(&self, job: usize) -> impl Iterator<Item = usize> {
        let jobs = self.reads.iter().enumerate();
        jobs.filter(move |(_, read)| **read == Some(job))
            .map(|(index, _)| index)
    }
}

/// The workers of a run and how far they are.
#[derive(Debug)]
pub struct WearOut {
    plan: WearPlan,
    state: Mutex<WearState>,
    moved: Condvar,
}

#[derive(Debug)]
struct WearState {
    /// The job of each worker that has neither come to its deadline nor ended.
    open: Vec<Option<usize>>,
    jobs: Vec<JobWear>,
}

#[derive(Debug, Clone, Copy, Default)]
struct JobWear {
    open: u32,
    farthest_bytes: u64,
    goes_to: Option<u64>,
}

impl WearOut {
    pub fn new(run: &RunPlan, plan: WearPlan) -> Self {
        let jobs = run.jobs.iter().enumerate();
        let open = jobs.flat_map(|(index, job)| (0..job.numjobs).map(move |_| Some(index)));
        let of_job = |job: &fiord_job::plan::JobPlan| JobWear {
            open: job.numjobs,
            ..JobWear::default()
        };
        Self {
            state: Mutex::new(WearState {
                open: open.collect(),
                jobs: run.jobs.iter().map(of_job).collect(),
            }),
            plan,
            moved: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, WearState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn wears(&self, job: usize) -> bool {
        self.plan.wears.get(job).copied().unwrap_or(false)
    }

    /// A worker, by its number over the run, came to its deadline or ended, and has done so much. The first word counts.
    pub fn reach(&self, worker: u32, bytes: u64) {
        let state = &mut *self.state();
        let job = state.open.get_mut(worker as usize).and_then(Option::take);
        if let Some(job) = job.and_then(|job| state.jobs.get_mut(job)) {
            job.open = job.open.saturating_sub(1);
            job.farthest_bytes = job.farthest_bytes.max(bytes);
        }
    }

    /// The jobs that wear out and whose workers have all come to their deadline or ended, with what the farthest has done.
    pub fn reached(&self) -> Vec<(usize, u64)> {
        let state = self.state();
        let done = |job: &usize| state.jobs.get(*job).is_some_and(|job| job.open == 0);
        let jobs = self.plan.jobs().filter(done);
        jobs.map(|job| (job, state.jobs[job].farthest_bytes)).collect()
    }

    /// The workers of a job go on until each has done so much.
    pub fn go_on(&self, job: usize, to_bytes: u64) {
        if let Some(job) = self.state().jobs.get_mut(job) {
            job.goes_to = Some(to_bytes);
        }
        self.moved.notify_all();
    }

    /// Waits until it is said how far the workers of a job go; `None`: the worker is to stop.
    pub fn wait(&self, job: usize, is_to_stop: impl Fn() -> bool) -> Option<u64> {
        let mut state = self.state();
        loop {
            if is_to_stop() {
                return None;
            }
            if let Some(to_bytes) = state.jobs.get(job)?.goes_to {
                return Some(to_bytes);
            }
            let (next, _) = self
                .moved
                .wait_timeout(state, LOOKS)
                .unwrap_or_else(PoisonError::into_inner);
            state = next;
        }
    }

    /// How far the workers of a job go; `None`: nobody has said.
    pub fn goes_to(&self, job: usize) -> Option<u64> {
        self.state().jobs.get(job)?.goes_to
    }

    pub const fn plan(&self) -> &WearPlan {
        &self.plan
    }

    /// How much each worker of a job finds written, where it reads what another one wrote that wore out.
    pub fn written_for(&self, job: usize) -> Option<u64> {
        let writer = self.plan.reads.get(job).copied().flatten()?;
        self.goes_to(writer)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_job::plan::JobPlan;

    /// A job of two workers that wears out, one that does not, and one that reads what the first wrote.
    fn wear() -> WearOut {
        let mut first = JobPlan::new("first");
        first.numjobs = 2;
        let run = RunPlan {
            jobs: vec![first, JobPlan::new("other"), JobPlan::new("reader")],
            ..RunPlan::default()
        };
        let plan = WearPlan {
            wears: vec![true, false, false],
            reads: vec![None, None, Some(0)],
        };
        assert_eq!(plan.readers(0).collect::<Vec<_>>(), [2]);
        WearOut::new(&run, plan)
    }

    #[test]
    fn a_job_has_come_to_its_deadline_with_its_last_worker_and_the_farthest_counts() {
        let wear = wear();
        assert!(wear.wears(0) && !wear.wears(1) && !wear.wears(7));
        wear.reach(0, 700);
        // At its end it says something again, and others that do not wear out end.
        wear.reach(0, 9_000);
        wear.reach(2, 5_000);
        assert_eq!(wear.reached(), []);
        wear.reach(1, 300);
        assert_eq!(wear.reached(), [(0, 700)]);
    }

    #[test]
    fn a_worker_waits_for_the_answer_or_its_stop() {
        let wear = wear();
        assert_eq!(wear.written_for(2), None);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| wear.wait(0, || false));
            wear.go_on(0, 800);
            assert_eq!(waiting.join().unwrap(), Some(800));
        });
        assert_eq!((wear.written_for(2), wear.written_for(1)), (Some(800), None));
        assert_eq!(wear.wait(0, || true), None);
    }
}
