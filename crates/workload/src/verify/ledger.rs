//! Which chunk of a file was written by which write: the last one wins.
//!
//! One word per unit of the region, 0 where nothing that can be checked lies. The words are allocated as zeros, so that their pages
//! exist only where something was written. In a large region, words get their place when a unit of their leaf is written first: else each of
//! a million scattered writes had a page of its own.

use std::io;
use std::ops::Range;

use bytemuck::allocation::try_zeroed_vec;

use crate::io::{Io, Op};

/// An I/O begins in this unit.
const IO_START: u32 = 1 << 31;
/// A chunk begins in this unit.
const CHUNK_START: u32 = 1 << 30;
/// The number of the write; 0 is none.
const NUMBER: u32 = CHUNK_START - 1;
/// Stands where a number does: what was written was trimmed.
const TRIMMED: u32 = NUMBER;
/// The largest number of a write.
pub const NUMBER_MOST: u32 = TRIMMED - 1;

/// Words of one allocation. The kernel refuses one that is larger than all memory, though few of its pages would exist.
const SEGMENT: usize = 1 << 24;
/// Units whose words have one place together, in a large region.
const LEAF: usize = 64;
/// Units of a region that is not large.
const FEW_UNITS: usize = 1 << 26;

/// The writes to one file.
///
/// FIO-DIFF(verify-repeats): fio 3.33 finds wrong blocks where `rw=randwrite:N` or another order wrote some of them twice.
#[derive(Debug)]
pub struct Ledger {
    /// In segments, all but the last of [`SEGMENT`] words.
    words: Vec<Vec<u32>>,
    /// Of a large region: the place of each leaf, counted from 1; 0 where nothing was written. Else empty.
    leaves: Vec<u32>,
    placed_leaves: u32,
    start_bytes: u64,
    units: u64,
    unit_bytes: u64,
}

/// One chunk as it was last written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerEntry {
    /// `None`: it was trimmed.
    pub number: Option<u32>,
    /// It is the first chunk of its I/O.
    pub first: bool,
}

impl Ledger {
    /// # Errors
    /// No memory.
    pub fn new(start_bytes: u64, reach_bytes: u64, unit_bytes: u64) -> io::Result<Self> {
        let units = reach_bytes.div_ceil(unit_bytes.max(1));
        let count = usize::try_from(units).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let zeros = |count| try_zeroed_vec::<u32>(count).map_err(|()| io::ErrorKind::OutOfMemory);
        let leaves = if count > FEW_UNITS {
            count.div_ceil(LEAF)
        } else {
            0
        };
        u32::try_from(leaves).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let words = count.max(leaves * LEAF);
        let segments = (0..words).step_by(SEGMENT);
        Ok(Self {
            words: segments
                .map(|from| zeros(SEGMENT.min(words - from)))
                .collect::<Result<_, _>>()?,
            leaves: zeros(leaves)?,
            placed_leaves: 0,
            start_bytes,
            units,
            unit_bytes: unit_bytes.max(1),
        })
    }

    /// The place of the word of a unit; none where nothing of its leaf was written.
    fn place(&self, unit: u64) -> Option<usize> {
        let unit = unit as usize;
        if self.leaves.is_empty() {
            return Some(unit);
        }
        let leaf = *self.leaves.get(unit / LEAF)? as usize;
        Some(leaf.checked_sub(1)? * LEAF + unit % LEAF)
    }

    fn get(&self, unit: u64) -> u32 {
        let word = self.place(unit).and_then(|place| {
            let segment = self.words.get(place / SEGMENT)?;
            segment.get(place % SEGMENT).copied()
        });
        word.unwrap_or(0)
    }

    fn set(&mut self, unit: u64, word: u32) {
        match self.leaves.get_mut(unit as usize / LEAF) {
            Some(leaf) if *leaf == 0 => {
                // There are as many places as leaves.
                self.placed_leaves += 1;
                *leaf = self.placed_leaves;
            }
            _ => {}
        }
        let Some(place) = self.place(unit) else { return };
        let segment = self.words.get_mut(place / SEGMENT);
        if let Some(known) = segment.and_then(|words| words.get_mut(place % SEGMENT)) {
            *known = word;
        }
    }

    /// The first unit of these whose word is not 0.
    fn next_used(&self, mut units: Range<u64>) -> Option<u64> {
        while !units.is_empty() {
            if self.place(units.start).is_none() {
                let leaves = units.start as usize / LEAF..(units.end as usize).div_ceil(LEAF);
                let first = leaves.start;
                let empty = self.leaves.get(leaves)?.iter().position(|place| *place != 0)?;
                units.start = units.start.max(((first + empty) * LEAF) as u64);
            }
            let unit = units.next()?;
            if self.get(unit) != 0 {
                return Some(unit);
            }
        }
        None
    }

    fn range(&self, io: &Io) -> Range<u64> {
        let from = io.offset.saturating_sub(self.start_bytes);
        from / self.unit_bytes..(from + u64::from(io.len)).div_ceil(self.unit_bytes)
    }

    /// What lies in the range of `io` is not known any more.
    pub fn forget(&mut self, io: &Io) {
        self.forget_bytes(io.offset, u64::from(io.len));
    }

    /// What lies in these bytes of the file is not known any more.
    pub fn forget_bytes(&mut self, offset: u64, len: u64) {
        let from = offset.saturating_sub(self.start_bytes);
        let to = offset.saturating_add(len).saturating_sub(self.start_bytes);
        let last = to.div_ceil(self.unit_bytes).min(self.units);
        // Only what was written is written to: the other words have no memory yet.
        let mut unit = from / self.unit_bytes;
        while let Some(used) = self.next_used(unit..last) {
            self.set(used, 0);
            unit = used + 1;
        }
    }

    /// Whether `io` begins and ends with units, so that it can be noted.
    pub fn fits(&self, io: &Io) -> bool {
        let from = io.offset.saturating_sub(self.start_bytes);
        from.is_multiple_of(self.unit_bytes) && u64::from(io.len).is_multiple_of(self.unit_bytes)
    }

    /// `io` was written as number `number` in chunks of `chunk_bytes`.
    pub fn mark(&mut self, io: &Io, number: u32, chunk_bytes: u64) {
        let range = self.range(io);
        let per_chunk = (chunk_bytes / self.unit_bytes).max(1);
        for unit in range.clone() {
            let mut word = number & NUMBER;
            if unit == range.start {
                word |= IO_START;
            }
            if (unit - range.start).is_multiple_of(per_chunk) {
                word |= CHUNK_START;
            }
            self.set(unit, word);
        }
    }

    /// `io` was trimmed.
    pub fn mark_trimmed(&mut self, io: &Io, chunk_bytes: u64) {
        self.mark(io, TRIMMED, chunk_bytes);
    }

    /// The next piece of a write from byte `from` of the region on that is still there: no longer than `most_bytes`.
    pub fn next_piece(&self, file: u32, from: u64, most_bytes: u64) -> Option<Io> {
        let unit = self.next_used(from / self.unit_bytes..self.units)?;
        let number = self.get(unit) & NUMBER;
        let mut end = unit + 1;
        while end < self.units && (end + 1 - unit) * self.unit_bytes <= most_bytes {
            let word = self.get(end);
            if word & NUMBER != number || word & IO_START != 0 {
                break;
            }
            end += 1;
        }
        Some(Io {
            op: Op::Read,
            file,
            offset: self.start_bytes + unit * self.unit_bytes,
            len: ((end - unit) * self.unit_bytes) as u32,
        })
    }

    /// Where the region continues behind `io`.
    pub fn behind(&self, io: &Io) -> u64 {
        self.range(io).end * self.unit_bytes
    }

    /// Whether all of `io` is still as write `number` left it.
    pub fn is_whole(&self, io: &Io, number: u32) -> bool {
        let range = self.range(io);
        range.clone().all(|unit| {
            let word = self.get(unit);
            word & NUMBER == number & NUMBER && (unit == range.start) == (word & IO_START != 0)
        })
    }

    /// The chunk of `chunk_bytes` at `offset`, if all of it is there and it begins there.
    pub fn chunk_at(&self, offset: u64, chunk_bytes: u64) -> Option<LedgerEntry> {
        let unit = offset.saturating_sub(self.start_bytes) / self.unit_bytes;
        let word = self.get(unit);
        if word & CHUNK_START == 0 || word & NUMBER == 0 {
            return None;
        }
        let per_chunk = (chunk_bytes / self.unit_bytes).max(1);
        let whole = (unit + 1..unit + per_chunk).all(|other| self.get(other) == word & NUMBER);
        let number = word & NUMBER;
        whole.then_some(LedgerEntry {
            number: (number != TRIMMED).then_some(number),
            first: word & IO_START != 0,
        })
    }

    pub const fn unit_bytes(&self) -> u64 {
        self.unit_bytes
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TIB: u64 = 1 << 40;

    fn write(offset: u64) -> Io {
        Io {
            op: Op::Write,
            file: 0,
            offset,
            len: 4096,
        }
    }

    /// More words than memory holds, of which few are used.
    #[test]
    fn blocks_of_512_bytes_in_4_tib() {
        let mut ledger = Ledger::new(0, 4 * TIB, 512).unwrap();
        let last = write(4 * TIB - 4096);
        ledger.mark(&last, 1, 4096);
        ledger.mark(&write(TIB), 2, 4096);
        assert!(ledger.is_whole(&last, 1) && ledger.is_whole(&write(TIB), 2));
        let found = ledger.chunk_at(TIB, 4096);
        assert_eq!(found.and_then(|entry| entry.number), Some(2));
        ledger.forget(&last);
        assert_eq!(ledger.chunk_at(last.offset, 4096), None);
    }

    #[test]
    fn pieces_of_a_large_region() {
        let (start, size) = (1 << 20, TIB / 16);
        let mut ledger = Ledger::new(start, size, 512).unwrap();
        let offsets = [size - 8192, 0, size / 4 + 512 * 61, size / 2].map(|offset| start + offset);
        for (number, offset) in (1..).zip(offsets) {
            ledger.mark(&write(offset), number, 4096);
        }
        // The third spans two leaves. The last is written again in part, the first trimmed away.
        ledger.mark(&write(offsets[3] + 2048), 9, 2048);
        ledger.forget_bytes(offsets[0], 4096);
        let (mut at, mut pieces) = (0, Vec::new());
        while let Some(piece) = ledger.next_piece(0, at, 1 << 20) {
            pieces.push((piece.offset - start, piece.len));
            at = ledger.behind(&piece);
        }
        let expected = [
            (0, 4096),
            (size / 4 + 512 * 61, 4096),
            (size / 2, 2048),
            (size / 2 + 2048, 4096),
        ];
        assert_eq!(pieces, expected);
        assert!(ledger.is_whole(&write(offsets[2]), 3) && !ledger.is_whole(&write(offsets[3]), 4));
    }
}
