//! The bytes of write buffers: random, constant or a pattern, compressible or repeated, from a seed.
//!
//! Content depends on a seed alone, so that a duplicate (`dedupe_percentage`) is the same seed again and needs no store of
//! earlier buffers. Called by the worker loop: [`Content::init`] once per slot before the start, [`Content::fill`] before each
//! write. It allocates nothing after `new`.

use crate::io::Io;
use crate::plan::WorkerPlan;
use crate::rng::{Rng, Stream, mix64};
use fiord_job::plan::{BufferPlan, DedupeMode};

/// Every so many bytes of a scrambled buffer get a new mark, so that no sector repeats.
const SCRAMBLE_BYTES: usize = 512;

/// The seed of all content under `dedupe_global`.
const GLOBAL_SEED: u64 = 0xd0_0b1e;

/// The content of a worker's writes.
#[derive(Debug, Clone)]
pub struct Content {
    kind: Kind,
    scramble: bool,
    rng: Rng,
    /// Changes with every mark and every fill.
    counter: u64,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Set up once (`zero_buffers`, `buffer_pattern`, or random without `refill_buffers`).
    Constant(Constant),
    /// Made anew for every write.
    Fresh(Fresh),
}

#[derive(Debug, Clone)]
enum Constant {
    Zero,
    Pattern(Box<[u8]>),
    Random,
}

#[derive(Debug, Clone)]
struct Fresh {
    /// Percent of each chunk that compresses away.
    compress_percent: u8,
    /// 0: the whole buffer is one chunk.
    chunk: usize,
    /// What stands in the compressible part; zeros when empty.
    filler: Box<[u8]>,
    dedupe_percent: u8,
    /// Number of buffers in the working set; 0: the previous buffer is repeated.
    working_set: u64,
    working_seed: u64,
    last_seed: u64,
    dedupe: Rng,
}

impl Content {
    /// The content for a worker.
    pub fn new(plan: &WorkerPlan) -> Self {
        let buffers = &plan.job.buffers;
        let compress = buffers.compress_percent.unwrap_or(0).min(100);
        let dedupe = buffers.dedupe_percent.unwrap_or(0).min(100);
        let kind = if compress == 100 && buffers.pattern.is_none() {
            // All of it compresses away: zeros, without the work.
            Kind::Constant(Constant::Zero)
        } else if compress > 0 || dedupe > 0 {
            // FIO-DIFF(fresh-content): each write gets new content of that kind; fio without refill_buffers writes the same
            // buffers again and again, which deduplicates where the job asked for something else.
            Kind::Fresh(Fresh::new(plan, compress, dedupe))
        } else if let Some(pattern) = buffers.pattern.as_ref().filter(|pattern| !pattern.is_empty()) {
            Kind::Constant(Constant::Pattern(pattern.clone().into_boxed_slice()))
        } else if buffers.zero {
            Kind::Constant(Constant::Zero)
        } else if buffers.refill {
            Kind::Fresh(Fresh::new(plan, 0, 0))
        } else {
            Kind::Constant(Constant::Random)
        };
        let scramble = buffers.scramble && matches!(kind, Kind::Constant(Constant::Random));
        Self {
            kind,
            scramble,
            rng: Rng::new(plan.seed, Stream::Content),
            counter: 0,
        }
    }

    /// Whether [`Content::fill`] does nothing, so that the loop may leave it out.
    pub fn is_constant(&self) -> bool {
        matches!(self.kind, Kind::Constant(_)) && !self.scramble
    }

    /// Fills a slot's buffer for the first time.
    pub fn init(&mut self, buffer: &mut [u8]) {
        match &self.kind {
            Kind::Constant(Constant::Zero) => buffer.fill(0),
            Kind::Constant(Constant::Pattern(pattern)) => repeat(buffer, pattern),
            Kind::Constant(Constant::Random) | Kind::Fresh(_) => fill_random(buffer, self.rng.next()),
        }
    }

    /// Fills a buffer with what belongs to `seed`: the same bytes each time.
    #[inline]
    pub fn paint(&self, buffer: &mut [u8], seed: u64) {
        match &self.kind {
            Kind::Constant(Constant::Zero) => buffer.fill(0),
            Kind::Constant(Constant::Pattern(pattern)) => repeat(buffer, pattern),
            Kind::Constant(Constant::Random) => fill_random(buffer, seed),
            Kind::Fresh(fresh) => fresh.paint(buffer, seed),
        }
    }

    /// Prepares the buffer of the write `io`: its first `io.len` bytes.
    #[inline]
    pub fn fill(&mut self, buffer: &mut [u8], io: &Io) {
        match &mut self.kind {
            Kind::Constant(_) if !self.scramble => {}
            Kind::Constant(_) => {
                self.counter = self.counter.wrapping_add(1);
                let len = (io.len as usize).min(buffer.len());
                scramble(&mut buffer[..len], io.offset, self.counter);
            }
            Kind::Fresh(fresh) => {
                let len = (io.len as usize).min(buffer.len());
                fresh.fill(&mut buffer[..len], self.rng.next());
            }
        }
    }
}

impl Fresh {
    fn new(plan: &WorkerPlan, compress_percent: u8, dedupe_percent: u8) -> Self {
        let buffers: &BufferPlan = &plan.job.buffers;
        let working_set = match buffers.dedupe_mode {
            DedupeMode::Repeat => 0,
            // FIO-DIFF(dedupe-files): fio refuses several files; here copies come from what the job has written, in whichever file.
            DedupeMode::WorkingSet => working_set(plan),
        };
        let seed = if buffers.dedupe_global {
            GLOBAL_SEED
        } else {
            plan.seed
        };
        Self {
            compress_percent,
            chunk: buffers.compress_chunk_bytes as usize,
            filler: buffers.pattern.clone().unwrap_or_default().into_boxed_slice(),
            dedupe_percent,
            working_set,
            working_seed: mix64(seed ^ 0xdedu64),
            last_seed: mix64(seed),
            dedupe: Rng::new(plan.seed, Stream::Dedupe),
        }
    }

    fn fill(&mut self, buffer: &mut [u8], new_seed: u64) {
        let seed = if self.dedupe_percent > 0 && self.dedupe.percent(self.dedupe_percent) {
            match self.working_set {
                0 => self.last_seed,
                set => mix64(self.working_seed.wrapping_add(self.dedupe.below(set))),
            }
        } else {
            new_seed
        };
        self.last_seed = seed;
        self.paint(buffer, seed);
    }

    fn paint(&self, buffer: &mut [u8], seed: u64) {
        if self.compress_percent == 0 {
            return fill_random(buffer, seed);
        }
        let chunk = if self.chunk == 0 {
            buffer.len().max(1)
        } else {
            self.chunk
        };
        for (index, part) in buffer.chunks_mut(chunk).enumerate() {
            let random = part.len() - part.len() * usize::from(self.compress_percent) / 100;
            let (head, tail) = part.split_at_mut(random);
            fill_random(head, seed.wrapping_add(mix64(index as u64)));
            if self.filler.is_empty() {
                tail.fill(0);
            } else {
                repeat(tail, &self.filler);
            }
        }
    }
}

/// Unique buffers from which duplicates are chosen: a share of the blocks of the job's region.
fn working_set(plan: &WorkerPlan) -> u64 {
    let bytes: u64 = plan
        .targets
        .iter()
        .map(|target| target.region_bytes)
        .fold(0, u64::saturating_add);
    let blocks = bytes / plan.job.access.min_block_bytes().max(1);
    let share = u128::from(blocks) * u128::from(plan.job.buffers.dedupe_working_set_percent) / 100;
    (share as u64).max(1)
}

fn repeat(buffer: &mut [u8], pattern: &[u8]) {
    let period = pattern.len().min(buffer.len());
    buffer[..period].copy_from_slice(&pattern[..period]);
    repeat_front(buffer, period);
}

/// Repeats the first `period` bytes to the end: copies what is there already once more, then all of that, and so on, so that
/// short patterns take few copies. Without a period the buffer stays as it is.
pub(crate) fn repeat_front(buffer: &mut [u8], period: usize) {
    let mut done = period;
    while done > 0 && done < buffer.len() {
        let more = done.min(buffer.len() - done);
        buffer.copy_within(..more, done);
        done += more;
    }
}

/// Random bytes from a counter (the mixing step is wyrand's): no word depends on the one before, so the processor makes
/// several at once.
pub fn fill_random(buffer: &mut [u8], seed: u64) {
    let mut state = mix64(seed);
    let mut word = || {
        state = state.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(state) * u128::from(state ^ 0xe703_7ed1_a0b4_28db);
        (product as u64) ^ (product >> 64) as u64
    };
    let mut blocks = buffer.chunks_exact_mut(32);
    for block in &mut blocks {
        for part in block.chunks_exact_mut(8) {
            part.copy_from_slice(&word().to_le_bytes());
        }
    }
    for part in blocks.into_remainder().chunks_mut(8) {
        let bytes = word().to_le_bytes();
        part.copy_from_slice(&bytes[..part.len()]);
    }
}

/// Marks every sector with where and when it is written.
#[inline]
fn scramble(buffer: &mut [u8], offset: u64, counter: u64) {
    let mut at = offset;
    for part in buffer.chunks_mut(SCRAMBLE_BYTES) {
        if let Some(mark) = part.first_chunk_mut::<16>() {
            mark[..8].copy_from_slice(&at.to_le_bytes());
            mark[8..].copy_from_slice(&counter.to_le_bytes());
        }
        at += SCRAMBLE_BYTES as u64;
    }
}
