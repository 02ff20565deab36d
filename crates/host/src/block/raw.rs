//! Character devices that keep data, as `sysfs` lists them: persistent memory (`/dev/daxX.Y`). Opens no device.
//!
//! They carry no signatures that anybody agreed on, and no exclusive open holds them: a write needs a consent that names the device,
//! and what the kernel itself makes of one is all that can be found out about its users.

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// What such a device keeps its data in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RawKind {
    /// Memory that processes map (`drivers/dax`).
    Memory,
}

/// A character device that keeps data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raw {
    /// The kernel's name.
    pub name: String,
    pub kind: RawKind,
    pub size_bytes: Option<u64>,
    /// What the kernel made of it: with one, it is in use.
    pub holder: Option<String>,
}

/// The device with this number, if it is one of these.
pub fn by_number(root: &Root, major: u32, minor: u32) -> Option<Raw> {
    let node = std::fs::canonicalize(root.sys(format!("dev/char/{major}:{minor}"))).ok()?;
    let class = std::fs::canonicalize(node.join("subsystem")).ok()?;
    let name = node.file_name()?.to_str()?.to_owned();
    if class.file_name()?.to_str()? != "dax" {
        return None;
    }
    // With this driver it is memory of the system, and no longer a device.
    let driver = std::fs::canonicalize(node.join("driver")).ok();
    let is_system_memory = driver.is_some_and(|driver| driver.ends_with("kmem"));
    Some(Raw {
        size_bytes: root::number(&node.join("size")),
        holder: is_system_memory.then(|| "the system's memory".to_owned()),
        kind: RawKind::Memory,
        name,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
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
        crate::tree::unpack(DAX, dir.path()).unwrap();
        let root = Root::at(dir.path());
        let found = by_number(&root, 251, 0).unwrap();
        assert_eq!(
            (found.name.as_str(), found.kind, found.size_bytes, found.holder),
            ("dax0.0", RawKind::Memory, Some(130_023_424), None)
        );
        assert!(by_number(&root, 251, 1).unwrap().holder.is_some());
        assert_eq!(by_number(&root, 4, 1), None);
        assert_eq!(by_number(&root, 251, 7), None);
    }
}
