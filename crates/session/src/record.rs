//! Turns what became of the workers into what a record says of them.

use std::time::SystemTime;

use fiord_engine::error::{IoErrorNote, WorkerError};
use fiord_engine::live::LiveBoard;
use fiord_engine::sim::World;
use fiord_job::plan::RunPlan;
use fiord_messages::Sentence;
use fiord_record::evidence::WorkerUse;
use fiord_record::run::{
    DeadlineCounts, ErrorRecord, Goals, SimulatedTarget, SteadyRecord, WorkerRecord, errno_message,
};
use fiord_workload::steady::{SteadySample, SteadyWindow};
use jiff::Zoned;

use crate::meters::Meters;
use crate::workers::{WorkerReport, WorkerStatus};

/// What fio's formats show as version: what we are compatible with, and who we are.
pub const VERSION: &str = concat!("fio-3.33-fiord-", env!("CARGO_PKG_VERSION"));

/// When the run began, to the nanosecond: the times of its workers count from there.
pub(crate) fn zoned(time: SystemTime) -> Zoned {
    Zoned::try_from(time).unwrap_or_else(|_| Zoned::now())
}

/// What simulated drives counted.
pub(crate) fn simulated(world: &World) -> Vec<SimulatedTarget> {
    let drives = world.drives().into_iter();
    drives
        .map(|(path, drive)| SimulatedTarget {
            name: path.to_string_lossy().into_owned(),
            drive,
        })
        .collect()
}

/// Whether a job got as far as opening its files: fio shows disks only then.
pub(crate) fn has_opened_files(plan: &RunPlan, workers: &[WorkerReport]) -> bool {
    workers.iter().any(|worker| {
        let job = plan.jobs.get(worker.job_index);
        let has_files = job.is_some_and(|job| !job.engine.kind.is_diskless());
        has_files && matches!(worker.status, WorkerStatus::Ran | WorkerStatus::OnlyCreated)
    })
}

/// `error_dump`: the errors that did not count, as far as workers noted them. The one that ended a job is told with its job.
pub(crate) fn passed_over(plan: &RunPlan, workers: &[WorkerReport]) -> Vec<Sentence> {
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
            passed.map(IoErrorNote::sentence)
        })
        .collect()
}

/// The records of all workers; their times count from the start of the run.
pub(crate) fn workers(
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
        stats: *report.outcome.stats,
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
