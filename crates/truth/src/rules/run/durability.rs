//! Whether a sync was one.

use crate::case::Case;
use crate::case::JobRun;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::number::Nanos;

/// A flush of a medium without power protection takes longer than this.
const FASTEST_FLUSH_NS: u64 = 20_000;

/// A sync faster than any medium.
pub(super) const FSYNC_LIES: Rule = Rule {
    id: "fsync-lies",
    family: Family::Durability,
    title: "a durable write faster than the medium can be",
    why: "what fsync promised may be in a volatile cache, or in memory: a power cut would lose it",
    attempt: "a device with power-loss protection, or its cache switched to write through",
    example: "fsync=1 on a zram device returns in 3 µs: the device is memory.",
    source: "method: durable write under 20 µs; Documentation/block/writeback_cache_control.rst",
    when: When::Run,
    judge: fsync_lies,
};

fn fsync_lies(e: &Case<'_>) -> Vec<Finding> {
    let after = e;
    let Some(evidence) = after.witnessed() else {
        return Vec::new();
    };
    let judge = |job: &JobRun<'_>| {
        let sync = &job.stats.sync;
        let writes = job.stats.ddirs[fiord_stats::WRITE].ios;
        if sync.ios < 10 || writes == 0 || sync.lat.moments.count == 0 {
            return None;
        }
        let median = sync.lat.histogram.percentile(50.0, sync.lat.moments.max);
        if median >= FASTEST_FLUSH_NS {
            return None;
        }
        let flushes: u64 = evidence.leaves().map(|leaf| leaf.delta().flushes).sum();
        let names: Vec<&str> = evidence.leaves().map(|leaf| leaf.name.as_str()).collect();
        let mut saw = format!(
            "half of {} syncs took less than {}",
            sync.ios,
            Nanos(median as f64)
        );
        let memory = evidence.leaves().any(|leaf| leaf.in_memory);
        if memory {
            saw.push_str(&format!(
                "; {} is memory and forgets everything",
                names.join(", ")
            ));
        } else {
            saw.push_str(&format!("; {} was flushed {flushes} times", names.join(", ")));
        }
        let protected = !memory && evidence.leaves().all(|leaf| leaf.write_cache == Some(false));
        let severity = if protected {
            Severity::Care
        } else {
            Severity::Wrong
        };
        Some(
            FSYNC_LIES
                .finds(severity, saw)
                .with("sync_p50_ns", median as f64)
                .with("flushes", flushes as f64)
                .of_job(job.index),
        )
    };
    after.jobs.iter().filter_map(judge).collect()
}
