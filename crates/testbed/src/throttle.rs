//! Limits that a control group puts on one device, in either version of the interface
//! (`Documentation/admin-guide/cgroup-v1/blkio-controller.rst`, `cgroup-v2.rst`).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A control group of its own with limits for one device; removed when dropped, by then nobody may be in it.
pub struct Throttle {
    group: PathBuf,
    device: String,
    version: Version,
}

enum Version {
    One,
    Two,
}

impl Throttle {
    /// Limits the reads of a device (`major:minor`) to so many a second, for whoever is put into the group.
    ///
    /// # Errors
    ///
    /// Why that cannot be: no root, no hierarchy with limits of I/O.
    pub fn new(device: &str, reads_per_s: u64) -> Result<Throttle, String> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let (top, version) = hierarchy()?;
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let group = top.join(format!("fiord-test-{}-{number}", std::process::id()));
        fs::create_dir(&group).map_err(|error| format!("{}: {error}", group.display()))?;
        let throttle = Throttle {
            group,
            device: device.to_owned(),
            version,
        };
        throttle.limit_reads(reads_per_s)?;
        Ok(throttle)
    }

    /// Limits its reads to so many a second from now on, also under a process that is in the group already.
    ///
    /// # Errors
    ///
    /// Why the kernel did not take that.
    pub fn limit_reads(&self, reads_per_s: u64) -> Result<(), String> {
        self.limit("read_iops", "riops", reads_per_s)
    }

    /// Limits its writes too, to so many bytes a second.
    ///
    /// # Errors
    ///
    /// Why the kernel did not take that.
    pub fn limit_writes(&self, bytes_per_s: u64) -> Result<(), String> {
        self.limit("write_bps", "wbps", bytes_per_s)
    }

    fn limit(&self, v1: &str, v2: &str, value: u64) -> Result<(), String> {
        let device = &self.device;
        let (file, text) = match self.version {
            Version::One => (format!("blkio.throttle.{v1}_device"), format!("{device} {value}")),
            Version::Two => ("io.max".to_owned(), format!("{device} {v2}={value}")),
        };
        fs::write(self.group.join(&file), text).map_err(|error| format!("{file}: {error}"))
    }

    /// The group's folder.
    pub fn path(&self) -> &Path {
        &self.group
    }

    /// The file that a process's number is written to, which puts it into the group.
    pub fn procs(&self) -> PathBuf {
        self.group.join("cgroup.procs")
    }
}

impl Drop for Throttle {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.group);
    }
}

fn hierarchy() -> Result<(&'static Path, Version), String> {
    let (one, two) = (Path::new("/sys/fs/cgroup/blkio"), Path::new("/sys/fs/cgroup"));
    let offered = fs::read_to_string(two.join("cgroup.subtree_control"));
    if one.join("blkio.throttle.read_iops_device").exists() {
        Ok((one, Version::One))
    } else if offered.is_ok_and(|controllers| controllers.split_whitespace().any(|name| name == "io")) {
        Ok((two, Version::Two))
    } else {
        Err("no hierarchy of control groups with limits of I/O".to_owned())
    }
}
