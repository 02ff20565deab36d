//! `no-room`: more to be written than the file system has room for.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::planned::one_block;
use crate::case::room::{self, Demand};
use crate::correct::amount::{files_per_option, has_steps, region_option, size_text};
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, once_per_disk_job};
use crate::{Finding, Severity, Subject};
use fiord_messages::Lang;
use fiord_messages::traps::no_room as messages;
use fiord_record::number::Bytes;
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
        /// Beyond what the files hold already, of this job and those before it.
        needed_bytes: u64,
        /// Of those before it.
        #[serde(default)]
        others_bytes: u64,
        free_bytes: u64,
        /// A runtime may end it first.
        has_runtime: bool,
    },
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    let demands = Demand::of_all(case);
    let waves = case.record.plan.waves();
    once_per_disk_job(case, |view| judge(view, &demands, &waves))
}

fn judge(view: &JobView<'_>, demands: &[Option<Demand<'_>>], waves: &[u32]) -> Option<(Severity, Observed)> {
    let demand = demands.get(view.index).copied().flatten()?;
    let free_bytes = demand.file_system.available_bytes?;
    if view.job.access.fill_device {
        return Some((Severity::Care, Observed::Fills { free_bytes }));
    }
    let wave = waves.get(view.index).copied().unwrap_or(0);
    let (others_bytes, shared_bytes) = room::before(demands, view.index, wave);
    let own_bytes = demand.bytes.filter(|bytes| *bytes > shared_bytes)?;
    let needed_bytes = own_bytes.saturating_add(others_bytes);
    let has_runtime = view.job.control.runtime_us > 0;
    let severity = match needed_bytes {
        _ if needed_bytes > free_bytes && has_runtime => Severity::Care,
        _ if needed_bytes > free_bytes => Severity::Wrong,
        _ if needed_bytes > free_bytes / 10 * 9 => Severity::Care,
        _ => return None,
    };
    let observed = Observed::Needs {
        needed_bytes,
        others_bytes,
        free_bytes,
        has_runtime,
    };
    Some((severity, observed))
}

/// Files that fill, with those of the jobs before, nine tenths of what is free.
fn smaller(edit: &mut Edit<'_>, view: &JobView<'_>, observed: &Observed) {
    let Observed::Needs {
        others_bytes,
        free_bytes,
        ..
    } = observed
    else {
        return;
    };
    let Some(option) = region_option(edit) else {
        return;
    };
    let room = (free_bytes / 10 * 9).saturating_sub(*others_bytes);
    let each = room.saturating_add(view.there_bytes()) / u64::from(view.job.numjobs.max(1));
    let unit = if each >= 2 << 30 { 1 << 30 } else { 1 << 20 };
    let each = each.saturating_sub(1) / unit * unit;
    // A region ends with a whole block, and the next one begins there.
    let each = each - each % one_block(view.job).unwrap_or(1).max(1);
    if view.planned.region_bytes.is_some_and(|region| region > each) && each > 0 {
        edit.set(option, &size_text(each / files_per_option(view, option)));
        if has_steps(view) {
            edit.set("offset_increment", &size_text(each));
        }
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
                others_bytes,
                free_bytes,
                has_runtime,
            } => {
                let (needed, free) = (&Bytes(*needed_bytes), &Bytes(*free_bytes));
                let needs = match (needed_bytes > free_bytes, has_runtime) {
                    (true, true) => messages::NeedsTooMuchOrTime { needed, free }.text(lang),
                    (true, false) => messages::NeedsTooMuch { needed, free }.text(lang),
                    (false, _) => messages::NeedsNearlyAll { needed, free }.text(lang),
                };
                let others = Some(Bytes(*others_bytes)).filter(|bytes| bytes.0 > 0);
                let others = others.map(|others| messages::OfJobsBefore { others: &others }.text(lang));
                let sentences: Vec<String> = std::iter::once(needs).chain(others).collect();
                lang.sentences(&sentences)
            }
        }
    }
}
