//! Makes chunks that can be checked, and checks them.

use fiord_job::plan::{VerifyKind, VerifyPlan};

use super::checksum::{self, SUM_MOST, Time};
use super::damage::Damage;
use super::header::{HEADER_BYTES, NoHeader, VerifyHeader, means, number_of};
use super::pattern_bytes::PatternBytes;
use crate::rng::mix64;

/// Sectors of a torn write are whole.
const SECTOR_BYTES: usize = 512;

/// What a worker writes into chunks and expects in them.
#[derive(Debug, Clone)]
pub struct Sealer {
    kind: VerifyKind,
    chunk_bytes: usize,
    /// Where in a chunk the header lies.
    header_at: usize,
    pattern: Option<PatternBytes>,
    check_seed: bool,
    check_number: bool,
    thread: u16,
    nonce: u64,
}

/// What the worker knows about a chunk that it reads.
#[derive(Debug, Clone, Copy)]
pub struct Expected {
    /// Offset of the chunk in its file.
    pub offset: u64,
    /// Offset of the I/O that wrote it, if that is known: patterns begin there.
    pub io_offset: Option<u64>,
    /// Number of the write, from 1, if this worker wrote it.
    pub number: Option<u32>,
    /// It was trimmed since: zeros.
    pub trimmed: bool,
}

impl Sealer {
    /// `thread` counts workers from 1; `nonce` is one for the whole process, so that blocks of an earlier run are known as such.
    pub fn new(plan: &VerifyPlan, largest_block: u64, thread: u16, nonce: u64) -> Self {
        let chunk = match plan.interval_bytes {
            0 => largest_block,
            bytes => bytes,
        };
        Self {
            kind: plan.kind,
            chunk_bytes: usize::try_from(chunk).unwrap_or(usize::MAX),
            header_at: usize::try_from(plan.offset_bytes).unwrap_or(0),
            pattern: PatternBytes::new(plan),
            check_seed: plan.check_seed,
            check_number: plan.check_sequence,
            thread,
            nonce,
        }
    }

    pub const fn chunk_bytes(&self) -> usize {
        self.chunk_bytes
    }

    /// Header and checksum together, as they are written.
    const fn head(&self) -> usize {
        HEADER_BYTES + checksum::len(self.kind)
    }

    /// Likewise of a chunk that begins with a header, which a later fio may have written.
    fn head_in(&self, chunk: &[u8]) -> usize {
        VerifyHeader::len_in(chunk) + checksum::len(self.kind)
    }

    /// The checksum of data as the version of the header in front of it has it, and its length.
    fn sum_as_in(&self, front: &[u8], data: &[u8]) -> ([u8; SUM_MOST], usize) {
        let mut sum = [0; SUM_MOST];
        if VerifyHeader::len_in(front) > HEADER_BYTES {
            let len = checksum::write_later(self.kind, data, &mut sum);
            return (sum, len);
        }
        checksum::write(self.kind, data, &mut sum);
        (sum, checksum::len(self.kind))
    }

    /// A chunk is shorter than header and checksum.
    pub const fn lacks_room(&self) -> bool {
        self.kind.has_header() && self.chunk_bytes < self.head()
    }

    /// The seed of a chunk: its upper half names process, worker and place, its lower half the write.
    fn seed(&self, thread: u16, offset: u64, number: u32) -> u64 {
        let place = mix64(self.nonce ^ mix64(offset ^ u64::from(thread) << 48));
        place ^ u64::from(number)
    }

    /// The number of the write in a seed that this process made for this place; `None`: somebody else made it.
    fn number_in(&self, seed: u64, thread: u16, offset: u64) -> Option<u32> {
        let rest = seed ^ self.seed(thread, offset, 0);
        u32::try_from(rest).ok()
    }

    /// Makes `buffer` the content of write number `number` at `offset`. `paint` makes the content of a chunk from a seed.
    #[inline]
    pub fn seal(&self, buffer: &mut [u8], offset: u64, number: u32, mut paint: impl FnMut(&mut [u8], u64)) {
        let mut at = offset;
        if let Some(pattern) = &self.pattern {
            pattern.fill(0, offset, buffer);
        }
        for chunk in buffer.chunks_mut(self.chunk_bytes) {
            let seed = self.seed(self.thread, at, number);
            if self.pattern.is_none() {
                paint(chunk, seed);
            }
            self.seal_chunk(chunk, at, number, seed);
            at += chunk.len() as u64;
        }
    }

    fn seal_chunk(&self, chunk: &mut [u8], offset: u64, number: u32, seed: u64) {
        let head = self.head();
        if !self.kind.has_header() || chunk.len() < head {
            return;
        }
        let (front, data) = chunk.split_at_mut(head);
        let mut sum = [0; SUM_MOST];
        checksum::write(self.kind, data, &mut sum);
        front[HEADER_BYTES..].copy_from_slice(&sum[..head - HEADER_BYTES]);
        let time = Time::of_digest(self.kind, data).unwrap_or(Time { sec: 0, nsec: 0 });
        self.header(chunk.len(), offset, number, seed, time).write(chunk);
        self.swap(chunk);
    }

    fn header(&self, len: usize, offset: u64, number: u32, seed: u64, time: Time) -> VerifyHeader {
        VerifyHeader {
            kind: number_of(self.kind),
            len: len as u32,
            seed,
            offset,
            time,
            thread: self.thread,
            number: number.wrapping_sub(1) as u16,
        }
    }

    /// What the chunk that came back as `received` should be; `None`: that is not known. `paint` as for [`Sealer::seal`].
    pub fn expected_chunk(
        &self,
        received: &mut [u8],
        expected: &Expected,
        paint: impl FnMut(&mut [u8], u64),
    ) -> Option<Vec<u8>> {
        if expected.trimmed {
            return Some(vec![0; received.len()]);
        }
        if !self.kind.has_header() {
            let pattern = self
                .pattern
                .as_ref()
                .filter(|_| self.kind == VerifyKind::Pattern)?;
            let mut chunk = vec![0; received.len()];
            let io_offset = expected.io_offset?;
            let phase = (expected.offset - io_offset) as usize;
            pattern.fill(phase, io_offset, &mut chunk);
            return Some(chunk);
        }
        self.swap(received);
        let chunk = self.expected_sealed(received, expected, paint);
        self.swap(received);
        chunk
    }

    fn expected_sealed(
        &self,
        received: &[u8],
        expected: &Expected,
        paint: impl FnMut(&mut [u8], u64),
    ) -> Option<Vec<u8>> {
        let head = self.head_in(received);
        let found = VerifyHeader::read(received)
            .ok()
            .filter(|header| header.offset == expected.offset && header.len as usize == received.len());
        let (seed, number) = match (expected.number, &found) {
            (Some(number), _) => (self.seed(self.thread, expected.offset, number), Some(number)),
            (None, Some(header)) => (header.seed, None),
            (None, None) => return None,
        };
        let mut chunk = self.content_again(received.len(), seed, expected, paint);
        if let Some(number) = number {
            self.seal_chunk(&mut chunk, expected.offset, number, seed);
            return Some(chunk);
        }
        // Another program may have written it: only its own checksum says that this is the content.
        let (sum, len) = self.sum_as_in(received, &chunk[head..]);
        let stored = &received[VerifyHeader::len_in(received)..][..len];
        if stored.is_empty() || stored != &sum[..len] {
            return None;
        }
        chunk[..head].copy_from_slice(&received[..head]);
        self.swap(&mut chunk);
        Some(chunk)
    }

    /// The content of a chunk once more, before header and checksum are laid over it.
    fn content_again(
        &self,
        len: usize,
        seed: u64,
        expected: &Expected,
        mut paint: impl FnMut(&mut [u8], u64),
    ) -> Vec<u8> {
        let mut again = vec![0; len];
        match (&self.pattern, expected.io_offset) {
            (Some(pattern), Some(io_offset)) => {
                let phase = (expected.offset - io_offset) as usize;
                pattern.fill(phase, io_offset, &mut again);
            }
            _ => paint(&mut again, seed),
        }
        again
    }

    /// `verify_offset`: the header changes places with what lies there.
    fn swap(&self, chunk: &mut [u8]) {
        let at = |place: usize| chunk.get(place..).unwrap_or_default();
        let head = self.head_in(at(self.header_at)).max(self.head_in(chunk));
        if self.header_at >= head && self.header_at + head <= chunk.len() {
            let (front, rest) = chunk.split_at_mut(self.header_at);
            front[..head].swap_with_slice(&mut rest[..head]);
        }
    }

    /// Whether `chunk` is what it should be. `paint` as for [`Sealer::seal`], to name the kind of damage.
    pub fn check(
        &self,
        chunk: &mut [u8],
        expected: &Expected,
        paint: impl FnMut(&mut [u8], u64),
    ) -> Result<(), Damage> {
        if expected.trimmed {
            // The compiler vectorises the OR of all bytes, and not the search for the first one.
            if chunk.iter().fold(0, |bits, byte| bits | byte) == 0 {
                return Ok(());
            }
            let at = chunk.iter().position(|byte| *byte != 0).unwrap_or(0);
            return Err(Damage::NotTrimmed { at: at as u64 });
        }
        match self.kind {
            VerifyKind::None | VerifyKind::Null => Ok(()),
            VerifyKind::Pattern => self.check_pattern(chunk, 0, expected),
            _ => {
                self.swap(chunk);
                let checked = self.check_sealed(chunk, expected);
                let checked = checked.map_err(|damage| self.name(damage, chunk, expected, paint));
                self.swap(chunk);
                checked
            }
        }
    }

    fn check_sealed(&self, chunk: &[u8], expected: &Expected) -> Result<(), Damage> {
        let head = self.head_in(chunk);
        if chunk.len() < head {
            return Ok(());
        }
        let header = VerifyHeader::read(chunk).map_err(|problem| match problem {
            NoHeader::Magic(magic) => Damage::NoHeader {
                magic,
                zeros: chunk.iter().all(|byte| *byte == 0),
            },
            NoHeader::Sum { expected, received } => Damage::HeaderBits {
                expected,
                received,
                bits: None,
            },
        })?;
        self.check_header(&header, chunk.len(), expected)?;
        let (front, data) = chunk.split_at(head);
        let (sum, len) = self.sum_as_in(front, data);
        let stored = &front[VerifyHeader::len_in(front)..][..len];
        let computed = &sum[..len];
        let digest = Time::of_digest(self.kind, data).filter(|_| header.time.is_digest());
        if stored != computed || digest.is_some_and(|digest| digest != header.time) {
            return Err(Damage::Content {
                received: hex(computed),
                expected: hex(stored),
                bits: None,
            });
        }
        if self.kind == VerifyKind::PatternHeader {
            self.check_pattern(data, head, expected)?;
        }
        Ok(())
    }

    fn check_header(&self, header: &VerifyHeader, len: usize, expected: &Expected) -> Result<(), Damage> {
        let field = |field, expected: u64, received: u64| Damage::HeaderField {
            field,
            expected,
            received,
        };
        if header.len as usize != len {
            return Err(field("length", len as u64, u64::from(header.len)));
        }
        if !means(header.kind, self.kind) {
            return Err(field(
                "checksum kind",
                u64::from(number_of(self.kind)),
                u64::from(header.kind),
            ));
        }
        if header.offset != expected.offset {
            return Err(Damage::Misdirected {
                belongs_at: header.offset,
            });
        }
        let Some(number) = expected.number else {
            return Ok(());
        };
        let found = self.number_in(header.seed, header.thread, header.offset);
        if header.thread != self.thread && found.is_some() {
            // Another worker of this run wrote here after this one.
            return Ok(());
        }
        let stale = |received: u64| Damage::Stale {
            expected: u64::from(number) - 1,
            received,
        };
        if self.check_seed && found != Some(number) {
            return Err(stale(found.map_or(u64::from(header.number), |found| {
                u64::from(found).wrapping_sub(1)
            })));
        }
        if self.check_number && header.number != number.wrapping_sub(1) as u16 {
            return Err(stale(u64::from(header.number)));
        }
        Ok(())
    }

    /// FIO-DIFF(pattern-offset): with `verify_offset` fio 3.33 finds its own blocks wrong.
    /// FIO-DIFF(verify-no-pattern): fio 3.33 crashes without a pattern; here nothing is checked then.
    fn check_pattern(&self, data: &[u8], skip: usize, expected: &Expected) -> Result<(), Damage> {
        let (Some(pattern), Some(io_offset)) = (&self.pattern, expected.io_offset) else {
            return Ok(());
        };
        let phase = (expected.offset - io_offset) as usize + skip;
        match pattern.difference(phase, io_offset, data) {
            None => Ok(()),
            Some(found) => Err(Damage::Pattern {
                at: (found.at + skip) as u64,
                expected: found.expected,
                received: found.received,
            }),
        }
    }

    /// Finds out more about damage: header and content can be made once more.
    #[cold]
    fn name(
        &self,
        damage: Damage,
        chunk: &[u8],
        expected: &Expected,
        paint: impl FnMut(&mut [u8], u64),
    ) -> Damage {
        match damage {
            Damage::Content {
                received,
                expected: stored,
                ..
            } => self.name_content(received, stored, chunk, expected, paint),
            Damage::NoHeader { zeros: false, .. } | Damage::HeaderBits { .. } => {
                self.name_header(damage, chunk, expected)
            }
            other => other,
        }
    }

    /// A header of which a few bits are wrong was the right one.
    fn name_header(&self, damage: Damage, chunk: &[u8], expected: &Expected) -> Damage {
        let Some(number) = expected.number else {
            return damage;
        };
        let mut again = [0; HEADER_BYTES];
        let seed = self.seed(self.thread, expected.offset, number);
        // The time is whatever came back: where it holds a digest, nobody knows it.
        let time = Time::read(chunk);
        self.header(chunk.len(), expected.offset, number, seed, time)
            .write(&mut again);
        let sum_at = HEADER_BYTES - 4;
        let own_bits = unequal_bits(&again[..sum_at], &chunk[..sum_at]);
        let sum_bits = unequal_bits(&again[sum_at..], &chunk[sum_at..HEADER_BYTES]);
        // A wrong bit of the time changes the checksum made from it and nothing else.
        let bits = if own_bits > 0 { own_bits } else { sum_bits.min(1) };
        if own_bits > FEW_BITS {
            return damage;
        }
        let word = |bytes: &[u8]| {
            u32::from_le_bytes([
                bytes[sum_at],
                bytes[sum_at + 1],
                bytes[sum_at + 2],
                bytes[sum_at + 3],
            ])
        };
        Damage::HeaderBits {
            expected: word(&again),
            received: word(chunk),
            bits: Some(bits),
        }
    }

    fn name_content(
        &self,
        received: String,
        stored: String,
        chunk: &[u8],
        expected: &Expected,
        paint: impl FnMut(&mut [u8], u64),
    ) -> Damage {
        let seed = VerifyHeader::read(chunk).map_or(0, |header| header.seed);
        let mut again = self.content_again(chunk.len(), seed, expected, paint);
        let (header, head) = (VerifyHeader::len_in(chunk), self.head_in(chunk));
        // The head's own bytes are compared by their checksum.
        again[..head].copy_from_slice(&chunk[..head]);
        let bits = unequal_bits(chunk, &again);
        if bits == 0 {
            let (sum, len) = self.sum_as_in(chunk, &chunk[head..]);
            let bits = unequal_bits(&sum[..len], &chunk[header..][..len]);
            return Damage::Sum {
                expected: received,
                received: stored,
                // Of a digest in place of the time it is not known how many.
                bits: bits.max(1),
            };
        }
        let differs = |(one, other): (&[u8], &[u8])| one != other;
        let sectors = || chunk.chunks(SECTOR_BYTES).zip(again.chunks(SECTOR_BYTES));
        let bad = sectors().filter(|pair| differs(*pair)).count();
        let first = sectors().position(differs).unwrap_or(0);
        let count = chunk.len().div_ceil(SECTOR_BYTES);
        let same = count - bad;
        // Random content differs in half of its bits where it is not the same.
        let unlike = bits > (bad * SECTOR_BYTES) as u64;
        if unlike && first > 0 && first + bad == count {
            return Damage::Torn {
                good_bytes: (first * SECTOR_BYTES) as u64,
            };
        }
        Damage::Content {
            received,
            expected: stored,
            bits: (same > 0 || !unlike).then_some(bits),
        }
    }
}

/// A header with so many wrong bits is still known; another one differs in far more.
const FEW_BITS: u64 = 8;

fn unequal_bits(one: &[u8], other: &[u8]) -> u64 {
    let pairs = one.iter().zip(other);
    pairs
        .map(|(one, other)| u64::from((one ^ other).count_ones()))
        .sum()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
