//! What repeats of one run say about each other: drift in their order, and two states.
//!
//! The values are one number per run (a rate, a percentile), never the seconds inside a run. Two states of the runs are not two
//! kinds of latency inside one ([`crate::bimodal`]), and a drift over runs is not one inside a run ([`crate::shape`]).
//! Called by rules and studies that look at more than one run.
//!
//! Sources: Spearman's rank correlation with its permutation distribution (exact up to [`EXACT_RUNS`] values, the
//! t-distribution beyond); J. A. Hartigan and P. M. Hartigan, The Dip Test of Unimodality, Annals of Statistics 13 (1985).

use std::sync::OnceLock;

use crate::interval::median;

/// Chance of so strong an order without any drift, below which there is one.
pub const DRIFT_P: f64 = 0.01;
/// Runs up to which all orders are counted.
pub const EXACT_RUNS: usize = 12;
/// Runs below which two states are not told from one.
pub const LEAST_STATE_RUNS: usize = 10;

/// The order of values and how surprising it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Spearman's ρ of the values and their places: 1 rises throughout, −1 falls throughout.
    pub rho: f64,
    /// Chance of at least so large a |ρ| if the order meant nothing.
    pub p: f64,
}

impl Trend {
    /// Whether the values drift. Of fewer than six no order is so surprising.
    pub fn is_drift(&self) -> bool {
        self.p < DRIFT_P
    }
}

/// Spearman's ρ of values against the order in which they came. None below three values, if all are equal, or with a NaN.
pub fn trend(values: &[f64]) -> Option<Trend> {
    let n = values.len();
    if n < 3 || values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let ranks = ranks(values);
    let rho = correlation(&ranks)?;
    let p = if n <= EXACT_RUNS {
        exact_p(&ranks)
    } else {
        t_p(rho, n)
    };
    Some(Trend { rho, p })
}

/// Ranks from 1, the mean of their ranks for equal values.
pub(crate) fn ranks(values: &[f64]) -> Vec<f64> {
    let place = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let same = values.iter().filter(|other| *other == value).count();
        below as f64 + (same as f64 + 1.0) / 2.0
    };
    values.iter().map(place).collect()
}

/// Pearson's correlation of ranks and places.
fn correlation(ranks: &[f64]) -> Option<f64> {
    let n = ranks.len() as f64;
    let (centre, mut along, mut square, mut places) = ((n + 1.0) / 2.0, 0.0, 0.0, 0.0);
    for (place, rank) in (1_u32..).zip(ranks) {
        let place = f64::from(place) - centre;
        along += place * (rank - centre);
        square += (rank - centre).powi(2);
        places += place * place;
    }
    (square > 0.0).then(|| along / (square * places).sqrt())
}

/// Ways to get each sum Σ place·2·rank of different values, by their number: counted once, as all runs of one number share them.
static UNTIED: [OnceLock<Box<[f64]>>; EXACT_RUNS + 1] = [const { OnceLock::new() }; EXACT_RUNS + 1];

/// Share of all orders of the ranks whose |ρ| is at least as large.
fn exact_p(ranks: &[f64]) -> f64 {
    // Twice the ranks are whole, also where values are equal. Σ place·rank is ρ but for origin and unit.
    let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * rank).round() as usize).collect();
    let mut ascending = doubled.clone();
    ascending.sort_unstable();
    let untied = (1..).zip(&ascending).all(|(rank, doubled)| 2 * rank == *doubled);
    let tied;
    let ways: &[f64] = match UNTIED.get(ranks.len()).filter(|_| untied) {
        Some(known) => known.get_or_init(|| ways_of_sums(&ascending)),
        None => {
            tied = ways_of_sums(&ascending);
            &tied
        }
    };
    let seen: usize = (1..).zip(&doubled).map(|(place, rank)| place * rank).sum();
    let middle = (ranks.len() + 1) as f64 / 2.0 * doubled.iter().sum::<usize>() as f64;
    let far = (seen as f64 - middle).abs() - 0.25;
    let extreme: f64 = ways
        .iter()
        .enumerate()
        .filter(|(sum, _)| (*sum as f64 - middle).abs() >= far)
        .map(|(_, count)| count)
        .sum();
    extreme / ways.iter().sum::<f64>()
}

/// In how many orders the ranks have each sum Σ place·rank. By sets: the sums that the first places can have with each set of ranks.
/// That is 2ⁿ sets instead of n! orders.
fn ways_of_sums(ranks: &[usize]) -> Box<[f64]> {
    // Large ranks in late places.
    let most: usize = (1..).zip(ranks).map(|(place, rank)| place * rank).sum();
    let mut ways: Vec<Option<Box<[f64]>>> = vec![None; 1 << ranks.len()];
    let mut first = vec![0.0; most + 1];
    first[0] = 1.0;
    ways[0] = Some(first.into_boxed_slice());
    for set in 0..ways.len() - 1 {
        let Some(sums) = ways[set].take() else { continue };
        let place = set.count_ones() as usize + 1;
        for (index, rank) in ranks
            .iter()
            .enumerate()
            .filter(|(index, _)| set >> index & 1 == 0)
        {
            let into = ways[set | 1 << index].get_or_insert_with(|| vec![0.0; most + 1].into_boxed_slice());
            for (sum, count) in sums.iter().enumerate().filter(|(_, count)| **count > 0.0) {
                into[sum + place * rank] += count;
            }
        }
    }
    ways.pop().flatten().unwrap_or_default()
}

/// The same from the t-distribution with n − 2 degrees of freedom. With ρ = sin φ its density is that of cosⁿ⁻³ φ.
fn t_p(rho: f64, n: usize) -> f64 {
    const STEPS: u32 = 1000;
    let density = |angle: f64| {
        angle
            .cos()
            .max(0.0)
            .powi(i32::try_from(n).unwrap_or(i32::MAX) - 3)
    };
    let area = |from: f64| {
        let width = (std::f64::consts::FRAC_PI_2 - from) / f64::from(STEPS);
        let inner: f64 = (1..STEPS)
            .map(|i| if i % 2 == 1 { 4.0 } else { 2.0 } * density(from + width * f64::from(i)))
            .sum();
        width / 3.0 * (density(from) + inner + density(std::f64::consts::FRAC_PI_2))
    };
    (area(rho.abs().min(1.0).asin()) / area(0.0)).min(1.0)
}

/// One of two states.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StateOfRuns {
    /// Median of the runs in it.
    pub level: f64,
    /// How many there are.
    pub runs: usize,
}

/// Two states of the runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoStates {
    /// The lower.
    pub low: StateOfRuns,
    /// The higher.
    pub high: StateOfRuns,
    /// The dip that gave them away.
    pub dip: f64,
}

/// The two states that runs come in, if one state does not explain them at 5 %. None below [`LEAST_STATE_RUNS`] values or with
/// one that is not finite. A state with a smaller share of the runs than twice [`critical_dip`] is not seen: 28 % of 10 runs,
/// 21 % of 20, 14 % of 50.
pub fn two_states(values: &[f64]) -> Option<TwoStates> {
    if values.len() < LEAST_STATE_RUNS || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    let dip = dip(&values)?;
    if dip <= critical_dip(values.len()) {
        return None;
    }
    let (low, high) = values.split_at(split(&values));
    let state = |values: &[f64]| {
        Some(StateOfRuns {
            level: median(values)?,
            runs: values.len(),
        })
    };
    Some(TwoStates {
        low: state(low)?,
        high: state(high)?,
        dip,
    })
}

/// The dip that one value in twenty of samples of `n` exceeds if they are uniform: of all distributions with one mode, those
/// that dip most.
pub fn critical_dip(n: usize) -> f64 {
    // √n times the dip varies little; simulated (`tests/suite/repeats.rs`), and within 1 % of the published table (10: 0.140, 20: 0.105, 30: 0.088, 50: 0.070).
    const TABLE: [(f64, f64); 8] = [
        (10.0, 0.443),
        (20.0, 0.474),
        (30.0, 0.482),
        (50.0, 0.497),
        (100.0, 0.511),
        (200.0, 0.521),
        (500.0, 0.531),
        (1000.0, 0.536),
    ];
    let n = n as f64;
    let above = TABLE
        .iter()
        .position(|(size, _)| n <= *size)
        .unwrap_or(TABLE.len() - 1);
    let ((low, from), (high, to)) = (TABLE[above.saturating_sub(1)], TABLE[above]);
    let along = if high > low {
        ((n - low) / (high - low)).clamp(0.0, 1.0)
    } else {
        1.0
    };
    (from + (to - from) * along) / n.sqrt()
}

/// How many of the sorted values belong to the lower of two groups: the split with the least squares within the groups.
fn split(values: &[f64]) -> usize {
    let total: f64 = values.iter().sum();
    let mut best = (f64::MIN, 1);
    let mut below = 0.0;
    for (place, value) in values.iter().enumerate().take(values.len() - 1) {
        below += value;
        let (low, high) = (place as f64 + 1.0, (values.len() - place - 1) as f64);
        // Least squares within is most between.
        let between = (below / low - (total - below) / high).powi(2) * low * high;
        if between > best.0 {
            best = (between, place + 1);
        }
    }
    best.1
}

/// Hartigan's dip of sorted values: how far their distribution function is from the nearest one with a single mode. None of nothing.
///
/// The distribution function has lower corners (x_i, i/n) and upper ones (x_i, (i+1)/n), places from 0. `convex` is the greatest
/// convex function below the lower corners, `concave` the least concave one above the upper corners, both between the ends of the
/// modal interval, which is narrowed to where they are farthest apart until nothing outside it differs more than inside.
pub fn dip(sorted: &[f64]) -> Option<f64> {
    let n = sorted.len();
    let range = sorted.last()? - sorted.first()?;
    // Equal values are one steep stretch, as they would be with finer counters.
    let x: Vec<f64> = sorted
        .iter()
        .enumerate()
        .map(|(place, value)| value + range * 1e-9 * place as f64 / n as f64)
        .collect();
    let (mut from, mut to, mut found) = (0, n - 1, 1.0_f64);
    while range > 0.0 && to > from {
        let convex = hull(&x, from, to, |turn| turn > 0.0);
        let concave = hull(&x, from, to, |turn| turn < 0.0);
        // At a contact of the convex one the concave one is above it, and the other way round.
        let over_convex = convex
            .iter()
            .map(|place| (1.0 + on(&x, &concave, *place) - *place as f64, *place));
        let over_concave = concave
            .iter()
            .map(|place| (1.0 + *place as f64 - on(&x, &convex, *place), *place));
        let farthest = |distances: &mut dyn Iterator<Item = (f64, usize)>| {
            distances.fold(
                (f64::MIN, from),
                |best, one| if one.0 > best.0 { one } else { best },
            )
        };
        let (left, right) = (
            farthest(&mut over_convex.into_iter()),
            farthest(&mut over_concave.into_iter()),
        );
        let (distance, modal) = if left.0 > right.0 {
            let end = concave
                .iter()
                .copied()
                .find(|place| *place >= left.1)
                .unwrap_or(to);
            (left.0, (left.1, end))
        } else {
            let start = convex
                .iter()
                .copied()
                .rfind(|place| *place <= right.1)
                .unwrap_or(from);
            (right.0, (start, right.1))
        };
        if distance <= found {
            break;
        }
        let outside_left = (from..=modal.0).map(|place| 1.0 + place as f64 - on(&x, &convex, place));
        let outside_right = (modal.1..=to).map(|place| 1.0 + on(&x, &concave, place) - place as f64);
        found = outside_left.chain(outside_right).fold(found, f64::max);
        if modal == (from, to) {
            break;
        }
        (from, to) = modal;
    }
    Some(found / 2.0 / n as f64)
}

/// Places from `from` to `to` at which a hull of the points (x_i, i) touches them; it keeps the turns that `keeps` accepts.
fn hull(x: &[f64], from: usize, to: usize, keeps: impl Fn(f64) -> bool) -> Vec<usize> {
    let mut hull: Vec<usize> = Vec::new();
    for place in from..=to {
        while let [.., before, last] = hull[..] {
            let rise = |a: usize, b: usize| (b - a) as f64;
            let turn = (x[last] - x[before]) * rise(last, place) - (x[place] - x[last]) * rise(before, last);
            if keeps(turn) {
                break;
            }
            hull.pop();
        }
        hull.push(place);
    }
    hull
}

/// The hull's height above x of a place, in the unit of places.
fn on(x: &[f64], hull: &[usize], place: usize) -> f64 {
    let after = hull.partition_point(|touch| *touch < place).min(hull.len() - 1);
    let (low, high) = (hull[after.saturating_sub(1)], hull[after]);
    if low == high || place >= high {
        return high as f64;
    }
    low as f64 + (high - low) as f64 * (x[place] - x[low]) / (x[high] - x[low])
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_as_surprising_as_its_share_of_all_orders() {
        let rising = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let found = trend(&rising).unwrap();
        assert!((found.rho - 1.0).abs() < 1e-12 && (found.p - 2.0 / 720.0).abs() < 1e-12 && found.is_drift());
        // Five can never be surprising enough.
        assert!(!trend(&rising[..5]).unwrap().is_drift());
        // One exchange of neighbours: ρ = 1 − 6·2/(5·24) = 0.9; 4 + 1 orders have at least that much, as many fall.
        let found = trend(&[2.0, 1.0, 3.0, 4.0, 5.0]).unwrap();
        assert!(
            (found.rho - 0.9).abs() < 1e-12 && (found.p - 10.0 / 120.0).abs() < 1e-12,
            "{found:?}"
        );
        // Ties share their ranks: places 1 to 4 against 1.5, 1.5, 3, 4.
        let tied = trend(&[7.0, 7.0, 8.0, 9.0]).unwrap();
        assert!(
            (tied.rho - 4.5 / (4.5_f64 * 5.0).sqrt()).abs() < 1e-12,
            "{tied:?}"
        );
        assert_eq!(trend(&[1.0, 1.0, 1.0, 1.0]), None);
        assert_eq!(trend(&[1.0, f64::NAN, 2.0]), None);
        assert_eq!(trend(&[1.0, 2.0]), None);
    }

    #[test]
    fn the_t_distribution_takes_over_where_counting_ends() {
        // Student's t at 5 %, 10 − 2 degrees of freedom: 2.306, so ρ = 2.306/√(8 + 2.306²) = 0.6319.
        assert!((t_p(0.6319, 10) - 0.05).abs() < 1e-4);
        assert!((t_p(0.0, 12) - 1.0).abs() < 1e-9 && t_p(1.0, 12) < 1e-9);
        let values = [3.0, 1.0, 2.0, 5.0, 4.0, 8.0, 6.0, 7.0];
        let exact = trend(&values).unwrap();
        assert!((t_p(exact.rho, 8) - exact.p).abs() < 0.01, "{exact:?}");
    }

    #[test]
    fn dips_are_those_known() {
        // Evenly spread: as near as steps can be. Two far groups: half the share of the smaller. Equal values: no dip.
        let even: Vec<f64> = (0..20).map(f64::from).collect();
        assert!((dip(&even).unwrap() - 1.0 / 40.0).abs() < 1e-6);
        for minority in [5_usize, 3] {
            let groups: Vec<f64> = (0..20)
                .map(|i| {
                    if i < minority {
                        1.0 + i as f64 * 1e-3
                    } else {
                        900.0 + i as f64 * 1e-3
                    }
                })
                .collect();
            let expected = minority as f64 / 40.0;
            assert!(
                (dip(&groups).unwrap() - expected).abs() < 1e-3,
                "{:?}",
                dip(&groups)
            );
            let equal: Vec<f64> = (0..20).map(|i| if i < minority { 1.0 } else { 900.0 }).collect();
            assert!(
                (dip(&equal).unwrap() - expected).abs() < 1e-3,
                "{:?}",
                dip(&equal)
            );
        }
        assert!((dip(&[4.0; 30]).unwrap() - 1.0 / 60.0).abs() < 1e-12);
        assert_eq!(dip(&[]), None);
    }

    #[test]
    fn two_levels_of_runs_are_two_states() {
        let runs = [100.0, 101.0, 252.0, 99.0, 250.0, 249.0, 100.5, 251.0, 98.0, 250.5];
        let found = two_states(&runs).unwrap();
        assert_eq!((found.low.runs, found.high.runs), (5, 5));
        assert_eq!((found.low.level, found.high.level), (100.0, 250.5));
        assert_eq!(two_states(&runs[..9]), None);
        let one: Vec<f64> = (0..10).map(|i| 100.0 + f64::from(i * 3 % 10)).collect();
        assert_eq!(two_states(&one), None);
        assert_eq!(two_states(&[5.0; 12]), None);
    }
}
