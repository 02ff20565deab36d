//! `steadystate`: ends a job, or a reporting group, once a measure is steady over a window.
//!
//! Each worker measures its own rates at events that its loop has anyway, and hands them in; the last one of a round judges the
//! window. The others see the verdict at their next event.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fiord_job::plan::{JobPlan, SteadyMeasure, SteadyPlan};
use fiord_stats::steady::{FioCriterion, FioMeasure, fio_steady};

/// Rounds that may wait for slow members; an older one counts without them.
const ROUNDS_MOST: usize = 64;

/// One measurement: of a worker, or of a group together.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SteadySample {
    /// I/Os per second.
    pub iops: f64,
    /// Bytes per second.
    pub bytes_per_second: f64,
    /// Mean latency in nanoseconds; 0 where none was recorded.
    pub lat_ns: f64,
    /// Latencies behind the mean.
    pub latencies: u64,
}

impl SteadySample {
    fn add(&mut self, other: &SteadySample) {
        self.iops += other.iops;
        self.bytes_per_second += other.bytes_per_second;
        let both = self.latencies + other.latencies;
        if both > 0 {
            let sum = self.lat_ns * self.latencies as f64 + other.lat_ns * other.latencies as f64;
            self.lat_ns = sum / both as f64;
        }
        self.latencies = both;
    }

    fn of(&self, measure: SteadyMeasure) -> f64 {
        match measure {
            SteadyMeasure::Iops => self.iops,
            SteadyMeasure::Bw => self.bytes_per_second,
            SteadyMeasure::Lat => self.lat_ns,
        }
    }
}

/// The last window, and whether it was steady.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SteadyWindow {
    pub attained: bool,
    /// The measurements, the oldest first; fewer than a window where the run ended before.
    pub samples: Vec<SteadySample>,
}

/// fio's criterion as the statistics know it.
pub fn criterion(plan: &SteadyPlan) -> FioCriterion {
    FioCriterion {
        measure: if plan.slope {
            FioMeasure::Slope
        } else {
            FioMeasure::Deviation
        },
        limit: plan.limit,
        percent: plan.percent,
    }
}

/// Who is judged together: the workers of a group that is reported as one, or one worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Party {
    Group(u32),
    Worker(u32),
}

fn party(job: &JobPlan, number: u32) -> Party {
    if job.report.group_reporting {
        Party::Group(job.group)
    } else {
        Party::Worker(number)
    }
}

/// All that are judged in a run.
#[derive(Debug, Default)]
pub struct SteadyParties {
    known: Mutex<HashMap<Party, Arc<SteadyParty>>>,
}

impl SteadyParties {
    /// A place for a worker; `None` where its job has no `steadystate`.
    pub fn join(&self, job: &JobPlan, number: u32) -> Option<Box<SteadySeat>> {
        let plan = job.control.steady;
        if !plan.is_on() {
            return None;
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let party = known
            .entry(party(job, number))
            .or_insert_with(|| Arc::new(SteadyParty::new(plan)));
        Some(Box::new(SteadySeat {
            party: Arc::clone(party),
            interval_ns: plan.interval_us.saturating_mul(1_000),
            since_ns: 0,
            due_ns: u64::MAX,
            last: SteadyTotals::default(),
            next_round: 0,
            joined: false,
        }))
    }

    /// What became of a worker's window.
    pub fn window(&self, job: &JobPlan, number: u32) -> Option<SteadyWindow> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let party = known.get(&party(job, number))?;
        let state = party.state();
        Some(SteadyWindow {
            attained: party.attained.load(Ordering::Relaxed),
            samples: state.window.iter().copied().collect(),
        })
    }
}

#[derive(Debug)]
struct SteadyParty {
    plan: SteadyPlan,
    attained: AtomicBool,
    state: Mutex<PartyState>,
}

/// A measurement that is not complete yet, and how many have handed theirs in.
#[derive(Debug, Clone, Copy, Default)]
struct Round {
    sum: SteadySample,
    members: u32,
}

#[derive(Debug)]
struct PartyState {
    members: u32,
    /// Number of the first round in `open`.
    first_open: u64,
    open: VecDeque<Round>,
    window: VecDeque<SteadySample>,
    /// The values that are judged, as one slice.
    values: Vec<f64>,
}

impl SteadyParty {
    fn new(plan: SteadyPlan) -> Self {
        let measurements = plan.measurements();
        Self {
            plan,
            attained: AtomicBool::new(false),
            state: Mutex::new(PartyState {
                members: 0,
                first_open: 0,
                open: VecDeque::with_capacity(ROUNDS_MOST + 1),
                window: VecDeque::with_capacity(measurements + 1),
                values: Vec::with_capacity(measurements),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, PartyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins: the first round that this member takes part in.
    fn enter(&self) -> u64 {
        let mut state = self.state();
        state.members += 1;
        state.first_open
    }

    fn leave(&self) {
        let mut state = self.state();
        state.members -= 1;
        if state.members > 0 {
            self.close_complete(&mut state);
        }
    }

    fn hand_in(&self, round: u64, sample: &SteadySample) {
        let mut state = self.state();
        // One that came too late for its round counts in the next.
        let place = round.saturating_sub(state.first_open) as usize;
        if place >= ROUNDS_MOST {
            return;
        }
        while state.open.len() <= place {
            state.open.push_back(Round::default());
        }
        let open = &mut state.open[place];
        open.sum.add(sample);
        open.members += 1;
        self.close_complete(&mut state);
    }

    fn close_complete(&self, state: &mut PartyState) {
        while let Some(round) = state.open.front().copied() {
            let complete = round.members >= state.members || state.open.len() >= ROUNDS_MOST;
            if !complete || self.attained.load(Ordering::Relaxed) {
                return;
            }
            state.open.pop_front();
            state.first_open += 1;
            if state.window.len() == self.plan.measurements() {
                state.window.pop_front();
            }
            state.window.push_back(round.sum);
            self.judge(state);
        }
    }

    fn judge(&self, state: &mut PartyState) {
        if state.window.len() < self.plan.measurements() {
            return;
        }
        let PartyState { window, values, .. } = state;
        values.clear();
        values.extend(window.iter().map(|sample| sample.of(self.plan.measure)));
        let steady = fio_steady(values, &criterion(&self.plan));
        if steady.is_some_and(|steady| steady.attained) {
            self.attained.store(true, Ordering::Relaxed);
        }
    }
}

/// What a worker has done since its start.
#[derive(Debug, Clone, Copy, Default)]
pub struct SteadyTotals {
    pub ios: u64,
    pub bytes: u64,
    pub lat_sum_ns: u128,
    pub latencies: u64,
}

/// A worker's place among those who are judged together.
#[derive(Debug)]
pub struct SteadySeat {
    party: Arc<SteadyParty>,
    interval_ns: u64,
    since_ns: u64,
    due_ns: u64,
    last: SteadyTotals,
    next_round: u64,
    joined: bool,
}

impl SteadySeat {
    /// The job's own ramp is over: the first measurement begins once that of the measurements is.
    pub fn begin(&mut self, now_ns: u64) {
        let ramp_ns = self.party.plan.ramp_us.saturating_mul(1_000);
        self.due_ns = now_ns.saturating_add(ramp_ns);
    }

    /// When [`SteadySeat::measure`] has something to do.
    pub fn due_ns(&self) -> u64 {
        self.due_ns
    }

    /// Hands in the measurement that ends now.
    pub fn measure(&mut self, now_ns: u64, totals: SteadyTotals) {
        if !std::mem::replace(&mut self.joined, true) {
            self.next_round = self.party.enter();
        } else {
            let seconds = now_ns.saturating_sub(self.since_ns).max(1) as f64 / 1e9;
            let latencies = totals.latencies.saturating_sub(self.last.latencies);
            let lat_sum_ns = totals.lat_sum_ns.saturating_sub(self.last.lat_sum_ns);
            let sample = SteadySample {
                iops: totals.ios.saturating_sub(self.last.ios) as f64 / seconds,
                bytes_per_second: totals.bytes.saturating_sub(self.last.bytes) as f64 / seconds,
                lat_ns: if latencies > 0 {
                    lat_sum_ns as f64 / latencies as f64
                } else {
                    0.0
                },
                latencies,
            };
            self.party.hand_in(self.next_round, &sample);
            self.next_round += 1;
        }
        self.last = totals;
        self.since_ns = now_ns;
        self.due_ns = now_ns.saturating_add(self.interval_ns);
    }

    /// Whether all who are judged together shall end.
    pub fn is_steady(&self) -> bool {
        self.party.attained.load(Ordering::Relaxed)
    }
}

impl Drop for SteadySeat {
    fn drop(&mut self) {
        if self.joined {
            self.party.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    fn job(limit: f64, together: bool) -> JobPlan {
        let mut job = JobPlan::new("a");
        job.control.steady = SteadyPlan {
            slope: false,
            limit,
            window_us: 3_000_000,
            ..SteadyPlan::default()
        };
        job.report.group_reporting = together;
        job
    }

    fn totals(ios: u64) -> SteadyTotals {
        SteadyTotals {
            ios,
            bytes: ios * 4096,
            lat_sum_ns: u128::from(ios) * 500,
            latencies: ios,
        }
    }

    #[test]
    fn a_window_ends_the_job_once_it_is_steady() {
        let (parties, mut job) = (SteadyParties::default(), job(5.0, false));
        job.control.steady.ramp_us = 2_000_000;
        let mut seat = parties.join(&job, 0).unwrap();
        assert_eq!(seat.due_ns(), u64::MAX);
        seat.begin(7);
        assert_eq!(seat.due_ns(), 7 + 2 * SECOND);
        let mut ios = 0;
        let mut steady_after = None;
        for (second, rate) in [0, 100, 300, 1000, 1010, 990].into_iter().enumerate() {
            ios += rate;
            seat.measure(7 + (2 + second as u64) * SECOND, totals(ios));
            if seat.is_steady() {
                steady_after.get_or_insert(second);
            }
        }
        assert_eq!(steady_after, Some(5));
        let window = parties.window(&job, 0).unwrap();
        let iops: Vec<f64> = window.samples.iter().map(|sample| sample.iops).collect();
        assert_eq!((window.attained, iops), (true, vec![1000.0, 1010.0, 990.0]));
        assert_eq!(window.samples[0].lat_ns, 500.0);
        assert_eq!(window.samples[0].bytes_per_second, 4_096_000.0);
    }

    #[test]
    fn a_group_is_judged_by_its_sum() {
        let (parties, job) = (SteadyParties::default(), job(5.0, true));
        let (mut a, mut b) = (parties.join(&job, 0).unwrap(), parties.join(&job, 1).unwrap());
        for seat in [&mut a, &mut b] {
            seat.begin(0);
            seat.measure(0, totals(0));
        }
        // One rises by as much as the other falls.
        let (mut of_a, mut of_b) = (0, 0);
        for second in 1..=3 {
            of_a += 100 * second;
            of_b += 1000 - 100 * second;
            a.measure(second * SECOND, totals(of_a));
            assert!(!a.is_steady());
            b.measure(second * SECOND, totals(of_b));
        }
        assert!(a.is_steady() && b.is_steady());
        assert!(
            parties
                .window(&job, 1)
                .unwrap()
                .samples
                .iter()
                .all(|sample| sample.iops == 1000.0)
        );
    }

    #[test]
    fn those_who_stay_are_judged_when_one_leaves() {
        let (parties, job) = (SteadyParties::default(), job(5.0, true));
        let (mut a, mut b) = (parties.join(&job, 0).unwrap(), parties.join(&job, 1).unwrap());
        for seat in [&mut a, &mut b] {
            seat.begin(0);
            seat.measure(0, totals(0));
        }
        for second in 1..=3 {
            a.measure(second * SECOND, totals(second * 10));
        }
        assert_eq!(parties.window(&job, 0).unwrap().samples.len(), 0);
        drop(b);
        assert!(a.is_steady());
    }

    #[test]
    fn a_job_without_a_window_has_no_seat() {
        let mut off = job(5.0, false);
        off.control.steady.window_us = 0;
        let parties = SteadyParties::default();
        assert!(parties.join(&off, 0).is_none() && parties.window(&off, 0).is_none());
    }
}
