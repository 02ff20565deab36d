//! Holds an existing result against the thresholds of a recipe.

use std::path::Path;

use anyhow::{Context, Result, bail};
use fiord_compare::workload::WorkloadKey;
use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, check as messages};
use fiord_record::run::RunRecord;
use fiord_study::check::{Trial, WrongRun};

use super::assertions::checked_run;
use super::conduct::Conducted;
use super::load::CheckPlan;
use crate::verbs::import;

/// Judges the runs of a file by the expectations of a recipe. A run with another workload than the recipe's does not count.
///
/// # Errors
/// The file cannot be read, or has no run with counts.
pub(super) fn judge(mut plan: CheckPlan, file: &Path) -> Result<Conducted> {
    let text = import::read(file).with_context(|| file.display().to_string())?;
    let counted = |record: &RunRecord| !record.workers.is_empty();
    let records: Vec<RunRecord> = text
        .runs
        .into_iter()
        .map(|run| run.record)
        .filter(counted)
        .collect();
    if records.is_empty() {
        bail!(
            messages::NoCountedResult {
                file: &file.display()
            }
            .text(Lang::current())
        );
    }
    plan.target = Some(file.to_owned());
    let mut trial = Trial::of_results(&plan.expectations(), &plan.recipe.measures, records.len());
    let mut last = None;
    for record in records {
        let judged = verdict(&Case::of(&record));
        let mut run = checked_run(&trial, None, &record, &judged);
        if !has_workload(&plan.cell.plan, &record) {
            run.wrong = Some(WrongRun {
                rule: "workload".to_owned(),
                saw: messages::OtherWorkload { recipe: &plan.name }.text(Lang::En),
            });
        }
        trial.add(run);
        last = Some((record, judged));
    }
    Ok(Conducted {
        plan,
        trial,
        last,
        seconds: 0.0,
    })
}

/// Whether all jobs of the recipe are in a result, as far as the result tells.
fn has_workload(recipe: &RunPlan, record: &RunRecord) -> bool {
    let keys = |plan: &RunPlan| -> Vec<WorkloadKey> {
        let jobs = plan.jobs.iter().enumerate();
        let directions = jobs.flat_map(|(at, job)| {
            let moved = Ddir::ALL.into_iter().filter(|ddir| job.access.mode.issues(*ddir));
            moved.map(move |ddir| (at, ddir))
        });
        directions
            .filter_map(|(at, ddir)| WorkloadKey::of(plan, at, ddir))
            .collect()
    };
    let found = keys(&record.plan);
    keys(recipe)
        .iter()
        .all(|wanted| found.iter().any(|key| key.may_be(wanted)))
}
