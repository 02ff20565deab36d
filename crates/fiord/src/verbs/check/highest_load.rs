//! `fiord check --slo`: the highest rate of a recipe's I/Os at which a limit of their latency holds, and whether the rate that is needed is
//! below it.
//!
//! It is a study of the recipe's load, so that it is stored, shown and continued as studies are.

use anyhow::{Result, bail};
use fiord_messages::{Lang, check as messages};

use super::Args;
use super::load::{self, CheckPlan};
use crate::keep::{self, KeepStudyArgs};
use crate::ui::exit;
use crate::verbs::html;
use crate::verbs::study::{OF_CHECK, StudyConsent, StudyRunner, StudySettings};
use fiord_session::Signals;

/// Searches, prints the answer and gives the exit code.
///
/// # Errors
/// An option does not go with a search, a need is not a load, the target is unfit, or the store.
pub(super) fn search(args: &Args, (recipe, plan): (&str, CheckPlan), signals: Signals) -> Result<u8> {
    check(args, &plan)?;
    let (source_name, source) = load::source(recipe)?;
    let loads = plan.recipe.loads().map(|load| {
        let (rate, bound) = (&load.measurand, load.bound.symbol());
        format!("{rate}{bound}{}", load.threshold)
    });
    let settings = StudySettings {
        source_name,
        source,
        preset: args.preset.preset(),
        target: plan.target,
        slo: plan.slo,
        needs: loads.collect(),
        save: args.keep.save.clone(),
        tags: args.keep.tags.clone(),
        ..StudySettings::of_verb(OF_CHECK)
    };
    let store = KeepStudyArgs {
        at: args.keep.at.clone(),
        no_store: args.keep.no_store,
        tags: Vec::new(),
    };
    let consent = StudyConsent::to_destroy(&args.allow_destroy);
    let begun = StudyRunner::begin(
        settings,
        Some(plan.seed),
        store.open()?,
        &keep::command(),
        &consent,
        signals,
    )?;
    let Some(mut runner) = begun else {
        return Ok(exit::REFUSED);
    };
    let code = runner.run_and_report(args.form)?;
    if let Some(path) = &args.html.file {
        let (document, extra) = runner.document(Lang::current())?;
        html::write(path, document.as_ref(), &extra)?;
    }
    Ok(code)
}

/// Refuses what a search cannot do or judge.
fn check(args: &Args, plan: &CheckPlan) -> Result<()> {
    let unused = [
        ("--most", args.most.is_some()),
        ("--report", !args.reports.is_empty()),
        ("--metrics", args.metrics.file.is_some()),
        ("--verbose", args.verbose),
    ];
    if let Some((option, _)) = unused.iter().find(|(_, is_given)| *is_given) {
        bail!(messages::SloWithout { option }.text(Lang::current()));
    }
    let asked = !args.expectations.is_empty() || !args.needs.is_empty();
    let mut wanted = plan.recipe.expectations.iter().map(|one| &one.expectation);
    if let Some(expectation) = wanted.find(|one| asked && !one.is_load()) {
        bail!(messages::SloNeedsLoad { expectation }.text(Lang::current()));
    }
    Ok(())
}
