//! Every combination once in each block, in an order that is drawn: as a turn in one run where open files see the settings, else as a run.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use fiord_compare::paired::{self, compare_paired};
use fiord_compare::result::{ComparedResult, SampleKind};
use fiord_compare::verdict::{CompareSettings, CompareVerdict};
use fiord_host::changes::Change;
use fiord_job::plan::{Ddir, JobPlan};
use fiord_messages::{Lang, try_settings as messages};
use fiord_record::run::RunRecord;
use fiord_session::{Signals, TurnSides};
use fiord_stats::compare::LEVEL;
use fiord_stats::stopping::{PAIRED_LOOK_LEVEL, level_of_one, looks_until};
use fiord_study::definition::Order;
use fiord_study::order;

use super::combinations::Combination;
use super::job::TrialJob;
use crate::live::LiveOutputs;
use crate::ui;
use crate::verbs::compare::of_runs;
use crate::verbs::kernel_settings::SettingsControl;
use crate::verbs::run::in_turn::{self, SLICE as TURN, Side, TurnLimits, takes_turns};
use crate::verbs::run::{failures, run_jobs, settings, varied};
use crate::verbs::study::any_seed;

/// Everything that the runs need.
pub(super) struct SettingRuns<'a> {
    pub(super) control: &'a SettingsControl,
    pub(super) combinations: &'a [Combination],
    pub(super) job: &'a TrialJob,
    pub(super) signals: &'a Signals,
    pub(super) time: Duration,
}

/// What was measured, and why it ended early.
#[derive(Default)]
pub(super) struct MeasuredBlocks {
    pub(super) blocks: usize,
    pub(super) results: Vec<ComparedResult>,
    pub(super) settings: CompareSettings,
    /// Level of the interval at one look.
    pub(super) level: f64,
    /// How long a block took.
    pub(super) block: Duration,
    /// A run failed, or a setting was changed during one.
    pub(super) problem: Option<anyhow::Error>,
}

impl SettingRuns<'_> {
    /// Blocks until every value is decided against the first, the time is over, or a signal.
    ///
    /// # Errors
    /// A problem in the first block.
    pub(super) fn measure(&self, lang: Lang) -> Result<MeasuredBlocks> {
        match self.can_take_turns() {
            true => self.in_turns(lang),
            false => self.in_runs(lang),
        }
    }

    /// What a comparison takes where the values cannot take turns.
    pub(super) fn needed(&self) -> NeededTime {
        let plan = &self.job.parsed.plan;
        let waves = plan.waves();
        let of_job = |job: &JobPlan| job.control.ramp_time_us.saturating_add(job.control.runtime_us);
        let of_wave = |wave: u32| {
            let jobs = plan.jobs.iter().zip(&waves).filter(|(_, of)| **of == wave);
            jobs.map(|(job, _)| of_job(job)).max().unwrap_or(0)
        };
        let last = waves.last().copied().unwrap_or(0);
        let run_us: u64 = (0..=last).map(of_wave).fold(0, u64::saturating_add);
        let modes = plan.jobs.iter().map(|job| job.access.mode);
        let directions = modes.map(|mode| {
            [Ddir::Read, Ddir::Write]
                .into_iter()
                .filter(|ddir| mode.issues(*ddir))
                .count()
        });
        let metrics = 1 + CompareSettings::default().latencies.len();
        let comparisons = directions.sum::<usize>() * metrics * (self.combinations.len() - 1);
        NeededTime {
            blocks: paired::needed_blocks(comparisons, PAIRED_LOOK_LEVEL),
            runs: self.combinations.len(),
            run: Duration::from_micros(run_us),
            is_by_time: plan.jobs.iter().all(|job| job.control.time_based),
        }
    }

    /// Whether the values can change while the files of the job are open: the I/Os see them at once, and leave nothing in the page cache that
    /// the next value finds.
    pub(super) fn can_take_turns(&self) -> bool {
        let jobs = &self.job.parsed.plan.jobs;
        let mut changes = self.combinations.iter().flat_map(|one| &one.changes);
        changes.all(|change| change.setting.acts_on_open_files())
            && jobs
                .iter()
                .all(|job| job.direct() == Some(true) && takes_turns(job))
    }

    /// One run, in which each combination has short turns.
    fn in_turns(&self, lang: Lang) -> Result<MeasuredBlocks> {
        let problem = Arc::new(Mutex::new(None));
        let around = {
            let (control, problem) = (self.control.clone(), Arc::clone(&problem));
            let changes: Vec<Vec<Change>> = self.combinations.iter().map(|one| one.changes.clone()).collect();
            move |side: usize, turn: &mut dyn FnMut() -> bool| {
                let measured = control.set(&changes[side]).and_then(|set| {
                    let is_complete = turn();
                    set.end_run().map(|()| is_complete)
                });
                measured.unwrap_or_else(|error| {
                    *problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    false
                })
            }
        };
        let plan = self.job.parsed.plan.clone();
        let side = |combination: &'_ Combination| Side {
            name: combination.name.clone(),
            jobs: 0..plan.jobs.len(),
        };
        let sides: Vec<Side> = self.combinations.iter().map(side).collect();
        let limits = TurnLimits::of(self.time, sides.len());
        let seconds = &self.time.as_secs();
        ui::say(messages::InTurns { seconds }.text(Lang::current()));
        let made = in_turn::measure(
            (TurnSides::Settings(sides.len(), Box::new(around)), &sides),
            (plan, settings(&self.job.parsed, self.signals)),
            limits,
            lang,
            &LiveOutputs::default(),
        )?;
        let problem = problem.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (made, problem) {
            (None, Some(problem)) => Err(problem),
            (None, None) => Ok(MeasuredBlocks::default()),
            (Some(made), problem) => {
                let rounds = made.rounds as u64;
                ui::say(messages::TurnsDone { rounds }.text(Lang::current()));
                Ok(MeasuredBlocks {
                    blocks: made.rounds,
                    results: made.results,
                    settings: made.settings,
                    level: made.level,
                    block: TURN * sides.len() as u32,
                    problem,
                })
            }
        }
    }

    /// A run of each combination in each block.
    fn in_runs(&self, lang: Lang) -> Result<MeasuredBlocks> {
        let settings = CompareSettings {
            samples: SampleKind::PairsOfRuns,
            lang,
            ..CompareSettings::default()
        };
        let (began, seed) = (Instant::now(), any_seed());
        let mut blocks: Vec<Vec<RunRecord>> = Vec::new();
        let mut results = self.results(&blocks, settings.lang);
        let (mut longest, mut problem) = (Duration::ZERO, None);
        let mut schedule = BlockLooks::every_block();
        while blocks.len() < schedule.most {
            let left = self.time.saturating_sub(began.elapsed());
            if !blocks.is_empty() && left < longest {
                break;
            }
            let (number, seconds) = (&(blocks.len() + 1), &left.as_secs());
            ui::say(messages::Block { number, seconds }.text(Lang::current()));
            let begun = Instant::now();
            let block = match self.block(blocks.len(), seed) {
                Ok(Some(block)) => block,
                Ok(None) => break,
                Err(error) if blocks.is_empty() => return Err(error),
                Err(error) => {
                    problem = Some(error);
                    break;
                }
            };
            longest = longest.max(begun.elapsed());
            if blocks.is_empty() {
                schedule = BlockLooks::of(self.time, longest);
            }
            blocks.push(block);
            results = self.results(&blocks, settings.lang);
            if schedule.looks.contains(&blocks.len()) && is_decided(&results, &settings, schedule.level) {
                break;
            }
        }
        Ok(MeasuredBlocks {
            blocks: blocks.len(),
            results,
            settings,
            level: schedule.level,
            block: longest,
            problem,
        })
    }

    /// A run of each combination; `None`: a signal ended it.
    fn block(&self, block: usize, seed: u64) -> Result<Option<Vec<RunRecord>>> {
        let (at, count) = (block as u32, self.combinations.len());
        let mut records: Vec<Option<RunRecord>> = vec![None; count];
        let plan = varied(&self.job.parsed.plan, block as u64);
        for which in order::of_block(Order::Random, seed, at, count as u32) {
            let which = which as usize;
            let set = self.control.set(&self.combinations[which].changes)?;
            let record = run_jobs(
                &self.job.parsed,
                &plan,
                (self.signals, &LiveOutputs::default()),
                None,
                None,
            )?;
            set.end_run()?;
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

/// What a comparison takes.
pub(super) struct NeededTime {
    pub(super) blocks: usize,
    /// Runs of each block.
    pub(super) runs: usize,
    /// The longest time of a run.
    pub(super) run: Duration,
    /// Whether every run takes this time.
    pub(super) is_by_time: bool,
}

impl NeededTime {
    /// Whether the blocks certainly do not fit into a time.
    pub(super) fn is_longer_than(&self, time: Duration) -> bool {
        self.is_by_time && self.run * (self.blocks * self.runs) as u32 > time
    }

    /// The time of these blocks, with the start and the end of each run.
    pub(super) fn time(&self) -> Duration {
        const BESIDES: Duration = Duration::from_millis(300);
        budget(self.blocks, (self.run + BESIDES) * self.runs as u32)
    }
}

/// A time budget for a number of blocks, in half minutes.
pub(super) fn budget(blocks: usize, block: Duration) -> Duration {
    const MARGIN: f64 = 1.05;
    const STEP: u64 = 30;
    let seconds = block.as_secs_f64() * blocks as f64 * MARGIN;
    Duration::from_secs((seconds as u64 / STEP + 1) * STEP)
}

/// After how many blocks to look, and the level of one interval, with which all looks together have 95 %.
#[derive(Debug, PartialEq)]
struct BlockLooks {
    looks: Vec<usize>,
    level: f64,
    /// The largest number of blocks.
    most: usize,
}

impl BlockLooks {
    fn every_block() -> Self {
        Self {
            looks: (paired::LEAST_BLOCKS..=paired::MOST_BLOCKS).collect(),
            level: PAIRED_LOOK_LEVEL,
            most: paired::MOST_BLOCKS,
        }
    }

    /// For blocks that fill the time, where the first took so long. More of them than can be looked at one by one have looks after each
    /// doubling, and later blocks may be faster.
    fn of(time: Duration, first: Duration) -> Self {
        const FASTER: f64 = 4.0;
        // Fewer blocks have no interval at the level that the number of looks requires.
        const FIRST: usize = 10;
        let blocks = time.as_secs_f64() / first.as_secs_f64().max(0.001);
        if blocks <= paired::MOST_BLOCKS as f64 {
            return Self::every_block();
        }
        let most = (blocks * FASTER) as usize;
        let looks = looks_until(std::iter::successors(Some(FIRST), |look| Some(look * 2)), most);
        Self {
            level: level_of_one(looks.len(), LEVEL),
            looks,
            most,
        }
    }
}

/// Whether every rate is decided; latencies go along with them.
fn is_decided(results: &[ComparedResult], settings: &CompareSettings, level: f64) -> bool {
    let outcome = compare_paired(results, settings, level);
    let rates = outcome.cells.iter().filter(|cell| cell.metric.is_rate());
    let mut pairs = rates.flat_map(|cell| &cell.pairs);
    pairs.all(|pair| pair.verdict != CompareVerdict::Inconclusive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_comparison() {
        // Two values, a rate and a latency: 9 blocks of two runs of 10 s.
        let needed = NeededTime {
            blocks: paired::needed_blocks(2, PAIRED_LOOK_LEVEL),
            runs: 2,
            run: Duration::from_secs(10),
            is_by_time: true,
        };
        assert!(needed.is_longer_than(Duration::from_secs(120)));
        assert!(!needed.is_longer_than(Duration::from_secs(180)));
        assert_eq!((needed.blocks, needed.time()), (9, Duration::from_secs(210)));
    }

    #[test]
    fn blocks_fill_the_time() {
        let seconds = Duration::from_secs;
        // 30 blocks of 4 s fill two minutes, as the run time is chosen.
        assert_eq!(
            BlockLooks::of(seconds(120), seconds(4)),
            BlockLooks::every_block()
        );
        // Blocks of a short job go on after the 30th.
        let long = BlockLooks::of(seconds(600), seconds(2));
        assert_eq!(long.looks, [10, 20, 40, 80, 160, 320, 640, 1200]);
        assert_eq!(long.most, 1200);
        assert!((long.level - (1.0 - 0.05 / 8.0)).abs() < 1e-9);
    }
}
