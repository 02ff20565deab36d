//! The file system that the path lies on: its sort, its mount options, how full it is. Not: the layers under it.

use fiord_host::stack::{FileSystem, FsClass};

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Bytes, Share};

check!(FS_CLASS, FileSystem, class,
    id: "fs-class",
    family: Source,
    title: "the file system does more than place blocks on a disk",
    why: "its own caching, copying or network is measured together with the disk, and direct=1 may not pass it by",
    attempt: "name it with the result, or measure a plain file system or the device below",
    example: "/tank is zfs: copy-on-write with its own cache",
    source: "KDiskMark issues 122 and 148; kernel: filesystems/overlayfs.rst, filesystems/fuse.rst",
);

check!(COMPRESSION, FileSystem, compression,
    id: "compression",
    family: Source,
    title: "the file system compresses",
    why: "content that compresses is never written in full, so the numbers depend on the content",
    attempt: "write incompressible data (refill_buffers=1), or turn compression off for the file",
    example: "/home is compressed with zstd:3",
    source: "btrfs(5), f2fs(5); fio issue 463",
);

check!(MOUNT_OPTIONS, FileSystem, options,
    id: "mount-options",
    family: Machine,
    title: "mount options change what a write means",
    why: "they decide what reaches the disk, and when",
    attempt: "remount with the defaults, or say with the result how it was mounted",
    example: "/data is mounted with nobarrier: fsync does not flush the disk",
    source: "mount(8), ext4(5), xfs(5)",
);

check!(FREE_SPACE, FileSystem, free_space,
    id: "free-space",
    family: Machine,
    title: "the file system is nearly full",
    why: "a full file system scatters new files, and a full flash disk has nothing to collect garbage with",
    attempt: "free some space (below 80 % used) before measuring writes",
    example: "/data is 97 % full",
    source: "SNIA Solid State Storage Performance Test Specification (preconditioning)",
);

check!(QUOTA, FileSystem, quota,
    id: "quota",
    family: Machine,
    title: "quotas are counted",
    why: "each allocation is booked, and a test may end at the quota instead of the disk",
    attempt: "use a file that exists already (`fiord prepare`), or a user without a quota",
    example: "/home is mounted with usrquota",
    source: "quota(1), xfs(5), ext4(5)",
);

fn at(fs: &FileSystem) -> String {
    fs.mount.mount_point.display().to_string()
}

fn class(facts: &MachineView<'_>) -> Vec<Seen> {
    let Some(fs) = facts.machine.stack.file_system() else {
        return Vec::new();
    };
    let saw = |what: &str| format!("{} is {}: {what}", at(fs), fs.mount.fs_type);
    vec![match fs.class {
        FsClass::Disk => Seen::fine(saw("in place, on a disk")),
        FsClass::CopyOnWrite => Seen::care(saw("copy-on-write with its own caching")),
        FsClass::Network => Seen::care(saw("on another machine")),
        FsClass::HostShared => Seen::care(saw("shared from the host"))
            .because("the host's page cache answers, also with direct=1"),
        FsClass::Overlay => Seen::care(saw("a union of folders")).because(
            "the first write to a file copies all of it, and what lies below may not be visible from here",
        ),
        FsClass::Fuse => Seen::care(saw("served by a process"))
            .because("each I/O crosses into that process and back, and may be cached there"),
        FsClass::Memory => Seen::wrong(saw("memory"))
            .because("no disk is measured")
            .attempt("choose a path on the disk to be measured"),
        FsClass::Unknown => Seen::unknown(saw("its sort")),
    }]
}

fn compression(facts: &MachineView<'_>) -> Vec<Seen> {
    let fs = facts.machine.stack.file_system();
    let one = |fs: &FileSystem| {
        Some(Seen::care(format!(
            "{} is compressed with {}",
            at(fs),
            fs.compression.as_ref()?
        )))
    };
    fs.and_then(one).into_iter().collect()
}

/// Options that change what a write means, with what they do.
const TELLING: &[(&str, &str)] = &[
    ("ro", "nothing can be written"),
    ("sync", "each write waits for the disk, as with sync=1"),
    ("dirsync", "each change of a folder waits for the disk"),
    ("nobarrier", "fsync does not flush the disk"),
    ("barrier=0", "fsync does not flush the disk"),
    ("data=journal", "data are written twice"),
    ("dax", "direct access to memory: no block layer is measured"),
    (
        "dax=always",
        "direct access to memory: no block layer is measured",
    ),
    ("strictatime", "each read writes an access time"),
    ("autodefrag", "the file system rewrites small random writes later"),
];

fn options(facts: &MachineView<'_>) -> Vec<Seen> {
    let Some(fs) = facts.machine.stack.file_system() else {
        return Vec::new();
    };
    let mut out: Vec<Seen> = TELLING
        .iter()
        .filter(|(name, _)| fs.mount.has(name))
        .map(|(name, does)| Seen::care(format!("{} is mounted with {name}: {does}", at(fs))))
        .collect();
    if out.is_empty() {
        let options = fs.mount.options.join(",");
        out.push(Seen::fine(format!("{}: {options}", at(fs))));
    }
    out
}

fn free_space(facts: &MachineView<'_>) -> Vec<Seen> {
    let Some(fs) = facts.machine.stack.file_system() else {
        return Vec::new();
    };
    let (Some(total), Some(available)) = (fs.total_bytes.filter(|t| *t > 0), fs.available_bytes) else {
        return vec![Seen::unknown(format!("{}: free space", at(fs)))];
    };
    let used = 1.0 - fs.free_bytes.unwrap_or(available) as f64 / total as f64;
    let saw = format!(
        "{}: {} free of {}, {} used",
        at(fs),
        Bytes(available),
        Bytes(total),
        Share(used)
    );
    let seen = match () {
        _ if fs.free_inodes == Some(0) && fs.class == FsClass::Disk => {
            Seen::wrong(format!("{}: no inode is free", at(fs)))
        }
        _ if used >= 0.98 => Seen::wrong(saw),
        _ if used >= 0.90 => Seen::care(saw),
        _ if used >= 0.80 => Seen::note(saw),
        _ => Seen::fine(saw),
    };
    vec![
        seen.with("used_percent", used * 100.0)
            .with("available_bytes", available as f64),
    ]
}

fn quota(facts: &MachineView<'_>) -> Vec<Seen> {
    let Some(fs) = facts
        .machine
        .stack
        .file_system()
        .filter(|fs| fs.class == FsClass::Disk)
    else {
        return Vec::new();
    };
    let is_quota = |o: &&String| {
        let name = o.split('=').next().unwrap_or_default();
        !name.starts_with("no") && (name.contains("quota") || matches!(name, "usrjquota" | "grpjquota"))
    };
    let asked: Vec<&str> = fs
        .mount
        .super_options
        .iter()
        .filter(is_quota)
        .map(String::as_str)
        .collect();
    vec![if asked.is_empty() {
        Seen::fine(format!("{}: none by its mount options", at(fs)))
    } else {
        Seen::note(format!(
            "{} is mounted with {}; how much is left is unknown",
            at(fs),
            asked.join(", ")
        ))
    }]
}
