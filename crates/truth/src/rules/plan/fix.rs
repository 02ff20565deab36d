//! What options do about the findings that are not yet files in `traps/`.

use crate::edit::Edit;
use crate::legacy::Legacy;
use crate::trap::Stage;

use fiord_job::plan::{Ddir, EngineKind};

use super::options::idle_options;
use super::target::reaches_disk;
use super::units::misread;
use crate::look::Look;
use crate::planned::issues;
use crate::trap::Severity;
use fiord_record::{FileKind, TargetFacts};

/// In which order findings are corrected, and how severe one has to be.
pub(crate) fn stage(trap: &str) -> Option<(Stage, Severity)> {
    let stage = match trap {
        "unit-misread" | "unaligned-direct" | "no-room" => Stage::Units,
        "direct-buffered" | "aio-buffered" | "late-generator" | "ignored-option" => Stage::Engine,
        "cache-read" | "zero-data" | "gtod-reduce" | "cache-repeat" => Stage::Source,
        "same-file-writers" => Stage::Sharing,
        "overwrite-same" => Stage::Passes,
        "write-cached" | "small-file" | "stale-file" => Stage::Amount,
        "fsync-direct" | "ends-early" | "short-run" | "few-samples" => Stage::Time,
        _ => return None,
    };
    let least = match trap {
        "ignored-option" | "direct-buffered" => Severity::Note,
        _ => Severity::Care,
    };
    Some((stage, least))
}

/// Corrects what one finding names.
pub(crate) fn mend(edit: &mut Edit<'_>, finding: &Legacy, look: &Look<'_>) {
    match finding.trap.name() {
        "unit-misread" => units(edit),
        "unaligned-direct" => whole_sectors(edit, finding),
        "no-room" => smaller(edit, look),
        "direct-buffered" => {
            let direct = edit.value("direct").unwrap_or_default();
            edit.remove("buffered");
            edit.set("direct", &direct);
        }
        "ignored-option" => idle_options(look)
            .iter()
            // `ends-early` decides which of them stays.
            .filter(|idle| !matches!(idle.name, "time_based" | "runtime"))
            .for_each(|idle| edit.remove(idle.name)),
        "aio-buffered" if !look.can_be_direct() => edit.set("ioengine", "io_uring"),
        "aio-buffered" => edit.set("direct", "1"),
        "late-generator" if look.can_be_direct() => {
            edit.set("direct", "1");
            edit.set("ioengine", "libaio");
            edit.set("iodepth", "32");
        }
        "cache-read" => {
            edit.remove("pre_read");
            edit.remove("invalidate");
            if look.can_be_direct() && look.job.engine.kind != EngineKind::Mmap {
                edit.set("direct", "1");
            }
        }
        "cache-repeat" => edit.set("randrepeat", "0"),
        "zero-data" if issues(look.job, Ddir::Write) && finding.values.is_empty() => content(edit),
        "write-cached" => synced(edit, look),
        "fsync-direct" => in_the_write(edit, look),
        "overwrite-same" => fewer_passes(edit, look),
        "same-file-writers" => apart(edit, look),
        "stale-file" => edit.set("overwrite", "1"),
        "small-file" => larger(edit, look),
        "ends-early" => until_the_time_is_up(edit, look),
        "short-run" | "few-samples" => longer(edit, look, finding.trap.name()),
        "gtod-reduce" => [
            "gtod_reduce",
            "disable_clat",
            "disable_lat",
            "disable_slat",
            "iodepth_batch_complete_min",
        ]
        .into_iter()
        .for_each(|name| edit.remove(name)),
        _ => {}
    }
}

fn units(edit: &mut Edit<'_>) {
    let kb_base = if edit.value("kb_base").as_deref() == Some("1000") {
        1000
    } else {
        1024
    };
    for at in 0..edit.job.own.len() {
        let (name, Some(text)) = (edit.job.own[at].spec.name, edit.job.own[at].value.clone()) else {
            continue;
        };
        if misread(name, &text, kb_base).is_empty() {
            continue;
        }
        let mut better = String::new();
        for part in text.split_inclusive([',', ':', '-']) {
            let (number, mark) = match part.strip_suffix([',', ':', '-']) {
                Some(number) => (number, &part[number.len()..]),
                None => (part, ""),
            };
            let said = misread(name, number, kb_base)
                .into_iter()
                .next()
                .and_then(|wrong| wrong.meant);
            better.push_str(said.as_deref().unwrap_or(number.trim()));
            better.push_str(mark);
        }
        if misread(name, &better, kb_base).is_empty() {
            edit.changed = true;
            edit.job.own[at].value = Some(better);
        }
    }
}

fn whole_sectors(edit: &mut Edit<'_>, finding: &Legacy) {
    let number = |name: &str| {
        finding
            .values
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value as u64)
    };
    let (Some(block), Some(sector)) = (number("block_bytes"), number("sector_bytes")) else {
        return;
    };
    let only = edit.value("bs").is_some_and(|bs| !bs.contains([',', '-', ':']));
    if only && edit.value("bsrange").is_none() && edit.value("bssplit").is_none() {
        edit.set("bs", &block.next_multiple_of(sector.max(512)).to_string());
    }
}

/// A depth that is real: an asynchronous engine, unless each write is synced anyway.

fn content(edit: &mut Edit<'_>) {
    for name in [
        "zero_buffers",
        "buffer_pattern",
        "buffer_compress_percentage",
        "dedupe_percentage",
        "scramble_buffers",
    ] {
        edit.remove(name);
    }
    edit.set("refill_buffers", "1");
}

fn memory(look: &Look<'_>) -> Option<u64> {
    look.case.machine()?.memory.total_bytes
}

/// Bytes that may be free on the target's file system, and bytes that its files hold already.
fn room(look: &Look<'_>) -> (Option<u64>, u64) {
    let free = look
        .targets
        .iter()
        .find_map(|target| target.file_system())
        .and_then(|fs| fs.available_bytes);
    let there = look.targets.iter().filter_map(|target| target.size_bytes).sum();
    (free, there)
}

/// Room for files of this size in place of those that are there.
fn has_room(look: &Look<'_>, bytes: u64) -> bool {
    let (free, there) = room(look);
    free.is_none_or(|free| bytes.saturating_sub(there) < free / 10 * 9)
}

/// Files that fill nine tenths of what is free.
fn smaller(edit: &mut Edit<'_>, look: &Look<'_>) {
    let (Some(free), there) = room(look) else { return };
    let in_bytes = edit.value("size").is_some_and(|size| !size.ends_with('%'));
    let each = (free / 10 * 9).saturating_add(there) / u64::from(look.job.numjobs.max(1));
    let unit = if each >= 2 << 30 { 1 << 30 } else { 1 << 20 };
    let each = (each - 1) / unit * unit;
    if in_bytes && look.planned.region_bytes.is_some_and(|region| region > each) && each > 0 {
        edit.set("size", &size_text(each));
        if look.job.access.io_size.is_some() {
            edit.remove("io_size");
        }
    }
}

/// Bytes as an option takes them: whole GiB or MiB where they are.
fn size_text(bytes: u64) -> String {
    match bytes {
        0 => "0".to_owned(),
        _ if bytes.is_multiple_of(1 << 30) => format!("{}g", bytes >> 30),
        _ if bytes.is_multiple_of(1 << 20) => format!("{}m", bytes >> 20),
        _ => bytes.to_string(),
    }
}

/// A sync at the end, and more data than memory where the disk has room for it.
fn synced(edit: &mut Edit<'_>, look: &Look<'_>) {
    edit.remove("fsync_on_close");
    edit.set("end_fsync", "1");
    beyond_memory(edit, look);
}

/// The flush after each direct write becomes part of the write; a flush after several stays what it is.
fn in_the_write(edit: &mut Edit<'_>, look: &Look<'_>) {
    let how = &look.job.durability;
    if how.fsync_every.max(how.fdatasync_every) == 1 {
        edit.remove("fsync");
        edit.remove("fdatasync");
        edit.set("sync", "dsync");
    }
}

/// Twice the memory and a bit: what no page cache hides.
fn beyond_memory(edit: &mut Edit<'_>, look: &Look<'_>) {
    if let Some(memory) = memory(look)
        && look
            .planned
            .total_bytes
            .or(look.planned.footprint_bytes)
            .is_some_and(|bytes| bytes < memory.saturating_mul(2))
    {
        let whole = memory
            .saturating_mul(2)
            .next_multiple_of(1 << 30)
            .saturating_add(1 << 30);
        if look.job.access.io_size.is_some() && look.job.access.mode.is_random() {
            transferred(edit, look, whole);
        } else {
            at_least(edit, look, whole);
        }
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
fn at_least(edit: &mut Edit<'_>, look: &Look<'_>, whole: u64) {
    let clones = u64::from(look.job.numjobs.max(1));
    let each = whole.div_ceil(clones).next_multiple_of(1 << 20);
    let bounded = edit.value("size").is_some_and(|size| !size.ends_with('%'));
    let grows = look.planned.region_bytes.is_none_or(|region| region < each);
    if bounded && grows && has_room(look, whole) {
        edit.set("size", &size_text(each));
    }
    if look.job.access.io_size.is_some() && !look.job.access.mode.is_random() {
        edit.remove("io_size");
    }
}

/// A quarter of the region for random writes, one pass for sequential ones.
fn fewer_passes(edit: &mut Edit<'_>, look: &Look<'_>) {
    if look.planned.unlimited {
        if look.can_be_direct() {
            edit.set("direct", "1");
        }
        return;
    }
    edit.remove("loops");
    let Some(region) = look.planned.region_bytes else {
        return;
    };
    if !look.job.access.mode.is_random() {
        edit.remove("io_size");
        return;
    }
    let quarter = (region / 4).max(look.job.access.max_block_bytes());
    let quarter = if quarter >= 1 << 20 {
        quarter >> 20 << 20
    } else {
        quarter
    };
    edit.set("io_size", &size_text(quarter));
}

/// Files of their own for writers, parts of their own for readers and on devices.
fn apart(edit: &mut Edit<'_>, look: &Look<'_>) {
    let is_device = look.targets.iter().any(|target| target.kind == FileKind::Block);
    if issues(look.job, Ddir::Write) && !is_device && look.job.files.filenames.len() == 1 {
        let folder = look
            .job
            .files
            .filenames
            .first()
            .and_then(|name| name.rsplit_once('/'))
            .map(|(folder, _)| folder.to_owned());
        edit.remove("filename");
        if let (Some(folder), None) = (folder, edit.value("directory")) {
            edit.set("directory", if folder.is_empty() { "/" } else { &folder });
        }
        edit.new_target = true;
        let clones = u64::from(look.job.numjobs.max(1));
        // The one file stays where it is: the new ones need room beside it.
        let (free, _) = room(look);
        let fits = |region: u64| free.is_none_or(|free| region.saturating_mul(clones) < free / 10 * 9);
        let tells = edit.value("size").is_some_and(|size| !size.ends_with('%'));
        match look.planned.region_bytes {
            // No room for as many files of that size: together they are as large as the one was.
            Some(region) if !fits(region) => {
                let block = look.job.access.max_block_bytes().max(1 << 20);
                edit.set("size", &size_text((region / clones / block * block).max(block)));
                edit.remove("io_size");
            }
            // The one file told how large it is; the new ones must be told.
            Some(region) if !tells => edit.set("size", &size_text(region)),
            _ => {}
        }
        return;
    }
    let Some(region) = look.planned.region_bytes.filter(|_| look.job.numjobs > 1) else {
        return;
    };
    let (_, there) = room(look);
    let (size, clones) = (edit.value("size"), u64::from(look.job.numjobs));
    if let Some(size) = size.filter(|_| region.saturating_mul(clones) <= there) {
        // There is enough for each to have as much.
        edit.set("offset_increment", &size);
        return;
    }
    let block = look.job.access.max_block_bytes().max(4096);
    // Whole MiB where a part has some: a number to be read.
    let block = if region / u64::from(look.job.numjobs.max(1)) >= 64 << 20 {
        block.next_multiple_of(1 << 20)
    } else {
        block
    };
    let part = region / u64::from(look.job.numjobs.max(1)) / block * block;
    if part >= block {
        edit.set("size", &size_text(part));
        edit.set("offset_increment", &size_text(part));
    }
}

/// Bytes of a file that is not small any more.
const LARGE: u64 = 4 << 30;

/// Whether the job makes its files, or writes them: they may become larger.
fn is_made(look: &Look<'_>) -> bool {
    let writes = issues(look.job, Ddir::Write);
    let fresh = |target: &&TargetFacts| !target.exists() || (writes && target.kind == FileKind::Regular);
    !look.targets.is_empty() && look.targets.iter().all(fresh)
}

/// The whole file where a part was asked for; more than memory for buffered I/O.
fn larger(edit: &mut Edit<'_>, look: &Look<'_>) {
    let (_, there) = room(look);
    let all_there = look.targets.iter().all(|target| target.exists());
    let wider = all_there && look.planned.region_bytes.is_some_and(|region| there > region);
    let random = look.job.access.mode.is_random();
    if !random && look.planned.passes.is_some_and(|passes| passes < 1.0) {
        // A walk goes through all of it.
        edit.remove("io_size");
        edit.remove("number_ios");
    }
    if look.job.durability.direct && wider && edit.value("offset_increment").is_none() {
        if random
            && edit.value("io_size").is_none()
            && !look.planned.unlimited
            && let Some(size) = edit.value("size")
        {
            edit.set("io_size", &size);
        }
        edit.remove("size");
    } else if is_made(look) {
        if reaches_disk(look) {
            at_least(edit, look, LARGE);
        } else {
            beyond_memory(edit, look);
        }
    }
}

/// The clock decides, or the size: by the clock, buffered I/O would go round in memory.
fn until_the_time_is_up(edit: &mut Edit<'_>, look: &Look<'_>) {
    let by_clock = reaches_disk(look) || look.job.engine.kind.is_diskless();
    match (by_clock, look.job.control.runtime_us) {
        (true, 0) => edit.set("runtime", "60s"),
        (true, _) if look.job.control.time_based => {}
        (true, _) => edit.flag("time_based"),
        (false, 0) => edit.remove("time_based"),
        (false, _) => edit.remove("runtime"),
    }
}

/// A minute by the clock; buffered writes grow instead, because by the clock they would rewrite memory, and where they are
/// too few all the same only those percentiles are asked for that they can give.
fn longer(edit: &mut Edit<'_>, look: &Look<'_>, rule: &str) {
    if !reaches_disk(look) {
        let whole_bytes = look.planned.total_bytes;
        if is_made(look) && !issues(look.job, Ddir::Read) {
            beyond_memory(edit, look);
        }
        if rule == "few-samples" && !edit.changed && whole_bytes.is_some() {
            fewer_percentiles(edit, look);
        }
        return;
    }
    if rule == "few-samples" && look.job.control.runtime_us > 0 && look.job.control.time_based {
        return;
    }
    edit.set("runtime", "60s");
    if !look.job.control.time_based {
        edit.flag("time_based");
    }
    for name in ["loops", "number_ios", "io_size"] {
        edit.remove(name);
    }
}

/// The lowest percentile for whose sake a list is worth giving.
const WORTH_LISTING: f64 = 95.0;

/// The percentiles beyond which a hundred I/Os lie.
fn fewer_percentiles(edit: &mut Edit<'_>, look: &Look<'_>) {
    let Some(ios) = look.planned.ios else { return };
    let enough = |p: &f64| *p <= 50.0 || ios as f64 * (1.0 - p / 100.0) >= 99.9;
    let asked = &look.job.report.percentiles;
    let kept: Vec<f64> = asked.iter().copied().filter(enough).collect();
    // A list that ends at the median is no correction of a run that is too short.
    if kept.last().is_some_and(|highest| *highest >= WORTH_LISTING) && kept.len() < asked.len() {
        let list: Vec<String> = kept.iter().map(f64::to_string).collect();
        edit.set("percentile_list", &list.join(":"));
    }
}
