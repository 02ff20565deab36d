//! A check that was stored, shown as it was: all its runs together.
//!
//! The store keeps each run with the command of its check, seed included. The command says what was asked, and the seed of its offsets
//! which of the check's runs a run is.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fiord_import::shell_words;
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::Lang;
use fiord_report::documents::Document;
use fiord_report::documents::check::CheckDocument;
use fiord_report::html::{PageExtra, TranslatedDocument};
use fiord_report::text::Page;
use fiord_report::text::findings::Detail;
use fiord_store::{Filter, RunRow, Store};
use fiord_study::check::Trial;
use fiord_study::order;

use super::assertions::checked_run;
use super::load::{self, CheckPlan};
use super::measure::{MeasuredCheck, written_bytes};
use super::page;
use crate::files;
use crate::verbs::{Verb, parse, verify};

/// The runs of one check, judged again.
pub(in crate::verbs) struct StoredCheck {
    measured_check: MeasuredCheck,
    command: String,
    /// Runs that are not in the store any more.
    pub(in crate::verbs) missing: u64,
}

impl StoredCheck {
    pub(in crate::verbs) fn page(&self, detail: Detail, lang: Lang) -> Page {
        page::page(&self.measured_check, (&self.command, detail), false, lang)
    }

    pub(in crate::verbs) fn drawn(
        &self,
        lang: Lang,
    ) -> (TranslatedDocument<Document<CheckDocument>>, PageExtra) {
        page::drawn(&self.measured_check, &self.command, lang)
    }
}

/// The check that a stored run belongs to; `None`: its command does not tell, because another version stored it or its recipe is gone.
///
/// # Errors
/// The store.
pub(in crate::verbs) fn of_run(store: &Store, row: &RunRow) -> Result<Option<StoredCheck>> {
    if row.verb != "check" || !row.command.contains("--seed") {
        return Ok(None);
    }
    let Some(plan) = plan(row) else { return Ok(None) };
    let rows = store.list(&Filter {
        verb: Some(row.verb.clone()),
        ..Filter::default()
    })?;
    let mut trial = Trial::new(&plan.expectations(), &plan.recipe.measures, plan.stop);
    let (mut last, mut verdicts, mut written, mut runs) = (None, Vec::new(), Vec::new(), 0);
    let mut mine = Vec::new();
    for one in rows.into_iter().rev().filter(|one| one.command == row.command) {
        let record = verify::record(store, one.id)?;
        let seed = record.plan.jobs.first().map(|job| job.access.randseed);
        let (_, most) = trial.limits();
        let Some(number) = (0..most).find(|number| Some(order::of_run(plan.seed, *number, 0)) == seed) else {
            continue;
        };
        // The same command again begins again.
        if number < runs {
            if mine.contains(&row.id) {
                break;
            }
            trial = Trial::new(&plan.expectations(), &plan.recipe.measures, plan.stop);
            mine.clear();
            verdicts.clear();
            written.clear();
        }
        runs = number + 1;
        let judged = verdict(&Case::of(&record));
        trial.add_measured(checked_run(&trial, Some(one.id), &record, &judged), &record);
        mine.push(one.id);
        written.push(written_bytes(&record));
        last = Some(record);
        verdicts.push(judged);
    }
    if !mine.contains(&row.id) {
        return Ok(None);
    }
    Ok(Some(StoredCheck {
        missing: u64::from(runs).saturating_sub(mine.len() as u64),
        measured_check: MeasuredCheck {
            plan,
            trial,
            last,
            verdicts,
            written,
            is_stored_result: false,
            seconds: 0.0,
        },
        command: row.command.clone(),
    }))
}

/// What the command of a run asked for. The directory of its file stands for a path that was typed relative to another one.
fn plan(row: &RunRow) -> Option<CheckPlan> {
    let words = shell_words(&row.command);
    let words: Vec<_> = words.into_iter().skip(1).map(Into::into).collect();
    let Verb::Check(args) = parse(&words).ok()?.verb else {
        return None;
    };
    let recipe = args.recipe.as_ref()?;
    let target = row
        .target
        .as_ref()
        .map(|target| files::directory_of(Path::new(target)));
    let there = target.as_deref().filter(|target| target.exists());
    let plan = load::load(&args.request(recipe, there)).ok().flatten()?;
    // The runs of a search are those of a study.
    if !plan.slo.is_empty() {
        return None;
    }
    let target: Option<PathBuf> = target.filter(|_| args.path.is_some());
    Some(CheckPlan { target, ..plan })
}
