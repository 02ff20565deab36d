//! Block devices in memory (`Documentation/admin-guide/blockdev/zram.rst`).

use std::fs;
use std::path::PathBuf;

use crate::need::{Tier, wanted};
use crate::{patiently, run};

/// A zram device; removed when dropped. No lock is needed: the kernel makes another device for each that asks.
pub struct Zram {
    id: String,
    /// Whether the node in `/dev` is of our making.
    own_node: bool,
}

impl Zram {
    /// A device of `mib` MiB. Zeros take no memory in it, and reading them costs nothing.
    ///
    /// # Errors
    ///
    /// Why there is none: no root, no zram module.
    pub fn new(mib: u64) -> Result<Zram, String> {
        wanted(Tier::Kernel)?;
        // Reading the file makes a device.
        let id = fs::read_to_string("/sys/class/zram-control/hot_add")
            .map_err(|error| format!("hot_add: {error} (root, module zram)"))?;
        let mut zram = Zram {
            id: id.trim().to_owned(),
            own_node: false,
        };
        fs::write(zram.sys().join("disksize"), format!("{mib}M"))
            .map_err(|error| format!("disksize: {error}"))?;
        if !zram.device().exists() {
            let number = zram.number();
            let (major, minor) = number.split_once(':').unwrap();
            run("mknod", &[zram.device().to_str().unwrap(), "b", major, minor])?;
            zram.own_node = true;
        }
        Ok(zram)
    }

    /// Its name in the kernel, `zramN`.
    pub fn name(&self) -> String {
        format!("zram{}", self.id)
    }

    /// Its node.
    pub fn device(&self) -> PathBuf {
        PathBuf::from(format!("/dev/{}", self.name()))
    }

    /// Its folder in sysfs.
    pub fn sys(&self) -> PathBuf {
        PathBuf::from(format!("/sys/block/{}", self.name()))
    }

    /// `major:minor`.
    pub fn number(&self) -> String {
        let number = fs::read_to_string(self.sys().join("dev")).unwrap();
        number.trim().to_owned()
    }
}

impl Drop for Zram {
    fn drop(&mut self) {
        let (reset, remove) = (self.sys().join("reset"), "/sys/class/zram-control/hot_remove");
        if !patiently(|| fs::write(&reset, "1").is_ok() && fs::write(remove, &self.id).is_ok()) {
            eprintln!("{} could not be removed", self.name());
        } else if self.own_node {
            let _ = fs::remove_file(self.device());
        }
    }
}
