//! `order = "in-turns"`: the cells of a block take turns in one run, so that other load on the disk affects all alike.
//!
//! The run has the jobs of all its cells, in the order of the cells' numbers. The store lists it for each of these cells.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use fiord_job::plan::RunPlan;
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, study as messages};
use fiord_record::run::RunRecord;
use fiord_session::{Signals, TurnSides, Turns};
use fiord_store::{Place, RunRow};
use fiord_study::definition::Order;
use fiord_study::order;
use fiord_study::progress::NextRun;

use super::load::Loaded;
use super::runner::{StudyRunner, seeded};
use super::settings::StudySettings;
use crate::files::StudyTarget;
use crate::live::{self, LiveHead};
use crate::ui::Progress;
use crate::verbs::compare::wrong;
use crate::verbs::run::in_turn::{SLICE, takes_turns};

/// Refuses a study whose cells cannot take turns.
///
/// # Errors
/// The first reason.
pub(super) fn check(loaded: &Loaded, settings: &StudySettings) -> Result<()> {
    let (study, lang) = (&loaded.study, Lang::current());
    if study.order != Order::InTurns {
        return Ok(());
    }
    let with = [
        ("--hosts", settings.hosts.is_some()),
        ("--slo", !settings.slo.is_empty()),
        ("between", !study.between.is_empty()),
        ("[setting]", study.changes_settings()),
    ];
    if let Some((with, _)) = with.iter().find(|(_, is_so)| *is_so) {
        bail!(messages::NoTurnsWith { with }.text(lang));
    }
    let cannot = loaded.cells.iter().find(|checked| {
        let jobs = &checked.plan.jobs;
        !jobs
            .iter()
            .all(|job| takes_turns(job) && job.direct() == Some(true))
    });
    if let Some(checked) = cannot {
        let cell = &checked.cell.label(study);
        bail!(messages::NoTurns { cell }.text(lang));
    }
    Ok(())
}

impl StudyRunner {
    /// Runs cells of a block in turns. Each cell has its runtime in all its turns together.
    pub(super) fn measure_in_turns(
        &self,
        cells: &[NextRun],
        target: &StudyTarget,
        signals: &Signals,
        (progress, head): (&Progress, &LiveHead<'_>),
    ) -> Result<RunRecord> {
        let (mut starts, mut jobs) = (Vec::new(), Vec::new());
        for next in cells {
            let checked = self
                .cells
                .get(next.cell as usize)
                .context("a cell of the study")?;
            starts.push(jobs.len());
            // Jobs of all cells have the same names.
            let label = checked.cell.label(&self.study);
            for mut job in seeded(&checked.plan, order::of_run(self.seed, next.block, next.cell)).jobs {
                job.name = format!("{} {label}", job.name);
                jobs.push(job);
            }
        }
        let mut plan = RunPlan {
            jobs,
            global_options: None,
        };
        target.redirect(&mut plan);
        let runtimes: Vec<u64> = plan.jobs.iter().map(|job| job.control.runtime_us).collect();
        let slices = u128::from(runtimes.iter().copied().max().unwrap_or(0)).div_ceil(SLICE.as_micros());
        for job in &mut plan.jobs {
            job.control.runtime_us = 0;
        }
        let seed = order::of_run(self.seed, cells[0].block, u32::MAX);
        let sides = TurnSides::Jobs(starts);
        let turns = Turns::new(sides, (SLICE, slices as usize), seed, |_| false);
        let mut settings = self.run_settings(target, signals);
        settings.turns = Some(Arc::new(turns));
        let board = fiord_session::board(&plan)?;
        let seen = (progress, &self.live);
        let mut record = live::measure(&plan, settings, board, seen, head, &|_| {})?;
        for (job, runtime_us) in record.plan.jobs.iter_mut().zip(runtimes) {
            job.control.runtime_us = runtime_us;
        }
        Ok(record)
    }

    /// A run once for each of its cells. Where cells share the run, each has the results of its own jobs, counted from 0, and their grade.
    ///
    /// # Errors
    /// The store.
    pub(super) fn parts(&self, places: &[Place], row: &RunRow) -> Result<Vec<(Place, RunRow)>> {
        // A run with a failed job is stored for the failed cells only.
        if places.len() == 1 || row.failed > 0 {
            return Ok(places.iter().map(|place| (*place, row.clone())).collect());
        }
        let record = (row.grade == "D")
            .then(|| self.store.record(row.id))
            .transpose()?
            .flatten();
        let judged = record.as_ref().map(|record| (record, verdict(&Case::of(record))));
        let mut places = places.to_vec();
        places.sort_by_key(|place| place.cell);
        let mut first = 0;
        let mut parts = Vec::new();
        for place in places {
            let checked = self
                .cells
                .get(place.cell as usize)
                .context("a cell of the study")?;
            let jobs = first..first + checked.plan.jobs.len();
            let mut part = row.clone();
            part.results.retain(|result| jobs.contains(&result.job));
            for result in &mut part.results {
                result.job -= first;
                result.name.clone_from(&checked.plan.jobs[result.job].name);
            }
            if let Some((record, judged)) = &judged {
                let is_wrong = jobs
                    .clone()
                    .any(|job| !wrong(record, judged, Some(job)).is_empty());
                (if is_wrong { "D" } else { "C" }).clone_into(&mut part.grade);
            }
            first = jobs.end;
            parts.push((place, part));
        }
        Ok(parts)
    }
}

/// The cells to store a run for: all of them, or the failed ones. A failed job ends the turns of all cells, so the others run again.
pub(super) fn measured_cells(record: &RunRecord, cells: Vec<NextRun>) -> Vec<NextRun> {
    let failed = record.workers.iter().filter(|worker| worker.error.is_some());
    let failed: Vec<usize> = failed.map(|worker| worker.job_index).collect();
    if failed.is_empty() || cells.len() == 1 {
        return cells;
    }
    let numbered = (1..).zip(cells);
    let has_failed = |(side, _): &(usize, NextRun)| failed.iter().any(|job| record.side(*job) == *side);
    numbered.filter(has_failed).map(|(_, next)| next).collect()
}
