//! The board on which the workers of a run publish what they do, and room for lists of workers.

use std::sync::Arc;

use fiord_engine::live::{LiveBoard, LiveCell};
use fiord_job::plan::RunPlan;

use crate::settings::RunSettings;
use crate::setup_error::{MOST_WORKERS, SetupError};

/// A board for the workers of a plan.
///
/// # Errors
/// No memory, or more workers than Linux can have threads.
pub fn board(plan: &RunPlan) -> Result<LiveBoard, SetupError> {
    let workers = worker_count(plan)?;
    let mut cells = room(workers)?;
    cells.resize_with(workers as usize, LiveCell::default);
    Ok(LiveBoard::of(cells))
}

/// The caller's board, or one of the run's own.
pub(crate) fn of_run(plan: &RunPlan, settings: &RunSettings) -> Result<Arc<LiveBoard>, SetupError> {
    let workers = worker_count(plan)? as usize;
    match &settings.live {
        Some(live) if live.cells().len() >= workers => Ok(Arc::clone(live)),
        _ if settings.evidence => Ok(Arc::new(board(plan)?.with_latencies())),
        _ => Ok(Arc::new(board(plan)?)),
    }
}

/// Number of workers of a plan.
///
/// # Errors
/// More of them than Linux can have threads.
pub(crate) fn worker_count(plan: &RunPlan) -> Result<u32, SetupError> {
    let workers: u64 = plan.jobs.iter().map(|job| u64::from(job.numjobs)).sum();
    match u32::try_from(workers) {
        Ok(count) if workers <= MOST_WORKERS => Ok(count),
        _ => Err(SetupError::TooMany { workers }),
    }
}

/// Room for one entry per worker, or the error that names `numjobs`.
pub(crate) fn room<T>(workers: u32) -> Result<Vec<T>, SetupError> {
    let mut list = Vec::new();
    list.try_reserve_exact(workers as usize)
        .map_err(|_| SetupError::NoMemory {
            workers: u64::from(workers),
            bytes: u64::from(workers) * size_of::<T>() as u64,
        })?;
    Ok(list)
}
