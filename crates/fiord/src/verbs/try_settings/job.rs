//! The job that is repeated. Where it names no file, it reads PATH, or works in a directory of its own below PATH.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use fiord_fio_cli::copied::drop_program;
use fiord_job::cli::Action;
use fiord_job::diagnostic::Level;
use fiord_job::invocation::Parsed;
use fiord_job::plan::JobPlan;
use fiord_messages::{Lang, try_settings as messages};
use fiord_report::text::Page;

use super::directory::TrialDirectory;
use crate::ui;
use crate::verbs::run::refuse_what_run_does_not_do;

/// Size of a test file at most; in a full file system a quarter of the free space.
const FILE_BYTES: u64 = 1 << 30;

/// The job, and the directory of its file, which goes away with it.
pub(super) struct TrialJob {
    pub(super) parsed: Parsed,
    directory: Option<TrialDirectory>,
}

impl TrialJob {
    /// Reads the job; `None`: what is wrong with it was said.
    ///
    /// # Errors
    /// The job does not run, or PATH cannot be its file.
    pub(super) fn read(words: &[String], path: &Path, run_time: Duration) -> Result<Option<Self>> {
        let mut words = words.to_vec();
        drop_program(&mut words);
        let has_job = |word: &String| word.starts_with("--name") || !word.starts_with('-');
        if !words.iter().any(has_job) {
            words.insert(0, "--name=try".to_owned());
        }
        let Some(mut parsed) = parse(&words)? else {
            return Ok(None);
        };
        let mut directory = None;
        let jobs = &parsed.plan.jobs;
        if jobs.iter().any(is_without_file) {
            if !jobs.iter().all(is_without_file) {
                bail!(messages::some_without_file(Lang::current()));
            }
            let place = if path.is_dir() {
                let made = TrialDirectory::make(path).with_context(|| path.display().to_string())?;
                let place = with_directory(made.path(), jobs)?;
                directory = Some(made);
                place
            } else {
                let is_changed = |job: &JobPlan| fiord_targets::files::changes_data(job);
                if jobs.iter().any(is_changed) {
                    let path = &path.display();
                    bail!(messages::WritesPath { path }.text(Lang::current()));
                }
                vec!["--readonly".to_owned(), format!("--filename={}", typed(path)?)]
            };
            words.splice(0..0, place);
            let Some(again) = parse(&words)? else {
                return Ok(None);
            };
            parsed = again;
            // Options before a job file may be without effect: then the job would make files of its own.
            if parsed.plan.jobs.iter().any(is_without_file) {
                bail!(messages::some_without_file(Lang::current()));
            }
        }
        for job in &mut parsed.plan.jobs {
            if job.control.runtime_us == 0 {
                job.control.runtime_us = run_time.as_micros() as u64;
                // Direct I/O may begin again at the end of the file: nothing of it is in the page cache.
                job.control.time_based |= job.direct() == Some(true) && !has_end(job);
            }
        }
        Ok(Some(Self { parsed, directory }))
    }
}

impl TrialJob {
    /// The directory of the test file that was made for it.
    pub(super) fn directory(&self) -> Option<&Path> {
        self.directory.as_ref().map(TrialDirectory::path)
    }

    /// The first file of each job; none where a job needs no file.
    ///
    /// # Errors
    /// Those of the names.
    pub(super) fn files(&self) -> Result<Option<Vec<PathBuf>>> {
        let jobs = &self.parsed.plan.jobs;
        if jobs.iter().any(|job| job.engine.kind.is_diskless()) {
            return Ok(None);
        }
        let first = |job: &JobPlan| -> Result<Option<PathBuf>> {
            let names = fiord_targets::files::names::of_clone(job, 0)?;
            Ok(names.into_iter().next().map(std::path::absolute).transpose()?)
        };
        let files: Result<Vec<Option<PathBuf>>> = jobs.iter().map(first).collect();
        Ok(Some(files?.into_iter().flatten().collect()))
    }
}

fn parse(words: &[String]) -> Result<Option<Parsed>> {
    let parsed = fiord_fio_cli::parse(words);
    for diagnostic in &parsed.diagnostics {
        let mut page = Page::new();
        page.foreign(diagnostic.render(&parsed.sources, "fiord", Lang::current()));
        ui::show(&page);
    }
    let mut diagnostics = parsed.diagnostics.iter();
    if parsed.failed() || diagnostics.any(|diagnostic| diagnostic.level == Level::Error) {
        return Ok(None);
    }
    if parsed.action != Action::Run || parsed.plan.jobs.is_empty() {
        bail!(messages::no_job(Lang::current()));
    }
    refuse_what_run_does_not_do(&parsed)?;
    Ok(Some(parsed))
}

/// Whether the job says how much it does.
fn has_end(job: &JobPlan) -> bool {
    ["io_size", "loops", "number_ios"]
        .iter()
        .any(|option| job.was_given(option))
}

fn is_without_file(job: &JobPlan) -> bool {
    let files = &job.files;
    !job.engine.kind.is_diskless()
        && files.filenames.is_empty()
        && files.directories.is_empty()
        && files.opendir.is_none()
}

/// Words for a test file in a directory.
fn with_directory(directory: &Path, jobs: &[JobPlan]) -> Result<Vec<String>> {
    let mut words = vec![format!("--directory={}", typed(directory)?)];
    let has_size = |job: &JobPlan| {
        job.given
            .iter()
            .any(|option| ["size", "filesize"].contains(&option.name.as_str()))
    };
    if !jobs.iter().all(has_size) {
        let space = rustix::fs::statvfs(directory)?;
        let free = space.f_bavail * space.f_frsize;
        let bytes = FILE_BYTES.min(free / 4) >> 20 << 20;
        words.push(format!("--size={bytes}"));
    }
    Ok(words)
}

/// A path as fio's options have it: a colon would begin another file.
fn typed(path: &Path) -> Result<String> {
    let text = path.to_str();
    let text = text.with_context(|| {
        messages::PathNoText {
            path: &path.display(),
        }
        .text(Lang::current())
    })?;
    Ok(text.replace(':', "\\:"))
}
