//! Verifying jobs on a device in memory, without errors and with planted ones.
//!
//! None of 10,000 clean jobs is called wrong, and each of 10,000 planted errors is found and named by its kind.

use fiord_job::options::verify::VERIFY_KINDS;
use fiord_job::plan::{
    AccessMode, Amount, Backlog, BlockSize, BytePattern, EngineKind, JobPlan, PerDdir, Sequencer, VerifyKind,
    ZbdPlan, Zones,
};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::rng::{below, mix64};
use fiord_workload::verify::Damage;

use super::handmade::{self, Finished, plan};
use crate::data::clock::WallClock;
use crate::engines::engine::{CallError, Engine, Wait};
use crate::error::WorkerError;
use crate::io::{Completion, Queued, Request};
use crate::worker::WorkerOutcome;
use fiord_targets::stop;

const SECTOR: usize = 512;

/// How many of each; `FIORD_PLANTED` says another number.
fn count() -> u64 {
    match std::env::var("FIORD_PLANTED") {
        Ok(text) => text.parse().expect("FIORD_PLANTED is a number"),
        Err(_) => fiord_testbed::repeats(300, 10_000),
    }
}

/// What puts a header into each block; without one nothing says which block it is.
pub(super) fn kinds() -> Vec<VerifyKind> {
    let kinds = VERIFY_KINDS.iter().map(|(_, kind)| *kind);
    kinds.filter(|kind| kind.has_header()).collect()
}

/// Numbers from a seed.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = mix64(self.0);
        below(self.0, limit)
    }

    pub(super) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    pub(super) fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }
}

/// What the device does wrong with one write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plant {
    /// This bit of the block.
    BitFlip(usize),
    /// The write is acknowledged and not done.
    Lost,
    /// It is done at this offset.
    Misdirected(u64),
    /// It is done, and reads return what was there before.
    Stale,
    /// So many sectors of it are done.
    Torn(usize),
}

/// A device in memory.
struct Memory<const IN_PLACE: bool> {
    bytes: Vec<u8>,
    /// Which write goes wrong, counted from 0, and how.
    plant: Option<(u64, Plant)>,
    writes: u64,
    finished: Finished,
    dice: Chance,
}

impl<const IN_PLACE: bool> Memory<IN_PLACE> {
    fn new(size_bytes: u64, plant: Option<(u64, Plant)>, seed: u64) -> Self {
        Self {
            bytes: vec![0; size_bytes as usize],
            plant,
            writes: 0,
            finished: Finished::default(),
            dice: Chance(seed),
        }
    }

    fn write(&mut self, at: usize, data: &[u8]) {
        let planted = self.plant.filter(|(index, _)| *index == self.writes);
        self.writes += 1;
        let mut put = |at: usize, data: &[u8]| self.bytes[at..at + data.len()].copy_from_slice(data);
        match planted.map(|(_, plant)| plant) {
            None => put(at, data),
            Some(Plant::BitFlip(bit)) => {
                put(at, data);
                self.bytes[at + bit / 8] ^= 1 << (bit % 8);
            }
            // To the reader both are the same.
            Some(Plant::Lost | Plant::Stale) => {}
            Some(Plant::Misdirected(to)) => put(to as usize, data),
            Some(Plant::Torn(sectors)) => put(at, &data[..sectors * SECTOR]),
        }
    }

    fn result(&mut self, request: &Request) -> i32 {
        let io = request.io;
        let (at, len) = (io.offset as usize, io.len as usize);
        match io.op {
            Op::Read => {
                // SAFETY: the buffer of a request is valid for the length of its I/O.
                let buffer = unsafe { std::slice::from_raw_parts_mut(request.buffer, len) };
                buffer.copy_from_slice(&self.bytes[at..at + len]);
            }
            Op::Write => {
                // SAFETY: as above.
                let buffer = unsafe { std::slice::from_raw_parts(request.buffer.cast_const(), len) };
                self.write(at, buffer);
            }
            Op::Trim => self.bytes[at..at + len].fill(0),
            Op::Fsync | Op::Fdatasync | Op::SyncFileRange => return 0,
        }
        len as i32
    }
}

impl<const IN_PLACE: bool> Engine for Memory<IN_PLACE> {
    const IN_PLACE: bool = IN_PLACE;

    fn queue(&mut self, request: &Request) -> Queued {
        let result = self.result(request);
        if IN_PLACE {
            return Queued::Done(result);
        }
        self.finished.queue(request, result)
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        Ok(self.finished.submit())
    }

    /// In any order.
    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        let least = match wait {
            Wait::AtLeast(least) => least as usize,
            Wait::Poll | Wait::ForNs(_) => 0,
        };
        let done = &mut self.finished.done;
        let most = done.len().min(out.len());
        let count = (self.dice.below(most as u64 + 1) as usize).max(least.min(most));
        for place in &mut out[..count] {
            let next = self.dice.below(done.len() as u64) as usize;
            *place = done.swap_remove(next);
        }
        Ok(count as u32)
    }

    fn depth(&self) -> u32 {
        8
    }
}

pub(super) fn job(kind: VerifyKind, mode: AccessMode) -> JobPlan {
    let mut job = JobPlan::new("planted");
    job.engine.kind = EngineKind::Psync;
    job.access.mode = mode;
    job.verify.kind = kind;
    job.verify.state.save = false;
    job.buffers.refill = true;
    if kind == VerifyKind::PatternHeader {
        job.verify.pattern = Some(BytePattern {
            bytes: b"abc\0\0\0\0\0\0\0\0z".to_vec(),
            offsets_at: vec![3],
        });
    }
    job
}

fn run<const IN_PLACE: bool>(plan: &WorkerPlan, device: Memory<IN_PLACE>) -> WorkerOutcome {
    handmade::run(plan, device, WallClock::new(), stop::RUN)
}

/// One error: a job of two passes over 8 blocks, and what goes wrong with one write of the last.
struct Error {
    plan: WorkerPlan,
    write: u64,
    plant: Plant,
    text: String,
}

const BLOCK: u64 = 2048;
const BLOCKS: u64 = 8;

fn error(seed: u64) -> Error {
    let mut dice = Chance(seed);
    let kind = dice.one_of(&kinds());
    // The first pass writes over zeros, so that nothing old is there to come back.
    let passes = 1 + dice.below(2);
    let header_at = dice.one_of(&[0, 512, 1024]);
    let mut job = job(kind, AccessMode::Write);
    job.access.block_size = PerDdir::all(BlockSize::Fixed(BLOCK));
    job.access.size = Some(Amount::Bytes(BLOCK * BLOCKS));
    job.control.loops = passes as u32;
    job.verify.interval_bytes = BLOCK;
    job.verify.offset_bytes = header_at;
    if dice.one_in(3) {
        // A walk through two zones goes where it goes without them.
        job.access.zones = Some(Zones::Zbd(Box::new(ZbdPlan {
            zone_bytes: BLOCK * BLOCKS / 2,
            ..ZbdPlan::default()
        })));
    }
    let block = 1 + dice.below(BLOCKS - 1);
    let header_only = kind == VerifyKind::Meta;
    // A pattern is the same in each pass, and `meta` covers nothing behind the header: a torn write changes nothing that is checked.
    let plant = match dice.below(if header_only || kind == VerifyKind::PatternHeader {
        4
    } else {
        5
    }) {
        0 if header_only => {
            Plant::BitFlip((header_at as usize + dice.below(40) as usize) * 8 + dice.below(8) as usize)
        }
        0 => Plant::BitFlip(dice.below(BLOCK * 8) as usize),
        1 => Plant::Lost,
        2 => Plant::Misdirected(dice.below(block) * BLOCK),
        3 => Plant::Stale,
        _ => Plant::Torn(1 + dice.below(BLOCK / SECTOR as u64 - 1) as usize),
    };
    Error {
        text: format!(
            "seed {seed:#x}: {kind:?}, {passes} passes, header at {header_at}, block {block}: {plant:?}"
        ),
        plan: plan(job, BLOCK * BLOCKS, BLOCK * BLOCKS, seed),
        write: (passes - 1) * BLOCKS + block,
        plant,
    }
}

/// Whether what is said about a block is what was done to it.
fn names(damage: &Damage, error: &Error) -> bool {
    let old = error.plan.job.control.loops > 1;
    let gone = match damage {
        Damage::Stale { expected, received } => {
            old && *expected == error.write && *received == error.write - BLOCKS
        }
        Damage::NoHeader { zeros, .. } => !old && *zeros,
        _ => false,
    };
    match error.plant {
        Plant::BitFlip(_) => matches!(
            damage,
            Damage::Content { bits: Some(1), .. }
                | Damage::HeaderBits { bits: Some(1), .. }
                | Damage::Sum { bits: 1, .. }
                | Damage::Pattern { .. }
        ),
        Plant::Lost | Plant::Stale => gone,
        Plant::Misdirected(_) => {
            matches!(damage, Damage::Misdirected { belongs_at } if *belongs_at == error.write % BLOCKS * BLOCK)
        }
        Plant::Torn(sectors) => {
            let good = sectors * SECTOR;
            // Where the header lies in the part that is old, it is an old block with new sectors.
            let header_is_old = error.plan.job.verify.offset_bytes as usize >= good;
            match damage {
                Damage::Torn { good_bytes } => *good_bytes == good as u64,
                Damage::Stale { .. } => header_is_old && old,
                Damage::NoHeader { .. } => header_is_old && !old,
                _ => false,
            }
        }
    }
}

#[test]
fn every_planted_error_is_found_and_named() {
    let seed = fiord_testbed::seed();
    let count = count();
    println!("{count} planted errors, seed {seed:#x}");
    for index in 0..count {
        let error = error(mix64(seed ^ index));
        let device = Memory::<true>::new(BLOCK * BLOCKS, Some((error.write, error.plant)), 0);
        let outcome = run(&error.plan, device);
        let Some(WorkerError::Verify(note)) = &outcome.error else {
            panic!("not found: {}: {:?}", error.text, outcome.error);
        };
        assert!(names(&note.damage, &error), "{}: {note:?}", error.text);
    }
}

/// A job of any shape on a device without an error.
fn clean(seed: u64) -> (WorkerPlan, String) {
    let mut dice = Chance(seed);
    let kind = dice.one_of(&kinds());
    let mode = dice.one_of(&[
        AccessMode::Write,
        AccessMode::RandWrite,
        AccessMode::RandWrite,
        AccessMode::Rw,
        AccessMode::RandRw,
        AccessMode::RandTrimWrite,
    ]);
    let mut job = job(kind, mode);
    let (least, most) = dice.one_of(&[
        (1024, 1024),
        (2048, 2048),
        (512, 4096),
        (1024, 4096),
        (2048, 6144),
    ]);
    job.access.block_size = PerDdir::all(handmade::block_size(least, most));
    job.access.norandommap = dice.one_in(2);
    job.access.randseed = dice.below(1 << 40);
    if dice.one_in(6) {
        job.access.sequencer = Sequencer::Repeat(3);
    }
    job.control.loops = 1 + dice.below(3) as u32;
    job.verify.interval_bytes = dice.one_of(&[512, least]).min(least);
    job.verify.offset_bytes = dice.one_of(&[0, 256]);
    job.verify.kind = if job.verify.interval_bytes < 40 + 128 + 256 {
        VerifyKind::Crc32c
    } else {
        kind
    };
    if dice.one_in(3) {
        job.verify.backlog = Some(Backlog {
            blocks: 1 + dice.below(12),
            batch: 1 + dice.below(6),
        });
    }
    if dice.one_in(3) {
        job.verify.trim.percent = dice.below(101) as u8;
        job.verify.trim.expect_zeros = !dice.one_in(4);
        job.verify.trim.backlog = Some(Backlog {
            blocks: 1 + dice.below(8),
            batch: 1 + dice.below(8),
        });
    }
    if dice.one_in(20) {
        job.verify.threads.count = 1 + dice.below(3) as u32;
    }
    job.durability.fsync_every = dice.one_of(&[0, 0, 3]);
    let size = dice.one_of(&[16_384, 24_576]);
    job.access.size = Some(Amount::Bytes(size));
    job.depth.iodepth = 8;
    let io_bytes = size * dice.one_of(&[1, 1, 2]);
    let text = format!("seed {seed:#x}: {job:?}");
    (plan(job, size, io_bytes, seed), text)
}

#[test]
fn no_clean_job_is_called_wrong() {
    let seed = fiord_testbed::seed();
    let count = count();
    println!("{count} clean jobs, seed {seed:#x}");
    let mut checked = 0;
    for index in 0..count {
        let (plan, text) = clean(mix64(seed ^ index));
        let size = plan.targets[0].size_bytes;
        let outcome = if index % 2 == 0 {
            run(&plan, Memory::<true>::new(size, None, 0))
        } else {
            run(&plan, Memory::<false>::new(size, None, index))
        };
        assert!(outcome.error.is_none(), "{}: {text}", outcome.error.unwrap());
        checked += outcome.stats.ddirs[0].ios;
    }
    assert!(checked > count, "{checked} blocks were read in {count} jobs");
}
