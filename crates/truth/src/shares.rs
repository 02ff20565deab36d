//! How the bytes that were read divide: from devices, from holes, from caches; for the run and for each part of it that can be told
//! apart.

use fiord_host::stack::FsClass;
use fiord_job::plan::Ddir;
use fiord_record::evidence::RunEvidence;

use crate::case::{Case, JobRun};
use crate::trap::{Severity, Subject};

/// Share of bytes that did not come from the device below which a read is one of the device (method: cache share).
pub const CACHE_LIMIT: f64 = 0.01;
/// Share above which the number is not the device's.
pub const CACHE_WRONG: f64 = 0.10;

/// How the bytes read divide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReadShares {
    /// Bytes read by the workers.
    pub issued: u64,
    /// Of them delivered by devices.
    pub device: u64,
    /// Share that no device delivered, 0 to 1.
    pub elsewhere: f64,
    /// Share of the targets that is holes or unwritten, 0 to 1.
    pub holes: f64,
}

/// How the bytes read divide; none if nothing was read or nobody counted.
pub fn read_shares(case: &Case<'_>) -> Option<ReadShares> {
    let evidence = case.witnessed()?;
    let issued = evidence.read_issued();
    if issued == 0 {
        return None;
    }
    let device = evidence.own_device_read()?.min(issued);
    Some(ReadShares {
        issued,
        device,
        elsewhere: 1.0 - device as f64 / issued as f64,
        holes: holes(case, evidence),
    })
}

/// Share of holes and unwritten extents in the targets of the reading jobs that nobody wrote.
fn holes(case: &Case<'_>, evidence: &RunEvidence) -> f64 {
    let reading: Vec<usize> = case
        .jobs
        .iter()
        .filter(|job| job.ddir(Ddir::Read).ios > 0 && job.ddir(Ddir::Write).ios == 0)
        .map(|job| job.index)
        .collect();
    let (mut empty, mut all) = (0_u64, 0_u64);
    for target in evidence
        .targets
        .iter()
        .filter(|target| reading.contains(&target.job))
    {
        if let Some(allocation) = target.allocation {
            empty = empty
                .saturating_add(allocation.hole_bytes)
                .saturating_add(allocation.unwritten_bytes);
            all = all.saturating_add(allocation.size_bytes);
        }
    }
    if all == 0 {
        0.0
    } else {
        (empty as f64 / all as f64).min(1.0)
    }
}

/// How much a share matters of bytes that did not come from, or go to, the device.
pub fn severity(share: f64) -> Severity {
    if share > CACHE_WRONG {
        Severity::Wrong
    } else {
        Severity::Care
    }
}

/// What a finding about the whole run is about: its only job, if there is one.
pub fn whole(case: &Case<'_>) -> Subject {
    case.only_job().map_or_else(Subject::whole, Subject::job)
}

pub fn is_buffered(job: &JobRun<'_>) -> bool {
    !job.plan.durability.direct
}

/// Whether all targets lie on file systems that are memory.
pub fn in_memory_fs(evidence: &RunEvidence) -> bool {
    let known = || evidence.targets.iter().filter_map(|target| target.fs_class);
    known().next().is_some() && known().all(|class| class == FsClass::Memory)
}

/// Names of the devices at the bottom.
pub fn leaf_names(evidence: &RunEvidence) -> Vec<String> {
    evidence.leaves().map(|leaf| leaf.name.clone()).collect()
}
