//! How much a corrected job transfers: sizes that fit the disk, sizes beyond memory.

use fiord_job::plan::{Amount, Ddir};
use fiord_record::{FileKind, TargetFacts};

use crate::case::edit::Edit;
use crate::case::look::Look;
use crate::case::planned::issues;

/// Bytes of a file that no cache of a drive holds.
pub const LARGE_BYTES: u64 = 4 << 30;

/// Bytes that are free on the file system of the first target that lies on one.
pub fn free_bytes(look: &Look<'_>) -> Option<u64> {
    let mut systems = look.targets.iter().filter_map(|target| target.file_system());
    systems.next().and_then(|fs| fs.available_bytes)
}

/// Room for files of this size in place of those that are there.
pub fn has_room(look: &Look<'_>, bytes: u64) -> bool {
    let more = bytes.saturating_sub(look.there_bytes());
    free_bytes(look).is_none_or(|free| more < free / 10 * 9)
}

/// Bytes as an option takes them: whole GiB or MiB where they are.
pub fn size_text(bytes: u64) -> String {
    match bytes {
        0 => "0".to_owned(),
        _ if bytes.is_multiple_of(1 << 30) => format!("{}g", bytes >> 30),
        _ if bytes.is_multiple_of(1 << 20) => format!("{}m", bytes >> 20),
        _ => bytes.to_string(),
    }
}

/// Whether the job makes its files, or writes them: they may become larger.
pub fn is_made(look: &Look<'_>) -> bool {
    let writes = issues(look.job, Ddir::Write);
    let fresh = |target: &&TargetFacts| !target.exists() || (writes && target.kind == FileKind::Regular);
    !look.targets.is_empty() && look.targets.iter().all(fresh)
}

/// Twice the memory and a bit: what no page cache hides.
pub fn beyond_memory(edit: &mut Edit<'_>, look: &Look<'_>) {
    let Some(memory) = look.case.machine().and_then(|machine| machine.memory.total_bytes) else {
        return;
    };
    let twice = memory.saturating_mul(2);
    let now = look.planned.total_bytes.or(look.planned.footprint_bytes);
    if now.is_none_or(|bytes| bytes >= twice) {
        return;
    }
    let whole = twice.next_multiple_of(1 << 30).saturating_add(1 << 30);
    if look.job.access.io_size.is_some() && look.job.access.mode.is_random() {
        transferred(edit, look, whole);
    } else {
        at_least(edit, look, whole);
    }
}

/// So many bytes written at random, in a region that is at least half as large again: what is written is not rewritten.
fn transferred(edit: &mut Edit<'_>, look: &Look<'_>, whole: u64) {
    let clones = u64::from(look.job.numjobs.max(1));
    let each = whole.div_ceil(clones).next_multiple_of(1 << 20);
    let region = (each / 2 * 3).next_multiple_of(1 << 30);
    let Some(now) = look.planned.region_bytes else {
        return;
    };
    let size = edit.value("size");
    if now < region {
        at_least(edit, look, region.saturating_mul(clones));
    }
    if now >= region || edit.value("size") != size {
        edit.set("io_size", &size_text(each));
    }
}

/// A target of this size for all clones together, where there is room for it and it is not as large yet.
pub fn at_least(edit: &mut Edit<'_>, look: &Look<'_>, whole: u64) {
    let clones = u64::from(look.job.numjobs.max(1));
    let each = whole.div_ceil(clones).next_multiple_of(1 << 20);
    let bounded = edit.value("size").is_some_and(|size| !size.ends_with('%'));
    let grows = look.planned.region_bytes.is_none_or(|region| region < each);
    if bounded && grows && has_room(look, whole) {
        edit.set("size", &size_text(each));
        if are_apart(look) {
            edit.set("offset_increment", &size_text(each));
        }
    }
    if look.job.access.io_size.is_some() && !look.job.access.mode.is_random() {
        edit.remove("io_size");
    }
}

/// Whether each clone has a part of its own in one file.
fn are_apart(look: &Look<'_>) -> bool {
    let access = &look.job.access;
    let step = match access.offset_increment {
        Amount::Bytes(step) => step,
        _ => 0,
    };
    look.job.numjobs > 1 && step > 0 && look.planned.region_bytes.is_some_and(|region| step >= region)
}
