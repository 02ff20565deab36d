//! Block devices that several processes of one run write: one holds the device, the others share its hold.
//!
//! The kernel gives a device to one open file only. A rank that finds its device taken looks whether another rank of its run on this host has
//! it, and takes the same open file into its own table: so the device is held until the last of them has ended, and by nobody else.

use std::fs::{self, File};
use std::os::fd::RawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::PathBuf;

use rustix::fs::{FlockOperation, flock};
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};

use fiord_host::root::Root;

/// The other processes of a run.
#[derive(Debug, Clone, Default)]
pub struct OtherProcesses {
    /// On this host.
    pub here: Vec<u32>,
    /// Whether they make and write the same files, from here or from other hosts.
    pub share_files: bool,
}

impl OtherProcesses {
    /// Marks the descriptor that holds a device by a lock, by which the others know it among all that a process has open.
    pub(crate) fn mark(&self, claim: &File) {
        if !self.here.is_empty() {
            // Where it cannot be marked, the others are refused.
            let _ = flock(claim, FlockOperation::NonBlockingLockShared);
        }
    }

    /// What one of them holds the block device of this number with, as a descriptor of this process.
    pub(crate) fn hold(&self, root: &Root, device: u64) -> Option<File> {
        self.here.iter().find_map(|pid| {
            let number = marked(root, *pid, device)?;
            let pid = Pid::from_raw(i32::try_from(*pid).ok()?)?;
            let process = pidfd_open(pid, PidfdFlags::empty()).ok()?;
            let file = pidfd_getfd(&process, number, PidfdGetfdFlags::empty()).ok()?;
            let file = File::from(file);
            is_device(&file.metadata().ok()?, device).then_some(file)
        })
    }
}

/// The number of the marked descriptor of that device in a process.
fn marked(root: &Root, pid: u32, device: u64) -> Option<RawFd> {
    let open = fs::read_dir(root.proc(format!("{pid}/fd"))).ok()?;
    let mut numbers = open.filter_map(|entry| {
        let path: PathBuf = entry.ok()?.path();
        let number = path.file_name()?.to_str()?.parse::<RawFd>().ok()?;
        is_device(&fs::metadata(&path).ok()?, device).then_some(number)
    });
    numbers.find(|number| {
        let about = fs::read_to_string(root.proc(format!("{pid}/fdinfo/{number}")));
        about.is_ok_and(|text| {
            text.lines()
                .any(|line| line.starts_with("lock:") && line.contains("FLOCK"))
        })
    })
}

fn is_device(meta: &fs::Metadata, device: u64) -> bool {
    meta.file_type().is_block_device() && meta.rdev() == device
}
