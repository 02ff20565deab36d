//! `--fix` and `--restore`: prints what will be changed, changes it, says what became of it. The journal is
//! [`fiord_host::changes`]'s.

use std::path::Path;

use anyhow::{Result, bail};
use fiord_host::Root;
use fiord_host::changes::{self, Change, ChangeOutcome, JournalClaim, Step};
use fiord_messages::{Lang, doctor as messages};
use fiord_report::documents::Document;
use fiord_report::documents::doctor::{Changes, Doctor, StepJson};

use super::args::Args;
use super::during;
use super::examine::examine;
use super::steps::{failed, parts, plan_page, sentence};
use crate::ui::{self, exit, print};
use crate::verbs::kernel_settings::{changes_in, check_consent, restore_command};
use crate::verbs::try_settings::remove_if_left;
use fiord_report::text::Page;

/// Changes what can be changed; with `--during` for as long as a command runs.
pub(super) fn fix(args: &Args, root: &Root, path: &Path) -> Result<u8> {
    let doctor = examine(root, path, None, args.form.lang());
    let wanted = wanted(root, &doctor, args)?;
    let steps = changes::plan(root, &wanted)?;
    check_consent(root, &wanted, &args.change.allow_no_flush)?;
    if !args.dry_run && !rustix::process::geteuid().is_root() {
        bail!(messages::fix_needs_root(Lang::current()));
    }
    if args.during {
        return during::run(args, root, &wanted, &steps);
    }
    if !args.form.json {
        ui::put(&plan_page(&steps, args.dry_run, args.form.lang()))?;
    }
    if args.dry_run {
        if args.form.json {
            print_document(
                "fix",
                true,
                steps.iter().map(|step| step_of(step, "planned", None)).collect(),
            )?;
        }
        return Ok(0);
    }
    let _claim = claim(args, root, &steps)?;
    let outcomes = changes::apply(root, &args.change.journal(), &wanted)?;
    report(args, "fix", &outcomes)?;
    Ok(u8::from(outcomes.iter().any(failed)))
}

/// The lock on the settings, unless nothing is changed: then no file is made, and a command may take the lock itself.
pub(super) fn claim(
    args: &Args,
    root: &Root,
    steps: &[Step],
) -> Result<Option<JournalClaim>, changes::Error> {
    let changes_any = steps.iter().any(|step| step.from != step.to);
    let claim = changes_any.then(|| JournalClaim::take(root, &args.change.journal()));
    claim.transpose()
}

/// Puts everything back.
pub(super) fn restore(args: &Args, root: &Root) -> Result<u8> {
    let journal = args.change.journal();
    // With nothing to undo, no file is made.
    let claim = changes::pending(root, &journal).then(|| JournalClaim::take(root, &journal));
    let restored = claim.transpose().and_then(|_claim| {
        let trial = changes::trial(&journal);
        let outcomes = changes::restore(root, &journal)?;
        if let Some(directory) = trial {
            remove_if_left(&directory);
        }
        Ok(outcomes)
    });
    let outcomes = match restored {
        Err(changes::Error::Journal(path, error)) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            let path = &path.display();
            bail!(messages::RestoreNeedsRoot { path, error: &error }.text(Lang::current()));
        }
        result => result?,
    };
    if outcomes.is_empty() && !args.form.json {
        let nothing = messages::NothingToRestore {
            journal: &journal.display(),
        };
        let mut page = Page::new();
        page.line(nothing.text(args.form.lang()));
        ui::put(&page)?;
        return Ok(exit::OK);
    }
    report(args, "restore", &outcomes)?;
    if outcomes.iter().any(|o| matches!(o, ChangeOutcome::Refused(..)))
        && !rustix::process::geteuid().is_root()
    {
        ui::say(messages::restore_incomplete(Lang::current()));
    }
    Ok(u8::from(outcomes.iter().any(failed)))
}

/// What the checks advise, of that what `--only` names, and what the user asked for, which wins.
///
/// # Errors
/// A setting that the user asked for is on no device, or the kernel does not accept its value.
fn wanted(root: &Root, doctor: &Doctor, args: &Args) -> Result<Vec<Change>> {
    let mut out = doctor.changes();
    let Some(machine) = &doctor.machine else {
        return Ok(out);
    };
    let whole_stack = args.only.is_empty() || args.whole_stack;
    let places = |setting| changes::places(root, &machine.stack, setting, whole_stack);
    if !args.only.is_empty() {
        out.retain(|change| {
            args.only.contains(&change.setting)
                && (whole_stack || places(change.setting).contains(&change.device))
        });
    }
    for (setting, to) in &args.set {
        for change in changes_in(root, &machine.stack, whole_stack, (*setting, to))? {
            out.retain(|c| (&c.device, c.setting) != (&change.device, change.setting));
            out.push(change);
        }
    }
    Ok(out)
}

/// Says what became of each attribute; what went as planned in one line.
fn report(args: &Args, verb: &'static str, outcomes: &[ChangeOutcome]) -> Result<()> {
    if args.form.json {
        let steps = outcomes.iter().map(|outcome| {
            let (word, step, detail) = parts(outcome);
            step_of(step, word, detail)
        });
        return print_document(verb, false, steps.collect());
    }
    let lang = args.form.lang();
    let settings = outcomes
        .iter()
        .filter(|o| matches!(o, ChangeOutcome::Done(_)))
        .count() as u64;
    let mut page = Page::new();
    for outcome in outcomes
        .iter()
        .filter(|o| verb == "restore" || !matches!(o, ChangeOutcome::Done(_)))
    {
        page.item("  ", "    ", sentence(outcome, lang));
    }
    if verb == "fix" && settings > 0 {
        let command = &restore_command(&args.change.journal());
        page.line(messages::Changed { settings, command }.text(lang));
    }
    ui::put(&page)?;
    Ok(())
}

fn step_of(step: &Step, outcome: &'static str, detail: Option<&str>) -> StepJson {
    StepJson {
        path: step.path.as_path().into(),
        from: step.from.clone(),
        to: step.to.clone(),
        outcome: outcome.to_owned(),
        detail: detail.map(str::to_owned),
    }
}

fn print_document(action: &'static str, dry_run: bool, steps: Vec<StepJson>) -> Result<()> {
    let document = Document::new(Changes {
        action: action.to_owned(),
        dry_run,
        steps,
    });
    print(&document.to_text()?)?;
    Ok(())
}
