//! The jobs that run at the same time, and the files and devices that they share.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use fiord_job::plan::{ExitWhat, JobPlan};

use crate::case::Case;

/// A file or device: itself where it is there, else the path that it will have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FileName {
    Known((u64, u64)),
    Path(PathBuf),
}

/// The other jobs that run while this one does, with their indices: no `stonewall` is between them, neither waits for the other
/// (`wait_for`), and no runtime is over before the other's `startdelay`.
pub fn together<'a>(case: &Case<'a>, index: usize) -> Vec<(usize, &'a JobPlan)> {
    let jobs = &case.record.plan.jobs;
    let Some(own) = jobs.get(index) else {
        return Vec::new();
    };
    let stonewall = |job: &JobPlan| job.control.stonewall;
    let start = jobs[..=index].iter().rposition(stonewall).unwrap_or(0);
    let after = jobs[index + 1..].iter().position(stonewall);
    let end = after.map_or(jobs.len(), |after| index + 1 + after);
    let chain = in_one_chain(&case.waits_for, index);
    (start..end)
        .filter(|other| !chain[*other])
        .map(|other| (other, &jobs[other]))
        .filter(|(_, job)| !is_over_before(own, job) && !is_over_before(job, own))
        .collect()
}

/// Of each job the last one before it of the name that it waits for.
pub(super) fn waits(jobs: &[JobPlan]) -> Vec<Option<usize>> {
    let mut last: HashMap<&str, usize> = HashMap::new();
    let mut waits = Vec::with_capacity(jobs.len());
    for (index, job) in jobs.iter().enumerate() {
        let name = job.control.wait_for.as_deref();
        waits.push(name.and_then(|name| last.get(name).copied()));
        last.insert(&job.name, index);
    }
    waits
}

/// Of each job whether it starts only when this one has ended, or this one when it has: directly, or by jobs between them.
fn in_one_chain(waits: &[Option<usize>], index: usize) -> Vec<bool> {
    let mut chain = vec![false; waits.len()];
    chain[index] = true;
    let mut at = index;
    while let Some(earlier) = waits[at] {
        chain[earlier] = true;
        at = earlier;
    }
    for job in index + 1..waits.len() {
        chain[job] = waits[job].is_some_and(|earlier| earlier >= index && chain[earlier]);
    }
    chain
}

/// Whether the runtime of one job is over when the other begins.
fn is_over_before(one: &JobPlan, other: &JobPlan) -> bool {
    let control = &one.control;
    if control.runtime_us == 0 {
        return false;
    }
    let latest_us = [control.startdelay_us.1, control.ramp_time_us, control.runtime_us]
        .into_iter()
        .fold(0, u64::saturating_add);
    latest_us <= other.control.startdelay_us.0
}

/// The jobs whose end ends this one (`exitall`).
pub fn ended_by<'a>(case: &Case<'a>, index: usize) -> Vec<&'a JobPlan> {
    let group = case.record.plan.jobs.get(index).map(|job| job.group);
    let ends = |job: &JobPlan| {
        let exit = &job.control.exit;
        exit.exitall && (exit.exit_what != ExitWhat::Group || Some(job.group) == group)
    };
    let others = together(case, index).into_iter().map(|(_, job)| job);
    others.filter(|job| ends(job)).collect()
}

/// The files and devices of each job.
pub struct Company<'c, 'a> {
    case: &'c Case<'a>,
    files: Vec<Vec<(FileName, &'a Path)>>,
    /// The jobs that use each of them, in the order of the plan.
    users: HashMap<FileName, Vec<usize>>,
}

impl<'c, 'a> Company<'c, 'a> {
    pub fn of(case: &'c Case<'a>) -> Self {
        let mut files: Vec<Vec<(FileName, &'a Path)>> = vec![Vec::new(); case.record.plan.jobs.len()];
        for target in &case.record.before.targets {
            let path = target.path.as_path();
            let name = target
                .file
                .map_or_else(|| FileName::Path(path.to_owned()), FileName::Known);
            if let Some(files) = files.get_mut(target.job) {
                files.push((name, path));
            }
        }
        // Without facts, names are all there is to go by.
        for ((_, job), files) in case.plans().zip(&mut files) {
            if files.is_empty() {
                let names = job.files.filenames.iter().map(Path::new);
                files.extend(names.map(|path| (FileName::Path(path.to_owned()), path)));
            }
            if !job.engine.kind.moves_data() {
                files.clear();
            }
        }
        let mut users: HashMap<FileName, Vec<usize>> = HashMap::new();
        for (job, files) in files.iter().enumerate() {
            for (name, _) in files {
                let users = users.entry(name.clone()).or_default();
                // A job may name a file twice.
                if users.last() != Some(&job) {
                    users.push(job);
                }
            }
        }
        Self { case, files, users }
    }

    /// The first file or device of a job that other jobs use at the same time, and those jobs.
    pub fn on_one_file(&self, index: usize) -> Option<(&'a Path, Vec<(usize, &'a JobPlan)>)> {
        let shared = |name: &FileName| self.users.get(name).filter(|users| users.len() > 1);
        let files = self.files.get(index)?;
        if !files.iter().any(|(name, _)| shared(name).is_some()) {
            return None;
        }
        let others = together(self.case, index);
        files.iter().find_map(|(name, path)| {
            // Both are in the order of the plan.
            let with = |user: &usize| others.binary_search_by_key(user, |(other, _)| *other).ok();
            let on_it: Vec<_> = shared(name)?
                .iter()
                .filter_map(with)
                .map(|at| others[at])
                .collect();
            (!on_it.is_empty()).then_some((*path, on_it))
        })
    }
}
