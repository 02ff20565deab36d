//! The bytes of `verify_pattern`: fills what is written with them, and finds where what was read differs.

use fiord_job::plan::{BytePattern, VerifyPlan};

use crate::content::repeat_front;

/// Bytes of an offset in a pattern (`%o`).
const STAMP_BYTES: usize = 8;

/// A pattern that repeats from the start of each I/O, or of each interval of it.
#[derive(Debug, Clone)]
pub(super) struct PatternBytes {
    pattern: BytePattern,
    /// `verify_pattern_interval`: the pattern begins again after so many bytes; at least 1.
    interval: usize,
}

/// A byte that is not what it should be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrongByte {
    pub(super) at: usize,
    pub(super) expected: u8,
    pub(super) received: u8,
}

impl PatternBytes {
    /// `None` without a pattern.
    pub(super) fn new(plan: &VerifyPlan) -> Option<Self> {
        let pattern = plan.pattern.clone().filter(|pattern| !pattern.bytes.is_empty())?;
        let interval = match plan.pattern_interval_bytes {
            0 => usize::MAX,
            bytes => usize::try_from(bytes).unwrap_or(usize::MAX),
        };
        Some(Self { pattern, interval })
    }

    /// The byte `index` bytes behind the start of an I/O at `io_offset`.
    fn byte(&self, index: usize, io_offset: u64) -> u8 {
        let index = index % self.interval % self.pattern.bytes.len();
        let stamp = self
            .pattern
            .offsets_at
            .iter()
            .find(|at| (**at..**at + STAMP_BYTES).contains(&index));
        match stamp {
            Some(at) => io_offset.to_le_bytes()[index - at],
            None => self.pattern.bytes[index],
        }
    }

    /// Fills `out`, which lies `phase` bytes behind the start of its I/O at `io_offset`.
    #[inline]
    pub(super) fn fill(&self, phase: usize, io_offset: u64, out: &mut [u8]) {
        let mut phase = phase;
        let mut rest = out;
        while !rest.is_empty() {
            let (part, behind) = rest.split_at_mut(self.left(phase).min(rest.len()));
            self.fill_interval(phase, io_offset, part);
            phase += part.len();
            rest = behind;
        }
    }

    /// Where `data`, which lies `phase` bytes behind the start of its I/O at `io_offset`, first differs.
    #[inline]
    pub(super) fn difference(&self, phase: usize, io_offset: u64, data: &[u8]) -> Option<WrongByte> {
        let mut from = 0;
        while from < data.len() {
            let len = self.left(phase + from).min(data.len() - from);
            let part = &data[from..from + len];
            if !self.is_interval(phase + from, io_offset, part) {
                return self
                    .first_of(phase + from, io_offset, part)
                    .map(|found| WrongByte {
                        at: found.at + from,
                        ..found
                    });
            }
            from += len;
        }
        None
    }

    /// Bytes from `phase` to the end of its interval.
    const fn left(&self, phase: usize) -> usize {
        self.interval - phase % self.interval
    }

    /// Fills a part of one interval.
    fn fill_interval(&self, phase: usize, io_offset: u64, out: &mut [u8]) {
        let period = self.pattern.bytes.len().min(out.len());
        self.fill_period(phase, io_offset, &mut out[..period]);
        repeat_front(out, period);
    }

    /// Fills at most one period.
    fn fill_period(&self, phase: usize, io_offset: u64, out: &mut [u8]) {
        let start = phase % self.interval % self.pattern.bytes.len();
        let (before, from_start) = self.pattern.bytes.split_at(start);
        let first = from_start.len().min(out.len());
        let second = out.len() - first;
        out[..first].copy_from_slice(&from_start[..first]);
        out[first..].copy_from_slice(&before[..second]);
        for at in &self.pattern.offsets_at {
            for index in *at..(*at + STAMP_BYTES).min(self.pattern.bytes.len()) {
                let place = (index + self.pattern.bytes.len() - start) % self.pattern.bytes.len();
                if let Some(byte) = out.get_mut(place) {
                    *byte = self.byte(phase + place, io_offset);
                }
            }
        }
    }

    /// Whether a part of one interval is right: its first period is, and each byte behind is the one a period before it.
    fn is_interval(&self, phase: usize, io_offset: u64, data: &[u8]) -> bool {
        let period = self.pattern.bytes.len().min(data.len());
        let is_same = self.first_of(phase, io_offset, &data[..period]).is_none();
        is_same && data[period..] == data[..data.len() - period]
    }

    fn first_of(&self, phase: usize, io_offset: u64, data: &[u8]) -> Option<WrongByte> {
        data.iter().enumerate().find_map(|(at, received)| {
            let expected = self.byte(phase + at, io_offset);
            (expected != *received).then_some(WrongByte {
                at,
                expected,
                received: *received,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pattern(bytes: Vec<u8>, offsets_at: Vec<usize>, interval: u64) -> PatternBytes {
        let plan = VerifyPlan {
            pattern: Some(BytePattern { bytes, offsets_at }),
            pattern_interval_bytes: interval,
            ..VerifyPlan::default()
        };
        PatternBytes::new(&plan).unwrap()
    }

    proptest! {
        /// Whatever the pattern, its offsets and its interval: a fill is the bytes one by one, it is found right, and each
        /// changed byte is found with its place.
        #[test]
        fn a_fill_is_the_bytes_one_by_one(
            bytes in prop::collection::vec(any::<u8>(), 1..40),
            stamp in prop::option::of(0_usize..30),
            interval in prop_oneof![Just(0_u64), 1_u64..70],
            phase in 0_usize..200,
            io_offset in any::<u64>(),
            len in 0_usize..300,
            flip in any::<prop::sample::Index>(),
        ) {
            let stamps = stamp.filter(|at| at + STAMP_BYTES <= bytes.len());
            let pattern = pattern(bytes, stamps.into_iter().collect(), interval);
            let mut out = vec![0; len];
            pattern.fill(phase, io_offset, &mut out);
            let wanted: Vec<u8> = (0..len).map(|at| pattern.byte(phase + at, io_offset)).collect();
            prop_assert_eq!(&out, &wanted);
            prop_assert_eq!(pattern.difference(phase, io_offset, &out), None);
            if len > 0 {
                let at = flip.index(len);
                out[at] ^= 1;
                let found = WrongByte { at, expected: wanted[at], received: out[at] };
                prop_assert_eq!(pattern.difference(phase, io_offset, &out), Some(found));
            }
        }
    }

    #[test]
    fn a_pattern_with_an_offset_has_the_offset_of_its_io() {
        let mut bytes = b"ab".to_vec();
        bytes.extend([0; STAMP_BYTES]);
        let pattern = pattern(bytes, vec![2], 0);
        let mut out = [0; 24];
        pattern.fill(0, 0x1_0000, &mut out);
        assert_eq!(out, *b"ab\0\0\x01\0\0\0\0\0ab\0\0\x01\0\0\0\0\0ab\0\0");
    }
}
