//! The corrected job: what a person would type after reading the findings.
//!
//! Only options change, never what the job is about: a job that goes through the page cache and syncs stays one. What no
//! option can mend (a tmpfs, a stack, an old file of zeros) stays as it is, with its finding. Pure: text in, text out.

use fiord_host::stack::FsClass;
use fiord_job::lower::{Context, lower};
use fiord_job::options;
use fiord_job::plan::{Ddir, EngineKind, RunPlan};
use fiord_job::raw::{RawJob, RawOption};
use fiord_job::source::Origin;

use super::amounts::issues;
use super::options::idle_options;
use super::target::reaches_disk;
use super::units::misread;
use super::{Look, RULES};
use crate::truth::facts::{Before, Evidence, FileKind, TargetFacts};
use crate::truth::rule::{Finding, Severity};

/// Corrected jobs.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The jobs, each with all of its options as its own.
    pub jobs: Vec<RawJob>,
    /// What they will do.
    pub plan: RunPlan,
    /// Per job, what was changed: `iodepth=16 → …`.
    pub changes: Vec<Vec<String>>,
    /// What is still found at [`Severity::Care`] or worse.
    pub left: Vec<Finding>,
}

/// Corrections feed each other (`direct=1` makes a file too small); they settle within a few rounds.
const ROUNDS: usize = 24;

/// Corrects the jobs as far as options can.
pub fn fixed(given: &[RawJob], context: &Context, before: Option<&Before>) -> Fixed {
    let mut jobs: Vec<RawJob> = given.iter().map(own_all).collect();
    let mut before = before.cloned();
    for _ in 0..ROUNDS {
        if !round(&mut jobs, context, before.as_mut()) {
            break;
        }
    }
    let plan = lower(&jobs, context).plan;
    let evidence = Evidence {
        plan: Some(&plan),
        before: before.as_ref(),
        after: None,
    };
    let mut left = super::super::judge(RULES, &evidence);
    left.retain(|finding| finding.severity >= Severity::Care);
    let changes = given
        .iter()
        .zip(&jobs)
        .map(|(old, new)| differences(&own_all(old), new))
        .collect();
    Fixed {
        jobs,
        plan,
        changes,
        left,
    }
}

/// Judges once and mends, in each job, the first stage that can be mended; whether anything changed.
fn round(jobs: &mut [RawJob], context: &Context, mut before: Option<&mut Before>) -> bool {
    let plan = lower(jobs, context).plan;
    let mut moved = Vec::new();
    let mut changed = false;
    {
        let evidence = Evidence {
            plan: Some(&plan),
            before: before.as_deref(),
            after: None,
        };
        let found = super::super::judge(RULES, &evidence);
        for (index, job) in jobs.iter_mut().enumerate() {
            let Some(look) = Look::at(&evidence, index) else {
                continue;
            };
            let mut edit = Edit {
                job,
                changed: false,
                new_target: false,
            };
            for stage in 0..=LAST_STAGE {
                let of_stage = |finding: &&Finding| {
                    finding.job == Some(index) && mendable(finding) && stage_of(finding.rule) == stage
                };
                found
                    .iter()
                    .filter(of_stage)
                    .for_each(|finding| mend(&mut edit, finding, &look));
                if edit.changed {
                    break;
                }
            }
            changed |= edit.changed;
            if edit.new_target {
                moved.push(index);
            }
        }
    }
    if let Some(before) = before.as_mut() {
        before
            .targets
            .iter_mut()
            .filter(|target| moved.contains(&target.job))
            .for_each(forget);
    }
    changed
}

/// The corrected job has another file, of which nothing is there yet.
fn forget(target: &mut TargetFacts) {
    let (job, path, stack) = (target.job, target.path.clone(), target.stack.take());
    *target = TargetFacts {
        job,
        path,
        stack,
        ..TargetFacts::default()
    };
}

/// The job with the global options as its own, each option where it was given last.
fn own_all(job: &RawJob) -> RawJob {
    let mut own: Vec<RawOption> = Vec::new();
    for option in job.globals.iter().chain(&job.own) {
        // `bs=,8k` says something about writes only, and what stood before stays true of reads.
        let whole = !option.value.as_deref().unwrap_or_default().contains(',');
        own.retain(|earlier| !whole || earlier.spec.name != option.spec.name);
        own.push(option.clone());
    }
    RawJob {
        globals: Vec::new(),
        own,
        ..job.clone()
    }
}

/// A job being changed.
struct Edit<'j> {
    job: &'j mut RawJob,
    changed: bool,
    new_target: bool,
}

impl Edit<'_> {
    fn value(&self, name: &str) -> Option<String> {
        let option = self
            .job
            .own
            .iter()
            .rev()
            .find(|option| option.spec.name == name)?;
        Some(option.value.clone().unwrap_or_default())
    }

    /// Gives the option this value once, where it stood last.
    fn set(&mut self, name: &'static str, value: &str) {
        let old = self.value(name);
        let Some(spec) = options::find(name).filter(|_| old.as_deref() != Some(value)) else {
            return;
        };
        self.changed = true;
        let origin = self
            .job
            .own
            .iter()
            .rev()
            .find(|option| option.spec.name == name)
            .map_or_else(|| self.job.origin.clone(), |option| option.origin.clone());
        let value = (!value.is_empty()).then(|| value.to_owned());
        let option = RawOption { spec, value, origin };
        match self.job.own.iter().rposition(|option| option.spec.name == name) {
            Some(at) => self.job.own[at] = option,
            None => self.job.own.push(option),
        }
        let last = self.job.own.iter().rposition(|option| option.spec.name == name);
        let mut at = 0;
        self.job.own.retain(|option| {
            at += 1;
            option.spec.name != name || Some(at - 1) == last
        });
        if name == "ioengine" {
            self.drop_foreign();
        }
    }

    /// Switches the option on.
    fn flag(&mut self, name: &'static str) {
        self.set(name, "");
    }

    fn remove(&mut self, name: &str) {
        let before = self.job.own.len();
        self.job.own.retain(|option| option.spec.name != name);
        self.changed |= self.job.own.len() < before;
    }

    /// Options of an engine that is no longer the job's.
    fn drop_foreign(&mut self) {
        let engine = self.value("ioengine").unwrap_or_default();
        self.job.own.retain(|option| {
            option.spec.engines.is_empty() || option.spec.engines.contains(&engine.as_str())
        });
    }
}

/// What differs, option by option.
fn differences(old: &RawJob, new: &RawJob) -> Vec<String> {
    let last = |job: &RawJob, name: &str| {
        let option = job.own.iter().rev().find(|option| option.spec.name == name)?;
        Some(option.value.clone().unwrap_or_default())
    };
    let mut names: Vec<&'static str> = Vec::new();
    for option in old.own.iter().chain(&new.own) {
        if !names.contains(&option.spec.name) {
            names.push(option.spec.name);
        }
    }
    let differs = |name: &&'static str| match (last(old, name), last(new, name)) {
        (Some(before), Some(after)) if before != after => {
            Some(format!("{} → {}", shown(name, &before), shown(name, &after)))
        }
        (Some(before), None) => Some(format!("− {}", shown(name, &before))),
        (None, Some(after)) => Some(format!("+ {}", shown(name, &after))),
        _ => None,
    };
    names.iter().filter_map(differs).collect()
}

fn shown(name: &str, value: &str) -> String {
    if value.is_empty() {
        name.to_owned()
    } else {
        format!("{name}={value}")
    }
}

const LAST_STAGE: u8 = 6;

/// In which order findings are mended: numbers before what is concluded from them, the way of the I/O before its amount,
/// the amount before the time.
fn stage_of(rule: &str) -> u8 {
    match rule {
        "unit-misread" | "unaligned-direct" | "no-room" => 0,
        "direct-buffered" | "sync-iodepth" | "aio-buffered" | "late-generator" | "ignored-option" => 1,
        "cache-read" | "zero-data" | "gtod-reduce" | "cache-repeat" => 2,
        "same-file-writers" => 3,
        "overwrite-same" => 4,
        "write-cached" | "small-file" | "stale-file" => 5,
        _ => LAST_STAGE,
    }
}

/// Whether an option can do something about it, and it is worth it.
fn mendable(finding: &Finding) -> bool {
    match finding.rule {
        "unsafe-target" | "no-target" | "unwritten" | "cache-below" | "stack" | "throttle" | "cliff"
        | "depth-not-reached" => false,
        "ignored-option" | "direct-buffered" => true,
        _ => finding.severity >= Severity::Care,
    }
}

/// Corrects what one finding names.
fn mend(edit: &mut Edit<'_>, finding: &Finding, look: &Look<'_>) {
    let worth = finding.severity >= Severity::Care;
    match finding.rule {
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
        "sync-iodepth" => deeper(edit, look),
        "aio-buffered" if !can_be_direct(look) => edit.set("ioengine", "io_uring"),
        "aio-buffered" => edit.set("direct", "1"),
        "late-generator" if worth && can_be_direct(look) => {
            edit.set("direct", "1");
            edit.set("ioengine", "libaio");
            edit.set("iodepth", "32");
        }
        "cache-read" if worth => {
            edit.remove("pre_read");
            edit.remove("invalidate");
            if can_be_direct(look) && look.job.engine.kind != EngineKind::Mmap {
                edit.set("direct", "1");
            }
        }
        "cache-repeat" if worth => edit.set("randrepeat", "0"),
        "zero-data" if issues(look.job, Ddir::Write) && finding.values.is_empty() => content(edit),
        "write-cached" if worth => synced(edit, look),
        "fsync-direct" if worth => in_the_write(edit, look),
        "overwrite-same" if worth => fewer_passes(edit, look),
        "same-file-writers" if worth => apart(edit, look),
        "stale-file" if worth => edit.set("overwrite", "1"),
        "small-file" if worth => larger(edit, look),
        "ends-early" if worth => until_the_time_is_up(edit, look),
        "short-run" | "few-samples" if worth => longer(edit, look, finding.rule),
        "gtod-reduce" if worth => [
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

fn whole_sectors(edit: &mut Edit<'_>, finding: &Finding) {
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

/// Whether direct I/O could take the job's blocks, and the file system direct I/O: memory has none on many kernels.
fn can_be_direct(look: &Look<'_>) -> bool {
    let memory = |target: &&TargetFacts| target.file_system().is_some_and(|fs| fs.class == FsClass::Memory);
    !look.targets.iter().any(memory) && aligned(look)
}

fn aligned(look: &Look<'_>) -> bool {
    look.job.access.min_block_bytes().is_multiple_of(512)
        && look.job.access.max_block_bytes().is_multiple_of(512)
}

/// A depth that is real: an asynchronous engine, unless each write is synced anyway.
fn deeper(edit: &mut Edit<'_>, look: &Look<'_>) {
    let how = &look.job.durability;
    if how.fsync_every > 0 || how.fdatasync_every > 0 || !can_be_direct(look) {
        edit.remove("iodepth");
        return;
    }
    edit.set("ioengine", "libaio");
    edit.set("direct", "1");
}

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
    look.evidence.machine()?.memory.total_bytes
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
        if can_be_direct(look) {
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

/// One job as a command line that a shell takes.
///
/// Options of an engine stand last, behind the engine.
pub fn command_line(program: &str, jobs: &[RawJob]) -> String {
    let mut words = vec![program.to_owned()];
    for job in jobs {
        words.push(format!("--name={}", quoted(&job.name)));
        if job.begins_file && !job.own.iter().any(|option| option.spec.name == "stonewall") {
            words.push("--stonewall".to_owned());
        }
        let own = || job.own.iter().filter(|option| option.spec.name != "name");
        let (plain, of_engine): (Vec<&RawOption>, Vec<&RawOption>) =
            own().partition(|option| option.spec.engines.is_empty());
        words.extend(
            plain
                .into_iter()
                .chain(of_engine)
                .map(|option| match &option.value {
                    Some(value) => format!("--{}={}", option.spec.name, quoted(value)),
                    None => format!("--{}", option.spec.name),
                }),
        );
    }
    words.join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:,%+@=^-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Nowhere: for options that nobody typed.
pub fn nowhere() -> Origin {
    Origin {
        source: 0,
        line: 1,
        column: 1,
        len: 1,
    }
}
