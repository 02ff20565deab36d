//! fio's JSON and json+: same keys, same order, same layout.

use std::fmt::{Display, Write};

use fiord_job::plan::{OptionEcho, SteadyMeasure, UnifiedReporting};
use fiord_stats::Histogram;

use super::goals::SteadyEntry;
use super::numbers::LAT_EDGES;
use super::report::{DdirEntry, Entry, LatencySummary, Report, Settings};
use super::text::{class_shares, share_of_group};
use fiord_record::run::{DiskCounts, DiskUse, RunRecord};
use fiord_stats::BlockLives;

/// The JSON document of a run, line feed at the end included; `plus` adds the histograms (json+).
pub fn render(record: &RunRecord, plus: bool) -> String {
    render_report(&Report::of(record), plus)
}

/// The same of a report that was made or imported before.
pub fn render_report(report: &Report, plus: bool) -> String {
    let mut json = Writer::default();
    json.text("fio version", &report.version);
    json.value("timestamp", report.timestamp_ms.div_euclid(1000));
    json.value("timestamp_ms", report.timestamp_ms);
    json.text("time", &report.time);
    if let Some(echoed) = &report.global_options {
        json.object("global options", |json| options(json, echoed));
    }
    json.array("jobs", &report.entries, |json, entry| {
        entry_object(json, report, entry, plus)
    });
    if !report.disks.is_empty() {
        let is_later = report.entries.iter().any(|entry| entry.started_ms.is_some());
        json.array("disk_util", &report.disks, |json, disk| {
            disk_object(json, disk, is_later)
        });
    }
    if let Some(idle) = &report.idleness {
        json.object("cpu_idleness", |json| {
            json.float("system", idle.system_percent);
            for (number, percent) in idle.each_percent.iter().enumerate() {
                json.float(&format!("cpu-{number}"), *percent);
            }
            // FIO-DIFF(idle-prof): idle time is the kernel's own account; fio measures it by a load of its own in the background,
            // whose unit of work it shows. No such load runs here, so the unit is 0.
            json.float("unit_mean", 0.0);
            json.float("unit_stddev", 0.0);
        });
    }
    json.finish()
}

/// Builds one document in fio's layout.
#[derive(Default)]
struct Writer {
    out: String,
    depth: usize,
    filled: bool,
}

impl Writer {
    /// A comma after what came before, then a line of its own.
    fn next_line(&mut self) {
        if self.filled {
            self.out.push(',');
        }
        self.out.push('\n');
        self.indent();
        self.filled = true;
    }

    fn indent(&mut self) {
        for _ in 0..=self.depth {
            self.out.push_str("  ");
        }
    }

    fn key(&mut self, key: &str) {
        self.next_line();
        quote(&mut self.out, key);
        self.out.push_str(" : ");
    }

    fn value(&mut self, key: &str, value: impl Display) {
        self.key(key);
        let _ = write!(self.out, "{value}");
    }

    fn float(&mut self, key: &str, value: f64) {
        self.value(key, format_args!("{value:.6}"));
    }

    fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        quote(&mut self.out, value);
    }

    /// What stands between two brackets, one level deeper.
    fn nest(&mut self, open: char, close: char, fill: impl FnOnce(&mut Self)) {
        self.out.push(open);
        self.depth += 1;
        self.filled = false;
        fill(self);
        self.depth -= 1;
        self.filled = true;
        self.out.push('\n');
        self.indent();
        self.out.push(close);
    }

    fn object(&mut self, key: &str, fill: impl FnOnce(&mut Self)) {
        self.key(key);
        self.nest('{', '}', fill);
    }

    fn array<T>(&mut self, key: &str, items: &[T], fill: impl Fn(&mut Self, &T)) {
        self.key(key);
        self.nest('[', ']', |json| {
            for item in items {
                json.next_line();
                json.nest('{', '}', |json| fill(json, item));
            }
        });
    }

    /// Numbers without their fractions.
    fn list(&mut self, key: &str, values: &[f64]) {
        self.key(key);
        self.nest('[', ']', |json| {
            for value in values {
                json.next_line();
                let _ = write!(json.out, "{}", *value as u64);
            }
        });
    }

    fn finish(self) -> String {
        format!("{{{}\n}}\n", self.out)
    }
}

/// FIO-DIFF(json-control): fio writes control characters as they are, which no JSON parser takes; here they are escaped.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

fn options(json: &mut Writer, options: &[OptionEcho]) {
    for option in options {
        json.text(&option.name, &option.value);
    }
}

/// fio's word for "no estimate".
const NO_ETA: u32 = i32::MAX as u32;

fn entry_object(json: &mut Writer, report: &Report, entry: &Entry, plus: bool) {
    json.text("jobname", &entry.name);
    json.value("groupid", entry.group);
    // FIO-DIFF(json-later): with this one, the keys that fio has had since 3.33.
    if let Some(ms) = entry.started_ms {
        json.value("job_start", ms);
    }
    json.value("error", entry.error);
    json.value("eta", report.eta_s.unwrap_or(NO_ETA));
    json.value("elapsed", report.elapsed_s);
    if let Some(echoed) = &entry.options {
        json.object("job options", |json| options(json, echoed));
    }
    let Some(settings) = &entry.settings else { return };
    let is_later = entry.started_ms.is_some();
    let shown = Shown { plus, is_later };
    let group = report.groups.iter().find(|group| group.group == entry.group);
    let group_bw = |index: usize| group.map_or(0, |group| group.bytes_per_second(index));
    if settings.unified == UnifiedReporting::Mixed {
        ddir_object(json, "mixed", &entry.ddirs[0], settings, group_bw(0), shown);
    } else {
        for (index, (ddir, name)) in entry.ddirs.iter().zip(["read", "write", "trim"]).enumerate() {
            ddir_object(json, name, ddir, settings, group_bw(index), shown);
        }
        json.object("sync", |json| {
            json.value("total_ios", entry.sync_ios);
            latency_object(
                json,
                "lat_ns",
                &entry.sync,
                settings.clat_percentiles.then_some(&settings.percentiles),
                plus,
            );
        });
    }
    if let Some(mixed) = &entry.mixed {
        ddir_object(json, "mixed", mixed, settings, group_bw(3), shown);
    }
    totals(json, entry);
    if settings.shows_errors {
        json.value("total_err", entry.errors);
        json.value("first_error", entry.first_error);
    }
    let goals = &entry.goals;
    if goals.iodepth > 0 {
        json.value("latency_depth", goals.iodepth);
        // FIO-DIFF(latency-group): with `group_reporting` fio 3.33 multiplies it by 1000 once more.
        json.value("latency_target", goals.target.target_ns);
        if is_later {
            json.value("latency_target_ns", goals.target.target_ns);
        }
        json.float("latency_percentile", goals.target.percentile());
        json.value("latency_window", goals.target.window_us);
        if is_later {
            json.value("latency_window_us", goals.target.window_us);
        }
    }
    if let Some(description) = entry.description.as_deref().filter(|text| !text.is_empty()) {
        json.text("desc", description);
    }
    // fio 3.33 shows none of jobs without trims, and aborts otherwise: the names below it are ours.
    if let Some(blocks) = goals
        .blocks
        .as_ref()
        .filter(|blocks| blocks.trims > 0 || blocks.failed() > 0)
    {
        json.object("block", |json| block_object(json, blocks, &settings.percentiles));
    }
    if let Some(steady) = &goals.steady {
        json.object("steadystate", |json| steady_object(json, steady));
    }
    if is_later && has_zones(report, entry) {
        let resets = entry.ddirs.iter().map(|ddir| ddir.zone_resets).sum::<u64>();
        json.value("zone_resets", resets);
    }
}

/// Whether the job counts resets of zones.
fn has_zones(report: &Report, entry: &Entry) -> bool {
    let mut echoes = report.global_options.iter().chain(&entry.options).flatten();
    echoes.any(|echo| echo.name == "zonemode" && echo.value == "zbd")
}

fn block_object(json: &mut Writer, blocks: &BlockLives, percentiles: &[f64]) {
    json.object("states", |json| {
        for (name, count) in [
            ("unwritten", blocks.untouched),
            ("trimmed", blocks.trimmed),
            ("written", blocks.written),
            ("trim failure", blocks.trim_failed),
            ("write failure", blocks.write_failed),
        ] {
            json.value(name, count);
        }
    });
    json.value("trims", blocks.trims);
    if blocks.failed() > 0 {
        json.object("trims_to_failure", |json| {
            for percent in percentiles {
                if let Some(trims) = blocks.percentile(*percent) {
                    json.value(&format!("{percent:.6}"), trims);
                }
            }
        });
    }
}

fn steady_object(json: &mut Writer, steady: &SteadyEntry) {
    let (plan, window) = (&steady.plan, &steady.window);
    json.text(
        "ss",
        &format!("{}:{:.6}{}", plan.name(), plan.limit, steady.unit()),
    );
    json.value("duration", plan.window_us / 1_000_000);
    json.value("attained", u8::from(window.attained));
    json.text("criterion", &format!("{:.6}{}", steady.criterion, steady.unit()));
    json.float("max_deviation", steady.max_deviation);
    json.float("slope", steady.slope);
    json.object("data", |json| {
        json.value("bw_mean", SteadyEntry::mean(&window.bytes_per_second) as u64);
        json.value("iops_mean", SteadyEntry::mean(&window.iops) as u64);
        if plan.measure == SteadyMeasure::Lat {
            json.float("lat_mean", SteadyEntry::mean(&window.lat_ns));
            json.list("lat_ns", &window.lat_ns);
        }
        json.list("iops", &window.iops);
        json.list("bw", &window.bytes_per_second);
    });
}

/// What an entry's JSON has besides that of fio 3.33's `--output-format=json`.
#[derive(Clone, Copy)]
struct Shown {
    /// The bins of json+.
    plus: bool,
    /// FIO-DIFF(json-later): the keys that fio has had since.
    is_later: bool,
}

fn ddir_object(
    json: &mut Writer,
    name: &str,
    ddir: &DdirEntry,
    settings: &Settings,
    group_bw: u64,
    shown: Shown,
) {
    let plus = shown.plus;
    let bw = ddir.bytes_per_second();
    let iops = if ddir.runtime_ms == 0 {
        0.0
    } else {
        1000.0 * ddir.ios as f64 / ddir.runtime_ms as f64
    };
    let list = |on: bool| on.then_some(settings.percentiles.as_slice());
    json.object(name, |json| {
        json.value("io_bytes", ddir.bytes);
        json.value("io_kbytes", ddir.bytes >> 10);
        json.value("bw_bytes", bw);
        json.value("bw", bw >> 10);
        json.float("iops", iops);
        json.value("runtime", ddir.runtime_ms);
        json.value("total_ios", ddir.ios);
        json.value("short_ios", ddir.short_ios);
        json.value("drop_ios", ddir.dropped_ios);
        latency_object(json, "slat_ns", &ddir.slat, list(settings.slat_percentiles), plus);
        latency_object(json, "clat_ns", &ddir.clat, list(settings.clat_percentiles), plus);
        latency_object(json, "lat_ns", &ddir.lat, list(settings.lat_percentiles), plus);
        if !ddir.by_priority.is_empty() {
            json.array("prios", &ddir.by_priority, |json, one| {
                json.value("prioclass", one.class);
                json.value("prio", one.level);
                if shown.is_later {
                    json.value("priohint", one.hint);
                }
                let (name, on) = settings.of_priorities();
                latency_object(json, &format!("{name}_ns"), &one.latency, list(on), plus);
            });
        }
        json.value("bw_min", ddir.bw.min);
        json.value("bw_max", ddir.bw.max);
        json.float("bw_agg", share_of_group(&ddir.bw, group_bw));
        json.float("bw_mean", ddir.bw.mean);
        json.float("bw_dev", ddir.bw.stddev);
        json.value("bw_samples", ddir.bw.samples);
        json.value("iops_min", ddir.iops.min);
        json.value("iops_max", ddir.iops.max);
        json.float("iops_mean", ddir.iops.mean);
        json.float("iops_stddev", ddir.iops.stddev);
        json.value("iops_samples", ddir.iops.samples);
    });
}

/// A latency; with `percentiles` and at least one value also those, and with `plus` the bins.
fn latency_object(
    json: &mut Writer,
    name: &str,
    latency: &LatencySummary,
    percentiles: Option<&[f64]>,
    plus: bool,
) {
    json.object(name, |json| {
        json.value("min", latency.min);
        json.value("max", latency.max);
        json.float("mean", latency.mean);
        json.float("stddev", latency.stddev);
        json.value("N", latency.samples);
        let Some(list) = percentiles.filter(|_| latency.samples > 0) else {
            return;
        };
        json.object("percentile", |json| {
            for (percent, value) in list.iter().zip(latency.percentiles(list)) {
                json.value(&format!("{percent:.6}"), value);
            }
        });
        if plus {
            json.object("bins", |json| {
                for (bucket, count) in &latency.bins {
                    json.value(&Histogram::value_of(*bucket).to_string(), count);
                }
            });
        }
    });
}

/// Run time, processor, depths and the latency distribution.
fn totals(json: &mut Writer, entry: &Entry) {
    json.value("job_runtime", entry.runtime_ms);
    json.float("usr_cpu", entry.cpu.user_percent);
    json.float("sys_cpu", entry.cpu.system_percent);
    json.value("ctx", entry.cpu.context_switches);
    json.value("majf", entry.cpu.major_faults);
    json.value("minf", entry.cpu.minor_faults);
    const DEPTHS: [&str; 7] = ["1", "2", "4", "8", "16", "32", ">=64"];
    const BATCHES: [&str; 7] = ["0", "4", "8", "16", "32", "64", ">=64"];
    shares(json, "iodepth_level", &DEPTHS, &entry.level);
    shares(json, "iodepth_submit", &BATCHES, &entry.submit);
    shares(json, "iodepth_complete", &BATCHES, &entry.complete);
    let total = entry.total_ios();
    let edges: Vec<String> = LAT_EDGES.iter().map(u64::to_string).collect();
    let mut long: Vec<&str> = edges.iter().map(String::as_str).collect();
    shares(json, "latency_ns", &long, &class_shares(&entry.lat_ns, total));
    shares(json, "latency_us", &long, &class_shares(&entry.lat_us, total));
    long.extend(["2000", ">=2000"]);
    shares(json, "latency_ms", &long, &class_shares(&entry.lat_ms, total));
}

fn shares(json: &mut Writer, name: &str, classes: &[&str], shares: &[f64]) {
    json.object(name, |json| {
        for (class, share) in classes.iter().zip(shares) {
            json.float(class, *share);
        }
    });
}

fn disk_object(json: &mut Writer, disk: &DiskUse, is_later: bool) {
    json.text("name", &disk.name);
    disk_counts(json, "", &disk.counts, is_later);
    if let Some(below) = &disk.below {
        disk_counts(json, "aggr_", below, is_later);
    }
}

/// The counters under fio's names behind a prefix.
fn disk_counts(json: &mut Writer, prefix: &str, counts: &DiskCounts, is_later: bool) {
    // Of the disks below, the singular is fio's.
    let write_merges = if prefix.is_empty() {
        "write_merges"
    } else {
        "write_merge"
    };
    const SECTOR: u64 = 512;
    let transfers = [("read_ios", counts.read_ios), ("write_ios", counts.write_ios)];
    let sectors = [
        ("read_sectors", counts.read_bytes / SECTOR),
        ("write_sectors", counts.write_bytes / SECTOR),
    ];
    let others = [
        ("read_merges", counts.read_merges),
        (write_merges, counts.write_merges),
        ("read_ticks", counts.read_ticks),
        ("write_ticks", counts.write_ticks),
        ("in_queue", counts.in_queue),
    ];
    let sectors = sectors.into_iter().filter(|_| is_later);
    for (name, count) in transfers.into_iter().chain(sectors).chain(others) {
        json.value(&format!("{prefix}{name}"), count);
    }
    json.float(&format!("{prefix}util"), counts.util_percent);
}
