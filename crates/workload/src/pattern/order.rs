//! The order of a worker's I/Os: batches of the quick way, and the general way for everything else.

use super::ahead::{Ahead, Quick};
use super::choose::{FileChooser, Mix};
use super::place::{self, FileState, Turn};
use super::rules::{PlacementRules, Streams};
use crate::io::{Io, Op};
use crate::plan::WorkerPlan;
use fiord_job::plan::{Amount, Ddir, RandomGenerator, Sequencer};

/// The source of a worker's I/Os.
#[derive(Debug, Clone)]
pub struct Pattern {
    pub(super) ahead: Ahead,
    pub(super) quick: Quick,
    pub(super) mix: Mix,
    pub(super) issued_bytes: u64,
    pub(super) bounds: Bounds,
    this_loop: ThisLoop,
    pub(super) files: Box<[FileState]>,
    pub(super) rules: PlacementRules,
    pub(super) rng: Streams,
    pub(super) chooser: FileChooser,
    /// Of each file the write that follows its trim (`trimwrite`), as in fio on the next turn of the file; empty in other modes.
    behind_trims: Box<[Option<Io>]>,
    /// I/Os left before the next offset is drawn (`randread:N`); as in fio, a write that follows a trim is one of them.
    pub(super) repeats_left: u32,
    pub(super) seed: u64,
    /// Bytes of all I/Os, both halves of a `trimwrite` counted.
    pub(super) moved_bytes: u64,
}

/// Which loop it is.
#[derive(Debug, Clone, Copy)]
struct ThisLoop {
    /// PlacementRules many there are.
    loops: u32,
    /// Each does so many I/Os at most (`number_ios`).
    is_counted: bool,
    is_last: bool,
    /// It goes on behind the I/Os of the one before, which `number_ios` ended.
    is_amid: bool,
}

/// PlacementRules much is issued, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// By all loops together; `u64::MAX` for time-based jobs, whatever `io_size` says.
    all: u64,
    /// The last loop starts over while this much is not done (`io_size`).
    of_loop: u64,
    /// The most that one loop issues, where what was written is read back before the next.
    of_round: u64,
    /// What had been issued when this loop began.
    before_loop: u64,
    /// As [`Pattern::moved_bytes`] when this loop began.
    moved_before_loop: u64,
    /// What is issued when this loop ends.
    pub(super) until: u64,
}

impl Bounds {
    fn new(plan: &WorkerPlan, rules: &PlacementRules) -> Self {
        let of_loop = plan.io_limit_bytes;
        let all = if plan.job.control.time_based {
            u64::MAX
        } else {
            of_loop.saturating_mul(u64::from(plan.job.control.loops.max(1)))
        };
        let of_round = if rules.rounds { round_bytes(plan) } else { u64::MAX };
        Self {
            all,
            of_loop,
            of_round,
            before_loop: 0,
            moved_before_loop: 0,
            until: all.min(of_round),
        }
    }
}

impl Pattern {
    /// The pattern of a worker, at its beginning.
    pub fn new(plan: &WorkerPlan) -> Self {
        let access = &plan.job.access;
        let rules = PlacementRules::new(plan);
        let mut files: Box<[FileState]> = plan
            .targets
            .iter()
            .map(|target| FileState::new(target, &rules))
            .collect();
        place::cover(&mut files, access, &rules, plan.seed);
        let mix = Mix::new(access);
        let plain = files.len() == 1
            && !matches!(mix, Mix::TrimWrite)
            && access.sequencer == Sequencer::None
            && rules.zones.is_none()
            && !rules.size_by_order
            && access.generator != RandomGenerator::Fio
            && Ddir::ALL
                .into_iter()
                .all(|d| !access.mode.issues(d) || rules.sizes[d as usize].is_fixed());
        let quick = if access.zbd().is_some() {
            Quick::Zoned
        } else if !plain {
            Quick::No
        } else if !rules.random {
            Quick::Sequential
        } else if Ddir::ALL
            .into_iter()
            .all(|d| rules.random_percent[d as usize] >= 100)
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
            bounds: Bounds::new(plan, &rules),
            this_loop: ThisLoop {
                loops: plan.job.control.loops,
                is_counted: access.number_ios > 0,
                is_last: plan.job.control.loops <= 1,
                is_amid: false,
            },
            chooser: FileChooser::new(&plan.job, files.len(), plan.seed),
            behind_trims: match mix {
                Mix::TrimWrite => vec![None; files.len()].into(),
                _ => Box::default(),
            },
            files,
            rng: Streams::new(plan),
            repeats_left: 0,
            seed: plan.seed,
            moved_bytes: 0,
            rules,
        }
    }

    /// Begins a loop (`loops`), numbered from 0. The order goes on where it was; an exhausted one starts over.
    ///
    /// A loop that goes on in the middle, because `number_ios` ended the one before, begins anew at the end. Any other one ends where
    /// its offsets are exhausted, all of them together after `loops` times the bytes of one: with `io_size`
    /// below the size a loop may have done the work of several, as in fio.
    ///
    /// A pattern that returns `None` right after this has nothing left to do at all.
    pub fn begin_loop(&mut self, loop_no: u32) {
        if self.rules.rounds && loop_no > 0 {
            self.issued_bytes -= self.ahead.bytes();
            self.moved_bytes -= self.ahead.bytes();
            self.ahead.clear();
            self.restart();
        }
        self.this_loop.is_last = loop_no.saturating_add(1) >= self.this_loop.loops;
        // FIO-DIFF(verify-read-loops): in fio a job that reads and checks does one loop, whatever `loops` says.
        // FIO-DIFF(verify-number-ios): in fio what is read back counts among the bytes of all loops then, and the last ones are not done.
        self.this_loop.is_amid = loop_no > 0 && self.this_loop.is_counted && !self.rules.rounds;
        let bounds = &mut self.bounds;
        // What is prepared ahead belongs to this loop.
        bounds.before_loop = self.issued_bytes - self.ahead.bytes();
        bounds.moved_before_loop = self.moved_bytes - self.ahead.bytes();
        bounds.until = bounds.all.min(bounds.before_loop.saturating_add(bounds.of_round));
    }

    /// Bytes of the loop that has begun; more than any target has where it goes on by time.
    pub fn bytes_of_loop(&self) -> u64 {
        self.bounds.until.saturating_sub(self.bounds.before_loop)
    }

    /// Whether a job that has moved so many bytes in all, read back or not, begins another loop: `io_size` with `verify`.
    ///
    /// FIO-DIFF(verify-gaps): fio also does where gaps in several files left bytes of `size` over.
    pub fn has_another_round(&self, moved_bytes: u64) -> bool {
        self.rules.rounds && self.bounds.of_loop.saturating_sub(moved_bytes) >= self.rules.max_block
    }

    /// Whether `file` was begun anew for the last I/O: a `time_based` job came to its end, or `io_size` is larger than the region.
    pub fn take_wrapped(&mut self, file: u32) -> bool {
        self.files
            .get_mut(file as usize)
            .is_some_and(|file| std::mem::take(&mut file.wrapped))
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
            let op = self.mix.next(&mut self.rng);
            self.general(op)
        })
    }

    /// What has been taken from it, in bytes.
    pub fn taken_bytes(&self) -> u64 {
        self.issued_bytes - self.ahead.bytes()
    }

    /// Ends it after so many bytes, at least what has been taken.
    pub fn end_at(&mut self, bytes: u64) {
        let bounds = &mut self.bounds;
        (bounds.all, bounds.until) = (bounds.all.min(bytes), bounds.until.min(bytes));
        while self.issued_bytes > bytes
            && let Some(io) = self.ahead.drop_last()
        {
            self.issued_bytes -= u64::from(io.len);
            self.moved_bytes -= u64::from(io.len);
        }
    }

    /// Whether the bytes of this loop are issued, whatever places are left.
    pub fn is_used_up(&self) -> bool {
        self.issued_bytes >= self.bounds.until
    }

    /// The direction that the mix draws for the next I/O, when there is a choice (`rwmixread`); see [`Pattern::next_in`].
    pub fn draw_direction(&mut self) -> Option<Op> {
        matches!(self.mix, Mix::Reads { .. }).then(|| self.mix.next(&mut self.rng))
    }

    /// As [`Pattern::next`] with the direction decided elsewhere: rates of their own per direction overrule the mix. A
    /// caller uses one of the two throughout, or the order is another.
    pub fn next_in(&mut self, op: Op) -> Option<Io> {
        if self.is_used_up() {
            return None;
        }
        self.general(op)
    }

    /// Where an I/O went, which zones put somewhere else than asked or made shorter: a walk goes on behind it.
    pub fn moved(&mut self, asked: &Io, went: &Io) {
        let Some(file) = self.files.get_mut(asked.file as usize) else {
            return;
        };
        file.went_to(asked.op as usize, went.offset, u64::from(went.len));
        self.take_back(asked.op, u64::from(asked.len - went.len));
    }

    /// No zone takes this I/O: its file is done.
    pub fn dropped(&mut self, io: &Io) {
        let Some(file) = self.files.get_mut(io.file as usize) else {
            return;
        };
        file.done = true;
        if let Some(write) = self.behind_trims.get_mut(io.file as usize).and_then(Option::take) {
            debug_assert_eq!(
                write.offset, io.offset,
                "the write belongs to the trim that is dropped"
            );
        }
        self.chooser.leave();
        self.take_back(io.op, u64::from(io.len));
    }

    /// Whether all files were gone through without an I/O, so that another pass would have none either.
    fn found_no_zone(&self) -> bool {
        matches!(self.quick, Quick::Zoned) && !self.files.iter().any(|file| file.has_moved)
    }

    #[inline(always)]
    pub(super) fn count(&mut self, len: u64) {
        self.issued_bytes += len;
        self.moved_bytes += len;
    }

    /// What a limit in bytes counts: as in fio, of a trim and the write that follows it the write.
    fn counts_as_issued(&self, op: Op) -> bool {
        !(matches!(self.mix, Mix::TrimWrite) && op == Op::Trim)
    }

    /// So much of an I/O in this direction is not done after all.
    fn take_back(&mut self, op: Op, bytes: u64) {
        self.moved_bytes -= bytes;
        if self.counts_as_issued(op) {
            self.issued_bytes -= bytes;
        }
    }

    #[cold]
    fn restart(&mut self) {
        for file in &mut self.files {
            file.restart(&self.rules);
        }
        self.behind_trims.fill(None);
        self.this_loop.is_amid = false;
        self.rng.restart(self.seed);
        self.chooser.restart();
        self.repeats_left = 0;
    }

    /// The long way, for everything that the quick one does not handle or that has come to an end.
    #[inline(never)]
    fn general(&mut self, op: Op) -> Option<Io> {
        if let Some(io) = self.place_in_some_file(op) {
            return Some(io);
        }
        let fresh = self.moved_bytes == self.bounds.moved_before_loop;
        let missing = self.bounds.of_loop.saturating_sub(self.moved_bytes);
        let more = self.rules.wraps && self.this_loop.is_last && missing >= self.rules.max_block;
        if !(fresh || more || self.this_loop.is_amid || self.rules.endless) || self.found_no_zone() {
            return None;
        }
        self.restart();
        // Drawn again from the restarted stream, so that a loop repeats the one before.
        let op = self.mix.next(&mut self.rng);
        self.place_in_some_file(op)
    }

    fn place_in_some_file(&mut self, op: Op) -> Option<Io> {
        let ddir = op as usize;
        // Each round issues an I/O or finishes a file.
        while let Some(index) = self.chooser.choose(&self.files, &mut self.rng.file) {
            if let Some(write) = self.behind_trims.get_mut(index).and_then(Option::take) {
                self.count(u64::from(write.len));
                self.count_repeat();
                return Some(write);
            }
            let turn = self.turn();
            let file = &mut self.files[index];
            let Some((at, len)) = file.place(ddir, turn, &self.rules, &mut self.rng) else {
                // A skewed choice of files goes on with an exhausted file from its beginning.
                if self.chooser.is_skewed() && file.used {
                    file.restart(&self.rules);
                } else {
                    file.done = true;
                }
                self.chooser.leave();
                continue;
            };
            file.used = true;
            let io = Io {
                op,
                file: index as u32,
                offset: file.start + at,
                len: len as u32,
            };
            // FIO-DIFF(trimwrite-sizes): fio walks trims and writes by themselves, and ends with writes alone where they get out of step.
            if let Some(write) = self.behind_trims.get_mut(index) {
                *write = Some(Io { op: Op::Write, ..io });
            }
            self.count_repeat();
            if self.counts_as_issued(op) {
                self.count(len);
            } else {
                self.moved_bytes += len;
            }
            return Some(io);
        }
        None
    }

    fn count_repeat(&mut self) {
        self.repeats_left = match self.repeats_left {
            0 => self.rules.repeat - 1,
            left => left - 1,
        };
    }

    fn turn(&self) -> Turn {
        if !self.rules.random {
            Turn::Follow
        } else if self.repeats_left == 0 {
            Turn::Draw
        } else if self.rules.identical {
            Turn::Again
        } else {
            Turn::Follow
        }
    }
}

/// What one round issues: a pass over the files. As in fio, random writes that may repeat go on to `io_size`.
fn round_bytes(plan: &WorkerPlan) -> u64 {
    let access = &plan.job.access;
    let pass_bytes = plan.targets.iter().map(|target| target.region_bytes).sum();
    if !(access.norandommap && access.mode.is_random()) {
        return pass_bytes;
    }
    let limit = match access.io_size {
        // Time alone limits the whole of it.
        Some(Amount::Bytes(bytes)) if plan.job.control.time_based => bytes,
        _ if plan.job.control.time_based => 0,
        _ => plan.io_limit_bytes,
    };
    limit.max(pass_bytes)
}
