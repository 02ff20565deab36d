//! A run while it goes on: what `--metrics-listen` serves.

use super::exposition::{Exposition, MetricFamily, MetricSample};
use super::metric;
use crate::documents::live::LiveSecond;

const DIRECTION: &[&str] = &["direction"];
const DEVICE: &[&str] = &["disk", "direction"];

#[rustfmt::skip]
pub(super) mod family {
    use super::*;

    pub(in crate::openmetrics) const ELAPSED: MetricFamily = metric("fiord_live_elapsed_seconds", "seconds", &[], "Time since the workers of the run were started.");
    pub(in crate::openmetrics) const DONE: MetricFamily = metric("fiord_live_done_ratio", "ratio", &[], "How much of the run is done; left out while unknown.");
    pub(in crate::openmetrics) const LEFT: MetricFamily = metric("fiord_live_left_seconds", "seconds", &[], "Time left; left out while unknown.");
    pub(in crate::openmetrics) const OPERATIONS: MetricFamily = metric("fiord_live_operations", "", DIRECTION, "I/Os of the run so far, with ramp time.");
    pub(in crate::openmetrics) const BYTES: MetricFamily = metric("fiord_live_bytes", "bytes", DIRECTION, "Bytes of the run so far, with ramp time.");
    pub(in crate::openmetrics) const RATE: MetricFamily = metric("fiord_live_operations_per_second", "", DIRECTION, "I/Os per second in the last second.");
    pub(in crate::openmetrics) const BANDWIDTH: MetricFamily = metric("fiord_live_bytes_per_second", "", DIRECTION, "Bytes per second in the last second.");
    pub(in crate::openmetrics) const LATENCY: MetricFamily = metric("fiord_live_latency_seconds", "seconds", &["percentile"], "Latency in the last seconds.");
    pub(in crate::openmetrics) const DISK_RATE: MetricFamily = metric("fiord_live_disk_operations_per_second", "", DEVICE, "Requests of all processes that a disk completed in the last second.");
    pub(in crate::openmetrics) const DISK_BANDWIDTH: MetricFamily = metric("fiord_live_disk_bytes_per_second", "", DEVICE, "Bytes of all processes that a disk moved in the last second.");
    pub(in crate::openmetrics) const DISK_QUEUE: MetricFamily = metric("fiord_live_disk_queue", "", &["disk"], "Requests in flight on average in the last second.");
    pub(in crate::openmetrics) const MEASURED: MetricFamily = metric("fiord_live_measured", "", &["rule"], "1 for what was measured so far: disk, or the rule that found something else; left out while unknown.");
}

/// A second of a run; none before its first.
pub fn live(second: Option<&LiveSecond>) -> String {
    let mut out = Exposition::default();
    let Some(second) = second else {
        return out.finish();
    };
    let one = |value: Option<f64>| value.map(|value| MetricSample::new([], value));
    out.add(&family::ELAPSED, one(Some(second.elapsed_s)));
    out.add(&family::DONE, one(second.share));
    out.add(&family::LEFT, one(second.left_s));
    let rates = [
        ("read", &second.read),
        ("write", &second.write),
        ("trim", &second.trim),
    ];
    let rates = || rates.into_iter().filter(|(_, rate)| rate.ios > 0);
    out.add(
        &family::OPERATIONS,
        rates().map(|(name, rate)| MetricSample::new([name], rate.ios as f64)),
    );
    out.add(
        &family::BYTES,
        rates().map(|(name, rate)| MetricSample::new([name], rate.bytes as f64)),
    );
    out.add(
        &family::RATE,
        rates().map(|(name, rate)| MetricSample::new([name], rate.iops)),
    );
    out.add(
        &family::BANDWIDTH,
        rates().map(|(name, rate)| MetricSample::new([name], rate.bytes_per_s)),
    );
    let latencies = second.latency.iter().flat_map(|latency| {
        let of = |name, ns: u64| MetricSample::new([name], ns as f64 / 1e9);
        [of("50", latency.p50_ns), of("99", latency.p99_ns)]
    });
    out.add(&family::LATENCY, latencies);
    let disks = || second.devices.iter();
    out.add(
        &family::DISK_RATE,
        disks().flat_map(|disk| {
            let of = |name, value| MetricSample::new([disk.device.as_str(), name], value);
            [
                of("read", disk.counts.reads_per_s),
                of("write", disk.counts.writes_per_s),
            ]
        }),
    );
    out.add(
        &family::DISK_BANDWIDTH,
        disks().flat_map(|disk| {
            let of = |name, kb: f64| MetricSample::new([disk.device.as_str(), name], kb * 1024.0);
            [
                of("read", disk.counts.read_kb_per_s),
                of("write", disk.counts.write_kb_per_s),
            ]
        }),
    );
    out.add(
        &family::DISK_QUEUE,
        disks().map(|disk| MetricSample::new([disk.device.as_str()], disk.counts.queue_size)),
    );
    let measured = second
        .measured
        .iter()
        .map(|measured| MetricSample::new([measured.rule.as_deref().unwrap_or("disk")], 1.0));
    out.add(&family::MEASURED, measured);
    out.finish()
}
