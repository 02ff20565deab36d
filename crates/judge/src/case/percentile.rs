//! Percentiles of recorded latencies; unknown where nobody kept the distribution.

use fiord_stats::Latency;

/// The latency in nanoseconds below or at which `percent` of the I/Os lie. `None`: without a histogram percentiles are unknown.
pub fn percentile_ns(latency: &Latency, percent: f64) -> Option<f64> {
    let histogram = &latency.histogram;
    (histogram.total() > 0).then(|| histogram.percentile(percent, latency.moments.max) as f64)
}
