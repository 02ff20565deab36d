//! What an open descriptor really is: device and inode, which links, mounts and renames do not change.

use std::io;
use std::os::fd::AsFd;

use rustix::fs::FileType;
use serde::{Deserialize, Serialize};

/// The kinds of file that a job may be pointed at; special files with their own number (`st_rdev`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum InodeKind {
    Regular,
    Directory,
    Block { major: u32, minor: u32 },
    Character { major: u32, minor: u32 },
    Pipe,
    Socket,
    Other,
}

/// The identity of a file. Two paths, descriptors or loop devices with the same identity share their bytes.
///
/// Of an overlay, `fstat` gives the overlay's own numbers, so that a file of its upper directory that was opened there
/// has another identity than the same file opened through the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// `st_dev`: the file system.
    pub major: u32,
    pub minor: u32,
    pub inode: u64,
    pub kind: InodeKind,
}

impl Identity {
    /// Of an open descriptor; one opened with `O_PATH` will do.
    ///
    /// # Errors
    /// `fstat` fails.
    pub fn of(file: impl AsFd) -> io::Result<Identity> {
        Ok(Identity::from_stat(&rustix::fs::fstat(file)?))
    }

    /// Of what a path leads to now, links followed; another path may lead elsewhere a moment later.
    pub(crate) fn of_path(path: &std::path::Path) -> Option<Identity> {
        Some(Identity::from_stat(&rustix::fs::stat(path).ok()?))
    }

    fn from_stat(stat: &rustix::fs::Stat) -> Identity {
        let (major, minor) = (rustix::fs::major(stat.st_rdev), rustix::fs::minor(stat.st_rdev));
        Identity {
            major: rustix::fs::major(stat.st_dev),
            minor: rustix::fs::minor(stat.st_dev),
            inode: stat.st_ino,
            kind: match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => InodeKind::Regular,
                FileType::Directory => InodeKind::Directory,
                FileType::BlockDevice => InodeKind::Block { major, minor },
                FileType::CharacterDevice => InodeKind::Character { major, minor },
                FileType::Fifo => InodeKind::Pipe,
                FileType::Socket => InodeKind::Socket,
                _ => InodeKind::Other,
            },
        }
    }

    /// The number of the block device that it is.
    pub fn block_device(&self) -> Option<(u32, u32)> {
        match self.kind {
            InodeKind::Block { major, minor } => Some((major, minor)),
            _ => None,
        }
    }

    /// Whether both lead to the same bytes: the same device by number, or the same inode.
    pub fn is_same_data(&self, other: &Identity) -> bool {
        match (self.block_device(), other.block_device()) {
            (Some(one), Some(two)) => one == two,
            (None, None) => self == other,
            _ => false,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use std::fs::{self, File};

    #[test]
    fn links_and_renames_keep_the_identity_and_copies_do_not() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("a"), "x").unwrap();
        let open = |name: &str| Identity::of(File::open(at(name)).unwrap()).unwrap();
        let first = open("a");
        fs::hard_link(at("a"), at("hard")).unwrap();
        std::os::unix::fs::symlink("hard", at("soft")).unwrap();
        fs::copy(at("a"), at("copy")).unwrap();
        assert!(first.is_same_data(&open("hard")) && first.is_same_data(&open("soft")));
        assert!(!first.is_same_data(&open("copy")));
        fs::rename(at("a"), at("b")).unwrap();
        let held = File::open(at("b")).unwrap();
        fs::remove_file(at("b")).unwrap();
        assert_eq!(Identity::of(&held).unwrap(), first);
        assert_eq!(open("hard").kind, InodeKind::Regular);
        let null = Identity::of(File::open("/dev/null").unwrap()).unwrap();
        assert_eq!(null.kind, InodeKind::Character { major: 1, minor: 3 });
    }
}
