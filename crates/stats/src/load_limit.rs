//! The highest load at which a limit holds, from few runs at chosen loads.
//!
//! A run says by how much the limit was kept: its *margin* is the limit divided by the latency, 1 at the limit and 0 of a backlog that grows.
//! Near saturation the margin of a queue is a line in the load (of M/M/1 exactly, of others about), and a stall, however long, moves it by 1 at
//! most. So runs close to the limit are each moved along that line to the load at which they would have met the limit; the median of these loads
//! is the answer, with the exact interval of a median.
//!
//! A latency that jumps has no such line: then the answer is the gap between loads at which the limit held and loads at which it did not.
//!
//! Runs are bisections first. Which gap between two loads holds the limit is decided by the fewest runs that contradict it, so a run that
//! failed by accident is outvoted by later ones.

use crate::interval::{Interval, median, median_interval};

/// Level of the interval.
pub const LEVEL: f64 = 0.95;
/// Half of the interval, as a share of the estimate, at which it is precise enough.
pub const HALF_WIDTH: f64 = 0.05;
/// Runs close to the limit, at least.
const LEAST: usize = 8;
/// Runs, at most.
pub const MOST: usize = 32;
/// The lowest load is usually the highest divided by this.
const RANGE: f64 = 64.0;
/// A gap at most so wide is not bisected any more.
const NARROW: f64 = 1.10;
/// Loads that differ from the limit by at most this share of it are close to it.
const CLOSE: f64 = 0.15;
const NARROWEST: f64 = 0.03;
/// Above this ratio a gap is divided in logarithms.
const WIDE: f64 = 4.0;
/// Distances from the estimate, as shares of it: one after the other, below it and above. They grow with the scatter of the runs, up to so
/// many times.
const DISTANCES: [f64; 4] = [0.04, 0.02, 0.03, 0.01];
const MOST_SPREAD: f64 = 15.0;
/// Margins above this are as good: a service that is far from the limit says nothing about it.
const MOST_MARGIN: f64 = 2.0;
/// Loads closer than this share of the limit give no slope.
const APART: f64 = 0.01;
/// The margin falls at least by this share of a line to the highest load.
const LEAST_SLOPE: f64 = 1.0 / 3.0;
/// How often runs close to the limit are chosen anew.
const LOOKS: u32 = 4;
/// Runs at an end of the range that decide that the limit is beyond it.
const AT_END: usize = 3;

/// A run at a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoadedRun {
    pub load: f64,
    /// The limit divided by the latency; 0 where the backlog grew.
    pub margin: f64,
}

impl LoadedRun {
    fn holds(&self) -> bool {
        self.margin >= 1.0
    }
}

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoadSearch {
    pub lowest: f64,
    /// No load above it is possible, such as the rate without a limit.
    pub highest: f64,
    /// How far a run's load may be below the one that was asked for, because loads are rounded.
    pub grain: f64,
}

/// What the runs say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LoadLimit {
    /// The limit does not hold at the lowest load either.
    Below { lowest: f64 },
    /// The limit holds at the highest load, too.
    Above { highest: f64 },
    /// The limit holds up to about here.
    At {
        estimate: f64,
        low: f64,
        high: f64,
        /// Level of the interval; none: too few runs, and the ends are only the loads where the limit held and where it did not.
        level: Option<f64>,
    },
}

impl LoadLimit {
    /// The larger distance from the estimate to an end, as a share of the estimate.
    pub fn relative_half_width(&self) -> Option<f64> {
        match *self {
            Self::At {
                estimate, low, high, ..
            } => Some((high - estimate).max(estimate - low) / estimate),
            Self::Below { .. } | Self::Above { .. } => None,
        }
    }
}

impl LoadSearch {
    /// From a sixty-fourth of the highest load, but not below the grain.
    pub fn up_to(highest: f64, grain: f64) -> Self {
        Self {
            lowest: (highest / RANGE).max(grain).min(highest),
            highest,
            grain,
        }
    }

    /// Goes on below the lowest load, where the limit does not hold at it: to half of it. None: the limit holds somewhere, or no room is left.
    pub fn lower(&self, runs: &[LoadedRun]) -> Option<Self> {
        let is_below = matches!(self.limit(runs), LoadLimit::Below { .. });
        let lowest = self.lowest / 2.0;
        let has_room = lowest >= self.grain && runs.len() + AT_END <= MOST;
        (is_below && has_room).then_some(Self { lowest, ..*self })
    }

    /// The load of the next run; none: the runs are enough, or as many as are allowed.
    pub fn next(&self, runs: &[LoadedRun]) -> Option<f64> {
        if runs.len() >= MOST {
            return None;
        }
        let limit = self.limit(runs);
        let runs = &self.snapped(runs);
        let LoadLimit::At { estimate, level, .. } = limit else {
            return None;
        };
        let gap = self.gap(runs);
        let ratio = gap.widest.1 / gap.widest.0;
        if ratio > NARROW {
            return Some(middle(gap.widest));
        }
        if let Some(end) = self.untried_end(&gap, runs) {
            return Some(end);
        }
        if is_steep(gap.widest, runs) {
            if ratio > 1.0 + APART {
                return Some(middle(gap.widest));
            }
            if let Some(load) = self.beside(&gap, runs) {
                return Some(load);
            }
        }
        let (close, spread) = self.close(runs, estimate);
        let is_precise = limit.relative_half_width().is_some_and(|half| half <= HALF_WIDTH);
        let is_enough = close.len() >= LEAST && level.is_some() || self.is_step(&gap, runs);
        if is_precise && is_enough {
            return None;
        }
        let distance = DISTANCES[close.len() / 2 % DISTANCES.len()] * spread;
        let below = close.iter().filter(|run| run.load < estimate).count();
        let load = match below * 2 <= close.len() {
            true => estimate * (1.0 - distance),
            false => estimate * (1.0 + distance),
        };
        Some(load.clamp(self.lowest, self.highest))
    }

    /// What the runs say so far; of none, that the limit is anywhere.
    pub fn limit(&self, runs: &[LoadedRun]) -> LoadLimit {
        let runs = &self.snapped(runs);
        let Self { lowest, highest, .. } = *self;
        let gap = self.gap(runs);
        let at = |end: f64| runs.iter().filter(|run| run.load == end).count();
        if gap.high <= lowest && at(lowest) >= AT_END {
            return LoadLimit::Below { lowest };
        }
        if gap.low >= highest && at(highest) >= AT_END {
            return LoadLimit::Above { highest };
        }
        let (low, high) = (gap.low.max(lowest), gap.high.min(highest));
        let bracket = LoadLimit::At {
            estimate: middle((low, high)),
            low,
            high,
            level: None,
        };
        if self.is_step(&gap, runs) {
            return LoadLimit::At {
                estimate: middle(gap.widest),
                low,
                high,
                level: None,
            };
        }
        let mut about = middle((low, high));
        // Each look is around the answer of the one before.
        for _ in 0..LOOKS {
            let (close, _) = self.close(runs, about);
            let moved = self.moved(&close, self.slope(&close, about)).unwrap_or_default();
            about = median(&moved).unwrap_or(about);
        }
        let Some(found) = self.interval(&self.close(runs, about).0, about) else {
            return bracket;
        };
        LoadLimit::At {
            estimate: found.estimate,
            low: found.low.min(low),
            high: found.high.max(high),
            level: Some(found.level),
        }
    }

    /// Loads may be rounded, such as to whole I/Os per second: those next to an end of the range are at it.
    fn snapped(&self, runs: &[LoadedRun]) -> Vec<LoadedRun> {
        let Self { lowest, highest, .. } = *self;
        let snapped = |run: &LoadedRun| LoadedRun {
            load: match run.load {
                load if load >= highest - self.grain => highest,
                load if load <= lowest + self.grain => lowest,
                load => load,
            },
            ..*run
        };
        runs.iter().map(snapped).collect()
    }

    /// The median of the loads at which runs would have met the limit, at any slope that the runs allow.
    fn interval(&self, runs: &[LoadedRun], about: f64) -> Option<Interval> {
        let slope = self.slope(runs, about)?;
        let of = |slope: f64| median_interval(&self.moved(runs, Some(slope))?, LEVEL);
        let error = slope_error(runs, about, slope);
        let mut found = of(slope)?;
        for other in [slope - 2.5 * error, slope + 2.5 * error] {
            if let Some(other) = of(other.max(slope / 4.0)) {
                found.low = found.low.min(other.low);
                found.high = found.high.max(other.high);
            }
        }
        Some(found)
    }

    /// The loads at which runs would have met the limit.
    fn moved(&self, runs: &[LoadedRun], slope: Option<f64>) -> Option<Vec<f64>> {
        let slope = slope?;
        let moved = |run: &LoadedRun| run.load + (capped(run) - 1.0) / slope;
        let inside = |load: f64| load.clamp(self.lowest, self.highest);
        Some(runs.iter().map(|run| inside(moved(run))).collect())
    }

    /// Runs close to a load, and how many times farther than usual runs have to be apart.
    fn close(&self, runs: &[LoadedRun], load: f64) -> (Vec<LoadedRun>, f64) {
        let mut spread = 1.0;
        let mut close = within(runs, load, CLOSE);
        // Each look is as wide as the scatter of the one before.
        for _ in 0..LOOKS {
            let slope = self.slope(&close, load);
            let moved = self.moved(&close, slope).unwrap_or_default();
            let distances: Vec<f64> = moved.iter().map(|moved| (moved / load - 1.0).abs()).collect();
            let scatter = median(&distances).unwrap_or(0.0);
            // Where the margin falls by half.
            let half = slope.map_or(f64::INFINITY, |slope| 0.5 / slope / load);
            spread = (scatter / DISTANCES[0])
                .clamp(1.0, MOST_SPREAD)
                .min((half / DISTANCES[0]).max(scatter / DISTANCES[0]));
            let reach = CLOSE
                .max(spread * DISTANCES[0] * 1.5)
                .min((4.0 * half).max(NARROWEST));
            close = within(runs, load, reach);
        }
        (close, spread)
    }

    /// What a margin loses with each unit of load about a load: the median over all pairs (Theil, Sen), which a few outliers do not move. At
    /// the highest load nothing is left of the margin, so it falls about as fast as a line to there, or faster.
    fn slope(&self, runs: &[LoadedRun], about: f64) -> Option<f64> {
        let to_highest = 1.0 / (self.highest - about).max(self.highest * APART);
        let pairs = runs.iter().enumerate().flat_map(|(place, one)| {
            let others = runs.iter().skip(place + 1);
            others.map(move |other| (other.load - one.load, capped(other) - capped(one)))
        });
        let mut slopes: Vec<(f64, f64)> = pairs
            .filter(|(apart, _)| apart.abs() >= about * APART)
            .map(|(apart, change)| (-change / apart, apart.abs()))
            .collect();
        slopes.sort_by(|one, other| one.0.total_cmp(&other.0));
        let half = slopes.iter().map(|(_, apart)| apart).sum::<f64>() / 2.0;
        let mut sum = 0.0;
        let median = slopes.iter().find(|(_, apart)| {
            sum += apart;
            sum >= half
        });
        Some(median?.0.max(to_highest * LEAST_SLOPE))
    }

    /// The gaps that the fewest runs contradict: those that failed below it, and those that held above it.
    fn gap(&self, runs: &[LoadedRun]) -> Gap {
        let mut loads: Vec<f64> = runs.iter().map(|run| run.load).collect();
        loads.extend([self.lowest, self.highest]);
        loads.sort_by(f64::total_cmp);
        loads.dedup();
        // Before the first load, between each two, after the last.
        let mut ends = vec![(self.lowest, self.lowest)];
        ends.extend(loads.windows(2).map(|pair| (pair[0], pair[1])));
        ends.push((self.highest, self.highest));
        let costs: Vec<usize> = (0..ends.len())
            .map(|gap| {
                let (below, above) = loads.split_at(gap);
                let against = |run: &&LoadedRun| match run.holds() {
                    true => above.first().is_some_and(|first| run.load >= *first),
                    false => below.last().is_some_and(|last| run.load <= *last),
                };
                runs.iter().filter(against).count()
            })
            .collect();
        let fewest = costs.iter().min().copied().unwrap_or(0);
        let at_most = |cost: usize| ends.iter().zip(&costs).filter(move |(_, its)| **its <= cost);
        let widest = at_most(fewest)
            .map(|(ends, _)| *ends)
            .max_by(|one, other| f64::total_cmp(&(one.1 / one.0), &(other.1 / other.0)));
        // One run may be an accident.
        let likely = || at_most(fewest + 1).map(|(ends, _)| *ends);
        Gap {
            low: likely().next().map_or(self.lowest, |ends| ends.0),
            high: likely().next_back().map_or(self.highest, |ends| ends.1),
            widest: widest.unwrap_or((self.lowest, self.highest)),
        }
    }

    /// Whether the latency jumps at the limit: no load has about that latency.
    fn is_step(&self, gap: &Gap, runs: &[LoadedRun]) -> bool {
        let sides = sides(gap.widest, runs);
        is_steep(gap.widest, runs)
            && gap.widest.1 / gap.widest.0 <= 1.0 + APART
            && sides
                .iter()
                .all(|side| side.len() >= AT_END && side.iter().all(is_far))
    }

    /// A load next to a narrow gap, on the side with fewer runs; none: both have enough.
    fn beside(&self, gap: &Gap, runs: &[LoadedRun]) -> Option<f64> {
        let (low, high) = gap.widest;
        let [below, above] = sides(gap.widest, runs).map(|side| side.len());
        let away = |runs: usize| APART * runs as f64 / AT_END as f64 * 2.0;
        match below.min(above) {
            AT_END.. => None,
            fewer if fewer == below => Some((low * (1.0 - away(below))).max(self.lowest)),
            _ => Some((high * (1.0 + away(above))).min(self.highest)),
        }
    }

    /// An end of the range that the gap reaches and no run has tried, or beyond which the limit seems to be after too few runs.
    fn untried_end(&self, gap: &Gap, runs: &[LoadedRun]) -> Option<f64> {
        let tried = |end: f64| runs.iter().filter(|run| run.load == end).count();
        let is_beyond = gap.widest.0 == gap.widest.1;
        let ends = [
            (self.lowest, gap.widest.0 <= self.lowest),
            (self.highest, gap.widest.1 >= self.highest),
        ];
        let least = if is_beyond { AT_END } else { 1 };
        let mut ends = ends.into_iter();
        ends.find(|(end, is_reached)| *is_reached && tried(*end) < least)
            .map(|(end, _)| end)
    }
}

/// Where the limit is, by the runs that held and those that did not.
#[derive(Debug, Clone, Copy)]
struct Gap {
    low: f64,
    high: f64,
    /// The widest of those that are contradicted least.
    widest: (f64, f64),
}

/// Whether the margins at both ends are too far from the limit to say where between them it is.
fn is_steep((low, high): (f64, f64), runs: &[LoadedRun]) -> bool {
    let at = |load: f64| runs.iter().filter(move |run| run.load == load);
    at(low).chain(at(high)).all(is_far)
}

/// Runs that are close to a narrow gap, below it and above.
fn sides((low, high): (f64, f64), runs: &[LoadedRun]) -> [Vec<LoadedRun>; 2] {
    let around = within(runs, middle((low, high)), NARROWEST);
    [
        around.iter().filter(|run| run.load <= low).copied().collect(),
        around.iter().filter(|run| run.load >= high).copied().collect(),
    ]
}

fn is_far(run: &LoadedRun) -> bool {
    run.margin >= MOST_MARGIN || run.margin <= 1.0 / MOST_MARGIN
}

fn middle((low, high): (f64, f64)) -> f64 {
    if high / low > WIDE {
        (low * high).sqrt()
    } else {
        low.midpoint(high)
    }
}

/// Runs at loads that differ from this one by at most a share of it.
fn within(runs: &[LoadedRun], load: f64, share: f64) -> Vec<LoadedRun> {
    let is_within = |run: &&LoadedRun| (run.load - load).abs() <= load * share;
    runs.iter().filter(is_within).copied().collect()
}

fn capped(run: &LoadedRun) -> f64 {
    run.margin.min(MOST_MARGIN)
}

/// Standard error of a slope, from the scatter about the line.
fn slope_error(runs: &[LoadedRun], about: f64, slope: f64) -> f64 {
    let left: Vec<f64> = runs
        .iter()
        .map(|run| capped(run) + slope * (run.load - about))
        .collect();
    let middle = median(&left).unwrap_or(0.0);
    let distances: Vec<f64> = left.iter().map(|left| (left - middle).abs()).collect();
    // Of normal values the median distance is 0.6745 deviations.
    let deviation = median(&distances).unwrap_or(0.0) / 0.6745;
    let mean = runs.iter().map(|run| run.load).sum::<f64>() / runs.len() as f64;
    let apart = runs
        .iter()
        .map(|run| (run.load - mean).powi(2))
        .sum::<f64>()
        .sqrt();
    deviation / apart
}
