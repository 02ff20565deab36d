//! Runs over threads: clocks that are apart, common starts, a rank that dies, one that hangs, a signal.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use fiord_cluster::ranks::again::{self, Going};
use fiord_cluster::ranks::clock;
use fiord_cluster::ranks::run::{self, Dismissal, Gathered, LostWhile, Measurement, Rules};
use fiord_cluster::ranks::verbs::Ranks;

use crate::on_each;
use crate::threads::ThreadRanks;

/// A rank that measures nothing, with a clock of its own.
struct Rehearsal {
    shift_ns: i64,
    /// Those it has workers for.
    phases: Vec<u32>,
    proceeded: Cell<bool>,
    stopped: Cell<bool>,
    /// What it takes part in to its end; from the next one on it reports only when it is stopped.
    ends: usize,
    /// A signal comes once it is ready for this phase.
    interrupted_at: Option<u32>,
    /// What each phase takes.
    takes_ns: u64,
    reported: Cell<bool>,
    starts: RefCell<Vec<(u32, u64)>>,
    /// How far it is at the deadline of each job, and how far it was told to go.
    reaches: Vec<(u32, u64)>,
    went_on: RefCell<Vec<(u32, u64)>>,
}

impl Rehearsal {
    fn new(shift_ns: i64) -> Self {
        Self {
            shift_ns,
            phases: vec![0],
            proceeded: Cell::new(false),
            stopped: Cell::new(false),
            ends: usize::MAX,
            interrupted_at: None,
            takes_ns: 0,
            reported: Cell::new(false),
            starts: RefCell::new(Vec::new()),
            reaches: Vec::new(),
            went_on: RefCell::new(Vec::new()),
        }
    }

    /// One that does not end by itself, from its first phase on.
    fn endless(shift_ns: i64) -> Self {
        Self {
            ends: 0,
            ..Self::new(shift_ns)
        }
    }

    fn of_phases(shift_ns: i64, phases: &[u32]) -> Self {
        Self {
            phases: phases.to_vec(),
            ..Self::new(shift_ns)
        }
    }

    fn now(&self) -> u64 {
        clock::now_ns().saturating_add_signed(self.shift_ns)
    }

    /// Phases that are over.
    fn done(&self) -> usize {
        let starts = self.starts.borrow();
        let over = starts
            .iter()
            .filter(|(_, at_ns)| self.now() >= at_ns + self.takes_ns);
        let is_answered = self.reaches.len() == self.went_on.borrow().len();
        over.count().min(if is_answered { self.ends } else { 0 })
    }
}

impl Measurement for Rehearsal {
    fn is_prepared(&self) -> bool {
        true
    }

    fn proceed(&self) {
        self.proceeded.set(true);
    }

    fn ready(&self) -> Option<u32> {
        let at = self.done().min(self.phases.len() - 1);
        self.proceeded.get().then(|| self.phases[at])
    }

    fn begin(&self, phase: u32, at_ns: u64) {
        // Others may begin one that this rank has no workers for.
        if self.phases.contains(&phase) {
            self.starts.borrow_mut().push((phase, at_ns));
        }
    }

    fn reached(&self) -> Vec<(u32, u64)> {
        let has_begun = !self.starts.borrow().is_empty();
        if has_begun {
            self.reaches.clone()
        } else {
            Vec::new()
        }
    }

    fn go_on(&self, job: u32, to_bytes: u64) {
        self.went_on.borrow_mut().push((job, to_bytes));
    }

    fn deadline_ns(&self) -> Option<u64> {
        self.starts.borrow().first().map(|(_, at_ns)| *at_ns)
    }

    fn stop(&self) {
        self.stopped.set(true);
    }

    fn progress(&self) -> (u64, u64) {
        (3, 4096)
    }

    fn report(&mut self) -> Option<Vec<u8>> {
        let is_over = self.done() == self.phases.len() || self.stopped.get();
        let last = || self.starts.borrow().last().map_or(0, |(_, at_ns)| *at_ns);
        (is_over && !self.reported.replace(true)).then(|| last().to_le_bytes().to_vec())
    }

    fn interrupted(&self) -> Option<Duration> {
        let is_interrupted = self.interrupted_at.is_some() && self.ready() >= self.interrupted_at;
        is_interrupted.then_some(Duration::from_secs(60))
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
    let [start] = gathered.starts.as_slice() else {
        panic!("{:?}", gathered.starts)
    };
    assert_eq!(gathered.lost, []);
    for (rank, clocks) in gathered.clocks.iter().enumerate() {
        for clock in [clocks.before, clocks.after.unwrap()] {
            // The clocks are one and the same, so the error is what the ping took at most.
            let error = clock.offset_ns.abs_diff(APART_NS[rank]);
            assert!(error <= clock.rtt_ns, "rank {rank}: {error} of {}", clock.rtt_ns);
        }
        let (_, starts) = &results[rank];
        assert_eq!(starts.len(), 1);
        assert_eq!(
            starts[0],
            (0, clocks.before.to_theirs(start.begun_ns)),
            "rank {rank}"
        );
        let report = gathered.reports[rank].as_ref().unwrap();
        assert_eq!(*report, starts[0].1.to_le_bytes());
    }
}

#[test]
fn a_rank_that_dies_ends_the_run_and_is_named() {
    let results = on_each(3, |ranks, rank| {
        let mut work = Rehearsal::endless(0);
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
        let mut work = Rehearsal::endless(0);
        if rank == 0 {
            return Some(lead(ranks, &mut work));
        }
        hang(ranks, work, HangsAt::Beginning(0));
        None
    });
    let gathered = results[0].as_ref().unwrap();
    let [lost] = gathered.lost.as_slice() else {
        panic!("{:?}", gathered.lost)
    };
    assert_eq!((lost.rank, lost.during), (1, LostWhile::Measuring));
    assert_eq!((lost.ios, lost.bytes), (3, 4096));
    assert_eq!(gathered.starts.len(), 1);
}

/// Where a rank falls silent.
#[derive(Clone, Copy, PartialEq)]
enum HangsAt {
    /// It was told to begin this phase.
    Beginning(u32),
    /// It has said that it is ready for this phase.
    Ready(u32),
}

struct Hanging {
    inner: Rehearsal,
    at: HangsAt,
}

/// Takes part until there, and then neither says nor does anything: `follow`, cut short.
fn hang(ranks: &mut ThreadRanks, inner: Rehearsal, at: HangsAt) {
    clock::answer(ranks, &|| inner.now_of(), Duration::from_secs(60)).unwrap();
    let mut hanging = Hanging { inner, at };
    let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        run::follow(ranks, &mut hanging, RULES)
    }));
    assert!(end.is_err());
    // The connection stays, as that of a process that hangs.
    while !matches!(ranks.take(), Ok(Some(post)) if post.bytes.ends_with(b"\"Bye\"")) {
        std::thread::yield_now();
    }
}

impl Measurement for Hanging {
    fn is_prepared(&self) -> bool {
        self.inner.is_prepared()
    }
    fn proceed(&self) {
        self.inner.proceed();
    }
    fn ready(&self) -> Option<u32> {
        self.inner.ready()
    }
    fn begin(&self, phase: u32, at_ns: u64) {
        assert!(
            self.at != HangsAt::Beginning(phase),
            "planted: this rank hangs from here on"
        );
        self.inner.begin(phase, at_ns);
    }
    fn stop(&self) {}
    fn progress(&self) -> (u64, u64) {
        let ready = self.inner.ready().map(HangsAt::Ready);
        assert!(ready != Some(self.at), "planted: this rank hangs from here on");
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
        let mut work = Rehearsal::endless(0);
        work.interrupted_at = (rank == 0).then_some(0);
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
    assert_eq!((gathered.starts.len(), gathered.lost.len()), (0, 0));
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
        let mut work = Rehearsal::endless(0);
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

/// Each rank with the phases it has, and in what it differs; what rank 0 gathered, and the starts of each.
fn in_phases(works: &(dyn Fn(usize) -> Rehearsal + Sync)) -> (Gathered, Vec<Vec<(u32, u64)>>) {
    let results = on_each(3, |ranks, rank| {
        let mut work = works(rank);
        let gathered = (rank == 0).then(|| lead(ranks, &mut work));
        if rank > 0 {
            assert_eq!(follow(ranks, &mut work), Dismissal::Done);
        }
        (gathered, work.starts.into_inner())
    });
    let (mut gathered, starts): (Vec<_>, Vec<_>) = results.into_iter().unzip();
    (gathered[0].take().unwrap(), starts)
}

fn numbers(gathered: &Gathered) -> Vec<u32> {
    gathered.starts.iter().map(|start| start.phase).collect()
}

#[test]
fn each_phase_begins_at_one_moment_once_all_are_done_with_the_one_before() {
    const APART_NS: [i64; 3] = [0, 100_000_000_000, -7_000_000_000];
    const SLOW_NS: u64 = 120_000_000;
    let (gathered, starts) = in_phases(&|rank| Rehearsal {
        takes_ns: if rank == 1 { SLOW_NS } else { 0 },
        ..Rehearsal::of_phases(APART_NS[rank], &[0, 1, 2])
    });
    assert_eq!(gathered.lost, []);
    assert_eq!(numbers(&gathered), [0, 1, 2]);
    for pair in gathered.starts.windows(2) {
        let rank = 1;
        let done_ns = pair[0].clocks[rank].to_theirs(pair[0].begun_ns) + SLOW_NS;
        let next_ns = pair[1].clocks[rank].to_theirs(pair[1].begun_ns);
        assert!(next_ns >= done_ns, "{next_ns} before {done_ns}");
    }
    for (rank, starts) in starts.iter().enumerate() {
        let agreed = gathered
            .starts
            .iter()
            .map(|start| (start.phase, start.clocks[rank].to_theirs(start.begun_ns)));
        assert_eq!(*starts, agreed.collect::<Vec<_>>(), "rank {rank}");
        for start in &gathered.starts {
            let clock = start.clocks[rank];
            let error = clock.offset_ns.abs_diff(APART_NS[rank]);
            assert!(error <= clock.rtt_ns, "rank {rank}: {error} of {}", clock.rtt_ns);
        }
    }
}

#[test]
fn a_rank_that_hangs_in_the_second_phase_or_before_it_ends_the_run_and_is_named() {
    for (at, during, begun) in [
        (HangsAt::Beginning(1), LostWhile::Measuring, &[0, 1][..]),
        (HangsAt::Ready(1), LostWhile::Waiting, &[0]),
    ] {
        let results = on_each(3, |ranks, rank| {
            let mut work = Rehearsal::of_phases(0, &[0, 1]);
            // Rank 0 goes on with the phase in which the other one falls silent.
            work.ends = begun.len() - 1;
            match rank {
                0 => return Some(lead(ranks, &mut work)),
                1 => {
                    work.ends = usize::MAX;
                    hang(ranks, work, at);
                }
                _ => assert_eq!(follow(ranks, &mut work), Dismissal::Done),
            }
            None
        });
        let gathered = results[0].as_ref().unwrap();
        let lost: Vec<_> = gathered
            .lost
            .iter()
            .map(|lost| (lost.rank, lost.during))
            .collect();
        assert_eq!(lost, [(1, during)]);
        assert_eq!(numbers(gathered), begun);
        let reported: Vec<bool> = gathered.reports.iter().map(Option::is_some).collect();
        assert_eq!(reported, [true, false, true]);
    }
}

#[test]
fn a_signal_between_two_phases_has_all_report_and_the_next_one_does_not_begin() {
    for (signalled, slow) in [(0, 1), (0, 0)] {
        let (gathered, starts) = in_phases(&|rank| Rehearsal {
            interrupted_at: (rank == signalled).then_some(u32::from(signalled != slow)),
            ends: usize::from(rank != slow),
            ..Rehearsal::of_phases(0, &[0, 1])
        });
        assert_eq!(gathered.lost, []);
        assert!(gathered.reports.iter().all(Option::is_some));
        let begun = usize::from(signalled != slow);
        assert_eq!(gathered.starts.len(), begun);
        assert!(starts.iter().all(|starts| starts.len() == begun));
    }
}

#[test]
fn who_has_no_more_phases_is_not_waited_for() {
    let phases: [&[u32]; 3] = [&[0, 1, 2], &[0], &[1, 2]];
    let (gathered, starts) = in_phases(&|rank| Rehearsal::of_phases(0, phases[rank]));
    assert_eq!(gathered.lost, []);
    assert_eq!(numbers(&gathered), [0, 1, 2]);
    for (starts, phases) in starts.iter().zip(phases) {
        let begun: Vec<u32> = starts.iter().map(|(phase, _)| *phase).collect();
        assert_eq!(begun, phases);
    }
}

#[test]
fn all_go_on_as_far_as_the_farthest_was_at_the_deadline() {
    let results = on_each(3, |ranks, rank| {
        let mut work = Rehearsal::new(0);
        // A rank says of its jobs in any order.
        work.reaches = vec![(4, 100 * rank as u64), (2, 70 - rank as u64)];
        if rank == 1 {
            work.reaches.reverse();
        }
        let gathered = (rank == 0).then(|| lead(ranks, &mut work));
        if rank > 0 {
            assert_eq!(follow(ranks, &mut work), Dismissal::Done);
        }
        let mut went_on = work.went_on.into_inner();
        went_on.sort_unstable();
        (gathered, went_on)
    });
    let gathered = results[0].0.as_ref().unwrap();
    assert_eq!(gathered.lost, []);
    for (_, went_on) in &results {
        assert_eq!(*went_on, [(2, 70), (4, 200)]);
    }
}

#[test]
fn a_rank_that_never_says_how_far_it_is_ends_the_run() {
    let results = on_each(3, |ranks, rank| {
        let mut work = Rehearsal::new(0);
        work.reaches = vec![(0, 100)];
        match rank {
            0 => return Some((lead(ranks, &mut work), work.went_on.into_inner())),
            1 => hang(ranks, work, HangsAt::Beginning(0)),
            _ => {
                assert_eq!(follow(ranks, &mut work), Dismissal::Done);
                assert!(work.stopped.get() && work.went_on.borrow().is_empty());
            }
        }
        None
    });
    let (gathered, went_on) = results[0].as_ref().unwrap();
    assert_eq!((gathered.lost[0].rank, gathered.lost.len()), (1, 1));
    assert_eq!(*went_on, []);
}

#[test]
fn several_runs_follow_each_other_over_one_connection() {
    let results = on_each(2, |ranks, rank| {
        let mut starts = Vec::new();
        for _ in 0..3 {
            let mut work = Rehearsal::of_phases(0, &[0, 1]);
            if rank == 0 {
                assert_eq!(lead(ranks, &mut work).lost, []);
            } else {
                assert_eq!(follow(ranks, &mut work), Dismissal::Done);
            }
            starts.extend(work.starts.into_inner());
        }
        starts.len()
    });
    assert_eq!(results, [6, 6]);
}

#[test]
fn ranks_know_their_numbers() {
    let numbers = on_each(3, |ranks, _| (ranks.rank(), ranks.size()));
    assert_eq!(numbers, [(0, 3), (1, 3), (2, 3)]);
}

/// The same ranks measure again and again, as often as rank 0 says, and know each time what.
#[test]
fn a_session_has_as_many_measurements_as_rank_0_names() {
    let results = on_each(3, |ranks, rank| {
        let mut named: Vec<String> = Vec::new();
        let mut starts: Vec<u64> = Vec::new();
        if rank == 0 {
            for what in ["first", "second", "third"] {
                again::tell(ranks, Some(what)).unwrap();
                let mut work = Rehearsal::new(0);
                let gathered = lead(ranks, &mut work);
                assert_eq!(gathered.lost, []);
                // Each report is of this measurement: it holds its start.
                for (report, clocks) in gathered.reports.iter().zip(&gathered.clocks) {
                    let start_ns = clocks.before.to_theirs(gathered.starts[0].begun_ns);
                    assert_eq!(*report.as_ref().unwrap(), start_ns.to_le_bytes());
                }
                assert!(gathered.clocks.iter().all(|clocks| clocks.after.is_some()));
                named.push(what.to_owned());
                starts.extend(gathered.starts.iter().map(|start| start.begun_ns));
            }
            again::tell(ranks, None).unwrap();
            return (named, starts);
        }
        loop {
            match again::hear(ranks, Duration::from_secs(60)).unwrap() {
                Going::Again(what) => named.push(what),
                Going::Over => return (named, starts),
                Going::Silent => panic!("rank 0 is there"),
            }
            let mut work = Rehearsal::new(100_000_000_000);
            assert_eq!(follow(ranks, &mut work), Dismissal::Done);
            starts.extend(work.starts.into_inner().iter().map(|(_, at_ns)| at_ns));
        }
    });
    for (named, starts) in &results {
        assert_eq!(*named, ["first", "second", "third"]);
        assert!(starts.len() == 3 && starts.is_sorted(), "{starts:?}");
    }
    let silent = on_each(2, |ranks, rank| {
        (rank == 1).then(|| again::hear(ranks, Duration::from_millis(20)).unwrap())
    });
    assert_eq!(silent[1], Some(Going::Silent));
}
