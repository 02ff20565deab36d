//! Random streams: small, named generators with a fixed sequence per seed.
//!
//! xoshiro256++ (Blackman, Vigna 2018) seeded by SplitMix64. Each use of randomness in a worker has a stream of its own, so
//! that, say, a different block size mix leaves the order of offsets as it was. Nothing here is for secrets.

/// What a stream decides. The numbers are part of a run's reproducibility: never change them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Offsets and the order of coverage.
    Offset = 1,
    /// Direction of mixed I/O.
    Mix = 2,
    /// Block sizes.
    Size = 3,
    /// Whether an I/O is random (`percentage_random`).
    Percent = 4,
    /// The next file.
    File = 5,
    /// Poisson arrivals.
    Arrival = 6,
    /// Buffer content.
    Content = 7,
    /// Which buffers repeat (`dedupe_percentage`).
    Dedupe = 8,
    /// The simulated device.
    Device = 9,
    /// Which written blocks are trimmed (`trim_percentage`).
    Trim = 10,
}

/// One step of SplitMix64: a bijective hash of 64 bits.
#[inline(always)]
pub const fn mix64(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The high half of a 64 × 64 bit product: maps a uniform `x` to a uniform number below `n`.
///
/// The bias is below `n / 2^64`, which no run is long enough to see.
#[inline(always)]
pub const fn below(x: u64, n: u64) -> u64 {
    ((x as u128 * n as u128) >> 64) as u64
}

/// xoshiro256++.
#[derive(Debug, Clone)]
pub struct Rng {
    s: [u64; 4],
}

impl Rng {
    /// The stream `stream` of a worker's seed.
    pub const fn new(seed: u64, stream: Stream) -> Self {
        Self::from_seed(mix64(seed) ^ mix64(0x5eed ^ ((stream as u64) << 32)))
    }

    /// A generator from one number.
    pub const fn from_seed(seed: u64) -> Self {
        let a = mix64(seed);
        let b = mix64(a);
        let c = mix64(b);
        // `c | 1`: the state must not be all zero.
        Self {
            s: [a, b, c | 1, mix64(c)],
        }
    }

    /// The next 64 bits.
    #[inline(always)]
    pub const fn next(&mut self) -> u64 {
        let s = &mut self.s;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform below `n`; 0 when `n` is 0.
    #[inline(always)]
    pub const fn below(&mut self, n: u64) -> u64 {
        below(self.next(), n)
    }

    /// Whether an event of `percent` in a hundred happens.
    #[inline(always)]
    pub const fn percent(&mut self, percent: u8) -> bool {
        self.below(100) < percent as u64
    }

    /// Uniform in [0, 1) with 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Exponentially distributed with mean 1, never infinite.
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        -(1.0 - self.unit()).ln()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_one_seed_differ_and_repeat() {
        let mut a = Rng::new(7, Stream::Offset);
        let mut b = Rng::new(7, Stream::Size);
        let first: Vec<u64> = (0..8).map(|_| a.next()).collect();
        assert_ne!(first, (0..8).map(|_| b.next()).collect::<Vec<_>>());
        let mut again = Rng::new(7, Stream::Offset);
        assert_eq!(first, (0..8).map(|_| again.next()).collect::<Vec<_>>());
    }

    #[test]
    fn below_is_uniform() {
        // 10 cells, 100,000 draws, fixed seed: chi-square with 9 degrees of freedom, 99.9 % point 27.9.
        let mut rng = Rng::from_seed(42);
        let mut cells = [0u64; 10];
        for _ in 0..100_000 {
            cells[rng.below(10) as usize] += 1;
        }
        let chi: f64 = cells.iter().map(|&c| (c as f64 - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 27.9, "chi-square {chi} with seed 42");
    }

    #[test]
    fn exponential_has_mean_and_variance_one() {
        let mut rng = Rng::from_seed(3);
        let n = 200_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..n {
            let x = rng.exponential();
            sum += x;
            squares += x * x;
        }
        let mean = sum / n as f64;
        let variance = squares / n as f64 - mean * mean;
        assert!(
            (mean - 1.0).abs() < 0.01 && (variance - 1.0).abs() < 0.03,
            "mean {mean}, variance {variance}, seed 3"
        );
    }
}
