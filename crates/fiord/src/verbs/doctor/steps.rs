//! The sentences about changes: what will be written, and what became of each attribute.

use fiord_host::changes::{ChangeOutcome, Step};
use fiord_messages::{Lang, doctor as messages};
use fiord_report::text::Page;

/// Whether a setting is not as it was asked for.
pub(in crate::verbs) fn failed(outcome: &ChangeOutcome) -> bool {
    matches!(
        outcome,
        ChangeOutcome::Refused(..) | ChangeOutcome::ChangedByOther(..)
    )
}

pub(super) fn plan_page(steps: &[Step], dry_run: bool, lang: Lang) -> Page {
    let mut page = Page::new();
    let open: Vec<&Step> = steps.iter().filter(|s| s.from != s.to).collect();
    page.line(match (open.is_empty(), dry_run) {
        (true, _) => messages::nothing_to_change(lang),
        (_, true) => messages::would_change(lang),
        _ => messages::changing(lang),
    });
    for step in open {
        page.item("  ", "    ", change(step));
    }
    page
}

/// The word, the step, and what else is known of it.
pub(super) fn parts(outcome: &ChangeOutcome) -> (&'static str, &Step, Option<&str>) {
    match outcome {
        ChangeOutcome::Done(step) => ("done", step, None),
        ChangeOutcome::Already(step) => ("already so", step, None),
        ChangeOutcome::ChangedByOther(step, now) => ("changed by another", step, Some(now)),
        ChangeOutcome::Gone(step) => ("gone", step, None),
        ChangeOutcome::Refused(step, why) => ("refused", step, Some(why)),
    }
}

/// What became of one attribute.
pub(in crate::verbs) fn sentence(outcome: &ChangeOutcome, lang: Lang) -> String {
    let (_, step, _) = parts(outcome);
    let path = &step.path.display();
    match outcome {
        ChangeOutcome::Done(step) => change(step),
        ChangeOutcome::Already(step) => messages::SettingIsAlready {
            path,
            value: &step.to,
        }
        .text(lang),
        ChangeOutcome::ChangedByOther(step, now) => messages::SettingChangedByOther {
            path,
            now,
            before: &step.to,
        }
        .text(lang),
        ChangeOutcome::Gone(_) => messages::SettingGone { path }.text(lang),
        ChangeOutcome::Refused(step, reason) => messages::SettingRefused {
            path,
            value: &step.to,
            reason,
        }
        .text(lang),
    }
}

/// The attribute, its value and the new value.
fn change(step: &Step) -> String {
    format!("{}: {} → {}", step.path.display(), step.from, step.to)
}
