//! The targets of a run, found once: the files and devices of each job, and the layers under each.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use fiord_host::root::Root;
use fiord_host::stack::Stack;
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_targets::files::names;

/// Files per job that are looked at one by one; a job of thousands of files is judged by the first of them.
const PER_JOB: usize = 64;

/// One file or device of a job.
pub(crate) struct RunTarget {
    pub(crate) path: PathBuf,
    /// The layers under it, as they were before anything was changed.
    pub(crate) stack: Rc<Stack>,
}

/// A plan with the targets of its jobs.
pub(crate) struct RunTargets<'p> {
    pub(crate) root: &'p Root,
    pub(crate) plan: &'p RunPlan,
    jobs: Vec<Vec<RunTarget>>,
    /// Files of one directory share theirs.
    stacks: HashMap<PathBuf, Rc<Stack>>,
}

impl<'p> RunTargets<'p> {
    pub(crate) fn find(root: &'p Root, plan: &'p RunPlan) -> Self {
        let mut targets = Self {
            root,
            plan,
            jobs: Vec::new(),
            stacks: HashMap::new(),
        };
        for job in &plan.jobs {
            let found = targets.under_job(job);
            targets.jobs.push(found);
        }
        targets
    }

    /// Finds those of `opendir` again, among which are now files that other jobs laid out.
    pub(crate) fn refresh(&mut self) {
        for (index, job) in self.plan.jobs.iter().enumerate() {
            if job.files.opendir.is_some() {
                self.jobs[index] = self.under_job(job);
            }
        }
    }

    /// The jobs in the plan's order, each with its targets: at most [`PER_JOB`], none of a job that touches no file.
    pub(crate) fn jobs(&self) -> impl Iterator<Item = (&'p JobPlan, &[RunTarget])> {
        self.plan.jobs.iter().zip(self.jobs.iter().map(Vec::as_slice))
    }

    /// All targets, with the index of their job.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &RunTarget)> {
        let jobs = self.jobs.iter().enumerate();
        jobs.flat_map(|(job, targets)| targets.iter().map(move |target| (job, target)))
    }

    fn under_job(&mut self, job: &JobPlan) -> Vec<RunTarget> {
        let target = |path: PathBuf| RunTarget {
            stack: self.stack_under(&path),
            path,
        };
        paths(job).into_iter().map(target).collect()
    }

    /// The layers under any path.
    pub(crate) fn stack_under(&mut self, path: &Path) -> Rc<Stack> {
        let place = place_under(path);
        let stack = self.stack_at(&place);
        // The files of one directory there may be in several places.
        if stack.is_overlay() && place != path {
            return self.stack_at(path);
        }
        stack
    }

    fn stack_at(&mut self, place: &Path) -> Rc<Stack> {
        if let Some(known) = self.stacks.get(place) {
            return Rc::clone(known);
        }
        let stack = Rc::new(Stack::under(self.root, place));
        self.stacks.insert(place.to_owned(), Rc::clone(&stack));
        stack
    }
}

/// The distinct paths that all clones of a job open, at most [`PER_JOB`].
fn paths(job: &JobPlan) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Vec::new();
    if job.engine.kind.is_diskless() {
        return all;
    }
    let is_named = job.files.opendir.is_some() || !job.files.filenames.is_empty();
    // Only generated names differ from clone to clone.
    let clones = if is_named { 1 } else { job.numjobs.max(1) };
    for clone in 0..clones {
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

/// Where to look for the layers: a plain file or a new one is on those of its directory, anything else on its own.
fn place_under(path: &Path) -> PathBuf {
    let is_plain = std::fs::symlink_metadata(path).map_or(true, |meta| meta.is_file());
    if !is_plain {
        return path.to_owned();
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    directory.unwrap_or(Path::new(".")).to_owned()
}
