//! What fio's formats show of a search for a depth (`latency_target`), of `steadystate` and of blocks that failed.

use fiord_job::plan::{JobPlan, LatencyTarget, SteadyMeasure, SteadyPlan};
use fiord_record::run::{Goals, SteadyRecord};
use fiord_stats::steady::{FioCriterion, FioMeasure, fio_steady};
use fiord_stats::{BlockLives, JobStats};

/// What a job searched or waited for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EntryGoals {
    /// `iodepth`, or the depth that a search came to; 0 for a worker that never ran.
    pub iodepth: u32,
    /// What the search was for. fio shows it even where there is none.
    pub target: LatencyTarget,
    /// The last window of `steadystate`.
    pub steady: Option<SteadyEntry>,
    /// `block_error_percentiles`
    pub blocks: Option<BlockLives>,
}

impl EntryGoals {
    /// What `job` was after, and what its first worker came to; nothing where that never ran.
    pub(super) fn of(job: &JobPlan, goals: &Goals, stats: &JobStats) -> Self {
        // fio sets its latency target up when the worker starts, so one that failed before has none to show.
        if *stats == JobStats::default() {
            return Self::default();
        }
        let plan = job.control.steady;
        Self {
            iodepth: goals.depth_found.unwrap_or(job.depth.iodepth),
            target: job.depth.target,
            steady: plan
                .is_on()
                .then(|| SteadyEntry::of(&plan, goals.steady.clone().unwrap_or_default())),
            blocks: stats.blocks.as_deref().cloned(),
        }
    }
}

/// A window of `steadystate`, as fio shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct SteadyEntry {
    pub plan: SteadyPlan,
    pub window: SteadyRecord,
    /// What is held against the limit; 0 before a whole window was measured.
    pub criterion: f64,
    /// The largest distance from the mean; 0 where the slope decides.
    pub max_deviation: f64,
    /// The slope per measurement; 0 where the distance decides.
    pub slope: f64,
}

impl SteadyEntry {
    fn of(plan: &SteadyPlan, window: SteadyRecord) -> Self {
        let values = match plan.measure {
            SteadyMeasure::Iops => &window.iops,
            SteadyMeasure::Bw => &window.bytes_per_second,
            SteadyMeasure::Lat => &window.lat_ns,
        };
        let measure = if plan.slope {
            FioMeasure::Slope
        } else {
            FioMeasure::Deviation
        };
        let rule = FioCriterion {
            measure,
            limit: plan.limit,
            percent: plan.percent,
        };
        let whole = values.len() >= plan.measurements();
        let judged = fio_steady(values, &rule).filter(|judged| whole && judged.criterion.is_finite());
        let (criterion, deviation, slope) = judged.map_or((0.0, 0.0, 0.0), |judged| {
            (judged.criterion, judged.max_deviation, judged.slope)
        });
        Self {
            plan: *plan,
            criterion,
            max_deviation: if plan.slope { 0.0 } else { deviation },
            slope: if plan.slope { slope } else { 0.0 },
            window,
        }
    }

    /// `%` where the limit is in percent of the mean.
    pub(super) fn unit(&self) -> &'static str {
        if self.plan.percent { "%" } else { "" }
    }

    /// Mean of the measurements that were made; 0 of none.
    ///
    /// FIO-DIFF(steady-partial): before a whole window was measured, fio fills it up with zeros and takes those into the mean; here
    /// only what was measured is shown.
    pub(super) fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }
}
