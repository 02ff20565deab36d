//! How many blocks a skewed distribution (`random_distribution`) is expected to touch: an estimate from its law.
//!
//! A block that is drawn with probability p is touched by n draws with probability 1 − exp(−p n). Blocks of about the same probability are
//! counted together. The laws are those of the workload, and a test compares the estimate with its draws.

use fiord_job::plan::{Ddir, Distribution, JobPlan, ZoneShare};

use crate::case::planned::{issues, share};

/// Blocks, and the probability that one draw is among them.
type Piece = (f64, f64);

/// How many of the `blocks` of a region the draws of one worker touch. `None`: a direction is not skewed, so all blocks may be touched.
pub(super) fn distinct_blocks(job: &JobPlan, blocks: f64, block_bytes: f64, draws: f64) -> Option<f64> {
    if !job.access.mode.is_random() || blocks < 2.0 {
        return None;
    }
    let mut sum = 0.0;
    for ddir in Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir)) {
        if job.access.percentage_random[ddir] < 100 {
            return None;
        }
        let pieces = pieces(&job.access.distribution[ddir], blocks, block_bytes)?;
        let draws = draws * share(job, ddir);
        let touched = |(count, part): &Piece| count * (1.0 - (-draws * part / count).exp());
        sum += pieces
            .iter()
            .filter(|(count, _)| *count > 0.0)
            .map(touched)
            .sum::<f64>();
    }
    Some(sum.min(blocks))
}

fn pieces(distribution: &Distribution, n: f64, block_bytes: f64) -> Option<Vec<Piece>> {
    match distribution {
        Distribution::Uniform | Distribution::Sequence { .. } | Distribution::Sprandom(_) => None,
        Distribution::Zipf { theta, .. } => Some(by_rank(n, zipf(*theta, n))),
        Distribution::Pareto { h, .. } => {
            let power = (1.0 - h).ln() / h.ln();
            Some(by_rank(n, move |rank| (rank / n).powf(power)))
        }
        Distribution::Normal {
            deviation_percent, ..
        } => Some(normal(*deviation_percent, n)),
        Distribution::Zoned(shares) => Some(zoned(shares, n, |size| n * size / 100.0)),
        Distribution::ZonedAbs(shares) => Some(zoned(shares, n, |size| size / block_bytes)),
    }
}

/// Pieces that grow by a tenth, from the probability that the rank of a draw is below a number.
fn by_rank(n: f64, below: impl Fn(f64) -> f64) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut rank, mut done) = (0.0, 0.0);
    while rank < n {
        let next = f64::min((rank * 1.1).floor().max(rank + 1.0), n);
        let until = below(next).clamp(done, 1.0);
        pieces.push((next - rank, until - done));
        (rank, done) = (next, until);
    }
    pieces
}

/// Terms of the zeta sum at which it is cut off, as in the draw itself.
const ZETA_TERMS: f64 = 1e7;
/// Terms that are added up; the rest is the integral.
const EXACT_TERMS: f64 = 1000.0;

/// The probability that a rank is below a number, by the formula of Gray et al.
fn zipf(theta: f64, n: f64) -> impl Fn(f64) -> f64 {
    let terms = n.min(ZETA_TERMS).floor();
    let exact = terms.min(EXACT_TERMS);
    let sum: f64 = (1..=exact as u64).map(|rank| (rank as f64).powf(-theta)).sum();
    let integral = |until: f64| until.powf(1.0 - theta) / (1.0 - theta);
    let zeta = sum + integral(terms + 0.5) - integral(exact + 0.5);
    let second = 1.0 + 0.5f64.powf(theta);
    let eta = (1.0 - (2.0 / n).powf(1.0 - theta)) / (1.0 - second / zeta);
    move |rank| {
        if rank <= 1.0 {
            1.0 / zeta
        } else if rank <= 2.0 {
            second / zeta
        } else {
            1.0 + ((rank / n).powf(1.0 - theta) - 1.0) / eta
        }
    }
}

/// Slices of the region on each side of the centre.
const SLICES: u32 = 200;

/// The mean of twelve uniform numbers, and a uniform deviation around it.
fn normal(deviation_percent: f64, n: f64) -> Vec<Piece> {
    let deviation = (n * deviation_percent / 100.0).min(n / 2.0);
    let sigma = (n * n / 144.0 + deviation * deviation / 12.0).sqrt();
    let width = n / 2.0 / f64::from(SLICES);
    let density = |slice: u32| {
        let distance = (f64::from(slice) + 0.5) * width / sigma;
        (-distance * distance / 2.0).exp()
    };
    let whole: f64 = (0..SLICES).map(density).sum();
    (0..SLICES)
        .map(|slice| (2.0 * width, density(slice) / whole))
        .collect()
}

fn zoned(shares: &[ZoneShare], n: f64, to_blocks: impl Fn(f64) -> f64) -> Vec<Piece> {
    let (mut size, mut drawn) = (0u64, 0.0);
    let mut pieces: Vec<Piece> = Vec::new();
    for zone in shares {
        let first = to_blocks(size as f64).min(n - 1.0);
        size = size.saturating_add(zone.size);
        let part = f64::from(zone.access_percent) / 100.0;
        drawn += part;
        pieces.push(((to_blocks(size as f64).min(n) - first).max(1.0), part));
    }
    // What no zone is drawn for is drawn from the whole region.
    let rest: f64 = 1.0 - drawn;
    if rest > 0.0 {
        pieces.push((n, rest));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use fiord_workload::distribution::Skewed;
    use fiord_workload::rng::Rng;
    use std::collections::HashSet;

    /// Blocks that the engine's own draws touch.
    fn drawn(distribution: &Distribution, blocks: u64, draws: u64) -> f64 {
        let skewed = Skewed::of_blocks(distribution, blocks, 4096, 7);
        let mut rng = Rng::from_seed(11);
        let touched: Option<HashSet<u64>> =
            skewed.map(|skewed| (0..draws).map(|_| skewed.draw(&mut rng)).collect());
        touched.map_or(f64::NAN, |touched| touched.len() as f64)
    }

    #[test]
    fn the_estimate_is_what_is_drawn() {
        let zones = vec![
            ZoneShare {
                access_percent: 60,
                size: 10,
            },
            ZoneShare {
                access_percent: 40,
                size: 90,
            },
        ];
        let laws = [
            Distribution::Zipf {
                theta: 2.2,
                center: None,
            },
            Distribution::Zipf {
                theta: 1.2,
                center: None,
            },
            Distribution::Zipf {
                theta: 0.8,
                center: None,
            },
            Distribution::Pareto { h: 0.2, center: None },
            Distribution::Normal {
                deviation_percent: 10.0,
                center: None,
            },
            Distribution::Zoned(zones),
        ];
        for law in laws {
            for (blocks, draws) in [(100_000, 20_000), (50_000, 200_000)] {
                let mut job = JobPlan::new("j");
                job.access.mode = fiord_job::plan::AccessMode::RandRead;
                job.access.distribution = fiord_job::plan::PerDdir::all(law.clone());
                let estimate = distinct_blocks(&job, blocks as f64, 4096.0, draws as f64).unwrap_or(f64::NAN);
                let counted = drawn(&law, blocks, draws);
                let ratio = estimate / counted;
                assert!(
                    (0.8..1.25).contains(&ratio),
                    "{law:?} {blocks} {draws}: {estimate} for {counted}"
                );
            }
        }
    }
}
