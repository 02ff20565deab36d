//! What lies between a file and the disks: a tree of layers, from the file system down.
//!
//! Built from the mount table and `sysfs`; device-mapper tables come from [`crate::dm`]. Nothing here opens a device. Layers
//! that cannot be looked through (network, ZFS, FUSE) end the tree.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::block::{self, Queue};
use crate::disk::Disk;
use crate::dm::{self, Target};
use crate::mounts::{self, Mount};
use crate::root::{self, Root};

/// Deeper than any real stack; ends loops in broken trees.
const DEPTH_AT_MOST: usize = 24;

/// The layers under one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    /// The path as asked.
    pub path: PathBuf,
    /// The layers, the uppermost first; `None` when nothing at all is known.
    pub top: Option<Layer>,
}

/// One layer and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The kernel's name of the device (`dm-0`), or the file system's type.
    pub name: String,
    /// What it is.
    pub kind: LayerKind,
    /// Its size.
    pub size_bytes: Option<u64>,
    /// `major:minor`.
    pub number: Option<(u32, u32)>,
    /// Settings of its queue; partitions and file systems have none.
    pub queue: Option<Queue>,
    /// What it rests on.
    pub below: Vec<Layer>,
}

/// The kinds of layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LayerKind {
    /// A mounted file system.
    FileSystem(Box<FileSystem>),
    /// A partition.
    Partition {
        /// Its number in the table.
        number: Option<u32>,
        /// Where it starts on the disk.
        start_bytes: Option<u64>,
    },
    /// A device-mapper device.
    Mapped(Box<Mapped>),
    /// Linux software RAID.
    Md(Box<Md>),
    /// A file shown as a device.
    Loop {
        /// The file.
        backing_file: Option<PathBuf>,
        /// Whether it is read past the page cache; without it data is cached twice.
        direct_io: Option<bool>,
        /// First byte of the file.
        offset_bytes: Option<u64>,
    },
    /// Compressed memory.
    Zram {
        /// `lzo-rle`, `zstd`, …
        algorithm: Option<String>,
    },
    /// A disk behind a block cache.
    Bcache {
        /// `writethrough`, `writeback`, `writearound`, `none`.
        mode: Option<String>,
    },
    /// A disk: nothing that Linux knows of lies below.
    Disk(Box<Disk>),
}

/// A mapped device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapped {
    /// Its name under `/dev/mapper`.
    pub name: Option<String>,
    /// Who made it, as its uuid tells: `LVM`, `CRYPT`, `mpath`, …
    pub owner: Option<String>,
    /// What it does.
    pub mapping: Mapping,
    /// Whether [`Mapped::mapping`] was read from the table, or only concluded from names and queue limits.
    pub certain: bool,
    /// The table, where it could be read.
    pub targets: Vec<Target>,
}

/// What a mapped device does with its parts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mapping {
    /// Parts one after another: any place lies on one of them.
    Linear,
    /// Parts in turn.
    Striped {
        /// How many.
        stripes: Option<u32>,
        /// How much of each.
        chunk_bytes: Option<u64>,
    },
    /// Encryption.
    Crypt {
        /// `aes-xts-plain64`
        cipher: Option<String>,
    },
    /// A volume that gets its blocks when they are written.
    Thin,
    /// Where thin volumes get them.
    ThinPool,
    /// A fast device before a slow one (`cache`, `writecache`).
    Cache,
    /// Copy-on-write snapshot or its origin.
    Snapshot,
    /// Several paths to one disk.
    Multipath,
    /// RAID or mirror by device mapper.
    Raid {
        /// `raid1`, `raid5_ls`, …
        level: Option<String>,
    },
    /// Checks data against hashes (`verity`, `integrity`).
    Integrity,
    /// Deduplicates and compresses.
    Vdo,
    /// Adds delays or faults (`delay`, `flakey`, `dust`, `error`, `zero`): a test device.
    Test(String),
    /// Another target, or unlike targets.
    Other(String),
    /// Not known.
    Unknown,
}

/// A software RAID.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Md {
    /// `raid0`, `raid1`, `raid5`, `raid10`, `linear`, …
    pub level: Option<String>,
    /// How many members it should have.
    pub raid_disks: Option<u32>,
    /// Chunk.
    pub chunk_bytes: Option<u64>,
    /// `clean`, `active`, `read-auto`, …
    pub state: Option<String>,
    /// How many members are missing.
    pub degraded: Option<u32>,
    /// `idle`, or what it does beside serving: `resync`, `check`, `recover`, `reshape`.
    pub sync_action: Option<String>,
    /// Whether a write-intent bitmap costs extra writes.
    pub bitmap: Option<String>,
}

/// What sort of file system, where that decides what a measurement means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FsClass {
    /// On a disk, in place: ext4, XFS, F2FS, …
    Disk,
    /// Copy-on-write with its own caching, sums or compression: Btrfs, ZFS, bcachefs.
    CopyOnWrite,
    /// On another machine.
    Network,
    /// Shared from the host of a virtual machine: 9p, virtiofs.
    HostShared,
    /// A union of directories.
    Overlay,
    /// Served by a process.
    Fuse,
    /// In memory.
    Memory,
    /// Not known.
    Unknown,
}

/// A mounted file system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSystem {
    /// The mount.
    pub mount: Mount,
    /// Its sort.
    pub class: FsClass,
    /// `zstd:3`, … where the mount says that data are compressed.
    pub compression: Option<String>,
    /// Read-ahead of files on it, whatever the disks below are set to.
    pub read_ahead_kb: Option<u64>,
    /// All of it; only on the running system, as the following.
    pub total_bytes: Option<u64>,
    /// Free, including what is reserved for root.
    pub free_bytes: Option<u64>,
    /// Free for this user.
    pub available_bytes: Option<u64>,
    /// Its block.
    pub block_bytes: Option<u64>,
    /// Free inodes.
    pub free_inodes: Option<u64>,
}

impl Stack {
    /// The layers under `path`: a file, a directory, a device, or a path that is yet to be made.
    pub fn under(root: &Root, path: &Path) -> Stack {
        let real = resolve(root, path);
        let top = match device_at(root, &real) {
            Some(device) => layer(root, &device, DEPTH_AT_MOST),
            None => file_system(root, &real, DEPTH_AT_MOST),
        };
        Stack {
            path: path.to_path_buf(),
            top,
        }
    }

    /// Every layer with its depth, from the top.
    pub fn layers(&self) -> Vec<(usize, &Layer)> {
        let mut out = Vec::new();
        if let Some(top) = &self.top {
            top.walk(0, &mut out);
        }
        out
    }

    /// The layers that are disks, or whatever else the tree ends in, each once.
    pub fn leaves(&self) -> Vec<&Layer> {
        let mut leaves: Vec<&Layer> = Vec::new();
        for (_, layer) in self.layers() {
            let is_device = !matches!(layer.kind, LayerKind::FileSystem(_));
            if layer.below.is_empty() && is_device && leaves.iter().all(|l| l.name != layer.name) {
                leaves.push(layer);
            }
        }
        leaves
    }

    /// The uppermost file system.
    pub fn file_system(&self) -> Option<&FileSystem> {
        self.layers()
            .into_iter()
            .find_map(|(_, layer)| match &layer.kind {
                LayerKind::FileSystem(fs) => Some(&**fs),
                _ => None,
            })
    }

    /// The names of all devices in the tree, each once.
    pub fn devices(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (_, layer) in self.layers() {
            if layer.number.is_some() && !names.contains(&layer.name.as_str()) {
                names.push(&layer.name);
            }
        }
        names
    }
}

impl LayerKind {
    /// What it is in a few words, for a drawing of the tree.
    pub fn title(&self) -> String {
        let or = |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
        match self {
            LayerKind::FileSystem(fs) => {
                format!("{} on {}", fs.mount.fs_type, fs.mount.mount_point.display())
            }
            LayerKind::Partition {
                number: Some(number), ..
            } => format!("partition {number}"),
            LayerKind::Partition { .. } => "partition".to_owned(),
            LayerKind::Mapped(mapped) => mapped.title(),
            LayerKind::Md(md) => format!("md {}", or(&md.level)),
            LayerKind::Loop {
                backing_file: Some(file),
                ..
            } => format!("loop over {}", file.display()),
            LayerKind::Loop { .. } => "loop".to_owned(),
            LayerKind::Zram { algorithm } => format!("zram {}", or(algorithm)),
            LayerKind::Bcache { mode } => format!("bcache {}", or(mode)),
            LayerKind::Disk(disk) => match &disk.model {
                Some(model) => format!("{} {model}", disk.transport.name()),
                None => disk.transport.name().to_owned(),
            },
        }
    }
}

impl Mapped {
    fn title(&self) -> String {
        let what = match &self.mapping {
            Mapping::Linear => "linear".to_owned(),
            Mapping::Striped {
                stripes: Some(n),
                chunk_bytes: Some(c),
            } => format!("striped over {n}, chunk {} KiB", c / 1024),
            Mapping::Striped { .. } => "striped".to_owned(),
            Mapping::Crypt { cipher: Some(cipher) } => format!("crypt {cipher}"),
            Mapping::Crypt { .. } => "crypt".to_owned(),
            Mapping::Thin => "thin".to_owned(),
            Mapping::ThinPool => "thin pool".to_owned(),
            Mapping::Cache => "cache".to_owned(),
            Mapping::Snapshot => "snapshot".to_owned(),
            Mapping::Multipath => "multipath".to_owned(),
            Mapping::Raid { level: Some(level) } => level.clone(),
            Mapping::Raid { .. } => "raid".to_owned(),
            Mapping::Integrity => "integrity".to_owned(),
            Mapping::Vdo => "vdo".to_owned(),
            Mapping::Test(target) | Mapping::Other(target) => target.clone(),
            Mapping::Unknown => "unknown mapping".to_owned(),
        };
        let owner = if self.owner.as_deref() == Some("LVM") {
            "LVM "
        } else {
            ""
        };
        match &self.name {
            Some(name) => format!("{owner}{what} {name}"),
            None => format!("{owner}{what}"),
        }
    }
}

impl Layer {
    fn walk<'a>(&'a self, depth: usize, out: &mut Vec<(usize, &'a Layer)>) {
        out.push((depth, self));
        for below in &self.below {
            below.walk(depth + 1, out);
        }
    }
}

/// The path without links; of a path that does not exist yet, its nearest ancestor that does.
fn resolve(root: &Root, path: &Path) -> PathBuf {
    if !root.is_live() {
        return path.to_path_buf();
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    absolute
        .ancestors()
        .find_map(|p| std::fs::canonicalize(p).ok())
        .unwrap_or(absolute)
}

/// The device that a path names, if it names one.
pub fn device_at(root: &Root, path: &Path) -> Option<String> {
    if root.is_live() {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let meta = std::fs::metadata(path).ok()?;
        if !meta.file_type().is_block_device() {
            return None;
        }
        let device = meta.rdev();
        return block::by_number(root, rustix::fs::major(device), rustix::fs::minor(device));
    }
    block::by_dev_path(root, path)
}

fn file_system(root: &Root, path: &Path, depth: usize) -> Option<Layer> {
    let mounts = mounts::read(root);
    let mount = mounts::covering(&mounts, path)?.clone();
    let bdi = format!(
        "devices/virtual/bdi/{}:{}/read_ahead_kb",
        mount.major, mount.minor
    );
    let mut fs = FileSystem {
        class: class(&mount.fs_type),
        compression: compression(&mount),
        read_ahead_kb: root::number(&root.sys(bdi)),
        total_bytes: None,
        free_bytes: None,
        available_bytes: None,
        block_bytes: None,
        free_inodes: None,
        mount,
    };
    if root.is_live() {
        fill_sizes(&mut fs, path);
    }
    let below = under_mount(root, &fs.mount, path, depth);
    Some(Layer {
        name: fs.mount.fs_type.clone(),
        size_bytes: fs.total_bytes,
        kind: LayerKind::FileSystem(Box::new(fs)),
        number: None,
        queue: None,
        below,
    })
}

fn fill_sizes(fs: &mut FileSystem, path: &Path) {
    if let Ok(v) = rustix::fs::statvfs(path) {
        let unit = if v.f_frsize > 0 { v.f_frsize } else { v.f_bsize };
        fs.total_bytes = v.f_blocks.checked_mul(unit);
        fs.free_bytes = v.f_bfree.checked_mul(unit);
        fs.available_bytes = v.f_bavail.checked_mul(unit);
        fs.block_bytes = Some(v.f_bsize);
        fs.free_inodes = Some(v.f_favail);
    }
}

fn class(fs_type: &str) -> FsClass {
    match fs_type {
        "ext2" | "ext3" | "ext4" | "xfs" | "f2fs" | "jfs" | "reiserfs" | "nilfs2" | "vfat" | "exfat"
        | "ntfs" | "ntfs3" | "ocfs2" | "gfs2" | "erofs" | "squashfs" | "iso9660" | "udf" | "msdos"
        | "fuseblk" => FsClass::Disk,
        "btrfs" | "zfs" | "bcachefs" => FsClass::CopyOnWrite,
        "nfs" | "nfs4" | "cifs" | "smb3" | "ceph" | "lustre" | "gpfs" | "beegfs" | "afs" | "glusterfs"
        | "pvfs2" => FsClass::Network,
        "9p" | "virtiofs" | "vboxsf" | "prl_fs" => FsClass::HostShared,
        "overlay" | "aufs" | "unionfs" => FsClass::Overlay,
        "tmpfs" | "ramfs" | "devtmpfs" | "hugetlbfs" | "rootfs" => FsClass::Memory,
        t if t == "fuse" || t.starts_with("fuse.") => FsClass::Fuse,
        _ => FsClass::Unknown,
    }
}

fn compression(mount: &Mount) -> Option<String> {
    let options = ["compress-force", "compress", "compression", "compress_algorithm"];
    if let Some(value) = options.iter().find_map(|o| mount.option(o)) {
        return Some(value.to_owned()).filter(|v| v != "no" && v != "none");
    }
    (mount.has("compress") || mount.has("compress-force")).then(|| "zlib".to_owned())
}

fn under_mount(root: &Root, mount: &Mount, path: &Path, depth: usize) -> Vec<Layer> {
    if depth == 0 {
        return Vec::new();
    }
    match class(&mount.fs_type) {
        FsClass::Overlay => overlay_parts(root, mount, path, depth),
        FsClass::Network | FsClass::HostShared | FsClass::Memory => Vec::new(),
        _ => fs_devices(root, mount)
            .iter()
            .filter_map(|d| layer(root, d, depth - 1))
            .collect(),
    }
}

/// Where an overlay writes: the file system of its upper directory, if that path means something here.
fn overlay_parts(root: &Root, mount: &Mount, path: &Path, depth: usize) -> Vec<Layer> {
    let lower = mount.option("lowerdir").and_then(|l| l.split(':').next());
    let Some(dir) = mount.option("upperdir").or(lower).map(PathBuf::from) else {
        return Vec::new();
    };
    // Inside a container the directory is a path of the host. Where it leads back to this overlay, it says nothing.
    let mounts = mounts::read(root);
    let leads_back =
        mounts::covering(&mounts, &dir).is_none_or(|m| m.id == mount.id) || path.starts_with(&dir);
    if leads_back || (root.is_live() && !dir.exists()) {
        return Vec::new();
    }
    file_system(root, &dir, depth - 1).into_iter().collect()
}

/// The devices a file system lies on.
fn fs_devices(root: &Root, mount: &Mount) -> Vec<String> {
    let by_source = || {
        let source = Path::new(&mount.source);
        device_at(root, source).or_else(|| block::by_dev_path(root, source))
    };
    let one = if mount.major != 0 {
        block::by_number(root, mount.major, mount.minor)
    } else {
        None
    };
    let one = one.or_else(by_source);
    if mount.fs_type == "btrfs" {
        let all = btrfs_devices(root, one.as_deref());
        if !all.is_empty() {
            return all;
        }
    }
    one.into_iter().collect()
}

/// All devices of the Btrfs on `one`, at least `one` itself.
pub(crate) fn btrfs_set(root: &Root, one: &str) -> Vec<String> {
    let set = btrfs_devices(root, Some(one));
    if set.is_empty() { vec![one.to_owned()] } else { set }
}

/// All devices of the Btrfs that one of its devices belongs to (`/sys/fs/btrfs/UUID/devices`).
fn btrfs_devices(root: &Root, one: Option<&str>) -> Vec<String> {
    let dir = root.sys("fs/btrfs");
    let sets = root::names(&dir)
        .into_iter()
        .map(|uuid| root::names(&dir.join(uuid).join("devices")));
    sets.into_iter()
        .find(|set| one.is_some_and(|one| set.iter().any(|d| d == one)))
        .unwrap_or_default()
}

/// The layer of a device and all below it.
pub fn layer(root: &Root, device: &str, depth: usize) -> Option<Layer> {
    let dir = root.block(device);
    if !dir.is_dir() || depth == 0 {
        return None;
    }
    let devices = |names: Vec<String>| {
        names
            .iter()
            .filter_map(|d| layer(root, d, depth - 1))
            .collect::<Vec<_>>()
    };
    let slaves = root::names(&dir.join("slaves"));
    let (kind, below) = if let Some(disk) = block::disk_of_partition(root, device) {
        let kind = LayerKind::Partition {
            number: root::number(&dir.join("partition")),
            start_bytes: root::number::<u64>(&dir.join("start")).map(|s| s.saturating_mul(512)),
        };
        (kind, devices(vec![disk]))
    } else if dir.join("dm").is_dir() {
        (
            LayerKind::Mapped(Box::new(mapped(root, device, &slaves))),
            devices(slaves),
        )
    } else if dir.join("md").is_dir() {
        (LayerKind::Md(Box::new(md(&dir.join("md")))), devices(slaves))
    } else if device.starts_with("loop") {
        looped(root, &dir, depth)
    } else if device.starts_with("zram") {
        let algorithm = root::text(&dir.join("comp_algorithm"));
        (
            LayerKind::Zram {
                algorithm: algorithm.as_deref().and_then(root::chosen).map(str::to_owned),
            },
            Vec::new(),
        )
    } else if device.starts_with("bcache") {
        let mode = root::text(&dir.join("bcache/cache_mode"));
        (
            LayerKind::Bcache {
                mode: mode.as_deref().and_then(root::chosen).map(str::to_owned),
            },
            devices(slaves),
        )
    } else {
        (
            LayerKind::Disk(Box::new(Disk::read(root, device))),
            devices(slaves),
        )
    };
    Some(Layer {
        name: device.to_owned(),
        kind,
        size_bytes: block::size_bytes(root, device),
        number: block::device_number(root, device),
        queue: Queue::read(root, device),
        below,
    })
}

fn looped(root: &Root, dir: &Path, depth: usize) -> (LayerKind, Vec<Layer>) {
    let backing_file = root::word(&dir.join("loop/backing_file")).map(PathBuf::from);
    let below = backing_file
        .as_deref()
        .and_then(|file| match device_at(root, file) {
            Some(device) => layer(root, &device, depth - 1),
            None => file_system(root, file, depth - 1),
        });
    let kind = LayerKind::Loop {
        backing_file,
        direct_io: root::flag(&dir.join("loop/dio")),
        offset_bytes: root::number(&dir.join("loop/offset")),
    };
    (kind, below.into_iter().collect())
}

fn md(dir: &Path) -> Md {
    Md {
        level: root::word(&dir.join("level")),
        raid_disks: root::text(&dir.join("raid_disks"))
            .and_then(|t| t.split_whitespace().next()?.parse().ok()),
        chunk_bytes: root::number(&dir.join("chunk_size")),
        state: root::word(&dir.join("array_state")),
        degraded: root::number(&dir.join("degraded")),
        sync_action: root::word(&dir.join("sync_action")),
        bitmap: root::word(&dir.join("bitmap/location")),
    }
}

fn mapped(root: &Root, device: &str, slaves: &[String]) -> Mapped {
    let dir = root.block(device).join("dm");
    let name = root::word(&dir.join("name"));
    let uuid = root::word(&dir.join("uuid"));
    let owner = uuid
        .as_deref()
        .and_then(|u| u.split('-').next())
        .map(str::to_owned);
    let table = dm::table(
        root,
        name.as_deref().unwrap_or(device),
        block::device_number(root, device),
    );
    let (mapping, certain) = match &table {
        Some(targets) if !targets.is_empty() => (mapping(targets), true),
        _ => (concluded(root, device, uuid.as_deref(), slaves), false),
    };
    Mapped {
        name,
        owner,
        mapping,
        certain,
        targets: table.unwrap_or_default(),
    }
}

fn mapping(targets: &[Target]) -> Mapping {
    let Some(first) = targets.first() else {
        return Mapping::Unknown;
    };
    if targets.iter().any(|t| t.kind != first.kind) {
        return Mapping::Other("mixed".to_owned());
    }
    match first.kind.as_str() {
        "linear" => Mapping::Linear,
        "striped" if first.stripes == Some(1) => Mapping::Linear,
        "striped" => Mapping::Striped {
            stripes: first.stripes,
            chunk_bytes: first.chunk_bytes,
        },
        "crypt" => Mapping::Crypt {
            cipher: first.cipher.clone(),
        },
        "thin" => Mapping::Thin,
        "thin-pool" => Mapping::ThinPool,
        "cache" | "writecache" | "era" => Mapping::Cache,
        "snapshot" | "snapshot-origin" | "snapshot-merge" => Mapping::Snapshot,
        "multipath" => Mapping::Multipath,
        "raid" => Mapping::Raid {
            level: first.raid.clone(),
        },
        "mirror" => Mapping::Raid {
            level: Some("raid1".to_owned()),
        },
        "verity" | "integrity" => Mapping::Integrity,
        "vdo" => Mapping::Vdo,
        test @ ("delay" | "flakey" | "dust" | "error" | "zero" | "log-writes") => {
            Mapping::Test(test.to_owned())
        }
        other => Mapping::Other(other.to_owned()),
    }
}

/// What names and limits tell when the table cannot be read. LVM marks internal devices at the end of the uuid; a striped
/// volume tells its chunk as least and its whole stripe as best size.
fn concluded(root: &Root, device: &str, uuid: Option<&str>, slaves: &[String]) -> Mapping {
    let uuid = uuid.unwrap_or("");
    if uuid.starts_with("CRYPT-") {
        return Mapping::Crypt { cipher: None };
    }
    if uuid.starts_with("mpath-") {
        return Mapping::Multipath;
    }
    if uuid.contains("-tpool") || uuid.ends_with("-pool") {
        return Mapping::ThinPool;
    }
    let queue = Queue::read(root, device).unwrap_or_default();
    let (chunk, stripe) = (
        queue.minimum_io_size.unwrap_or(0),
        queue.optimal_io_size.unwrap_or(0),
    );
    let stripes = slaves.len() as u64;
    if stripes > 1 && chunk > 0 && stripe == chunk * stripes {
        return Mapping::Striped {
            stripes: Some(stripes as u32),
            chunk_bytes: Some(chunk),
        };
    }
    // One part that is itself a plain disk or partition: nothing but a linear mapping is likely. Several without a stripe
    // may be a linear volume or a mirror.
    match slaves {
        [one] if uuid.starts_with("LVM-") && !root.block(one).join("dm").is_dir() => Mapping::Linear,
        _ => Mapping::Unknown,
    }
}
