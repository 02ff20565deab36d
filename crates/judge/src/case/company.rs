//! The jobs that run at the same time, and the files and devices that they share.

use std::path::{Path, PathBuf};

use fiord_job::plan::{ExitWhat, JobPlan};

use crate::case::Case;

/// A file or device: itself where it is there, else the path that it will have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FileName {
    Known((u64, u64)),
    Path(PathBuf),
}

/// The other jobs that run while this one does, with their indices: no job between them waits for another (`stonewall`, `wait_for`), and
/// no runtime is over before the other's `startdelay`.
pub fn together<'a>(case: &Case<'a>, index: usize) -> Vec<(usize, &'a JobPlan)> {
    let Some(own) = case.record.plan.jobs.get(index) else {
        return Vec::new();
    };
    let mut wave: Vec<(usize, &JobPlan)> = Vec::new();
    let mut has_job = false;
    for (other, job) in case.plans() {
        let waits = job.control.stonewall || job.control.wait_for.is_some();
        if waits && has_job {
            break;
        }
        if waits {
            wave.clear();
        }
        if other == index {
            has_job = true;
        } else {
            wave.push((other, job));
        }
    }
    wave.retain(|(_, other)| !is_over_before(own, other) && !is_over_before(other, own));
    wave
}

/// Whether the runtime of one job is over when the other begins.
fn is_over_before(one: &JobPlan, other: &JobPlan) -> bool {
    let control = &one.control;
    let latest_us = [control.startdelay_us.1, control.ramp_time_us, control.runtime_us]
        .into_iter()
        .fold(0, u64::saturating_add);
    control.runtime_us > 0 && latest_us <= other.control.startdelay_us.0
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
        Self { case, files }
    }

    /// The first file or device of a job that other jobs use at the same time, and those jobs.
    pub fn on_one_file(&self, index: usize) -> Option<(&'a Path, Vec<(usize, &'a JobPlan)>)> {
        let others = together(self.case, index);
        let uses = |other: usize, name: &FileName| self.files[other].iter().any(|(known, _)| known == name);
        self.files.get(index)?.iter().find_map(|(name, path)| {
            let on_it: Vec<_> = others
                .iter()
                .copied()
                .filter(|(other, _)| uses(*other, name))
                .collect();
            (!on_it.is_empty()).then_some((*path, on_it))
        })
    }
}
