//! A job held against the nearest claim: which one that is, and in what the job differs.
//!
//! One ratio per job and direction, never a mean over several. Whether a gap says something about the device is for the
//! trap `spec-gap`; this is the arithmetic.

use crate::case::planned::{open_sync, real_depth, share};
use crate::case::{Case, JobRun};
use fiord_job::plan::{Backend, BlockSize, Ddir, JobPlan, OpenSync};
use fiord_messages::traps::spec_gap as messages;
use fiord_messages::{Lang, words};
use fiord_record::claims::{Claim, ClaimedRate, DriveState, SpecSheet, Workload};
use fiord_record::number::{Bytes, short};
use serde::{Deserialize, Serialize};

/// Share of the claimed depth from which it counts as reached.
const REACHED: f64 = 0.9;
/// What an unknown block size or depth weighs when the nearest claim is looked for: less than one doubling.
const UNKNOWN: f64 = 0.5;

/// One direction of a job after a run, with the nearest claim.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimComparison<'a> {
    /// Index of the job in the plan.
    pub job: usize,
    /// The direction.
    pub ddir: Ddir,
    pub claim: &'a Claim,
    /// What was measured, in the claim's kind of rate.
    pub measured: ClaimedRate,
    /// Measured ÷ claimed.
    pub ratio: f64,
    /// I/Os in flight on average (Little's law), of the whole job.
    pub achieved_depth: Option<f64>,
    /// I/Os that the job can have in flight.
    pub asked_depth: f64,
    /// Mean size of an I/O in bytes.
    pub block_bytes: f64,
    /// In what the job differs from the claim; none: the comparison is fair.
    pub differences: Vec<Difference>,
}

/// The claim nearest to what a job does in one direction: the same direction and order, then block size, then depth.
pub fn nearest_claim<'a>(sheet: &'a SpecSheet, job: &JobPlan, ddir: Ddir) -> Option<&'a Claim> {
    if job.engine.kind.backend() == Backend::Null || share(job, ddir) <= 0.0 {
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

/// In what a job differs from a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Difference {
    /// The data sheet states no block size.
    BlocksUnclaimed,
    Blocks {
        least_bytes: u64,
        most_bytes: u64,
        claimed_bytes: u64,
    },
    /// The data sheet states no depth.
    DepthUnclaimed,
    Depth {
        in_flight: f64,
        claimed: f64,
    },
    Buffered,
    NewDrive,
    Mixed,
    Synced,
    HeldBack,
    /// Other jobs ran at the same time.
    Company,
}

/// In what a job differs from a claim. `depth` is what it has in flight: reached after a run, asked for before it.
pub fn differences(job: &JobPlan, ddir: Ddir, claim: &Claim, depth: f64) -> Vec<Difference> {
    let mut out = Vec::new();
    let size = &job.access.block_size[ddir];
    match claim.block_bytes {
        None => out.push(Difference::BlocksUnclaimed),
        Some(claimed)
            if *size != BlockSize::Fixed(claimed) && (size.min(), size.max()) != (claimed, claimed) =>
        {
            out.push(Difference::Blocks {
                least_bytes: size.min(),
                most_bytes: size.max(),
                claimed_bytes: claimed,
            });
        }
        Some(_) => {}
    }
    match claim.depth() {
        None => out.push(Difference::DepthUnclaimed),
        Some(claimed) if depth < REACHED * claimed => out.push(Difference::Depth {
            in_flight: depth,
            claimed,
        }),
        Some(_) => {}
    }
    let durability = &job.durability;
    let syncs = durability.fsync_every > 0
        || durability.fdatasync_every > 0
        || durability.sync_file_range.is_some()
        || open_sync(job) != OpenSync::None;
    let rest = [
        (!durability.direct, Difference::Buffered),
        (claim.state == DriveState::New, Difference::NewDrive),
        (job.access.mode.is_mixed(), Difference::Mixed),
        (syncs && ddir == Ddir::Write, Difference::Synced),
        (job.pace.is_held_back(), Difference::HeldBack),
    ];
    out.extend(rest.into_iter().filter(|(holds, _)| *holds).map(|(_, one)| one));
    out
}

/// Whether other jobs of the plan belong to the same reporting group: those run at the same time.
pub fn has_company(jobs: &[JobPlan], index: usize) -> bool {
    let group = jobs.get(index).map(|job| job.group);
    jobs.iter()
        .enumerate()
        .any(|(other, job)| other != index && Some(job.group) == group)
}

/// Every direction of every job of a run that has a claim.
pub fn compared<'a>(sheet: &'a SpecSheet, after: &Case<'_>) -> Vec<ClaimComparison<'a>> {
    let of = |run: &JobRun<'_>| -> Vec<ClaimComparison<'a>> {
        run.directions()
            .filter_map(|(ddir, _)| one(sheet, after, run, ddir))
            .collect()
    };
    after.jobs.iter().flat_map(of).collect()
}

fn one<'a>(
    sheet: &'a SpecSheet,
    after: &Case<'_>,
    run: &JobRun<'_>,
    ddir: Ddir,
) -> Option<ClaimComparison<'a>> {
    let claim = nearest_claim(sheet, run.plan, ddir)?;
    let stats = run.ddir(ddir);
    let seconds = stats.runtime_ns as f64 / 1e9;
    if seconds <= 0.0 || claim.rate.value() <= 0.0 {
        return None;
    }
    let count = match claim.rate {
        ClaimedRate::Iops(_) => stats.ios,
        ClaimedRate::Bandwidth(_) => stats.bytes,
    };
    let measured = claim.rate.with(count as f64 / seconds);
    let achieved = run.achieved_depth();
    let asked = f64::from(real_depth(run.plan)) * run.workers.len() as f64;
    let mut differences = differences(run.plan, ddir, claim, achieved.unwrap_or(asked));
    if has_company(&after.record.plan.jobs, run.index) {
        differences.push(Difference::Company);
    }
    Some(ClaimComparison {
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

/// The item about a difference, in a list of them.
impl Difference {
    pub fn clause(&self, lang: Lang) -> String {
        let text = match self {
            Difference::BlocksUnclaimed => messages::blocks_unclaimed(lang),
            Difference::Blocks {
                least_bytes,
                most_bytes,
                claimed_bytes,
            } => {
                let (least, most) = (&Bytes(*least_bytes), &Bytes(*most_bytes));
                let claimed = &Bytes(*claimed_bytes);
                return if least == most {
                    messages::Blocks { own: least, claimed }.text(lang)
                } else {
                    messages::BlocksRange { least, most, claimed }.text(lang)
                };
            }
            Difference::DepthUnclaimed => messages::depth_unclaimed(lang),
            Difference::Depth { in_flight, claimed } => {
                let (in_flight, claimed) = (&short(*in_flight), &short(*claimed));
                return messages::Depth { in_flight, claimed }.text(lang);
            }
            Difference::Buffered => messages::buffered(lang),
            Difference::NewDrive => messages::new_drive(lang),
            Difference::Mixed => messages::mixed(lang),
            Difference::Synced => messages::synced(lang),
            Difference::HeldBack => messages::held_back(lang),
            Difference::Company => messages::company(lang),
        };
        text.to_owned()
    }
}

/// Several differences in a list.
pub(crate) fn list_differences(differences: &[Difference], lang: Lang) -> String {
    let items: Vec<String> = differences.iter().map(|one| one.clause(lang)).collect();
    lang.list(&items)
}

/// `randread 220,000 IOPS (4 KiB, queue depth 128, new drive)`.
pub fn describe_claim(claim: &Claim, lang: Lang) -> String {
    let (workload, rate) = (&claim.workload.name(), &claim.rate);
    let drive_state = match claim.state {
        DriveState::New => words::DriveState::New,
        DriveState::Sustained => words::DriveState::Sustained,
    };
    match (claim.block_bytes.map(Bytes), claim.depth().map(short)) {
        (Some(blocks), Some(depth)) => messages::Claim {
            workload,
            rate,
            blocks: &blocks,
            depth: &depth,
            drive_state,
        }
        .text(lang),
        (Some(blocks), None) => messages::ClaimWithoutDepth {
            workload,
            rate,
            blocks: &blocks,
            drive_state,
        }
        .text(lang),
        (None, Some(depth)) => messages::ClaimWithoutBlocks {
            workload,
            rate,
            depth: &depth,
            drive_state,
        }
        .text(lang),
        (None, None) => messages::ClaimBare {
            workload,
            rate,
            drive_state,
        }
        .text(lang),
    }
}

/// fio options that make a job match the claim, as far as the data sheet states it.
pub(crate) fn matching_options(claim: &Claim) -> String {
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
    use fiord_record::claims::RatedWrites;

    use super::*;
    use fiord_job::plan::{AccessMode, EngineKind};

    fn claim(workload: Workload, block_bytes: Option<u64>, iodepth: Option<u32>) -> Claim {
        Claim {
            workload,
            block_bytes,
            iodepth,
            numjobs: 1,
            rate: ClaimedRate::Bandwidth(2.2e9),
            state: DriveState::Sustained,
            note: None,
        }
    }

    fn sheet() -> SpecSheet {
        SpecSheet {
            device: "d".to_owned(),
            source: "s".to_owned(),
            writes: RatedWrites::default(),
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
        let fast = claim(Workload::RandRead, Some(4096), Some(128));
        let fair = job(AccessMode::RandRead, 4096, 128);
        assert_eq!(differences(&fair, Ddir::Read, &fast, 127.0), []);
        let seen = |change: fn(&mut JobPlan), depth: f64| {
            let mut job = fair.clone();
            change(&mut job);
            differences(&job, Ddir::Read, &fast, depth)
        };
        let shallow = Difference::Depth {
            in_flight: 1.0,
            claimed: 128.0,
        };
        assert_eq!(seen(|_| {}, 1.0), [shallow]);
        assert_eq!(
            seen(|job| job.durability.direct = false, 128.0),
            [Difference::Buffered]
        );
        let blocks = Difference::Blocks {
            least_bytes: 512,
            most_bytes: 8192,
            claimed_bytes: 4096,
        };
        assert_eq!(
            blocks.clause(Lang::En),
            "block sizes from 512 bytes to 8 KiB instead of 4 KiB"
        );
        assert_eq!(
            seen(
                |job| job.access.block_size[Ddir::Read] = BlockSize::Range { min: 512, max: 8192 },
                128.0
            ),
            [blocks]
        );
        assert_eq!(
            seen(|job| job.pace.thinktime_us = 5, 128.0),
            [Difference::HeldBack]
        );
        assert_eq!(
            seen(|job| job.access.mode = AccessMode::RandRw, 128.0),
            [Difference::Mixed]
        );
        let mut new = fast.clone();
        new.state = DriveState::New;
        assert_eq!(
            differences(&fair, Ddir::Read, &new, 128.0),
            [Difference::NewDrive]
        );
        let silent = claim(Workload::Write, None, None);
        let write = job(AccessMode::Write, 4096, 1);
        assert_eq!(differences(&write, Ddir::Write, &silent, 1.0).len(), 2);
    }

    #[test]
    fn the_options_make_the_claims_job() {
        assert_eq!(
            matching_options(&claim(Workload::Read, Some(128 << 10), Some(32))),
            "--rw=read --direct=1 --bs=128k --ioengine=io_uring --iodepth=32"
        );
        assert_eq!(
            matching_options(&claim(Workload::Write, None, None)),
            "--rw=write --direct=1"
        );
    }
}
