//! What fiord itself costs per I/O: the job's own options with the null engine in place of the disk, on this machine, now.
//!
//! It is the ceiling of any result with these options. The null engine makes no system call, so a real engine's own calls come
//! on top; what is shown is the cost of pattern, pacing, clock and statistics.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::{Result, bail};
use fiord_record::run::RunRecord;
use fiord_spec::plan::{Amount, Ddir, EngineKind, JobPlan, PerDdir, RunPlan};
use serde_json::json;

use crate::session::{self, Session, Signals};

/// How long each job runs, in microseconds.
const TIME_US: u64 = 500_000;
/// Region of a job whose size depends on its target.
const SIZE_BYTES: u64 = 1 << 30;

/// The ceiling of one job.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SelfCost {
    /// Name of the job.
    pub(crate) name: String,
    /// Workers side by side.
    pub(crate) workers: u32,
    /// I/Os per second of all its workers.
    pub(crate) iops: f64,
    /// Nanoseconds of one worker per I/O.
    pub(crate) ns_per_io: f64,
}

/// Runs every job, one after the other, on the null engine.
pub(crate) fn measure(plan: &RunPlan, signals: &Signals) -> Result<Vec<SelfCost>> {
    let mut costs = Vec::new();
    for job in &plan.jobs {
        let session = Session::new(Arc::clone(&signals.stop));
        let run = RunPlan {
            jobs: vec![on_null(job)],
            global_options: None,
        };
        let record = session::measure(&run, &session, &|_| {})?;
        if signals.received().is_some() {
            bail!("interrupted");
        }
        costs.push(cost(job, &record)?);
    }
    Ok(costs)
}

/// The same job without its target, its waits and its logs.
fn on_null(job: &JobPlan) -> JobPlan {
    let mut job = job.clone();
    job.engine.kind = EngineKind::Null;
    job.files.filenames.clear();
    job.files.directories.clear();
    job.files.opendir = None;
    if !matches!(job.access.size, Some(Amount::Bytes(bytes)) if bytes > 0) {
        job.access.size = Some(Amount::Bytes(SIZE_BYTES));
    }
    job.access.io_size = None;
    job.access.number_ios = 0;
    job.access.offset = Amount::Bytes(0);
    job.access.offset_increment = Amount::Bytes(0);
    job.files.filesize_bytes = None;
    job.control.time_based = true;
    job.control.runtime_us = TIME_US;
    job.control.ramp_time_us = 0;
    job.control.startdelay_us = (0, 0);
    job.control.stonewall = false;
    job.control.wait_for = None;
    job.control.exec_prerun = None;
    job.control.exec_postrun = None;
    job.pace.rate_bytes = PerDdir::all(0);
    job.pace.rate_min_bytes = PerDdir::all(0);
    job.pace.rate_iops = PerDdir::all(0);
    job.pace.rate_iops_min = PerDdir::all(0);
    job.pace.thinktime_us = 0;
    job.report.logs = fiord_spec::plan::LogPlan::default();
    job
}

fn cost(job: &JobPlan, record: &RunRecord) -> Result<SelfCost> {
    let mut iops = 0.0;
    let mut busy_ns = 0.0;
    let mut ios = 0_u64;
    for worker in &record.workers {
        if let Some(error) = &worker.error {
            bail!("`{}` on the null engine: {}", job.name, error.message);
        }
        let done: u64 = Ddir::ALL
            .into_iter()
            .map(|ddir| worker.stats.ddirs[ddir as usize].ios)
            .sum();
        iops += done as f64 * 1e9 / (worker.stats.runtime_ns as f64).max(1.0);
        busy_ns += (worker.stats.cpu.user_us + worker.stats.cpu.system_us) as f64 * 1e3;
        ios += done;
    }
    if ios == 0 {
        bail!("`{}` did nothing on the null engine", job.name);
    }
    Ok(SelfCost {
        name: job.name.clone(),
        workers: job.numjobs,
        iops,
        ns_per_io: busy_ns / ios as f64,
    })
}

/// As text.
pub(crate) fn text(costs: &[SelfCost]) -> String {
    let mut out =
        String::from("What fiord itself costs with these options (null engine, this machine, now):\n\n");
    for cost in costs {
        let _ = writeln!(
            out,
            "  {}: {:.0} IOPS at most with {} worker{}, {:.1} ns of processor time per I/O",
            cost.name,
            cost.iops,
            cost.workers,
            if cost.workers == 1 { "" } else { "s" },
            cost.ns_per_io
        );
    }
    out.push_str("\nA result near this ceiling is the generator's, not the disk's. System calls of a real engine come on top.\n");
    out
}

/// As JSON.
pub(crate) fn json(costs: &[SelfCost]) -> String {
    let jobs: Vec<_> = costs
        .iter()
        .map(|cost| json!({ "name": cost.name, "workers": cost.workers, "iops": cost.iops, "ns_per_io": cost.ns_per_io }))
        .collect();
    format!("{:#}\n", json!({ "fiord_self_cost": 1, "jobs": jobs }))
}
