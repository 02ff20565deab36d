//! `unsafe-target`: the job would destroy data.

use crate::case::Case;
use crate::case::obstacle::{self, Obstacle};
use crate::case::planned::issues;
use crate::trap::{Family, Judgement, Symptom, Text, Trap, per_job};
use crate::words::phrases::thing;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::unsafe_target as messages;
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
    advice: Observed::advice,
    stops_job: true,
    ..Trap::new(
        Family::Target,
        "fio #1007, #1637, #1550; Ceph's documentation",
        &[Symptom::DataAtRisk],
        Observed::saw,
    )
};

/// What is known of the block device that would be overwritten; its path is the subject's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// No partition, no signature, no holder.
    NothingKnownOnIt,
    /// What it holds, as the host names it.
    Holds { holdings: Vec<String>, in_use: bool },
    /// It holds bytes of which nobody knows what they are: the run goes ahead, with a warning.
    HoldsUnknownData { holdings: Vec<String> },
    /// Nobody looked at it.
    NotLookedAt,
    /// The job has a device's name and no file name.
    NamedLikeADevice,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        let writes = issues(view.job, Ddir::Write) || issues(view.job, Ddir::Trim);
        let kind = view.job.engine.kind;
        if !writes || kind.is_diskless() || kind.works_on_names() {
            return Vec::new();
        }
        let mut found: Vec<Finding> = view
            .targets
            .iter()
            .filter_map(|target| overwritten(target))
            .collect();
        if let Some((Obstacle::NamedLikeADevice, path)) = obstacle::find(view) {
            let subject = Subject::whole().on(Thing::File(path));
            found.push(Finding::new(
                When::Plan,
                Severity::Wrong,
                subject,
                Observed::NamedLikeADevice,
            ));
        }
        found
    })
}

fn overwritten(target: &TargetFacts) -> Option<Finding> {
    if target.kind != FileKind::Block {
        return None;
    }
    let (severity, observed) = match &target.probe {
        None => (Severity::Wrong, Observed::NotLookedAt),
        Some(probe) if probe.holdings.is_empty() => (Severity::Care, Observed::NothingKnownOnIt),
        Some(probe) => {
            let holdings = probe.holdings.iter().map(ToString::to_string).collect();
            let observed = if probe.is_free() {
                Observed::HoldsUnknownData { holdings }
            } else {
                let in_use = probe.in_use();
                Observed::Holds { holdings, in_use }
            };
            (Severity::Wrong, observed)
        }
    };
    let subject = Subject::whole().on(Thing::File(target.path.clone()));
    Some(Finding::new(When::Plan, severity, subject, observed))
}

/// The sentences of `unsafe-target`.
impl Observed {
    fn saw(&self, subject: &Subject, _: Lang) -> String {
        let path = thing(subject);
        match self {
            Observed::NothingKnownOnIt => format!(
                "{path} is a block device without partitions or signatures; whatever it holds will be overwritten"
            ),
            Observed::Holds { holdings, in_use } => {
                let end = if *in_use {
                    "it is in use and is refused"
                } else {
                    "it is refused without --allow-destroy"
                };
                format!("{path} would be overwritten: {}; {end}", holdings.join("; "))
            }
            Observed::HoldsUnknownData { holdings } => format!(
                "{path} would be overwritten: {}; a run warns of it and goes ahead",
                holdings.join("; ")
            ),
            Observed::NotLookedAt => {
                format!("{path} is a block device of which nothing is known; all of it can be overwritten")
            }
            Observed::NamedLikeADevice => format!(
                "the job is named {path} and has no filename: fio would take the device of that name as its target, and fiord refuses"
            ),
        }
    }

    fn advice(&self, _: Lang) -> Option<String> {
        match self {
            Observed::NamedLikeADevice => {
                Some("give the job another name, and name the device by filename= if it is meant".to_owned())
            }
            Observed::HoldsUnknownData { .. } => Some(
                "find out what it is before you run the job; write to a file on the file system to be tested, or to a device that holds nothing"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}
