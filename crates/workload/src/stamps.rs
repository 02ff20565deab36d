//! Stamps of every I/O of one worker, in a ring that another thread empties while the worker runs.
//!
//! One writer, one reader, no lock and no read-modify-write: a note costs a few stores. Where the reader is too slow, notes are lost
//! and counted, and the worker never waits.

use std::sync::atomic::{AtomicU64, Ordering};

/// One I/O, with the stamps that its latency was made of, in nanoseconds of `CLOCK_MONOTONIC`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IoStamps {
    /// Before the I/O was handed to the engine.
    pub start_ns: u64,
    /// After the system call that submitted it; `start_ns` where that call returns with the result.
    pub issue_ns: u64,
    /// When its end was seen.
    pub end_ns: u64,
    pub offset: u64,
    pub len: u32,
    /// Index among the files of the worker, below 2^30.
    pub file: u32,
    /// 0 read, 1 write, 2 trim.
    pub ddir: u8,
}

const WORDS: usize = 5;

/// The ring of one worker.
#[derive(Debug)]
pub struct StampRing {
    notes: Box<[[AtomicU64; WORDS]]>,
    /// Notes written so far; the worker's.
    written: AtomicU64,
    /// Notes read so far; the reader's.
    read: AtomicU64,
    /// Notes that found no room; the worker's.
    lost: AtomicU64,
}

impl StampRing {
    /// A ring for `notes` notes, at least one. `None`: no memory for it.
    pub fn new(notes: usize) -> Option<Self> {
        let mut room = Vec::new();
        room.try_reserve_exact(notes.max(1)).ok()?;
        room.resize_with(notes.max(1), Default::default);
        Some(Self {
            notes: room.into_boxed_slice(),
            written: AtomicU64::new(0),
            read: AtomicU64::new(0),
            lost: AtomicU64::new(0),
        })
    }

    /// Notes an I/O. Only the worker that owns the ring may call this.
    #[inline]
    pub fn note(&self, io: &IoStamps) {
        let written = self.written.load(Ordering::Relaxed);
        // Acquire: what the reader read of a place came before this overwrites it.
        let read = self.read.load(Ordering::Acquire);
        if written - read >= self.notes.len() as u64 {
            let lost = self.lost.load(Ordering::Relaxed);
            self.lost.store(lost + 1, Ordering::Relaxed);
            return;
        }
        let place = &self.notes[(written % self.notes.len() as u64) as usize];
        let packed = u64::from(io.len) | u64::from(io.file) << 32 | u64::from(io.ddir) << 62;
        for (word, value) in place
            .iter()
            .zip([io.start_ns, io.issue_ns, io.end_ns, io.offset, packed])
        {
            word.store(value, Ordering::Relaxed);
        }
        self.written.store(written + 1, Ordering::Release);
    }

    /// Moves all notes to `into`. Only one thread at a time may call this.
    pub fn drain(&self, into: &mut Vec<IoStamps>) {
        let written = self.written.load(Ordering::Acquire);
        let read = self.read.load(Ordering::Relaxed);
        for number in read..written {
            let place = &self.notes[(number % self.notes.len() as u64) as usize];
            let word = |index: usize| place[index].load(Ordering::Relaxed);
            let packed = word(4);
            into.push(IoStamps {
                start_ns: word(0),
                issue_ns: word(1),
                end_ns: word(2),
                offset: word(3),
                len: packed as u32,
                file: (packed >> 32) as u32 & ((1 << 30) - 1),
                ddir: (packed >> 62) as u8,
            });
        }
        self.read.store(written, Ordering::Release);
    }

    /// Notes that found no room so far.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn io(number: u64) -> IoStamps {
        IoStamps {
            start_ns: number,
            issue_ns: number + 1,
            end_ns: number + 2,
            offset: u64::MAX - number,
            len: u32::MAX,
            file: (1 << 30) - 1,
            ddir: (number % 3) as u8,
        }
    }

    #[test]
    fn what_comes_out_is_what_went_in() {
        let ring = StampRing::new(3).unwrap();
        let mut out = Vec::new();
        for number in 0..5 {
            ring.note(&io(number));
        }
        ring.drain(&mut out);
        assert_eq!(out, [io(0), io(1), io(2)]);
        assert_eq!(ring.lost(), 2);
        ring.note(&io(7));
        ring.drain(&mut out);
        assert_eq!(out.last(), Some(&io(7)));
    }

    #[test]
    fn a_reader_alongside_sees_whole_notes_in_their_order() {
        let ring = StampRing::new(64).unwrap();
        let (mut out, all) = (Vec::new(), 100_000);
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| (0..all).for_each(|number| ring.note(&io(number))));
            while !writer.is_finished() {
                ring.drain(&mut out);
            }
        });
        ring.drain(&mut out);
        assert_eq!(out.len() as u64 + ring.lost(), all);
        assert!(out.iter().all(|note| *note == io(note.start_ns)));
        assert!(out.is_sorted_by_key(|note| note.start_ns));
    }
}
