//! Who else took part: other users of the device, limits, the generator itself, disks that stood idle.

use fiord_host::cgroup::Limited;
use fiord_spec::plan::{Ddir, OpenSync};
use fiord_stats::shape::is_round;

use super::{After, JobRun};
use crate::evidence::RunEvidence;
use crate::truth::facts::Evidence;
use crate::truth::rule::{Family, Finding, Rule, Severity, When};
use crate::truth::words::{Bytes, Share, short};

/// Share of a device's traffic that is not ours from which somebody else counts (method: foreign load).
const FOREIGN: f64 = 0.02;
/// Share from which our numbers are not those of an idle device.
const FOREIGN_WRONG: f64 = 0.20;
/// Traffic that any system makes now and then.
const FOREIGN_LEAST: u64 = 256 << 10;
/// How near a rate is to a limit that bites, as a share of it.
const AT_LIMIT: (f64, f64) = (0.85, 1.15);
/// Variation of a limited rate: far less than that of any device, which serves requests of unequal cost.
const FLAT: f64 = 0.005;
/// Seconds that a flat rate is looked at.
const FLAT_SECONDS: usize = 5;
/// Mean ÷ least latency from which the device could be faster than it was let.
const HELD_BACK: f64 = 3.0;
/// Share of the time for which a limit of processor time may stop us.
const STOPPED: f64 = 0.01;
/// Processor share of a worker from which it is the limit.
const CPU_LIMIT: f64 = 0.95;
/// Part of the null engine's rate from which the generator is the limit.
const NEAR_CEILING: f64 = 0.8;
/// Share of its even part below which a disk stood idle.
const IDLE_PART: f64 = 0.1;
/// Busy time that looks like a full device, in percent.
const BUSY: f64 = 95.0;

/// Somebody else on the device.
pub(super) const FOREIGN_IO: Rule = Rule {
    id: "foreign-io",
    family: Family::Machine,
    title: "somebody else used the device",
    why: "the device shared its time; alone it would have been faster",
    attempt: "stop the others, or measure again when the device is quiet",
    example: "vda read 900 MiB, of which this run asked for 400 MiB; mysqld read 480 MiB.",
    source: "seed S4 (an import was running); Documentation/block/stat.rst; proc_pid_io(5)",
    when: When::Run,
    judge: foreign_io,
};

/// A limit instead of the device.
pub(super) const THROTTLE: Rule = Rule {
    id: "throttle",
    family: Family::Machine,
    title: "a limit, not the device",
    why: "the rate is what a cgroup or a cloud's cap allows; depth beyond it only adds waiting",
    attempt: "lift the limit, or call the number what it is: the limit",
    example: "4,212 IOPS with iodepth=64 and 15.2 ms mean latency under a cgroup limit of 4,200.",
    source: "seed S4 (ESSD); Documentation/admin-guide/cgroup-v1/blkio-controller.rst, cgroup-v2.rst",
    when: When::Run,
    judge: throttle,
};

/// The tool was the limit.
pub(super) const GENERATOR_BOUND: Rule = Rule {
    id: "generator-bound",
    family: Family::Machine,
    title: "the generator was the limit, not the disk",
    why: "the device could do more; what was measured is this processor",
    attempt: "more workers on more processors, larger blocks, io_uring with fixed buffers",
    example: "One worker at 99 % of a processor: 1.1 M IOPS, and the null engine makes 1.2 M with these options.",
    source: "SPDK issue 999; fio issue 694",
    when: When::Run,
    judge: generator_bound,
};

/// Disks that did not share the work.
pub(super) const STACK: Rule = Rule {
    id: "stack",
    family: Family::Machine,
    title: "the layers between used the disks unevenly",
    why: "a linear volume uses one disk at a time, so the result is that of one disk",
    attempt: "a striped volume, or say that it is one disk's number",
    example: "A linear volume of two NVMe disks: nvme1n1 did 100 % of the reads.",
    source: "seed S4",
    when: When::Run,
    judge: stack,
};

/// Busy time of a parallel device.
pub(super) const UTIL_MEANINGLESS: Rule = Rule {
    id: "util-meaningless",
    family: Family::Machine,
    title: "%util near 100 says nothing here",
    why: "it is the share of time with at least one request; a device that serves many at once may have room for more",
    attempt: "raise the depth until the rate stops growing",
    example: "util=99.8% at iodepth=1 on an NVMe disk that does ten times as much at iodepth=32.",
    source: "seed S4; Documentation/admin-guide/iostats.rst",
    when: When::Run,
    judge: util_meaningless,
};

fn foreign_io(e: &Evidence<'_>) -> Vec<Finding> {
    let Some(evidence) = e.after.and_then(After::witnessed) else {
        return Vec::new();
    };
    let synced = e.after.is_some_and(|after| {
        after.jobs.iter().any(|job| {
            job.stats.sync.ios > 0
                || job.plan.durability.open_sync != OpenSync::None
                || job.plan.durability.end_fsync
        })
    });
    [Ddir::Read, Ddir::Write]
        .into_iter()
        .filter_map(|ddir| foreign(evidence, ddir, synced))
        .collect()
}

fn foreign(evidence: &RunEvidence, ddir: Ddir, synced: bool) -> Option<Finding> {
    let own = evidence.own?;
    let (device, own) = match ddir {
        Ddir::Read => (evidence.device_read_bytes()?, own.read_bytes),
        // What a device wrote in the window may have been caused before it, by us as well.
        _ => (
            evidence.device_written_bytes()?,
            own.write_bytes.max(evidence.write_issued()),
        ),
    };
    let excess = device.saturating_sub(own);
    let by: Vec<(&str, u64)> = evidence
        .others
        .iter()
        .map(|other| {
            (
                other.name.as_str(),
                if ddir == Ddir::Read {
                    other.read_bytes
                } else {
                    other.write_bytes
                },
            )
        })
        .filter(|(_, bytes)| *bytes > 0)
        .collect();
    let named: u64 = by.iter().map(|(_, bytes)| bytes).sum();
    let on_files = evidence.targets.iter().any(|target| target.fs_type.is_some());
    let multiplied = evidence.targets.iter().any(|target| target.multiplies);
    // On a file system the journal writes too, and no process is charged for it. Without syncs that is little; with them it
    // may be most, and then nobody can be blamed.
    let uncertain = ddir == Ddir::Write && on_files;
    if uncertain && (synced || named < excess) {
        return None;
    }
    let foreign = excess;
    // Of all that the device did: a few reads of others beside many writes of ours disturb little.
    let all = evidence
        .device_read_bytes()?
        .saturating_add(evidence.device_written_bytes()?);
    let share = foreign as f64 / all.max(1) as f64;
    if share <= FOREIGN || foreign < FOREIGN_LEAST || (multiplied && named == 0) {
        return None;
    }
    let verb = if ddir == Ddir::Read { "read" } else { "wrote" };
    let names: Vec<&str> = evidence.leaves().map(|leaf| leaf.name.as_str()).collect();
    let mut saw = format!(
        "{} {verb} {}, of which {} ({} of its traffic) were not ours",
        names.join(", "),
        Bytes(device),
        Bytes(foreign),
        Share(share)
    );
    if let Some((name, bytes)) = by.iter().max_by_key(|(_, bytes)| *bytes) {
        saw.push_str(&format!("; {name} {verb} {}", Bytes(*bytes)));
    }
    let severity = if share > FOREIGN_WRONG && !uncertain {
        Severity::Wrong
    } else {
        Severity::Care
    };
    Some(
        FOREIGN_IO
            .finds(severity, saw)
            .value("foreign_bytes", foreign as f64)
            .value("share_percent", share * 100.0),
    )
}

fn throttle(e: &Evidence<'_>) -> Vec<Finding> {
    let Some(after) = e.after else { return Vec::new() };
    if let Some(evidence) = after.witnessed() {
        let mut found: Vec<Finding> = by_cgroup(after, evidence);
        found.extend(by_processor(evidence));
        if !found.is_empty() {
            return found;
        }
    }
    after.jobs.iter().filter_map(flat_at_round_number).collect()
}

fn by_cgroup(after: &After<'_>, evidence: &RunEvidence) -> Vec<Finding> {
    let longest = after.jobs.iter().map(JobRun::seconds).fold(0.0, f64::max);
    if longest <= 0.0 {
        return Vec::new();
    }
    let (ios, bytes) = (evidence.issued_ios, evidence.issued_bytes);
    let judge = |limit: &fiord_host::cgroup::Limit| {
        let (rate, unit) = match limit.what {
            Limited::ReadIops => (ios[0] as f64 / longest, "reads per second"),
            Limited::WriteIops => (ios[1] as f64 / longest, "writes per second"),
            Limited::ReadBps => (bytes[0] as f64 / longest, "bytes read per second"),
            Limited::WriteBps => (bytes[1] as f64 / longest, "bytes written per second"),
            _ => return None,
        };
        let share = rate / limit.value as f64;
        if !(AT_LIMIT.0..=AT_LIMIT.1).contains(&share) {
            return None;
        }
        let device = limit.device.as_deref().unwrap_or("the device");
        let saw = format!(
            "{} {unit}, and the control group {} allows {} on {device}",
            rate.round(),
            limit.group.display(),
            limit.value
        );
        Some(
            THROTTLE
                .finds(Severity::Wrong, saw)
                .value("limit", limit.value as f64)
                .value("rate", rate),
        )
    };
    evidence.limits.iter().filter_map(judge).collect()
}

/// A limit of processor time that stopped the generator.
fn by_processor(evidence: &RunEvidence) -> Option<Finding> {
    let stopped_s = evidence.throttling.cpu_throttled_us? as f64 / 1e6;
    let share = stopped_s / evidence.seconds.max(1e-9);
    (share > STOPPED).then(|| {
        let saw = format!(
            "the control group's processor limit stopped this process for {} s of {} s",
            short(stopped_s),
            short(evidence.seconds)
        );
        THROTTLE
            .finds(Severity::Care, saw)
            .value("stopped_percent", share * 100.0)
    })
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

/// Without a limit in sight: a rate that is flat at a round number while single I/Os were much faster than the mean.
fn flat_at_round_number(job: &JobRun<'_>) -> Option<Finding> {
    if job.is_paced() {
        return None;
    }
    let (mean, deviation) = level(job)?;
    if mean <= 0.0 || deviation / mean > FLAT || !is_round(mean) {
        return None;
    }
    let (_, stats) = job.directions().max_by_key(|(_, stats)| stats.ios)?;
    let clat = &stats.clat.moments;
    if clat.count == 0 || clat.mean() < HELD_BACK * clat.min_or_zero() as f64 || job.achieved_depth()? < 2.0 {
        return None;
    }
    let saw = format!(
        "flat at {} I/Os per second, a round number, with {} ms mean latency while single I/Os took {} ms",
        mean.round(),
        short(clat.mean() / 1e6),
        short(clat.min_or_zero() as f64 / 1e6)
    );
    Some(
        THROTTLE
            .finds(Severity::Care, saw)
            .value("rate", mean)
            .of_job(job.index),
    )
}

fn generator_bound(e: &Evidence<'_>) -> Vec<Finding> {
    let Some(after) = e.after else { return Vec::new() };
    let Some(evidence) = after.witnessed() else {
        return Vec::new();
    };
    let seconds = after.jobs.iter().map(JobRun::seconds).fold(0.0, f64::max);
    if let Some(ceiling) = after
        .ceiling_iops
        .filter(|ceiling| *ceiling > 0.0 && seconds > 0.0)
    {
        let rate = after.total_ios() as f64 / seconds;
        if rate >= NEAR_CEILING * ceiling {
            let saw = format!(
                "{} I/Os per second, and with these options the null engine makes {}",
                rate.round(),
                ceiling.round()
            );
            return vec![
                GENERATOR_BOUND
                    .finds(Severity::Wrong, saw)
                    .value("rate_iops", rate)
                    .value("ceiling_iops", ceiling),
            ];
        }
    }
    // Where the device is memory, the copying is the device.
    let memory = evidence.leaves().next().is_none() || evidence.leaves().any(|leaf| leaf.in_memory);
    let cached = super::read_shares(after).is_some_and(|shares| shares.elsewhere > 0.5);
    if memory || cached {
        return Vec::new();
    }
    let judge = |job: &JobRun<'_>| {
        let busy = |worker: &&crate::run::WorkerRecord| {
            let cpu = &worker.stats.cpu;
            (cpu.user_us + cpu.system_us) as f64 * 1e3 / worker.stats.runtime_ns.max(1) as f64
        };
        let least = job.workers.iter().map(busy).fold(f64::INFINITY, f64::min);
        if job.seconds() < 0.2 || job.is_paced() || least < CPU_LIMIT {
            return None;
        }
        let saw = format!(
            "every worker of `{}` used {} of a processor or more",
            job.plan.name,
            Share(least.min(1.0))
        );
        Some(
            GENERATOR_BOUND
                .finds(Severity::Care, saw)
                .value("cpu_percent", least * 100.0)
                .of_job(job.index),
        )
    };
    after.jobs.iter().filter_map(judge).collect()
}

fn stack(e: &Evidence<'_>) -> Vec<Finding> {
    let find = || {
        let evidence = e.after?.witnessed()?;
        let moved: Vec<(&str, u64)> = evidence
            .leaves()
            .map(|leaf| {
                (
                    leaf.name.as_str(),
                    leaf.delta()
                        .read_bytes()
                        .saturating_add(leaf.delta().write_bytes()),
                )
            })
            .collect();
        let together = evidence.targets.iter().any(|target| target.leaves.len() > 1);
        let all: u64 = moved.iter().map(|(_, bytes)| bytes).sum();
        if !together || moved.len() < 2 || all == 0 {
            return None;
        }
        let even = 1.0 / moved.len() as f64;
        let share = |bytes: u64| bytes as f64 / all as f64;
        if moved.iter().all(|(_, bytes)| share(*bytes) >= IDLE_PART * even) {
            return None;
        }
        let parts: Vec<String> = moved
            .iter()
            .map(|(name, bytes)| format!("{name} {}", Share(share(*bytes))))
            .collect();
        let most = moved.iter().map(|(_, bytes)| share(*bytes)).fold(0.0, f64::max);
        let saw = format!(
            "the disks under the target did unequal parts: {}",
            parts.join(", ")
        );
        Some(
            STACK
                .finds(Severity::Care, saw)
                .value("largest_percent", most * 100.0),
        )
    };
    find().into_iter().collect()
}

fn util_meaningless(e: &Evidence<'_>) -> Vec<Finding> {
    let find = || {
        let evidence = e.after?.witnessed()?;
        let busy = |leaf: &&crate::evidence::DeviceUse| {
            leaf.parallel == Some(true)
                && leaf.delta().busy_ms as f64 / 10.0 / evidence.seconds.max(1e-9) >= BUSY
        };
        let leaf = evidence.leaves().find(busy)?;
        let util = (leaf.delta().busy_ms as f64 / 10.0 / evidence.seconds).min(100.0);
        let saw = format!(
            "{} shows util {} %, but it serves many requests at once",
            leaf.name,
            short(util)
        );
        Some(
            UTIL_MEANINGLESS
                .finds(Severity::Note, saw)
                .value("util_percent", util),
        )
    };
    find().into_iter().collect()
}
