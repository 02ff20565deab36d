//! The layers of a stack as data: file systems, partitions, mapped devices, RAID, loops, memory, disks.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::block::disk::Disk;
use crate::block::dm::DmTarget;
use crate::block::queue::Queue;
use crate::file::mounts::Mount;

/// The layers under one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    /// The path as asked.
    #[serde(with = "crate::paths")]
    pub path: PathBuf,
    /// The layers, the uppermost first; `None` when nothing at all is known.
    pub top: Option<Layer>,
    /// Whether layers are missing because the walk reached its bound on depth or number.
    #[serde(default)]
    pub truncated: bool,
}

/// Whether the bytes under a path lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum InMemory {
    All,
    /// Some of what the path rests on is memory.
    Partly,
    No,
    /// The tree ends in something that cannot be looked through.
    Unknown,
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
        #[serde(default, with = "crate::paths::option")]
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
    pub targets: Vec<DmTarget>,
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
    /// Targets of these kinds, each for a part of the addresses.
    Several(Vec<String>),
    /// Another target.
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
    /// `idle`, or what it does besides serving: `resync`, `check`, `recover`, `reshape`.
    pub sync_action: Option<String>,
    /// Whether a write-intent bitmap costs extra writes.
    pub bitmap: Option<String>,
}

/// What sort of file system, where that decides what a measurement means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

    /// Whether the bytes lie in memory, by what the tree ends in: zram, brd, tmpfs, and whatever is made of them.
    pub fn in_memory(&self) -> InMemory {
        let ends: Vec<Option<bool>> = self
            .layers()
            .iter()
            .filter(|(_, layer)| layer.below.is_empty())
            .map(|(_, layer)| layer.is_memory())
            .collect();
        let all = |wanted| !ends.is_empty() && ends.iter().all(|end| *end == wanted);
        if self.truncated {
            InMemory::Unknown
        } else if all(Some(true)) {
            InMemory::All
        } else if all(Some(false)) {
            InMemory::No
        } else if ends.contains(&Some(true)) {
            InMemory::Partly
        } else {
            InMemory::Unknown
        }
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

    /// The mount that the path is on; none of a device.
    pub fn mount(&self) -> Option<&Mount> {
        match &self.top.as_ref()?.kind {
            LayerKind::FileSystem(fs) => Some(&fs.mount),
            _ => None,
        }
    }

    /// Whether it is a union of folders.
    pub fn is_overlay(&self) -> bool {
        matches!(self.top.as_ref().map(|top| &top.kind), Some(LayerKind::FileSystem(fs)) if fs.class == FsClass::Overlay)
    }

    /// The uppermost file system that holds data: of an overlay, the one below it, where that is known.
    pub fn data_file_system(&self) -> Option<&FileSystem> {
        let layers = self.layers().into_iter();
        let mut systems = layers.filter_map(|(_, layer)| match &layer.kind {
            LayerKind::FileSystem(fs) => Some(&**fs),
            _ => None,
        });
        let top = systems.next()?;
        if top.class != FsClass::Overlay {
            return Some(top);
        }
        let below = systems.find(|fs| fs.class != FsClass::Overlay);
        Some(below.unwrap_or(top))
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
                format!("{} ({})", fs.mount.fs_type, fs.mount.mount_point.display())
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
            Mapping::Several(kinds) => kinds.join(" + "),
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
    /// Whether an end of the tree keeps its bytes in memory; `None`: not known.
    fn is_memory(&self) -> Option<bool> {
        match &self.kind {
            LayerKind::Zram { .. } => Some(true),
            LayerKind::FileSystem(fs) => match fs.class {
                FsClass::Memory => Some(true),
                FsClass::Network => Some(false),
                _ => None,
            },
            // brd, and null_blk, which keeps them in memory or nowhere.
            LayerKind::Disk(_) => {
                let numbered = |prefix: &str| {
                    let rest = self.name.strip_prefix(prefix).unwrap_or("");
                    !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
                };
                Some(numbered("ram") || numbered("nullb"))
            }
            _ => None,
        }
    }

    fn walk<'a>(&'a self, depth: usize, out: &mut Vec<(usize, &'a Layer)>) {
        out.push((depth, self));
        for below in &self.below {
            below.walk(depth + 1, out);
        }
    }
}
