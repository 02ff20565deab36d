//! A job beside the claim that is nearest to it: which one that is, and in what the job differs.
//!
//! One ratio per job and direction, never a mean over several. Whether a gap says something about the device is the rule's to
//! say (`truth::run`); this is the arithmetic.

use fiord_job::plan::{BlockSize, Ddir, EngineKind, JobPlan, OpenSync};

use crate::case::{Case, JobRun};
use crate::planned::{real_depth, share};
use fiord_record::claims::{Claim, Rate, SpecSheet, State, Workload};
use fiord_record::number::{Bytes, short};

/// Share of the claimed depth from which it counts as reached.
const REACHED: f64 = 0.9;
/// What an unknown block size or depth weighs when the nearest claim is looked for: less than one doubling.
const UNKNOWN: f64 = 0.5;

/// One direction of a job after a run, beside the nearest claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared<'a> {
    /// Index of the job in the plan.
    pub job: usize,
    /// The direction.
    pub ddir: Ddir,
    /// The claim.
    pub claim: &'a Claim,
    /// What was measured, in the claim's kind of rate.
    pub measured: Rate,
    /// Measured ÷ claimed.
    pub ratio: f64,
    /// I/Os in flight on average (Little's law), of the whole job.
    pub achieved_depth: Option<f64>,
    /// I/Os that the job can have in flight.
    pub asked_depth: f64,
    /// Mean size of an I/O in bytes.
    pub block_bytes: f64,
    /// In what the job differs from the claim; none: the comparison is fair.
    pub differences: Vec<String>,
}

/// The claim nearest to what a job does in one direction: the same direction and order, then block size, then depth.
pub fn nearest_claim<'a>(sheet: &'a SpecSheet, job: &JobPlan, ddir: Ddir) -> Option<&'a Claim> {
    if job.engine.kind == EngineKind::Null || share(job, ddir) <= 0.0 {
        return None;
    }
    let workload = Workload::of(job.access.mode, ddir)?;
    let octaves = |a: f64, b: f64| (a.max(1.0) / b.max(1.0)).log2().abs();
    let size = &job.access.block_size[ddir];
    let middle = ((size.min().max(1) as f64) * (size.max().max(1) as f64)).sqrt();
    let depth = asked_depth(job);
    let far = |claim: &&Claim| {
        let blocks = claim
            .block_bytes
            .map_or(UNKNOWN, |bytes| octaves(middle, bytes as f64));
        let depths = claim.depth().map_or(UNKNOWN, |claimed| octaves(depth, claimed));
        // The block size decides; the depth only among equals.
        blocks * 64.0 + depths
    };
    sheet
        .claims
        .iter()
        .filter(|claim| claim.workload == workload)
        .min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// I/Os that all workers of a job can have in flight.
pub fn asked_depth(job: &JobPlan) -> f64 {
    f64::from(real_depth(job)) * f64::from(job.numjobs.max(1))
}

/// In what a job differs from a claim. `depth` is what it has in flight: reached after a run, asked for before it.
pub fn differences(job: &JobPlan, ddir: Ddir, claim: &Claim, depth: f64) -> Vec<String> {
    let mut out = Vec::new();
    let size = &job.access.block_size[ddir];
    match claim.block_bytes {
        None => out.push("the sheet does not say with which block size".to_owned()),
        Some(claimed)
            if *size != BlockSize::Fixed(claimed) && (size.min(), size.max()) != (claimed, claimed) =>
        {
            let own = if size.min() == size.max() {
                Bytes(size.min()).to_string()
            } else {
                format!("{} to {}", Bytes(size.min()), Bytes(size.max()))
            };
            out.push(format!("blocks of {own}, not {}", Bytes(claimed)));
        }
        Some(_) => {}
    }
    match claim.depth() {
        None => out.push("the sheet does not say at which depth".to_owned()),
        Some(claimed) if depth < REACHED * claimed => {
            out.push(format!("{} in flight, not {}", short(depth), short(claimed)));
        }
        Some(_) => {}
    }
    if !job.durability.direct {
        out.push("through the page cache (direct=0)".to_owned());
    }
    if claim.state == State::New {
        out.push("the claim is for a new drive".to_owned());
    }
    if job.access.mode.is_mixed() {
        out.push("reads and writes share the device".to_owned());
    }
    let durability = &job.durability;
    let syncs = durability.fsync_every > 0
        || durability.fdatasync_every > 0
        || durability.sync_file_range.is_some()
        || durability.open_sync != OpenSync::None;
    if syncs && ddir == Ddir::Write {
        out.push("its writes are synced".to_owned());
    }
    if is_held_back(job) {
        out.push("it holds itself back (rate, thinktime)".to_owned());
    }
    out
}

/// Whether a rate or thinking keeps a job below what the device gives.
pub fn is_held_back(job: &JobPlan) -> bool {
    let pace = &job.pace;
    pace.thinktime_us > 0
        || Ddir::ALL
            .into_iter()
            .any(|ddir| pace.rate_bytes[ddir] > 0 || pace.rate_iops[ddir] > 0)
}

/// Whether other jobs of the plan belong to the same reporting group: those run at the same time.
pub fn has_company(jobs: &[JobPlan], index: usize) -> bool {
    let group = jobs.get(index).map(|job| job.group);
    jobs.iter()
        .enumerate()
        .any(|(other, job)| other != index && Some(job.group) == group)
}

/// What stands with [`differences`] when other jobs ran at the same time.
pub const COMPANY: &str = "other jobs run at the same time";

/// Every direction of every job of a run that has a claim.
pub fn compared<'a>(sheet: &'a SpecSheet, after: &Case<'_>) -> Vec<Compared<'a>> {
    let of = |run: &JobRun<'_>| -> Vec<Compared<'a>> {
        run.directions()
            .filter_map(|(ddir, _)| one(sheet, after, run, ddir))
            .collect()
    };
    after.jobs.iter().flat_map(of).collect()
}

fn one<'a>(sheet: &'a SpecSheet, after: &Case<'_>, run: &JobRun<'_>, ddir: Ddir) -> Option<Compared<'a>> {
    let claim = nearest_claim(sheet, run.plan, ddir)?;
    let stats = run.ddir(ddir);
    let seconds = stats.runtime_ns as f64 / 1e9;
    if seconds <= 0.0 || claim.rate.value() <= 0.0 {
        return None;
    }
    let count = match claim.rate {
        Rate::Iops(_) => stats.ios,
        Rate::Bandwidth(_) => stats.bytes,
    };
    let measured = claim.rate.with(count as f64 / seconds);
    let achieved = run.achieved_depth();
    let asked = f64::from(real_depth(run.plan)) * run.workers.len() as f64;
    let mut differences = differences(run.plan, ddir, claim, achieved.unwrap_or(asked));
    if has_company(&after.record.plan.jobs, run.index) {
        differences.push(COMPANY.to_owned());
    }
    Some(Compared {
        job: run.index,
        ddir,
        claim,
        measured,
        ratio: measured.value() / claim.rate.value(),
        achieved_depth: achieved,
        asked_depth: asked,
        block_bytes: stats.bytes as f64 / stats.ios.max(1) as f64,
        differences,
    })
}

/// fio options that make a job what the claim is about, as far as the sheet says it.
pub fn options_of(claim: &Claim) -> String {
    let mut out = format!("--rw={} --direct=1", claim.workload.name());
    if let Some(bytes) = claim.block_bytes {
        let size = if bytes % 1024 == 0 {
            format!("{}k", bytes / 1024)
        } else {
            bytes.to_string()
        };
        out.push_str(&format!(" --bs={size}"));
    }
    if let Some(iodepth) = claim.iodepth {
        out.push_str(&format!(" --ioengine=io_uring --iodepth={iodepth}"));
    }
    if claim.numjobs > 1 {
        out.push_str(&format!(" --numjobs={}", claim.numjobs));
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_job::plan::AccessMode;

    fn claim(workload: Workload, block_bytes: Option<u64>, iodepth: Option<u32>) -> Claim {
        Claim {
            workload,
            block_bytes,
            iodepth,
            numjobs: 1,
            rate: Rate::Bandwidth(2.2e9),
            state: State::Sustained,
            note: None,
        }
    }

    fn sheet() -> SpecSheet {
        SpecSheet {
            device: "d".to_owned(),
            source: "s".to_owned(),
            claims: vec![
                claim(Workload::Read, Some(128 << 10), Some(32)),
                claim(Workload::RandRead, Some(4096), Some(1)),
                claim(Workload::RandRead, Some(4096), Some(128)),
                claim(Workload::RandRead, Some(64 << 10), Some(128)),
                claim(Workload::Write, None, None),
            ],
        }
    }

    fn job(mode: AccessMode, bytes: u64, iodepth: u32) -> JobPlan {
        let mut job = JobPlan::new("job");
        job.access.mode = mode;
        for ddir in Ddir::ALL {
            job.access.block_size[ddir] = BlockSize::Fixed(bytes);
        }
        job.engine.kind = EngineKind::IoUring;
        job.durability.direct = true;
        job.depth.iodepth = iodepth;
        job
    }

    #[test]
    fn the_nearest_claim_is_of_the_same_kind_then_size_then_depth() {
        let sheet = sheet();
        let at = |mode, bytes, depth, ddir| {
            let job = job(mode, bytes, depth);
            nearest_claim(&sheet, &job, ddir)
                .map(|found| sheet.claims.iter().position(|claim| claim == found).unwrap())
        };
        assert_eq!(at(AccessMode::Read, 4096, 1, Ddir::Read), Some(0));
        assert_eq!(at(AccessMode::RandRead, 4096, 2, Ddir::Read), Some(1));
        assert_eq!(at(AccessMode::RandRead, 4096, 64, Ddir::Read), Some(2));
        assert_eq!(at(AccessMode::RandRead, 128 << 10, 1, Ddir::Read), Some(3));
        assert_eq!(at(AccessMode::Write, 4096, 1, Ddir::Write), Some(4));
        assert_eq!(at(AccessMode::RandWrite, 4096, 1, Ddir::Write), None);
        assert_eq!(at(AccessMode::RandRead, 4096, 2, Ddir::Write), None);
    }

    #[test]
    fn each_difference_is_named_and_a_fair_job_has_none() {
        let sheet = sheet();
        let fair = job(AccessMode::RandRead, 4096, 128);
        assert_eq!(differences(&fair, Ddir::Read, &sheet.claims[2], 127.0), [""; 0]);
        let said = |change: fn(&mut JobPlan), depth: f64| {
            let mut job = fair.clone();
            change(&mut job);
            differences(&job, Ddir::Read, &sheet.claims[2], depth).join("; ")
        };
        assert_eq!(said(|_| {}, 1.0), "1 in flight, not 128");
        assert_eq!(
            said(|job| job.durability.direct = false, 128.0),
            "through the page cache (direct=0)"
        );
        assert_eq!(
            said(
                |job| job.access.block_size[Ddir::Read] = BlockSize::Range { min: 512, max: 8192 },
                128.0
            ),
            "blocks of 512 bytes to 8 KiB, not 4 KiB"
        );
        assert_eq!(
            said(|job| job.pace.thinktime_us = 5, 128.0),
            "it holds itself back (rate, thinktime)"
        );
        assert_eq!(
            said(|job| job.access.mode = AccessMode::RandRw, 128.0),
            "reads and writes share the device"
        );
        let mut new = sheet.claims[2].clone();
        new.state = State::New;
        assert_eq!(
            differences(&fair, Ddir::Read, &new, 128.0),
            ["the claim is for a new drive"]
        );
        let silent = differences(
            &job(AccessMode::Write, 4096, 1),
            Ddir::Write,
            &sheet.claims[4],
            1.0,
        );
        assert_eq!(silent.len(), 2, "{silent:?}");
    }

    #[test]
    fn the_options_make_the_claims_job() {
        assert_eq!(
            options_of(&sheet().claims[0]),
            "--rw=read --direct=1 --bs=128k --ioengine=io_uring --iodepth=32"
        );
        assert_eq!(options_of(&sheet().claims[4]), "--rw=write --direct=1");
    }
}
