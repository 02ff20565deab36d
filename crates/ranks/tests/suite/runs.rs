//! Runs over threads: clocks that are apart, a common start, a rank that dies, one that hangs, a signal.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use fiord_ranks::clock;
use fiord_ranks::run::{self, Dismissal, Gathered, LostWhile, Measurement, Rules};
use fiord_ranks::threads::ThreadRanks;
use fiord_ranks::verbs::Ranks;

use crate::on_each;

/// A rank that measures nothing, with a clock of its own.
struct Rehearsal {
    shift_ns: i64,
    begin_ns: Cell<Option<u64>>,
    proceeded: Cell<bool>,
    stopped: Cell<bool>,
    /// Reports only when it is stopped.
    is_endless: bool,
    is_interrupted: bool,
    reported: Cell<bool>,
    starts: RefCell<Vec<u64>>,
}

impl Rehearsal {
    fn new(shift_ns: i64) -> Self {
        Self {
            shift_ns,
            begin_ns: Cell::new(None),
            proceeded: Cell::new(false),
            stopped: Cell::new(false),
            is_endless: false,
            is_interrupted: false,
            reported: Cell::new(false),
            starts: RefCell::new(Vec::new()),
        }
    }

    fn now(&self) -> u64 {
        clock::now_ns().saturating_add_signed(self.shift_ns)
    }
}

impl Measurement for Rehearsal {
    fn is_prepared(&self) -> bool {
        true
    }

    fn proceed(&self) {
        self.proceeded.set(true);
    }

    fn is_ready(&self) -> bool {
        self.proceeded.get()
    }

    fn begin(&self, at_ns: u64) {
        self.begin_ns.set(Some(at_ns));
        self.starts.borrow_mut().push(at_ns);
    }

    fn stop(&self) {
        self.stopped.set(true);
    }

    fn progress(&self) -> (u64, u64) {
        (3, 4096)
    }

    fn report(&mut self) -> Option<Vec<u8>> {
        let has_begun = self.begin_ns.get().is_some_and(|at_ns| self.now() >= at_ns);
        let is_over = (has_begun && !self.is_endless) || self.stopped.get();
        (is_over && !self.reported.replace(true))
            .then(|| self.begin_ns.get().unwrap_or(0).to_le_bytes().to_vec())
    }

    fn interrupted(&self) -> Option<Duration> {
        self.is_interrupted.then_some(Duration::from_secs(60))
    }

    fn now_ns(&self) -> u64 {
        self.now()
    }
}

/// Patient with machines that are busy: only what must be lost is.
const RULES: Rules = Rules {
    silence: Duration::from_secs(3),
    last_words: Duration::from_secs(60),
    lead: Duration::from_millis(5),
};

fn lead(ranks: &mut ThreadRanks, work: &mut Rehearsal) -> Gathered {
    let clocks = run::clocks(ranks, &|| work.now_of()).unwrap().unwrap();
    run::lead(ranks, work, clocks, RULES)
}

impl Rehearsal {
    /// The clock alone, so that the work can be borrowed elsewhere.
    fn now_of(&self) -> u64 {
        self.now()
    }
}

fn follow(ranks: &mut ThreadRanks, work: &mut Rehearsal) -> Dismissal {
    assert!(clock::answer(ranks, &|| work.now_of(), Duration::from_secs(60)).unwrap());
    run::follow(ranks, work, RULES)
}

#[test]
fn clocks_that_are_apart_are_found_and_the_start_is_one_moment() {
    const APART_NS: [i64; 4] = [0, 100_000_000_000, -7_000_000_000, 5];
    let results = on_each(4, |ranks, rank| {
        let mut work = Rehearsal::new(APART_NS[rank]);
        let gathered = if rank == 0 {
            Some(lead(ranks, &mut work))
        } else {
            assert_eq!(follow(ranks, &mut work), Dismissal::Done);
            None
        };
        let starts = work.starts.into_inner();
        (gathered, starts)
    });
    let gathered = results[0].0.as_ref().unwrap();
    let begun_ns = gathered.begun_ns.unwrap();
    assert_eq!(gathered.lost, []);
    for (rank, clocks) in gathered.clocks.iter().enumerate() {
        for clock in [clocks.before, clocks.after.unwrap()] {
            // The clocks are one and the same, so the error is what the ping took at most.
            let error = clock.offset_ns.abs_diff(APART_NS[rank]);
            assert!(error <= clock.rtt_ns, "rank {rank}: {error} of {}", clock.rtt_ns);
        }
        let (_, starts) = &results[rank];
        assert_eq!(starts.len(), 1);
        assert_eq!(starts[0], clocks.before.to_theirs(begun_ns), "rank {rank}");
        let report = gathered.reports[rank].as_ref().unwrap();
        assert_eq!(*report, starts[0].to_le_bytes());
    }
}

#[test]
fn a_rank_that_dies_ends_the_run_and_is_named() {
    let results = on_each(3, |ranks, rank| {
        let mut work = Rehearsal::new(0);
        work.is_endless = true;
        match rank {
            0 => Some(lead(ranks, &mut work)),
            // Takes part up to the clocks, and is gone.
            1 => {
                clock::answer(ranks, &clock::now_ns, Duration::from_secs(60)).unwrap();
                None
            }
            _ => {
                assert_eq!(follow(ranks, &mut work), Dismissal::Done);
                assert!(work.stopped.get());
                None
            }
        }
    });
    let gathered = results[0].as_ref().unwrap();
    let lost: Vec<(usize, LostWhile)> = gathered
        .lost
        .iter()
        .map(|lost| (lost.rank, lost.during))
        .collect();
    assert_eq!(lost, [(1, LostWhile::Preparing)]);
    let reported: Vec<bool> = gathered.reports.iter().map(Option::is_some).collect();
    assert_eq!(reported, [true, false, true]);
}

#[test]
fn a_rank_that_hangs_while_it_measures_is_named_with_what_it_had_done() {
    let results = on_each(2, |ranks, rank| {
        let mut work = Rehearsal::new(0);
        work.is_endless = true;
        if rank == 0 {
            return Some(lead(ranks, &mut work));
        }
        clock::answer(ranks, &clock::now_ns, Duration::from_secs(60)).unwrap();
        // Goes along until it has begun, and says no more: `follow`, cut short.
        let mut hanging = Hanging { inner: work };
        let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            run::follow(ranks, &mut hanging, RULES)
        }));
        assert!(end.is_err());
        // The connection stays, as that of a process that hangs.
        while !matches!(ranks.take(), Ok(Some(post)) if post.bytes.ends_with(b"\"Bye\"")) {
            std::thread::yield_now();
        }
        None
    });
    let gathered = results[0].as_ref().unwrap();
    let [lost] = gathered.lost.as_slice() else {
        panic!("{:?}", gathered.lost)
    };
    assert_eq!((lost.rank, lost.during), (1, LostWhile::Measuring));
    assert_eq!((lost.ios, lost.bytes), (3, 4096));
    assert!(gathered.begun_ns.is_some());
}

/// Falls silent once it was told to begin.
struct Hanging {
    inner: Rehearsal,
}

impl Measurement for Hanging {
    fn is_prepared(&self) -> bool {
        self.inner.is_prepared()
    }
    fn proceed(&self) {
        self.inner.proceed();
    }
    fn is_ready(&self) -> bool {
        self.inner.is_ready()
    }
    fn begin(&self, _: u64) {
        panic!("planted: this rank hangs from here on");
    }
    fn stop(&self) {}
    fn progress(&self) -> (u64, u64) {
        self.inner.progress()
    }
    fn report(&mut self) -> Option<Vec<u8>> {
        None
    }
    fn interrupted(&self) -> Option<Duration> {
        None
    }
    fn now_ns(&self) -> u64 {
        self.inner.now()
    }
}

#[test]
fn a_signal_at_rank_0_has_all_report() {
    let results = on_each(3, |ranks, rank| {
        let mut work = Rehearsal::new(0);
        work.is_endless = true;
        work.is_interrupted = rank == 0;
        if rank == 0 {
            Some(lead(ranks, &mut work))
        } else {
            assert_eq!(follow(ranks, &mut work), Dismissal::Done);
            None
        }
    });
    let gathered = results[0].as_ref().unwrap();
    assert_eq!(gathered.lost, []);
    assert!(gathered.reports.iter().all(Option::is_some));
    assert_eq!(gathered.clocks[1].after, None);
}

#[test]
fn where_one_rank_cannot_start_nobody_does() {
    let results = on_each(3, |ranks, rank| {
        let mut work = Rehearsal::new(0);
        // It reports at once, as a rank does whose device is refused.
        work.stopped.set(rank == 1);
        let gathered = (rank == 0).then(|| lead(ranks, &mut work));
        if rank > 0 {
            assert_eq!(follow(ranks, &mut work), Dismissal::Done);
        }
        (gathered, work.stopped.get(), work.starts.into_inner())
    });
    let gathered = results[0].0.as_ref().unwrap();
    assert_eq!((gathered.begun_ns, gathered.lost.len()), (None, 0));
    for (_, is_stopped, starts) in &results {
        assert!(*is_stopped && starts.is_empty());
    }
}

#[test]
fn a_rank_whose_rank_0_is_gone_ends() {
    let results = on_each(2, |ranks, rank| {
        if rank == 0 {
            run::clocks(ranks, &clock::now_ns).unwrap().unwrap();
            return None;
        }
        let mut work = Rehearsal::new(0);
        work.is_endless = true;
        assert!(clock::answer(ranks, &clock::now_ns, Duration::from_secs(60)).unwrap());
        let rules = Rules {
            silence: Duration::from_millis(50),
            last_words: Duration::from_millis(50),
            ..RULES
        };
        let end = run::follow(ranks, &mut work, rules);
        Some((end, work.stopped.get()))
    });
    assert_eq!(results[1], Some((Dismissal::Abandoned, true)));
}

#[test]
fn ranks_know_their_numbers() {
    let numbers = on_each(3, |ranks, _| (ranks.rank(), ranks.size()));
    assert_eq!(numbers, [(0, 3), (1, 3), (2, 3)]);
}
