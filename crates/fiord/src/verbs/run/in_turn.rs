//! `--vs` with jobs that run by time: both are prepared in one run and take the disk in short turns, so that other disk users disturb both alike.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_compare::result::{ComparedResult, SampleKind, measurements_together};
use fiord_compare::verdict::CompareSettings;
use fiord_job::invocation::Parsed;
use fiord_job::plan::{Backend, Ddir, JobPlan, RunPlan};
use fiord_judge::case::Case;
use fiord_judge::verdict::{Verdict, verdict};
use fiord_messages::{Lang, run as messages};
use fiord_record::run::RunRecord;
use fiord_session::{Signals, TurnResult, Turns};
use fiord_stats::compare::{LEVEL, Outcome, outcome};
use fiord_stats::few::{Footing, footing};
use fiord_stats::interval::paired_ratio_interval;
use fiord_stats::stopping::{level_of_one, turn_looks};

use super::once::{failures, run_in_turns};
use crate::live::LiveOutputs;
use crate::verbs::compare::{of_runs, wrong};
use crate::verbs::study::any_seed;

/// How long a turn lasts: shorter than the rhythm of most neighbours, long enough for thousands of I/Os.
const SLICE: Duration = Duration::from_millis(250);
/// Fewer pairs have no interval.
const LEAST_PAIRS: usize = 8;

/// Both jobs measured in turns.
pub(super) struct InTurn {
    /// The first job and the other one, pair by pair.
    pub(super) results: [ComparedResult; 2],
    pub(super) settings: CompareSettings,
    /// Level of the interval at one look.
    pub(super) level: f64,
    pub(super) pairs: usize,
}

/// Whether both jobs can take turns: they run by time, and the order of their I/Os does not matter.
pub(super) fn can_take_turns(jobs: [&Parsed; 2]) -> bool {
    jobs.iter().flat_map(|parsed| &parsed.plan.jobs).all(takes_turns)
}

fn takes_turns(job: &JobPlan) -> bool {
    let control = &job.control;
    let backend = job.engine.kind.backend();
    control.time_based
        && control.runtime_us > 0
        && control.ramp_time_us == 0
        && !control.stonewall
        && control.wait_for.is_none()
        && control.replay.read.is_empty()
        && !job.verify.kind.is_on()
        && !control.steady.is_on()
        && !matches!(backend, Backend::Simulated | Backend::Null | Backend::Cpu)
        && job.engine.kind.moves_data()
        // A rest would be made up for, or counted as a slow device.
        && !job.pace.is_held_back()
        && !job.pace.has_minimum()
        && job.pace.flow.weight == 0
        && !job.depth.target.is_on()
        // Logs are series over time, and the other side's turns would be holes in them.
        && !job.report.logs.any()
}

/// Runs both in turns until it is settled how they compare.
pub(super) fn measure(
    jobs: [&Parsed; 2],
    asked: Option<usize>,
    lang: Lang,
    seen: (&Signals, &LiveOutputs),
) -> Result<Option<InTurn>> {
    let second = jobs[0].plan.jobs.len();
    let mut plan = RunPlan {
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
    let most = most.max(LEAST_PAIRS);
    for job in &mut plan.jobs {
        job.control.runtime_us = 0;
    }
    let looks = turn_looks(most);
    let settings = CompareSettings {
        looks: looks.len() as u32,
        samples: SampleKind::PairsOfTurns,
        lang,
        ..CompareSettings::default()
    };
    let (margin, level) = (settings.margin, level_of_one(looks.len(), LEVEL));
    let turns = Arc::new(Turns::new(second, (SLICE, most), any_seed(), move |pairs| {
        looks.contains(&pairs.len()) && is_settled(pairs, (level, margin))
    }));
    let record = run_in_turns(jobs, &plan, seen, &turns)?;
    if failures(&record) {
        bail!(messages::job_failed(Lang::current()));
    }
    let pairs = turns.made();
    if pairs.is_empty() {
        return Ok(None);
    }
    let judged = verdict(&Case::of(&record));
    Ok(Some(InTurn {
        results: [0, 1].map(|side| result((&record, &judged), &pairs, (side, second), lang)),
        settings,
        level,
        pairs: pairs.len(),
    }))
}

/// A series of rates for each job and direction of one side, in the order of the pairs.
fn series(pairs: &[[TurnResult; 2]], side: usize) -> Vec<Vec<f64>> {
    let first = pairs
        .first()
        .map(|pair| pair[side].rates.as_slice())
        .unwrap_or_default();
    let of = |job: usize, ddir: Ddir| {
        let rate = |pair: &[TurnResult; 2]| {
            let rates = pair[side].rates.iter();
            let mut of_key = rates.filter(|rate| (rate.job, rate.ddir) == (job, ddir));
            of_key.next().map_or(0.0, |rate| rate.iops)
        };
        pairs.iter().map(rate).collect()
    };
    first.iter().map(|rate| of(rate.job, rate.ddir)).collect()
}

fn is_settled(pairs: &[[TurnResult; 2]], (level, margin): (f64, f64)) -> bool {
    let (one, other) = (series(pairs, 0), series(pairs, 1));
    let level = level_of_one(one.len(), level);
    one.iter().zip(&other).all(|(one, other)| {
        paired_ratio_interval(other, one, level)
            .is_some_and(|found| outcome(&found, &found, margin) != Outcome::Inconclusive)
    })
}

/// One side as a result, each pair of turns as a run.
fn result(
    (record, judged): (&RunRecord, &Verdict),
    pairs: &[[TurnResult; 2]],
    (side, second): (usize, usize),
    lang: Lang,
) -> ComparedResult {
    let mut of_side = record.clone();
    // The other side rests meanwhile: it does not count as company.
    let jobs = if side == 0 {
        0..second
    } else {
        second..record.plan.jobs.len()
    };
    let first = jobs.start;
    of_side.workers.retain(|worker| jobs.contains(&worker.job_index));
    of_side
        .workers
        .iter_mut()
        .for_each(|worker| worker.job_index -= first);
    of_side.plan.jobs = record.plan.jobs[jobs].to_vec();
    let mut result = of_runs(["this", "other"][side], [&of_side], lang);
    result.measurements.clear();
    result.label.runs = pairs.len() as u32;
    for (at, pair) in pairs.iter().enumerate() {
        let turn = &pair[side];
        let rate = |job: usize, ddir: Ddir| {
            let mut rates = turn.rates.iter();
            let found = rates.find(|rate| (rate.job, rate.ddir) == (job + first, ddir))?;
            Some((found.iops, found.bytes_per_s))
        };
        let name = format!("pair {}", at + 1);
        let mut all = measurements_together(
            &of_side,
            &name,
            &|job| wrong(record, judged, job.map(|job| job + first)),
            &rate,
            &[],
        );
        // Latencies are of all I/Os of a turn: they are those of a workload where it is the only one.
        let is_only = all.len() == 1;
        for one in &mut all {
            let percentile = |percent: f64| {
                let total = turn.latencies.total();
                let is_known = is_only && total > 0 && footing(total, percent) != Footing::TooFew;
                is_known.then(|| turn.latencies.percentile(percent)).flatten()
            };
            one.p50_ns = percentile(50.0).map(|ns| ns as f64);
            one.p99_ns = percentile(99.0).map(|ns| ns as f64);
            one.mean_ns = None;
        }
        result.measurements.extend(all);
    }
    result
}
