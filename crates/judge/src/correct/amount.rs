//! How much a corrected job transfers: sizes that fit the disk, sizes beyond memory.

use fiord_job::plan::Ddir;
use fiord_record::{FileKind, TargetFacts};

use crate::case::job_view::JobView;
use crate::case::planned::{files_of, issues, step_bytes};
use crate::case::room;
use crate::correct::edit::Edit;

/// Bytes of a file that no cache of a drive holds.
pub(crate) const LARGE_BYTES: u64 = 4 << 30;

/// Bytes that are free on the file system of the first target that lies on one.
pub(crate) fn free_bytes(view: &JobView<'_>) -> Option<u64> {
    let mut systems = view.targets.iter().filter_map(|target| target.file_system());
    systems.next().and_then(|fs| fs.available_bytes)
}

/// Room for files of this size in place of those that are there, next to those of the other jobs.
pub(crate) fn has_room(edit: &Edit<'_>, view: &JobView<'_>, bytes: u64) -> bool {
    let more = bytes.saturating_sub(view.there_bytes());
    room::left(edit.demands, view.index).is_none_or(|left| more < left)
}

/// The option that decides how long the region of a job is, where it has a number of bytes: `filesize` before `size`.
pub(crate) fn region_option(edit: &Edit<'_>) -> Option<&'static str> {
    let given = |name: &'static str| edit.value(name).map(|value| (name, value));
    let (name, value) = given("filesize").or_else(|| given("size"))?;
    // A range of sizes (`filesize=1m-8m`) has none.
    (!value.contains(['%', '-', ',', ':', 'z'])).then_some(name)
}

/// The number of files, if the option gives the size of one file.
pub(crate) fn files_per_option(view: &JobView<'_>, option: &str) -> u64 {
    if option == "filesize" {
        files_of(view.job)
    } else {
        1
    }
}

/// Bytes as an option takes them: whole GiB or MiB where they are.
pub(crate) fn size_text(bytes: u64) -> String {
    match bytes {
        0 => "0".to_owned(),
        _ if bytes.is_multiple_of(1 << 30) => format!("{}g", bytes >> 30),
        _ if bytes.is_multiple_of(1 << 20) => format!("{}m", bytes >> 20),
        _ => bytes.to_string(),
    }
}

/// Whether the job makes its files, or writes them: they may become larger.
pub(crate) fn is_made(view: &JobView<'_>) -> bool {
    let writes = issues(view.job, Ddir::Write);
    let fresh = |target: &&TargetFacts| !target.exists() || (writes && target.kind == FileKind::Regular);
    !view.targets.is_empty() && view.targets.iter().all(fresh)
}

/// Twice the memory and a bit: what no page cache hides.
pub(crate) fn beyond_memory(edit: &mut Edit<'_>, view: &JobView<'_>) {
    // More bytes at a rate or with pauses take days.
    if view.job.pace.is_held_back() {
        return;
    }
    let Some(memory) = view.case.machine().and_then(|machine| machine.memory.total_bytes) else {
        return;
    };
    let twice = memory.saturating_mul(2);
    let now = view.planned.total_bytes.or(view.planned.footprint_bytes);
    if now.is_none_or(|bytes| bytes >= twice) {
        return;
    }
    let whole = twice.next_multiple_of(1 << 30).saturating_add(1 << 30);
    if view.job.access.io_size.is_some() && view.job.access.mode.is_random() {
        transferred(edit, view, whole);
    } else {
        at_least(edit, view, whole);
    }
}

/// So many bytes written at random, in a region that is at least half as large again: what is written is not rewritten.
fn transferred(edit: &mut Edit<'_>, view: &JobView<'_>, whole: u64) {
    let clones = u64::from(view.job.numjobs.max(1));
    let each = whole.div_ceil(clones).next_multiple_of(1 << 20);
    let region = (each / 2 * 3).next_multiple_of(1 << 30);
    let Some(now) = view.planned.region_bytes else {
        return;
    };
    let size = |edit: &Edit<'_>| region_option(edit).and_then(|option| edit.value(option));
    let before = size(edit);
    if now < region {
        at_least(edit, view, region.saturating_mul(clones));
    }
    if now >= region || size(edit) != before {
        edit.set("io_size", &size_text(each));
    }
}

/// A target of this size for all clones together, where there is room for it and it is not as large yet.
pub(crate) fn at_least(edit: &mut Edit<'_>, view: &JobView<'_>, whole: u64) {
    let clones = u64::from(view.job.numjobs.max(1));
    let each = whole.div_ceil(clones).next_multiple_of(1 << 20);
    let grows = view.planned.region_bytes.is_none_or(|region| region < each);
    if let Some(option) = region_option(edit).filter(|_| grows && has_room(edit, view, whole)) {
        let of_one = each.div_ceil(files_per_option(view, option));
        let whole_blocks = view.job.access.max_block_bytes().max(1 << 20);
        let of_one = of_one.next_multiple_of(whole_blocks);
        edit.set(option, &size_text(of_one));
        if has_steps(view) {
            edit.set(
                "offset_increment",
                &size_text(of_one * files_per_option(view, option)),
            );
        }
    }
    if view.job.access.io_size.is_some() && !view.job.access.mode.is_random() {
        edit.remove("io_size");
    }
}

/// Whether each clone begins its part of one file elsewhere.
pub(crate) fn has_steps(view: &JobView<'_>) -> bool {
    view.job.numjobs > 1 && step_bytes(view.job, &view.targets) > 0
}
