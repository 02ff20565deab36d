//! Reads a line of the summary of a group, which is often all that is shown of a run.

use fiord_job::plan::Ddir;
use fiord_record::imported::Mismatch;

use super::fio_sizes::{Decimals, agreed};
use super::shown::{Printed, after, leading};

/// One line of a group's summary.
#[derive(Debug)]
pub(super) struct GroupLine {
    pub(super) line: u64,
    pub(super) group: u64,
    pub(super) ddir: Ddir,
    pub(super) bandwidth: Option<Printed>,
    pub(super) bytes: Option<Printed>,
    pub(super) runtime_ms: Option<f64>,
    pub(super) mismatches: Vec<Mismatch>,
}

/// `Run status group 0 (all jobs):`, or `READ: bw=…` below it, which is often all that is shown.
pub(super) fn is_group_line(text: &str) -> bool {
    text.starts_with("Run status group") || GroupLine::read(0, 0, text, Decimals::of(None)).is_some()
}

impl GroupLine {
    /// `READ: bw=79.5MiB/s (83.4MB/s), 79.5MiB/s-79.5MiB/s (…), io=64.0MiB (67.1MB), run=805-805msec`, or as fio 2 has it.
    pub(super) fn read(line: u64, group: u64, text: &str, decimals: Decimals) -> Option<Self> {
        let (name, rest) = text.split_once(": ")?;
        // The entry of a list has a mark before it.
        let ddir = match name.trim_start_matches(['*', '-', '•', ' ']).trim_end() {
            "READ" | "MIXED" => Ddir::Read,
            "WRITE" => Ddir::Write,
            "TRIM" => Ddir::Trim,
            _ => return None,
        };
        let old = rest.contains("aggrb=");
        let printed = |key: &str| after(rest, key).map_or_else(Vec::new, |value| decimals.sizes(value, old));
        let other = rest.split_once('(').and_then(|(_, rest)| rest.split(')').next());
        let others = other.map_or_else(Vec::new, |value| decimals.sizes(value, false));
        let bandwidths = printed(if old { "aggrb=" } else { "bw=" });
        let runtime_ms = if old {
            after(rest, "maxt=")
                .and_then(leading)
                .map(|(shown, _)| shown.value)
        } else {
            after(rest, "run=").and_then(|run| leading(run.rsplit('-').next()?).map(|(shown, _)| shown.value))
        };
        let agreed = agreed(&bandwidths, &others, &printed("io="), runtime_ms.unwrap_or(0.0));
        let (bandwidth, total) = (agreed.rate, agreed.total);
        if bandwidth.is_none() && total.is_none() {
            return None;
        }
        // Two bandwidths of fio 2 are those of two jobs.
        let other = agreed.other.filter(|_| !old);
        let mismatches = mismatches(ddir, bandwidth, other, total.zip(runtime_ms));
        Some(Self {
            line,
            group,
            ddir,
            bandwidth,
            bytes: total,
            runtime_ms,
            mismatches,
        })
    }
}

/// What a line says of one bandwidth: itself, the same in another unit that does not agree, and the bytes and milliseconds that make it.
pub(super) fn mismatches(
    ddir: Ddir,
    bandwidth: Option<Printed>,
    other: Option<Printed>,
    moved: Option<(Printed, f64)>,
) -> Vec<Mismatch> {
    let mut found = Vec::new();
    if let (Some((total, ms)), Some(given)) = (moved, bandwidth)
        && let Some(made) = total.per_ms(ms)
        && !given.agrees(made)
    {
        found.push(Mismatch::BytesInTime {
            ddir,
            bytes_per_s: given.value,
            from_bytes_per_s: made.value,
            bytes: total.value,
            runtime_ns: ms * 1e6,
        });
    }
    if let (Some(given), Some(other)) = (bandwidth, other) {
        found.push(Mismatch::Bandwidths {
            ddir,
            bytes_per_s: given.value,
            other_bytes_per_s: other.value,
        });
    }
    found
}
