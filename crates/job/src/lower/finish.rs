//! Rules that span several options: applied once all options of a job were read.

use super::{Draft, Problem};
use crate::plan::{BlockSize, Ddir, JobPlan, StridedZones};

/// Completes the plan.
pub(super) fn finish(draft: &mut Draft) {
    block_sizes(draft);
    zones(draft);
    rates(draft);
    limits(&mut draft.plan);
    reduced_clock(&mut draft.plan);
    depth_of_one(draft);
    if draft.plan.control.time_based && draft.plan.control.runtime_us == 0 {
        draft.plan.control.time_based = false;
        draft.warn_as(
            "fio: time_based requires a runtime/timeout setting",
            "`time_based` without `runtime` has no effect".to_owned(),
        );
    }
}

/// A split goes before a range, and a range before a fixed size, in whatever order they stand.
fn block_sizes(draft: &mut Draft) {
    for ddir in Ddir::ALL {
        let fixed = draft.sizes[ddir];
        let size = if let Some(shares) = draft.size_splits[ddir].take() {
            BlockSize::Split(shares)
        } else {
            match draft.size_ranges[ddir] {
                // fio fills in the bound that is 0.
                Some((min, max)) => {
                    let min = if min == 0 { fixed } else { min };
                    let max = if max == 0 { fixed } else { max };
                    if min == max {
                        BlockSize::Fixed(min)
                    } else {
                        BlockSize::Range {
                            min: min.min(max),
                            max: max.max(min),
                        }
                    }
                }
                None => BlockSize::Fixed(fixed),
            }
        };
        draft.plan.access.block_size[ddir] = size;
    }
}

fn zones(draft: &mut Draft) {
    // A zone size alone means strided, as it did before there was a zonemode.
    let strided = match draft.zonemode {
        Some(mode) => mode == "strided",
        None => draft.zone_size > 0,
    };
    if !strided {
        return;
    }
    if draft.zone_size == 0 {
        let words = "fio: --zonesize must be specified when using --zonemode=strided.";
        draft.fail_as(words, Problem::new("`zonemode=strided` needs a `zonesize`"));
        return;
    }
    draft.plan.access.zones = Some(StridedZones {
        size_bytes: draft.zone_size,
        range_bytes: if draft.zone_range == 0 {
            draft.zone_size
        } else {
            draft.zone_range
        },
        skip_bytes: draft.zone_skip,
    });
}

fn rates(draft: &mut Draft) {
    let pace = draft.plan.pace;
    if pace.rate_bytes.0.iter().any(|rate| *rate > 0) && pace.rate_iops.0.iter().any(|rate| *rate > 0) {
        draft.fail_as(
            "fio: rate and rate_iops are mutually exclusive",
            Problem::new("`rate` and `rate_iops` cannot both be given"),
        );
    }
    for ddir in Ddir::ALL {
        let bytes = pace.rate_bytes[ddir] > 0 && pace.rate_bytes[ddir] < pace.rate_min_bytes[ddir];
        let iops = pace.rate_iops[ddir] > 0 && pace.rate_iops[ddir] < pace.rate_iops_min[ddir];
        if bytes || iops {
            draft.fail_as(
                &format!("fio: minimum rate exceeds rate, ddir {}", ddir as usize),
                Problem::new(format!(
                    "the minimum rate of {}s is above their rate",
                    ddir.name()
                )),
            );
        }
    }
}

/// A synchronous engine holds one I/O at a time, whatever `iodepth` says. fio prints such a note as well.
fn depth_of_one(draft: &mut Draft) {
    let (iodepth, kind) = (draft.plan.depth.iodepth, draft.plan.engine.kind);
    if iodepth > 1 && kind.is_synchronous() {
        draft.note(format!(
            "`iodepth={iodepth}` is not reached: {} has one I/O in flight at a time",
            kind.name()
        ));
    }
}

/// What fio cuts down to fit.
fn limits(plan: &mut JobPlan) {
    let depth = &mut plan.depth;
    depth.low = depth.low.filter(|low| (1..depth.iodepth).contains(low));
    if depth.batch_submit > depth.iodepth {
        depth.batch_submit = depth.iodepth;
    }
    depth.batch_complete_min = depth.batch_complete_min.min(depth.iodepth);
    depth.batch_complete_max = depth
        .batch_complete_max
        .filter(|max| *max > 0)
        .map(|max| max.max(depth.batch_complete_min));
    let pace = &mut plan.pace;
    pace.thinktime_spin_us = pace.thinktime_spin_us.min(pace.thinktime_us);
    let files = &mut plan.files;
    if !files.filenames.is_empty() {
        // `nrfiles` behind `filename` leaves names out; it cannot add any.
        files.filenames.truncate(files.nrfiles as usize);
        files.nrfiles = files.filenames.len() as u32;
    }
    plan.files.openfiles = plan
        .files
        .openfiles
        .filter(|open| *open > 0 && *open < plan.files.nrfiles);
    // fio passes over the files at least once.
    plan.control.loops = plan.control.loops.max(1);
}

fn reduced_clock(plan: &mut JobPlan) {
    let report = &mut plan.report;
    report.clat_percentiles &= !report.disable_clat;
    report.lat_percentiles &= !report.disable_lat;
    report.slat_percentiles &= !report.disable_slat;
}
