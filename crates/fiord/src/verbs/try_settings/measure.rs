//! Runs in blocks: each has every combination once, in an order that is drawn.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fiord_compare::paired::{self, compare_paired};
use fiord_compare::result::ComparedResult;
use fiord_compare::verdict::{CompareSettings, CompareVerdict};
use fiord_host::Root;
use fiord_host::changes::{self, Applied, ChangeOutcome, has_effect};
use fiord_messages::{Lang, try_settings as messages};
use fiord_record::run::RunRecord;
use fiord_session::Signals;
use fiord_stats::stopping::PAIRED_LOOK_LEVEL;
use fiord_study::definition::Order;
use fiord_study::order;

use super::combinations::Combination;
use super::job::TrialJob;
use crate::ui;
use crate::verbs::compare::of_runs;
use crate::verbs::doctor::steps::{failed, sentence};
pub(super) use crate::verbs::doctor::undo;
use crate::verbs::run::{failures, run_jobs, varied};
use crate::verbs::study::any_seed;

/// The values of a combination, in place until it is dropped.
pub(super) struct Held<'a> {
    root: &'a Root,
    journal: &'a Path,
    applied: Option<Applied>,
}

impl<'a> Held<'a> {
    /// Sets the values.
    ///
    /// # Errors
    /// One that the kernel refuses or that has no effect: all are as they were.
    pub(super) fn set(root: &'a Root, journal: &'a Path, combination: &Combination) -> Result<Self> {
        let applied = match changes::hold(root, journal, &combination.changes) {
            Ok(applied) => applied,
            Err(error) => {
                undo(root, journal, None)?;
                return Err(error.into());
            }
        };
        let problem = applied
            .outcomes
            .iter()
            .zip(&combination.changes)
            .find_map(|(outcome, change)| match outcome {
                ChangeOutcome::Done(step) if !has_effect(&change.to, &step.to) => Some(
                    messages::NoEffectOfWrite {
                        path: &step.path.display(),
                        value: &change.to,
                        now: &step.to,
                    }
                    .text(Lang::current()),
                ),
                outcome if failed(outcome) => Some(sentence(outcome, Lang::current())),
                _ => None,
            });
        let held = Self {
            root,
            journal,
            applied: Some(applied),
        };
        match problem {
            None => Ok(held),
            Some(problem) => {
                held.put_back()?;
                bail!(problem)
            }
        }
    }

    /// Puts the values back.
    ///
    /// # Errors
    /// One that another program changed meanwhile, or that cannot be written.
    pub(super) fn put_back(mut self) -> Result<()> {
        self.restore()
    }

    fn restore(&mut self) -> Result<()> {
        let Some(applied) = self.applied.take() else {
            return Ok(());
        };
        let outcomes = undo(self.root, self.journal, Some(applied));
        let outcomes = outcomes.with_context(|| messages::not_restored(Lang::current()))?;
        match outcomes.iter().find(|outcome| failed(outcome)) {
            None => Ok(()),
            Some(outcome) => bail!(sentence(outcome, Lang::current())),
        }
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.restore() {
            ui::say(format!("{error:#}"));
        }
    }
}

/// Everything that the runs need.
pub(super) struct SettingRuns<'a> {
    pub(super) root: &'a Root,
    pub(super) journal: &'a Path,
    pub(super) combinations: &'a [Combination],
    pub(super) job: &'a TrialJob,
    pub(super) signals: &'a Signals,
    pub(super) time: Duration,
}

impl SettingRuns<'_> {
    /// Blocks until every value is decided against the first, the time is over, or a signal; `None`: it came before the first was complete.
    pub(super) fn measure(&self, settings: &CompareSettings) -> Result<Option<Vec<ComparedResult>>> {
        let (began, seed) = (Instant::now(), any_seed());
        let mut blocks: Vec<Vec<RunRecord>> = Vec::new();
        let mut results = self.results(&blocks, settings.lang);
        let mut longest = Duration::ZERO;
        while blocks.len() < paired::MOST_BLOCKS {
            let left = self.time.saturating_sub(began.elapsed());
            if !blocks.is_empty() && left < longest {
                break;
            }
            let (number, seconds) = (&(blocks.len() + 1), &left.as_secs());
            ui::say(messages::Block { number, seconds }.text(Lang::current()));
            let begun = Instant::now();
            let Some(block) = self.block(blocks.len(), seed)? else {
                break;
            };
            longest = longest.max(begun.elapsed());
            blocks.push(block);
            results = self.results(&blocks, settings.lang);
            if blocks.len() >= paired::LEAST_BLOCKS && is_decided(&results, settings) {
                break;
            }
        }
        Ok((!blocks.is_empty()).then_some(results))
    }

    /// A run of each combination; `None`: a signal ended it.
    fn block(&self, block: usize, seed: u64) -> Result<Option<Vec<RunRecord>>> {
        let (at, count) = (block as u32, self.combinations.len());
        let mut records: Vec<Option<RunRecord>> = vec![None; count];
        let plan = varied(&self.job.parsed.plan, block as u64);
        for which in order::of_block(Order::Random, seed, at, count as u32) {
            let which = which as usize;
            let held = Held::set(self.root, self.journal, &self.combinations[which])?;
            let record = run_jobs(&self.job.parsed, &plan, self.signals, None, None)?;
            held.put_back()?;
            if self.signals.received().is_some() {
                return Ok(None);
            }
            if failures(&record) {
                bail!(messages::job_failed(Lang::current()));
            }
            records[which] = Some(record);
        }
        Ok(records.into_iter().collect())
    }

    /// A result for each combination. A workload that one run of a block has not, or not rightly, counts in none of the block.
    fn results(&self, blocks: &[Vec<RunRecord>], lang: Lang) -> Vec<ComparedResult> {
        let of = |which: usize, combination: &Combination| {
            let records = blocks.iter().map(|block| &block[which]);
            of_runs(&combination.name, records, lang)
        };
        let mut results: Vec<ComparedResult> = self
            .combinations
            .iter()
            .enumerate()
            .map(|(which, combination)| of(which, combination))
            .collect();
        for block in 1..=blocks.len() {
            paired::agree(&mut results, |name| format!("{name} {block}"));
        }
        results
    }
}

/// Whether every rate is decided; latencies go along with them.
fn is_decided(results: &[ComparedResult], settings: &CompareSettings) -> bool {
    let outcome = compare_paired(results, settings, PAIRED_LOOK_LEVEL);
    let rates = outcome.cells.iter().filter(|cell| cell.metric.is_rate());
    let mut pairs = rates.flat_map(|cell| &cell.pairs);
    pairs.all(|pair| pair.verdict != CompareVerdict::Inconclusive)
}
