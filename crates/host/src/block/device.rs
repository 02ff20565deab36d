//! Whether a block device is in use (mounted, swapped to, part of another, open) or holds anything that a write would destroy.
//!
//! The probe looks at the machine (mounts, swap, holders, an exclusive open) and at the device's own bytes
//! ([`crate::block::signatures`]). It returns what was found; whether a job may write is decided by who asks.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::block::disk::Disk;
use crate::block::names;
use crate::block::signatures::{self, Signature};
use crate::block::stack;
use crate::file::mounts;
use crate::file::swaps;
use crate::root::{self, Root};

/// One reason not to write to a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holding {
    /// It, a partition or something made of it is mounted.
    Mounted {
        /// The device that is mounted.
        device: String,
        /// Where.
        #[serde(with = "crate::paths")]
        at: PathBuf,
    },
    /// It, a partition or something made of it is swapped to.
    Swap {
        /// The device.
        device: String,
    },
    /// Another device is made of it.
    Holder {
        /// Which part of it is used.
        device: String,
        /// By what.
        holder: String,
    },
    /// The kernel refuses to open it exclusively: somebody, possibly in another mount namespace, holds it.
    Busy {
        /// The device.
        device: String,
    },
    /// Partitions that the kernel knows.
    Partitions {
        /// Their names.
        names: Vec<String>,
    },
    /// Its bytes carry a signature.
    Signature {
        /// The device that carries it: itself or a partition.
        device: String,
        /// What was found.
        signature: Signature,
    },
    /// Its bytes could not be read, so nothing is known of what it holds.
    Unreadable {
        /// The device.
        device: String,
        /// Why.
        error: String,
    },
}

impl Holding {
    /// Whether something uses the device now, as against data that lie on it.
    pub fn in_use(&self) -> bool {
        matches!(
            self,
            Holding::Mounted { .. } | Holding::Swap { .. } | Holding::Holder { .. } | Holding::Busy { .. }
        )
    }
}

impl std::fmt::Display for Holding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Holding::Mounted { device, at } => write!(f, "{device} is mounted on {}", at.display()),
            Holding::Swap { device } => write!(f, "{device} is in use as swap"),
            Holding::Holder { device, holder } => write!(f, "{holder} is made of {device}"),
            Holding::Busy { device } => write!(f, "{device} is held by the kernel or another process"),
            Holding::Partitions { names } => write!(f, "it has partitions: {}", names.join(", ")),
            Holding::Signature { device, signature } => {
                write!(f, "{device} holds {}", signature.name)?;
                if let Some(partitions) = signature.partitions {
                    write!(
                        f,
                        " with {partitions} partition{}",
                        if partitions == 1 { "" } else { "s" }
                    )?;
                }
                signature
                    .label
                    .as_ref()
                    .map_or(Ok(()), |label| write!(f, " labelled {label:?}"))
            }
            Holding::Unreadable { device, error } => write!(f, "{device} cannot be read: {error}"),
        }
    }
}

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

    /// Whether nothing at all was found.
    pub fn is_free(&self) -> bool {
        self.holdings.is_empty()
    }
}

/// Probes the block device at `path`; `None` when `path` is no block device.
pub fn probe(root: &Root, path: &Path) -> Option<Probe> {
    let device = stack::device_at(root, path)?;
    let mut holdings = Vec::new();
    let mounted = mounts_by_device(root);
    let mut family = vec![device.clone()];
    collect_users(root, &device, &mut family, &mut holdings);
    for member in &family {
        let of_member = mounted.iter().filter(|(d, _)| d == member);
        holdings.extend(of_member.map(|(d, at)| Holding::Mounted {
            device: d.clone(),
            at: at.clone(),
        }));
    }
    let swaps = swaps::read(root);
    let swap_devices: Vec<String> = swaps
        .iter()
        .filter_map(|s| stack::device_at(root, &s.path))
        .collect();
    let in_swap = family.iter().filter(|member| swap_devices.contains(member));
    holdings.extend(in_swap.map(|member| Holding::Swap {
        device: member.clone(),
    }));
    let partitions = names::partitions(root, &device);
    if root.is_live() {
        read_bytes(root, &device, path, &mut holdings);
        for partition in &partitions {
            read_bytes(
                root,
                partition,
                &Path::new("/dev").join(partition.replace('!', "/")),
                &mut holdings,
            );
        }
    }
    if !partitions.is_empty() {
        holdings.push(Holding::Partitions { names: partitions });
    }
    Some(Probe {
        path: path.to_path_buf(),
        size_bytes: names::size_bytes(root, &device),
        disk: Disk::read(root, &device),
        device,
        holdings,
    })
}

/// Every mount that lies on a device, by the device's name.
fn mounts_by_device(root: &Root) -> Vec<(String, PathBuf)> {
    let mut out = Vec::new();
    for mount in mounts::read(root) {
        let device = match mount.major {
            0 => stack::device_at(root, Path::new(&mount.source)),
            major => names::by_number(root, major, mount.minor),
        };
        let Some(device) = device else { continue };
        let mut devices = vec![device];
        if mount.fs_type == "btrfs" {
            devices = stack::btrfs_set(root, &devices[0]);
        }
        out.extend(devices.into_iter().map(|d| (d, mount.mount_point.clone())));
    }
    out
}

/// Partitions, holders, and theirs in turn.
fn collect_users(root: &Root, device: &str, family: &mut Vec<String>, holdings: &mut Vec<Holding>) {
    for holder in names::holders(root, device)
        .into_iter()
        .chain(loops_over(root, device))
    {
        holdings.push(Holding::Holder {
            device: device.to_owned(),
            holder: holder.clone(),
        });
        visit(root, holder, family, holdings);
    }
    for partition in names::partitions(root, device) {
        visit(root, partition, family, holdings);
    }
}

/// Loop devices whose file is this device: the kernel lists them as no holders.
fn loops_over(root: &Root, device: &str) -> Vec<String> {
    let is_over = |name: &String| {
        let file = root::word(&root.block(name).join("loop/backing_file"));
        file.is_some_and(|file| stack::device_at(root, Path::new(&file)).as_deref() == Some(device))
    };
    names::all(root)
        .into_iter()
        .filter(|n| n.starts_with("loop"))
        .filter(is_over)
        .collect()
}

fn visit(root: &Root, device: String, family: &mut Vec<String>, holdings: &mut Vec<Holding>) {
    if !family.contains(&device) {
        family.push(device.clone());
        collect_users(root, &device, family, holdings);
    }
}

fn read_bytes(root: &Root, device: &str, path: &Path, holdings: &mut Vec<Holding>) {
    let name = device.to_owned();
    // An empty loop or zram device has no bytes and refuses to open on some kernels.
    if names::size_bytes(root, device) == Some(0) {
        return;
    }
    let already = holdings.iter().any(Holding::in_use);
    if !already && is_held(path) {
        holdings.push(Holding::Busy { device: name.clone() });
    }
    match File::open(path).and_then(|file| scan_file(&file, root, device)) {
        Ok(signatures) => holdings.extend(signatures.into_iter().map(|signature| Holding::Signature {
            device: name.clone(),
            signature,
        })),
        Err(error) => holdings.push(Holding::Unreadable {
            device: name,
            error: error.to_string(),
        }),
    }
}

/// Whether the kernel refuses an exclusive open for longer than a moment: another probe, or a child of any process between
/// its fork and its exec, holds a device only as long as this one does.
fn is_held(path: &Path) -> bool {
    const ATTEMPTS: u32 = 20;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(10);
    for attempt in 0..ATTEMPTS {
        let opened = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_EXCL)
            .open(path);
        if opened.is_ok() || opened.is_err_and(|e| e.raw_os_error() != Some(libc::EBUSY)) {
            return false;
        }
        if attempt + 1 < ATTEMPTS {
            std::thread::sleep(PAUSE);
        }
    }
    true
}

fn scan_file(file: &File, root: &Root, device: &str) -> io::Result<Vec<Signature>> {
    let size = match names::size_bytes(root, device) {
        Some(size) => size,
        None => rustix::fs::seek(file, rustix::fs::SeekFrom::End(0))?,
    };
    let found = signatures::scan(&mut |offset, out| file.read_exact_at(out, offset), size);
    // What was read here must not answer a measurement's reads.
    let _ = crate::file::cache::drop_range(file, 0, size);
    found
}

/// The signatures in a regular file, such as a disk image.
///
/// # Errors
/// The file cannot be opened or its first sector not be read.
pub fn signatures_of(path: &Path) -> io::Result<Vec<Signature>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    signatures::scan(&mut |offset, out| file.read_exact_at(out, offset), size)
}

/// What uses a regular file as a device: a swap area, loop devices. Writing to such a file is as bad as writing to the
/// device; empty when nothing does.
pub fn users_of_file(root: &Root, path: &Path) -> Vec<Holding> {
    let real = if root.is_live() {
        std::fs::canonicalize(path).unwrap_or_default()
    } else {
        path.to_path_buf()
    };
    let name = real.display().to_string();
    let is_it = |named: &Path| !real.as_os_str().is_empty() && named == real;
    let swaps = swaps::read(root).into_iter().filter(|swap| is_it(&swap.path));
    let mut users: Vec<Holding> = swaps.map(|_| Holding::Swap { device: name.clone() }).collect();
    for holder in names::all(root).into_iter().filter(|n| n.starts_with("loop")) {
        let file = root::word(&root.block(&holder).join("loop/backing_file"));
        if file.is_some_and(|file| is_it(Path::new(&file))) {
            users.push(Holding::Holder {
                device: name.clone(),
                holder,
            });
        }
    }
    users
}

/// Whether a disk is read-only by its own account.
pub fn is_read_only(root: &Root, device: &str) -> Option<bool> {
    root::flag(&root.block(device).join("ro"))
}
