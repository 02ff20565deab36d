//! The ranks of one host as one run, so that it can be judged.
//!
//! The kernel counts devices and processors for all of them together. Held against the device's counters alone, each rank would take the others for strangers.

use fiord_host::counters::IoCounters;
use fiord_host::disk_stats::DiskStats;
use fiord_messages::{Sentence, run_errors};
use fiord_record::RunRecord;
use fiord_record::evidence::{BlockUse, DeviceUse, RunEvidence, Second, SecondLatencies};
use fiord_record::hosts::LostRank;
use fiord_record::run::{RankRun, WorkerRecord};

/// A lost rank may have gone on for so long after its last heartbeat: two of them.
const AFTER_HEARTBEAT_NS: u64 = 1_000_000_000;

/// The record of a host with these ranks, at least one, and those that were lost there. That of a single rank is its own.
pub(super) fn record(ranks: &[&RankRun], lost: &[&LostRank]) -> Option<RunRecord> {
    let (first, others) = ranks.split_first()?;
    let mut record = first.record.clone();
    for rank in others {
        add(&mut record, first, rank);
    }
    if let (Some(evidence), false) = (&mut record.evidence, others.is_empty()) {
        let own: Vec<u32> = ranks.iter().map(|rank| rank.pid).collect();
        evidence.others.retain(|other| !own.contains(&other.pid));
    }
    if let Some(evidence) = &mut record.evidence {
        add_lost(evidence, lost);
    }
    Some(record)
}

/// What lost ranks moved is this run's own: what the kernel charged them for, where another rank saw their process at the end, else what their
/// heartbeats told. Those have one sum, which divides as the bytes of the other ranks do.
fn add_lost(evidence: &mut RunEvidence, lost: &[&LostRank]) {
    let known = evidence.issued_bytes;
    let all: u64 = known.iter().sum();
    let share = |bytes: u64, ddir: usize| (bytes as f64 * known[ddir] as f64 / all.max(1) as f64) as u64;
    for rank in lost {
        let at = evidence.others.iter().position(|other| other.pid == rank.pid);
        let seen = at.map(|at| evidence.others.remove(at));
        let charged = seen.map(|process| [process.read_bytes, process.write_bytes, 0]);
        let told = [0, 1, 2].map(|ddir| share(rank.bytes, ddir));
        let charged = charged.unwrap_or_default();
        let moved = [0, 1, 2].map(|ddir| told[ddir].max(charged[ddir]));
        add_all(&mut evidence.issued_bytes, &moved);
        add_all(
            &mut evidence.issued_ios,
            &[0, 1, 2].map(|ddir| share(rank.ios, ddir)),
        );
        let heard_ns = rank.heard_ns.and_then(|ns| u64::try_from(ns).ok());
        let later = heard_ns.map_or(0.0, |ns| AFTER_HEARTBEAT_NS as f64 / ns.max(1) as f64);
        let at_most = |ddir: usize| moved[ddir].max((told[ddir] as f64 * (1.0 + later)) as u64);
        if let Some(own) = &mut evidence.own {
            own.read_bytes = own.read_bytes.saturating_add(at_most(0));
            own.write_bytes = own.write_bytes.saturating_add(at_most(1));
        }
    }
    // As many of the flushes are theirs as of the bytes written.
    let written = evidence.issued_bytes[1].max(1) as f64;
    let theirs = evidence.issued_bytes[1].saturating_sub(known[1]) as f64 / written;
    for device in &mut evidence.devices {
        let flushes = device.after.flushes.saturating_sub(device.before.flushes);
        device.after.flushes -= (flushes as f64 * theirs) as u64;
    }
}

fn add(record: &mut RunRecord, first: &RankRun, rank: &RankRun) {
    // Both records on one clock: theirs may have begun later, or earlier.
    let later_ns = rank.base_ns.saturating_sub(first.base_ns);
    let on_first = |at_ns: u64| at_ns.saturating_add_signed(later_ns);
    for worker in &rank.record.workers {
        record.workers.push(WorkerRecord {
            number: u32::try_from(record.workers.len()).unwrap_or(u32::MAX),
            started_ns: on_first(worker.started_ns),
            ended_ns: on_first(worker.ended_ns),
            ..worker.clone()
        });
    }
    for (job, theirs) in record.plan.jobs.iter_mut().zip(&rank.record.plan.jobs) {
        job.numjobs = job.numjobs.saturating_add(theirs.numjobs);
        for name in &theirs.files.filenames {
            if !job.files.filenames.contains(name) {
                job.files.filenames.push(name.clone());
            }
        }
    }
    for target in &rank.record.before.targets {
        let known = &mut record.before.targets;
        let same = known
            .iter_mut()
            .find(|known| known.job == target.job && known.path == target.path);
        match same {
            Some(same) => same.shared = true,
            None => known.push(target.clone()),
        }
    }
    record.elapsed_s = record.elapsed_s.max(rank.record.elapsed_s);
    for note in &rank.record.notes {
        if !record.notes.contains(note) {
            record.notes.push(note.clone());
        }
    }
    match (&mut record.evidence, &rank.record.evidence) {
        (Some(mine), Some(theirs)) => add_evidence(mine, theirs),
        // Without all of it none of it can be judged.
        (mine, _) => *mine = None,
    }
}

fn add_evidence(mine: &mut RunEvidence, theirs: &RunEvidence) {
    let names = |evidence: &RunEvidence| -> Vec<String> {
        evidence
            .devices
            .iter()
            .map(|device| device.name.clone())
            .collect()
    };
    let same_devices = names(mine) == names(theirs);
    mine.seconds = mine.seconds.max(theirs.seconds);
    add_all(&mut mine.issued_bytes, &theirs.issued_bytes);
    add_all(&mut mine.issued_ios, &theirs.issued_ios);
    mine.own = mine.own.zip(theirs.own).map(|(mine, theirs)| sum(mine, theirs));
    for device in &theirs.devices {
        match mine.devices.iter_mut().find(|known| known.name == device.name) {
            Some(known) => widen(known, device),
            None => mine.devices.push(device.clone()),
        }
    }
    for target in &theirs.targets {
        let known = &mut mine.targets;
        match known
            .iter_mut()
            .find(|known| known.job == target.job && known.path == target.path)
        {
            Some(known) => known.after = target.after.or(known.after),
            None => known.push(target.clone()),
        }
    }
    for other in &theirs.others {
        match mine.others.iter_mut().find(|known| known.pid == other.pid) {
            Some(known) => {
                known.read_bytes = known.read_bytes.max(other.read_bytes);
                known.write_bytes = known.write_bytes.max(other.write_bytes);
            }
            None => mine.others.push(other.clone()),
        }
    }
    let (processors, more) = (&mut mine.processors, &theirs.processors);
    processors.run_delay_ms = both(processors.run_delay_ms, more.run_delay_ms, |a, b| a + b);
    processors.involuntary_switches = both(
        processors.involuntary_switches,
        more.involuntary_switches,
        u64::saturating_add,
    );
    processors.stalled_ms = both(processors.stalled_ms, more.stalled_ms, f64::max);
    mine.io_stalled_ms = both(mine.io_stalled_ms, theirs.io_stalled_ms, f64::max);
    for limit in &theirs.limits {
        if !mine.limits.contains(limit) {
            mine.limits.push(limit.clone());
        }
    }
    add_seconds(mine, theirs, same_devices);
    mine.blocks = match (mine.blocks.take(), &theirs.blocks) {
        (Some(mine), Some(theirs)) => Some(blocks(mine, theirs)),
        _ => None,
    };
    mine.layers = None;
}

/// Both values as one, where both are known.
fn both<T>(mine: Option<T>, theirs: Option<T>, join: impl Fn(T, T) -> T) -> Option<T> {
    mine.zip(theirs).map(|(mine, theirs)| join(mine, theirs))
}

fn add_all(mine: &mut [u64; 3], theirs: &[u64; 3]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine = mine.saturating_add(*theirs);
    }
}

fn sum(mine: IoCounters, theirs: IoCounters) -> IoCounters {
    IoCounters {
        rchar: mine.rchar.saturating_add(theirs.rchar),
        wchar: mine.wchar.saturating_add(theirs.wchar),
        syscr: mine.syscr.saturating_add(theirs.syscr),
        syscw: mine.syscw.saturating_add(theirs.syscw),
        read_bytes: mine.read_bytes.saturating_add(theirs.read_bytes),
        write_bytes: mine.write_bytes.saturating_add(theirs.write_bytes),
        cancelled_write_bytes: mine
            .cancelled_write_bytes
            .saturating_add(theirs.cancelled_write_bytes),
    }
}

/// The window from the first look at a device to the last: its counters only grow.
fn widen(known: &mut DeviceUse, other: &DeviceUse) {
    let done = |stats: &DiskStats| {
        (
            stats.reads + stats.writes + stats.discards + stats.flushes,
            stats.busy_ms,
        )
    };
    if done(&other.before) < done(&known.before) {
        known.before = other.before;
    }
    if done(&other.after) > done(&known.after) {
        known.after = other.after;
    }
}

/// The seconds of ranks that began together; their windows differ by what it takes to start threads.
fn add_seconds(mine: &mut RunEvidence, theirs: &RunEvidence, same_devices: bool) {
    if !same_devices {
        mine.seconds_series.clear();
        return;
    }
    for (at, second) in theirs.seconds_series.iter().enumerate() {
        match mine.seconds_series.get_mut(at) {
            Some(known) => add_second(known, second),
            None => mine.seconds_series.push(second.clone()),
        }
    }
}

fn add_second(known: &mut Second, second: &Second) {
    add_all(&mut known.ios, &second.ios);
    add_all(&mut known.bytes, &second.bytes);
    let (mut jobs, theirs) = (known.latencies.jobs().to_vec(), second.latencies.jobs());
    jobs.resize_with(jobs.len().max(theirs.len()), Vec::new);
    for (known, job) in jobs.iter_mut().zip(theirs) {
        for (least_ns, count) in job {
            match known.binary_search_by_key(least_ns, |(known, _)| *known) {
                Ok(at) => known[at].1 = known[at].1.saturating_add(*count),
                Err(at) => known.insert(at, (*least_ns, *count)),
            }
        }
    }
    known.latencies = SecondLatencies::of_jobs(jobs);
}

/// Blocks that ranks of one host touched. How many different ones of a file that they share, nobody counted: each knows its own.
fn blocks(mut mine: Vec<BlockUse>, theirs: &[BlockUse]) -> Vec<BlockUse> {
    for block in theirs {
        match mine.iter_mut().find(|known| known.path == block.path) {
            Some(known) => {
                *known = BlockUse {
                    path: known.path.clone(),
                    jobs: known.jobs.clone(),
                    uncounted: Some(Sentence::new(run_errors::uncounted_ranks)),
                    ..BlockUse::default()
                };
            }
            None => mine.push(block.clone()),
        }
    }
    mine
}
