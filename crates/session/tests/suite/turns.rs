//! Jobs that take turns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fiord_job::plan::{AccessMode, Amount, Ddir, EngineKind, JobPlan};
use fiord_session::{RunSettings, TurnSides, Turns};
use fiord_testbed::memory_folder;

use crate::bed::{plan, run, settings};

fn reader(name: &str, engine: EngineKind, folder: &Path) -> JobPlan {
    let mut job = JobPlan::new(name);
    job.engine.kind = engine;
    job.depth.iodepth = 4;
    job.access.mode = AccessMode::RandRead;
    job.access.size = Some(Amount::Bytes(1 << 20));
    job.files.directories = vec![folder.display().to_string()];
    job.control.time_based = true;
    job
}

#[test]
fn each_side_works_in_its_turns_only() {
    for engine in [EngineKind::Psync, EngineKind::Libaio] {
        let folder = memory_folder();
        let mut jobs = vec![
            reader("this", engine, folder.path()),
            reader("other", engine, folder.path()),
        ];
        jobs[1].numjobs = 2;
        let turns = Arc::new(Turns::new(
            TurnSides::Jobs(vec![0, 1]),
            (Duration::from_millis(120), 50),
            7,
            |made| made.len() == 6,
        ));
        let settings = RunSettings {
            turns: Some(Arc::clone(&turns)),
            ..settings()
        };
        let record = run(&plan(jobs), &settings).unwrap();
        assert!(record.workers.iter().all(|worker| worker.error.is_none()));
        let part = record.in_turns(1..2, 1);
        let of_part: Vec<usize> = part.workers.iter().map(|worker| worker.job_index).collect();
        assert_eq!((part.plan.jobs.len(), of_part.as_slice()), (1, [0, 0].as_slice()));
        assert!(part.has_turns() && !record.has_turns());
        let made = turns.made();
        assert_eq!(made.len(), 6);
        for pair in &made {
            for (side, turn) in pair.iter().enumerate() {
                assert_eq!(turn.rates.len(), 1, "{engine:?}: {:?}", turn.rates);
                assert_eq!((turn.rates[0].job, turn.rates[0].ddir), (side, Ddir::Read));
                assert!(turn.rates[0].iops > 0.0);
            }
        }
        // Rests are not in the runtime: each worker has about its six turns. Waking up takes a part of each.
        for worker in &record.workers {
            let runtime = Duration::from_nanos(worker.stats.runtime_ns);
            assert!(runtime >= Duration::from_millis(6 * 90), "{runtime:?}");
            assert!(runtime < Duration::from_millis(2 * 6 * 120 + 200), "{runtime:?}");
            assert!(worker.stats.ddirs[0].per_second.is_empty());
        }
    }
}

/// Sides may have several jobs, and be more than two.
#[test]
fn three_sides_take_turns() {
    let folder = memory_folder();
    let job = |name: &str| reader(name, EngineKind::Psync, folder.path());
    let turns = Arc::new(Turns::new(
        TurnSides::Jobs(vec![0, 1, 3]),
        (Duration::from_millis(60), 3),
        11,
        |_| false,
    ));
    let settings = RunSettings {
        turns: Some(Arc::clone(&turns)),
        ..settings()
    };
    let record = run(&plan(vec![job("a"), job("b"), job("c"), job("d")]), &settings).unwrap();
    let of = |jobs| record.in_turns(jobs, 2).workers.len();
    assert_eq!([of(0..1), of(1..3), of(3..4)], [1, 2, 1]);
    let made = turns.made();
    assert_eq!(made.len(), 3);
    for round in &made {
        let jobs: Vec<Vec<usize>> = round
            .iter()
            .map(|turn| turn.rates.iter().map(|rate| rate.job).collect())
            .collect();
        assert_eq!(jobs, [vec![0], vec![1, 2], vec![3]]);
    }
}

/// Each turn is called with its settings in place and ends before they are put back; all jobs work in the turns of each side.
#[test]
fn settings_take_turns_with_all_jobs() {
    let folder = memory_folder();
    let jobs = vec![
        reader("this", EngineKind::Psync, folder.path()),
        reader("other", EngineKind::Libaio, folder.path()),
    ];
    let seen = Arc::new(Mutex::new(Vec::new()));
    let around = {
        let seen = Arc::clone(&seen);
        move |side: usize, turn: &mut dyn FnMut() -> bool| {
            seen.lock().unwrap().push((side, "set"));
            let is_complete = turn();
            seen.lock().unwrap().push((side, "put back"));
            // The seventh turn is the last: its settings cannot be set again.
            is_complete && seen.lock().unwrap().len() < 2 * 7
        }
    };
    let turns = Arc::new(Turns::new(
        TurnSides::Settings(3, Box::new(around)),
        (Duration::from_millis(60), 50),
        7,
        |_| false,
    ));
    let settings = RunSettings {
        turns: Some(Arc::clone(&turns)),
        ..settings()
    };
    let record = run(&plan(jobs), &settings).unwrap();
    assert!(record.workers.iter().all(|worker| worker.error.is_none()));
    let made = turns.made();
    assert_eq!(made.len(), 2);
    for turn in made.iter().flatten() {
        let jobs: Vec<usize> = turn.rates.iter().map(|rate| rate.job).collect();
        assert_eq!(jobs, [0, 1]);
    }
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 2 * 7);
    for around in seen.chunks(2) {
        assert_eq!((around[0].1, around[1].1), ("set", "put back"));
        assert_eq!(around[0].0, around[1].0);
    }
    for round in seen[..12].chunks(6) {
        let mut sides: Vec<usize> = round.iter().step_by(2).map(|(side, _)| *side).collect();
        sides.sort_unstable();
        assert_eq!(sides, [0, 1, 2]);
    }
}

#[test]
fn a_stop_ends_turns_and_their_rests() {
    let folder = memory_folder();
    let jobs = vec![
        reader("this", EngineKind::Psync, folder.path()),
        reader("other", EngineKind::Psync, folder.path()),
    ];
    let settings = settings();
    let stop = Arc::clone(&settings.stop);
    let turns = Arc::new(Turns::new(
        TurnSides::Jobs(vec![0, 1]),
        (Duration::from_millis(20), 1_000_000),
        7,
        move |made| {
            if made.len() == 3 {
                stop.request();
            }
            false
        },
    ));
    let settings = RunSettings {
        turns: Some(Arc::clone(&turns)),
        ..settings
    };
    let record = run(&plan(jobs), &settings).unwrap();
    assert_eq!(turns.made().len(), 3);
    assert_eq!(record.workers.len(), 2);
}

#[test]
fn a_worker_that_cannot_start_leaves_nobody_waiting() {
    let folder = memory_folder();
    let mut jobs = vec![
        reader("this", EngineKind::Psync, folder.path()),
        reader("other", EngineKind::Psync, folder.path()),
    ];
    // Each job has one worker, and the second job has no file to open.
    jobs[1].files.filenames = vec![folder.path().join("none").display().to_string()];
    jobs[1].files.allow_create = false;
    let turns = Arc::new(Turns::new(
        TurnSides::Jobs(vec![0, 1]),
        (Duration::from_millis(20), 10),
        7,
        |_| false,
    ));
    let settings = RunSettings {
        turns: Some(Arc::clone(&turns)),
        ..settings()
    };
    let record = run(&plan(jobs), &settings).unwrap();
    assert_eq!(turns.made().len(), 0);
    assert!(record.workers.iter().any(|worker| worker.error.is_some()));
}
