//! What lies under the target and decides what this job can show.

use fiord_host::disk::Transport;
use fiord_host::stack::LayerKind;
use fiord_job::plan::Ddir;

use super::per_disk_job;
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::planned::issues;
use crate::trap::{Family, Severity, When};
use fiord_record::number::Bytes;

pub(super) const CLIFF: Rule = Rule {
    id: "cliff",
    family: Family::Shape,
    title: "a write test that ends before the drive's cache does",
    why: "flash drives take tens of GB at the speed of their cache, and slow down by a factor afterwards; a new or trimmed drive is faster than it will ever be again",
    attempt: "precondition (write twice the capacity), or write long enough to see the level after the step, and say which of the two is reported",
    example: "fio --name=w --filename=on-nvme --rw=write --direct=1 --bs=1m --size=8G --iodepth=32 --ioengine=libaio\n8 GiB fit into the SLC cache of most drives.",
    source: "S3 (24 h of warm-up for a new drive); SNIA SSS PTS 2.0.2",
    when: When::Plan,
    judge: cliff,
};

fn cliff(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let Some(bytes) = look.planned.total_bytes else {
            return Vec::new();
        };
        let small = capacity(look).is_some_and(|capacity| bytes < capacity / 10);
        if !look.job.durability.direct || !issues(look.job, Ddir::Write) || !small {
            return Vec::new();
        }
        let saw = format!(
            "{} are written, {} of the drive: its write cache can take that",
            Bytes(bytes),
            fiord_record::number::Share(bytes as f64 / capacity(look).unwrap_or(1) as f64)
        );
        vec![CLIFF.finds(Severity::Note, saw).with("write_bytes", bytes as f64)]
    })
}

/// Capacity of the flash drive at the bottom, where it is one and real.
fn capacity(look: &Look<'_>) -> Option<u64> {
    let leaf = *look.targets.first()?.leaves().first()?;
    let LayerKind::Disk(disk) = &leaf.kind else {
        return None;
    };
    let turns = leaf
        .queue
        .as_ref()
        .and_then(|queue| queue.rotational)
        .unwrap_or(false);
    let real = matches!(
        disk.transport,
        Transport::Nvme | Transport::Sata | Transport::Sas | Transport::Usb
    );
    leaf.size_bytes.filter(|_| real && !turns)
}
