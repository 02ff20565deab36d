//! Recorded I/O: what is written down, what is played, and which files a recording may touch.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use fiord_job::plan::{AccessMode, Amount, EngineKind, JobPlan, RunPlan};
use fiord_record::RunRecord;
use fiord_session::{RunSettings, SetupError};

use crate::bed::{run, settings};

const KIB: u64 = 1024;

fn start(job: JobPlan) -> Result<RunRecord, SetupError> {
    let plan = RunPlan {
        jobs: vec![job],
        ..RunPlan::default()
    };
    run(&plan, &settings())
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Actions of a recording without their times.
fn actions(log: &Path) -> Vec<String> {
    let content = std::fs::read_to_string(log).unwrap();
    let mut lines = content.lines();
    assert_eq!(lines.next(), Some("fio version 3 iolog"));
    lines
        .map(|line| line.split_once(' ').unwrap().1.to_owned())
        .collect()
}

fn played(log: &Path, target: &Path) -> JobPlan {
    let mut job = JobPlan::new("play");
    job.control.replay.read = vec![text(log)];
    job.control.replay.no_stall = true;
    job.files.filenames = vec![text(target)];
    job
}

#[test]
fn what_is_recorded_is_played_again() {
    for kind in [EngineKind::Psync, EngineKind::IoUring, EngineKind::Posixaio] {
        let dir = tempfile::tempdir().unwrap();
        let (target, first, second) = (
            dir.path().join("target"),
            dir.path().join("first"),
            dir.path().join("second"),
        );
        let mut job = JobPlan::new("record");
        job.engine.kind = kind;
        job.access.mode = AccessMode::RandRw;
        job.access.size = Some(Amount::Bytes(256 * KIB));
        job.durability.fsync_every = 8;
        job.files.filenames = vec![text(&target)];
        job.control.replay.write = Some(text(&first));
        let recorded = start(job).unwrap();
        assert_eq!(recorded.workers[0].error, None);

        let mut job = played(&first, &target);
        job.engine.kind = kind;
        job.control.replay.write = Some(text(&second));
        let again = start(job).unwrap();
        assert_eq!(again.workers[0].error, None);
        for (a, b) in recorded.workers[0]
            .stats
            .ddirs
            .iter()
            .zip(&again.workers[0].stats.ddirs)
        {
            assert_eq!((a.ios, a.bytes), (b.ios, b.bytes), "{kind:?}");
        }
        let syncs = |outcome: &RunRecord| outcome.workers[0].stats.sync.ios;
        assert!(
            syncs(&recorded) > 0 && syncs(&recorded) == syncs(&again),
            "{kind:?}"
        );
        assert_eq!(actions(&first), actions(&second), "{kind:?}");
        assert!(actions(&first).iter().any(|line| line.contains(" sync ")));
    }
}

#[test]
fn a_recording_touches_only_files_that_the_job_names() {
    let dir = tempfile::tempdir().unwrap();
    let (named, other, log) = (
        dir.path().join("named"),
        dir.path().join("other"),
        dir.path().join("log"),
    );
    std::fs::write(&other, b"precious").unwrap();
    std::fs::write(
        &log,
        format!(
            "fio version 3 iolog\n0 {0} add\n0 {0} open\n5 {0} write 0 4096\n",
            text(&other)
        ),
    )
    .unwrap();
    let error = start(played(&log, &named)).unwrap_err();
    assert!(matches!(error, SetupError::Recording { .. }), "{error}");
    assert!(error.to_string().contains("replay_redirect"), "{error}");
    assert_eq!(std::fs::read(&other).unwrap(), b"precious");
    assert!(!named.exists());

    let mut job = played(&log, &named);
    job.control.replay.redirect = Some(text(&named));
    let plan = RunPlan {
        jobs: vec![job.clone()],
        ..RunPlan::default()
    };
    let readonly = RunSettings {
        readonly: true,
        ..settings()
    };
    assert!(matches!(run(&plan, &readonly), Err(SetupError::ReadOnly { .. })));
    let outcome = start(job).unwrap();
    assert_eq!(outcome.workers[0].stats.ddirs[1].ios, 1);
    assert_eq!(std::fs::read(&other).unwrap(), b"precious");
    assert_eq!(named.metadata().unwrap().len(), 4096);
}

#[test]
fn a_recording_works_on_files_that_a_job_generates() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    let record = |name: &str| {
        let file = text(&dir.path().join(name));
        let entries = format!("fio version 3 iolog\n0 {file} add\n0 {file} open\n5 {file} write 0 4096\n");
        std::fs::write(&log, entries).unwrap();
    };
    let mut job = played(&log, &log);
    job.files.filenames.clear();
    job.files.directories = vec![text(dir.path())];
    job.numjobs = 2;
    record("play.1.0");
    let outcome = start(job.clone()).unwrap();
    assert_eq!(outcome.workers[0].stats.ddirs[1].ios, 1);
    assert_eq!(dir.path().join("play.1.0").metadata().unwrap().len(), 4096);
    assert!(!dir.path().join("play.0.0").exists());

    record("play.2.0");
    let error = start(job).unwrap_err().to_string();
    assert!(
        error.contains("play.2.0`, which is not a file of the job"),
        "{error}"
    );
}

#[test]
fn a_recording_is_played_at_its_times() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    let lines: String = (0..5)
        .map(|n| format!("{} x read {} 4096\n", n * 1_000_000, n * 4096))
        .collect();
    std::fs::write(&log, format!("fio version 3 iolog\n{lines}")).unwrap();
    for (scale, seconds) in [(100, 4), (50, 8), (400, 1)] {
        // In virtual time, 80 us each.
        let mut job = played(&log, Path::new("x"));
        job.engine.kind = EngineKind::Sim;
        job.engine.sim.read_ns = 80_000;
        job.control.replay.no_stall = false;
        job.control.replay.time_scale_percent = scale;
        let outcome = start(job).unwrap();
        let stats = &outcome.workers[0].stats;
        assert_eq!(stats.ddirs[0].ios, 5);
        assert_eq!(stats.runtime_ns, seconds * 1_000_000_000 + 80_000, "at {scale} %");
        assert_eq!(stats.ddirs[0].clat.moments.max, 80_000);
    }
}

#[test]
fn a_damaged_recording_is_refused_with_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let log = dir.path().join("log");
    for (content, what) in [
        ("nothing of the kind\n", "line 1"),
        ("fio version 3 iolog\n0 x add\n5 x wrote 0 4096\n", "line 3"),
        ("fio version 2 iolog\nx read 0\n", "line 2"),
    ] {
        std::fs::write(&log, content).unwrap();
        let error = start(played(&log, &dir.path().join("x")))
            .unwrap_err()
            .to_string();
        assert!(error.contains(what), "{error}");
    }
}
