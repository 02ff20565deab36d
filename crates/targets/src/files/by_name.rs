//! Files and directories of the engines that work on names: what must or may be there.

use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;

use fiord_job::plan::{Amount, Backend, EngineKind, JobPlan, NameAction};
use fiord_messages::{Fixed, run_errors as messages};

use super::consent::Consent;
use super::files_of::Files;
use super::{layout, probe};
use crate::failure::Failure;
use fiord_workload::plan::{Target, TargetKind};

/// Whether the engine needs no files with data in them: it makes them, or works on directories.
pub(super) fn makes_its_own(kind: EngineKind) -> bool {
    matches!(
        kind.backend(),
        Backend::FileNames(NameAction::Create) | Backend::DirectoryNames(_)
    )
}

/// FIO-DIFF(create-disks): fio reports no disks for `filecreate`, since no file is there when it looks; here those of the folder.
///
/// The targets of such an engine. Directories that are to be looked up or removed are made where they are missing.
///
/// # Errors
/// What lies there is something else, or the run is read-only and a directory is missing.
pub(super) fn prepare(job: &JobPlan, paths: Vec<PathBuf>, readonly: bool) -> Result<Files, Failure> {
    let must_exist = !matches!(
        job.engine.kind.backend(),
        Backend::FileNames(NameAction::Create) | Backend::DirectoryNames(NameAction::Create)
    );
    let mut targets = Vec::with_capacity(paths.len());
    for path in paths {
        let target = target(path, TargetKind::File);
        if must_exist && !target.path.is_dir() {
            if readonly || !job.files.allow_create {
                return Err(Failure::new("mkdir", libc::ENOENT)
                    .on(&target.path)
                    .because(messages::directory_forbidden));
            }
            layout::make_parents(&target.path)?;
            std::fs::DirBuilder::new()
                .mode(0o700)
                .create(&target.path)
                .map_err(|error| Failure::from_io("mkdir", &error).on(&target.path))?;
        } else if !readonly {
            layout::make_parents(&target.path)?;
        }
        targets.push(target);
    }
    let mut files = Files {
        targets,
        io_limit_bytes: 0,
    };
    one_io_each(job, &mut files);
    Ok(files)
}

/// `cpuio` and `exec`: bursts and looks without an end of their own.
pub(super) fn bursts(job: &JobPlan, paths: &[PathBuf]) -> Files {
    let block = job.access.max_block_bytes().max(1);
    let target = Target {
        region_bytes: block,
        size_bytes: block,
        ..target(paths.first().cloned().unwrap_or_default(), TargetKind::None)
    };
    Files {
        targets: vec![target],
        io_limit_bytes: u64::MAX,
    }
}

fn target(path: PathBuf, kind: TargetKind) -> Target {
    Target {
        path,
        kind,
        fd: None,
        size_bytes: 0,
        start_bytes: 0,
        region_bytes: 0,
        align_bytes: 1,
    }
}

/// Gives every target room for one block: the I/O that stands for its operation.
pub(super) fn one_io_each(job: &JobPlan, files: &mut Files) {
    let block = job.access.max_block_bytes().max(1);
    for target in &mut files.targets {
        target.start_bytes = 0;
        target.region_bytes = block;
        target.size_bytes = block;
    }
    let all = block.saturating_mul(files.targets.len() as u64);
    files.io_limit_bytes = match job.access.io_size {
        _ if job.control.time_based => u64::MAX,
        Some(Amount::Bytes(bytes)) if bytes > 0 => bytes,
        _ => all,
    };
}

/// Just before the start: nothing but what the engine works on may lie there, and what would be removed is agreed to.
///
/// # Errors
/// A device, a link or a directory where a file is to be made or removed; the guard refuses.
pub(super) fn check(job: &JobPlan, target: &Target, consent: &Consent<'_>) -> Result<(), Failure> {
    let refuse = |errno, words: Fixed| Err(Failure::new("open", errno).on(&target.path).because(words));
    let meta = match target.path.symlink_metadata() {
        Ok(meta) => meta,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::from_io("open", &error).on(&target.path)),
    };
    match job.engine.kind.backend() {
        Backend::FileNames(NameAction::Create | NameAction::Delete) if !meta.is_file() => {
            refuse(libc::EINVAL, messages::only_regular_files)
        }
        Backend::DirectoryNames(NameAction::Delete) if !meta.is_dir() => {
            refuse(libc::ENOTDIR, messages::only_empty_directories)
        }
        Backend::FileNames(NameAction::Create | NameAction::Delete) => {
            let file = probe::open_to_look(&target.path)
                .map_err(|error| Failure::from_io("open", &error).on(&target.path))?;
            consent.check(&target.path, &file).map_err(|refusal| {
                Failure::new("open", libc::EPERM)
                    .on(&target.path)
                    .because(|lang| refusal.text(lang))
            })
        }
        _ => Ok(()),
    }
}
