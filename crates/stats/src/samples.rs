//! Windowed samples of bandwidth or IOPS, as fio's `bw` and `iops` lines summarise them.
//!
//! Not the shape over time (that is [`crate::DdirStats::per_second`]). The engine records, reports read.
//!
//! How fio merges the samples of clones, found by running it: with `group_reporting`, and for `unified_rw_reporting`,
//! the members' minima, maxima and means are **summed** (clones run side by side, so their rates add up), the sample
//! counts are summed, and the deviation is the root of the members' summed squared deviations over (all samples − 1).
//! Means and squared deviations are rounded once per member to 1/2³² and then added as integers, so a merge stays exact
//! and its order does not matter.

use serde::{Deserialize, Serialize};

use crate::{Moments, wide};

/// Fraction bits of the fixed-point sums.
const FRACTION_BITS: u32 = 32;

/// Samples of one window length each (fio: 500 ms), in KiB/s or I/Os per second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Samples {
    /// The samples. After a merge: all samples of all members, pooled.
    pub moments: Moments,
    /// What fio adds up over members; none as long as nothing was merged.
    pub(crate) group: Option<GroupSums>,
}

/// Sums over the members of a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GroupSums {
    pub(crate) min: u64,
    pub(crate) max: u64,
    /// In 1/2³².
    #[serde(with = "wide")]
    pub(crate) mean: u128,
    /// Σ(x − mean)² in 1/2³².
    #[serde(with = "wide")]
    pub(crate) squared_deviations: u128,
}

impl Samples {
    /// Adds a member of the group, as fio does for `group_reporting`. A member without samples changes nothing.
    pub fn merge(&mut self, other: &Samples) {
        if other.moments.count == 0 {
            return;
        }
        let theirs = other.sums();
        self.group = Some(if self.moments.count == 0 {
            theirs
        } else {
            let mine = self.sums();
            GroupSums {
                min: mine.min.saturating_add(theirs.min),
                max: mine.max.saturating_add(theirs.max),
                mean: mine.mean.saturating_add(theirs.mean),
                squared_deviations: mine.squared_deviations.saturating_add(theirs.squared_deviations),
            }
        });
        self.moments.merge(&other.moments);
    }

    /// Number of samples.
    pub fn count(&self) -> u64 {
        self.moments.count
    }

    /// The smallest sample; merged, the sum of the members' smallest. 0 of nothing.
    pub fn min(&self) -> u64 {
        self.sums().min
    }

    /// The largest sample; merged, the sum of the members' largest.
    pub fn max(&self) -> u64 {
        self.sums().max
    }

    /// The mean; merged, the sum of the members' means.
    pub fn mean(&self) -> f64 {
        match &self.group {
            Some(sums) => from_fixed(sums.mean),
            None => self.moments.mean(),
        }
    }

    /// The sample standard deviation; merged, fio's (see the head of this file). 0 below two samples.
    pub fn stdev(&self) -> f64 {
        match &self.group {
            None => self.moments.stdev(),
            Some(_) if self.moments.count < 2 => 0.0,
            Some(sums) => (from_fixed(sums.squared_deviations) / (self.moments.count - 1) as f64).sqrt(),
        }
    }

    fn sums(&self) -> GroupSums {
        if let Some(sums) = self.group {
            return sums;
        }
        let Moments { count, max, sum, .. } = self.moments;
        if count == 0 {
            return GroupSums::default();
        }
        let n = u128::from(count);
        let (whole, part) = self.moments.squared_deviations();
        GroupSums {
            min: self.moments.min,
            max,
            mean: to_fixed(sum, n),
            squared_deviations: whole
                .saturating_mul(1 << FRACTION_BITS)
                .saturating_add(to_fixed(u128::from(part), n)),
        }
    }
}

/// `dividend / divisor` in 1/2³², rounded down. The divisor is below 2⁶⁴ and not 0.
fn to_fixed(dividend: u128, divisor: u128) -> u128 {
    let whole = (dividend / divisor).saturating_mul(1 << FRACTION_BITS);
    let fraction = ((dividend % divisor) << FRACTION_BITS) / divisor;
    whole.saturating_add(fraction)
}

fn from_fixed(value: u128) -> f64 {
    value as f64 / (1_u64 << FRACTION_BITS) as f64
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn of(rates: &[u64]) -> Samples {
        let mut samples = Samples::default();
        for rate in rates {
            samples.moments.record(*rate);
        }
        samples
    }

    fn merged(members: &[&Samples]) -> Samples {
        let mut group = Samples::default();
        for member in members {
            group.merge(member);
        }
        group
    }

    /// Samples of one job of fio 3.33 with `unified_rw_reporting=both`, which prints the members and their merge.
    #[test]
    fn a_merge_gives_what_fio_printed() {
        let (read, write) = (of(&[4000, 4007, 4008]), of(&[2000, 2003, 2003]));
        assert_eq!(format!("{:.6}", read.stdev()), "4.358899");
        assert_eq!(format!("{:.6}", write.stdev()), "1.732051");
        let mixed = merged(&[&read, &write]);
        assert_eq!((mixed.min(), mixed.max(), mixed.count()), (6000, 6011, 6));
        assert_eq!(
            format!("{:.6} {:.6}", mixed.mean(), mixed.stdev()),
            "6007.000000 2.966479"
        );
    }

    #[test]
    fn order_and_grouping_of_merges_do_not_matter() {
        let members = [
            of(&[1, 2, 4]),
            of(&[]),
            of(&[1_000_003, 7, 9]),
            of(&[5]),
            of(&[u64::from(u32::MAX); 7]),
        ];
        let [a, b, c, d, e] = &members;
        let straight = merged(&[a, b, c, d, e]);
        assert_eq!(straight, merged(&[e, c, b, d, a]));
        assert_eq!(straight, merged(&[&merged(&[d, a]), &merged(&[b, e]), c]));
    }

    #[test]
    fn a_group_of_one_prints_like_its_member() {
        let lone = of(&[10, 20, 33]);
        let group = merged(&[&Samples::default(), &lone, &Samples::default()]);
        assert_eq!((group.min(), group.max(), group.count()), (10, 33, 3));
        assert!((group.mean() - lone.mean()).abs() < 1e-9 && (group.stdev() - lone.stdev()).abs() < 1e-7);
        assert_eq!(merged(&[]), Samples::default());
        assert_eq!((Samples::default().min(), Samples::default().stdev()), (0, 0.0));
    }
}
