//! Reads fio's JSON and json+ into the report model. What JSON does not carry (process ids, the number of merged workers,
//! the place of an error) stays empty. Nothing here judges the numbers.

use std::fmt;

use fiord_job::plan::{Ddir, OptionEcho, PERCENTILES, UnifiedReporting};
use fiord_stats::Histogram;

use super::json_tree::JsonTree;
use fiord_messages::{Lang, import as messages};
use fiord_record::imported::{FigureOf, Mismatch, UnknownCount};
use fiord_record::run::{DiskCounts, DiskUse};
use fiord_report::documents::read::ReadError;
use fiord_report::fio::numbers::lat_class;
use fiord_report::fio::{
    DdirEntry, Entry, EntryCpu, EntryGoals, LatencySummary, PrioritySummary, Report, SampleSummary, Settings,
    percentile_decimals,
};

/// Why something is not a result that can be read.
#[derive(Debug)]
pub enum ImportError {
    /// No line opens a document.
    NoDocument,
    /// The JSON is broken.
    Syntax(serde_json::Error),
    /// It is JSON, but this is missing.
    Missing(&'static str),
    /// fio ended before its first job began.
    NoJob,
    /// It is a document of fiord that cannot be read.
    Native(ReadError),
}

impl ImportError {
    /// The error in a language.
    pub(super) fn text(&self, lang: Lang) -> String {
        match self {
            ImportError::NoDocument => messages::no_json(lang).to_owned(),
            ImportError::Syntax(problem) => messages::BrokenJson { problem }.text(lang),
            ImportError::Missing(key) => messages::NotAResult { key }.text(lang),
            ImportError::NoJob => messages::no_job_has_a_result(lang).to_owned(),
            ImportError::Native(error) => error.to_string(),
        }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::current()))
    }
}

impl std::error::Error for ImportError {}

/// Every report in `text`: `--status-interval` makes several documents, and messages or other formats may stand around
/// them.
pub fn reports(text: &str) -> Result<Vec<Report>, ImportError> {
    documents(text)?.iter().map(report).collect()
}

/// Every document in `text`.
pub(super) fn documents(text: &str) -> Result<Vec<JsonTree<'_>>, ImportError> {
    let mut documents = Vec::new();
    let mut rest = text;
    while let Some(start) = document_start(rest) {
        let mut stream = serde_json::Deserializer::from_str(&rest[start..]).into_iter::<JsonTree<'_>>();
        let value = stream
            .next()
            .ok_or(ImportError::NoDocument)?
            .map_err(ImportError::Syntax)?;
        documents.push(value);
        rest = &rest[start + stream.byte_offset()..];
    }
    if documents.is_empty() {
        Err(ImportError::NoDocument)
    } else {
        Ok(documents)
    }
}

fn document_start(text: &str) -> Option<usize> {
    if text.starts_with('{') {
        return Some(0);
    }
    // A line of progress on standard error does not end with a line feed.
    let ends = ["\n{", "\r{", "s]{"].into_iter();
    ends.filter_map(|end| text.find(end).map(|at| at + end.len() - 1))
        .min()
}

pub(super) fn report(value: &JsonTree<'_>) -> Result<Report, ImportError> {
    let version = value
        .get("fio version")
        .and_then(JsonTree::as_str)
        .ok_or(ImportError::Missing("fio version"))?;
    let jobs = jobs(value).ok_or(ImportError::Missing("jobs"))?;
    let global_options = echoes(&value["global options"]);
    let server = [["hostname"].as_slice(), &["hostname", "port"]]
        .into_iter()
        .find(|keys| tells_apart(&jobs, keys));
    let entries: Vec<Entry> = jobs
        .iter()
        .map(|job| {
            let mut entry = entry(job, global_options.as_deref().unwrap_or_default());
            if let Some(keys) = server {
                entry.name = format!("{}@{}", entry.name, named(job, keys));
            }
            entry
        })
        .collect();
    let disks = value["disk_util"]
        .list()
        .map_or(Vec::new(), |disks| disks.iter().filter_map(disk).collect());
    let first = jobs.first().copied().unwrap_or(&JsonTree::Null);
    Ok(Report {
        version: version.to_owned(),
        timestamp_ms: value["timestamp_ms"]
            .as_u64()
            .and_then(|ms| i64::try_from(ms).ok())
            .unwrap_or(0),
        time: value["time"].as_str().unwrap_or_default().to_owned(),
        elapsed_s: number(first, "elapsed"),
        eta_s: u32::try_from(number(first, "eta"))
            .ok()
            .filter(|eta| *eta < i32::MAX as u32),
        groups: fiord_report::fio::groups_of(&entries),
        global_options,
        entries,
        disks,
        idleness: None,
        clamped: 0,
    })
}

/// The name of the sum that a client of several servers or jobs adds to them.
pub(super) const ALL_CLIENTS: &str = "All clients";

/// The reports of the jobs, of a client those of its servers: their sum is none of them.
fn jobs<'d, 't>(document: &'d JsonTree<'t>) -> Option<Vec<&'d JsonTree<'t>>> {
    let listed = document["jobs"]
        .list()
        .or_else(|| document["client_stats"].list())?;
    let is_sum = |job: &&JsonTree<'_>| listed.len() > 1 && job["jobname"].as_str() == Some(ALL_CLIENTS);
    let mut jobs: Vec<&JsonTree<'t>> = listed.iter().filter(|job| !is_sum(job)).collect();
    // Each server lists all of its groups, and the servers ran a group together.
    jobs.sort_by_key(|job| number(job, "groupid"));
    Some(jobs)
}

/// Whether the jobs of a client differ in these parts of their servers' names.
fn tells_apart(jobs: &[&JsonTree<'_>], keys: &[&str]) -> bool {
    let mut names = jobs.iter().map(|job| named(job, keys));
    let first = names.next();
    names.any(|name| Some(name) != first)
}

fn named(job: &JsonTree<'_>, keys: &[&str]) -> String {
    let part = |key: &&str| job[key].shown();
    keys.iter().map(part).collect::<Vec<_>>().join(":")
}

fn number(value: &JsonTree<'_>, key: &str) -> u64 {
    value[key].as_u64().unwrap_or(0)
}

/// Whether it has all of these.
fn has(value: &JsonTree<'_>, keys: &[impl AsRef<str>]) -> bool {
    keys.iter().all(|key| !value[key.as_ref()].is_null())
}

fn float(value: &JsonTree<'_>, key: &str) -> f64 {
    value[key].as_f64().unwrap_or(0.0)
}

fn echoes(value: &JsonTree<'_>) -> Option<Vec<OptionEcho>> {
    let echoes = value.members().iter().map(|(name, value)| OptionEcho {
        name: name.clone().into_owned(),
        value: value.shown(),
    });
    value.is_object().then(|| echoes.collect())
}

fn entry(job: &JsonTree<'_>, global: &[OptionEcho]) -> Entry {
    let options = echoes(&job["job options"]);
    let settings = settings(global, options.as_deref().unwrap_or_default());
    let mut ddirs = ["read", "write", "trim"].map(|name| ddir(&job[name]));
    let mut mixed = job.get("mixed").map(ddir);
    if settings.unified == UnifiedReporting::Mixed
        && let Some(mixed) = mixed.take()
    {
        ddirs[0] = mixed;
    }
    let classes = |key: &str, value: &JsonTree<'_>| value[key].as_f64().unwrap_or(0.0);
    let depths = |name: &str, keys: [&str; 7]| keys.map(|key| classes(key, &job[name]));
    let sync_ios = number(&job["sync"], "total_ios");
    let sync = latency(
        &job["sync"]["lat_ns"],
        match sync_ios.max(short_syncs(&ddirs)) {
            0 => UNCOUNTED,
            syncs => syncs,
        },
    );
    const BATCHES: [&str; 7] = ["0", "4", "8", "16", "32", "64", ">=64"];
    let total = ddirs.iter().fold(0_u64, |sum, ddir| sum.saturating_add(ddir.ios));
    let rough = rough_classes(&ddirs);
    Entry {
        name: job["jobname"].as_str().unwrap_or_default().to_owned(),
        description: job["desc"].as_str().map(str::to_owned),
        group: u32::try_from(number(job, "groupid")).unwrap_or(0),
        jobs: 1,
        pid: 0,
        error: i32::try_from(job["error"].as_f64().unwrap_or(0.0) as i64).unwrap_or(0),
        verror: String::new(),
        mixed: mixed.map(Box::new),
        sync_ios,
        sync,
        level: depths("iodepth_level", ["1", "2", "4", "8", "16", "32", ">=64"]),
        submit: depths("iodepth_submit", BATCHES),
        complete: depths("iodepth_complete", BATCHES),
        lat_ns: counts(&job["latency_ns"], total, &rough[0]),
        lat_us: counts(&job["latency_us"], total, &rough[1]),
        lat_ms: counts(&job["latency_ms"], total, &rough[2]),
        cpu: EntryCpu {
            user_percent: float(job, "usr_cpu"),
            system_percent: float(job, "sys_cpu"),
            context_switches: number(job, "ctx"),
            major_faults: number(job, "majf"),
            minor_faults: number(job, "minf"),
        },
        started_ms: job["job_start"].as_u64().and_then(|ms| i64::try_from(ms).ok()),
        runtime_ms: number(job, "job_runtime"),
        errors: number(job, "total_err"),
        first_error: i32::try_from(job["first_error"].as_f64().unwrap_or(0.0) as i64).unwrap_or(0),
        goals: EntryGoals {
            iodepth: u32::try_from(number(job, "latency_depth")).unwrap_or(0),
            ..EntryGoals::default()
        },
        settings: Some(Settings {
            shows_errors: job.get("total_err").is_some(),
            ..settings
        }),
        ddirs,
        options,
    }
}

/// Latencies of an unknown number of syncs: the fewest that have a mean and a deviation. Such a number is in [`UnknownCount::Syncs`].
pub(super) const UNCOUNTED: u64 = 2;

/// The syncs of an entry. Some versions count them by their latencies only, and old ones as short reads.
pub(super) fn syncs(entry: &Entry) -> u64 {
    counted_syncs(entry).max(entry.sync.samples)
}

/// The syncs that an entry has besides their latencies.
pub(super) fn counted_syncs(entry: &Entry) -> u64 {
    entry.sync_ios.max(short_syncs(&entry.ddirs))
}

/// Whether its one row counts all directions, as `unified_rw_reporting=mixed` makes it.
pub(super) fn sums_directions(entry: &Entry) -> bool {
    let is_mixed = |settings: &Settings| settings.unified == UnifiedReporting::Mixed;
    entry.settings.as_ref().is_some_and(is_mixed) && entry.ddirs[1..].iter().all(|ddir| ddir.ios == 0)
}

/// The short I/Os of directions without I/Os: syncs that an old version of fio counts as short reads.
pub(super) fn short_syncs(ddirs: &[DdirEntry]) -> u64 {
    let of_none = ddirs.iter().filter(|ddir| ddir.ios == 0);
    of_none.fold(0, |sum, ddir| sum.saturating_add(ddir.short_ios))
}

/// The settings that the echoed options tell; fio's defaults for the rest.
pub(super) fn settings(global: &[OptionEcho], own: &[OptionEcho]) -> Settings {
    let get = |name: &str| {
        own.iter()
            .chain(global)
            .find(|echo| echo.name == name)
            .map(|echo| echo.value.as_str())
    };
    let off = |name: &str| {
        get(name).is_some_and(|value| value != "0") || get("gtod_reduce").is_some_and(|value| value != "0")
    };
    let flag =
        |name: &str, default: bool| get(name).map_or(default, |value| value != "0" && value != "false");
    let listed =
        get("percentile_list").map(|list| list.split(':').filter_map(|item| item.parse().ok()).collect());
    let mut percentiles: Vec<f64> = listed.unwrap_or_else(|| PERCENTILES.to_vec());
    percentiles.sort_by(f64::total_cmp);
    Settings {
        kb_base: if get("kb_base") == Some("1000") {
            1000
        } else {
            1024
        },
        bits: matches!(get("unit_base"), Some("1" | "b")),
        figures: get("significant_figures")
            .and_then(|value| value.parse().ok())
            .unwrap_or(4),
        percentiles,
        precision: percentile_decimals(if own.iter().any(|echo| echo.name == "percentile_list") {
            own
        } else {
            global
        }),
        slat_percentiles: flag("slat_percentiles", false) && !off("disable_slat"),
        clat_percentiles: flag("clat_percentiles", true) && !off("disable_clat"),
        lat_percentiles: flag("lat_percentiles", false) && !off("disable_lat"),
        marks: false,
        unified: match get("unified_rw_reporting") {
            None | Some("none" | "0") => UnifiedReporting::None,
            Some("both" | "2") => UnifiedReporting::Both,
            Some(_) => UnifiedReporting::Mixed,
        },
        shows_errors: false,
    }
}

fn ddir(value: &JsonTree<'_>) -> DdirEntry {
    let samples = |kind: &str, dev: &str| {
        let field = |name: &str| format!("{kind}_{name}");
        let is_whole = has(value, &["min", "max", "mean", dev].map(field));
        SampleSummary {
            samples: if is_whole {
                number(value, &field("samples"))
            } else {
                0
            },
            min: number(value, &field("min")),
            max: number(value, &field("max")),
            mean: float(value, &field("mean")),
            stddev: float(value, &field(dev)),
        }
    };
    let bytes = moved_bytes(value);
    let ios = match value.get("total_ios") {
        Some(count) => count.as_u64().unwrap_or(0),
        // fio 2.1 has rates only.
        None => ios_of_rate(
            bytes,
            number(value, "bw"),
            float(value, "iops"),
            number(value, "runtime"),
        ),
    };
    // fio before 2.99 printed microseconds, under other names.
    let latencies = |name: &str| match value.get(&format!("{name}_ns")) {
        Some(ns) => latency(ns, ios),
        None => in_ns(latency(&value[name], ios)),
    };
    DdirEntry {
        bytes,
        ios,
        short_ios: number(value, "short_ios"),
        dropped_ios: number(value, "drop_ios"),
        runtime_ms: number(value, "runtime"),
        slat: latencies("slat"),
        clat: latencies("clat"),
        lat: latencies("lat"),
        bw: samples("bw", "dev"),
        iops: samples("iops", "stddev"),
        by_priority: priorities(&value["prios"]),
        // fio prints them in its text only.
        zone_resets: 0,
    }
}

fn moved_bytes(value: &JsonTree<'_>) -> u64 {
    // fio 2 transferred KiB as `io_bytes`, until it had `io_kbytes` as well.
    let is_kib = value.get("io_kbytes").is_none() && value.get("lat").is_some();
    match value.get("io_bytes").and_then(JsonTree::as_u64) {
        Some(bytes) => bytes << if is_kib { 10 } else { 0 },
        None => number(value, "io_kbytes").saturating_mul(1024),
    }
}

/// The latencies of each priority (`cmdprio_*`).
fn priorities(value: &JsonTree<'_>) -> Vec<PrioritySummary> {
    let all = value.list().unwrap_or_default();
    let of_one = |one: &JsonTree<'_>| PrioritySummary {
        class: number(one, "prioclass").min(u64::from(u16::MAX)) as u16,
        level: number(one, "prio").min(u64::from(u16::MAX)) as u16,
        hint: number(one, "priohint").min(u64::from(u16::MAX)) as u16,
        latency: match &one["lat_ns"] {
            JsonTree::Null => latency(&one["clat_ns"], 0),
            whole => latency(whole, 0),
        },
    };
    all.iter().map(of_one).collect()
}

/// The count of I/Os where only their rate was printed: it has lost its fraction, which whole blocks give back.
pub(super) fn ios_of_rate(bytes: u64, kib_per_s: u64, iops: f64, runtime_ms: u64) -> u64 {
    let ios = (iops * runtime_ms as f64 / 1e3) as u64;
    whole_blocks(bytes, ios, kib_per_s).unwrap_or(ios)
}

/// The count of I/Os where one size of a power of two makes rate and bytes fit exactly.
fn whole_blocks(bytes: u64, ios: u64, kib_per_s: u64) -> Option<u64> {
    if ios == 0 || kib_per_s == 0 {
        return None;
    }
    let near = bytes as f64 / ios as f64;
    let size = (9..=26)
        .map(|power| 1_u64 << power)
        .find(|size| (near / *size as f64 - 1.0).abs() < 0.02)?;
    bytes.is_multiple_of(size).then_some(bytes / size)
}

/// Microseconds as nanoseconds.
fn in_ns(us: LatencySummary) -> LatencySummary {
    LatencySummary {
        samples: us.samples,
        min: us.min.saturating_mul(1000),
        max: us.max.saturating_mul(1000),
        mean: us.mean * 1e3,
        stddev: us.stddev * 1e3,
        bins: Vec::new(),
        given: us
            .given
            .iter()
            .map(|(percent, us)| (*percent, us.saturating_mul(1000)))
            .collect(),
    }
}

/// What makes a summary of latencies.
const LATENCY: [&str; 4] = ["min", "max", "mean", "stddev"];

/// The latencies of `ios` I/Os. fio before 3.18 did not print how many it recorded, but every I/O has one.
fn latency(value: &JsonTree<'_>, ios: u64) -> LatencySummary {
    let pairs = |key: &str| value[key].members().iter();
    let given = pairs("percentile").filter_map(|(percent, ns)| Some((percent.parse().ok()?, ns.as_u64()?)));
    let was_recorded = number(value, "max") > 0 || float(value, "mean") > 0.0;
    let unsaid = if was_recorded { ios } else { 0 };
    let is_whole = has(value, &LATENCY);
    LatencySummary {
        samples: if is_whole {
            value["N"].as_u64().unwrap_or(unsaid)
        } else {
            0
        },
        min: number(value, "min"),
        max: number(value, "max"),
        mean: float(value, "mean"),
        stddev: float(value, "stddev"),
        bins: value["bins"].take_bins(),
        given: given.collect(),
    }
}

/// Completion latencies per class, from the bins: right up to the buckets that an edge cuts.
fn rough_classes(ddirs: &[DdirEntry]) -> [[u64; 12]; 3] {
    let mut classes = [[0_u64; 12]; 3];
    for (bucket, count) in ddirs.iter().flat_map(|ddir| &ddir.clat.bins) {
        let (line, class) = lat_class(Histogram::value_of(*bucket));
        classes[line][class] = classes[line][class].saturating_add(*count);
    }
    classes
}

/// Counts from shares. A share at fio's floor of 0.01 % hides the count, so there the bins decide.
fn counts<const N: usize>(shares: &JsonTree<'_>, total: u64, rough: &[u64; 12]) -> [u64; N] {
    const EDGES: [&str; 12] = [
        "2", "4", "10", "20", "50", "100", "250", "500", "750", "1000", "2000", ">=2000",
    ];
    std::array::from_fn(|class| {
        let share = float(shares, EDGES[class]);
        if share <= 0.0 {
            0
        } else if share <= 0.01 {
            rough[class].clamp(1, (total / 10_000).max(1))
        } else {
            (share * total as f64 / 100.0).round() as u64
        }
    })
}

/// A disk; none without its counts.
fn disk(value: &JsonTree<'_>) -> Option<DiskUse> {
    let counts = |prefix: &str, write_merges: &str| DiskCounts {
        read_ios: number(value, &format!("{prefix}read_ios")),
        write_ios: number(value, &format!("{prefix}write_ios")),
        read_merges: number(value, &format!("{prefix}read_merges")),
        write_merges: number(value, write_merges),
        read_ticks: number(value, &format!("{prefix}read_ticks")),
        write_ticks: number(value, &format!("{prefix}write_ticks")),
        in_queue: number(value, &format!("{prefix}in_queue")),
        util_percent: float(value, &format!("{prefix}util")),
        // fio 3.33 does not say how many sectors moved; later versions do.
        read_bytes: number(value, &format!("{prefix}read_sectors")).saturating_mul(512),
        write_bytes: number(value, &format!("{prefix}write_sectors")).saturating_mul(512),
    };
    has(value, &["read_ios", "write_ios"]).then(|| DiskUse {
        name: value["name"].as_str().unwrap_or_default().to_owned(),
        counts: counts("", "write_merges"),
        below: value
            .get("aggr_util")
            .map(|_| counts("aggr_", "aggr_write_merge")),
    })
}

/// How far a bandwidth may be from what its bytes and time make, as a share: versions of fio cut them off in other places.
const BANDWIDTH_TOLERANCE: f64 = 0.02;

/// A direction of a job: the place of the job, the direction, none of all together, and its member.
type Direction<'d, 't> = (usize, Option<Ddir>, &'d JsonTree<'t>);

fn directions<'d, 't>(document: &'d JsonTree<'t>) -> impl Iterator<Item = Direction<'d, 't>> {
    let names = [
        ("read", Some(Ddir::Read)),
        ("write", Some(Ddir::Write)),
        ("trim", Some(Ddir::Trim)),
        ("mixed", None),
    ];
    let jobs = jobs(document).unwrap_or_default().into_iter().enumerate();
    jobs.flat_map(move |(at, job)| names.map(|(name, ddir)| (at, ddir, &job[name])))
}

/// Those that moved data.
fn moved<'d, 't>(document: &'d JsonTree<'t>) -> impl Iterator<Item = Direction<'d, 't>> {
    let is_moved = |value: &JsonTree<'_>| {
        let keys = ["io_bytes", "io_kbytes", "bw_bytes", "bw", "iops", "total_ios"];
        keys.iter().any(|key| float(value, key) > 0.0)
    };
    directions(document).filter(move |(.., value)| is_moved(value))
}

/// The first missing key among the directions of the jobs and the counts that give their rates. Shortened documents have one.
pub(super) fn missing_count(document: &JsonTree<'_>) -> Option<&'static str> {
    let of_job = |job: &JsonTree<'_>| {
        let rw = [&job["job options"], &document["global options"]];
        let rw = rw
            .iter()
            .find_map(|options| options["rw"].as_str())
            .unwrap_or_default();
        // A job of one direction has no other.
        let (reads, writes) = (rw.ends_with("read"), rw.ends_with("write") && rw != "readwrite");
        [("read", !writes), ("write", !reads)]
            .into_iter()
            .find(|(name, is_needed)| *is_needed && !has(job, &["mixed"]) && !has(job, &[name]))
            .map(|(name, _)| name)
    };
    let of_direction = |(.., value): Direction<'_, '_>| {
        [
            &["runtime"][..],
            &["io_bytes", "io_kbytes"],
            &["total_ios", "iops"],
        ]
        .into_iter()
        .find(|names| names.iter().all(|name| !has(value, &[name])))
        .map(|names| names[0])
    };
    let mut jobs = jobs(document).unwrap_or_default().into_iter();
    jobs.find_map(of_job)
        .or_else(|| moved(document).find_map(of_direction))
}

/// Whether it has completion latencies, be they zeros.
pub(super) fn has_latencies(document: &JsonTree<'_>) -> bool {
    moved(document).all(|(.., value)| {
        let mut names = ["clat_ns", "clat"].iter();
        names.any(|name| has(&value[*name], &LATENCY))
    })
}

/// The rates of its directions as they are printed.
pub(super) fn rates(document: &JsonTree<'_>) -> Vec<(usize, Option<Ddir>, FigureOf, f64)> {
    let of = |(at, ddir, value): Direction<'_, '_>| {
        let bytes_per_s = value["bw_bytes"].as_f64();
        let bytes_per_s = bytes_per_s.or_else(|| Some(value["bw"].as_f64()? * 1024.0));
        [
            (FigureOf::Iops, value["iops"].as_f64()),
            (FigureOf::BytesPerS, bytes_per_s),
        ]
        .into_iter()
        .filter_map(move |(what, rate)| Some((at, ddir, what, rate.filter(|rate| *rate > 0.0)?)))
    };
    moved(document).flat_map(of).collect()
}

/// Bandwidths that the bytes and times beside them do not make.
pub(super) fn mismatches(document: &JsonTree<'_>) -> Vec<Mismatch> {
    let each = directions(document).flat_map(|(_, ddir, value)| {
        let ddir = ddir.unwrap_or(Ddir::Read);
        [
            mismatch(value, ddir),
            two_bandwidths(value, ddir),
            rate(value, ddir),
        ]
    });
    each.flatten().collect()
}

/// `bw` in KiB/s and `bw_bytes` are one number.
fn two_bandwidths(value: &JsonTree<'_>, ddir: Ddir) -> Option<Mismatch> {
    let bytes_per_s = value.get("bw_bytes")?.as_f64()?;
    let other_bytes_per_s = value.get("bw")?.as_f64()? * 1024.0;
    let tolerance = bytes_per_s * BANDWIDTH_TOLERANCE + 1024.0;
    (bytes_per_s > 0.0 && (bytes_per_s - other_bytes_per_s).abs() > tolerance).then_some(
        Mismatch::Bandwidths {
            ddir,
            bytes_per_s,
            other_bytes_per_s,
        },
    )
}

/// `iops` is `total_ios` in the runtime; some versions leave out the I/Os that were short or dropped.
fn rate(value: &JsonTree<'_>, ddir: Ddir) -> Option<Mismatch> {
    let (iops, ios) = (value.get("iops")?.as_f64()?, value.get("total_ios")?.as_u64()?);
    let ms = number(value, "runtime") as f64;
    let of = |ios: u64| ios as f64 * 1e3 / ms;
    let whole = ios.saturating_sub(number(value, "short_ios").saturating_add(number(value, "drop_ios")));
    let is_near = |ios: u64| (iops - of(ios)).abs() <= of(ios) * BANDWIDTH_TOLERANCE + 1.0;
    let is_known = iops > 0.0 && ios > 0 && ms > 0.0;
    (is_known && !is_near(ios) && !is_near(whole)).then_some(Mismatch::IosInTime {
        ddir,
        iops,
        from_iops: of(ios),
        ios,
        runtime_ns: ms * 1e6,
    })
}

fn mismatch(value: &JsonTree<'_>, ddir: Ddir) -> Option<Mismatch> {
    let bytes_per_s = match value.get("bw_bytes") {
        Some(bytes) => bytes.as_f64().unwrap_or(0.0),
        None => float(value, "bw") * 1024.0,
    };
    let (bytes, ms) = (moved_bytes(value) as f64, number(value, "runtime") as f64);
    let from_bytes_per_s = bytes * 1e3 / ms;
    let is_known = bytes_per_s > 0.0 && bytes > 0.0 && ms > 0.0;
    let tolerance = from_bytes_per_s * BANDWIDTH_TOLERANCE + 1024.0;
    (is_known && (bytes_per_s - from_bytes_per_s).abs() > tolerance).then_some(Mismatch::BytesInTime {
        ddir,
        bytes_per_s,
        from_bytes_per_s,
        bytes,
        runtime_ns: ms * 1e6,
    })
}

/// Whether a job has latencies of syncs whose number is in none of its counts.
fn has_uncounted_syncs(job: &JsonTree<'_>) -> bool {
    let sync = &job["sync"];
    let ddirs = ["read", "write", "trim"].map(|name| ddir(&job[name]));
    has(&sync["lat_ns"], &LATENCY)
        && float(&sync["lat_ns"], "mean") > 0.0
        && number(&sync["lat_ns"], "N").max(number(sync, "total_ios")) == 0
        && short_syncs(&ddirs) == 0
}

/// What the jobs of a document leave out.
pub(super) fn unknown(document: &JsonTree<'_>) -> Vec<UnknownCount> {
    let jobs = jobs(document).unwrap_or_default();
    let lack = |key: &str| jobs.iter().any(|job| job[key].is_null());
    let lacks = |count: &UnknownCount| match count {
        UnknownCount::Processor => lack("usr_cpu"),
        UnknownCount::Depths => lack("iodepth_level"),
        UnknownCount::Batches => lack("iodepth_submit"),
        UnknownCount::Ios => moved(document).any(|(.., value)| !has(value, &["total_ios"])),
        UnknownCount::Syncs => jobs.iter().any(|job| has_uncounted_syncs(job)),
    };
    UnknownCount::ALL.into_iter().filter(lacks).collect()
}
