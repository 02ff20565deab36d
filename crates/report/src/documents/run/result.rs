//! What a job counted, as the document of a run has it: I/Os, bytes and latencies by direction.

use fiord_job::plan::JobPlan;
use fiord_record::imported::UnknownCount;
use fiord_stats::few::{Footing, footing};
use fiord_stats::{BlockLives, CpuUse, DdirStats, Histogram, JobStats, Latency, Schedule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Steps of a distribution.
const MOST_STEPS: usize = 128;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct JobResult {
    pub read: Direction,
    pub write: Direction,
    pub trim: Direction,
    /// fsync and fdatasync.
    pub sync: Syncs,
    pub runtime_ns: u64,
    pub errors: u64,
    /// What became of the blocks, in units of the smallest trim; with `block_error_percentiles` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<BlockLives>,
    /// I/Os by the depth at which they were issued: 1, 2, 4, 8, 16, 32, 64 and above. Null: not known of an imported run, as the
    /// three that follow.
    pub depth_counts: Option<[u64; 7]>,
    /// Calls by the number of I/Os that they submitted: 0, 4, 8, 16, 32, 64, above.
    pub submit_counts: Option<[u64; 7]>,
    /// Calls by the number of I/Os that they completed.
    pub complete_counts: Option<[u64; 7]>,
    pub cpu: Option<CpuUse>,
}

/// One direction.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Direction {
    pub ios: u64,
    pub bytes: u64,
    pub short_ios: u64,
    pub dropped_ios: u64,
    pub runtime_ns: u64,
    pub iops: f64,
    pub bytes_per_s: f64,
    /// Issued → submitted.
    pub slat: Option<LatencyResult>,
    /// Submitted → completed.
    pub clat: Option<LatencyResult>,
    /// Issued → completed.
    pub lat: Option<LatencyResult>,
    /// Intended time → completed; with a rate only.
    pub response: Option<LatencyResult>,
    /// The distribution of `lat`, or of `clat` where that was not recorded: nanoseconds, and the I/Os that took at most so long.
    pub lat_cumulative: Vec<(u64, u64)>,
    #[serde(flatten)]
    pub schedule: Schedule,
    /// I/Os and bytes of each second.
    pub per_second: Vec<(u64, u64)>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Syncs {
    /// Null: not known of an imported run.
    pub ios: Option<u64>,
    pub lat: Option<LatencyResult>,
}

/// A kind of latency; where it stands, null means that nothing was recorded.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LatencyResult {
    /// Null: not known of an imported run.
    pub count: Option<u64>,
    pub min_ns: u64,
    pub max_ns: u64,
    pub mean_ns: f64,
    pub stddev_ns: f64,
    pub percentiles: Vec<Percentile>,
    /// Samples beyond the histogram's last bin.
    pub overflow: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Percentile {
    pub percent: f64,
    /// Null with too few samples: `max_ns` stands for it.
    pub ns: Option<u64>,
    /// `few`: fewer than 100 samples are above it; `too few`: fewer than 10. Null: their number is not known.
    pub samples: Option<Footing>,
}

impl JobResult {
    /// What is `unknown` is null.
    pub fn of(stats: &JobStats, plan: &JobPlan, unknown: &[UnknownCount]) -> Self {
        let is_known = |count: UnknownCount| !unknown.contains(&count);
        let [read, write, trim] = stats.ddirs.each_ref().map(|ddir| Direction::of(ddir, plan));
        Self {
            read,
            write,
            trim,
            sync: Syncs {
                ios: is_known(UnknownCount::Syncs).then_some(stats.sync.ios),
                lat: LatencyResult::of(&stats.sync.lat, plan, is_known(UnknownCount::Syncs)),
            },
            runtime_ns: stats.runtime_ns,
            errors: stats.errors,
            blocks: stats.blocks.as_deref().cloned(),
            depth_counts: is_known(UnknownCount::Depths).then_some(stats.depth),
            submit_counts: is_known(UnknownCount::Batches).then_some(stats.submit),
            complete_counts: is_known(UnknownCount::Batches).then_some(stats.complete),
            cpu: is_known(UnknownCount::Processor).then_some(stats.cpu),
        }
    }
}

impl Direction {
    fn of(ddir: &DdirStats, plan: &JobPlan) -> Self {
        let seconds = ddir.runtime_ns as f64 / 1e9;
        let rate = |count: u64| {
            if seconds > 0.0 {
                count as f64 / seconds
            } else {
                0.0
            }
        };
        let latency = |latency| LatencyResult::of(latency, plan, true);
        Self {
            ios: ddir.ios,
            bytes: ddir.bytes,
            short_ios: ddir.short_ios,
            dropped_ios: ddir.dropped_ios,
            runtime_ns: ddir.runtime_ns,
            iops: rate(ddir.ios),
            bytes_per_s: rate(ddir.bytes),
            slat: latency(&ddir.slat),
            clat: latency(&ddir.clat),
            lat: latency(&ddir.lat),
            response: latency(&ddir.response),
            lat_cumulative: cumulative(if ddir.lat.moments.count > 0 {
                &ddir.lat
            } else {
                &ddir.clat
            }),
            schedule: ddir.schedule.clone(),
            per_second: ddir.per_second.clone(),
        }
    }
}

/// The counts up to the upper edges of buckets, each exact, at most [`MOST_STEPS`] of them; the last has all.
fn cumulative(latency: &Latency) -> Vec<(u64, u64)> {
    let mut sum = 0_u64;
    let mut all: Vec<(u64, u64)> = Vec::new();
    for (bucket, count) in latency.histogram.occupied() {
        sum = sum.saturating_add(count);
        all.push((Histogram::upper_edge(bucket).min(latency.moments.max), sum));
    }
    if latency.histogram.overflow() > 0 {
        all.push((latency.moments.max, latency.histogram.total()));
    }
    let last = all.len().saturating_sub(1);
    let every = all.len().div_ceil(MOST_STEPS).max(1);
    let kept = all
        .into_iter()
        .enumerate()
        .filter(|(at, _)| at % every == 0 || *at == last);
    kept.map(|(_, pair)| pair).collect()
}

impl LatencyResult {
    fn of(latency: &Latency, plan: &JobPlan, is_counted: bool) -> Option<Self> {
        let moments = &latency.moments;
        if moments.count == 0 {
            return None;
        }
        let total = latency.percentiles_of();
        let percentile = |percent: &f64| {
            let footing = is_counted.then(|| footing(total, *percent));
            Percentile {
                percent: *percent,
                ns: latency
                    .printed_percentile(*percent)
                    .filter(|_| footing != Some(Footing::TooFew)),
                samples: footing,
            }
        };
        Some(Self {
            count: is_counted.then_some(moments.count),
            min_ns: moments.min_or_zero(),
            max_ns: moments.max,
            mean_ns: moments.mean(),
            stddev_ns: moments.stdev(),
            percentiles: plan.report.percentiles.iter().map(percentile).collect(),
            overflow: latency.histogram.overflow(),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_rises_to_all_ios_and_not_past_the_slowest() {
        let mut latency = Latency::default();
        assert!(cumulative(&latency).is_empty());
        let mut state = 7_u64;
        for _ in 0..50_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            latency.record(1_000 << (state >> 60));
            latency.record(state >> 44);
        }
        let steps = cumulative(&latency);
        assert!(
            steps.len() <= MOST_STEPS + 1 && steps.len() > 20,
            "{}",
            steps.len()
        );
        assert!(
            steps
                .windows(2)
                .all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 < pair[1].1)
        );
        assert_eq!(*steps.last().unwrap(), (latency.moments.max, 100_000));
    }
}
