//! Comparisons in one run: two jobs of `--vs`, or one job with the settings of `fiord try`. All is prepared once and takes the disk in short
//! turns, so that other disk users disturb all sides alike.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fiord_compare::disturbed::Disturbances;
use fiord_compare::result::{ComparedResult, SampleKind, measurements_together};
use fiord_compare::verdict::CompareSettings;
use fiord_job::invocation::Parsed;
use fiord_job::plan::{Backend, Ddir, JobPlan, OpenSync, RunPlan};
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, run as messages};
use fiord_record::run::RunRecord;
use fiord_session::{RunSettings, Signals, TurnResult, TurnSides, Turns};
use fiord_stats::Coarse;
use fiord_stats::compare::{LEVEL, Outcome, outcome};
use fiord_stats::few::{Footing, footing};
use fiord_stats::interval::paired_ratio_interval;
use fiord_stats::stopping::{level_of_one, turn_looks};

use super::once::{failures, measured, settings};
use crate::live::LiveOutputs;
use crate::verbs::compare::{add_disturbances, of_runs, wrong};
use crate::verbs::study::any_seed;

/// How long a turn lasts: shorter than the rhythm of most neighbours, long enough for thousands of I/Os.
pub(in crate::verbs) const SLICE: Duration = Duration::from_millis(250);
/// Fewer rounds have no interval.
const LEAST_ROUNDS: usize = 8;

/// Sides measured in turns.
pub(in crate::verbs) struct InTurn {
    /// Of each side, round by round.
    pub(in crate::verbs) results: Vec<ComparedResult>,
    pub(in crate::verbs) settings: CompareSettings,
    /// Level of the interval at one look.
    pub(in crate::verbs) level: f64,
    pub(in crate::verbs) rounds: usize,
}

/// A side of the result: its name, and its jobs.
pub(in crate::verbs) struct Side {
    pub(in crate::verbs) name: String,
    pub(in crate::verbs) jobs: Range<usize>,
}

/// How long it goes on.
#[derive(Debug, Clone, Copy)]
pub(in crate::verbs) struct TurnLimits {
    /// The largest number of rounds.
    pub(in crate::verbs) rounds: usize,
    /// No round begins later.
    pub(in crate::verbs) time: Option<Duration>,
}

impl TurnLimits {
    /// As many rounds of `sides` turns as fill this time.
    pub(in crate::verbs) fn of(time: Duration, sides: usize) -> Self {
        let rounds = time.as_millis() / (SLICE.as_millis() * sides as u128);
        Self {
            rounds: (rounds as usize).max(LEAST_ROUNDS),
            time: Some(time),
        }
    }
}

/// Whether both jobs can take turns.
pub(super) fn can_take_turns(jobs: [&Parsed; 2]) -> bool {
    jobs.iter().flat_map(|parsed| &parsed.plan.jobs).all(takes_turns)
}

/// Whether a job can take turns: it runs by time, and the order of its I/Os does not matter.
pub(in crate::verbs) fn takes_turns(job: &JobPlan) -> bool {
    prevents_turns(job).is_none()
}

/// The first option with which a job cannot take turns.
pub(in crate::verbs) fn prevents_turns(job: &JobPlan) -> Option<String> {
    let (control, pace) = (&job.control, &job.pace);
    let engine = job.engine.kind;
    let durability = &job.durability;
    let syncs = durability.open_sync != OpenSync::None
        || durability.fsync_every > 0
        || durability.fdatasync_every > 0;
    let leaves_dirty = job.access.mode.issues(Ddir::Write) && !durability.direct && !syncs;
    let is_real = engine.moves_data()
        && !matches!(
            engine.backend(),
            Backend::Simulated | Backend::Null | Backend::Cpu
        );
    [
        (!is_real, &*format!("ioengine={}", engine.name())),
        (!control.time_based, "time_based=0"),
        (control.runtime_us == 0, "runtime=0"),
        (control.ramp_time_us > 0, "ramp_time"),
        (control.stonewall, "stonewall"),
        (control.wait_for.is_some(), "wait_for"),
        (!control.replay.read.is_empty(), "read_iolog"),
        (job.verify.kind.is_on(), "verify"),
        (control.steady.is_on(), "steadystate"),
        // The kernel writes the pages in the turns of the others.
        (leaves_dirty, "direct=0"),
        // A rest would be made up for, or counted as a slow device.
        (pace.thinktime_us > 0, "thinktime"),
        (pace.is_held_back(), "rate"),
        (pace.has_minimum(), "rate_min"),
        (pace.flow.weight > 0, "flow"),
        (job.depth.target.is_on(), "latency_target"),
        // Logs are series over time, and the other side's turns would be holes in them.
        (job.report.logs.any(), "write_*_log"),
    ]
    .into_iter()
    .find_map(|(is_so, option)| is_so.then(|| option.to_owned()))
}

/// Runs both jobs in turns until it is settled how they compare.
pub(super) fn measure_jobs(
    jobs: [&Parsed; 2],
    asked: Option<usize>,
    lang: Lang,
    (signals, live): (&Signals, &LiveOutputs),
) -> Result<Option<InTurn>> {
    let second = jobs[0].plan.jobs.len();
    let plan = RunPlan {
        jobs: jobs.iter().flat_map(|parsed| parsed.plan.jobs.clone()).collect(),
        global_options: None,
    };
    let shortest_us = plan
        .jobs
        .iter()
        .map(|job| job.control.runtime_us)
        .min()
        .unwrap_or(0);
    // Each side has its runtime in all its turns together.
    let most = asked.unwrap_or((Duration::from_micros(shortest_us).as_millis() / SLICE.as_millis()) as usize);
    let limits = TurnLimits {
        rounds: most.max(LEAST_ROUNDS),
        time: None,
    };
    let [this, other] = jobs.map(|parsed| settings(parsed, signals));
    let settings = RunSettings {
        allow_destroy: [this.allow_destroy, other.allow_destroy].concat(),
        readonly: this.readonly || other.readonly,
        states: None,
        ..this
    };
    let sides = [
        Side {
            name: "this".to_owned(),
            jobs: 0..second,
        },
        Side {
            name: "other".to_owned(),
            jobs: second..plan.jobs.len(),
        },
    ];
    measure(
        (TurnSides::Jobs(vec![0, second]), &sides),
        (plan, settings),
        limits,
        lang,
        live,
    )
}

/// Runs the jobs in turns until it is settled how each side compares with the first; `None`: no round is complete.
///
/// # Errors
/// A job fails, or does not start.
pub(in crate::verbs) fn measure(
    (turn_sides, sides): (TurnSides, &[Side]),
    (mut plan, run): (RunPlan, RunSettings),
    limits: TurnLimits,
    lang: Lang,
    live: &LiveOutputs,
) -> Result<Option<InTurn>> {
    for job in &mut plan.jobs {
        job.control.runtime_us = 0;
    }
    let looks = turn_looks(limits.rounds);
    let settings = CompareSettings {
        looks: looks.len() as u32,
        samples: SampleKind::PairsOfTurns,
        lang,
        ..CompareSettings::default()
    };
    let (margin, level) = (settings.margin, level_of_one(looks.len(), LEVEL));
    let began = Instant::now();
    let is_settled = move |rounds: &[Vec<TurnResult>]| {
        limits.time.is_some_and(|time| began.elapsed() >= time)
            || looks.contains(&rounds.len()) && is_settled(rounds, (level, margin))
    };
    let turns = Arc::new(Turns::new(
        turn_sides,
        (SLICE, limits.rounds),
        any_seed(),
        is_settled,
    ));
    let run = RunSettings {
        turns: Some(Arc::clone(&turns)),
        ..run
    };
    let board = fiord_session::board(&plan)?;
    let record = measured(&plan, run, board, live, None)?;
    if failures(&record) {
        bail!(messages::job_failed(Lang::current()));
    }
    let rounds = turns.made();
    if rounds.is_empty() {
        return Ok(None);
    }
    let blocks = TurnBlocks {
        rates: rate_blocks(&rounds),
        latencies: latency_blocks(&rounds),
    };
    let of_side = |(at, side): (usize, &Side)| {
        let of_side = record.in_turns(side.jobs.clone(), sides.len() as u32 - 1);
        result(&of_side, (&rounds, &blocks), (at, side), lang)
    };
    let mut results: Vec<ComparedResult> = sides.iter().enumerate().map(of_side).collect();
    if let Some(base) = results.first_mut() {
        let caveats = caveats(&record, base, &blocks, lang);
        base.label.caveats.extend(caveats);
    }
    Ok(Some(InTurn {
        results,
        settings,
        level,
        rounds: rounds.len(),
    }))
}

/// Rounds whose turns are taken together, for rates and for latencies.
struct TurnBlocks {
    rates: Vec<Range<usize>>,
    latencies: Vec<Range<usize>>,
}

/// The mean rate in some rounds of a job and direction of a side, in I/Os and bytes per second; a turn without such an I/O counts as 0.
fn mean_rate(rounds: &[Vec<TurnResult>], side: usize, key: (usize, Ddir)) -> (f64, f64) {
    let rates = rounds.iter().flat_map(|round| &round[side].rates);
    let of_key = rates.filter(|rate| (rate.job, rate.ddir) == key);
    let sum = of_key.fold((0.0, 0.0), |sum, rate| {
        (sum.0 + rate.iops, sum.1 + rate.bytes_per_s)
    });
    let turns = rounds.len().max(1) as f64;
    (sum.0 / turns, sum.1 / turns)
}

/// The jobs and directions that a side had in any round.
fn keys(rounds: &[Vec<TurnResult>], side: usize) -> BTreeSet<(usize, Ddir)> {
    let rates = rounds.iter().flat_map(|round| &round[side].rates);
    rates.map(|rate| (rate.job, rate.ddir)).collect()
}

/// A series of rates for each job and direction that one side had in any round, in the order of the blocks.
fn series(rounds: &[Vec<TurnResult>], blocks: &[Range<usize>], side: usize) -> Vec<Vec<f64>> {
    let of_block = |key, block: &Range<usize>| mean_rate(&rounds[block.clone()], side, key).0;
    let of = |key| blocks.iter().map(|block| of_block(key, block)).collect();
    keys(rounds, side).into_iter().map(of).collect()
}

/// Whether each side is decided against the first. A side that lacks a job or direction of the other is not.
fn is_settled(rounds: &[Vec<TurnResult>], (level, margin): (f64, f64)) -> bool {
    let sides = rounds.first().map_or(0, Vec::len);
    let blocks = rate_blocks(rounds);
    let base = series(rounds, &blocks, 0);
    let level = level_of_one(base.len() * sides.saturating_sub(1), level);
    let is_decided = |side: usize| {
        let others = series(rounds, &blocks, side);
        let mut pairs = base.iter().zip(&others);
        others.len() == base.len()
            && pairs.all(|(one, other)| {
                paired_ratio_interval(other, one, level)
                    .is_some_and(|found| outcome(&found, &found, margin) != Outcome::Inconclusive)
            })
    };
    !base.is_empty() && (1..sides).all(is_decided)
}

/// Rounds whose rates are taken together, so that each side has an I/O of each of its jobs and directions: where writes are few, the rate of
/// those turns alone that have some would be too high.
fn rate_blocks(rounds: &[Vec<TurnResult>]) -> Vec<Range<usize>> {
    let sides = rounds.first().map_or(0, Vec::len);
    let keys: Vec<_> = (0..sides).map(|side| keys(rounds, side)).collect();
    shortest_blocks(rounds.len(), &|block| {
        let has_all = |side: usize| {
            let mut keys = keys[side].iter();
            keys.all(|key| mean_rate(&rounds[block.clone()], side, *key).0 > 0.0)
        };
        (0..sides).all(has_all)
    })
}

/// Rounds whose latencies are taken together, so that a turn of each side has enough I/Os for a 99th percentile. A percentile of those turns
/// alone that have enough would be one of the quiet moments. Empty: all rounds together have not enough.
fn latency_blocks(rounds: &[Vec<TurnResult>]) -> Vec<Range<usize>> {
    let sides = rounds.first().map_or(0, Vec::len);
    let ios: Vec<Vec<u64>> = rounds
        .iter()
        .map(|round| round.iter().map(|turn| turn.latencies.total()).collect())
        .collect();
    shortest_blocks(rounds.len(), &|block| {
        let of_side = |side: usize| ios[block.clone()].iter().map(|round| round[side]).sum::<u64>();
        (0..sides).all(|side| footing(of_side(side).max(1), 99.0) != Footing::TooFew)
    })
}

/// All rounds in the shortest blocks that are enough. They have one length, but the last has what is left.
fn shortest_blocks(rounds: usize, is_enough: &dyn Fn(&Range<usize>) -> bool) -> Vec<Range<usize>> {
    let of_length = |length: usize| -> Vec<Range<usize>> {
        let blocks = rounds / length;
        let end = |block: usize| {
            if block + 1 == blocks {
                rounds
            } else {
                (block + 1) * length
            }
        };
        (0..blocks).map(|block| block * length..end(block)).collect()
    };
    let mut lengths = (1..=rounds).map(of_length);
    lengths
        .find(|blocks| blocks.iter().all(is_enough))
        .unwrap_or_default()
}

/// What has to be said with all sides: what disturbed the run, and of how many turns a latency is.
fn caveats(record: &RunRecord, base: &ComparedResult, blocks: &TurnBlocks, lang: Lang) -> Vec<String> {
    let mut disturbed = Disturbances::default();
    if record.evidence.is_some() {
        add_disturbances(&mut disturbed, &verdict(&Case::of(record)));
    }
    let disturbed = disturbed.causes(lang).map(|causes| {
        let causes = &causes;
        messages::DisturbedTurns { causes }.text(lang)
    });
    let has_latencies = base.measurements.iter().any(|one| one.p99_ns.is_some());
    let first = blocks.rates.first().filter(|first| first.len() > 1);
    let rates = first.map(|first| {
        let turns = &first.len();
        messages::RatesTogether { turns }.text(lang)
    });
    let latencies = match blocks.latencies.first() {
        None => Some(messages::latencies_too_few(lang).to_owned()),
        Some(_) if !has_latencies => Some(messages::latencies_of_one(lang).to_owned()),
        Some(first) if first.len() > 1 => {
            let turns = &first.len();
            Some(messages::LatenciesTogether { turns }.text(lang))
        }
        Some(_) => None,
    };
    disturbed.into_iter().chain(rates).chain(latencies).collect()
}

/// One side as a result, each of its turns as a run.
fn result(
    record: &RunRecord,
    (rounds, blocks): (&[Vec<TurnResult>], &TurnBlocks),
    (at, side): (usize, &Side),
    lang: Lang,
) -> ComparedResult {
    let (judged, first) = (verdict(&Case::of(record)), side.jobs.start);
    let mut result = of_runs(&side.name, [record], lang);
    result.measurements.clear();
    // Of the whole run, which its judgement knows.
    result.label.caveats.clear();
    result.label.runs = rounds.len() as u32;
    // A block is that of its first round.
    let begins =
        |blocks: &[Range<usize>], round: usize| blocks.iter().find(|block| block.start == round).cloned();
    for number in 1..=rounds.len() {
        let of_rates = begins(&blocks.rates, number - 1);
        let rate = |job: usize, ddir: Ddir| {
            let rates = mean_rate(&rounds[of_rates.clone()?], at, (job + first, ddir));
            (rates.0 > 0.0).then_some(rates)
        };
        let name = format!("pair {number}");
        let mut all = measurements_together(record, &name, &|job| wrong(record, &judged, job), &rate, &[]);
        // Latencies are of all I/Os of a turn: they are those of a workload where it is the only one.
        let block = begins(&blocks.latencies, number - 1).filter(|_| all.len() == 1);
        let latencies = block.map(|block| {
            let mut latencies = Coarse::default();
            for round in &rounds[block] {
                latencies.add(&round[at].latencies);
            }
            latencies
        });
        for one in &mut all {
            let percentile = |percent: f64| latencies.as_ref()?.percentile(percent);
            one.p50_ns = percentile(50.0).map(|ns| ns as f64);
            one.p99_ns = percentile(99.0).map(|ns| ns as f64);
            one.mean_ns = None;
        }
        result.measurements.extend(all);
    }
    result
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use fiord_session::TurnRate;

    use super::*;

    fn round(ios: [u32; 2]) -> Vec<TurnResult> {
        let turn = |ios: u32| {
            let mut latencies = Coarse::default();
            latencies.counts[40] = ios;
            TurnResult {
                latencies,
                ..TurnResult::default()
            }
        };
        ios.map(turn).into()
    }

    /// What a job leaves in the page cache is written in the turns of the others.
    #[test]
    fn buffered_writes_take_no_turns() {
        let prevents = |options: &str| {
            let words = format!("--name=a --filename=f --size=1m --runtime=1 --time_based {options}");
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            prevents_turns(&fiord_fio_cli::parse(&words).plan.jobs[0])
        };
        assert_eq!(prevents("--rw=write").as_deref(), Some("direct=0"));
        assert_eq!(prevents("--rw=read --thinktime=5").as_deref(), Some("thinktime"));
        for options in ["--rw=read", "--rw=write --direct=1", "--rw=write --fdatasync=1"] {
            assert_eq!(prevents(options), None, "{options}");
        }
    }

    fn rates(kinds: &[(Ddir, f64)]) -> TurnResult {
        let rate = |(ddir, iops): &(Ddir, f64)| TurnRate {
            job: 0,
            ddir: *ddir,
            iops: *iops,
            bytes_per_s: 0.0,
        };
        TurnResult {
            rates: kinds.iter().map(rate).collect(),
            ..TurnResult::default()
        }
    }

    /// One side writes in each third turn, at 4 IOPS: that is a third of it, and not the rate of those turns alone.
    #[test]
    fn turns_without_a_write_count() {
        let seldom = |at: usize| match at % 3 {
            2 => rates(&[(Ddir::Read, 100.0), (Ddir::Write, 4.0)]),
            _ => rates(&[(Ddir::Read, 100.0)]),
        };
        let often = rates(&[(Ddir::Read, 96.0), (Ddir::Write, 4.0)]);
        let rounds: Vec<_> = (0..13).map(|at| vec![seldom(at), often.clone()]).collect();
        let blocks = rate_blocks(&rounds);
        assert_eq!(blocks, [0..3, 3..6, 6..9, 9..13]);
        let writes = &series(&rounds, &blocks, 0)[1];
        assert_eq!(writes, &[4.0 / 3.0, 4.0 / 3.0, 4.0 / 3.0, 1.0]);
        assert_eq!(mean_rate(&rounds, 1, (0, Ddir::Write)), (4.0, 0.0));
        // All turns have reads and writes: each is a value.
        let all = vec![vec![often.clone(), often]; 3];
        assert_eq!(rate_blocks(&all), [0..1, 1..2, 2..3]);
    }

    /// A device that is slower than a turn may complete nothing in the first one; and a side without writes so far decides nothing about writes.
    #[test]
    fn what_was_not_seen_yet_settles_nothing() {
        let (level, margin) = (0.95, 0.05);
        let none: Vec<_> = (0..20).map(|_| vec![rates(&[]), rates(&[])]).collect();
        assert!(!is_settled(&none, (level, margin)));
        let both = |at: usize| rates(&[(Ddir::Read, 100.0 + at as f64), (Ddir::Write, 50.0)]);
        let mut mixed: Vec<_> = (0..20).map(|at| vec![both(at), both(at)]).collect();
        assert!(is_settled(&mixed, (level, margin)));
        // The order of the first round does not matter.
        mixed[0][1].rates.reverse();
        assert!(is_settled(&mixed, (level, margin)));
        let without: Vec<_> = (0..20)
            .map(|at| vec![both(at), rates(&[(Ddir::Read, 100.0 + at as f64)])])
            .collect();
        assert!(!is_settled(&without, (level, margin)));
    }

    /// Every turn is in a block, so that a percentile is not of the quiet turns only.
    #[test]
    fn turns_with_few_ios_share_a_percentile() {
        let quiet: Vec<_> = (0..6).map(|_| round([2_000, 2_000])).collect();
        assert_eq!(latency_blocks(&quiet), [0..1, 1..2, 2..3, 3..4, 4..5, 5..6]);
        let mut disturbed = quiet.clone();
        disturbed[1] = round([2_000, 90]);
        disturbed[4] = round([90, 2_000]);
        assert_eq!(latency_blocks(&disturbed), [0..2, 2..4, 4..6]);
        disturbed.push(round([90, 90]));
        assert_eq!(latency_blocks(&disturbed), [0..2, 2..4, 4..7]);
        let few: Vec<_> = (0..6).map(|_| round([10, 10])).collect();
        assert_eq!(latency_blocks(&few), Vec::<Range<usize>>::new());
    }
}
