//! Which blocks were touched: writers on top of each other, and of themselves.
//!
//! Blocks are counted by making the I/Os again after the run ([`fiord_record::evidence::BlockUse`]); where nobody counted, the ranges of
//! sequential workers are all there is to go by.

use std::path::PathBuf;

use fiord_job::plan::{Amount, Ddir, OpenSync};

use crate::case::Case;
use crate::case::JobRun;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::evidence::BlockUse;
use fiord_record::number::{Bytes, Share, plural, short};

/// Distinct blocks as a share of those issued below which workers are on each other's blocks.
const OVERLAP_LIMIT: f64 = 0.9;
/// The same for one worker and its own blocks: as in the forecast, one pass and a twentieth.
const AGAIN_LIMIT: f64 = 1.0 / 1.05;

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

/// One worker on the same blocks again and again.
pub(super) const OVERWRITE_SAME: Rule = Rule {
    id: "overwrite-same",
    family: Family::Target,
    title: "the same blocks were written again and again",
    why: "what is rewritten before it reaches the disk is written once and counted every time",
    attempt: "a region several times as large as io_size, or direct=1 for rewrites that all reach the disk",
    example: "size=8m with io_size=32m: 32 MiB are written to 8 MiB of different blocks.",
    source: "seed S3, table of size and io_size",
    when: When::Run,
    judge: overwrite_same,
};

/// What was counted of a direction, over all targets that the rule is about.
#[derive(Default)]
struct Counted {
    workers: u32,
    issued: u64,
    of_each: u64,
    distinct: u64,
    ios: u64,
    paths: Vec<PathBuf>,
    jobs: Vec<usize>,
}

impl Counted {
    fn add(&mut self, used: &BlockUse, ddir: Ddir) {
        let d = ddir as usize;
        self.workers = self.workers.saturating_add(used.workers[d]);
        self.issued = self.issued.saturating_add(used.issued_bytes[d]);
        self.of_each = self.of_each.saturating_add(used.distinct_of_each_bytes[d]);
        self.distinct = self.distinct.saturating_add(used.distinct_bytes[d]);
        self.ios = self.ios.saturating_add(used.issued_ios[d]);
        if !self.paths.contains(&used.path) {
            self.paths.push(used.path.clone());
        }
        let new = used.jobs.iter().filter(|job| !self.jobs.contains(job));
        self.jobs.extend(new.copied().collect::<Vec<_>>());
    }

    fn of_jobs(self, mut finding: Finding) -> Finding {
        finding.subject.jobs = self.jobs;
        finding
    }
}

fn same_file_writers(e: &Case<'_>) -> Vec<Finding> {
    let Some((after, evidence)) = e.witnessed().map(|evidence| (e, evidence)) else {
        return Vec::new();
    };
    [Ddir::Write, Ddir::Read]
        .into_iter()
        .filter_map(|ddir| match &evidence.blocks {
            None => inferred(after, ddir, None),
            Some(blocks) => counted_together(after, blocks, ddir).or_else(|| {
                let not = |used: &&BlockUse| used.sharing > 1 && used.uncounted.is_some();
                blocks
                    .iter()
                    .find(not)
                    .and_then(|used| inferred(after, ddir, Some(used)))
            }),
        })
        .collect()
}

/// From blocks that were counted.
fn counted_together(after: &Case<'_>, blocks: &[BlockUse], ddir: Ddir) -> Option<Finding> {
    let d = ddir as usize;
    let mut sum = Counted::default();
    // What each worker does to its own blocks is not the matter here.
    let meet = |used: &&BlockUse| {
        used.workers[d] > 1
            && (used.distinct_bytes[d] as f64) < used.distinct_of_each_bytes[d] as f64 * OVERLAP_LIMIT
    };
    blocks.iter().filter(meet).for_each(|used| sum.add(used, ddir));
    if sum.issued == 0 {
        return None;
    }
    let random = |index: usize| {
        let job = after.jobs.iter().find(|job| job.index == index);
        job.is_some_and(|job| job.plan.access.mode.is_random())
    };
    let all_random = sum.jobs.iter().all(|job| random(*job));
    let (share, apart) = (
        sum.distinct as f64 / sum.issued as f64,
        sum.distinct as f64 / sum.of_each.max(1) as f64,
    );
    let (severity, verb) = match (ddir, all_random) {
        (Ddir::Write, false) => (Severity::Wrong, "wrote"),
        (Ddir::Write, true) => (Severity::Care, "wrote"),
        (_, true) if apart >= 0.5 => (Severity::Note, "read"),
        _ => (Severity::Care, "read"),
    };
    let saw = format!(
        "{} {verb} {} on only {} of distinct blocks{} ({})",
        plural(u64::from(sum.workers), "worker"),
        Bytes(sum.issued),
        Bytes(sum.distinct),
        of_paths(&sum.paths),
        Share(share)
    );
    let finding = SAME_FILE_WRITERS
        .finds(severity, saw)
        .with("distinct_percent", share * 100.0)
        .with("distinct_bytes", sum.distinct as f64)
        .with("issued_bytes", sum.issued as f64)
        .with("issued_ios", sum.ios as f64)
        .with("distinct_of_each_bytes", sum.of_each as f64);
    Some(sum.of_jobs(finding))
}

fn of_paths(paths: &[PathBuf]) -> String {
    match paths {
        [one] => format!(" of {}", one.display()),
        more => format!(" of {}", plural(more.len() as u64, "file")),
    }
}

/// A worker that wrote its own blocks more than once, counted.
fn overwrite_same(e: &Case<'_>) -> Vec<Finding> {
    let Some((after, evidence)) = e.witnessed().map(|evidence| (e, evidence)) else {
        return Vec::new();
    };
    let blocks = evidence.blocks.as_deref().unwrap_or_default();
    // Too much for memory to hold back: the rewrites were written.
    let reached = evidence
        .device_written_bytes()
        .is_some_and(|written| written as f64 >= evidence.write_issued() as f64 * OVERLAP_LIMIT);
    let mut found = Vec::new();
    for job in after.moving(Ddir::Write) {
        let d = Ddir::Write as usize;
        let mut sum = Counted::default();
        let of_job = |used: &&BlockUse| used.jobs == [job.index] && used.issued_bytes[d] > 0;
        blocks
            .iter()
            .filter(of_job)
            .for_each(|used| sum.add(used, Ddir::Write));
        let share = sum.of_each as f64 / sum.issued.max(1) as f64;
        if sum.issued == 0 || share > AGAIN_LIMIT {
            continue;
        }
        let durable = &job.plan.durability;
        let synced =
            durable.fsync_every > 0 || durable.fdatasync_every > 0 || durable.open_sync != OpenSync::None;
        let severity = if durable.direct || synced || reached {
            Severity::Note
        } else {
            Severity::Wrong
        };
        let who = if sum.workers > 1 { "each worker's" } else { "its" };
        let saw = format!(
            "{} were written to {} of {who} distinct blocks{} ({}): each {} times",
            Bytes(sum.issued),
            Bytes(sum.of_each),
            of_paths(&sum.paths),
            Share(share),
            short(1.0 / share.max(f64::MIN_POSITIVE))
        );
        let finding = OVERWRITE_SAME
            .finds(severity, saw)
            .with("distinct_percent", share * 100.0)
            .with("distinct_bytes", sum.of_each as f64)
            .with("issued_bytes", sum.issued as f64)
            .with("issued_ios", sum.ios as f64);
        found.push(sum.of_jobs(finding));
    }
    found
}

/// From the ranges of sequential workers, where blocks were not counted; of the one target that was `uncounted` or, without, of all.
fn inferred(after: &Case<'_>, ddir: Ddir, uncounted: Option<&BlockUse>) -> Option<Finding> {
    let mut covers: Vec<Cover> = Vec::new();
    for job in after
        .moving(ddir)
        .filter(|job| !job.plan.access.mode.is_random())
        .filter(|job| uncounted.is_none_or(|used| used.jobs.contains(&job.index)))
    {
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
    let how = match uncounted.and_then(|used| used.uncounted.as_deref()) {
        Some(why) => format!("; inferred from their ranges, not counted: {why}"),
        None => String::new(),
    };
    let saw = format!(
        "{} {verb} {} on only {} of distinct blocks ({}){how}",
        plural(covers.len() as u64, "worker"),
        Bytes(issued),
        Bytes(distinct),
        Share(share)
    );
    Some(
        SAME_FILE_WRITERS
            .finds(severity, saw)
            .with("distinct_percent", share * 100.0)
            .with("distinct_bytes", distinct as f64)
            .with("issued_bytes", issued as f64),
    )
}

/// The ranges of a sequential job's workers in their file; jobs whose place cannot be told have none.
fn job_covers(after: &Case<'_>, job: &JobRun<'_>, ddir: Ddir) -> Vec<Cover> {
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
    let cover = |worker: &&fiord_record::run::WorkerRecord| {
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
