//! `fsync-direct`: a sync on direct writes.
//!
//! Options do not correct it: a flush after a write and a durable write are two jobs, and only its author knows which is meant.

use crate::case::Case;
use crate::case::planned::issues;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_disk_job};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::fsync_direct as messages;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Direct), Need::Plan(PlanPart::Syncs)],
        judge: plan,
    }),
    topics: &[&topics::FSYNC],
    ..Trap::new(
        Family::Durability,
        "szstonelee, SSDInternal; fio manual, `fsync`, `direct`; man 2 open (O_DIRECT, O_SYNC)",
        &[Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// The sync next to direct=1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Fsync { every_writes: u32 },
    Fdatasync { every_writes: u32 },
    AtEnd,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let how = &view.job.durability;
        if !how.direct || !issues(view.job, Ddir::Write) {
            return Vec::new();
        }
        let (severity, observed) = match (how.fsync_every, how.fdatasync_every) {
            (every_writes @ 1.., _) => (Severity::Care, Observed::Fsync { every_writes }),
            (_, every_writes @ 1..) => (Severity::Care, Observed::Fdatasync { every_writes }),
            _ if how.end_fsync => (Severity::Note, Observed::AtEnd),
            _ => return Vec::new(),
        };
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

/// The sentences of `fsync-direct`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let (option, every) = match self {
            Observed::Fsync { every_writes } => ("fsync", every_writes),
            Observed::Fdatasync { every_writes } => ("fdatasync", every_writes),
            Observed::AtEnd => return messages::at_end(lang).to_owned(),
        };
        messages::Synced {
            writes: u64::from(*every),
            every,
            option: &option,
        }
        .text(lang)
    }
}
