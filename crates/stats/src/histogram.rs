//! Latency histograms in fio's geometry, so that json+ bins match, extended far past fio's last bin.
//!
//! 64 buckets per power of two: values below 128 have a bucket each, above that a bucket's width is at most 1/64 of its
//! lower edge, so its middle is off by at most 1/128. fio stops at 2^34 ns (17.2 s) and clamps; here buckets go on to
//! 2^42 ns (73 minutes), what lies beyond is counted in [`Histogram::overflow`], and clamping is left to the code that writes
//! fio's formats. Called by the engine for every I/O, and by the code that prints.

use serde::{Deserialize, Serialize};

/// Buckets per power of two, as a power of two.
const GROUP_BITS: u32 = 6;
const GROUP: usize = 1 << GROUP_BITS;
/// Largest recordable value has this many bits.
const VALUE_BITS: u32 = 42;

/// A histogram of latencies in nanoseconds. Memory is taken on the first record, or by [`Histogram::reserve`].
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(into = "Occupied", try_from = "Occupied")]
pub struct Histogram {
    counts: Vec<u64>,
    overflow: u64,
}

/// A histogram as it is stored: the occupied buckets with their counts, ascending.
#[derive(Serialize, Deserialize)]
struct Occupied {
    buckets: Vec<(usize, u64)>,
    overflow: u64,
}

impl From<Histogram> for Occupied {
    fn from(histogram: Histogram) -> Self {
        Self {
            buckets: histogram.occupied().collect(),
            overflow: histogram.overflow,
        }
    }
}

impl TryFrom<Occupied> for Histogram {
    type Error = &'static str;

    /// Refuses what no histogram writes, so that forged input cannot ask for memory or overflow a sum.
    fn try_from(stored: Occupied) -> Result<Self, Self::Error> {
        let mut histogram = Histogram::new();
        let mut next = 0;
        let mut total = stored.overflow;
        for (bucket, count) in stored.buckets {
            if bucket < next || bucket >= Self::BUCKETS || count == 0 {
                return Err("buckets of a histogram are not occupied and ascending");
            }
            next = bucket + 1;
            total = total.checked_add(count).ok_or("a histogram counts too much")?;
            histogram.add_to_bucket(bucket, count);
        }
        histogram.overflow = stored.overflow;
        Ok(histogram)
    }
}

impl Histogram {
    /// Number of buckets.
    pub const BUCKETS: usize = (VALUE_BITS - GROUP_BITS + 1) as usize * GROUP;
    /// Number of buckets that fio has.
    pub const FIO_BUCKETS: usize = 29 * GROUP;

    /// An empty histogram without memory.
    pub const fn new() -> Self {
        Self {
            counts: Vec::new(),
            overflow: 0,
        }
    }

    /// These buckets with their counts, and memory up to the largest of them.
    pub fn of_buckets(buckets: &[(usize, u64)]) -> Self {
        let counted = buckets.iter().filter(|(_, count)| *count > 0);
        let used = counted
            .map(|(bucket, _)| bucket + 1)
            .filter(|end| *end <= Self::BUCKETS);
        let mut counts = vec![0_u64; used.max().unwrap_or(0)];
        let mut overflow = 0_u64;
        for (bucket, count) in buckets {
            let slot = counts.get_mut(*bucket).unwrap_or(&mut overflow);
            *slot = slot.saturating_add(*count);
        }
        Self { counts, overflow }
    }

    /// Takes the memory now, so that [`Histogram::record`] never allocates.
    pub fn reserve(&mut self) {
        if self.counts.is_empty() {
            // Zeroed memory from the allocator: pages that no value falls into are never touched.
            self.counts = vec![0; Self::BUCKETS];
        } else if self.counts.len() < Self::BUCKETS {
            self.counts.resize(Self::BUCKETS, 0);
        }
    }

    /// Forgets all values and keeps the memory.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        self.overflow = 0;
    }

    /// Gives back the memory above the largest value counted, for a histogram that is only kept. Recording takes it again.
    pub fn trim(&mut self) {
        let used = self
            .counts
            .iter()
            .rposition(|count| *count > 0)
            .map_or(0, |last| last + 1);
        self.counts.truncate(used);
        self.counts.shrink_to_fit();
    }

    /// The bucket of a value in nanoseconds; [`Histogram::BUCKETS`] or more when it lies beyond the last.
    #[inline(always)]
    pub const fn bucket_of(value_ns: u64) -> usize {
        // The leading bit gives the group, the six bits behind it the place within.
        let msb = 63 - (value_ns | 1).leading_zeros();
        if msb <= GROUP_BITS {
            return value_ns as usize;
        }
        let error_bits = msb - GROUP_BITS;
        ((error_bits as usize + 1) << GROUP_BITS) + ((value_ns >> error_bits) as usize & (GROUP - 1))
    }

    /// The value that stands for a bucket: exact below 128 ns, the middle above, as in fio's json+.
    pub const fn value_of(bucket: usize) -> u64 {
        if bucket < 2 * GROUP {
            return bucket as u64;
        }
        let error_bits = (bucket >> GROUP_BITS) as u32 - 1;
        let base = 1_u64 << (error_bits + GROUP_BITS);
        let offset = (bucket & (GROUP - 1)) as u64;
        base + (offset << error_bits) + (1 << (error_bits - 1))
    }

    /// Lowest value that falls into a bucket.
    pub const fn lower_edge(bucket: usize) -> u64 {
        if bucket < 2 * GROUP {
            return bucket as u64;
        }
        let error_bits = (bucket >> GROUP_BITS) as u32 - 1;
        ((GROUP | (bucket & (GROUP - 1))) as u64) << error_bits
    }

    /// Highest value that falls into a bucket.
    pub const fn upper_edge(bucket: usize) -> u64 {
        Self::lower_edge(bucket + 1) - 1
    }

    /// Counts one value.
    #[inline(always)]
    pub fn record(&mut self, value_ns: u64) {
        self.record_many(value_ns, 1);
    }

    /// Counts one value `times` times.
    #[inline(always)]
    pub fn record_many(&mut self, value_ns: u64, times: u64) {
        // An empty histogram has no bucket at all, so the one bounds check also finds out that memory is missing.
        match self.counts.get_mut(Self::bucket_of(value_ns)) {
            Some(count) => *count += times,
            None => self.record_rare(value_ns, times),
        }
    }

    #[cold]
    #[inline(never)]
    fn record_rare(&mut self, value_ns: u64, times: u64) {
        if times == 0 {
            return;
        }
        self.reserve();
        match self.counts.get_mut(Self::bucket_of(value_ns)) {
            Some(count) => *count += times,
            None => self.overflow += times,
        }
    }

    /// Adds what another histogram counted. Exact, and the order of merges does not matter (counts beyond `u64::MAX`,
    /// which only forged input can hold, stay at `u64::MAX`).
    pub fn merge(&mut self, other: &Histogram) {
        self.overflow = self.overflow.saturating_add(other.overflow);
        if self.counts.is_empty() {
            self.counts.clone_from(&other.counts);
            return;
        }
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine = mine.saturating_add(*theirs);
        }
    }

    /// Values counted, those beyond the last bucket included.
    pub fn total(&self) -> u64 {
        self.counts
            .iter()
            .fold(self.overflow, |sum, count| sum.saturating_add(*count))
    }

    /// Values beyond the last bucket.
    pub fn overflow(&self) -> u64 {
        self.overflow
    }

    /// The occupied buckets as (bucket, count), ascending.
    pub fn occupied(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
            .map(|(bucket, count)| (bucket, *count))
    }

    /// The value in nanoseconds below or at which `percent` of the values lie, see [`Histogram::percentiles`].
    pub fn percentile(&self, percent: f64, max_ns: u64) -> u64 {
        self.percentiles(&[percent], max_ns).first().copied().unwrap_or(0)
    }

    /// One value in nanoseconds for each of `percents` (0–100, in any order), in one pass over the buckets: that of the
    /// first bucket at which the values counted so far reach [`rank`]. `max_ns` is the largest value recorded
    /// ([`crate::Moments::max`]); nothing above it is returned. Zeros if nothing was counted.
    pub fn percentiles(&self, percents: &[f64], max_ns: u64) -> Vec<u64> {
        let total = self.total();
        let mut found = vec![0; percents.len()];
        if total == 0 {
            return found;
        }
        let mut wanted: Vec<(u64, usize)> = percents
            .iter()
            .enumerate()
            .map(|(place, percent)| (rank(*percent, total), place))
            .collect();
        wanted.sort_unstable();
        let mut wanted = wanted.into_iter().peekable();
        let mut seen = 0_u64;
        for (bucket, count) in self.occupied() {
            seen = seen.saturating_add(count);
            while let Some((_, place)) = wanted.next_if(|(rank, _)| *rank <= seen) {
                // FIO-DIFF(percentile-max): fio prints the bucket's middle even where no I/O took that long.
                found[place] = Self::value_of(bucket).min(max_ns);
            }
        }
        for (_, place) in wanted {
            found[place] = max_ns;
        }
        found
    }

    /// The counts of all buckets up to the largest occupied one, or more of them; without the overflow.
    pub(crate) fn buckets(&self) -> &[u64] {
        &self.counts
    }

    /// Adds `count` to a bucket by its index; an index past the last goes to the overflow.
    pub(crate) fn add_to_bucket(&mut self, bucket: usize, count: u64) {
        self.reserve();
        let slot = self.counts.get_mut(bucket).unwrap_or(&mut self.overflow);
        *slot = slot.saturating_add(count);
    }
}

/// Equal when the same values were counted; memory taken early makes no difference.
impl PartialEq for Histogram {
    fn eq(&self, other: &Self) -> bool {
        self.overflow == other.overflow && self.occupied().eq(other.occupied())
    }
}

impl Eq for Histogram {}

/// How many of `total` values must lie at or below the percentile `percent` (0–100): the smallest k ≥ percent/100 · total,
/// at least 1 and at most `total`.
///
/// Computed exactly for the double that `percent` is, as fio 3.33 was seen to do: in floats 55 % of 100 would ask for 56
/// values, while 99.9 % of 1000 does ask for all 1000, because the double next to 99.9 lies above it.
pub fn rank(percent: f64, total: u64) -> u64 {
    if percent.is_nan() || percent <= 0.0 || total == 0 {
        return 1.min(total);
    }
    if percent >= 100.0 {
        return total;
    }
    // percent = mantissa · 2^-shift with a mantissa of 53 bits, so its product with 64 bits fits; shift ≥ 46 below 128.
    let bits = percent.to_bits();
    let shift = 1075 - (bits >> 52);
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    if shift > 127 {
        return 1;
    }
    let hundredfold = (u128::from(mantissa) * u128::from(total)).div_ceil(100);
    let rank = hundredfold.div_ceil(1 << shift);
    u64::try_from(rank).unwrap_or(total).clamp(1, total)
}
