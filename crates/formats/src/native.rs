//! The native JSON of a run: numbers, evidence, findings and verdict in one document, by a published schema
//! (`docs/schema/run-1.json`). Units stand last in a name. A pure function.
//!
//! A field is never taken away and never changes its meaning within one version; new ones may come.

use fiord_job::plan::{Ddir, JobPlan, OptionEcho};
use fiord_stats::few::{Footing, footing};
use fiord_stats::steady::{SNIA_RANGE_LIMIT, SNIA_SLOPE_LIMIT};
use fiord_stats::{DdirStats, JobStats, Latency};
use serde_json::{Map, Value, json};

use fiord_record::claims::{Claim, Rate, SpecSheet};
use fiord_record::evidence::{DeviceUse, RunEvidence, Second};
use fiord_record::run::{RunRecord, WorkerRecord};
use fiord_truth::Finding;
use fiord_truth::compare::{Compared, Difference, compared};
use fiord_truth::pace::Pace;
use fiord_truth::steadiness::Steadiness;
use fiord_truth::verdict::{Verdict, verdict};
use fiord_truth::{Case, JobRun};

/// Version of the schema.
pub const VERSION: u64 = 1;

/// The document of a run, judged from what the record holds.
pub fn render(record: &RunRecord) -> Value {
    let case = Case::of(record);
    document(&case, &verdict(&case))
}

/// The document of a run with the verdict that the caller made.
pub fn document(after: &Case<'_>, verdict: &Verdict) -> Value {
    let record = after.record;
    json!({
        "fiord_run": VERSION,
        "version": record.version,
        "started": record.started.strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string(),
        "finished": record.finished.strftime("%Y-%m-%dT%H:%M:%S%.3f%:z").to_string(),
        "verdict": verdict_json(verdict),
        "findings": verdict.findings.iter().map(|finding| finding_of_run(finding, record)).collect::<Vec<_>>(),
        "global_options": options(record.plan.global_options.as_deref().unwrap_or_default()),
        "jobs": after.jobs.iter().map(job_json).collect::<Vec<_>>(),
        "evidence": record.evidence.as_deref().map(evidence_json),
        "ceiling_iops": record.context.ceiling_iops,
        "spec_sheet": record.context.data_sheet.as_ref().map(|sheet| sheet_json(sheet, after)),
        "notes": record.notes,
        "record": to_value(record),
    })
}

/// The claims that the run was held against; the whole sheet is its owner's.
fn sheet_json(sheet: &SpecSheet, after: &Case<'_>) -> Value {
    let one = |compared: &Compared<'_>| {
        json!({
            "job": after.record.plan.jobs.get(compared.job).map(|job| job.name.clone()),
            "direction": compared.ddir.name(),
            "claim": claim_json(compared.claim),
            "measured": compared.measured.value(),
            "ratio": compared.ratio,
            "achieved_depth": compared.achieved_depth,
            "asked_depth": compared.asked_depth,
            "block_bytes": compared.block_bytes,
            "differences": compared.differences.iter().map(Difference::words).collect::<Vec<_>>(),
        })
    };
    json!({
        "device": sheet.device,
        "source": sheet.source,
        "compared": compared(sheet, after).iter().map(one).collect::<Vec<_>>(),
    })
}

fn claim_json(claim: &Claim) -> Value {
    let (iops, bytes_per_s) = match claim.rate {
        Rate::Iops(value) => (Some(value), None),
        Rate::Bandwidth(value) => (None, Some(value)),
    };
    json!({
        "workload": claim.workload.name(),
        "block_bytes": claim.block_bytes,
        "iodepth": claim.iodepth,
        "numjobs": claim.numjobs,
        "iops": iops,
        "bytes_per_s": bytes_per_s,
        "state": claim.state.name(),
        "note": claim.note,
    })
}

fn verdict_json(verdict: &Verdict) -> Value {
    json!({ "line": verdict.line(), "grade": verdict.grade.name(), "reason": verdict.reason.words() })
}

/// A finding as every document has it. Whoever knows the names of the jobs adds them.
pub fn finding_json(finding: &Finding) -> Map<String, Value> {
    let values: Map<String, Value> = finding
        .values()
        .into_iter()
        .map(|(name, value)| (name, json!(value)))
        .collect();
    let fields = [
        ("rule", json!(finding.trap().name())),
        ("when", json!(finding.when.name())),
        ("severity", json!(finding.severity.name())),
        ("saw", json!(finding.saw())),
        ("why", json!(finding.why())),
        ("attempt", json!(finding.advice())),
        ("values", Value::Object(values)),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// A finding of a run, with the names of its jobs.
pub(crate) fn finding_of_run(finding: &Finding, record: &RunRecord) -> Value {
    let jobs: Vec<&str> = finding
        .jobs()
        .filter_map(|job| record.plan.jobs.get(job))
        .map(|job: &JobPlan| job.name.as_str())
        .collect();
    let mut fields = finding_json(finding);
    let job = finding.jobs().next().and_then(|job| record.plan.jobs.get(job));
    fields.insert("job".to_owned(), json!(job.map(|job| &job.name)));
    fields.insert("jobs".to_owned(), json!(jobs));
    Value::Object(fields)
}

/// Later values of an option replace earlier ones, as they do in the job.
fn options(given: &[OptionEcho]) -> Value {
    Value::Object(
        given
            .iter()
            .map(|echo| (echo.name.clone(), Value::String(echo.value.clone())))
            .collect(),
    )
}

fn job_json(job: &JobRun<'_>) -> Value {
    json!({
        "name": job.plan.name,
        "group": job.plan.group,
        "engine": job.plan.engine.kind.name(),
        "options": options(&job.plan.given),
        "workers": job.workers.iter().map(|worker| worker_json(worker)).collect::<Vec<_>>(),
        "achieved_depth": job.achieved_depth(),
        "steady_state": Steadiness::of(job).as_ref().map(steady_json),
        "rated": rated_json(job),
        "result": stats_json(&job.stats, job.plan),
    })
}

/// What the rated directions reached; an empty object without a rate.
fn rated_json(job: &JobRun<'_>) -> Value {
    let one = |ddir: Ddir| {
        let pace = Pace::of(job, ddir)?;
        let value = json!({
            "asked_iops": pace.asked_iops,
            "offered_iops": pace.offered_iops,
            "reached_iops": pace.reached_iops,
            "saturated": pace.saturated,
        });
        Some((ddir.name().to_owned(), value))
    };
    Value::Object(Ddir::ALL.into_iter().filter_map(one).collect())
}

/// SNIA's criterion and fio's side by side.
fn steady_json(state: &Steadiness) -> Value {
    json!({
        "rounds_iops": state.rounds,
        "round_s": state.round_s,
        "snia": {
            "range_percent": state.snia.range * 100.0,
            "range_limit_percent": SNIA_RANGE_LIMIT * 100.0,
            "slope_percent": state.snia.slope * 100.0,
            "slope_limit_percent": SNIA_SLOPE_LIMIT * 100.0,
            "attained": state.snia.attained,
        },
        "fio": {
            "window_s": state.seconds,
            "iops_slope_percent_per_s": state.slope.criterion,
            "iops_slope_limit_percent_per_s": state.slope_limit_percent,
            "iops_slope_attained": state.slope.attained,
            "iops_deviation_percent": state.deviation.criterion,
            "iops_deviation_limit_percent": state.deviation_limit_percent,
            "iops_deviation_attained": state.deviation.attained,
        },
    })
}

fn worker_json(worker: &WorkerRecord) -> Value {
    json!({
        "number": worker.number,
        "clone": worker.clone,
        "group": worker.group,
        "pid": worker.pid,
        "started_ns": worker.started_ns,
        "ended_ns": worker.ended_ns,
        "ios": worker.stats.ddirs.iter().map(|ddir| ddir.ios).collect::<Vec<_>>(),
        "bytes": worker.stats.ddirs.iter().map(|ddir| ddir.bytes).collect::<Vec<_>>(),
        "user_us": worker.stats.cpu.user_us,
        "system_us": worker.stats.cpu.system_us,
        "error": worker.error.as_ref().map(|error| json!({
            "errno": error.errno, "place": error.place, "func": error.func, "message": error.message, "detail": error.detail,
        })),
    })
}

fn stats_json(stats: &JobStats, plan: &JobPlan) -> Value {
    let mut out = Map::new();
    for ddir in Ddir::ALL {
        out.insert(
            ddir.name().to_owned(),
            ddir_json(&stats.ddirs[ddir as usize], plan),
        );
    }
    out.insert(
        "sync".to_owned(),
        json!({ "ios": stats.sync.ios, "lat": latency_json(&stats.sync.lat, plan) }),
    );
    out.insert("runtime_ns".to_owned(), json!(stats.runtime_ns));
    out.insert("errors".to_owned(), json!(stats.errors));
    out.insert("depth_counts".to_owned(), json!(stats.depth));
    out.insert("submit_counts".to_owned(), json!(stats.submit));
    out.insert("complete_counts".to_owned(), json!(stats.complete));
    out.insert(
        "cpu".to_owned(),
        json!({
            "user_us": stats.cpu.user_us,
            "system_us": stats.cpu.system_us,
            "context_switches": stats.cpu.context_switches,
            "major_faults": stats.cpu.major_faults,
            "minor_faults": stats.cpu.minor_faults,
        }),
    );
    Value::Object(out)
}

fn ddir_json(ddir: &DdirStats, plan: &JobPlan) -> Value {
    let seconds = ddir.runtime_ns as f64 / 1e9;
    let rate = |count: u64| {
        if seconds > 0.0 {
            count as f64 / seconds
        } else {
            0.0
        }
    };
    json!({
        "ios": ddir.ios,
        "bytes": ddir.bytes,
        "short_ios": ddir.short_ios,
        "dropped_ios": ddir.dropped_ios,
        "runtime_ns": ddir.runtime_ns,
        "iops": rate(ddir.ios),
        "bytes_per_s": rate(ddir.bytes),
        "slat": latency_json(&ddir.slat, plan),
        "clat": latency_json(&ddir.clat, plan),
        "lat": latency_json(&ddir.lat, plan),
        "response": latency_json(&ddir.response, plan),
        "backlog_max_ns": ddir.schedule.backlog_max_ns,
        "backlog_end_ns": ddir.schedule.backlog_end_ns,
        "late_ios": ddir.schedule.late_ios,
        "backlog_per_second_ns": ddir.schedule.backlog_per_second_ns,
        "per_second": ddir.per_second.iter().map(|(ios, bytes)| json!([ios, bytes])).collect::<Vec<_>>(),
    })
}

/// Null when nothing was recorded. A percentile that fewer than 100 samples lie beyond says so; one with fewer than 10 has no
/// value, `max_ns` stands for it.
fn latency_json(latency: &Latency, plan: &JobPlan) -> Value {
    let moments = &latency.moments;
    if moments.count == 0 {
        return Value::Null;
    }
    let total = latency.histogram.total();
    let percentile = |percent: &f64| {
        let standing = match footing(total, *percent) {
            Footing::Enough => "enough",
            Footing::Few => "few",
            Footing::TooFew => "too few",
        };
        let value = (standing != "too few").then(|| latency.histogram.percentile(*percent, moments.max));
        json!({ "percent": percent, "ns": value, "samples": standing })
    };
    json!({
        "count": moments.count,
        "min_ns": moments.min_or_zero(),
        "max_ns": moments.max,
        "mean_ns": moments.mean(),
        "stddev_ns": moments.stdev(),
        "percentiles": plan.report.percentiles.iter().map(percentile).collect::<Vec<_>>(),
        "overflow": latency.histogram.overflow(),
    })
}

fn to_value(of: &impl serde::Serialize) -> Value {
    serde_json::to_value(of).unwrap_or(Value::Null)
}

fn evidence_json(evidence: &RunEvidence) -> Value {
    json!({
        "seconds": evidence.seconds,
        "issued_ios": evidence.issued_ios,
        "issued_bytes": evidence.issued_bytes,
        "own": to_value(&evidence.own),
        "device_read_bytes": evidence.device_read_bytes(),
        "device_written_bytes": evidence.device_written_bytes(),
        "dirty_left_bytes": evidence.dirty_left_bytes(),
        "devices": evidence.devices.iter().map(|device| device_json(device, evidence.seconds)).collect::<Vec<_>>(),
        "targets": to_value(&evidence.targets),
        "others": to_value(&evidence.others),
        "cpu_busy_percent": evidence.processors.busy_percent,
        "steal_percent": evidence.processors.steal_percent,
        "run_delay_ms": evidence.processors.run_delay_ms,
        "cpu_stalled_ms": evidence.processors.stalled_ms,
        "involuntary_switches": evidence.processors.involuntary_switches,
        "io_stalled_ms": evidence.io_stalled_ms,
        "limits": to_value(&evidence.limits),
        "throttling": to_value(&evidence.throttling),
        "clock": to_value(&evidence.clock),
        "blocks": to_value(&evidence.blocks),
        "per_second": evidence.seconds_series.iter().map(second_json).collect::<Vec<_>>(),
    })
}

fn device_json(device: &DeviceUse, seconds: f64) -> Value {
    let delta = device.delta();
    let window = std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default();
    json!({
        "name": device.name,
        "leaf": device.leaf,
        "in_memory": device.in_memory,
        "parallel": device.parallel,
        "write_cache": device.write_cache,
        "backing": to_value(&device.backing),
        "before": to_value(&device.before),
        "after": to_value(&device.after),
        "delta": to_value(&delta),
        "rates": to_value(&fiord_host::disk_stats::Extended::of(&delta, window)),
        "health": device.health.as_ref().map(|(before, after)| json!({ "before": health(before), "after": health(after) })),
    })
}

/// The SMART log counts in 128 bits, JSON in 64: lifetime totals are left out.
fn health(health: &fiord_host::health::Health) -> Value {
    json!({
        "temperature_millic": health.temperature_millic,
        "temperature_warning_millic": health.temperature_warning_millic,
        "warning_minutes": health.nvme.as_ref().map(|smart| smart.warning_minutes),
        "critical_warning": health.nvme.as_ref().map(|smart| smart.critical_warning),
        "critical_minutes": health.nvme.as_ref().map(|smart| smart.critical_minutes),
        "slowed_s": health.nvme.as_ref().map(|smart| smart.slowed_s),
        "slowed_much_s": health.nvme.as_ref().map(|smart| smart.slowed_much_s),
        "media_errors": health.nvme.as_ref().map(|smart| smart.media_errors),
        "available_spare_percent": health.nvme.as_ref().map(|smart| smart.available_spare_percent),
        "percentage_used": health.nvme.as_ref().map(|smart| smart.percentage_used),
    })
}

fn second_json(second: &Second) -> Value {
    json!({
        "end_ns": second.end_ns,
        "ios": second.ios,
        "bytes": second.bytes,
        "devices": to_value(&second.devices),
        "cpu_busy_percent": second.cpu_busy_percent,
        "io_stalled_ms": second.io_stalled_ms,
    })
}
