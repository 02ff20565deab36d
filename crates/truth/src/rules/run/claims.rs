//! Numbers that come from elsewhere: claims of spec sheets beside what was measured, and results whose latency and rate
//! contradict each other (Little's law).

use fiord_job::plan::{BlockSize, Ddir, EngineKind, JobPlan, OpenSync, RunPlan};

use crate::case::Case;
use crate::case::JobRun;
use crate::compare::{Compared, compared, is_held_back, nearest_claim, options_of};
use crate::finding::Finding;
use crate::legacy::Rule;
use crate::planned::share;
use crate::rules::plan::claims::{claim_words, no_claim_words};
use crate::trap::{Family, Severity, When};
use fiord_record::claims::units::TimeUnit;
use fiord_record::claims::{Seen, SeenLatency, Spread, Workload};
use fiord_record::number::{Bytes, Count, Share, short};

/// Measured ÷ claimed below which there is a gap, and its inverse above which there is more than claimed.
const GAP: (f64, f64) = (0.9, 1.1);
/// In flight ÷ asked up to which rounding and the edges of a run explain more than was asked for.
const ROUNDED: f64 = 1.1;
/// The same where results of several jobs may have been added up before we saw them.
const ADDED_UP: f64 = 2.0;
/// In flight per worker below which a worker that never waits for anything but its I/Os cannot be.
const IDLE: f64 = 0.5;
/// Part of the asked depth from which a corrected latency explains the rate.
const EXPLAINS: f64 = 0.3;
/// Part of the asked depth from which a queue was full.
const FILLED: f64 = 0.8;
/// Asked depth per worker from which a nearly empty queue is strange by itself.
const DEEP: f64 = 8.0;
/// I/Os per asked depth below which the edges of a run weigh too much.
const ENOUGH_ROUNDS: f64 = 10.0;

/// A claim beside what was measured.
pub(super) const SPEC_GAP: Rule = Rule {
    id: "spec-gap",
    family: Family::Claims,
    title: "a spec sheet's number beside another workload",
    why: "a share of a claim says something about the drive only where block size, depth, path and the drive's state are the claim's",
    attempt: "run the job that the claim is about, on a drive in the state that it is about",
    example: "1,682 MB/s read (8 MiB, 1 in flight) are 76.5 % of the 2,200 MB/s claimed for 128 KiB with 32 in flight: not comparable, \
        blocks of 8 MiB, not 128 KiB, 1 in flight, not 32, the claim is for a new drive.",
    source: "seed S5",
    when: When::Run,
    judge: spec_gap,
};

/// A latency and a rate that contradict each other.
pub(super) const UNIT_MISREAD: Rule = Rule {
    id: "unit-misread",
    family: Family::Options,
    title: "a latency in the wrong unit",
    why: "rate times mean latency is the number of I/Os in flight (Little's law), and that is no more than the job asked for; \
        numbers that break this are not both true",
    attempt: "look up the unit in fio's own output: it stands in the heading of each latency line, and changes from run to run",
    example: "fiord explain --seen iops=4312+1852,lat=7-10us fio --name=m --filename=cold --ioengine=libaio --direct=1 --iodepth=64 --rw=randrw --rwmixread=70 --bs=4k --size=2G\n\
        6,164 I/Os per second with 64 in flight take 10.4 ms each. It was 7–10 ms, read as µs.",
    source: "seed S4 (7-10 us at iodepth 64 and 6,164 IOPS); Little's law",
    when: When::Run,
    judge: unit_misread,
};

fn spec_gap(e: &Case<'_>) -> Vec<Finding> {
    let find = || {
        let after = e;
        let sheet = after.record.context.data_sheet.as_ref()?;
        let mut found: Vec<Finding> = compared(sheet, after)
            .iter()
            .map(|one| gap(one, &sheet.device))
            .collect();
        for job in after
            .jobs
            .iter()
            .filter(|job| job.plan.engine.kind != EngineKind::Null)
        {
            let unknown = job
                .directions()
                .filter(|(ddir, _)| nearest_claim(sheet, job.plan, *ddir).is_none())
                .filter_map(|(ddir, _)| Workload::of(job.plan.access.mode, ddir));
            found.extend(unknown.map(|workload| {
                SPEC_GAP
                    .finds(Severity::Note, no_claim_words(sheet, workload))
                    .of_job(job.index)
            }));
        }
        Some(found)
    };
    find().unwrap_or_default()
}

fn gap(one: &Compared<'_>, device: &str) -> Finding {
    let fair = one.differences.is_empty();
    let depth = one.achieved_depth.map_or("depth unknown".to_owned(), |depth| {
        format!("{} in flight", short(depth))
    });
    let mut saw = format!(
        "{} {} ({}, {depth}) is {} of what {device} claims: {}",
        one.ddir.name(),
        one.measured,
        Bytes(one.block_bytes.round() as u64),
        Share(one.ratio),
        claim_words(one.claim)
    );
    if !fair {
        saw.push_str(&format!("; not comparable: {}", one.differences.join(", ")));
    }
    let within = (GAP.0..=GAP.1).contains(&one.ratio);
    let severity = if fair && !within {
        Severity::Care
    } else {
        Severity::Note
    };
    let finding = SPEC_GAP.finds(severity, saw);
    let finding = match (fair, one.ratio) {
        (false, _) => finding.attempt(format!("to hold it against the claim: {}", options_of(one.claim))),
        (true, ratio) if ratio < GAP.0 => finding
            .because("block size, depth and path are the claim's, so the drive, its state or its link is slower than its sheet says")
            .attempt("`fiord doctor` for link, heat, wear and limits; then a longer run after preconditioning"),
        (true, ratio) if ratio > GAP.1 => finding
            .because("a drive that does more than its maker says usually did not do it alone")
            .attempt("look where the bytes came from: a cache, zeros, blocks that were never written"),
        (true, _) => finding.because("block size, depth and path are the claim's").attempt("nothing to do"),
    };
    let mut finding = finding
        .with("measured", one.measured.value())
        .with("claimed", one.claim.rate.value())
        .with("ratio_percent", one.ratio * 100.0)
        .with("block_bytes", one.block_bytes);
    if let Some(depth) = one.achieved_depth {
        finding = finding.with("achieved_depth", depth);
    }
    if let Some(depth) = one.claim.depth() {
        finding = finding.with("claimed_depth", depth);
    }
    if let Some(bytes) = one.claim.block_bytes {
        finding = finding.with("claimed_block_bytes", bytes as f64);
    }
    finding.of_job(one.job)
}

/// What a job can have in flight, and whether its workers may be idle between their I/Os.
struct Queue {
    /// I/Os in flight at most.
    asked: f64,
    /// Workers.
    workers: f64,
    /// Whether the page cache is left out.
    direct: bool,
    /// Something that lets a worker wait for other things than its I/Os: then few in flight prove nothing.
    waits: Option<&'static str>,
}

impl Queue {
    fn of(job: &JobPlan, workers: f64) -> Self {
        let per_worker = if job.engine.kind.is_synchronous() {
            1
        } else {
            job.depth.iodepth.max(1)
        };
        Self {
            asked: f64::from(per_worker) * workers,
            workers,
            direct: job.durability.direct,
            waits: waits(job),
        }
    }
}

/// Why the workers of a job may have nothing in flight for most of the time.
fn waits(job: &JobPlan) -> Option<&'static str> {
    let durability = &job.durability;
    let syncs = durability.fsync_every > 0
        || durability.fdatasync_every > 0
        || durability.sync_file_range.is_some()
        || durability.end_fsync
        || durability.fsync_on_close
        || durability.open_sync != OpenSync::None;
    if is_held_back(job) {
        Some("the job holds itself back by a rate or thinktime")
    } else if syncs {
        Some("its syncs take time that no latency of an I/O shows")
    } else if job.files.nrfiles > 1 {
        Some("it opens many files")
    } else if ["verify", "read_iolog", "flow", "latency_target", "zonemode"]
        .iter()
        .any(|option| job.was_given(option))
    {
        Some("it does other things between its I/Os")
    } else if job.engine.kind.is_diskless() {
        Some("it has no device")
    } else {
        None
    }
}

/// How a rate and a latency go together.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fit {
    /// They may both be true.
    Agrees,
    /// More in flight than was asked for; divided by this it fits.
    TooLong(Option<f64>),
    /// Next to nothing in flight; times this it fits.
    TooShort(Option<f64>),
}

/// Judges by Little's law. `most` is what in flight ÷ asked may be.
fn fit(iops: Spread, ns: Spread, queue: &Queue, most: f64) -> Fit {
    let in_flight = Spread {
        low: iops.low * ns.low / 1e9,
        high: iops.high * ns.high / 1e9,
    };
    let explains = |factor: f64| {
        let scaled = in_flight.times(factor);
        scaled.low <= most * queue.asked && scaled.high >= EXPLAINS * queue.asked
    };
    if in_flight.low > most * queue.asked {
        return Fit::TooLong([1e3, 1e6].into_iter().find(|factor| explains(1.0 / factor)));
    }
    if in_flight.high >= IDLE * queue.workers || queue.waits.is_some() {
        return Fit::Agrees;
    }
    match [1e3, 1e6].into_iter().find(|factor| explains(*factor)) {
        Some(factor) => Fit::TooShort(Some(factor)),
        // I/Os of a microsecond leave a worker busy with other things; a deep queue to a device does not stay empty.
        None if queue.direct && queue.asked >= DEEP * queue.workers => Fit::TooShort(None),
        None => Fit::Agrees,
    }
}

fn unit_misread(e: &Case<'_>) -> Vec<Finding> {
    let judge = |job: &JobRun<'_>| {
        let queue = Queue::of(job.plan, job.workers.len() as f64);
        let ios = job.stats.total_ios() as f64;
        if ios < ENOUGH_ROUNDS * queue.asked {
            return None;
        }
        let in_flight = job.achieved_depth()?;
        let iops = Spread::of(ios / job.seconds());
        let ns = Spread::of(in_flight / iops.low * 1e9);
        let factor = match fit(iops, ns, &queue, ADDED_UP) {
            Fit::TooLong(Some(factor)) => 1.0 / factor,
            Fit::TooShort(Some(factor)) => factor,
            _ => return None,
        };
        Some(contradiction(iops, ns, &queue, Some(factor), None).of_job(job.index))
    };
    e.jobs.iter().filter_map(judge).collect()
}

/// The finding; with the factor that mends it, where there is one.
fn contradiction(
    iops: Spread,
    ns: Spread,
    queue: &Queue,
    factor: Option<f64>,
    typed: Option<TimeUnit>,
) -> Finding {
    let in_flight = Spread {
        low: iops.low * ns.low / 1e9,
        high: iops.high * ns.high / 1e9,
    };
    let need = needed(iops, queue);
    let mut saw = format!(
        "{} I/Os per second with {} in flight take {} each on average; {} was given, which is {} in flight",
        count_words(iops),
        short(queue.asked),
        time_words(need),
        time_words(ns),
        depth_words(in_flight)
    );
    if let Some(factor) = factor {
        let meant = time_words(ns.times(factor));
        let units = match typed.and_then(|unit| Some((unit, mended(unit, factor)?))) {
            Some((typed, meant)) => format!("{meant} read as {typed}"),
            None if factor > 1.0 => format!("a unit {} times too small", short(factor)),
            None => format!("a unit {} times too large", short(1.0 / factor)),
        };
        saw.push_str(&format!(
            ". It was {meant} ({units}): {} in flight",
            depth_words(in_flight.times(factor))
        ));
    }
    let severity = if factor.is_some() || in_flight.low > queue.asked {
        Severity::Wrong
    } else {
        Severity::Care
    };
    let mut finding = UNIT_MISREAD
        .finds(severity, saw)
        .with("iops", iops.low)
        .with("asked_depth", queue.asked)
        .with("needed_ns", need.low)
        .with("given_low_ns", ns.low)
        .with("given_high_ns", ns.high);
    if let Some(factor) = factor {
        finding = finding.with("unit_factor", factor);
    } else {
        finding = finding.attempt(
            "no single unit explains it: check that both are means of the same run, of all its workers and directions",
        );
    }
    finding
}

/// The unit that is `factor` times as long.
fn mended(unit: TimeUnit, factor: f64) -> Option<TimeUnit> {
    TimeUnit::ALL
        .into_iter()
        .find(|other| (other.ns() / unit.ns() / factor - 1.0).abs() < 1e-6)
}

/// The mean latency that fills the queue at this rate, in nanoseconds.
fn needed(iops: Spread, queue: &Queue) -> Spread {
    Spread {
        low: queue.asked / iops.high * 1e9,
        high: queue.asked / iops.low * 1e9,
    }
}

fn both(spread: Spread, one: impl Fn(f64) -> String) -> String {
    let (low, high) = (one(spread.low), one(spread.high));
    if low == high {
        low
    } else {
        format!("{low} to {high}")
    }
}

fn count_words(iops: Spread) -> String {
    both(iops, |value| {
        if value < 100.0 {
            short(value)
        } else {
            Count(value.round() as u64).to_string()
        }
    })
}

/// Three figures: small depths are what matters here.
fn depth_words(depth: Spread) -> String {
    both(depth, |value| {
        if value < 1.0 {
            format!("{value:.2}")
        } else {
            short(value)
        }
    })
}

fn time_words(ns: Spread) -> String {
    let unit = TimeUnit::ALL
        .into_iter()
        .rev()
        .find(|unit| ns.high >= unit.ns())
        .unwrap_or(TimeUnit::Ns);
    let number = |value: f64| {
        let value = value / unit.ns();
        if value < 1.0 {
            format!("{value:.2}")
        } else {
            short(value)
        }
    };
    format!("{} {unit}", both(ns, number))
}

/// What a typed result says when it is held against its job.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenJudged {
    /// Index of the job in the plan.
    pub job: usize,
    /// Sentences: what the numbers mean together.
    pub sentences: Vec<String>,
    /// What contradicts.
    pub findings: Vec<Finding>,
}

/// Holds a typed result against the job that made it.
///
/// # Errors
/// When it does not say which of several jobs it belongs to, or names one that is not there.
pub fn judge_seen(plan: &RunPlan, seen: &Seen) -> Result<SeenJudged, String> {
    let index = match (&seen.job, plan.jobs.as_slice()) {
        (None, [_]) => 0,
        (name, jobs) => jobs
            .iter()
            .position(|job| Some(&job.name) == name.as_ref())
            .ok_or_else(|| {
                let names: Vec<String> = jobs.iter().map(|job| format!("job={}", job.name)).collect();
                match name {
                    Some(name) => format!("no job is called `{name}`; there are {}", names.join(", ")),
                    None => format!("whose result is it? say one of {}", names.join(", ")),
                }
            })?,
    };
    let job = plan.jobs.get(index).ok_or("there is no job")?;
    let mut judged = SeenJudged {
        job: index,
        sentences: Vec::new(),
        findings: Vec::new(),
    };
    let iops = seen
        .iops
        .or_else(|| rate_from_bandwidth(job, seen.bandwidth?, &mut judged.sentences));
    if let (Some(iops), Some(bandwidth)) = (seen.iops, seen.bandwidth) {
        blocks(job, iops, bandwidth, &mut judged);
    }
    if let (Some(iops), Some(latency)) = (iops, &seen.latency) {
        latencies(job, iops, latency, seen.both_directions, &mut judged);
    }
    for finding in &mut judged.findings {
        finding.subject.jobs = vec![index];
    }
    Ok(judged)
}

/// Sizes of the I/Os that a job issues, in bytes.
fn sizes(job: &JobPlan) -> Spread {
    let of = |size: &BlockSize| (size.min() as f64, size.max() as f64);
    let all = Ddir::ALL
        .into_iter()
        .filter(|ddir| share(job, *ddir) > 0.0)
        .map(|ddir| of(&job.access.block_size[ddir]));
    let (low, high) = all.fold((f64::INFINITY, 1.0), |(low, high): (f64, f64), (least, most)| {
        (low.min(least), high.max(most))
    });
    Spread {
        low: low.min(high).max(1.0),
        high,
    }
}

fn rate_from_bandwidth(job: &JobPlan, bandwidth: Spread, said: &mut Vec<String>) -> Option<Spread> {
    let sizes = sizes(job);
    let iops = Spread {
        low: bandwidth.low / sizes.high,
        high: bandwidth.high / sizes.low,
    };
    said.push(format!(
        "{} in blocks of {} are {} I/Os per second.",
        both(bandwidth, |value| format!("{} MB/s", short(value / 1e6))),
        both(sizes, |value| Bytes(value as u64).to_string()),
        count_words(iops)
    ));
    (iops.low > 0.0).then_some(iops)
}

/// Whether rate and bandwidth make the block size of the job. Typed prefixes may be decimal or binary: 10 % are no matter.
fn blocks(job: &JobPlan, iops: Spread, bandwidth: Spread, judged: &mut SeenJudged) {
    let sizes = sizes(job);
    let implied = Spread {
        low: bandwidth.low / iops.high,
        high: bandwidth.high / iops.low,
    };
    let within =
        |factor: f64| implied.high * factor >= sizes.low * 0.9 && implied.low * factor <= sizes.high * 1.1;
    let words = format!(
        "bandwidth ÷ IOPS is {} per I/O, and the job's blocks are {}",
        both(implied, |value| Bytes(value.round() as u64).to_string()),
        both(sizes, |value| Bytes(value as u64).to_string())
    );
    if within(1.0) {
        judged.sentences.push(format!("{}.", capital(&words)));
        return;
    }
    let guess = [
        (8.0, "bytes read as bits"),
        (1.0 / 8.0, "bits read as bytes"),
        (1e3, "MB/s read as kB/s, or IOPS in thousands read as ones"),
        (1e-3, "kB/s read as MB/s, or IOPS read as thousands"),
    ]
    .into_iter()
    .find(|(factor, _)| within(*factor));
    let saw = match guess {
        Some((_, what)) => format!("{words}: {what}"),
        None => words,
    };
    judged.findings.push(
        UNIT_MISREAD
            .finds(Severity::Wrong, saw)
            .because("bandwidth is the rate times the block size; numbers that break this are not both true")
            .attempt("look up both in fio's own output, and whether they are of the same direction")
            .with("implied_block_bytes", implied.low)
            .with("block_bytes", sizes.low),
    );
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn latencies(job: &JobPlan, iops: Spread, latency: &SeenLatency, summed: bool, judged: &mut SeenJudged) {
    let mut queue = Queue::of(job, f64::from(job.numjobs.max(1)));
    // A typed rate of a mixed job may be that of one direction: then the whole is more.
    let directions = Ddir::ALL
        .into_iter()
        .map(|ddir| share(job, ddir))
        .filter(|part| *part > 0.0);
    let least = directions.fold(1.0, f64::min);
    let iops = Spread {
        low: iops.low,
        high: if summed { iops.high } else { iops.high / least },
    };
    if latency.completion_only && !job.durability.direct && !job.engine.kind.is_synchronous() {
        queue.waits = queue.waits.or(Some(
            "buffered, the I/O is done inside submit, and clat leaves that out",
        ));
    }
    let in_flight = Spread {
        low: iops.low * latency.ns.low / 1e9,
        high: iops.high * latency.ns.high / 1e9,
    };
    let mut sentence = format!(
        "{} I/Os per second at {} are {} in flight; the job can have {}.",
        count_words(iops),
        time_words(latency.ns),
        depth_words(in_flight),
        short(queue.asked)
    );
    match fit(iops, latency.ns, &queue, ROUNDED) {
        Fit::Agrees => {
            if let Some(why) = queue.waits.filter(|_| in_flight.high < IDLE * queue.workers) {
                sentence.push_str(&format!(" Fewer prove nothing here: {why}."));
            } else if in_flight.high < FILLED * queue.asked {
                sentence.push_str(&format!(
                    " Both are true only if the queue was never filled beyond {} of that.",
                    Share(in_flight.high / queue.asked)
                ));
            } else {
                sentence.push_str(" The numbers agree.");
            }
        }
        Fit::TooLong(factor) => judged.findings.push(contradiction(
            iops,
            latency.ns,
            &queue,
            factor.map(|factor| 1.0 / factor),
            Some(latency.unit),
        )),
        Fit::TooShort(factor) => judged.findings.push(contradiction(
            iops,
            latency.ns,
            &queue,
            factor,
            Some(latency.unit),
        )),
    }
    judged.sentences.push(sentence);
}
