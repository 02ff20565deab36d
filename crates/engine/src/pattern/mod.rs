//! What comes next: direction, file, offset and length of each I/O, with fio's meaning of every option.
//!
//! Made once per worker, called once per I/O by the worker loop; allocates nothing after `new`. It knows nothing of time (the
//! pacer) nor of data (the content).
//!
//! ```text
//! next ── quick (one file, fixed sizes, plain sequential or random): a batch prepared ahead ──> Io
//!   └──── general: direction → file → place → length ─────────────────────────────────────────> Io
//!              file has no place left → file done → all done → restart, or None
//! ```
//!
//! Both ways move the same state, so the quick way hands over to the general one whenever it comes to an end of something.
//!
//! When it ends, as observed with fio 3.33: without `io_size` when every file is exhausted or the limit is reached; with
//! `io_size` it starts over, in the same order, while at least one largest block is missing to the limit; a `time_based` job never
//! ends, and random passes come in a new order each time.

mod ahead;
mod choose;
mod place;
mod size;

use crate::plan::WorkerPlan;
use crate::rng::{Rng, Stream};
use crate::{Io, Op};
use ahead::Ahead;
use choose::{FileChooser, Mix};
use fiord_job::plan::{Ddir, RwSequencer, Sequencer};
use place::{FileState, Turn};
use size::Sizes;

/// The source of a worker's I/Os.
#[derive(Debug, Clone)]
pub struct Pattern {
    ahead: Ahead,
    quick: Quick,
    mix: Mix,
    issued_bytes: u64,
    /// Of all loops together; `u64::MAX` for time-based jobs, whatever `io_size` says.
    limit_bytes: u64,
    /// The last loop starts over while this much is not done (`io_size`).
    loop_bytes: u64,
    /// What had been issued when this loop began.
    issued_before_loop: u64,
    last_loop: bool,
    loops: u32,
    files: Box<[FileState]>,
    how: How,
    rng: Streams,
    chooser: FileChooser,
    /// The write that follows a trim (`trimwrite`).
    pending: Option<Io>,
    /// I/Os left before the next offset is drawn (`randread:N`).
    repeats_left: u32,
    seed: u64,
    /// Bytes of all I/Os, both halves of a `trimwrite` counted.
    moved_bytes: u64,
}

/// Everything about placement that does not change.
#[derive(Debug, Clone)]
pub(crate) struct How {
    /// Drawn rather than walked.
    random: bool,
    sizes: [Sizes; 3],
    /// Multiples of these are drawn, in bytes.
    align: [u64; 3],
    /// Percent of random I/Os per direction.
    random_percent: [u8; 3],
    /// Added to the position after each sequential I/O.
    skip: i64,
    /// I/Os per drawn offset.
    repeat: u32,
    identical: bool,
    /// `bs_is_seq_rand`
    size_by_order: bool,
    /// Starts over on its own: `time_based`.
    endless: bool,
    /// Starts over until the limit is reached: `io_size`.
    wraps: bool,
    zones: Option<fiord_job::plan::StridedZones>,
    /// Which coverage of a file a direction uses.
    shared: [usize; 3],
    max_block: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Streams {
    offset: Rng,
    mix: Rng,
    size: Rng,
    percent: Rng,
    file: Rng,
}

impl Streams {
    fn new(seed: u64) -> Self {
        Self {
            offset: Rng::new(seed, Stream::Offset),
            mix: Rng::new(seed, Stream::Mix),
            size: Rng::new(seed, Stream::Size),
            percent: Rng::new(seed, Stream::Percent),
            file: Rng::new(seed, Stream::File),
        }
    }
}

/// The short way for the usual jobs.
#[derive(Debug, Clone, Copy)]
enum Quick {
    /// One file, fixed sizes, walked.
    Sequential,
    /// One file, fixed sizes, drawn uniformly.
    Random,
    /// Anything else.
    No,
}

impl Pattern {
    /// The pattern of a worker, at its beginning.
    pub fn new(plan: &WorkerPlan) -> Self {
        let access = &plan.job.access;
        let how = How::new(plan);
        let mut files: Box<[FileState]> = plan
            .targets
            .iter()
            .map(|target| FileState::new(target, &how))
            .collect();
        place::cover(&mut files, access, &how, plan.seed);
        let mix = Mix::new(access);
        let plain = files.len() == 1
            && !matches!(mix, Mix::TrimWrite)
            && access.sequencer == Sequencer::None
            && how.zones.is_none()
            && !how.size_by_order
            && Ddir::ALL
                .into_iter()
                .all(|d| !access.mode.issues(d) || how.sizes[d as usize].is_fixed());
        let quick = if !plain {
            Quick::No
        } else if !how.random {
            Quick::Sequential
        } else if Ddir::ALL
            .into_iter()
            .all(|d| how.random_percent[d as usize] >= 100)
            && files[0].draws_simply()
        {
            Quick::Random
        } else {
            Quick::No
        };
        Self {
            ahead: Ahead::default(),
            quick,
            mix,
            issued_bytes: 0,
            limit_bytes: if how.endless {
                u64::MAX
            } else {
                plan.io_limit_bytes
                    .saturating_mul(u64::from(plan.job.control.loops.max(1)))
            },
            loop_bytes: plan.io_limit_bytes,
            issued_before_loop: 0,
            loops: plan.job.control.loops,
            last_loop: plan.job.control.loops <= 1,
            chooser: FileChooser::new(&plan.job.files, files.len(), plan.seed),
            files,
            rng: Streams::new(plan.seed),
            pending: None,
            repeats_left: 0,
            seed: plan.seed,
            moved_bytes: 0,
            how,
        }
    }

    /// Begins a loop (`loops`), numbered from 0. The order goes on where it was; an exhausted one starts over.
    ///
    /// A loop ends where its offsets are exhausted, all of them together after `loops` times the bytes of one: with `io_size`
    /// below the size a loop may have done the work of several, as in fio.
    ///
    /// A pattern that returns `None` right after this has nothing left to do at all.
    pub fn begin_loop(&mut self, loop_no: u32) {
        // What is prepared ahead belongs to this loop.
        self.issued_before_loop = self.issued_bytes - self.ahead.bytes();
        self.last_loop = loop_no.saturating_add(1) >= self.loops;
    }

    /// The next I/O, or `None` when the bytes of all loops are issued or the offsets exhausted.
    #[inline(always)]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Io> {
        match self.ahead.take() {
            Some(io) => Some(io),
            None => self.next_after_batch(),
        }
    }

    #[inline(never)]
    fn next_after_batch(&mut self) -> Option<Io> {
        if self.is_used_up() {
            return None;
        }
        self.prepare_ahead();
        self.ahead.take().or_else(|| {
            let op = self.mix.op(&mut self.rng.mix);
            self.general(op)
        })
    }

    /// Whether the bytes of all loops are issued, whatever places are left.
    pub fn is_used_up(&self) -> bool {
        self.issued_bytes >= self.limit_bytes && self.pending.is_none()
    }

    /// The direction that the mix draws for the next I/O, when there is a choice (`rwmixread`); see [`Pattern::next_in`].
    pub fn draw_direction(&mut self) -> Option<Op> {
        matches!(self.mix, Mix::Reads { .. }).then(|| self.mix.op(&mut self.rng.mix))
    }

    /// As [`Pattern::next`] with the direction decided elsewhere: rates of their own per direction overrule the mix. A
    /// caller uses one of the two throughout, or the order is another.
    pub fn next_in(&mut self, op: Op) -> Option<Io> {
        if self.is_used_up() {
            return None;
        }
        self.general(op)
    }

    #[inline(always)]
    fn count(&mut self, len: u64) {
        self.issued_bytes += len;
        self.moved_bytes += len;
    }

    #[cold]
    fn restart(&mut self) {
        for file in &mut self.files {
            file.restart(&self.how);
        }
        self.rng = Streams::new(self.seed);
        self.chooser.restart();
        self.repeats_left = 0;
    }

    /// The long way, for everything that the quick one does not handle or that has come to an end.
    #[inline(never)]
    fn general(&mut self, op: Op) -> Option<Io> {
        if let Some(write) = self.pending.take() {
            self.moved_bytes += u64::from(write.len);
            return Some(write);
        }
        if let Some(io) = self.place_in_some_file(op) {
            return Some(io);
        }
        let fresh = self.issued_bytes == self.issued_before_loop;
        let missing = self.loop_bytes.saturating_sub(self.moved_bytes);
        let more = self.how.wraps && self.last_loop && missing >= self.how.max_block;
        if !(fresh || more || self.how.endless) {
            return None;
        }
        self.restart();
        // Drawn again from the restarted stream, so that a loop repeats the one before.
        let op = self.mix.op(&mut self.rng.mix);
        self.place_in_some_file(op)
    }

    fn place_in_some_file(&mut self, op: Op) -> Option<Io> {
        let ddir = op as usize;
        // Each round issues an I/O or finishes a file.
        while let Some(index) = self.chooser.choose(&self.files, &mut self.rng.file) {
            let turn = self.turn();
            let file = &mut self.files[index];
            let Some((at, len)) = file.place(ddir, turn, &self.how, &mut self.rng) else {
                // A skewed choice of files goes on with an exhausted file from its beginning.
                if self.chooser.is_skewed() && file.used {
                    file.restart(&self.how);
                } else {
                    file.done = true;
                }
                self.chooser.leave();
                continue;
            };
            file.used = true;
            self.repeats_left = match self.repeats_left {
                0 => self.how.repeat - 1,
                left => left - 1,
            };
            let io = Io {
                op,
                file: index as u32,
                offset: file_offset(&self.files[index], at),
                len: len as u32,
            };
            self.count(len);
            if matches!(self.mix, Mix::TrimWrite) {
                self.pending = Some(Io { op: Op::Write, ..io });
            }
            return Some(io);
        }
        None
    }

    fn turn(&self) -> Turn {
        if !self.how.random {
            Turn::Follow
        } else if self.repeats_left == 0 {
            Turn::Draw
        } else if self.how.identical {
            Turn::Again
        } else {
            Turn::Follow
        }
    }
}

#[inline(always)]
fn file_offset(file: &FileState, at: u64) -> u64 {
    file.start + at
}

impl How {
    /// The sizes of drawn I/Os of direction `d`.
    pub(crate) fn drawn_sizes(&self, d: usize) -> &Sizes {
        &self.sizes[if self.size_by_order { 1 } else { d }]
    }

    fn new(plan: &WorkerPlan) -> Self {
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
        let issued = |ddir: &Ddir| access.mode.issues(*ddir);
        let max_block = Ddir::ALL
            .iter()
            .filter(|d| issued(d))
            .map(|d| sizes[*d as usize].max)
            .max();
        Self {
            random,
            align,
            random_percent: access.percentage_random.0,
            skip,
            repeat,
            identical: access.rw_sequencer == RwSequencer::Identical,
            size_by_order: access.bs_is_seq_rand,
            endless: plan.job.control.time_based,
            wraps: access.io_size.is_some(),
            zones: access.zones.filter(|zones| zones.size_bytes > 0),
            shared: place::shared_coverage(access, &sizes, &align),
            max_block: max_block.unwrap_or(1),
            sizes,
        }
    }
}
