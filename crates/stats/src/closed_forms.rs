//! What theory says of drives: write amplification, reads at the same time, the mean seek, and the life of flash. Simulated drives are
//! tested against these, and pages of studies draw them beside what was measured.

/// x where `rises` becomes positive.
fn root(mut low: f64, mut high: f64, rises: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if rises(middle) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Write amplification of FIFO and LRU collection, with α = T ÷ U; `shares` are (f, r): r of the writes go to f of the pages.
/// A = Σ r ÷ (1 − e^(−(r/f) α ÷ A)). Desnoyers (ACM TOS 10(2), 2014); for uniform writes also Xiang and Kurkoski (arXiv 1110.4245).
pub fn fifo_amplification(alpha: f64, shares: &[(f64, f64)]) -> f64 {
    root(1.000_001, 1e6, |a| {
        let sum: f64 = shares
            .iter()
            .map(|(f, r)| r / (1.0 - (-(r / f) * alpha / a).exp()))
            .sum();
        a - sum
    })
}

/// Write amplification of greedy collection of uniform writes, with blocks of `pages`: X of them are valid in a victim, with
/// Σ_{x=X+1}^{N} 1/x ÷ (N − X) = α ÷ N, and A = N ÷ (N − X). Desnoyers (2014); X is interpolated.
pub fn greedy_amplification(alpha: f64, pages: u32) -> f64 {
    let n = f64::from(pages);
    let left = |x: f64| {
        let whole = x.floor();
        let sum: f64 = (whole as u32 + 1..=pages).map(|i| 1.0 / f64::from(i)).sum();
        (sum - (x - whole) / (whole + 1.0)) / (n - x)
    };
    let valid = root(0.0, n - 0.001, |x| alpha / n - left(x));
    n / (n - valid)
}

/// Write amplification if victims are drawn at random: a victim is as full as the drive.
pub fn random_amplification(alpha: f64) -> f64 {
    alpha / (alpha - 1.0)
}

/// Random reads that finish in the time of one read, with `depth` of them under way among `units`. Mean value analysis (Reiser and
/// Lavenberg, JACM 27(2), 1980) of equal reads: half of the one in service is left when another arrives. `outside`: the part of a
/// request that needs no unit, in times of a read.
pub fn overlapping_reads(depth: u32, units: u64, outside: f64) -> f64 {
    let units = units as f64;
    let mut rate = 0.0;
    for others in 0..depth {
        let others = f64::from(others);
        let at_unit = (others - rate * outside) / units;
        let half_served = rate / units / 2.0;
        rate = units.min((others + 1.0) / (outside + 1.0 + at_unit - half_served));
    }
    rate
}

/// The mean of √|x − y| of two random places of an interval of length 1: a seek that takes the root of the distance.
pub const MEAN_ROOT_OF_DISTANCE: f64 = 8.0 / 15.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn within(seen: f64, expected: f64, percent: f64) {
        let error = (seen / expected - 1.0) * 100.0;
        assert!(
            error.abs() <= percent,
            "{seen:.4}, expected {expected:.4}: {error:+.2} %"
        );
    }

    /// 2.36: Xiang and Kurkoski, table 1.
    #[test]
    fn amplification_has_the_published_values() {
        let uniform = [(1.0, 1.0)];
        within(fifo_amplification(1.3, &uniform), 2.36, 0.3);
        within(fifo_amplification(1.07, &uniform), 7.817, 0.1);
        within(fifo_amplification(1.28, &[(0.2, 0.8), (0.8, 0.2)]), 2.820, 0.1);
        within(greedy_amplification(1.07, 64), 7.010, 0.1);
        within(greedy_amplification(1.28, 256), 2.461, 0.1);
        within(greedy_amplification(1.07, 16), 5.3, 1.0);
        // Large blocks are collected in the order in which they were filled.
        within(
            greedy_amplification(1.12, 1 << 14),
            fifo_amplification(1.12, &uniform),
            0.1,
        );
        within(random_amplification(1.28), 4.571, 0.1);
    }

    #[test]
    fn reads_of_one_unit_and_of_many_do_not_meet() {
        within(overlapping_reads(1, 16, 0.0), 1.0, 1e-9);
        within(overlapping_reads(32, 1 << 40, 0.0), 32.0, 1e-6);
        within(overlapping_reads(4, 1, 0.0), 1.0, 1e-9);
        // An interface as slow as the read itself halves the rate of one request, not of many.
        within(overlapping_reads(1, 4, 1.0), 0.5, 1e-9);
        assert!(overlapping_reads(512, 4, 1.0) > 3.9);
    }
}
