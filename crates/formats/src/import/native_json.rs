//! fiord's own JSON (`docs/schema/run-1.json`), read back. Histograms and the addresses of changes on the machine are not in it; what
//! was found from them when it was written is handed on ([`StoredFinding`]).

use fiord_job::plan::{Ddir, OptionEcho, RunPlan};
use fiord_stats::{DdirStats, JobStats, Latency};
use jiff::{Timestamp, Zoned, tz::TimeZone};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fio_json::ImportError;
use super::results::{Imported, Writer, number, plan_of};
use super::to_record::moments;
use fiord_record::evidence::{DeviceUse, RunEvidence, Second};
use crate::native::VERSION;
use fiord_record::run::{ErrorRecord, RunRecord, WorkerRecord};
use crate::truth::{Finding, Severity, When, catalogue};

/// A finding as it stands in a document.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredFinding {
    /// Id of the rule.
    pub rule: String,
    /// When it was judged.
    pub when: When,
    /// How much it mattered.
    pub severity: Severity,
    /// Index of the job in the document.
    pub job: Option<usize>,
    /// Further jobs of which the same was found.
    pub also: Vec<usize>,
    /// What was seen.
    pub saw: String,
    /// Why it mattered.
    pub why: String,
    /// What to do.
    pub attempt: String,
}

impl StoredFinding {
    /// As a finding of a rule that this version knows.
    pub fn finding(&self) -> Option<Finding> {
        let rule = catalogue()
            .iter()
            .find(|rule| rule.id == self.rule && rule.when == self.when)?;
        let mut finding = rule
            .finds(self.severity, self.saw.clone())
            .why(self.why.clone())
            .attempt(self.attempt.clone());
        finding.job = self.job;
        finding.also = self.also.clone();
        Some(finding)
    }
}

/// The document, if the text is one of ours.
pub(super) fn document(text: &str) -> Result<Option<Value>, ImportError> {
    // fio's own output may have messages around it; ours has none.
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Ok(None);
    };
    Ok(value.get("fiord_run").is_some().then_some(value))
}

/// The run in a document.
pub(super) fn imported(document: &Value) -> Result<Imported, ImportError> {
    if document["fiord_run"].as_u64() != Some(VERSION) {
        return Err(ImportError::Version);
    }
    let jobs = document["jobs"].as_array().ok_or(ImportError::Missing("jobs"))?;
    let mut notes =
        vec!["histograms are not in native JSON: what was found from them is as it was stored".to_owned()];
    let mut record = RunRecord {
        plan: RunPlan {
            jobs: Vec::new(),
            global_options: Some(options(&document["global_options"])).filter(|options| !options.is_empty()),
        },
        workers: Vec::new(),
        disks: Vec::new(),
        started: time(&document["started"]),
        finished: time(&document["finished"]),
        elapsed_s: 0,
        version: text(&document["version"]),
        idleness: None,
        notes: Vec::new(),
        evidence: evidence(&document["evidence"]).map(Box::new),
    };
    for (index, job) in jobs.iter().enumerate() {
        let mut plan = plan_of(&text(&job["name"]), &options(&job["options"]), &mut notes);
        plan.group = small(job, "group");
        let workers = workers(job, index);
        plan.numjobs = (workers.len() as u32).max(1);
        record.plan.jobs.push(plan);
        record.workers.extend(workers);
    }
    for note in document["notes"].as_array().into_iter().flatten() {
        record.notes.push(text(note));
    }
    Ok(Imported {
        stored: stored(document),
        record,
        writer: Writer::Fiord,
        notes,
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn small(value: &Value, key: &str) -> u32 {
    u32::try_from(number(value, key)).unwrap_or(u32::MAX)
}

fn time(value: &Value) -> Zoned {
    value
        .as_str()
        .and_then(|text| text.parse::<Timestamp>().ok())
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_zoned(TimeZone::system())
}

fn options(value: &Value) -> Vec<OptionEcho> {
    let pairs = value.as_object().into_iter().flatten();
    pairs
        .map(|(name, value)| OptionEcho {
            name: name.clone(),
            value: text(value),
        })
        .collect()
}

/// The workers of one job. The document has their sum only: the first carries it, beside its own processor time.
fn workers(job: &Value, index: usize) -> Vec<WorkerRecord> {
    let result = &job["result"];
    let mut merged = stats(result);
    let one = |value: &Value| {
        let mut stats = JobStats {
            runtime_ns: merged.runtime_ns,
            ..std::mem::take(&mut merged)
        };
        merged.runtime_ns = stats.runtime_ns;
        stats.cpu.user_us = number(value, "user_us");
        stats.cpu.system_us = number(value, "system_us");
        WorkerRecord {
            job_index: index,
            clone: small(value, "clone"),
            number: small(value, "number"),
            group: small(value, "group"),
            pid: small(value, "pid"),
            stats,
            error: value["error"].is_object().then(|| error(&value["error"])),
            started_ns: number(value, "started_ns"),
            ended_ns: number(value, "ended_ns"),
        }
    };
    job["workers"].as_array().into_iter().flatten().map(one).collect()
}

fn error(value: &Value) -> ErrorRecord {
    ErrorRecord {
        errno: i32::try_from(value["errno"].as_i64().unwrap_or(0)).unwrap_or(0),
        place: text(&value["place"]),
        func: text(&value["func"]),
        message: text(&value["message"]),
        detail: text(&value["detail"]),
    }
}

fn stats(value: &Value) -> JobStats {
    let map = |key: &str| {
        let counts = value[key].as_array();
        std::array::from_fn(|at| counts.and_then(|counts| counts.get(at)?.as_u64()).unwrap_or(0))
    };
    let mut stats = JobStats {
        ddirs: Ddir::ALL.map(|direction| ddir(&value[direction.name()])),
        depth: map("depth_counts"),
        submit: map("submit_counts"),
        complete: map("complete_counts"),
        errors: number(value, "errors"),
        runtime_ns: number(value, "runtime_ns"),
        ..JobStats::default()
    };
    let all = |counts: &[u64]| counts.iter().fold(0_u64, |sum, count| sum.saturating_add(*count));
    stats.submit_calls = all(&stats.submit);
    stats.complete_calls = all(&stats.complete);
    stats.sync.ios = number(&value["sync"], "ios");
    stats.sync.lat = latency(&value["sync"]["lat"]);
    stats
}

fn ddir(value: &Value) -> DdirStats {
    let pair = |pair: &Value| Some((pair.get(0)?.as_u64()?, pair.get(1)?.as_u64()?));
    let seconds = value["per_second"].as_array().into_iter().flatten();
    DdirStats {
        ios: number(value, "ios"),
        bytes: number(value, "bytes"),
        short_ios: number(value, "short_ios"),
        dropped_ios: number(value, "dropped_ios"),
        runtime_ns: number(value, "runtime_ns"),
        slat: latency(&value["slat"]),
        clat: latency(&value["clat"]),
        lat: latency(&value["lat"]),
        response: latency(&value["response"]),
        backlog_max_ns: number(value, "backlog_max_ns"),
        backlog_end_ns: number(value, "backlog_end_ns"),
        late_ios: number(value, "late_ios"),
        per_second: seconds.filter_map(pair).collect(),
        ..DdirStats::default()
    }
}

/// Moments only: the document has percentiles, not the histogram.
fn latency(value: &Value) -> Latency {
    let count = number(value, "count");
    if count == 0 {
        return Latency::default();
    }
    let float = |key: &str| value[key].as_f64().unwrap_or(0.0);
    Latency {
        moments: moments(
            count,
            number(value, "min_ns"),
            number(value, "max_ns"),
            float("mean_ns"),
            float("stddev_ns"),
        ),
        ..Latency::default()
    }
}

fn read<T: DeserializeOwned + Default>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_default()
}

fn evidence(value: &Value) -> Option<RunEvidence> {
    value.as_object()?;
    let device = |value: &Value| DeviceUse {
        name: text(&value["name"]),
        leaf: read(&value["leaf"]),
        before: read(&value["before"]),
        after: read(&value["after"]),
        in_memory: read(&value["in_memory"]),
        parallel: read(&value["parallel"]),
        write_cache: read(&value["write_cache"]),
        ..DeviceUse::default()
    };
    Some(RunEvidence {
        seconds: read(&value["seconds"]),
        issued_bytes: read(&value["issued_bytes"]),
        issued_ios: read(&value["issued_ios"]),
        own: read(&value["own"]),
        devices: value["devices"]
            .as_array()
            .into_iter()
            .flatten()
            .map(device)
            .collect(),
        targets: read(&value["targets"]),
        others: read(&value["others"]),
        cpu_busy_percent: read(&value["cpu_busy_percent"]),
        steal_percent: read(&value["steal_percent"]),
        io_stalled_ms: read(&value["io_stalled_ms"]),
        limits: read(&value["limits"]),
        throttling: read(&value["throttling"]),
        clock: read(&value["clock"]),
        blocks: read(&value["blocks"]),
        seconds_series: read::<Vec<Second>>(&value["per_second"]),
    })
}

fn stored(document: &Value) -> Vec<StoredFinding> {
    let names: Vec<String> = document["jobs"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|job| text(&job["name"]))
        .collect();
    let one = |value: &Value| {
        let when = [When::Plan, When::Machine, When::Run]
            .into_iter()
            .find(|when| value["when"] == when.name())?;
        let severity = [Severity::Note, Severity::Care, Severity::Wrong]
            .into_iter()
            .find(|severity| value["severity"] == severity.name())?;
        let place = |name: &Value| names.iter().position(|known| name == known.as_str());
        // Documents of before had no list of jobs.
        let all = value["jobs"].as_array().into_iter().flatten();
        Some(StoredFinding {
            also: all.skip(1).filter_map(place).collect(),
            rule: text(&value["rule"]),
            when,
            severity,
            job: place(&value["job"]),
            saw: text(&value["saw"]),
            why: text(&value["why"]),
            attempt: text(&value["attempt"]),
        })
    };
    let findings = document["findings"].as_array().into_iter().flatten();
    findings.filter_map(one).collect()
}
