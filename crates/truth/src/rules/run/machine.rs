//! Who else took part: other users of the device, limits, the generator itself, disks that stood idle.

use crate::case::Case;
use crate::case::JobRun;
use crate::devices;
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::trap::{Family, Severity, When};
use fiord_record::evidence::DeviceUse;
use fiord_record::number::{Count, Share, plural, short};

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
/// Busy time that looks like a full device, in percent.
const BUSY: f64 = 95.0;

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
