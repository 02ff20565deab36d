//! `no-target`: nothing to do I/O on.

use crate::case::Case;
use crate::case::obstacle::{self, Obstacle};
use crate::case::planned::issues;
use crate::trap::{Family, Judgement, Symptom, Text, Trap, per_job};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_job::plan::Ddir;
use fiord_messages::traps::no_target as messages;
use fiord_messages::{Fixed, Lang};
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
    advice: Observed::advice,
    stops_job: true,
    ..Trap::new(
        Family::Target,
        "fio 3.33 (\"you need to specify size=\"); man 2 open (EISDIR, EACCES)",
        &[Symptom::JobEnds],
        Observed::saw,
    )
};

/// Why the job cannot begin; the path is the subject's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub obstacle: Obstacle,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        // An engine that works on names makes what it needs, or says what it misses.
        let kind = view.job.engine.kind;
        if kind.is_diskless() || kind.works_on_names() {
            return Vec::new();
        }
        // Where something would be destroyed, `unsafe-target` says the same.
        let writes = issues(view.job, Ddir::Write) || issues(view.job, Ddir::Trim);
        let found =
            obstacle::find(view).filter(|(obstacle, _)| !(writes && *obstacle == Obstacle::NamedLikeADevice));
        let found = found.map(|(obstacle, path)| {
            let subject = Subject::whole().on(Thing::File(path));
            Finding::new(When::Plan, Severity::Wrong, subject, Observed { obstacle })
        });
        found.into_iter().collect()
    })
}

/// The sentences of `no-target`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let path = &thing_name(subject, lang);
        match self.obstacle {
            Obstacle::NamedLikeADevice => messages::NamedLikeADevice { path }.text(lang),
            Obstacle::Directory => messages::Directory { path }.text(lang),
            Obstacle::Unreadable => messages::Unreadable { path }.text(lang),
            Obstacle::ReadOnly => messages::ReadOnly { path }.text(lang),
            Obstacle::Unwritable => messages::Unwritable { path }.text(lang),
            Obstacle::NoDevice => messages::NoDevice { path }.text(lang),
            Obstacle::NotToBeMade => messages::NotToBeMade { path }.text(lang),
            Obstacle::NoDataToVerify => messages::NoDataToVerify { path }.text(lang),
            Obstacle::Missing => messages::Missing { path }.text(lang),
            Obstacle::PartOfNothing { percent } => {
                let percent = &percent;
                messages::PartOfNothing { path, percent }.text(lang)
            }
            Obstacle::BehindEnd => messages::BehindEnd { path }.text(lang),
            Obstacle::SmallerThanBlock => messages::SmallerThanBlock { path }.text(lang),
            Obstacle::Empty => messages::Empty { path }.text(lang),
            Obstacle::NoMedium => messages::NoMedium { path }.text(lang),
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let advice: Fixed = match self.obstacle {
            Obstacle::NoDevice => messages::advice_no_device,
            Obstacle::BehindEnd => messages::advice_behind_end,
            Obstacle::SmallerThanBlock => messages::advice_smaller_than_block,
            Obstacle::NotToBeMade => messages::advice_not_to_be_made,
            Obstacle::NoDataToVerify => messages::advice_no_data_to_verify,
            Obstacle::PartOfNothing { .. } => messages::advice_part_of_nothing,
            Obstacle::NoMedium => messages::advice_no_medium,
            Obstacle::NamedLikeADevice => messages::advice_named_like_a_device,
            Obstacle::Directory => messages::advice_directory,
            Obstacle::Unreadable => messages::advice_unreadable,
            Obstacle::ReadOnly => messages::advice_read_only,
            Obstacle::Unwritable => messages::advice_unwritable,
            Obstacle::Missing | Obstacle::Empty => return None,
        };
        Some(advice(lang).to_owned())
    }
}
