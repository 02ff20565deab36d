//! The sentences about changes: what will be written, and what became of each attribute.

use fiord_host::changes::{ChangeOutcome, Step};
use fiord_report::text::Page;

/// Whether a setting is not as it was asked for.
pub(super) fn failed(outcome: &ChangeOutcome) -> bool {
    matches!(
        outcome,
        ChangeOutcome::Refused(..) | ChangeOutcome::ChangedByOther(..)
    )
}

pub(super) fn plan_page(steps: &[Step], dry_run: bool) -> Page {
    let mut page = Page::new();
    let open: Vec<&Step> = steps.iter().filter(|s| s.from != s.to).collect();
    page.line(match (open.is_empty(), dry_run) {
        (true, _) => "Nothing to change.",
        (_, true) => "Would change:",
        _ => "Changing:",
    });
    for step in open {
        let change = format!("{}: {} → {}", step.path.display(), step.from, step.to);
        page.item("  ", "    ", change);
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
pub(super) fn sentence(outcome: &ChangeOutcome) -> String {
    let (_, step, _) = parts(outcome);
    let path = step.path.display();
    match outcome {
        ChangeOutcome::Done(step) => format!("{path}: {} → {}", step.from, step.to),
        ChangeOutcome::Already(step) => format!("{path}: is {} already", step.to),
        ChangeOutcome::ChangedByOther(step, now) => {
            format!(
                "{path}: somebody set {now} meanwhile; left so (it was {} before the fix)",
                step.to
            )
        }
        ChangeOutcome::Gone(_) => format!("{path}: the device is gone"),
        ChangeOutcome::Refused(step, why) => format!("{path}: {} was refused: {why}", step.to),
    }
}
