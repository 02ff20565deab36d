//! Whether a file or block device may be written: who uses it, and what its bytes hold.
//!
//! Judges an open descriptor, not a name: between a check by name and an open a link can change. The session opens a target,
//! judges the descriptor and works through it. It returns what was found; whether a job may write is decided by who asks.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::block::disk::Disk;
use crate::block::identity::{Identity, InodeKind};
use crate::block::names;
use crate::block::raw;
use crate::block::signatures::{self, Scan};
use crate::block::stack;
use crate::block::uses::Uses;
use crate::root::Root;

pub use crate::block::uses::Holding;

/// What a probe found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The path as asked.
    #[serde(with = "crate::paths")]
    pub path: PathBuf,
    /// The kernel's name.
    pub device: String,
    /// Its size.
    pub size_bytes: Option<u64>,
    /// What the disk says of itself.
    pub disk: Disk,
    /// All that was found; empty means that nothing speaks against writing.
    pub holdings: Vec<Holding>,
}

impl Probe {
    /// Whether something uses the device now.
    pub fn in_use(&self) -> bool {
        self.holdings.iter().any(Holding::in_use)
    }

    /// Whether nothing at all was found; unknown data are a warning, not a reason.
    pub fn is_free(&self) -> bool {
        self.holdings.iter().all(Holding::is_only_a_warning)
    }
}

/// What is known of an open descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Examined {
    pub identity: Identity,
    /// The kernel's name of a block device, or of a character device that keeps data.
    pub device: Option<String>,
    /// All that was found; empty means that nothing speaks against writing.
    pub holdings: Vec<Holding>,
}

impl Examined {
    /// Whether something uses it now: refuse, whatever the user allowed.
    pub fn in_use(&self) -> bool {
        self.holdings.iter().any(Holding::in_use)
    }

    /// Whether a write destroys something that is known: refuse without the user's consent.
    pub fn is_free(&self) -> bool {
        self.holdings.iter().all(Holding::is_only_a_warning)
    }
}

/// Judges an open descriptor of any kind for writing. Reads a block device, also through a descriptor that is open for writing
/// only; reads no regular file, because a job is free to overwrite one that nobody uses as a device.
///
/// # Errors
/// `fstat` fails.
pub fn examine(root: &Root, file: &File) -> io::Result<Examined> {
    examine_with(&Uses::read(root), root, file)
}

/// The same with a table of uses that was read before: for the many files of one job.
///
/// # Errors
/// `fstat` fails.
pub fn examine_with(uses: &Uses, root: &Root, file: &File) -> io::Result<Examined> {
    let identity = Identity::of(file)?;
    let mut found = Examined {
        identity,
        device: None,
        holdings: Vec::new(),
    };
    match identity.kind {
        InodeKind::Regular => found.holdings = uses.of_file(&identity, &name_of(root, file)),
        InodeKind::Character {
            major: 1,
            minor: 3 | 5 | 7,
        } => {}
        InodeKind::Character { major, minor } => match raw::by_number(root, major, minor) {
            Some(raw) => {
                found.holdings = uses.of_raw(&raw);
                found.holdings.push(Holding::Unexamined {
                    device: raw.name.clone(),
                    kind: raw.kind,
                });
                found.device = Some(raw.name);
            }
            None => found.holdings.push(Holding::CharacterDevice { major, minor }),
        },
        InodeKind::Block { major, minor } => {
            let again = Again::of(root, file);
            let Some(device) = names::by_number(root, major, minor) else {
                found.holdings.push(Holding::Unreadable {
                    device: format!("{major}:{minor}"),
                    error: "No such device".to_owned(),
                });
                return Ok(found);
            };
            found.holdings = uses.of_device(&device);
            if !found.in_use() && is_held(&again.path) {
                found.holdings.push(Holding::Busy {
                    device: device.clone(),
                });
            }
            read_bytes(root, &device, &again.path, &mut found.holdings);
            partitions(root, &device, &mut found.holdings);
            found.device = Some(device);
        }
        InodeKind::Directory | InodeKind::Pipe | InodeKind::Socket | InodeKind::Other => {}
    }
    Ok(found)
}

/// What uses an open regular file, so that it must not be overwritten: a loop device, the kernel's swap, a mount of it as an image.
/// Nothing uses an empty file.
///
/// # Errors
/// `fstat` fails.
pub fn user_of(root: &Root, file: &File) -> io::Result<Option<Holding>> {
    let meta = file.metadata()?;
    if !meta.is_file() || meta.len() == 0 {
        return Ok(None);
    }
    let users = examine(root, file)?.holdings;
    Ok(users.into_iter().find(Holding::in_use))
}

/// Opens the disk behind a generic character device (`/dev/sgN`, `/dev/ngXnY`), so that it is judged and held in its stead. `None`: `file` is
/// something else, or its disk cannot be found.
pub fn open_behind(root: &Root, file: &File) -> Option<File> {
    let InodeKind::Character { major, minor } = Identity::of(file).ok()?.kind else {
        return None;
    };
    let device = names::disk_behind(root, major, minor)?;
    let disk = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(Path::new("/dev").join(device.replace('!', "/")))
        .ok()?;
    // A node in `/dev` can be missing, or be that of another device.
    let number = Identity::of(&disk).ok()?.block_device()?;
    (names::device_number(root, &device) == Some(number)).then_some(disk)
}

/// The size of a character device that is persistent memory; `None`: `file` is something else. A descriptor of its place will do.
pub fn memory_bytes(root: &Root, file: &File) -> Option<u64> {
    let InodeKind::Character { major, minor } = Identity::of(file).ok()?.kind else {
        return None;
    };
    let raw = raw::by_number(root, major, minor)?;
    raw.size_bytes.filter(|_| raw.kind == raw::RawKind::Memory)
}

/// A path that opens the same file again, whatever became of its name, for as long as the descriptor is open.
struct Again<'a> {
    path: PathBuf,
    _open: std::os::fd::BorrowedFd<'a>,
}

impl Again<'_> {
    fn of<'a>(root: &Root, file: &'a File) -> Again<'a> {
        Again {
            path: root.proc(format!("self/fd/{}", file.as_raw_fd())),
            _open: file.as_fd(),
        }
    }
}

fn name_of(root: &Root, file: &File) -> String {
    let link = std::fs::read_link(Again::of(root, file).path);
    link.map_or_else(|_| "the file".to_owned(), |path| path.display().to_string())
}

/// Probes the block device at `path`; `None` when `path` is not a block device.
pub fn probe(root: &Root, path: &Path) -> Option<Probe> {
    let device = stack::device_at(root, path)?;
    let uses = Uses::read(root);
    let mut holdings = uses.of_device(&device);
    if root.is_live() {
        let in_use = holdings.iter().any(Holding::in_use);
        // An empty loop or zram device refuses to open on some kernels.
        if !in_use && names::size_bytes(root, &device) != Some(0) && is_held(path) {
            holdings.push(Holding::Busy {
                device: device.clone(),
            });
        }
        read_bytes(root, &device, path, &mut holdings);
    }
    partitions(root, &device, &mut holdings);
    Some(Probe {
        path: path.to_path_buf(),
        size_bytes: names::size_bytes(root, &device),
        disk: Disk::read(root, &device),
        device,
        holdings,
    })
}

/// The partitions, who holds one, and what they hold.
fn partitions(root: &Root, device: &str, holdings: &mut Vec<Holding>) {
    let names = names::partitions(root, device);
    if names.is_empty() {
        return;
    }
    for partition in names.iter().filter(|_| root.is_live()) {
        let path = Path::new("/dev").join(partition.replace('!', "/"));
        if !holdings.iter().any(Holding::in_use) && is_held(&path) {
            holdings.push(Holding::Busy {
                device: partition.clone(),
            });
        }
        read_bytes(root, partition, &path, holdings);
    }
    holdings.push(Holding::Partitions { names });
}

fn read_bytes(root: &Root, device: &str, path: &Path, holdings: &mut Vec<Holding>) {
    // An empty loop or zram device has no bytes and refuses to open on some kernels.
    if names::size_bytes(root, device) == Some(0) {
        return;
    }
    let name = || device.to_owned();
    match File::open(path).and_then(|file| scan_device(&file, root, device)) {
        Ok(scan) => {
            let signatures = scan.signatures.into_iter();
            holdings.extend(signatures.map(|signature| Holding::Signature {
                device: name(),
                signature,
            }));
            holdings.extend(
                scan.unknown
                    .map(|data| Holding::UnknownData { device: name(), data }),
            );
        }
        Err(error) => holdings.push(Holding::Unreadable {
            device: name(),
            error: error.to_string(),
        }),
    }
}

/// Whether the kernel refuses an exclusive open for longer than a moment: another probe, or a child of any process between
/// its fork and its exec, holds a device only as long as this one does.
fn is_held(path: &Path) -> bool {
    let open = || {
        let mut options = OpenOptions::new();
        options.read(true).custom_flags(libc::O_EXCL).open(path)
    };
    retry_while_busy(open).is_err_and(|e| e.raw_os_error() == Some(libc::EBUSY))
}

/// Tries an exclusive open again for a fifth of a second while the kernel answers `EBUSY`.
fn retry_while_busy(open: impl Fn() -> io::Result<File>) -> io::Result<File> {
    const ATTEMPTS: u32 = 20;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(10);
    for _ in 1..ATTEMPTS {
        match open() {
            Err(e) if e.raw_os_error() == Some(libc::EBUSY) => std::thread::sleep(PAUSE),
            other => return other,
        }
    }
    open()
}

fn scan_device(file: &File, root: &Root, device: &str) -> io::Result<Scan> {
    let size = match names::size_bytes(root, device) {
        Some(size) => size,
        None => rustix::fs::seek(file, rustix::fs::SeekFrom::End(0))?,
    };
    let found = signatures::scan(&mut |offset, out| file.read_exact_at(out, offset), size);
    // What was read here must not answer a measurement's reads.
    let _ = crate::file::cache::drop_range(file, 0, size);
    found
}
