//! Whether a job needs only the plain loop.

use fiord_job::plan::{
    AccessPlan, ControlPlan, Ddir, DepthPlan, DurabilityPlan, FileLocking, JobPlan, PacePlan, ReportPlan,
    Zones,
};

/// Whether a pass over the data begins with an empty page cache.
pub(super) fn drops_cache(job: &JobPlan) -> bool {
    let kind = job.engine.kind;
    let opens = !kind.is_diskless() && !kind.works_on_names();
    job.files.invalidate && !job.files.pre_read && !job.durability.direct && opens
}

/// Whether the loop without pace, syncs, logs and limits per I/O will do.
///
/// Every field stands here by name: a new one has to be put on one of the two sides before this compiles.
pub(super) fn is_plain(job: &JobPlan) -> bool {
    let JobPlan {
        access,
        durability,
        depth,
        pace,
        control,
        report,
        verify,
        // Decided before the loop, or in parts that both loops share.
        name: _,
        description: _,
        numjobs: _,
        group: _,
        options: _,
        given: _,
        files: _,
        buffers: _,
        placement: _,
        engine,
        unknown: _,
    } = job;
    !(control.time_based && drops_cache(job))
        && is_plain_access(access)
        && (is_plain_durability(durability) || !access.mode.issues(Ddir::Write))
        && is_plain_depth(depth)
        && is_plain_pace(pace)
        && is_plain_control(control)
        && is_plain_report(report)
        && !verify.kind.is_on()
        && !engine.priorities.are_used()
        && engine.passthrough.trim_ranges <= 1
}

fn is_plain_access(access: &AccessPlan) -> bool {
    let AccessPlan {
        number_ios,
        zones,
        // The pattern's business.
        mode: _,
        sequencer: _,
        rw_sequencer: _,
        block_size: _,
        bs_unaligned: _,
        bs_is_seq_rand: _,
        block_align_bytes: _,
        size: _,
        io_size: _,
        fill_device: _,
        offset: _,
        offset_align_bytes: _,
        offset_increment: _,
        rwmix_read_percent: _,
        percentage_random: _,
        distribution: _,
        norandommap: _,
        randrepeat: _,
        randseed: _,
        generator: _,
    } = access;
    *number_ios == 0 && !matches!(zones, Some(Zones::Zbd(_)))
}

fn is_plain_durability(durability: &DurabilityPlan) -> bool {
    let DurabilityPlan {
        fsync_every,
        fdatasync_every,
        sync_file_range,
        // At opening, or at the end of a pass.
        direct: _,
        open_sync: _,
        end_fsync: _,
        fsync_on_close: _,
        end_syncfs: _,
        write_hint: _,
        atomic: _,
    } = durability;
    *fsync_every == 0 && *fdatasync_every == 0 && sync_file_range.is_none()
}

fn is_plain_depth(depth: &DepthPlan) -> bool {
    let DepthPlan {
        serialize_overlap,
        lock,
        target,
        // The engine's business.
        offload: _,
        // Both loops do batches.
        iodepth: _,
        low: _,
        batch_submit: _,
        batch_complete_min: _,
        batch_complete_max: _,
    } = depth;
    !serialize_overlap && *lock == FileLocking::None && !target.is_on()
}

fn is_plain_pace(pace: &PacePlan) -> bool {
    let PacePlan {
        rate_bytes,
        rate_min_bytes,
        rate_iops,
        rate_iops_min,
        thinktime_us,
        think_cycles,
        flow,
        // Say how, where one of the above is given.
        process: _,
        cycle_ms: _,
        ignore_thinktime: _,
        thinktime_spin_us: _,
        thinktime_blocks: _,
        thinktime_on_issue: _,
        thinktime_iotime_us: _,
    } = pace;
    let bytes = rate_bytes.0.iter().chain(&rate_min_bytes.0);
    let ios = rate_iops.0.iter().chain(&rate_iops_min.0);
    flow.weight == 0
        && *thinktime_us == 0
        && *think_cycles == 0
        && bytes.copied().all(|rate| rate == 0)
        && ios.copied().all(|rate| rate == 0)
}

fn is_plain_control(control: &ControlPlan) -> bool {
    let ControlPlan {
        max_latency_ns,
        replay,
        ramp_bytes,
        // Events by time, passes, errors, the runner.
        runtime_us: _,
        time_based: _,
        ramp_time_us: _,
        steady: _,
        startdelay_us: _,
        loops: _,
        stonewall: _,
        wait_for: _,
        new_group: _,
        exit: _,
        continue_on_error: _,
        ignore_error: _,
        error_dump: _,
        thread_given: _,
        exec: _,
    } = control;
    let plays = !replay.read.is_empty() || replay.write.is_some();
    !plays && *ramp_bytes == 0 && max_latency_ns.0.iter().all(|limit| *limit == 0)
}

fn is_plain_report(report: &ReportPlan) -> bool {
    let ReportPlan {
        logs,
        block_errors,
        // The recorder's business, or the renderers'.
        group_reporting: _,
        clat_percentiles: _,
        lat_percentiles: _,
        slat_percentiles: _,
        percentiles: _,
        significant_figures: _,
        disable_lat: _,
        disable_clat: _,
        disable_slat: _,
        gtod_reduce: _,
        unified: _,
        bw_avg_ms: _,
        iops_avg_ms: _,
        disk_util: _,
        kb_base: _,
        unit_base: _,
        stats: _,
    } = report;
    !logs.any() && !*block_errors
}
