//! Control groups that are made for a run, entered by its threads, and removed.
//!
//! Version 1 takes threads one by one. In version 2 the threads of a process share one group for I/O, so that the whole process
//! enters it and goes back (`Documentation/admin-guide/cgroup-v2.rst`, "Threads").

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::file::mounts;
use crate::root::{self, Root};
use crate::system::cgroup::{hierarchy, levels, parse_membership};

/// The kernel lets go of the last thread of a group a moment after it has ended.
const REMOVE_ATTEMPTS: u32 = 100;
const REMOVE_PAUSE: Duration = Duration::from_millis(10);

/// Why a group cannot be had.
#[derive(Debug)]
pub enum GroupError {
    /// Nothing is mounted for it.
    NoHierarchy,
    /// A file of the group could not be written.
    File(PathBuf, io::Error),
    /// The kernel knows no weights here.
    NoWeight(PathBuf),
}

/// Who enters a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupVersion {
    /// Each thread by itself.
    Threads,
    /// The process with all its threads.
    Process,
}

/// Where groups that control I/O are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IoHierarchy {
    top: PathBuf,
    /// The group of this process.
    own: PathBuf,
    version: GroupVersion,
}

impl IoHierarchy {
    /// The one that controls I/O: version 1's `blkio` where that is mounted, else version 2.
    ///
    /// # Errors
    /// [`GroupError::NoHierarchy`].
    pub fn find(root: &Root) -> Result<Self, GroupError> {
        Self::of(root, "blkio", GroupVersion::Threads)
            .or_else(|| Self::of(root, "", GroupVersion::Process))
            .ok_or(GroupError::NoHierarchy)
    }

    /// The one of these controllers; none: version 2.
    pub fn of(root: &Root, controllers: &str, version: GroupVersion) -> Option<Self> {
        let mounts = mounts::read(root);
        let mount = hierarchy(&mounts, controllers)?;
        let top = root.place(&mount.mount_point);
        let membership = root::text(&root.proc("self/cgroup")).unwrap_or_default();
        let is_ours = |names: &str| match controllers {
            "" => names.is_empty(),
            wanted => names.split(',').any(|name| name == wanted),
        };
        let own = membership
            .lines()
            .filter_map(parse_membership)
            .find(|(names, _)| is_ours(names))
            .and_then(|(_, group)| levels(root, mount, &top, Path::new(group)).into_iter().next());
        Some(Self {
            own: own.unwrap_or_else(|| top.clone()),
            top,
            version,
        })
    }

    /// Who enters groups of it.
    pub fn version(&self) -> GroupVersion {
        self.version
    }

    /// The group of this name below the root of the hierarchy, made where it is missing.
    ///
    /// # Errors
    /// It cannot be made, or has no weight.
    pub fn group(&self, name: &str, weight: Option<u32>) -> Result<RunGroup, GroupError> {
        let mut group = RunGroup {
            dir: self.top.join(name),
            own: self.own.clone(),
            version: self.version,
            made: Vec::new(),
        };
        let mut dir = self.top.clone();
        for part in Path::new(name) {
            dir.push(part);
            match fs::create_dir(&dir) {
                Ok(()) => group.made.push(dir.clone()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(GroupError::File(dir, error)),
            }
        }
        if let Some(weight) = weight {
            group.set_weight(weight)?;
        }
        Ok(group)
    }
}

/// A group of a run. What was made for it is removed when it is dropped.
#[derive(Debug)]
pub struct RunGroup {
    dir: PathBuf,
    own: PathBuf,
    version: GroupVersion,
    made: Vec<PathBuf>,
}

impl RunGroup {
    /// Puts the calling thread there, or in version 2 the whole process.
    ///
    /// # Errors
    /// The kernel's.
    pub fn enter(&self) -> Result<(), GroupError> {
        write(&self.dir.join(self.members()), "0")
    }

    /// Puts it back into the group that the process was in before.
    ///
    /// # Errors
    /// The kernel's.
    pub fn leave(&self) -> Result<(), GroupError> {
        write(&self.own.join(self.members()), "0")
    }

    /// Leaves the group when it is dropped, even one that was made.
    pub fn keep(&mut self) {
        self.made.clear();
    }

    /// A zero there means who writes it.
    fn members(&self) -> &'static str {
        match self.version {
            GroupVersion::Threads => "tasks",
            GroupVersion::Process => "cgroup.procs",
        }
    }

    fn set_weight(&self, weight: u32) -> Result<(), GroupError> {
        let files: &[&str] = match self.version {
            GroupVersion::Threads => &["blkio.weight", "blkio.bfq.weight"],
            GroupVersion::Process => &["io.weight", "io.bfq.weight"],
        };
        let there = files
            .iter()
            .map(|file| self.dir.join(file))
            .find(|file| file.exists());
        let file = there.ok_or_else(|| GroupError::NoWeight(self.dir.clone()))?;
        write(&file, &weight.to_string())
    }
}

impl Drop for RunGroup {
    fn drop(&mut self) {
        for dir in self.made.iter().rev() {
            for _ in 0..REMOVE_ATTEMPTS {
                match fs::remove_dir(dir) {
                    Err(error) if error.raw_os_error() == Some(libc::EBUSY) => thread::sleep(REMOVE_PAUSE),
                    _ => break,
                }
            }
        }
    }
}

fn write(file: &Path, text: &str) -> Result<(), GroupError> {
    let written = fs::OpenOptions::new()
        .write(true)
        .open(file)
        .and_then(|mut open| open.write_all(text.as_bytes()));
    written.map_err(|error| GroupError::File(file.to_owned(), error))
}
