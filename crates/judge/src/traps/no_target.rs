//! `no-target`: nothing to do I/O on.

use crate::case::Case;
use crate::case::obstacle::{self, Obstacle};
use crate::case::planned::issues;
use crate::trap::{Family, Judgement, Symptom, Text, Trap, per_job};
use crate::words::phrases::thing;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::no_target as messages;
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
    fn saw(&self, subject: &Subject, _: Lang) -> String {
        let path = thing(subject);
        match self.obstacle {
            Obstacle::NamedLikeADevice => format!(
                "the job is named {path} and has no filename: fio would take the device of that name as its target, and fiord refuses"
            ),
            Obstacle::Directory => format!("{path} is a directory"),
            Obstacle::Unreadable => format!("{path} cannot be opened for reading"),
            Obstacle::ReadOnly => format!("{path} cannot be written: its file system is mounted read-only"),
            Obstacle::Unwritable => format!("{path} cannot be written: this user may not"),
            Obstacle::Missing => format!("{path} does not exist, and no size is given"),
            Obstacle::Empty => format!("{path} is empty, and no size is given"),
            Obstacle::NoMedium => format!("{path} is a block device of 0 bytes"),
        }
    }

    fn advice(&self, _: Lang) -> Option<String> {
        let advice = match self.obstacle {
            Obstacle::NoMedium => {
                "attach a medium or a backing file to the device, or name another one: no option of the job gives a device a size"
            }
            Obstacle::NamedLikeADevice => {
                "give the job another name, and name the device by filename= if it is meant"
            }
            Obstacle::Directory => "give directory= for it, or the name of a file in it",
            Obstacle::Unreadable => "run as a user that may read it, or name another file or device",
            Obstacle::ReadOnly => {
                "name a file on a file system that is mounted read-write, or only read files that are there"
            }
            Obstacle::Unwritable => "run as a user that may write it, or name another file or device",
            Obstacle::Missing | Obstacle::Empty => return None,
        };
        Some(advice.to_owned())
    }
}
