//! Runs, checks and surveys as metrics: what `--metrics FILE` writes, made from their documents.
//!
//! Base units. What is not known is left out, never 0.

use fiord_record::RunRecord;
use fiord_record::run::DiskUse;

use crate::documents::check::{Assertion, CheckDocument, VERDICTS};
use crate::documents::finding::FindingJson;
use crate::documents::many_hosts::{JobOfHosts, ManyHosts, RankJob, WindowRates};
use crate::documents::run::result::{Direction, JobResult, LatencyResult};
use crate::documents::run::{GRADES, Run, RunJob};
use crate::documents::survey::{SurveyDocument, SurveyRow};
pub mod exposition;
mod live;

use self::exposition::{Exposition, MetricFamily, MetricSample};
pub use self::live::live;

const fn metric(
    name: &'static str,
    unit: &'static str,
    labels: &'static [&'static str],
    help: &'static str,
) -> MetricFamily {
    MetricFamily {
        name,
        unit,
        help,
        labels,
    }
}

/// fio's name of a job, and its number in the plan, since names may repeat.
const JOB: &[&str] = &["jobname", "job_number"];
const JOB_DIRECTION: &[&str] = &["jobname", "job_number", "direction"];
const JOB_KIND: &[&str] = &["jobname", "job_number", "direction", "kind"];
/// Not `quantile`: that label is of summaries, and `promtool check metrics` complains of it elsewhere.
const JOB_PERCENTILE: &[&str] = &["jobname", "job_number", "direction", "kind", "percentile"];
const DISK: &[&str] = &["disk", "direction"];
const CHECK: &[&str] = &["recipe", "target"];
const MEASURE: &[&str] = &["recipe", "target", "measure", "value"];
const WINDOW: &[&str] = &["jobname", "job_number", "window"];
const RANK: &[&str] = &["host", "rank", "jobname", "job_number"];
const POINT: &[&str] = &["path", "point", "iodepth"];

#[rustfmt::skip]
mod of_run {
    use super::*;

    pub(super) const STARTED: MetricFamily = metric("fiord_run_started_timestamp_seconds", "seconds", &[], "When the run started, since 1970.");
    pub(super) const FINISHED: MetricFamily = metric("fiord_run_finished_timestamp_seconds", "seconds", &[], "When the result was complete, since 1970.");
    pub(super) const GRADE: MetricFamily = metric("fiord_run_grade", "", &["grade"], "1 for the grade of the verdict, 0 for the others: A to D.");
    pub(super) const FINDINGS: MetricFamily = metric("fiord_run_findings", "", &["rule", "severity"], "Findings of a rule of docs/traps.md.");
    pub(super) const ASSERTION: MetricFamily = metric("fiord_run_assertion", "", &["assertion", "verdict"], "1 for the verdict of an assertion of --assert, 0 for the others.");
    pub(super) const DURATION: MetricFamily = metric("fiord_run_job_duration_seconds", "seconds", JOB, "Measured time of a job.");
    pub(super) const OPERATIONS: MetricFamily = metric("fiord_run_job_operations", "", JOB_DIRECTION, "I/Os that were completed; of direction sync: fsync, fdatasync and their like.");
    pub(super) const BYTES: MetricFamily = metric("fiord_run_job_bytes", "bytes", JOB_DIRECTION, "Bytes that were moved.");
    pub(super) const RATE: MetricFamily = metric("fiord_run_job_operations_per_second", "", JOB_DIRECTION, "I/Os per second of a direction that was used.");
    pub(super) const BANDWIDTH: MetricFamily = metric("fiord_run_job_bytes_per_second", "", JOB_DIRECTION, "Bytes per second of a direction that was used.");
    pub(super) const LATENCY: MetricFamily = metric("fiord_run_job_latency_seconds", "seconds", JOB_PERCENTILE, "Percentiles of a kind of latency, without those with fewer than 10 samples above.");
    pub(super) const LATENCY_MEAN: MetricFamily = metric("fiord_run_job_latency_mean_seconds", "seconds", JOB_KIND, "Mean of a kind of latency.");
    pub(super) const LATENCY_MIN: MetricFamily = metric("fiord_run_job_latency_min_seconds", "seconds", JOB_KIND, "Smallest latency of a kind.");
    pub(super) const LATENCY_MAX: MetricFamily = metric("fiord_run_job_latency_max_seconds", "seconds", JOB_KIND, "Largest latency of a kind.");
    pub(super) const DEPTH: MetricFamily = metric("fiord_run_job_depth", "", JOB, "I/Os in flight on average, by Little's law.");
    pub(super) const ERRORS: MetricFamily = metric("fiord_run_job_errors", "", JOB, "Errors that the job ignored (continue_on_error).");
    pub(super) const FAILED: MetricFamily = metric("fiord_run_job_failed_workers", "", JOB, "Workers that ended with an error.");
    pub(super) const PROCESSOR: MetricFamily = metric("fiord_run_job_processor_seconds", "seconds", &["jobname", "job_number", "mode"], "CPU time of the workers, user and system.");
    pub(super) const DISK_OPERATIONS: MetricFamily = metric("fiord_run_disk_operations", "", DISK, "Requests of all processes that a disk completed during the run.");
    pub(super) const DISK_BYTES: MetricFamily = metric("fiord_run_disk_bytes", "bytes", DISK, "Bytes of all processes that a disk moved during the run.");
    pub(super) const DISK_BUSY: MetricFamily = metric("fiord_run_disk_busy_ratio", "ratio", &["disk"], "Share of the time in which a disk was busy.");
}

#[rustfmt::skip]
mod of_hosts {
    use super::*;

    pub(super) const RANKS: MetricFamily = metric("fiord_hosts_ranks", "", &["state"], "Ranks of a run over many hosts: started, reported, lost.");
    pub(super) const GRADE: MetricFamily = metric("fiord_hosts_host_grade", "", &["host", "grade"], "1 for the grade of a host by itself, 0 for the others: A to D.");
    pub(super) const WINDOW_RATE: MetricFamily = metric("fiord_hosts_window_operations_per_second", "", WINDOW, "I/Os per second of all ranks in a window of time of at least one second.");
    pub(super) const WINDOW_BANDWIDTH: MetricFamily = metric("fiord_hosts_window_bytes_per_second", "", WINDOW, "Bytes per second of all ranks in a window of time of at least one second.");
    pub(super) const RANK_RATE: MetricFamily = metric("fiord_hosts_rank_operations_per_second", "", RANK, "I/Os per second of a rank over its own time.");
    pub(super) const RANK_BANDWIDTH: MetricFamily = metric("fiord_hosts_rank_bytes_per_second", "", RANK, "Bytes per second of a rank over its own time.");
}

#[rustfmt::skip]
mod of_check {
    use super::*;

    pub(super) const VERDICT: MetricFamily = metric("fiord_check_verdict", "", &["recipe", "target", "verdict"], "1 for the verdict, 0 for the others: pass, fail, undecided, not-measurable, measured.");
    pub(super) const EXPECTATION: MetricFamily = metric("fiord_check_expectation", "", &["recipe", "target", "expectation", "verdict"], "1 for the verdict of one expectation, 0 for the others.");
    pub(super) const RUNS: MetricFamily = metric("fiord_check_runs", "", CHECK, "All runs, also those that do not count.");
    pub(super) const LATENCY: MetricFamily = metric("fiord_check_latency_seconds", "seconds", MEASURE, "A latency over all runs: median, and low and high of its interval.");
    pub(super) const RATE: MetricFamily = metric("fiord_check_operations_per_second", "", MEASURE, "A rate over all runs: median, and low and high of its interval.");
    pub(super) const BANDWIDTH: MetricFamily = metric("fiord_check_bytes_per_second", "", MEASURE, "A bandwidth over all runs: median, and low and high of its interval.");
}

#[rustfmt::skip]
mod of_survey {
    use super::*;

    pub(super) const RATE: MetricFamily = metric("fiord_survey_operations_per_second", "", POINT, "I/Os per second of a point, the median of its repeats.");
    pub(super) const BANDWIDTH: MetricFamily = metric("fiord_survey_bytes_per_second", "", POINT, "Bytes per second of a point, the median of its repeats.");
    pub(super) const LATENCY: MetricFamily = metric("fiord_survey_latency_seconds", "seconds", &["path", "point", "iodepth", "percentile"], "Latency of a point, the median of its repeats; without 99 if too few I/Os are above it.");
    pub(super) const LATENCY_MAX: MetricFamily = metric("fiord_survey_latency_max_seconds", "seconds", POINT, "Largest latency of a point, the median of its repeats.");
    pub(super) const SPREAD: MetricFamily = metric("fiord_survey_spread_ratio", "ratio", POINT, "Largest minus smallest rate of the repeats of a point, divided by the median.");
}

/// All metrics, as `docs/metrics.md` lists them.
pub const METRICS: [MetricFamily; 50] = [
    of_run::STARTED,
    of_run::FINISHED,
    of_run::GRADE,
    of_run::FINDINGS,
    of_run::ASSERTION,
    of_run::DURATION,
    of_run::OPERATIONS,
    of_run::BYTES,
    of_run::RATE,
    of_run::BANDWIDTH,
    of_run::LATENCY,
    of_run::LATENCY_MEAN,
    of_run::LATENCY_MIN,
    of_run::LATENCY_MAX,
    of_run::DEPTH,
    of_run::ERRORS,
    of_run::FAILED,
    of_run::PROCESSOR,
    of_run::DISK_OPERATIONS,
    of_run::DISK_BYTES,
    of_run::DISK_BUSY,
    of_hosts::RANKS,
    of_hosts::GRADE,
    of_hosts::WINDOW_RATE,
    of_hosts::WINDOW_BANDWIDTH,
    of_hosts::RANK_RATE,
    of_hosts::RANK_BANDWIDTH,
    of_check::VERDICT,
    of_check::EXPECTATION,
    of_check::RUNS,
    of_check::LATENCY,
    of_check::RATE,
    of_check::BANDWIDTH,
    of_survey::RATE,
    of_survey::BANDWIDTH,
    of_survey::LATENCY,
    of_survey::LATENCY_MAX,
    of_survey::SPREAD,
    live::family::ELAPSED,
    live::family::DONE,
    live::family::LEFT,
    live::family::OPERATIONS,
    live::family::BYTES,
    live::family::RATE,
    live::family::BANDWIDTH,
    live::family::LATENCY,
    live::family::DISK_RATE,
    live::family::DISK_BANDWIDTH,
    live::family::DISK_QUEUE,
    live::family::MEASURED,
];

/// The table of `docs/metrics.md`.
pub fn markdown() -> String {
    let mut text = "| metric | labels | meaning |\n|---|---|---|\n".to_owned();
    for metric in METRICS {
        let labels: Vec<String> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
        text.push_str(&format!(
            "| `{}` | {} | {} |\n",
            metric.name,
            labels.join(", "),
            metric.help
        ));
    }
    text
}

/// A run.
pub fn run(run: &Run) -> String {
    let mut out = Exposition::default();
    let time = |at: &jiff::Zoned| {
        let ms = at.timestamp().as_millisecond();
        (ms != 0).then(|| MetricSample::new([], ms as f64 / 1e3))
    };
    out.add(&of_run::STARTED, time(&run.record.started));
    out.add(&of_run::FINISHED, time(&run.record.finished));
    let grade = run.verdict.grade.name();
    out.add(&of_run::GRADE, states(&GRADES, grade, |state| vec![state]));
    let found = run.findings.iter().map(|finding| &finding.finding);
    out.add(&of_run::FINDINGS, findings(found));
    put_assertions(&mut out, &run.assertions);
    let results: Vec<(&str, &JobResult)> = run
        .jobs
        .iter()
        .map(|job| (job.name.as_str(), &job.result))
        .collect();
    put_results(&mut out, &results);
    put_workers(&mut out, &run.jobs);
    put_latencies(&mut out, &results);
    put_disks(&mut out, &run.record);
    out.finish()
}

/// Findings by rule and severity, in the order of the document.
fn findings<'f>(found: impl Iterator<Item = &'f FindingJson>) -> Vec<MetricSample> {
    let mut counted: Vec<([&str; 2], f64)> = Vec::new();
    for finding in found {
        let key = [finding.rule.as_str(), finding.severity.name()];
        match counted.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1.0,
            None => counted.push((key, 1.0)),
        }
    }
    let sample = |(key, count)| MetricSample::new(key, count);
    counted.into_iter().map(sample).collect()
}

/// 1 for the state that holds, 0 for the others.
fn states<'s>(
    all: &'s [&'s str],
    holds: &'s str,
    labels: impl Fn(&'s str) -> Vec<&'s str> + 's,
) -> impl Iterator<Item = MetricSample> + 's {
    all.iter()
        .map(move |state| MetricSample::of(&labels(state), if *state == holds { 1.0 } else { 0.0 }))
}

/// The directions of a job by name; syncs have no bytes.
fn directions(result: &JobResult) -> [(&'static str, &Direction); 3] {
    [
        ("read", &result.read),
        ("write", &result.write),
        ("trim", &result.trim),
    ]
}

fn put_assertions(out: &mut Exposition, asked: &[Assertion]) {
    let assertions = asked.iter().filter_map(|asked| {
        let (expected, verdict) = (asked.expected.as_deref()?, asked.verdict.as_deref()?);
        Some(states(&VERDICTS, verdict, move |state| vec![expected, state]))
    });
    out.add(&of_run::ASSERTION, assertions.flatten());
}

/// Counts and rates of jobs, with their names.
fn put_results(out: &mut Exposition, jobs: &[(&str, &JobResult)]) {
    let numbers: Vec<String> = (0..jobs.len()).map(|number| number.to_string()).collect();
    let durations = jobs.iter().zip(&numbers).map(|((name, result), number)| {
        MetricSample::new([name, number.as_str()], seconds(result.runtime_ns as f64))
    });
    out.add(&of_run::DURATION, durations);
    let by_direction = |value: &dyn Fn(&Direction) -> Option<f64>| -> Vec<MetricSample> {
        let mut samples = Vec::new();
        for ((job, result), number) in jobs.iter().zip(&numbers) {
            for (name, direction) in directions(result) {
                let value = value(direction);
                samples.extend(value.map(|value| MetricSample::new([job, number.as_str(), name], value)));
            }
        }
        samples
    };
    let mut operations = by_direction(&|direction| Some(direction.ios as f64));
    let syncs = jobs.iter().zip(&numbers);
    operations.extend(syncs.filter_map(|((name, result), number)| {
        let syncs = result.sync.ios? as f64;
        Some(MetricSample::new([name, number.as_str(), "sync"], syncs))
    }));
    out.add(&of_run::OPERATIONS, operations);
    out.add(
        &of_run::BYTES,
        by_direction(&|direction| Some(direction.bytes as f64)),
    );
    let used =
        |direction: &Direction, value| (direction.ios > 0 && direction.runtime_ns > 0).then_some(value);
    out.add(
        &of_run::RATE,
        by_direction(&|direction| used(direction, direction.iops)),
    );
    out.add(
        &of_run::BANDWIDTH,
        by_direction(&|direction| used(direction, direction.bytes_per_s)),
    );
}

/// What only jobs of one machine have.
fn put_workers(out: &mut Exposition, jobs: &[RunJob]) {
    let numbers: Vec<String> = (0..jobs.len()).map(|number| number.to_string()).collect();
    let each = |value: &dyn Fn(&RunJob) -> Option<f64>| -> Vec<MetricSample> {
        let samples = jobs.iter().zip(&numbers);
        samples
            .filter_map(|(job, number)| Some(MetricSample::new([&job.name, number], value(job)?)))
            .collect()
    };
    out.add(&of_run::DEPTH, each(&|job| job.achieved_depth));
    out.add(&of_run::ERRORS, each(&|job| Some(job.result.errors as f64)));
    let failed = |job: &RunJob| job.workers.iter().filter(|worker| worker.error.is_some()).count();
    out.add(&of_run::FAILED, each(&|job| Some(failed(job) as f64)));
    let processor = jobs.iter().zip(&numbers).flat_map(|(job, number)| {
        let modes = job
            .result
            .cpu
            .iter()
            .flat_map(|cpu| [("user", cpu.user_us), ("system", cpu.system_us)]);
        modes.map(|(mode, us)| MetricSample::new([&job.name, number, mode], us as f64 / 1e6))
    });
    out.add(&of_run::PROCESSOR, processor);
}

/// A run over many hosts: the numbers of all ranks as those of a run, then windows, hosts and ranks.
pub fn hosts(run: &ManyHosts) -> String {
    let mut out = Exposition::default();
    if let Some(first) = run.hosts.first() {
        let record = &first.run.body.record;
        for (metric, at) in [
            (&of_run::STARTED, &record.started),
            (&of_run::FINISHED, &record.finished),
        ] {
            let seconds = at.timestamp().as_millisecond() as f64 / 1e3;
            out.add(metric, [MetricSample::new([], seconds)]);
        }
    }
    out.add(
        &of_run::GRADE,
        states(&GRADES, run.grade.name(), |state| vec![state]),
    );
    let of_hosts = run.hosts.iter().flat_map(|host| &host.run.body.findings);
    let found = run
        .findings
        .iter()
        .chain(of_hosts.map(|finding| &finding.finding));
    out.add(&of_run::FINDINGS, findings(found));
    put_assertions(&mut out, &run.assertions);
    let results: Vec<(&str, &JobResult)> = run
        .jobs
        .iter()
        .map(|job| (job.name.as_str(), &job.result))
        .collect();
    put_results(&mut out, &results);
    put_latencies(&mut out, &results);
    let ranks = [
        ("started", run.started_ranks),
        ("reported", run.ranks.len()),
        ("lost", run.lost.len()),
    ];
    let ranks = ranks.map(|(state, count)| MetricSample::new([state], count as f64));
    out.add(&of_hosts::RANKS, ranks);
    let grades = run.hosts.iter().flat_map(|host| {
        let grade = host.run.body.verdict.grade.name();
        states(&GRADES, grade, move |state| vec![&host.name, state])
    });
    out.add(&of_hosts::GRADE, grades);
    let windows = |value: fn(&WindowRates) -> Option<f64>| in_windows(&run.jobs, value);
    out.add(&of_hosts::WINDOW_RATE, windows(|window| window.iops));
    out.add(&of_hosts::WINDOW_BANDWIDTH, windows(|window| window.bytes_per_s));
    let of_ranks = |value: fn(&RankJob) -> Option<f64>| -> Vec<MetricSample> {
        let mut samples = Vec::new();
        for rank in &run.ranks {
            for (number, job) in rank.jobs.iter().enumerate() {
                let (of, number) = (rank.rank.to_string(), number.to_string());
                let labels = [
                    rank.host.as_str(),
                    of.as_str(),
                    job.name.as_str(),
                    number.as_str(),
                ];
                samples.extend(value(job).map(|value| MetricSample::new(labels, value)));
            }
        }
        samples
    };
    out.add(&of_hosts::RANK_RATE, of_ranks(|job| job.iops));
    out.add(&of_hosts::RANK_BANDWIDTH, of_ranks(|job| job.bytes_per_s));
    out.finish()
}

fn in_windows(jobs: &[JobOfHosts], value: fn(&WindowRates) -> Option<f64>) -> Vec<MetricSample> {
    let mut samples = Vec::new();
    for (number, job) in jobs.iter().enumerate() {
        let number = number.to_string();
        for (name, window) in [
            ("all_at_work", &job.all_at_work),
            ("to_the_first_done", &job.to_the_first_done),
            ("to_the_last_done", &job.to_the_last_done),
        ] {
            let value = window.as_ref().and_then(value);
            let labels = [job.name.as_str(), number.as_str(), name];
            samples.extend(value.map(|value| MetricSample::new(labels, value)));
        }
    }
    samples
}

fn put_latencies(out: &mut Exposition, jobs: &[(&str, &JobResult)]) {
    let numbers: Vec<String> = (0..jobs.len()).map(|number| number.to_string()).collect();
    let mut all: Vec<([&str; 4], &LatencyResult)> = Vec::new();
    for ((job, result), number) in jobs.iter().zip(&numbers) {
        for (name, direction) in directions(result) {
            let kinds = [
                ("slat", &direction.slat),
                ("clat", &direction.clat),
                ("lat", &direction.lat),
                ("response", &direction.response),
            ];
            for (kind, latency) in kinds {
                all.extend(
                    latency
                        .iter()
                        .map(|latency| ([*job, number.as_str(), name, kind], latency)),
                );
            }
        }
        let sync = result.sync.lat.iter();
        all.extend(sync.map(|latency| ([*job, number.as_str(), "sync", "lat"], latency)));
    }
    let percentiles = all.iter().flat_map(|([job, number, direction, kind], latency)| {
        let known = latency
            .percentiles
            .iter()
            .filter_map(|one| Some((one.percent, one.ns?)));
        known.map(move |(percent, ns)| {
            let percentile = percentile(percent);
            MetricSample::new(
                [job, number, direction, kind, percentile.as_str()],
                seconds(ns as f64),
            )
        })
    });
    out.add(&of_run::LATENCY, percentiles);
    let each = |value: fn(&LatencyResult) -> f64| {
        all.iter()
            .map(move |(labels, latency)| MetricSample::new(*labels, seconds(value(latency))))
    };
    out.add(&of_run::LATENCY_MEAN, each(|latency| latency.mean_ns));
    out.add(&of_run::LATENCY_MIN, each(|latency| latency.min_ns as f64));
    out.add(&of_run::LATENCY_MAX, each(|latency| latency.max_ns as f64));
}

fn put_disks(out: &mut Exposition, record: &RunRecord) {
    let disks = &record.disks;
    let operations = disks.iter().flat_map(|disk| {
        [("read", disk.counts.read_ios), ("write", disk.counts.write_ios)]
            .map(|(name, count)| MetricSample::new([disk.name.as_str(), name], count as f64))
    });
    out.add(&of_run::DISK_OPERATIONS, operations);
    let bytes = disks.iter().flat_map(|disk| {
        [
            ("read", disk.counts.read_bytes),
            ("write", disk.counts.write_bytes),
        ]
        .map(|(name, count)| MetricSample::new([disk.name.as_str(), name], count as f64))
    });
    out.add(&of_run::DISK_BYTES, bytes);
    let busy = |disk: &DiskUse| MetricSample::new([disk.name.as_str()], disk.counts.util_percent / 100.0);
    out.add(&of_run::DISK_BUSY, disks.iter().map(busy));
}

/// A check.
pub fn check(check: &CheckDocument) -> String {
    let mut out = Exposition::default();
    let (recipe, target) = (check.recipe.as_str(), check.target.as_deref().unwrap_or_default());
    let verdicts = states(&VERDICTS, &check.verdict, |state| vec![recipe, target, state]);
    out.add(&of_check::VERDICT, verdicts);
    let expectations = check.expectations.iter().filter_map(|asked| {
        let (expected, verdict) = (asked.expected.as_deref()?, asked.verdict.as_deref()?);
        Some(states(&VERDICTS, verdict, move |state| {
            vec![recipe, target, expected, state]
        }))
    });
    out.add(&of_check::EXPECTATION, expectations.flatten());
    out.add(
        &of_check::RUNS,
        [MetricSample::new([recipe, target], check.runs.len() as f64)],
    );
    for (unit, metric, scale) in [
        ("ns", of_check::LATENCY, 1e-9),
        ("iops", of_check::RATE, 1.0),
        ("bytes_per_s", of_check::BANDWIDTH, 1.0),
    ] {
        let all = check.expectations.iter().chain(&check.measures);
        let values = all.filter(|one| one.unit == unit).flat_map(|one| {
            let named = bounds(one).into_iter();
            named.filter_map(move |(name, value)| {
                let labels = [recipe, target, one.measure.as_str(), name];
                Some(MetricSample::new(labels, value? * scale))
            })
        });
        out.add(&metric, values);
    }
    out.finish()
}

fn bounds(one: &Assertion) -> [(&'static str, Option<f64>); 3] {
    let interval = one.interval.as_ref();
    [
        ("median", one.median),
        ("low", interval.map(|interval| interval.low)),
        ("high", interval.map(|interval| interval.high)),
    ]
}

/// A survey; none where nothing was measured.
pub fn survey(survey: &SurveyDocument) -> Option<String> {
    let mut out = Exposition::default();
    let path = survey.path.to_string();
    let each = |value: fn(&SurveyRow) -> Option<f64>| {
        let known = survey.rows.iter().filter_map(|row| Some((row, value(row)?)));
        let samples = known.map(|(row, value)| {
            MetricSample::new([path.as_str(), &row.label, &row.iodepth.to_string()], value)
        });
        samples.collect::<Vec<_>>()
    };
    out.add(&of_survey::RATE, each(|row| row.iops));
    out.add(&of_survey::BANDWIDTH, each(|row| row.bytes_per_s));
    let percentiles = survey.rows.iter().flat_map(|row| {
        let known = [("50", row.lat_p50_ns), ("99", row.lat_p99_ns)].into_iter();
        let known = known.filter_map(|(percentile, ns)| Some((percentile, ns?)));
        let path = path.as_str();
        known.map(move |(percentile, ns)| {
            let depth = row.iodepth.to_string();
            MetricSample::new([path, &row.label, &depth, percentile], seconds(ns))
        })
    });
    out.add(&of_survey::LATENCY, percentiles);
    out.add(&of_survey::LATENCY_MAX, each(|row| row.lat_max_ns.map(seconds)));
    out.add(
        &of_survey::SPREAD,
        each(|row| row.spread_percent.map(|percent| percent / 100.0)),
    );
    (!out.is_empty()).then(|| out.finish())
}

fn seconds(ns: f64) -> f64 {
    ns / 1e9
}

/// 50, 99.9: as fio names them, without the dust of floating point.
fn percentile(percent: f64) -> String {
    ((percent * 1e6).round() / 1e6).to_string()
}
