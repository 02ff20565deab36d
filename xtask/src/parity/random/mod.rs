//! `cargo xtask parity --random N --seed S`: seeded random jobs over all supported options, in fio and in fiord. With `--zones` all of
//! them have `zonemode=zbd`, with `--recordings` all of them play one.
//!
//! A job that differs is tried again, made smaller by leaving options out while it still differs, and printed once per kind of
//! difference. Differences that are known are in [`known`], with their reasons.

mod generate;
mod known;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, bail};

use self::generate::{RandomJob, ZONED_FILE, draw, draw_recorded, draw_zoned, recordings};
use self::known::{KNOWN, KnownDifference};
use super::case::{Flags, ParityCase};
use super::compare::compare;
use super::launch::launch;
use crate::count::Tally;
use crate::shell;

/// fio sleeps most of its quarter of a second per job.
const WORKERS: usize = 12;
/// A difference counts when it shows this often.
const TRIES: usize = 3;

/// The reason of a job that fio gave no result for: it is counted, but not as passed.
const NOT_COMPARED: &str = "not compared";

/// What draws a job from a seed and its number.
type Draw = fn(u64, u64, &[&str], &[values::Choices]) -> RandomJob;

/// What all workers share.
struct Hunt<'a> {
    seed: u64,
    ours: &'a Path,
    engines: Vec<&'static str>,
    choices: Vec<values::Choices>,
    draw: Draw,
    /// The known difference that is looked at: jobs that it is about run, and it excuses nothing.
    of: Option<String>,
    found: Mutex<Met>,
}

/// The name of a known difference, and why it is meant.
type Reason = (&'static str, &'static str);

#[derive(Default)]
struct Met {
    count: Tally,
    /// How many jobs had each.
    known: BTreeMap<Reason, u64>,
    /// Kinds of differences that are printed already, by the options of their smallest job.
    printed: BTreeMap<String, u64>,
}

/// Runs the random jobs that the arguments ask for.
pub(super) fn check(args: &[String], ours: &Path) -> Result<Tally> {
    let number = |name: &str| shell::value(args, name).map(str::parse::<u64>).transpose();
    let seed = number("--seed").context("--seed")?.unwrap_or(1);
    let cases = number("--random").context("--random")?.unwrap_or(100);
    let workers = number("--workers")
        .context("--workers")?
        .map_or(WORKERS, |workers| workers as usize);
    let first = number("--first").context("--first")?.unwrap_or(0);
    let (choices, unknown) = values::choices(&values::of_installed_fio()?);
    let of = shell::value(args, "--of");
    if let Some(name) = of
        && !KNOWN.iter().any(|known| known.name == name)
    {
        let names: Vec<&str> = KNOWN.iter().map(|known| known.name).collect();
        bail!("--of={name}: allowed are {}", names.join(", "));
    }
    println!("seed {seed}: {cases} jobs over {} options", choices.len());
    if !unknown.is_empty() {
        println!(
            "not drawn, for xtask/src/parity/random/values.rs has no values for them: {}",
            unknown.join(" ")
        );
    }
    let hunt = Hunt {
        seed,
        ours,
        engines: values::engines(&values::engines_of_installed_fio()?),
        choices,
        draw: match (shell::flag(args, "--zones"), shell::flag(args, "--recordings")) {
            (true, _) => draw_zoned,
            (_, true) => draw_recorded,
            _ => draw,
        },
        of: of.map(Into::into),
        found: Mutex::new(Met {
            count: Tally::new("random jobs are as in fio"),
            ..Met::default()
        }),
    };
    let next = AtomicU64::new(first);
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            scope.spawn(|| {
                loop {
                    let case = next.fetch_add(1, Ordering::Relaxed);
                    if case >= first + cases {
                        break;
                    }
                    hunt.one(case);
                }
            });
        }
    });
    let found = hunt
        .found
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    for ((name, reason), times) in &found.known {
        println!("known: {name}: {times} jobs: {reason}");
    }
    for (kind, times) in &found.printed {
        println!("found {times} times: {kind}");
    }
    Ok(found.count)
}

impl Hunt<'_> {
    fn one(&self, case: u64) {
        let job = (self.draw)(self.seed, case, &self.engines, &self.choices);
        if self.of.is_some()
            && !KNOWN
                .iter()
                .any(|known| self.is_looked_at(known) && (known.is_about)(&job))
        {
            return;
        }
        match self.differs(&job) {
            Ok((differences, known)) => {
                {
                    let mut found = self.found();
                    let is_compared = known.iter().all(|(_, reason)| *reason != NOT_COMPARED);
                    for id in known {
                        *found.known.entry(id).or_default() += 1;
                    }
                    if !is_compared {
                        return;
                    }
                    if differences.is_empty() {
                        found.count.passed += 1;
                        return;
                    }
                    found.count.failed += 1;
                }
                self.report(case, job, differences);
            }
            Err(error) => {
                self.found().count.failed += 1;
                println!("random-{}-{case}: {error:#}", self.seed);
            }
        }
    }

    fn is_looked_at(&self, known: &KnownDifference) -> bool {
        self.of.as_deref() == Some(known.name)
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Met> {
        self.found
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The differences of a job that show every time and are not known, and the known ones.
    fn differs(&self, job: &RandomJob) -> Result<(Vec<String>, BTreeSet<Reason>)> {
        let case = case_of(job);
        let mut kept: Vec<String> = Vec::new();
        let mut known = BTreeSet::new();
        for attempt in 0..TRIES {
            let theirs = launch(Path::new("fio"), &case)?;
            let mine = launch(self.ours, &case)?;
            // Nothing to compare with.
            let no_oracle = match (theirs.hung, theirs.crashed) {
                (true, _) => Some("fio did not end"),
                (_, true) => Some("fio crashed"),
                _ => None,
            };
            if let Some(why) = no_oracle.filter(|_| !mine.hung && !mine.crashed) {
                return Ok((Vec::new(), BTreeSet::from([(why, NOT_COMPARED)])));
            }
            let mut differences = compare(&case, &theirs, &mine);
            known.clear();
            differences.retain(|difference| {
                let explains =
                    |known: &&KnownDifference| !self.is_looked_at(known) && known.explains(job, difference);
                let explained = KNOWN.iter().find(explains);
                known.extend(explained.map(|known| (known.name, known.reason)));
                explained.is_none()
            });
            // What was said belongs to an exit code that is not explained.
            if !differences.iter().any(|difference| !is_speech(difference)) {
                return Ok((Vec::new(), known));
            }
            if attempt > 0 && kinds(&kept).is_disjoint(&kinds(&differences)) {
                return Ok((Vec::new(), known));
            }
            kept = differences;
        }
        Ok((kept, known))
    }

    fn report(&self, case: u64, job: RandomJob, differences: Vec<String>) {
        let (job, differences) = self.smallest(job, differences);
        let names: BTreeSet<&str> = job.options.iter().map(|(name, _)| name.as_str()).collect();
        let names: Vec<&str> = names.into_iter().filter(|name| *name != "name").collect();
        let kinds: Vec<String> = kinds(&differences).into_iter().take(2).collect();
        let kind = format!("{}: {}", names.join(" "), kinds.join("; "));
        let mut found = self.found();
        let times = found.printed.entry(kind).or_default();
        *times += 1;
        if *times == 1 {
            println!("random-{}-{case}: fio {}", self.seed, job.args().join(" "));
            for difference in differences.iter().take(6) {
                println!("    {difference}");
            }
        }
    }

    /// Leaves out one option after the other as long as a difference of the same kind stays.
    fn smallest(&self, mut job: RandomJob, mut differences: Vec<String>) -> (RandomJob, Vec<String>) {
        let wanted = kinds(&differences);
        let mut at = job.options.len();
        while at > 0 {
            at -= 1;
            if job.options[at].0 == "name" && job.options[at].1 == "a" {
                continue;
            }
            let mut less = job.clone();
            less.options.remove(at);
            if let Ok((left, _)) = self.differs(&less)
                && !kinds(&left).is_disjoint(&wanted)
            {
                (job, differences) = (less, left);
            }
        }
        (job, differences)
    }
}

/// Differences without their numbers, to tell one kind from another.
fn kinds(differences: &[String]) -> BTreeSet<String> {
    let kinds = differences
        .iter()
        .filter(|difference| !is_speech(difference))
        .map(|difference| {
            let head = if difference.starts_with("exit code") {
                difference
            } else {
                difference.split(": fio ").next().unwrap_or_default()
            };
            head.replace("jobs[1]", "jobs[0]")
        });
    kinds.collect()
}

fn is_speech(difference: &str) -> bool {
    difference.starts_with("fio said") || difference.starts_with("fiord said")
}

/// The job as a case, with what must be left to chance.
fn case_of(job: &RandomJob) -> ParityCase {
    let any = |names: &[&str]| names.iter().any(|name| job.has(name, |_| true));
    let is_mixed =
        |value: &str| ["rw", "readwrite", "randrw"].contains(&value.split(':').next().unwrap_or_default());
    let mix = job.has("rw", is_mixed);
    let by_chance = [
        "bsrange",
        "blocksize_range",
        "bssplit",
        "bs_is_seq_rand",
        "bs_unaligned",
        "blocksize_unaligned",
        "percentage_random",
        "randrepeat",
        "allrandrepeat",
    ];
    let sizes = any(&by_chance)
        || job.has("filesize", |value| value.contains('-'))
        || job.has("file_service_type", |value| {
            !value.starts_with("round") && !value.starts_with("seq")
        })
        || (mix
            && (job.has("bs", |value| value.contains([',', '-']))
                || job.has("blocksize", |value| value.contains([',', '-']))
                // Only what was written is read back.
                || any(&["verify", "verify_pattern"])));
    // `null` has a queue where it is deeper than one.
    let is_asynchronous = job.has("ioengine", |value| value == "libaio" || value == "io_uring")
        || (job.has("ioengine", |value| value == "null") && job.has("iodepth", |depth| depth != "1"));
    let flags = Flags {
        timed: job.has("time_based", |_| true),
        mix,
        sizes,
        // docs/fio-differences.md: one-sync-per-interval.
        syncs: any(&["read_iolog"])
            || any(&["fsync", "fdatasync", "sync_file_range"])
                && (is_asynchronous || mix || job.has("rw", is_mixed)),
        // docs/fio-differences.md: datasync-count.
        datasync: any(&["fdatasync", "sync_file_range", "read_iolog"]),
        random: true,
        rounds: rounds(job),
        ..Flags::default()
    };
    ParityCase {
        id: String::new(),
        args: job.args(),
        files: recordings(job),
        filled: if job.has("zonemode", |value| value == "zbd") || job.has("read_iolog", |_| true) {
            vec![(ZONED_FILE.0.to_owned(), ZONED_FILE.1)]
        } else {
            Vec::new()
        },
        flags,
    }
}

/// How often the job goes over its files.
fn rounds(job: &RandomJob) -> u32 {
    let all = |names: &[&str]| -> Vec<u64> {
        let of_names = job
            .options
            .iter()
            .filter(|(name, _)| names.contains(&name.as_str()));
        of_names.filter_map(|(_, value)| known::bytes(value)).collect()
    };
    let loops = all(&["loops"]).into_iter().max().unwrap_or(1);
    let io_size = all(&["io_size", "io_limit"]).into_iter().max().unwrap_or(0);
    let size = all(&["size", "filesize"]).into_iter().min().unwrap_or(1).max(1);
    u32::try_from(loops.max(1) * io_size.div_ceil(size).max(1)).unwrap_or(u32::MAX)
}
