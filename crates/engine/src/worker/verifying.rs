//! What a worker knows about its writes: they are sealed and noted, and what is read is held against that.
//!
//! The ledger of a file knows the last write of each chunk. What is in flight is never overlapped by another I/O (`overlaps`), so
//! the order of writes on the medium is the ledger's.

use std::collections::VecDeque;
use std::sync::OnceLock;

use fiord_job::plan::{BlockSize, Ddir, JobPlan, Sequencer};
use fiord_messages::run_errors as messages;

use crate::error::WorkerError;
use fiord_workload::content::Content;
use fiord_workload::io::{Io, Op};
use fiord_workload::pattern::Pattern;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::rng::{Rng, Stream, below};
use fiord_workload::seed;
use fiord_workload::verify::state::{Resume, WriteState};
use fiord_workload::verify::{Expected, Ledger, NUMBER_MOST, Sealer};

use super::checkers::Checkers;
use super::chunks::{Wrong, check_chunks};
use fiord_targets::zones::{LostZone, ZoneSizes};
use fiord_workload::progress::WriteProgress;

/// What a worker knows about what it wrote.
pub(super) struct Verifier {
    sealer: Sealer,
    /// One per target; none for a job that only reads.
    ledgers: Box<[Ledger]>,
    /// Number of the write in each slot.
    numbers: Box<[u32]>,
    last_number: u32,
    reading: Option<Cursor>,
    /// What was written and not read back, in order (`verify_backlog`).
    backlog: Option<Backlog>,
    trims: Option<Trims>,
    most_bytes: u64,
    progress: WriteProgress,
    /// What an earlier run had written, in the order of this job.
    resume: Option<Resume>,
    checkers: Option<Checkers>,
    dump: bool,
    /// Of each file, with `zonemode=zbd`.
    zone_bytes: Option<Box<[u64]>>,
    /// Begin of the current reading, and the time of all of them, in nanoseconds.
    reading_since_ns: u64,
    reading_ns: u64,
}

/// Where reading back is.
#[derive(Debug, Clone, Copy)]
struct Cursor {
    file: u32,
    /// From the begin of the file's region.
    at: u64,
}

struct Backlog {
    written: VecDeque<(Io, u32)>,
    blocks: usize,
    batch: usize,
    /// Reads left of this batch.
    left: usize,
    /// The reads of batches that are in flight.
    reading: Vec<Io>,
    /// Whether any block was read back before the end.
    has_read: bool,
}

/// Written blocks that are trimmed again (`trim_percentage` with `trim_backlog`).
///
/// FIO-DIFF(verify-trim): fio 3.33 ends the job when the first backlog is full, without trimming or checking anything.
struct Trims {
    percent: u64,
    rng: Rng,
    chosen: VecDeque<(Io, u32)>,
    /// Written since the last batch.
    written: u64,
    blocks: u64,
    batch: u64,
    /// Trims left of this batch.
    left: u64,
    expect_zeros: bool,
}

impl Trims {
    fn new(plan: &WorkerPlan) -> Option<Self> {
        let trim = &plan.job.verify.trim;
        let backlog = trim.backlog.filter(|_| trims(&plan.job))?;
        Some(Self {
            percent: u64::from(trim.percent),
            rng: Rng::new(plan.seed, Stream::Trim),
            chosen: VecDeque::with_capacity(backlog.blocks.min(1 << 20) as usize),
            written: 0,
            blocks: backlog.blocks.max(1),
            batch: backlog.batch.max(1),
            left: 0,
            expect_zeros: trim.expect_zeros,
        })
    }

    fn wrote(&mut self, io: &Io, number: u32) {
        if below(self.rng.next(), 100) < self.percent {
            self.chosen.push_back((*io, number));
        }
        self.written += 1;
        if self.written >= self.blocks {
            self.written = 0;
            self.left = self.batch;
        }
    }
}

/// Whether written blocks are trimmed again. As in fio, without `trim_backlog` none are.
pub(super) fn trims(job: &JobPlan) -> bool {
    let trim = &job.verify.trim;
    reads_back(job)
        && trim.percent > 0
        && trim.backlog.is_some()
        && job.access.mode.issues(Ddir::Write)
        && !job.access.mode.issues(Ddir::Trim)
        && !job.verify.only
}

/// Whether a job checks what it reads.
///
/// FIO-DIFF(null-verify): fio reads back from an engine that keeps no data, and checks nothing.
pub(super) fn reads_back(job: &JobPlan) -> bool {
    job.verify.kind.is_on() && !job.engine.kind.is_diskless()
}

/// The same in all workers of this process, and another in the next.
fn nonce() -> u64 {
    static NONCE: OnceLock<u64> = OnceLock::new();
    *NONCE.get_or_init(seed::fresh)
}

impl Verifier {
    /// `None` where nothing is verified. `zones` with `zonemode=zbd`.
    pub(super) fn new(
        plan: &WorkerPlan,
        slots: u32,
        content: &Content,
        zones: Option<ZoneSizes>,
    ) -> Result<Option<Box<Self>>, WorkerError> {
        let job = &*plan.job;
        let verify = &job.verify;
        if !reads_back(job) {
            return Ok(None);
        }
        let thread = plan.number.wrapping_add(1) as u16;
        let sealer = Sealer::new(verify, job.access.max_block_bytes(), thread, nonce());
        if sealer.lacks_room() {
            let bytes = &sealer.chunk_bytes();
            return Err(WorkerError::setup(
                |lang| messages::VerifyNoRoom { bytes }.text(lang),
                std::io::Error::from_raw_os_error(libc::EINVAL),
            ));
        }
        let ledgers = if job.access.mode.issues(Ddir::Write) {
            ledgers(plan, sealer.chunk_bytes() as u64, &zones)?
        } else {
            Box::default()
        };
        let backlog = verify.backlog.map(|backlog| {
            let blocks = usize::try_from(backlog.blocks).unwrap_or(usize::MAX).max(1);
            Backlog {
                written: VecDeque::with_capacity(blocks.saturating_add(slots as usize).min(1 << 24)),
                blocks,
                batch: usize::try_from(backlog.batch).unwrap_or(usize::MAX).max(1),
                left: 0,
                reading: Vec::with_capacity(slots as usize),
                has_read: false,
            }
        });
        let checkers = if verify.threads.count > 0 {
            Some(Checkers::new(
                &verify.threads,
                &sealer,
                content,
                verify.state.dump,
            )?)
        } else {
            None
        };
        let mut verifier = Self {
            sealer,
            ledgers,
            numbers: vec![0; slots as usize].into_boxed_slice(),
            last_number: 0,
            reading: None,
            backlog,
            trims: Trims::new(plan),
            progress: WriteProgress::new(slots, job.depth.iodepth),
            resume: plan.resume.as_deref().map(Resume::new),
            checkers,
            dump: verify.state.dump,
            zone_bytes: zones.map(|zones| zones.zone_bytes),
            most_bytes: job.access.max_block_bytes().max(1),
            reading_since_ns: 0,
            reading_ns: 0,
        };
        if verify.only && !verifier.ledgers.is_empty() {
            verifier.note_what_would_be_written(plan, 0);
        }
        Ok(Some(Box::new(verifier)))
    }

    /// `verify_only`: the job's writes of one loop, in their order, without doing them.
    fn note_what_would_be_written(&mut self, plan: &WorkerPlan, number: u32) {
        let mut left = match plan.job.access.number_ios {
            0 => u64::MAX,
            count => count,
        };
        let mut left_bytes = if plan.job.control.time_based {
            // It would write for ever; one pass is what surely was written.
            plan.targets.iter().map(|target| target.region_bytes).sum()
        } else {
            u64::MAX
        };
        let mut pattern = Pattern::new(plan);
        pattern.begin_loop(number);
        while left > 0
            && left_bytes > 0
            && let Some(io) = pattern.next()
        {
            left -= 1;
            left_bytes = left_bytes.saturating_sub(u64::from(io.len));
            if io.op == Op::Write {
                match self.was_done(&io) {
                    None => break,
                    Some(false) => continue,
                    Some(true) => {}
                }
                let number = self.next_number();
                self.mark(&io, number);
            }
        }
        self.reading = Some(Cursor { file: 0, at: 0 });
    }

    /// `verify_only`: another loop reads back what that loop would have written.
    pub(super) fn begin_loop_of_reads(&mut self, plan: &WorkerPlan, number: u32, now_ns: u64) {
        if plan.job.verify.only && !self.ledgers.is_empty() {
            self.note_what_would_be_written(plan, number);
            self.begin(now_ns);
        }
    }

    /// Whether an earlier run had done this I/O, as far as its state says; `None`: neither it nor any behind it.
    pub(super) fn was_done(&mut self, io: &Io) -> Option<bool> {
        match &mut self.resume {
            None => Some(true),
            Some(resume) => resume.was_done(io.file, io.offset),
        }
    }

    fn next_number(&mut self) -> u32 {
        self.last_number = if self.last_number == NUMBER_MOST {
            1
        } else {
            self.last_number + 1
        };
        self.last_number
    }

    fn mark(&mut self, io: &Io, number: u32) {
        let chunk = self.sealer.chunk_bytes() as u64;
        if let Some(ledger) = self.ledgers.get_mut(io.file as usize) {
            if self.zone_bytes.is_none() || ledger.fits(io) {
                ledger.mark(io, number, chunk);
            } else {
                // Behind the rest of a failed write into a zone, which has any length: not verified.
                ledger.forget(io);
            }
        }
    }

    /// A zone was reset: what was written there is gone.
    pub(super) fn forget_zone(&mut self, lost: &LostZone) {
        if let Some(ledger) = self.ledgers.get_mut(lost.file as usize) {
            ledger.forget_bytes(lost.offset, lost.len);
        }
    }

    /// Makes the content of a write.
    #[inline]
    pub(super) fn seal(&mut self, content: &Content, buffer: &mut [u8], io: &Io, slot: u32) {
        let number = self.next_number();
        self.numbers[slot as usize] = number;
        self.progress.made(slot);
        if let Some(ledger) = self.ledgers.get_mut(io.file as usize) {
            ledger.forget(io);
        }
        self.sealer.seal(buffer, io.offset, number, |chunk, seed| {
            content.paint(chunk, seed)
        });
    }

    /// What was written there, a pattern.
    pub(super) fn expect_in(&self, buffer: &mut [u8], io: &Io) {
        self.sealer.seal(buffer, io.offset, 0, |_, _| {});
    }

    /// A write has ended well.
    #[inline]
    pub(super) fn wrote(&mut self, io: &Io, slot: u32) {
        let number = self.numbers[slot as usize];
        self.mark(io, number);
        self.progress.ended(io, slot);
        if let Some(trims) = &mut self.trims {
            trims.wrote(io, number);
        }
        if let Some(backlog) = &mut self.backlog {
            backlog.written.push_back((*io, number));
        }
    }

    /// A block was trimmed, by the job itself or because it was chosen to be.
    pub(super) fn trimmed(&mut self, io: &Io) {
        let chunk = self.sealer.chunk_bytes() as u64;
        let zeros = self.trims.as_ref().is_some_and(|trims| trims.expect_zeros);
        if let Some(ledger) = self.ledgers.get_mut(io.file as usize) {
            if zeros {
                ledger.mark_trimmed(io, chunk);
            } else {
                ledger.forget(io);
            }
        }
    }

    /// The next trim of what was written, if one is due.
    pub(super) fn next_trim(&mut self) -> Option<Io> {
        let trims = self.trims.as_mut()?;
        while trims.left > 0 {
            let Some((io, number)) = trims.chosen.pop_front() else {
                trims.left = 0;
                break;
            };
            trims.left -= 1;
            // What was written over since then stays.
            if self.ledgers.get(io.file as usize)?.is_whole(&io, number) {
                return Some(Io { op: Op::Trim, ..io });
            }
        }
        None
    }

    /// A sync of one of the job's files is about to be made.
    pub(super) fn sync_made(&mut self, sync: &Io, files: usize) {
        self.progress
            .sync_made(sync.op != Op::SyncFileRange && files == 1);
    }

    pub(super) fn all_synced(&mut self) {
        self.progress.all_synced();
    }

    pub(super) fn sync_ended(&mut self, well: bool) {
        self.progress.sync_ended(well);
    }

    /// How far the writes came.
    pub(super) fn state(&self, plan: &WorkerPlan) -> WriteState {
        self.progress.state(plan)
    }

    /// A read has ended well: whether all that is known of it is there. Where threads check, the answer is that of earlier reads, and
    /// goes to `found`.
    pub(super) fn check(
        &mut self,
        content: &Content,
        buffer: &mut [u8],
        io: &Io,
        own: bool,
        found: impl FnMut(Io, Wrong),
    ) -> Result<(), Wrong> {
        let chunks = Chunks {
            ledger: self.ledgers.get(io.file as usize),
            chunk_bytes: self.sealer.chunk_bytes(),
            len: self.checkable_bytes(io),
            io: *io,
            own,
            from: 0,
            io_offset: self.ledgers.is_empty().then_some(io.offset),
            io_number: None,
        };
        let Some(checkers) = &mut self.checkers else {
            return check_chunks(&self.sealer, content, buffer, chunks, self.dump);
        };
        let mut copied = checkers.room(found);
        copied.chunks.extend(chunks);
        copied.bytes.extend_from_slice(buffer);
        checkers.check(copied, io);
        Ok(())
    }

    /// As much of a read as can be held against the ledgers: one behind write pointers may reach into the next zone, which others may
    /// reset meanwhile.
    fn checkable_bytes(&self, io: &Io) -> usize {
        let zone_bytes = self.zone_bytes.as_ref().and_then(|of| of.get(io.file as usize));
        match zone_bytes {
            Some(bytes) if !self.ledgers.is_empty() => {
                let left = bytes - io.offset % (*bytes).max(1);
                u64::from(io.len).min(left) as usize
            }
            _ => io.len as usize,
        }
    }

    /// Waits for the threads that check.
    pub(super) fn settle(&mut self, found: impl FnMut(Io, Wrong)) {
        if let Some(checkers) = &mut self.checkers {
            checkers.settle(found);
        }
    }

    pub(super) const fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// The next read of what was written; `None`: nothing is to be read back now.
    pub(super) fn next_read(&mut self) -> Option<Io> {
        if self.reading.is_some() {
            return self.next_of_ledgers();
        }
        let backlog = self.backlog.as_mut()?;
        if backlog.left == 0 && backlog.written.len() >= backlog.blocks {
            backlog.left = backlog.batch;
        }
        while backlog.left > 0 {
            let Some((io, number)) = backlog.written.pop_front() else {
                backlog.left = 0;
                break;
            };
            backlog.left -= 1;
            // What was written over since then comes later.
            if self.ledgers.get_mut(io.file as usize)?.is_whole(&io, number) {
                let read = Io { op: Op::Read, ..io };
                if backlog.reading.len() == backlog.reading.capacity() {
                    // A read that failed is still in the list.
                    backlog.reading.remove(0);
                }
                backlog.reading.push(read);
                backlog.has_read = true;
                return Some(read);
            }
        }
        None
    }

    /// Whether a read that has ended reads back, so that its blocks need not be read again. The job's own reads do not count: their
    /// blocks may be overwritten later.
    pub(super) fn was_read_back(&mut self, io: &Io) -> bool {
        if self.reading.is_some() {
            return true;
        }
        let Some(backlog) = &mut self.backlog else {
            return false;
        };
        let at = backlog.reading.iter().position(|read| read == io);
        at.map(|at| backlog.reading.swap_remove(at)).is_some()
    }

    /// Whether writes and reading back were mixed.
    pub(super) fn has_mixed(&self) -> bool {
        self.backlog.as_ref().is_some_and(|backlog| backlog.has_read)
    }

    fn next_of_ledgers(&mut self) -> Option<Io> {
        let cursor = self.reading.as_mut()?;
        while let Some(ledger) = self.ledgers.get_mut(cursor.file as usize) {
            if let Some(io) = ledger.next_piece(cursor.file, cursor.at, self.most_bytes) {
                cursor.at = ledger.behind(&io);
                return Some(io);
            }
            *cursor = Cursor {
                file: cursor.file + 1,
                at: 0,
            };
        }
        None
    }

    /// Ends reading back, if it goes on; whether it did.
    pub(super) fn end_reading(&mut self, now_ns: u64) -> bool {
        let was = self.reading.take().is_some();
        if was {
            self.reading_ns += now_ns.saturating_sub(self.reading_since_ns);
        }
        was
    }

    pub(super) fn begin_reading(&mut self, now_ns: u64) {
        self.reading = Some(Cursor { file: 0, at: 0 });
        self.reading_since_ns = now_ns;
        if let Some(backlog) = &mut self.backlog {
            backlog.written.clear();
            backlog.left = 0;
        }
    }

    /// `verify_only`: the reading began with the job.
    pub(super) fn begin(&mut self, now_ns: u64) {
        self.reading_since_ns = now_ns;
    }

    pub(super) fn keeps_ledgers(&self) -> bool {
        !self.ledgers.is_empty()
    }

    /// What lies in the range of `io` is not to be checked any more.
    pub(super) fn forget(&mut self, io: &Io) {
        if let Some(ledger) = self.ledgers.get_mut(io.file as usize) {
            ledger.forget(io);
        }
    }

    pub(super) const fn chunk_bytes(&self) -> usize {
        self.sealer.chunk_bytes()
    }

    /// Time spent reading back, in nanoseconds.
    pub(super) const fn reading_ns(&self) -> u64 {
        self.reading_ns
    }
}

/// The chunks of a read that can be checked: where they begin in it, and what they should be.
struct Chunks<'a> {
    ledger: Option<&'a Ledger>,
    chunk_bytes: usize,
    len: usize,
    io: Io,
    own: bool,
    from: usize,
    io_offset: Option<u64>,
    /// Whose offset that is: a read may lie over several writes.
    io_number: Option<u32>,
}

impl Iterator for Chunks<'_> {
    type Item = (usize, Expected);

    fn next(&mut self) -> Option<Self::Item> {
        while self.from + self.chunk_bytes <= self.len {
            let from = self.from;
            let offset = self.io.offset + from as u64;
            let mut expected = Expected {
                offset,
                io_offset: self.io_offset,
                number: None,
                trimmed: false,
            };
            if let Some(ledger) = self.ledger {
                let Some(entry) = ledger.chunk_at(offset, self.chunk_bytes as u64) else {
                    self.from += ledger.unit_bytes() as usize;
                    continue;
                };
                if entry.first {
                    self.io_offset = Some(offset);
                } else if entry.number != self.io_number {
                    // The beginning of its write was written over.
                    self.io_offset = None;
                }
                self.io_number = entry.number;
                expected.io_offset = self.io_offset;
                expected.number = entry.number.filter(|_| self.own);
                expected.trimmed = entry.number.is_none();
            }
            self.from += self.chunk_bytes;
            return Some((from, expected));
        }
        None
    }
}

fn ledgers(
    plan: &WorkerPlan,
    chunk_bytes: u64,
    zones: &Option<ZoneSizes>,
) -> Result<Box<[Ledger]>, WorkerError> {
    let grain_bytes = zones.as_ref().map_or(0, |zones| zones.grain_bytes);
    let unit = unit_bytes(&plan.job, chunk_bytes, grain_bytes);
    plan.targets
        .iter()
        .map(|target| {
            let reach = target.size_bytes.saturating_sub(target.start_bytes);
            Ledger::new(target.start_bytes, reach.max(target.region_bytes), unit).map_err(|source| {
                let what = messages::VerifyNoMemory {
                    path: &target.path.display(),
                    unit: &unit,
                    bytes: &reach,
                };
                WorkerError::setup(|lang| what.text(lang), source)
            })
        })
        .collect()
}

/// The largest unit of which all places and lengths of writes are multiples.
fn unit_bytes(job: &JobPlan, chunk_bytes: u64, grain_bytes: u64) -> u64 {
    let access = &job.access;
    let mut unit = chunk_bytes;
    let mut divide = |bytes: u64| {
        let (mut a, mut b) = (unit, bytes);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        unit = a;
    };
    divide(grain_bytes);
    for ddir in [Ddir::Write, Ddir::Trim] {
        if !access.mode.issues(ddir) {
            continue;
        }
        match &access.block_size[ddir] {
            BlockSize::Fixed(bytes) => divide(*bytes),
            BlockSize::Range { .. } if access.bs_unaligned => divide(1),
            BlockSize::Range { min, max } => {
                divide(*min);
                divide(*max);
            }
            BlockSize::Split(shares) => shares.iter().for_each(|share| divide(share.bytes)),
        }
        divide(access.block_align_bytes[ddir]);
    }
    if let Sequencer::Skip(bytes) = access.sequencer {
        divide(bytes.unsigned_abs());
    }
    if let Some(zones) = access.strided() {
        divide(zones.range_bytes);
        divide(zones.skip_bytes);
    }
    unit
}
