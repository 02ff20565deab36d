//! `unsafe-target`: the job would destroy data.

use crate::case::Case;
use crate::case::obstacle::{self, Obstacle};
use crate::case::planned::issues;
use crate::trap::{Family, Judgement, Symptom, Text, Trap, per_job};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_host::device::{Holding, Probe};
use fiord_job::plan::Ddir;
use fiord_messages::{Lang, Sentence};
// The name of a trap, not unsafe code.
#[allow(clippy::unsafe_removed_from_name)]
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
        "fio #1007, #1637, #1550; Ceph documentation",
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
    Holds { holdings: Vec<Sentence>, in_use: bool },
    /// It holds unknown bytes: the run goes ahead, with a warning.
    HoldsUnknownData { holdings: Vec<Sentence> },
    /// The user named it as a device that may be overwritten.
    Agreed { holdings: Vec<Sentence> },
    /// The device was not checked.
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

fn holdings(probe: &Probe) -> Vec<Sentence> {
    let sentence = |holding: &Holding| Sentence::new(|lang| holding.text(lang));
    probe.holdings.iter().map(sentence).collect()
}

fn joined(holdings: &[Sentence], lang: Lang) -> String {
    let texts: Vec<String> = holdings.iter().map(|one| one.text(lang).to_owned()).collect();
    lang.clauses(&texts)
}

fn overwritten(target: &TargetFacts) -> Option<Finding> {
    if target.kind != FileKind::Block {
        return None;
    }
    let (severity, observed) = match &target.probe {
        Some(probe) if target.agreed && !probe.in_use() => {
            let holdings = holdings(probe);
            (Severity::Note, Observed::Agreed { holdings })
        }
        None => (Severity::Wrong, Observed::NotLookedAt),
        Some(probe) if probe.holdings.is_empty() => (Severity::Care, Observed::NothingKnownOnIt),
        Some(probe) => {
            let holdings = holdings(probe);
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
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let path = &thing_name(subject, lang);
        match self {
            Observed::NothingKnownOnIt => messages::NothingKnownOnIt { path }.text(lang),
            Observed::Holds { holdings, in_use } => {
                let holdings = &joined(holdings, lang);
                if *in_use {
                    messages::HoldsInUse { path, holdings }.text(lang)
                } else {
                    messages::Holds { path, holdings }.text(lang)
                }
            }
            Observed::HoldsUnknownData { holdings } => {
                let holdings = &joined(holdings, lang);
                messages::HoldsUnknownData { path, holdings }.text(lang)
            }
            Observed::Agreed { holdings } if holdings.is_empty() => messages::Agreed { path }.text(lang),
            Observed::Agreed { holdings } => {
                let holdings = &joined(holdings, lang);
                messages::AgreedHolds { path, holdings }.text(lang)
            }
            Observed::NotLookedAt => messages::NotLookedAt { path }.text(lang),
            Observed::NamedLikeADevice => messages::NamedLikeADevice { path }.text(lang),
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        match self {
            Observed::NamedLikeADevice => Some(messages::advice_named_like_a_device(lang).to_owned()),
            Observed::HoldsUnknownData { .. } => Some(messages::advice_holds_unknown_data(lang).to_owned()),
            Observed::Agreed { .. } => Some(messages::advice_agreed(lang).to_owned()),
            _ => None,
        }
    }
}
