//! How a job differs from a claim, and which options would make it the same.

use crate::case::compare::Difference;
use fiord_record::claims::{Claim, Workload};
use fiord_record::number::{Bytes, short};

/// A clause.
pub fn difference(difference: &Difference) -> String {
    match difference {
        Difference::BlocksUnclaimed => "the sheet does not say with which block size".to_owned(),
        Difference::Blocks {
            least_bytes,
            most_bytes,
            claimed_bytes,
        } => {
            let own = if least_bytes == most_bytes {
                Bytes(*least_bytes).to_string()
            } else {
                format!("{} to {}", Bytes(*least_bytes), Bytes(*most_bytes))
            };
            format!("blocks of {own}, not {}", Bytes(*claimed_bytes))
        }
        Difference::DepthUnclaimed => "the sheet does not say at which depth".to_owned(),
        Difference::Depth { in_flight, claimed } => {
            format!("{} in flight, not {}", short(*in_flight), short(*claimed))
        }
        Difference::Buffered => "through the page cache (direct=0)".to_owned(),
        Difference::NewDrive => "the claim is for a new drive".to_owned(),
        Difference::Mixed => "reads and writes share the device".to_owned(),
        Difference::Synced => "its writes are synced".to_owned(),
        Difference::HeldBack => "it holds itself back (rate, thinktime)".to_owned(),
        Difference::Company => "other jobs run at the same time".to_owned(),
    }
}

/// In a row.
pub(crate) fn all(differences: &[Difference]) -> String {
    let words: Vec<String> = differences.iter().map(difference).collect();
    words.join(", ")
}

/// `randread 220,000 IOPS (4 KiB, 128 in flight, new)`.
pub(crate) fn claim(claim: &Claim) -> String {
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

/// What a sheet has where it claims nothing for a workload.
pub(crate) fn nothing_claimed(device: &str, workload: Workload, known: &[Workload]) -> String {
    let names: Vec<&str> = known.iter().map(|workload| workload.name()).collect();
    format!(
        "the sheet of {device} claims nothing for {}; it has {}",
        workload.name(),
        names.join(", ")
    )
}

/// fio options that make a job what the claim is about, as far as the sheet says it.
pub(crate) fn options_of(claim: &Claim) -> String {
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
    use fiord_job::plan::{AccessMode, BlockSize, Ddir, EngineKind, JobPlan};
    use fiord_record::claims::{ClaimedRate, DriveState};

    use super::*;
    use crate::case::compare::differences;

    fn claim_of(workload: Workload, block_bytes: Option<u64>, iodepth: Option<u32>) -> Claim {
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
    fn each_difference_is_named_and_a_fair_job_has_none() {
        let claim = claim_of(Workload::RandRead, Some(4096), Some(128));
        let fair = job(AccessMode::RandRead, 4096, 128);
        assert_eq!(differences(&fair, Ddir::Read, &claim, 127.0), []);
        let said = |change: fn(&mut JobPlan), depth: f64| {
            let mut job = fair.clone();
            change(&mut job);
            all(&differences(&job, Ddir::Read, &claim, depth))
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
        let mut new = claim.clone();
        new.state = DriveState::New;
        assert_eq!(
            all(&differences(&fair, Ddir::Read, &new, 128.0)),
            "the claim is for a new drive"
        );
        let silent = claim_of(Workload::Write, None, None);
        let write = job(AccessMode::Write, 4096, 1);
        assert_eq!(differences(&write, Ddir::Write, &silent, 1.0).len(), 2);
    }

    #[test]
    fn the_options_make_the_claims_job() {
        assert_eq!(
            options_of(&claim_of(Workload::Read, Some(128 << 10), Some(32))),
            "--rw=read --direct=1 --bs=128k --ioengine=io_uring --iodepth=32"
        );
        assert_eq!(
            options_of(&claim_of(Workload::Write, None, None)),
            "--rw=write --direct=1"
        );
    }
}
