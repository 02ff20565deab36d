//! Which chunk of a file was written by which write: the last one wins.
//!
//! One word per unit of the region, 0 where nothing that can be checked lies. The words are allocated as zeros, so that their pages
//! exist only where something was written.

use std::io;

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

/// The writes to one file.
///
/// FIO-DIFF(verify-repeats): fio 3.33 finds wrong blocks where `rw=randwrite:N` or another order wrote some of them twice.
#[derive(Debug)]
pub struct Ledger {
    words: Vec<u32>,
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
        Ok(Self {
            words: try_zeroed_vec(count).map_err(|()| io::ErrorKind::OutOfMemory)?,
            start_bytes,
            units,
            unit_bytes: unit_bytes.max(1),
        })
    }

    fn get(&self, unit: u64) -> u32 {
        self.words.get(unit as usize).copied().unwrap_or(0)
    }

    fn set(&mut self, unit: u64, word: u32) {
        if let Some(place) = self.words.get_mut(unit as usize) {
            *place = word;
        }
    }

    fn range(&self, io: &Io) -> std::ops::Range<u64> {
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
        let words = self
            .words
            .get_mut((from / self.unit_bytes) as usize..last as usize);
        // Only what was written is written to: the other words have no memory yet.
        for word in words.unwrap_or_default().iter_mut().filter(|word| **word != 0) {
            *word = 0;
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
        let mut unit = from / self.unit_bytes;
        let mut number = 0;
        while unit < self.units {
            number = self.get(unit) & NUMBER;
            if number != 0 {
                break;
            }
            unit += 1;
        }
        if number == 0 {
            return None;
        }
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
