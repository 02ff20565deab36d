//! Workers on the same blocks of one file: foreseen from the plan, counted after the run, set apart.
//!
//! Blocks are counted by making the I/Os again after the run ([`BlockUse`]); where they were not counted, the ranges of sequential workers
//! are all there is to go by.

use std::path::PathBuf;

use fiord_job::plan::{Amount, Ddir, JobPlan};
use fiord_messages::words::{Moves, Place};
use fiord_messages::{Lang, Sentence, same_blocks as messages};
use fiord_record::FileKind;
use fiord_record::evidence::BlockUse;
use fiord_record::number::{Bytes, Count, Share};
use fiord_record::run::WorkerRecord;
use serde::{Deserialize, Serialize};

use crate::case::job_view::JobView;
use crate::case::planned::{issues, shares_file, step_bytes};
use crate::case::{Case, JobRun};
use crate::correct::amount::{free_bytes, region_option, size_text};
use crate::correct::edit::Edit;
use crate::terms::ddir_word;
use crate::words::phrases::thing_name;
use crate::{Severity, Subject, Thing};

/// Distinct blocks as a share of those issued below which workers are on each other's blocks.
pub const OVERLAP_LIMIT: f64 = 0.9;
/// A region that random I/O covers several times within a minute.
const SOON_COVERED_BYTES: u64 = 4 << 30;

/// Clones of a job that will be on the same blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clones {
    pub jobs: u32,
    /// Distinct bytes as a share of those moved, 0 to 1.
    pub distinct_share: f64,
    /// By the clock: it may be less.
    pub at_most: bool,
    /// All from the same offset, one after another; else each draws its own places.
    pub sequential: bool,
    /// Of random clones the direction that goes in sequence all the same (`percentage_random=100,0`).
    #[serde(default)]
    pub in_sequence: Option<Ddir>,
    pub on_device: bool,
    /// Their regions begin apart and overlap (`offset_increment`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shifted: bool,
}

/// Clones that open one file or device and start at the same offset.
pub fn clones(view: &JobView<'_>) -> Option<Clones> {
    let job = view.job;
    let step = step_bytes(job, &view.targets);
    let apart = view.planned.region_bytes.is_none_or(|region| step >= region) && step > 0;
    // Clones on zones write after each other, each at the write pointer.
    if !shares_file(job) || apart || job.access.zbd().is_some() {
        return None;
    }
    if step > 0 {
        return shifted(view);
    }
    let clones = f64::from(job.numjobs);
    let sequential = !job.access.mode.is_random();
    // Random clones draw different places; together they touch 1 − (1 − f)^n of the region. Passes after the first add none.
    let passes = view.planned.passes.unwrap_or(1.0).max(f64::MIN_POSITIVE);
    let part = passes.min(1.0);
    let distinct_share = if sequential || view.planned.unlimited {
        1.0 / (clones * passes.max(1.0))
    } else {
        (1.0 - (1.0 - part).powf(clones)) / (passes * clones)
    };
    // By the clock, random clones may see little of a large region.
    let region = view.planned.region_bytes;
    let unknown = view.planned.unlimited && region.is_none_or(|region| region > SOON_COVERED_BYTES);
    if !sequential && (unknown || distinct_share > OVERLAP_LIMIT) {
        return None;
    }
    Some(Clones {
        jobs: job.numjobs,
        distinct_share,
        at_most: view.planned.unlimited,
        sequential,
        in_sequence: in_sequence(job).filter(|_| !sequential),
        on_device: is_device(view),
        shifted: false,
    })
}

/// Clones whose regions begin apart and overlap, where they cover all of them.
fn shifted(view: &JobView<'_>) -> Option<Clones> {
    let (planned, job) = (&view.planned, view.job);
    let covers = planned.passes.is_none_or(|passes| passes >= 1.0);
    let all = planned.total_bytes.filter(|_| !planned.unlimited);
    let region = planned.region_bytes?;
    let all = all.unwrap_or_else(|| region.saturating_mul(u64::from(job.numjobs)));
    let distinct_share = planned.footprint_bytes? as f64 / all.max(1) as f64;
    let is_soon = !planned.unlimited || region <= SOON_COVERED_BYTES;
    (covers && is_soon && distinct_share < OVERLAP_LIMIT).then(|| Clones {
        jobs: job.numjobs,
        distinct_share,
        at_most: planned.unlimited,
        sequential: !job.access.mode.is_random(),
        in_sequence: None,
        on_device: is_device(view),
        shifted: true,
    })
}

/// The direction of a random job that is not random.
pub fn in_sequence(job: &JobPlan) -> Option<Ddir> {
    let mut undrawn = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir) && job.access.percentage_random[*ddir] == 0);
    undrawn.next().filter(|_| job.access.mode.is_random())
}

fn is_device(view: &JobView<'_>) -> bool {
    view.targets.iter().any(|target| target.kind == FileKind::Block)
}

/// Workers that were on the same blocks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Together {
    pub workers: u64,
    pub distinct_percent: f64,
    pub distinct_bytes: u64,
    pub issued_bytes: u64,
    /// Unknown where blocks were not counted.
    pub issued_ios: Option<u64>,
    /// Bytes of different blocks of each worker apart, added up.
    pub distinct_of_each_bytes: Option<u64>,
    /// Files; one is the subject.
    pub files: u64,
    /// Why nothing was counted: then it is inferred from the workers' ranges.
    pub uncounted: Option<Sentence>,
    /// All draw their places at random.
    pub random: bool,
}

/// What was counted of a direction, over all targets that a judgement is about.
#[derive(Debug, Default)]
pub struct Counted {
    pub workers: u32,
    pub issued: u64,
    pub of_each: u64,
    pub distinct: u64,
    pub ios: u64,
    pub paths: Vec<PathBuf>,
    pub jobs: Vec<usize>,
}

impl Counted {
    pub fn add(&mut self, used: &BlockUse, ddir: Ddir) {
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

    /// The jobs, and the path where there is one.
    pub fn subject(&self) -> Subject {
        let subject = Subject {
            jobs: self.jobs.clone(),
            thing: None,
        };
        match self.paths.as_slice() {
            [one] => subject.on(Thing::File(one.clone())),
            _ => subject,
        }
    }
}

/// Workers that moved data in one direction on each other's blocks.
pub fn together(case: &Case<'_>, ddir: Ddir) -> Option<(Subject, Together)> {
    let evidence = case.witnessed()?;
    let Some(blocks) = &evidence.blocks else {
        return inferred(case, ddir, None);
    };
    counted_together(case, blocks, ddir).or_else(|| {
        let mut not = blocks
            .iter()
            .filter(|used| used.sharing > 1 && used.uncounted.is_some());
        inferred(case, ddir, Some(not.next()?))
    })
}

/// From blocks that were counted.
fn counted_together(case: &Case<'_>, blocks: &[BlockUse], ddir: Ddir) -> Option<(Subject, Together)> {
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
    let random = |index: &usize| {
        let job = case.jobs.iter().find(|job| job.index == *index);
        job.is_some_and(|job| job.plan.access.mode.is_random())
    };
    let together = Together {
        workers: u64::from(sum.workers),
        distinct_percent: sum.distinct as f64 / sum.issued as f64 * 100.0,
        distinct_bytes: sum.distinct,
        issued_bytes: sum.issued,
        issued_ios: Some(sum.ios),
        distinct_of_each_bytes: Some(sum.of_each),
        files: sum.paths.len() as u64,
        uncounted: None,
        random: sum.jobs.iter().all(random),
    };
    Some((sum.subject(), together))
}

/// What one worker covered of a file.
struct Cover {
    path: PathBuf,
    from: u64,
    to: u64,
}

/// From the ranges of sequential workers, where blocks were not counted; of the one target that was `uncounted` or, without, of all.
fn inferred(case: &Case<'_>, ddir: Ddir, uncounted: Option<&BlockUse>) -> Option<(Subject, Together)> {
    let mut covers: Vec<Cover> = Vec::new();
    for job in case
        .moving(ddir)
        .filter(|job| !job.plan.access.mode.is_random())
        .filter(|job| uncounted.is_none_or(|used| used.jobs.contains(&job.index)))
    {
        covers.extend(job_covers(case, job, ddir));
    }
    let issued: u64 = covers.iter().map(|cover| cover.to - cover.from).sum();
    let distinct = union(&mut covers);
    if issued == 0 || distinct as f64 / issued as f64 >= OVERLAP_LIMIT {
        return None;
    }
    let together = Together {
        workers: covers.len() as u64,
        distinct_percent: distinct as f64 / issued as f64 * 100.0,
        distinct_bytes: distinct,
        issued_bytes: issued,
        issued_ios: None,
        distinct_of_each_bytes: None,
        files: 0,
        uncounted: uncounted.and_then(|used| used.uncounted.clone()),
        random: false,
    };
    Some((Subject::whole(), together))
}

/// The ranges of a sequential job's workers in their file; jobs whose place is not known have none.
fn job_covers(case: &Case<'_>, job: &JobRun<'_>, ddir: Ddir) -> Vec<Cover> {
    let Some(evidence) = case.evidence().filter(|_| job.plan.access.zbd().is_none()) else {
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
    let cover = |worker: &&WorkerRecord| {
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

/// How much clones that only read matter: a few places in common do no harm; half of them in common is a cache test.
pub fn of_random_readers(distinct_share: f64) -> Severity {
    if distinct_share >= 0.5 {
        Severity::Note
    } else {
        Severity::Care
    }
}

/// Own files for writers, own parts for readers and on devices.
pub fn set_apart(edit: &mut Edit<'_>, view: &JobView<'_>) {
    let files = &view.job.files;
    let one_name = files.filenames.len() < 2 && files.opendir.is_none();
    if issues(view.job, Ddir::Write) && !is_device(view) && one_name {
        own_files(edit, view);
    } else if view.job.numjobs > 1 {
        own_parts(edit, view);
    }
}

fn own_files(edit: &mut Edit<'_>, view: &JobView<'_>) {
    let name = view.job.files.filenames.first();
    let folder = name.and_then(|name| name.rsplit_once('/'));
    for name in ["filename", "filename_format", "offset_increment"] {
        edit.remove(name);
    }
    if let (Some((folder, _)), None) = (folder, edit.value("directory")) {
        edit.set("directory", if folder.is_empty() { "/" } else { folder });
    }
    edit.new_target = true;
    let clones = u64::from(view.job.numjobs.max(1));
    // The one file stays where it is: the new ones need their own room.
    let free = free_bytes(view);
    let fits = |region: u64| free.is_none_or(|free| region.saturating_mul(clones) < free / 10 * 9);
    let option = region_option(edit);
    match view.planned.region_bytes {
        // No room for as many files of that size: together they are as large as the one was.
        Some(region) if !fits(region) => {
            let block = view.job.access.max_block_bytes().max(1 << 20);
            let part = (region / clones / block * block).max(block);
            edit.set(option.unwrap_or("size"), &size_text(part));
            edit.remove("io_size");
        }
        // The one file had a size; the new ones need one.
        Some(region) if option.is_none() => edit.set("size", &size_text(region)),
        _ => {}
    }
}

fn own_parts(edit: &mut Edit<'_>, view: &JobView<'_>) {
    let Some(region) = view.planned.region_bytes else {
        return;
    };
    let clones = u64::from(view.job.numjobs.max(1));
    let enough = region.saturating_mul(clones) <= view.there_bytes();
    if let Some(size) = edit.value("size").filter(|_| enough) {
        // There is enough for each to have as much.
        edit.set("offset_increment", &size);
        return;
    }
    let block = view.job.access.max_block_bytes().max(4096);
    // Whole MiB where a part has some: a number to be read.
    let block = if region / clones >= 64 << 20 {
        block.next_multiple_of(1 << 20)
    } else {
        block
    };
    let part = region / clones / block * block;
    if part >= block {
        // More than its part would be read again and again from there, as it was before.
        let is_more = view.planned.clone_bytes.is_some_and(|bytes| bytes > part);
        if is_more && view.job.access.io_size.is_some() && view.job.access.mode.is_random() {
            edit.set("io_size", &size_text(part));
        }
        edit.set("size", &size_text(part));
        edit.set("offset_increment", &size_text(part));
    }
}

/// The sentences about workers that do the same.
impl Clones {
    pub(crate) fn saw(&self, moves: Moves, lang: Lang) -> String {
        let workers = &self.jobs;
        let place = if self.on_device {
            Place::Device
        } else {
            Place::File
        };
        let meet = match (self.sequential, self.in_sequence) {
            _ if self.shifted => messages::ClonesInOverlappingRegions {
                workers,
                moves,
                place,
            }
            .text(lang),
            (true, _) => messages::ClonesAtSameOffsets {
                workers,
                moves,
                place,
            }
            .text(lang),
            (false, None) => messages::ClonesInSameRegion {
                workers,
                moves,
                place,
            }
            .text(lang),
            (false, Some(ddir)) => messages::ClonesInSameRegionPartlyInSequence {
                workers,
                moves,
                place,
                ddir: ddir_word(ddir),
            }
            .text(lang),
        };
        let share = &Share(self.distinct_share);
        let distinct = if self.at_most {
            messages::DistinctAtMost { share }.text(lang)
        } else {
            messages::Distinct { share }.text(lang)
        };
        lang.sentences(&[meet, distinct])
    }
}

/// The sentences about workers that met.
impl Together {
    pub(crate) fn saw(&self, moves: Moves, subject: &Subject, lang: Lang) -> String {
        let workers = self.workers;
        let (issued, distinct) = (&Bytes(self.issued_bytes), &Bytes(self.distinct_bytes));
        let share = &Share(self.distinct_percent / 100.0);
        let met = match self.files {
            0 => messages::Met {
                workers,
                moves,
                issued,
                distinct,
                share,
            }
            .text(lang),
            1 => messages::MetInFile {
                workers,
                moves,
                issued,
                distinct,
                path: &thing_name(subject, lang),
                share,
            }
            .text(lang),
            files => messages::MetInFiles {
                workers,
                moves,
                issued,
                distinct,
                files: &Count(files),
                share,
            }
            .text(lang),
        };
        let uncounted = self.uncounted.iter();
        let uncounted = uncounted.map(|reason| {
            let reason = &reason.text(lang);
            messages::Uncounted { reason }.text(lang)
        });
        lang.sentences(&std::iter::once(met).chain(uncounted).collect::<Vec<_>>())
    }
}

#[cfg(test)]
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
