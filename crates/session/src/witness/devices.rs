//! The block devices under the targets, each once.

use fiord_host::block;
use fiord_host::disk::Transport;
use fiord_host::health::Health;
use fiord_host::root::Root;
use fiord_host::stack::{FsClass, Layer, LayerKind, Stack};
use fiord_host::wear::{DriveWear, Effort};
use fiord_record::evidence::DeviceUse;

use crate::regions;
use crate::targets::RunTargets;

/// What is under loop devices, heat and wear only for evidence: reading those takes a command of the drive.
pub(super) fn under(targets: &RunTargets<'_>, evidence: bool) -> Vec<DeviceUse> {
    let root = targets.root;
    let mut devices: Vec<DeviceUse> = Vec::new();
    for (_, target) in targets.all() {
        let known = devices.len();
        for (_, layer) in target.stack.layers() {
            add(root, layer, &mut devices);
        }
        for device in devices.iter_mut().skip(known).filter(|_| evidence) {
            device.backing = regions::backing(root, &target.stack, &device.name);
        }
    }
    for device in devices.iter_mut().filter(|device| device.leaf && evidence) {
        let read = Health::read(root, &device.name);
        device.health = Some((read.clone(), read));
        device.wear = wear(root, &device.name).map(|wear| (wear.clone(), wear));
    }
    devices
}

/// What a drive tells of its writes, by the logs that it lists; `None`: it tells nothing. A SATA drive is not asked around a run: its
/// commands wait until its queue is empty.
pub(super) fn wear(root: &Root, name: &str) -> Option<DriveWear> {
    let is_nvme = name.starts_with("nvme");
    let wear = is_nvme.then(|| DriveWear::read(root, name, Transport::Nvme, Effort::Listed))?;
    wear.host_written.is_some().then_some(wear)
}

/// The names of the lowest devices, each once: disks, and a loop device whose file is in memory
/// or on another machine. Their counters are the last that this kernel keeps.
pub(super) fn lowest(stack: &Stack) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, layer) in stack.layers() {
        if layer.number.is_some() && !device_below(layer) && !names.contains(&layer.name) {
            names.push(layer.name.clone());
        }
    }
    names
}

fn device_below(layer: &Layer) -> bool {
    layer
        .below
        .iter()
        .any(|below| below.number.is_some() || device_below(below))
}

/// A block device of the stack, unless it is known already. Partitions are left out: their disk has the counters.
fn add(root: &Root, layer: &Layer, devices: &mut Vec<DeviceUse>) {
    if layer.number.is_none() || devices.iter().any(|known| known.name == layer.name) {
        return;
    }
    let partition = matches!(layer.kind, LayerKind::Partition { .. });
    let leaf = !device_below(layer) && !partition;
    if partition {
        // A partition whose disk is not in the tree still has its disk's counters to show.
        if layer.below.is_empty()
            && let Some(disk) = block::disk_of_partition(root, &layer.name)
            && devices.iter().all(|known| known.name != disk)
        {
            devices.push(DeviceUse {
                number: block::device_number(root, &disk),
                name: disk,
                leaf: true,
                ..DeviceUse::default()
            });
        }
        return;
    }
    let queue = layer.queue.as_ref();
    devices.push(DeviceUse {
        name: layer.name.clone(),
        number: layer.number,
        leaf,
        in_memory: in_memory(layer),
        parallel: parallel(layer),
        write_cache: queue
            .and_then(|queue| queue.write_cache.as_deref())
            .map(|mode| mode == "write back"),
        ..DeviceUse::default()
    });
}

fn in_memory(layer: &Layer) -> bool {
    match &layer.kind {
        LayerKind::Zram { .. } => true,
        LayerKind::Disk(disk) => matches!(disk.transport, Transport::Memory | Transport::Pmem),
        LayerKind::Loop { .. } => layer
            .below
            .iter()
            .any(|below| matches!(&below.kind, LayerKind::FileSystem(fs) if fs.class == FsClass::Memory)),
        _ => false,
    }
}

/// A layer over others serves as many at once as they do; but a loop device that goes through the page cache does one request
/// after the other.
fn parallel(layer: &Layer) -> Option<bool> {
    match &layer.kind {
        LayerKind::Loop {
            direct_io: Some(false),
            ..
        } => Some(false),
        LayerKind::Loop { .. } | LayerKind::Mapped(_) | LayerKind::Md(_) | LayerKind::FileSystem(_) => {
            let below: Vec<Option<bool>> = layer.below.iter().map(parallel).collect();
            match below.as_slice() {
                [] => None,
                [one] => *one,
                _ => Some(true),
            }
        }
        LayerKind::Partition { .. } => layer.below.iter().find_map(parallel),
        LayerKind::Zram { .. } => Some(true),
        LayerKind::Disk(disk) => match disk.transport {
            Transport::Sata | Transport::Usb | Transport::Mmc => layer
                .queue
                .as_ref()
                .and_then(|queue| queue.rotational)
                .map(|turns| !turns),
            Transport::Unknown | Transport::Scsi => None,
            _ => Some(true),
        },
        _ => None,
    }
}
