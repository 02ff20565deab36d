//! Names, numbers, sizes and relations of block devices, as `sysfs` lists them. Opens no device.

use crate::root::{self, Root};

/// Names of all block devices, partitions included.
pub fn all(root: &Root) -> Vec<String> {
    root::names(&root.sys("class/block"))
}

/// `major:minor` of a device.
pub fn device_number(root: &Root, device: &str) -> Option<(u32, u32)> {
    let text = root::text(&root.block(device).join("dev"))?;
    let (major, minor) = text.split_once(':')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The device with this number.
pub fn by_number(root: &Root, major: u32, minor: u32) -> Option<String> {
    let link = std::fs::read_link(root.sys(format!("dev/block/{major}:{minor}"))).ok();
    if let Some(name) = link.as_deref().and_then(|l| l.file_name()) {
        return Some(name.to_string_lossy().into_owned());
    }
    all(root)
        .into_iter()
        .find(|name| device_number(root, name) == Some((major, minor)))
}

/// The disk that takes the commands of a generic character device (`/dev/sgN`, `/dev/ngXnY`), by its number. `None`: it is something else, or
/// `sysfs` does not say which disk.
pub fn disk_behind(root: &Root, major: u32, minor: u32) -> Option<String> {
    let node = std::fs::canonicalize(root.sys(format!("dev/char/{major}:{minor}"))).ok()?;
    let class = std::fs::canonicalize(node.join("subsystem")).ok()?;
    match class.file_name()?.to_str()? {
        "scsi_generic" => {
            let mut disks = root::names(&node.join("device/block"));
            // A tape or an enclosure has none.
            disks.pop().filter(|_| disks.is_empty())
        }
        // The kernel names both nodes of a namespace alike, and keeps them in one folder.
        "nvme-generic" => {
            let name = node.file_name()?.to_str()?;
            let disk = format!("nvme{}", name.strip_prefix("ng")?);
            let placed = std::fs::canonicalize(root.block(&disk)).ok()?;
            (placed.parent() == node.parent()).then_some(disk)
        }
        _ => None,
    }
    .filter(|disk| device_number(root, disk).is_some())
}

/// The disk that a partition is part of; `None` for a whole disk.
pub fn disk_of_partition(root: &Root, device: &str) -> Option<String> {
    let dir = root.block(device);
    if !dir.join("partition").exists() {
        return None;
    }
    let placed = std::fs::canonicalize(dir).ok()?;
    Some(placed.parent()?.file_name()?.to_string_lossy().into_owned())
}

/// The partitions of a disk.
pub fn partitions(root: &Root, disk: &str) -> Vec<String> {
    let dir = root.block(disk);
    root::names(&dir)
        .into_iter()
        .filter(|name| dir.join(name).join("partition").exists())
        .collect()
}

/// Devices made of this one (`holders/`): device mapper, md, bcache.
pub fn holders(root: &Root, device: &str) -> Vec<String> {
    root::names(&root.block(device).join("holders"))
}

/// The size of a device; `sysfs` counts 512-byte sectors whatever the block size.
pub fn size_bytes(root: &Root, device: &str) -> Option<u64> {
    root::number::<u64>(&root.block(device).join("size")).map(|sectors| sectors.saturating_mul(512))
}

/// Most zones that a zoned device may have open at a time, by its number (`dev_t`); 0: no limit. `None`: not a zoned device, or the
/// kernel does not say.
pub fn open_zone_limit(root: &Root, device: u64) -> Option<u32> {
    let name = by_number(root, rustix::fs::major(device), rustix::fs::minor(device))?;
    let disk = disk_of_partition(root, &name).unwrap_or(name);
    root::number(&root.block(&disk).join("queue/max_open_zones"))
}

/// The device that a name under `/dev` stands for, told from `sysfs` alone: kernel names, `mapper/NAME` and `VG/LV`.
pub fn by_dev_path(root: &Root, path: &std::path::Path) -> Option<String> {
    let below = path.strip_prefix("/dev").ok()?.to_str()?;
    let name = below.replace('/', "!");
    if !name.is_empty() && root.block(&name).is_dir() {
        return Some(name);
    }
    let wanted = match below.split_once('/') {
        Some(("mapper", mapped)) => mapped.to_owned(),
        // Device mapper doubles the hyphens inside the names of a group and a volume.
        Some((group, volume)) => format!("{}-{}", group.replace('-', "--"), volume.replace('-', "--")),
        None => return None,
    };
    let is_it = |device: &String| root::word(&root.block(device).join("dm/name")).as_deref() == Some(&wanted);
    all(root).into_iter().find(is_it)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::fs::{create_dir_all, write};
    use std::os::unix::fs::symlink;
    use std::path::Path;

    /// A generic device below a SCSI device with these disks.
    fn generic(at: &Path, class: &str, disks: &[&str]) {
        let device = at.join("sys/devices/host0/target/0:0:0:0");
        let node = device.join("scsi_generic/sg0");
        create_dir_all(&node).unwrap();
        create_dir_all(at.join("sys/class").join(class)).unwrap();
        create_dir_all(at.join("sys/class/block")).unwrap();
        create_dir_all(at.join("sys/dev/char")).unwrap();
        symlink(at.join("sys/class").join(class), node.join("subsystem")).unwrap();
        symlink(&device, node.join("device")).unwrap();
        symlink(&node, at.join("sys/dev/char/21:0")).unwrap();
        for disk in disks {
            let block = device.join("block").join(disk);
            create_dir_all(&block).unwrap();
            write(block.join("dev"), "8:16\n").unwrap();
            symlink(&block, at.join("sys/class/block").join(disk)).unwrap();
        }
    }

    #[test]
    fn a_generic_device_has_the_disk_that_sysfs_names_and_no_other() {
        let found = |class: &str, disks: &[&str]| {
            let at = tempfile::tempdir().unwrap();
            generic(at.path(), class, disks);
            let root = Root::at(at.path());
            (disk_behind(&root, 21, 0), disk_behind(&root, 21, 1))
        };
        assert_eq!(found("scsi_generic", &["sdb"]), (Some("sdb".to_owned()), None));
        // A tape has no disk, and of two it cannot be told.
        assert_eq!(found("scsi_generic", &[]), (None, None));
        assert_eq!(found("scsi_generic", &["sdb", "sdc"]), (None, None));
        assert_eq!(found("tty", &["sdb"]), (None, None));
    }

    #[test]
    fn a_generic_namespace_has_the_disk_of_its_name_in_its_folder() {
        let found = |disk_folder: &str| {
            let at = tempfile::tempdir().unwrap();
            let node = at.path().join("sys/devices/nvme/nvme1/ng1n2");
            let disk = at
                .path()
                .join("sys/devices/nvme")
                .join(disk_folder)
                .join("nvme1n2");
            let class = at.path().join("sys/class/nvme-generic");
            for folder in [&node, &disk, &class] {
                create_dir_all(folder).unwrap();
            }
            for folder in ["sys/class/block", "sys/dev/char"] {
                create_dir_all(at.path().join(folder)).unwrap();
            }
            write(disk.join("dev"), "259:3\n").unwrap();
            symlink(&class, node.join("subsystem")).unwrap();
            symlink(&node, at.path().join("sys/dev/char/245:1")).unwrap();
            symlink(&disk, at.path().join("sys/class/block/nvme1n2")).unwrap();
            disk_behind(&Root::at(at.path()), 245, 1)
        };
        assert_eq!(found("nvme1"), Some("nvme1n2".to_owned()));
        assert_eq!(found("nvme7"), None);
    }
}
