//! The counts of turns on a device whose rate is exact in virtual time.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

use fiord_job::plan::{AccessMode, Ddir, EngineKind, JobPlan};
use fiord_stats::JobStats;
use fiord_targets::stop;
use fiord_targets::zones::ZonedFiles;

use super::handmade::{self, Finished, plan};
use crate::data::clock::Clock;
use crate::engines::engine::{CallError, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use crate::live::{LiveCell, TurnCounts};

const MILLISECOND: u64 = 1_000_000;
const TURN_NS: u64 = 240 * MILLISECOND;
const TURNS: u32 = 5;

#[derive(Clone, Default)]
struct Virtual(Rc<Cell<u64>>);

impl Clock for Virtual {
    const SPIN_NS: u64 = 0;

    fn now_ns(&self) -> u64 {
        self.0.get()
    }

    fn sleep_ns(&self, ns: u64) {
        self.0.set(self.0.get() + ns);
    }
}

/// Completes up to `batch` I/Os at a time, and pauses its worker after a turn.
struct Steady<'a> {
    now: Virtual,
    flag: &'a AtomicU8,
    finished: Finished,
    depth: u32,
    batch: usize,
    /// Time from one completion to the next.
    each_ns: u64,
    /// When the turn began; `None`: nothing is in flight.
    began_ns: Option<u64>,
}

impl Engine for Steady<'_> {
    const IN_PLACE: bool = false;

    fn queue(&mut self, request: &Request) -> Queued {
        self.finished.queue(request, request.io.len as i32)
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        self.began_ns.get_or_insert(self.now.now_ns());
        Ok(self.finished.submit())
    }

    fn reap(&mut self, _wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        self.now.sleep_ns(self.each_ns);
        if self
            .began_ns
            .is_some_and(|began_ns| self.now.now_ns() >= began_ns + TURN_NS)
        {
            let _ = self
                .flag
                .compare_exchange(stop::RUN, stop::PAUSE, Ordering::AcqRel, Ordering::Acquire);
        }
        let most = out.len().min(self.batch);
        let count = self.finished.reap(&mut out[..most]);
        let is_pausing = self.flag.load(Ordering::Acquire) != stop::RUN;
        if is_pausing && self.finished.done.is_empty() {
            self.began_ns = None;
        }
        Ok(count)
    }

    fn depth(&self) -> u32 {
        self.depth
    }
}

/// The counts of each turn, and what the whole run reports.
fn turns(depth: u32, batch: usize, each_ns: u64) -> (Vec<TurnCounts>, JobStats) {
    let mut job = JobPlan::new("turning");
    job.access.mode = AccessMode::RandRead;
    job.depth.iodepth = depth;
    turns_of(job, batch, each_ns)
}

fn turns_of(mut job: JobPlan, batch: usize, each_ns: u64) -> (Vec<TurnCounts>, JobStats) {
    let depth = job.depth.iodepth;
    job.engine.kind = EngineKind::Libaio;
    job.control.time_based = true;
    let plan = plan(job, 1 << 20, 1 << 20, 1);
    let (live, flag) = (LiveCell::default(), AtomicU8::new(stop::PAUSE));
    let worker = thread::current();
    thread::scope(|scope| {
        let counts = scope.spawn(|| {
            let mut counts = Vec::new();
            for turn in 1..=TURNS {
                while live.turns().0 < turn {
                    thread::yield_now();
                }
                counts.push(live.turns().1);
                flag.store(
                    if turn == TURNS { stop::STOP } else { stop::RUN },
                    Ordering::Release,
                );
                worker.unpark();
            }
            counts
        });
        let now = Virtual::default();
        let engine = Steady {
            now: now.clone(),
            flag: &flag,
            finished: Finished::default(),
            depth,
            batch,
            each_ns,
            began_ns: None,
        };
        let outcome = handmade::run_paused(&plan, engine, now, &flag, &ZonedFiles::default(), &live);
        assert!(outcome.error.is_none(), "{:?}", outcome.error);
        let stats = outcome.stats;
        let moved = stats.ddirs.iter().find(|ddir| ddir.ios > 0).unwrap();
        assert_eq!(stats.runtime_ns, moved.runtime_ns);
        (counts.join().unwrap(), *stats)
    })
}

/// I/Os of the whole run in a millisecond.
fn each_ms(stats: &JobStats) -> f64 {
    stats.total_ios() as f64 * MILLISECOND as f64 / stats.runtime_ns as f64
}

#[test]
fn the_rate_of_a_turn_is_the_rate_of_the_device_at_any_depth() {
    for (depth, batch) in [(1, 1), (2, 1), (32, 1), (32, 8), (32, 32), (64, 32)] {
        let (counts, stats) = turns(depth, batch, MILLISECOND);
        let of_run = each_ms(&stats);
        assert!(
            (of_run - batch as f64).abs() < 1e-6,
            "depth {depth}, {batch}: {of_run}"
        );
        // The first one only prepares.
        assert_eq!(counts[0], TurnCounts::default());
        for turn in &counts[1..] {
            assert!(turn.ns > 200 * MILLISECOND, "depth {depth}: {turn:?}");
            let each_ms = turn.ios[0] as f64 * MILLISECOND as f64 / turn.ns as f64;
            assert!(
                (each_ms - batch as f64).abs() < 1e-9,
                "depth {depth}, {batch}: {each_ms}"
            );
        }
    }
}

/// No completion comes before the pause: each turn counts whole, with the I/O that it waited for.
#[test]
fn a_device_that_is_slower_than_a_turn_has_a_rate() {
    let slow_ns = TURN_NS + 60 * MILLISECOND;
    let (counts, stats) = turns(1, 1, slow_ns);
    for turn in &counts[1..] {
        assert_eq!((turn.ns, turn.ios[0]), (slow_ns, 1), "{counts:?}");
    }
    assert!((each_ms(&stats) * 300.0 - 1.0).abs() < 1e-6, "{stats:?}");
}

/// Each I/O of a full queue waits for all others. Those that fill the queue, at the beginning of each turn and before the first one, wait for
/// fewer and are not reported: on a device that is slow for its queue they would be most of all.
#[test]
fn latencies_are_those_of_a_full_queue() {
    for (depth, each_ns) in [
        (1, MILLISECOND),
        (32, MILLISECOND),
        (128, MILLISECOND),
        (32, 5 * MILLISECOND),
    ] {
        let (counts, stats) = turns(depth, 1, each_ns);
        let latency = &stats.ddirs[0].lat.moments;
        let full_ns = u64::from(depth) * each_ns;
        assert!(latency.min >= full_ns, "depth {depth}: {latency:?}");
        assert!(latency.max <= full_ns + each_ns, "depth {depth}: {latency:?}");
        assert_eq!(
            (latency.count, stats.ddirs[0].ios),
            (stats.total_ios(), latency.count)
        );
        assert_eq!(
            stats.depth.iter().sum::<u64>(),
            stats.total_ios(),
            "depth {depth}"
        );
        // Most I/Os are reported all the same.
        let counted = counts.iter().map(|turn| turn.ios[0]).sum::<u64>();
        assert!(
            stats.total_ios() + u64::from(depth) > counted / 2,
            "depth {depth}"
        );
    }
}

/// On a device that completes fewer I/Os in a turn than its queue holds, those are reported that were issued when it was full.
#[test]
fn a_device_that_is_slow_for_its_queue_has_latencies() {
    let (depth, each_ns) = (64, 10 * MILLISECOND);
    let (_, stats) = turns(depth, 1, each_ns);
    let latency = &stats.ddirs[0].lat.moments;
    let full_ns = u64::from(depth) * each_ns;
    assert_eq!((latency.min, latency.max), (full_ns, full_ns), "{latency:?}");
    assert_eq!(stats.depth, [0, 0, 0, 0, 0, 0, stats.total_ios()]);
    let of_turn = TURN_NS / each_ns - 1;
    assert!(latency.count >= of_turn * u64::from(TURNS - 1), "{latency:?}");
}

/// The tenth of all I/Os and syncs begins the count of a turn, and the last one ends it: both are syncs.
#[test]
fn a_sync_is_reported_with_its_write() {
    let mut job = JobPlan::new("turning");
    job.access.mode = AccessMode::RandWrite;
    job.durability.fdatasync_every = 1;
    let (_, stats) = turns_of(job, 1, MILLISECOND);
    assert!(stats.sync.ios > 100 * u64::from(TURNS - 1), "{}", stats.sync.ios);
    assert_eq!(stats.sync.ios, stats.ddirs[Ddir::Write as usize].ios);
}
