//! Which devices are watched, and in which order: each above those it rests on.

use std::ffi::OsString;
use std::path::Path;

use anyhow::{Result, bail};
use fiord_host::disk::Transport;
use fiord_host::disk_stats::{DeviceStats, DiskStats};
use fiord_host::stack::{self, Layer, LayerKind, Stack};
use fiord_host::{Root, block};
use fiord_messages::{Lang, watch as messages};

/// A device with its place among the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DevicePlace {
    pub name: String,
    pub title: String,
    pub depth: usize,
    pub util_means: bool,
    pub counted: bool,
}

/// Deeper than any real stack.
const DEPTH: usize = 24;

/// The devices that the user named, by kernel name or by path (a device, or a file or directory on one), each with all
/// devices below.
///
/// # Errors
/// A name that is none, or a path that is on no device.
pub(crate) fn named(root: &Root, words: &[OsString]) -> Result<Vec<DevicePlace>> {
    let mut places = Vec::new();
    for word in words {
        let devices = block::all(root);
        let shown = word.to_string_lossy();
        let top = if devices.iter().any(|device| *device == *shown) {
            stack::layer(root, &shown, DEPTH)
        } else if is_there(root, Path::new(word)) {
            Stack::under(root, Path::new(word)).top
        } else {
            let lang = Lang::current();
            let devices = &lang.list(&devices);
            bail!(
                messages::NoSuchDevice {
                    word: &shown,
                    devices
                }
                .text(lang)
            );
        };
        let device = top.filter(|top| !matches!(top.kind, LayerKind::FileSystem(_)) || !top.below.is_empty());
        match device {
            Some(top) => add(&top, 0, true, &mut places),
            None => bail!(messages::NotOnADevice { path: &shown }.text(Lang::current())),
        }
    }
    Ok(places)
}

fn is_there(root: &Root, path: &Path) -> bool {
    if root.is_live() {
        path.exists()
    } else {
        root.place(path).exists()
    }
}

/// Every disk that did anything since boot, as iostat chooses them; partitions are left out. What is put together from others
/// stands above them.
pub(crate) fn all(root: &Root, counters: &[DeviceStats]) -> Vec<DevicePlace> {
    let used = counters
        .iter()
        .filter(|device| device.stats != DiskStats::default());
    let disks = used.filter(|device| block::disk_of_partition(root, &device.name).is_none());
    let layers = disks.filter_map(|device| stack::layer(root, &device.name, DEPTH));
    // Detached loop devices keep their counters.
    let layers: Vec<Layer> = layers.filter(|layer| layer.size_bytes != Some(0)).collect();
    let mut below = Vec::new();
    layers.iter().for_each(|layer| names_below(layer, &mut below));
    let mut places = Vec::new();
    for layer in layers
        .iter()
        .filter(|layer| !below.contains(&layer.name.as_str()))
    {
        add(layer, 0, false, &mut places);
    }
    places
}

/// Whether a device has gone: the kernel counts it no longer, or it lost its medium, as a detached loop device.
pub(crate) fn is_gone(root: &Root, counters: &[DeviceStats], name: &str) -> bool {
    !counters.iter().any(|device| device.name == name) || block::size_bytes(root, name) == Some(0)
}

/// What a layer rests on, unless that is a file, whose disk others use too.
fn parts(layer: &Layer) -> &[Layer] {
    match layer.kind {
        LayerKind::Loop { .. } => &[],
        _ => &layer.below,
    }
}

fn names_below<'a>(layer: &'a Layer, names: &mut Vec<&'a str>) {
    for part in parts(layer) {
        names.push(&part.name);
        names_below(part, names);
    }
}

/// Adds a layer and those below. A device that several rest on is shown once.
fn add(layer: &Layer, depth: usize, through_files: bool, places: &mut Vec<DevicePlace>) {
    let mut below_depth = depth;
    if !matches!(layer.kind, LayerKind::FileSystem(_)) {
        if places.iter().any(|place| place.name == layer.name) {
            return;
        }
        places.push(DevicePlace {
            name: layer.name.clone(),
            title: layer.kind.title(),
            depth,
            util_means: util_means(layer),
            counted: layer.queue.as_ref().and_then(|queue| queue.iostats) != Some(false),
        });
        below_depth += 1;
    }
    let below = if through_files { &layer.below } else { parts(layer) };
    for layer in below {
        add(layer, below_depth, through_files, places);
    }
}

/// Whether `%util` tells how near its limit a device is: only of a single turning disk, which serves one request at a time.
fn util_means(layer: &Layer) -> bool {
    match &layer.kind {
        LayerKind::Disk(disk) => {
            let turns = layer.queue.as_ref().and_then(|queue| queue.rotational) == Some(true);
            let single = matches!(
                disk.transport,
                Transport::Sata | Transport::Sas | Transport::Usb | Transport::Scsi | Transport::Unknown
            );
            turns && single
        }
        LayerKind::Partition { .. } | LayerKind::Mapped(_) => match layer.below.as_slice() {
            [only] => util_means(only),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use fiord_host::disk_stats;
    use fiord_testbed::tree;

    const MACHINE: &str = "\
@ sys/devices/x/sda
dev = 8:0
size = 2097152
queue/rotational = 1
queue/iostats = 1
stat = 1 0 8 0 0 0 0 0 0 0 0
sda1/partition = 1
sda1/dev = 8:1
sda1/start = 2048
@ sys/devices/x/nvme0n1
dev = 259:0
queue/rotational = 0
queue/iostats = 0
@ sys/devices/x/dm-0
dev = 253:0
dm/name = vg-data
dm/uuid = LVM-abc
slaves/sda1 -> ../../sda/sda1
slaves/nvme0n1 -> ../../nvme0n1
@ sys/class/block
sda -> ../../devices/x/sda
sda1 -> ../../devices/x/sda/sda1
nvme0n1 -> ../../devices/x/nvme0n1
dm-0 -> ../../devices/x/dm-0
@ proc
diskstats <<
   8       0 sda 1 0 8 0 0 0 0 0 0 0 0
   8       1 sda1 1 0 8 0 0 0 0 0 0 0 0
 259       0 nvme0n1 0 0 0 0 0 0 0 0 0 0 0
 253       0 dm-0 1 0 8 0 0 0 0 0 0 0 0
   7       0 loop0 0 0 0 0 0 0 0 0 0 0 0
>>
self/mountinfo <<
27 1 253:0 / /data rw,relatime - ext4 /dev/mapper/vg-data rw
28 1 0:40 / /mem rw,relatime - tmpfs tmpfs rw
>>
";

    fn machine() -> (tempfile::TempDir, Root) {
        let dir = tempfile::tempdir().unwrap();
        tree::unpack(MACHINE, dir.path()).unwrap();
        std::fs::create_dir_all(dir.path().join("data")).unwrap();
        std::fs::create_dir_all(dir.path().join("mem")).unwrap();
        let root = Root::at(dir.path());
        (dir, root)
    }

    fn shown(places: &[DevicePlace]) -> Vec<(usize, &str)> {
        places
            .iter()
            .map(|place| (place.depth, place.name.as_str()))
            .collect()
    }

    #[test]
    fn a_stacked_device_stands_above_its_parts() {
        let (_dir, root) = machine();
        let tree = [(0, "dm-0"), (1, "nvme0n1"), (1, "sda1"), (2, "sda")];
        assert_eq!(shown(&named(&root, &["dm-0".into()]).unwrap()), tree);
        assert_eq!(shown(&named(&root, &["/data".into()]).unwrap()), tree);
        assert_eq!(shown(&all(&root, &disk_stats::read_all(&root))), tree);
    }

    #[test]
    fn a_device_is_shown_once_and_what_is_none_is_refused() {
        let (_dir, root) = machine();
        let twice = named(&root, &["sda".into(), "sda1".into()]).unwrap();
        assert_eq!(shown(&twice), [(0, "sda"), (0, "sda1")]);
        for (word, words) in [
            ("sdq", "use one of dm-0"),
            ("/nowhere/x", "no such"),
            ("/mem", "not on a block device"),
        ] {
            let refusal = named(&root, &[word.into()]).unwrap_err().to_string();
            assert!(refusal.contains(words), "{refusal}");
        }
    }

    #[test]
    fn util_means_something_on_a_turning_disk_only() {
        let (_dir, root) = machine();
        let places = named(&root, &["dm-0".into()]).unwrap();
        let means: Vec<bool> = places.iter().map(|place| place.util_means).collect();
        assert_eq!(means, [false, false, true, true]);
        let counted: Vec<bool> = places.iter().map(|place| place.counted).collect();
        assert_eq!(counted, [true, false, true, true]);
    }
}
