//! `no-room`: more to be written than the file system has room for.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::correct::amount::{free_bytes, size_text};
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, once_per_disk_job};
use crate::{Finding, Severity, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::no_room as messages;
use fiord_record::number::Bytes;
use fiord_record::{FileKind, TargetFacts};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Units,
        least: Severity::Care,
        apply: smaller,
    }),
    stops_job: true,
    ..Trap::new(
        Family::Target,
        "plantegg, ssd/san/sas (size=1000G); man 2 fallocate (ENOSPC)",
        &[Symptom::JobEnds],
        Observed::saw,
    )
};

/// What is asked for and what is free.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// `fill_device`.
    Fills { free_bytes: u64 },
    Needs {
        /// Beyond what the files hold already.
        needed_bytes: u64,
        free_bytes: u64,
        /// A runtime may end it first.
        has_runtime: bool,
    },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    once_per_disk_job(case, judge)
}

fn judge(view: &JobView<'_>) -> Option<(Severity, Observed)> {
    let file = |target: &&&TargetFacts| matches!(target.kind, FileKind::Missing | FileKind::Regular);
    let first = view.targets.iter().find(file)?;
    let free_bytes = first.file_system()?.available_bytes?;
    if view.job.access.fill_device {
        return Some((Severity::Care, Observed::Fills { free_bytes }));
    }
    // Files that exist are counted as their own room: many file systems keep what is there apart from what grows.
    let needed_bytes = view.planned.footprint_bytes?.saturating_sub(view.there_bytes());
    let has_runtime = view.job.control.runtime_us > 0;
    let severity = match needed_bytes {
        _ if needed_bytes > free_bytes && has_runtime => Severity::Care,
        _ if needed_bytes > free_bytes => Severity::Wrong,
        _ if needed_bytes > 0 && needed_bytes > free_bytes / 10 * 9 => Severity::Care,
        _ => return None,
    };
    let observed = Observed::Needs {
        needed_bytes,
        free_bytes,
        has_runtime,
    };
    Some((severity, observed))
}

/// Files that fill nine tenths of what is free.
fn smaller(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    let Some(free) = free_bytes(view) else { return };
    let in_bytes = edit.value("size").is_some_and(|size| !size.ends_with('%'));
    let each = (free / 10 * 9).saturating_add(view.there_bytes()) / u64::from(view.job.numjobs.max(1));
    let unit = if each >= 2 << 30 { 1 << 30 } else { 1 << 20 };
    let each = each.saturating_sub(1) / unit * unit;
    if in_bytes && view.planned.region_bytes.is_some_and(|region| region > each) && each > 0 {
        edit.set("size", &size_text(each));
        if view.job.access.io_size.is_some() {
            edit.remove("io_size");
        }
    }
}

/// The sentences of `no-room`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Fills { free_bytes } => {
                let free = &Bytes(*free_bytes);
                messages::Fills { free }.text(lang)
            }
            Observed::Needs {
                needed_bytes,
                free_bytes,
                has_runtime,
            } => {
                let (needed, free) = (&Bytes(*needed_bytes), &Bytes(*free_bytes));
                match (needed_bytes > free_bytes, has_runtime) {
                    (true, true) => messages::NeedsTooMuchOrTime { needed, free }.text(lang),
                    (true, false) => messages::NeedsTooMuch { needed, free }.text(lang),
                    (false, _) => messages::NeedsNearlyAll { needed, free }.text(lang),
                }
            }
        }
    }
}
