//! Rules about files that outlive their opening: unlinked between loops, mapped while too short, taken for something else.
//! How files are sized and laid out is in `files.rs`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use fiord_job::plan::{AccessMode, Amount, EngineKind, Fallocate, FileType, JobPlan, RunPlan};
use fiord_record::RunRecord;

use crate::bed::{run, settings};

const BYTES: u64 = 64 << 10;

fn on_file(file: &Path, change: impl FnOnce(&mut JobPlan)) -> RunRecord {
    let mut job = JobPlan::new("j");
    job.files.filenames = vec![file.display().to_string()];
    job.access.size = Some(Amount::Bytes(BYTES));
    change(&mut job);
    let plan = RunPlan {
        jobs: vec![job],
        ..RunPlan::default()
    };
    run(&plan, &settings()).unwrap()
}

fn ios(outcome: &RunRecord) -> [u64; 2] {
    let ddirs = &outcome.workers[0].stats.ddirs;
    [ddirs[0].ios, ddirs[1].ios]
}

fn errno(outcome: &RunRecord) -> Option<i32> {
    outcome.workers[0].error.as_ref().map(|failure| failure.errno)
}

const ENOENT: i32 = 2;
const EINVAL: i32 = 22;
const EOPNOTSUPP: i32 = 95;

#[test]
fn a_writer_gets_a_new_file_in_each_loop() {
    for kind in [EngineKind::Psync, EngineKind::Libaio] {
        let directory = tempfile::tempdir().unwrap();
        let (file, old) = (directory.path().join("f"), directory.path().join("old"));
        std::fs::write(&file, vec![7; BYTES as usize]).unwrap();
        std::fs::hard_link(&file, &old).unwrap();
        let outcome = on_file(&file, |job| {
            job.engine.kind = kind;
            job.access.mode = AccessMode::Write;
            job.buffers.zero = true;
            job.files.unlink_each_loop = true;
            job.control.loops = 3;
        });
        assert_eq!((ios(&outcome), errno(&outcome)), ([0, 48], None), "{kind:?}");
        // The first loop wrote the old file, the others wrote new ones.
        assert_eq!(std::fs::read(&old).unwrap(), vec![0; BYTES as usize]);
        assert_eq!(std::fs::metadata(&file).unwrap().len(), BYTES);
        std::fs::write(&old, b"changed").unwrap();
        assert_eq!(
            std::fs::metadata(&file).unwrap().len(),
            BYTES,
            "they are two files"
        );
    }
}

#[test]
fn a_reader_fails_in_the_second_loop_as_in_fio() {
    let directory = tempfile::tempdir().unwrap();
    let outcome = on_file(&directory.path().join("f"), |job| {
        job.files.unlink_each_loop = true;
        job.control.loops = 2;
    });
    assert_eq!((ios(&outcome), errno(&outcome)), ([16, 0], Some(ENOENT)));
}

#[test]
fn a_mapping_is_not_kept_over_an_unlinked_file() {
    let directory = tempfile::tempdir().unwrap();
    let outcome = on_file(&directory.path().join("f"), |job| {
        job.engine.kind = EngineKind::Mmap;
        job.files.unlink_each_loop = true;
        job.control.loops = 2;
    });
    assert_eq!((ios(&outcome), errno(&outcome)), ([0, 0], Some(EOPNOTSUPP)));
}

#[test]
fn a_mapped_file_is_made_long_enough() {
    let directory = tempfile::tempdir().unwrap();
    for fallocate in [Fallocate::None, Fallocate::Keep] {
        let file = directory.path().join(format!("{fallocate:?}"));
        let outcome = on_file(&file, |job| {
            job.engine.kind = EngineKind::Mmap;
            job.access.mode = AccessMode::Write;
            job.files.fallocate = fallocate;
        });
        assert_eq!((ios(&outcome), errno(&outcome)), ([0, 16], None), "{fallocate:?}");
        assert_eq!(std::fs::metadata(&file).unwrap().len(), BYTES);
    }
}

#[test]
fn a_mapped_file_that_stays_too_short_fails_before_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let outcome = on_file(&directory.path().join("f"), |job| {
        job.engine.kind = EngineKind::Mmap;
        job.access.mode = AccessMode::Write;
        job.files.create_on_open = true;
    });
    assert_eq!((ios(&outcome), errno(&outcome)), ([0, 0], Some(EINVAL)));
    let failure = outcome.workers[0].error.as_ref().unwrap();
    assert!(
        failure.detail.to_string().contains("needs 65536"),
        "{}",
        failure.detail
    );
}

#[test]
fn filetype_must_be_true() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("f");
    let run_as = |filetype| on_file(&file, |job| job.files.filetype = Some(filetype));
    assert_eq!(errno(&run_as(FileType::Block)), Some(EINVAL));
    assert!(!file.exists(), "a device is not made");
    let outcome = run_as(FileType::File);
    assert_eq!((ios(&outcome), errno(&outcome)), ([16, 0], None));
    assert_eq!(errno(&run_as(FileType::Char)), Some(EINVAL));
}

#[test]
fn files_of_a_job_that_only_makes_them_are_unlinked_too() {
    let directory = tempfile::tempdir().unwrap();
    for unlink in [false, true] {
        let file = directory.path().join("f");
        let outcome = on_file(&file, |job| {
            job.files.create_only = true;
            job.files.unlink = unlink;
        });
        assert_eq!((errno(&outcome), file.exists()), (None, !unlink));
    }
}
