//! A case: the record of a run as judgements look at it, each job's workers merged once.

pub mod balance;
pub mod company;
pub mod data_reduction;
pub mod data_sheet;
pub mod devices;
pub mod idle;
pub mod imported;
pub mod job_view;
pub mod littles_law;
pub(crate) mod machine_view;
pub mod obstacle;
pub mod overlap;
pub mod pace;
pub mod planned;
pub mod room;
pub mod shares;
mod skew;
pub mod steadiness;
pub mod touched;

pub use machine_view::MachineView;

use fiord_host::Machine;
use fiord_job::plan::{Ddir, JobPlan};
use fiord_record::TargetFacts;
use fiord_record::evidence::RunEvidence;
use fiord_record::imported::UnknownCount;
use fiord_record::run::{RunRecord, WorkerRecord};
use fiord_stats::stalls::frozen;
use fiord_stats::{DdirStats, JobStats, Latency};
use std::ops::Range;

/// Share of all CPU time in use from which work waits for a CPU, in percent.
pub const CPUS_FULL: f64 = 90.0;

/// The record that is judged, and what is derived from it once.
#[derive(Debug, Clone)]
pub struct Case<'a> {
    pub record: &'a RunRecord,
    /// The jobs that ran, in the order of the plan; none before a run.
    pub jobs: Vec<JobRun<'a>>,
    /// Of each job of the plan the earlier one that it waits for (`wait_for`).
    waits_for: Vec<Option<usize>>,
    /// The targets of each job of the plan, as indices of `record.before.targets`.
    targets: Vec<Vec<usize>>,
}

/// One job and what all its workers did.
#[derive(Debug, Clone)]
pub struct JobRun<'a> {
    /// Index in the plan.
    pub index: usize,
    /// What it was to do.
    pub plan: &'a JobPlan,
    pub workers: Vec<&'a WorkerRecord>,
    /// Their counts, merged.
    pub stats: JobStats,
    /// The mean latency of each second in nanoseconds, where an imported log has these and no counts. 0: unknown.
    pub mean_latencies: &'a [u64],
}

/// What the series of a job is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesOf {
    Ios,
    /// Bytes, where I/Os are not counted.
    Bytes,
    /// How many I/Os one after another would do with the mean latency of that second, where neither is counted.
    Latencies,
}

impl<'a> Case<'a> {
    pub fn of(record: &'a RunRecord) -> Self {
        let mut of_jobs: Vec<Vec<&WorkerRecord>> = vec![Vec::new(); record.plan.jobs.len()];
        for worker in &record.workers {
            if let Some(of_job) = of_jobs.get_mut(worker.job_index) {
                of_job.push(worker);
            }
        }
        let mut targets: Vec<Vec<usize>> = vec![Vec::new(); record.plan.jobs.len()];
        for (index, target) in record.before.targets.iter().enumerate() {
            if let Some(of_job) = targets.get_mut(target.job) {
                of_job.push(index);
            }
        }
        let import = record.context.import.as_ref();
        let mean_latencies = |job: usize| import.and_then(|import| import.mean_latencies.get(job));
        let run = |((index, plan), workers): ((usize, &'a JobPlan), Vec<&'a WorkerRecord>)| {
            let mut stats = JobStats::default();
            for worker in &workers {
                stats.merge(&worker.stats);
            }
            (!workers.is_empty()).then_some(JobRun {
                index,
                plan,
                workers,
                stats,
                mean_latencies: mean_latencies(index).map_or(&[], Vec::as_slice),
            })
        };
        Self {
            record,
            waits_for: company::waits(&record.plan.jobs),
            targets,
            jobs: record
                .plan
                .jobs
                .iter()
                .enumerate()
                .zip(of_jobs)
                .filter_map(run)
                .collect(),
        }
    }

    /// The jobs of the plan with their indices.
    pub fn plans(&self) -> impl Iterator<Item = (usize, &'a JobPlan)> + use<'a> {
        self.record.plan.jobs.iter().enumerate()
    }

    /// The targets of one job, as far as they are known.
    pub fn targets(&self, job: usize) -> impl Iterator<Item = &'a TargetFacts> {
        let all = &self.record.before.targets;
        let of_job = self.targets.get(job).into_iter().flatten();
        of_job.filter_map(|index| all.get(*index))
    }

    /// The machine before the run, where it was looked at.
    pub fn machine(&self) -> Option<&'a Machine> {
        self.record.before.machine.as_ref()
    }

    /// What the kernel counted, where it was asked.
    pub fn evidence(&self) -> Option<&'a RunEvidence> {
        self.record.evidence.as_deref()
    }

    /// The kernel's counters of a run whose jobs all move data of files or devices in ways that it counts. None of a run that took turns, because they
    /// cover others as well: see [`Case::witnessed_in_turns`].
    pub fn witnessed(&self) -> Option<&'a RunEvidence> {
        self.witnessed_in_turns().filter(|_| !self.record.has_turns())
    }

    /// As [`Case::witnessed`], also where the counters cover all runs that took turns. No rule may divide them by the numbers of these jobs alone.
    pub fn witnessed_in_turns(&self) -> Option<&'a RunEvidence> {
        let real = self.jobs.iter().all(|job| job.plan.engine.kind.takes_any_file());
        self.evidence().filter(|_| real && !self.jobs.is_empty())
    }

    /// Whether its source has these counts; what is in their place otherwise is not judged.
    pub fn states(&self, count: UnknownCount) -> bool {
        let import = self.record.context.import.as_ref();
        import.is_none_or(|import| !import.unknown.contains(&count))
    }

    /// The only job, if there is one.
    pub fn only_job(&self) -> Option<usize> {
        match self.jobs.as_slice() {
            [one] => Some(one.index),
            _ => None,
        }
    }

    /// Jobs that moved data in this direction.
    pub fn moving(&self, ddir: Ddir) -> impl Iterator<Item = &JobRun<'a>> {
        self.jobs.iter().filter(move |job| job.ddir(ddir).ios > 0)
    }

    /// I/Os of all jobs in all directions.
    pub fn total_ios(&self) -> u64 {
        self.jobs
            .iter()
            .map(|job| job.stats.total_ios())
            .fold(0, u64::saturating_add)
    }
}

impl JobRun<'_> {
    /// One direction.
    pub fn ddir(&self, ddir: Ddir) -> &DdirStats {
        &self.stats.ddirs[ddir as usize]
    }

    /// The directions that moved data.
    pub fn directions(&self) -> impl Iterator<Item = (Ddir, &DdirStats)> {
        Ddir::ALL
            .into_iter()
            .map(|ddir| (ddir, self.ddir(ddir)))
            .filter(|(_, stats)| stats.ios > 0)
    }

    /// The latencies of whole I/Os, from submission to completion. Where only clat was recorded it is one for engines that
    /// wait in the call; of queued engines it may leave the submission out.
    pub fn whole_latency(&self, ddir: Ddir) -> Option<&Latency> {
        let stats = self.ddir(ddir);
        let waits = self.plan.is_synchronous();
        if stats.lat.moments.count > 0 {
            Some(&stats.lat)
        } else {
            (waits && stats.clat.moments.count > 0).then_some(&stats.clat)
        }
    }

    /// Measured seconds.
    pub fn seconds(&self) -> f64 {
        self.stats.runtime_ns as f64 / 1e9
    }

    /// Whether it holds itself back by a rate or by thinking.
    pub fn is_paced(&self) -> bool {
        self.plan.pace.is_held_back()
    }

    /// What its course over time is known in.
    pub fn series_of(&self) -> SeriesOf {
        let mut seconds = self.stats.ddirs.iter().flat_map(|ddir| &ddir.per_second);
        if !self.mean_latencies.is_empty() {
            SeriesOf::Latencies
        } else if self.stats.total_ios() == 0 && seconds.any(|(_, bytes)| *bytes > 0) {
            SeriesOf::Bytes
        } else {
            SeriesOf::Ios
        }
    }

    /// The rate of each whole second of the measured time, all directions together, in what [`JobRun::series_of`] says.
    pub fn whole_seconds(&self) -> Vec<f64> {
        let of_bytes = self.series_of() == SeriesOf::Bytes;
        let whole = usize::try_from(self.stats.runtime_ns / 1_000_000_000).unwrap_or(usize::MAX);
        let rate = |ns: &u64| if *ns > 0 { 1e9 / *ns as f64 } else { 0.0 };
        let mut series: Vec<f64> = self.mean_latencies.iter().map(rate).collect();
        for ddir in &self.stats.ddirs {
            if series.len() < ddir.per_second.len() {
                series.resize(ddir.per_second.len(), 0.0);
            }
            for (sum, (ios, bytes)) in series.iter_mut().zip(&ddir.per_second) {
                *sum += if of_bytes { *bytes } else { *ios } as f64;
            }
        }
        series.truncate(whole);
        series
    }

    /// The times without I/O that one I/O explains, in seconds of the series.
    pub fn frozen(&self, series: &[f64]) -> Vec<Range<usize>> {
        let services = self
            .directions()
            .map(|(_, stats)| pace::service(stats).moments.max);
        let longest_ns = services.chain(self.mean_latencies.iter().copied()).max();
        frozen(series, longest_ns.unwrap_or(0) as f64 / 1e9)
    }

    /// Share of the measured time in which a worker of a synchronous engine waited for an I/O or a sync, 0 to 1. What is left
    /// it spent making the next one. None if latencies were not recorded, if the engine is none that waits, or if the job syncs
    /// at its end, which is not timed.
    pub fn waiting_share(&self) -> Option<f64> {
        if !self.plan.is_synchronous() || self.workers.is_empty() || self.plan.durability.syncs_at_end() {
            return None;
        }
        let syncs = self.stats.sync.lat.moments.sum as f64 / (self.stats.runtime_ns as f64).max(1.0);
        Some(((self.achieved_depth()? + syncs) / self.workers.len() as f64).min(1.0))
    }

    /// How many latencies a direction has, where these are not those of its I/Os: more or fewer, by more than the ends of a run explain.
    pub(crate) fn other_count_of_latencies(&self, stats: &DdirStats) -> Option<u64> {
        let counts = [&stats.lat, &stats.clat].map(|latency| latency.moments.count);
        let latencies = counts.into_iter().find(|count| *count > 0)?;
        let apart = latencies.abs_diff(stats.ios);
        (apart > self.queue().max(stats.ios / 50)).then_some(latencies)
    }

    /// I/Os that all workers have in flight at most: as many may be counted in one number of an output and not in another, because they were issued
    /// before the measured time, or completed after it.
    pub(crate) fn queue(&self) -> u64 {
        u64::from(self.plan.depth.iodepth).saturating_mul(self.workers.len() as u64)
    }

    /// Mean I/Os in flight over the measured time (Little's law). None if no latency was recorded, or those of other I/Os.
    pub fn achieved_depth(&self) -> Option<f64> {
        let mut directions = self.directions();
        if directions.any(|(_, stats)| self.other_count_of_latencies(stats).is_some()) {
            return None;
        }
        let of = |ddir: &DdirStats| match ddir.lat.moments.sum {
            0 => ddir.clat.moments.sum + ddir.slat.moments.sum,
            whole => whole,
        };
        let sum: u128 = self.stats.ddirs.iter().map(of).sum();
        (sum > 0 && self.stats.runtime_ns > 0).then(|| sum as f64 / self.stats.runtime_ns as f64)
    }
}
