//! Engines that make, look up and remove files and directories by their names.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use fiord_job::plan::{AccessMode, Amount, EngineKind, JobPlan, RunPlan};
use fiord_record::RunRecord;
use fiord_session::RunSettings;

use crate::bed::{run, settings};

fn start(dir: &Path, kind: EngineKind, change: impl FnOnce(&mut JobPlan)) -> RunRecord {
    let mut job = JobPlan::new("j");
    job.engine.kind = kind;
    job.access.mode = AccessMode::Read;
    job.access.size = Some(Amount::Bytes(5 * 4096));
    job.files.directories = vec![dir.display().to_string()];
    job.files.nrfiles = 5;
    change(&mut job);
    let plan = RunPlan {
        jobs: vec![job],
        ..RunPlan::default()
    };
    run(&plan, &settings()).unwrap()
}

fn entries(dir: &Path) -> usize {
    std::fs::read_dir(dir).unwrap().count()
}

#[test]
fn files_are_made_opened_looked_up_and_removed() {
    let dir = tempfile::tempdir().unwrap();
    for (kind, left) in [
        (EngineKind::Filecreate, 5),
        (EngineKind::Fileopen, 5),
        (EngineKind::Filestat, 5),
        (EngineKind::Filedelete, 0),
    ] {
        let outcome = start(dir.path(), kind, |_| ());
        assert_eq!(outcome.workers[0].error, None, "{kind:?}");
        assert_eq!(outcome.workers[0].stats.ddirs[0].ios, 5, "{kind:?}");
        assert_eq!(entries(dir.path()), left, "{kind:?}");
    }
}

#[test]
fn directories_are_made_looked_up_and_removed() {
    let dir = tempfile::tempdir().unwrap();
    for (kind, left) in [
        (EngineKind::Dircreate, 5),
        (EngineKind::Dirstat, 5),
        (EngineKind::Dirdelete, 0),
    ] {
        let outcome = start(dir.path(), kind, |_| ());
        assert_eq!(outcome.workers[0].error, None, "{kind:?}");
        assert_eq!(outcome.workers[0].stats.ddirs[0].ios, 5, "{kind:?}");
        assert_eq!(entries(dir.path()), left, "{kind:?}");
    }
}

#[test]
fn only_plain_files_are_removed() {
    let dir = tempfile::tempdir().unwrap();
    let (kept, link) = (dir.path().join("kept"), dir.path().join("link"));
    std::fs::write(&kept, vec![1; 8192]).unwrap();
    std::os::unix::fs::symlink(&kept, &link).unwrap();
    let outcome = start(Path::new(""), EngineKind::Filedelete, |job| {
        job.files.directories.clear();
        job.access.size = Some(Amount::Bytes(4096));
        job.files.filenames = vec![link.display().to_string()];
    });
    let failure = outcome.workers[0].error.as_ref().unwrap();
    assert_eq!(failure.errno, libc::EINVAL, "{failure:?}");
    assert!(kept.exists() && link.symlink_metadata().is_ok());
}

#[test]
fn a_directory_with_something_in_it_stays() {
    let dir = tempfile::tempdir().unwrap();
    let full = dir.path().join("full");
    std::fs::create_dir(&full).unwrap();
    std::fs::write(full.join("kept"), b"x").unwrap();
    let outcome = start(Path::new(""), EngineKind::Dirdelete, |job| {
        job.files.directories.clear();
        job.files.filenames = vec![full.display().to_string()];
    });
    assert_eq!(
        outcome.workers[0].error.as_ref().map(|failure| failure.errno),
        Some(libc::ENOTEMPTY)
    );
    assert!(full.join("kept").exists());
}

#[test]
fn a_run_that_is_read_only_makes_and_removes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    for kind in [
        EngineKind::Filecreate,
        EngineKind::Filedelete,
        EngineKind::Dircreate,
    ] {
        let mut job = JobPlan::new("j");
        job.engine.kind = kind;
        job.access.size = Some(Amount::Bytes(4096));
        job.files.directories = vec![dir.path().display().to_string()];
        let plan = RunPlan {
            jobs: vec![job],
            ..RunPlan::default()
        };
        let options = RunSettings {
            readonly: true,
            ..settings()
        };
        assert!(run(&plan, &options).is_err(), "{kind:?}");
    }
    assert_eq!(entries(dir.path()), 0);
}
