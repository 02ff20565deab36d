//! Device counters (`Documentation/admin-guide/iostats.rst`) and what `iostat -x` makes of them.
//!
//! Sectors are 512 bytes whatever the device's block. Counters are the kernel's: of everybody on the device, not of one process.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// The counters of one device since boot. Kernels before 4.18 have no discards, before 5.5 no flushes: those stay 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiskStats {
    /// Reads completed.
    pub reads: u64,
    /// Reads merged into others before they were queued.
    pub reads_merged: u64,
    /// 512-byte sectors read.
    pub read_sectors: u64,
    /// Milliseconds that reads took, summed over reads.
    pub read_ms: u64,
    /// Writes completed.
    pub writes: u64,
    /// Writes merged.
    pub writes_merged: u64,
    /// 512-byte sectors written.
    pub write_sectors: u64,
    /// Milliseconds that writes took.
    pub write_ms: u64,
    /// Requests in flight now: a state, not a counter.
    pub in_flight: u64,
    /// Milliseconds in which at least one request was in flight.
    pub busy_ms: u64,
    /// Milliseconds weighted by the number in flight.
    pub queue_ms: u64,
    /// Discards completed.
    pub discards: u64,
    /// Discards merged.
    pub discards_merged: u64,
    /// 512-byte sectors discarded.
    pub discard_sectors: u64,
    /// Milliseconds that discards took.
    pub discard_ms: u64,
    /// Flushes completed.
    pub flushes: u64,
    /// Milliseconds that flushes took.
    pub flush_ms: u64,
}

/// A line of `/proc/diskstats`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceStats {
    /// Kernel name.
    pub name: String,
    /// `major:minor`.
    pub number: (u32, u32),
    /// Its counters.
    pub stats: DiskStats,
}

impl DiskStats {
    /// Parses the numbers of a `stat` file or of a `diskstats` line after the name; at least the eleven of old kernels.
    pub fn parse(fields: &str) -> Option<DiskStats> {
        let mut n = [0u64; 17];
        let mut count = 0;
        for (slot, field) in n.iter_mut().zip(fields.split_whitespace()) {
            *slot = field.parse().ok()?;
            count += 1;
        }
        (count >= 11).then_some(DiskStats {
            reads: n[0],
            reads_merged: n[1],
            read_sectors: n[2],
            read_ms: n[3],
            writes: n[4],
            writes_merged: n[5],
            write_sectors: n[6],
            write_ms: n[7],
            in_flight: n[8],
            busy_ms: n[9],
            queue_ms: n[10],
            discards: n[11],
            discards_merged: n[12],
            discard_sectors: n[13],
            discard_ms: n[14],
            flushes: n[15],
            flush_ms: n[16],
        })
    }

    /// The counters of one device or partition.
    pub fn of(root: &Root, device: &str) -> Option<DiskStats> {
        DiskStats::parse(&root::text(&root.block(device).join("stat"))?)
    }

    /// What happened since `earlier`. A counter that went back (device replaced, 32-bit wrap of milliseconds) counts as the
    /// kernel's 32-bit wrap where that is plausible, else as 0.
    pub fn since(&self, earlier: &DiskStats) -> DiskStats {
        let d = |now: u64, then: u64| match now.checked_sub(then) {
            Some(difference) => difference,
            None if then <= u64::from(u32::MAX) && then > u64::from(u32::MAX / 2) => now + (1 << 32) - then,
            None => 0,
        };
        DiskStats {
            reads: d(self.reads, earlier.reads),
            reads_merged: d(self.reads_merged, earlier.reads_merged),
            read_sectors: d(self.read_sectors, earlier.read_sectors),
            read_ms: d(self.read_ms, earlier.read_ms),
            writes: d(self.writes, earlier.writes),
            writes_merged: d(self.writes_merged, earlier.writes_merged),
            write_sectors: d(self.write_sectors, earlier.write_sectors),
            write_ms: d(self.write_ms, earlier.write_ms),
            in_flight: self.in_flight,
            busy_ms: d(self.busy_ms, earlier.busy_ms),
            queue_ms: d(self.queue_ms, earlier.queue_ms),
            discards: d(self.discards, earlier.discards),
            discards_merged: d(self.discards_merged, earlier.discards_merged),
            discard_sectors: d(self.discard_sectors, earlier.discard_sectors),
            discard_ms: d(self.discard_ms, earlier.discard_ms),
            flushes: d(self.flushes, earlier.flushes),
            flush_ms: d(self.flush_ms, earlier.flush_ms),
        }
    }

    /// Bytes read.
    pub fn read_bytes(&self) -> u64 {
        self.read_sectors.saturating_mul(512)
    }

    /// Bytes written.
    pub fn write_bytes(&self) -> u64 {
        self.write_sectors.saturating_mul(512)
    }

    /// Whether nothing was completed.
    pub fn is_quiet(&self) -> bool {
        self.reads + self.writes + self.discards + self.flushes == 0
    }
}

/// Every device of `/proc/diskstats`.
pub fn read_all(root: &Root) -> Vec<DeviceStats> {
    root::text(&root.proc("diskstats"))
        .map(|text| text.lines().filter_map(parse_line).collect())
        .unwrap_or_default()
}

fn parse_line(line: &str) -> Option<DeviceStats> {
    let (major, rest) = line.trim_start().split_once(' ')?;
    let (minor, rest) = rest.trim_start().split_once(' ')?;
    let (name, rest) = rest.trim_start().split_once(' ')?;
    Some(DeviceStats {
        name: name.to_owned(),
        number: (major.parse().ok()?, minor.parse().ok()?),
        stats: DiskStats::parse(rest)?,
    })
}

/// One row of `iostat -x`, by sysstat's definitions (its manual page): rates per second of the interval, waits per completed
/// request, kB of 1024 bytes. Where nothing completed, waits and sizes are 0 as there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Extended {
    /// `r/s`
    pub reads_per_s: f64,
    /// `rkB/s`
    pub read_kb_per_s: f64,
    /// `rrqm/s`
    pub reads_merged_per_s: f64,
    /// `%rrqm`
    pub reads_merged_percent: f64,
    /// `r_await`, milliseconds
    pub read_await_ms: f64,
    /// `rareq-sz`, kB
    pub read_size_kb: f64,
    /// `w/s`
    pub writes_per_s: f64,
    /// `wkB/s`
    pub write_kb_per_s: f64,
    /// `wrqm/s`
    pub writes_merged_per_s: f64,
    /// `%wrqm`
    pub writes_merged_percent: f64,
    /// `w_await`, milliseconds
    pub write_await_ms: f64,
    /// `wareq-sz`, kB
    pub write_size_kb: f64,
    /// `d/s`
    pub discards_per_s: f64,
    /// `dkB/s`
    pub discard_kb_per_s: f64,
    /// `drqm/s`
    pub discards_merged_per_s: f64,
    /// `%drqm`
    pub discards_merged_percent: f64,
    /// `d_await`, milliseconds
    pub discard_await_ms: f64,
    /// `dareq-sz`, kB
    pub discard_size_kb: f64,
    /// `f/s`
    pub flushes_per_s: f64,
    /// `f_await`, milliseconds
    pub flush_await_ms: f64,
    /// `aqu-sz`: mean number of requests in the queue or the device
    pub queue_size: f64,
    /// `%util`: share of time with something in flight. Says nothing about how full a parallel device is.
    pub util_percent: f64,
}

impl Extended {
    /// The row for what happened in `elapsed`; all zero when no time passed.
    pub fn of(delta: &DiskStats, elapsed: Duration) -> Extended {
        let seconds = elapsed.as_secs_f64();
        if seconds <= 0.0 {
            return Extended::default();
        }
        let rate = |n: u64| n as f64 / seconds;
        let per = |n: u64, of: u64| if of == 0 { 0.0 } else { n as f64 / of as f64 };
        let merged = |merged: u64, done: u64| 100.0 * per(merged, merged + done);
        Extended {
            reads_per_s: rate(delta.reads),
            read_kb_per_s: rate(delta.read_sectors) / 2.0,
            reads_merged_per_s: rate(delta.reads_merged),
            reads_merged_percent: merged(delta.reads_merged, delta.reads),
            read_await_ms: per(delta.read_ms, delta.reads),
            read_size_kb: per(delta.read_sectors, delta.reads) / 2.0,
            writes_per_s: rate(delta.writes),
            write_kb_per_s: rate(delta.write_sectors) / 2.0,
            writes_merged_per_s: rate(delta.writes_merged),
            writes_merged_percent: merged(delta.writes_merged, delta.writes),
            write_await_ms: per(delta.write_ms, delta.writes),
            write_size_kb: per(delta.write_sectors, delta.writes) / 2.0,
            discards_per_s: rate(delta.discards),
            discard_kb_per_s: rate(delta.discard_sectors) / 2.0,
            discards_merged_per_s: rate(delta.discards_merged),
            discards_merged_percent: merged(delta.discards_merged, delta.discards),
            discard_await_ms: per(delta.discard_ms, delta.discards),
            discard_size_kb: per(delta.discard_sectors, delta.discards) / 2.0,
            flushes_per_s: rate(delta.flushes),
            flush_await_ms: per(delta.flush_ms, delta.flushes),
            queue_size: rate(delta.queue_ms) / 1000.0,
            util_percent: (rate(delta.busy_ms) / 10.0).min(100.0),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const LINE: &str = " 254       0 vda 98363 26839 4246706 43350 8265 18691 957400 2784 0 20420 46493 4938 87 224960 328 729 30";

    #[test]
    fn reads_lines_of_every_age() {
        let device = parse_line(LINE).unwrap();
        assert_eq!((device.name.as_str(), device.number), ("vda", (254, 0)));
        assert_eq!((device.stats.reads, device.stats.flush_ms), (98363, 30));
        assert_eq!(DiskStats::parse("1 2 3 4 5 6 7 8 9 10 11").unwrap().queue_ms, 11);
        assert_eq!(DiskStats::parse("1 2 3"), None);
        assert_eq!(parse_line("   8 0"), None);
    }

    #[test]
    fn the_row_follows_sysstats_definitions() {
        let delta = DiskStats {
            reads: 100,
            reads_merged: 300,
            read_sectors: 3200,
            read_ms: 250,
            busy_ms: 1000,
            queue_ms: 4000,
            ..DiskStats::default()
        };
        let row = Extended::of(&delta, Duration::from_secs(2));
        assert_eq!(
            (row.reads_per_s, row.read_kb_per_s, row.read_size_kb),
            (50.0, 800.0, 16.0)
        );
        assert_eq!((row.reads_merged_percent, row.read_await_ms), (75.0, 2.5));
        assert_eq!((row.queue_size, row.util_percent), (2.0, 50.0));
        assert_eq!((row.write_await_ms, row.write_size_kb), (0.0, 0.0));
        assert_eq!(Extended::of(&delta, Duration::ZERO), Extended::default());
    }

    #[test]
    fn a_counter_that_wraps_or_restarts_does_not_explode() {
        let then = DiskStats {
            read_ms: u64::from(u32::MAX) - 9,
            reads: 500,
            ..DiskStats::default()
        };
        let now = DiskStats {
            read_ms: 10,
            reads: 3,
            ..DiskStats::default()
        };
        let delta = now.since(&then);
        assert_eq!((delta.read_ms, delta.reads), (20, 0));
    }
}
