//! The rules of `stonewall`, `wait_for`, `startdelay` and `exitall` as a state table over workers. Knows no threads and no clocks; [`crate::workers::waves`] asks it and tells it what happened.
//!
//! | from | to | by |
//! |---|---|---|
//! | Waiting | Running | [`StartSchedule::take_startable`] |
//! | Waiting | Skipped | [`StartSchedule::ended`] (`exitall`), [`StartSchedule::skip_waiting`] (stop) |
//! | Waiting, Running | Ended | [`StartSchedule::ended`] |

use fiord_job::plan::{Backend, ExitWhat, JobPlan, RunPlan};
use fiord_workload::seed;

use crate::board::{room, worker_count};
use crate::setup_error::SetupError;

/// Where a worker stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Not started yet.
    Waiting,
    /// Started and not ended.
    Running,
    /// Ended, well or not.
    Ended,
    /// Never to be started.
    Skipped,
}

#[derive(Debug)]
struct Scheduled {
    job: usize,
    group: u32,
    wave: u32,
    /// Job whose workers must all have ended.
    waits_for: Option<usize>,
    delay_ns: u64,
    standing: Standing,
}

/// The workers of a run and how far each has come.
#[derive(Debug)]
pub(crate) struct StartSchedule<'a> {
    plan: &'a RunPlan,
    entries: Vec<Scheduled>,
    /// Workers of each job, and of each wave, that have not ended.
    open_by_job: Vec<u32>,
    open_by_wave: Vec<u32>,
    /// The first entry that may still be waiting: everything before it has been started or skipped.
    first_waiting: usize,
}

impl<'a> StartSchedule<'a> {
    /// A schedule in which all workers wait.
    ///
    /// # Errors
    /// A `wait_for` that names no earlier job; more workers than a run can have or memory has room for.
    pub(crate) fn new(plan: &'a RunPlan) -> Result<Self, SetupError> {
        let mut entries: Vec<Scheduled> = room(worker_count(plan)?)?;
        let waves = plan.waves();
        for (index, (job, wave)) in plan.jobs.iter().zip(&waves).enumerate() {
            let waits_for = waitee(plan, index)?;
            for _ in 0..job.numjobs {
                let number = u32::try_from(entries.len()).unwrap_or(u32::MAX);
                entries.push(Scheduled {
                    job: index,
                    group: job.group,
                    wave: *wave,
                    waits_for,
                    delay_ns: delay_ns(job, number),
                    standing: Standing::Waiting,
                });
            }
        }
        let mut open_by_job = vec![0; plan.jobs.len()];
        let mut open_by_wave = vec![0; waves.last().map_or(0, |last| *last as usize) + 1];
        for entry in &entries {
            open_by_job[entry.job] += 1;
            open_by_wave[entry.wave as usize] += 1;
        }
        Ok(Self {
            plan,
            entries,
            open_by_job,
            open_by_wave,
            first_waiting: 0,
        })
    }

    /// How many workers there are.
    pub(crate) fn workers(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap_or(u32::MAX)
    }

    /// The workers that may start `now_ns` after the start of the run, in order; they count as running from here on.
    ///
    /// FIO-DIFF(stonewall-delay): in fio a job that waits for its `startdelay` does not hold back the jobs behind a
    /// stonewall; here a stonewall waits for every earlier job, as the manual says.
    pub(crate) fn take_startable(&mut self, now_ns: u64) -> Vec<usize> {
        let Some(wave) = self.current_wave() else {
            return Vec::new();
        };
        let mut startable = Vec::new();
        for index in self.first_waiting..self.entries.len() {
            let entry = &self.entries[index];
            if entry.wave > wave {
                break;
            }
            let free = entry.waits_for.is_none_or(|job| self.open_by_job[job] == 0);
            if entry.standing == Standing::Waiting && free && entry.delay_ns <= now_ns {
                self.entries[index].standing = Standing::Running;
                startable.push(index);
            }
        }
        self.advance();
        startable
    }

    /// The next moment at which a delay ends, in nanoseconds since the start of the run.
    pub(crate) fn next_delay_ns(&self) -> Option<u64> {
        let wave = self.current_wave()?;
        self.entries[self.first_waiting..]
            .iter()
            .take_while(|entry| entry.wave <= wave)
            .filter(|entry| entry.standing == Standing::Waiting)
            .filter(|entry| entry.waits_for.is_none_or(|job| self.open_by_job[job] == 0))
            .map(|entry| entry.delay_ns)
            .min()
    }

    /// Worker `index` has ended (or failed before it started). Returns the running workers that must now stop, because
    /// the job says `exitall`, or `exitall_on_error` and `failed`; the waiting ones are skipped.
    pub(crate) fn ended(&mut self, index: usize, failed: bool) -> Vec<usize> {
        self.leave(index, Standing::Ended);
        let control = &self.plan.jobs[self.entries[index].job].control;
        let ends_others = control.exit.exitall || (control.exit.exitall_on_error && failed);
        if !ends_others {
            return Vec::new();
        }
        let (group, wave) = (self.entries[index].group, self.entries[index].wave);
        let what = control.exit.exit_what;
        self.end_all(|entry| match what {
            ExitWhat::Group => entry.group == group,
            ExitWhat::Stonewall => entry.wave == wave,
            ExitWhat::All => true,
        })
    }

    /// Worker `index` ended without having been asked to do anything (`create_only`, failed set-up of its files): nobody
    /// ends with it.
    pub(crate) fn ended_quietly(&mut self, index: usize) {
        self.leave(index, Standing::Ended);
    }

    /// Skips all who wait and returns all who run.
    pub(crate) fn skip_waiting(&mut self) -> Vec<usize> {
        self.end_all(|_| true)
    }

    /// Whether nobody waits or runs.
    pub(crate) fn is_over(&self) -> bool {
        self.current_wave().is_none()
    }

    /// The wave of worker `index`, from 0: see [`RunPlan::waves`].
    pub(crate) fn wave(&self, index: usize) -> u32 {
        self.entries[index].wave
    }

    /// Where worker `index` stands.
    pub(crate) fn standing(&self, index: usize) -> Standing {
        self.entries[index].standing
    }

    fn end_all(&mut self, concerned: impl Fn(&Scheduled) -> bool) -> Vec<usize> {
        let mut running = Vec::new();
        for index in 0..self.entries.len() {
            if !concerned(&self.entries[index]) {
                continue;
            }
            match self.entries[index].standing {
                Standing::Waiting => self.leave(index, Standing::Skipped),
                Standing::Running => running.push(index),
                Standing::Ended | Standing::Skipped => {}
            }
        }
        running
    }

    fn leave(&mut self, index: usize, standing: Standing) {
        let entry = &mut self.entries[index];
        if matches!(entry.standing, Standing::Waiting | Standing::Running) {
            self.open_by_job[entry.job] -= 1;
            self.open_by_wave[entry.wave as usize] -= 1;
            entry.standing = standing;
        }
        self.advance();
    }

    fn advance(&mut self) {
        while self
            .entries
            .get(self.first_waiting)
            .is_some_and(|entry| entry.standing != Standing::Waiting)
        {
            self.first_waiting += 1;
        }
    }

    fn current_wave(&self) -> Option<u32> {
        self.open_by_wave
            .iter()
            .position(|open| *open > 0)
            .and_then(|wave| u32::try_from(wave).ok())
    }
}

/// The start delay of a worker in nanoseconds of real time. A simulated job waits in its own time instead.
fn delay_ns(job: &JobPlan, number: u32) -> u64 {
    if job.engine.kind.backend() == Backend::Simulated {
        0
    } else {
        seed::start_delay_ns(job, number)
    }
}

fn waitee(plan: &RunPlan, index: usize) -> Result<Option<usize>, SetupError> {
    let job = &plan.jobs[index];
    let Some(name) = &job.control.wait_for else {
        return Ok(None);
    };
    match plan.jobs[..index]
        .iter()
        .rposition(|earlier| earlier.name == *name)
    {
        Some(found) => Ok(Some(found)),
        None => Err(SetupError::UnknownWaitFor {
            job: job.name.clone(),
            waits_for: name.clone(),
        }),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn job(name: &str, change: impl FnOnce(&mut JobPlan)) -> JobPlan {
        let mut job = JobPlan::new(name);
        change(&mut job);
        job
    }

    fn plan(jobs: Vec<JobPlan>) -> RunPlan {
        RunPlan {
            jobs,
            ..RunPlan::default()
        }
    }

    #[test]
    fn a_stonewall_waits_for_every_clone_before_it() {
        let run = plan(vec![
            job("a", |job| job.numjobs = 2),
            job("b", |_| ()),
            job("c", |job| {
                job.control.stonewall = true;
                job.numjobs = 2;
            }),
            job("d", |_| ()),
        ]);
        let mut schedule = StartSchedule::new(&run).unwrap();
        assert_eq!(schedule.take_startable(0), [0, 1, 2]);
        assert_eq!(schedule.take_startable(0), [0usize; 0]);
        for index in [2, 0] {
            assert!(schedule.ended(index, false).is_empty());
            assert!(schedule.take_startable(0).is_empty());
        }
        schedule.ended(1, true);
        assert_eq!(schedule.take_startable(0), [3, 4, 5]);
        for index in 3..6 {
            assert!(!schedule.is_over());
            schedule.ended(index, false);
        }
        assert!(schedule.is_over());
    }

    #[test]
    fn a_stonewall_on_the_first_job_changes_nothing() {
        let run = plan(vec![
            job("a", |job| job.control.stonewall = true),
            job("b", |_| ()),
        ]);
        let mut schedule = StartSchedule::new(&run).unwrap();
        assert_eq!(schedule.take_startable(0), [0, 1]);
    }

    #[test]
    fn a_delayed_job_holds_the_stonewall_behind_it() {
        let run = plan(vec![
            job("a", |job| job.control.startdelay_us = (1, 1)),
            job("b", |job| job.control.stonewall = true),
        ]);
        let mut schedule = StartSchedule::new(&run).unwrap();
        assert!(schedule.take_startable(999).is_empty());
        assert_eq!(schedule.next_delay_ns(), Some(1_000));
        assert_eq!(schedule.take_startable(1_000), [0]);
        assert_eq!(schedule.next_delay_ns(), None);
        schedule.ended(0, false);
        assert_eq!(schedule.take_startable(1_000), [1]);
    }

    #[test]
    fn wait_for_waits_for_one_job_only() {
        let wait = |job: &mut JobPlan| job.control.wait_for = Some("a".into());
        let run = plan(vec![
            job("a", |job| job.numjobs = 2),
            job("b", wait),
            job("c", |_| ()),
        ]);
        let mut schedule = StartSchedule::new(&run).unwrap();
        assert_eq!(schedule.take_startable(0), [0, 1, 3]);
        schedule.ended(3, false);
        schedule.ended(0, false);
        assert!(schedule.take_startable(0).is_empty());
        schedule.ended(1, false);
        assert_eq!(schedule.take_startable(0), [2]);
    }

    #[test]
    fn wait_for_must_name_an_earlier_job() {
        let run = plan(vec![
            job("a", |job| job.control.wait_for = Some("b".into())),
            job("b", |_| ()),
        ]);
        let error = StartSchedule::new(&run).unwrap_err();
        assert!(matches!(error, SetupError::UnknownWaitFor { .. }), "{error}");
    }

    fn exit_run(what: ExitWhat) -> RunPlan {
        plan(vec![
            job("a", |job| {
                job.control.exit.exitall = true;
                job.control.exit.exit_what = what;
            }),
            job("b", |_| ()),
            job("c", |job| job.group = 1),
            job("d", |job| {
                job.group = 2;
                job.control.stonewall = true;
            }),
        ])
    }

    #[test]
    fn exitall_ends_the_group_the_wave_or_everything() {
        let cases = [
            (ExitWhat::Group, vec![1], false),
            (ExitWhat::Stonewall, vec![1, 2], false),
            (ExitWhat::All, vec![1, 2], true),
        ];
        for (what, stopped, last_skipped) in cases {
            let run = exit_run(what);
            let mut schedule = StartSchedule::new(&run).unwrap();
            assert_eq!(schedule.take_startable(0), [0, 1, 2]);
            assert_eq!(schedule.ended(0, false), stopped, "{what:?}");
            schedule.ended(1, false);
            schedule.ended(2, false);
            assert_eq!(schedule.is_over(), last_skipped, "{what:?}");
            assert_eq!(
                schedule.standing(3) == Standing::Skipped,
                last_skipped,
                "{what:?}"
            );
        }
    }

    #[test]
    fn exitall_on_error_needs_an_error() {
        let run = plan(vec![
            job("a", |job| job.control.exit.exitall_on_error = true),
            job("b", |_| ()),
        ]);
        for failed in [false, true] {
            let mut schedule = StartSchedule::new(&run).unwrap();
            schedule.take_startable(0);
            assert_eq!(!schedule.ended(0, failed).is_empty(), failed);
        }
    }

    #[test]
    fn exitall_skips_those_of_the_group_that_wait() {
        let run = plan(vec![
            job("a", |job| job.control.exit.exitall = true),
            job("b", |job| job.control.startdelay_us = (1, 1)),
        ]);
        let mut schedule = StartSchedule::new(&run).unwrap();
        assert_eq!(schedule.take_startable(0), [0]);
        assert!(schedule.ended(0, false).is_empty());
        assert_eq!(schedule.standing(1), Standing::Skipped);
        assert!(schedule.is_over());
    }

    #[test]
    fn a_stop_skips_all_who_wait() {
        let run = plan(vec![
            job("a", |_| ()),
            job("b", |job| job.control.stonewall = true),
        ]);
        let mut schedule = StartSchedule::new(&run).unwrap();
        schedule.take_startable(0);
        assert_eq!(schedule.skip_waiting(), [0]);
        assert_eq!(schedule.standing(1), Standing::Skipped);
        assert!(!schedule.is_over());
        schedule.ended(0, false);
        assert!(schedule.is_over());
    }

    #[test]
    fn ten_thousand_waiting_workers_are_no_work() {
        // Each start asks the schedule; a scan from the beginning each time would be quadratic.
        let jobs = (0..10_000)
            .map(|n| job(&n.to_string(), |job| job.control.stonewall = true))
            .collect();
        let run = plan(jobs);
        let mut schedule = StartSchedule::new(&run).unwrap();
        for index in 0..10_000 {
            assert_eq!(schedule.take_startable(0), [index]);
            schedule.ended(index, false);
        }
        assert!(schedule.is_over());
    }
}
