//! Loop devices and the files behind them, by device and inode (`LOOP_GET_STATUS64`), not by name.

use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::block::identity::Identity;
use crate::block::names;
use crate::root::{self, Root};

/// One loop device that has a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopFile {
    /// `loop0`
    pub name: String,
    /// What `sysfs` calls the file: its path when it was attached, as the kernel names it now.
    #[serde(with = "crate::paths")]
    pub path: PathBuf,
    /// `st_dev` and inode of the file, where the kernel or the path gives them.
    pub file: Option<(u32, u32, u64)>,
    /// The number of the block device that the file is, if it is one.
    pub block_device: Option<(u32, u32)>,
    /// The bytes of the file that the device shows: the first, and how many.
    pub offset_bytes: u64,
    pub size_bytes: u64,
}

impl LoopFile {
    /// Whether the device shows the bytes of this file or device.
    pub fn shows(&self, identity: &Identity) -> bool {
        match identity.block_device() {
            Some(number) => self.block_device == Some(number),
            None => self.file == Some((identity.major, identity.minor, identity.inode)),
        }
    }

    /// Whether both devices show some byte of one file.
    pub fn overlaps(&self, other: &LoopFile) -> bool {
        let same = match (self.block_device, other.block_device) {
            (None, None) => self.file.is_some() && self.file == other.file,
            (one, two) => one == two,
        };
        let end = |l: &LoopFile| l.offset_bytes.saturating_add(l.size_bytes);
        same && self.offset_bytes < end(other) && other.offset_bytes < end(self)
    }
}

/// All loop devices that have a file. Asks the kernel where this user may open the loop device, else looks at what its path
/// leads to.
pub fn read(root: &Root) -> Vec<LoopFile> {
    names::all(root)
        .into_iter()
        .filter(|name| name.starts_with("loop"))
        .filter_map(|name| one(root, name))
        .collect()
}

fn one(root: &Root, name: String) -> Option<LoopFile> {
    let dir = root.block(&name);
    let path = root::path(&dir.join("loop/backing_file"))?;
    let mut found = LoopFile {
        size_bytes: names::size_bytes(root, &name).unwrap_or(u64::MAX),
        offset_bytes: root::number(&dir.join("loop/offset")).unwrap_or(0),
        file: None,
        block_device: None,
        path,
        name,
    };
    if !root.is_live() {
        found.block_device =
            names::by_dev_path(root, &found.path).and_then(|device| names::device_number(root, &device));
    } else if let Some(status) = status(&found.name) {
        found.file = Some((status.device.0, status.device.1, status.inode));
        found.block_device = Some(status.block_device).filter(|number| *number != (0, 0));
        found.offset_bytes = status.offset;
    } else if let Some(identity) = Identity::of_path(&found.path) {
        found.file = Some((identity.major, identity.minor, identity.inode));
        found.block_device = identity.block_device();
    }
    Some(found)
}

struct Status {
    device: (u32, u32),
    inode: u64,
    block_device: (u32, u32),
    offset: u64,
}

fn status(name: &str) -> Option<Status> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::CLOEXEC;
    let device = rustix::fs::open(Path::new("/dev").join(name), flags, rustix::fs::Mode::empty()).ok()?;
    let words = get_status(&device)?;
    Some(Status {
        device: decode(words[0]),
        inode: words[1],
        block_device: decode(words[2]),
        offset: words[3],
    })
}

/// A device number as the kernel packs it into 64 bits (`huge_encode_dev`).
fn decode(packed: u64) -> (u32, u32) {
    let major = (packed >> 8) & 0xfff;
    let minor = (packed & 0xff) | ((packed >> 12) & 0xf_ff00);
    (major as u32, minor as u32)
}

const LOOP_GET_STATUS64: libc::c_ulong = 0x4c05;
/// `struct loop_info64` has 232 bytes; device, inode, number of the file and offset are its first four words.
const STATUS_WORDS: usize = 29;

fn get_status(device: impl AsFd) -> Option<[u64; STATUS_WORDS]> {
    use std::os::fd::AsRawFd;
    let mut words = [0u64; STATUS_WORDS];
    // SAFETY: the kernel writes `struct loop_info64`, 232 bytes with the alignment of a u64, into an array of that size which
    // lives through the call. On a descriptor of another driver the ioctl fails with ENOTTY.
    let done = unsafe {
        libc::ioctl(
            device.as_fd().as_raw_fd(),
            LOOP_GET_STATUS64 as _,
            words.as_mut_ptr(),
        )
    };
    (done == 0).then_some(words)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn device_numbers_unpack() {
        assert_eq!(decode(0xfe00), (254, 0));
        assert_eq!(decode((259 << 8) | 3), (259, 3));
        assert_eq!(decode((8 << 8) | 0x34 | (0x1200 << 12)), (8, 0x1234));
    }

    #[test]
    fn ranges_of_one_file_overlap_only_where_they_share_a_byte() {
        let at = |offset_bytes, size_bytes| LoopFile {
            name: "loop0".into(),
            path: "/img".into(),
            file: Some((8, 1, 12)),
            block_device: None,
            offset_bytes,
            size_bytes,
        };
        assert!(at(0, 100).overlaps(&at(99, 1)) && at(50, 10).overlaps(&at(0, 100)));
        assert!(!at(0, 100).overlaps(&at(100, 100)));
        let other = LoopFile {
            file: Some((8, 1, 13)),
            ..at(0, 100)
        };
        assert!(!at(0, 100).overlaps(&other));
        let unknown = LoopFile {
            file: None,
            ..at(0, 100)
        };
        assert!(!unknown.overlaps(&unknown.clone()), "nothing is known of either");
    }

    #[test]
    fn a_descriptor_of_another_driver_has_no_status() {
        assert!(get_status(std::fs::File::open("/dev/null").unwrap()).is_none());
    }
}
