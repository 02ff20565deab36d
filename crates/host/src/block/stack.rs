//! What lies between a file and the disks: a tree of layers, from the file system down.
//!
//! Built from the mount table and `sysfs`; device-mapper tables come from [`crate::block::dm`]. Nothing here opens a device. Layers
//! that cannot be looked through (network, ZFS, FUSE) end the tree.

use std::path::{Path, PathBuf};

use crate::block::disk::Disk;
use crate::block::names;
use crate::block::queue::Queue;
use crate::block::raid;
use crate::file::cache::{self, CacheState};
use crate::file::mounts::{self, Mount};
use crate::root::{self, Root};

pub use crate::block::layers::{FileSystem, FsClass, InMemory, Layer, LayerKind, Mapped, Mapping, Md, Stack};

/// Deeper than any real stack; ends loops in broken trees.
const DEPTH_AT_MOST: usize = 24;
/// More than any real stack; ends a tree in which many devices share many others, where the number of paths doubles per level.
pub const LAYERS_AT_MOST: usize = 1024;

impl Stack {
    /// The layers under `path`: a file, a directory, a device, or a path that is yet to be made.
    pub fn under(root: &Root, path: &Path) -> Stack {
        let real = resolve(root, path);
        let mut walk = Walk::new(root);
        let top = match device_at(root, &real).or_else(|| disk_behind(root, &real)) {
            Some(device) => walk.device(&device, DEPTH_AT_MOST),
            None => walk.file_system(&real, DEPTH_AT_MOST),
        };
        Stack {
            path: path.to_path_buf(),
            top,
            truncated: walk.truncated,
        }
    }
}

/// The layer of a device and all below it, at most `depth` levels.
pub fn layer(root: &Root, device: &str, depth: usize) -> Option<Layer> {
    Walk::new(root).device(device, depth)
}

/// One walk from the top down: reads the mount table once and counts the layers.
struct Walk<'a> {
    root: &'a Root,
    mounts: Vec<Mount>,
    left: usize,
    truncated: bool,
}

impl Walk<'_> {
    fn new(root: &Root) -> Walk<'_> {
        Walk {
            root,
            mounts: mounts::read(root),
            left: LAYERS_AT_MOST,
            truncated: false,
        }
    }

    /// Takes one layer from what is left, or marks the walk as cut short.
    fn may_go_on(&mut self, depth: usize) -> bool {
        if depth == 0 || self.left == 0 {
            self.truncated = true;
            return false;
        }
        self.left -= 1;
        true
    }

    fn devices(&mut self, devices: &[String], depth: usize) -> Vec<Layer> {
        devices.iter().filter_map(|d| self.device(d, depth)).collect()
    }

    fn file_system(&mut self, path: &Path, depth: usize) -> Option<Layer> {
        let mount = mounts::covering(&self.mounts, path)?.clone();
        if !self.may_go_on(depth) {
            return None;
        }
        let bdi = format!(
            "devices/virtual/bdi/{}:{}/read_ahead_kb",
            mount.major, mount.minor
        );
        let mut fs = FileSystem {
            class: class(&mount.fs_type),
            compression: compression(&mount),
            read_ahead_kb: root::number(&self.root.sys(bdi)),
            total_bytes: None,
            free_bytes: None,
            available_bytes: None,
            block_bytes: None,
            free_inodes: None,
            mount,
        };
        if self.root.is_live() {
            fill_sizes(&mut fs, path);
        }
        let below = self.under_mount(&fs.mount, path, depth);
        Some(Layer {
            name: fs.mount.fs_type.clone(),
            size_bytes: fs.total_bytes,
            kind: LayerKind::FileSystem(Box::new(fs)),
            number: None,
            queue: None,
            below,
        })
    }

    fn under_mount(&mut self, mount: &Mount, path: &Path, depth: usize) -> Vec<Layer> {
        match class(&mount.fs_type) {
            FsClass::Overlay => self.overlay_parts(mount, path, depth),
            FsClass::Network | FsClass::HostShared | FsClass::Memory => Vec::new(),
            _ => {
                let devices = fs_devices(self.root, mount);
                self.devices(&devices, depth - 1)
            }
        }
    }

    /// Where the data of an overlay's file lies: in its upper directory, where new files go too, or in the first of the lower ones
    /// that has it; if those paths mean something here.
    fn overlay_parts(&mut self, mount: &Mount, path: &Path, depth: usize) -> Vec<Layer> {
        let lower = mount.option("lowerdir").into_iter().flat_map(|l| l.split(':'));
        let mut dirs = mount
            .option("upperdir")
            .into_iter()
            .chain(lower)
            .map(PathBuf::from);
        let shown = mount.root.strip_prefix("/").unwrap_or(&mount.root);
        let within = path.strip_prefix(&mount.mount_point).map(|rest| shown.join(rest));
        let has_file = |dir: &PathBuf| within.as_ref().is_ok_and(|file| dir.join(file).is_file());
        let Some(mut dir) = dirs.next() else {
            return Vec::new();
        };
        if self.root.is_live() && !has_file(&dir) {
            dir = dirs.find(has_file).unwrap_or(dir);
        }
        // Inside a container the directory is a path of the host. Where it leads back to this overlay, it says nothing.
        let leads_back =
            mounts::covering(&self.mounts, &dir).is_none_or(|m| m.id == mount.id) || path.starts_with(&dir);
        if leads_back || (self.root.is_live() && !dir.exists()) {
            return Vec::new();
        }
        self.file_system(&dir, depth - 1).into_iter().collect()
    }

    fn device(&mut self, device: &str, depth: usize) -> Option<Layer> {
        let root = self.root;
        let dir = root.block(device);
        if !dir.is_dir() || !self.may_go_on(depth) {
            return None;
        }
        let slaves = root::names(&dir.join("slaves"));
        let chosen = |name: &str| {
            root::text(&dir.join(name))
                .as_deref()
                .and_then(root::chosen)
                .map(str::to_owned)
        };
        let (kind, parts) = if let Some(disk) = names::disk_of_partition(root, device) {
            let kind = LayerKind::Partition {
                number: root::number(&dir.join("partition")),
                start_bytes: root::number::<u64>(&dir.join("start")).map(|s| s.saturating_mul(512)),
            };
            (kind, vec![disk])
        } else if dir.join("dm").is_dir() {
            (
                LayerKind::Mapped(Box::new(raid::mapped(root, device, &slaves))),
                slaves,
            )
        } else if dir.join("md").is_dir() {
            (LayerKind::Md(Box::new(raid::md(&dir.join("md")))), slaves)
        } else if device.starts_with("loop") {
            (looped(&dir), Vec::new())
        } else if device.starts_with("zram") {
            let algorithm = chosen("comp_algorithm");
            (LayerKind::Zram { algorithm }, Vec::new())
        } else if device.starts_with("bcache") {
            let mode = chosen("bcache/cache_mode");
            (LayerKind::Bcache { mode }, slaves)
        } else {
            (LayerKind::Disk(Box::new(Disk::read(root, device))), slaves)
        };
        let below = match &kind {
            LayerKind::Loop {
                backing_file: Some(file),
                ..
            } => self.under_file(file, depth - 1),
            _ => self.devices(&parts, depth - 1),
        };
        Some(Layer {
            name: device.to_owned(),
            kind,
            size_bytes: names::size_bytes(root, device),
            number: names::device_number(root, device),
            queue: Queue::read(root, device),
            below,
        })
    }

    /// Below a loop device: the device that its file is, or the file system that its file lies on.
    fn under_file(&mut self, file: &Path, depth: usize) -> Vec<Layer> {
        let below = match device_at(self.root, file) {
            Some(device) => self.device(&device, depth),
            None => self.file_system(file, depth),
        };
        below.into_iter().collect()
    }
}

/// How much of the file behind each loop device of a stack is in the page cache: what is cached is read without the disk below,
/// unless the loop device reads past the cache. Only on the running system, of files that this user may open.
pub fn loop_caches(root: &Root, stack: &Stack) -> Vec<(String, CacheState)> {
    let mut out: Vec<(String, CacheState)> = Vec::new();
    for (_, layer) in stack.layers().into_iter().filter(|_| root.is_live()) {
        let LayerKind::Loop {
            backing_file: Some(file),
            ..
        } = &layer.kind
        else {
            continue;
        };
        // A loop device over a block device has no file in the cache but the device's own pages.
        let is_new = out.iter().all(|(name, _)| *name != layer.name);
        if is_new
            && file.is_file()
            && let Ok(state) = cache::show(file)
        {
            out.push((layer.name.clone(), state));
        }
    }
    out
}

/// The path without links; of a path that does not exist yet, its nearest ancestor that does.
fn resolve(root: &Root, path: &Path) -> PathBuf {
    if !root.is_live() {
        return path.to_path_buf();
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    absolute
        .ancestors()
        .find_map(|p| std::fs::canonicalize(p).ok().or_else(|| folder_of_unnamed(p)))
        .unwrap_or(absolute)
}

/// The folder of a file that has no name any more, or never had one: `/proc/self/fd/N` leads to it all the same.
fn folder_of_unnamed(path: &Path) -> Option<PathBuf> {
    std::fs::metadata(path).ok()?;
    let named = std::fs::read_link(path).ok()?;
    std::fs::canonicalize(named.parent()?).ok()
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
        return names::by_number(root, rustix::fs::major(device), rustix::fs::minor(device));
    }
    names::by_dev_path(root, path)
}

/// The disk that takes the commands of a generic character device, if the path names one.
pub fn disk_behind(root: &Root, path: &Path) -> Option<String> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let meta = std::fs::metadata(path).ok().filter(|_| root.is_live())?;
    let number = (rustix::fs::major(meta.rdev()), rustix::fs::minor(meta.rdev()));
    let is_char = meta.file_type().is_char_device();
    names::disk_behind(root, number.0, number.1).filter(|_| is_char)
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

/// The devices a file system lies on.
fn fs_devices(root: &Root, mount: &Mount) -> Vec<String> {
    let by_source = || {
        let source = Path::new(&mount.source);
        device_at(root, source).or_else(|| names::by_dev_path(root, source))
    };
    let one = if mount.major != 0 {
        names::by_number(root, mount.major, mount.minor)
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

fn looped(dir: &Path) -> LayerKind {
    LayerKind::Loop {
        backing_file: root::path(&dir.join("loop/backing_file")),
        direct_io: root::flag(&dir.join("loop/dio")),
        offset_bytes: root::number(&dir.join("loop/offset")),
    }
}
