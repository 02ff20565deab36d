//! What a layer between file and disk means for a measurement; doctor's tree and the trap `stack` show it.

use fiord_host::disk::{Disk, Transport};
use fiord_host::stack::{FileSystem, FsClass, Layer, LayerKind, Mapped, Mapping, Md};
use fiord_messages::Lang;
use fiord_record::number::{Bytes, plural};

/// One line on a layer.
pub fn meaning(layer: &Layer, _: Lang) -> String {
    meaning_of(&layer.kind, layer.below.len())
}

/// As [`meaning`], of a layer over so many parts.
pub(crate) fn meaning_of(kind: &LayerKind, parts: usize) -> String {
    let text = match kind {
        LayerKind::FileSystem(fs) => of_file_system(fs),
        LayerKind::Partition { .. } => "part of a disk: other parts share its speed",
        LayerKind::Mapped(mapped) => return of_mapped(mapped, parts),
        LayerKind::Md(md) => return of_md(md),
        LayerKind::Loop {
            direct_io: Some(true),
            ..
        } => "a file as a disk: the file system below takes part in each I/O",
        LayerKind::Loop {
            direct_io: Some(false),
            ..
        } => "a file as a disk, through the page cache: direct I/O still reads memory",
        LayerKind::Loop { .. } => "a file as a disk: its page cache may answer direct I/O",
        LayerKind::Zram { .. } => "compressed memory: speed depends on the content, no disk is measured",
        LayerKind::Bcache { mode } => {
            let mode = mode.as_deref().unwrap_or("mode unknown");
            return format!("a fast disk before a slow one ({mode}): what is hot decides the speed");
        }
        LayerKind::Disk(disk) => of_disk(disk),
    };
    text.to_owned()
}

fn of_file_system(fs: &FileSystem) -> &'static str {
    match fs.class {
        FsClass::Disk => "buffered I/O goes through the page cache; direct=1 bypasses it",
        FsClass::CopyOnWrite => {
            "copy-on-write with its own caching: overwrites move data, direct=1 may be cached"
        }
        FsClass::Network => "files on another machine: network and server are measured too",
        FsClass::HostShared => "files of the virtual machine's host: its page cache answers",
        FsClass::Overlay => "a union of folders: the first write to a file copies all of it",
        FsClass::Fuse => "served by a process: each I/O crosses into it and back",
        FsClass::Memory => "memory: no disk is measured",
        FsClass::Unknown => "a file system that is not known here",
    }
}

fn of_mapped(mapped: &Mapped, parts: usize) -> String {
    let text = match &mapped.mapping {
        Mapping::Linear if parts > 1 => {
            return format!("parts of {parts} disks in a row: any one place uses one of them at a time");
        }
        Mapping::Linear => "part of the device below, at its speed",
        Mapping::Striped { chunk_bytes, .. } => {
            let chunk = chunk_bytes.map_or_else(String::new, |c| format!(" ({})", Bytes(c)));
            return format!("I/O larger than a chunk{chunk} uses several disks at once; smaller uses one");
        }
        Mapping::Crypt { .. } => "encryption: costs CPU time per byte, and may queue on its own workers",
        Mapping::Thin => "blocks come when first written: unwritten ones read as zeros without any disk",
        Mapping::ThinPool => "gives blocks to thin volumes, which share its speed",
        Mapping::Cache => "a fast disk before a slow one: what is hot decides the speed",
        Mapping::Snapshot => "first writes copy the old data: slower until all is copied",
        Mapping::Multipath => "several paths to one disk: its policy decides which are used",
        Mapping::Raid { level } => of_raid(level.as_deref()),
        Mapping::Integrity => "checks data against hashes: costs CPU time and extra reads",
        Mapping::Vdo => "deduplicates and compresses: speed depends on the content",
        Mapping::Test(kind) => {
            return format!("a test target ({kind}): it delays, fails or drops I/O on purpose");
        }
        Mapping::Other(kind) => return format!("target {kind}: not known here"),
        Mapping::Unknown if parts > 1 => {
            return format!("{parts} parts; root can read how they are joined");
        }
        Mapping::Unknown => "root can read what it does",
    };
    text.to_owned()
}

fn of_raid(level: Option<&str>) -> &'static str {
    match level.unwrap_or("") {
        "raid0" => "stripes over all members: small I/O uses one of them",
        "raid1" => "mirrors: reads spread over members, a write waits for all of them",
        "raid10" => "mirrored stripes: reads spread, a write waits for each copy",
        l if l.starts_with("raid4") || l.starts_with("raid5") || l.starts_with("raid6") => {
            "parity: a write smaller than a stripe reads first"
        }
        "linear" => "members in a row: any one place uses one of them at a time",
        _ => "several disks as one",
    }
}

fn of_md(md: &Md) -> String {
    let text = of_raid(md.level.as_deref());
    let busy = md
        .sync_action
        .as_deref()
        .filter(|action| !matches!(*action, "idle" | "frozen" | "none"));
    let missing = match md.degraded.unwrap_or(0) {
        0 => None,
        missing => Some(plural(u64::from(missing), "member")),
    };
    match (busy, missing) {
        (Some(action), Some(missing)) => format!("{text}; it is in {action}, {missing} missing"),
        (Some(action), None) => format!("{text}; it is in {action}"),
        (None, Some(missing)) => format!("{text}; {missing} missing"),
        (None, None) if md.bitmap.as_deref().is_some_and(|bitmap| bitmap != "none") => {
            format!("{text}; its bitmap adds writes")
        }
        (None, None) => text.to_owned(),
    }
}

fn of_disk(disk: &Disk) -> &'static str {
    match &disk.cloud {
        Some(volume) if !volume.local => {
            return "a cloud volume: behind a network, with limits that are bought";
        }
        Some(_) => return "a disk of the cloud's host: lost with the instance",
        None => {}
    }
    match disk.transport {
        Transport::Nvme => "a disk of this machine with many deep queues",
        Transport::NvmeFabric | Transport::NetworkBlock => {
            "a disk over a network: its latency is in each I/O"
        }
        Transport::Sata => "one queue of 32 requests",
        Transport::Sas | Transport::Scsi => "a disk behind a SCSI host adapter",
        Transport::RaidController => "several disks behind a controller, whose memory may answer",
        Transport::FibreChannel | Transport::Iscsi => {
            "a disk on a storage network: the array's cache and others share it"
        }
        Transport::Usb => "the USB bridge bounds depth and throughput",
        Transport::VirtioBlk
        | Transport::VirtioScsi
        | Transport::Xen
        | Transport::HyperV
        | Transport::VmwarePvscsi => "a virtual disk: its host may cache, share and throttle it",
        Transport::Mmc => "a card: one request at a time, slow random writes",
        Transport::Pmem => "memory that lasts: no queue, CPU time is the cost",
        Transport::Memory => "memory: no disk is measured",
        Transport::Unknown => "a disk of an unknown kind",
    }
}
