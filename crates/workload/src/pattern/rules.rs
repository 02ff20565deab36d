//! What does not change while a pattern goes on: sizes, alignment, order; and its random streams.

use super::size::Sizes;
use crate::as_fio::AsFio;
use crate::plan::WorkerPlan;
use crate::rng::{Rng, Stream};
use fiord_job::plan::{AccessPlan, Amount, Ddir, Distribution, JobPlan, RwSequencer, Sequencer};

/// Everything about placement that does not change.
#[derive(Debug, Clone)]
pub(super) struct PlacementRules {
    /// Drawn rather than walked.
    pub(super) random: bool,
    pub(super) sizes: [Sizes; 3],
    /// Multiples of these are drawn, in bytes.
    pub(super) align: [u64; 3],
    /// Percent of random I/Os per direction.
    pub(super) random_percent: [u8; 3],
    /// Added to the position after each sequential I/O.
    pub(super) skip: i64,
    /// I/Os per drawn offset.
    pub(super) repeat: u32,
    pub(super) identical: bool,
    /// `bs_is_seq_rand`
    pub(super) size_by_order: bool,
    /// Starts over on its own: `time_based`, where nothing is read back in between.
    pub(super) endless: bool,
    /// Starts over in each file, so that a job never leaves a file: as in fio, in random order or with a single file.
    pub(super) stays: bool,
    /// Starts over until the limit is reached: `io_size`.
    pub(super) wraps: bool,
    /// What was written is read back after each pass over the files, and the limit counts both: `verify` with `io_size` or
    /// `time_based`.
    pub(super) rounds: bool,
    pub(super) zones: Option<fiord_job::plan::StridedZones>,
    /// Which coverage of a file a direction uses.
    pub(super) shared: [usize; 3],
    /// Reads have the order in which the same job writes: it checks what that wrote.
    pub(super) reads_as_written: bool,
    pub(super) max_block: u64,
}

#[derive(Debug, Clone)]
pub(super) struct Streams {
    pub(super) offset: Rng,
    pub(super) mix: Rng,
    pub(super) size: Rng,
    pub(super) percent: Rng,
    pub(super) file: Rng,
    /// Overrules `offset` and `mix`.
    pub(super) as_fio: Option<Box<AsFio>>,
}

impl Streams {
    pub(super) fn new(plan: &WorkerPlan) -> Self {
        let as_fio = AsFio::new(&plan.job, plan.number, plan.seed).map(Box::new);
        Self {
            as_fio,
            ..Self::seeded(plan.seed)
        }
    }

    /// Begins again.
    pub(super) fn restart(&mut self, seed: u64) {
        let mut as_fio = self.as_fio.take();
        if let Some(numbers) = &mut as_fio {
            numbers.restart();
        }
        *self = Self {
            as_fio,
            ..Self::seeded(seed)
        };
    }

    /// A block below `blocks`.
    #[inline]
    pub(super) fn block(&mut self, blocks: u64) -> u64 {
        match &mut self.as_fio {
            Some(numbers) => numbers.block(blocks),
            None => self.offset.below(blocks),
        }
    }

    fn seeded(seed: u64) -> Self {
        Self {
            as_fio: None,
            offset: Rng::new(seed, Stream::Offset),
            mix: Rng::new(seed, Stream::Mix),
            size: Rng::new(seed, Stream::Size),
            percent: Rng::new(seed, Stream::Percent),
            file: Rng::new(seed, Stream::File),
        }
    }
}

impl PlacementRules {
    /// The sizes of drawn I/Os of direction `d`.
    pub(super) fn drawn_sizes(&self, d: usize) -> &Sizes {
        &self.sizes[if self.size_by_order { 1 } else { d }]
    }

    pub(super) fn new(plan: &WorkerPlan) -> Self {
        let access = &plan.job.access;
        let sizes = [0, 1, 2].map(|ddir| Sizes::new(&access.block_size.0[ddir], access.bs_unaligned));
        let align = [0, 1, 2].map(|ddir| match access.block_align_bytes.0[ddir] {
            0 => sizes[ddir].min,
            bytes => bytes,
        });
        let random = access.mode.is_random();
        let (skip, repeat) = match access.sequencer {
            Sequencer::Skip(bytes) if !random => (bytes, 1),
            Sequencer::Repeat(times) if random => (0, times.max(1)),
            _ => (0, 1),
        };
        // As in fio: of all directions, also those that the mode does not issue.
        let max_block = sizes.iter().map(|sizes| sizes.max).max();
        let reads_back = reads_back_each_pass(&plan.job);
        // A pass through zones may end before all bytes are written.
        let is_short = has_own_length(access) || access.zbd().is_some();
        let endless = plan.job.control.time_based && !reads_back;
        let rounds = reads_back && (is_short || plan.job.control.time_based);
        Self {
            random,
            align,
            random_percent: access.percentage_random.0,
            skip,
            repeat,
            identical: access.rw_sequencer == RwSequencer::Identical,
            size_by_order: access.bs_is_seq_rand,
            endless,
            stays: endless && (random || plan.targets.len() == 1),
            wraps: has_own_length(access) && !rounds,
            rounds,
            zones: access.strided().filter(|zones| zones.size_bytes > 0),
            shared: shared_coverage(access, &sizes, &align),
            reads_as_written: plan.job.verify.kind.is_on()
                && !access.mode.issues(Ddir::Write)
                && !access.mode.issues(Ddir::Trim),
            max_block: max_block.unwrap_or(1),
            sizes,
        }
    }
}

/// Whether `io_size` lets a job go on after a pass over its files. As in fio, a percentage of the size does not.
fn has_own_length(access: &AccessPlan) -> bool {
    matches!(access.io_size, Some(Amount::Bytes(1..) | Amount::Zones(1..)))
}

/// Whether what a pass wrote is read back before the next one begins.
// FIO-DIFF(verify-timed): fio's synchronous engines write until `runtime` is over and read nothing back; the asynchronous ones read
// back each pass, as all do here.
fn reads_back_each_pass(job: &JobPlan) -> bool {
    let verify = &job.verify;
    verify.kind.is_on()
        && verify.read_back
        && !verify.only
        && !job.engine.kind.is_diskless()
        && job.access.mode.issues(Ddir::Write)
}

/// Directions whose blocks have the same size share one coverage, as reads and writes of one pass do in fio.
// FIO-DIFF(map-per-size): fio keeps one map for directions of different fixed sizes and counts it in different units, so blocks
// repeat or the job ends early; here each such direction covers its own blocks once.
pub(super) fn shared_coverage(access: &AccessPlan, sizes: &[Sizes; 3], align: &[u64; 3]) -> [usize; 3] {
    let issued = |d: usize| access.mode.issues(Ddir::ALL[d]);
    let fixed = (0..3).all(|d| !issued(d) || sizes[d].is_fixed());
    // Without a map there is nothing to share.
    let maps = !access.norandommap && (fixed || access.strided().is_none());
    let maps = maps && (0..3).all(|d| !issued(d) || align[d] == sizes[d].min);
    let uniform = |d: usize| issued(d) && access.distribution.0[d] == Distribution::Uniform;
    [0, 1, 2].map(|d| {
        let partner = (0..d).find(|&other| uniform(other) && (!fixed || sizes[other].min == sizes[d].min));
        if maps && uniform(d) {
            partner.unwrap_or(d)
        } else {
            d
        }
    })
}
