//! Tests of trims of several ranges: what comes to the engine, and when.
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use fiord_job::plan::{AccessMode, Amount, BlockSize, Ddir, EngineKind, JobPlan, PerDdir};
use fiord_workload::io::{Io, Op};
use fiord_workload::pattern::Pattern;
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};
use fiord_workload::ranges::Ranges;

use super::handmade::{self, Finished};
use crate::data::clock::WallClock;
use crate::engines::engine::{CallError, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use crate::worker::WorkerOutcome;
use fiord_targets::stop;

const BLOCK: u64 = 4096;

/// What came: each I/O with its places.
type Came = Rc<RefCell<Vec<(Io, Vec<Io>)>>>;

/// Does every trim, keeps the places of each slot as an engine does, and gets in the way as often as it shall.
struct Keeping {
    places: BTreeMap<u32, Vec<Io>>,
    came: Came,
    finished: Finished,
    calls: u32,
    /// Of so many calls one finds no room, and one I/O is interrupted.
    troubled: Option<u32>,
}

impl Engine for Keeping {
    const IN_PLACE: bool = false;

    fn take_ranges(&mut self, slot: u32, places: &[Io]) {
        self.places.insert(slot, places.to_vec());
    }

    fn queue(&mut self, request: &Request) -> Queued {
        self.calls += 1;
        let trouble = self.troubled.map(|every| self.calls % every);
        if trouble == Some(1) {
            return Queued::Busy;
        }
        if trouble == Some(2) {
            return self.finished.queue(request, -libc::EINTR);
        }
        let io = request.io;
        let places = if io.op == Op::Trim {
            self.places.remove(&request.slot).expect("they were handed over")
        } else {
            Vec::new()
        };
        self.came.borrow_mut().push((io, places));
        self.finished.queue(request, io.len as i32)
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        Ok(self.finished.submit())
    }

    fn reap(&mut self, _wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        Ok(self.finished.reap(out))
    }

    fn depth(&self) -> u32 {
        4
    }
}

fn plan(mode: AccessMode, ranges: u32, blocks: u64, change: impl FnOnce(&mut JobPlan)) -> WorkerPlan {
    let mut job = JobPlan::new("ranges");
    job.engine.kind = EngineKind::UringCmd;
    job.engine.passthrough.trim_ranges = ranges;
    job.access.mode = mode;
    job.access.block_size = PerDdir::all(BlockSize::Fixed(BLOCK));
    job.access.size = Some(Amount::Bytes(blocks * BLOCK));
    job.depth.iodepth = 4;
    change(&mut job);
    let bytes = blocks * BLOCK;
    let limit = match job.access.io_size {
        Some(Amount::Bytes(limit)) => limit,
        _ => bytes,
    };
    handmade::plan(job, bytes, limit, 11)
}

fn run(plan: &WorkerPlan, troubled: Option<u32>) -> (WorkerOutcome, Vec<(Io, Vec<Io>)>) {
    let came = Came::default();
    let engine = Keeping {
        places: BTreeMap::new(),
        came: Rc::clone(&came),
        finished: Finished::default(),
        calls: 0,
        troubled,
    };
    let outcome = handmade::run(plan, engine, WallClock::new(), stop::RUN);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    (outcome, came.take())
}

/// How many places each I/O has; each is whole.
fn counts(came: &[(Io, Vec<Io>)]) -> Vec<usize> {
    for (io, places) in came.iter().filter(|(io, _)| io.op == Op::Trim) {
        let bytes: u32 = places.iter().map(|place| place.len).sum();
        assert_eq!((io.offset, io.len), (places[0].offset, bytes));
        assert!(places.iter().all(|place| place.file == io.file));
    }
    came.iter().map(|(_, places)| places.len()).collect()
}

/// The places that the job has without ranges, in their order.
fn places_of(plan: &WorkerPlan) -> Vec<Io> {
    let mut pattern = Pattern::new(plan);
    pattern.begin_loop(0);
    std::iter::from_fn(|| pattern.next()).collect()
}

fn all_places(came: &[(Io, Vec<Io>)]) -> Vec<Io> {
    came.iter()
        .flat_map(|(_, places)| places.iter().copied())
        .collect()
}

#[test]
fn a_trim_has_the_next_places_and_the_last_one_those_that_are_left() {
    for mode in [AccessMode::Trim, AccessMode::RandTrim] {
        let plan = plan(mode, 8, 30, |_| {});
        let (outcome, came) = run(&plan, None);
        assert_eq!(counts(&came), [8, 8, 8, 6], "{mode:?}");
        assert_eq!(all_places(&came), places_of(&plan), "{mode:?}");
        let trims = &outcome.stats.ddirs[Ddir::Trim as usize];
        assert_eq!((trims.ios, trims.bytes), (4, 30 * BLOCK));
    }
}

#[test]
fn an_engine_without_room_and_interrupted_io_leave_the_places_with_their_trim() {
    let plan = plan(AccessMode::RandTrim, 5, 203, |_| {});
    for troubled in [3, 4, 7] {
        let (outcome, came) = run(&plan, Some(troubled));
        counts(&came);
        let order = |io: &Io| io.offset;
        let (mut found, mut expected) = (all_places(&came), places_of(&plan));
        found.sort_by_key(order);
        expected.sort_by_key(order);
        assert_eq!(found, expected, "{troubled}");
        assert_eq!(outcome.stats.ddirs[Ddir::Trim as usize].ios, 41);
    }
}

#[test]
fn sizes_that_vary_add_up() {
    let plan = plan(AccessMode::RandTrim, 4, 64, |job| {
        job.access.block_size = PerDdir::all(BlockSize::Range {
            min: BLOCK,
            max: 4 * BLOCK,
        });
    });
    let (outcome, came) = run(&plan, None);
    counts(&came);
    assert_eq!(all_places(&came), places_of(&plan));
    assert_eq!(outcome.stats.ddirs[Ddir::Trim as usize].bytes, 64 * BLOCK);
}

#[test]
fn an_io_ends_with_its_pass() {
    let twice = plan(AccessMode::Trim, 4, 6, |job| job.control.loops = 2);
    assert_eq!(counts(&run(&twice, None).1), [4, 2, 4, 2]);
    let further = plan(AccessMode::RandTrim, 4, 6, |job| {
        job.access.io_size = Some(Amount::Bytes(12 * BLOCK));
    });
    assert_eq!(counts(&run(&further, None).1), [4, 2, 4, 2]);
    let few = plan(AccessMode::Trim, 8, 3, |job| {
        job.control.time_based = true;
        job.access.number_ios = 3;
        job.control.runtime_us = 1;
    });
    let (_, came) = run(&few, None);
    assert!(counts(&came).iter().all(|count| *count == 3), "{came:?}");
    let counted = plan(AccessMode::RandTrim, 4, 64, |job| job.access.number_ios = 3);
    assert_eq!(counts(&run(&counted, None).1), [4, 4, 4]);
}

#[test]
fn an_io_keeps_to_one_file() {
    let mut plan = plan(AccessMode::RandTrim, 4, 10, |_| {});
    plan.targets.push(Target {
        path: PathBuf::from("another"),
        kind: TargetKind::None,
        fd: None,
        size_bytes: 6 * BLOCK,
        start_bytes: 0,
        region_bytes: 6 * BLOCK,
        align_bytes: 1,
    });
    plan.io_limit_bytes = 16 * BLOCK;
    let (_, came) = run(&plan, None);
    // By turns; the second file has two left for its second one.
    assert_eq!(counts(&came), [4, 4, 4, 2, 2]);
    let files: Vec<u32> = came.iter().map(|(io, _)| io.file).collect();
    assert_eq!(files, [0, 1, 0, 1, 0]);
    assert_eq!(all_places(&came), places_of(&plan));
}

#[test]
fn one_range_is_a_trim_as_ever_and_other_directions_have_none() {
    let plan = plan(AccessMode::Trim, 1, 6, |_| {});
    assert!(Ranges::of(&plan.job).is_none());
    for mode in [AccessMode::RandRead, AccessMode::Write, AccessMode::TrimWrite] {
        let mut job = JobPlan::clone(&plan.job);
        job.engine.passthrough.trim_ranges = 8;
        job.access.mode = mode;
        assert!(Ranges::of(&job).is_none(), "{mode:?}");
    }
}

#[test]
#[should_panic(expected = "the places of a trim are those of another one")]
fn places_of_another_trim_are_not_taken() {
    let plan = plan(AccessMode::Trim, 2, 6, |_| {});
    let mut ranges = Ranges::of(&plan.job).unwrap();
    let place = places_of(&plan)[0];
    let mut drawn = Some((place, false));
    assert_eq!(ranges.next(|| drawn.take()), Some(place));
    assert_eq!(ranges.of_io(&place), [place]);
    let other = Io {
        offset: BLOCK,
        ..place
    };
    ranges.of_io(&other);
}
