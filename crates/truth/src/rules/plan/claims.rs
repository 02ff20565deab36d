//! A job beside the spec sheet of its device, before it runs: which claim it can be held against, and in what it differs.

use fiord_job::plan::Ddir;

use super::per_job;
use crate::case::Case;
use crate::compare::{COMPANY, asked_depth, differences, has_company, nearest_claim, options_of};
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::look::Look;
use crate::trap::{Family, Severity, When};
use fiord_record::claims::{Claim, SpecSheet, Workload};
use fiord_record::number::{Bytes, short};

/// Claims of a sheet that a job is not about.
pub(super) const SPEC_GAP: Rule = Rule {
    id: "spec-gap",
    family: Family::Claims,
    title: "a spec sheet's number beside another workload",
    why: "sheets are for new drives, deep queues and large blocks; another job's share of such a number says nothing about the drive",
    attempt: "run the job that the claim is about, on a drive in the state that it is about",
    example: "fio --name=r --filename=cold --rw=read --bs=4k --direct=1 --size=2G\n\
        With `--spec` and a sheet of 2,200 MB/s for reads of 128 KiB with 32 in flight on a new drive: this job has blocks of 4 KiB and one in flight, so its share of that number says nothing.",
    source: "seed S5, whose author asks why 1,682 and 154 MB/s are not the 2,200 and 1,070 MB/s of the sheet",
    when: When::Plan,
    judge: spec_gap,
};

fn spec_gap(e: &Case<'_>) -> Vec<Finding> {
    let Some(sheet) = e.record.context.data_sheet.as_ref() else {
        return Vec::new();
    };
    per_job(e, |look| {
        let of = |ddir| beside(look, sheet, ddir);
        [Ddir::Read, Ddir::Write].into_iter().filter_map(of).collect()
    })
}

fn beside(look: &Look<'_>, sheet: &SpecSheet, ddir: Ddir) -> Option<Finding> {
    let workload = Workload::of(look.job.access.mode, ddir)?;
    let Some(claim) = nearest_claim(sheet, look.job, ddir) else {
        return no_claim(sheet, workload, look).map(|saw| SPEC_GAP.finds(Severity::Note, saw));
    };
    let depth = asked_depth(look.job);
    let mut differences = differences(look.job, ddir, claim, depth);
    let jobs = look.case.record.plan.jobs.as_slice();
    let index = jobs.iter().position(|job| std::ptr::eq(job, look.job));
    if index.is_some_and(|index| has_company(jobs, index)) {
        differences.push(COMPANY.to_owned());
    }
    let nearest = format!("the nearest claim of {} is {}", sheet.device, claim_words(claim));
    let finding = if differences.is_empty() {
        SPEC_GAP
            .finds(Severity::Note, format!("{nearest}; this job is what it is about"))
            .attempt("look at the ratio after the run")
    } else {
        SPEC_GAP
            .finds(
                Severity::Care,
                format!("{nearest}; this job differs: {}", differences.join(", ")),
            )
            .attempt(format!("to hold it against the claim: {}", options_of(claim)))
    };
    Some(
        finding
            .with("claimed", claim.rate.value())
            .with("differences", differences.len() as f64)
            .with("asked_depth", depth),
    )
}

/// `randread 4 KiB with 128 in flight, new: 220,000 IOPS`.
pub(crate) fn claim_words(claim: &Claim) -> String {
    let blocks = claim
        .block_bytes
        .map_or("blocks unsaid".to_owned(), |bytes| Bytes(bytes).to_string());
    let depth = claim.depth().map_or("depth unsaid".to_owned(), |depth| {
        format!("{} in flight", short(depth))
    });
    format!(
        "{} {} ({blocks}, {depth}, {})",
        claim.workload.name(),
        claim.rate,
        claim.state.name()
    )
}

fn no_claim(sheet: &SpecSheet, workload: Workload, look: &Look<'_>) -> Option<String> {
    if look.job.engine.kind == fiord_job::plan::EngineKind::Null {
        return None;
    }
    Some(no_claim_words(sheet, workload))
}

/// What is said where the sheet has nothing on a workload.
pub(crate) fn no_claim_words(sheet: &SpecSheet, workload: Workload) -> String {
    let mut known: Vec<&str> = sheet.claims.iter().map(|claim| claim.workload.name()).collect();
    known.sort_unstable();
    known.dedup();
    format!(
        "the sheet of {} claims nothing for {}; it has {}",
        sheet.device,
        workload.name(),
        known.join(", ")
    )
}
