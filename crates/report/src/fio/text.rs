//! fio's normal output: jobs, groups, disks. The lines before a run are in [`super::header`].

use std::fmt::Write;

use fiord_job::plan::{SteadyMeasure, UnifiedReporting};
use fiord_stats::few::{Footing, footing};

use super::goals::SteadyEntry;
use super::numbers::{LAT_EDGES, NumberUnit, scaled};
use super::report::{DdirEntry, Entry, GroupSummary, LatencySummary, Report, SampleSummary, Settings};
use fiord_record::run::{DiskCounts, DiskUse, RunRecord};
use fiord_stats::BlockLives;

/// The whole report of a run, from the blank line after the header on.
pub fn render(record: &RunRecord) -> String {
    render_report(&Report::of(record))
}

/// The same for `fiord run`: a percentile that few I/Os lie beyond has a mark, and one that next to none do is left out.
pub fn render_marked(record: &RunRecord) -> String {
    let mut report = Report::of(record);
    for entry in &mut report.entries {
        if let Some(settings) = &mut entry.settings {
            settings.marks = true;
        }
    }
    render_report(&report)
}

/// The same of a report that was made or imported before.
pub fn render_report(report: &Report) -> String {
    let mut out = String::from("\n");
    for entry in &report.entries {
        entry_block(&mut out, report, entry);
    }
    for group in &report.groups {
        group_block(&mut out, group);
    }
    disks_block(&mut out, &report.disks);
    if let Some(idle) = &report.idleness {
        let _ = write!(out, "\nCPU idleness:\n  system: {:3.2}%\n", idle.system_percent);
        if !idle.each_percent.is_empty() {
            let each: Vec<String> = idle
                .each_percent
                .iter()
                .map(|percent| format!("{percent:3.2}%"))
                .collect();
            let _ = writeln!(out, "  percpu: {}", each.join(", "));
        }
    }
    out
}

/// One entry. A job that neither moved a byte nor completed an I/O shows nothing.
fn entry_block(out: &mut String, report: &Report, entry: &Entry) {
    let Some(settings) = &entry.settings else { return };
    // One that failed at its first I/O is shown for its error; one that was never set up (no depth) is not.
    let failed = entry.error != 0 && entry.goals.iodepth > 0;
    if entry.total_bytes() == 0 && entry.total_ios() == 0 && !failed {
        return;
    }
    let group = report.groups.iter().find(|group| group.group == entry.group);
    let _ = write!(
        out,
        "{}: (groupid={}, jobs={}): err={:2}",
        entry.name, entry.group, entry.jobs, entry.error
    );
    if entry.error != 0 {
        let _ = write!(out, " ({})", entry.verror);
    }
    let _ = writeln!(out, ": pid={}: {}", entry.pid, report.time);
    if let Some(description) = entry.description.as_deref().filter(|text| !text.is_empty()) {
        let _ = writeln!(out, "  Description  : [{description}]");
    }
    // fio takes the base of units from the group, whose last member decides, and the number of digits from the job.
    let binary = group.is_none_or(|group| group.binary);
    let first = if settings.unified == UnifiedReporting::Mixed {
        "mixed"
    } else {
        "read"
    };
    for (index, (ddir, name)) in entry.ddirs.iter().zip([first, "write", "trim"]).enumerate() {
        if ddir.bytes > 0 {
            ddir_block(
                out,
                settings,
                binary,
                ddir,
                name,
                group.map_or(0, |group| group.bytes_per_second(index)),
            );
        }
    }
    if let Some(mixed) = &entry.mixed {
        // FIO-DIFF(both-units): fio 3.33 shows no rates and no units here (`IOPS=0, BW=0 (0)`).
        ddir_block(
            out,
            settings,
            binary,
            mixed,
            "mixed",
            group.map_or(0, |group| group.bytes_per_second(3)),
        );
    }
    distribution(out, entry);
    if entry.sync.samples > 0 {
        out.push_str("  fsync/fdatasync/sync_file_range:\n");
        latency_line(out, "sync", &entry.sync);
        // Shown even with clat_percentiles=0, unlike in JSON.
        percentile_block(out, "sync", &entry.sync, settings);
    }
    tail(out, entry, settings, binary);
}

/// Rates, latencies, percentiles and samples of one direction.
fn ddir_block(
    out: &mut String,
    settings: &Settings,
    binary: bool,
    ddir: &DdirEntry,
    name: &str,
    group_bw: u64,
) {
    let figures = settings.figures;
    let rate = if settings.bits {
        NumberUnit::BitsPerSecond
    } else {
        NumberUnit::BytesPerSecond
    };
    let bw = ddir.bytes_per_second();
    let iops = ddir.whole_iops();
    let _ = writeln!(
        out,
        "  {name}: IOPS={}, BW={} ({})({}/{}msec){}",
        scaled(iops, figures, false, NumberUnit::None),
        scaled(bw, figures, binary, rate),
        scaled(bw, figures, !binary, rate),
        scaled(ddir.bytes, figures, binary, NumberUnit::Bytes),
        ddir.runtime_ms,
        if name == "write" {
            format!("; {} zone resets", ddir.zone_resets)
        } else {
            String::new()
        },
    );
    for (name, latency) in [("slat", &ddir.slat), ("clat", &ddir.clat), (" lat", &ddir.lat)] {
        latency_line(out, name, latency);
    }
    let (kind, shown) = settings.of_priorities();
    for one in &ddir.by_priority {
        let name = format!("{kind} prio {}/{}", one.class, one.level);
        latency_line(out, &name, &one.latency);
    }
    for (on, name, latency) in [
        (settings.slat_percentiles, "slat", &ddir.slat),
        (settings.clat_percentiles, "clat", &ddir.clat),
        (settings.lat_percentiles, "lat", &ddir.lat),
    ] {
        if on && latency.samples > 0 {
            percentile_block(out, name, latency, settings);
        }
    }
    let ios: u64 = ddir.by_priority.iter().map(|one| one.latency.samples).sum();
    for one in ddir.by_priority.iter().filter(|_| shown) {
        let share = 100.0 * one.latency.samples as f64 / ios.max(1) as f64;
        let name = format!("{kind} prio {}/{} ({share:3.2}% of IOs)", one.class, one.level);
        percentile_block(out, &name, &one.latency, settings);
    }
    samples_lines(out, settings, ddir, group_bw);
}

/// `min=…, max=…` of one latency, in the unit that its spread asks for.
fn latency_line(out: &mut String, name: &str, latency: &LatencySummary) {
    if latency.samples == 0 {
        return;
    }
    let wide = |scale: u64| {
        latency.min > 2_000 * scale && latency.max > 99_999 * scale && latency.stddev > 1_000.0 * scale as f64
    };
    let (unit, divisor) = if wide(1_000) {
        ('m', 1_000_000)
    } else if wide(1) {
        ('u', 1_000)
    } else {
        ('n', 1)
    };
    let _ = writeln!(
        out,
        "    {name} ({unit}sec): min={}, max={}, avg={:5.2}, stdev={:5.2}",
        scaled(latency.min / divisor, 6, false, NumberUnit::None),
        scaled(latency.max / divisor, 6, false, NumberUnit::None),
        latency.mean / divisor as f64,
        latency.stddev / divisor as f64,
    );
}

/// Columns that one line of percentiles may fill.
const COLUMNS: usize = 80 - 7;

fn percentile_block(out: &mut String, name: &str, latency: &LatencySummary, settings: &Settings) {
    let footing_of = |percent: f64| {
        if settings.marks {
            footing(latency.samples, percent)
        } else {
            Footing::Enough
        }
    };
    let precision = settings.precision;
    let (list, left_out): (Vec<f64>, Vec<f64>) = settings
        .percentiles
        .iter()
        .partition(|percent| footing_of(**percent) != Footing::TooFew);
    let mut values = latency.percentiles(&list);
    if settings.marks {
        // fio prints the middle of a bucket even where that lies above the maximum.
        values
            .iter_mut()
            .for_each(|value| *value = (*value).min(latency.max));
    }
    if list.is_empty() && !left_out.is_empty() {
        let _ = writeln!(
            out,
            "    {name} percentiles: none, too few I/Os ({})",
            latency.samples
        );
    }
    let (Some(least), Some(most)) = (values.iter().min().copied(), values.iter().max().copied()) else {
        return;
    };
    let (unit, steps, divisor) = percentile_unit(least, most);
    let width = (most / divisor)
        .checked_ilog10()
        .map_or(1, |log| log as usize + 1)
        .max(5);
    let per_line = (COLUMNS / (precision + 10 + width)).max(1);
    let _ = write!(out, "    {name} percentiles ({unit}sec):\n     |");
    for (index, (percent, value)) in list.iter().zip(&values).enumerate() {
        if index > 0 && index % per_line == 0 {
            out.push_str("     |");
        }
        // Rounded up once per unit, so a value is never shown as smaller than it is.
        let shown = (0..steps).fold(*value, |value, _| value.div_ceil(1000));
        let _ = write!(
            out,
            " {percent:w$.precision$}th=[{shown:width$}]{}",
            if footing_of(*percent) == Footing::Few {
                "*"
            } else {
                ""
            },
            w = precision + 3
        );
        let last = index + 1 == list.len();
        out.push(if last { '\n' } else { ',' });
        if !last && index % per_line == per_line - 1 {
            out.push('\n');
        }
    }
    if settings.marks {
        marks_lines(out, latency, &list, &left_out, precision);
    }
}

/// What the marks mean, and what was left out.
fn marks_lines(
    out: &mut String,
    latency: &LatencySummary,
    shown: &[f64],
    left_out: &[f64],
    precision: usize,
) {
    if shown
        .iter()
        .any(|percent| footing(latency.samples, *percent) == Footing::Few)
    {
        out.push_str("     * fewer than 100 I/Os lie beyond: a rough place\n");
    }
    if let Some(first) = left_out.first() {
        let _ = writeln!(
            out,
            "     left out, fewer than 10 I/Os lie beyond: {first:.precision$}th and above; the largest is the max"
        );
    }
}

/// The unit that suits times from `least` to `most` nanoseconds: its letter, how many thousands that is, and its nanoseconds.
fn percentile_unit(least: u64, most: u64) -> (char, u32, u64) {
    if least > 2_000_000 && most > 99_999_999 {
        ('m', 2, 1_000_000)
    } else if least > 2_000 && most > 99_999 {
        ('u', 1, 1_000)
    } else {
        ('n', 0, 1)
    }
}

/// `bw` and `iops` lines; runs without a full sample have none.
fn samples_lines(out: &mut String, settings: &Settings, ddir: &DdirEntry, group_bw: u64) {
    if ddir.bw.samples > 0 {
        let base = f64::from(settings.kb_base);
        let (mut bw, mut stddev) = (ddir.bw, ddir.bw.stddev);
        // The units stay binary whatever kb_base says; that only moves the step between them.
        let mut unit = "KiB";
        let share = share_of_group(&bw, group_bw);
        if bw.mean > base * base {
            bw.min /= u64::from(settings.kb_base);
            bw.max /= u64::from(settings.kb_base);
            bw.mean /= base;
            stddev /= base;
            unit = "MiB";
        }
        let _ = writeln!(
            out,
            "   bw ({unit:>5}/s): min={:5}, max={:5}, per={share:3.2}%, avg={:5.2}, stdev={stddev:5.2}, samples={}",
            bw.min, bw.max, bw.mean, bw.samples,
        );
    }
    if ddir.iops.samples > 0 {
        let iops = &ddir.iops;
        let _ = writeln!(
            out,
            "   iops        : min={:5}, max={:5}, avg={:5.2}, stdev={:5.2}, samples={}",
            iops.min, iops.max, iops.mean, iops.stddev, iops.samples,
        );
    }
}

/// The mean bandwidth in percent of the group's, at most 100; without a group 0. fio drops the mean's fraction here.
pub(crate) fn share_of_group(bw: &SampleSummary, group_bw: u64) -> f64 {
    if bw.samples == 0 || group_bw == 0 {
        return 0.0;
    }
    (bw.mean.trunc() * 100.0 / (group_bw as f64 / 1024.0)).min(100.0)
}

/// Shares of the latency classes in percent; what is there at all is at least 0.01 %.
///
/// FIO-DIFF(terse-nan): of no I/O at all every share is 0; fio's terse output has `-nan%` in its first class.
pub(crate) fn class_shares<const N: usize>(classes: &[u64; N], total: u64) -> [f64; N] {
    classes.map(|count| {
        if total == 0 || count == 0 {
            0.0
        } else {
            (count as f64 / total as f64 * 100.0).max(0.01)
        }
    })
}

fn distribution(out: &mut String, entry: &Entry) {
    let total = entry.total_ios();
    distribution_line(out, "nsec", &class_shares(&entry.lat_ns, total));
    distribution_line(out, "usec", &class_shares(&entry.lat_us, total));
    distribution_line(out, "msec", &class_shares(&entry.lat_ms, total));
}

fn distribution_line(out: &mut String, unit: &str, shares: &[f64]) {
    let edge = |class: usize| match LAT_EDGES.get(class) {
        Some(edge) => format!("{edge}="),
        None if class == 10 => "2000=".to_owned(),
        None => ">=2000=".to_owned(),
    };
    let shown: Vec<String> = shares
        .iter()
        .enumerate()
        .filter(|(_, share)| **share > 0.0)
        .map(|(class, share)| format!("{}{share:3.2}%", edge(class)))
        .collect();
    for line in shown.chunks(5) {
        let _ = writeln!(out, "  lat ({unit})   : {}", line.join(", "));
    }
}

/// Processor, depths, counts, errors.
fn tail(out: &mut String, entry: &Entry, settings: &Settings, binary: bool) {
    let _ = writeln!(
        out,
        "  cpu          : usr={:3.2}%, sys={:3.2}%, ctx={}, majf={}, minf={}",
        entry.cpu.user_percent,
        entry.cpu.system_percent,
        entry.cpu.context_switches,
        entry.cpu.major_faults,
        entry.cpu.minor_faults,
    );
    const DEPTHS: [&str; 7] = ["1", "2", "4", "8", "16", "32", ">=64"];
    const BATCHES: [&str; 7] = ["0", "4", "8", "16", "32", "64", ">=64"];
    for (name, classes, shares) in [
        ("  IO depths    :", DEPTHS, &entry.level),
        ("     submit    :", BATCHES, &entry.submit),
        ("     complete  :", BATCHES, &entry.complete),
    ] {
        let list: Vec<String> = classes
            .iter()
            .zip(shares)
            .map(|(class, share)| format!("{class}={share:3.1}%"))
            .collect();
        let _ = writeln!(out, "{name} {}", list.join(", "));
    }
    let [read, write, trim] = &entry.ddirs;
    let _ = writeln!(
        out,
        "     issued rwts: total={},{},{},{} short={},{},{},0 dropped={},{},{},0",
        read.ios,
        write.ios,
        trim.ios,
        entry.sync_ios,
        read.short_ios,
        write.short_ios,
        trim.short_ios,
        read.dropped_ios,
        write.dropped_ios,
        trim.dropped_ios,
    );
    if settings.shows_errors {
        let words = fiord_record::run::errno_message(entry.first_error);
        let _ = writeln!(
            out,
            "     errors    : total={}, first_error={}/<{words}>",
            entry.errors, entry.first_error
        );
    }
    let goals = &entry.goals;
    if goals.iodepth > 0 {
        // fio shows the target of its latency search even where there is none.
        let _ = writeln!(
            out,
            "     latency   : target={}, window={}, percentile={:.2}%, depth={}",
            goals.target.target_ns,
            goals.target.window_us,
            goals.target.percentile(),
            goals.iodepth
        );
    }
    if let Some(blocks) = &goals.blocks {
        block_lines(out, blocks, settings);
    }
    if let Some(steady) = &goals.steady {
        steady_line(out, steady, settings, binary);
    }
}

/// After how many trims blocks failed, and what became of all of them.
fn block_lines(out: &mut String, blocks: &BlockLives, settings: &Settings) {
    out.push_str("  block lifetime percentiles :\n");
    let list: Vec<(f64, u32)> = settings
        .percentiles
        .iter()
        .filter_map(|percent| Some((*percent, blocks.percentile(*percent)?)))
        .collect();
    let width = list
        .iter()
        .filter_map(|(_, trims)| trims.checked_ilog10())
        .max()
        .map_or(1, |log| log as usize + 1);
    let precision = settings.precision;
    let per_line = (COLUMNS / (precision + 10 + width)).max(1);
    for line in list.chunks(per_line) {
        let line: Vec<String> = line
            .iter()
            .map(|(percent, trims)| format!("{percent:w$.precision$}th=[{trims:width$}]", w = precision + 3))
            .collect();
        let _ = writeln!(out, "   | {}", line.join(", "));
    }
    let _ = writeln!(
        out,
        "   |        states               : unwritten={}, trimmed={}, written={}, trim failure={}, write failure={}",
        blocks.untouched, blocks.trimmed, blocks.written, blocks.trim_failed, blocks.write_failed
    );
}

/// FIO-DIFF(steady-bw): fio 3.33 shows the mean bandwidth in KiB twice, the second time as kB.
fn steady_line(out: &mut String, steady: &SteadyEntry, settings: &Settings, binary: bool) {
    let rate = if settings.bits {
        NumberUnit::BitsPerSecond
    } else {
        NumberUnit::BytesPerSecond
    };
    let bw = SteadyEntry::mean(&steady.window.bytes_per_second) as u64;
    let lat = if steady.plan.measure == SteadyMeasure::Lat {
        format!(", lat={:.2}usec", SteadyEntry::mean(&steady.window.lat_ns) / 1e3)
    } else {
        String::new()
    };
    let name = steady.plan.name();
    let measured = match name.strip_suffix("_slope") {
        Some(measure) => format!("{measure} slope"),
        None => format!("{name} mean dev"),
    };
    let _ = writeln!(
        out,
        "  steadystate  : attained={}, bw={} ({}), iops={}{lat}, {measured}={:.3}{}",
        if steady.window.attained { "yes" } else { "no" },
        scaled(bw, settings.figures, binary, rate),
        scaled(bw, settings.figures, !binary, rate),
        scaled(
            SteadyEntry::mean(&steady.window.iops) as u64,
            settings.figures,
            false,
            NumberUnit::None
        ),
        steady.criterion,
        steady.unit(),
    );
}

/// `Run status group`.
fn group_block(out: &mut String, group: &GroupSummary) {
    let _ = writeln!(out, "\nRun status group {} (all jobs):", group.group);
    let first = if group.unified == UnifiedReporting::Mixed {
        "MIXED"
    } else {
        "READ"
    };
    let rate = if group.bits {
        NumberUnit::BitsPerSecond
    } else {
        NumberUnit::BytesPerSecond
    };
    for (index, name) in [first, "WRITE", "TRIM", "MIXED"].into_iter().enumerate() {
        if group.max_run_ms[index] == 0 {
            continue;
        }
        let first = |value: u64, unit: NumberUnit| scaled(value, group.figures, group.binary, unit);
        let second = |value: u64, unit: NumberUnit| scaled(value, group.figures, !group.binary, unit);
        let (all, min, max) = (
            group.bytes_per_second(index),
            group.min_bw[index],
            group.max_bw[index],
        );
        let _ = writeln!(
            out,
            "{name:>7}: bw={} ({}), {}-{} ({}-{}), io={} ({}), run={}-{}msec",
            first(all, rate),
            second(all, rate),
            first(min, rate),
            first(max, rate),
            second(min, rate),
            second(max, rate),
            first(group.bytes[index], NumberUnit::Bytes),
            second(group.bytes[index], NumberUnit::Bytes),
            group.min_run_ms[index],
            group.max_run_ms[index],
        );
    }
}

fn disks_block(out: &mut String, disks: &[DiskUse]) {
    if disks.is_empty() {
        return;
    }
    out.push_str("\nDisk stats (read/write):\n");
    for disk in disks {
        let indent = if disk.below.is_some() { "    " } else { "  " };
        let _ = write!(out, "{indent}{}: {}", disk.name, counts(&disk.counts, ""));
        if let Some(below) = &disk.below {
            let _ = write!(out, ", {}", counts(below, "aggr"));
        }
        out.push('\n');
    }
}

fn counts(disk: &DiskCounts, prefix: &str) -> String {
    format!(
        "{prefix}ios={}/{}, {prefix}merge={}/{}, {prefix}ticks={}/{}, {prefix}in_queue={}, {prefix}util={:3.2}%",
        disk.read_ios,
        disk.write_ios,
        disk.read_merges,
        disk.write_merges,
        disk.read_ticks,
        disk.write_ticks,
        disk.in_queue,
        disk.util_percent,
    )
}
