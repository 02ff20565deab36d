//! `cargo xtask test`: everything that must hold, in tiers, and at the end a table of what each part took and found.

mod nightly;
mod suites;

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, anyhow, bail};

use self::suites::Suite;
use crate::count::Tally;
use crate::deadline::Deadline;
use crate::{consumers, parity, setup, shell, tidy, vm};

/// One part of the checks.
struct Part {
    name: &'static str,
    /// Those that it belongs to.
    tiers: &'static [&'static str],
    turn: Turn,
    check: fn(&Request) -> Result<Tally>,
}

/// When a part runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// After the one before it.
    Next,
    /// The same, and it runs programs that the part `build` has made.
    Built,
    /// Next to the tests, which wait for devices and clocks most of their time. It runs programs that `build` has made, too.
    Aside,
}
use Turn::{Aside, Built, Next};

/// All tiers but `nightly` together are what CI runs. Tests learn theirs from `FIORD_TIER` (`fiord_testbed`): devices and mounts belong
/// to `kernel`, the installed fio to `oracle`, an installed MPI to `nightly`, all else to each of them.
const TIERS: [&str; 5] = ["all", "fast", "kernel", "oracle", NIGHTLY];

const NIGHTLY: &str = "nightly";

/// The soonest to fail first.
const PARTS: [Part; 14] = [
    part("fmt", &["fast"], Next, |_| fmt()),
    part("tidy", &["fast"], Next, |_| tidy::check()),
    part("build", &["fast", "kernel", "oracle", NIGHTLY], Next, build),
    part("parity", &["oracle"], Aside, |_| {
        // Each start of fio takes a tenth of a second of a CPU.
        parity::check(&["--cases".to_owned(), "--every=2".to_owned(), ours()])
    }),
    part("consumers", &["oracle"], Aside, |_| consumers::check(&[ours()])),
    part("tests", &["fast", "kernel", "oracle"], Built, |request| {
        suites::run(request.suites()?, request.tier)
    }),
    part("msrv", &[NIGHTLY], Next, |_| nightly::oldest_rust()),
    part("static", &[NIGHTLY], Next, |_| nightly::static_target()),
    part("fuzz", &[NIGHTLY], Next, |_| nightly::fuzz_target()),
    part("deny", &[NIGHTLY], Next, |_| nightly::dependencies()),
    // All tests: those that by day skip cases (`fiord_testbed::every`, `repeats`, `nightly`) have them all.
    part("long", &[NIGHTLY], Built, |request| {
        suites::run(request.suites()?, NIGHTLY)
    }),
    // All cases and the published commands. Whether both accept these is asked by day, too (`both_accept_every_published_command`).
    part("published", &[NIGHTLY], Built, |_| parity::check(&[ours()])),
    // Other jobs each night.
    part("random", &[NIGHTLY], Built, |_| {
        parity::check(&["--random=5000".to_owned(), format!("--seed={}", today()), ours()])
    }),
    part("vm", &[NIGHTLY], Built, |_| vm::check(&[ours()])),
];

const fn part(
    name: &'static str,
    tiers: &'static [&'static str],
    turn: Turn,
    check: fn(&Request) -> Result<Tally>,
) -> Part {
    Part {
        name,
        tiers,
        turn,
        check,
    }
}

/// The longest part takes nine minutes by day on two cores.
const LONGEST: Duration = Duration::from_secs(30 * 60);

/// What all parts of a run share.
struct Request<'a> {
    tier: &'a str,
    /// What the machine lacks is installed.
    installs: bool,
    /// What the part `build` has made.
    suites: OnceLock<Vec<Suite>>,
}

impl Request<'_> {
    fn suites(&self) -> Result<&[Suite]> {
        Ok(self.suites.get().context("nothing is built yet")?)
    }
}

/// A line of the table at the end.
struct Row {
    name: &'static str,
    took: Duration,
    found: Tally,
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let tier = shell::value(args, "--tier").unwrap_or("all");
    if !TIERS.contains(&tier) {
        bail!("--tier={tier}: allowed are {}", TIERS.join(", "));
    }
    let chosen = chosen(tier, shell::value(args, "--only"))?;
    let request = Request {
        tier,
        installs: shell::flag(args, "--install"),
        suites: OnceLock::new(),
    };
    let begun = Instant::now();
    let rows = take_all(&chosen, &request)?;
    report(&rows, begun.elapsed())
}

/// Runs the parts in their turns. A failure of a part that belongs to `fast` alone ends the run.
fn take_all(chosen: &[&Part], request: &Request) -> Result<Vec<Row>> {
    let (asides, parts): (Vec<&Part>, Vec<&Part>) = chosen.iter().partition(|part| part.turn == Aside);
    let mut rows = Vec::new();
    std::thread::scope(|scope| {
        let start = || scope.spawn(|| asides.iter().map(|part| take(part, request)).collect::<Vec<_>>());
        // Packages come while the compiler works.
        let mut setup = Some(scope.spawn(|| setup::prepare(request.tier, request.installs)));
        let mut aside = None;
        for part in parts {
            // Not before that: cargo builds one thing at a time.
            if part.turn == Built {
                setup.take().map(std::thread::ScopedJoinHandle::join);
                aside.get_or_insert_with(start);
            }
            let row = take(part, request);
            let is_over = part.tiers == ["fast"] && row.found.failed > 0;
            rows.push(row);
            if is_over {
                return Ok(());
            }
        }
        setup.take().map(std::thread::ScopedJoinHandle::join);
        let aside = aside.unwrap_or_else(start).join();
        rows.extend(aside.map_err(|_| anyhow!("a thread panicked"))?);
        anyhow::Ok(())
    })?;
    Ok(rows)
}

/// The parts of a tier, or one of them with what it needs.
fn chosen(tier: &str, only: Option<&str>) -> Result<Vec<&'static Part>> {
    let in_tier = |part: &&Part| match tier {
        "all" => part.tiers != [NIGHTLY],
        tier => part.tiers.contains(&tier),
    };
    let Some(name) = only else {
        return Ok(PARTS.iter().filter(in_tier).collect());
    };
    let Some(part) = PARTS.iter().find(|part| part.name == name) else {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        bail!("--only={name}: allowed are {}", names.join(", "));
    };
    let build = PARTS
        .iter()
        .filter(|before| part.turn != Next && before.name == "build");
    Ok(build.chain([part]).collect())
}

/// Runs a part. An error counts as a failure, so that the table at the end has the results of the other parts.
fn take(part: &Part, request: &Request) -> Row {
    println!("\n== {}", part.name);
    let begun = Instant::now();
    let _deadline = Deadline::new(part.name, LONGEST);
    let found = match part.turn {
        // Fails if `build` failed: the programs there are those of an earlier run.
        Built | Aside => request.suites().and_then(|_| (part.check)(request)),
        Next => (part.check)(request),
    };
    let found = found.unwrap_or_else(|error| {
        println!("{}: {error:#}", part.name);
        let mut failure = Tally::new("");
        failure.failed = 1;
        failure
    });
    Row {
        name: part.name,
        took: begun.elapsed(),
        found,
    }
}

/// Prints what was skipped and the table; an error for what failed.
fn report(rows: &[Row], took: Duration) -> Result<()> {
    println!();
    let skipped: Vec<&str> = rows
        .iter()
        .flat_map(|row| row.found.skipped.iter().map(String::as_str))
        .collect();
    for line in &skipped {
        println!("{line}");
    }
    for Row { name, took, found } in rows {
        println!("{name:<10}{:>5} s  {found}", took.as_secs());
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let busy = cpu_seconds()? / took.as_secs_f64() / cores as f64;
    println!(
        "{:<10}{:>5} s  {cores} CPUs {:.0} % busy with it",
        "all",
        took.as_secs(),
        busy * 100.0
    );
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    let missing = missing(&skipped, &required);
    if !missing.is_empty() {
        bail!(
            "FIORD_REQUIRE={required}, and these were skipped: {}",
            missing.join("; ")
        );
    }
    let failed: u64 = rows.iter().map(|row| row.found.failed).sum();
    if failed > 0 {
        bail!("{failed} failed");
    }
    Ok(())
}

/// What the programs took that this one has started and waited for, and those that they have.
fn cpu_seconds() -> Result<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    // After the name, which may hold anything, cutime and cstime are fields 14 and 15.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(13).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS_PER_SECOND)
}

/// The skips that `FIORD_REQUIRE` (features with commas between them, or `all`) does not allow.
fn missing<'a>(skipped: &[&'a str], required: &str) -> Vec<&'a str> {
    let is_required = |line: &&str| {
        // A tier leaves out what was asked to be left out.
        if line.contains(LEFT_OUT) {
            return false;
        }
        let feature = feature_of(line).unwrap_or_default();
        required.split(',').any(|word| word == "all" || word == feature)
    };
    skipped.iter().copied().filter(is_required).collect()
}

/// In the reason of a test that the tier leaves out, as `fiord_testbed` prints it.
const LEFT_OUT: &str = ": left out by FIORD_TIER=";

/// The feature that a line `SKIP feature: reason` is about; `None` for another line.
fn feature_of(line: &str) -> Option<&str> {
    let (feature, _) = line.strip_prefix("SKIP ")?.split_once(':')?;
    Some(feature).filter(|feature| !feature.is_empty() && !feature.contains(' '))
}

fn fmt() -> Result<Tally> {
    shell::show("cargo", &["fmt", "--all", "--check"])?;
    Ok(Tally::new("formatted"))
}

/// Builds the tests and, for them, parity and consumers, the program with its assertions.
fn build(request: &Request) -> Result<Tally> {
    let suites = suites::build()?;
    let mut count = Tally::new("test binaries built, no lints");
    count.passed = suites.len() as u64;
    let _ = request.suites.set(suites);
    Ok(count)
}

/// The day, counted from the beginning of 1970.
fn today() -> u64 {
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    since.as_secs() / (24 * 60 * 60)
}

/// The option that names the program that `build` has made.
fn ours() -> String {
    format!("--ours={}", shell::target().join("debug/fiord").display())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_part_brings_what_it_runs() {
        let names = |tier, only| -> Vec<&str> {
            let parts = chosen(tier, only).unwrap();
            parts.iter().map(|part| part.name).collect()
        };
        assert_eq!(names("all", Some("parity")), ["build", "parity"]);
        assert_eq!(names("all", Some("vm")), ["build", "vm"]);
        assert_eq!(names("all", Some("tidy")), ["tidy"]);
        assert_eq!(names("kernel", None), ["build", "tests"]);
        assert!(!names("all", None).contains(&"msrv") && !names(NIGHTLY, None).contains(&"tests"));
        assert!(chosen("all", Some("test")).is_err());
        assert!(
            PARTS
                .iter()
                .all(|part| part.tiers.iter().all(|tier| TIERS.contains(tier)))
        );
    }

    #[test]
    fn a_part_that_fails_leaves_the_others_to_run() {
        let failing = |_: &Request| -> Result<Tally> { bail!("no") };
        let fine = |_: &Request| Ok(Tally::new("fine"));
        let taken = |parts: &[Part]| -> Vec<(&str, u64)> {
            let parts: Vec<&Part> = parts.iter().collect();
            let request = Request {
                installs: false,
                tier: NIGHTLY,
                suites: OnceLock::new(),
            };
            let rows = take_all(&parts, &request).unwrap();
            rows.iter().map(|row| (row.name, row.found.failed)).collect()
        };
        let nightly = [
            part("build", &["fast", NIGHTLY], Next, failing),
            part("msrv", &[NIGHTLY], Next, failing),
            part("deny", &[NIGHTLY], Next, fine),
            part("vm", &[NIGHTLY], Built, fine),
        ];
        // Nothing is built, so `vm` must not run what an earlier run has built.
        assert_eq!(
            taken(&nightly),
            [("build", 1), ("msrv", 1), ("deny", 0), ("vm", 1)]
        );
        let quick = [
            part("fmt", &["fast"], Next, failing),
            part("build", &["fast"], Next, fine),
        ];
        assert_eq!(taken(&quick), [("fmt", 1)]);
    }

    #[test]
    fn a_required_feature_must_not_be_skipped() {
        let skipped = ["SKIP zram: none", "SKIP partitions: the kernel: no"];
        assert_eq!(missing(&skipped, "loop,zram"), ["SKIP zram: none"]);
        assert_eq!(missing(&skipped, "all").len(), 2);
        assert_eq!(missing(&skipped, "loop,zra"), [""; 0]);
        assert_eq!(missing(&skipped, ""), [""; 0]);
        assert_eq!(missing(&[], "all"), [""; 0]);
        let left_out = ["SKIP zram: left out by FIORD_TIER=fast"];
        assert_eq!(missing(&left_out, "all"), [""; 0]);
    }
}
