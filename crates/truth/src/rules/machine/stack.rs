//! Layers between file and disk that change what is measured, and the one line that says how. `doctor` draws the same lines
//! beside its tree.

use fiord_host::Root;
use fiord_host::disk::{Disk, Transport};
use fiord_host::stack::{FileSystem, FsClass, Layer, LayerKind, Mapped, Mapping, Md};

use super::{Seen, check};
use crate::machine_view::MachineView;
use crate::trap::State;
use fiord_record::number::{Bytes, plural};

check!(STACK, Stack, stack,
    id: "stack",
    family: Machine,
    title: "a layer between file and disk changes the answer",
    why: "the number is that of the layer and the disks together",
    attempt: "name the layer with the result, or measure a disk below it",
    example: "dm-0 is linear over nvme0n1 and nvme1n1: any place lies on one of them",
    source: "kernel: admin-guide/device-mapper, admin-guide/md.rst",
);

/// What one layer means for a measurement, and how much that matters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// [`State::Fine`] where the layer is no concern.
    pub grade: State,
    /// One line.
    pub text: String,
}

fn means(grade: State, text: impl Into<String>) -> Meaning {
    Meaning {
        grade,
        text: text.into(),
    }
}

/// What a layer means for a measurement.
pub fn meaning(layer: &Layer) -> Meaning {
    match &layer.kind {
        LayerKind::FileSystem(fs) => of_file_system(fs),
        LayerKind::Partition { .. } => means(State::Fine, "part of a disk: other parts share its speed"),
        LayerKind::Mapped(mapped) => of_mapped(mapped, &layer.below),
        LayerKind::Md(md) => of_md(md),
        LayerKind::Loop {
            direct_io: Some(true),
            ..
        } => means(
            State::Care,
            "a file as a disk: the file system below takes part in each I/O",
        ),
        LayerKind::Loop {
            direct_io: Some(false),
            ..
        } => means(
            State::Care,
            "a file as a disk, through the page cache: direct I/O still reads memory",
        ),
        LayerKind::Loop { .. } => means(
            State::Care,
            "a file as a disk: its page cache may answer direct I/O",
        ),
        LayerKind::Zram { .. } => means(
            State::Care,
            "compressed memory: speed depends on the content, no disk is measured",
        ),
        LayerKind::Bcache { mode } => means(
            State::Care,
            format!(
                "a fast disk before a slow one ({}): what is hot decides the speed",
                mode.as_deref().unwrap_or("mode unknown")
            ),
        ),
        LayerKind::Disk(disk) => means(State::Fine, of_disk(disk)),
    }
}

fn of_file_system(fs: &FileSystem) -> Meaning {
    let text = match fs.class {
        FsClass::Disk => "buffered I/O goes through the page cache; direct=1 passes it by",
        FsClass::CopyOnWrite => {
            "copy-on-write with its own caching: overwrites move data, direct=1 may be cached"
        }
        FsClass::Network => "files on another machine: network and server are measured too",
        FsClass::HostShared => "files of the virtual machine's host: its page cache answers",
        FsClass::Overlay => "a union of folders: the first write to a file copies all of it",
        FsClass::Fuse => "served by a process: each I/O crosses into it and back",
        FsClass::Memory => "memory: no disk is measured",
        FsClass::Unknown => "a file system that is not known here",
    };
    // Its own check (fs-class) grades it.
    means(State::Fine, text)
}

fn of_mapped(mapped: &Mapped, below: &[Layer]) -> Meaning {
    let parts = below.len();
    let tested = |text: &str| means(State::Care, text);
    match &mapped.mapping {
        Mapping::Linear if parts > 1 => means(
            State::Care,
            format!("parts of {parts} disks in a row: any one place uses one of them at a time"),
        ),
        Mapping::Linear => means(State::Fine, "part of the device below, at its speed"),
        Mapping::Striped { chunk_bytes, .. } => {
            let chunk = chunk_bytes.map_or_else(String::new, |c| format!(" ({})", Bytes(c)));
            means(
                State::Note,
                format!("I/O larger than a chunk{chunk} uses several disks at once; smaller uses one"),
            )
        }
        Mapping::Crypt { .. } => {
            tested("encryption: costs CPU time per byte, and may queue on its own workers")
        }
        Mapping::Thin => {
            tested("blocks come when first written: unwritten ones read as zeros without any disk")
        }
        Mapping::ThinPool => means(State::Note, "gives blocks to thin volumes, which share its speed"),
        Mapping::Cache => tested("a fast disk before a slow one: what is hot decides the speed"),
        Mapping::Snapshot => tested("first writes copy the old data: slower until all is copied"),
        Mapping::Multipath => means(
            State::Note,
            "several paths to one disk: its policy decides which are used",
        ),
        Mapping::Raid { level } => means(State::Note, of_raid(level.as_deref())),
        Mapping::Integrity => tested("checks data against hashes: costs CPU time and extra reads"),
        Mapping::Vdo => tested("deduplicates and compresses: speed depends on the content"),
        Mapping::Test(kind) => tested(&format!(
            "a test target ({kind}): it delays, fails or drops I/O on purpose"
        )),
        Mapping::Other(kind) => means(State::Note, format!("target {kind}: not known here")),
        Mapping::Unknown if parts > 1 => means(
            State::Unknown,
            format!("{parts} parts; root can read how they are joined"),
        ),
        Mapping::Unknown => means(State::Unknown, "root can read what it does"),
    }
}

fn of_raid(level: Option<&str>) -> String {
    let text = match level.unwrap_or("") {
        "raid0" => "stripes over all members: small I/O uses one of them",
        "raid1" => "mirrors: reads spread over members, a write waits for all of them",
        "raid10" => "mirrored stripes: reads spread, a write waits for each copy",
        l if l.starts_with("raid4") || l.starts_with("raid5") || l.starts_with("raid6") => {
            "parity: a write smaller than a stripe reads first"
        }
        "linear" => "members in a row: any one place uses one of them at a time",
        _ => "several disks as one",
    };
    text.to_owned()
}

fn of_md(md: &Md) -> Meaning {
    let text = of_raid(md.level.as_deref());
    let busy = md
        .sync_action
        .as_deref()
        .filter(|a| !matches!(*a, "idle" | "frozen" | "none"));
    match (busy, md.degraded.unwrap_or(0)) {
        (Some(action), missing) => {
            let missing = if missing > 0 {
                format!(", {} missing", plural(u64::from(missing), "member"))
            } else {
                String::new()
            };
            means(State::Wrong, format!("{text}; it is in {action}{missing}"))
        }
        (None, missing) if missing > 0 => means(
            State::Wrong,
            format!("{text}; {} missing", plural(u64::from(missing), "member")),
        ),
        _ if md.bitmap.as_deref().is_some_and(|b| b != "none") => {
            means(State::Note, format!("{text}; its bitmap adds writes"))
        }
        _ => means(State::Note, text),
    }
}

fn of_disk(disk: &Disk) -> String {
    match &disk.cloud {
        Some(volume) if !volume.local => {
            return "a cloud volume: behind a network, with limits that are bought".to_owned();
        }
        Some(_) => return "a disk of the cloud's host: lost with the instance".to_owned(),
        None => {}
    }
    let text = match disk.transport {
        Transport::Nvme => "a disk of this machine with many deep queues",
        Transport::NvmeFabric => "a disk over a network: its latency is in each I/O",
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
        Transport::NetworkBlock => "a disk over a network: its latency is in each I/O",
        Transport::Memory => "memory: no disk is measured",
        Transport::Unknown => "a disk of an unknown kind",
    };
    text.to_owned()
}

fn stack(facts: &MachineView<'_>) -> Vec<Seen> {
    let layers = facts.machine.stack.layers();
    if layers.is_empty() {
        let path = facts.machine.stack.path.display();
        return vec![Seen::unknown(format!("what lies under {path}"))];
    }
    let mut out: Vec<Seen> = Vec::new();
    for (_, layer) in &layers {
        let meaning = meaning(layer);
        if meaning.grade == State::Fine || out.iter().any(|seen| seen.on.as_deref() == Some(&layer.name)) {
            continue;
        }
        let below: Vec<&str> = layer.below.iter().map(|l| l.name.as_str()).collect();
        let over = if below.is_empty() {
            String::new()
        } else {
            format!(" over {}", below.join(", "))
        };
        let mut seen = Seen::new(
            meaning.grade,
            format!("{} ({}){over}", layer.name, layer.kind.title()),
        )
        .because(meaning.text);
        if matches!(&layer.kind, LayerKind::Md(_)) && meaning.grade == State::Wrong {
            seen = seen.attempt(format!(
                "wait until it is whole again; {} shows the progress",
                Root::system().proc("mdstat").display()
            ));
        }
        out.push(seen.on(&layer.name));
    }
    let leaves = facts.machine.stack.leaves().len();
    if out.is_empty() {
        let under = if leaves == 0 {
            "no disk is visible below".to_owned()
        } else {
            plural(leaves as u64, "disk")
        };
        let seen = format!("{under}, nothing in between that changes the answer");
        out.push(if leaves == 0 {
            Seen::unknown(under)
        } else {
            Seen::fine(seen)
        });
    }
    out
}
