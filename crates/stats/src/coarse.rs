//! Latency counts in eighths of a power of two, small enough to be copied many times a second.

use crate::histogram::{Histogram, rank};

/// Buckets of a [`Histogram`] in a class.
const BUCKETS: usize = 8;

/// How many latencies fell into each class. Counts wrap around, so that only differences of less than 2^32 mean something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coarse {
    pub counts: Vec<u32>,
}

impl Default for Coarse {
    fn default() -> Self {
        Self {
            counts: vec![0; Self::CLASSES],
        }
    }
}

impl Coarse {
    /// Number of classes.
    pub const CLASSES: usize = Histogram::BUCKETS / BUCKETS;

    /// The class of a latency in nanoseconds; the last one for what lies beyond.
    pub fn class_of(value_ns: u64) -> usize {
        (Histogram::bucket_of(value_ns) / BUCKETS).min(Self::CLASSES - 1)
    }

    /// What was counted since `earlier`, an older copy.
    pub fn since(&self, earlier: &Coarse) -> Coarse {
        let pairs = self.counts.iter().zip(&earlier.counts);
        Coarse {
            counts: pairs.map(|(now, then)| now.wrapping_sub(*then)).collect(),
        }
    }

    /// Adds what another counted.
    pub fn add(&mut self, other: &Coarse) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = count.wrapping_add(*more);
        }
    }

    /// The least latency of a class in nanoseconds.
    pub fn least_ns(class: usize) -> u64 {
        Histogram::lower_edge(class * BUCKETS)
    }

    /// The classes that are not empty: their least latency in nanoseconds, and how many fell into them.
    pub fn filled(&self) -> Vec<(u64, u32)> {
        let classes = self.counts.iter().enumerate();
        classes
            .filter(|(_, count)| **count > 0)
            .map(|(class, count)| (Self::least_ns(class), *count))
            .collect()
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().map(|count| u64::from(*count)).sum()
    }

    /// The middle of the class of a percentile, in nanoseconds: off by 6 % at most from 128 ns on. None if nothing was counted.
    pub fn percentile(&self, percent: f64) -> Option<u64> {
        let total = self.total();
        let wanted = rank(percent, total);
        let mut seen = 0;
        let class = self.counts.iter().position(|count| {
            seen += u64::from(*count);
            seen >= wanted && total > 0
        })?;
        let lower = Histogram::lower_edge(class * BUCKETS);
        Some(lower.midpoint(Histogram::upper_edge(class * BUCKETS + BUCKETS - 1)))
    }
}

/// I/Os of some time by class of [`Coarse`]; a class may come several times.
pub type ClassCounts = Vec<(usize, f64)>;

/// A row of a map of latencies over time.
#[derive(Debug, Clone, PartialEq)]
pub struct LatencyRow {
    /// The least latency of its classes.
    pub least_ns: u64,
    /// The share of each column's I/Os that took so long; `None`: none did.
    pub shares: Vec<Option<f64>>,
}

/// The map of some columns, with rows for the classes from one to another: at most `most`, the slow ones first. Neighbours are joined to
/// that end.
pub fn latency_rows(columns: &[ClassCounts], (first, last): (usize, usize), most: usize) -> Vec<LatencyRow> {
    let classes = last + 1 - first;
    let joined = classes.div_ceil(most.max(1));
    let row = |row: usize| {
        let from = first + row * joined;
        LatencyRow {
            least_ns: Coarse::least_ns(from),
            shares: columns
                .iter()
                .map(|column| share(column, from..from + joined))
                .collect(),
        }
    };
    (0..classes.div_ceil(joined)).rev().map(row).collect()
}

/// The classes of all columns, from the least to the highest; `None`: the columns are empty.
pub fn class_range<'c>(columns: impl IntoIterator<Item = &'c ClassCounts>) -> Option<(usize, usize)> {
    let classes = columns.into_iter().flatten().map(|(class, _)| *class);
    classes.fold(None, |range, class| match range {
        None => Some((class, class)),
        Some((first, last)) => Some((class.min(first), class.max(last))),
    })
}

fn share(column: &ClassCounts, classes: std::ops::Range<usize>) -> Option<f64> {
    let all: f64 = column.iter().map(|(_, ios)| ios).sum();
    let within = column.iter().filter(|(class, _)| classes.contains(class));
    let ios: f64 = within.map(|(_, ios)| ios).sum();
    (ios > 0.0).then(|| ios / all)
}

impl Histogram {
    /// Adds what this histogram counted to classes. They are so many that one pass of the buckets takes about a microsecond.
    pub fn add_to_classes(&self, classes: &mut [u32; Coarse::CLASSES]) {
        for (class, buckets) in classes.iter_mut().zip(self.buckets().chunks(BUCKETS)) {
            *class = class.wrapping_add(buckets.iter().sum::<u64>() as u32);
        }
        let last = &mut classes[Coarse::CLASSES - 1];
        *last = last.wrapping_add(self.overflow() as u32);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_histogram_within_a_class() {
        let mut histogram = Histogram::new();
        let mut max = 0;
        for step in 0..20_000_u64 {
            let ns = 50 + step * step / 37;
            histogram.record(ns);
            max = max.max(ns);
        }
        histogram.record(u64::MAX);
        let mut classes = [0; Coarse::CLASSES];
        histogram.add_to_classes(&mut classes);
        let coarse = Coarse {
            counts: classes.to_vec(),
        };
        assert_eq!(coarse.total(), histogram.total());
        for percent in [1.0, 50.0, 90.0, 99.0, 99.9] {
            let (exact, found) = (
                histogram.percentile(percent, max),
                coarse.percentile(percent).unwrap(),
            );
            assert!(
                (found as f64 / exact as f64 - 1.0).abs() < 0.08,
                "p{percent}: {found} for {exact}"
            );
        }
        assert_eq!(coarse.since(&coarse).percentile(99.0), None);
    }

    #[test]
    fn counts_that_wrap_around_still_have_a_difference() {
        let (mut then, mut now) = (Coarse::default(), Coarse::default());
        let class = Coarse::class_of(1_000);
        then.counts[class] = u32::MAX - 1;
        now.counts[class] = 3;
        assert_eq!(now.since(&then).total(), 5);
        let filled = now.since(&then).filled();
        assert_eq!(filled, [(Coarse::least_ns(class), 5)]);
        assert!(filled[0].0 <= 1_000 && Coarse::class_of(filled[0].0) == class);
        assert_eq!(Coarse::class_of(u64::MAX), Coarse::CLASSES - 1);
    }
}
