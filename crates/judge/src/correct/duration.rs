//! Corrections that make a job longer, and none that make it another job.

use fiord_job::plan::Ddir;

use crate::case::job_view::{JobView, is_whole_pass};
use crate::case::planned::{is_about_syncs, issues, reaches_disk};
use crate::correct::amount::{beyond_memory, files_per_option, is_made, region_option, size_text};
use crate::correct::edit::Edit;

/// Bytes to which a log may grow: beyond that it is a test of throughput.
const LARGEST_LOG: u64 = 1 << 30;

/// A minute by the clock. Buffered writes grow instead, because by the clock they would rewrite memory; a pass over a device stays
/// a pass, and a log stays an append to new blocks.
pub(crate) fn by_the_clock(edit: &mut Edit<'_>, view: &JobView<'_>) {
    if is_whole_pass(view) {
        return;
    }
    if is_about_syncs(view.job) && is_made(view) {
        if view.job.control.time_based {
            edit.set("runtime", "60s");
        }
        return;
    }
    if !reaches_disk(view.job) {
        if is_made(view) && !issues(view.job, Ddir::Read) {
            beyond_memory(edit, view);
        }
        return;
    }
    edit.set("runtime", "60s");
    if !view.job.control.time_based {
        edit.flag("time_based");
    }
    for name in ["loops", "number_ios", "io_size"] {
        edit.remove(name);
    }
}

/// As [`by_the_clock`]; a log grows to this number of writes, where it stays small.
pub(crate) fn to_ios(edit: &mut Edit<'_>, view: &JobView<'_>, ios: u64) {
    if is_about_syncs(view.job) && is_made(view) {
        let clones = u64::from(view.job.numjobs.max(1));
        let each = (ios.div_ceil(clones) as f64 * view.planned.block_bytes) as u64;
        let grows = view.planned.region_bytes.is_some_and(|region| region < each);
        let fits = each.saturating_mul(clones) <= LARGEST_LOG;
        if let Some(option) = region_option(edit).filter(|_| grows && fits) {
            let of_one = each.div_ceil(files_per_option(view, option));
            edit.set(option, &size_text(of_one.next_multiple_of(1 << 20)));
        }
        return;
    }
    if view.job.control.runtime_us > 0 && view.job.control.time_based {
        return;
    }
    by_the_clock(edit, view);
}
