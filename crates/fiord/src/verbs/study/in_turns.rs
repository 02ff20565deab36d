//! `order = "in-turns"`: the cells of a block take turns in one run, so that other load on the disk affects all alike.
//!
//! The run has the jobs of all its cells. Each cell is stored as a separate run, with the kernel's counters of all cells.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use fiord_job::plan::RunPlan;
use fiord_messages::{Lang, study as messages};
use fiord_record::run::RunRecord;
use fiord_session::{Signals, TurnSides, Turns};
use fiord_study::definition::Order;
use fiord_study::order;
use fiord_study::progress::NextRun;

use super::load::Loaded;
use super::runner::{StudyRunner, seeded};
use super::settings::StudySettings;
use crate::files::StudyTarget;
use crate::live::{self, LiveHead};
use crate::ui::Progress;
use crate::verbs::run::in_turn::{SLICE, prevents_turns};

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
    let first = loaded.cells.iter().flat_map(|checked| &checked.plan.jobs).next();
    let runtime_us = first.map_or(0, |job| job.control.runtime_us);
    for checked in &loaded.cells {
        let cell = &checked.cell.label(study);
        for job in &checked.plan.jobs {
            let is_direct = job.direct() == Some(true);
            if let Some(option) = prevents_turns(job).or((!is_direct).then(|| "direct=0".to_owned())) {
                let option = &option;
                bail!(messages::NoTurns { cell, option }.text(lang));
            }
            if job.control.runtime_us != runtime_us {
                bail!(messages::NoTurnsRuntime { cell }.text(lang));
            }
        }
    }
    Ok(())
}

impl StudyRunner {
    /// Runs cells of a block in turns, each with its runtime in all its turns together: the record of each. A job that fails ends the turns of
    /// all: then only the records of the cells that failed, and the others run again.
    pub(super) fn measure_in_turns(
        &self,
        cells: &[NextRun],
        target: &StudyTarget,
        signals: &Signals,
        (progress, head): (&Progress, &LiveHead<'_>),
    ) -> Result<Vec<(NextRun, RunRecord)>> {
        let (mut sides, mut jobs) = (Vec::new(), Vec::new());
        for next in cells {
            let checked = self
                .cells
                .get(next.cell as usize)
                .context("a cell of the study")?;
            let start = jobs.len();
            jobs.extend(seeded(&checked.plan, order::of_run(self.seed, next.block, next.cell)).jobs);
            sides.push(start..jobs.len());
        }
        let mut plan = RunPlan {
            jobs,
            global_options: None,
        };
        target.redirect(&mut plan);
        // All have the same.
        let runtime_us = plan.jobs.first().map_or(0, |job| job.control.runtime_us);
        // As many turns as it takes for none to be longer than usual.
        let slices = u128::from(runtime_us).div_ceil(SLICE.as_micros()).max(1) as u32;
        let slice = Duration::from_micros(runtime_us) / slices;
        for job in &mut plan.jobs {
            job.control.runtime_us = 0;
        }
        let seed = order::of_run(self.seed, cells[0].block, u32::MAX);
        let starts = TurnSides::Jobs(sides.iter().map(|side| side.start).collect());
        let turns = Turns::new(starts, (slice, slices as usize), seed, |_| false);
        let mut settings = self.run_settings(target, signals);
        settings.turns = Some(Arc::new(turns));
        let board = fiord_session::board(&plan)?;
        let seen = (progress, &self.live);
        let mut record = live::measure(&plan, settings, board, seen, head, &|_| {})?;
        for job in &mut record.plan.jobs {
            job.control.runtime_us = runtime_us;
        }
        let others = sides.len() as u32 - 1;
        let parts = cells.iter().zip(sides);
        let parts = parts.map(|(next, side)| (*next, record.in_turns(side, others)));
        let has_failed = |record: &RunRecord| record.workers.iter().any(|worker| worker.error.is_some());
        let is_whole = !has_failed(&record);
        let counts = |(_, part): &(NextRun, RunRecord)| is_whole || has_failed(part);
        Ok(parts.filter(counts).collect())
    }
}
