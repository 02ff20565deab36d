//! What fio's formats show of a run: one entry per worker or per reporting group, and one summary per group.
//!
//! Made from a [`RunRecord`] by fio's rules of merging, or read from fio's JSON by `fiord-import`. This is where exact
//! counts become what fio prints: histograms clamped to its last bucket, times in milliseconds, shares with a floor.

use std::collections::BTreeMap;

use fiord_job::plan::{JobPlan, OptionEcho, UnifiedReporting, UnitBase};
use fiord_stats::distribution::depth_percentages;
use fiord_stats::{DDIRS, DdirStats, Histogram, JobStats, Latency, PriorityLatency, Samples};

use super::goals::EntryGoals;
use super::numbers::lat_class;
use super::percentile::fio_percentiles;
use fiord_record::run::{DiskUse, ErrorRecord, Idleness, RunRecord, WorkerRecord, errno_message};

/// What all of fio's formats show of a run.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// `fio version`
    pub version: String,
    /// Milliseconds since 1970.
    pub timestamp_ms: i64,
    /// The same as local time in the form of ctime(3), without the line feed.
    pub time: String,
    /// `elapsed` in seconds, of the whole run.
    pub elapsed_s: u64,
    /// Seconds left, in a report of a run that goes on (`--status-interval`).
    pub eta_s: Option<u32>,
    /// Options for all jobs, echoed by JSON.
    pub global_options: Option<Vec<OptionEcho>>,
    /// One per worker, or one per group with `group_reporting`.
    pub entries: Vec<Entry>,
    /// One per reporting group, ascending.
    pub groups: Vec<GroupSummary>,
    /// The disks.
    pub disks: Vec<DiskUse>,
    /// How idle the processors were.
    pub idleness: Option<Idleness>,
    /// Latencies beyond fio's last bucket (17.2 s), shown in it.
    pub clamped: u64,
}

/// How an entry is to be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// `kb_base`: 1024 or 1000.
    pub kb_base: u32,
    /// `unit_base=1`: rates in bits.
    pub bits: bool,
    /// `significant_figures`
    pub figures: usize,
    /// `percentile_list`
    pub percentiles: Vec<f64>,
    /// Decimals of a percentile's name in text.
    pub precision: usize,
    /// `slat_percentiles`
    pub slat_percentiles: bool,
    /// `clat_percentiles`
    pub clat_percentiles: bool,
    /// `lat_percentiles`
    pub lat_percentiles: bool,
    /// `unified_rw_reporting`
    pub unified: UnifiedReporting,
    /// Percentiles are marked where few samples lie beyond, and left out where there are next to none. Never in fio's own formats.
    pub marks: bool,
    /// `continue_on_error` was given: errors are shown even if there were none.
    pub shows_errors: bool,
}

/// As in fio, `continue_on_error=none` takes back what an `ignore_error` before it turned on.
fn ignores_errors(job: &JobPlan) -> bool {
    let last = |name: &str| job.given.iter().rposition(|echo| echo.name == name);
    last("ignore_error") > last("continue_on_error")
}

impl Settings {
    /// The settings of a job.
    pub fn of(job: &JobPlan) -> Self {
        let report = &job.report;
        let go_on = job.control.continue_on_error;
        Self {
            kb_base: report.kb_base,
            bits: report.unit_base == UnitBase::Bits,
            figures: usize::from(report.significant_figures),
            percentiles: report.percentiles.clone(),
            precision: percentile_decimals(&job.given),
            slat_percentiles: report.slat_percentiles && !report.disable_slat,
            clat_percentiles: report.clat_percentiles && !report.disable_clat,
            lat_percentiles: report.lat_percentiles && !report.disable_lat,
            unified: report.unified,
            marks: false,
            // fio turns continue_on_error on for a job with ignore_error.
            shows_errors: go_on.read || go_on.write || go_on.verify || ignores_errors(job),
        }
    }

    /// The settings of jobs that are reported together: as in fio, which percentiles are shown, and
    /// whether errors are, is the last job's affair.
    fn of_group(first: &JobPlan, last: &JobPlan) -> Self {
        let last = Self::of(last);
        Self {
            percentiles: last.percentiles,
            precision: last.precision,
            slat_percentiles: last.slat_percentiles,
            clat_percentiles: last.clat_percentiles,
            lat_percentiles: last.lat_percentiles,
            shows_errors: last.shows_errors,
            ..Self::of(first)
        }
    }

    /// Which latency is shown of each priority, and whether its percentiles are.
    pub(crate) fn of_priorities(&self) -> (&'static str, bool) {
        if self.lat_percentiles {
            ("lat", true)
        } else {
            ("clat", self.clat_percentiles)
        }
    }

    /// Whether sizes come in powers of 1024 first.
    pub fn binary(&self) -> bool {
        self.kb_base == 1024
    }
}

/// Decimals of percentiles in text: as many as the longest that was typed, 2 where no list was.
pub fn percentile_decimals(given: &[OptionEcho]) -> usize {
    let list = given.iter().rev().find(|echo| echo.name == "percentile_list");
    let decimals = |item: &str| item.split_once('.').map_or(0, |(_, places)| places.trim().len());
    list.map_or(2, |echo| echo.value.split(':').map(decimals).max().unwrap_or(0))
}

/// One kind of latency, as fio shows it; nanoseconds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LatencySummary {
    /// Number of values. 0 with a mean: an imported result lacks the others.
    pub samples: u64,
    /// Smallest; 0 of none.
    pub min: u64,
    /// Largest.
    pub max: u64,
    /// Mean.
    pub mean: f64,
    /// Sample standard deviation.
    pub stddev: f64,
    /// Occupied buckets (index, count), ascending, within fio's range.
    pub bins: Vec<(usize, u64)>,
    /// Percentiles (percent, nanoseconds) that came without bins, from fio's plain JSON.
    pub given: Vec<(f64, u64)>,
}

impl LatencySummary {
    /// Summarises; what lies beyond fio's last bucket is moved into it.
    fn of(latency: &Latency) -> Self {
        let moments = &latency.moments;
        // fio clamps while it counts; ours is exact and clamped for its formats only.
        let last = Histogram::FIO_BUCKETS - 1;
        let mut bins: Vec<(usize, u64)> = Vec::new();
        let beyond = Some((last, latency.histogram.overflow())).filter(|(_, count)| *count > 0);
        for (bucket, count) in latency.histogram.occupied().chain(beyond) {
            match bins.last_mut() {
                Some((end, sum)) if bucket >= last && *end == last => *sum = sum.saturating_add(count),
                _ => bins.push((bucket.min(last), count)),
            }
        }
        Self {
            samples: moments.count,
            min: moments.min_or_zero(),
            max: moments.max,
            mean: moments.mean(),
            stddev: moments.stdev(),
            bins,
            given: Vec::new(),
        }
    }

    /// The values at each of `list` (in percent, ascending), in nanoseconds. Where only percentiles were imported, those
    /// that are missing are 0.
    pub fn percentiles(&self, list: &[f64]) -> Vec<u64> {
        if self.bins.is_empty() && !self.given.is_empty() {
            let at = |percent: &f64| {
                self.given
                    .iter()
                    .find(|(given, _)| (given - percent).abs() < 1e-6)
            };
            return list
                .iter()
                .map(|percent| at(percent).map_or(0, |(_, value)| *value))
                .collect();
        }
        fio_percentiles(&self.bins, self.samples, list)
    }
}

/// Samples of bandwidth (KiB/s) or IOPS, as fio shows them.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SampleSummary {
    /// Number of samples, over all merged workers.
    pub samples: u64,
    /// Smallest; of a group the sum of the workers' smallest.
    pub min: u64,
    /// Largest, likewise.
    pub max: u64,
    /// Mean, likewise.
    pub mean: f64,
    /// Sample standard deviation; of a group see [`Samples`].
    pub stddev: f64,
}

impl SampleSummary {
    fn of(samples: &Samples) -> Self {
        Self {
            samples: samples.count(),
            min: samples.min(),
            max: samples.max(),
            mean: samples.mean(),
            stddev: samples.stdev(),
        }
    }
}

/// One data direction of an entry.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DdirEntry {
    /// Bytes transferred.
    pub bytes: u64,
    /// I/Os completed.
    pub ios: u64,
    /// Short ones among them.
    pub short_ios: u64,
    /// I/Os given up.
    pub dropped_ios: u64,
    /// Time in milliseconds, begun ones counted whole.
    pub runtime_ms: u64,
    /// Submission latency.
    pub slat: LatencySummary,
    /// Completion latency.
    pub clat: LatencySummary,
    /// Total latency.
    pub lat: LatencySummary,
    /// Bandwidth samples.
    pub bw: SampleSummary,
    /// IOPS samples.
    pub iops: SampleSummary,
    /// Latencies of each priority that I/Os carried (`cmdprio_*`); of none and of one alone fio shows nothing.
    pub by_priority: Vec<PrioritySummary>,
    /// Zones that were reset (`zonemode=zbd`); of writes, as fio shows them.
    pub zone_resets: u64,
}

/// The latencies of the I/Os of one priority: total ones with `lat_percentiles`, completion latencies otherwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrioritySummary {
    /// 1 real time, 2 best effort, 3 idle; 0 none.
    pub class: u16,
    /// From 0 (first) to 7 (last).
    pub level: u16,
    /// What the device was told besides; 0 nothing.
    pub hint: u16,
    /// Their latencies.
    pub latency: LatencySummary,
}

impl PrioritySummary {
    fn all(found: &[PriorityLatency]) -> Vec<Self> {
        let all: Vec<Self> = found
            .iter()
            .filter(|one| one.latency.moments.count > 0)
            .map(|one| Self {
                class: one.class(),
                level: one.level(),
                hint: one.hint(),
                latency: LatencySummary::of(&one.latency),
            })
            .collect();
        if all.len() > 1 { all } else { Vec::new() }
    }
}

impl DdirEntry {
    /// Bytes per second, rounded down; 0 without time.
    pub fn bytes_per_second(&self) -> u64 {
        per_second(self.bytes, self.runtime_ms)
    }

    /// I/Os per second, rounded down; 0 without time.
    pub fn whole_iops(&self) -> u64 {
        per_second(self.ios, self.runtime_ms)
    }
}

fn per_second(count: u64, time_ms: u64) -> u64 {
    count.saturating_mul(1000).checked_div(time_ms).unwrap_or(0)
}

/// What the workers of an entry used of the processors.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EntryCpu {
    /// User time in percent of the workers' run time.
    pub user_percent: f64,
    /// System time, likewise.
    pub system_percent: f64,
    /// Context switches.
    pub context_switches: u64,
    /// Major faults.
    pub major_faults: u64,
    /// Minor faults.
    pub minor_faults: u64,
}

/// One reported worker or group.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// Name of the job, of the first one if merged.
    pub name: String,
    /// `description`
    pub description: Option<String>,
    /// Reporting group.
    pub group: u32,
    /// Workers merged into this entry.
    pub jobs: u32,
    /// Process or thread id of the first.
    pub pid: u32,
    /// errno of the first error; 0 none.
    pub error: i32,
    /// fio's description of it.
    pub verror: String,
    /// Read, write, trim; with `unified_rw_reporting=mixed` all in the first.
    pub ddirs: [DdirEntry; DDIRS],
    /// All directions together, with `unified_rw_reporting=both`.
    pub mixed: Option<Box<DdirEntry>>,
    /// Syncs.
    pub sync_ios: u64,
    /// Their latencies.
    pub sync: LatencySummary,
    /// Depth classes in percent of the I/Os.
    pub level: [f64; 7],
    /// Submission batches in percent.
    pub submit: [f64; 7],
    /// Completion batches in percent.
    pub complete: [f64; 7],
    /// Completion latencies below 1 µs, per class of [`super::numbers::LAT_EDGES`].
    pub lat_ns: [u64; 10],
    /// Those below 1 ms.
    pub lat_us: [u64; 10],
    /// The rest; the last two classes are below 2000 ms and from there on.
    pub lat_ms: [u64; 12],
    pub cpu: EntryCpu,
    /// When the first of them started, in milliseconds since 1970. None: an entry of fio 3.33 or older, which has none of the keys that later
    /// versions added to JSON.
    pub started_ms: Option<i64>,
    /// Run time in milliseconds, summed over the workers.
    pub runtime_ms: u64,
    /// Errors passed over.
    pub errors: u64,
    /// The first of them.
    pub first_error: i32,
    /// What it searched or waited for.
    pub goals: EntryGoals,
    /// The job's own options, echoed by JSON; with `group_reporting` those of the group's last job, as in fio.
    pub options: Option<Vec<OptionEcho>>,
    /// How to show it; `None` only in an empty entry.
    pub settings: Option<Settings>,
}

impl Entry {
    /// I/Os over all directions.
    pub fn total_ios(&self) -> u64 {
        self.ddirs
            .iter()
            .fold(0, |sum, ddir| sum.saturating_add(ddir.ios))
    }

    /// Bytes over all directions.
    pub fn total_bytes(&self) -> u64 {
        self.ddirs
            .iter()
            .fold(0, |sum, ddir| sum.saturating_add(ddir.bytes))
    }
}

/// One reporting group. Index 3 is all directions together (`unified_rw_reporting=both`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GroupSummary {
    /// Number of the group.
    pub group: u32,
    /// `kb_base` is 1024.
    pub binary: bool,
    /// `unit_base=1`
    pub bits: bool,
    /// `significant_figures`
    pub figures: usize,
    /// All directions stand in the first.
    pub unified: UnifiedReporting,
    /// Bytes.
    pub bytes: [u64; 4],
    /// Shortest run time in milliseconds.
    pub min_run_ms: [u64; 4],
    /// Longest.
    pub max_run_ms: [u64; 4],
    /// Slowest entry in bytes per second.
    pub min_bw: [u64; 4],
    /// Fastest.
    pub max_bw: [u64; 4],
}

impl GroupSummary {
    /// Bytes per second of the whole group: all bytes over the longest time.
    pub fn bytes_per_second(&self, index: usize) -> u64 {
        let bytes = self.bytes.get(index).copied().unwrap_or(0);
        let run = self.max_run_ms.get(index).copied().unwrap_or(0);
        per_second(bytes, run)
    }

    fn add(&mut self, index: usize, entry: &DdirEntry) {
        if entry.runtime_ms == 0 {
            return;
        }
        let first = self.max_run_ms[index] == 0;
        let bw = entry.bytes_per_second();
        self.min_run_ms[index] = if first {
            entry.runtime_ms
        } else {
            self.min_run_ms[index].min(entry.runtime_ms)
        };
        self.max_run_ms[index] = self.max_run_ms[index].max(entry.runtime_ms);
        self.min_bw[index] = if first { bw } else { self.min_bw[index].min(bw) };
        self.max_bw[index] = self.max_bw[index].max(bw);
        self.bytes[index] = self.bytes[index].saturating_add(entry.bytes);
    }
}

/// Sums per reporting group, by fio's rules, from entries.
pub fn groups_of(entries: &[Entry]) -> Vec<GroupSummary> {
    let mut groups: BTreeMap<u32, GroupSummary> = BTreeMap::new();
    for entry in entries {
        let group = groups.entry(entry.group).or_insert_with(|| GroupSummary {
            group: entry.group,
            ..GroupSummary::default()
        });
        if let Some(settings) = &entry.settings {
            group.binary = settings.binary();
            group.bits = settings.bits;
            group.figures = settings.figures;
            group.unified = settings.unified;
        }
        for (index, ddir) in entry.ddirs.iter().enumerate() {
            group.add(index, ddir);
            if entry.mixed.is_some() {
                group.add(3, ddir);
            }
        }
    }
    groups.into_values().collect()
}

impl Report {
    /// The report of a run.
    pub fn of(record: &RunRecord) -> Self {
        let mut merges: Vec<Merge<'_>> = Vec::new();
        let mut last_group = None;
        for worker in &record.workers {
            // FIO-DIFF(stats-zero): fio 3.33 may leave an empty entry with group 4294967295 for a job with stats=0.
            let Some(job) = record
                .plan
                .jobs
                .get(worker.job_index)
                .filter(|job| job.report.stats)
            else {
                continue;
            };
            let joins = job.report.group_reporting && last_group == Some(worker.group);
            last_group = Some(worker.group);
            match merges.last_mut().filter(|_| joins) {
                Some(merge) => merge.add(job, worker),
                None => merges.push(Merge::new(job, worker)),
            }
        }
        let clamped = merges
            .iter()
            .fold(0_u64, |sum, merge| sum.saturating_add(clamped(&merge.stats)));
        let started_ms = record.started.timestamp().as_millisecond();
        // What another program wrote is shown as it wrote it.
        let is_own = record.version.contains("fiord");
        let entry = |merge: Merge<'_>| {
            let after_ms = i64::try_from(merge.first.started_ns / 1_000_000).unwrap_or(0);
            Entry {
                started_ms: is_own.then(|| started_ms.saturating_add(after_ms)),
                ..merge.finish()
            }
        };
        let entries: Vec<Entry> = merges.into_iter().map(entry).collect();
        let finished = &record.finished;
        Self {
            version: record.version.clone(),
            timestamp_ms: finished.timestamp().as_millisecond(),
            time: finished.strftime("%a %b %e %H:%M:%S %Y").to_string(),
            elapsed_s: record.elapsed_s,
            eta_s: None,
            global_options: record.plan.global_options.clone(),
            groups: groups_of(&entries),
            entries,
            disks: record.disks.clone(),
            idleness: record.idleness.clone(),
            clamped,
        }
    }

    /// A remark about latencies that fio's formats cannot show, if there are any.
    pub fn clamp_note(&self) -> Option<String> {
        (self.clamped > 0).then(|| {
            format!(
                "{} latencies lie above 17.18 s, where fio's histogram ends; they are shown in its last bin",
                self.clamped
            )
        })
    }
}

/// Completion latencies beyond fio's last bucket.
fn clamped(stats: &JobStats) -> u64 {
    let mut clamped = 0_u64;
    for histogram in stats.ddirs.iter().map(|ddir| &ddir.clat.histogram) {
        let beyond = histogram
            .occupied()
            .filter(|(bucket, _)| *bucket >= Histogram::FIO_BUCKETS);
        let beyond = beyond.map(|(_, count)| count).chain([histogram.overflow()]);
        clamped = beyond.fold(clamped, u64::saturating_add);
    }
    clamped
}

/// Workers on their way into one entry.
struct Merge<'a> {
    job: &'a JobPlan,
    last: &'a JobPlan,
    first: &'a WorkerRecord,
    jobs: u32,
    error: Option<&'a ErrorRecord>,
    stats: JobStats,
    runtime_ms: u64,
}

impl<'a> Merge<'a> {
    fn new(job: &'a JobPlan, worker: &'a WorkerRecord) -> Self {
        let mut merge = Self {
            job,
            last: job,
            first: worker,
            jobs: 0,
            error: None,
            stats: JobStats::default(),
            runtime_ms: 0,
        };
        merge.add(job, worker);
        merge
    }

    fn add(&mut self, job: &'a JobPlan, worker: &'a WorkerRecord) {
        let (mine, theirs) = (self.last.placement.io_priority(), job.placement.io_priority());
        let has_priorities = |stats: &JobStats| stats.ddirs.iter().any(|ddir| !ddir.by_priority.is_empty());
        self.last = job;
        self.jobs += 1;
        self.error = self.error.or(worker.error.as_ref());
        self.runtime_ms = self
            .runtime_ms
            .saturating_add(worker.stats.runtime_ns / 1_000_000);
        let differ = mine != theirs || has_priorities(&self.stats) || has_priorities(&worker.stats);
        if self.jobs > 1 && differ {
            by_own_priority(&mut self.stats, self.job, mine);
            let mut stats = worker.stats.clone();
            by_own_priority(&mut stats, job, theirs);
            self.stats.merge(&stats);
        } else {
            self.stats.merge(&worker.stats);
        }
    }

    fn finish(self) -> Entry {
        let settings = Settings::of_group(self.job, self.last);
        let (mut ddirs, mixed) = match settings.unified {
            UnifiedReporting::None => (self.stats.ddirs.each_ref().map(ddir_entry), None),
            UnifiedReporting::Mixed => (
                [
                    ddir_entry(&self.stats.unified()),
                    DdirEntry::default(),
                    DdirEntry::default(),
                ],
                None,
            ),
            UnifiedReporting::Both => (
                self.stats.ddirs.each_ref().map(ddir_entry),
                Some(Box::new(ddir_entry(&self.stats.unified()))),
            ),
        };
        let stats = &self.stats;
        ddirs[1].zone_resets = stats.zone_resets;
        let total = stats.total_ios();
        // With continue_on_error nothing ended the job, and fio shows the first error all the same.
        let passed_over = if settings.shows_errors {
            stats.first_error
        } else {
            0
        };
        let error = self.error.map_or(passed_over, |error| error.errno);
        let [lat_ns, lat_us, lat_ms] = latency_classes(stats);
        let share_of_time = |us: u64| {
            if self.runtime_ms == 0 {
                0.0
            } else {
                us as f64 / 1000.0 * 100.0 / self.runtime_ms as f64
            }
        };
        Entry {
            name: self.job.name.clone(),
            description: self.job.description.clone(),
            group: self.first.group,
            jobs: self.jobs,
            pid: self.first.pid,
            error,
            verror: self
                .error
                .map_or_else(|| format!("error={}", errno_message(error)), verror),
            ddirs,
            mixed,
            sync_ios: stats.sync.ios,
            sync: LatencySummary::of(&stats.sync.lat),
            level: depth_percentages(&stats.depth, total),
            submit: depth_percentages(&stats.submit, stats.submit_calls),
            complete: depth_percentages(&stats.complete, stats.complete_calls),
            lat_ns: first_ten(&lat_ns),
            lat_us: first_ten(&lat_us),
            lat_ms,
            cpu: EntryCpu {
                user_percent: share_of_time(stats.cpu.user_us),
                system_percent: share_of_time(stats.cpu.system_us),
                context_switches: stats.cpu.context_switches,
                major_faults: stats.cpu.major_faults,
                minor_faults: stats.cpu.minor_faults,
            },
            started_ms: None,
            runtime_ms: self.runtime_ms,
            errors: stats.errors,
            first_error: stats.first_error,
            goals: EntryGoals::of(self.job, &self.first.goals, stats),
            options: self.last.options.clone(),
            settings: Some(settings),
        }
    }
}

/// Gives the I/Os that carried no priority of their own that of their worker: a group may have several.
fn by_own_priority(stats: &mut JobStats, job: &JobPlan, priority: u16) {
    let whole = job.report.lat_percentiles;
    let empty = |ddir: &&mut DdirStats| ddir.by_priority.is_empty() && ddir.ios > 0;
    for ddir in stats.ddirs.iter_mut().filter(empty) {
        let latency = if whole {
            ddir.lat.clone()
        } else {
            ddir.clat.clone()
        };
        ddir.by_priority.push(PriorityLatency { priority, latency });
    }
}

/// Completion latencies per class, in nanoseconds, microseconds and milliseconds.
///
/// FIO-DIFF(lat-classes): from the histogram, so a bucket that an edge cuts (750 ns, 10 us) goes whole. Counts, not shares
/// as in `fiord_stats::distribution`: terse adds two lines up before it rounds.
fn latency_classes(stats: &JobStats) -> [[u64; 12]; 3] {
    let mut classes = [[0_u64; 12]; 3];
    let mut count = |line: usize, class: usize, count: u64| {
        classes[line][class] = classes[line][class].saturating_add(count);
    };
    for histogram in stats.ddirs.iter().map(|ddir| &ddir.clat.histogram) {
        for (bucket, found) in histogram.occupied() {
            let (line, class) = lat_class(Histogram::value_of(bucket));
            count(line, class, found);
        }
        count(2, 11, histogram.overflow());
    }
    classes
}

fn first_ten(classes: &[u64; 12]) -> [u64; 10] {
    std::array::from_fn(|index| classes[index])
}

fn verror(error: &ErrorRecord) -> String {
    format!(
        "file:{}, func={}, error={}",
        error.place, error.func, error.message
    )
}

fn ddir_entry(stats: &DdirStats) -> DdirEntry {
    DdirEntry {
        bytes: stats.bytes,
        ios: stats.ios,
        short_ios: stats.short_ios,
        dropped_ios: stats.dropped_ios,
        runtime_ms: (stats.runtime_ns / 1000).div_ceil(1000),
        slat: LatencySummary::of(&stats.slat),
        clat: LatencySummary::of(&stats.clat),
        lat: LatencySummary::of(&stats.lat),
        bw: SampleSummary::of(&stats.bw),
        iops: SampleSummary::of(&stats.iops),
        by_priority: PrioritySummary::all(&stats.by_priority),
        zone_resets: 0,
    }
}
