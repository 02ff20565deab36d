//! Limits that a control group puts on one device, in either version of the interface
//! (`Documentation/admin-guide/cgroup-v1/blkio-controller.rst`, `cgroup-v2.rst`).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::need::{Tier, wanted};
use crate::patiently;

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

/// What a device does for a group in a second at most.
#[derive(Clone, Copy)]
pub enum ThrottleLimit {
    /// Reads.
    Reads(u64),
    /// Writes.
    Writes(u64),
    /// Bytes written.
    BytesWritten(u64),
}

impl Throttle {
    /// Limits what a device (`major:minor`) does for the processes of the group.
    ///
    /// # Errors
    ///
    /// Why that cannot be: no root, no hierarchy with limits of I/O.
    pub fn new(device: &str, limits: &[ThrottleLimit]) -> Result<Throttle, String> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        wanted(Tier::Kernel)?;
        let (top, version) = hierarchy()?;
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let group = top.join(format!("fiord-test-{}-{number}", std::process::id()));
        fs::create_dir(&group).map_err(|error| format!("{}: {error}", group.display()))?;
        let throttle = Throttle {
            group,
            device: device.to_owned(),
            version,
        };
        for limit in limits {
            throttle.limit(*limit)?;
        }
        Ok(throttle)
    }

    /// Limits the device from now on, also under a process that is in the group already.
    ///
    /// # Errors
    ///
    /// Why the kernel did not take that.
    pub fn limit(&self, limit: ThrottleLimit) -> Result<(), String> {
        let (v1, v2, value) = match limit {
            ThrottleLimit::Reads(value) => ("read_iops", "riops", value),
            ThrottleLimit::Writes(value) => ("write_iops", "wiops", value),
            ThrottleLimit::BytesWritten(value) => ("write_bps", "wbps", value),
        };
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

    /// The group's name, the last part of its path.
    pub fn name(&self) -> &str {
        self.group.file_name().unwrap().to_str().unwrap()
    }

    /// The file that a process's number is written to, which puts it into the group.
    pub fn procs(&self) -> PathBuf {
        self.group.join("cgroup.procs")
    }
}

impl Drop for Throttle {
    fn drop(&mut self) {
        // A process that has ended leaves the group a moment later.
        if !patiently(|| fs::remove_dir(&self.group).is_ok()) {
            eprintln!("{} could not be removed", self.group.display());
        }
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
