//! What the parts of one text say of each other, as notes of a run: a pool that moved less than the jobs counted, one command with several rates, a
//! size that ends before the runtime, a volume with an idle disk, a block size that the prose has wrong, a page cache that kept its dirty pages, one
//! command in several directories, and a rate that is a load.

use std::collections::{BTreeMap, BTreeSet};

use fiord_job::plan::{Amount, Ddir, JobPlan};
use fiord_messages::{Lang, Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::{Bandwidth, Bytes, JobBytes, Nanos, Quotient, Rate, Share};

use super::draft::TextLine;
use super::relate::{is_of_interval, meaning, rate};
use super::runs::ImportedRun;

/// A pool that moved less than this part of the jobs' bytes did not move them.
const MUCH_LESS: f64 = 0.5;
/// Runs of one command that differ by more have no mean.
const NO_MEAN: f64 = 3.0;
/// Part of the runtime after which a size may end a job.
const FULL_TIME: f64 = 0.9;
/// I/Os in flight below which a rate is a load: half of the time none was in flight.
const MOSTLY_IDLE: f64 = 0.5;

pub(super) fn note(runs: &mut [ImportedRun], prose: &[&TextLine]) {
    for notes in [
        slower_tables(runs),
        repeated(runs, prose),
        over_soon(runs),
        idle_disks(runs, prose),
        other_blocks(runs, prose),
        dirty_pages_left(runs, prose),
        other_directories(runs),
        offered_loads(runs),
    ] {
        for (at, note) in notes {
            // A document of an earlier import already has these notes.
            if let Some(run) = runs.get_mut(at).filter(|run| !run.record.notes.contains(&note)) {
                run.record.notes.push(note);
            }
        }
    }
}

/// Indices of runs, and what is noted of them.
type Notes = Vec<(usize, Sentence)>;

fn is_table(run: &ImportedRun) -> bool {
    matches!(run.kind, ImportKind::Iostat | ImportKind::ZpoolIostat) && is_of_interval(run)
}

/// `zpool iostat` or `iostat` of the device of a run right after it, with far fewer bytes: a cache answered, or the workers counted the same data
/// several times.
fn slower_tables(runs: &[ImportedRun]) -> Notes {
    let mut found = Notes::new();
    let jobs = runs.iter().enumerate();
    let jobs: Vec<(usize, &ImportedRun)> = jobs.filter(|(_, run)| !is_table(run) && has_job(run)).collect();
    for table in runs.iter().filter(|run| is_table(run)) {
        let before = jobs.iter().rev().find(|(_, run)| run.lines.1 < table.lines.0);
        let Some((at, run)) = before.copied() else {
            continue;
        };
        let device = table.name();
        let on_it = run.record.plan.jobs.iter().all(|job| {
            let mut names = job.files.filenames.iter();
            names.any(|name| name.split('/').any(|part| part == device))
        });
        if !on_it {
            continue;
        }
        for ddir in [Ddir::Read, Ddir::Write] {
            let [counted, moved] =
                [run, table].map(|run| rate(&run.figures(), FigureOf::BytesPerS, Some(ddir)));
            if counted > 0.0 && moved > 0.0 && moved < MUCH_LESS * counted {
                let note = messages::SlowerPool {
                    line: &table.lines.0,
                    device: &device,
                    moved: &Bandwidth(moved),
                    counted: &Bandwidth(counted),
                };
                found.push((at, Sentence::new(|lang| note.text(lang))));
            }
        }
    }
    found
}

fn has_job(run: &ImportedRun) -> bool {
    !run.record.plan.jobs.is_empty()
}

/// The mean rate in bytes or I/Os per second.
fn speed(run: &ImportedRun) -> Option<(FigureOf, f64)> {
    let figures = run.figures();
    let whats = [FigureOf::BytesPerS, FigureOf::Iops].into_iter();
    let mut speeds = whats.map(|what| (what, rate(&figures, what, None)));
    speeds.find(|(_, rate)| *rate > 0.0)
}

/// One command that ran several times in one place, with rates that have no mean. Some programs make several results with one command, each with its
/// own name.
fn repeated(runs: &[ImportedRun], prose: &[&TextLine]) -> Notes {
    let mut of_command: BTreeMap<Setting<'_>, Vec<(usize, f64)>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate().filter(|(_, run)| has_job(run)) {
        if let (Some(command), Some((_, speed))) = (command(run), speed(run)) {
            let place = (host(run), heading(run, prose));
            of_command
                .entry((command, run.name(), place))
                .or_default()
                .push((at, speed));
        }
    }
    let of = |rates: Vec<(usize, f64)>| {
        let (at, slow) = rates.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let fast = rates.iter().map(|(_, rate)| *rate).fold(slow, f64::max);
        let note = messages::CommandRepeated {
            runs: &rates.len(),
            times: &Quotient(fast / slow),
        };
        (fast > NO_MEAN * slow).then(|| (at, Sentence::new(|lang| note.text(lang))))
    };
    of_command.into_values().filter_map(of).collect()
}

/// The command, the name of its result, and the place where it ran.
type Setting<'t> = (&'t str, String, Place<'t>);
/// The host of the prompt, and what the heading says.
type Place<'t> = (Option<&'t str>, Vec<String>);

fn host(run: &ImportedRun) -> Option<&str> {
    let labels = &run.record.context.import.as_ref()?.labels;
    let host = labels.iter().find(|(name, _)| name == "host");
    host.map(|(_, value)| value.as_str())
}

/// Names in the heading right above a run, which may be of another machine. A number of the run is none: `Run 2:`, `Second try:`.
fn heading(run: &ImportedRun, prose: &[&TextLine]) -> Vec<String> {
    const FAR: u64 = 4;
    const REPEATS: [&str; 15] = [
        "run", "try", "test", "attempt", "pass", "time", "again", "first", "second", "third", "1st", "2nd",
        "3rd", "repeat", "round",
    ];
    let above = prose.iter().rev().find(|line| line.number < run.lines.0);
    let text = above.map_or("", |line| line.text.trim());
    let is_near = above.is_some_and(|line| line.number + FAR >= run.lines.0);
    if !is_near || !(text.starts_with('#') || text.ends_with(':')) {
        return Vec::new();
    }
    let low = text.to_lowercase();
    let words = low
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let is_repeat = words.clone().any(|word| REPEATS.contains(&word));
    let is_number = |word: &str| word.bytes().all(|c| c.is_ascii_digit());
    let is_place = |word: &&str| !is_repeat || !(is_number(word) || REPEATS.contains(word));
    words.filter(is_place).map(str::to_owned).collect()
}

fn command(run: &ImportedRun) -> Option<&str> {
    run.record.context.import.as_ref()?.command.as_deref()
}

/// A rate alone, of a job whose size ends it long before its runtime.
fn over_soon(runs: &[ImportedRun]) -> Notes {
    let of = |(at, run): (usize, &ImportedRun)| {
        let [job] = run.record.plan.jobs.as_slice() else {
            return None;
        };
        let runtime_ns = job.control.runtime_us as f64 * 1e3;
        if job.control.time_based || runtime_ns <= 0.0 || !run.record.workers.is_empty() {
            return None;
        }
        let bytes = total_bytes(job)?;
        let (what, rate) = speed(run)?;
        let per_s = match what {
            FigureOf::Iops => rate * job.access.max_block_bytes() as f64,
            _ => rate,
        };
        let took_ns = bytes as f64 / per_s * 1e9;
        let note = messages::OverSoon {
            size: &Bytes(bytes),
            took: &Nanos(took_ns),
            runtime: &Nanos(runtime_ns),
        };
        (took_ns < FULL_TIME * runtime_ns).then(|| (at, Sentence::new(|lang| note.text(lang))))
    };
    runs.iter().enumerate().filter_map(of).collect()
}

/// All bytes that a job moves, where they do not depend on its target.
fn total_bytes(job: &JobPlan) -> Option<u64> {
    let Amount::Bytes(bytes) = job.access.io_size.or(job.access.size)? else {
        return None;
    };
    let passes = u64::from(job.numjobs).checked_mul(u64::from(job.control.loops.max(1)))?;
    bytes.checked_mul(passes)
}

/// The disks below each volume of device-mapper that the tree of lsblk shows, by minor number.
fn volumes(prose: &[&TextLine]) -> BTreeMap<u32, BTreeSet<String>> {
    let mut found: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    let mut disk = "";
    for line in prose {
        let plain = line
            .text
            .trim_start_matches(['│', '├', '└', '─', '|', '`', '-', ' ']);
        let mut words = plain.split_whitespace();
        let (Some(name), Some((_, minor))) = (words.next(), words.next().and_then(|ids| ids.split_once(':')))
        else {
            continue;
        };
        let Ok(minor) = minor.parse() else { continue };
        let is = |kind: &str| plain.split_whitespace().any(|word| word == kind);
        if is("disk") {
            disk = name;
        } else if is("lvm") && !disk.is_empty() {
            found.entry(minor).or_default().insert(disk.to_owned());
        }
    }
    found
}

/// A volume over several disks that was busy while one of them was idle.
fn idle_disks(runs: &[ImportedRun], prose: &[&TextLine]) -> Notes {
    let mut found = Notes::new();
    for (minor, disks) in volumes(prose) {
        let name = format!("dm-{minor}");
        let volumes = runs.iter().enumerate();
        for (at, volume) in volumes.filter(|(_, run)| is_table(run) && run.name() == name) {
            let near = |disk: &String| {
                let of_disk = runs.iter().filter(|run| is_table(run) && run.name() == *disk);
                of_disk.min_by_key(|run| run.lines.0.abs_diff(volume.lines.0))
            };
            let is_idle = |disk: &&String| near(disk).is_some_and(|run| speed(run).is_none());
            let idle: Vec<String> = disks.iter().filter(is_idle).cloned().collect();
            if speed(volume).is_some() && !idle.is_empty() && idle.len() < disks.len() {
                let all: Vec<String> = disks.iter().cloned().collect();
                let note = |lang: Lang| {
                    let said = messages::IdleDisk {
                        volume: &name,
                        disks: &lang.list(&all),
                        idle: &lang.list(&idle),
                    };
                    said.text(lang)
                };
                found.push((at, note.into()));
            }
        }
    }
    found
}

/// A sentence with a block size and the run time of a run that has another block size.
fn other_blocks(runs: &[ImportedRun], prose: &[&TextLine]) -> Notes {
    let mut found = Notes::new();
    for line in prose.iter().filter(|line| line.text.contains("block size")) {
        let words = || {
            let pieces = line
                .text
                .split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
            pieces.map(|piece| piece.trim_matches('.'))
        };
        let Some((word, bytes)) = words().find_map(|word| Some((word, block_bytes(word)?))) else {
            continue;
        };
        let times: Vec<f64> = words()
            .filter_map(|word| word.strip_suffix("msec")?.parse().ok())
            .map(|ms: f64| ms * 1e6)
            .collect();
        for (at, run) in runs.iter().enumerate() {
            let [job] = run.record.plan.jobs.as_slice() else {
                continue;
            };
            let is_meant = run
                .record
                .workers
                .iter()
                .any(|worker| times.contains(&(worker.stats.runtime_ns as f64)));
            let block = job.access.max_block_bytes();
            if is_meant && block != bytes {
                let note = messages::OtherBlock {
                    line: &line.number,
                    said: &word,
                    block: &JobBytes(block),
                };
                found.push((at, Sentence::new(|lang| note.text(lang))));
            }
        }
    }
    found
}

/// The first buffered read after `drop_caches` without a sync: pages that were dirty stay.
fn dirty_pages_left(runs: &[ImportedRun], prose: &[&TextLine]) -> Notes {
    let has_sync = |line: &TextLine| {
        let mut words = line.text.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| word == "sync")
    };
    let drops = prose.iter().enumerate();
    let drops = drops.filter(|(_, line)| line.text.contains("drop_caches"));
    let of = |(at, line): (usize, &&TextLine)| {
        let above = at.checked_sub(1).and_then(|above| prose.get(above));
        if has_sync(line) || above.is_some_and(|above| above.number + 1 == line.number && has_sync(above)) {
            return None;
        }
        let mut after = runs.iter().enumerate();
        let (run_at, run) = after.find(|(_, run)| run.lines.0 > line.number)?;
        let is_buffered_read = |job: &JobPlan| {
            job.access.mode.issues(Ddir::Read) && !job.durability.direct && !job.files.invalidate
        };
        let note = messages::DirtyPagesLeft { line: &line.number };
        let [job] = run.record.plan.jobs.as_slice() else {
            return None;
        };
        is_buffered_read(job).then(|| (run_at, Sentence::new(|lang| note.text(lang))))
    };
    drops.filter_map(of).collect()
}

/// One command of dd with files in several directories: results of as many places, not repeats.
fn other_directories(runs: &[ImportedRun]) -> Notes {
    let mut of_job: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        let [job] = run.record.plan.jobs.as_slice() else {
            continue;
        };
        if let (ImportKind::Dd, [file]) = (run.kind, job.files.filenames.as_slice()) {
            let directory = file.rsplit_once('/').map_or(".", |(directory, _)| directory);
            let mut job = job.clone();
            job.files.filenames = Vec::new();
            of_job
                .entry(meaning(&job))
                .or_default()
                .push((at, directory.to_owned()));
        }
    }
    let of = |places: Vec<(usize, String)>| {
        let first = places.first()?.0;
        let directories: BTreeSet<String> = places.into_iter().map(|(_, directory)| directory).collect();
        let several = directories.len() > 1;
        let directories: Vec<String> = directories.into_iter().collect();
        let note = |lang: Lang| {
            let directories = &lang.list(&directories);
            messages::OtherDirectories { directories }.text(lang)
        };
        several.then(|| (first, note.into()))
    };
    of_job.into_values().filter_map(of).collect()
}

/// A rate in prose with a latency so short that the disk was idle between the I/Os: the load, not the limit.
fn offered_loads(runs: &[ImportedRun]) -> Notes {
    let is_alone = |run: &ImportedRun| run.kind == ImportKind::Prose && !has_job(run);
    let mut found = Notes::new();
    for (at, run) in runs.iter().enumerate().filter(|(_, run)| is_alone(run)) {
        let figures = run.figures();
        for ddir in [Some(Ddir::Read), Some(Ddir::Write), None] {
            let highest = |what: FigureOf| {
                let of = figures
                    .iter()
                    .filter(|figure| figure.what == what && figure.ddir == ddir);
                of.map(|figure| figure.value.high).max_by(f64::total_cmp)
            };
            let (Some(iops), Some(ns)) = (highest(FigureOf::Iops), highest(FigureOf::LatMeanNs)) else {
                continue;
            };
            // Little's law. While it is busy, a disk has at least one I/O.
            let in_flight = iops * ns / 1e9;
            if in_flight < MOSTLY_IDLE {
                let note = messages::OfferedLoad {
                    iops: &Rate(iops),
                    latency: &Nanos(ns),
                    idle: &Share(1.0 - in_flight),
                };
                found.push((at, Sentence::new(|lang| note.text(lang))));
            }
        }
    }
    found
}

/// `4m`, `128k`: a block size as people type it.
fn block_bytes(word: &str) -> Option<u64> {
    let (number, shift) = match word.strip_suffix(['k', 'K']) {
        Some(number) => (number, 10),
        None => (word.strip_suffix(['m', 'M'])?, 20),
    };
    let number: u64 = number.parse().ok()?;
    number.checked_mul(1 << shift).filter(|bytes| *bytes > 0)
}
