//! What fiord itself costs per I/O: the job's options with the null engine, on this machine, now.
//!
//! It is the ceiling of any result with these options. The null engine makes no system call, so a real engine's own calls come
//! on top; what is shown is the cost of pattern, pacing, clock and statistics.

use std::sync::Arc;

use anyhow::{Result, bail};
use fiord_job::plan::{
    AccessPlan, Amount, ControlPlan, Ddir, Distribution, EngineKind, ExecPlan, FilePlan, FlowPlan, JobPlan,
    LatencyTarget, LogPlan, PacePlan, PerDdir, ReplayPlan, RunPlan, SteadyPlan, VerifyPlan, ZbdPlan,
    ZoneSkip, Zones,
};
use fiord_judge::case::Case;
use fiord_messages::{Lang, run as messages};
use fiord_record::run::{RunRecord, WorkerRecord};
use fiord_report::documents::self_cost::{JobCost, SelfCost};

use fiord_session::{RunSettings, Signals};

/// How long each job runs, in microseconds, and at least where it is run with a measurement without being asked for.
const TIME_US: u64 = 500_000;
/// See [`TIME_US`].
const LEAST_US: u64 = 100_000;
/// Shorter runs are judged without a ceiling.
const LONG: f64 = 1.0;
/// Share of a processor from which a worker may have been the limit.
const BUSY: f64 = 0.8;
/// Share of its time inside I/Os below which a synchronous worker may have been the limit.
const SELDOM: f64 = 0.5;
/// Region of a job whose size depends on its target.
const SIZE_BYTES: u64 = 1 << 30;

/// Runs every job, one after the other, on the null engine.
pub(crate) fn measure(plan: &RunPlan, signals: &Signals) -> Result<SelfCost> {
    let jobs = plan.jobs.iter();
    Ok(SelfCost {
        jobs: jobs
            .map(|job| measure_job(job, TIME_US, signals))
            .collect::<Result<_>>()?,
    })
}

fn measure_job(job: &JobPlan, time_us: u64, signals: &Signals) -> Result<JobCost> {
    let settings = RunSettings::new(Arc::clone(&signals.stop));
    let run = RunPlan {
        jobs: vec![on_null(job, time_us)],
        global_options: None,
    };
    let record = fiord_session::measure(&run, &settings, &|_| {})?;
    if signals.received().is_some() {
        bail!(messages::interrupted_self_cost(Lang::current()));
    }
    cost(job, &record)
}

/// I/Os per second of the null engine with the options of a run that has just ended, where they may matter: a single job whose
/// workers were busy with themselves. Where they waited for I/Os it is not measured. Costs a tenth of the run, at most half a
/// second.
pub(crate) fn ceiling(after: &Case<'_>, signals: &Signals) -> Option<f64> {
    let ([job], [run]) = (after.record.plan.jobs.as_slice(), after.jobs.as_slice()) else {
        return None;
    };
    // On a busy machine a worker may be the limit without ever having a processor for itself.
    let at_work = |worker: &&WorkerRecord| worker.cpu_share() >= BUSY || worker.never_slept();
    let busy = run.workers.iter().all(at_work) || run.waiting_share().is_some_and(|share| share < SELDOM);
    let matters = busy && run.seconds() >= LONG && !run.is_paced();
    if job.engine.kind.is_diskless() || !matters || signals.received().is_some() {
        return None;
    }
    let time_us = (run.stats.runtime_ns / 10_000).clamp(LEAST_US, TIME_US);
    measure_job(job, time_us, signals).ok().map(|cost| cost.iops)
}

/// The same job without its target, its waits and its logs.
///
/// Every field stands in one of these functions by name: a new one has to be taken out or kept before this compiles.
fn on_null(job: &JobPlan, time_us: u64) -> JobPlan {
    let mut job = job.clone();
    let JobPlan {
        access,
        files,
        depth,
        pace,
        control,
        engine,
        report,
        verify,
        // What these cost is part of the answer.
        durability: _,
        buffers: _,
        placement: _,
        name: _,
        description: _,
        numjobs: _,
        group: _,
        options: _,
        given: _,
        unknown: _,
    } = &mut job;
    take_region(access);
    take_target(files);
    depth.target = LatencyTarget::default();
    take_waits(pace);
    run_for(control, time_us);
    engine.kind = EngineKind::Null;
    report.logs = LogPlan::default();
    *verify = VerifyPlan::default();
    job
}

/// Zones that the null engine can have: of their own size, with something to read. `largest`: the largest block in bytes.
fn take_zones(zones: &mut ZbdPlan, largest: u64) {
    zones.read_beyond_wp = true;
    if zones.zone_bytes == 0 {
        // As large as a block, for trims take whole zones.
        zones.zone_bytes = largest.max(512);
        zones.capacity_bytes = 0;
        zones.skip = ZoneSkip::default();
    }
    if zones.max_open == 0 {
        zones.job_max_open = 0;
    }
}

/// A region that needs no target, repeated until the time is over.
fn take_region(access: &mut AccessPlan) {
    let largest = access.max_block_bytes();
    let AccessPlan {
        size,
        io_size,
        number_ios,
        offset,
        offset_increment,
        mode: _,
        sequencer: _,
        rw_sequencer: _,
        block_size: _,
        bs_unaligned: _,
        bs_is_seq_rand: _,
        block_align_bytes: _,
        fill_device: _,
        offset_align_bytes: _,
        rwmix_read_percent: _,
        percentage_random: _,
        distribution,
        norandommap: _,
        randrepeat: _,
        randseed: _,
        generator: _,
        zones,
    } = access;
    // A pass that fits the size of a device; its order costs what another random one does.
    for law in &mut distribution.0 {
        if matches!(law, Distribution::Sprandom(_)) {
            *law = Distribution::Uniform;
        }
    }
    if let Some(Zones::Zbd(zones)) = zones {
        take_zones(zones, largest);
    }
    if !matches!(size, Some(Amount::Bytes(bytes)) if *bytes > 0) {
        *size = Some(Amount::Bytes(SIZE_BYTES));
    }
    *io_size = None;
    *number_ios = 0;
    *offset = Amount::Bytes(0);
    *offset_increment = Amount::Bytes(0);
}

fn take_target(files: &mut FilePlan) {
    let FilePlan {
        filenames,
        directories,
        opendir,
        filesize_bytes,
        // How a file is chosen among several costs time per I/O.
        nrfiles: _,
        service: _,
        service_ios: _,
        // The null engine opens and makes nothing.
        filename_format: _,
        openfiles: _,
        filetype: _,
        fallocate: _,
        fadvise: _,
        overwrite: _,
        append: _,
        create_serialize: _,
        create_fsync: _,
        create_on_open: _,
        create_only: _,
        allow_create: _,
        pre_read: _,
        invalidate: _,
        unlink: _,
        unlink_each_loop: _,
    } = files;
    filenames.clear();
    directories.clear();
    *opendir = None;
    *filesize_bytes = None;
}

fn take_waits(pace: &mut PacePlan) {
    let PacePlan {
        rate_bytes,
        rate_min_bytes,
        rate_iops,
        rate_iops_min,
        thinktime_us,
        // Without effect where none of the above is given.
        process: _,
        cycle_ms: _,
        ignore_thinktime: _,
        thinktime_spin_us: _,
        thinktime_blocks: _,
        thinktime_on_issue: _,
        thinktime_iotime_us: _,
        think_cycles,
        flow,
    } = pace;
    *think_cycles = 0;
    *flow = FlowPlan::default();
    *rate_bytes = PerDdir::all(0);
    *rate_min_bytes = PerDdir::all(0);
    *rate_iops = PerDdir::all(0);
    *rate_iops_min = PerDdir::all(0);
    *thinktime_us = 0;
}

fn run_for(control: &mut ControlPlan, time_us: u64) {
    let ControlPlan {
        runtime_us,
        time_based,
        ramp_time_us,
        ramp_bytes,
        steady,
        startdelay_us,
        stonewall,
        wait_for,
        exec,
        replay,
        loops: _,
        new_group: _,
        exit: _,
        continue_on_error: _,
        ignore_error: _,
        error_dump: _,
        max_latency_ns: _,
        thread_given: _,
    } = control;
    *runtime_us = time_us;
    *time_based = true;
    *ramp_time_us = 0;
    *ramp_bytes = 0;
    *steady = SteadyPlan::default();
    *startdelay_us = (0, 0);
    *stonewall = false;
    *wait_for = None;
    *exec = ExecPlan::default();
    *replay = ReplayPlan::default();
}

fn cost(job: &JobPlan, record: &RunRecord) -> Result<JobCost> {
    let mut iops = 0.0;
    let mut busy_ns = 0.0;
    let mut ios = 0_u64;
    for worker in &record.workers {
        if let Some(error) = &worker.error {
            let (job, error) = (&job.name, &error.message);
            bail!(messages::FailedOnNull { job, error }.text(Lang::current()));
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
        let job = &job.name;
        bail!(messages::IdleOnNull { job }.text(Lang::current()));
    }
    Ok(JobCost {
        name: job.name.clone(),
        workers: job.numjobs,
        iops,
        ns_per_io: busy_ns / ios as f64,
    })
}
