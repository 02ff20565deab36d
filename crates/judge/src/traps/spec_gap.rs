//! `spec-gap`: a data sheet's number held against a job that it is not about.

use crate::case::case::Case;
use crate::case::compare::{
    ClaimComparison, Difference, asked_depth, compared, differences, has_company, nearest_claim,
};
use crate::case::each::per_job;
use crate::case::look::Look;
use crate::case::trap::{Family, Found, Judgement, Need, Severity, Subject, Symptom, Text, Trap};
use fiord_job::plan::{Backend, Ddir};
use fiord_record::claims::{Claim, ClaimedRate, SpecSheet, Workload};
use serde::{Deserialize, Serialize};

/// Measured ÷ claimed below which there is a gap, and its inverse above which there is more than claimed.
pub const GAP: (f64, f64) = (0.9, 1.1);

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: "a spec sheet's number next to another workload",
            why: "sheets are for new drives, deep queues and large blocks; another job's share of such a number says nothing about the drive",
            advice: "run the job that the claim is about, on a drive in the state that it is about",
            example: "fio --name=r --filename=cold --rw=read --bs=4k --direct=1 --size=2G\n\
                With `--spec` and a sheet of 2,200 MB/s for reads of 128 KiB with 32 in flight on a new drive: this job has blocks of 4 KiB and one in flight, so its share of that number says nothing.",
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: "a spec sheet's number next to another workload",
            why: "a share of a claim says something about the drive only where block size, depth, path and the drive's state are the claim's",
            advice: "run the job that the claim is about, on a drive in the state that it is about",
            example: "1,682 MB/s read (8 MiB, 1 in flight) are 76.5 % of the 2,200 MB/s claimed for 128 KiB with 32 in flight: not comparable, \
                blocks of 8 MiB, not 128 KiB, 1 in flight, not 32, the claim is for a new drive.",
        },
        needs: &[Need::Claim],
        judge: run,
    }),
    ..Trap::new(
        Family::Claims,
        "seed S5, whose author asks why 1,682 and 154 MB/s are not the 2,200 and 1,070 MB/s of the sheet",
        &[Symptom::Contradiction],
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
    /// The sheet has nothing of this kind.
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

fn plan(case: &Case<'_>) -> Vec<Found<Observed>> {
    let Some(sheet) = case.record.context.data_sheet.as_ref() else {
        return Vec::new();
    };
    per_job(case, |look| {
        let of = |ddir| nearest(look, sheet, ddir);
        [Ddir::Read, Ddir::Write].into_iter().filter_map(of).collect()
    })
}

fn nearest(look: &Look<'_>, sheet: &SpecSheet, ddir: Ddir) -> Option<Found<Observed>> {
    let workload = Workload::of(look.job.access.mode, ddir)?;
    let Some(claim) = nearest_claim(sheet, look.job, ddir) else {
        let real = look.job.engine.kind.backend() != Backend::Null;
        return real.then(|| Found::new(Severity::Note, Subject::whole(), unclaimed(sheet, workload)));
    };
    let depth = asked_depth(look.job);
    let mut differences = differences(look.job, ddir, claim, depth);
    let jobs = look.case.record.plan.jobs.as_slice();
    let index = jobs.iter().position(|job| std::ptr::eq(job, look.job));
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
    Some(Found::new(severity, Subject::whole(), observed))
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

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let Some(sheet) = case.record.context.data_sheet.as_ref() else {
        return Vec::new();
    };
    let mut found: Vec<Found<Observed>> = compared(sheet, case)
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
            Found::new(
                Severity::Note,
                Subject::job(job.index),
                unclaimed(sheet, workload),
            )
        }));
    }
    found
}

fn ratio(one: ClaimComparison<'_>, device: &str) -> Found<Observed> {
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
    Found::new(
        severity,
        Subject::job(one.job),
        Observed::Ratio(Box::new(observed)),
    )
}
