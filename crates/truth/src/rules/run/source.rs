//! Where the bytes came from and went: page cache, caches below, holes, memory that is not on the disk yet.
//!
//! Device counters are the leaf devices' (Documentation/block/stat.rst: sectors are 512 bytes); the second witness is
//! `read_bytes` of `/proc/self/io`, the third what the page cache holds of the targets.

use fiord_host::stack::FsClass;
use fiord_job::plan::Ddir;

use crate::case::Case;
use crate::case::JobRun;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::evidence::RunEvidence;
use fiord_record::number::{Bytes, Nanos, Share, short};

/// Share of bytes that did not come from the device below which a read is one of the device (method: cache share).
const CACHE_LIMIT: f64 = 0.01;
/// Share above which the number is not the device's.
const CACHE_WRONG: f64 = 0.10;
/// Median latency of a direct read below which no flash can have answered.
const BELOW_FLASH_NS: u64 = 10_000;
/// Blocks above this take longer than that anyway.
const SMALL_BLOCK: u64 = 64 << 10;

/// Reads that the page cache answered were not reads of the device.
pub(super) const CACHE_READ: Rule = Rule {
    id: "cache-read",
    family: Family::Source,
    title: "reads came from the page cache",
    why: "the throughput is that of memory, not of the disk",
    attempt: "direct=1, or a target larger than memory after `fiord cache drop`",
    example: "A 200 MiB file that was just written is read with direct=0 and invalidate=0: the disk delivers 4 MiB, the rest \
              comes from memory.",
    source: "seeds S1 to S4; fio issues 329, 383; Documentation/block/stat.rst",
    when: When::Run,
    judge: cache_read,
};

/// Direct reads that no device delivered.
pub(super) const CACHE_BELOW: Rule = Rule {
    id: "cache-below",
    family: Family::Source,
    title: "a cache below the page cache answered",
    why: "direct=1 skips this system's page cache only; caches of the file system, the host or a controller still answer",
    attempt: "measure on the block device itself, or with a target much larger than that cache",
    example: "A direct read of a file on tmpfs runs at 8 GB/s: the file system is memory.",
    source: "KDiskMark issues 122, 148",
    when: When::Run,
    judge: cache_below,
};

/// Reads of blocks that were never written.
pub(super) const UNWRITTEN: Rule = Rule {
    id: "unwritten",
    family: Family::Source,
    title: "reads of holes and unwritten blocks",
    why: "the file system makes the zeros itself and no device is asked",
    attempt: "write the file first: `fiord prepare FILE --size …`",
    example: "A file made by `truncate -s 1G` is read with direct=1 at 5 GB/s while the disk stands still.",
    source: "fio issue 719; Documentation/filesystems/fiemap.rst",
    when: When::Run,
    judge: unwritten,
};

/// Writes that were counted before they were on the device.
pub(super) const WRITE_CACHED: Rule = Rule {
    id: "write-cached",
    family: Family::Durability,
    title: "writes were counted before they were on the disk",
    why: "the throughput is that of copying into memory; the disk writes later, after the clock has stopped",
    attempt: "direct=1, or end_fsync=1 so that the wait for the disk is part of the run",
    example: "1 GiB is written with direct=0 in half a second; at the end 900 MiB of it are dirty pages.",
    source: "seeds S1 to S4; cachestat(2)",
    when: When::Run,
    judge: write_cached,
};

/// More was written below the file system than was asked for.
pub(super) const WRITE_AMPLIFICATION: Rule = Rule {
    id: "write-amplification",
    family: Family::Source,
    title: "the device wrote more than was asked for",
    why: "journal, metadata and copy-on-write use the device too; its own rate is higher than the one shown",
    attempt: "nothing, if a file system is what you measure; else use the block device",
    example: "4 KiB writes with fsync=1 on ext4: 12 MiB issued, 41 MiB written by the disk.",
    source: "Documentation/block/stat.rst; Documentation/filesystems/ext4/journal.rst",
    when: When::Run,
    judge: write_amplification,
};

/// How the bytes read divide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReadShares {
    /// Bytes read by the workers.
    pub issued: u64,
    /// Of them delivered by devices.
    pub device: u64,
    /// Share that no device delivered, 0 to 1.
    pub elsewhere: f64,
    /// Share of the targets that is holes or unwritten, 0 to 1.
    pub holes: f64,
}

/// How the bytes read divide; none if nothing was read or nobody counted.
pub fn read_shares(after: &Case<'_>) -> Option<ReadShares> {
    let evidence = after.witnessed()?;
    let issued = evidence.read_issued();
    if issued == 0 {
        return None;
    }
    let device = evidence.own_device_read()?.min(issued);
    Some(ReadShares {
        issued,
        device,
        elsewhere: 1.0 - device as f64 / issued as f64,
        holes: holes(after, evidence),
    })
}

/// Share of holes and unwritten extents in the targets of the reading jobs that nobody wrote.
fn holes(after: &Case<'_>, evidence: &RunEvidence) -> f64 {
    let reading: Vec<usize> = after
        .jobs
        .iter()
        .filter(|job| job.ddir(Ddir::Read).ios > 0 && job.ddir(Ddir::Write).ios == 0)
        .map(|job| job.index)
        .collect();
    let (mut empty, mut all) = (0_u64, 0_u64);
    for target in evidence
        .targets
        .iter()
        .filter(|target| reading.contains(&target.job))
    {
        if let Some(allocation) = target.allocation {
            empty = empty
                .saturating_add(allocation.hole_bytes)
                .saturating_add(allocation.unwritten_bytes);
            all = all.saturating_add(allocation.size_bytes);
        }
    }
    if all == 0 {
        0.0
    } else {
        (empty as f64 / all as f64).min(1.0)
    }
}

fn severity(share: f64) -> Severity {
    if share > CACHE_WRONG {
        Severity::Wrong
    } else {
        Severity::Care
    }
}

fn of_whole(finding: Finding, after: &Case<'_>) -> Finding {
    match after.only_job() {
        Some(job) => finding.of_job(job),
        None => finding,
    }
}

fn buffered(job: &JobRun<'_>) -> bool {
    !job.plan.durability.direct
}

fn in_memory_fs(evidence: &RunEvidence) -> bool {
    let known = || evidence.targets.iter().filter_map(|target| target.fs_class);
    known().next().is_some() && known().all(|class| class == FsClass::Memory)
}

fn device_names(evidence: &RunEvidence) -> String {
    let names: Vec<&str> = evidence.leaves().map(|leaf| leaf.name.as_str()).collect();
    if names.is_empty() {
        "no device".to_owned()
    } else {
        names.join(", ")
    }
}

fn cache_read(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let after = e;
        let (evidence, shares) = (after.witnessed()?, read_shares(after)?);
        let by_cache = shares.elsewhere - shares.holes;
        if !after.moving(Ddir::Read).any(buffered) || in_memory_fs(evidence) || by_cache <= CACHE_LIMIT {
            return None;
        }
        let saw = format!(
            "{} of {} read came from the page cache ({} delivered {})",
            Share(by_cache),
            Bytes(shares.issued),
            device_names(evidence),
            Bytes(shares.device)
        );
        let cached: u64 = evidence
            .targets
            .iter()
            .filter_map(|target| Some(target.before?.cached_bytes))
            .sum();
        let finding = CACHE_READ
            .finds(severity(by_cache), saw)
            .with("share_percent", by_cache * 100.0)
            .with("issued_bytes", shares.issued as f64)
            .with("device_bytes", shares.device as f64)
            .with("cached_before_bytes", cached as f64);
        Some(of_whole(finding, after))
    };
    find().into_iter().collect()
}

fn cache_below(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let after = e;
        let evidence = after.witnessed()?;
        let issued = evidence.read_issued().saturating_add(evidence.write_issued());
        if issued > 0 && in_memory_fs(evidence) {
            let fs = evidence
                .targets
                .iter()
                .find_map(|target| target.fs_type.as_deref())
                .unwrap_or_default();
            let saw = match evidence.leaves().next() {
                Some(looped) => format!(
                    "{} is a file on {fs}, which is memory; no disk moved any of {}",
                    looped.name,
                    Bytes(issued)
                ),
                None => format!(
                    "the target lies on {fs}, which is memory; no device moved any of {}",
                    Bytes(issued)
                ),
            };
            return Some(of_whole(
                CACHE_BELOW
                    .finds(Severity::Wrong, saw)
                    .with("share_percent", 100.0),
                after,
            ));
        }
        if after.moving(Ddir::Read).any(buffered) {
            return None;
        }
        let shares = read_shares(after)?;
        let below = shares.elsewhere - shares.holes;
        if below > CACHE_LIMIT {
            let saw = format!(
                "{} of {} read with direct=1 came from no device ({} delivered {})",
                Share(below),
                Bytes(shares.issued),
                device_names(evidence),
                Bytes(shares.device)
            );
            let finding = CACHE_BELOW
                .finds(severity(below), saw)
                .with("share_percent", below * 100.0);
            return Some(of_whole(finding, after));
        }
        faster_than_flash(after, evidence)
    };
    find().into_iter().collect()
}

/// Latencies that only memory has, on a device that is none.
fn faster_than_flash(after: &Case<'_>, evidence: &RunEvidence) -> Option<Finding> {
    if evidence.leaves().any(|leaf| leaf.in_memory) || evidence.leaves().next().is_none() {
        return None;
    }
    let job = after.moving(Ddir::Read).find(|job| {
        let clat = &job.ddir(Ddir::Read).clat;
        let median = clat.histogram.percentile(50.0, clat.moments.max);
        clat.moments.count >= 100
            && median < BELOW_FLASH_NS
            && job.plan.access.max_block_bytes() <= SMALL_BLOCK
    })?;
    let clat = &job.ddir(Ddir::Read).clat;
    let median = clat.histogram.percentile(50.0, clat.moments.max);
    let saw = format!(
        "half of the direct reads took less than {}, which no flash can: a cache behind {} answered",
        Nanos(median as f64),
        device_names(evidence)
    );
    Some(
        CACHE_BELOW
            .finds(Severity::Care, saw)
            .with("clat_p50_ns", median as f64)
            .of_job(job.index),
    )
}

fn unwritten(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let after = e;
        let shares = read_shares(after)?;
        if shares.holes <= CACHE_LIMIT || shares.elsewhere <= CACHE_LIMIT {
            return None;
        }
        let saw = format!(
            "{} of the target is holes or unwritten blocks; {} delivered {} of {} read",
            Share(shares.holes),
            device_names(after.witnessed()?),
            Bytes(shares.device),
            Bytes(shares.issued)
        );
        let finding = UNWRITTEN
            .finds(severity(shares.holes.min(shares.elsewhere)), saw)
            .with("hole_percent", shares.holes * 100.0)
            .with("share_percent", shares.elsewhere * 100.0);
        Some(of_whole(finding, after))
    };
    find().into_iter().collect()
}

fn write_cached(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let after = e;
        let evidence = after.witnessed()?;
        let issued = evidence.write_issued();
        if issued == 0 || !after.moving(Ddir::Write).any(buffered) || in_memory_fs(evidence) {
            return None;
        }
        let dirty = evidence.dirty_left_bytes();
        let exact = evidence.targets.iter().all(|target| !target.multiplies);
        let written = evidence.device_written_bytes().filter(|_| exact);
        let dirty_share = dirty.map_or(0.0, |dirty| dirty as f64 / issued as f64).min(1.0);
        let absent = written.map_or(0.0, |written| 1.0 - written as f64 / issued as f64);
        let share = dirty_share.max(absent);
        if share <= CACHE_LIMIT {
            return None;
        }
        let mut saw = format!(
            "{} of {} written had not reached the disk at the end",
            Share(share),
            Bytes(issued)
        );
        if let Some(dirty) = dirty {
            saw.push_str(&format!("; {} were dirty pages", Bytes(dirty)));
        }
        if let Some(written) = written {
            saw.push_str(&format!("; {} wrote {}", device_names(evidence), Bytes(written)));
        }
        let mut finding = WRITE_CACHED
            .finds(severity(share), saw)
            .with("share_percent", share * 100.0)
            .with("issued_bytes", issued as f64);
        if let Some(dirty) = dirty {
            finding = finding.with("dirty_bytes", dirty as f64);
        }
        if let Some(written) = written {
            finding = finding.with("device_bytes", written as f64);
        }
        Some(of_whole(finding, after))
    };
    find().into_iter().collect()
}

/// Excess below which journal and metadata are not worth a word.
const EXCESS: f64 = 0.05;

fn write_amplification(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let after = e;
        let evidence = after.witnessed()?;
        let (issued, written) = (evidence.write_issued(), evidence.device_written_bytes()?);
        let on_files = evidence.targets.iter().all(|target| target.fs_type.is_some());
        if issued == 0 || !on_files || (written as f64) <= issued as f64 * (1.0 + EXCESS) {
            return None;
        }
        let factor = written as f64 / issued as f64;
        let saw = format!(
            "{} wrote {} for {} issued ({} times as much)",
            device_names(evidence),
            Bytes(written),
            Bytes(issued),
            short(factor)
        );
        let finding = WRITE_AMPLIFICATION
            .finds(Severity::Note, saw)
            .with("factor", factor)
            .with("issued_bytes", issued as f64)
            .with("device_bytes", written as f64);
        Some(of_whole(finding, after))
    };
    find().into_iter().collect()
}
