//! Consent: a device is written only where the user named it, and nothing on the machine is changed before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::Cell;
use std::fs::File;
use std::path::{Path, PathBuf};

use fiord_job::plan::{AccessMode, Amount, JobPlan};
use fiord_session::{RunEvent, RunSettings, SetupError, measure};
use fiord_testbed::{Loop, Mounted, or_skip, patiently, skip};

use crate::bed::{plan, settings};

fn job(path: &Path, mode: AccessMode) -> JobPlan {
    let mut job = JobPlan::new("j");
    job.access.mode = mode;
    job.access.size = Some(Amount::Bytes(64 << 10));
    job.files.filenames = vec![path.display().to_string()];
    job
}

#[test]
fn a_device_is_written_only_with_consent_and_never_while_in_use() {
    let disk = or_skip!("loop", Loop::new(8));
    // Leaves a file system behind: a blank device is free.
    drop(or_skip!("mount", Mounted::ext4(&disk)));
    let before = first_bytes(disk.path());
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("innocent");
    std::os::unix::fs::symlink(disk.path(), &link).unwrap();
    let group = KeptGroup::here();
    let arranged = Cell::new(false);
    let hear = |_: &RunEvent| arranged.set(true);
    let try_it = |path: &Path, mode, allowed: &[&Path]| {
        let mut job = job(path, mode);
        job.placement.cgroup.name = group.as_ref().map(|group| group.name.clone());
        job.placement.cgroup.keep = true;
        let settings = RunSettings {
            allow_destroy: allowed.iter().map(|path| path.to_path_buf()).collect(),
            ..settings()
        };
        arranged.set(false);
        measure(&plan(vec![job]), &settings, &hear)
    };
    for path in [disk.path(), &link] {
        for mode in [AccessMode::Write, AccessMode::RandTrim, AccessMode::RandRw] {
            let error = try_it(path, mode, &[]).unwrap_err();
            let SetupError::Refused { refusal, .. } = &error else {
                panic!("{error}")
            };
            assert_eq!(refusal.device, disk.path());
            assert!(refusal.can_be_allowed);
            let is_changed = arranged.get() || group.as_ref().is_some_and(KeptGroup::is_there);
            assert!(
                !is_changed,
                "nothing on the machine is changed for what is refused"
            );
        }
        assert!(try_it(path, AccessMode::Read, &[]).is_ok());
        assert!(arranged.get() && group.as_ref().is_none_or(KeptGroup::is_there));
        group.iter().for_each(KeptGroup::remove);
    }
    assert_eq!(first_bytes(disk.path()), before, "refused means untouched");
    let outcome = try_it(&link, AccessMode::Write, &[disk.path()]).unwrap();
    assert_eq!(outcome.workers[0].error, None);
    assert_ne!(first_bytes(disk.path()), before);
    let _mounted = or_skip!("mount", Mounted::ext4(&disk));
    let error = try_it(disk.path(), AccessMode::Write, &[disk.path()]).unwrap_err();
    let SetupError::Refused { refusal, .. } = &error else {
        panic!("{error}")
    };
    assert!(!refusal.can_be_allowed, "{error}");
}

/// A control group that jobs make and leave.
struct KeptGroup {
    name: String,
}

impl KeptGroup {
    /// `None`: this machine has no groups of version 1 for I/O, or this user may not make any.
    fn here() -> Option<Self> {
        let group = Self {
            name: format!("fiord-test-kept-{}", std::process::id()),
        };
        if let Err(error) = std::fs::create_dir(group.path()) {
            skip("blkio", &format!("{}: {error}", group.path().display()));
            return None;
        }
        group.remove();
        Some(group)
    }

    fn path(&self) -> PathBuf {
        Path::new("/sys/fs/cgroup/blkio").join(&self.name)
    }

    fn is_there(&self) -> bool {
        self.path().exists()
    }

    /// The kernel lets go of the last thread of a group a moment after it has ended.
    fn remove(&self) {
        patiently(|| !self.is_there() || std::fs::remove_dir(self.path()).is_ok());
    }
}

impl Drop for KeptGroup {
    fn drop(&mut self) {
        self.remove();
    }
}

fn first_bytes(device: &Path) -> [u8; 4096] {
    use std::io::Read;
    let mut bytes = [0; 4096];
    File::open(device).unwrap().read_exact(&mut bytes).unwrap();
    bytes
}
