//! Which blocks of which target: too few, the same again, those of others.

use std::collections::HashMap;

use fiord_job::plan::{Amount, Ddir, Distribution, JobPlan, OpenSync};

use super::source::is_virtual;
use super::{per_disk_job, per_job};
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::planned::{issues, shares_file};
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Bytes, Share, plural, short};
use fiord_record::{FileKind, TargetFacts};

pub(super) const UNSAFE_TARGET: Rule = Rule {
    id: "unsafe-target",
    family: Family::Target,
    title: "the job would destroy data",
    why: "what is overwritten is gone; a write test has no way back",
    attempt: "a file on the file system to be tested, or a device that holds nothing; to destroy a device on purpose name it: --allow-destroy=DEVICE (refused while anything on it is in use)",
    example: "fio --name=/dev/sdb --rw=write --bs=1m --size=1G\nThe job is named like a device, which fio takes as its target.",
    source: "fio #1007, #1637, #1550; Ceph's documentation",
    when: When::Plan,
    judge: unsafe_target,
};

fn unsafe_target(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        let writes = issues(look.job, Ddir::Write) || issues(look.job, Ddir::Trim);
        if !writes || look.job.engine.kind.is_diskless() {
            return Vec::new();
        }
        let mut found: Vec<Finding> = look
            .targets
            .iter()
            .filter_map(|target| overwritten(target))
            .collect();
        let job = look.job;
        if let Some(saw) = nothing_there(look).filter(|_| named_like_a_device(job)) {
            found.push(UNSAFE_TARGET.finds(Severity::Wrong, saw).attempt(format!(
                "another job name; if the device is meant, filename={}",
                job.name
            )));
        }
        found
    })
}

fn overwritten(target: &TargetFacts) -> Option<Finding> {
    if target.kind != FileKind::Block {
        return None;
    }
    let path = target.path.display();
    let holds = target
        .probe
        .as_ref()
        .map(|probe| probe.holdings.iter().map(ToString::to_string).collect::<Vec<_>>());
    match holds {
        Some(holds) if holds.is_empty() => {
            let saw = format!(
                "{path} is a block device without partitions or signatures; whatever it holds will be overwritten"
            );
            Some(UNSAFE_TARGET.finds(Severity::Care, saw))
        }
        Some(holds) => {
            let in_use = target
                .probe
                .as_ref()
                .is_some_and(fiord_host::device::Probe::in_use);
            let end = if in_use {
                "it is in use and is refused"
            } else {
                "it is refused without --allow-destroy"
            };
            Some(UNSAFE_TARGET.finds(
                Severity::Wrong,
                format!("{path} would be overwritten: {}; {end}", holds.join("; ")),
            ))
        }
        None => Some(UNSAFE_TARGET.finds(
            Severity::Wrong,
            format!("{path} is a block device of which nothing is known; all of it can be overwritten"),
        )),
    }
}

pub(super) const NO_ROOM: Rule = Rule {
    id: "no-room",
    family: Family::Target,
    title: "more to be written than the file system has room for",
    why: "the job ends with ENOSPC, and until then a full file system is measured (and everybody else on it is stopped)",
    attempt: "a smaller size, or io_size beyond size to go round again; at most nine tenths of what is free",
    example: "fio --name=w --rw=write --direct=1 --bs=1m --size=4t\nA terabyte is free, and four are asked for.",
    source: "S4 (size=1000G); man 2 fallocate (ENOSPC)",
    when: When::Plan,
    judge: no_room,
};

fn no_room(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let file = |target: &&&TargetFacts| matches!(target.kind, FileKind::Missing | FileKind::Regular);
        let free = look
            .targets
            .iter()
            .find(file)
            .and_then(|target| target.file_system()?.available_bytes);
        if let Some(free) = free.filter(|_| look.job.access.fill_device) {
            let saw = format!("fill_device=1 writes until {} are used up", Bytes(free));
            return vec![NO_ROOM.finds(Severity::Care, saw).with("free_bytes", free as f64)];
        }
        let there: u64 = look.targets.iter().filter_map(|target| target.size_bytes).sum();
        let (Some(free), Some(asked)) = (free, look.planned.footprint_bytes) else {
            return Vec::new();
        };
        // Many file systems keep what is there apart from what grows; files that exist are counted as their own room.
        let more = asked.saturating_sub(there);
        if more == 0 {
            return Vec::new();
        }
        let (severity, end) = match more {
            _ if more > free && look.job.control.runtime_us > 0 => {
                (Severity::Care, "if the time does not end it, ENOSPC does")
            }
            _ if more > free => (Severity::Wrong, "it ends with ENOSPC"),
            _ if more > free / 10 * 9 => (Severity::Care, "it fills the file system"),
            _ => return Vec::new(),
        };
        let saw = format!(
            "the files need {} more, and {} are free: {end}",
            Bytes(more),
            Bytes(free)
        );
        vec![
            NO_ROOM
                .finds(severity, saw)
                .with("needed_bytes", more as f64)
                .with("free_bytes", free as f64),
        ]
    })
}

pub(super) const NO_TARGET: Rule = Rule {
    id: "no-target",
    family: Family::Target,
    title: "nothing to do I/O on",
    why: "the job ends with an error before its first I/O",
    attempt: "size for a file that is yet to be made; the name of a file or device that this user may open",
    example: "fio --name=r --filename=fresh --rw=randread --direct=1 --bs=4k\nThe file does not exist, and nothing says how large it is to be.",
    source: "fio 3.33 (\"you need to specify size=\"); man 2 open (EISDIR, EACCES)",
    when: When::Plan,
    judge: no_target,
};

fn no_target(evidence: &Case<'_>) -> Vec<Finding> {
    per_job(evidence, |look| {
        if look.job.engine.kind.is_diskless() {
            return Vec::new();
        }
        // Where something would be destroyed, `unsafe-target` says the same.
        let writes = issues(look.job, Ddir::Write) || issues(look.job, Ddir::Trim);
        let saw = nothing_there(look).filter(|_| !(writes && named_like_a_device(look.job)));
        saw.map(|saw| NO_TARGET.finds(Severity::Wrong, saw))
            .into_iter()
            .collect()
    })
}

/// Whether the job would be taken for a job on the device of its name.
pub(crate) fn named_like_a_device(job: &JobPlan) -> bool {
    job.files.filenames.is_empty() && job.name.starts_with("/dev/")
}

/// Why the job cannot begin.
pub(crate) fn nothing_there(look: &Look<'_>) -> Option<String> {
    let job = look.job;
    if named_like_a_device(job) {
        return Some(format!(
            "the job is named {} and has no filename: fio would take the device of that name as its target, and fiord refuses",
            job.name
        ));
    }
    let find = |is: &dyn Fn(&TargetFacts) -> bool| look.targets.iter().find(|target| is(target));
    let said = |target: &TargetFacts, what: &str| format!("{} {what}", target.path.display());
    if let Some(target) = find(&|target| target.kind == FileKind::Directory) {
        return Some(said(target, "is a directory"));
    }
    let closed = |target: &TargetFacts| {
        matches!(target.kind, FileKind::Regular | FileKind::Block) && target.size_bytes.is_none()
    };
    if let Some(target) = find(&closed) {
        return Some(said(target, "cannot be opened for reading"));
    }
    let sizeless = look.planned.region_bytes.is_none() && !job.access.fill_device;
    find(&|target| !target.exists())
        .map(|target| said(target, "does not exist, and no size is given"))
        .or_else(|| {
            find(&|target| target.size_bytes == Some(0))
                .map(|target| said(target, "is empty, and no size is given"))
        })
        .filter(|_| sizeless)
}

pub(super) const SAME_FILE_WRITERS: Rule = Rule {
    id: "same-file-writers",
    family: Family::Target,
    title: "several workers on the same blocks of one file",
    why: "they overwrite or reread each other's blocks: caches and merging serve most of it, and the sum counts blocks that moved once as often as there are workers",
    attempt: "a file for each worker (leave filename out), or a part for each: offset_increment with size",
    example: "fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --size=15G --io_size=10G --bs=1024k --numjobs=32 --group_reporting\n32 workers wrote the same 15 GiB: 2345 MB/s, against 187 MB/s when each had a file of its own.",
    source: "S3, the misleading and the corrected table; fio #1693",
    when: When::Plan,
    judge: same_file_writers,
};

fn same_file_writers(evidence: &Case<'_>) -> Vec<Finding> {
    let mut found = per_disk_job(evidence, |look| clones_on_one_file(look).into_iter().collect());
    found.extend(jobs_on_one_file(evidence));
    found
}

/// A region that random I/O covers several times within a minute.
const SOON_COVERED: u64 = 4 << 30;

fn clones_on_one_file(look: &Look<'_>) -> Option<Finding> {
    let job = look.job;
    let apart = !matches!(job.access.offset_increment, Amount::Bytes(0) | Amount::Percent(0));
    if !shares_file(job) || apart {
        return None;
    }
    let clones = f64::from(job.numjobs);
    let sequential = !job.access.mode.is_random();
    // Random clones draw different places; together they touch 1 − (1 − f)^n of the region. Passes after the first add none.
    let passes = look.planned.passes.unwrap_or(1.0).max(f64::MIN_POSITIVE);
    let part = passes.min(1.0);
    let distinct = if sequential || look.planned.unlimited {
        1.0 / (clones * passes.max(1.0))
    } else {
        (1.0 - (1.0 - part).powf(clones)) / (passes * clones)
    };
    // By the clock, random clones may see little of a large region.
    let unknown = look.planned.unlimited
        && look
            .planned
            .region_bytes
            .is_none_or(|region| region > SOON_COVERED);
    let writes = issues(job, Ddir::Write);
    if !sequential && (unknown || distinct > 0.9) {
        return None;
    }
    let severity = match (sequential, writes) {
        (true, true) => Severity::Wrong,
        (true, false) if !job.durability.direct => Severity::Wrong,
        // A few places in common do no harm; half of them in common is a cache test.
        (false, false) if distinct >= 0.5 => Severity::Note,
        _ => Severity::Care,
    };
    let (verb, order) = (
        match (issues(job, Ddir::Read), writes) {
            (true, true) => "read and write",
            (_, true) => "write",
            _ => "read",
        },
        if sequential {
            "all at the same offsets, one after another"
        } else {
            "each drawing its own places in the same region"
        },
    );
    let most = if look.planned.unlimited { "at most " } else { "" };
    let is_device = look.targets.iter().any(|target| target.kind == FileKind::Block);
    let place = if is_device { "device" } else { "file" };
    let saw = format!(
        "{} workers {verb} one {place}, {order}: {most}{} of the bytes are distinct",
        job.numjobs,
        Share(distinct)
    );
    Some(
        SAME_FILE_WRITERS
            .finds(severity, saw)
            .with("jobs", clones)
            .with("distinct_share", distinct),
    )
}

/// Different jobs that run at the same time and write the same part of a file one after another.
fn jobs_on_one_file(evidence: &Case<'_>) -> Vec<Finding> {
    let mut seen: HashMap<(&str, u64), usize> = HashMap::new();
    let mut found = Vec::new();
    let start = |job: &JobPlan| match job.access.offset {
        Amount::Bytes(bytes) => bytes,
        Amount::Percent(percent) => u64::from(percent) << 40,
        Amount::Zones(zones) => zones << 20,
    };
    for (index, job) in evidence.plans() {
        if job.control.stonewall || job.control.wait_for.is_some() {
            seen.clear();
        }
        if job.engine.kind.is_diskless() || job.access.mode.is_random() || !issues(job, Ddir::Write) {
            continue;
        }
        for name in &job.files.filenames {
            let first = *seen.entry((name, start(job))).or_insert(index);
            if first != index {
                let other = evidence
                    .record
                    .plan
                    .jobs
                    .get(first)
                    .map_or("", |job| job.name.as_str());
                let saw = format!(
                    "jobs {other} and {} write {name} from the same offset at the same time",
                    job.name
                );
                found.push(SAME_FILE_WRITERS.finds(Severity::Wrong, saw).of_job(index));
            }
        }
    }
    found
}

pub(super) const OVERWRITE_SAME: Rule = Rule {
    id: "overwrite-same",
    family: Family::Target,
    title: "the same blocks written again and again",
    why: "blocks that are rewritten before they reach the disk are written once and counted every time; nearly all blocks touched means that neighbours merge into large sequential writes",
    attempt: "a region several times as large as io_size, or direct=1 for rewrites that all reach the disk",
    example: "fio --name=w --rw=randwrite --randrepeat=0 --ioengine=sync --direct=0 --end_fsync=1 --size=1G --io_size=4G --bs=4k\n17.7 MB/s with io_size=100M, 78.3 MB/s with io_size=4G, on the same gigabyte.",
    source: "S3, table of size and io_size",
    when: When::Plan,
    judge: overwrite_same,
};

fn overwrite_same(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let (job, planned) = (look.job, &look.planned);
        if !issues(job, Ddir::Write) {
            return Vec::new();
        }
        // What is synced as it goes reaches the disk each time, like a direct write.
        let durable = &job.durability;
        let synced =
            durable.fsync_every > 0 || durable.fdatasync_every > 0 || durable.open_sync != OpenSync::None;
        let direct = durable.direct || synced;
        let random = job.access.mode.is_random();
        if planned.unlimited {
            let fits = planned
                .footprint_bytes
                .zip(look.cache_room())
                .is_some_and(|(bytes, room)| bytes <= room);
            let saw = format!(
                "direct=0 and time_based on {}: it is rewritten in memory until the time is up",
                planned
                    .footprint_bytes
                    .map_or_else(|| "the target".to_owned(), |bytes| Bytes(bytes).to_string())
            );
            return if !direct && fits {
                vec![OVERWRITE_SAME.finds(Severity::Wrong, saw)]
            } else {
                Vec::new()
            };
        }
        let Some(passes) = planned.passes else {
            return Vec::new();
        };
        let uneven = job.access.distribution[Ddir::Write] != Distribution::Uniform;
        let from = if random { 0.75 } else { 1.05 };
        if passes < from {
            return Vec::new();
        }
        let severity = match (direct, passes > 1.05) {
            (true, false) => return Vec::new(),
            (true, true) => Severity::Note,
            (false, true) => Severity::Wrong,
            (false, false) => Severity::Care,
        };
        let (bytes, region) = (
            planned.clone_bytes.unwrap_or(0),
            planned.region_bytes.unwrap_or(0),
        );
        let how = match (random, direct) {
            _ if uneven => "and the distribution prefers some blocks",
            (true, false) if passes <= 1.05 => {
                "so that nearly every block is touched and writeback joins the neighbours"
            }
            (_, false) => "so that blocks are rewritten in memory before they are written",
            (_, true) => "so that blocks are overwritten that were written moments before",
        };
        let times = match passes {
            passes if passes > 1.05 => format!("{} times over", short(passes)),
            passes if passes > 0.995 => "all of it".to_owned(),
            passes => format!("{} of it", Share(passes)),
        };
        let saw = format!(
            "{} are written to a region of {}, {times}, {how}",
            Bytes(bytes),
            Bytes(region)
        );
        vec![OVERWRITE_SAME.finds(severity, saw).with("passes", passes)]
    })
}

pub(super) const SMALL_FILE: Rule = Rule {
    id: "small-file",
    family: Family::Target,
    title: "a target too small to show the disk",
    why: "a small region sits in caches (memory, the host's, the drive's), in few dies and in the mapping the drive keeps at hand: results come out up to twice too high",
    attempt: "a region several times as large as every cache in the way: over twice the memory for buffered I/O, tens of GiB or the whole device for direct I/O",
    example: "fio --name=t --filename=cold --ioengine=sync --direct=1 --bs=4k --size=200M --rw=randread\nFiles of some hundred MB gave up to twice the throughput of files of some GB.",
    source: "S1–S3 (\"up to 1× difference\", steadier with 24 GB)",
    when: When::Plan,
    judge: small_file,
};

/// Bytes that the job comes by. A short walk stays at the beginning of its region, so that every run reads the same.
fn touched(look: &Look<'_>) -> Option<u64> {
    let footprint = look.planned.footprint_bytes?;
    let walk = look
        .planned
        .total_bytes
        .filter(|bytes| !look.job.access.mode.is_random() && *bytes < SHORT_WALK);
    Some(walk.map_or(footprint, |bytes| bytes.min(footprint)))
}

/// A walk that any cache on the way can hold.
const SHORT_WALK: u64 = 1 << 30;

fn small_file(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let Some(bytes) = touched(look) else {
            return Vec::new();
        };
        if !reaches_disk(look) {
            let memory = look.case.machine().and_then(|machine| machine.memory.total_bytes);
            return match memory {
                Some(memory) if bytes < memory.saturating_mul(2) => {
                    let saw = format!(
                        "direct=0 and a target of {}, with {} of memory: less than twice the memory",
                        Bytes(bytes),
                        Bytes(memory)
                    );
                    vec![
                        SMALL_FILE
                            .finds(Severity::Care, saw)
                            .with("target_bytes", bytes as f64)
                            .with("memory_bytes", memory as f64),
                    ]
                }
                _ => Vec::new(),
            };
        }
        let device: Option<u64> = look
            .targets
            .first()
            .and_then(|target| target.leaves().first().and_then(|leaf| leaf.size_bytes));
        let small_part = device.is_some_and(|device| bytes < device / 100);
        if bytes >= 4 << 30 && !small_part {
            return Vec::new();
        }
        let severity = if bytes < 1 << 30 || (bytes < 4 << 30 && is_virtual(look)) {
            Severity::Care
        } else {
            Severity::Note
        };
        let part = device
            .filter(|device| *device > 0)
            .map(|device| format!(", {} of the device", Share(bytes as f64 / device as f64)))
            .unwrap_or_default();
        let saw = format!("the I/O stays within {}{part}", Bytes(bytes));
        vec![SMALL_FILE.finds(severity, saw).with("target_bytes", bytes as f64)]
    })
}

/// Whether what is transferred goes to the disk while the job runs: direct, or written and synced every few writes.
pub(crate) fn reaches_disk(look: &Look<'_>) -> bool {
    let how = &look.job.durability;
    let synced = how.fsync_every > 0 || how.fdatasync_every > 0 || how.open_sync != OpenSync::None;
    how.direct || (synced && !issues(look.job, Ddir::Read))
}

pub(super) const STALE_FILE: Rule = Rule {
    id: "stale-file",
    family: Family::Target,
    title: "a write test on the file of the run before",
    why: "the first run made and allocated the file, this one overwrites it in place, so that runs of one table are not the same test; and what the file held is lost",
    attempt: "unlink=1, or remove the file before each run; where overwriting is what you want, lay the file out once and say so",
    example: "fio --name=w --filename=warm --rw=write --ioengine=sync --direct=0 --end_fsync=1 --size=200M --bs=4k\nThe file is there from the run before; the author came to write `rm -f w.0.0` before every command.",
    source: "S3 (rm before every write test), S2 (none)",
    when: When::Plan,
    judge: stale_file,
};

fn stale_file(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let job = look.job;
        if !issues(job, Ddir::Write) || job.files.overwrite || job.files.append {
            return Vec::new();
        }
        let stale: Vec<&&TargetFacts> = look
            .targets
            .iter()
            .filter(|target| {
                target.kind == FileKind::Regular && target.size_bytes.is_some_and(|size| size > 0)
            })
            .collect();
        let (Some(first), bytes) = (
            stale.first(),
            stale.iter().filter_map(|target| target.size_bytes).sum::<u64>(),
        ) else {
            return Vec::new();
        };
        let severity = if job.access.mode.is_random() {
            Severity::Note
        } else {
            Severity::Care
        };
        let more = if stale.len() > 1 {
            format!(" and {} more", plural(stale.len() as u64 - 1, "file"))
        } else {
            String::new()
        };
        let (exist, are) = if stale.len() > 1 {
            ("exist", "are")
        } else {
            ("exists", "is")
        };
        let saw = format!(
            "{}{more} {exist} already ({}) and {are} overwritten in place",
            first.path.display(),
            Bytes(bytes)
        );
        vec![
            STALE_FILE
                .finds(severity, saw)
                .with("existing_bytes", bytes as f64),
        ]
    })
}
