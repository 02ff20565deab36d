//! `--slo`: the highest arrival rate at which limits of latencies hold.
//!
//! A cell is first run without a rate, which bounds the search; then at the rates that [`LoadSearch`] asks for; last at shares of the rate that
//! was found. Which run is next follows from the runs that are there, and from nothing else, so that a search that is resumed goes on where it
//! ended. Latencies count from the moment an I/O was due.

use fiord_job::plan::{Ddir, JobPlan, RateProcess, RunPlan};
use fiord_judge::case::pace::Pace;
use fiord_judge::case::planned::issues;
use fiord_judge::case::{Case, JobRun};
use fiord_judge::verdict::{Measured, verdict};
use fiord_messages::{Lang, expectations as messages};
use fiord_record::run::RunRecord;
use fiord_stats::Latency;
use fiord_stats::few::{Footing, footing};
use fiord_stats::load_limit::{LoadLimit, LoadSearch, LoadedRun};

use crate::check::{Bound, Expectation, Measurand, MeasuredPart, MeasuredQuantity};
use crate::definition::Order;
use crate::language::CheckedCell;
use crate::order;

/// Runs without a rate: the better one counts.
const FREE_RUNS: usize = 2;
/// Shares of the rate that was found at which the latency is measured.
pub const SHARES: [f64; 3] = [0.5, 0.8, 0.95];
/// Runs at each of them.
const EACH: usize = 3;
/// Runs that differ from the rate by at most this share say how surely the limit holds below it and not above it.
const NEAR: f64 = 0.1;
/// Runs far from the rate may contradict it by accident, such as a stall: one, or this share of all.
const ACCIDENTS: f64 = 0.1;
/// An answer that more than this share of the runs contradict, in addition to those that contradict each answer, is none.
const WORSE: f64 = 0.2;
/// The rate at which the limit is exceeded ÷ the one at which it holds, up to which the latency jumps.
const JUMP: f64 = 1.2;

/// Limits that have to hold together.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceLevel {
    limits: Vec<Expectation>,
}

/// One run of a cell, in the order of running.
#[derive(Debug, Clone)]
pub struct RatedRun {
    /// Its id.
    pub run: i64,
    /// I/Os per second that were offered; none: as many as the job can.
    pub asked_iops: Option<f64>,
    /// Of each job and direction that counts, by the number of the job in the plan.
    pub reached: Vec<(usize, Ddir, f64)>,
    /// Schedules of rates: workers in each direction. Each has a rate of 1 at least.
    pub lanes: u32,
    /// The least of the limits divided by their latencies; none: no latency was measured.
    pub margin: Option<f64>,
    /// The latency with that margin.
    pub latency_ns: Option<f64>,
    /// The backlog grew as long as the run took.
    pub is_saturated: bool,
    /// Something else was measured.
    pub is_invalid: bool,
    /// Other processes used the disk or the CPUs.
    pub is_disturbed: bool,
    pub failed: bool,
    /// Too few I/Os are above a percentile of the limits for it to be printed.
    pub is_thin: bool,
    /// From the moment an I/O was due, by kind.
    pub latencies: Vec<(MeasuredPart, Latency)>,
}

/// What a cell needs next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RateStep {
    /// A run without a rate.
    Free,
    /// A run at so many I/Os per second.
    At(f64),
}

/// What the runs of a cell say.
#[derive(Debug, Clone)]
pub struct RateAnswer<'r> {
    /// The highest rate without a limit; none: not measured.
    pub free_iops: Option<f64>,
    pub limit: Option<LoadLimit>,
    /// All runs with a rate.
    pub rated: &'r [RatedRun],
    /// Of the search, without those at shares of the answer.
    pub searched: &'r [RatedRun],
    /// Runs at each of [`SHARES`].
    pub at_shares: [Vec<&'r RatedRun>; 3],
    /// No run is missing.
    pub is_complete: bool,
}

/// The rates of some runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunRates {
    pub lowest: f64,
    pub highest: f64,
    pub runs: usize,
}

/// Runs near the answer, and in how many of them the limit held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldRuns {
    pub held: usize,
    pub runs: usize,
}

impl ServiceLevel {
    /// Reads `p99<5ms`, `read.p99.9<=10ms`.
    ///
    /// # Errors
    /// What is wrong, and what is allowed.
    pub fn parse(texts: &[String]) -> Result<Self, String> {
        let limits = texts.iter().map(|text| Self::parse_one(text));
        Ok(Self {
            limits: limits.collect::<Result<_, _>>()?,
        })
    }

    /// Reads one limit.
    ///
    /// # Errors
    /// What is wrong, and what is allowed.
    pub fn parse_one(text: &str) -> Result<Expectation, String> {
        let limit = Expectation::parse(text)?;
        let is_upper = matches!(limit.bound, Bound::Below | Bound::AtMost);
        let number = limit.measurand.quantity;
        if is_upper && !number.is_rate() && number != MeasuredQuantity::Min {
            return Ok(limit);
        }
        Err(messages::NotALimit { text: &text }.text(Lang::current()))
    }

    pub fn limits(&self) -> &[Expectation] {
        &self.limits
    }

    /// The limit that applies to no I/O of some cells; none: each cell has I/O with a limit, and each limit has I/O.
    pub fn without_io<'l>(&'l self, cells: &[CheckedCell]) -> Option<&'l Expectation> {
        let unused = |limit: &&Expectation| !cells.iter().any(|cell| has_io(limit, cell));
        let is_free = |cell: &CheckedCell| !self.limits.iter().any(|limit| has_io(limit, cell));
        let of_free = || self.limits.first().filter(|_| cells.iter().any(is_free));
        self.limits.iter().find(unused).or_else(of_free)
    }

    /// Whether some jobs have too few I/Os above the percentile of a limit, of those that it limits.
    fn is_thin(&self, jobs: &[&JobRun<'_>]) -> bool {
        self.limits.iter().any(|limit| match limit.measurand.quantity {
            MeasuredQuantity::Percentile(percent) => limited(limit, jobs).any(|latency| {
                let ios = latency.moments.count;
                ios > 0 && footing(ios, percent) == Footing::TooFew
            }),
            _ => false,
        })
    }

    /// Whether runs at one rate hold the limits: most of them do, and so do the latencies of all of them together.
    pub fn holds_in(&self, runs: &[&RatedRun]) -> bool {
        let held = runs.iter().filter(|run| run.holds()).count();
        let together = |part: MeasuredPart| {
            let mut merged = Latency::default();
            let all = runs.iter().flat_map(|run| &run.latencies);
            for (_, latency) in all.filter(|(its, _)| *its == part) {
                merged.merge(latency);
            }
            merged
        };
        let is_broken = |limit: &Expectation| {
            let measurand = &limit.measurand;
            // Latencies of single jobs are not kept.
            measurand.job.is_none()
                && limited_parts(limit).any(|part| {
                    latency(measurand.quantity, &together(part))
                        .is_some_and(|ns| !limit.bound.holds(ns, limit.threshold))
                })
        };
        held * 2 >= runs.len() && !self.limits.iter().any(is_broken)
    }

    /// The least margin, and its latency.
    fn margin(&self, jobs: &[&JobRun<'_>]) -> Option<(f64, f64)> {
        let of_limit = |limit: &Expectation| {
            let latencies = limited(limit, jobs).filter_map(|responses| {
                let ns = latency(limit.measurand.quantity, &responses)?;
                Some((limit.threshold / ns.max(1.0), ns))
            });
            latencies.min_by(|one, other| one.0.total_cmp(&other.0))
        };
        let margins = self.limits.iter().filter_map(of_limit);
        margins.min_by(|one, other| one.0.total_cmp(&other.0))
    }
}

/// The kinds of I/O that a limit is about.
fn limited_parts(limit: &Expectation) -> impl Iterator<Item = MeasuredPart> {
    let wanted = limit.measurand.part;
    let is_limited = move |part: &MeasuredPart| match wanted {
        Some(wanted) => *part == wanted,
        None => *part != MeasuredPart::Sync,
    };
    MeasuredPart::ALL.into_iter().filter(is_limited)
}

fn is_limited_job(limit: &Expectation, job: &JobPlan) -> bool {
    limit.measurand.job.as_ref().is_none_or(|name| *name == job.name)
}

/// The latencies that a limit is about, by kind of I/O.
fn limited(limit: &Expectation, jobs: &[&JobRun<'_>]) -> impl Iterator<Item = Latency> {
    let jobs: Vec<&JobRun<'_>> = jobs
        .iter()
        .copied()
        .filter(|job| is_limited_job(limit, job.plan))
        .collect();
    limited_parts(limit).map(move |part| responses(&jobs, part))
}

/// Whether a measured job of a cell does I/O that a limit is about, as far as its options say.
fn has_io(limit: &Expectation, cell: &CheckedCell) -> bool {
    let measured = cell.plan.jobs.iter().zip(&cell.jobs);
    let mut jobs = measured
        .filter(|(job, checked)| checked.is_measured && is_limited_job(limit, job))
        .map(|(job, _)| job);
    jobs.any(|job| limited_parts(limit).any(|part| does(job, part)))
}

fn does(job: &JobPlan, part: MeasuredPart) -> bool {
    let how = &job.durability;
    let reads_back = job.verify.kind.is_on();
    match part {
        // What a recording has is not known.
        _ if !job.control.replay.read.is_empty() => true,
        MeasuredPart::Io(ddir) => issues(job, ddir) || (ddir == Ddir::Read && reads_back),
        MeasuredPart::Sync => {
            let is_synced = how.fsync_every > 0 || how.fdatasync_every > 0 || how.sync_file_range.is_some();
            is_synced && issues(job, Ddir::Write) && !issues(job, Ddir::Trim)
        }
    }
}

/// Of one kind of I/O of some jobs.
fn responses(jobs: &[&JobRun<'_>], part: MeasuredPart) -> Latency {
    let mut merged = Latency::default();
    for job in jobs {
        merged.merge(match part {
            MeasuredPart::Io(ddir) => &job.ddir(ddir).response,
            MeasuredPart::Sync => &job.stats.sync.response,
        });
    }
    merged
}

fn latency(quantity: MeasuredQuantity, latency: &Latency) -> Option<f64> {
    let moments = &latency.moments;
    if moments.count == 0 {
        return None;
    }
    match quantity {
        MeasuredQuantity::Percentile(percent) => latency.percentile(percent).map(|ns| ns as f64),
        MeasuredQuantity::Max => Some(moments.max as f64),
        _ => Some(moments.sum as f64 / moments.count as f64),
    }
}

impl RatedRun {
    /// What a record says. `is_measured`: which jobs of the plan count.
    pub fn of(level: &ServiceLevel, (run, record): (i64, &RunRecord), is_measured: &[bool]) -> Self {
        let case = Case::of(record);
        let counts = |job: &&JobRun<'_>| is_measured.get(job.index).copied().unwrap_or(false);
        let jobs: Vec<&JobRun<'_>> = case.jobs.iter().filter(counts).collect();
        let each = || jobs.iter().flat_map(|job| Ddir::ALL.map(|ddir| (*job, ddir)));
        let paces: Vec<Pace> = each().filter_map(|(job, ddir)| Pace::of(job, ddir)).collect();
        let is_saturated = paces.iter().any(|pace| pace.saturated == Some(true));
        let asked = asked_iops(&record.plan, is_measured);
        let margin = level.margin(&jobs);
        let reached = each().filter_map(|(job, ddir)| {
            let stats = job.ddir(ddir);
            let seconds = stats.runtime_ns as f64 / 1e9;
            (stats.ios > 0 && seconds > 0.0).then(|| (job.index, ddir, stats.ios as f64 / seconds))
        });
        let reached: Vec<(usize, Ddir, f64)> = reached.collect();
        let lanes = reached
            .iter()
            .filter_map(|(index, ..)| record.plan.jobs.get(*index));
        let judged = verdict(&case).measured;
        let latencies = MeasuredPart::ALL.map(|part| (part, responses(&jobs, part)));
        Self {
            run,
            asked_iops: (asked > 0.0).then_some(asked),
            lanes: lanes.map(|job| job.numjobs).sum(),
            reached,
            margin: margin.map(|(margin, _)| if is_saturated { 0.0 } else { margin }),
            latency_ns: margin.map(|(_, ns)| ns),
            is_saturated,
            is_invalid: matches!(judged, Measured::Nothing | Measured::Instead { .. }),
            is_disturbed: matches!(&judged, Measured::Disk { disturbed, .. } if !disturbed.is_empty()),
            failed: record.workers.iter().any(|worker| worker.error.is_some()),
            is_thin: level.is_thin(&jobs),
            latencies: latencies
                .into_iter()
                .filter(|(_, latency)| latency.moments.count > 0)
                .collect(),
        }
    }

    /// I/Os per second of all directions.
    pub fn reached_iops(&self) -> f64 {
        self.reached.iter().map(|(_, _, iops)| iops).sum()
    }

    /// The share of its I/Os that a rate is about.
    fn share_of(&self, rate: &Measurand, plan: &RunPlan) -> f64 {
        let is_meant = |(index, ddir, _): &&(usize, Ddir, f64)| {
            let job = plan.jobs.get(*index).map(|job| &job.name);
            let is_job = rate.job.is_none() || rate.job.as_ref() == job;
            is_job && rate.part.is_none_or(|part| part == MeasuredPart::Io(*ddir))
        };
        let meant = self.reached.iter().filter(is_meant).map(|(_, _, iops)| iops);
        meant.sum::<f64>() / self.reached_iops()
    }

    fn asked(&self) -> f64 {
        self.asked_iops.unwrap_or(0.0)
    }

    /// Whether the limits held.
    pub fn holds(&self) -> bool {
        self.margin.is_some_and(|margin| margin >= 1.0)
    }

    /// Whether the search can use it.
    fn is_usable(&self) -> bool {
        !self.failed && (self.asked_iops.is_none() || self.margin.is_some())
    }
}

/// I/Os per second that jobs of a plan offer.
fn asked_iops(plan: &RunPlan, is_measured: &[bool]) -> f64 {
    let jobs = plan.jobs.iter().zip(is_measured).filter(|(_, counts)| **counts);
    let of_job = jobs.map(|(job, _)| {
        let rates = Ddir::ALL.map(|ddir| f64::from(job.pace.rate_iops[ddir]));
        rates.iter().sum::<f64>() * f64::from(job.numjobs)
    });
    of_job.sum()
}

/// Gives the jobs that count so many I/Os per second together, with the mix of the best run without a rate; arrivals are a Poisson process.
pub fn set_rate(plan: &mut RunPlan, iops: f64, runs: &[RatedRun]) {
    let Some(free) = best_free(runs) else { return };
    let all = free.reached_iops();
    for (index, ddir, reached) in &free.reached {
        let Some(job) = plan.jobs.get_mut(*index) else {
            continue;
        };
        let of_worker = iops * reached / all / f64::from(job.numjobs.max(1));
        // fio's rates are whole numbers, and 0 is none.
        job.pace.rate_iops[*ddir] = of_worker.clamp(1.0, f64::from(u32::MAX)) as u32;
        job.pace.process = RateProcess::Poisson;
    }
}

/// The rate of all jobs together at which one of their rates is as high as needed, by the mix of the best run without a rate; `None`: the
/// jobs do nothing of that kind, or were not measured.
pub fn whole_rate(need: &Expectation, plan: &RunPlan, runs: &[RatedRun]) -> Option<f64> {
    let share = best_free(runs)?.share_of(&need.measurand, plan);
    (share > 0.0).then(|| need.threshold / share)
}

/// Why a study cannot be searched for a rate: an option of its jobs sets the pace.
pub fn obstacle(plan: &RunPlan) -> Option<&'static str> {
    plan.jobs.iter().find_map(|job| match &job.pace {
        pace if Ddir::ALL.into_iter().any(|ddir| pace.rate_iops[ddir] > 0) => Some("rate_iops"),
        pace if pace.is_rated() => Some("rate"),
        pace if pace.thinktime_us > 0 => Some("thinktime"),
        _ => None,
    })
}

/// What the runs of a cell say; `seed`: of the order of the last runs.
pub fn answer(runs: &[RatedRun], seed: u64) -> RateAnswer<'_> {
    let free = runs.iter().take_while(|run| run.asked_iops.is_none()).count();
    let (free, rated) = runs.split_at(free);
    let usable = |runs: &[RatedRun]| runs.iter().all(RatedRun::is_usable);
    let free_iops = free.iter().map(RatedRun::reached_iops).reduce(f64::max);
    let mut answer = RateAnswer {
        free_iops: free_iops.filter(|iops| *iops > 0.0),
        limit: None,
        rated,
        searched: &[],
        at_shares: [const { Vec::new() }; 3],
        is_complete: !usable(runs) || (free.len() >= FREE_RUNS && free_iops == Some(0.0)),
    };
    let Some(first) = search(free) else {
        return answer;
    };
    let (search, searched) = searched(first, rated);
    let loads = loads(rated);
    let count = searched.unwrap_or(loads.len());
    answer.limit = (count > 0).then(|| search.limit(&loads[..count]));
    answer.searched = &rated[..count];
    // What the search itself contradicts needs no runs at its shares.
    let of_search = RateAnswer {
        rated: answer.searched,
        ..answer.clone()
    };
    let is_answered = of_search.rate().is_some() && !of_search.is_contradicted();
    if searched.is_some() {
        let rest = &rated[count..];
        for (run, share) in rest.iter().zip(share_order(seed)) {
            answer.at_shares[share].push(run);
        }
        answer.is_complete |= !is_answered || rest.len() >= SHARES.len() * EACH;
    }
    answer
}

/// What is searched, after the runs without a rate.
fn search(free: &[RatedRun]) -> Option<LoadSearch> {
    let best = best_free(free).filter(|best| free.len() >= FREE_RUNS && best.reached_iops() > 0.0)?;
    Some(LoadSearch::up_to(best.reached_iops(), f64::from(best.lanes)))
}

/// Runs that a search can use.
fn loads(rated: &[RatedRun]) -> Vec<LoadedRun> {
    let usable = rated.iter().map_while(|run| {
        Some(LoadedRun {
            load: run.asked_iops?,
            margin: run.margin.filter(|_| !run.failed)?,
        })
    });
    usable.collect()
}

/// The search as far as the runs took it, and how many runs ended it. Where the limit does not hold at the lowest rate, it goes on below,
/// unless a run there has too few I/Os for the limit.
fn searched(mut search: LoadSearch, rated: &[RatedRun]) -> (LoadSearch, Option<usize>) {
    let loads = loads(rated);
    for count in 0..=loads.len() {
        let runs = &loads[..count];
        while search.next(runs).is_none() {
            let is_lowest = |run: &&RatedRun| run.asked() <= search.lowest + search.grain;
            let is_thin = rated[..count].iter().filter(is_lowest).any(|run| run.is_thin);
            match search.lower(runs).filter(|_| !is_thin) {
                Some(lower) => search = lower,
                None => return (search, Some(count)),
            }
        }
    }
    (search, None)
}

fn best_free(runs: &[RatedRun]) -> Option<&RatedRun> {
    let free = runs.iter().take_while(|run| run.asked_iops.is_none());
    free.max_by(|one, other| one.reached_iops().total_cmp(&other.reached_iops()))
}

/// Which share each of the last runs is at, in blocks of random order.
fn share_order(seed: u64) -> impl Iterator<Item = usize> {
    let blocks = 0..EACH as u32;
    blocks.flat_map(move |block| {
        let order = order::of_block(Order::Random, seed, block, SHARES.len() as u32);
        order.into_iter().map(|share| share as usize)
    })
}

impl RateAnswer<'_> {
    /// The highest rate at which the limits hold.
    pub fn rate(&self) -> Option<f64> {
        match self.limit? {
            LoadLimit::Below { .. } => None,
            LoadLimit::Above { highest } => Some(highest),
            LoadLimit::At { estimate, .. } => Some(estimate),
        }
    }

    /// The rates of the runs in which the limits held, and of those in which they did not; none: no run.
    pub fn rates(&self) -> [Option<RunRates>; 2] {
        [true, false].map(|held| {
            let runs = self.rated.iter().filter(|run| run.holds() == held);
            let rates: Vec<f64> = runs.map(RatedRun::asked).collect();
            Some(RunRates {
                lowest: rates.iter().copied().reduce(f64::min)?,
                highest: rates.iter().copied().reduce(f64::max)?,
                runs: rates.len(),
            })
        })
    }

    /// The ends of the interval, which are tested rates or between them; none: the interval goes on where no rate was tested.
    pub fn interval(&self) -> [Option<f64>; 2] {
        let rates = || self.rated.iter().map(RatedRun::asked);
        let (Some(lowest), Some(highest)) = (rates().reduce(f64::min), rates().reduce(f64::max)) else {
            return [None; 2];
        };
        let held_at = |rate: f64| self.held_in(|iops| iops == rate);
        match self.limit {
            Some(LoadLimit::At { low, high, .. }) if !self.is_contradicted() => {
                let (at_lowest, at_highest) = (held_at(lowest), held_at(highest));
                [
                    (low >= lowest || at_lowest.held * 2 >= at_lowest.runs).then(|| low.max(lowest)),
                    (high <= highest || at_highest.held * 2 <= at_highest.runs).then(|| high.min(highest)),
                ]
            }
            // The highest rate up to which all runs held, and the lowest from which on all exceeded the limits.
            _ => {
                let [held, exceeded] = self.rates();
                let (first, last) = (
                    exceeded.map(|rates| rates.lowest),
                    held.map(|rates| rates.highest),
                );
                [
                    rates()
                        .filter(|rate| first.is_none_or(|first| *rate < first))
                        .reduce(f64::max),
                    rates()
                        .filter(|rate| last.is_none_or(|last| *rate > last))
                        .reduce(f64::min),
                ]
            }
        }
    }

    /// Whether the runs contradict the answer by more than noise near it and a few accidents: then the answer is undecided.
    pub fn is_contradicted(&self) -> bool {
        let all = self.rated.len() as f64;
        let accidents = (all * ACCIDENTS).max(1.0) as usize;
        let exceeded = self.rates()[1].map_or(0, |rates| rates.runs);
        match self.limit {
            None => false,
            // That the limit holds at no rate is contradicted by each run in which it does.
            Some(LoadLimit::Below { .. }) => exceeded < self.rated.len(),
            Some(LoadLimit::Above { .. }) => exceeded > accidents,
            Some(LoadLimit::At { estimate, .. }) => {
                let mut rates: Vec<f64> = self.rated.iter().map(RatedRun::asked).collect();
                rates.push(0.0);
                let fewest = rates.iter().map(|rate| self.against(*rate, *rate)).min();
                let worse = self.against(estimate, estimate) - fewest.unwrap_or(0);
                self.accidents() > accidents || worse as f64 > (all * WORSE).max(3.0)
            }
        }
    }

    /// Runs that contradict the answer and are too far from it for noise.
    pub fn accidents(&self) -> usize {
        let Some(LoadLimit::At {
            estimate, low, high, ..
        }) = self.limit
        else {
            return 0;
        };
        self.against(
            low.min(estimate * (1.0 - NEAR)),
            high.max(estimate * (1.0 + NEAR)),
        )
    }

    /// Runs up to one rate that exceed the limits, and above another that hold them.
    fn against(&self, low: f64, high: f64) -> usize {
        let below = self.held_in(|iops| iops <= low);
        below.runs - below.held + self.held_in(|iops| iops > high).held
    }

    fn held_in(&self, is_meant: impl Fn(f64) -> bool) -> HeldRuns {
        let runs = self.rated.iter().filter(|run| is_meant(run.asked()));
        HeldRuns {
            held: runs.clone().filter(|run| run.holds()).count(),
            runs: runs.count(),
        }
    }

    /// Whether the latency jumps: the rates at which the limits hold and do not are next to each other.
    pub fn is_jump(&self) -> bool {
        matches!((self.limit, self.interval()), (Some(LoadLimit::At { level: None, .. }), [Some(low), Some(high)]) if high <= low * JUMP)
    }

    /// Runs just below the rate, and just above it.
    pub fn near(&self) -> [HeldRuns; 2] {
        let rate = self.rate().unwrap_or(0.0);
        let held = |is_side: &dyn Fn(f64) -> bool| {
            let asked = RatedRun::asked;
            let runs = self
                .searched
                .iter()
                .filter(|run| (asked(run) / rate - 1.0).abs() <= NEAR && is_side(asked(run)));
            HeldRuns {
                held: runs.clone().filter(|run| run.holds()).count(),
                runs: runs.count(),
            }
        };
        [held(&|iops| iops <= rate), held(&|iops| iops > rate)]
    }
}

/// What a cell needs next; none: it is complete, or one of its runs cannot be used.
pub fn next(runs: &[RatedRun], seed: u64) -> Option<RateStep> {
    let answer = answer(runs, seed);
    if answer.is_complete {
        return None;
    }
    let free = runs.iter().take_while(|run| run.asked_iops.is_none()).count();
    let (free, rated) = runs.split_at(free);
    let Some(first) = search(free) else {
        return Some(RateStep::Free);
    };
    let (search, ended) = searched(first, rated);
    if ended.is_none()
        && let Some(load) = search.next(&loads(rated))
    {
        return Some(RateStep::At(load));
    }
    let done = answer.at_shares.iter().map(Vec::len).sum();
    let share = share_order(seed).nth(done)?;
    Some(RateStep::At(SHARES[share] * answer.rate()?))
}

#[cfg(test)]
mod tests;
