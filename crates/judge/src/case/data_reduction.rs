//! Layers that store less than is written: compression, deduplication, zeros that are skipped.

use fiord_host::stack::{LayerKind, Mapping};
use fiord_record::TargetFacts;
use serde::{Deserialize, Serialize};

/// A layer that makes less of content that can be compressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shrinker {
    /// A file system, with its algorithm or its type.
    FileSystem(String),
    /// A device of compressed memory.
    Zram(String),
    /// A device that deduplicates and compresses.
    Vdo(String),
}

/// Read-only file systems that are always compressed.
const COMPRESSED: [&str; 3] = ["squashfs", "cramfs", "erofs"];

/// The first layer under a target that shrinks what it stores.
pub fn shrinker(target: &TargetFacts) -> Option<Shrinker> {
    if let Some(fs) = target.file_system() {
        if let Some(compression) = &fs.compression {
            return Some(Shrinker::FileSystem(compression.clone()));
        }
        if is_compressed(&fs.mount.fs_type) {
            return Some(Shrinker::FileSystem(fs.mount.fs_type.clone()));
        }
    }
    let layers = target.stack.as_ref()?.layers();
    layers.into_iter().find_map(|(_, layer)| match &layer.kind {
        LayerKind::Zram { .. } => Some(Shrinker::Zram(layer.name.clone())),
        LayerKind::Mapped(mapped) if mapped.mapping == Mapping::Vdo => {
            Some(Shrinker::Vdo(layer.name.clone()))
        }
        _ => None,
    })
}

/// Whether a file system of this type compresses all its files.
pub fn is_compressed(fs_type: &str) -> bool {
    COMPRESSED.contains(&fs_type)
}
