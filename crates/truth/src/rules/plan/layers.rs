//! What lies under the target and decides what this job can show.

use fiord_host::cgroup::Limited;
use fiord_host::disk::Transport;
use fiord_host::stack::{LayerKind, Mapping};
use fiord_job::plan::Ddir;

use super::per_disk_job;
use crate::case::Case;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::planned::issues;
use crate::trap::{Family, Severity, When};
use fiord_record::number::{Bytes, Micros};

pub(super) const STACK: Rule = Rule {
    id: "stack",
    family: Family::Machine,
    title: "a layer that sends one file to one disk, or costs by itself",
    why: "the result is that of the layer with this job on it, not of the disks below",
    attempt: "measure the disks one by one; over a linear volume use files (or offsets) on each part",
    example: "fio --name=w --filename=on-linear-lvm --rw=randwrite --direct=1 --bs=4k --size=4G\nOf the two NVMe disks of the volume one stood idle: a linear volume fills one after the other.",
    source: "S4 (the second NVMe idle under LVM)",
    when: When::Plan,
    judge: stack,
};

fn stack(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let Some(stack) = look.targets.first().and_then(|target| target.stack.as_ref()) else {
            return Vec::new();
        };
        let leaves = stack.leaves().len();
        let mut found = Vec::new();
        for (_, layer) in stack.layers() {
            let small_writes = issues(look.job, Ddir::Write) && look.job.access.mode.is_random();
            let said = match &layer.kind {
                LayerKind::Mapped(mapped) if mapped.mapping == Mapping::Linear && layer.below.len() > 1 => {
                    Some((
                        Severity::Care,
                        format!(
                            "{} is a linear volume over {leaves} disks: this region lies on one of them",
                            layer.name
                        ),
                    ))
                }
                LayerKind::Mapped(mapped) => match &mapped.mapping {
                    Mapping::Crypt { .. } => Some((
                        Severity::Note,
                        format!("{} encrypts: its processor time is part of every I/O", layer.name),
                    )),
                    Mapping::Snapshot => Some((
                        Severity::Care,
                        format!(
                            "{} is a snapshot or has one: first writes copy the old block",
                            layer.name
                        ),
                    )),
                    _ => None,
                },
                LayerKind::Md(md)
                    if small_writes && matches!(md.level.as_deref(), Some("raid4" | "raid5" | "raid6")) =>
                {
                    Some((
                        Severity::Care,
                        format!(
                            "{} is {}: small random writes read and rewrite parity",
                            layer.name,
                            md.level.as_deref().unwrap_or_default()
                        ),
                    ))
                }
                LayerKind::Loop { .. } => Some((
                    Severity::Note,
                    format!(
                        "{} is a file shown as a device: two file systems are measured",
                        layer.name
                    ),
                )),
                _ => None,
            };
            found.extend(said.map(|(severity, saw)| STACK.finds(severity, saw)));
        }
        found
    })
}

pub(super) const THROTTLE: Rule = Rule {
    id: "throttle",
    family: Family::Machine,
    title: "a limit that ends it before the device does",
    why: "the number will be the limit's",
    attempt: "run outside the limited control group, or say that the limit is what was measured",
    example: "fio --name=r --filename=in-limited-group --rw=read --direct=1 --bs=1m --size=8G\nThe control group allows 10 MiB/s.",
    source: "Documentation/admin-guide/cgroup-v2.rst (io.max); S4 (an ESSD's promise of 4,200 IOPS)",
    when: When::Plan,
    judge: throttle,
};

fn throttle(evidence: &Case<'_>) -> Vec<Finding> {
    per_disk_job(evidence, |look| {
        let Some(machine) = look.case.machine() else {
            return Vec::new();
        };
        let numbers: Vec<(u32, u32)> = look
            .targets
            .iter()
            .filter_map(|target| target.stack.as_ref())
            .flat_map(|stack| stack.layers())
            .filter_map(|(_, layer)| layer.number)
            .collect();
        let mut found = Vec::new();
        for limit in &machine.cgroups.limits {
            if !limit.number.is_some_and(|number| numbers.contains(&number)) {
                continue;
            }
            let (ddir, unit, bytes) = match limit.what {
                Limited::ReadBps => (Ddir::Read, 1.0, true),
                Limited::WriteBps => (Ddir::Write, 1.0, true),
                Limited::ReadIops => (Ddir::Read, look.planned.block_bytes, false),
                Limited::WriteIops => (Ddir::Write, look.planned.block_bytes, false),
                _ => continue,
            };
            if !issues(look.job, ddir) {
                continue;
            }
            let rate = limit.value as f64 * unit;
            let what = if bytes {
                format!("{}/s", Bytes(limit.value))
            } else {
                format!("{} I/Os per second", limit.value)
            };
            let lasts = look
                .planned
                .total_bytes
                .map(|total| {
                    format!(
                        "; {} take {} at least",
                        Bytes(total),
                        Micros((total as f64 / rate * 1e6) as u64)
                    )
                })
                .unwrap_or_default();
            let saw = format!(
                "the control group {} allows {what} of {}s on this device{lasts}",
                limit.group.display(),
                ddir.name()
            );
            found.push(
                THROTTLE
                    .finds(Severity::Care, saw)
                    .with("limit", limit.value as f64),
            );
        }
        found
    })
}

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
