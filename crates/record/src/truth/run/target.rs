//! Which blocks were touched: writers on top of each other.

use std::path::PathBuf;

use fiord_spec::plan::{Amount, Ddir};

use super::{After, JobRun};
use crate::truth::facts::Evidence;
use crate::truth::rule::{Family, Finding, Rule, Severity, When};
use crate::truth::words::{Bytes, Share, plural};

/// Distinct blocks as a share of those issued below which workers are on each other's blocks.
const OVERLAP_LIMIT: f64 = 0.9;

/// Several workers on the same blocks of one file.
pub(super) const SAME_FILE_WRITERS: Rule = Rule {
    id: "same-file-writers",
    family: Family::Target,
    title: "several workers used the same blocks of one file",
    why: "what the first brings in or changes serves the others: the sum of their rates is more than the disk moved",
    attempt: "a file per worker (leave filename out), or offset_increment=SIZE so that each has its own part",
    example: "numjobs=16 with filename=/data/f: 16 × 100 MiB are written to the same 100 MiB.",
    source: "seed S3; fio issue 1693",
    when: When::Run,
    judge: same_file_writers,
};

/// What one worker covered of a file.
struct Cover {
    path: PathBuf,
    from: u64,
    to: u64,
}

fn same_file_writers(e: &Evidence<'_>) -> Vec<Finding> {
    let Some(after) = e.after.filter(|after| after.witnessed().is_some()) else {
        return Vec::new();
    };
    let find = |ddir: Ddir| {
        let mut covers: Vec<Cover> = Vec::new();
        for job in after.moving(ddir).filter(|job| !job.plan.access.mode.is_random()) {
            covers.extend(job_covers(after, job, ddir));
        }
        let issued: u64 = covers.iter().map(|cover| cover.to - cover.from).sum();
        let distinct = union(&mut covers);
        if issued == 0 || distinct as f64 / issued as f64 >= OVERLAP_LIMIT {
            return None;
        }
        let share = distinct as f64 / issued as f64;
        let (severity, verb) = match ddir {
            Ddir::Write => (Severity::Wrong, "wrote"),
            _ => (Severity::Care, "read"),
        };
        let saw = format!(
            "{} {verb} {} on only {} of distinct blocks ({})",
            plural(covers.len() as u64, "worker"),
            Bytes(issued),
            Bytes(distinct),
            Share(share)
        );
        Some(
            SAME_FILE_WRITERS
                .finds(severity, saw)
                .value("distinct_percent", share * 100.0)
                .value("distinct_bytes", distinct as f64)
                .value("issued_bytes", issued as f64),
        )
    };
    [Ddir::Write, Ddir::Read].into_iter().filter_map(find).collect()
}

/// The ranges of a sequential job's workers in their file; jobs whose place cannot be told have none.
fn job_covers(after: &After<'_>, job: &JobRun<'_>, ddir: Ddir) -> Vec<Cover> {
    let Some(evidence) = after.evidence() else {
        return Vec::new();
    };
    let mut targets = evidence.targets.iter().filter(|target| target.job == job.index);
    let (Some(target), None) = (targets.next(), targets.next()) else {
        return Vec::new();
    };
    let size = target
        .after
        .or(target.before)
        .map_or(u64::MAX, |state| state.size_bytes);
    let access = &job.plan.access;
    let bytes_of = |amount: Amount| match amount {
        Amount::Bytes(bytes) => Some(bytes),
        Amount::Percent(percent) if size < u64::MAX => Some(size / 100 * u64::from(percent)),
        _ => None,
    };
    let (Some(offset), Some(step)) = (bytes_of(access.offset), bytes_of(access.offset_increment)) else {
        return Vec::new();
    };
    let region = access.size.and_then(bytes_of).unwrap_or(size);
    let cover = |worker: &&crate::run::WorkerRecord| {
        let moved = worker.stats.ddirs[ddir as usize].bytes.min(region);
        let from = offset.saturating_add(step.saturating_mul(u64::from(worker.clone)));
        (moved > 0).then(|| Cover {
            path: target.path.clone(),
            from,
            to: from.saturating_add(moved),
        })
    };
    job.workers.iter().filter_map(cover).collect()
}

/// Bytes in the union of all ranges, file by file.
fn union(covers: &mut [Cover]) -> u64 {
    covers.sort_by(|a, b| (&a.path, a.from).cmp(&(&b.path, b.from)));
    let (mut sum, mut end) = (0, 0);
    let mut path = None;
    for cover in covers {
        if path != Some(&cover.path) {
            (path, end) = (Some(&cover.path), 0);
        }
        let from = cover.from.max(end);
        sum += cover.to.saturating_sub(from);
        end = end.max(cover.to);
    }
    sum
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_union_counts_every_byte_once_per_file() {
        let cover = |path: &str, from, to| Cover {
            path: path.into(),
            from,
            to,
        };
        assert_eq!(
            union(&mut [cover("a", 0, 10), cover("a", 5, 20), cover("a", 6, 8)]),
            20
        );
        assert_eq!(
            union(&mut [cover("a", 30, 40), cover("b", 0, 10), cover("a", 0, 10)]),
            30
        );
        assert_eq!(union(&mut []), 0);
    }
}
