//! Runs a check until its numbers are on one side of their thresholds, or no more runs are allowed.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Verdict, verdict};
use fiord_messages::{Lang, check as messages};
use fiord_record::number::{About, Bytes};
use fiord_record::run::RunRecord;
use fiord_report::junit::TestCase;
use fiord_study::check::Trial;
use fiord_study::{forecast, order};

use super::assertions::{self, checked_run};
use super::load::CheckPlan;
use crate::files::{FileOwner, StudyTarget};
use crate::keep::Keeper;
use crate::live::{self, LiveHead, LiveOutputs};
use crate::ui::{Progress, say};
use crate::verbs::study::{range, seeded};
use fiord_session::{RunSettings, Signals};

/// A check that ran.
pub(super) struct MeasuredCheck {
    pub(super) plan: CheckPlan,
    pub(super) trial: Trial,
    /// The last run, for what it was measured on.
    pub(super) last: Option<RunRecord>,
    /// Of all runs, in their order.
    pub(super) verdicts: Vec<Verdict>,
    /// Bytes that each run wrote.
    pub(super) written: Vec<u64>,
    /// Its runs are those of a result that was measured before.
    pub(super) is_stored_result: bool,
    pub(super) seconds: f64,
}

impl MeasuredCheck {
    /// For programs that know tests.
    pub(super) fn cases(&self) -> Vec<TestCase> {
        assertions::cases(&self.trial.checked())
    }
}

/// Bytes that all workers of a run wrote.
pub(super) fn written_bytes(record: &RunRecord) -> u64 {
    let workers = record.workers.iter();
    workers.map(|worker| worker.stats.ddirs[1].bytes).sum()
}

/// Runs the check. What was measured before a signal is kept.
///
/// # Errors
/// The target is unfit, or a run could not start.
pub(super) fn measure(
    plan: CheckPlan,
    allow_destroy: &[PathBuf],
    (signals, outputs): (&Signals, &LiveOutputs),
    keeper: &mut Keeper,
) -> Result<MeasuredCheck> {
    let started = Instant::now();
    let mut trial = Trial::new(&plan.expectations(), &plan.recipe.measures, plan.stop);
    let cells = std::slice::from_ref(&plan.cell);
    let mut target = StudyTarget::open(
        plan.target.as_deref(),
        plan.seed,
        cells,
        &plan.between,
        FileOwner::default(),
    )?;
    if target.bytes() > 0 {
        let bytes = &Bytes(target.bytes());
        say(messages::MakingFiles { bytes }.text(Lang::current()));
    }
    target.fill(signals)?;
    let progress = Progress::begin();
    let planned_s = forecast::seconds(&plan.cell.plan);
    let (mut last, mut verdicts, mut written) = (None, Vec::new(), Vec::new());
    let begun = Instant::now();
    while !trial.is_over() && signals.received().is_none() {
        let number = trial.runs().len() as u32;
        let (share, said) = words(&trial, planned_s, begun);
        progress.show(Some(share), &said);
        if !progress.is_shown() && number == 0 {
            say(&said);
        }
        target.prepare(&plan.between, signals, &|text| say(text))?;
        let of_run = seeded(&plan.cell.plan, order::of_run(plan.seed, number, 0));
        let settings = RunSettings {
            allow_destroy: allow_destroy.to_vec(),
            only: target.only(),
            readonly: target.is_read_only(),
            evidence: true,
            ..RunSettings::new(signals.stop.clone())
        };
        let head = LiveHead::Part {
            words: &|_| (Some(share), said.clone()),
            part: format!("{} {}", plan.name, number + 1),
        };
        let board = fiord_session::board(&of_run)?;
        let record = live::measure(&of_run, settings, board, (&progress, outputs), &head, &|_| {})?;
        // A run that was cut short is none of the check.
        if signals.received().is_some() {
            break;
        }
        let judged = verdict(&Case::of(&record));
        let run = keeper.keep(&record, &judged, false);
        let is_failed = record.workers.iter().any(|worker| worker.error.is_some());
        trial.add_measured(checked_run(&trial, run, &record, &judged), &record);
        written.push(written_bytes(&record));
        last = Some(record);
        verdicts.push(judged);
        if is_failed {
            break;
        }
    }
    drop(progress);
    Ok(MeasuredCheck {
        plan,
        trial,
        last,
        verdicts,
        written,
        is_stored_result: false,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The share that is done, and the time left.
fn words(trial: &Trial, planned_s: Option<f64>, begun: Instant) -> (f64, String) {
    let done = trial.runs().len() as u32;
    let (least, most) = trial.limits();
    let seconds = match done {
        0 => planned_s,
        _ => Some(begun.elapsed().as_secs_f64() / f64::from(done)),
    };
    let lang = Lang::current();
    let time = seconds.map(|seconds| {
        let about = |runs: u32| About(seconds * f64::from(runs)).to_string();
        let (low, high) = (least.saturating_sub(done).max(1), most - done);
        range(&about(low), &about(high))
    });
    let share = f64::from(done) / f64::from(most.max(1));
    let (run, least, most) = (&(done + 1), &least, &most);
    let words = match &time {
        Some(time) => messages::ProgressLeft {
            time,
            run,
            least,
            most,
        }
        .text(lang),
        None => messages::Progress { run, least, most }.text(lang),
    };
    (share, words)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::sync::Arc;

    use fiord_study::check::{CheckEnd, CheckRun, Expectation};
    use fiord_study::definition::Stop;
    use fiord_targets::stop::StopFlag;

    use super::*;

    /// The end of `sync.p99<10ms` on a device whose syncs take `sync_ns` and up to a fifth more or less for the write before.
    fn end(sync_ns: u64, seed: u64) -> (CheckEnd, usize, f64) {
        let words = [
            "--name=etcd",
            "--ioengine=sim",
            "--rw=write",
            "--bs=2300",
            "--fdatasync=1",
            "--number_ios=1200",
            "--size=16m",
            "--sim_service=exponential",
            "--sim_write_cache=1m",
            "--sim_cache_ns=1000",
        ];
        let mut words: Vec<String> = words.map(str::to_owned).to_vec();
        words.push(format!("--sim_write_ns={sync_ns}"));
        let parsed = fiord_fio_cli::parse(&words);
        assert!(!parsed.failed(), "{:?}", parsed.diagnostics);
        let stop = Stop::Precise {
            half_width: 0.05,
            least: 6,
            step: 2,
            most: 30,
        };
        let expected = Expectation::parse("sync.p99<10ms").unwrap();
        let mut trial = Trial::new(&[expected], &[], stop);
        while !trial.is_over() {
            let number = trial.runs().len() as u32;
            let plan = seeded(&parsed.plan, order::of_run(seed, number, 0));
            let record =
                fiord_session::measure(&plan, &RunSettings::new(Arc::new(StopFlag::new())), &|_| {}).unwrap();
            trial.add(CheckRun {
                wrong: None,
                ..checked_run(&trial, None, &record, &verdict(&Case::of(&record)))
            });
        }
        let middle = trial.checked()[0].median.unwrap();
        (trial.end(), trial.runs().len(), middle)
    }

    /// The wait for a sync is exponential, so its 99th percentile is 4.605 times its mean: planted at 60 to 95 % and at 105 to 170 % of the
    /// threshold, it is called on the right side or not at all, and always called from 10 % away on.
    #[test]
    fn a_planted_sync_time_is_on_the_right_side_in_a_hundred_trials() {
        let factors = [0.6, 0.75, 0.85, 0.9, 0.95, 1.05, 1.1, 1.2, 1.4, 1.7];
        let (mut decided, mut outside) = (0, 0);
        for trial in 0..100_u64 {
            let factor = factors[(trial % 10) as usize];
            let mean_ns = factor * 10e6 / 100_f64.ln();
            let (end, runs, middle) = end(mean_ns as u64, 4_000 + trial);
            let expected = if factor < 1.0 {
                CheckEnd::Passed
            } else {
                CheckEnd::Failed
            };
            let shown = format!(
                "trial {trial}, p99 planted at {factor} × 10 ms, measured {middle} after {runs} runs: {end:?}"
            );
            match end {
                CheckEnd::Undecided { .. } => assert!((factor - 1.0_f64).abs() < 0.1, "{shown}"),
                end => {
                    assert_eq!(end, expected, "{shown}");
                    decided += 1;
                }
            }
            outside += u32::from((factor - 1.0_f64).abs() >= 0.1);
        }
        println!(
            "100 trials: {decided} decided, all on the right side; {outside} from 10 % away on, all decided"
        );
        assert!(decided >= outside);
    }
}
