//! Runs from plan to outcome: waves, waiting, delays, groups that end together, stops, and failures of single workers.
//! Jobs use the `null` engine or small temporary files; nothing here looks at how long something takes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use std::path::Path;
use std::sync::{Arc, Mutex};

use fiord_engine::live::LiveBoard;
use fiord_job::plan::{AccessMode, Amount, EngineKind, ExitWhat, JobPlan, LogClock, LogEpoch};
use fiord_record::run::WorkerRecord;
use fiord_session::{RunEvent, RunSettings, SetupError};
use fiord_targets::stop::StopFlag;

use crate::bed::{WorkerStatus, plan, run, settings, statuses, stopped_at_start, watched};

/// So long that only being ended by somebody else explains an end within the test.
const LONG_US: u64 = 600 * 1_000_000;

fn null(name: &str, change: impl FnOnce(&mut JobPlan)) -> JobPlan {
    let mut job = JobPlan::new(name);
    job.engine.kind = EngineKind::Null;
    job.access.size = Some(Amount::Bytes(64 << 10));
    change(&mut job);
    job
}

fn endless(job: &mut JobPlan) {
    job.control.time_based = true;
    job.control.runtime_us = LONG_US;
}

fn on_file(name: &str, file: &Path, change: impl FnOnce(&mut JobPlan)) -> JobPlan {
    let mut job = JobPlan::new(name);
    job.files.filenames = vec![file.display().to_string()];
    job.access.size = Some(Amount::Bytes(64 << 10));
    change(&mut job);
    job
}

fn started_waves(events: &[RunEvent]) -> Vec<Vec<u32>> {
    let sorted = |workers: &Vec<u32>| {
        let mut workers = workers.clone();
        workers.sort_unstable();
        workers
    };
    events
        .iter()
        .filter_map(|event| match event {
            RunEvent::Started { workers } => Some(sorted(workers)),
            _ => None,
        })
        .collect()
}

fn position(events: &[RunEvent], wanted: impl Fn(&RunEvent) -> bool) -> usize {
    events.iter().position(wanted).expect("the event happened")
}

fn end_of(events: &[RunEvent], worker: u32) -> usize {
    position(
        events,
        |event| matches!(event, RunEvent::Ended { number, .. } if *number == worker),
    )
}

fn start_of(events: &[RunEvent], worker: u32) -> usize {
    position(
        events,
        |event| matches!(event, RunEvent::Started { workers } if workers.contains(&worker)),
    )
}

/// Nanoseconds from its gate to its end.
fn lasted_ns(worker: &WorkerRecord) -> u64 {
    worker.ended_ns - worker.started_ns
}

#[test]
fn one_job_does_its_io_and_reports() {
    let settings = settings();
    let (outcome, events) = watched(vec![null("a", |_| ())], &settings);
    let worker = &outcome.workers[0];
    assert_eq!(statuses(&outcome, &events), [WorkerStatus::Ran]);
    assert_eq!(worker.error, None);
    assert_eq!(worker.stats.ddirs[0].ios, 16);
    assert_eq!(worker.stats.ddirs[0].bytes, 64 << 10);
    assert!(worker.pid > 0);
    assert!(worker.started_ns > 0 && worker.ended_ns >= worker.started_ns);
    assert!(outcome.finished >= outcome.started);
    assert_eq!(events[0], RunEvent::Starting { workers: 1 });
    assert!(!settings.stop.is_requested());
}

#[test]
fn the_first_gate_of_each_wave_is_held_and_one_that_is_called_off_stays_shut() {
    let jobs = || {
        vec![
            null("a", |_| ()),
            null("b", |job| job.control.stonewall = true),
            null("late", |job| job.control.wait_for = Some("b".into())),
            null("c", |job| job.control.stonewall = true),
        ]
    };
    let held = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&held);
    let hold = move |wave| {
        heard.lock().unwrap().push(wave);
        true
    };
    let (outcome, events) = watched(
        jobs(),
        &RunSettings {
            hold: Some(Arc::new(hold)),
            ..settings()
        },
    );
    assert_eq!(statuses(&outcome, &events), [WorkerStatus::Ran; 4]);
    assert_eq!(std::mem::take(&mut *held.lock().unwrap()), [0, 1, 2]);
    let stop = Arc::new(StopFlag::new());
    let (heard, stopping) = (Arc::clone(&held), Arc::clone(&stop));
    let called_off = move |wave| {
        heard.lock().unwrap().push(wave);
        if wave == 1 {
            stopping.request();
        }
        wave < 1
    };
    let (outcome, events) = watched(
        jobs(),
        &RunSettings {
            hold: Some(Arc::new(called_off)),
            ..RunSettings::new(stop)
        },
    );
    assert_eq!(*held.lock().unwrap(), [0, 1]);
    let [never, ran] = [WorkerStatus::NeverRan, WorkerStatus::Ran];
    assert_eq!(statuses(&outcome, &events), [ran, never, never, never]);
    assert_eq!(outcome.workers[0].stats.ddirs[0].ios, 16);
}

#[test]
fn the_epoch_of_logs_is_what_their_clock_showed_at_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let prefix = directory.path().join("l").display().to_string();
    let logged = |name: &str, is_asked, clock| {
        null(name, |job| {
            job.report.logs.bw = Some(prefix.clone());
            job.report.logs.epoch = LogEpoch { is_asked, clock };
        })
    };
    let seconds = |clock| rustix::time::clock_gettime(clock).tv_sec as u64;
    let monotonic = || seconds(rustix::time::ClockId::Monotonic);
    let before = (seconds(rustix::time::ClockId::Realtime), monotonic());
    let jobs = vec![
        logged("wall", true, LogClock::Realtime),
        logged("machine", true, LogClock::Monotonic),
        logged("start", false, LogClock::Monotonic),
    ];
    run(&plan(jobs), &settings()).unwrap();
    let epoch = |worker: usize| {
        let log = std::fs::read_to_string(format!("{prefix}_bw.{}.log", worker + 1)).unwrap();
        let (time_ms, _) = log.split_once(',').unwrap();
        time_ms.parse::<u64>().unwrap() / 1_000
    };
    assert!((before.0..=seconds(rustix::time::ClockId::Realtime)).contains(&epoch(0)));
    assert!((before.1..=monotonic()).contains(&epoch(1)));
    assert!(epoch(2) < before.1);
}

#[test]
fn clones_are_numbered_over_the_run_and_start_together() {
    let jobs = vec![null("a", |job| job.numjobs = 3), null("b", |job| job.group = 1)];
    let (outcome, events) = watched(jobs, &settings());
    let ids: Vec<_> = outcome
        .workers
        .iter()
        .map(|w| (w.job_index, w.clone, w.number, w.group))
        .collect();
    assert_eq!(ids, [(0, 0, 0, 0), (0, 1, 1, 0), (0, 2, 2, 0), (1, 0, 3, 1)]);
    assert_eq!(started_waves(&events), [[0, 1, 2, 3]]);
}

#[test]
fn a_stonewall_starts_after_everybody_before_it_has_ended() {
    let jobs = vec![
        null("a", |job| job.numjobs = 2),
        null("b", |_| ()),
        null("c", |job| job.control.stonewall = true),
        null("d", |job| job.control.stonewall = true),
    ];
    let (_, events) = watched(jobs, &settings());
    assert_eq!(started_waves(&events), [vec![0, 1, 2], vec![3], vec![4]]);
    for earlier in 0..3 {
        assert!(end_of(&events, earlier) < start_of(&events, 3));
    }
    assert!(end_of(&events, 3) < start_of(&events, 4));
}

#[test]
fn wait_for_waits_and_others_do_not() {
    let jobs = vec![
        null("a", |job| job.numjobs = 2),
        null("b", |job| job.control.wait_for = Some("a".into())),
        null("c", |_| ()),
    ];
    let (_, events) = watched(jobs, &settings());
    assert_eq!(started_waves(&events), [vec![0, 1, 3], vec![2]]);
    assert!(end_of(&events, 0).max(end_of(&events, 1)) < start_of(&events, 2));
}

#[test]
fn a_delayed_job_starts_later_than_the_others_and_holds_the_stonewall() {
    let jobs = vec![
        null("a", |job| job.control.startdelay_us = (20_000, 20_000)),
        null("b", |_| ()),
        null("c", |job| job.control.stonewall = true),
    ];
    let (outcome, events) = watched(jobs, &settings());
    assert_eq!(started_waves(&events), [[1], [0], [2]]);
    assert!(
        outcome.workers[0].started_ns >= 20_000_000,
        "it may start later, never earlier"
    );
}

#[test]
fn exitall_ends_the_group_and_not_the_next_wave() {
    let jobs = vec![
        null("a", |job| job.control.exit.exitall = true),
        null("b", endless),
        null("c", |job| {
            job.control.stonewall = true;
            job.group = 1;
        }),
    ];
    let (outcome, events) = watched(jobs, &settings());
    assert_eq!(statuses(&outcome, &events), [WorkerStatus::Ran; 3]);
    assert!(
        lasted_ns(&outcome.workers[1]) < LONG_US * 1_000,
        "b was ended by a"
    );
    assert!(outcome.workers[1].error.is_none());
    assert_eq!(outcome.workers[2].stats.ddirs[0].ios, 16);
}

#[test]
fn exit_what_all_leaves_later_jobs_unrun() {
    let jobs = vec![
        null("a", |job| {
            job.control.exit.exitall = true;
            job.control.exit.exit_what = ExitWhat::All;
        }),
        null("b", |job| {
            endless(job);
            job.group = 1;
        }),
        null("c", |job| {
            job.control.stonewall = true;
            job.group = 2;
        }),
    ];
    let (outcome, events) = watched(jobs, &settings());
    assert_eq!(
        statuses(&outcome, &events),
        [WorkerStatus::Ran, WorkerStatus::Ran, WorkerStatus::NeverRan]
    );
    assert!(outcome.workers[2].error.is_none() && outcome.workers[2].pid == 0);
}

#[test]
fn exitall_on_error_ends_the_group_when_an_io_fails() {
    let dir = tempfile::tempdir().unwrap();
    let full = Path::new("/dev/full");
    if !full.exists() {
        return fiord_testbed::skip("dev-full", "/dev/full does not exist");
    }
    let jobs = vec![
        on_file("a", full, |job| {
            job.access.mode = AccessMode::Write;
            job.control.exit.exitall_on_error = true;
        }),
        null("b", endless),
    ];
    let (outcome, _) = watched(jobs, &settings());
    let failure = outcome.workers[0].error.as_ref().unwrap();
    assert_eq!(failure.errno, libc::ENOSPC);
    assert!(
        failure.detail.to_string().contains("offset=0, buflen=4096"),
        "{failure:?}"
    );
    assert_eq!(Path::new(&failure.place), full);
    assert!(lasted_ns(&outcome.workers[1]) < LONG_US * 1_000);
    drop(dir);
}

#[test]
fn a_worker_without_files_fails_alone() {
    let dir = tempfile::tempdir().unwrap();
    let jobs = vec![
        on_file("dir", dir.path(), |job| job.control.exit.exitall_on_error = true),
        null("b", |_| ()),
        null("c", |job| job.control.stonewall = true),
    ];
    let (outcome, events) = watched(jobs, &settings());
    let expected = [WorkerStatus::NotSetUp, WorkerStatus::Ran, WorkerStatus::Ran];
    assert_eq!(statuses(&outcome, &events), expected);
    assert_eq!(outcome.workers[0].error.as_ref().unwrap().errno, libc::EISDIR);
}

#[test]
fn a_failure_at_open_still_opens_the_gate_for_the_others() {
    // With create_on_open the file is missed only in the worker's thread, after the others may be waiting.
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("missing");
    let jobs = vec![
        on_file("a", &missing, |job| {
            job.files.create_on_open = true;
            job.files.allow_create = false;
        }),
        null("b", |_| ()),
    ];
    let (outcome, events) = watched(jobs, &settings());
    assert_eq!(
        statuses(&outcome, &events),
        [WorkerStatus::NotSetUp, WorkerStatus::Ran]
    );
    assert_eq!(outcome.workers[0].error.as_ref().unwrap().errno, libc::ENOENT);
    assert_eq!(started_waves(&events), [[1]]);
}

#[test]
fn a_stop_ends_the_running_and_skips_the_waiting() {
    let jobs = vec![null("a", endless), null("b", |job| job.control.stonewall = true)];
    let (outcome, events) = stopped_at_start(jobs);
    assert_eq!(
        statuses(&outcome, &events),
        [WorkerStatus::Ran, WorkerStatus::NeverRan]
    );
    assert!(lasted_ns(&outcome.workers[0]) < LONG_US * 1_000);
}

#[test]
fn simulated_jobs_share_a_device_and_wait_in_its_time() {
    // One I/O at a time, 1 ms each: alone for 5 s, together for 5 s, alone for 5 s. 15,000 I/Os in all.
    let job = |name: &str, delay_us: u64| {
        null(name, |job| {
            job.engine.kind = EngineKind::Sim;
            job.engine.sim.read_ns = 1_000_000;
            job.access.mode = AccessMode::RandRead;
            job.access.size = None;
            job.files.filenames = vec!["disk".into()];
            job.control.time_based = true;
            job.control.runtime_us = 10_000_000;
            job.control.startdelay_us = (delay_us, delay_us);
        })
    };
    let outcome = run(&plan(vec![job("a", 0), job("b", 5_000_000)]), &settings()).unwrap();
    let ios: Vec<u64> = outcome
        .workers
        .iter()
        .map(|worker| worker.stats.ddirs[0].ios)
        .collect();
    assert!(ios.iter().all(|ios| ios.abs_diff(7_500) <= 2), "{ios:?}");
    let again = run(&plan(vec![job("a", 0), job("b", 5_000_000)]), &settings()).unwrap();
    for (one, other) in outcome.workers.iter().zip(&again.workers) {
        assert_eq!(one.stats.ddirs, other.stats.ddirs, "the same run again");
    }
}

#[test]
fn a_stop_ends_think_time() {
    let (outcome, _) = stopped_at_start(vec![null("a", |job| job.pace.thinktime_us = LONG_US)]);
    assert!(lasted_ns(&outcome.workers[0]) < LONG_US * 1_000);
}

#[test]
fn a_run_that_is_stopped_before_it_starts_runs_nobody() {
    let settings = settings();
    settings.stop.request();
    let (outcome, events) = watched(
        vec![null("a", |job| job.control.startdelay_us = (LONG_US, LONG_US))],
        &settings,
    );
    assert_eq!(statuses(&outcome, &events), [WorkerStatus::NeverRan]);
    assert!(started_waves(&events).is_empty());
}

#[test]
fn a_read_only_run_writes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("f");
    let readonly = RunSettings {
        readonly: true,
        ..settings()
    };
    for mode in [AccessMode::Write, AccessMode::RandTrim, AccessMode::RandRw] {
        let job = on_file("w", &file, |job| job.access.mode = mode);
        let error = run(&plan(vec![null("fine", |_| ()), job]), &readonly).unwrap_err();
        assert!(
            matches!(&error, SetupError::ReadOnly { job } if job == "w"),
            "{error}"
        );
    }
    for on_open in [false, true] {
        let job = on_file("r", &file, |job| job.files.create_on_open = on_open);
        let outcome = run(&plan(vec![job]), &readonly).unwrap();
        assert_eq!(outcome.workers[0].error.as_ref().unwrap().errno, libc::ENOENT);
    }
    assert!(!file.exists());
}

#[test]
fn a_job_named_like_a_device_is_refused() {
    for mode in [AccessMode::Read, AccessMode::Write] {
        let mut job = JobPlan::new("/dev/null");
        job.access.size = Some(Amount::Bytes(4096));
        job.access.mode = mode;
        let error = run(&plan(vec![job.clone()]), &settings()).unwrap_err();
        assert!(matches!(error, SetupError::NamedLikeDevice { .. }), "{error}");
        job.files.filenames = vec!["/dev/null".into()];
        job.access.mode = AccessMode::Write;
        let outcome = run(&plan(vec![job]), &settings()).unwrap();
        assert_eq!(
            outcome.workers[0].stats.ddirs[1].ios, 1,
            "the name is fine, the guess is not"
        );
    }
}

#[test]
fn create_only_makes_files_and_does_no_io() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("f");
    let jobs = vec![on_file("a", &file, |job| job.files.create_only = true)];
    let (outcome, events) = watched(jobs, &settings());
    assert_eq!(statuses(&outcome, &events), [WorkerStatus::OnlyCreated]);
    assert_eq!(outcome.workers[0].stats.ddirs[0].ios, 0);
    assert_eq!(file.metadata().unwrap().len(), 64 << 10);
    let laid_out = RunEvent::LayingOut {
        job_index: 0,
        number: 0,
        files: 1,
        bytes: 64 << 10,
    };
    assert!(events.contains(&laid_out), "{events:?}");
}

#[test]
fn layout_comes_before_any_start_unless_it_is_not_serialized() {
    for serialize in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let job = |name: &str, wall: bool| {
            on_file(name, &dir.path().join(name), |job| {
                job.files.create_serialize = serialize;
                job.control.stonewall = wall;
            })
        };
        let (outcome, events) = watched(vec![job("a", false), job("b", true)], &settings());
        assert_eq!(statuses(&outcome, &events), [WorkerStatus::Ran; 2]);
        let layout_of_b = position(&events, |e| matches!(e, RunEvent::LayingOut { number: 1, .. }));
        assert_eq!(layout_of_b < start_of(&events, 0), serialize);
    }
}

#[test]
fn the_board_shows_what_was_done() {
    let board = Arc::new(LiveBoard::new(2).with_latencies());
    let options = RunSettings {
        live: Some(Arc::clone(&board)),
        ..settings()
    };
    let jobs = vec![null("a", |_| ()), null("b", |job| job.control.stonewall = true)];
    let outcome = run(&plan(jobs), &options).unwrap();
    for (cell, worker) in board.cells().iter().zip(&outcome.workers) {
        let reading = cell.read();
        assert_eq!(reading.ios[0], worker.stats.ddirs[0].ios);
        assert_eq!(reading.bytes[0], 64 << 10);
        assert_eq!(reading.state.letter(AccessMode::Read), 'E');
        assert!(reading.started_ns > 0);
    }
    let done = |worker: &WorkerRecord| worker.stats.ddirs[0].ios;
    assert_eq!(
        board.latencies().total(),
        outcome.workers.iter().map(done).sum::<u64>()
    );
    for (job, worker) in board.job_latencies(&[1, 1]).iter().zip(&outcome.workers) {
        assert_eq!(job.total(), done(worker), "each job has its own");
    }
    assert_eq!(board.job_latencies(&[2])[0], board.latencies());
    assert_eq!(LiveBoard::new(2).latencies().total(), 0);
}

#[test]
fn a_thousand_workers_start_together() {
    let small = |job: &mut JobPlan| job.access.size = Some(Amount::Bytes(4096));
    let many = null("many", |job| {
        small(job);
        job.numjobs = 1_000;
    });
    let (outcome, events) = watched(vec![many], &settings());
    assert!(
        outcome
            .workers
            .iter()
            .all(|worker| worker.stats.ddirs[0].ios == 1)
    );
    assert_eq!(
        started_waves(&events)[0].len(),
        1_000,
        "all of a wave start together"
    );
}

#[test]
fn more_workers_than_threads_can_be_are_refused_by_name() {
    let mut job = null("many", |_| {});
    job.numjobs = u32::MAX;
    let error = run(&plan(vec![job]), &settings()).unwrap_err();
    assert!(matches!(error, SetupError::TooMany { .. }), "{error}");
    assert!(error.to_string().contains("numjobs"), "{error}");
}

#[test]
fn more_files_than_can_be_open_fail_their_job_alone() {
    let folder = tempfile::tempdir().unwrap();
    let many = on_file("many", &folder.path().join("unused"), |job| {
        job.files.filenames.clear();
        job.files.nrfiles = u32::MAX;
    });
    let outcome = run(&plan(vec![many, null("other", |_| {})]), &settings()).unwrap();
    let failure = outcome.workers[0].error.as_ref().unwrap();
    assert_eq!(failure.errno, libc::EMFILE, "{failure:?}");
    assert!(
        failure.detail.to_string().contains("nrfiles=4294967295"),
        "{failure:?}"
    );
    assert!(outcome.workers[1].error.is_none());
    assert!(outcome.workers[1].stats.ddirs[0].ios > 0);
}
