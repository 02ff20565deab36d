//! `--debug`: what workers say is what they did.

use std::sync::{Arc, Mutex};

use fiord_engine::live::{LiveBoard, LiveCell};
use fiord_engine::tap::Tap;
use fiord_job::plan::{AccessMode, EngineKind, JobPlan, RandomGenerator};

use crate::bed::{Bed, KIB, job, plan, run_with};

/// The lines of a run, without what begins them.
fn told(job: JobPlan, bed: &Bed, io: bool, random: bool) -> Vec<String> {
    let text = Arc::new(Mutex::new(String::new()));
    let into = Arc::clone(&text);
    let tap = Tap {
        io,
        random,
        out: Arc::new(move |lines: &str| into.lock().unwrap().push_str(lines)),
    };
    let board = LiveBoard::of(vec![LiveCell::default()]).with_tap(&tap);
    let mut target = bed.target();
    target.size_bytes = target.region_bytes;
    let outcome = run_with(&plan(job, vec![target]), &board.cells()[0]);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    let text = text.lock().unwrap();
    let about = if io { "io       " } else { "random   " };
    let rest = |line: &str| {
        let line = line.strip_prefix(about).unwrap_or_else(|| panic!("{line}"));
        // The thread's number stands first, in five places or more.
        let (thread, words) = line.split_once(' ').unwrap();
        assert!(thread.parse::<u32>().is_ok(), "{line}");
        words.trim_start().to_owned()
    };
    text.lines().map(rest).collect()
}

fn count(lines: &[String], step: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(step)).count()
}

#[test]
fn each_step_of_each_io_is_told() {
    for (kind, depth) in [
        (EngineKind::Psync, 1),
        (EngineKind::Libaio, 4),
        (EngineKind::IoUring, 4),
    ] {
        let bed = Bed::with_file(32 * KIB);
        let mut job = job(kind, AccessMode::Write, depth);
        job.durability.fsync_every = 4;
        let lines = told(job, &bed, true, false);
        // Eight writes, and a sync between the fourth and the fifth.
        for step in ["fill: ", "queue: ", "complete: "] {
            assert_eq!(count(&lines, step), 9, "{kind:?} {step} {lines:#?}");
        }
        let file = bed.path.display();
        for block in 0..8 {
            let words = format!("off={:#x},len=0x1000,ddir=1,file={file}", block * 4096);
            assert_eq!(
                lines.iter().filter(|line| line.ends_with(&words)).count(),
                3,
                "{kind:?} {words}"
            );
        }
        assert_eq!(
            lines.iter().filter(|line| line.contains(",ddir=3,")).count(),
            3,
            "{kind:?}"
        );
        // Each is complete after it was queued, and queued after it was filled.
        let place = |step: &str| {
            let words = format!("off=0x3000,len=0x1000,ddir=1,file={file}");
            lines
                .iter()
                .position(|line| line.starts_with(step) && line.ends_with(&words))
        };
        assert!(
            place("fill") < place("queue") && place("queue") < place("complete"),
            "{kind:?}"
        );
    }
}

#[test]
fn what_was_not_done_is_told_with_its_error() {
    let bed = Bed::with_file(16 * KIB);
    std::fs::OpenOptions::new()
        .write(true)
        .open(&bed.path)
        .unwrap()
        .set_len(14 * KIB)
        .unwrap();
    for (kind, depth) in [(EngineKind::Psync, 1), (EngineKind::Libaio, 4)] {
        let mut job = job(kind, AccessMode::Read, depth);
        job.control.continue_on_error.read = true;
        let lines = told(job, &bed, true, false);
        assert!(
            lines.iter().any(|line| line.ends_with(": resid=2048")),
            "{kind:?} {lines:#?}"
        );
    }
}

#[test]
fn seeds_are_fios_where_its_numbers_are_drawn_and_else_are_called_ours() {
    let bed = Bed::with_file(16 * KIB);
    let mut as_fio = job(EngineKind::Psync, AccessMode::RandRead, 1);
    as_fio.access.generator = RandomGenerator::Fio;
    let lines = told(as_fio.clone(), &bed, false, true);
    // With randrepeat=1 the offsets of the first worker always begin with this.
    assert_eq!(lines, [format!("rand_seeds[6]={}", 0xb189_9bed_u64)]);
    as_fio.access.mode = AccessMode::RandRw;
    assert_eq!(told(as_fio, &bed, false, true).len(), 2);
    let lines = told(job(EngineKind::Psync, AccessMode::RandRead, 1), &bed, false, true);
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].starts_with("contract: worker 0 draws all its streams from seed 24301;"),
        "{lines:?}"
    );
}
