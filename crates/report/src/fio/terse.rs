//! fio's terse output (`--minimal`), versions 2 to 5: one line of `;`-separated fields per entry. Latencies in µs.

use std::fmt::Write;

use fiord_job::plan::UnifiedReporting;

use super::report::{DdirEntry, Entry, LatencySummary, Report, SampleSummary, Settings};
use super::text::class_shares;
use fiord_record::run::{DiskCounts, DiskUse, RunRecord};

/// Percentile fields of a direction, used or not.
const PERCENTILES: usize = 20;

/// The terse lines of a run. A version outside 2 to 5 is taken as 3, fio's default.
pub fn render(record: &RunRecord, version: u8) -> String {
    render_report(&Report::of(record), version)
}

/// The same of a report that was made or imported before.
pub fn render_report(report: &Report, version: u8) -> String {
    let version = if (2..=5).contains(&version) { version } else { 3 };
    let mut out = String::new();
    for entry in &report.entries {
        line(&mut out, report, entry, version);
    }
    out
}

fn line(out: &mut String, report: &Report, entry: &Entry, version: u8) {
    let Some(settings) = &entry.settings else { return };
    let _ = write!(out, "{version};");
    if version > 2 {
        let _ = write!(out, "{};", report.version);
    }
    let _ = write!(out, "{};{};{}", entry.name, entry.group, entry.error);
    let group = report.groups.iter().find(|group| group.group == entry.group);
    let shown = match settings.unified {
        UnifiedReporting::Mixed => 1,
        _ if version == 3 => 2,
        _ => 3,
    };
    for (index, ddir) in entry.ddirs.iter().enumerate().take(shown) {
        ddir_fields(
            out,
            ddir,
            settings,
            group.map_or(0, |group| group.bytes_per_second(index)),
            version,
        );
    }
    if let Some(mixed) = &entry.mixed {
        ddir_fields(
            out,
            mixed,
            settings,
            group.map_or(0, |group| group.bytes_per_second(3)),
            version,
        );
    }
    shares(out, entry);
    if version >= 3 {
        for disk in &report.disks {
            disk_fields(out, disk);
        }
    }
    if settings.shows_errors {
        let _ = write!(out, ";{};{}", entry.errors, entry.first_error);
    }
    if let Some(description) = entry.description.as_deref().filter(|text| !text.is_empty()) {
        if version == 2 {
            out.push('\n');
        }
        let _ = write!(out, ";{description}");
    }
    out.push('\n');
}

/// Processor, depths, and the distribution of latencies.
fn shares(out: &mut String, entry: &Entry) {
    let _ = write!(
        out,
        ";{:.6}%;{:.6}%;{};{};{}",
        entry.cpu.user_percent,
        entry.cpu.system_percent,
        entry.cpu.context_switches,
        entry.cpu.major_faults,
        entry.cpu.minor_faults,
    );
    for share in entry.level {
        let _ = write!(out, ";{share:3.1}%");
    }
    // Terse has no line for nanoseconds: its first class of microseconds takes them all.
    let mut lat_us = entry.lat_us;
    lat_us[0] = entry
        .lat_ns
        .iter()
        .fold(lat_us[0], |sum, count| sum.saturating_add(*count));
    let total = entry.total_ios();
    for share in class_shares(&lat_us, total)
        .into_iter()
        .chain(class_shares(&entry.lat_ms, total))
    {
        let _ = write!(out, ";{share:3.2}%");
    }
}

fn ddir_fields(out: &mut String, ddir: &DdirEntry, settings: &Settings, group_bw: u64, version: u8) {
    let iops = ddir.whole_iops();
    let _ = write!(
        out,
        ";{};{};{iops};{}",
        ddir.bytes >> 10,
        ddir.bytes_per_second() >> 10,
        ddir.runtime_ms
    );
    latency_fields(out, &ddir.slat);
    latency_fields(out, &ddir.clat);
    let source = if settings.lat_percentiles {
        Some(&ddir.lat)
    } else if settings.clat_percentiles {
        Some(&ddir.clat)
    } else {
        None
    };
    let values = source.map_or(Vec::new(), |latency| latency.percentiles(&settings.percentiles));
    for index in 0..PERCENTILES {
        let _ = match (settings.percentiles.get(index), values.get(index)) {
            (Some(percent), Some(value)) => write!(out, ";{percent:.6}%={}", value / 1000),
            _ => write!(out, ";0%=0"),
        };
    }
    latency_fields(out, &ddir.lat);
    let share = share_of_group(&ddir.bw, group_bw);
    let bw = &ddir.bw;
    let _ = write!(
        out,
        ";{};{};{share:.6}%;{:.6};{:.6}",
        bw.min, bw.max, bw.mean, bw.stddev
    );
    if version >= 5 {
        let iops = &ddir.iops;
        let (mean, stddev) = (iops.mean, iops.stddev);
        let _ = write!(
            out,
            ";{};{};{};{mean:.6};{stddev:.6};{}",
            bw.samples, iops.min, iops.max, iops.samples
        );
    }
}

/// As in text and JSON, but here fio drops the fraction of the group's KiB/s and keeps that of the mean.
fn share_of_group(bw: &SampleSummary, group_bw: u64) -> f64 {
    let group_kib = group_bw >> 10;
    if bw.samples == 0 || group_bw == 0 {
        0.0
    } else if group_kib == 0 {
        100.0
    } else {
        (bw.mean * 100.0 / group_kib as f64).min(100.0)
    }
}

fn latency_fields(out: &mut String, latency: &LatencySummary) {
    let (mean, stddev) = (latency.mean / 1000.0, latency.stddev / 1000.0);
    let _ = write!(
        out,
        ";{};{};{mean:.6};{stddev:.6}",
        latency.min / 1000,
        latency.max / 1000
    );
}

fn disk_fields(out: &mut String, disk: &DiskUse) {
    let fields = |out: &mut String, counts: &DiskCounts| {
        let _ = write!(
            out,
            ";{};{};{};{};{};{};{};{:3.2}%",
            counts.read_ios,
            counts.write_ios,
            counts.read_merges,
            counts.write_merges,
            counts.read_ticks,
            counts.write_ticks,
            counts.in_queue,
            counts.util_percent,
        );
    };
    let _ = write!(out, ";{}", disk.name);
    fields(out, &disk.counts);
    if let Some(below) = &disk.below {
        out.push_str(";slaves");
        fields(out, below);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One job of two in a group, as fio 3.33 printed it: 40,960 bytes in 705 ms, mean 28.5 KiB/s, 49.350247 % in JSON
    /// and 50.892857 % here.
    #[test]
    fn shares_of_the_group_are_cut_where_fio_cuts_them() {
        let bw = SampleSummary {
            samples: 4,
            mean: 28.5,
            ..SampleSummary::default()
        };
        let group = 40_960 * 1000 / 705;
        assert_eq!(format!("{:.6}", share_of_group(&bw, group)), "50.892857");
        assert_eq!(
            format!("{:.6}", super::super::text::share_of_group(&bw, group)),
            "49.350247"
        );
        assert_eq!(share_of_group(&bw, 1024), 100.0);
        assert_eq!(share_of_group(&SampleSummary::default(), group), 0.0);
    }
}
