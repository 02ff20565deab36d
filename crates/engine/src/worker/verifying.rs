//! What a worker knows about its writes: they are sealed and noted, and what is read is held against that.
//!
//! The ledger of a file knows the last write of each chunk. What is in flight is never overlapped by another I/O (`overlaps`), so
//! the order of writes on the medium is the ledger's.

use std::collections::VecDeque;
use std::sync::OnceLock;

use fiord_job::plan::{BlockSize, Ddir, JobPlan, Sequencer};

use crate::error::WorkerError;
use fiord_workload::content::Content;
use fiord_workload::io::{Io, Op};
use fiord_workload::pattern::Pattern;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::seed;
use fiord_workload::verify::{Damage, Expected, Ledger, Sealer};

/// Numbers of writes as a ledger keeps them.
const NUMBER_MOST: u32 = (1 << 30) - 1;

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
    most_bytes: u64,
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
    /// `None` where nothing is verified.
    pub(super) fn new(plan: &WorkerPlan, slots: u32) -> Result<Option<Box<Self>>, WorkerError> {
        let job = &*plan.job;
        let verify = &job.verify;
        if !reads_back(job) {
            return Ok(None);
        }
        let thread = plan.number.wrapping_add(1) as u16;
        let sealer = Sealer::new(verify, job.access.max_block_bytes(), thread, nonce());
        if sealer.lacks_room() {
            return Err(WorkerError::Setup {
                what: format!(
                    "verify: {} bytes have no room for the header and the checksum; use larger blocks or a larger verify_interval",
                    sealer.chunk_bytes()
                ),
                source: std::io::Error::from_raw_os_error(libc::EINVAL),
            });
        }
        let ledgers = if job.access.mode.issues(Ddir::Write) {
            ledgers(plan, sealer.chunk_bytes() as u64)?
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
            }
        });
        let mut verifier = Self {
            sealer,
            ledgers,
            numbers: vec![0; slots as usize].into_boxed_slice(),
            last_number: 0,
            reading: None,
            backlog,
            most_bytes: job.access.max_block_bytes().max(1),
            reading_since_ns: 0,
            reading_ns: 0,
        };
        if verify.only && !verifier.ledgers.is_empty() {
            verifier.note_what_would_be_written(plan);
        }
        Ok(Some(Box::new(verifier)))
    }

    /// `verify_only`: the job's writes, in their order, without doing them.
    fn note_what_would_be_written(&mut self, plan: &WorkerPlan) {
        let mut left = match plan.job.access.number_ios {
            0 => u64::MAX,
            count => count,
        };
        if plan.job.control.time_based {
            // It would write for ever; one pass is what surely was written.
            left = left.min(plan.io_limit_bytes / plan.job.access.min_block_bytes().max(1));
        }
        let mut pattern = Pattern::new(plan);
        pattern.begin_loop(0);
        while let Some(io) = pattern.next().filter(|_| left > 0) {
            left -= 1;
            if io.op == Op::Write {
                let number = self.next_number();
                self.mark(&io, number);
            }
        }
        self.reading = Some(Cursor { file: 0, at: 0 });
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
            ledger.mark(io, number, chunk);
        }
    }

    /// Makes the content of a write.
    #[inline]
    pub(super) fn seal(&mut self, content: &Content, buffer: &mut [u8], io: &Io, slot: u32) {
        let number = self.next_number();
        self.numbers[slot as usize] = number;
        if let Some(ledger) = self.ledgers.get_mut(io.file as usize) {
            ledger.forget(io);
        }
        self.sealer.seal(buffer, io.offset, number, |chunk, seed| {
            content.paint(chunk, seed)
        });
    }

    /// A write has ended well.
    #[inline]
    pub(super) fn wrote(&mut self, io: &Io, slot: u32) {
        let number = self.numbers[slot as usize];
        self.mark(io, number);
        if let Some(backlog) = &mut self.backlog {
            backlog.written.push_back((*io, number));
        }
    }

    /// A read has ended well: whether all that is known of it is there.
    pub(super) fn check(
        &mut self,
        content: &Content,
        buffer: &mut [u8],
        io: &Io,
        own: bool,
    ) -> Result<(), (u64, Damage)> {
        let chunk_bytes = self.sealer.chunk_bytes();
        let mut from = 0;
        let mut io_offset = self.ledgers.is_empty().then_some(io.offset);
        while from + chunk_bytes <= buffer.len() {
            let offset = io.offset + from as u64;
            let mut expected = Expected {
                offset,
                io_offset,
                number: None,
            };
            if let Some(ledger) = self.ledgers.get_mut(io.file as usize) {
                let Some(entry) = ledger.chunk_at(offset, chunk_bytes as u64) else {
                    from += ledger.unit_bytes() as usize;
                    continue;
                };
                if entry.first {
                    io_offset = Some(offset);
                }
                expected.io_offset = io_offset;
                expected.number = own.then_some(entry.number);
            }
            self.sealer
                .check(&mut buffer[from..from + chunk_bytes], &expected, |chunk, seed| {
                    content.paint(chunk, seed);
                })
                .map_err(|damage| (offset, damage))?;
            from += chunk_bytes;
        }
        Ok(())
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
                return Some(Io { op: Op::Read, ..io });
            }
        }
        None
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

fn ledgers(plan: &WorkerPlan, chunk_bytes: u64) -> Result<Box<[Ledger]>, WorkerError> {
    let unit = unit_bytes(&plan.job, chunk_bytes);
    plan.targets
        .iter()
        .map(|target| {
            let reach = target.size_bytes.saturating_sub(target.start_bytes);
            Ledger::new(target.start_bytes, reach.max(target.region_bytes), unit).map_err(|source| {
                WorkerError::Setup {
                    what: format!(
                        "verify: memory for what is written to {}, 4 bytes for each {unit} of {reach}",
                        target.path.display()
                    ),
                    source,
                }
            })
        })
        .collect()
}

/// The largest unit of which all places and lengths of writes are multiples.
fn unit_bytes(job: &JobPlan, chunk_bytes: u64) -> u64 {
    let access = &job.access;
    let mut unit = chunk_bytes;
    let mut divide = |bytes: u64| {
        let (mut a, mut b) = (unit, bytes);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        unit = a;
    };
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
    if let Some(zones) = access.zones {
        divide(zones.range_bytes);
        divide(zones.skip_bytes);
    }
    unit
}
