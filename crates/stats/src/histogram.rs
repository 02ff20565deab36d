//! Latency histograms in fio's geometry, so that json+ bins match, extended far past fio's last bin.
//!
//! 64 buckets per power of two: values below 128 have a bucket each, above that a bucket's width is at most 1/64 of its
//! lower edge, so its middle is off by at most 1/128. fio stops at 2^34 ns (17.2 s) and clamps; here buckets go on to
//! 2^42 ns (73 minutes), what lies beyond is counted in [`Histogram::overflow`], and clamping is left to whoever writes
//! fio's formats.

/// Buckets per power of two, as a power of two.
const GROUP_BITS: u32 = 6;
const GROUP: usize = 1 << GROUP_BITS;
/// Largest recordable value has this many bits.
const VALUE_BITS: u32 = 42;

/// A histogram of latencies in nanoseconds. Memory is taken on the first record, or by [`Histogram::reserve`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<u64>,
    overflow: u64,
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

    /// Takes the memory now, so that [`Histogram::record`] never allocates.
    pub fn reserve(&mut self) {
        if self.counts.is_empty() {
            self.counts = vec![0; Self::BUCKETS];
        }
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

    /// Counts one value.
    #[inline(always)]
    pub fn record(&mut self, value_ns: u64) {
        self.record_many(value_ns, 1);
    }

    /// Counts one value `times` times.
    #[inline(always)]
    pub fn record_many(&mut self, value_ns: u64, times: u64) {
        if self.counts.is_empty() {
            self.reserve();
        }
        match self.counts.get_mut(Self::bucket_of(value_ns)) {
            Some(count) => *count += times,
            None => self.overflow += times,
        }
    }

    /// Adds what another histogram counted. Exact, and the order of merges does not matter.
    pub fn merge(&mut self, other: &Histogram) {
        self.overflow += other.overflow;
        if other.counts.is_empty() {
            return;
        }
        self.reserve();
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    /// Values counted, those beyond the last bucket included.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum::<u64>() + self.overflow
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
}
