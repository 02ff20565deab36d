//! `spec-gap`: a data sheet's number compared with a job of another workload.

use crate::case::Case;
use crate::case::data_sheet::{
    ClaimComparison, Difference, asked_depth, compared, describe_claim, differences, has_company,
    list_differences, matching_options, nearest_claim,
};
use crate::case::job_view::JobView;
use crate::terms::ddir_word;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap, per_job};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::{Backend, Ddir, PlanPart};
use fiord_messages::Lang;
use fiord_messages::traps::spec_gap as messages;
use fiord_record::claims::{Claim, ClaimedRate, SpecSheet, Workload};
use fiord_record::number::{Bytes, Share, short};
use serde::{Deserialize, Serialize};

/// Measured ÷ claimed below which there is a gap, and its inverse above which there is more than claimed.
pub const GAP: (f64, f64) = (0.9, 1.1);

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[
            Need::Plan(PlanPart::Direct),
            Need::Plan(PlanPart::Order),
            Need::Plan(PlanPart::Blocks),
            Need::Plan(PlanPart::Depth),
        ],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[
            Need::Claim,
            Need::Plan(PlanPart::Direct),
            Need::Plan(PlanPart::Order),
            Need::Plan(PlanPart::Blocks),
            Need::Plan(PlanPart::Depth),
        ],
        judge: run,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::DATA_SHEETS],
    ..Trap::new(
        Family::Claims,
        "SNIA SSS PTS 2.0.2",
        &[Symptom::Contradiction],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Before the run.
    Nearest {
        device: String,
        claim: Claim,
        /// The claim's number.
        claimed: f64,
        asked_depth: f64,
        differences: Vec<Difference>,
    },
    /// The data sheet claims nothing of this kind.
    Unclaimed {
        device: String,
        workload: Workload,
        known: Vec<Workload>,
    },
    /// After the run.
    Ratio(Box<Ratio>),
}

/// What was measured as a share of the nearest claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    pub device: String,
    pub ddir: Ddir,
    /// Mean of what was measured.
    pub block_bytes: f64,
    /// In the claim's kind of rate.
    pub rate: ClaimedRate,
    pub measured: f64,
    pub claim: Claim,
    pub claimed: f64,
    pub ratio_percent: f64,
    /// None: no latency was recorded.
    pub achieved_depth: Option<f64>,
    pub claimed_depth: Option<f64>,
    pub claimed_block_bytes: Option<u64>,
    pub differences: Vec<Difference>,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    let Some(sheet) = case.record.context.data_sheet.as_ref() else {
        return Vec::new();
    };
    per_job(case, |view| {
        let of = |ddir| nearest(view, sheet, ddir);
        [Ddir::Read, Ddir::Write].into_iter().filter_map(of).collect()
    })
}

fn nearest(view: &JobView<'_>, sheet: &SpecSheet, ddir: Ddir) -> Option<Finding> {
    let workload = Workload::of(view.job.access.mode, ddir)?;
    let Some(claim) = nearest_claim(sheet, view.job, ddir) else {
        let real = view.job.engine.kind.backend() != Backend::Null;
        return real.then(|| {
            Finding::new(
                When::Plan,
                Severity::Note,
                Subject::whole(),
                unclaimed(sheet, workload),
            )
        });
    };
    let depth = asked_depth(view.job);
    let mut differences = differences(view.job, ddir, claim, depth);
    let jobs = view.case.record.plan.jobs.as_slice();
    let index = jobs.iter().position(|job| std::ptr::eq(job, view.job));
    if index.is_some_and(|index| has_company(jobs, index)) {
        differences.push(Difference::Company);
    }
    let severity = if differences.is_empty() {
        Severity::Note
    } else {
        Severity::Care
    };
    let observed = Observed::Nearest {
        device: sheet.device.clone(),
        claim: claim.clone(),
        claimed: claim.rate.value(),
        asked_depth: depth,
        differences,
    };
    Some(Finding::new(When::Plan, severity, Subject::whole(), observed))
}

fn unclaimed(sheet: &SpecSheet, workload: Workload) -> Observed {
    let has = |one: &Workload| sheet.claims.iter().any(|claim| claim.workload == *one);
    let mut known: Vec<Workload> = Workload::ALL.into_iter().filter(has).collect();
    known.sort_unstable_by_key(|one| one.name());
    Observed::Unclaimed {
        device: sheet.device.clone(),
        workload,
        known,
    }
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(sheet) = case.record.context.data_sheet.as_ref() else {
        return Vec::new();
    };
    let mut found: Vec<Finding> = compared(sheet, case)
        .into_iter()
        .map(|one| ratio(one, &sheet.device))
        .collect();
    for job in case
        .jobs
        .iter()
        .filter(|job| job.plan.engine.kind.backend() != Backend::Null)
    {
        let unknown = job
            .directions()
            .filter(|(ddir, _)| nearest_claim(sheet, job.plan, *ddir).is_none())
            .filter_map(|(ddir, _)| Workload::of(job.plan.access.mode, ddir));
        found.extend(unknown.map(|workload| {
            Finding::new(
                When::Run,
                Severity::Note,
                Subject::job(job.index),
                unclaimed(sheet, workload),
            )
        }));
    }
    found
}

fn ratio(one: ClaimComparison<'_>, device: &str) -> Finding {
    let within = (GAP.0..=GAP.1).contains(&one.ratio);
    let severity = if one.differences.is_empty() && !within {
        Severity::Care
    } else {
        Severity::Note
    };
    let observed = Ratio {
        device: device.to_owned(),
        ddir: one.ddir,
        rate: one.measured,
        measured: one.measured.value(),
        claim: one.claim.clone(),
        claimed: one.claim.rate.value(),
        ratio_percent: one.ratio * 100.0,
        block_bytes: one.block_bytes,
        achieved_depth: one.achieved_depth,
        claimed_depth: one.claim.depth(),
        claimed_block_bytes: one.claim.block_bytes,
        differences: one.differences,
    };
    Finding::new(
        When::Run,
        severity,
        Subject::job(one.job),
        Observed::Ratio(Box::new(observed)),
    )
}

/// The sentences of `spec-gap`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Nearest {
                device: drive,
                claim,
                differences,
                ..
            } => {
                let claim = &describe_claim(claim, lang);
                let nearest = messages::Nearest { drive, claim }.text(lang);
                let job = if differences.is_empty() {
                    messages::matches(lang).to_owned()
                } else {
                    let differences = &list_differences(differences, lang);
                    messages::Differs { differences }.text(lang)
                };
                lang.sentences(&[nearest, job])
            }
            Observed::Unclaimed {
                device: drive,
                workload,
                known,
            } => {
                let workload = &workload.name();
                let unclaimed = messages::Unclaimed { drive, workload }.text(lang);
                if known.is_empty() {
                    return unclaimed;
                }
                let names: Vec<String> = known.iter().map(|one| one.name().to_owned()).collect();
                let workloads = &lang.list(&names);
                lang.sentences(&[unclaimed, messages::OtherClaims { workloads }.text(lang)])
            }
            Observed::Ratio(found) => ratio_to_claim(found, lang),
        }
    }

    fn why(&self, lang: Lang) -> Option<String> {
        let Observed::Ratio(found) = self else { return None };
        if !found.differences.is_empty() {
            return None;
        }
        let why = match found.ratio_percent / 100.0 {
            ratio if ratio < GAP.0 => messages::why_slower(lang),
            ratio if ratio > GAP.1 => messages::why_faster(lang),
            _ => messages::why_match(lang),
        };
        Some(why.to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let (claim, differences) = match self {
            Observed::Unclaimed { .. } => return None,
            Observed::Nearest {
                claim, differences, ..
            } => (claim, differences),
            Observed::Ratio(found) => (&found.claim, &found.differences),
        };
        if !differences.is_empty() {
            let options = &matching_options(claim);
            return Some(messages::AdviceCompare { options }.text(lang));
        }
        let advice = match self {
            Observed::Ratio(found) if found.ratio_percent / 100.0 < GAP.0 => messages::advice_slower(lang),
            Observed::Ratio(found) if found.ratio_percent / 100.0 > GAP.1 => messages::advice_faster(lang),
            Observed::Ratio(_) => messages::advice_match(lang),
            _ => messages::advice_after_run(lang),
        };
        Some(advice.to_owned())
    }
}

fn ratio_to_claim(found: &Ratio, lang: Lang) -> String {
    let ddir = ddir_word(found.ddir);
    let (share, drive, rate) = (&Share(found.ratio_percent / 100.0), &found.device, &found.rate);
    let blocks = &Bytes(found.block_bytes.round() as u64);
    let claim = &describe_claim(&found.claim, lang);
    let ratio = match found.achieved_depth.map(short) {
        Some(in_flight) => messages::Ratio {
            ddir,
            share,
            drive,
            rate,
            blocks,
            in_flight: &in_flight,
            claim,
        }
        .text(lang),
        None => messages::RatioDepthUnknown {
            ddir,
            share,
            drive,
            rate,
            blocks,
            claim,
        }
        .text(lang),
    };
    if found.differences.is_empty() {
        return ratio;
    }
    let differences = &list_differences(&found.differences, lang);
    lang.sentences(&[ratio, messages::NotComparable { differences }.text(lang)])
}
