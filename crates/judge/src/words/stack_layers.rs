//! What a layer between file and disk means for a measurement; doctor's tree and the trap `stack` show it.

use fiord_host::disk::{Disk, Transport};
use fiord_host::stack::{FileSystem, FsClass, Layer, LayerKind, Mapped, Mapping, Md};
use fiord_messages::{Fixed, Lang, stack_layers as messages};
use fiord_record::number::Bytes;

/// Whole sentences on a layer.
pub fn meaning(layer: &Layer, lang: Lang) -> String {
    layer_meaning(&layer.kind, layer.below.len(), lang)
}

/// As [`meaning`], of a layer over this number of parts.
pub(crate) fn layer_meaning(kind: &LayerKind, parts: usize, lang: Lang) -> String {
    let fixed: Fixed = match kind {
        LayerKind::FileSystem(fs) => file_system(fs),
        LayerKind::Partition { .. } => messages::partition,
        LayerKind::Mapped(mapped) => return mapping(mapped, parts, lang),
        LayerKind::Md(md) => return array(md, lang),
        LayerKind::Loop {
            direct_io: Some(true),
            ..
        } => messages::loop_direct,
        LayerKind::Loop {
            direct_io: Some(false),
            ..
        } => messages::loop_buffered,
        LayerKind::Loop { .. } => messages::loop_unknown,
        LayerKind::Zram { .. } => messages::zram,
        LayerKind::Bcache { mode: Some(mode) } => return messages::Bcache { mode }.text(lang),
        LayerKind::Bcache { mode: None } => messages::bcache_unknown_mode,
        LayerKind::Disk(disk) => physical_disk(disk),
    };
    fixed(lang).to_owned()
}

fn file_system(fs: &FileSystem) -> Fixed {
    match fs.class {
        FsClass::Disk => messages::fs_disk,
        FsClass::CopyOnWrite => messages::fs_copy_on_write,
        FsClass::Network => messages::fs_network,
        FsClass::HostShared => messages::fs_host_shared,
        FsClass::Overlay => messages::fs_overlay,
        FsClass::Fuse => messages::fs_fuse,
        FsClass::Memory => messages::fs_memory,
        FsClass::Unknown => messages::fs_unknown,
    }
}

fn mapping(mapped: &Mapped, parts: usize, lang: Lang) -> String {
    let parts = &parts;
    let fixed: Fixed = match &mapped.mapping {
        Mapping::Linear if *parts > 1 => return messages::Concatenation { parts }.text(lang),
        Mapping::Linear => messages::linear,
        Mapping::Striped {
            chunk_bytes: Some(chunk_bytes),
            ..
        } => {
            let chunk = &Bytes(*chunk_bytes);
            return messages::StripedBy { chunk }.text(lang);
        }
        Mapping::Striped { .. } => messages::striped,
        Mapping::Crypt { .. } => messages::crypt,
        Mapping::Thin => messages::thin,
        Mapping::ThinPool => messages::thin_pool,
        Mapping::Cache => messages::dm_cache,
        Mapping::Snapshot => messages::snapshot,
        Mapping::Multipath => messages::multipath,
        Mapping::Raid { level } => raid(level.as_deref()),
        Mapping::Integrity => messages::integrity,
        Mapping::Vdo => messages::vdo,
        Mapping::Test(kind) => return messages::TestTarget { kind }.text(lang),
        Mapping::Several(kinds) => {
            let kinds = &lang.list(kinds);
            return messages::SeveralTargets { kinds }.text(lang);
        }
        Mapping::Other(kind) => return messages::UnknownTarget { kind }.text(lang),
        Mapping::Unknown if *parts > 1 => return messages::UnknownMappingOfParts { parts }.text(lang),
        Mapping::Unknown => messages::unknown_mapping,
    };
    fixed(lang).to_owned()
}

fn raid(level: Option<&str>) -> Fixed {
    match level.unwrap_or("") {
        "raid0" => messages::raid0,
        "raid1" => messages::raid1,
        "raid10" => messages::raid10,
        l if l.starts_with("raid4") || l.starts_with("raid5") || l.starts_with("raid6") => {
            messages::raid_parity
        }
        "linear" => messages::raid_linear,
        _ => messages::raid_unknown,
    }
}

/// What an array does beside the I/O of its users: `resync`, `check`.
pub(crate) fn busy_action(md: &Md) -> Option<&str> {
    let action = md.sync_action.as_deref();
    action.filter(|action| !matches!(*action, "idle" | "frozen" | "none"))
}

fn array(md: &Md, lang: Lang) -> String {
    let mut sentences = vec![raid(md.level.as_deref())(lang).to_owned()];
    let members = u64::from(md.degraded.unwrap_or(0));
    let has_bitmap = md.bitmap.as_deref().is_some_and(|bitmap| bitmap != "none");
    sentences.extend(busy_action(md).map(|action| messages::Busy { action: &action }.text(lang)));
    if members > 0 {
        sentences.push(messages::Missing { members }.text(lang));
    }
    if has_bitmap && sentences.len() == 1 {
        sentences.push(messages::bitmap(lang).to_owned());
    }
    lang.sentences(&sentences)
}

fn physical_disk(disk: &Disk) -> Fixed {
    match &disk.cloud {
        Some(volume) if !volume.local => return messages::disk_cloud,
        Some(_) => return messages::disk_cloud_local,
        None => {}
    }
    match disk.transport {
        Transport::Nvme => messages::disk_nvme,
        Transport::NvmeFabric | Transport::NetworkBlock => messages::disk_network,
        Transport::Sata => messages::disk_sata,
        Transport::Sas | Transport::Scsi => messages::disk_scsi,
        Transport::RaidController => messages::disk_raid_controller,
        Transport::FibreChannel | Transport::Iscsi => messages::disk_san,
        Transport::Usb => messages::disk_usb,
        Transport::VirtioBlk
        | Transport::VirtioScsi
        | Transport::Xen
        | Transport::HyperV
        | Transport::VmwarePvscsi => messages::disk_virtual,
        Transport::Mmc => messages::disk_card,
        Transport::Pmem => messages::disk_persistent_memory,
        Transport::Memory => messages::disk_memory,
        Transport::Unknown => messages::disk_unknown,
    }
}
