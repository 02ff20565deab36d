//! Finds the levels of a curve of latency over size: where the time of a load stays the same while the memory grows.

/// A size, and what a load from memory of this size takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SizedLoad {
    pub bytes: u64,
    pub ns: f64,
}

/// Sizes of one level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plateau {
    pub from_bytes: u64,
    pub to_bytes: u64,
    /// Median of its points.
    pub ns: f64,
}

/// A level has at least so many points: an octave, of a curve with four points per octave.
const LEAST_POINTS: usize = 4;
/// The largest point of a level, relative to its smallest.
const WIDEST: f64 = 1.3;
/// How much a level rises per octave (natural logarithm). Between two caches a curve rises by much more.
const STEEPEST: f64 = 0.14;
/// Levels that follow each other and differ by less are one: no cache is that close to the next.
const NEXT: f64 = 1.4;
/// What a level costs, in the same measure as the deviation of its points (natural logarithm): fewer levels are preferred.
const COST_OF_LEVEL: f64 = 0.5;
/// What a point between levels costs.
const COST_BETWEEN: f64 = 0.35;

/// The levels of a curve, the smallest sizes first. Of all divisions into levels and points between them the one is chosen whose points
/// deviate least from the medians of their levels, in logarithms.
pub fn plateaus(curve: &[SizedLoad]) -> Vec<Plateau> {
    /// The best division of the points before a place: its cost, and the level that ends there, by its first point.
    #[derive(Clone, Copy)]
    struct Best {
        cost: f64,
        begins: Option<usize>,
    }
    let mut best = vec![Best {
        cost: 0.0,
        begins: None,
    }];
    for end in 1..=curve.len() {
        let before = |at: usize| best.get(at).map_or(f64::INFINITY, |best| best.cost);
        let mut chosen = Best {
            cost: before(end - 1) + COST_BETWEEN,
            begins: None,
        };
        for begins in 0..=end.saturating_sub(LEAST_POINTS) {
            let Some(spread) = curve
                .get(begins..end)
                .filter(|level| level.len() >= LEAST_POINTS)
                .and_then(spread)
            else {
                continue;
            };
            let cost = before(begins) + COST_OF_LEVEL + spread;
            if cost < chosen.cost {
                chosen = Best {
                    cost,
                    begins: Some(begins),
                };
            }
        }
        best.push(chosen);
    }
    let (mut found, mut end) = (Vec::new(), curve.len());
    while let Some(chosen) = best.get(end).filter(|_| end > 0) {
        let Some(begins) = chosen.begins else {
            end -= 1;
            continue;
        };
        if let Some([first, .., last]) = curve.get(begins..end) {
            found.push(Plateau {
                from_bytes: first.bytes,
                to_bytes: last.bytes,
                ns: median(curve.get(begins..end).unwrap_or_default()),
            });
        }
        end = begins;
    }
    found.reverse();
    found.dedup_by(|next, level| {
        let is_same = next.ns < level.ns * NEXT;
        if is_same {
            level.to_bytes = next.to_bytes;
        }
        is_same
    });
    for level in &mut found {
        let within = |point: &&SizedLoad| (level.from_bytes..=level.to_bytes).contains(&point.bytes);
        level.ns = median(&curve.iter().filter(within).copied().collect::<Vec<_>>());
    }
    found
}

/// The rise per octave of a straight line through the points, in natural logarithms.
fn slope(points: &[SizedLoad]) -> f64 {
    let places = points
        .iter()
        .map(|point| ((point.bytes as f64).log2(), point.ns.ln()));
    let count = points.len() as f64;
    let (x, y) = places.clone().fold((0.0, 0.0), |(x, y), place| {
        (x + place.0 / count, y + place.1 / count)
    });
    let (mut over, mut under) = (0.0, 0.0);
    for (octave, rise) in places {
        over += (octave - x) * (rise - y);
        under += (octave - x).powi(2);
    }
    if under > 0.0 { over / under } else { 0.0 }
}

fn median(points: &[SizedLoad]) -> f64 {
    let mut values: Vec<f64> = points.iter().map(|point| point.ns).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The sum of all deviations from the median, in logarithms; `None`: too far apart for one level.
fn spread(points: &[SizedLoad]) -> Option<f64> {
    let values = points.iter().map(|point| point.ns);
    let (low, high) = (
        values.clone().fold(f64::INFINITY, f64::min),
        values.fold(0.0, f64::max),
    );
    if low <= 0.0 || high > low * WIDEST || slope(points) > STEEPEST {
        return None;
    }
    let middle = median(points);
    Some(points.iter().map(|point| (point.ns / middle).ln().abs()).sum())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Four points per octave from 4 KiB; caches of these sizes with these latencies, and what is beyond them.
    fn curve(caches: &[(f64, f64)], beyond: f64, octaves: u32, noise: f64) -> Vec<SizedLoad> {
        let mut seed = 7_u64;
        (0..octaves * 4)
            .map(|step| {
                let bytes = 4096.0 * 2_f64.powf(f64::from(step) / 4.0);
                // Loads that find their line in a cache of which the memory is larger: its share, as with random replacement.
                let (mut ns, mut inner) = (0.0, 0.0);
                for (size, latency) in caches {
                    let held = (size / bytes).min(1.0);
                    ns += (held - inner) * latency;
                    inner = held;
                }
                ns += (1.0 - inner) * beyond;
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let drawn = (seed >> 40) as f64 / f64::from(1_u32 << 24);
                SizedLoad {
                    bytes: bytes as u64,
                    ns: ns * (1.0 + noise * drawn),
                }
            })
            .collect()
    }

    #[test]
    fn levels_are_found_where_caches_end() {
        let caches = [(32_768.0, 1.1), (1_048_576.0, 4.0), (33_554_432.0, 14.0)];
        for noise in [0.0, 0.05, 0.1] {
            let found = plateaus(&curve(&caches, 130.0, 17, noise));
            let levels: Vec<f64> = found.iter().map(|level| level.ns).collect();
            assert!(found.len() >= 4, "{noise}: {found:?}");
            let (first, last) = (found[0], found[found.len() - 1]);
            assert!(
                (1.0..1.25).contains(&first.ns) && first.from_bytes == 4096,
                "{first:?}"
            );
            assert!((16 << 10..=48 << 10).contains(&first.to_bytes), "{first:?}");
            assert!((95.0..145.0).contains(&last.ns), "{last:?}");
            assert!(levels.windows(2).all(|pair| pair[0] < pair[1]), "{levels:?}");
            let ends = |bytes: f64| {
                found
                    .iter()
                    .any(|level| (0.7..1.5).contains(&(level.to_bytes as f64 / bytes)))
            };
            assert!(ends(1_048_576.0) && ends(33_554_432.0), "{noise}: {found:?}");
        }
    }

    #[test]
    fn the_curve_of_a_virtual_machine_with_a_part_of_a_cache_has_four_levels() {
        // Measured: an AMD EPYC whose guest has a twelfth of the 32 MiB of L3, from 4 KiB, four sizes per octave and two from 64 MiB on.
        let ns = [
            1.08, 1.08, 1.08, 1.08, 1.08, 1.08, 1.08, 1.08, 1.08, 1.08, 1.08, 1.08, 1.09, 3.82, 3.81, 3.81,
            3.8, 3.8, 3.8, 3.8, 3.81, 3.8, 3.8, 3.81, 3.81, 3.81, 4.26, 4.55, 4.79, 5.33, 6.72, 8.2, 9.22,
            10.4, 11.09, 12.14, 13.15, 13.83, 14.27, 15.78, 14.79, 28.81, 25.03, 66.52, 114.45, 124.73,
            132.73, 138.9, 140.93, 140.98, 138.39, 145.55, 143.06, 148.1, 144.92, 146.94, 148.38, 153.32,
            152.43, 153.12, 158.24, 163.3, 159.52, 175.79, 234.21,
        ];
        let curve: Vec<SizedLoad> = ns
            .into_iter()
            .enumerate()
            .map(|(at, ns)| {
                let quarters = if at <= 56 { at } else { 56 + 2 * (at - 56) };
                SizedLoad {
                    bytes: (4096.0 * 2_f64.powf(quarters as f64 / 4.0)) as u64,
                    ns,
                }
            })
            .collect();
        let found = plateaus(&curve);
        let ends: Vec<(u64, u64)> = found
            .iter()
            .map(|level| (level.from_bytes >> 10, level.to_bytes >> 10))
            .collect();
        assert_eq!((ends[0], ends[1].0), ((4, 32), 38), "{found:?}");
        assert!((304..=512).contains(&ends[1].1), "{found:?}");
        assert_eq!(ends[2..].len(), 2, "{found:?}");
        assert!(
            (1448..=2500).contains(&ends[2].0) && ends[2].1 == 4096,
            "{found:?}"
        );
        assert!(
            (6888..=9741).contains(&ends[3].0) && ends[3].1 >= 524_288,
            "{found:?}"
        );
    }

    #[test]
    fn a_slope_is_no_level_and_a_flat_curve_is_one() {
        let slope: Vec<SizedLoad> = (0..40)
            .map(|at| SizedLoad {
                bytes: 4096 << (at / 4),
                ns: 1.2_f64.powi(at),
            })
            .collect();
        assert_eq!(plateaus(&slope), []);
        let flat = plateaus(&curve(&[], 100.0, 10, 0.1));
        assert_eq!(flat.len(), 1, "{flat:?}");
        assert_eq!(plateaus(&[]), []);
    }
}
