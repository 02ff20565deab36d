//! Lengths of I/Os: fixed, a range, or a split.

use crate::rng::Rng;
use fiord_job::plan::BlockSize;

/// Draws until one fits, but no longer than this; then the smallest is taken.
const TRIES: u32 = 64;

/// Block sizes of one direction, ready to draw from.
#[derive(Debug, Clone)]
pub(super) struct Sizes {
    /// Smallest size in bytes, at least 1.
    pub min: u64,
    /// Largest size in bytes.
    pub max: u64,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Fixed,
    Range {
        step: u64,
    },
    /// Sizes with the running sum of their percentages.
    Split(Box<[(u64, u64)]>),
}

impl Sizes {
    pub(super) fn new(size: &BlockSize, unaligned: bool) -> Self {
        let kind = match size {
            BlockSize::Fixed(_) => Kind::Fixed,
            BlockSize::Range { min, max } if min == max => Kind::Fixed,
            BlockSize::Range { min, .. } => Kind::Range {
                step: if unaligned { 1 } else { (*min).max(1) },
            },
            BlockSize::Split(shares) => {
                let mut until = 0;
                Kind::Split(
                    shares
                        .iter()
                        .map(|share| {
                            until += u64::from(share.percent);
                            (share.bytes, until)
                        })
                        .collect(),
                )
            }
        };
        Self {
            min: size.min().max(1),
            max: size.max().max(1),
            kind,
        }
    }

    pub(super) fn is_fixed(&self) -> bool {
        matches!(self.kind, Kind::Fixed)
    }

    /// A size of at most `room` bytes; `None` when not even the smallest fits.
    #[inline]
    pub(super) fn draw(&self, room: u64, rng: &mut Rng) -> Option<u64> {
        if self.min > room {
            return None;
        }
        if let Kind::Fixed = self.kind {
            return Some(self.min);
        }
        for _ in 0..TRIES {
            let size = self.draw_any(rng);
            if size <= room {
                return Some(size);
            }
        }
        Some(self.min)
    }

    fn draw_any(&self, rng: &mut Rng) -> u64 {
        match &self.kind {
            Kind::Fixed => self.min,
            // fio's law: uniform over [min, min + max), rounded down to the step, at most max.
            Kind::Range { step } => {
                let drawn = self.min + rng.below(self.max);
                (drawn - drawn % step).min(self.max)
            }
            Kind::Split(shares) => {
                let v = rng.below(100);
                let found = shares.iter().find(|(_, until)| v < *until).or(shares.last());
                found.map_or(self.min, |(bytes, _)| *bytes)
            }
        }
    }
}
