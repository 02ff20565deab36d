//! Who uses a file or device now: mounts, swap, mapped and loop devices, and users of the same bytes.
//!
//! Everything is compared by identity, so that a hard link, a bind mount, an unlinked name or a second loop device over one
//! image is recognised. One reading serves all files of a job: it is a table that is asked, not a walk per file.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::block::identity::{Identity, InodeKind};
use crate::block::loops::{self, LoopFile};
use crate::block::names;
use fiord_messages::{Lang, refusals as messages, system_error};

use crate::block::raw::{self, Raw, RawKind};
use crate::block::signatures::{Signature, UnknownData};
use crate::block::stack;
use crate::file::mounts;
use crate::file::swaps;
use crate::root::Root;

/// The number of block devices over flash (`MTD_BLOCK_MAJOR`).
const MTD_BLOCK_MAJOR: u32 = 31;

/// One reason not to write to a file or device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holding {
    /// It, a partition or something made of it is mounted.
    Mounted {
        device: String,
        #[serde(with = "crate::paths")]
        at: PathBuf,
    },
    /// It, a partition or something made of it is swapped to.
    Swap { device: String },
    /// Another device is made of `device`, a part of what was asked about.
    Holder { device: String, holder: String },
    /// The kernel refuses to open it exclusively: somebody, possibly in another mount namespace, holds it.
    Busy { device: String },
    /// Partitions that the kernel knows.
    Partitions { names: Vec<String> },
    /// Its bytes, or those of a partition, carry a signature.
    Signature { device: String, signature: Signature },
    /// Its bytes are neither zeros nor anything known.
    UnknownData { device: String, data: UnknownData },
    /// Its bytes could not be read, so nothing is known of what it holds.
    Unreadable { device: String, error: String },
    /// A character device other than null, zero and full, which keep nothing of what is written.
    CharacterDevice { major: u32, minor: u32 },
    /// A character device that keeps data, of which nobody can say what they are.
    Unexamined { device: String, kind: RawKind },
}

impl Holding {
    /// Whether something uses the device now, as against data that lie on it. No consent allows such a write.
    pub fn in_use(&self) -> bool {
        matches!(
            self,
            Holding::Mounted { .. }
                | Holding::Swap { .. }
                | Holding::Holder { .. }
                | Holding::Busy { .. }
                | Holding::CharacterDevice { .. }
        )
    }

    /// Whether it is worth a warning and no more.
    pub fn is_only_a_warning(&self) -> bool {
        matches!(self, Holding::UnknownData { .. })
    }

    /// It as a sentence.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Holding::Mounted { device, at } => messages::Mounted {
                device,
                path: &at.display(),
            }
            .text(lang),
            Holding::Swap { device } => messages::Swap { device }.text(lang),
            Holding::Holder { device, holder } => messages::Holder { device, holder }.text(lang),
            Holding::Busy { device } => messages::Busy { device }.text(lang),
            Holding::Partitions { names } => messages::Partitions {
                names: &lang.list(names),
            }
            .text(lang),
            Holding::Signature { device, signature } => signature_words(device, signature, lang),
            Holding::UnknownData { device, data } => messages::UnknownData {
                device,
                offset: &data.offset_bytes,
            }
            .text(lang),
            Holding::Unreadable { device, error } => {
                let error = &system_error(error, lang);
                messages::Unreadable { device, error }.text(lang)
            }
            Holding::CharacterDevice { major, minor } => messages::CharacterDevice {
                number: &format_args!("{major}:{minor}"),
            }
            .text(lang),
            Holding::Unexamined { device, kind } => match kind {
                RawKind::Memory => messages::PersistentMemory { device }.text(lang),
                RawKind::Flash => messages::RawFlash { device }.text(lang),
            },
        }
    }
}

/// A label and partitions never come together: a partition table has no label.
fn signature_words(device: &str, signature: &Signature, lang: Lang) -> String {
    let name = &signature.name;
    match (&signature.label, signature.partitions) {
        (Some(label), _) => messages::SignatureLabelled {
            device: &device,
            name,
            label: &format_args!("{label:?}"),
        }
        .text(lang),
        (None, Some(partitions)) => messages::SignaturePartitions {
            device: &device,
            name,
            partitions: partitions.into(),
        }
        .text(lang),
        (None, None) => messages::Signature {
            device: &device,
            name,
        }
        .text(lang),
    }
}

/// What the kernel says is in use, read once.
#[derive(Debug, Clone)]
pub struct Uses {
    root: Root,
    loops: Vec<LoopFile>,
    /// Devices and where they are mounted.
    mounted: Vec<(String, PathBuf)>,
    /// Regular files mounted without a loop device (EROFS), and where.
    mounted_files: Vec<(Identity, PathBuf)>,
    /// Flash (`mtdN`) and where it is mounted.
    mounted_flash: Vec<(String, PathBuf)>,
    swap_devices: Vec<String>,
    swap_files: Vec<(PathBuf, Option<Identity>)>,
}

impl Uses {
    /// Reads mounts, swap areas and loop devices.
    pub fn read(root: &Root) -> Uses {
        let mut uses = Uses {
            root: root.clone(),
            loops: loops::read(root),
            mounted: Vec::new(),
            mounted_files: Vec::new(),
            mounted_flash: Vec::new(),
            swap_devices: Vec::new(),
            swap_files: Vec::new(),
        };
        uses.read_mounts(root);
        for swap in swaps::read(root) {
            match stack::device_at(root, &swap.path) {
                Some(device) => uses.swap_devices.push(device),
                None => {
                    let identity = root.is_live().then(|| Identity::of_path(&swap.path)).flatten();
                    uses.swap_files.push((swap.path, identity));
                }
            }
        }
        uses
    }

    fn read_mounts(&mut self, root: &Root) {
        for mount in mounts::read(root) {
            let source = Path::new(&mount.source);
            // File systems for flash show the number of a block device that need not be there.
            let flash = match mount.major {
                MTD_BLOCK_MAJOR => Some(format!("mtd{}", mount.minor)),
                _ => raw::flash_of_source(root, &mount.source),
            };
            self.mounted_flash
                .extend(flash.map(|flash| (flash, mount.mount_point.clone())));
            let device = match mount.major {
                0 => stack::device_at(root, source),
                major => names::by_number(root, major, mount.minor),
            };
            if let Some(device) = device {
                let devices = if mount.fs_type == "btrfs" {
                    stack::btrfs_set(root, &device)
                } else {
                    vec![device]
                };
                let at = || mount.mount_point.clone();
                self.mounted.extend(devices.into_iter().map(|d| (d, at())));
            } else if root.is_live() && mount.fs_type == "erofs" && source.is_absolute() {
                let file = Identity::of_path(source).filter(|i| i.kind == InodeKind::Regular);
                self.mounted_files.extend(file.map(|i| (i, mount.mount_point)));
            }
        }
    }

    /// What uses a regular file as a device: swap, loop devices, a mount. `name` is what reasons call it.
    pub fn of_file(&self, file: &Identity, name: &str) -> Vec<Holding> {
        let device = || name.to_owned();
        let mut users = Vec::new();
        let is_it = |other: &Option<Identity>| other.is_some_and(|other| other.is_same_data(file));
        if self.swap_files.iter().any(|(_, identity)| is_it(identity)) {
            users.push(Holding::Swap { device: device() });
        }
        let over = self.loops.iter().filter(|l| l.shows(file));
        users.extend(over.map(|l| Holding::Holder {
            device: device(),
            holder: l.name.clone(),
        }));
        let mounted = self.mounted_files.iter().filter(|(i, _)| i.is_same_data(file));
        users.extend(mounted.map(|(_, at)| Holding::Mounted {
            device: device(),
            at: at.clone(),
        }));
        users
    }

    /// What uses a character device that keeps data, or a part of it.
    pub fn of_raw(&self, raw: &Raw) -> Vec<Holding> {
        let holders = raw.holders.iter().map(|holder| Holding::Holder {
            device: raw.name.clone(),
            holder: holder.clone(),
        });
        let mut users: Vec<Holding> = holders.collect();
        if raw.kind == RawKind::Memory {
            return users;
        }
        let mounted = self
            .mounted_flash
            .iter()
            .filter(|(flash, _)| raw.family.contains(flash));
        users.extend(mounted.map(|(flash, at)| Holding::Mounted {
            device: flash.clone(),
            at: at.clone(),
        }));
        // As a block device it can be mounted, swapped to and built upon as any other.
        let blocks = raw.family.iter().filter_map(|flash| flash.strip_prefix("mtd"));
        users.extend(blocks.flat_map(|number| self.of_device(&format!("mtdblock{number}"))));
        users
    }

    /// What uses a block device, a partition of it, the disk that it is a partition of, anything made of it, or another loop
    /// device over the same bytes.
    pub fn of_device(&self, device: &str) -> Vec<Holding> {
        let mut family = vec![device.to_owned()];
        let mut holdings = Vec::new();
        self.collect(device, &mut family, &mut holdings);
        if let Some(disk) = names::disk_of_partition(&self.root, device) {
            // Who holds the whole disk holds the partition; other partitions do not matter.
            self.collect_holders(&disk, &mut family, &mut holdings);
            family.push(disk);
        }
        self.beneath_loop(device, &mut family, &mut holdings);
        for member in &family {
            let of_member = self.mounted.iter().filter(|(d, _)| d == member);
            holdings.extend(of_member.map(|(d, at)| Holding::Mounted {
                device: d.clone(),
                at: at.clone(),
            }));
        }
        let in_swap = family.iter().filter(|member| self.swap_devices.contains(member));
        holdings.extend(in_swap.map(|member| Holding::Swap {
            device: member.clone(),
        }));
        holdings
    }

    /// Partitions, holders, and theirs in turn.
    fn collect(&self, device: &str, family: &mut Vec<String>, holdings: &mut Vec<Holding>) {
        self.collect_holders(device, family, holdings);
        for partition in names::partitions(&self.root, device) {
            self.visit(partition, family, holdings);
        }
    }

    fn collect_holders(&self, device: &str, family: &mut Vec<String>, holdings: &mut Vec<Holding>) {
        let number = names::device_number(&self.root, device);
        let over = self
            .loops
            .iter()
            .filter(|l| number.is_some() && l.block_device == number);
        let holders = names::holders(&self.root, device)
            .into_iter()
            .chain(over.map(|l| l.name.clone()));
        for holder in holders {
            if family.first() == Some(&holder) {
                continue; // A loop device is not a stranger to the disk beneath it.
            }
            holdings.push(Holding::Holder {
                device: device.to_owned(),
                holder: holder.clone(),
            });
            self.visit(holder, family, holdings);
        }
    }

    fn visit(&self, device: String, family: &mut Vec<String>, holdings: &mut Vec<Holding>) {
        if !family.contains(&device) {
            family.push(device.clone());
            self.collect(&device, family, holdings);
        }
    }

    /// Of a loop device: what else uses the bytes of its file.
    fn beneath_loop(&self, device: &str, family: &mut Vec<String>, holdings: &mut Vec<Holding>) {
        let Some(own) = self.loops.iter().find(|l| l.name == device) else {
            return;
        };
        for other in self.loops.iter().filter(|l| l.name != device && l.overlaps(own)) {
            holdings.push(Holding::Holder {
                device: own.path.display().to_string(),
                holder: other.name.clone(),
            });
            self.visit(other.name.clone(), family, holdings);
        }
        if let Some((major, minor)) = own.block_device
            && let Some(below) = names::by_number(&self.root, major, minor)
            && !family.contains(&below)
        {
            family.push(below.clone());
            self.collect(&below, family, holdings);
        }
        let is_own = |(_, swap): &&(PathBuf, Option<Identity>)| swap.is_some_and(|swap| own.shows(&swap));
        holdings.extend(
            self.swap_files
                .iter()
                .filter(is_own)
                .map(|(path, _)| Holding::Swap {
                    device: path.display().to_string(),
                }),
        );
    }
}
