//! Skewed choices among blocks or files: `random_distribution` and `file_service_type` beyond the uniform.
//!
//! These draws use floating point; the uniform default never comes here. The formulas are those of Gray et al., "Quickly
//! generating billion-record synthetic databases" (SIGMOD 1994), for zipf, a power of a uniform number for pareto, and a mean
//! of twelve uniform numbers for normal, each scattered over the region by a multiplicative hash as fio does, so that the
//! hottest blocks are not neighbours.

use crate::rng::{Rng, below};
use fiord_job::plan::{Distribution, FileService, ZoneShare};

/// Terms of the zeta sum that are added up; beyond it, it is cut off as in fio.
const ZETA_TERMS: u64 = 10_000_000;

/// The multiplier of the scattering hash: 2^64 divided by the square of the golden ratio, odd.
const SCATTER: u64 = 0x61c8_8646_80b5_83eb;

/// Uniform numbers in a normal draw.
const NORMAL_TERMS: u64 = 12;

/// A skewed choice among `0..n`.
#[derive(Debug, Clone)]
pub struct Skewed {
    n: u64,
    /// Where the hottest item lies.
    shift: u64,
    /// Neighbouring ranks are hashed apart.
    scatters: bool,
    law: Law,
}

#[derive(Debug, Clone)]
enum Law {
    Zipf {
        zeta: f64,
        alpha: f64,
        eta: f64,
        second: f64,
    },
    Pareto {
        power: f64,
    },
    Normal {
        deviation: u64,
    },
    Zoned(Box<[Zone]>),
}

/// A zone as half-open range of items, chosen while the draw below 100 is less than `until`.
#[derive(Debug, Clone, Copy)]
struct Zone {
    until: u64,
    first: u64,
    count: u64,
}

impl Skewed {
    /// The distribution over `n ≥ 1` blocks of `block_bytes`; `None` for those that draw by no law. `seed` decides where the hottest
    /// block lies when the plan does not. Costs up to a few hundred milliseconds for zipf over many blocks.
    pub fn of_blocks(distribution: &Distribution, n: u64, block_bytes: u64, seed: u64) -> Option<Self> {
        let (law, center) = match distribution {
            Distribution::Uniform | Distribution::Sequence { .. } | Distribution::Sprandom(_) => return None,
            Distribution::Zipf { theta, center } => (Law::zipf(*theta, n), *center),
            Distribution::Pareto { h, center } => (Law::pareto(*h), *center),
            Distribution::Normal {
                deviation_percent,
                center,
            } => (Law::normal(*deviation_percent, n), *center),
            // FIO-DIFF(zoned-lfsr): with fio's lfsr a job over zones ends after a few draws; here it draws as with any generator.
            Distribution::Zoned(shares) => {
                let until = |bytes: u64| (u128::from(n) * u128::from(bytes) / 100) as u64;
                (Law::zoned(shares, n, until), None)
            }
            // FIO-DIFF(zoned-abs-end): fio ends the job at the first offset behind the end; here zones are cut there.
            Distribution::ZonedAbs(shares) => {
                (Law::zoned(shares, n, |bytes| bytes / block_bytes.max(1)), None)
            }
        };
        Some(Self::new(law, n, center, seed))
    }

    /// The distribution over `n ≥ 1` files; `None` for services that do not draw by a law.
    pub fn of_files(service: FileService, n: u64, seed: u64) -> Option<Self> {
        let law = match service {
            FileService::Zipf(theta) => Law::zipf(theta, n),
            FileService::Pareto(h) => Law::pareto(h),
            FileService::Normal(deviation) => Law::normal(deviation, n),
            FileService::RoundRobin | FileService::Sequential | FileService::Random => return None,
        };
        // Files are few; a hash could leave some out.
        Some(Self {
            scatters: false,
            ..Self::new(law, n, None, seed)
        })
    }

    fn new(law: Law, n: u64, center: Option<f64>, seed: u64) -> Self {
        let n = n.max(1);
        let shift = match (&law, center) {
            // The mean is in the middle, so the centre is counted from there; before it, fio 3.33 adds what 32 bits make of
            // the negative number.
            (Law::Normal { .. }, center) => {
                let from_middle = (n as f64 * (center.unwrap_or(0.5) - 0.5)) as i64;
                if from_middle < 0 {
                    u64::from(from_middle as u32) % n
                } else {
                    from_middle as u64
                }
            }
            (_, Some(center)) => ((n as f64 * center) as u64).min(n - 1),
            (_, None) => below(crate::rng::mix64(seed), n),
        };
        Self {
            n,
            shift,
            scatters: true,
            law,
        }
    }

    /// Draws an item.
    pub fn draw(&self, rng: &mut Rng) -> u64 {
        let rank = match &self.law {
            Law::Zoned(zones) => return draw_zoned(zones, self.n, rng),
            Law::Zipf {
                zeta,
                alpha,
                eta,
                second,
            } => {
                let u = rng.unit();
                let scaled = u * zeta;
                if scaled < 1.0 {
                    0
                } else if scaled < *second {
                    1
                } else {
                    (self.n as f64 * (eta * u - eta + 1.0).powf(*alpha)) as u64
                }
            }
            Law::Pareto { power } => ((self.n - 1) as f64 * rng.unit().powf(*power)) as u64,
            Law::Normal { deviation } => self.draw_normal(*deviation, rng),
        };
        let place = if self.scatters {
            rank.wrapping_mul(SCATTER)
        } else {
            rank
        };
        (place % self.n + self.shift) % self.n
    }

    fn draw_normal(&self, deviation: u64, rng: &mut Rng) -> u64 {
        let sum: u64 = (0..NORMAL_TERMS).map(|_| rng.below(self.n + 1)).sum();
        let mean = sum.div_ceil(NORMAL_TERMS);
        let mut add = if deviation == 0 {
            0
        } else {
            rng.below(deviation) as i64 - (deviation / 2) as i64
        };
        while mean.saturating_add_signed(add) >= self.n && add != 0 {
            add /= 2;
        }
        mean.saturating_add_signed(add)
    }
}

fn draw_zoned(zones: &[Zone], n: u64, rng: &mut Rng) -> u64 {
    let v = rng.below(100);
    match zones.iter().find(|zone| v < zone.until) {
        Some(zone) => zone.first + rng.below(zone.count),
        None => rng.below(n),
    }
}

impl Law {
    fn zipf(theta: f64, n: u64) -> Self {
        let zeta2 = 1.0 + 0.5f64.powf(theta);
        let zeta = (1..=n.min(ZETA_TERMS))
            .map(|i| (i as f64).powf(-theta))
            .sum::<f64>();
        let eta = (1.0 - (2.0 / n as f64).powf(1.0 - theta)) / (1.0 - zeta2 / zeta);
        Law::Zipf {
            zeta,
            alpha: 1.0 / (1.0 - theta),
            eta,
            second: zeta2,
        }
    }

    fn pareto(h: f64) -> Self {
        Law::Pareto {
            power: h.ln() / (1.0 - h).ln(),
        }
    }

    fn normal(deviation_percent: f64, n: u64) -> Self {
        let deviation = (n as f64 * deviation_percent / 100.0).ceil() as u64;
        Law::Normal {
            deviation: deviation.min(n / 2),
        }
    }

    fn zoned(shares: &[ZoneShare], n: u64, to_blocks: impl Fn(u64) -> u64) -> Self {
        let (mut until, mut size) = (0, 0u64);
        let mut zones = Vec::with_capacity(shares.len());
        for share in shares {
            let first = to_blocks(size);
            until += u64::from(share.access_percent);
            size = size.saturating_add(share.size);
            // A zone smaller than a block still has one, as accesses were asked for; none reaches beyond the region.
            let first = first.min(n.saturating_sub(1));
            let count = to_blocks(size).min(n).saturating_sub(first).max(1);
            zones.push(Zone { until, first, count });
        }
        Law::Zoned(zones.into_boxed_slice())
    }
}
