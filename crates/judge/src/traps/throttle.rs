//! `throttle`: a limit is measured, not the device.
//!
//! Longer than other files, because a trap is one file with its judgement, observation and tests.

use crate::case::balance::Balance;
use crate::case::devices::uppermost;
use crate::case::imported::{BELOW_ANY_DEVICE_NS, disk_table};
use crate::case::job_view::JobView;
use crate::case::pace::{Pace, service};
use crate::case::planned::issues;
use crate::case::{Case, JobRun, MachineView};
use crate::terms::{Headline, Instead};
use crate::topics;
use crate::trap::{Area, Check, Family, Judgement, Need, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::device_name;
use crate::{Checked, Finding, Severity, State, Subject, Thing, When};
use fiord_host::cgroup::{Limit, Limited};
use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::compare;
use fiord_messages::traps::throttle as messages;
use fiord_messages::{Fixed, Lang, words};
use fiord_record::evidence::{DeviceUse, RunEvidence};
use fiord_record::number::{Bytes, Count, Micros, Nanos, Rate, short};
use fiord_stats::shape::is_round;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    machine: Some(Check {
        text: Text {
            title: messages::machine_title,
            why: messages::machine_why,
            advice: messages::machine_advice,
            example: messages::machine_example,
        },
        area: Area::System,
        check,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[],
        judge: run,
    }),
    headline: Some(|_| Headline {
        rank: 5,
        what: Instead::Limit,
        ddir: None,
        share: 1.0,
    }),
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::CLOUD_VOLUMES],
    quantity: Some(compare::quantity_limit),
    ..Trap::new(
        Family::Machine,
        "plantegg, ssd/san/sas (4,200 IOPS); kernel: admin-guide/cgroup-v2.rst (io.max), admin-guide/cgroup-v1/blkio-controller.rst",
        &[
            Symptom::IopsTooLow,
            Symptom::LatencyTooHigh,
            Symptom::Contradiction,
        ],
        Observed::saw,
    )
};

/// Part of its own rate that a job must have reached, if nothing else held it back.
const KEPT: f64 = 0.97;
/// How near a rate is to a limit that bites, as a share of it.
const AT_LIMIT: (f64, f64) = (0.85, 1.15);
/// Variation of a limited rate: far less than that of any device, which serves requests of unequal cost.
const FLAT: f64 = 0.005;
/// A rate that a limit makes still differs by one I/O from second to second: this number, and at most this part of the rate, so
/// that single I/Os of a worker that hardly runs are no rate.
const FLAT_IOS: (f64, f64) = (1.0, 0.1);
/// Seconds that a flat rate is looked at.
const FLAT_SECONDS: usize = 5;
/// Mean ÷ least latency, or whole ÷ the device's own, from which the device could be faster than it was let.
const HELD_BACK: f64 = 3.0;
/// Time of the I/Os ÷ the device's own time for them from which a limit above the device held them back.
const WAITED: f64 = 1.5;
/// Share of others in the traffic of a device from which its times are not ours alone.
const SHARED: f64 = 0.02;
/// Busy share below which a device was not the limit of a job that always has I/Os to do.
const BUSY: f64 = 0.8;
/// Share of the time for which a limit of CPU time may stop the process.
const STOPPED: f64 = 0.01;

/// A limit, or a rate that looks like one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// Of the machine.
    Limit {
        kind: Resource,
        group: String,
        device: Option<String>,
        /// No device number is visible below the path: whether the limit is on the disk below is unknown.
        hidden: bool,
        /// Time for which the group's CPU limit stopped it so far.
        stopped_us: Option<u64>,
    },
    NoLimit,
    Unknown,
    /// Before a run.
    Planned {
        ddir: Ddir,
        what: Limited,
        limit: u64,
        group: String,
        /// Bytes of the job, and how long the limit makes them take at least.
        total_bytes: Option<u64>,
        least_seconds: Option<f64>,
    },
    /// After a run: a rate at a known limit.
    Met {
        what: Limited,
        limit: u64,
        rate: f64,
        group: String,
        latency_ms: Option<f64>,
        device_latency_ms: Option<f64>,
    },
    /// After a run: a control group's limit of CPU time stopped the process.
    Stopped {
        stopped_s: f64,
        seconds: f64,
        stopped_percent: f64,
    },
    /// After a run: a rate that is flat at a round number, without a limit in sight.
    Flat {
        rate: f64,
        bytes_per_s: f64,
        latency_ms: f64,
        least_latency_ms: f64,
        /// The uppermost devices and the mean time of a request there, where one job ran.
        devices: Vec<String>,
        device_latency_ms: Option<f64>,
    },
}

/// A limit of a control group, by what it limits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Resource {
    ReadBps { read_bytes_per_s: u64 },
    WriteBps { write_bytes_per_s: u64 },
    ReadIops { read_iops: u64 },
    WriteIops { write_iops: u64 },
    Latency { io_latency_us: u64 },
    Weight { io_weight: u64 },
    Processor { cpu_milli: u64 },
}

impl Resource {
    /// `None`: it limits memory.
    fn of(limit: &Limit) -> Option<Resource> {
        let value = limit.value;
        Some(match limit.what {
            Limited::ReadBps => Resource::ReadBps {
                read_bytes_per_s: value,
            },
            Limited::WriteBps => Resource::WriteBps {
                write_bytes_per_s: value,
            },
            Limited::ReadIops => Resource::ReadIops { read_iops: value },
            Limited::WriteIops => Resource::WriteIops { write_iops: value },
            Limited::IoLatencyUs => Resource::Latency { io_latency_us: value },
            Limited::IoWeight => Resource::Weight { io_weight: value },
            Limited::CpuMilli => Resource::Processor { cpu_milli: value },
            Limited::Memory | Limited::MemoryHigh => return None,
        })
    }
}

/// What a limit of I/O counts: a direction, and bytes instead of I/Os.
fn counted(what: Limited) -> Option<(Ddir, bool)> {
    match what {
        Limited::ReadBps => Some((Ddir::Read, true)),
        Limited::WriteBps => Some((Ddir::Write, true)),
        Limited::ReadIops => Some((Ddir::Read, false)),
        Limited::WriteIops => Some((Ddir::Write, false)),
        _ => None,
    }
}

fn group(limit: &Limit) -> String {
    limit.group.display().to_string()
}

fn device_of(limit: &Limit) -> Option<String> {
    let number = || limit.number.map(|(major, minor)| format!("{major}:{minor}"));
    limit.device.clone().or_else(number)
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let Some(machine) = view.case.machine() else {
            return Vec::new();
        };
        let stacks = view.targets.iter().filter_map(|target| target.stack.as_ref());
        let numbers: Vec<(u32, u32)> = stacks
            .flat_map(|stack| stack.layers())
            .filter_map(|(_, layer)| layer.number)
            .collect();
        let here = |limit: &&Limit| limit.number.is_some_and(|number| numbers.contains(&number));
        let limits = machine.cgroups.limits.iter().filter(here);
        limits.filter_map(|limit| planned(limit, view)).collect()
    })
}

fn planned(limit: &Limit, view: &JobView<'_>) -> Option<Finding> {
    let (ddir, is_bytes) = counted(limit.what).filter(|(ddir, _)| issues(view.job, *ddir))?;
    let unit = if is_bytes { 1.0 } else { view.planned.block_bytes };
    let total_bytes = view.planned.total_bytes;
    let rate = limit.value as f64 * unit;
    let observed = Observed::Planned {
        ddir,
        what: limit.what,
        limit: limit.value,
        group: group(limit),
        total_bytes,
        least_seconds: total_bytes
            .map(|total| total as f64 / rate)
            .filter(|s| s.is_finite()),
    };
    let mut subject = Subject::whole();
    subject.thing = device_of(limit).map(Thing::Device);
    Some(Finding::new(When::Plan, Severity::Care, subject, observed))
}

fn check(machine: &MachineView<'_>) -> Vec<Checked> {
    let groups = &machine.machine.cgroups;
    // Partitions are limited through their disks, mapped devices by themselves: any device in the stack counts.
    let layers = machine.machine.stack.layers().into_iter();
    let numbers: Vec<(u32, u32)> = layers.filter_map(|(_, layer)| layer.number).collect();
    // Limits on I/O first: they share a reason.
    let mut limits: Vec<&Limit> = groups.limits.iter().collect();
    limits.sort_by_key(|limit| limit.what == Limited::CpuMilli);
    let seen = limits.into_iter().filter_map(|limit| {
        let kind = Resource::of(limit)?;
        let hidden = numbers.is_empty();
        let here = hidden || limit.number.is_none_or(|number| numbers.contains(&number));
        let is_rate = counted(limit.what).is_some();
        let device = device_of(limit);
        // A limit on a disk that is not under the path.
        if is_rate && device.is_some() && !here {
            return None;
        }
        let state = match kind {
            Resource::Latency { .. } | Resource::Weight { .. } => State::Note,
            _ => State::Care,
        };
        let stopped_us = groups.throttling.cpu_throttled_us;
        let mut subject = Subject::whole();
        subject.thing = device.clone().filter(|_| is_rate).map(Thing::Device);
        let observed = Observed::Limit {
            kind,
            group: group(limit),
            device,
            hidden: hidden && is_rate,
            stopped_us: stopped_us.filter(|us| *us > 0 && limit.what == Limited::CpuMilli),
        };
        Some(Checked::new(state, subject, observed))
    });
    let mut out: Vec<Checked> = seen.collect();
    if out.is_empty() {
        let is_known = groups.unified.is_some() || groups.io_by_v1;
        let (state, observed) = match is_known {
            true => (State::Fine, Observed::NoLimit),
            false => (State::Unknown, Observed::Unknown),
        };
        out.push(Checked::new(state, Subject::whole(), observed));
    }
    out
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    if let Some(evidence) = case.witnessed_in_turns() {
        let limits = evidence.limits.iter();
        let mut found: Vec<Finding> = limits
            .filter_map(|limit| at_limit(case, evidence, limit))
            .collect();
        found.extend(by_processor(evidence));
        if !found.is_empty() {
            return found;
        }
    }
    case.jobs
        .iter()
        .filter_map(|job| flat_at_round_number(case, job))
        .collect()
}

fn at_limit(case: &Case<'_>, evidence: &RunEvidence, limit: &Limit) -> Option<Finding> {
    let (ddir, is_bytes) = counted(limit.what)?;
    let rate = rate_at(case, evidence, limit, ddir, is_bytes)?;
    let waits = Waits::of(case, evidence, limit, ddir);
    if waits.as_ref().is_some_and(|waits| !waits.bite()) || is_own_rate(case, evidence, limit, ddir, is_bytes)
    {
        return None;
    }
    // Of a buffered write the device may need longer than the write: then its time does not belong to it.
    let only =
        waits.filter(|waits| waits.ios > 0 && case.jobs.len() == 1 && waits.of_ours() >= waits.of_device());
    let observed = Observed::Met {
        what: limit.what,
        limit: limit.value,
        rate,
        group: group(limit),
        latency_ms: only.as_ref().map(Waits::of_ours),
        device_latency_ms: only.as_ref().map(Waits::of_device),
    };
    let device = limited_device(evidence, limit);
    let on_it = case.moving(ddir).filter(|job| is_on(job, evidence, device));
    let mut subject = Subject::whole();
    subject.jobs = on_it.map(|job| job.index).collect();
    if subject.jobs.len() == case.jobs.len() {
        subject.jobs.clear();
    }
    subject.thing = device_of(limit).map(Thing::Device);
    Some(Finding::new(When::Run, Severity::Wrong, subject, observed))
}

/// The rate that is at this limit, if one is: of a job, of all jobs together, or of the limited device, where I/Os were merged or
/// split on their way to it. In turns that of the device is also that of others.
fn rate_at(
    case: &Case<'_>,
    evidence: &RunEvidence,
    limit: &Limit,
    ddir: Ddir,
    is_bytes: bool,
) -> Option<f64> {
    let device = limited_device(evidence, limit);
    let count = |job: &JobRun<'_>| {
        let stats = job.ddir(ddir);
        if is_bytes { stats.bytes } else { stats.ios }
    };
    let on_it = || {
        let jobs = case.jobs.iter();
        jobs.filter(|job| job.seconds() > 0.0 && is_on(job, evidence, device))
    };
    let mut rates: Vec<f64> = Vec::new();
    let longest = on_it().map(JobRun::seconds).fold(0.0, f64::max);
    if longest > 0.0 {
        rates.push(on_it().map(count).sum::<u64>() as f64 / longest);
    }
    rates.extend(on_it().map(|job| count(job) as f64 / job.seconds()));
    let issued = match ddir {
        Ddir::Read => evidence.issued_ios[0],
        _ => evidence.issued_ios[1],
    };
    let is_ours = !case.record.has_turns() && evidence.seconds > 0.0 && issued > 0;
    if let Some(device) = device.filter(|_| is_ours) {
        let delta = device.delta();
        let moved = match (ddir, is_bytes) {
            (Ddir::Read, false) => delta.reads,
            (Ddir::Read, true) => delta.read_bytes(),
            (_, false) => delta.writes,
            (_, true) => delta.write_bytes(),
        };
        rates.push(moved as f64 / evidence.seconds);
    }
    let is_at = |rate: &f64| (AT_LIMIT.0..=AT_LIMIT.1).contains(&(rate / limit.value as f64));
    rates.into_iter().find(is_at)
}

fn limited_device<'a>(evidence: &'a RunEvidence, limit: &Limit) -> Option<&'a DeviceUse> {
    let mut devices = evidence.devices.iter();
    devices.find(|device| device.number.is_some() && device.number == limit.number)
}

/// Whether a job uses the limited device, as far as its targets show: one at the bottom is named there.
fn is_on(job: &JobRun<'_>, evidence: &RunEvidence, device: Option<&DeviceUse>) -> bool {
    let Some(leaf) = device.filter(|device| device.leaf) else {
        return true;
    };
    let mut targets = evidence
        .targets
        .iter()
        .filter(|target| target.job == job.index && !target.leaves.is_empty())
        .peekable();
    targets.peek().is_none() || targets.any(|target| target.leaves.contains(&leaf.name))
}

/// Whether the rates of the jobs are below the limit, and the jobs reached them.
fn is_own_rate(case: &Case<'_>, evidence: &RunEvidence, limit: &Limit, ddir: Ddir, is_bytes: bool) -> bool {
    let device = limited_device(evidence, limit);
    let jobs = case.moving(ddir).filter(|job| is_on(job, evidence, device));
    let offered: Option<f64> = jobs
        .map(|job| {
            let pace = Pace::of(job, ddir).filter(|pace| pace.saturated != Some(true))?;
            let stats = job.ddir(ddir);
            let unit = if is_bytes {
                stats.bytes as f64 / stats.ios.max(1) as f64
            } else {
                1.0
            };
            (pace.reached_iops >= KEPT * pace.asked_iops).then_some(pace.asked_iops * unit)
        })
        .sum();
    offered.is_some_and(|offered| offered > 0.0 && offered < limit.value as f64 * 0.99)
}

/// How long I/Os took, and of that at the device. What waits for a limit is not in the device's own time yet.
struct Waits {
    ours_ms: f64,
    ios: u64,
    device_ms: f64,
    requests: u64,
    /// Whether every job waits for each of its I/Os at the device, past the page cache.
    is_direct: bool,
    /// Share of the window in which the device was busy, of jobs that always have something to do.
    busy: Option<f64>,
    /// The device served others too, and its times are theirs as well.
    is_shared: bool,
}

impl Waits {
    /// `None`: latencies or the device's times are not known, or these are also those of others that took turns.
    fn of(case: &Case<'_>, evidence: &RunEvidence, limit: &Limit, ddir: Ddir) -> Option<Waits> {
        let device = limited_device(evidence, limit).filter(|_| !case.record.has_turns())?;
        let delta = device.delta();
        let (device_ms, requests) = match ddir {
            Ddir::Read => (delta.read_ms, delta.reads),
            _ => (delta.write_ms, delta.writes),
        };
        let jobs: Vec<&JobRun<'_>> = case
            .moving(ddir)
            .filter(|job| is_on(job, evidence, Some(device)))
            .collect();
        let moments = |job: &&JobRun<'_>| {
            let whole = &service(job.ddir(ddir)).moments;
            (whole.sum, whole.count)
        };
        let sums = jobs.iter().map(moments);
        let (ns, ios) = sums.fold((0_u128, 0_u64), |(ns, ios), (sum, count)| {
            (ns + sum, ios.saturating_add(count))
        });
        let window_ms = evidence.seconds * 1e3;
        let always_asks = jobs.iter().all(|job| !job.is_paced());
        let busy =
            (delta.busy_ms > 0 && window_ms > 0.0 && always_asks).then(|| delta.busy_ms as f64 / window_ms);
        (are_timed(device_ms, requests) && ns > 0).then(|| Waits {
            ours_ms: ns as f64 / 1e6,
            ios,
            device_ms: device_ms as f64,
            requests,
            is_direct: jobs.iter().all(|job| job.plan.durability.direct),
            busy,
            is_shared: Balance::of(case, ddir)
                .is_some_and(|balance| balance.foreign_bytes() as f64 > SHARED * balance.device_bytes as f64),
        })
    }

    /// Milliseconds of an I/O on average, and of a request at the device.
    fn of_ours(&self) -> f64 {
        self.ours_ms / self.ios as f64
    }

    fn of_device(&self) -> f64 {
        self.device_ms / self.requests as f64
    }

    /// Whether something above the device held the I/Os back.
    fn bite(&self) -> bool {
        // At most as many requests as we had I/Os are ours.
        let ours = if self.is_shared {
            (self.ios as f64 / self.requests as f64).min(1.0)
        } else {
            1.0
        };
        let waited = self.ours_ms >= WAITED * self.device_ms * ours;
        // The latency of a buffered I/O is mostly that of memory; then the device's idle time tells.
        waited || (!self.is_direct && self.busy.is_some_and(|busy| busy < BUSY))
    }
}

/// A limit of CPU time that stopped the generator.
fn by_processor(evidence: &RunEvidence) -> Option<Finding> {
    let stopped_s = evidence.throttling.cpu_throttled_us? as f64 / 1e6;
    let share = stopped_s / evidence.seconds.max(1e-9);
    let observed = Observed::Stopped {
        stopped_s,
        seconds: evidence.seconds,
        stopped_percent: share * 100.0,
    };
    (share > STOPPED).then(|| Finding::new(When::Run, Severity::Care, Subject::whole(), observed))
}

/// Mean and deviation of the rate over the seconds. Results of others have no series, but a summary of fio's samples of half a
/// second; only that of a single worker or group in a single direction is one of the whole.
fn level(job: &JobRun<'_>) -> Option<(f64, f64)> {
    let series = job.whole_seconds();
    if series.is_empty() {
        let directions = || {
            let workers = job.workers.iter();
            workers.flat_map(|worker| worker.stats.ddirs.iter().filter(|ddir| ddir.ios > 0))
        };
        let only = directions().next().filter(|_| directions().count() == 1)?;
        let samples = &only.iops.moments;
        return (samples.count >= 2 * FLAT_SECONDS as u64).then(|| (samples.mean(), samples.stdev()));
    }
    if series.len() < FLAT_SECONDS {
        return None;
    }
    // The first second may hold what the limiter had saved up.
    let rest = &series[1..];
    let mean = rest.iter().sum::<f64>() / rest.len() as f64;
    let variance = rest.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / rest.len() as f64;
    Some((mean, variance.sqrt()))
}

/// Without a limit in sight: a rate that is flat at a round number while single I/Os were much faster than the mean. Where the
/// device's own time is short, the I/Os waited above it, and nothing but a limit lets them through so evenly: then also one by one.
fn flat_at_round_number(case: &Case<'_>, job: &JobRun<'_>) -> Option<Finding> {
    if job.is_paced() {
        return None;
    }
    let (rate, deviation) = level(job)?;
    let (ddir, stats) = job.directions().max_by_key(|(_, stats)| stats.ios)?;
    let bytes_per_s = rate * stats.bytes as f64 / stats.ios.max(1) as f64;
    let one_io = FLAT_IOS.0.min(FLAT_IOS.1 * rate);
    if rate <= 0.0 || deviation > (FLAT * rate).max(one_io) || !looks_set(rate, bytes_per_s) {
        return None;
    }
    // Of a queued engine, the completion latency alone may be nothing: the I/O can be done inside submit.
    let recorded = service(stats);
    let latency = &recorded.moments;
    if latency.count == 0 {
        return None;
    }
    let (mean_ns, least_ns) = (latency.mean(), latency.min_or_zero() as f64);
    // What memory answered passed no limit of a device.
    if mean_ns < BELOW_ANY_DEVICE_NS || disk_table(case, ddir).is_some() {
        return None;
    }
    let own = own_latency(case).filter(|_| case.jobs.len() == 1);
    // Few long waits among short I/Os, which add up to the same every second: a limiter lets a handful through at a time.
    let in_handfuls = recorded
        .percentile(50.0)
        .is_some_and(|median| mean_ns >= HELD_BACK * median as f64);
    let varied = mean_ns >= HELD_BACK * least_ns && (in_handfuls || job.achieved_depth()? >= 2.0);
    // No tick at all is weak evidence alone: some devices keep no times.
    let waited_above = own
        .as_ref()
        .is_some_and(|(_, own_ms)| mean_ns / 1e6 >= HELD_BACK * own_ms && (*own_ms > 0.0 || varied));
    // One by one a device alone is as flat as a limit, if each I/O costs it the same: only its own time shows the difference.
    let severity = match (waited_above, varied) {
        (true, _) => Severity::Wrong,
        (false, true) if deviation <= FLAT * rate => Severity::Care,
        _ => return None,
    };
    let (devices, device_latency_ms) = own.unzip();
    let observed = Observed::Flat {
        rate,
        bytes_per_s,
        latency_ms: mean_ns / 1e6,
        least_latency_ms: least_ns / 1e6,
        devices: devices.unwrap_or_default(),
        device_latency_ms,
    };
    Some(Finding::new(
        When::Run,
        severity,
        Subject::job(job.index),
        observed,
    ))
}

/// Whether this rate looks chosen: a round number of I/Os, of MB or of MiB per second.
pub(crate) fn looks_set(rate: f64, bytes_per_s: f64) -> bool {
    let bandwidths = [bytes_per_s / 1e6, bytes_per_s / 1048576.0];
    is_round(rate) || has_two_digits(rate) || bandwidths.into_iter().any(is_round)
}

/// Within a tenth of a percent of a number of two digits and zeros: 4200, 160.
fn has_two_digits(value: f64) -> bool {
    let unit = 10_f64.powf(value.log10().floor() - 1.0);
    let nearest = (value / unit).round() * unit;
    (value / nearest - 1.0).abs() <= 0.001
}

/// Whether a device's own time says something. The kernel counts it in ticks: over many fast requests the sum may be nothing.
fn are_timed(ms: u64, requests: u64) -> bool {
    /// Requests of a millisecond each would have left hundreds of ticks.
    const MANY: u64 = 1000;
    requests > 0 && (ms > 0 || requests >= MANY)
}

/// The uppermost devices, and the milliseconds that a request took there on average.
fn own_latency(case: &Case<'_>) -> Option<(Vec<String>, f64)> {
    let devices = uppermost(case, case.witnessed()?);
    let deltas = || devices.iter().map(|device| device.delta());
    let requests: u64 = deltas().map(|delta| delta.reads + delta.writes).sum();
    let ms: u64 = deltas().map(|delta| delta.read_ms + delta.write_ms).sum();
    let names = devices.iter().map(|device| device.name.clone()).collect();
    are_timed(ms, requests).then(|| (names, ms as f64 / requests as f64))
}

/// The sentences of `throttle`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        match self {
            Observed::Limit {
                kind,
                group,
                device,
                stopped_us,
                ..
            } => {
                let limit = limit(*kind, group, device.as_deref(), lang);
                let stopped = stopped_us.map(|us| messages::StoppedSoFar { time: &Micros(us) }.text(lang));
                with_more(limit, stopped, lang)
            }
            Observed::NoLimit => messages::no_limit(lang).to_owned(),
            Observed::Unknown => messages::unknown(lang).to_owned(),
            Observed::Planned {
                what,
                limit,
                group,
                total_bytes,
                least_seconds,
                ..
            } => {
                let limited = messages::LimitedOn {
                    group,
                    ddir: direction(*what),
                    device: &device_name(subject, lang),
                    rate: &amount(*what, *limit),
                }
                .text(lang);
                let takes = total_bytes.zip(*least_seconds).map(|(total, seconds)| {
                    messages::Takes {
                        bytes: &Bytes(total),
                        time: &Micros((seconds * 1e6) as u64),
                    }
                    .text(lang)
                });
                with_more(limited, takes, lang)
            }
            Observed::Met {
                what,
                limit,
                rate,
                group,
                latency_ms,
                device_latency_ms,
            } => {
                let device = &device_name(subject, lang);
                let met = messages::Met {
                    ddir: direction(*what),
                    rate: &amount(*what, rate.round() as u64),
                    group,
                    allowed: &amount(*what, *limit),
                    device,
                }
                .text(lang);
                let latency = latency_ms.zip(*device_latency_ms).map(|(took, own)| {
                    messages::MetLatency {
                        latency: &short(took),
                        device,
                        own: &short(own),
                    }
                    .text(lang)
                });
                with_more(met, latency, lang)
            }
            Observed::Stopped {
                stopped_s, seconds, ..
            } => messages::Stopped {
                stopped: &short(*stopped_s),
                seconds: &short(*seconds),
            }
            .text(lang),
            Observed::Flat { .. } => flat(self, lang),
        }
    }

    /// Whether no time of the device shows that the I/Os waited above it.
    fn is_only_flat(&self) -> bool {
        match self {
            Observed::Flat {
                latency_ms,
                device_latency_ms,
                ..
            } => device_latency_ms.is_none_or(|own_ms| *latency_ms < HELD_BACK * own_ms),
            _ => false,
        }
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        self.is_only_flat()
            .then(|| messages::advice_flat(lang).to_owned())
    }

    fn why(&self, lang: Lang) -> Option<String> {
        if self.is_only_flat() {
            return Some(messages::why_flat(lang).to_owned());
        }
        let Observed::Limit { kind, hidden, .. } = self else {
            return None;
        };
        let why: Fixed = match kind {
            Resource::Processor { .. } => messages::why_cpu,
            Resource::Latency { .. } | Resource::Weight { .. } => messages::why_shared,
            _ if *hidden => messages::why_hidden,
            _ => return None,
        };
        Some(why(lang).to_owned())
    }
}

fn with_more(sentence: String, more: Option<String>, lang: Lang) -> String {
    let mut sentences = vec![sentence];
    sentences.extend(more);
    lang.sentences(&sentences)
}

/// The direction that a limit of I/O counts.
fn direction(what: Limited) -> words::Ddir {
    match what {
        Limited::ReadBps | Limited::ReadIops => words::Ddir::Read,
        _ => words::Ddir::Write,
    }
}

fn amount(what: Limited, per_s: u64) -> String {
    match what {
        Limited::ReadBps | Limited::WriteBps => format!("{}/s", Bytes(per_s)),
        _ => format!("{} IOPS", Count(per_s)),
    }
}

fn limit(kind: Resource, group: &str, device: Option<&str>, lang: Lang) -> String {
    let (group, device) = (&group, device.as_ref());
    let (what, per_s) = match kind {
        Resource::ReadBps { read_bytes_per_s } => (Limited::ReadBps, read_bytes_per_s),
        Resource::WriteBps { write_bytes_per_s } => (Limited::WriteBps, write_bytes_per_s),
        Resource::ReadIops { read_iops } => (Limited::ReadIops, read_iops),
        Resource::WriteIops { write_iops } => (Limited::WriteIops, write_iops),
        Resource::Latency { io_latency_us } => {
            let latency = &Micros(io_latency_us);
            return match device {
                Some(device) => messages::LatencyKeptOn {
                    group,
                    device,
                    latency,
                }
                .text(lang),
                None => messages::LatencyKept { group, latency }.text(lang),
            };
        }
        Resource::Weight { io_weight } => {
            let weight = &io_weight;
            return match device {
                Some(device) => messages::WeightOn {
                    group,
                    weight,
                    device,
                }
                .text(lang),
                None => messages::Weight { group, weight }.text(lang),
            };
        }
        Resource::Processor { cpu_milli } => {
            let percent = &short(cpu_milli as f64 / 10.0);
            return messages::CpuLimited { group, percent }.text(lang);
        }
    };
    let (ddir, rate) = (direction(what), &amount(what, per_s));
    match device {
        Some(device) => messages::LimitedOn {
            group,
            ddir,
            device,
            rate,
        }
        .text(lang),
        None => messages::Limited { group, ddir, rate }.text(lang),
    }
}

fn flat(observed: &Observed, lang: Lang) -> String {
    let Observed::Flat {
        rate,
        bytes_per_s,
        latency_ms,
        devices,
        device_latency_ms,
        ..
    } = observed
    else {
        return String::new();
    };
    let flat = messages::Flat {
        iops: &Rate(*rate),
        bandwidth: &format!("{}/s", Bytes(*bytes_per_s as u64)),
    }
    .text(lang);
    let devices = &lang.list(devices);
    let own = device_latency_ms.map(|ms| {
        if ms > 0.0 {
            let (mean, own) = (&Nanos(*latency_ms * 1e6), &Nanos(ms * 1e6));
            messages::FlatDevice { mean, devices, own }.text(lang)
        } else {
            messages::FlatFastDevice { devices }.text(lang)
        }
    });
    with_more(flat, own, lang)
}
