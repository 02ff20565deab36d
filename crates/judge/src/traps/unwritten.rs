//! `unwritten`: reads of blocks that were never written.

use crate::case::planned::issues;
use crate::case::shares::{self, CACHE_LIMIT, NEGLIGIBLE, Part, never_written};
use crate::case::{Case, JobRun};
use crate::terms::{Headline, Instead};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::{device_names, thing_name};
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_host::stack::{LayerKind, Mapping};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::unwritten as messages;
use fiord_record::number::{Bytes, Share};
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
        needs: &[Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::plan_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    headline: Some(|observed| Headline {
        rank: 2,
        what: Instead::Holes,
        ddir: None,
        share: share(observed),
    }),
    advice: |observed, lang| {
        let is_trimmed = matches!(observed, Observed::Trimmed { .. });
        is_trimmed.then(|| messages::advice_trimmed(lang).to_owned())
    },
    topics: &[&topics::TRANSLATION_LAYER],
    quantity: Some(compare::quantity_no_data),
    ..Trap::new(
        Family::Source,
        "fio #719; Documentation/filesystems/fiemap.rst",
        &[Symptom::IopsTooHigh, Symptom::LatencyTooLow],
        Observed::saw,
    )
};

/// How much of the target was never written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Of the file that is the subject.
    Extents {
        /// 0 to 1.
        share: f64,
        hole_bytes: u64,
        unwritten_bytes: u64,
    },
    /// A thin volume, the subject: how much of it is written is not known.
    Thin,
    /// After the run.
    Read {
        /// Holes and unwritten extents as a share of the target.
        hole_percent: f64,
        /// Bytes that no device delivered as a share of those read.
        share_percent: f64,
        issued_bytes: u64,
        device_bytes: u64,
        leaves: Vec<String>,
        /// The run filled holes or made some.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        changed: bool,
    },
    /// After a run that trimmed blocks of a device and read from it: how the device answers those is not counted.
    Trimmed {
        /// Of the target, at most.
        trimmed_percent: f64,
        trimmed_bytes: u64,
    },
    /// After a run of several jobs on the same devices: one of them, the subject, reads holes.
    Shared {
        hole_percent: f64,
        /// Bytes of the job that no device delivered, if its reads are spread evenly.
        share_percent: f64,
        /// Of all jobs on these devices.
        issued_bytes: u64,
        device_bytes: u64,
        leaves: Vec<String>,
    },
}

/// How exactly the missing bytes must make up for the holes, as a share.
const AGREES: f64 = 0.9;

fn share(observed: &Observed) -> f64 {
    match observed {
        Observed::Read { share_percent, .. } | Observed::Shared { share_percent, .. } => {
            share_percent / 100.0
        }
        _ => 1.0,
    }
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        if !issues(view.job, Ddir::Read) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for target in &view.targets {
            if let (Some(at), Some(share)) = (target.allocation, never_written(target))
                && share > CACHE_LIMIT
            {
                let observed = Observed::Extents {
                    share,
                    hole_bytes: at.hole_bytes,
                    unwritten_bytes: at.unwritten_bytes,
                };
                let subject = Subject::whole().on(Thing::File(target.path.clone()));
                found.push(Finding::new(
                    When::Plan,
                    shares::severity(share),
                    subject,
                    observed,
                ));
            }
            if let Some(layer) = thin(target).filter(|_| target.kind == FileKind::Block) {
                let subject = Subject::device(layer);
                found.push(Finding::new(When::Plan, Severity::Care, subject, Observed::Thin));
            }
        }
        found
    })
}

fn thin(target: &TargetFacts) -> Option<String> {
    let layers = target.stack.as_ref()?.layers();
    let is_thin =
        |kind: &LayerKind| matches!(kind, LayerKind::Mapped(mapped) if mapped.mapping == Mapping::Thin);
    let mut thin = layers.into_iter().filter(|(_, layer)| is_thin(&layer.kind));
    thin.next().map(|(_, layer)| layer.name.clone())
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let parts = shares::parts(case);
    parts.iter().flat_map(|part| of_part(case, part)).collect()
}

fn of_part(case: &Case<'_>, part: &Part<'_>) -> Vec<Finding> {
    let Some(shares) = part.read_shares(case) else {
        return Vec::new();
    };
    if shares.elsewhere <= NEGLIGIBLE {
        return trimmed(case, part).into_iter().collect();
    }
    let readers = part.hole_readers(case);
    // What is missing must make up for the holes of all of them.
    let agrees = shares.elsewhere >= shares.holes * AGREES;
    let several = part.moving(Ddir::Read).count() > 1;
    if several && agrees {
        let of_job = |(job, share): (&JobRun<'_>, f64)| {
            let observed = Observed::Shared {
                hole_percent: share * 100.0,
                share_percent: share * 100.0,
                issued_bytes: shares.issued,
                device_bytes: shares.device,
                leaves: part.leaf_names(),
            };
            Finding::new(
                When::Run,
                shares::severity(share),
                Subject::job(job.index),
                observed,
            )
        };
        return readers.into_iter().map(of_job).collect();
    }
    if shares.holes <= CACHE_LIMIT || shares.elsewhere <= CACHE_LIMIT {
        return Vec::new();
    }
    let observed = Observed::Read {
        hole_percent: shares.holes * 100.0,
        share_percent: shares.elsewhere * 100.0,
        issued_bytes: shares.issued,
        device_bytes: shares.device,
        leaves: part.leaf_names(),
        changed: shares.holes_changed,
    };
    let severity = shares::severity(shares.holes.min(shares.elsewhere));
    vec![Finding::new(When::Run, severity, part.subject.clone(), observed)]
}

/// Reads of a device, blocks of which this run trimmed: it may answer them without its storage, and counts them all the same.
fn trimmed(case: &Case<'_>, part: &Part<'_>) -> Option<Finding> {
    part.targets.iter().find_map(|target| {
        let size = target.before.filter(|_| target.fs_type.is_none())?.size_bytes;
        let reader = part.moving(Ddir::Read).find(|job| job.index == target.job)?;
        let trimmed_bytes = shares::trimmed_of(case, reader, target);
        let share = (trimmed_bytes as f64 / shares::read_part(target, size).max(1) as f64).min(1.0);
        let observed = Observed::Trimmed {
            trimmed_percent: share * 100.0,
            trimmed_bytes,
        };
        let subject = part.subject.clone().on(Thing::File(target.path.clone()));
        (share > CACHE_LIMIT).then(|| Finding::new(When::Run, Severity::Care, subject, observed))
    })
}

/// The sentences of `unwritten`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        match self {
            Observed::Extents {
                share,
                hole_bytes,
                unwritten_bytes,
            } => {
                let (share, path) = (&Share(*share), &thing_name(subject, lang));
                let (holes, unwritten) = (&Bytes(*hole_bytes), &Bytes(*unwritten_bytes));
                match (*hole_bytes, *unwritten_bytes) {
                    (_, 0) => messages::Holes { share, path, holes }.text(lang),
                    (0, _) => messages::Unwritten {
                        share,
                        path,
                        unwritten,
                    }
                    .text(lang),
                    _ => messages::HolesAndUnwritten {
                        share,
                        path,
                        holes,
                        unwritten,
                    }
                    .text(lang),
                }
            }
            Observed::Thin => messages::Thin {
                path: &thing_name(subject, lang),
            }
            .text(lang),
            Observed::Read {
                hole_percent,
                issued_bytes,
                device_bytes,
                leaves,
                changed,
                ..
            } => {
                let (share, devices) = (&Share(hole_percent / 100.0), &device_names(leaves, lang));
                let (issued, delivered) = (&Bytes(*issued_bytes), &Bytes(*device_bytes));
                if *changed {
                    messages::ReadChanging {
                        share,
                        issued,
                        delivered,
                        devices,
                    }
                    .text(lang)
                } else {
                    messages::Read {
                        share,
                        issued,
                        delivered,
                        devices,
                    }
                    .text(lang)
                }
            }
            Observed::Trimmed {
                trimmed_percent,
                trimmed_bytes,
            } => messages::Trimmed {
                trimmed: &Bytes(*trimmed_bytes),
                path: &thing_name(subject, lang),
                share: &Share(trimmed_percent / 100.0),
            }
            .text(lang),
            Observed::Shared {
                hole_percent,
                issued_bytes,
                device_bytes,
                leaves,
                ..
            } => messages::Shared {
                share: &Share(hole_percent / 100.0),
                devices: &device_names(leaves, lang),
                issued: &Bytes(*issued_bytes),
                delivered: &Bytes(*device_bytes),
            }
            .text(lang),
        }
    }
}
