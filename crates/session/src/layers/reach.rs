//! Which devices and file systems a run's I/O passes, and what each worker's files are to them.

use std::collections::HashMap;
use std::fs::File;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use fiord_host::extents::Extents;
use fiord_host::stack::{FsClass, Layer, LayerKind};
use fiord_host::trace::event::packed;
use fiord_host::trace::{EventKind, TraceTarget};
use fiord_messages::{Sentence, session as messages};
use fiord_targets::files::names;

use super::join::{FileSectors, OwnTarget};
use crate::targets::RunTargets;

/// Files that are looked at; I/O of later ones is not joined.
const MOST_FILES: usize = 10_000;
/// Pieces of all files whose sectors are known.
const MOST_PIECES: usize = 1 << 18;

/// What a run reaches.
#[derive(Debug, Default)]
pub(super) struct Reach {
    disks: Vec<(u32, u32)>,
    file_systems: Vec<(u32, u32)>,
    /// By worker and file, in the workers' order.
    pub(super) targets: Vec<Vec<Option<OwnTarget>>>,
    pub(super) sectors: FileSectors,
}

impl Reach {
    pub(super) fn target(&self, buffer_kib: u32) -> TraceTarget {
        TraceTarget {
            kinds: EventKind::ALL.to_vec(),
            disks: self.disks.clone(),
            file_systems: self.file_systems.clone(),
            buffer_kib,
        }
    }

    pub(super) fn has_files(&self) -> bool {
        !self.file_systems.is_empty()
    }

    fn add(&mut self, path: &Path, targets: &mut RunTargets<'_>) -> Option<OwnTarget> {
        let meta = std::fs::metadata(path).ok()?;
        let is_device = meta.file_type().is_block_device();
        if !is_device && !meta.is_file() {
            return None;
        }
        let stack = targets.stack_under(path);
        let top = stack.top.as_ref()?;
        if is_device {
            let (disk, start_bytes) = disk_of(top)?;
            insert(&mut self.disks, disk);
            return Some(OwnTarget::Device {
                dev: packed(disk.0, disk.1),
                sector: start_bytes / 512,
            });
        }
        let LayerKind::FileSystem(fs) = &top.kind else {
            return None;
        };
        let below: Vec<((u32, u32), u64)> = top.below.iter().filter_map(disk_of).collect();
        if below.is_empty() {
            return None;
        }
        for (disk, _) in &below {
            insert(&mut self.disks, *disk);
        }
        // Not the file's own number: that of a subvolume is not in the events.
        insert(&mut self.file_systems, (fs.mount.major, fs.mount.minor));
        let (dev, ino) = (packed(fs.mount.major, fs.mount.minor), meta.ino());
        // Others give addresses of their own, not those of a disk.
        if let ([(disk, start)], FsClass::Disk) = (below.as_slice(), fs.class) {
            self.place(path, packed(disk.0, disk.1), *start, (dev, ino));
        }
        Some(OwnTarget::File { dev, ino })
    }

    /// Notes on which sectors of its disk a file lies.
    fn place(&mut self, path: &Path, disk: u32, start_bytes: u64, (dev, ino): (u32, u64)) {
        let Some(extents) = File::open(path).ok().and_then(|file| Extents::placed(&file)) else {
            return;
        };
        for piece in extents
            .places()
            .take(MOST_PIECES.saturating_sub(self.sectors.len()))
        {
            let first = (start_bytes + piece.physical) / 512;
            let end = first + (piece.end - piece.begin).div_ceil(512);
            self.sectors.add(disk, (first, end), (dev, ino, piece.begin));
        }
    }
}

/// The disk that a layer's events are of, and where the layer begins on it.
fn disk_of(layer: &Layer) -> Option<((u32, u32), u64)> {
    match &layer.kind {
        LayerKind::Partition { start_bytes, .. } => Some((layer.below.first()?.number?, (*start_bytes)?)),
        _ => Some((layer.number?, 0)),
    }
}

fn insert(all: &mut Vec<(u32, u32)>, one: (u32, u32)) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// Finds what the files of all workers are on.
///
/// # Errors
/// Why nothing can be traced.
pub(super) fn find(targets: &mut RunTargets<'_>) -> Result<Reach, Sentence> {
    let mut reach = Reach::default();
    let mut known: HashMap<PathBuf, Option<OwnTarget>> = HashMap::new();
    for job in &targets.plan.jobs {
        for clone in 0..job.numjobs.max(1) {
            let paths = if job.engine.kind.is_diskless() {
                Vec::new()
            } else {
                names::of_clone(job, clone).unwrap_or_default()
            };
            let mut own = Vec::new();
            for path in paths.into_iter().take(MOST_FILES.saturating_sub(known.len())) {
                let target = match known.get(&path) {
                    Some(target) => *target,
                    None => reach.add(&path, targets),
                };
                known.insert(path, target);
                own.push(target);
            }
            reach.targets.push(own);
        }
    }
    if reach.disks.is_empty() {
        return Err(Sentence::new(messages::layers_no_device));
    }
    Ok(reach)
}
