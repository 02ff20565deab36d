//! Which files were laid out in this run.

use std::collections::HashSet;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Files that were laid out in this run: they are never removed to be made anew for a later job.
#[derive(Debug, Default)]
pub struct Prepared {
    files: Mutex<HashSet<(u64, u64)>>,
    filled_bytes: Arc<AtomicU64>,
}

impl Prepared {
    /// Adds the bytes that layouts write to a counter that others read.
    pub fn counting(filled_bytes: Arc<AtomicU64>) -> Self {
        Self {
            filled_bytes,
            ..Self::default()
        }
    }

    pub(super) fn filled(&self, bytes: u64) {
        self.filled_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn insert(&self, file: &File) {
        self.files
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(identity(file));
    }

    pub(super) fn contains(&self, path: &Path) -> bool {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        File::open(path)
            .ok()
            .and_then(|file| identity(&file))
            .is_some_and(|id| files.contains(&id))
    }
}

/// Identity of a file, whatever its names.
pub(super) fn identity(file: &File) -> Option<(u64, u64)> {
    file.metadata().ok().map(|meta| (meta.dev(), meta.ino()))
}
