//! Character devices that keep data, as `sysfs` lists them: persistent memory (`/dev/daxX.Y`), raw flash (`/dev/mtdN`). Opens no device.
//!
//! They carry no signatures that anybody agreed on, and no exclusive open holds them: a write needs a consent that names the device,
//! and what the kernel itself makes of one is all that can be found out about its users.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// What such a device keeps its data in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RawKind {
    /// Memory that processes map (`drivers/dax`).
    Memory,
    /// Flash without a translation layer (`drivers/mtd`).
    Flash,
}

/// A character device that keeps data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw {
    /// The kernel's name.
    pub name: String,
    pub kind: RawKind,
    pub size_bytes: Option<u64>,
    /// What the kernel made of it: with one, it is in use.
    pub holders: Vec<String>,
    /// Itself, and of flash that is divided its parts and what it is a part of: who uses one of them uses the same bytes.
    pub family: Vec<String>,
}

/// The device with this number, if it is one of these.
pub fn by_number(root: &Root, major: u32, minor: u32) -> Option<Raw> {
    let node = std::fs::canonicalize(root.sys(format!("dev/char/{major}:{minor}"))).ok()?;
    let class = std::fs::canonicalize(node.join("subsystem")).ok()?;
    match class.file_name()?.to_str()? {
        "dax" => memory(&node),
        "mtd" => flash(root, &node),
        _ => None,
    }
}

fn memory(node: &Path) -> Option<Raw> {
    let name = node.file_name()?.to_str()?.to_owned();
    // With this driver it is memory of the system, and no longer a device.
    let driver = std::fs::canonicalize(node.join("driver")).ok();
    let is_system_memory = driver.is_some_and(|driver| driver.ends_with("kmem"));
    Some(Raw {
        size_bytes: root::number(&node.join("size")),
        holders: is_system_memory
            .then(|| "the system's memory".to_owned())
            .into_iter()
            .collect(),
        kind: RawKind::Memory,
        family: vec![name.clone()],
        name,
    })
}

fn flash(root: &Root, node: &Path) -> Option<Raw> {
    let name = flash_name(node.file_name()?.to_str()?)?;
    // What can only be read has a node of its own, which lies next to the other.
    let node = node.with_file_name(&name);
    let mut family = vec![name.clone()];
    let above = node
        .ancestors()
        .skip(1)
        .map_while(|folder| flash_name(folder.file_name()?.to_str()?));
    family.extend(above);
    parts(&node, &mut family);
    let ubi = root::names(&root.sys("class/ubi")).into_iter().filter(|ubi| {
        let on = root::number::<u32>(&root.sys(format!("class/ubi/{ubi}/mtd_num")));
        on.is_some_and(|number| family.contains(&format!("mtd{number}")))
    });
    Some(Raw {
        size_bytes: root::number(&node.join("size")),
        holders: ubi.collect(),
        kind: RawKind::Flash,
        family,
        name,
    })
}

/// `mtdN` of `mtdN` and `mtdNro`.
fn flash_name(node: &str) -> Option<String> {
    let number = node.strip_prefix("mtd")?;
    let number = number.strip_suffix("ro").unwrap_or(number);
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("mtd{number}"))
}

fn parts(node: &Path, family: &mut Vec<String>) {
    for name in root::names(node).iter().filter_map(|name| flash_name(name)) {
        if !family.contains(&name) {
            parts(&node.join(&name), family);
            family.push(name);
        }
    }
}

/// The flash that a mount names as its source: `mtdN`, or `mtd:NAME`.
pub(crate) fn flash_of_source(root: &Root, source: &str) -> Option<String> {
    let Some(label) = source.strip_prefix("mtd:") else {
        return flash_name(source);
    };
    let all = root::names(&root.sys("class/mtd"));
    all.into_iter()
        .filter_map(|node| flash_name(&node))
        .find(|name| root::word(&root.sys(format!("class/mtd/{name}/name"))).as_deref() == Some(label))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::block::uses::Holding;

    use super::*;

    const DAX: &str = "
@ sys
bus/dax/drivers/device_dax /
bus/dax/drivers/kmem /
class/tty /
dev/char/251:0 -> ../../devices/platform/e820_pmem/ndbus0/region0/dax0.0/dax0.0
dev/char/251:1 -> ../../devices/platform/hmem.0/dax1.0
dev/char/4:1 -> ../../devices/virtual/tty/tty1
@ sys/devices/platform/e820_pmem/ndbus0/region0/dax0.0/dax0.0
subsystem -> ../../../../../../../bus/dax
driver -> ../../../../../../../bus/dax/drivers/device_dax
size = 130023424
align = 2097152
@ sys/devices/platform/hmem.0/dax1.0
subsystem -> ../../../../bus/dax
driver -> ../../../../bus/dax/drivers/kmem
size = 1073741824
@ sys/devices/virtual/tty/tty1
subsystem -> ../../../../class/tty
";

    #[test]
    fn a_device_of_the_dax_bus_is_memory_and_one_that_became_system_memory_is_in_use() {
        let dir = tempfile::tempdir().unwrap();
        fiord_testbed::tree::unpack(DAX, dir.path()).unwrap();
        let root = Root::at(dir.path());
        let found = by_number(&root, 251, 0).unwrap();
        assert_eq!(
            (found.name.as_str(), found.kind, found.size_bytes, found.holders),
            ("dax0.0", RawKind::Memory, Some(130_023_424), Vec::new())
        );
        assert_eq!(by_number(&root, 251, 1).unwrap().holders.len(), 1);
        assert_eq!(by_number(&root, 4, 1), None);
        assert_eq!(by_number(&root, 251, 7), None);
    }

    /// mtd1 is a part of mtd0, on which nothing else lies; mtd2 has a UBI device, mtd3 is mounted by its name.
    const MTD: &str = "
@ sys
class/mtd /
dev/char/90:0 -> ../../devices/platform/flash/mtd/mtd0
dev/char/90:2 -> ../../devices/platform/flash/mtd/mtd0/mtd1
dev/char/90:3 -> ../../devices/platform/flash/mtd/mtd0/mtd1ro
dev/char/90:4 -> ../../devices/virtual/mtd/mtd2
dev/char/90:6 -> ../../devices/virtual/mtd/mtd3
class/ubi/ubi0/mtd_num = 2
class/mtd/mtd2/name = pool
class/mtd/mtd3/name = logs
@ sys/devices/platform/flash/mtd/mtd0
subsystem -> ../../../../../class/mtd
size = 8388608
@ sys/devices/platform/flash/mtd/mtd0/mtd1
subsystem -> ../../../../../../class/mtd
size = 4194304
@ sys/devices/platform/flash/mtd/mtd0/mtd1ro
subsystem -> ../../../../../../class/mtd
@ sys/devices/virtual/mtd/mtd2
subsystem -> ../../../../class/mtd
size = 4194304
@ sys/devices/virtual/mtd/mtd3
subsystem -> ../../../../class/mtd
size = 4194304
@ proc
self/mountinfo <<
50 20 31:1 / /mnt/part rw - jffs2 /dev/mtdblock1 rw
51 20 0:40 / /mnt/logs rw - jffs2 mtd:logs rw
>>
";

    #[test]
    fn flash_is_used_by_what_uses_any_of_its_parts() {
        let dir = tempfile::tempdir().unwrap();
        fiord_testbed::tree::unpack(MTD, dir.path()).unwrap();
        let root = Root::at(dir.path());
        let uses = crate::block::uses::Uses::read(&root);
        let of = |minor| uses.of_raw(&by_number(&root, 90, minor).unwrap());
        let mounted = |device: &str, at: &str| Holding::Mounted {
            device: device.to_owned(),
            at: at.into(),
        };
        // Of the whole, of the part, and of the part's node for reading.
        for minor in [0, 2, 3] {
            assert_eq!(of(minor), [mounted("mtd1", "/mnt/part")], "{minor}");
        }
        let ubi = Holding::Holder {
            device: "mtd2".to_owned(),
            holder: "ubi0".to_owned(),
        };
        assert_eq!(of(4), [ubi]);
        assert_eq!(of(6), [mounted("mtd3", "/mnt/logs")]);
        let part = by_number(&root, 90, 3).unwrap();
        assert_eq!((part.name.as_str(), part.kind), ("mtd1", RawKind::Flash));
        assert_eq!(part.size_bytes, Some(4_194_304));
    }

    #[test]
    fn flash_that_nobody_uses_has_no_users() {
        let dir = tempfile::tempdir().unwrap();
        let alone = MTD.replace("class/ubi/ubi0/mtd_num = 2", "");
        fiord_testbed::tree::unpack(&alone, dir.path()).unwrap();
        let root = Root::at(dir.path());
        let raw = by_number(&root, 90, 4).unwrap();
        assert_eq!(crate::block::uses::Uses::read(&root).of_raw(&raw), []);
    }
}
