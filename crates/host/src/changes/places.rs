//! Where a setting is: on which disks of a stack, on which CPUs.

use crate::block::stack::{FsClass, Layer, LayerKind, Stack};
use crate::changes::{Setting, mount};
use crate::root::{self, Root};

/// The devices on which a setting is changed for what is above `stack`: disks, CPUs, or a mount point; one empty name where it is the machine's. A disk is
/// the uppermost one, with `whole_stack` every one. Read-ahead is that of the uppermost layer with a queue: the others' has no effect, and
/// below a file system with its own, as Btrfs, none has.
pub fn places(root: &Root, stack: &Stack, setting: Setting, whole_stack: bool) -> Vec<String> {
    if setting == Setting::Governor {
        let mut cpus = root::names(&root.sys("devices/system/cpu"));
        cpus.retain(|cpu| setting.attribute(root, cpu).exists());
        return cpus;
    }
    if setting.is_of_mount() {
        let mount = stack.mount().filter(|mount| mount::has(mount, setting));
        return mount
            .map(|mount| mount.mount_point.display().to_string())
            .into_iter()
            .collect();
    }
    if !setting.is_of_queue() {
        return vec![String::new()];
    }
    let has_own_read_ahead = |layer: &Layer| match &layer.kind {
        LayerKind::FileSystem(fs) => fs.class == FsClass::CopyOnWrite,
        _ => false,
    };
    if setting == Setting::ReadAheadKb && stack.top.as_ref().is_some_and(has_own_read_ahead) {
        return Vec::new();
    }
    let is_place = |layer: &Layer| {
        let is_disk = matches!(
            layer.kind,
            LayerKind::Disk(_) | LayerKind::Loop { .. } | LayerKind::Zram { .. }
        );
        layer.queue.is_some() && (is_disk || setting == Setting::ReadAheadKb)
    };
    let goes_on = whole_stack && setting != Setting::ReadAheadKb;
    let mut found: Vec<String> = Vec::new();
    let mut layers: Vec<&Layer> = stack.top.iter().collect();
    while let Some(layer) = layers.pop() {
        let is_place = is_place(layer);
        if is_place && !found.contains(&layer.name) {
            found.push(layer.name.clone());
        }
        if !is_place || goes_on {
            layers.extend(layer.below.iter().rev());
        }
    }
    found
}
