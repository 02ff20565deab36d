//! Holds an existing result against the thresholds of a recipe.

use std::path::Path;

use anyhow::{Context, Result, bail};
use fiord_compare::workload::WorkloadKey;
use fiord_job::plan::{Ddir, RunPlan};
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, Sentence, check as messages};
use fiord_record::run::RunRecord;
use fiord_study::check::{Trial, WrongRun};
use fiord_study::definition::Stop;

use super::assertions::checked_run;
use super::load::CheckPlan;
use super::measure::{MeasuredCheck, written_bytes};
use crate::keep::StoreArgs;
use crate::verbs::{compare, import, verify};

/// Judges the runs of a stored result or of a file by the expectations of a recipe. A run with another workload than the recipe's does not count.
///
/// # Errors
/// The file cannot be read, or has no run with counts.
pub(super) fn judge(mut plan: CheckPlan, result: &Path, store: &StoreArgs) -> Result<MeasuredCheck> {
    let file = result;
    let mut records = match stored(result, store)? {
        Some(records) => records,
        None => {
            let text = import::read(file).with_context(|| file.display().to_string())?;
            text.runs.into_iter().map(|run| run.record).collect()
        }
    };
    records.retain(|record| !record.workers.is_empty());
    // Of a survey or study those that measured it.
    if records.iter().any(|record| has_workload(&plan.cell.plan, record)) {
        records.retain(|record| has_workload(&plan.cell.plan, record));
    }
    if records.is_empty() {
        bail!(
            messages::NoCountedResult {
                file: &file.display()
            }
            .text(Lang::current())
        );
    }
    plan.target = Some(file.to_owned());
    let stop = Stop::Repeats(records.len() as u32);
    let mut trial = Trial::new(&plan.expectations(), &plan.recipe.measures, stop);
    let (mut last, mut verdicts, mut written) = (None, Vec::new(), Vec::new());
    for record in records {
        written.push(written_bytes(&record));
        let judged = verdict(&Case::of(&record));
        let mut run = checked_run(&trial, None, &record, &judged);
        if !has_workload(&plan.cell.plan, &record) {
            run.wrong = Some(WrongRun {
                rule: "workload".to_owned(),
                saw: Sentence::new(|lang| messages::OtherWorkload { recipe: &plan.name }.text(lang)),
            });
        }
        trial.add_measured(run, &record);
        last = Some(record);
        verdicts.push(judged);
    }
    Ok(MeasuredCheck {
        plan,
        trial,
        last,
        verdicts,
        written,
        is_stored_result: true,
        seconds: 0.0,
    })
}

/// The records of a stored result, by its name or id; `None`: a file is meant.
fn stored(result: &Path, store: &StoreArgs) -> Result<Option<Vec<RunRecord>>> {
    let Some(name) = result.to_str().filter(|name| *name != "-" && !result.exists()) else {
        return Ok(None);
    };
    let Ok(store) = store.read() else { return Ok(None) };
    let rows = compare::runs_of(name, &store)?;
    let records = rows.iter().map(|row| verify::record(&store, row.id));
    Ok(Some(records.collect::<Result<Vec<_>>>()?).filter(|records| !records.is_empty()))
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
