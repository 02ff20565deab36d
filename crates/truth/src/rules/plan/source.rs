//! Where the bytes of a read come from, and what a written byte is worth: caches, zeros, holes.

use fiord_host::disk::Transport;
use fiord_host::stack::{FsClass, LayerKind, Mapping};
use fiord_job::plan::{Ddir, EngineKind};

use super::per_disk_job;
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::planned::{issues, shares_file};
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Bytes, Share, plural, short};
use fiord_record::{FileKind, Sampled, TargetFacts};

pub(super) const CACHE_READ: Rule = Rule {
    id: "cache-read",
    family: Family::Source,
    title: "reads answered by the page cache",
    why: "the throughput and latency are those of memory, not of the disk",
    attempt: "direct=1; or, to measure through the cache on purpose, a target of more than twice the memory and invalidate=1",
    example: "fio --name=test --filename=warm --rw=randread --size=200M --bs=4k --direct=0 --invalidate=0\nThe file is in memory from the run before, and `invalidate=0` leaves it there: 2 GB/s from a disk that gives 15 MB/s.",
    source: "S1–S3 (2 GB/s against 15 MB/s); fio #329, #383; man 2 cachestat",
    when: When::Plan,
    judge: cache_read,
};

fn cache_read(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let job = look.job;
        if job.engine.kind == EngineKind::Mmap && issues(job, Ddir::Read) {
            let saw = "ioengine=mmap copies from the page cache: pages that are there cost no I/O, and direct=1 changes nothing";
            return vec![
                CACHE_READ
                    .finds(Severity::Care, saw.to_owned())
                    .attempt("another engine, with direct=1"),
            ];
        }
        if job.durability.direct || job.engine.uncached || !issues(job, Ddir::Read) {
            return Vec::new();
        }
        let fits = look
            .planned
            .footprint_bytes
            .zip(look.cache_room())
            .is_none_or(|(bytes, room)| bytes <= room);
        [left_warm(look), asked_for(look), again(look, fits), through(look)]
            .into_iter()
            .flatten()
            .take(1)
            .collect()
    })
}

/// What is in memory before the job begins and stays there.
fn left_warm(look: &Look<'_>) -> Option<Finding> {
    if look.job.files.invalidate {
        return None;
    }
    let size: u64 = look.targets.iter().filter_map(|target| target.size_bytes).sum();
    let cached: u64 = look.targets.iter().filter_map(|target| target.cached_bytes).sum();
    if look.targets.iter().any(|target| !target.exists()) {
        let saw = "the file is laid out just before the run, through the page cache, and invalidate=0 leaves it there".to_owned();
        return Some(CACHE_READ.finds(Severity::Wrong, saw));
    }
    if size == 0 || look.targets.iter().all(|target| target.cached_bytes.is_none()) {
        let unknown = if size > 0 {
            "; how much that is, the kernel does not tell this user"
        } else {
            ""
        };
        let saw = format!(
            "direct=0 and invalidate=0: whatever is in the page cache stays there and answers the reads{unknown}"
        );
        return Some(CACHE_READ.finds(Severity::Care, saw));
    }
    let share = cached as f64 / size as f64;
    if share <= 0.01 {
        return None;
    }
    let saw = format!(
        "direct=0 and invalidate=0, and {} of the target is in memory now ({})",
        Share(share),
        Bytes(cached)
    );
    let severity = if share > 0.1 {
        Severity::Wrong
    } else {
        Severity::Care
    };
    Some(
        CACHE_READ
            .finds(severity, saw)
            .with("cached_bytes", cached as f64)
            .with("share", share),
    )
}

fn asked_for(look: &Look<'_>) -> Option<Finding> {
    let saw = "pre_read=1 reads the whole file into the page cache before the clock starts".to_owned();
    look.job
        .files
        .pre_read
        .then(|| CACHE_READ.finds(Severity::Wrong, saw))
}

/// The job itself reads the same bytes more than once.
fn again(look: &Look<'_>, fits: bool) -> Option<Finding> {
    let (job, planned) = (look.job, &look.planned);
    if !fits {
        return None;
    }
    let size = planned
        .footprint_bytes
        .map(|bytes| format!(" of {}", Bytes(bytes)))
        .unwrap_or_default();
    if planned.unlimited {
        let saw = format!(
            "direct=0 and time_based: after the first pass over the target{size} every read is a second one, and it fits into memory"
        );
        return Some(CACHE_READ.finds(Severity::Wrong, saw));
    }
    let passes = planned.passes?
        * if shares_file(job) && planned.footprint_bytes == planned.region_bytes {
            f64::from(job.numjobs)
        } else {
            1.0
        };
    if passes < 1.05 {
        return None;
    }
    let share = 1.0 - 1.0 / passes;
    let saw = format!(
        "direct=0, and the target{size} is read {} times: at least {} of the reads find it in memory",
        short(passes),
        Share(share)
    );
    let severity = if share > 0.1 {
        Severity::Wrong
    } else {
        Severity::Care
    };
    Some(
        CACHE_READ
            .finds(severity, saw)
            .with("share", share)
            .with("passes", passes),
    )
}

/// Once, and still through the cache.
fn through(look: &Look<'_>) -> Option<Finding> {
    let job = look.job;
    let ahead = look
        .targets
        .iter()
        .flat_map(|target| target.leaves())
        .find_map(|leaf| leaf.queue.as_ref()?.read_ahead_kb);
    if job.access.mode.is_random() {
        let saw = "direct=0: reads go through the page cache; invalidate=1 drops the file from it first, so first touches come from the disk".to_owned();
        return Some(CACHE_READ.finds(Severity::Note, saw).because(
            "one I/O at a time and a copy per read; whatever another program has just read is free",
        ));
    }
    if ahead == Some(0) {
        return None;
    }
    let window = ahead.map_or_else(|| "read-ahead".to_owned(), |kb| format!("read-ahead ({kb} KiB)"));
    let saw = format!(
        "direct=0 and sequential: the kernel's {window} fetches ahead in large requests, so most reads of {} find their data in memory",
        Bytes(look.planned.block_bytes as u64)
    );
    Some(CACHE_READ.finds(Severity::Care, saw).because("throughput is that of large requests, and most latencies are those of memory; the block size of the job is not what the disk saw"))
}

pub(super) const CACHE_REPEAT: Rule = Rule {
    id: "cache-repeat",
    family: Family::Source,
    title: "every run reads the same \"random\" places",
    why: "the second run asks for exactly the blocks that the first one left in a cache: the page cache, the host's, the drive's",
    attempt: "randrepeat=0, so that every run draws other places; or drop the caches between runs",
    example: "fio --name=test --filename=warm --rw=randread --io_size=200M --bs=4k --direct=0 --invalidate=0\nWith `randrepeat=0` the same command no longer gave 2 GB/s: 200 MiB drawn afresh from 2 GiB rarely hit what was cached.",
    source: "S3, section on direct and invalidate",
    when: When::Plan,
    judge: cache_repeat,
};

/// What a cache below the page cache can plausibly hold.
const LOWER_CACHE: u64 = 4 << 30;

fn cache_repeat(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let job = look.job;
        if !job.access.randrepeat
            || !job.access.mode.is_random()
            || !issues(job, Ddir::Read)
            || look.planned.unlimited
        {
            return Vec::new();
        }
        let Some(bytes) = look.planned.total_bytes else {
            return Vec::new();
        };
        if !job.durability.direct && !job.files.invalidate {
            return vec![repeat_in_memory(look, bytes)];
        }
        let whole = look.planned.region_bytes.is_some_and(|region| bytes >= region);
        if bytes > LOWER_CACHE || whole {
            return Vec::new();
        }
        let virtual_disk = is_virtual(look);
        let saw = format!(
            "randrepeat=1 (the default): every run reads the same {} of the target{}",
            Bytes(bytes),
            if virtual_disk {
                ", which the host of this virtual disk can hold"
            } else {
                ""
            }
        );
        let severity = if virtual_disk {
            Severity::Care
        } else {
            Severity::Note
        };
        vec![CACHE_REPEAT.finds(severity, saw).with("read_bytes", bytes as f64)]
    })
}

/// The same places again, through a page cache that keeps them: what of the target is there now, and what comes of it.
fn repeat_in_memory(look: &Look<'_>, bytes: u64) -> Finding {
    let size: u64 = look.targets.iter().filter_map(|target| target.size_bytes).sum();
    let cached: Option<u64> = look
        .targets
        .iter()
        .map(|target| {
            if target.exists() {
                target.cached_bytes
            } else {
                None
            }
        })
        .sum();
    let share = cached
        .filter(|_| size > 0)
        .map(|cached| cached as f64 / size as f64);
    let (severity, now) = match share {
        Some(share) if share > 0.01 => (
            Severity::Wrong,
            format!(
                "; {} of the target is in memory now ({})",
                Share(share),
                Bytes(cached.unwrap_or(0))
            ),
        ),
        // The run that comes is the first, and an honest one.
        Some(_) => (
            Severity::Care,
            "; nothing of it is in memory now, so that the next run is another one than this".to_owned(),
        ),
        None => (Severity::Wrong, String::new()),
    };
    let saw = format!(
        "randrepeat=1 (the default) with direct=0 and invalidate=0: each run reads the same {} that the run before left in memory{now}",
        Bytes(bytes)
    );
    let mut finding = CACHE_REPEAT.finds(severity, saw).with("read_bytes", bytes as f64);
    if let (Some(cached), Some(share)) = (cached, share) {
        finding = finding
            .with("cached_bytes", cached as f64)
            .with("cached_share", share);
    }
    finding
}

/// Whether the disk is one that a hypervisor or a network presents, with a cache of its own behind it.
pub(super) fn is_virtual(look: &Look<'_>) -> bool {
    let presented = |transport: Transport| {
        matches!(
            transport,
            Transport::VirtioBlk
                | Transport::VirtioScsi
                | Transport::Xen
                | Transport::HyperV
                | Transport::VmwarePvscsi
        )
    };
    look.targets
        .iter()
        .flat_map(|target| target.leaves())
        .any(|leaf| matches!(&leaf.kind, LayerKind::Disk(disk) if presented(disk.transport)))
}

pub(super) const CACHE_BELOW: Rule = Rule {
    id: "cache-below",
    family: Family::Source,
    title: "direct I/O that still meets a cache",
    why: "O_DIRECT passes by this kernel's page cache only; what lies below can answer from memory all the same",
    attempt: "a target larger than that cache, or a path on a local disk with a file system that passes direct I/O through",
    example: "fio --name=test --filename=on-tmpfs --rw=randread --size=1G --bs=4k --direct=1\nThe file lies on tmpfs: it is memory, with or without `direct=1`.",
    source: "KDiskMark #148, #122; man 2 open (O_DIRECT)",
    when: When::Plan,
    judge: cache_below,
};

fn cache_below(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let mut said: Vec<Finding> = Vec::new();
        for target in &look.targets {
            let found = below(look, target)
                .into_iter()
                .filter(|finding| said.iter().all(|other| other.saw() != finding.saw()));
            let found: Vec<Finding> = found.collect();
            said.extend(found);
        }
        said
    })
}

fn below(look: &Look<'_>, target: &TargetFacts) -> Vec<Finding> {
    let direct = look.job.durability.direct;
    let mut found = Vec::new();
    if let Some(fs) = target.file_system() {
        let kind = &fs.mount.fs_type;
        let zfs = kind == "zfs";
        let (severity, saw) = match fs.class {
            FsClass::Memory => (
                Severity::Wrong,
                format!("{} is on {kind}: memory, not a disk", target.path.display()),
            ),
            FsClass::CopyOnWrite if zfs && direct => (
                Severity::Care,
                "ZFS keeps its own cache (ARC), which direct=1 does not always pass by".to_owned(),
            ),
            FsClass::HostShared if direct => (
                Severity::Care,
                format!("{kind} is a folder of the host: its page cache stands behind direct=1"),
            ),
            FsClass::Fuse if direct => (
                Severity::Care,
                format!("{kind} is served by a process, which may cache what direct=1 asks for"),
            ),
            FsClass::Network if direct => (
                Severity::Note,
                format!("{kind}: the server's cache stands behind direct=1"),
            ),
            _ => (Severity::Note, String::new()),
        };
        if !saw.is_empty() {
            found.push(CACHE_BELOW.finds(severity, saw));
        }
    }
    let layers = target
        .stack
        .as_ref()
        .map(fiord_host::Stack::layers)
        .unwrap_or_default();
    for (_, layer) in layers {
        let saw = match &layer.kind {
            LayerKind::Zram { .. } => (Severity::Care, format!("{} is compressed memory", layer.name)),
            LayerKind::Loop {
                direct_io: Some(false),
                ..
            } if direct => (
                Severity::Care,
                format!(
                    "{} goes through the page cache of its backing file (no direct I/O on the loop device)",
                    layer.name
                ),
            ),
            LayerKind::Disk(disk) if direct && disk.transport == Transport::RaidController => (
                Severity::Note,
                format!(
                    "{} is a RAID controller's volume: its cache answers first",
                    layer.name
                ),
            ),
            _ => continue,
        };
        found.push(CACHE_BELOW.finds(saw.0, saw.1));
    }
    found
}

pub(super) const ZERO_DATA: Rule = Rule {
    id: "zero-data",
    family: Family::Source,
    title: "content that shrinks",
    why: "a device or file system that compresses, deduplicates or skips zeros moves less than the job counts",
    attempt: "content that does not shrink: fio's default buffers with refill_buffers=1 for writes, a file written with them for reads (`fiord prepare`)",
    example: "fio --name=w --filename=fresh --rw=write --size=8G --bs=1m --direct=1 --zero_buffers\nEvery byte is zero.",
    source: "S1–S3 (a file made by dd from /dev/zero, and why not); fio #463",
    when: When::Plan,
    judge: zero_data,
};

fn zero_data(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let mut found = Vec::new();
        let shrinks = look.targets.iter().find_map(|target| shrinking_layer(target));
        let how_bad = if shrinks.is_some() {
            Severity::Wrong
        } else {
            Severity::Care
        };
        let on = shrinks.map(|layer| format!(", and {layer}")).unwrap_or_default();
        if issues(look.job, Ddir::Write)
            && let Some(content) = poor_content(look)
        {
            found.push(ZERO_DATA.finds(how_bad, format!("{content}{on}")));
        }
        if issues(look.job, Ddir::Read) {
            found.extend(poor_samples(look, how_bad, &on));
        }
        let encoded: u64 = look
            .targets
            .iter()
            .filter_map(|target| Some(target.allocation?.encoded_bytes))
            .sum();
        if issues(look.job, Ddir::Read) && encoded > 0 {
            let saw = format!(
                "{} of the target is stored compressed by the file system",
                Bytes(encoded)
            );
            found.push(
                ZERO_DATA
                    .finds(Severity::Care, saw)
                    .with("encoded_bytes", encoded as f64),
            );
        }
        found
    })
}

/// Share of sampled blocks above which zeros are worth a word, and above which they are the content.
const SOME_ZEROS: f64 = 0.05;
const MOST_ZEROS: f64 = 0.5;
/// How far the share in a few blocks may be off that of the file.
const SAMPLING: f64 = 0.1;
/// Content that compresses to less than this is not what a disk usually holds of real data.
const SHRINKS_TO: f64 = 0.5;

/// What the blocks hold that the job would read, as far as some were looked at.
fn poor_samples(look: &Look<'_>, how_bad: Severity, on: &str) -> Option<Finding> {
    let sampled: Vec<(&TargetFacts, Sampled)> = look
        .targets
        .iter()
        .filter_map(|target| Some((*target, target.sampled?)))
        .collect();
    let sum = |of: fn(&Sampled) -> f64| sampled.iter().map(|(_, sampled)| of(sampled)).sum::<f64>();
    let blocks = sum(|sampled| f64::from(sampled.blocks));
    if blocks == 0.0 {
        return None;
    }
    let zero_blocks = sum(|sampled| f64::from(sampled.zero_blocks));
    let zeros = zero_blocks / blocks;
    let shrinks_to = sum(|sampled| sampled.compressed_share * f64::from(sampled.blocks)) / blocks;
    let place = match sampled.as_slice() {
        [(one, _)] => one.path.display().to_string(),
        more => plural(more.len() as u64, "file"),
    };
    // Holes read as zeros and have a rule of their own.
    let empty = sampled
        .iter()
        .filter_map(|(target, sampled)| Some(never_written(target)? * f64::from(sampled.blocks)))
        .sum::<f64>()
        / blocks;
    let (severity, saw) = match () {
        () if zeros > SOME_ZEROS && (empty < 0.01 || zeros > empty + SAMPLING) => {
            let severity = if zeros > MOST_ZEROS {
                how_bad
            } else {
                Severity::Care
            };
            let verb = if zero_blocks == 1.0 { "is" } else { "are" };
            let saw = format!("{zero_blocks} of {blocks} sampled blocks of {place} {verb} zeros{on}");
            (severity, saw)
        }
        // A disk that stores what it is given does not care.
        () if shrinks_to < SHRINKS_TO && zeros <= SOME_ZEROS => {
            let severity = if how_bad == Severity::Wrong {
                Severity::Care
            } else {
                Severity::Note
            };
            let saw = format!(
                "{blocks} sampled blocks of {place} would compress to {}{on}",
                Share(shrinks_to)
            );
            (severity, saw)
        }
        () => return None,
    };
    Some(
        ZERO_DATA
            .finds(severity, saw)
            .with("sampled_blocks", blocks)
            .with("zero_blocks", zero_blocks)
            .with("zero_share", zeros)
            .with("compressed_share", shrinks_to),
    )
}

/// Share of a file that is holes or unwritten, 0 to 1; what is in memory only may count as unwritten and is not.
fn never_written(target: &TargetFacts) -> Option<f64> {
    let (at, size) = (target.allocation?, target.size_bytes.filter(|size| *size > 0)?);
    let empty = (at.hole_bytes + at.unwritten_bytes).saturating_sub(target.dirty_bytes.unwrap_or(0));
    Some(empty as f64 / size as f64)
}

fn poor_content(look: &Look<'_>) -> Option<String> {
    let buffers = &look.job.buffers;
    if buffers.zero {
        return Some("zero_buffers: every byte written is zero".to_owned());
    }
    if let Some(pattern) = &buffers.pattern {
        return Some(format!(
            "buffer_pattern repeats {} over every block",
            plural(pattern.len() as u64, "byte")
        ));
    }
    if let Some(percent) = buffers.compress_percent.filter(|percent| *percent > 0) {
        return Some(format!(
            "buffer_compress_percentage={percent}: the blocks can be compressed by that much"
        ));
    }
    if let Some(percent) = buffers.dedupe_percent.filter(|percent| *percent > 0) {
        return Some(format!(
            "dedupe_percentage={percent}: that share of the blocks is a copy of others"
        ));
    }
    (!buffers.scramble && !buffers.refill).then(|| {
        "scramble_buffers=0 without refill_buffers: the same block is written again and again".to_owned()
    })
}

/// A layer that makes less of such content.
fn shrinking_layer(target: &TargetFacts) -> Option<String> {
    if let Some(compression) = target.file_system().and_then(|fs| fs.compression.clone()) {
        return Some(format!("the file system compresses ({compression})"));
    }
    let layers = target.stack.as_ref()?.layers();
    layers.into_iter().find_map(|(_, layer)| match &layer.kind {
        LayerKind::Zram { .. } => Some(format!("{} compresses and skips repeated pages", layer.name)),
        LayerKind::Mapped(mapped) if mapped.mapping == Mapping::Vdo => {
            Some(format!("{} deduplicates and compresses", layer.name))
        }
        _ => None,
    })
}

pub(super) const UNWRITTEN: Rule = Rule {
    id: "unwritten",
    family: Family::Source,
    title: "reads of blocks that were never written",
    why: "holes, unwritten extents and trimmed or thin blocks are answered without the medium, faster than it can be",
    attempt: "write the target once, completely, before reading it (`fiord prepare FILE --size …`, or a job with rw=write over the same region)",
    example: "fio --name=r --filename=sparse --rw=randread --size=10G --bs=4k --direct=1\nThe file was made with truncate: not one block of it is on the disk.",
    source: "fio #719; Documentation/filesystems/fiemap.rst",
    when: When::Plan,
    judge: unwritten,
};

fn unwritten(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        if !issues(look.job, Ddir::Read) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for target in &look.targets {
            if let (Some(at), Some(share)) = (target.allocation, never_written(target))
                && share > 0.01
            {
                let severity = if share > 0.1 {
                    Severity::Wrong
                } else {
                    Severity::Care
                };
                let saw = format!(
                    "{} of {} was never written: {} of holes, {} of unwritten extents",
                    Share(share),
                    target.path.display(),
                    Bytes(at.hole_bytes),
                    Bytes(at.unwritten_bytes)
                );
                found.push(
                    UNWRITTEN
                        .finds(severity, saw)
                        .with("share", share)
                        .with("hole_bytes", at.hole_bytes as f64)
                        .with("unwritten_bytes", at.unwritten_bytes as f64),
                );
            }
            if let Some(layer) = thin(target).filter(|_| target.kind == FileKind::Block) {
                let saw = format!(
                    "{layer} is a thin volume: blocks that were never written are answered with zeros by the mapping"
                );
                found.push(UNWRITTEN.finds(Severity::Care, saw));
            }
        }
        found
    })
}

fn thin(target: &TargetFacts) -> Option<String> {
    let layers = target.stack.as_ref()?.layers();
    let is_thin =
        |kind: &LayerKind| matches!(kind, LayerKind::Mapped(mapped) if mapped.mapping == Mapping::Thin);
    layers
        .into_iter()
        .find(|(_, layer)| is_thin(&layer.kind))
        .map(|(_, layer)| layer.name.clone())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_host::extents::Allocation;
    use fiord_job::plan::{AccessMode, JobPlan, RunPlan};
    use fiord_record::{Before, RunRecord};

    /// What a rule says of one target on a disk that stores what it is given.
    fn of_one(
        judge: fn(&Case<'_>) -> Vec<Finding>,
        change: impl FnOnce(&mut TargetFacts, &mut JobPlan),
    ) -> Option<(Severity, String)> {
        let mut job = JobPlan::new("r");
        job.access.mode = AccessMode::RandRead;
        let mut target = TargetFacts {
            path: "f".into(),
            kind: FileKind::Regular,
            size_bytes: Some(1 << 30),
            ..TargetFacts::default()
        };
        change(&mut target, &mut job);
        let plan = RunPlan {
            jobs: vec![job],
            global_options: None,
        };
        let before = Before {
            targets: vec![target],
            ..Before::default()
        };
        let record = RunRecord::planned(plan, before);
        let mut found = judge(&Case::of(&record));
        assert!(found.len() < 2, "{found:#?}");
        found.pop().map(|finding| (finding.severity, finding.saw()))
    }

    fn said(change: impl FnOnce(&mut TargetFacts, &mut JobPlan)) -> Option<(Severity, String)> {
        of_one(zero_data, change)
    }

    fn sampled(zero_blocks: u32, compressed_share: f64) -> Option<Sampled> {
        Some(Sampled {
            blocks: 64,
            zero_blocks,
            compressed_share,
        })
    }

    #[test]
    fn samples_are_judged_by_their_zeros_and_by_what_they_compress_to() {
        let of = |zeros, share| said(|target, _| target.sampled = sampled(zeros, share));
        assert_eq!(of(0, 1.0), None);
        assert_eq!(of(0, 0.5), None);
        assert_eq!(
            of(3, 0.9),
            None,
            "a block of zeros here and there is in every file"
        );
        let (severity, saw) = of(4, 0.9).unwrap();
        assert_eq!(
            (severity, saw.as_str()),
            (Severity::Care, "4 of 64 sampled blocks of f are zeros")
        );
        assert_eq!(of(64, 0.0).unwrap().1, "64 of 64 sampled blocks of f are zeros");
        let (severity, saw) = of(0, 0.25).unwrap();
        assert_eq!(
            (severity, saw.as_str()),
            (Severity::Note, "64 sampled blocks of f would compress to 25 %")
        );
    }

    #[test]
    fn holes_and_writers_have_nothing_to_do_with_samples() {
        let hole = |bytes| Allocation {
            size_bytes: 1 << 30,
            hole_bytes: bytes,
            ..Allocation::default()
        };
        let holes = |bytes| {
            said(|target, _| {
                target.sampled = sampled(32, 0.5);
                target.allocation = Some(hole(bytes));
            })
        };
        assert_eq!(holes(1 << 29), None, "the zeros are the holes");
        assert!(holes(1 << 28).is_some(), "more zeros than holes");
        let written = said(|target, job| {
            target.sampled = sampled(64, 0.0);
            job.access.mode = AccessMode::RandWrite;
        });
        assert_eq!(written, None);
        assert_eq!(said(|_, _| {}), None, "nobody looked");
    }

    #[test]
    fn a_repeat_names_what_the_run_before_left_in_memory() {
        let of = |cached: Option<u64>| {
            of_one(cache_repeat, |target, job| {
                job.access.randrepeat = true;
                job.access.io_size = Some(fiord_job::plan::Amount::Bytes(1 << 28));
                job.files.invalidate = false;
                target.cached_bytes = cached;
            })
            .unwrap()
        };
        let (severity, saw) = of(Some(1 << 28));
        assert_eq!(severity, Severity::Wrong);
        assert!(
            saw.ends_with("; 25 % of the target is in memory now (256 MiB)"),
            "{saw}"
        );
        assert_eq!(of(Some(0)).0, Severity::Care);
        let (severity, saw) = of(None);
        assert!(
            severity == Severity::Wrong && saw.ends_with("left in memory"),
            "{saw}"
        );
    }
}
