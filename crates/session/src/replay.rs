//! Counts the different blocks that a run touched.
//!
//! The I/Os of the workers are made once more from their seeds, without doing them, and marked in a bitmap per file.
//!
//! Only where it tells something: where several workers shared a target, or one wrote more than it has blocks for. It runs when
//! every worker has ended, off the clock, and judges nothing. What cannot be made again or is too much says so.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use fiord_engine::live::LiveBoard;
use fiord_job::plan::{Backend, Ddir, Distribution, RunPlan};
use fiord_messages::{Fixed, Sentence, run_errors as messages};
use fiord_record::evidence::BlockUse;
use fiord_record::number::Count;
use fiord_workload::io::Io;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::replay::Replay;

use crate::before;
use crate::workers::{WorkerReport, WorkerStatus};

/// Most blocks of all files together, by direction: 32 MiB of bitmap.
const MOST_BLOCKS: u64 = 1 << 28;
/// Most I/Os of all workers together: some seconds of counting; and where the user wanted an end, less than one.
const MOST_IOS: u64 = 1 << 27;
const MOST_IOS_STOPPED: u64 = 1 << 24;
/// Most blocks of a skewed distribution, whose law takes a sum over all of them for each worker.
const MOST_SKEWED: u64 = 1 << 22;
/// Most blocks that the workers' own bitmaps have together, one after the other: 2 GiB of memory cleared.
const MOST_CLEARED: u64 = 1 << 34;

/// What one worker had to do, and what its counters say that it did, ramp included.
struct Done<'a> {
    plan: &'a WorkerPlan,
    ios: [u64; 3],
    bytes: [u64; 3],
    /// Why its counters do not tell how far it came.
    lost: Option<Fixed>,
}

/// A target at one time: jobs behind a stonewall or a `wait_for` meet what the others left, not the others.
#[derive(Default)]
struct Group {
    path: PathBuf,
    jobs: Vec<usize>,
    workers: u32,
    /// First byte touched, end, and the largest unit that all offsets and lengths are multiples of.
    from: u64,
    end: u64,
    unit: u64,
    uncounted: Option<Sentence>,
    used: [Use; 3],
}

/// What was done to a target in one direction.
#[derive(Default)]
struct Use {
    workers: u32,
    ios: u64,
    bytes: u64,
    distinct_of_each: u64,
    all: Bits,
}

/// Counts the blocks of all targets worth counting.
pub(super) fn count(
    plan: &RunPlan,
    workers: &[WorkerReport],
    live: &LiveBoard,
    stopped: bool,
) -> Vec<BlockUse> {
    let most = if stopped { MOST_IOS_STOPPED } else { MOST_IOS };
    let done: Vec<Done<'_>> = workers
        .iter()
        .zip(live.cells())
        .filter_map(|(worker, cell)| {
            let reading = cell.read();
            let moved = reading.ios.iter().sum::<u64>() > 0;
            // What the null engine is asked for is on no disk.
            let plan = worker
                .plan
                .as_ref()
                .filter(|plan| moved && plan.job.engine.kind.backend() != Backend::Null)
                .filter(|_| worker.status == WorkerStatus::Ran)?;
            Some(Done {
                plan,
                ios: reading.ios,
                bytes: reading.bytes,
                lost: lost(worker, plan),
            })
        })
        .collect();
    let (mut groups, seats) = group(plan, &done);
    let ios: u64 = done
        .iter()
        .zip(&seats)
        .filter(|(_, seat)| seat.iter().any(Option::is_some))
        .map(|(worker, _)| worker.ios.iter().sum::<u64>())
        .fold(0, u64::saturating_add);
    if ios > most {
        for group in &mut groups {
            group.uncounted = Some(Sentence::new(|lang| {
                messages::UncountedIos { ios: &Count(ios) }.text(lang)
            }));
        }
    } else {
        measure(&done, &seats, &mut groups);
        mark_all(&done, &seats, &mut groups);
    }
    groups.into_iter().map(report).collect()
}

/// Whether the I/Os that completed may be others than the first ones of the order.
fn lost(worker: &WorkerReport, plan: &WorkerPlan) -> Option<Fixed> {
    let failed =
        worker.failure.is_some() || worker.outcome.error.is_some() || !worker.outcome.notes.is_empty();
    if failed {
        Some(messages::uncounted_errors)
    } else if is_costly(plan) {
        Some(messages::uncounted_skewed)
    } else if plan.job.access.fill_device {
        Some(messages::uncounted_fill)
    } else {
        None
    }
}

fn is_costly(plan: &WorkerPlan) -> bool {
    let access = &plan.job.access;
    let skewed =
        |ddir: &Ddir| access.mode.issues(*ddir) && access.distribution[*ddir] != Distribution::Uniform;
    let block = access.min_block_bytes().max(1);
    let blocks = plan
        .targets
        .iter()
        .map(|target| target.region_bytes / block)
        .max();
    access.mode.is_random() && Ddir::ALL.iter().any(skewed) && blocks > Some(MOST_SKEWED)
}

/// The groups, and for each worker the group of each of its files.
fn group(plan: &RunPlan, done: &[Done<'_>]) -> (Vec<Group>, Vec<Vec<Option<usize>>>) {
    let mut epoch = 0;
    let epochs: Vec<usize> = plan
        .jobs
        .iter()
        .map(|job| {
            epoch += usize::from(job.control.stonewall || job.control.wait_for.is_some());
            epoch
        })
        .collect();
    let real = real_paths(done);
    let key = |worker: &Done<'_>, path: &PathBuf| {
        let epoch = epochs.get(worker.plan.job_index).copied().unwrap_or(0);
        (epoch, real.get(path).unwrap_or(path).clone())
    };
    let mut worth: BTreeMap<(usize, PathBuf), (u32, bool)> = BTreeMap::new();
    for worker in done {
        let again = rewrites(worker);
        for target in &worker.plan.targets {
            let entry = worth.entry(key(worker, &target.path)).or_default();
            entry.0 += 1;
            entry.1 |= again;
        }
    }
    let index: BTreeMap<(usize, PathBuf), usize> = worth
        .into_iter()
        .filter(|(_, (workers, again))| *workers > 1 || *again)
        .enumerate()
        .map(|(index, (key, _))| (key, index))
        .collect();
    let mut groups: Vec<Group> = index
        .keys()
        .map(|_| Group {
            from: u64::MAX,
            ..Group::default()
        })
        .collect();
    let mut seats = Vec::new();
    for worker in done {
        let seat: Vec<Option<usize>> = worker
            .plan
            .targets
            .iter()
            .map(|target| index.get(&key(worker, &target.path)).copied())
            .collect();
        for (group, target) in seat.iter().zip(&worker.plan.targets) {
            let Some(group) = group else { continue };
            let group = &mut groups[*group];
            if group.workers == 0 {
                group.path = target.path.clone();
            }
            group.workers += 1;
            if !group.jobs.contains(&worker.plan.job_index) {
                group.jobs.push(worker.plan.job_index);
            }
            if let Some(why) = worker.lost {
                group.uncounted = Some(Sentence::new(why));
            }
        }
        seats.push(seat);
    }
    (groups, seats)
}

/// Where the paths of all targets lead: one file may have several names.
fn real_paths(done: &[Done<'_>]) -> HashMap<PathBuf, PathBuf> {
    let mut real = HashMap::new();
    let mut first: HashMap<(u64, u64), PathBuf> = HashMap::new();
    for target in done.iter().flat_map(|worker| &worker.plan.targets) {
        if !real.contains_key(&target.path) {
            let leads_to = std::fs::canonicalize(&target.path).unwrap_or_else(|_| target.path.clone());
            // Another link of a file, or another mount point, has another path and is the same file.
            let same = before::identity(&leads_to)
                .map(|file| first.entry(file).or_insert_with(|| leads_to.clone()).clone());
            real.insert(target.path.clone(), same.unwrap_or(leads_to));
        }
    }
    real
}

/// Whether a worker alone wrote some blocks more than once, or may have.
fn rewrites(worker: &Done<'_>) -> bool {
    let access = &worker.plan.job.access;
    let region: u64 = worker
        .plan
        .targets
        .iter()
        .map(|target| target.region_bytes)
        .fold(0, u64::saturating_add);
    let drawn = access.mode.is_random()
        && (access.norandommap || access.distribution[Ddir::Write] != Distribution::Uniform);
    let written = worker.bytes[Ddir::Write as usize];
    written > 0 && (drawn || written > region)
}

/// Makes the I/Os of a worker again, as many as it did.
///
/// # Errors
/// Why they are not the same ones.
fn walk(worker: &Done<'_>, mut each: impl FnMut(usize, &Io)) -> Result<(), Fixed> {
    let count = worker.ios.iter().sum::<u64>();
    let mut replay = Replay::of(worker.plan)?;
    let mut seen = ([0_u64; 3], [0_u64; 3]);
    for _ in 0..count {
        let Some((io, ddir)) = replay.next().and_then(|io| Some((io, io.op.ddir()? as usize))) else {
            break;
        };
        seen.0[ddir] += 1;
        seen.1[ddir] += u64::from(io.len);
        each(ddir, &io);
    }
    // The counters are the proof that these were the I/Os.
    if seen == (worker.ios, worker.bytes) {
        Ok(())
    } else {
        Err(messages::uncounted_other)
    }
}

/// The first pass: ranges and units, and whether the order can be made again.
fn measure(done: &[Done<'_>], seats: &[Vec<Option<usize>>], groups: &mut [Group]) {
    for (worker, seat) in done.iter().zip(seats) {
        if seat.iter().all(Option::is_none) {
            continue;
        }
        let walked = worker.lost.map_or_else(
            || {
                walk(worker, |ddir, io| {
                    if let Some(group) = seat.get(io.file as usize).copied().flatten() {
                        groups[group].reach(ddir, io);
                    }
                })
            },
            Err,
        );
        if let Err(why) = walked {
            for group in seat.iter().flatten() {
                groups[*group].uncounted = Some(Sentence::new(why));
            }
        }
    }
    let mut room = MOST_BLOCKS;
    for group in groups.iter_mut().filter(|group| group.uncounted.is_none()) {
        let directions = group.used.iter().filter(|used| used.ios > 0).count() as u64;
        let blocks = group.blocks().saturating_mul(directions);
        if blocks > room || blocks.saturating_mul(u64::from(group.workers)) > MOST_CLEARED {
            let blocks = &Count(blocks);
            group.uncounted = Some(Sentence::new(|lang| {
                messages::UncountedBlocks { blocks }.text(lang)
            }));
        } else {
            room -= blocks;
        }
    }
}

/// The second pass: marks every block, of each worker and of all together.
fn mark_all(done: &[Done<'_>], seats: &[Vec<Option<usize>>], groups: &mut [Group]) {
    for (worker, seat) in done.iter().zip(seats) {
        let counted = |group: &usize| groups[*group].uncounted.is_none();
        let seat: Vec<Option<usize>> = seat.iter().map(|group| group.filter(&counted)).collect();
        if seat.iter().all(Option::is_none) {
            continue;
        }
        let mut own: BTreeMap<(usize, usize), Bits> = BTreeMap::new();
        let walked = walk(worker, |ddir, io| {
            if let Some(index) = seat.get(io.file as usize).copied().flatten() {
                let group = &groups[index];
                let bits = own
                    .entry((index, ddir))
                    .or_insert_with(|| Bits::new(group.blocks()));
                let first = (io.offset - group.from) / group.unit;
                bits.mark(first, u64::from(io.len) / group.unit);
            }
        });
        debug_assert!(walked.is_ok(), "{walked:?}");
        for ((index, ddir), bits) in own {
            let group = &mut groups[index];
            let unit = group.unit;
            let used = &mut group.used[ddir];
            used.workers += 1;
            used.distinct_of_each = used.distinct_of_each.saturating_add(bits.marked() * unit);
            used.all.join(bits);
        }
    }
}

impl Group {
    fn reach(&mut self, ddir: usize, io: &Io) {
        let len = u64::from(io.len);
        self.from = self.from.min(io.offset);
        self.end = self.end.max(io.offset + len);
        for number in [io.offset, len] {
            if self.unit == 0 || !number.is_multiple_of(self.unit) {
                self.unit = divisor(self.unit, number);
            }
        }
        self.used[ddir].ios += 1;
        self.used[ddir].bytes += len;
    }

    fn blocks(&self) -> u64 {
        self.end.saturating_sub(self.from) / self.unit.max(1)
    }
}

fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn report(group: Group) -> BlockUse {
    let counted = group.uncounted.is_none();
    let of = |what: &dyn Fn(&Use) -> u64| {
        [0, 1, 2].map(|ddir: usize| if counted { what(&group.used[ddir]) } else { 0 })
    };
    BlockUse {
        workers: if counted {
            group.used.each_ref().map(|used| used.workers)
        } else {
            [0; 3]
        },
        unit_bytes: if counted { group.unit } else { 0 },
        issued_ios: of(&|used| used.ios),
        issued_bytes: of(&|used| used.bytes),
        distinct_of_each_bytes: of(&|used| used.distinct_of_each),
        distinct_bytes: of(&|used| used.all.marked() * group.unit),
        path: group.path,
        jobs: group.jobs,
        sharing: group.workers,
        uncounted: group.uncounted,
    }
}

/// A set of blocks.
#[derive(Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(blocks: u64) -> Self {
        Self(vec![0; usize::try_from(blocks.div_ceil(64)).unwrap_or(0)])
    }

    fn mark(&mut self, first: u64, count: u64) {
        for block in first..first + count {
            if let Some(word) = self.0.get_mut((block / 64) as usize) {
                *word |= 1 << (block % 64);
            }
        }
    }

    fn marked(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn join(&mut self, other: Bits) {
        if self.0.is_empty() {
            self.0 = other.0;
            return;
        }
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn bits_count_each_block_once_and_join() {
        let mut one = Bits::new(130);
        one.mark(0, 3);
        one.mark(2, 2);
        one.mark(128, 2);
        assert_eq!(one.marked(), 6);
        let mut other = Bits::new(130);
        other.mark(3, 2);
        one.join(other);
        assert_eq!(one.marked(), 7);
        let mut empty = Bits::default();
        empty.join(one);
        assert_eq!(empty.marked(), 7);
    }

    #[test]
    fn the_unit_divides_all_offsets_and_lengths() {
        assert_eq!(divisor(0, 4096), 4096);
        assert_eq!(divisor(4096, 0), 4096);
        assert_eq!(divisor(4096, 65_536 + 512), 512);
    }
}
