//! How writes reach the medium.

use fiord_job::plan::{Ddir, OpenSync};

use super::per_disk_job;
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::planned::issues;
use crate::trap::{Family, Severity, When};
use fiord_record::number::Bytes;

pub(super) const WRITE_CACHED: Rule = Rule {
    id: "write-cached",
    family: Family::Durability,
    title: "writes counted before they are on the disk",
    why: "a buffered write is done when it is in memory; the disk gets it later, and whatever is left at the end is never counted",
    attempt: "end_fsync=1 and more data than memory for throughput; fsync=1, fdatasync=1 or sync=dsync for durable writes; direct=1 for the device's own speed",
    example: "fio --name=w --filename=fresh --rw=write --ioengine=sync --direct=0 --size=1G --bs=1m\nThe gigabyte fits below the dirty limit: the run ends while nothing is on the disk.",
    source: "S1–S4; Documentation/admin-guide/sysctl/vm.rst (dirty_ratio)",
    when: When::Plan,
    judge: write_cached,
};

fn write_cached(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let how = &look.job.durability;
        let synced = how.open_sync != OpenSync::None
            || how.fsync_every > 0
            || how.fdatasync_every > 0
            || how.sync_file_range.is_some_and(|range| range.wait_after);
        if how.direct || synced || !issues(look.job, Ddir::Write) {
            return Vec::new();
        }
        let written = look
            .planned
            .total_bytes
            .map(|bytes| (bytes as f64 * crate::planned::share(look.job, Ddir::Write)) as u64);
        if how.end_fsync {
            synced_at_end(look, written)
        } else {
            never_synced(look, written)
        }
    })
}

fn never_synced(look: &Look<'_>, written: Option<u64>) -> Vec<Finding> {
    let limit = look
        .case
        .machine()
        .and_then(|machine| machine.memory.dirty_limit_bytes());
    let closes = look.job.durability.fsync_on_close;
    let until = if closes {
        "fsync_on_close syncs after the clock has stopped"
    } else {
        "nothing ever syncs it"
    };
    let (severity, saw) = match (written, limit) {
        (Some(bytes), Some(limit)) if bytes <= limit => (
            Severity::Wrong,
            format!(
                "direct=0 without any sync, and {} to write with a dirty limit of {}: all of it can stay in memory; {until}",
                Bytes(bytes),
                Bytes(limit)
            ),
        ),
        (Some(bytes), Some(limit)) => (
            if bytes < limit.saturating_mul(10) {
                Severity::Wrong
            } else {
                Severity::Care
            },
            format!(
                "direct=0 without any sync: up to {} of the {} written can still be in memory at the end; {until}",
                Bytes(limit),
                Bytes(bytes)
            ),
        ),
        _ => (
            Severity::Care,
            format!("direct=0 without any sync: writes count when they are in memory; {until}"),
        ),
    };
    let mut finding = WRITE_CACHED.finds(severity, saw);
    for (name, value) in [("write_bytes", written), ("dirty_limit_bytes", limit)] {
        if let Some(value) = value {
            finding = finding.with(name, value as f64);
        }
    }
    vec![finding]
}

fn synced_at_end(look: &Look<'_>, written: Option<u64>) -> Vec<Finding> {
    let memory = look.case.machine().and_then(|machine| machine.memory.total_bytes);
    // By the clock, what is written again and again is no more than the region.
    let most = written.or(look.planned.footprint_bytes);
    let small = most
        .zip(memory)
        .is_some_and(|(bytes, memory)| bytes < memory.saturating_mul(2));
    let (severity, size) = match written {
        Some(bytes) if small => (
            Severity::Care,
            format!("{}, less than twice the memory, are", Bytes(bytes)),
        ),
        Some(bytes) => (Severity::Note, format!("{} are", Bytes(bytes))),
        None if small => (
            Severity::Care,
            "a region of less than twice the memory is".to_owned(),
        ),
        None => (Severity::Note, "the data are".to_owned()),
    };
    let saw = format!(
        "direct=0 with a sync only at the end: {size} written into memory while the clock runs, and end_fsync waits for the rest"
    );
    let why = "the bandwidth includes that last sync; IOPS and latencies of the single writes are those of memory, whatever the block size";
    vec![
        WRITE_CACHED
            .finds(severity, saw)
            .because(why)
            .attempt("read the bandwidth of the whole run only; for latencies fsync=1 or direct=1"),
    ]
}

pub(super) const FSYNC_DIRECT: Rule = Rule {
    id: "fsync-direct",
    family: Family::Durability,
    title: "a sync on direct writes",
    why: "the data are already handed to the device; what the sync does is flush the device's cache and the file's metadata, and its time stands in a section of its own (or only in the run time)",
    attempt: "say which is meant: durable writes (sync=dsync, or fdatasync=1 and read the sync section), or the device's speed (leave the sync out)",
    example: "fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --fsync=1 --size=7G --bs=4k\nThe latency of the writes leaves out the flush that follows each of them.",
    source: "S2, S3; fio's manual on fsync and direct; man 2 open (O_DIRECT, O_SYNC)",
    when: When::Plan,
    judge: fsync_direct,
};

fn fsync_direct(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let how = &look.job.durability;
        if !how.direct || !issues(look.job, Ddir::Write) {
            return Vec::new();
        }
        let every = [("fsync", how.fsync_every), ("fdatasync", how.fdatasync_every)]
            .into_iter()
            .find(|(_, every)| *every > 0);
        let (severity, saw) = match every {
            Some((name, every)) => {
                let each = if every == 1 { "write".to_owned() } else { format!("{every} writes") };
                (Severity::Care, format!("direct=1 with {name}={every}: a flush of the device's cache after every {each}, which write latencies leave out"))
            }
            None if how.end_fsync => (Severity::Note, "direct=1 with end_fsync=1: nothing of the data is left to write at the end; it flushes metadata and the device's cache once".to_owned()),
            None => return Vec::new(),
        };
        vec![FSYNC_DIRECT.finds(severity, saw)]
    })
}
