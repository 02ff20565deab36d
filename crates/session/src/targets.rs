//! The files of a plan's jobs, by the engine's own names, and the layers below them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use fiord_host::root::Root;
use fiord_host::stack::Stack;
use fiord_job::plan::JobPlan;
use fiord_targets::files::names;

/// Files per job that are looked at one by one; a job of thousands of files is judged by the first of them.
const PER_JOB: usize = 64;

/// The distinct paths that all clones of a job open, at most [`PER_JOB`]; none of a job that touches no file.
pub(super) fn paths(job: &JobPlan) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Vec::new();
    if job.engine.kind.is_diskless() {
        return all;
    }
    for clone in 0..job.numjobs.max(1) {
        for path in names::of_clone(job, clone).unwrap_or_default() {
            if !all.contains(&path) {
                all.push(path);
            }
            if all.len() == PER_JOB {
                return all;
            }
        }
    }
    all
}

/// The layers under paths. Files of one folder share theirs.
pub struct Stacks<'r> {
    pub(super) root: &'r Root,
    known: HashMap<PathBuf, Stack>,
}

impl<'r> Stacks<'r> {
    pub fn new(root: &'r Root) -> Self {
        Self {
            root,
            known: HashMap::new(),
        }
    }

    pub(super) fn under(&mut self, path: &Path) -> &Stack {
        let root = self.root;
        let mut place = place_of(path);
        let made = |place: &PathBuf| Stack::under(root, place);
        let of_folder = self.known.entry(place.clone()).or_insert_with_key(made);
        // The files of one folder there may lie in several.
        if of_folder.is_overlay() {
            place = path.to_owned();
        }
        self.known.entry(place).or_insert_with_key(made)
    }
}

/// A plain file, or one that is yet to be made, stands on the layers of its folder; anything else on its own.
fn place_of(path: &Path) -> PathBuf {
    let is_plain = match std::fs::symlink_metadata(path) {
        Ok(meta) => meta.is_file(),
        Err(_) => true,
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if is_plain {
        folder.to_owned()
    } else {
        path.to_owned()
    }
}
