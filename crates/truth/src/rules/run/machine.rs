//! Who else took part: other users of the device, limits, the generator itself, disks that stood idle.

use fiord_host::cgroup::{Limit, Limited};
use fiord_host::disk_stats::DiskStats;
use fiord_job::plan::{Ddir, OpenSync};
use fiord_stats::shape::is_round;

use crate::case::Case;
use crate::case::JobRun;
use crate::devices::{self, Looped};
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::evidence::{DeviceUse, RunEvidence};
use fiord_record::number::{Bytes, Count, Share, plural, short};

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
/// Share of its time inside I/Os below which a synchronous worker is mostly at work itself.
const SELDOM: f64 = 0.5;
/// A shorter job says nothing about who was the limit.
const LEAST_SECONDS: f64 = 0.2;
/// Processor share of a worker from which it is the limit.
const CPU_LIMIT: f64 = 0.95;
/// Share of all processor time from which a worker that does not sleep waits for a processor, in percent.
const FULL: f64 = 90.0;
/// Part of the null engine's rate from which the generator is the limit.
const NEAR_CEILING: f64 = 0.8;
/// Share of its even part below which a disk stood idle.
const IDLE_PART: f64 = 0.1;
/// Requests from which the shares of disks say something.
const LEAST_REQUESTS: u64 = 16;
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
    example: "4,212 reads per second under a control group's limit of 4,200: with iodepth=64 an I/O took 15.2 ms, of which vda needed 0.2.",
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
    example: "refill_buffers=1 with 64 KiB writes: 17,390 per second, and with these options the null engine makes 18,900.",
    source: "SPDK issue 999; fio issue 694",
    when: When::Run,
    judge: generator_bound,
};

/// Disks that did not share the work.
pub(super) const STACK: Rule = Rule {
    id: "stack",
    family: Family::Machine,
    title: "the layers between used the disks unevenly",
    why: "a linear volume, or a file in one piece, uses one disk at a time, so the result is that of one disk",
    attempt: "a striped volume, or say that it is one disk's number",
    example: "A linear volume of two NVMe disks: nvme0n1 did 0 % and nvme1n1 100 % of 4 GiB.",
    source: "seed S4; Documentation/block/stat.rst",
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

fn foreign_io(e: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = e.witnessed() else {
        return Vec::new();
    };
    let synced = e.jobs.iter().any(|job| {
        job.stats.sync.ios > 0
            || job.plan.durability.open_sync != OpenSync::None
            || job.plan.durability.end_fsync
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
            .with("foreign_bytes", foreign as f64)
            .with("share_percent", share * 100.0),
    )
}

fn throttle(e: &Case<'_>) -> Vec<Finding> {
    let after = e;
    if let Some(evidence) = after.witnessed() {
        let mut found: Vec<Finding> = by_cgroup(after, evidence);
        found.extend(by_processor(evidence));
        if !found.is_empty() {
            return found;
        }
    }
    after
        .jobs
        .iter()
        .filter_map(|job| flat_at_round_number(e, job))
        .collect()
}

fn by_cgroup(after: &Case<'_>, evidence: &RunEvidence) -> Vec<Finding> {
    let judge = |limit: &Limit| {
        let (rate, unit) = rate_at(after, evidence, limit)?;
        let device = limit.device.as_deref().unwrap_or("the device");
        let mut saw = format!(
            "{} {unit}, and the control group {} allows {} on {device}",
            rate.round(),
            limit.group.display(),
            limit.value
        );
        let mut finding = THROTTLE.finds(Severity::Wrong, String::new());
        if let Some((latency, own)) = waited(after, evidence, limit) {
            saw.push_str(&format!(
                "; an I/O took {} ms, of which {device} needed {}",
                short(latency),
                short(own)
            ));
            finding = finding.with("latency_ms", latency).with("device_latency_ms", own);
        }
        finding.say(saw);
        Some(finding.with("limit", limit.value as f64).with("rate", rate))
    };
    evidence.limits.iter().filter_map(judge).collect()
}

/// The rate that is at this limit, if one is: of a job, of all jobs together, or of the limited device, where I/Os were merged or
/// split on their way to it.
fn rate_at(after: &Case<'_>, evidence: &RunEvidence, limit: &Limit) -> Option<(f64, &'static str)> {
    let (ddir, bytes, unit) = match limit.what {
        Limited::ReadIops => (Ddir::Read, false, "reads per second"),
        Limited::WriteIops => (Ddir::Write, false, "writes per second"),
        Limited::ReadBps => (Ddir::Read, true, "bytes read per second"),
        Limited::WriteBps => (Ddir::Write, true, "bytes written per second"),
        _ => return None,
    };
    let count = |job: &JobRun<'_>| {
        let stats = job.ddir(ddir);
        if bytes { stats.bytes } else { stats.ios }
    };
    let longest = after.jobs.iter().map(JobRun::seconds).fold(0.0, f64::max);
    let mut rates: Vec<f64> = Vec::new();
    if longest > 0.0 {
        let all: u64 = after.jobs.iter().map(count).sum();
        rates.push(all as f64 / longest);
    }
    rates.extend(
        after
            .jobs
            .iter()
            .filter(|job| job.seconds() > 0.0)
            .map(|job| count(job) as f64 / job.seconds()),
    );
    let issued = match ddir {
        Ddir::Read => evidence.issued_ios[0],
        _ => evidence.issued_ios[1],
    };
    if let Some(device) = limited_device(evidence, limit).filter(|_| evidence.seconds > 0.0 && issued > 0) {
        let delta = device.delta();
        let moved = match (ddir, bytes) {
            (Ddir::Read, false) => delta.reads,
            (Ddir::Read, true) => delta.read_bytes(),
            (_, false) => delta.writes,
            (_, true) => delta.write_bytes(),
        };
        rates.push(moved as f64 / evidence.seconds);
    }
    rates
        .into_iter()
        .find(|rate| (AT_LIMIT.0..=AT_LIMIT.1).contains(&(rate / limit.value as f64)))
        .map(|rate| (rate, unit))
}

fn limited_device<'a>(evidence: &'a RunEvidence, limit: &Limit) -> Option<&'a DeviceUse> {
    evidence
        .devices
        .iter()
        .find(|device| device.number.is_some() && device.number == limit.number)
}

/// Mean latency of the only job in the limited direction, and what the device itself needed, both in milliseconds. What waits for
/// a limit is not in the device's own time yet.
fn waited(after: &Case<'_>, evidence: &RunEvidence, limit: &Limit) -> Option<(f64, f64)> {
    let [job] = after.jobs.as_slice() else { return None };
    let delta = limited_device(evidence, limit)?.delta();
    let (ddir, ms, requests) = match limit.what {
        Limited::ReadIops | Limited::ReadBps => (Ddir::Read, delta.read_ms, delta.reads),
        _ => (Ddir::Write, delta.write_ms, delta.writes),
    };
    let stats = job.ddir(ddir);
    let moments = if stats.lat.moments.count > 0 {
        &stats.lat.moments
    } else {
        &stats.clat.moments
    };
    (moments.count > 0 && requests > 0).then(|| (moments.mean() / 1e6, ms as f64 / requests as f64))
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
            .with("stopped_percent", share * 100.0)
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

/// Without a limit in sight: a rate that is flat at a round number while single I/Os were much faster than the mean. Where the
/// device's own time is short too, the I/Os waited above it, and nothing but a limit lets them through so evenly.
fn flat_at_round_number(e: &Case<'_>, job: &JobRun<'_>) -> Option<Finding> {
    if job.is_paced() {
        return None;
    }
    let (mean, deviation) = level(job)?;
    if mean <= 0.0 || deviation / mean > FLAT || !(is_round(mean) || has_two_digits(mean)) {
        return None;
    }
    let (_, stats) = job.directions().max_by_key(|(_, stats)| stats.ios)?;
    let clat = &stats.clat.moments;
    if clat.count == 0 || clat.mean() < HELD_BACK * clat.min_or_zero() as f64 || job.achieved_depth()? < 2.0 {
        return None;
    }
    let mut saw = format!(
        "flat at {} I/Os per second, a round number, with {} ms mean latency while single I/Os took {} ms",
        mean.round(),
        short(clat.mean() / 1e6),
        short(clat.min_or_zero() as f64 / 1e6)
    );
    let mut severity = Severity::Care;
    let mut finding = THROTTLE.finds(severity, String::new());
    if let Some((names, own_ms)) = own_latency(e).filter(|_| e.jobs.len() == 1) {
        saw.push_str(&format!(", and {names} itself needed {} ms", short(own_ms)));
        finding = finding.with("device_latency_ms", own_ms);
        if clat.mean() / 1e6 >= HELD_BACK * own_ms {
            severity = Severity::Wrong;
        }
    }
    finding.say(saw);
    finding.severity = severity;
    Some(
        finding
            .with("rate", mean)
            .with("latency_ms", clat.mean() / 1e6)
            .of_job(job.index),
    )
}

/// Within a tenth of a percent of a number of two digits and zeros: 4200, 160.
fn has_two_digits(value: f64) -> bool {
    let unit = 10_f64.powf(value.log10().floor() - 1.0);
    let nearest = (value / unit).round() * unit;
    (value / nearest - 1.0).abs() <= 0.001
}

/// The uppermost devices, and the milliseconds that a request took there on average.
fn own_latency(e: &Case<'_>) -> Option<(String, f64)> {
    let devices = devices::uppermost(e, e.witnessed()?);
    let deltas = || devices.iter().map(|device| device.delta());
    let requests: u64 = deltas().map(|delta| delta.reads + delta.writes).sum();
    let ms: u64 = deltas().map(|delta| delta.read_ms + delta.write_ms).sum();
    (requests > 0).then(|| (devices::names(&devices), ms as f64 / requests as f64))
}

fn generator_bound(e: &Case<'_>) -> Vec<Finding> {
    let after = e;
    let Some(evidence) = after.witnessed() else {
        return Vec::new();
    };
    let seconds = after.jobs.iter().map(JobRun::seconds).fold(0.0, f64::max);
    let ceiling = after
        .record
        .context
        .ceiling_iops
        .filter(|ceiling| *ceiling > 0.0 && seconds > 0.0);
    if let Some(ceiling) = ceiling {
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
                    .with("rate_iops", rate)
                    .with("ceiling_iops", ceiling),
            ];
        }
    }
    let idle: Vec<Finding> = after
        .jobs
        .iter()
        .filter_map(|job| seldom_waits(job, ceiling))
        .collect();
    if !idle.is_empty() {
        return idle;
    }
    // Where the device is memory, the copying is the device.
    let memory = evidence.leaves().next().is_none() || evidence.leaves().any(|leaf| leaf.in_memory);
    let cached = crate::shares::read_shares(after).is_some_and(|shares| shares.elsewhere > 0.5);
    if memory || cached {
        return Vec::new();
    }
    let full = evidence.cpu_busy_percent.is_some_and(|busy| busy >= FULL);
    after
        .jobs
        .iter()
        .filter_map(|job| by_its_processor(job, full))
        .collect()
}

/// A synchronous worker that is seldom inside an I/O: the rest of the time it makes the next one. Holds on a busy machine too,
/// where no worker has a processor for itself.
fn seldom_waits(job: &JobRun<'_>, ceiling: Option<f64>) -> Option<Finding> {
    let waiting = job.waiting_share()?;
    let cpu = &job.stats.cpu;
    // What the kernel did outside of I/Os, opening files say, is not the generator's work.
    let own = cpu.user_us > cpu.system_us;
    if job.seconds() < LEAST_SECONDS || job.is_paced() || waiting > SELDOM || !own {
        return None;
    }
    let mut saw = format!(
        "the workers of `{}` were inside an I/O {} of the time and made the next one in the rest",
        job.plan.name,
        Share(waiting)
    );
    let mut finding = GENERATOR_BOUND.finds(Severity::Wrong, String::new());
    if let Some(ceiling) = ceiling {
        saw.push_str(&format!(
            "; with these options the null engine makes {} I/Os per second",
            ceiling.round()
        ));
        finding = finding.with("ceiling_iops", ceiling);
    }
    finding.say(saw);
    Some(finding.with("waiting_percent", waiting * 100.0).of_job(job.index))
}

/// Workers that use all of a processor, or on a machine whose processors are all in use (`full`) what is left to them.
fn by_its_processor(job: &JobRun<'_>, full: bool) -> Option<Finding> {
    let least = job
        .workers
        .iter()
        .map(|worker| worker.cpu_share())
        .fold(f64::INFINITY, f64::min);
    // A sync sleeps once and for long.
    let durability = &job.plan.durability;
    let syncs = job.stats.sync.ios > 0 || durability.end_fsync || durability.fsync_on_close;
    let never_slept = full && !syncs && job.workers.iter().all(|worker| worker.never_slept());
    if job.seconds() < LEAST_SECONDS || job.is_paced() || (least < CPU_LIMIT && !never_slept) {
        return None;
    }
    let name = &job.plan.name;
    let switches = job.stats.cpu.context_switches;
    let saw = if least >= CPU_LIMIT {
        format!(
            "every worker of `{name}` used {} of a processor or more",
            Share(least.min(1.0))
        )
    } else {
        format!(
            "the workers of `{name}` did not wait for I/Os ({} context switches in {}); they worked, or waited for a processor, of which the least had {}",
            Count(switches),
            plural(job.stats.total_ios(), "I/O"),
            Share(least)
        )
    };
    Some(
        GENERATOR_BOUND
            .finds(Severity::Care, saw)
            .with("cpu_percent", least * 100.0)
            .with("context_switches", switches as f64)
            .of_job(job.index),
    )
}

fn stack(e: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = e.witnessed() else {
        return Vec::new();
    };
    let mut found = uneven(evidence);
    found.extend(
        devices::loops(e, evidence)
            .iter()
            .filter_map(|looped| through_a_file(looped, evidence)),
    );
    found
}

/// The disks of each target that has several, one finding per set of disks. A handful of requests must go somewhere.
fn uneven(evidence: &RunEvidence) -> Vec<Finding> {
    let mut sets: Vec<&[String]> = Vec::new();
    for target in &evidence.targets {
        if target.leaves.len() > 1 && !sets.contains(&target.leaves.as_slice()) {
            sets.push(&target.leaves);
        }
    }
    sets.into_iter()
        .filter_map(|set| {
            let moved: Vec<(&str, u64)> = evidence
                .leaves()
                .filter(|leaf| set.contains(&leaf.name))
                .map(|leaf| (leaf.name.as_str(), moved_by(leaf)))
                .collect();
            let all: u64 = moved.iter().map(|(_, bytes)| bytes).sum();
            let requests: u64 = evidence
                .leaves()
                .filter(|leaf| set.contains(&leaf.name))
                .map(|leaf| leaf.delta().reads + leaf.delta().writes)
                .sum();
            let even = 1.0 / moved.len() as f64;
            let share = |bytes: u64| bytes as f64 / all as f64;
            if moved.len() < 2
                || requests < LEAST_REQUESTS
                || all == 0
                || moved.iter().all(|(_, bytes)| share(*bytes) >= IDLE_PART * even)
            {
                return None;
            }
            let parts: Vec<String> = moved
                .iter()
                .map(|(name, bytes)| format!("{name} {}", Share(share(*bytes))))
                .collect();
            let shares = || moved.iter().map(|(_, bytes)| share(*bytes) * 100.0);
            let saw = format!(
                "the disks under the target did unequal parts of {}: {}",
                Bytes(all),
                parts.join(", ")
            );
            Some(
                STACK
                    .finds(Severity::Care, saw)
                    .with("largest_percent", shares().fold(0.0, f64::max))
                    .with("smallest_percent", shares().fold(100.0, f64::min))
                    .with("moved_bytes", all as f64),
            )
        })
        .collect()
}

fn moved_by(device: &DeviceUse) -> u64 {
    let delta = device.delta();
    delta.read_bytes().saturating_add(delta.write_bytes())
}

/// A loop device: what it did, and what reached the disks below its file.
fn through_a_file(looped: &Looped<'_>, evidence: &RunEvidence) -> Option<Finding> {
    let above = looped.device.delta();
    let below = |of: fn(&DiskStats) -> u64| -> u64 {
        looped
            .below
            .iter()
            .map(|device| of(&device.delta()))
            .fold(0, u64::saturating_add)
    };
    let mut parts: Vec<String> = Vec::new();
    let mut least: f64 = 1.0;
    let name = devices::names(&looped.below);
    for ddir in [Ddir::Read, Ddir::Write] {
        let (issued, verb, here, there) = match ddir {
            Ddir::Read => (
                evidence.read_issued(),
                "read",
                above.read_bytes(),
                below(DiskStats::read_bytes),
            ),
            _ => (
                evidence.write_issued(),
                "wrote",
                above.write_bytes(),
                below(DiskStats::write_bytes),
            ),
        };
        // Where caches above took most, a few blocks of metadata say nothing.
        if issued > 0 && here as f64 >= FOREIGN_WRONG * issued as f64 {
            parts.push(format!("it {verb} {} and {name} {}", Bytes(here), Bytes(there)));
            least = least.min(there as f64 / here as f64);
        }
    }
    if parts.is_empty() || looped.below.is_empty() {
        return None;
    }
    let (severity, rest) = if least < 1.0 - FOREIGN_WRONG {
        (Severity::Wrong, "; the page cache of the file has the rest")
    } else {
        (Severity::Note, "")
    };
    let cached = match looped.direct_io {
        Some(false) => ", through the page cache",
        _ => "",
    };
    let saw = format!(
        "{} is a file shown as a device{cached}: {}{rest}",
        looped.device.name,
        parts.join(", ")
    );
    Some(
        STACK
            .finds(severity, saw)
            .because("two file systems and their caches take part in each I/O")
            .attempt("measure on the file system below, or attach it with `losetup --direct-io=on`")
            .with("loop_bytes", moved_by(looped.device) as f64)
            .with(
                "below_bytes",
                looped.below.iter().map(|device| moved_by(device) as f64).sum(),
            )
            .with("below_percent", least * 100.0),
    )
}

fn util_meaningless(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let evidence = e.witnessed()?;
        let util = |device: &DeviceUse| device.delta().busy_ms as f64 / 10.0 / evidence.seconds.max(1e-9);
        let busy = |device: &&DeviceUse| device.parallel == Some(true) && util(device) >= BUSY;
        // What fio's table and iostat show first is the device on top.
        let tops = devices::uppermost(e, evidence);
        let device = tops
            .into_iter()
            .find(|device| busy(device))
            .or_else(|| evidence.leaves().find(busy))?;
        let util = util(device).min(100.0);
        let mut saw = format!(
            "{} shows util {} %, but it serves many requests at once",
            device.name,
            short(util)
        );
        let mut finding = UTIL_MEANINGLESS.finds(Severity::Note, String::new());
        if let Some(held) = devices::mean_queue(&[device], evidence) {
            saw.push_str(&format!(
                "; its queue held {} on average",
                short(held.over_window)
            ));
            finding = finding.with("device_depth", held.over_window);
        }
        finding.say(saw);
        Some(finding.with("util_percent", util))
    };
    find().into_iter().collect()
}
